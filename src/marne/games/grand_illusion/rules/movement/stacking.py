"""8.4.6: how many units a hex holds."""

from __future__ import annotations

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import VOSGES, Hex
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import COMBAT, CORPS, INFANTRY, OF_SIDE, Side
from marne.hexes import Bits

__all__ = ["fits", "overfull"]

MOST_INFANTRY = LIMITS.stack_infantry
MOST = LIMITS.stack
"""In halves of a corps: six corps of infantry, eight in all."""
MOST_VOSGES = LIMITS.stack_vosges
"""Three corps and one division or brigade."""
CORPS_VOSGES = LIMITS.corps_vosges
FOOT_CORPS = CORPS & INFANTRY
ALWAYS = MOST_INFANTRY // 2
"""So many units fit whatever they are, except in the Vosges."""


def fits(board: GrandIllusionBoard, hex: Hex, side: Side, units: Bits) -> bool:
    """8.4.6: whether the units may stop in the hex beside those of their side."""
    all_units = (board.at[hex] & OF_SIDE[side] | units) & COMBAT
    if all_units.bit_count() <= ALWAYS and not VOSGES >> hex & 1:
        return True
    corps = (all_units & FOOT_CORPS).bit_count()
    halves = all_units.bit_count() + corps
    if VOSGES >> hex & 1:
        return halves <= MOST_VOSGES and corps <= CORPS_VOSGES
    return halves <= MOST and (all_units & INFANTRY).bit_count() + corps <= MOST_INFANTRY


def overfull(board: GrandIllusionBoard, hex: Hex, side: Side) -> bool:
    """8.4.6: whether a hex holds more than it may."""
    return not fits(board, hex, side, 0)
