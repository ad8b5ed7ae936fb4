"""Chapters 5 and 6: CAPS and initiative."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import arranged, asked, legal, play, until
from marne.games.grand_illusion.caps import commander, receive
from marne.games.grand_illusion.tables import CAPS
from marne.games.grand_illusion.units import ALLIED, GERMAN


@pytest.mark.rule("5.1", "5.1.4", "6.0")
def test_first_turn_is_fixed() -> None:
    position = arranged(begin="turn", turn=1)
    assert position.board.caps == [4, 6]
    assert position.board.initiative == ALLIED


@pytest.mark.rule("5.1.1", "4.0")
def test_dice_on_both_columns() -> None:
    position = arranged(begin="turn", turn=5)
    assert asked(position) == "RollCaps"
    position = play(position, 5, 6)
    assert position.board.caps == [5, 9]
    assert asked(position) == "RollInitiative"


@pytest.mark.rule("5.1.1")
@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("Joffre", [4, 4, 4, 4, 5, 5]),
        ("Joffre II", [5, 6, 7, 8, 8, 9]),
        ("Moltke", [5, 6, 7, 7, 8, 9]),
        ("Falkenhayn", [6, 7, 8, 9, 9, 10]),
    ],
)
def test_the_table(column: str, values: list[int]) -> None:
    assert [CAPS[die, column] for die in range(1, 7)] == values


@pytest.mark.rule("5.1.2", "5.1.3")
def test_commanders_change_on_the_turn_after_the_withdrawal() -> None:
    board = arranged(turn=5, withdrew=[4, 5]).board
    assert commander(board, ALLIED) == "Joffre II"
    assert commander(board, GERMAN) == "Moltke"
    board.turn = 6
    assert commander(board, GERMAN) == "Falkenhayn"


@pytest.mark.rule("5.1.1", "14.3.6")
def test_never_more_than_ten() -> None:
    board = arranged(scenario=3, turn=11, options={"allied": [3], "german": [4]}).board
    receive(board, GERMAN, 10)
    receive(board, ALLIED, 9)
    assert board.caps == [10, 10]


@pytest.mark.rule("5.2", "5.1.1")
def test_what_is_left_is_lost() -> None:
    position = arranged(turn=5, caps=[7, 9])
    position = until(position, "RollCaps")
    assert position.board.turn == 6
    position = play(position, 1)
    assert position.board.caps[ALLIED] == 4


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("allied", "german", "first"), [(4, 3, ALLIED), (3, 3, GERMAN), (2, 6, GERMAN)])
def test_the_higher_die_goes_first_and_ties_are_german(allied: int, german: int, first: int) -> None:
    position = play(arranged(begin="turn", turn=6), 3, 3, allied, german)
    assert position.board.initiative == first


@pytest.mark.rule("6.0")
@pytest.mark.parametrize("turn", [2, 3])
def test_german_initiative_on_turns_two_and_three(turn: int) -> None:
    assert play(arranged(begin="turn", turn=turn), 3, 3).board.initiative == GERMAN


@pytest.mark.rule("6.0", "8.1.1")
def test_on_turn_one_the_allies_have_one_activation_left() -> None:
    position = arranged(begin="turn", turn=1)
    assert asked(position) == "Act"
    position = play(position, "activate 57", "done")
    assert position.open is not None
    assert position.open.actor == GERMAN
    assert "activate 72" in legal(position)
