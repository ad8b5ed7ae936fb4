"""9.3.3, 9.8: what a hit does to a unit, and scenario 2's counts of it."""

from __future__ import annotations

from marne.games.grand_illusion.board import DEAD, GrandIllusionBoard
from marne.games.grand_illusion.components.units import BRITISH, COMBAT, CORPS, FORTS, FRENCH, IDS, LADDER, Unit
from marne.games.grand_illusion.events import Eliminated, FortReduced, UnitDisrupted

__all__ = ["disrupt", "eliminate", "hit"]


def hit(board: GrandIllusionBoard, unit: Unit, rule: str = "9.3.3") -> None:
    """9.3.3, 14.2.2: a unit is disrupted, a disrupted one eliminated, a fort loses a step."""
    if FORTS >> unit & 1:
        _reduce(board, unit, rule)
        return
    if BRITISH >> unit & 1:
        board.british_hits += 1
    if board.down >> unit & 1:
        eliminate(board, unit, rule)
    else:
        disrupt(board, unit, rule)


def disrupt(board: GrandIllusionBoard, unit: Unit, rule: str) -> None:
    """9.8.1: flip a combat unit to its back."""
    board.down |= 1 << unit
    board.tell(UnitDisrupted(rule, IDS[unit], board.where[unit]))


def eliminate(board: GrandIllusionBoard, unit: Unit, rule: str) -> None:
    """9.3.3, 9.8.2, 14.2.2: put a unit on the deadpile, whence only combat units come back (7.2)."""
    bit = 1 << unit
    board.tell(Eliminated(rule, IDS[unit], max(board.where[unit], 0)))
    if bit & BRITISH & COMBAT:
        board.british_lost += 1 if board.down & bit else 2
    if bit & FRENCH & CORPS:
        board.french_lost += 1
    board.down &= ~bit
    board.put(unit, DEAD)


def _reduce(board: GrandIllusionBoard, fort: Unit, rule: str) -> None:
    """9.3.3: the next counter or side of a fort, or its end."""
    lost = board.losses.get(fort, 0) + 1
    if lost >= len(LADDER[fort]):
        eliminate(board, fort, rule)
    else:
        board.losses[fort] = lost
        board.tell(FortReduced(rule, IDS[fort], board.where[fort], LADDER[fort][lost][0]))
