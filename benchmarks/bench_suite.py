"""How long the suite takes: collection, `make check` on three kept changes, `make check-all`; `test` when asked for.

`python -m benchmarks suite` measures all but the last, `python -m benchmarks suite collection check` only these,
`python -m benchmarks suite test` the whole of `make test`. Only when it is named: `make bench` leaves it out. The
changes are made in the work tree, which must be clean, and taken back. Warm: types are looked at once before each.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ASKED_ONLY = True
PARTS = ("collection", "check", "check-all", "test")
ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Kept:
    """A change that leaves everything in order: so that the check passes, and only its time is measured."""

    name: str
    path: str
    before: str
    after: str


CHANGES = (
    Kept(
        "a rule of Nach Paris",
        "src/marne/games/nach_paris/rules/combat/nerve.py",
        "    found = []\n    if units & RED:\n",
        "    found: list[Modifier] = []\n    if units & RED:\n",
    ),
    Kept(
        "a server module",
        "src/marne/table/view/audience.py",
        "        self.behind = True\n        self.bell.set()\n",
        "        self.behind = bool(1)\n        self.bell.set()\n",
    ),
    Kept(
        "a word in a catalogue",
        "src/marne/games/nach_paris/data/words.en.toml",
        'GroundTaken = "{hex} is now held by {side}"',
        'GroundTaken = "{hex} is now in the hands of {side}"',
    ),
)


def rows() -> list[list[str]]:
    """Wall and processor time of every part that was asked for."""
    asked = [part for part in PARTS if part in sys.argv] or list(PARTS[:-1])
    found = [["what", "command", "wall s", "processor s", "passed"]]
    if "collection" in asked:
        command = [sys.executable, "-m", "pytest", "--collect-only", "-qq"]
        _time(command)  # what is compiled and rewritten is kept
        found.append(["collection", "pytest --collect-only -qq", *_time(command)])
    if "check" in asked:
        for change in CHANGES:
            subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, check=False)
            with made(change):
                found.append([f"check, {change.name}", "make check BASE=HEAD", *_time(["make", "check", "BASE=HEAD"])])
    for part in ("check-all", "test"):
        if part in asked:
            found.append([part, f"make {part}", *_time(["make", part])])
    return found


@contextmanager
def made(change: Kept, root: Path = ROOT) -> Iterator[None]:
    """The change in the work tree, and back."""
    path = root / change.path
    text = path.read_text(encoding="utf-8")
    if text.count(change.before) != 1:
        raise SystemExit(f"{change.path} no longer has {change.before!r}: keep another change in {__name__}")
    try:
        path.write_text(text.replace(change.before, change.after), encoding="utf-8")
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def _time(command: list[str]) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return [f"{wall:.0f}", f"{used:.1f}", "yes" if done.returncode == 0 else "no"]
