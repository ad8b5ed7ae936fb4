"""T7: points and the end."""

from __future__ import annotations

import pytest

from marne.engine import Position
from training.board import Field
from training.events import PointsScored, TownHeld
from training.game import GAME
from training.rules.victory import ended
from training.sequence import EndOfTurn

from .support import arranged, asked, events, play, setting, unit


@pytest.mark.rule("T7.1")
def test_towns_belong_to_whoever_was_there_last() -> None:
    units = {"B1": unit("infantry", "0403"), "R1": unit("cavalry", "0504")}
    position = play(arranged(units=units), "B1", "0404")
    assert events(position, TownHeld) == [TownHeld("T7.1", 0, "Pont")]
    position = GAME.arrange(setting(), {"units": {"R1": unit("cavalry", "0504")}, "side": "red"})
    position.board.held[0] = 1 << position.board.ground.grid.hex("0404")
    position = play(position, "R1", "0404")
    assert events(position, TownHeld) == [TownHeld("T7.1", 1, "Pont")]
    assert position.board.held[0] == 0


@pytest.mark.rule("T7.1")
def test_towns_give_points_each_turn() -> None:
    board = arranged(units={"B1": unit("infantry", "0403"), "R1": unit("infantry", "0603")}).board
    grid = board.ground.grid
    board.held = [1 << grid.hex("0404") | 1 << grid.hex("0402"), 1 << grid.hex("0704")]
    position = Position.begin(board, EndOfTurn())
    assert events(position, PointsScored) == [PointsScored("T7.1", 3, 1)]
    assert (position.board.points, asked(position)) == ([3, 1], "Weather")


@pytest.mark.rule("T7.3")
def test_the_last_turn() -> None:
    board = arranged(turn=7, units={"B1": unit("infantry", "0403"), "R1": unit("infantry", "0603")}).board
    board.points = [2, 5]
    position = Position.begin(board, EndOfTurn())
    assert position.over
    score = GAME.score(position)
    assert (score.over, score.winner, score.points, score.rule) == (True, 1, (2, 5), "T7.3")
    assert GAME.score(arranged(units={"B1": unit("infantry", "0403")})).winner is None, "not before the end"


@pytest.mark.rule("T7.3")
def test_equal_points_are_a_draw() -> None:
    board = arranged(turn=7, units={"B1": unit("infantry", "0403"), "R1": unit("infantry", "0603")}).board
    score = GAME.score(Position[Field].begin(board, EndOfTurn()))
    assert (score.over, score.winner) == (True, None)


@pytest.mark.rule("T7.3")
def test_a_side_without_units_ends_the_game() -> None:
    board = arranged(units={"B1": unit("infantry", "0403"), "R1": unit("decoy", "0603", up=False)}).board
    assert ended(board), "decoys do not count"
    assert not ended(arranged(units={"B1": unit("infantry", "0403"), "R1": unit("guns", "0603")}).board)
