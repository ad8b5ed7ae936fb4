"""Who can leave a hex, and who comes in where there is nowhere to come in."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import alone, carried_out, offered, question
from marne.games.grand_illusion.board import ASIDE, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.units import ALLIED, BY_ID
from marne.games.grand_illusion.rules.movement.entry import entries, own_allowance
from marne.games.grand_illusion.rules.movement.movement import Movement, Walk
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.movement.strategic import StrategicSegment
from marne.games.grand_illusion.rules.reinforcements.reinforcements import Arrive

GERMANS = ("GE.II", "GE.III", "GE.IV", "GE.V", "GE.VI", "GE.VII")


def ringed(hex: int, *names: str, gap: int = 0) -> GrandIllusionBoard:
    """A board on which Germans stand all round a hex, but for a gap; `*` for disrupted."""
    around = [other for other in ground_of().neighbours[hex] if other != gap]
    inside = {name.rstrip("*"): f"{hex}*" if name.endswith("*") else hex for name in names}
    germans = dict(zip(GERMANS, around, strict=False))
    board = alone(turn=6, units={**inside, **germans}, german=around).board
    board.active = hex
    return board


def may_leave(board: GrandIllusionBoard) -> bool:
    return question(Movement(ALLIED, retiring=False), board) is not None


@pytest.mark.rule("8.4", "9.8.2")
def test_the_disrupted_between_enemies_are_not_asked_where_to_go() -> None:
    assert may_leave(ringed(9, "FR.XX")), "it may attack"
    assert not may_leave(ringed(9, "FR.XX*")), "whatever the British elsewhere could do"
    assert not may_leave(ringed(9, "BR.1*"))
    assert may_leave(ringed(9, "FR.XX*", gap=10))


@pytest.mark.rule("8.4", "8.4.7", "9.8.2")
def test_each_nation_in_a_hex_has_its_own_ways_out() -> None:
    # 44 is in Belgium, 45 in France: Belgians do not go there, and keep nobody else from going.
    assert not may_leave(ringed(44, "BE.I*", gap=45))
    assert may_leave(ringed(44, "FR.XX*", "BE.I*", gap=45))
    assert may_leave(ringed(44, "BR.1*", "BE.I*", gap=45))


@pytest.mark.rule("8.4", "8.4.4")
def test_an_enemy_hex_without_enemies_holds_nobody_fast() -> None:
    # Out of supply it has not taken the hex; it may attack its way out, unless an enemy is there with it.
    board = ringed(9, "FR.XX")
    board.control |= 1 << 9
    assert not board.controls(ALLIED, 9)
    assert may_leave(board)
    board.put(BY_ID["GE.X"], 9)
    assert not may_leave(board)


@pytest.mark.rule("8.4.6", "8.4.1")
def test_the_first_corps_of_all_passes_through_a_full_hex_like_others() -> None:
    crowd = dict.fromkeys(("FR.X", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    for name in (units.IDS[0], "FR.XX"):
        board = alone(turn=7, units={**crowd, name: 57, "GE.X": 84}).board
        assert 48 in entries(board, ALLIED, 1 << BY_ID[name], 57, 0, 0, False)


@pytest.mark.rule("8.4.9", "7.1")
def test_the_ninth_corps_takes_its_detachments_place_wherever_that_is() -> None:
    for hex in (1, 2, 57):
        board = alone(turn=9, units={"FR.IXm": hex, "FR.XX": 47, "GE.X": 84}).board
        board.delay(units.NINE, 9, VARIABLE)
        carried_out(Arrive(units.NINE), board)
        assert (board.where[units.NINE], board.where[units.NINE_MINUS]) == (hex, ASIDE)


@pytest.mark.rule("7.1", "7.1.1")
def test_a_variable_reinforcement_without_a_hex_stays_one() -> None:
    nowhere = alone(turn=9, units={"FR.XX": 57, "GE.X": 84}, allied=list(range(1, 108))).board
    corps = BY_ID["GE.XV"]
    nowhere.delay(corps, 9, VARIABLE)
    assert offered(question(Arrive(corps), nowhere)) == []
    carried_out(Arrive(corps), nowhere)
    assert nowhere.track[corps] == (10, VARIABLE)
    fixed = alone(turn=9, units={"FR.XX": 57, "GE.X": 84}, allied=list(range(1, 108))).board
    fixed.delay(corps, 9, 84)
    carried_out(Arrive(corps), fixed)
    assert fixed.track[corps][0] == 10
    assert fixed.track[corps][1] not in (84, VARIABLE), "its hex is shut: it comes to a source later"


@pytest.mark.rule("8.4.6", "8.4.5", "8.5")
def test_out_of_a_full_hex_not_over_a_shut_hexside_nor_back_to_the_enemy_left_behind() -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    onward = [37, 38, 47, 49, 58]

    def may(shut: list[int], **more: int) -> bool:
        position = alone(
            turn=7, units={**crowd, "FR.XX": 57, "GE.X": 84, **more}, blocked=[f"german {hex} 48" for hex in shut]
        )
        position.board.active = 57
        return 48 in entries(position.board, ALLIED, 1 << BY_ID["FR.XX"], 57, 0, 0, False)

    assert may([])
    assert may(onward), "back to where it came from"
    assert not may([*onward, 57])
    enemy = {"GE.VII": 57}
    assert not may(onward, **enemy), "who leaves an enemy behind does not come back"
    assert may(onward[1:], **enemy)


@pytest.mark.rule("8.4.6", "8.4.2")
def test_the_first_hex_of_all_is_a_way_out_of_a_full_one() -> None:
    corps = ("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI")
    crowd = dict.fromkeys((*corps, "FR.3-C", "FR.4-C", "FR.5-C", "FR.7-C", "FR.9-C"), 2)
    board = alone(
        turn=7, units={**crowd, "FR.1-C": 9, "GE.X": 84, "GE.VII": 9}, blocked=["german 3 2", "german 8 2"]
    ).board
    board.active, riders = 9, BY_ID["FR.1-C"]
    assert not fits(board, 2, ALLIED, 1 << riders)
    whole = own_allowance(0, riders)  # a point to 2, two more to 1
    for spent, fine in ((whole - 3, True), (whole - 2, False)):
        assert (2 in entries(board, ALLIED, 1 << riders, 9, spent, 1, False)) is fine


@pytest.mark.rule("8.4", "8.4.1", "9.8.2")
def test_who_keeps_a_staff_and_its_corps_from_going_on_together_may_be_dropped() -> None:
    # The corps has spent its own points, the staff alone attacks nobody, the disrupted British go no farther.
    spent = own_allowance(0, BY_ID["FR.XX"])
    assert own_allowance(0, BY_ID["FR.HQ-3"]) > spent

    def drops(*names: str) -> bool:
        board = ringed(9, *names)
        asks = question(Walk(ALLIED, board.at[9], 9, spent, 2, 0, retiring=False), board)
        assert not any(answer[0] == "go" for answer in offered(asks))
        return ("drop", BY_ID["BR.1"]) in offered(asks)

    assert drops("FR.XX", "FR.HQ-3", "BR.1*")
    assert not drops("FR.XX", "BR.1*")
    assert not drops("FR.HQ-3", "BR.1*")
    assert not drops("FR.XX*", "FR.HQ-3", "BR.1*")


@pytest.mark.rule("8.4.9", "10.1")
@pytest.mark.parametrize(("turn", "runs"), [(2, False), (3, True), (4, True)])
def test_the_free_train_to_paris_runs_from_turn_three(turn: int, runs: bool) -> None:
    board = alone(turn=6, units={"FR.XX": 57, "GE.X": 86}).board
    board.turn, board.caps[:], board.danger, board.free_train = turn, [0, 0], 2, True
    asks = question(StrategicSegment(ALLIED), board)
    assert (("train", BY_ID["FR.XX"]) in offered(asks)) is runs
