"""[8] What barrages tell."""

from __future__ import annotations

from marne.engine import Modifier, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["AmmoSpent", "FortShaken", "FortShelled", "HexShelled", "UnitShelled", "ZoneShelled"]


@value
class HexShelled(NachParisEvent):
    """[8.3.2] An ABU: who fired, with how much, and half the die."""

    hex: str
    units: str
    forts: str
    arf: str
    die: int
    half: int


@value
class UnitShelled(NachParisEvent):
    """[8.3.3] What an ABU does to one unit: column and row as read, after overflow [8.4.7]."""

    unit: str
    hex: str
    arf: str
    column: int
    modifiers: tuple[Modifier, ...]
    row: int
    result: str


@value
class ZoneShelled(NachParisEvent):
    """[11.2.6] The same for a Fortified Zone."""

    hex: str
    modifiers: tuple[Modifier, ...]
    result: str


@value
class FortShelled(NachParisEvent):
    """[8.6.3] An ABF: who fired, with how much, half the die, column and row as read."""

    fort: str
    hex: str
    units: str
    aff: int
    die: int
    column: int
    modifiers: tuple[Modifier, ...]
    row: int
    result: str


@value
class FortShaken(NachParisEvent):
    """[8.6.4] A second fort was shaken and stands: it may be barraged once more."""

    fort: str
    hex: str


@value
class AmmoSpent(NachParisEvent):
    """[8.8.2] A box less on the track of a calibre."""

    calibre: str
    left: int
