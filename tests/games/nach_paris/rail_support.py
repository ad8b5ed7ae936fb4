"""Positions on the railways for tests.

The line F79 runs from Orléans (BB5, a large town) over BB6, BB7, BB8, BB9, BA9 and the fork AZ10 to Étampes (AZ11, a
small town); it is a main line of regular capacity. W13 is a low line from Orléans over BC5, BD6, BD7 and BD8 to BE8, a
station.
"""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged, play
from marne.games.nach_paris.components.units import BY_ID, FR
from marne.games.nach_paris.rules.rail.journeys import rides
from marne.games.nach_paris.rules.rail.stations import capacity
from marne.games.nach_paris.steps import hex_of, label


def at(turn: int = 10, begin: str = "MoveUnits FR", **changes: Any) -> Game:
    return arranged(turn=turn, side="allied", begin=begin, **changes)


def moving(unit: str, place: str, **changes: Any) -> Game:
    others = changes.pop("units", {})
    return play(at(units={unit: place, "145e-RI": "AK30 N", **others}, **changes), f"move {unit}")


def spent(position: Game, unit: str) -> int:
    return position.board.spent.get(BY_ID[unit], 0)


def steps_at(hex: str, **changes: Any) -> int:
    return capacity(at(begin="nothing", **changes).board, FR, hex_of(hex))


def reached(position: Game, unit: str, points: int = 50) -> set[str]:
    return {label(hex) for hex in rides(position.board, BY_ID[unit], points)}
