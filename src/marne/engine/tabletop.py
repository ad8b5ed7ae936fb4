"""The part of a picture that a game without hexes has: its table, what is to be placed on it, what lies beside it.

Lengths are hundredths of an inch, angles degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from marne.engine.values import value

__all__ = ["Allotment", "Card", "DeskSheet", "Goal", "Mustering", "Objective", "Tabletop", "Taker", "Terrain", "Troops"]

Point = tuple[int, int]


@value
class Terrain:
    """A piece of terrain: a field with corners, or a line such as a fence."""

    kind: str
    name: str
    line: bool
    points: tuple[Point, ...]


@value
class Objective:
    """A place that is worth points, and which side holds it, or -1."""

    at: Point
    points: int
    held: int


@value
class Troops:
    """A unit as the order sheet draws it."""

    id: str
    kind: str
    guns: bool
    mounted: bool
    lost: bool


@value
class Goal:
    """What the seat is asked to place: whose bases, from where, how far, and the answers that are no place."""

    kind: Literal["unit", "point"] = "point"
    unit: str = ""
    how: str = ""
    rate: int = 0
    bases: tuple[Point, ...] = ()
    at: Point = (0, 0)
    facing: int = 0
    formation: str = "line"
    entering: bool = False
    hidden: bool = False
    zone: tuple[str, int] | None = None
    words: tuple[str, ...] = ()


@value
class Card:
    """A card in the hand, or one that lies open."""

    name: str
    title: str
    text: str
    cost: int
    nation: str


@value
class Taker:
    """Who may be given tokens, and how many."""

    id: str
    text: str
    least: int
    most: int
    markers: int = 0


@value
class Allotment:
    """Tokens to give out at once."""

    pool: int
    takers: tuple[Taker, ...]


@value
class Mustering:
    """A force that is being bought: for which side, from which list, for how many points, and what it has."""

    side: int
    list: str
    points: int
    force: str


@value
class DeskSheet:
    """What a seat has beside the table: its cards, those that lie open, what it must give out or buy."""

    hand: tuple[Card, ...] = ()
    face_up: tuple[Card, ...] = ()
    stored: tuple[tuple[int, str, int], ...] = ()
    allot: Allotment | None = None
    muster: Mustering | None = None


@value
class Tabletop:
    """An open table: its size, and once it is laid all that lies on it."""

    size: Point
    table: str = ""
    terrain: tuple[Terrain, ...] = ()
    roads: tuple[tuple[Point, ...], ...] = ()
    floods: tuple[Point, ...] = ()
    objectives: tuple[Objective, ...] = ()
    edges: tuple[str, ...] = ()
    ranges: Mapping[str, int] | None = None
    sizes: Mapping[str, tuple[Point, ...]] | None = None
    units: tuple[Troops, ...] = ()
    goal: Goal | None = None
    desk: DeskSheet | None = None
