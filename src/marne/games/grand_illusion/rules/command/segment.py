"""8.1.1: the end of a segment by rule."""

from __future__ import annotations

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import Side

__all__ = ["gain_cap", "spend", "surrender"]


def surrender(board: GrandIllusionBoard) -> None:
    """8.1.1, 9.1.3: the initiative goes over, and battles that are still to be fought are cancelled."""
    board.surrendered = True
    board.battles = []
    board.attackers = {}
    board.declared = 0


def gain_cap(board: GrandIllusionBoard, side: Side) -> None:
    """5.1.1: a general staff gives one CAP, never above ten."""
    board.caps[side] = min(LIMITS.caps, board.caps[side] + 1)


def spend(board: GrandIllusionBoard, side: Side, caps: int = 1) -> None:
    """5.2: CAPS are spent one by one and never saved."""
    board.caps[side] -= caps
