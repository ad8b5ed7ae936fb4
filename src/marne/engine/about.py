"""What a page shows of a game before it is played, and in its first turns: told by the game, in any language."""

from __future__ import annotations

from typing import Literal

from marne.engine.scene import Piece
from marne.engine.values import value

__all__ = ["About", "Hint", "Stop"]


@value
class Stop:
    """A card of the guided first turn: where it points, and its words; without any, the page has its own for `key`."""

    at: Literal["prompt", "map", "panel", "track", "answers"]
    key: str
    text: str = ""


@value
class Hint:
    """A sentence of help for the questions under a rule; the longest number that fits is meant."""

    rule: str
    text: str


@value
class About:
    """A game on the home page: a few words, its place among the others, the seat and the scenario that are
    offered first, some counters; and the guided first turn."""

    text: str = ""
    rank: int = 99
    seat: str = ""
    scenario: str = ""
    counters: tuple[Piece, ...] = ()
    tour: tuple[Stop, ...] = ()
    hints: tuple[Hint, ...] = ()
