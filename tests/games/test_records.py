"""Records of unfinished games, written before the games' files were sorted into chapters, still lead where they led.

The position at the end of an unfinished game holds steps, so its fingerprint depends on the names under which steps are
saved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import Step, games
from marne.engine.record import read_record, rebuild
from marne.engine.values import saved_name

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_an_unfinished_game_still_loads(path: Path) -> None:
    match = rebuild(read_record(path.read_text(encoding="utf-8")))
    assert not match.over
    assert len(match.position.agenda) > 3, "the agenda holds steps"


def kinds(cls: type[Any] = Step) -> Iterator[type[Any]]:
    for below in cls.__subclasses__():
        yield below
        yield from kinds(below)


def test_no_two_steps_are_saved_under_one_name() -> None:
    assert [game.name for game in games()]
    modules: dict[str, set[str]] = defaultdict(set)
    for cls in kinds():
        modules[saved_name(cls)].add(cls.__module__)
    assert [name for name, found in modules.items() if len(found) > 1] == []
    assert len(modules) > 100


def test_the_folder_of_a_chapter_does_not_count() -> None:
    class Step:
        __module__ = "marne.games.some.rules.combat.losses"
        __qualname__ = "Retreat"

    assert saved_name(Step) == "marne.games.some.losses:Retreat"
    Step.__module__ = "marne.games.some.components.forces"
    assert saved_name(Step) == "marne.games.some.forces:Retreat"
