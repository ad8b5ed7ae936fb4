"""9.4: retreats. `retreat_hexes` is the list of priorities; the steps of a retreat after battle follow it."""

from __future__ import annotations

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.control import blocked_hexes
from marne.games.grand_illusion.places import PARIS, Hex
from marne.games.grand_illusion.supply import supplied
from marne.games.grand_illusion.units import BRITISH, CAVALRY, COMBAT, FORTS, INFANTRY, OF_SIDE, Side
from marne.hexes import Bits


def priority(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """9.4.3: 1 (best) to 5 for a hex next to the battle, 0 if it can't be entered at all."""
    foes = board.at[hex] & OF_SIDE[1 - side] & (COMBAT | FORTS)
    if board.controls(side, hex):
        return 2 if foes else 1
    if not foes:
        return 3
    if hex not in board.battles and _joins_friends(board, side, hex, foes):
        return 4
    if foes & CAVALRY & ~board.down and not foes & (INFANTRY | FORTS):
        return 5
    return 0


def _joins_friends(board: GrandIllusionBoard, side: Side, hex: Hex, foes: Bits) -> bool:
    """9.4.3: enemy infantry, but friends too; the Spanish text: any enemy, and supplied friends or forts (ES-18)."""
    friends = board.combat(hex, side)
    if not board.edition.retreat_beside_forts and not foes & INFANTRY:
        return False
    if board.edition.retreat_needs_supplied_friends:
        friends = supplied(board, friends, hex)
    if board.edition.retreat_beside_forts:
        friends |= board.free_forts(hex, side)
    return bool(friends)


def retreat_hexes(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits) -> tuple[Hex, ...]:
    """9.4.3: the neighbours of the best priority; never across impassable or blocked hexsides.

    8.4.7: British units take Paris only when nothing else is open.
    """
    best, found = 9, []
    shut = blocked_hexes(board, side, hex)
    for other in board.ground.neighbours[hex]:
        if shut >> other & 1:
            continue
        rank = priority(board, side, other)
        if rank and other == PARIS and units & BRITISH:
            rank += 5
        if rank and rank < best:
            best, found = rank, [other]
        elif rank and rank == best:
            found.append(other)
    return tuple(found)
