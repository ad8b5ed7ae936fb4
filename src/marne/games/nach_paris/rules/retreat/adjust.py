"""[9.7] Combat movement: units that did nothing all turn shift one hex, or turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRANSIT
from marne.games.nach_paris.components.units import FIGHTING, IDS, NATION, OF_NATION, SIDE, Nation, Unit
from marne.games.nach_paris.events import Moved
from marne.games.nach_paris.rules.movement.reach import HEX_TRANSIT
from marne.games.nach_paris.rules.movement.walk import Face
from marne.games.nach_paris.rules.retreat.ways import abroad, cost, kinds, may_enter, settle
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import has_facing, zone_of, zones
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import members

__all__ = ["ChooseShift", "CombatMovement", "ShiftTo", "idle", "why_not_shift"]


@value
class CombatMovement(NachParisStep):
    """[9.7.2] Step B of the Combat Phase."""

    rule: ClassVar[str] = "9.7.2"
    nation: Nation

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        return (ChooseShift(self.nation),)


def idle(board: NachParisBoard, unit: Unit) -> Reason | None:
    """[9.7.1] Why a unit has no combat movement: not foot or horse, or it did something in this turn."""
    if not FIGHTING >> unit & 1 or unit in board.trains:
        return Reason("9.7.1", "why.combat.only_troops")
    busy = board.barraged | board.moved | board.arrived | board.regrouped | board.fought | board.barred | board.acted
    return Reason("9.7.1", "why.combat.busy") if busy >> unit & 1 else None


def why_not_shift(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason | None:
    """Why a unit can't go to a hex: as in a march, with its points, its limits and its zones [9.7.2], [9.7.3]."""
    here, side = board.where[unit], SIDE[unit]
    if not MAP.grid.adjacent(here, hex):  # 9.7.2
        return Reason("9.7.2", "why.combat.one_hex")
    if not may_enter(board, unit, hex) or abroad(board, unit, hex):  # 9.7.2
        return Reason("9.7.2", "why.combat.closed_hex")
    if cost(board, unit, here, hex) > board.mf(unit):  # 9.7.2
        return Reason("9.7.2", "why.combat.cannot_cross")
    if not fits(board, unit, hex, side):  # 6.4.1
        return Reason("6.4.1", "why.combat.full_hex")
    if not _passes(board, unit, here, hex):  # 7.3.3
        return Reason("7.3.3", "why.combat.transit")
    watched = zones(board, 1 - side)
    if watched >> here & 1 and watched >> hex & 1 and not _received(board, unit, here, hex):  # 9.7.3
        return Reason("9.7.3", "why.combat.zone_to_zone")
    return None


def _passes(board: NachParisBoard, unit: Unit, here: Hex, hex: Hex) -> bool:
    """[7.3] What the Movement Phase left of the transit capacity."""
    into = HEX_TRANSIT[hex] - board.transit_hex.get(hex, 0)
    side = MAP.grid.side(here, hex)
    over = min(TRANSIT[kind] for kind in kinds(board, here, hex)) - board.transit_side.get(side, 0)
    return board.steps(unit) <= min(into, over)


def _received(board: NachParisBoard, unit: Unit, here: Hex, hex: Hex) -> bool:
    """[7.6.3] From ZOC to ZOC only to foot or horse of its nation that stood there before and covers where it is."""
    friends = board.at[hex] & OF_NATION[NATION[unit]] & FIGHTING & ~board.entered & ~board.acted
    return any(zone_of(board, friend) >> here & 1 for friend in members(friends))


def _ways(board: NachParisBoard, unit: Unit) -> Iterator[Hex]:
    near = MAP.grid.neighbours[board.where[unit]]
    return (hex for hex in near if why_not_shift(board, unit, hex) is None)


def _can_shift(board: NachParisBoard, unit: Unit) -> bool:
    return next(_ways(board, unit), None) is not None


@value
class ChooseShift(NachParisQuestion["Word | str"]):
    """[9.7.1] Which unit moves or turns next."""

    rule: ClassVar[str] = "9.7.1"
    nation: Nation
    shape: ClassVar[Shape] = {"shift": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        units = [unit for unit in board.on_map(OF_NATION[self.nation] & FIGHTING) if idle(board, unit) is None]
        found = tuple(("shift", unit) for unit in units if has_facing(board, unit) or _can_shift(board, unit))
        return Ask(board.side, (*found, "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        return () if isinstance(answer, str) else (ShiftTo(answer[1]), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        return idle(board, answer[1]) or Reason("9.7.2", "why.combat.no_way")


@value
class ShiftTo(NachParisQuestion["Word | str"]):
    """[9.7.2] One hex, or only a new facing."""

    rule: ClassVar[str] = "9.7.2"
    unit: Unit
    shape: ClassVar[Shape] = {"to": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        ways: tuple[Word | str, ...] = tuple(("to", hex) for hex in _ways(board, self.unit))
        if has_facing(board, self.unit):
            ways = (*ways, "stay")
        return Ask(board.side, ways) if len(ways) > 1 else Only(ways[0])

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        unit = self.unit
        board.acted |= 1 << unit
        if isinstance(answer, str):
            return (Face(unit),)
        here, hex = board.where[unit], answer[1]
        steps, side = board.steps(unit), MAP.grid.side(here, hex)
        board.transit_hex[hex] = board.transit_hex.get(hex, 0) + steps
        board.transit_side[side] = board.transit_side.get(side, 0) + steps
        settle(board, unit, hex)
        board.tell(Moved(self.rule, IDS[unit], label(hex), cost(board, unit, here, hex)))
        return (Face(unit),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        return why_not_shift(board, self.unit, answer[1])
