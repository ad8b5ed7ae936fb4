"""T7: points, and the end."""

from __future__ import annotations

from marne.engine import Position, Score
from marne.hexes import members
from training.board import Field
from training.components.ground import SIDES
from training.events import PointsScored
from training.words import WORDS

__all__ = ["count_towns", "ended", "score"]


def count_towns(board: Field) -> None:
    """T7.1: the points of the towns at the end of a turn."""
    towns = board.ground.towns
    scored = [sum(towns[hex].points for hex in members(board.held[side])) for side in (0, 1)]
    board.points[0] += scored[0]
    board.points[1] += scored[1]
    board.tell(PointsScored("T7.1", scored[0], scored[1]))


def ended(board: Field) -> bool:
    """T7.3: whether the turn that is over was the last."""
    return board.turn >= board.scenario.turns or not board.units_left(0) or not board.units_left(1)


def score(position: Position[Field], language: str) -> Score:
    """T7.3: the points, and once the game is over the winner."""
    blue, red = position.board.points
    if not position.over:
        return Score(False, (blue, red), None, "T7.3")
    if blue == red:
        return Score(True, (blue, red), None, "T7.3", WORDS.say(language, "end.equal"))
    winner = int(red > blue)
    why = WORDS.say(language, "end.won", side=WORDS.say(language, SIDES[winner]))
    return Score(True, (blue, red), winner, "T7.3", why)
