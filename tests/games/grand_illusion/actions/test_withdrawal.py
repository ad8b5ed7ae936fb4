"""8.7: General Withdrawals."""

from __future__ import annotations

import pytest

from games.grand_illusion.actions.support import WITHDRAWN
from games.grand_illusion.positions import check_entries, of
from games.grand_illusion.support import (
    actor,
    alone,
    asked,
    carried_out,
    goes,
    happened,
    legal,
    play,
    question,
    refused,
)
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import WithdrawalDeclared
from marne.games.grand_illusion.rules.actions.withdrawal import (
    AfterWithdrawal,
    DigIn,
    LeaveHex,
    RetireFrom,
    may_withdraw,
)


@pytest.mark.rule("8.7.1")
def test_who_may_withdraw_when() -> None:
    board = alone(units=WITHDRAWN, turn=2).board
    assert not may_withdraw(board, ALLIED)
    board.turn = 3
    assert may_withdraw(board, ALLIED)
    assert not may_withdraw(board, GERMAN), "the Allies first"
    board.withdrew[ALLIED] = 3
    assert not may_withdraw(board, GERMAN), "a turn later"
    board.turn = 4
    assert may_withdraw(board, GERMAN)
    assert not may_withdraw(board, ALLIED), "once a game"


@pytest.mark.rule("8.7.1")
def test_it_can_interrupt_the_start_of_the_enemys_segment() -> None:
    position = alone(units=WITHDRAWN, turn=3, side="german", caps=[4, 6])
    assert asked(position) == "OfferWithdrawal"
    assert actor(position) == "allied"
    position = play(position, "withdraw")
    assert happened(position, WithdrawalDeclared)
    position = play(position, "done")
    assert actor(position) == "german"
    assert asked(position) == "Act"
    assert position.board.caps == [4, 6], "no CAP"


@pytest.mark.rule("8.7", "8.7.2")
@pytest.mark.parametrize(("turn", "cost"), [(3, 3), (4, 2), (8, 2)])
def test_allied_withdrawal(turn: int, cost: int) -> None:
    position = alone(units=WITHDRAWN, turn=turn, mandated=[1, 0], caps=[4, 6])
    position = play(position, "withdraw")
    assert legal(position) == ["activate 47", "activate 57", "done"], "not the Belgians"
    position = play(position, "activate 57", "take FR.XX")
    assert refused(position, "go 66") == "8.7"
    assert set(goes(position)) <= {47, 48, 58, 67}
    position = play(position, "go 58", "stop", "done")
    assert "activate 57" not in legal(position), "nobody moves twice"
    position = play(position, "done")
    assert position.board.points[ALLIED] == 3 - cost
    assert position.board.mandated[ALLIED] == 0
    assert position.board.withdrew[ALLIED] == turn
    assert actor(position) == "german"


@pytest.mark.rule("8.7.2", "ES-40")
@pytest.mark.parametrize(("edition", "left"), [("english", 0), ("spanish", 1)])
def test_later_orders_are_cancelled_only_in_english(edition: str, left: int) -> None:
    position = alone(edition, units=WITHDRAWN, turn=6, mandated=[1, 0], caps=[4, 6])
    assert play(position, "withdraw", "done").board.mandated[ALLIED] == left


@pytest.mark.rule("8.7.3", "9.7.2")
@pytest.mark.parametrize(("turn", "cost"), [(4, 4), (5, 3)])
def test_german_withdrawal_and_its_trenches(turn: int, cost: int) -> None:
    position = alone(
        units=WITHDRAWN, turn=turn, side="german", withdrew=[3, 0], german=[66, 56, 65, 64, 73, 75], caps=[4, 2]
    )
    position = play(position, "withdraw", "done")
    assert asked(position) == "DigIn"
    assert "entrench 66" in legal(position)
    position = play(position, "entrench 66", "entrench 56")
    assert position.board.trench[66] == 1
    assert position.board.caps[GERMAN] == 0
    assert position.board.points[GERMAN] == -cost
    assert actor(position) == "allied"


@pytest.mark.rule("8.7.1")
def test_a_withdrawal_in_every_case() -> None:
    for turn in range(1, 8):
        for allied in (0, 3, 4, 5):
            for german in (0, 4):
                board = alone(units=WITHDRAWN, turn=turn, withdrew=[allied, german]).board
                assert may_withdraw(board, ALLIED) is (turn >= 3 and not allied)
                assert may_withdraw(board, GERMAN) is (turn >= 3 and not german and 0 < allied < turn)


@pytest.mark.rule("8.7", "8.7.2")
def test_in_a_withdrawal_everybody_moves_once_and_belgians_not_at_all() -> None:
    units = {"FR.XX": 57, "FR.XV": 57, "BE.I": 57, "FR.I": 58, "GE.X": 84}
    position = play(alone(units=units, turn=4, caps=[4, 6]), "withdraw", "activate 57")
    assert legal(position) == ["take FR.XX", "take FR.XV", "all", "done"]
    position = play(position, "take FR.XX")
    assert "take BE.I" not in legal(position)
    assert "take FR.XV" in legal(position)
    position = play(position, "go 58", "stop")
    assert legal(position) == ["take FR.XV", "done"]
    position = play(position, "done")
    assert legal(position) == ["activate 58", "done"], "FR.I has not moved, FR.XV had its turn"
    position = play(position, "activate 58")
    assert legal(position) == ["take FR.I", "done"], "FR.XX has moved"
    position = play(position, "done")
    assert asked(position) == "Act", "everybody has had his turn"
    assert (position.board.active, position.board.moved, position.board.entered) == (0, 0, {})
    assert actor(position) == "german"


@pytest.mark.rule("8.7.3", "9.7.2")
def test_germans_dig_as_long_as_they_can_pay() -> None:
    units = {"FR.XX": 80, "GE.X": 84, "GE.VII": 85, "GE.V": 86, "GE.9-C": 83}
    start = alone(units=units, turn=5, side="german", withdrew=[3, 0], caps=[4, 2])
    start = play(start, "withdraw", "done")
    assert legal(start) == ["entrench 84", "entrench 85", "done"], "Metz has its trench, and cavalry digs none"
    once = play(start, "entrench 84")
    assert once.board.caps == [4, 1]
    assert once.board.trench[84] == 1
    assert legal(once) == ["entrench 85", "done"]
    assert play(once, "done").board.trench.get(85) is None
    poor = alone(units=units, turn=5, side="german", withdrew=[3, 0], caps=[4, 0])
    assert asked(play(poor, "withdraw", "done")) == "Act", "nothing to dig with"
    allied = alone(units=units, turn=5, caps=[4, 4])
    assert asked(play(allied, "withdraw", "done")) != "DigIn"


@pytest.mark.rule("8.7.2", "8.7.3", "ES-40")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_what_a_withdrawal_costs_in_every_case(edition: str) -> None:
    for turn in (3, 4, 5, 9):
        for side in (ALLIED, GERMAN):
            board = alone(edition, units=WITHDRAWN, turn=turn, mandated=[1, 1], points=[5, 5]).board
            carried_out(AfterWithdrawal(side), board)
            cost = (3 if turn == 3 else 2) if side == ALLIED else (4 if turn == 4 else 3)
            assert board.points[side] == 5 - cost
            assert board.points[1 - side] == 5
            assert board.withdrew[side] == turn
            assert board.withdrew[1 - side] == 0
            cancelled = side == ALLIED and (turn <= 4 or edition == "english")
            assert board.mandated == [0 if cancelled else 1, 1]


@pytest.mark.rule("8.7.2", "8.7.3")
def test_units_retire_from_the_first_hex_to_the_last() -> None:
    board = alone(units={"FR.XX": 1, "BR.1": 104, "GE.X": 107, "BE.I": 14, "FR.F-Paris": 19}, turn=4).board
    assert RetireFrom(ALLIED).hexes(board) == [1, 104]
    assert RetireFrom(GERMAN).hexes(board) == [107]
    board.moved = 1 << BY_ID["FR.XX"]
    assert RetireFrom(ALLIED).hexes(board) == [104]


@pytest.mark.rule("8.7.2")
def test_of_those_in_the_hex_only_the_withdrawing_side_has_had_its_turn() -> None:
    board = alone(units={"GE.X": 36, "GE.HQ-1": 36, "GE.IX": 46, "FR.I": 36}, german=[36]).board
    board.active, board.moved = 36, 0
    LeaveHex(GERMAN).do(board)
    assert board.moved == of("GE.X", "GE.HQ-1")


@pytest.mark.rule("8.7", "8.7.2", "8.7.3")
def test_where_groups_may_go_in_a_general_withdrawal() -> None:
    check_entries(50, 15, retiring=True)


@pytest.mark.rule("8.7.3")
def test_nobody_is_asked_to_dig_where_there_is_nowhere_to() -> None:
    everywhere = alone(units={"FR.XX": 80, "GE.9-C": 83}, turn=5, caps=[4, 2]).board
    assert question(DigIn(), everywhere) is None, "cavalry digs none"
    somewhere = alone(units={"FR.XX": 80, "GE.X": 84}, turn=5, caps=[4, 2]).board
    ask = question(DigIn(), somewhere)
    assert ask is not None
    assert ask.options == (("entrench", 84), "done")
    somewhere.caps[GERMAN] = 0
    assert question(DigIn(), somewhere) is None
