"""C27: what the council's deputies know better than the staff: near the end it counts who holds the objectives."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import B1, R1, Game, battle, play
from marne.engine import CHANCE
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.staff import orders
from marne.games.brigade1914.staff.advice import ADVICE, STYLE
from marne.games.brigade1914.staff.danger import stake, urgency
from marne.games.brigade1914.staff.fire import assault_gain
from marne.games.brigade1914.staff.staff import decide
from marne.games.brigade1914.staff.style import PLAIN, Style

HOLD = Style(hold=200)
MIDDLE = (3600, 2400)
"""The objective that is worth four points."""


def near_the_middle(turn: int, blue: dict[str, Any] | None = None, red: dict[str, Any] | None = None) -> Game:
    """Blue has a shot, or can march up to the objective in the middle; nobody stands there."""
    units = {
        "b1": {"at": [3600, 3500], "facing": 0, "tokens": 3, **(blue or {})},
        "r1": {"at": [5000, 3500], "facing": 270, "tokens": 0, **(red or {})},
    }
    return battle(units=units, turn=turn, active="blue")


def answers(position: Game, style: Style) -> str:
    return position.write(decide(position, 0, Random(1), style))


def test_objectives_count_from_two_turns_before_the_last_and_never_for_the_staff() -> None:
    late = [urgency(near_the_middle(turn).board, HOLD) for turn in (1, 5, 6, 7, 8, 9)]
    assert late == [0, 0, 66, 133, 200, 200]
    assert urgency(near_the_middle(8).board, PLAIN) == 0
    marching = battle("bn4", "bn4", "retreat", units={"b1": {"at": [400, 1000]}}, turn=9).board
    assert urgency(marching, HOLD) == 0, "troops that march off the table hold nothing"


def test_what_is_at_stake_is_who_would_hold_the_objectives() -> None:
    board = near_the_middle(8).board
    there = troops.shape_at(board, B1, *MIDDLE, 0, "line")
    assert stake(board, B1, troops.shape(board, B1)) == 0
    assert stake(board, B1, there) == 4
    board = near_the_middle(8, {}, {"at": [3600, 2250]}).board
    assert stake(board, B1, troops.shape(board, B1)) == -4, "the enemy holds it"
    assert stake(board, B1, troops.shape_at(board, B1, 3600, 2600, 0, "line")) == 0, "nobody does"
    board = near_the_middle(8, {"at": [3600, 2400]}).board
    assert stake(board, B1, troops.shape(board, B1)) == 4
    assert stake(board, B1, None) == 0, "if it went away"


def test_late_it_marches_where_the_staff_fires() -> None:
    for turn, style, action in ((2, HOLD, "fire"), (8, PLAIN, "fire"), (8, HOLD, "move")):
        position = play(near_the_middle(turn), "activate b1")
        assert answers(position, style) == action, (turn, action)
    position = play(near_the_middle(8), "activate b1", "move")
    goal = decide(position, 0, Random(1), HOLD)
    assert isinstance(goal, tuple)
    x, y, look, formation = (int(str(each)) for each in goal)
    body = troops.shape_at(position.board, B1, x, y, look, ("line", "column", "double")[formation])
    assert stake(position.board, B1, body) == 4


def test_late_who_holds_an_objective_does_not_fall_back_from_it() -> None:
    beaten = {"at": list(MIDDLE), "markers": 7, "spent": 1}
    board = near_the_middle(8, beaten, {"at": [3600, 1200], "facing": 180, "tokens": 3}).board
    assert orders._fall_back_value(board, B1, PLAIN) > 100
    assert orders._fall_back_value(board, B1, HOLD) < 0


def test_late_an_assault_on_who_holds_an_objective_is_worth_more() -> None:
    board = near_the_middle(8, {"at": [3600, 3100]}, {"at": [3600, 2300]}).board
    assert assault_gain(board, B1, R1, HOLD) >= assault_gain(board, B1, R1, PLAIN) + 4 * 200 * 2 // 3


def test_the_councils_deputies_have_their_style_from_the_levels() -> None:
    assert STYLE != PLAIN
    position = near_the_middle(8)
    assert ADVICE.deputy(position, 0, None, Random(1)).style == STYLE


def test_a_council_is_called_for_the_last_tokens_of_a_turn() -> None:
    assert ADVICE.calls(near_the_middle(8, {"tokens": 5}, {"tokens": 5}))
    assert not ADVICE.calls(near_the_middle(8, {"tokens": 6}, {"tokens": 5})), "too many"
    assert not ADVICE.calls(play(near_the_middle(8, {"tokens": 5}), "activate b1")), "no order"


@pytest.mark.parametrize("answers", [(), ("activate b1",)])
def test_what_is_explained_does_not_hang_on_where_a_council_is_called(answers: tuple[str, ...]) -> None:
    position = near_the_middle(8, {"at": [3600, 3100], "tokens": 6}, {"at": [3600, 2300], "tokens": 6})
    position = play(position, *answers)
    while position.open is not None and position.open.actor == CHANCE:
        position = play(position, position.write(position.suggest(Random(1), 1)[0]))
    assert ADVICE.weighs(position)
    assert not ADVICE.calls(position)
