"""Chapter 6, command: which units an army HQ leads."""

from __future__ import annotations

from marne.games.schlieffens_war.board import OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import GERMAN, HQS_OF, NATION
from marne.games.schlieffens_war.rules.supply.supply import rail_net
from marne.hexes import Bits

__all__ = ["command_area", "command_radius", "in_command"]


def command_radius(board: WarBoard, hq: int) -> int:
    """6.7, 2.7, 8.7: the HQ's combat factor, halved and rounded up when its out-of-supply side is up."""
    factor = board.factor(hq)
    return (factor + 1) // 2 if board.supply[hq] == OUT_OF_SUPPLY else factor


def command_area(board: WarBoard, nation: int) -> Bits:
    """6.7: hexes in which units of a nation are in command; for Germans also cities joined by rail to the east edge."""
    area = 0
    where = board.where
    for hq in HQS_OF[nation]:
        if where[hq] >= 0:
            area |= g.GRID.within_bits(where[hq], command_radius(board, hq))
    if nation == GERMAN:
        area |= g.GERMAN_CITIES & rail_net(board, GERMAN)
    return area


def in_command(board: WarBoard, unit: int) -> bool:
    """6.7: whether a unit on the map is in command."""
    return bool(command_area(board, NATION[unit]) >> board.where[unit] & 1)
