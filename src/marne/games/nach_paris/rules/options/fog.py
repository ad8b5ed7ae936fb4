"""[19] Fog of War markers: who lies under one, who loses it.

A marker is the units under it (`board.fogged`): so there is never more than one in a hex, never one without a unit, and
stacks that join or part need no more [19.1.2], [19.1.4], [19.2.1], [19.2.2]. What it hides is in `secrecy.py`.
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    HEADQUARTERS,
    IDS,
    NATION,
    OF_NATION,
    OF_SIDE,
    SIDE,
    Nation,
    Unit,
    written,
)
from marne.games.nach_paris.rules.options.events import FogLifted, Hid, HidUnits
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["ChooseHidden", "GainFog", "fog_hexes", "hide_arrival", "may_hide", "reveal", "why_not_hide"]


def hide_arrival(board: NachParisBoard, unit: Unit) -> None:
    """[19.1.1], [19.1.5] Whoever arrives comes under a marker, but for headquarters."""
    if board.fog:
        board.fogged |= 1 << unit & ~HEADQUARTERS


def fog_hexes(board: NachParisBoard, side: int) -> Bits:
    """[19.1.2], [19.1.4], [19.2.1], [19.2.2] The hexes of a side with a FOW stack: all that its enemy sees of them."""
    return bits(board.where[unit] for unit in board.on_map(board.fogged & OF_SIDE[side])) | board.fog_markers[side]


def reveal(board: NachParisBoard, units: Bits, rule: str) -> None:
    """[19.4.1]-[19.4.3], [19.2.4], [19.3.1] Units lose their marker; others in their hexes keep it.

    Whoever digs in keeps it too; in combat it helps nobody, so no modifier asks for it.
    """
    shown = units & board.fogged
    board.fogged &= ~shown
    for hex in sorted({board.where[unit] for unit in board.on_map(shown)}):
        board.tell(FogLifted(rule, written(shown & board.at[hex]), label(hex)))


# -- [19.1.6] hiding again


def _watched(board: NachParisBoard, side: int) -> Bits:
    """[19.1.6] Where nobody of a side can hide: enemy ZOCs, and four hexes round an enemy HQ."""
    found = zones(board, 1 - side)
    for staff in board.on_map(OF_SIDE[1 - side] & HEADQUARTERS):
        found |= MAP.grid.within_bits(board.where[staff], V.recon.fog_from_hq)
    return found


def why_not_hide(board: NachParisBoard, unit: Unit) -> Why:
    """Why a unit can't go under a marker now [19.1.5], [19.1.6]; None if it can."""
    bit, side = 1 << unit, SIDE[unit]
    if HEADQUARTERS & bit:  # 19.1.5
        return Reason("19.1.5", "why.fog.staff")
    if board.where[unit] < 0 or board.fogged & bit:  # 19.1.6
        return Reason("19.1.6", "why.fog.hidden")
    if zones(board, 1 - side) >> board.where[unit] & 1:  # 19.1.6
        return Reason("19.1.6", "why.fog.zone")
    if _watched(board, side) >> board.where[unit] & 1:  # 19.1.6
        return Reason("19.1.6", "why.fog.headquarters")
    if board.spotted & bit:  # 19.1.6
        return Reason("19.1.6", "why.fog.spotted")
    if board.recon_done & bit:  # 19.1.6
        return Reason("19.1.6", "why.fog.scouted")
    if board.barraged & bit:  # 19.1.6
        return Reason("19.1.6", "why.fog.barrage")
    if (board.fought | board.acted | board.barred) & bit:  # 19.1.6
        return Reason("19.1.6", "why.fog.acted")
    if (board.wreckers | board.repairers) & bit:  # 19.1.6
        return Reason("19.1.6", "why.fog.worked")
    return None


def may_hide(board: NachParisBoard, nation: Nation) -> dict[Hex, Bits]:
    """[19.1.6] The units of a nation that can go under a marker, by hex."""
    side = board.side
    busy = board.fogged | board.spotted | board.recon_done | board.barraged | board.fought | board.acted
    busy |= board.barred | board.wreckers | board.repairers | HEADQUARTERS
    watched = _watched(board, side)
    found: dict[Hex, Bits] = {}
    for unit in board.on_map(OF_NATION[nation] & ~busy):
        hex = board.where[unit]
        if not watched >> hex & 1:
            found[hex] = found.get(hex, 0) | 1 << unit
    return dict(sorted(found.items()))


@value
class GainFog(NachParisQuestion[Word | str]):
    """[19.1.6] At the end of its Combat Phase a nation may hide units that did nothing and that nobody watches."""

    rule: ClassVar[str] = "19.1.6"
    shape: ClassVar[Shape] = {"hide": "hex", "all": "", "end": ""}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """Hex by hex, or all of them at once."""
        found = may_hide(board, self.nation) if board.fog else {}
        return Ask(board.side, ("all", *(("hide", hex) for hex in found), "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if answer == "end":
            return ()
        found = may_hide(board, self.nation)
        if answer == "all":
            for hex, units in found.items():
                _hide(board, hex, units)
            return ()
        return ChooseHidden(self.nation, int(answer[1])), self

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        here = members(board.at[answer[1]] & OF_NATION[self.nation])
        reasons = [why_not_hide(board, unit) for unit in here]
        return next((each for each in reasons if each), None) or Reason("19.1.6", "why.fog.nobody")


@value
class ChooseHidden(NachParisQuestion[Word | str]):
    """[19.1.6] Who of a hex goes under the marker: one or more."""

    rule: ClassVar[str] = "19.1.6"
    shape: ClassVar[Shape] = {"hidden": "unit", "all": "", "done": ""}
    nation: Nation
    hex: Hex
    begun: bool = False

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        units = members(may_hide(board, self.nation).get(self.hex, 0))
        if not units:
            return None
        if len(units) == 1 and not self.begun:
            return Only("all")
        return Ask(board.side, ("all", *(("hidden", unit) for unit in units), "done"))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        units = may_hide(board, self.nation).get(self.hex, 0)
        if answer == "done":
            return ()
        if answer == "all":
            _hide(board, self.hex, units)
            return ()
        _hide(board, self.hex, 1 << int(answer[1]))
        return (ChooseHidden(self.nation, self.hex, True),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            if NATION[answer[1]] != self.nation or board.where[answer[1]] != self.hex:
                return Reason("19.1.6", "why.fog.nobody")
            return why_not_hide(board, answer[1])
        return None


def _hide(board: NachParisBoard, hex: Hex, units: Bits) -> None:
    board.fogged |= units
    board.tell(HidUnits("19.1.6", " ".join(IDS[unit] for unit in members(units)), label(hex)))
    board.tell(Hid("19.1.4", label(hex)))
