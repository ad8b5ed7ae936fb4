"""Chapter 10, the arithmetic: where units may go, and what it costs them."""

from __future__ import annotations

from marne.games.schlieffens_war.board import (
    FATIGUED,
    HALTED,
    IN_SUPPLY,
    MAY_MARCH,
    NO_MARCH,
    WarBoard,
)
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS
from marne.games.schlieffens_war.components.units import (
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
)
from marne.games.schlieffens_war.rules.command.command import in_command
from marne.games.schlieffens_war.rules.command.stacking import foreign
from marne.hexes import Bits, MoveCosts, Reach, members

__all__ = ["allowance", "budget", "destinations", "halved", "may_force_march", "movable", "reach", "spared", "tiring"]


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
