"""A server that knows the training game too: `python -m table.serve DATABASE PORT WORKERS`. Dice are the same in
every run."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from fastapi import FastAPI

import fixed_dice
from marne.engine import register
from marne.table.server.application import application, run
from marne.table.server.settings import ServerSettings
from marne.table.store.migrate import migrate
from marne.table.work.thinking import Thinkers

register("training", "training.game:GAME")
fixed_dice.fix()


def worker() -> FastAPI:
    """One worker's application; `MARNE_CEILING` is how many seconds a thought may take on a machine that is busy."""
    ceiling = os.environ.get("MARNE_CEILING", "")
    thinkers = Thinkers(ceiling=float(ceiling)) if ceiling else None
    return application(ServerSettings.of(os.environ), thinkers=thinkers)


if __name__ == "__main__":
    database, port, workers = sys.argv[1:]
    wished = ServerSettings.of({"MARNE_RATE": "100000", **os.environ})
    settings = replace(wished, database=database, port=int(port), workers=int(workers), processes=2)
    os.environ.update(settings.environment())
    migrate(settings.url)
    run("table.serve:worker", settings)
