"""[10], [11] What happens to works and fortifications, for people."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Column, Die, HexLabel, Modifiers, PieceId, PieceIds, Result, Sort, Verdict, value
from marne.games.nach_paris.events import NachParisEvent

__all__ = [
    "AssaultDeclared",
    "AssaultFired",
    "AssaultIdle",
    "AssaultLapsed",
    "Entered",
    "FesteReduced",
    "Improved",
    "WallsHeld",
    "WorksTested",
]


@value
class WorksTested(NachParisEvent):
    """[5.1.1] A fort, Feste or Fortified Zone tested its CAB; die 0: it failed unrolled, 5.1.2."""

    sort: ClassVar[Sort] = "roll"
    fort: str
    hex: HexLabel
    cab: int
    modifiers: Modifiers
    needed: int
    die: Die
    passed: Verdict


@value
class FesteReduced(NachParisEvent):
    """[11.4.10] A Feste is on its reduced side now."""

    sort: ClassVar[Sort] = "loss"
    fort: str
    hex: HexLabel


@value
class Improved(NachParisEvent):
    """[11.1.7] Fieldworks of a hex became regular entrenchments, or did not."""

    sort: ClassVar[Sort] = "works"
    hex: HexLabel
    done: Verdict


@value
class WallsHeld(NachParisEvent):
    """[11.7.1] A unit holds the old fortifications of its hex."""

    sort: ClassVar[Sort] = "works"
    unit: PieceId
    hex: HexLabel


@value
class AssaultDeclared(NachParisEvent):
    """[11.5.1] Guns and one unit are told off against a fort."""

    sort: ClassVar[Sort] = "order"
    fort: str
    hex: HexLabel
    unit: PieceId
    units: PieceIds


@value
class AssaultFired(NachParisEvent):
    """[11.5.1] The barrage of an assault: factor, columns to the right, the heading, die and row, the result."""

    sort: ClassVar[Sort] = "battle"
    fort: str
    hex: HexLabel
    aff: int
    shift: int
    column: Column
    die: Die
    modifiers: Modifiers
    row: int
    result: Result


@value
class AssaultIdle(NachParisEvent):
    """[11.5.10] The fort fell before: its stormers do nothing."""

    sort: ClassVar[Sort] = "roll"
    fort: str
    hex: HexLabel
    unit: PieceId


@value
class AssaultLapsed(NachParisEvent):
    """[11.5.2] The unit that was to storm a fort does not stand before it."""

    sort: ClassVar[Sort] = "order"
    fort: str
    hex: HexLabel
    unit: PieceId


@value
class Entered(NachParisEvent):
    """[11.5.8] The stormers go in."""

    sort: ClassVar[Sort] = "battle_move"
    unit: PieceId
    hex: HexLabel
