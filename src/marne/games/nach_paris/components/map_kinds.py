"""What the map is made of [4]: the kinds of ground, and the small records that `Map` keeps in lists."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

__all__ = [
    "Camp",
    "Cover",
    "Edge",
    "Entrenchment",
    "Fort",
    "FortifiedZone",
    "Harbour",
    "Link",
    "Named",
    "Rail",
    "SeaLane",
    "Sluice",
    "Structure",
    "Terrain",
    "Town",
    "Water",
]


class Terrain(IntEnum):
    """[4.1] The dominant terrain of a hex; the sea is no terrain of the game and can't be entered."""

    SEA = 0
    CLEAR = 1
    BROKEN = 2
    ROUGH = 3
    MOUNTAINOUS = 4
    LOWLAND = 5
    FLOOD_PLAIN = 6


class Water(IntEnum):
    """[4.2] What water a hexside carries, in the order of strength."""

    NONE = 0
    MINOR = 1  #: Minor River or Canal
    RIVER = 2  #: River, Marshes or Pond
    MAJOR = 3  #: Major River


class Cover(IntEnum):
    """[4.2] What else closes a hexside to some units."""

    NONE = 0
    DEEP_FOREST = 1
    MOUNTAIN_RANGE = 2


class Town(IntEnum):
    """[4.5] The size of a town, or what counts as one for entraining [12.2.1]."""

    NONE = 0
    SMALL = 1
    NORMAL = 2
    LARGE = 3


class Entrenchment(IntEnum):
    """[4.4] What guards a hex against an attack across one of its sides."""

    NONE = 0
    REGULAR = 1
    STRENGTHENED = 2


class Rail(IntEnum):
    """[4.3]"""

    LOW = 1
    HIGH = 2
    HIGH_STRENGTHENED = 3


@dataclass(frozen=True, slots=True)
class Link:
    """A railway between two hexes. It ends at a node of each; lines in one hex meet only at one node (Example 16)."""

    a: int
    b: int
    node_a: int
    node_b: int
    rail: Rail
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """[4.3], [4.5] A bridge, viaduct or tunnel in `hex`, on the half of the way that leads to the hex `to`."""

    name: str
    letter: str  #: P, V or T, as printed
    hex: int
    to: int
    grade: str  #: critical (red), important (orange) or normal (yellow)
    rail: bool
    road: bool
    destroyed: str  #: the day it was blown in history; empty if it was not
    major: bool = False  #: it spans a Major River: the last column of the table in [16.1.5], whatever its grade


@dataclass(frozen=True, slots=True)
class Fort:
    """[11.3], [11.4] A fort or Feste; `camp` and `number` are empty for one that stands alone."""

    name: str
    hex: int
    nation: str
    grade: str
    camp: str
    number: int
    at: tuple[int, int] = (0, 0)  #: metres east and north, in the frame of `Map.centre`


@dataclass(frozen=True, slots=True)
class Camp:
    """[11.6.4] An Entrenched Camp."""

    name: str
    nation: str
    hexes: tuple[int, ...]
    forts: tuple[int, ...]  #: indices into Map.forts


@dataclass(frozen=True, slots=True)
class FortifiedZone:
    """[11.2]"""

    name: str
    hex: int
    on_pass: bool  #: else it protects a bridge over the Rhine [16.1.10]


@dataclass(frozen=True, slots=True)
class Harbour:
    """[18.1] `channel` are the hexes through which ships reach it [18.1.2]."""

    name: str
    hex: int
    nation: str
    capacity: int
    channel: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeaLane:
    """[18.2.1] Two harbours, on or off the board, the sea box between them, and the movement points."""

    a: str
    b: str
    box: str
    cost: int


@dataclass(frozen=True, slots=True)
class Sluice:
    """[17.2] What a nation must control to open it, and what it floods."""

    name: str
    nation: str
    control: tuple[int, ...]
    hexes: tuple[int, ...]
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """[4.3], [7.7.3] A railway number: where a main line enters the board."""

    number: int
    hex: int
    node: int


@dataclass(frozen=True, slots=True)
class Named:
    """A place with a name: town, objective [4.5], mine [4.5]."""

    name: str
    hex: int
    nation: str
    group: str = ""
