"""A server that knows the training game too: `python -m table.serve DATABASE PORT WORKERS`. Dice are the same in
every run."""

from __future__ import annotations

import os
import sys

from fastapi import FastAPI

import fixed_dice
from marne.engine import register
from marne.table.server import application
from marne.table.work.thinking import Thinkers

register("training", "training.game:GAME")
fixed_dice.fix()


def worker() -> FastAPI:
    """One worker's application; `MARNE_CEILING` is how many seconds a thought may take on a machine that is busy."""
    ceiling = os.environ.get("MARNE_CEILING", "")
    return application.application(
        os.environ["MARNE_DATABASE"],
        application.Service(rate=float(os.environ.get("MARNE_RATE", "100000"))),
        thinkers=Thinkers(ceiling=float(ceiling)) if ceiling else None,
    )


if __name__ == "__main__":
    os.environ["MARNE_DATABASE"], port, workers = sys.argv[1:]
    application.migrate(application.driver(os.environ["MARNE_DATABASE"]))
    application.run("table.serve:worker", "127.0.0.1", int(port), int(workers))
