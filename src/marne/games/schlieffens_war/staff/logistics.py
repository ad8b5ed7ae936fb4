"""How the staff keeps its armies supplied and led: depots by rail, HQs behind corps, marches that end in supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    BELGIAN,
    BRITISH,
    DEPOT_OF,
    GERMAN,
    HQS_OF,
    IS_CORPS,
    NATION,
    UNITS_OF,
)
from marne.games.schlieffens_war.rules.command.stacking import has_room
from marne.games.schlieffens_war.rules.movement.reach import allowance, movable, reach
from marne.games.schlieffens_war.rules.supply.supply import RANGE, open_to_supply, rail_net, supply_net, within_range
from marne.games.schlieffens_war.staff.distances import march_costs
from marne.hexes import Bits, members
from marne.kit.arithmetic import added, tally

if TYPE_CHECKING:
    from marne.games.schlieffens_war.staff.plans import Plan

__all__ = ["depots", "headquarters", "stay_fed"]


def _army(plan: Plan, hq: int) -> list[int]:
    """Where an HQ's corps are. Those in Germany are fed and led there: they don't count if others are out."""
    board = plan.board
    corps = [board.where[unit] for unit, leader in plan.led_by.items() if leader == hq and board.where[unit] >= 0]
    out = [hex for hex in corps if not g.GERMANY >> hex & 1] if plan.side == GERMAN else corps
    return out or corps


def depots(plan: Plan) -> None:
    """German depots follow their armies along rails that stay joined to the east edge."""
    if plan.side != GERMAN:
        return
    board = plan.board
    net = rail_net(board, GERMAN) & ~plan.zone
    for hq, depot in DEPOT_OF.items():
        army = _army(plan, hq) or [board.where[hq]]
        if board.where[depot] < 0 or army == [-1] or not movable(board, depot):
            continue
        found = reach(board, depot, allowance(board, depot)).hexes
        places = [hex for hex in members(found & net) if _behind(plan, hex)]
        if places:
            plan.send(depot, min(places, key=lambda hex: (tally(g.GRID.distance(hex, x) for x in army), hex)))


def _behind(plan: Plan, hex: int) -> bool:
    """Not where an enemy could walk in next turn, unless corps are there."""
    return plan.far[hex] > 2 or any(IS_CORPS[unit] for unit in plan.board.stacks[hex])


def stay_fed(plan: Plan) -> None:
    """Corps that only marched, and would be out of supply, stop where they are fed."""
    board = plan.board
    net = supply_net(board, plan.side)
    for unit in plan.marched:
        aim = board.where[unit]
        fed = net.by_nation[NATION[unit]] & plan.reach[unit]
        if net.by_nation[NATION[unit]] >> aim & 1 or not fed:
            continue
        places = [to for to in members(fed) if has_room(board, unit, to)]
        if places:
            plan.send_instead(unit, min(places, key=lambda to: (march_costs(aim)[to], to)))


def headquarters(plan: Plan) -> None:
    """HQs go where they are supplied and lead the most corps that no other HQ leads."""
    board = plan.board
    free = open_to_supply(board, plan.side)
    covered: Bits = 0
    for nation in range(4):
        for hq in HQS_OF[nation]:
            if board.where[hq] >= 0 and board.occupied[plan.side] >> board.where[hq] & 1:
                covered |= _headquarters(plan, hq, free, covered)


def _needs(plan: Plan, unit: int) -> float:
    """How much a corps needs an HQ: less on German soil (6.7, 8.6), and in a garrison."""
    hex = plan.board.where[unit]
    if plan.side == GERMAN and g.GERMANY >> hex & 1:
        return 0.3
    return 0.5 if g.CITIES >> hex & 1 and plan.far[hex] > 2 else 1.0


def _headquarters(plan: Plan, hq: int, free: Bits, covered: Bits) -> Bits:
    board, nation = plan.board, NATION[hq]
    found = 1 << board.where[hq]
    if movable(board, hq):
        found = reach(board, hq, allowance(board, hq)).hexes
    net = rail_net(board, nation)
    if nation == GERMAN:
        fed = within_range(net & g.GERMANY & g.RAIL_HEXES, free, 0)
        depot = board.where[DEPOT_OF[hq]]
        if depot >= 0 and net >> depot & 1:
            fed |= within_range(1 << depot, free & board.controlled(GERMAN), g.RAIL_HEXES, RANGE)
    elif nation == BRITISH:
        fed = net | g.PORTS & ~board.control
    else:
        fed = net | (g.BELGIUM if nation == BELGIAN else 0)
    corps = [
        (1 << board.where[unit], (3.0 if plan.led_by.get(unit) == hq else 0.7) * _needs(plan, unit))
        for unit in UNITS_OF[plan.side]
        if IS_CORPS[unit] and NATION[unit] == nation and board.where[unit] >= 0
    ]

    army = _army(plan, hq)

    def score(hex: int) -> tuple[float, int]:
        area = g.GRID.within_bits(hex, 2)
        lead = added(weight * (1 if not covered & bit else 0.2) for bit, weight in corps if area & bit)
        value = lead + (6 if fed >> hex & 1 else 0)
        if plan.zone >> hex & 1:
            value -= 1 if any(IS_CORPS[unit] for unit in board.stacks[hex]) else 8
        elif not _behind(plan, hex):
            value -= 2
        near = min([g.GRID.distance(hex, place) for place in army], default=0)
        return value - 0.3 * near, -hex

    places = [hex for hex in members(found) if hex == board.where[hq] or has_room(board, hq, hex)]
    best = max(places, key=score)
    plan.send(hq, best)
    return g.GRID.within_bits(best, 2)
