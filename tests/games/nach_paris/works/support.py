"""Printed lines and belts of works, by their hexes."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged
from marne.games.nach_paris.components.units import BY_ID, SIDE
from marne.games.nach_paris.rules.works.cover import BarrageCover, Cover, barrage_covers, covers
from marne.games.nach_paris.rules.works.entrenchments import Works, covered
from marne.games.nach_paris.steps import hex_of

LORRAINE, NANCY = "N16", "R15"
"""Guarded against N15 and O15, and against Q15 and R16."""


def set_up(turn: int = 10, **changes: Any) -> Game:
    return arranged(turn=turn, begin="EndOfCombatPhase", **changes)


def works(game: Game, unit: str, *attackers: str) -> Works:
    board, one = game.board, BY_ID[unit]
    return covered(board, board.where[one], SIDE[one], map(hex_of, attackers))[one]


def cover(game: Game, unit: str, *attackers: str) -> Cover:
    board, one = game.board, BY_ID[unit]
    return covers(board, board.where[one], SIDE[one], map(hex_of, attackers))[one]


def under_fire(game: Game, unit: str, *guns: str) -> BarrageCover:
    board, one = game.board, BY_ID[unit]
    return barrage_covers(board, board.where[one], SIDE[one], map(hex_of, guns))[one]
