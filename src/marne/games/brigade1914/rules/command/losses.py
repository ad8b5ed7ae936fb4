"""C7, A2, C11: what destroys a unit, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from marne.games.brigade1914.board import DESTROYED, LEFT, WAGON, Battlefield
from marne.games.brigade1914.components.data import COMMAND, MEASURES, MOVE, VICTORY
from marne.games.brigade1914.events import GeneralFled, LeftTable, MarkersGained, UnitDestroyed
from marne.games.brigade1914.rules.command.command import gone, limit
from marne.games.brigade1914.rules.measures.troops import edge_facing, enemies, friends, present, shape, within
from marne.plane import Group, Point, group, group_distance2, near, turned

__all__ = ["add_markers", "check_generals", "check_limit", "destroy", "leave", "set_general"]


def add_markers(board: Battlefield, unit: int, markers: int, rule: str, why: str) -> None:
    """C7: put morale markers on a unit; at its limit it is destroyed."""
    board.markers[unit] += markers
    board.tell(MarkersGained(rule, board.label(unit), markers, why))
    check_limit(board, unit)


def check_limit(board: Battlefield, unit: int) -> bool:
    """C7: whether the unit is destroyed by its markers or for want of bases; if so, it goes."""
    if gone(board, unit):
        return True
    if board.bases[unit] <= 0:
        destroy(board, unit, "no bases left")
    elif board.markers[unit] >= limit(board, unit):
        destroy(board, unit, "morale")
    return gone(board, unit)


def destroy(board: Battlefield, unit: int, why: str) -> None:
    """C7, C27: the unit goes, its tokens are lost, the enemy scores, and friends within 4 inches take a marker."""
    if gone(board, unit):
        return
    side = board.side[unit]
    near_by = []
    if present(board, unit) and board.spec[unit].kind != WAGON:
        near_by = [
            friend
            for friend in friends(board, side)
            if friend != unit and board.spec[friend].kind != WAGON and within(board, unit, friend, COMMAND.shock_range)
        ]
    _take_off(board, unit, DESTROYED)
    board.reinforced[unit] = 1  # C8: nothing comes up for it before the next turn
    board.tell(UnitDestroyed("C7", board.label(unit), why))
    kind = board.spec[unit].kind
    if kind != WAGON:
        board.vp[1 - side] += VICTORY.destroyed[kind]
    for friend in near_by:
        if not gone(board, friend):
            add_markers(board, friend, 1, "C7", "friends destroyed")


def leave(board: Battlefield, unit: int, rule: str) -> None:
    """C14, C27: the unit goes off the table and is not destroyed."""
    _take_off(board, unit, LEFT)
    board.tell(LeftTable(rule, board.label(unit)))


def _take_off(board: Battlefield, unit: int, status: int) -> None:
    """C7, C14: neither bases nor tokens nor an order are left of a unit that goes."""
    board.status[unit], board.at[unit], board.goal[unit] = status, (), ()
    board.tokens[unit], board.half[unit] = 0, -1


def check_generals(board: Battlefield) -> None:
    """C11: a general with an enemy within 2 inches and no friend within 2 flees 12 inches and leaves his tokens."""
    for side in (0, 1):
        here = _general_at(board.gx[side], board.gy[side])
        if not _within(board, here, enemies(board, side)) or _within(board, here, friends(board, side)):
            continue
        set_general(board, side, *_refuge(board, side))
        board.gtokens[side] = 0
        board.rating[side] = max(board.rating[side] - 1, 1)
        board.tell(GeneralFled("C11", side))


def _general_at(x: int, y: int) -> Group:
    """C11: the general as a base."""
    return group(((x, y, 0),), ((MEASURES.company_width, MEASURES.company_depth),))


def _refuge(board: Battlefield, side: int) -> Point:
    """C11: 12 inches back; what the edge leaves of them he goes along it, to where the enemy is farther off."""
    x, y, facing = board.gx[side], board.gy[side], edge_facing(board.edge(side))
    dx, dy = turned(0, -MOVE.general_flight, facing)
    back = _on_table(x + dx, y + dy)
    rest = MOVE.general_flight - abs(back[0] - x) - abs(back[1] - y)
    ways = [turned(along, 0, facing) for along in (rest, -rest)]
    spots = [_on_table(back[0] + ax, back[1] + ay) for ax, ay in ways]
    foes = [shape(board, unit) for unit in enemies(board, side)]
    return max(spots, key=lambda spot: min(group_distance2(_general_at(*spot), foe) for foe in foes))


def _within(board: Battlefield, here: Group, units: Iterable[int]) -> bool:
    """C11: whether one of these units is within 2 inches of a general."""
    return any(near(here, shape(board, unit), COMMAND.general_danger) for unit in units)


def set_general(board: Battlefield, side: int, x: int, y: int) -> None:
    """C11: the general stands there, on the table."""
    board.gx[side], board.gy[side] = _on_table(x, y)


def _on_table(x: int, y: int) -> Point:
    """C11: the nearest point on the table for a general."""
    return min(max(x, 100), 7100), min(max(y, 100), 4700)
