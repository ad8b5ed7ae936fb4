"""[6.4] Stacking: how many steps a hex holds."""

from __future__ import annotations

from marne.games.nach_paris.board import DESTROYED, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import FLOODED, STACKING
from marne.games.nach_paris.components.units import OF_SIDE, SIDE, STEPS, Side, Unit
from marne.games.nach_paris.components.units import STACKING as COUNTED
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.hexes import Bits, members

__all__ = ["fits", "limit", "overfull", "room", "squeeze_in", "stacked_steps", "terrain_now"]


def terrain_now(board: NachParisBoard, hex: Hex) -> int:
    """[17.2.2] The terrain of a hex [4.1], `tables.FLOODED` where a sluice has flooded it."""
    if board.sluices:
        for i, sluice in enumerate(MAP.sluices):
            if board.sluices >> i & 1 and hex in sluice.hexes:
                return FLOODED
    return MAP.terrain[hex]  # 4.1


def limit(board: NachParisBoard, hex: Hex) -> int:
    """[6.4.1] The Stacking Limit of a hex."""
    return STACKING[terrain_now(board, hex)]


def stacked_steps(board: NachParisBoard, units: Bits) -> int:
    """[6.4.2] The steps of a set that count: foot, horse and heavy guns that are not on a train."""
    counted, lost, trains = units & COUNTED, board.lost, board.trains
    found = 0
    while counted:  # few units, and asked for every hex
        unit = counted.bit_length() - 1
        counted ^= 1 << unit
        if unit not in trains:
            found += STEPS[unit] - lost[unit]
    return found


def room(board: NachParisBoard, hex: Hex, side: Side) -> int:
    """[6.4.1] The steps for which there is still room."""
    return limit(board, hex) - stacked_steps(board, board.at[hex] & OF_SIDE[side])


def overfull(board: NachParisBoard) -> list[Hex]:
    """[6.4.1] The hexes with more steps of a side than they hold; who was flooded may stay (departs: 17.2.2)."""
    return [
        hex
        for side in (0, 1)
        for hex in members(board.occupied[side])
        if room(board, hex, side) < 0 and terrain_now(board, hex) != FLOODED
    ]


def fits(board: NachParisBoard, unit: Unit, hex: Hex, side: Side) -> bool:
    """[6.4.1] Whether a unit may end in a hex; one that doesn't count always may."""
    if board.where[unit] == hex or not COUNTED >> unit & 1:
        return True
    return board.steps(unit) <= room(board, hex, side)


def squeeze_in(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[6.4.3], [9.6.4] A unit retreats into a hex: it loses steps until it fits. Whether anything of it is left.

    The caller puts the unit there afterwards.
    """
    if not fits(board, unit, hex, SIDE[unit]):
        lose_steps(board, unit, board.steps(unit) - max(0, room(board, hex, SIDE[unit])), combat=True)
    return board.where[unit] != DESTROYED
