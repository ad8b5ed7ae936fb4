"""Chapter 10: where units may go, what it costs them, and what it does to their morale."""

from __future__ import annotations

from marne.engine import Answer, Ask, chance, value
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.board import (
    FATIGUED,
    HALTED,
    IN_SUPPLY,
    MAY_MARCH,
    NO_MARCH,
    ROLLED,
    WAITING,
    WarBoard,
)
from marne.games.schlieffens_war.command import in_command
from marne.games.schlieffens_war.counters import (
    BELGIAN,
    BRITISH,
    DEPOT,
    FORT,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    MOVEMENT,
    NATION,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.data import ATTRITION, LIMITS
from marne.games.schlieffens_war.events import AttritionRolled, Moved, StackMoved
from marne.games.schlieffens_war.lines import Asked, HexLine, Line, Steps, UnitLine
from marne.games.schlieffens_war.stacking import foreign
from marne.games.schlieffens_war.words import Reason
from marne.hexes import Bits, MoveCosts, Reach, members

__all__ = [
    "ChooseDestination", "ChooseUnit", "EndMovement", "ForcedMarchAttrition", "allowance", "budget", "destinations",
    "halved", "may_force_march", "movable", "reach", "spared", "tiring",
]  # fmt: skip

DONE = "done"
HALT = "halt"


def halved(number: int) -> int:
    """8.7: half, rounded up."""
    return (number + 1) // 2


def allowance(board: WarBoard, unit: int) -> int:
    """2.9, 8.7, 8.9, 9.6: the printed allowance, halved without regular supply and halved by fatigue."""
    points = MOVEMENT[unit]
    if board.supply[unit] != IN_SUPPLY:
        points = halved(points)
    if board.morale[unit] == FATIGUED:
        points = halved(points)
    return points


def may_force_march(board: WarBoard, unit: int) -> bool:
    """10.6: a corps or HQ, in command, in regular supply, not fatigued, that begins outside enemy zones.

    Command and zone are those of the hex where its move began, so they are noted with its first step.
    """
    acts = board.acts[unit]
    if acts & (MAY_MARCH | NO_MARCH):
        return bool(acts & MAY_MARCH)
    return (
        (IS_CORPS[unit] or KIND[unit] == HQ)
        and board.supply[unit] == IN_SUPPLY
        and board.morale[unit] != FATIGUED
        and not board.zone(1 - SIDE[unit]) >> board.where[unit] & 1
        and in_command(board, unit)
    )


def budget(board: WarBoard, unit: int) -> int:
    """10.6: the points a unit has left, forced march included."""
    points = allowance(board, unit) - board.spent[unit]
    return points + LIMITS.forced_march if may_force_march(board, unit) else points


def enterable(board: WarBoard, unit: int) -> Bits:
    """10.3, 10.8: hexes that a moving unit may enter at all."""
    free = ~board.occupied[1 - SIDE[unit]]
    return free & g.BELGIAN_AREA if NATION[unit] == BELGIAN else free


def costs(unit: int) -> MoveCosts:
    """10.4, 10.5, 10.7: what each step costs the unit; depots go by rail."""
    return g.BY_RAIL if KIND[unit] == DEPOT else g.MARCH


def reach(board: WarBoard, unit: int, points: int) -> Reach:
    """10.4, 10.5, 10.7, 7.1: where a unit gets to with so many points.

    A unit stops in the first enemy zone it enters, and never goes from zone to zone.
    """
    zone = board.zone(1 - SIDE[unit])
    return costs(unit).reach(board.where[unit], points, free=enterable(board, unit), stop=zone)


def destinations(board: WarBoard, unit: int) -> Bits:
    """10.1, 6.3: where a unit may end a leg of its move; it may pass through allies but not stop with them."""
    found = reach(board, unit, budget(board, unit)).destinations
    friends = found & board.occupied[SIDE[unit]]
    if friends and SIDE[unit] != GERMAN:
        for hex in members(friends):
            if foreign(board, unit, hex):
                found &= ~(1 << hex)
    return found


def movable(board: WarBoard, unit: int) -> bool:
    """10.0, 7.1, 9.2, 10.6, 10.7: whether a unit can still enter some hex."""
    hex = board.where[unit]
    if hex < 0 or KIND[unit] == FORT or board.acts[unit] & HALTED:
        return False
    if NATION[unit] == BRITISH and board.turn <= board.scenario.turns_of.bef_stands:
        return False
    zone = board.zone(1 - SIDE[unit])
    free = enterable(board, unit)
    if zone >> hex & 1:
        if board.spent[unit]:
            return False
        free &= ~zone
    points = allowance(board, unit) - board.spent[unit]
    extra = 0
    for cost, hexes in costs(unit).steps[hex]:
        if hexes & free:
            if cost <= points:
                return True
            extra = extra or (cost if cost <= points + LIMITS.forced_march else 0)
    return bool(extra) and may_force_march(board, unit)


def tiring(board: WarBoard, unit: int) -> bool:
    """10.2, 10.6: whether a unit has spent more than half its allowance, rounded up; forced marches always do."""
    return board.spent[unit] > halved(allowance(board, unit))


def spared(board: WarBoard, side: int) -> bool:
    """3.1, 10.6: whether marches cost a side neither morale nor steps in this turn."""
    return side == GERMAN and board.turn in board.scenario.turns_of.fresh


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
    unit: int

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

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_go(board, self.unit, answer) if isinstance(answer, int) else super().reason(board, answer)


@value
class ForcedMarchAttrition(Asked[int]):
    """10.6: a die on the Attrition Table for a unit that force marches; Germans are spared on turn 1."""

    rule = "10.6"
    unit: int

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
