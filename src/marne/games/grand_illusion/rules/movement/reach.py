"""8.2.1, 8.4: who gets to a hex in one activation, alone or with a headquarters of his nation that lies with him."""

from __future__ import annotations

from collections.abc import Iterable

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import PARIS, Hex
from marne.games.grand_illusion.components.units import BRITISH, COMBAT, HQS, MOBILE, NATION, OF_SIDE, Side
from marne.games.grand_illusion.rules.movement.entry import STAFFS, entries, points_left
from marne.games.grand_illusion.rules.movement.movement import enter
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.hexes import Bits, members

__all__ = ["gets_there", "who_gets_there"]

FARTHEST = 5
"""2.4: no allowance is larger."""


def who_gets_there(board: GrandIllusionBoard, hex: Hex, side: Side, starts: Iterable[Hex]) -> list[int]:
    """The units of a side in these hexes that could be there after one activation."""
    steps = _steps(board, hex)
    found = []
    for start in starts:
        if steps.get(start):
            units = board.at[start] & OF_SIDE[side] & MOBILE
            for unit in members(units):
                bit = 1 << unit
                groups = (bit, *(bit | 1 << hq for hq in members(units & STAFFS[NATION[unit]] & ~bit)))
                if any(gets_there(board, side, group, start, hex, steps) for group in groups):
                    found.append(unit)
    return sorted(found)


def gets_there(
    board: GrandIllusionBoard, side: Side, units: Bits, start: Hex, goal: Hex, steps: dict[Hex, int] | None = None
) -> bool:
    """8.4: whether a group can walk from its hex to another and stay there; `steps` are those to the goal."""
    if steps is None:
        steps = _steps(board, goal)
    begun = board.copy()
    begun.active = start
    todo, spent_to = [(begun, start, 0, 0)], {start: 0}
    while todo:
        now, here, spent, hexes = todo.pop()
        for there in entries(now, side, units, here, spent, hexes, retiring=False):
            if there == goal:
                if _stays(now, side, units, there):
                    return True
                continue
            price = spent + now.ground.cost[here, there]
            left = points_left(now.down, units, price, hexes + 1)
            if spent_to.get(there, price + 1) <= price or steps.get(there, FARTHEST) > left:
                continue
            spent_to[there] = price
            then = now.copy()
            _, stops, delayed = enter(then, side, units, here, there)
            if not stops and not delayed:
                todo.append((then, there, price, hexes + 1))
    return False


def _stays(board: GrandIllusionBoard, side: Side, units: Bits, hex: Hex) -> bool:
    """8.4.6, 8.4.7, 9.4.4: whether the move can end there: there is room, and a lone headquarters is not driven out."""
    if not fits(board, hex, side, units) or (hex == PARIS and units & BRITISH):
        return False
    return bool(not units & HQS or (board.combat(hex, side) | units) & COMBAT or not board.combat(hex, 1 - side))


def _steps(board: GrandIllusionBoard, goal: Hex) -> dict[Hex, int]:
    """How many hexes it is to the goal at least, as far as anybody walks."""
    found, edge = {goal: 0}, [goal]
    for far in range(1, FARTHEST):
        beyond = []
        for here in edge:
            for there in board.ground.around[here]:
                if there not in found:
                    found[there] = far
                    beyond.append(there)
        edge = beyond
    return found
