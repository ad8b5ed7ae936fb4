"""The large counts, part by part: `python -m scripts.suite.night [PART ...]`, `make night PART=table`.

A part begins no test after its minutes are over. Tests that passed are kept in build/suite until the sources change,
so that the same command goes on where it stopped."""

from __future__ import annotations

import argparse
import sys
import time

from scripts.suite import steady
from scripts.suite.runs import KEPT, ROOT, failed_in, put_off, run_pytest

MINUTES = 50.0
"""No test of a part begins later, so that a part ends within the hour."""
STEADY = "steady"

_TABLE = "tests/table"
_HEAVY = ("test_durability.py", "test_crowd.py", "test_price.py", "test_four_workers.py", "test_presence.py")
_LEVELS = ("test_gates.py", "test_levels.py", "test_doors.py")


def parts() -> dict[str, tuple[str, ...]]:
    """Each part and the paths whose tests it runs; every test belongs to one part."""
    games = ROOT / "tests" / "games"
    folders = sorted(path.name for path in games.iterdir() if any(path.glob("**/test_*.py")) and path.is_dir())
    rest = sorted(path.name for path in (ROOT / _TABLE).glob("test_*.py") if path.name not in _HEAVY + _LEVELS)
    engine = (
        "engine",
        "hexes",
        "plane",
        "tables",
        "atlas",
        "rl",
        "training",
        "training_rules",
        "witness",
        "cli",
        "promises",
        "lessons",
        "rulebook",
    )
    alone = sorted(path.name for path in (ROOT / "tests").glob("test_*.py"))
    return {
        "engine": tuple(f"tests/{name}" for name in (*engine, *alone) if (ROOT / "tests" / name).exists()),
        "lab": ("tests/lab", "tests/players"),
        "games": tuple(f"tests/games/{path.name}" for path in sorted(games.glob("test_*.py"))),
        **{name: (f"tests/games/{name}",) for name in folders},
        "table": tuple(f"{_TABLE}/{name}" for name in rest),
        "durability": tuple(f"{_TABLE}/{name}" for name in _HEAVY),
        "levels": tuple(f"{_TABLE}/{name}" for name in _LEVELS),
        "browser": ("tests/browser",),
    }


def run_part(name: str, minutes: float = MINUTES) -> bool:
    """Run what is left of a part; whether nothing failed and nothing is left."""
    report, passed = KEPT / f"night-{name}.xml", KEPT / f"night-{name}.txt"
    began = time.monotonic()
    words = ("-m", "night", "--resume", str(passed), "--minutes", str(minutes), *parts()[name])
    code, later = run_pytest(words, report), put_off(report)
    taken = (time.monotonic() - began) / 60
    print(f"night, {name}: {'failed' if code else 'passed'}, {taken:.0f} minutes", flush=True)
    for test in failed_in(report) if code else []:
        print(f"  failed: {test}")
    if later:
        print(f"  {later} left: `make night PART={name}` goes on with them")
    return not code and not later


def main() -> None:
    """Run the parts that are named, or all."""
    names = [*parts(), STEADY]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(names)}")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    asked = parser.parse_args()
    if wrong := sorted(set(asked.parts) - set(names)):
        parser.error(f"no part {', '.join(wrong)}; there are {', '.join(names)}")
    good = [
        steady.go_on(asked.minutes) if name == STEADY else run_part(name, asked.minutes)
        for name in asked.parts or names
    ]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
