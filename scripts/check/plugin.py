"""The part of `make check` inside pytest: it leaves out what was not chosen, and notes how long each test took.

`MARNE_CHOICE` names a file of JSON: `files` and `single` as in `Choice`, or `game` for all fast tests of one.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

from scripts.check.choice import DURATIONS, Choice, read_durations

SLOW = ("slow", "browser", "night")
SHARED = ("tests/games/test_", "tests/witness/")
_took: dict[str, float] = defaultdict(float)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what was chosen."""
    place = os.environ.get("MARNE_CHOICE", "")
    if not place:
        return
    asked = json.loads(Path(place).read_text(encoding="utf-8"))
    choice, game = Choice(asked.get("files", []), asked.get("single", [])), asked.get("game", "")
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        slow = any(item.get_closest_marker(mark) for mark in SLOW)
        taken = of_game(item, game) and not slow if game else choice.takes(item.nodeid, slow)
        (kept if taken else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def of_game(item: pytest.Item, game: str) -> bool:
    """All in the game's folder; of what serves every game, the tests that name it or none."""
    if item.nodeid.startswith(SHARED):
        values = getattr(getattr(item, "callspec", None), "id", "")
        return game in values
    return True


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Setting up and taking down count."""
    _took[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The process that sees all reports writes what it saw."""
    if hasattr(session.config, "workerinput") or not _took:
        return
    root = session.config.rootpath
    known = read_durations(root)
    for node, took in _took.items():  # one run on a busy machine makes a test slower by a quarter at most
        known[node] = round(min(took, known.get(node, took) * 1.25), 3)
    known = {node: took for node, took in known.items() if (root / node.partition("::")[0]).exists()}
    path = root / DURATIONS
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(known, indent=0, sort_keys=True), encoding="utf-8")
