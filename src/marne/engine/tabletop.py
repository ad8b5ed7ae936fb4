"""The part of a picture that a game without hexes has: its table, what is to be placed on it, what lies beside it.

Lengths are hundredths of an inch, angles degrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from marne.engine.values import value

__all__ = [
    "Allotment", "Army", "ArmyKind", "Breach", "Card", "DeskSheet", "Goal", "Judged", "JudgedUnit", "Looked",
    "Mustering", "Objective", "Previewed", "ReadyForce", "Ring", "SightLine", "Stored", "Tabletop", "Taker", "Terrain",
    "Troops",
]  # fmt: skip

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
    """A card in the hand, or one that lies open: whether it `counters` another, the answers that it stands for, and
    what they do with it: `play`, `take`, `swap`, `discard` or `counter`."""

    name: str
    title: str
    text: str
    cost: int
    nation: str
    counters: bool = False
    answers: tuple[str, ...] = ()
    verb: str = "play"


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
    """Tokens to give out at once. `spare` is how many of them may stay unused: where only somebody with a limit can
    take tokens, that is all of them. `rolls`: a die follows before anybody is asked, as far as the seat can know."""

    pool: int
    takers: tuple[Taker, ...]
    spare: int = 0
    rolls: bool = False


@value
class Mustering:
    """A force that is being bought: for which side, from which list, for how many points, and what it has."""

    side: int
    list: str
    points: int
    force: str


@value
class Stored:
    """A card that a seat has laid down with tokens on it."""

    seat: str
    title: str
    tokens: int


@value
class DeskSheet:
    """What a seat has beside the table: its cards, those that lie open, what it must give out or buy."""

    hand: tuple[Card, ...] = ()
    face_up: tuple[Card, ...] = ()
    stored: tuple[Stored, ...] = ()
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


SightLine = TypedDict(
    "SightLine",
    {
        "unit": str,
        "from": tuple[int, int],
        "to": tuple[int, int],
        "inches": int,
        "sees": bool,
        "cover": bool,
        "smoke": int,
        "front": bool,
        "reach": bool,
        "way": str,
        "charge": bool,
    },
)
"""A line to an enemy unit: what is seen of it, and whether it could be fired at."""


class Ring(TypedDict):
    """A range of a unit: what reaches so far, to half an angle on each side of its front."""

    what: str
    reach: int
    half: int
    rule: str


class Looked(TypedDict):
    """What a unit sees and reaches where it stands; for the one that is to be placed, spots at which it may stand as it
    faces now, `step` apart."""

    lines: Sequence[SightLine]
    rings: Sequence[Ring]
    area: NotRequired[Sequence[Point]]
    step: NotRequired[int]


class Previewed(TypedDict):
    """What a unit would see and reach from a place; nothing where nothing is to be placed."""

    sees: NotRequired[Sequence[str]]
    reach: NotRequired[Sequence[str]]
    charge: NotRequired[Sequence[str]]
    lines: NotRequired[Sequence[SightLine]]
    rings: NotRequired[Sequence[Ring]]


class ArmyKind(TypedDict):
    """A kind of units that a list offers, as notation writes it: least and most bases, guns, grades, how many."""

    word: str
    kind: str
    low: int
    high: int
    guns: int
    grades: Sequence[str]
    recruits: int
    least: int
    most: int


class ReadyForce(TypedDict):
    """A force to begin from."""

    title: str
    points: int
    force: str


class Army(TypedDict):
    """A list from which a force is bought."""

    name: str
    title: str
    nation: str
    cavalry: bool
    rating: int
    limits: Sequence[int]
    kinds: Sequence[ArmyKind]
    reinforcements: int
    ready: Sequence[ReadyForce]


class JudgedUnit(TypedDict):
    """A unit of a force, what it is called, and what it costs."""

    name: str
    word: str
    kind: str
    arm: str
    bases: int
    guns: int
    grade: str
    recruits: int
    points: int


class Breach(TypedDict):
    """What a force breaks of its list, and by which unit."""

    unit: int
    rule: str
    why: str


class Judged(TypedDict):
    """A force by its notation: what it costs, the tokens that it gives, and every breach of its list."""

    list: str
    force: str
    limit: int
    points: int
    tokens: int
    bases: int
    units: Sequence[JudgedUnit]
    breaches: Sequence[Breach]
