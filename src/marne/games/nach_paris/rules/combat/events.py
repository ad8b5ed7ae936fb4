"""What happens in combats, for people."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Column, Die, HexLabel, Modifiers, PieceId, PieceIds, Result, Sort, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = ["Advanced", "CombatDeclared", "CombatFought", "FightsOn", "Fled", "GunsTaken", "Retreated", "Withdrew"]


@value
class CombatDeclared(NachParisEvent):
    """[9.1.6] Who attacks a hex: with all they have, or with their guns only."""

    sort: ClassVar[Sort] = "battle"
    units: PieceIds
    hex: HexLabel


@value
class CombatFought(NachParisEvent):
    """[9.3.2] Strengths, column, die with its modifiers, the row that it was read in, and the result."""

    sort: ClassVar[Sort] = "roll"
    fight: ClassVar[bool] = True

    hex: HexLabel
    attack: str
    defence: str
    odds: Column
    die: Die
    modifiers: Modifiers
    row: int
    read: str
    result: Result


@value
class Withdrew(NachParisEvent):
    """[9.2.2] Cavalry or a headquarters gets out of the way."""

    sort: ClassVar[Sort] = "battle_move"
    comes: ClassVar[bool] = True
    unit: PieceId
    hex: HexLabel


@value
class Retreated(NachParisEvent):
    """[9.6.1] A unit goes back one hex."""

    sort: ClassVar[Sort] = "battle_move"
    comes: ClassVar[bool] = True
    unit: PieceId
    hex: HexLabel


@value
class Fled(NachParisEvent):
    """[9.6.3] It went where it could not march: so many steps stay behind."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    hex: HexLabel
    count: int


@value
class Advanced(NachParisEvent):
    """[9.6.5] A unit enters a hex that the enemy left."""

    sort: ClassVar[Sort] = "battle_move"
    comes: ClassVar[bool] = True
    unit: PieceId
    hex: HexLabel


@value
class GunsTaken(NachParisEvent):
    """[9.1.10], [9.3.3] Siege guns without anybody beside them are lost."""

    sort: ClassVar[Sort] = "loss"
    unit: PieceId
    hex: HexLabel


@value
class FightsOn(NachParisEvent):
    """[9.3.3] The first step was lost: which side must retreat."""

    sort: ClassVar[Sort] = "roll"
    side: str
    hex: HexLabel
