"""What a field is judged by: points, bases, markers, units destroyed, and who stands near what counts."""

from __future__ import annotations

from math import sqrt

from marne.games.brigade1914.board import DESTROYED, ON_TABLE, WAGON, Battlefield
from marne.games.brigade1914.rules.command.command import limit
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.scenarios.victory import destroyed, objectives, standing
from marne.games.brigade1914.staff.danger import power
from marne.kit.arithmetic import square

__all__ = ["features"]

NEAR = 3000
"""How far from an objective a unit still counts for it, in hundredths of an inch."""


def features(board: Battlefield) -> dict[str, float]:
    """C10, C27: blue less red; the late ones count the more the later it is."""
    points = standing(board)
    played = min(1.0, board.turn / max(1, board.rules.turns))
    lead = (points[0] - points[1]) / 4
    blue, red = _side(board, 0), _side(board, 1)
    apart = {name: blue[name] - red[name] for name in blue}
    attacker = 0.0 if board.rules.defender < 0 else 1.0 - 2 * board.role(0)
    return {
        "lead_late": lead * played,
        **apart,
        "bases_late": apart["bases"] * played,
        "near_late": apart["near"] * played,
        "broken": square(blue["lost"]) - square(red["lost"]),
        "attacker": attacker,
        "attacker_late": attacker * played,
    }


def _side(board: Battlefield, side: int) -> dict[str, float]:
    start = bases = 0
    shaken = near = 0.0
    for unit in board.units(side):
        if board.spec[unit].kind == WAGON:
            continue
        start += board.start[unit]
        if board.status[unit] == DESTROYED:
            continue
        bases += board.bases[unit]
        worn = min(1.0, board.markers[unit] / max(1, limit(board, unit)))
        might = power(board, unit) * (1 - worn / 2)
        shaken += worn * board.bases[unit]
        if board.status[unit] == ON_TABLE:
            x, y = troops.middle(board, unit)
            for ox, oy, worth in objectives(board):
                away = sqrt((x - ox) ** 2 + (y - oy) ** 2)
                near += worth * might * max(0.0, 1 - away / NEAR)
    whole = max(1, start)
    lost = destroyed(board, side) / max(1, board.starters[side])
    return {
        "bases": bases / whole,
        "shaken": shaken / whole,
        "near": near / 60,
        "lost": lost,
        "tokens": board.unspent(side) / 10,
    }
