"""Is the suite green whatever the machine does? `python -m scripts.suite.steady`, or `make night PART=steady`.

Six whole runs in random order: three with two busy loops beside them, three on one core. A failure is kept with its
seed until the sources change. The command goes on where it stopped: a run doesn't repeat tests that passed in it."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import SystemRandom
from typing import Any

from scripts.suite.resumed import state_of
from scripts.suite.runs import KEPT, ROOT, WHOLE, failed_in, put_off, run_pytest

ROUNDS = ("busy-1", "busy-2", "busy-3", "one-core-1", "one-core-2", "one-core-3")
MEMORY = KEPT / "steady.json"


def _spin() -> None:
    while True:
        pass


@contextmanager
def hardship(name: str) -> Iterator[None]:
    """What a round has to bear: busy loops, or one core for this process and all that it starts."""
    if name.startswith("one-core"):
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        try:
            yield
        finally:
            os.sched_setaffinity(0, cores)
        return
    loops = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(2)]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.join()


def remembered() -> dict[str, Any]:
    """What earlier calls found at this state of the sources; a seed for every round."""
    state = state_of(ROOT)
    if MEMORY.exists():
        found: dict[str, Any] = json.loads(MEMORY.read_text(encoding="utf-8"))
        if found["state"] == state:
            return found
    KEPT.mkdir(parents=True, exist_ok=True)
    for old in KEPT.glob("steady-*"):
        old.unlink()
    seeds = {name: SystemRandom().randrange(1_000_000) for name in ROUNDS}
    return {"state": state, "seeds": seeds, "done": [], "failed": {}}


def run_round(memory: dict[str, Any], name: str, end: float) -> bool:
    """Run what is left of a round; whether it came to its end."""
    seed, later = memory["seeds"][name], 0
    for half, paths in WHOLE.items():
        minutes = max(0.0, (end - time.monotonic()) / 60)
        report, passed = KEPT / f"steady-{name}-{half}.xml", KEPT / f"steady-{name}-{half}.txt"
        words = ["-m", "not night", "--shuffle", str(seed), "--resume", str(passed), "--minutes", str(minutes), *paths]
        with hardship(name):
            code = run_pytest(words, report)
        if code:
            memory["failed"].setdefault(name, []).extend(failed_in(report))
        later += put_off(report)
        _keep(memory)
    if not later:
        memory["done"].append(name)
        _keep(memory)
    return not later


def _keep(memory: dict[str, Any]) -> None:
    MEMORY.write_text(json.dumps(memory, indent=1), encoding="utf-8")


def go_on(minutes: float) -> bool:
    """Run what is left of all rounds, as long as there is time; whether all are done and nothing ever failed."""
    end, memory = time.monotonic() + minutes * 60, remembered()
    for name in ROUNDS:
        if name not in memory["done"] and (time.monotonic() > end or not run_round(memory, name, end)):
            break
    left = [name for name in ROUNDS if name not in memory["done"]]
    for name, tests in memory["failed"].items():
        for test in dict.fromkeys(tests):
            print(f"steady, {name}, --shuffle {memory['seeds'][name]}: failed {test}")
    print(f"steady: {len(memory['done'])} of {len(ROUNDS)} rounds done, {len(memory['failed'])} with failures")
    if left:
        print("  `make night PART=steady` goes on with the rest")
    return not left and not memory["failed"]


def main() -> None:
    """Go on for so many minutes; without a number, to the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=24 * 60.0)
    sys.exit(not go_on(parser.parse_args().minutes))


if __name__ == "__main__":
    main()
