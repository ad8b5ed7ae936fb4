"""What is at stake near the end: who would hold the objectives if a unit stood elsewhere."""

from __future__ import annotations

from marne.games.brigade1914.board import ON_TABLE, WAGON, Battlefield
from marne.games.brigade1914.components.data import VICTORY
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.staff.style import Style
from marne.plane import Group, near_point

__all__ = ["stake", "urgency"]

SOON = 3
"""So many turns before the last the objectives begin to count."""


def urgency(board: Battlefield, style: Style) -> int:
    """C27: what each point of an objective is worth by now, in hundredths of a hit; nothing where troops march off."""
    if not style.hold or board.rules.exit_from_turn:
        return 0
    late = min(SOON, board.turn - board.rules.turns + SOON)
    return style.hold * late // SOON if late > 0 else 0


def stake(board: Battlefield, unit: int, body: Group | None) -> int:
    """C27: the points of objectives that the unit's side would hold less those of the enemy, if it stood there, or,
    with no body, nowhere."""
    side, total = board.side[unit], 0
    for x, y, points in objectives(board):
        close, holds = [False, False], [False, False]
        for other in range(len(board.spec)):
            if board.status[other] != ON_TABLE or board.spec[other].kind == WAGON:
                continue
            here = body if other == unit else troops.shape(board, other)
            if here is None or not near_point(here, x, y, VICTORY.hold_range):
                continue
            close[board.side[other]] = True
            holds[board.side[other]] = holds[board.side[other]] or troops.is_foot(board, other)
        if holds[side] and not close[1 - side]:
            total += points
        elif holds[1 - side] and not close[side]:
            total -= points
    return total
