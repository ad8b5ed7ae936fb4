"""Chapters 4 and 5: the sequence of play, CAPS."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import arranged, asked, carried_out, play, until
from marne.games.grand_illusion.components.tables import CAPS
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.command.caps import commander, receive
from marne.games.grand_illusion.sequence import AdvanceTurn, ReinforcementPhase, StrategicPhase, Turn


@pytest.mark.rule("5.1", "5.1.4", "6.0")
def test_first_turn_is_fixed() -> None:
    position = arranged(begin="turn", turn=1, caps=[0, 0], initiative="german")
    assert position.board.caps == [4, 6]
    assert position.board.initiative == ALLIED
    assert asked(position) == "Act", "no dice"
    assert asked(arranged(begin="turn", turn=2)) == "RollCaps"
    assert asked(arranged(scenario=3, begin="turn", turn=1)) == "RollCaps", "14.3.1"


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
    board.withdrew = [0, 0]
    assert commander(board, ALLIED) == "Joffre"
    assert commander(board, GERMAN) == "Moltke"
    board.withdrew = [6, 0]
    assert commander(board, ALLIED) == "Joffre", "not on the turn of the withdrawal"


@pytest.mark.rule("5.1.1", "14.3.6")
@pytest.mark.reading("more-troops")
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


@pytest.mark.rule("4.0", "8.4.3", "14.3.6")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 6])
def test_how_a_turn_begins(turn: int) -> None:
    board = arranged(scenario=3, turn=turn, options={"german": [5]}).board
    board.emergency, board.fresh, board.antwerp = False, 6, turn == 4
    board.put(BY_ID["BE.F-Antwerp"], -1)
    board.control |= 1 << 52
    steps = carried_out(Turn(turn), board)
    assert board.turn == turn
    assert board.fresh == 0
    assert board.emergency is (turn == 3)
    assert board.antwerp
    assert [type(step).__name__ for step in steps] == [
        "CapsPhase",
        "InitiativePhase",
        "ReinforcementPhase",
        "ActionPhase",
        "AloneOnTheCoast",
        "StrategicPhase",
        "AdministrativePhase",
        "AdvanceTurn",
    ]
    board.control &= ~(1 << 52)
    carried_out(Turn(turn), board)
    assert not board.antwerp


@pytest.mark.rule("4.0", "7.0", "10.0")
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_the_side_without_the_initiative_goes_first_where_it_should(side: int) -> None:
    board = arranged(turn=6).board
    board.initiative = side
    east, other = ("EastFront", GERMAN), 1 - side
    order = [(type(step).__name__, getattr(step, "side", GERMAN)) for step in carried_out(ReinforcementPhase(), board)]
    segments = {each: [("ArrivalSegment", each), ("ReplacementSegment", each)] for each in (ALLIED, GERMAN)}
    segments[GERMAN].insert(0, east)
    assert order == [*segments[other], *segments[side]]
    board.moved = 6
    trains = [step.side for step in carried_out(StrategicPhase(), board)]  # type: ignore[attr-defined]
    assert trains == [other, side]
    assert board.moved == 0
    (turn,) = carried_out(AdvanceTurn(), board)
    assert turn == Turn(7)
