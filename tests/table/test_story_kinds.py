"""The page tells a story by the kinds of events: each that it knows by name is an event of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from marne.engine import Event

STORY = Path(__file__).parents[2] / "web" / "src" / "lib" / "story.ts"
GAMES = ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914")


def _kinds(game: str) -> set[str]:
    import_module(f"marne.games.{game}.game")
    return {kind.__name__ for kind in _below(Event) if kind.__module__.startswith(f"marne.games.{game}.")}


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def _known() -> set[str]:
    return set(re.findall(r"'([A-Z]\w+)'", STORY.read_text()))


def test_the_page_knows_only_kinds_that_a_game_has() -> None:
    """One that was renamed would fall out of its group without a word."""
    known = _known()
    assert len(known) > 30
    assert known - {kind for game in GAMES for kind in _kinds(game)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_kinds_that_the_page_knows(game: str) -> None:
    """A turn that begins, a move and an arrival at least."""
    assert len(_kinds(game) & _known()) >= 5
    assert "TurnBegan" in _kinds(game) & _known()
