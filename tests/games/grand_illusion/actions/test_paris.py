"""8.4.9: Paris in Danger."""

from __future__ import annotations

import pytest

from games.grand_illusion.actions.support import WITHDRAWN
from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.positions import BEHIND, FAR_APART, QUIET, by_rail
from games.grand_illusion.support import (
    actor,
    alone,
    asked,
    carried_out,
    happened,
    legal,
    offered,
    play,
    question,
    until,
    where,
)
from marne.games.grand_illusion.board import ASIDE, VARIABLE
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import ParisInDanger
from marne.games.grand_illusion.rules.actions.paris import watch, withdrawal_due
from marne.games.grand_illusion.rules.movement.strategic import StrategicSegment
from marne.games.grand_illusion.rules.reinforcements.reinforcements import Arrive


@pytest.mark.rule("8.4.9")
def test_paris_in_danger() -> None:
    position = alone(
        turn=4,
        side="german",
        withdrew=[3, 0],
        caps=[4, 4],
        german=[37, 47, 46, 36, 35, 45, 44, 54, 64, 73, 28, 27],
        units={"GE.X": 37, "FR.HQ-Alsace": 104, "FR.XX": 99, "FR.IXm": 66, "FR.IX": "aside", "FR.71-R": "aside"},
    )
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
    board = alone(scenario=scenario, units=WITHDRAWN, turn=4, danger=4).board
    assert not withdrawal_due(board)
    board.turn = 5
    assert withdrawal_due(board) is due
    board.danger, board.turn = 2, 3
    assert withdrawal_due(board) is due, "turn 3 is the first on which it can be declared"


@pytest.mark.rule("8.4.9")
@pytest.mark.reading("deadline-passes")
def test_put_off_too_long_it_comes_by_itself() -> None:
    position = alone(units=WITHDRAWN, turn=5, danger=4, caps=[2, 0])
    position = play(position, "pass", "hold")
    assert asked(position) == "RetireFrom"
    position = play(position, "done")
    assert position.board.withdrew[ALLIED] == 5


@pytest.mark.rule("8.4.9", "7.1")
@pytest.mark.reading("ninth-corps-shut")
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
                board = alone(scenario=scenario, units=WITHDRAWN, turn=turn, danger=danger, withdrew=withdrew).board
                late = danger > 0 and turn > danger and turn >= 3
                assert withdrawal_due(board) is (late and withdrew[0] == 0 and scenario != 3)


@pytest.mark.rule("8.4.9", "ES-28")
@pytest.mark.reading("free-train")
def test_a_free_train_to_paris_when_it_is_in_danger() -> None:
    position = by_rail(4, caps=[0, 0], danger=4, free_train=True)
    assert legal(position) == ["train FR.XX", "done"]
    position = play(position, "train FR.XX")
    assert where(position, "FR.XX") == 19
    assert not position.board.free_train


@pytest.mark.rule("8.4.9", "ES-28")
@pytest.mark.parametrize(("edition", "late"), [("english", True), ("spanish", False)])
@pytest.mark.reading("free-train")
def test_in_spanish_the_free_train_runs_on_the_turn_of_the_alarm_only(edition: str, late: bool) -> None:
    for danger, there in ((4, True), (3, late)):
        position = alone(
            edition,
            turn=4,
            begin="strategic",
            units=BEHIND,
            caps=[0, 0],
            danger=danger,
            free_train=True,
            initiative="german",
        )
        assert (asked(position) == "StrategicSegment") is there


@pytest.mark.rule("8.4.9", "10.1", "ES-28")
def test_the_free_train_in_every_case() -> None:
    for edition in ("english", "spanish"):
        for turn in (2, 3, 4, 5):
            for danger in (2, 3, 4):
                for free in (True, False):
                    for caps in (0, 1):
                        board = alone(edition, turn=turn, units=BEHIND, danger=danger, free_train=free).board
                        board.caps = [caps, 0]
                        ask = question(StrategicSegment(ALLIED), board)
                        trains = [each for each in offered(ask) if each[0] == "train"]
                        there = free and turn >= 3 and (edition == "english" or turn == danger)
                        assert trains == ([("train", BY_ID["FR.XX"])] if there else [])
                        assert question(StrategicSegment(GERMAN), board) is None


@pytest.mark.rule("8.4.9", "10.1")
def test_who_may_take_the_free_train() -> None:
    units = {"FR.XX": 57, "FR.45": 57, "FR.5-C": 57, "FR.HQ-3": 57, "BR.1": 57, "FR.I": 19, "GE.X": 84, "FR.V": 49}
    position = by_rail(4, units=units, caps=[0, 0], danger=4, free_train=True)
    assert legal(position) == ["train FR.XX", "done"], "a French infantry corps on the rails"
    full = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.VI", "FR.VII"), 19)
    crowded = by_rail(4, units={**units, **full}, caps=[0, 0], danger=4, free_train=True)
    assert asked(crowded) != "StrategicSegment", "Paris is full"
    taken = play(position, "train FR.XX")
    assert taken.board.caps == [0, 0]
    assert where(taken, "FR.XX") == 19
    assert asked(taken) != "StrategicSegment", "once"


@pytest.mark.rule("8.4.9", "7.1")
def test_the_ninth_corps_takes_its_detachments_place_wherever_that_is() -> None:
    for hex in (1, 2, 57):
        board = alone(turn=9, units={"FR.IXm": hex, "FR.XX": 47, "GE.X": 84}).board
        board.delay(units.NINE, 9, VARIABLE)
        carried_out(Arrive(units.NINE), board)
        assert (board.where[units.NINE], board.where[units.NINE_MINUS]) == (hex, ASIDE)


@pytest.mark.rule("8.4.9", "10.1")
@pytest.mark.parametrize(("turn", "runs"), [(2, False), (3, True), (4, True)])
def test_the_free_train_to_paris_runs_from_turn_three(turn: int, runs: bool) -> None:
    board = alone(turn=6, units={"FR.XX": 57, "GE.X": 86}).board
    board.turn, board.caps[:], board.danger, board.free_train = turn, [0, 0], 2, True
    asks = question(StrategicSegment(ALLIED), board)
    assert (("train", BY_ID["FR.XX"]) in offered(asks)) is runs


@pytest.mark.rule("8.4.9", "8.1.2")
@pytest.mark.parametrize(("danger", "due"), [(0, False), (4, True), (5, False)])
def test_nobody_is_made_to_withdraw_before_it_is_due(danger: int, due: bool) -> None:
    position = alone(turn=5, units=FAR_APART, danger=danger, caps=[1, 0])
    position = play(position, "pass", "hold")
    assert (asked(position) == "RetireFrom") is due
    if due:
        assert actor(position) == "allied"


@pytest.mark.rule("8.4.9", "10.1", "10.4")
def test_the_free_train_takes_nobody_to_sea() -> None:
    def offers(caps: int) -> list[str]:
        return legal(
            alone(
                turn=4,
                begin="strategic",
                side="allied",
                initiative="german",
                caps=[caps, 0],
                danger=4,
                free_train=True,
                units={"FR.XX": 57, "BR.1": 23, "GE.X": 86},
            )
        )

    assert "sea BR.1" in offers(1)
    assert offers(0) == ["train FR.XX", "done"]


@pytest.mark.rule("8.4.9", "9.4.3")
def test_germans_who_retreat_towards_paris_raise_the_alarm_too() -> None:
    position = battle("GE.X*", "FR.XX", side="german", hex=37, german=list(range(23, 108)))
    position = miss_all(to_dice(play(position, QUIET)))
    assert not position.board.danger
    position = play(position, "to 28")
    assert position.board.danger == 6
