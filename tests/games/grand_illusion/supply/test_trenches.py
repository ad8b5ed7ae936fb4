"""9.7, 11.5: trenches."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.plain import Facts, boards, here, is_infantry
from games.grand_illusion.positions import CORRIDOR, occupied
from games.grand_illusion.support import alone, legal, play
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.rules.supply.supply import out_of_supply
from marne.games.grand_illusion.rules.supply.trenches import improve, line_hexes, trench_hexes

FACING = {"FR.XX": 26, "GE.XIII": 26, "FR.XV": 27, "GE.XVI": 36}


@pytest.mark.rule("9.7.1", "9.7.2", "5.2")
@pytest.mark.reading("allies-dig")
def test_trenches_only_after_the_german_withdrawal_and_only_face_to_face() -> None:
    before = alone(turn=6, units=FACING, german=CORRIDOR, withdrew=[3, 0]).board
    assert trench_hexes(before, ALLIED) == []
    position = alone(turn=6, units=FACING, german=CORRIDOR, withdrew=[3, 4], caps=[3, 3])
    assert trench_hexes(position.board, ALLIED) == trench_hexes(position.board, GERMAN) == [26]
    assert line_hexes(position.board) == [26, 36]
    position = play(position, "entrench 26")
    assert position.board.trench[26] == 1
    assert position.board.caps[ALLIED] == 2
    assert "entrench 26" not in legal(position), "one marker a hex"


@pytest.mark.rule("9.7.3", "11.5")
def test_trenches_get_deeper_where_both_sides_are_supplied() -> None:
    board = alone(turn=6, units=FACING, german=CORRIDOR, trench={"26": 1, "36": 1}).board
    improve(board)
    assert board.trench[26] == 2
    assert board.trench[36] == 1, "only Germans there"
    improve(board)
    assert board.trench[26] == 2


@pytest.mark.rule("9.7.3", "11.5")
@pytest.mark.reading("deepening")
def test_cavalry_digs_no_deeper() -> None:
    cavalry = {**FACING, "FR.4-C": 36, "GE.9-C": 26}
    board = alone(turn=6, units=cavalry, german=CORRIDOR, trench={"26": 1, "36": 1}).board
    improve(board)
    assert board.trench == {**board.trench, 26: 2, 36: 1}


@pytest.mark.rule("9.7.1", "9.7.2", "8.7.3")
def test_where_trenches_are_dug() -> None:
    for rng, board in boards(60, 43):
        board.withdrew[1] = rng.choice((0, 4))
        for hex in rng.sample(occupied(board), min(2, len(occupied(board)))):
            board.trench[hex] = 1
        facts = Facts(board)
        for side in (0, 1):
            assert trench_hexes(board, side) == plain_more.may_dig(facts, side)
        line = [hex for hex in range(1, 108) if hex not in board.trench and plain_more.fed_infantry(facts, hex, 1)]
        assert line_hexes(board) == line


@pytest.mark.rule("9.7.3", "11.5")
def test_where_trenches_get_deeper() -> None:
    for rng, board in boards(40, 44):
        for hex in rng.sample(occupied(board), min(4, len(occupied(board)))):
            board.trench[hex] = rng.choice((1, 2))
        facts, before, hungry = Facts(board), dict(board.trench), out_of_supply(board)
        improve(board, hungry)
        for hex, level in before.items():
            both = all(
                any(is_infantry(u) and plain.is_fed(facts, u, hex, checking=True) for u in here(facts, hex, side))
                for side in (0, 1)
            )
            assert board.trench[hex] == (2 if both else level)
