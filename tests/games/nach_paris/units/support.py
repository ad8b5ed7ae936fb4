"""Units that are put on the board, test, split and recombine."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged
from marne.engine import Position
from marne.games.nach_paris.board import ASIDE
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import BY_ID, SPLIT_ROWS
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps

DI = BY_ID["1re-DI"]


def examined(unit: str = "1re-DI", place: str = "BC9", *keys: str, **changes: Any) -> Game:
    """A unit that tests in a Combat Phase, and loses a step if it fails."""
    changes.setdefault("turn", 4)  # neither hot nor wet
    position = arranged(units={unit: place}, begin="nothing", **changes)
    board = position.board
    board.phase, board.side = "combat", 1
    number = BY_ID[unit]
    mods = tuple(modifier(key) for key in keys)
    return Position.begin(board, CabTest(number, mods, failed=(LoseSteps(number, 1),)))


ROW = {row.id: row for row in SPLIT_ROWS}
KK, CA, ID = ROW["4.KK"], ROW["14e-CA"], ROW["6.ID"]


def moving(units: dict[str, str], side: str = "german", turn: int = 7, **changes: Any) -> Game:
    """A Movement Phase of one side, its first question."""
    return arranged(units=units, side=side, turn=turn, begin="movement", **changes)


def lost(position: Game, unit: str) -> int:
    return position.board.lost[BY_ID[unit]]


def aside(position: Game, *units: str) -> bool:
    return all(position.board.where[BY_ID[unit]] == ASIDE for unit in units)


def put(words: dict[str, str], **more: Any) -> Game:
    return arranged(units=words, turn=10, begin="nothing", **more)
