"""[8] What barrages tell."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Column, Die, HexLabel, Modifiers, PieceId, PieceIds, Result, Sort, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["AmmoSpent", "FortShaken", "FortShelled", "HexShelled", "UnitShelled", "ZoneShelled"]


@value
class HexShelled(NachParisEvent):
    """[8.3.2] An ABU: who fired, with how much, and half the die."""

    sort: ClassVar[Sort] = "battle"
    hex: HexLabel
    units: PieceIds
    forts: str
    arf: str
    die: Die
    half: int


@value
class UnitShelled(NachParisEvent):
    """[8.3.3] What an ABU does to one unit: half the die, column and row as read, after overflow [8.4.7]."""

    sort: ClassVar[Sort] = "roll"
    unit: PieceId
    hex: HexLabel
    arf: str
    column: Column
    half: int
    modifiers: Modifiers
    row: int
    result: Result


@value
class ZoneShelled(NachParisEvent):
    """[11.2.6] The same for a Fortified Zone."""

    sort: ClassVar[Sort] = "roll"
    hex: HexLabel
    half: int
    modifiers: Modifiers
    result: Result


@value
class FortShelled(NachParisEvent):
    """[8.6.3] An ABF: who fired, with how much, half the die, column and row as read."""

    sort: ClassVar[Sort] = "battle"
    fort: str
    hex: HexLabel
    units: PieceIds
    aff: int
    die: Die
    column: Column
    modifiers: Modifiers
    row: int
    result: Result


@value
class FortShaken(NachParisEvent):
    """[8.6.4] A second fort was shaken and stands: it may be barraged once more."""

    sort: ClassVar[Sort] = "state"
    fort: str
    hex: HexLabel


@value
class AmmoSpent(NachParisEvent):
    """[8.8.2] A box less on the track of a calibre."""

    sort: ClassVar[Sort] = "supply"
    calibre: str
    left: int
