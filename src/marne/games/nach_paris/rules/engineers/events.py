"""What engineers and ships do."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Die, HexLabel, Modifiers, PieceId, Sort, value
from marne.games.nach_paris.events import NachParisEvent, UnitName

__all__ = [
    "Embarked",
    "Landed",
    "Sailed",
    "SluiceOpened",
    "SluiceStuck",
    "StructureBlown",
    "StructureBlownAgain",
    "StructureGone",
    "StructureMended",
]


@value
class StructureBlown(NachParisEvent):
    """[16.1.5] A structure is destroyed, or destroyed more thoroughly, and needs so many turns of repair."""

    sort: ClassVar[Sort] = "works"
    by: UnitName
    structure: str
    hex: HexLabel
    die: Die
    modifiers: Modifiers
    turns: int


@value
class StructureGone(NachParisEvent):
    """[16.1.5] A structure is destroyed for good."""

    sort: ClassVar[Sort] = "works"
    by: UnitName
    structure: str
    hex: HexLabel
    die: Die
    modifiers: Modifiers


@value
class StructureBlownAgain(NachParisEvent):
    """[16.1.5] A second attempt that did no more harm than the first."""

    sort: ClassVar[Sort] = "works"
    by: UnitName
    structure: str
    hex: HexLabel
    die: Die
    modifiers: Modifiers


@value
class StructureMended(NachParisEvent):
    """[17.1.2] Engineers take a turn off the repair of a structure; with none left it is whole."""

    sort: ClassVar[Sort] = "works"
    unit: PieceId
    structure: str
    hex: HexLabel
    left: int
    whole: bool


@value
class SluiceOpened(NachParisEvent):
    """[17.2.2] The country is under water."""

    sort: ClassVar[Sort] = "works"
    sluice: str
    hex: HexLabel
    die: Die


@value
class SluiceStuck(NachParisEvent):
    """[17.2.1] The test failed."""

    sort: ClassVar[Sort] = "works"
    sluice: str
    hex: HexLabel
    die: Die


@value
class Embarked(NachParisEvent):
    """[18.1.4] A unit goes on board and is at sea."""

    sort: ClassVar[Sort] = "rail"
    unit: PieceId
    hex: HexLabel
    box: str
    spent: int


@value
class Sailed(NachParisEvent):
    """[18.2.1] Ships follow a line to the next harbour."""

    sort: ClassVar[Sort] = "rail"
    unit: PieceId
    harbour: str
    box: str
    spent: int


@value
class Landed(NachParisEvent):
    """[18.1.3] A unit goes ashore."""

    sort: ClassVar[Sort] = "rail"
    comes: ClassVar[bool] = True
    unit: PieceId
    hex: HexLabel
    spent: int
