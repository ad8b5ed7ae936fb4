"""11.0, 11.1, 11.3, 11.6: the Administrative Phase."""

from __future__ import annotations

import pytest

from games.grand_illusion.positions import NORTH, counting, phase
from games.grand_illusion.support import alone, asked, carried_out, play
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.rules.movement.control import take
from marne.games.grand_illusion.rules.scenarios.victory import ImmediateVictory


@pytest.mark.rule("11.1", "14.1.3", "14.2.3")
@pytest.mark.parametrize(("allied", "wins"), [(3, True), (8, False)])
def test_the_fall_of_paris(allied: int, wins: bool) -> None:
    road = [*NORTH, 19, 28, 27]
    position = counting(turn=8, german=road, immediate=8, units={"GE.X": 19, "FR.XX": 80}, points=[allied, 0])
    assert asked(position) == "DrawGerman"
    position = play(position, 2, 3)
    assert position.over is wins
    if wins:
        assert position.board.won_by == "immediate"
        assert position.board.winner == GERMAN
    else:
        assert position.board.points[GERMAN] == 10, "only Paris stays on the record"
        assert position.board.markers == {}
        assert len(position.board.german_cup) == 15
        take(position.board, 19, ALLIED)
        assert position.board.points[GERMAN] == 0


@pytest.mark.rule("11.1", "14.1.3", "14.3.5")
@pytest.mark.parametrize(
    ("held", "immediate", "counted", "draws", "points"),
    [
        (True, 8, False, True, 10),
        (True, 7, False, False, 10),
        (True, 7, True, False, 0),
        (False, 8, False, False, 0),
        (True, 8, True, True, 0),
    ],
)
@pytest.mark.reading("paris-again")
def test_when_paris_counts(held: bool, immediate: int, counted: bool, draws: bool, points: int) -> None:
    road = [*NORTH, 28, 27, *([19] if held else [])]
    board = alone(turn=8, units={"GE.X": 84, "FR.XX": 80}, german=road, immediate=immediate, paris=counted).board
    steps = carried_out(ImmediateVictory(), board)
    assert [type(step).__name__ for step in steps] == (["DrawGerman", "DrawGerman", "JudgeImmediate"] if draws else [])
    assert board.points[GERMAN] == points
    assert board.paris is (held or counted)


@pytest.mark.rule("11.0", "11.6", "4.0")
def test_then_comes_the_next_turn() -> None:
    position = phase(units={"FR.XX": 57, "GE.X": 84})
    assert asked(position) == "RollCaps"
    assert position.board.turn == 7
