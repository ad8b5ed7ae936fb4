"""C5: seizing the initiative."""

from __future__ import annotations

import pytest

from games.brigade1914.command.support import moving
from games.brigade1914.positions import FAR, FRESH, board_of
from games.brigade1914.support import B1, R1, actor, apart, asked, battle, legal, play, unit
from marne.games.brigade1914.rules.command.reaction import React, seized


@pytest.mark.rule("C5")
@pytest.mark.parametrize(("die", "active"), [(5, 0), (6, 1)])
def test_only_a_natural_six_seizes(die: int, active: int) -> None:
    position = play(moving(), "fall back r1", die, "stay")
    assert position.board.active == active


@pytest.mark.rule("C5")
def test_a_failed_or_dead_reactor_does_nothing() -> None:
    board = battle(units=FRESH).board
    board.natural = 6
    for passed, status in ((0, 1), (1, 7)):
        board.passed, board.status[R1] = passed, status
        assert React(B1, R1, "fall back", "0").do(board) == ()
        assert board.seize == -1


@pytest.mark.rule("C5", "A12")
def test_a_six_on_the_second_throw_of_the_british_seizes_too() -> None:
    position = battle(units=FRESH, active="red")
    position = play(position, "activate r1", "move", "3000,1900 180 line", "fall back b1", 2, "again", 6, "stay")
    assert position.board.active == 0
    assert position.board.reroll == [1, 0]


@pytest.mark.rule("C5", "C23")
def test_a_countered_grouped_guns_neither_fires_nor_seizes() -> None:
    hands = {"red": ["grouped_guns"], "blue": ["intelligence"]}
    position = play(moving(hands=hands), "grouped_guns r1")
    assert (asked(position), actor(position)) == ("Counter", "blue")
    stopped = play(position, "intelligence")
    assert (asked(stopped), actor(stopped), stopped.board.active) == ("Act", "blue", 0)
    fires = play(position, "no", 6)
    assert (asked(fires), fires.step.rifles, fires.step.guns) == ("Volley", 0, 1)  # type: ignore[attr-defined]
    after = play(fires, 1)
    while asked(after) != "Act":
        after = play(after, legal(after)[0])
    assert after.board.active == 1, "a natural 6 seizes, as ever"


@pytest.mark.rule("C5")
def test_blue_can_seize_too() -> None:
    board = board_of(active="red")
    board.seize = 0
    assert seized(board)
    assert (board.active, board.seize) == (0, -1)


@pytest.mark.rule("C5")
def test_a_natural_six_seizes_the_initiative_after_the_action() -> None:
    position = apart(1500)
    position = play(position, "activate b1", "move", "3000,2825 0 line", "fall back r1", 6)
    position = play(position, "stay")
    assert position.board.active == 1
    assert (asked(position), actor(position)) == ("Act", "red")
    assert unit(position, "b1")["at"][1] == 2825, "the action was carried out first"


@pytest.mark.rule("C5")
def test_only_the_other_side_can_seize() -> None:
    board = battle(units={"b1": FAR}).board
    for seize, active, result in ((-1, 0, False), (0, 0, False), (1, 1, True)):
        board.seize, board.active, board.gained = seize, 0, 3
        assert seized(board) == result
        assert (board.seize, board.active) == (-1, active)
        assert board.gained == (0 if result else 3)
