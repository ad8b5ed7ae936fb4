"""What the page is told of games and scenarios before a table is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

__all__ = ["ArmyStart", "Glance", "Measured", "SideAim", "Start"]


class SideAim(TypedDict):
    """What a seat must do, in words."""

    seat: str
    text: str


class ArmyStart(TypedDict):
    """How many units an army begins with, and how many of each symbol."""

    army: str
    units: int
    kinds: Mapping[str, int]


class Measured(TypedDict):
    """Games of a computer player against itself: how many each seat won, and how many nobody."""

    player: str
    games: int
    won: Mapping[str, int]
    drawn: int


class Start(TypedDict):
    """How a scenario begins: its first turn in words, what each seat must do, the armies; its balance, if that was
    measured."""

    turn: str
    aims: Sequence[SideAim]
    armies: Sequence[ArmyStart]
    measured: Measured | None


class Glance(TypedDict):
    """A table at a glance: its scenario by name, and the turn in words."""

    scenario: str
    turn: str
