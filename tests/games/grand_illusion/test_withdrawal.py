"""8.7: General Withdrawals; 8.4.9: Paris in Danger."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import (
    actor,
    alone,
    asked,
    carried_out,
    goes,
    happened,
    legal,
    play,
    refused,
    until,
    where,
)
from marne.games.grand_illusion.board import ASIDE
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import ParisInDanger, WithdrawalDeclared
from marne.games.grand_illusion.rules.actions.paris import watch, withdrawal_due
from marne.games.grand_illusion.rules.actions.withdrawal import AfterWithdrawal, RetireFrom, may_withdraw

FRONT = {"FR.XX": 57, "FR.XV": 57, "BR.1": 47, "BE.I": 52, "GE.X": 66, "GE.VII": 56}


@pytest.mark.rule("8.7.1")
def test_who_may_withdraw_when() -> None:
    board = alone(units=FRONT, turn=2).board
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
    position = alone(units=FRONT, turn=3, side="german", caps=[4, 6])
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
    position = alone(units=FRONT, turn=turn, mandated=[1, 0], caps=[4, 6])
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
    position = alone(edition, units=FRONT, turn=6, mandated=[1, 0], caps=[4, 6])
    assert play(position, "withdraw", "done").board.mandated[ALLIED] == left


@pytest.mark.rule("8.7.3", "9.7.2")
@pytest.mark.parametrize(("turn", "cost"), [(4, 4), (5, 3)])
def test_german_withdrawal_and_its_trenches(turn: int, cost: int) -> None:
    position = alone(
        units=FRONT, turn=turn, side="german", withdrew=[3, 0], german=[66, 56, 65, 64, 73, 75], caps=[4, 2]
    )
    position = play(position, "withdraw", "done")
    assert asked(position) == "DigIn"
    assert "entrench 66" in legal(position)
    position = play(position, "entrench 66", "entrench 56")
    assert position.board.trench[66] == 1
    assert position.board.caps[GERMAN] == 0
    assert position.board.points[GERMAN] == -cost
    assert actor(position) == "allied"


@pytest.mark.rule("8.4.9")
def test_paris_in_danger() -> None:
    position = alone(
        turn=4, side="german", withdrew=[3, 0], caps=[4, 4], german=[37, 47, 46, 36, 35, 45, 44, 54, 64, 73, 28, 27],
        units={"GE.X": 37, "FR.HQ-Alsace": 104, "FR.XX": 99, "FR.IXm": 66, "FR.IX": "aside", "FR.71-R": "aside"},
    )  # fmt: skip
    board = position.board
    for name in ("FR.IX", "FR.71-R"):
        board.put(BY_ID[name], -3)
    position = play(position, "activate 37", "take GE.X", "go 38")
    assert happened(position, ParisInDanger)
    assert position.board.danger == 4
    assert where(position, "FR.HQ-Alsace") == ASIDE
    assert position.board.track[BY_ID["FR.71-R"]] == (5, 98)
    assert position.board.free_train
    # A turn later IX Corps takes the place of its detachment.
    position = until(position, "RollCaps")
    position = until(play(position, 3, 3, 3, 3), "Act", Arrive="at 98")
    assert where(position, "FR.IX") == 66
    assert where(position, "FR.IXm") == ASIDE
    assert where(position, "FR.71-R") == 98


@pytest.mark.rule("8.4.9")
def test_a_lost_detachment_never_comes_back_beside_its_corps() -> None:
    position = alone(
        begin="reinforcements", turn=5, units={"FR.IX": "T5", "FR.IXm": "dead", "FR.XX": 57, "GE.X": 84}, caps=[0, 0]
    )
    position = play(position, "at 19")
    assert where(position, "FR.IX") == 19
    assert where(position, "FR.IXm") == ASIDE


@pytest.mark.rule("8.4.9", "14.3.1")
@pytest.mark.parametrize(("scenario", "due"), [(1, True), (3, False)])
def test_the_alarm_forces_a_withdrawal_by_the_next_turn(scenario: int, due: bool) -> None:
    board = alone(scenario=scenario, units=FRONT, turn=4, danger=4).board
    assert not withdrawal_due(board)
    board.turn = 5
    assert withdrawal_due(board) is due
    board.danger, board.turn = 2, 3
    assert withdrawal_due(board) is due, "turn 3 is the first on which it can be declared"


@pytest.mark.rule("8.4.9")
def test_put_off_too_long_it_comes_by_itself() -> None:
    position = alone(units=FRONT, turn=5, danger=4, caps=[2, 0])
    position = play(position, "pass", "hold")
    assert asked(position) == "RetireFrom"
    position = play(position, "done")
    assert position.board.withdrew[ALLIED] == 5


@pytest.mark.rule("8.1.1", "8.7.1")
def test_a_withdrawal_between_two_passes_keeps_the_phase_open() -> None:
    position = alone(units=FRONT, turn=4, side="allied", caps=[4, 6])
    position = play(position, "pass")
    assert asked(position) == "OfferWithdrawal"
    position = play(position, "withdraw", "done", "pass")
    assert asked(position) == "Act"
    assert actor(position) == "allied"


@pytest.mark.rule("8.4.9", "7.1")
def test_nine_corps_is_not_exchanged_in_an_enemy_hex_nor_where_it_has_no_room() -> None:
    start = {"FR.IX": "T5", "FR.IXm": 66, "FR.XX": 57, "GE.X": 84}
    taken = alone(begin="reinforcements", turn=5, units={**start, "GE.VII": 66}, german=[66, 75], caps=[0, 0])
    assert taken.board.track[BY_ID["FR.IX"]] == (6, -2), "a turn later at a source"
    assert where(taken, "FR.IXm") == 66
    later = until(taken, "Arrive", RollInitiative=1)
    assert "at 19" not in legal(later), "a source, not a staff or Paris"
    later = play(later, "at 80")
    assert where(later, "FR.IX") == 80
    assert where(later, "FR.IXm") == ASIDE
    corps = ("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V")
    room = alone(begin="reinforcements", turn=5, units={**start, **dict.fromkeys(corps, 66)}, caps=[0, 0])
    assert where(room, "FR.IX") == 66, "the detachment makes room for it"
    small = {**dict.fromkeys(corps, 66), "FR.Maroc": 66}
    full = alone(begin="reinforcements", turn=5, units={**start, **small}, caps=[0, 0])
    assert where(full, "FR.IX") < 0, "half a corps too many"
    assert where(full, "FR.IXm") == 66
    hungry = alone(begin="reinforcements", turn=5, units={**start, "FR.IXm": 74}, caps=[0, 0], german=[64, 65, 66])
    assert where(hungry, "FR.IX") < 0, "nor out of supply"


@pytest.mark.rule("8.4.9")
@pytest.mark.parametrize(
    ("hex", "fed", "danger", "raised"),
    [(38, True, 0, 4), (28, True, 0, 4), (47, True, 0, 0), (37, True, 0, 4), (38, False, 0, 0), (38, True, 3, 3)],
)
def test_what_raises_the_alarm(hex: int, fed: bool, danger: int, raised: int) -> None:
    road = [37, 47, 46, 36, 35, 45, 44, 54, 64, 73, 28, 27, 38] if fed else [hex]
    board = alone(turn=4, units={"GE.X": hex, "FR.HQ-Alsace": 104}, german=road, danger=danger, emergency=False).board
    for name, place in (("FR.IX", -3), ("FR.71-R", 98)):
        board.put(BY_ID[name], place)
    watch(board, 1 << BY_ID["GE.X"], hex)
    assert board.danger == raised
    assert board.free_train is (raised == 4)
    assert (board.where[BY_ID["FR.HQ-Alsace"]] == ASIDE) is (raised == 4)
    assert (BY_ID["FR.IX"] in board.track) is (raised == 4)
    assert board.where[BY_ID["FR.71-R"]] == 98, "not in the box any more"
    if raised == 4:
        assert board.track[BY_ID["FR.IX"]] == (5, 0)


@pytest.mark.rule("8.4.9")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_when_a_withdrawal_is_due(turn: int) -> None:
    for danger in range(5):
        for withdrew in ([0, 0], [3, 0], [0, 3]):
            for scenario in (1, 2, 3):
                board = alone(scenario=scenario, units=FRONT, turn=turn, danger=danger, withdrew=withdrew).board
                late = danger > 0 and turn > danger and turn >= 3
                assert withdrawal_due(board) is (late and withdrew[0] == 0 and scenario != 3)


@pytest.mark.rule("8.7.1")
def test_a_withdrawal_in_every_case() -> None:
    for turn in range(1, 8):
        for allied in (0, 3, 4, 5):
            for german in (0, 4):
                board = alone(units=FRONT, turn=turn, withdrew=[allied, german]).board
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
            board = alone(edition, units=FRONT, turn=turn, mandated=[1, 1], points=[5, 5]).board
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
