"""Every kind of event says its sort, by which a page knows it: it has no names of events in its code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import Event, Game, Sort, games, value
from training.game import GAME as TRAINING

GAMES = (*games(), TRAINING)


def _kinds(game: Game) -> list[type[Event]]:
    """The events of a game, without the bases that others are made of."""
    package = type(game).__module__.rpartition(".")[0]
    return [kind for kind in _below(Event) if kind.__module__.startswith(f"{package}.") and not kind.__subclasses__()]


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def _without(kinds: list[type[Event]]) -> list[str]:
    return [kind.__name__ for kind in kinds if getattr(kind, "sort", None) not in get_args(Sort)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_event_says_its_sort(game: Game) -> None:
    kinds = _kinds(game)
    assert len(kinds) > 10
    assert _without(kinds) == []
    assert {"turn", "move", "arrival", "battle"} <= {kind.sort for kind in kinds}


def test_one_that_does_not_is_found_and_is_not_told() -> None:
    @value
    class Nameless(Event):
        """A new kind whose author forgot it."""

    assert _without([Nameless]) == ["Nameless"]
    with pytest.raises(AttributeError, match="sort"):
        Nameless("1").told(str, str)
