"""[9.3] The table, who loses first, and what stays of a loss."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied, fought, german, rolled
from games.nach_paris.still import at, still
from games.nach_paris.support import actor, asked, legal, play, where
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import combat_result
from marne.games.nach_paris.components.units import BY_ID, STEPS
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.resolve import LeftAlone, Leftovers, _fully_in, worst_first


def steps(position: Any, unit: str) -> int:
    return int(position.board.steps(BY_ID[unit]))


@pytest.mark.rule("9.3.1", "9.1.5")
def test_who_lends_guns_or_stays_out_is_not_touched() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AX23 NE", "5.ID": "AW22 N", "1re-DI": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "part 17.ID", "fight", 20)
    names = set()
    while position.open is not None and actor(position) == "chance":
        position = play(position, 20)
        names |= set(rolled(position))
    assert "18.ID" in names
    assert not {"17.ID", "5.ID"} & names


@pytest.mark.rule("9.3.3")
def test_the_worse_result_goes_first_and_the_defender_if_they_are_equal() -> None:
    good, bad, worst = Result(0, 3), Result(0, -5), Result(1, 3)
    assert not worst_first(good, bad)
    assert worst_first(bad, good)
    assert worst_first(worst, bad)  # a step lost at once is worse than any test
    assert not worst_first(bad, bad)


@pytest.mark.rule("9.3.3")
def test_the_side_that_loses_first_retreats_and_the_other_never() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12)
    assert actor(position) == "chance"
    position = play(position, 20)  # the 32.ID fails: the Germans are the side that goes
    assert (asked(position), actor(position)) == ("Retreat", "german")
    position = play(position, "retreat AW24", "face S", 20, 20)  # both French fail, and stay
    assert where(position, "1re-DI") == "AW22"
    assert (steps(position, "1re-DI"), steps(position, "2e-DI")) == (3, 3)
    assert asked(position) == "Advance"


@pytest.mark.rule("9.3.3", "9.6.5")
@pytest.mark.reading("who-advances")
def test_beaten_attackers_go_back_and_the_defender_may_follow() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 1, 20)
    position = play(position, 1)  # the 32.ID held, the 1re DI failed, the 2e DI held
    assert (asked(position), actor(position)) == ("Retreat", "allied")
    position = play(position, "retreat AW21", "face N")
    assert (asked(position), actor(position)) == ("Advance", "german")
    assert legal(position) == ["advance 32.ID AW22", "done"]


@pytest.mark.rule("9.3.3", "2.5.14")
@pytest.mark.parametrize(("unit", "words", "goes"), [("18.ID", "", True), ("5.ID", "", False), ("5.ID", "-1", True)])
def test_the_best_ranks_retreat_from_two_losses_on(unit: str, words: str, goes: bool) -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", unit: f"{TARGET} S {words}"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 16, 20)
    assert (asked(position) == "Retreat") == goes


@pytest.mark.rule("9.3.3")
def test_guns_left_alone_suffer_the_same_and_may_go() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "III/Fußa.1": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 20, "retreat AW24", "face S", 5)
    assert rolled(position)["III/Fußa.1"].needed == 5
    assert "stay" in legal(position)
    assert where(play(position, "stay"), "III/Fußa.1") == TARGET


@pytest.mark.rule("9.3.3", "9.1.4")
def test_who_fought_before_suffers_when_left_alone() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "18.ID": f"{TARGET} S fought"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12)
    position = play(position, 20, "retreat AW24", "face S")
    assert asked(position) == "CabTest"
    assert rolled(play(position, 1))["18.ID"].passed


@pytest.mark.rule("9.3.3")
@pytest.mark.parametrize(("word", "alone"), [("fought", True), ("", False)])
def test_the_attackers_guns_are_alone_beside_who_attacked_before(word: str, alone: bool) -> None:
    """18.ID goes back; 17.ID in its hex is cover for the guns unless it had a combat of its own."""
    units = {"18.ID": "AW22 N", "II/RFußa.2": "AW22 N", "17.ID": f"AW22 N {word}", "1re-DI": f"{TARGET} S"}
    allies = {"2e-DI": f"{TARGET} S", "5e-DI": f"{TARGET} S"}
    position = play(german({**units, **allies}), f"attack {TARGET}", "full 18.ID", "guns II/RFußa.2")
    position = play(position, *([] if alone else ["fight"]), 20)  # without 17.ID nobody else can join
    while position.open is not None and asked(position) in ("CabTest", "Retreat", "Face"):
        position = play(position, 20 if actor(position) == "chance" else legal(position)[0])
    assert where(position, "18.ID") != "AW22"
    assert where(position, "17.ID") == "AW22"
    assert where(position, "II/RFußa.2") == ("" if alone else "AW22")


@pytest.mark.rule("9.3.3")
def test_railway_guns_test_last_and_are_lost_if_alone() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "KMK.b1": f"{TARGET} S"}
    start: list[str | int] = ["full 1re-DI", "full 2e-DI", 12, 20, "retreat AW24", "face S"]
    position = play(allied(units), f"attack {TARGET}", *start)
    assert where(position, "KMK.b1") == ""  # alone: no die
    both = {**units, "III/Fußa.1": f"{TARGET} S"}
    position = play(allied(both), f"attack {TARGET}", *start)
    assert rolled(play(position, 1)).keys() == {"III/Fußa.1"}
    stays = play(position, 1, "stay", 1)
    assert rolled(stays).keys() == {"KMK.b1"}
    assert where(stays, "KMK.b1") == TARGET
    goes = play(position, 1, "retreat AW24", "face S")
    assert where(goes, "KMK.b1") == ""


@pytest.mark.rule("9.3.3", "9.1.10")
def test_motor_guns_that_retreat_leave_their_firing_position() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "ÖFAB.2": f"{TARGET} S fip"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 20, "retreat AW24", "face S", 1)
    assert not play(position, "retreat AW24").board.in_position >> BY_ID["ÖFAB.2"] & 1
    assert play(position, "stay").board.in_position >> BY_ID["ÖFAB.2"] & 1


@pytest.mark.rule("9.3.3", "5.1.3")
def test_the_cab_is_the_one_before_the_losses() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S -1"}  # its CAB is 12, and 9 one step on
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 2)
    assert steps(position, "32.ID") == 2
    assert rolled(play(position, 1))["32.ID"].cab == 12


@pytest.mark.rule("9.3.4", "9.3.5")
def test_dice_off_the_table_shift_the_column_as_often_as_needed() -> None:
    middle = 5
    for row, column, read in ((26, middle - 1, 18), (34, middle - 2, 18), (-5, middle + 1, 3), (-13, middle + 2, 3)):
        found, where_read, line = combat_result(middle, row)
        assert (where_read, line) == (column, read)
        assert found == combat_result(column, read)[0]


@pytest.mark.rule("9.3.4", "9.4.9")
def test_the_shift_is_told() -> None:
    units = {"18.ID": "AW24 S", "17.ID": "AW25 S", "1re-DI": f"{TARGET} S"}
    event = fought(play(german(units), f"attack {TARGET}", "full 18.ID", 2))
    assert event.row == 2 - 16 + 8 + 8
    assert event.read != event.odds


@pytest.mark.rule("9.3.6")
@pytest.mark.parametrize(("unit", "marker"), [("18.ID", 1), ("1.GID", 0)])
def test_a_loss_in_combat_leaves_a_marker_but_not_on_the_best(unit: str, marker: int) -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", unit: f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 16, 20)
    assert steps(position, unit) == STEPS[BY_ID[unit]] - 1
    assert position.board.loss_marker.get(BY_ID[unit], 0) == marker


@pytest.mark.rule("9.3.1", "9.3.3")
def test_foot_and_horse_of_the_defence_suffer_and_who_went_in_fully() -> None:
    foot, gun = 1 << BY_ID["18.ID"], 1 << BY_ID["III/Fußa.1"]
    battle = Battle(at("AW22"), full=1 << BY_ID["1re-DI"], part=1 << BY_ID["2e-DI"], defenders=foot | gun)
    assert _fully_in(battle, False) == foot
    assert _fully_in(battle, True) == 1 << BY_ID["1re-DI"]


@pytest.mark.rule("9.3.4", "9.3.5")
def test_off_the_table_the_next_column_is_read_with_eight_less_or_more() -> None:
    last = len(combat_result.__globals__["CRT"]) - 1
    assert combat_result(3, 25)[1:] == (3, 25)
    assert combat_result(3, 26)[1:] == (2, 18)
    assert combat_result(3, 34)[1:] == (1, 18)
    assert combat_result(0, 40)[1:] == (0, 25)
    assert combat_result(3, -4)[1:] == (3, -4)
    assert combat_result(3, -5)[1:] == (4, 3)
    assert combat_result(last, -30)[1:] == (last, -4)
    assert combat_result(1, 34)[1:] == (0, 25)
    assert combat_result(last - 1, -13)[1:] == (last, -4)
    for column in (0, last):
        for row in (-4, 0, 25):
            assert combat_result(column, row)[0] == combat_result.__globals__["CRT"][column][row + 4]


@pytest.mark.rule("9.3.3")
def test_railway_guns_are_left_to_the_last_and_each_once() -> None:
    board = still({"SKM.b1": "S31 train", "2.AOK": "S31", "1re-DI": "S32 S"}, side="allied")
    battle = Battle(at("S31"), full=1 << BY_ID["1re-DI"])
    steps = Leftovers(battle, False, combat_result(0, 1)[0].defender, ()).do(board)
    assert [step.unit for step in steps if isinstance(step, LeftAlone)] == [BY_ID["2.AOK"], BY_ID["SKM.b1"]]
