"""What engineers and ships do."""

from __future__ import annotations

from marne.engine import Modifier, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = [
    "Embarked", "Landed", "Sailed", "SluiceOpened", "SluiceStuck", "StructureBlown", "StructureBlownAgain",
    "StructureGone", "StructureMended",
]  # fmt: skip


@value
class StructureBlown(NachParisEvent):
    """[16.1.5] A structure is destroyed, or destroyed more thoroughly, and needs so many turns of repair."""

    by: str
    structure: str
    hex: str
    die: int
    modifiers: tuple[Modifier, ...]
    turns: int


@value
class StructureGone(NachParisEvent):
    """[16.1.5] A structure is destroyed for good."""

    by: str
    structure: str
    hex: str
    die: int
    modifiers: tuple[Modifier, ...]


@value
class StructureBlownAgain(NachParisEvent):
    """[16.1.5] A second attempt that did no more harm than the first."""

    by: str
    structure: str
    hex: str
    die: int
    modifiers: tuple[Modifier, ...]


@value
class StructureMended(NachParisEvent):
    """[17.1.2] Engineers take a turn off the repair of a structure; with none left it is whole."""

    unit: str
    structure: str
    hex: str
    left: int
    whole: bool


@value
class SluiceOpened(NachParisEvent):
    """[17.2.2] The country is under water."""

    sluice: str
    hex: str
    die: int


@value
class SluiceStuck(NachParisEvent):
    """[17.2.1] The test failed."""

    sluice: str
    hex: str
    die: int


@value
class Embarked(NachParisEvent):
    """[18.1.4] A unit goes on board and is at sea."""

    unit: str
    hex: str
    box: str
    spent: int


@value
class Sailed(NachParisEvent):
    """[18.2.1] Ships follow a line to the next harbour."""

    unit: str
    harbour: str
    box: str
    spent: int


@value
class Landed(NachParisEvent):
    """[18.1.3] A unit goes ashore."""

    unit: str
    hex: str
    spent: int
