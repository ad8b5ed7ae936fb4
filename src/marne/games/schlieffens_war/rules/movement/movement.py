"""Chapter 10: units move, one leg after the other, and what it does to their morale."""

from __future__ import annotations

from marne.engine import Answer, Ask, Unit, Way, chance, value
from marne.games.schlieffens_war.board import (
    HALTED,
    MAY_MARCH,
    NO_MARCH,
    ROLLED,
    WAITING,
    WarBoard,
)
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import ATTRITION
from marne.games.schlieffens_war.components.units import (
    BELGIAN,
    BRITISH,
    DEPOT,
    FORT,
    IS_CORPS,
    KIND,
    NATION,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.events import AttritionRolled, Moved, StackMoved
from marne.games.schlieffens_war.rules.command.stacking import foreign
from marne.games.schlieffens_war.rules.movement.reach import (
    allowance,
    budget,
    destinations,
    may_force_march,
    movable,
    reach,
    spared,
    tiring,
)
from marne.games.schlieffens_war.steps import Asked, HexLine, Line, Steps, UnitLine
from marne.games.schlieffens_war.words import Reason
from marne.hexes import members

__all__ = ["ChooseDestination", "ChooseUnit", "EndMovement", "ForcedMarchAttrition"]

DONE = "done"
HALT = "halt"


@value
class ChooseUnit(UnitLine[int | str]):
    """5.3: the active player picks a unit to move, or ends the movement phase."""

    rule = "5.3"
    side: int

    def ask(self, board: WarBoard) -> Ask | None:
        if not board.movers:
            return None
        return Ask(self.side, (*board.movers, DONE), seen_by=(self.side,))

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        return (ChooseDestination(answer), self) if isinstance(answer, int) else ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_move(board, answer, self.side) if isinstance(answer, int) else super().reason(board, answer)


def why_not_move(board: WarBoard, unit: int, side: int) -> Reason:
    """Why a unit isn't offered in the movement phase."""
    hex = board.where[unit]
    if SIDE[unit] != side:
        return Reason("5.3", "why.enemy_unit", unit=unit)
    if hex == WAITING:
        return Reason("9.1", "why.waiting", unit=unit)
    if hex < 0:
        return Reason("2.8", "why.off_map", unit=unit)
    if KIND[unit] == FORT:
        return Reason("2.5", "why.fort", unit=unit)
    if NATION[unit] == BRITISH and board.turn <= board.scenario.turns_of.bef_stands:
        return Reason("9.2", "why.british_move", turn=board.scenario.turns_of.bef_stands + 1)
    if board.acts[unit] & HALTED:
        return Reason("5.0", "why.halted", unit=unit)
    if board.zone(1 - side) >> hex & 1 and board.spent[unit]:
        return Reason("7.1", "why.stopped", unit=unit)
    if board.zone(1 - side) >> hex & 1:
        return Reason("7.1", "why.pinned", unit=unit)
    if KIND[unit] == DEPOT:
        return Reason("10.7", "why.no_rail", unit=unit)
    return Reason("10.7", "why.spent", unit=unit)


def why_not_go(board: WarBoard, unit: int, hex: int) -> Reason:
    """Why a hex isn't offered as a destination."""
    side = SIDE[unit]
    if not g.LAND >> hex & 1:
        return Reason("10.4", "why.closed", hex=hex)
    if board.occupied[1 - side] >> hex & 1:
        return Reason("10.3", "why.enemy_there", hex=hex)
    if NATION[unit] == BELGIAN and not g.BELGIAN_AREA >> hex & 1:
        return Reason("10.8", "why.belgian_area", hex=hex)
    if board.stacks[hex] and foreign(board, unit, hex):
        return Reason("6.3", "why.foreign", hex=hex)
    if board.where[unit] == hex:
        return Reason("10.1", "why.already_there", unit=unit, hex=hex)
    zone = board.zone(1 - side)
    start = board.where[unit]
    if zone >> start & 1 and zone >> hex & 1 and g.PASSABLE[start] >> hex & 1:
        return Reason("7.1", "why.zone_to_zone", unit=unit, hex=hex)
    if KIND[unit] == DEPOT:
        return Reason("10.7", "why.rail_reach", unit=unit, hex=hex, points=budget(board, unit))
    return Reason("10.7", "why.reach", unit=unit, hex=hex, points=budget(board, unit))


@value
class ChooseDestination(HexLine[int | str]):
    """10.1, 10.6, 3.3: where the unit goes; with points left it may be picked again."""

    rule = "10.1"
    unit: Unit

    def ask(self, board: WarBoard) -> Ask | None:
        found = destinations(board, self.unit)
        if not found:
            return None
        side = SIDE[self.unit]
        return Ask(side, (*members(found), HALT), seen_by=(side,))

    def unasked(self, board: WarBoard) -> Steps:
        board.acts[self.unit] |= HALTED
        board.movers = tuple(other for other in board.movers if other != self.unit)
        return ()

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        unit = self.unit
        start, side = board.where[unit], SIDE[unit]
        walk = reach(board, unit, budget(board, unit))
        board.acts[unit] |= MAY_MARCH if may_force_march(board, unit) else NO_MARCH
        for hex in walk.path(answer)[:-1]:
            board.take(side, hex)
        board.move(unit, answer)
        board.spent[unit] += walk.cost(answer)
        forced = board.spent[unit] > allowance(board, unit)
        board.tell(Moved("10.1", unit, start, answer, board.spent[unit], forced))
        board.tell(StackMoved("6.6", side, start, answer))
        if not movable(board, unit):
            board.movers = tuple(other for other in board.movers if other != unit)
        if forced and not board.acts[unit] & ROLLED and not spared(board, side):
            return (ForcedMarchAttrition(unit),)
        return ()

    def way(self, board: WarBoard, answer: Answer) -> Way | None:
        """10.1, 10.6: the way that would be gone, its cost, the points left; less than none by a forced march."""
        unit = self.unit
        found = reach(board, unit, budget(board, unit))
        if not isinstance(answer, int) or not found.destinations >> answer & 1:
            return None
        cost, hexes = found.cost(answer), (board.where[unit], *found.path(answer))
        return Way(tuple(g.LABELS[hex] for hex in hexes), cost, allowance(board, unit) - board.spent[unit] - cost)

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_go(board, self.unit, answer) if isinstance(answer, int) else super().reason(board, answer)


@value
class ForcedMarchAttrition(Asked[int]):
    """10.6: a die on the Attrition Table for a unit that force marches; Germans are spared on turn 1."""

    rule = "10.6"
    unit: Unit

    def ask(self, board: WarBoard) -> Ask | None:
        return chance()

    def answered(self, board: WarBoard, answer: int) -> Steps:
        unit = self.unit
        lost = ATTRITION[answer]
        board.acts[unit] |= ROLLED
        board.tell(AttritionRolled("10.6", unit, answer, lost))
        if lost:
            board.lose_step(unit, "10.6")
            if not board.steps[unit]:
                board.movers = tuple(other for other in board.movers if other != unit)
        return ()


@value
class EndMovement(Line):
    """10.2, 10.6, 3.1: long marches cost a level of morale, rest gains one; Germans don't tire on turn 1."""

    rule = "10.2"
    side: int

    def do(self, board: WarBoard) -> Steps:
        for unit in UNITS_OF[self.side]:
            if board.where[unit] < 0 or not IS_CORPS[unit]:
                continue
            if not board.spent[unit]:
                board.raise_morale(unit, "10.2")
            elif tiring(board, unit) and not spared(board, self.side):
                board.tire(unit, "10.6" if board.spent[unit] > allowance(board, unit) else "10.2")
        board.movers = ()
        return ()
