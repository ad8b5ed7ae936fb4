"""[6.6], [7.1.5] Splitting and recombining, with every case that the rulebook names."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.board import ASIDE, WAITING
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import AUTONOMOUS, BY_ID, MOUNTAIN, SPLIT_ROWS, STEPS
from marne.games.nach_paris.rules.movement.arrivals import place
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.movement.phase import BeginMovement
from marne.games.nach_paris.rules.units.events import Joined, Split


def moving(units: dict[str, str], side: str = "german", turn: int = 7, **changes: Any) -> Game:
    """A Movement Phase of one side, its first question."""
    return arranged(units=units, side=side, turn=turn, begin="movement", **changes)


def lost(position: Game, unit: str) -> int:
    return position.board.lost[BY_ID[unit]]


def aside(position: Game, *units: str) -> bool:
    return all(position.board.where[BY_ID[unit]] == ASIDE for unit in units)


# -- [6.6.1]


@pytest.mark.rule("6.6.1")
def test_a_division_becomes_two_brigades_in_its_hex() -> None:
    position = play(moving({"6.ID": "BC9 NE fieldworks limited"}), "move 6.ID", "split")
    assert aside(position, "6.ID")
    for brigade in ("11.IB", "12.IB"):
        assert where(position, brigade) == "BC9"
        assert lost(position, brigade) == 0
        assert position.board.faces[BY_ID[brigade]] == 1
        assert has(position, "fieldworks", brigade)
        assert has(position, "limited", brigade)
    assert not has(position, "limited", "6.ID")
    (event,) = happened(position, Split)
    assert (event.rule, event.unit, event.units, event.hex) == ("6.6.1", "6.ID", "11.IB 12.IB", "BC9")


@pytest.mark.rule("6.6.1", "7.1.5")
def test_two_brigades_become_their_division_which_may_be_split_again() -> None:
    position = play(moving({"11.IB": "BC9 N", "12.IB": "BC9 N"}), "move 11.IB", "join")
    assert aside(position, "11.IB", "12.IB")
    assert where(position, "6.ID") == "BC9"
    (event,) = happened(position, Joined)
    assert (event.rule, event.units, event.unit) == ("6.6.1", "11.IB 12.IB", "6.ID")
    again = play(position, "move 6.ID")
    assert "split" not in legal(again), "not in the same Movement Phase"
    assert refused(again, "split") == "6.6.1"
    BeginMovement().do(position.board)
    assert "split" in legal(play(position, "move 6.ID")), "in the next it may"


@pytest.mark.rule("6.6.1")
def test_parts_must_stand_in_one_hex() -> None:
    apart = play(moving({"11.IB": "BC9 N", "12.IB": "BC10 N"}), "move 11.IB")
    assert "join" not in legal(apart)
    assert refused(apart, "join") == "6.6.1"
    assert "join" in legal(play(apart, "to BC10"))
    alone = play(moving({"11.IB": "BC9 N", "12.IB": "destroyed"}), "move 11.IB")
    assert refused(alone, "join") == "6.6.1"
    strangers = play(moving({"11.IB": "BC9 N", "14.IB": "BC9 N"}), "move 11.IB")
    assert refused(strangers, "join") == "6.6.1"


@pytest.mark.rule("6.6.1")
def test_the_whole_has_spent_what_the_part_that_spent_most_had() -> None:
    position = moving({"11.IB": "BC9 N", "12.IB": "BC11 N"})
    position = play(position, "move 12.IB", "to BC10", "end", "face N")
    position = play(position, "move 11.IB", "to BD10", "to BC10", "join", "face NE")
    whole = BY_ID["6.ID"]
    assert position.board.spent[whole] == 20
    assert points_left(position.board, whole) == 30
    assert has(position, "entered", "6.ID")
    assert position.board.faces[whole] == 1
    assert "move 6.ID" in legal(position)
    assert max(MAP.grid.distance(MAP.grid.hex("BC10"), MAP.grid.hex(h)) for h in _reached(position)) == 3


def _reached(position: Game) -> list[str]:
    return named(play(position, "move 6.ID"), "to")


@pytest.mark.rule("6.6.1", "7.5.5")
def test_a_forced_march_of_one_part_counts_for_the_whole() -> None:
    units = {"11.IB": "BC9 N forced", "12.IB": "BC9 N"}
    position = play(moving(units), "move 12.IB", "join")
    assert has(position, "forced_before", "6.ID")
    position = play(position, "move 6.ID")
    assert "force" not in legal(position)
    assert refused(position, "force") == "7.5.5"


@pytest.mark.rule("6.6.1", "7.4.1")
def test_parts_of_a_unit_that_marched_have_spent_its_points() -> None:
    position = play(moving({"6.ID": "BC9 N"}), "move 6.ID", "to BC6", "split")
    assert asked(position) == "Face"
    position = play(position, "face N", "face S")
    for brigade, facing in (("11.IB", 0), ("12.IB", 3)):
        assert position.board.faces[BY_ID[brigade]] == facing
        assert position.board.spent[BY_ID[brigade]] == 30
        assert has(position, "extended_1", brigade), "more than half of their fifty"
    assert named(position, "move") == ["11.IB", "12.IB"]
    assert refused(play(position, "move 11.IB"), "to BC3") == "7.1.2"
    assert where(play(position, "move 11.IB", "to BC4"), "11.IB") == "BC4"


@pytest.mark.rule("7.1.5", "7.5.5")
def test_who_split_without_marching_moves_with_all_its_points() -> None:
    position = play(moving({"6.ID": "BC9 N"}), "move 6.ID", "split")
    assert named(position, "move") == ["11.IB", "12.IB"]
    position = play(position, "move 12.IB", "to BC4", "end", "face N")
    assert where(position, "12.IB") == "BC4"
    assert (where(position, "11.IB"), named(position, "move")) == ("BC9", ["11.IB"])


@pytest.mark.rule("7.1.5", "7.6.1")
def test_a_zone_that_stopped_the_whole_holds_its_parts() -> None:
    units = {"6.ID": "BC9 N", "1re-DI": "BC12 S"}
    position = play(moving(units), "move 6.ID", "to BC11", "split", "face N", "face N")
    stopped = play(position, "move 11.IB")
    assert asked(stopped) == "Face", "its move is over"
    assert named(play(stopped, "face N"), "move") == ["12.IB"]
    fresh = play(moving({"6.ID": "BC11 N", "1re-DI": "BC12 S"}), "move 6.ID", "split", "move 11.IB")
    assert "to BC10" in legal(fresh), "who began in the zone may leave it"


@pytest.mark.rule("7.1.5", "9.7.1")
def test_who_split_has_acted_in_the_movement_phase() -> None:
    units = {"6.ID": "BC9 N", "7.ID": "BC5 N"}
    position = play(moving(units), "move 6.ID", "split", "end")
    while asked(position) != "ChooseShift":
        position = play(position, "end")
    assert named(position, "shift") == ["7.ID"]
    assert refused(position, "shift 11.IB") == "9.7.1"


@pytest.mark.rule("8.1.3", "7.7.1")
def test_who_fired_or_has_just_come_does_not_recombine() -> None:
    fired = play(moving({"11.IB": "BC9 N", "12.IB": "BC9 N barraged"}), "move 11.IB")
    assert refused(fired, "join") == "8.1.3"
    assert "join" not in legal(fired)
    came = moving({"11.IB": "BC9 N", "12.IB": "BC9 N"})
    came.board.arrived |= 1 << BY_ID["12.IB"]
    assert refused(play(came, "move 11.IB"), "join") == "7.7.1"


@pytest.mark.rule("6.6.1", "11.5.1")
def test_who_is_to_storm_a_fort_stays_what_it_is() -> None:
    units = {"6.ID": "AL31 NE", "KMK.b3": "AL31 NE fip"}
    position = play(moving(units, assaults=["AK31:Fort-de-Leveau 6.ID KMK.b3"]), "move 6.ID")
    assert refused(position, "split") == "11.5.1"
    assert "split" not in legal(position)
    assert "split" in legal(play(moving(units), "move 6.ID"))


@pytest.mark.rule("12.2.3")
def test_nobody_recombines_on_a_train() -> None:
    position = play(moving({"11.IB": "AW19 N", "12.IB": "AW19 N train"}), "move 11.IB")
    assert refused(position, "join") == "12.2.3"


@pytest.mark.rule("6.6.1")
@pytest.mark.parametrize("row", [row for row in SPLIT_ROWS if row.rule == "6.6.1"], ids=lambda row: row.id)
def test_every_division_that_can_be_split_and_put_together_again(row: Any) -> None:
    """6., 7., 13., 14., 19., 22.ID and 40e, 41e, 44e DI."""
    (whole,), parts = row.wholes, row.parts
    side = "german" if whole.endswith(".ID") else "allied"
    position = play(moving({whole: "BC9 N"}, side), f"move {whole}", "split")
    assert [where(position, part) for part in parts] == ["BC9", "BC9"]
    assert sum(STEPS[BY_ID[part]] for part in parts) == STEPS[BY_ID[whole]] == 4
    back = play(moving(dict.fromkeys(parts, "BC9 N"), side), f"move {parts[1]}", "join")
    assert where(back, whole) == "BC9"


@pytest.mark.rule("6.6.1")
def test_other_units_have_no_parts() -> None:
    position = play(moving({"18.ID": "BC9 N"}), "move 18.ID")
    assert refused(position, "split") == "6.6.1"
    assert refused(position, "join") == "6.6.1"


@pytest.mark.rule("21.2.1")
def test_an_indoctrinated_division_does_not_split() -> None:
    for division in ("40e-DI", "41e-DI", "44e-DI"):
        position = play(moving({division: "BC9 N doctrine"}, "allied"), f"move {division}")
        assert refused(position, "split") == "21.2.1"
        assert "split" in legal(play(moving({division: "BC9 N"}, "allied"), f"move {division}"))
    alps = {"27e-DI": "BC9 N doctrine", "28e-DI": "BC9 N"}
    position = play(moving(alps, "allied"), "move 27e-DI", "detach BC9")
    assert has(position, "indoctrinated", "27e-DI-3")
    assert not has(position, "indoctrinated", "BCA-14e-CA")


# -- [6.6.2]


@pytest.mark.rule("6.6.2")
def test_losses_of_the_parts_add_up() -> None:
    units = {"11.IB": "BC9 N -1", "12.IB": "BC9 N -1"}
    position = moving(units, markers={"11.IB": 1, "12.IB": 2})
    position.board.lost_now = {BY_ID["11.IB"]: 1}
    position.board.lost_before = {BY_ID["11.IB"]: 1, BY_ID["12.IB"]: 1}
    position = play(position, "move 11.IB", "join")
    whole = BY_ID["6.ID"]
    assert lost(position, "6.ID") == 2
    assert position.board.loss_marker == {whole: 2}, "the worse marker"
    assert position.board.lost_now == {whole: 1}
    assert position.board.lost_before == {whole: 2}
    assert lost(play(moving({**units, "12.IB": "BC9 N"}), "move 12.IB", "join"), "6.ID") == 1


@pytest.mark.rule("6.6.2", "7.1.5")
def test_losses_of_a_division_lie_on_a_brigade_of_its_owners_choice() -> None:
    one = play(moving({"6.ID": "BC9 N -1"}), "move 6.ID")
    assert named(one, "split-hurt") == ["12.IB", "11.IB"]
    assert "split" not in legal(one)
    assert refused(one, "split") == "6.6.2"
    for hurt, whole in (("11.IB", "12.IB"), ("12.IB", "11.IB")):
        after = play(one, f"split-hurt {hurt}")
        assert (lost(after, hurt), lost(after, whole)) == (1, 0)
    assert lost(after, "6.ID") == 0, "nothing stays on the counter that goes"
    two = play(moving({"6.ID": "BC9 N -2"}), "move 6.ID", "split")
    assert (lost(two, "11.IB"), lost(two, "12.IB")) == (1, 1)


@pytest.mark.rule("6.6.2")
def test_a_unit_with_one_step_is_not_split() -> None:
    position = play(moving({"6.ID": "BC9 N -3"}), "move 6.ID")
    assert not named(position, "split-hurt")
    assert refused(position, "split") == "6.6.2"


# -- [6.6.3] 3. and 6.KD


@pytest.mark.rule("6.6.3")
def test_the_cavalry_lets_its_jaeger_go() -> None:
    position = play(moving({"3.KD": "BC9", "6.KD": "BC10"}), "move 3.KD")
    assert sorted(named(position, "detach")) == ["BC10", "BC9"]
    assert refused(position, "detach BC8") == "6.6.3"
    after = play(position, "detach BC10")
    places = [where(after, unit) for unit in ("3.KD-split", "6.KD-split", "JB-4.KK")]
    assert places == ["BC9", "BC10", "BC10"]
    assert aside(after, "3.KD", "6.KD")
    assert after.board.steps(BY_ID["JB-4.KK"]) == 1
    assert AUTONOMOUS >> BY_ID["JB-4.KK"] & 1
    assert {event.rule for event in happened(after, Split)} == {"6.6.3"}
    assert named(after, "move") == ["JB-4.KK", "3.KD-split", "6.KD-split"]


@pytest.mark.rule("6.6.3")
def test_the_cavalry_must_be_near_and_unhurt() -> None:
    far = play(moving({"3.KD": "BC9", "6.KD": "BC11"}), "move 3.KD")
    assert refused(far, "detach BC9") == "6.6.3"
    assert not named(far, "detach")
    for units in ({"3.KD": "BC9 -1", "6.KD": "BC9"}, {"3.KD": "BC9", "6.KD": "BC9 -1"}):
        hurt = play(moving(units), "move 3.KD")
        assert refused(hurt, "detach BC9") == "6.6.3"
    gone = play(moving({"3.KD": "BC9", "6.KD": "destroyed"}), "move 3.KD")
    assert refused(gone, "detach BC9") == "6.6.3"


@pytest.mark.rule("6.6.3")
def test_the_cavalry_takes_its_jaeger_back_if_nobody_is_hurt() -> None:
    units = {"3.KD-split": "BC9", "6.KD-split": "BC10", "JB-4.KK": "BD10 N"}
    position = play(moving(units), "move JB-4.KK", "join")
    assert [where(position, unit) for unit in ("3.KD", "6.KD")] == ["BC9", "BC10"]
    assert aside(position, *units)
    for hurt in ("3.KD-split", "6.KD-split"):
        bad = play(moving({**units, hurt: f"{units[hurt]} -1"}), "move JB-4.KK")
        assert refused(bad, "join") == "6.6.3"
    far = play(moving({**units, "JB-4.KK": "BD11 N"}), "move JB-4.KK")
    assert refused(far, "join") == "6.6.3", "beside one of them only"


@pytest.mark.rule("6.6.3", "6.4.1")
def test_the_jaeger_need_room() -> None:
    crowd = {"3.ID": "BC9 N", "4.ID": "BC9 N", "18.ID": "BC9 N -1"}  # eleven, and two of cavalry; the limit is fifteen
    free = play(moving({**crowd, "3.KD": "BC9", "6.KD": "BC10"}), "move 3.KD")
    assert sorted(named(free, "detach")) == ["BC10", "BC9"]
    full = play(moving({**crowd, "5.KD": "BC9", "3.KD": "BC9", "6.KD": "BC10"}), "move 3.KD")
    assert named(full, "detach") == ["BC10"]
    assert refused(full, "detach BC9") == "6.4.1"


# -- [6.6.4] 17. and 15.ID


@pytest.mark.rule("6.6.4")
def test_the_17th_division_is_formed_and_the_15th_has_its_fourth_step() -> None:
    units = {"33.IB": "BC9 N -1", "34.IB": "BC9 N -1", "15.ID-3": "BC5 NE -1 fieldworks moved"}
    assert STEPS[BY_ID["34.IB"]] == 3
    position = play(moving({**units, "15.ID-3": "BC5 NE -1 fieldworks"}), "move 34.IB", "join")
    assert where(position, "17.ID") == "BC9"
    assert lost(position, "17.ID") == 2, "losses are carried over"
    assert aside(position, "33.IB", "34.IB", "15.ID-3")
    better = BY_ID["15.ID-4"]
    assert (where(position, "15.ID-4"), position.board.steps(better)) == ("BC5", 3)
    assert position.board.faces[better] == 1
    assert has(position, "fieldworks", "15.ID-4")
    assert named(position, "move") == ["17.ID", "15.ID-4"]


@pytest.mark.rule("6.6.4")
def test_the_15th_keeps_what_it_did_in_this_phase() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "BC5 N"}
    position = play(moving(units), "move 15.ID-3", "to BC6", "end", "face N", "move 33.IB", "join")
    assert named(position, "move") == ["17.ID"]
    assert position.board.spent[BY_ID["15.ID-4"]] == 10
    assert not has(position, "moved", "15.ID-3")


@pytest.mark.rule("12.4.2", "6.6.4")
def test_a_convoy_that_ran_has_run_whoever_comes_out_of_it() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "BC5 N", "6.ID": "BC7 N"}
    position = moving(units)
    position.board.convoyed = 1 << BY_ID["6.ID"] | 1 << BY_ID["15.ID-3"]
    position = play(position, "move 6.ID", "split", "move 33.IB", "join")
    assert position.board.convoyed == 1 << BY_ID["6.ID"] | 1 << BY_ID["15.ID-4"]


@pytest.mark.rule("6.6.4")
def test_the_17th_division_is_never_split() -> None:
    position = play(moving({"17.ID": "BC9 N"}), "move 17.ID")
    assert refused(position, "split") == "6.6.4"
    assert not {"split", "join"} & set(legal(position))


@pytest.mark.rule("6.6.4")
def test_a_15th_that_is_still_to_come_is_exchanged_when_it_arrives() -> None:
    position = play(moving({"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "waiting"}), "move 33.IB", "join")
    assert position.board.where[BY_ID["15.ID-3"]] == WAITING
    row = position.board.play.arrival[BY_ID["15.ID-3"]]
    place(position.board, row, row.hex)
    assert position.board.where[BY_ID["15.ID-4"]] == row.hex
    assert aside(position, "15.ID-3")
    assert has(position, "arrived", "15.ID-4")
    early = moving({"33.IB": "BC9 N", "15.ID-3": "waiting"})
    place(early.board, row, row.hex)
    assert early.board.where[BY_ID["15.ID-3"]] == row.hex, "the 17.ID is not formed yet"


@pytest.mark.rule("6.6.4", "6.4.1")
def test_the_fourth_step_needs_room() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "BC5 N", "3.ID": "BC5 N", "4.ID": "BC5 N", "18.ID": "BC5 N"}
    position = play(moving(units), "move 33.IB")
    assert refused(position, "join") == "6.4.1"
    assert "join" in legal(play(moving({**units, "18.ID": "BC5 N -1"}), "move 33.IB"))


# -- [6.6.5] 27e and 28e DI


@pytest.mark.rule("6.6.5")
def test_the_14th_corps_lets_its_mountain_infantry_go() -> None:
    units = {"27e-DI": "BC9 N -1", "28e-DI": "BC10 S -2"}
    position = play(moving(units, "allied"), "move 28e-DI", "detach BC9")
    assert [where(position, unit) for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")] == ["BC9", "BC10", "BC9"]
    assert [lost(position, unit) for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")] == [1, 2, 0]
    assert [STEPS[BY_ID[unit]] for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")] == [3, 3, 1]
    assert MOUNTAIN >> BY_ID["BCA-14e-CA"] & 1
    assert not MOUNTAIN >> BY_ID["27e-DI-3"] & 1
    assert AUTONOMOUS >> BY_ID["BCA-14e-CA"] & 1
    assert {event.rule for event in happened(position, Split)} == {"6.6.5"}


@pytest.mark.rule("6.6.5")
def test_the_14th_corps_takes_it_back_with_the_losses_of_each() -> None:
    units = {"27e-DI-3": "BC9 N -1", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BD10 N"}
    position = play(moving(units, "allied"), "move BCA-14e-CA", "join")
    assert [where(position, unit) for unit in ("27e-DI", "28e-DI")] == ["BC9", "BC10"]
    assert [lost(position, unit) for unit in ("27e-DI", "28e-DI")] == [1, 0]
    assert aside(position, *units)
    far = play(moving({**units, "BCA-14e-CA": "BD11 N"}, "allied"), "move BCA-14e-CA")
    assert refused(far, "join") == "6.6.5"
    gone = play(moving({**units, "BCA-14e-CA": "destroyed"}, "allied"), "move 27e-DI-3")
    assert refused(gone, "join") == "6.6.5"


@pytest.mark.rule("6.6.5", "6.6.2")
def test_the_14th_corps_must_be_near_and_each_division_needs_two_steps() -> None:
    far = play(moving({"27e-DI": "BC9 N", "28e-DI": "BC11 S"}, "allied"), "move 27e-DI")
    assert refused(far, "detach BC9") == "6.6.5"
    weak = play(moving({"27e-DI": "BC9 N", "28e-DI": "BC9 S -3"}, "allied"), "move 27e-DI")
    assert refused(weak, "detach BC9") == "6.6.2"
    assert not named(weak, "detach")


@pytest.mark.rule("6.6.5", "6.6.1", "6.6.4")
def test_the_points_of_the_one_that_marched_most_count_for_both_divisions() -> None:
    units = {"27e-DI-3": "BC9 N", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BD8 N"}
    position = play(moving(units, "allied"), "move BCA-14e-CA", "to BD10", "join", "face N", "face S")
    for division in ("27e-DI", "28e-DI"):
        assert position.board.spent[BY_ID[division]] == 20
        assert points_left(position.board, BY_ID[division]) == 30
    units = {"27e-DI-3": "BC9 N", "28e-DI-3": "BC12 S", "BCA-14e-CA": "BC9 N"}
    position = play(moving(units, "allied"), "move 28e-DI-3", "to BC10", "join", "face N")
    far = position.board.spent[BY_ID["28e-DI"]]
    assert far >= 20
    assert position.board.spent[BY_ID["27e-DI"]] == far, "which stood still"


@pytest.mark.rule("6.6.5", "6.6.1")
def test_the_light_infantry_has_marched_as_far_as_the_division_that_marched_most() -> None:
    units = {"27e-DI": "BC7 N", "28e-DI": "BC10 S"}
    position = play(moving(units, "allied"), "move 27e-DI", "to BC9", "detach BC10", "face N", "face N")
    spent = {unit: position.board.spent.get(BY_ID[unit], 0) for unit in ("27e-DI-3", "28e-DI-3", "BCA-14e-CA")}
    assert spent == {"27e-DI-3": 20, "28e-DI-3": 0, "BCA-14e-CA": 20}


@pytest.mark.rule("6.6.5", "6.4.1")
def test_the_division_makes_room_for_its_own_light_infantry() -> None:
    crowd = {"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N -1", "27e-DI": "BC9 N", "28e-DI": "BC10 S"}
    position = play(moving(crowd, "allied"), "move 27e-DI")
    assert "detach BC9" in legal(position), "fifteen steps before and after"


@pytest.mark.rule("6.6.5", "6.4.1")
def test_the_larger_divisions_need_room() -> None:
    crowd = {"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N"}  # twelve, and three of the 27e
    units = {"27e-DI-3": "BC9 N", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BC10 N"}
    full = play(moving({**crowd, **units}, "allied"), "move BCA-14e-CA")
    assert refused(full, "join") == "6.4.1"
    free = play(moving({**crowd, **units, "3e-DI": "BC9 N -1"}, "allied"), "move BCA-14e-CA")
    assert "join" in legal(free)
    own = {**crowd, **units, "3e-DI": "BC9 N -1", "BCA-14e-CA": "BC9 N"}
    assert "join" in legal(play(moving(own, "allied"), "move BCA-14e-CA")), (
        "fifteen steps, its own light one among them"
    )
