"""[6.6.1], [6.6.2], [7.1.5] Splitting and recombining: points, losses and marks of parts and whole."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import OPTIONS
from games.nach_paris.still import at, rule, still, unit
from games.nach_paris.support import Game, asked, happened, has, legal, named, play, refused, where
from games.nach_paris.units.support import CA, ID, KK, aside, lost, moving
from marne.games.nach_paris.board import Train
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, SPLIT_ROWS, STEPS
from marne.games.nach_paris.rules.movement.march import mark_extended, points_left
from marne.games.nach_paris.rules.movement.phase import BeginMovement
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.events import Joined, Split
from marne.games.nach_paris.rules.units.splitting import _added_up, _join, _settle, _why_not_act, _why_not_together
from marne.games.nach_paris.rules.units.versions import _inherit_numbers, take_place
from marne.hexes import bits


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
@pytest.mark.reading("split-once")
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
@pytest.mark.reading("indoctrinated-split")
def test_an_indoctrinated_division_does_not_split() -> None:
    for division in ("40e-DI", "41e-DI", "44e-DI"):
        position = play(moving({division: "BC9 N doctrine"}, "allied"), f"move {division}")
        assert refused(position, "split") == "21.2.1"
        assert "split" in legal(play(moving({division: "BC9 N"}, "allied"), f"move {division}"))
    alps = {"27e-DI": "BC9 N doctrine", "28e-DI": "BC9 N"}
    position = play(moving(alps, "allied"), "move 27e-DI", "detach BC9")
    assert has(position, "indoctrinated", "27e-DI-3")
    assert not has(position, "indoctrinated", "BCA-14e-CA")


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
@pytest.mark.reading("split-losses")
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


@pytest.mark.rule("12.4.2", "6.6.4")
def test_a_convoy_that_ran_has_run_whoever_comes_out_of_it() -> None:
    units = {"33.IB": "BC9 N", "34.IB": "BC9 N", "15.ID-3": "BC5 N", "6.ID": "BC7 N"}
    position = moving(units)
    position.board.convoyed = 1 << BY_ID["6.ID"] | 1 << BY_ID["15.ID-3"]
    position = play(position, "move 6.ID", "split", "move 33.IB", "join")
    assert position.board.convoyed == 1 << BY_ID["6.ID"] | 1 << BY_ID["15.ID-4"]


@pytest.mark.rule("6.6.2", "7.4.2", "13.1.6")
@pytest.mark.parametrize(
    ("one", "two", "left"),
    [
        ("extended1", "", ["extended_1"]),
        ("extended1", "extended2", ["extended_2"]),
        ("limited", "", ["limited"]),
        ("limited", "ooc", ["cut_off"]),
        ("", "", []),
    ],
)
def test_of_two_marks_a_whole_takes_the_worse_of_its_own_parts(one: str, two: str, left: list[str]) -> None:
    board = still({"18.ID": f"AW22 N {one}", "17.ID": f"AW22 N {two}", "5.ID": "AW22 N extended2 ooc"})
    whole = BY_ID["16.ID"]
    take_place(board, whole, 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"], at("AW22"), 1)
    names = ("extended_1", "extended_2", "limited", "cut_off")
    assert [name for name in names if getattr(board, name) >> whole & 1] == left
    assert (board.where[whole], board.lost[whole]) == (at("AW22"), 1)


@pytest.mark.rule("6.6.1")
def test_a_whole_inherits_the_worst_of_its_parts() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"})
    one, two, whole = BY_ID["18.ID"], BY_ID["17.ID"], BY_ID["16.ID"]
    board.spent, board.loss_marker, board.aerial_tries = {one: 10, two: 20}, {one: 2, two: 1}, {two: 1}
    board.lost_now, board.lost_before = {one: 1, two: 1}, {one: 3}
    _inherit_numbers(board, whole, [one, two], 2)
    assert (board.spent[whole], board.loss_marker[whole], board.aerial_tries[whole]) == (20, 2, 1)
    assert (board.lost_now[whole], board.lost_before[whole]) == (2, 2), "no more than it has lost"


@pytest.mark.rule("6.6.1", "6.6.3", "6.6.5")
@pytest.mark.parametrize("row", [KK, CA, ID])
def test_parts_in_the_first_hex_of_the_map_are_there_like_others(row: Any) -> None:
    board = still(dict.fromkeys(row.parts, "AW22 N"))
    for part in row.parts:
        board.put(BY_ID[part], 0)
    assert _why_not_together(board, row, [BY_ID[part] for part in row.parts]) is None


@pytest.mark.rule("6.6.2", "6.6.1")
def test_losses_of_both_parts_are_those_of_the_whole() -> None:
    board = still({"11.IB": "AW22 N -1", "12.IB": "AW22 N -1"})
    ((whole, part, olds, lost),) = _added_up(board, ID)
    assert (whole, part, olds, lost) == (BY_ID["6.ID"], BY_ID["11.IB"], unit("11.IB", "12.IB"), 2)
    _join(board, ID)
    assert (board.where[whole], board.lost[whole]) == (at("AW22"), 2)


@pytest.mark.rule("6.6.1")
@pytest.mark.parametrize(("faces", "asks"), [(("N", "N"), 0), (("N", "S"), 1)])
def test_whose_parts_looked_two_ways_is_asked_where_it_looks(faces: tuple[str, str], asks: int) -> None:
    board = still({"11.IB": f"AW22 {faces[0]}", "12.IB": f"AW22 {faces[1]}"})
    board.spent = {BY_ID["11.IB"]: 10, BY_ID["12.IB"]: 20}
    found: Any = _join(board, ID)
    assert [step.unit for step in found] == [BY_ID["6.ID"]] * asks
    assert board.spent == {BY_ID["6.ID"]: 20}
    fresh = still({"11.IB": "AW22 N", "12.IB": "AW22 N"})
    _join(fresh, ID)
    assert fresh.spent == {}, "nothing was spent"


@pytest.mark.rule("7.1.5")
def test_who_came_into_its_hex_before_it_split_is_asked_for_its_facing() -> None:
    olds, news = [BY_ID["6.ID"]], [BY_ID["11.IB"], BY_ID["12.IB"]]
    board = still({"6.ID": "AW22 N", "11.IB": "AW22 N", "12.IB": "AW22 N", "5.KD": "AW24"})
    board.regrouped = unit("5.KD")
    board.entered = unit("12.IB", "5.KD")
    board.spent = dict.fromkeys(news, 40)
    settled: Any = _settle(board, olds, news)
    assert [step.unit for step in settled] == [BY_ID["12.IB"]]
    assert board.regrouped == unit("5.KD", "11.IB", "12.IB")
    assert (board.extended_1 | board.extended_2) & bits(news) == bits(news)
    board.entered = unit("5.KD")
    assert _settle(board, [], [BY_ID["5.KD"]]) == (), "cavalry has no facing"


@pytest.mark.rule("20.2.8", "8.1.3", "7.7.1")
@pytest.mark.parametrize(
    ("fact", "number"),
    [
        ("", ""),
        ("barraged", "8.1.3"),
        ("arrived", "7.7.1"),
        ("perilled", "20.2.8"),
        ("regrouped", "6.6.1"),
    ],
)
def test_what_a_unit_did_itself_keeps_it_from_regrouping(fact: str, number: str) -> None:
    board = still({"6.ID": "AW22 N", "18.ID": "AW22 N"})
    for name in ("barraged", "arrived", "perilled", "regrouped"):
        setattr(board, name, unit("18.ID") | unit("6.ID") * (name == fact))
    board.trains[BY_ID["18.ID"]] = Train(0, 0, 0)
    assert rule(_why_not_act(board, [BY_ID["6.ID"]])) == number


@pytest.mark.rule("6.6.2", "6.6.1")
def test_who_takes_the_place_of_others_inherits_from_them_alone() -> None:
    board = still({"11.IB": "AW22 N", "12.IB": "AW22 N", "18.ID": "AW22 N fog"}, fog=True)
    board.fogged |= 1 << BY_ID["6.ID"]
    take_place(board, BY_ID["6.ID"], unit("11.IB", "12.IB"), at("AW22"), 2)
    assert board.fogged == unit("18.ID")
    assert (board.where[BY_ID["6.ID"]], board.lost[BY_ID["6.ID"]]) == (at("AW22"), 2)
    board.fogged |= unit("11.IB", "12.IB")
    take_place(board, BY_ID["6.ID"], unit("11.IB", "12.IB"), at("AW22"), 2)
    assert board.fogged == unit("18.ID", "11.IB", "12.IB", "6.ID")


@pytest.mark.rule("7.4.1", "7.4.2")
def test_who_splits_after_half_its_march_and_goes_on_has_the_second_marker_alone() -> None:
    position = play(moving({"6.ID": "BC9 N extended1"}), "move 6.ID", "split")
    board, brigade = position.board, BY_ID["11.IB"]
    assert has(position, "extended_1", "11.IB")
    board.spent[brigade] = board.mf(brigade)
    mark_extended(board, brigade)
    assert has(position, "extended_2", "11.IB")
    board.phase = "combat"
    assert [each.amount for each in own_modifiers(board, brigade) if each.rule == "7.4.2"] == [-2]


@pytest.mark.rule("6.6.1", "13.1.6")
def test_of_two_marks_that_exclude_each_other_the_whole_has_the_worse() -> None:
    position = play(moving({"11.IB": "BC9 N limited extended1", "12.IB": "BC9 N ooc extended2"}), "move 11.IB", "join")
    assert has(position, "cut_off", "6.ID")
    assert not has(position, "limited", "6.ID")
    assert has(position, "extended_2", "6.ID")
    assert not has(position, "extended_1", "6.ID")


@pytest.mark.rule("20.1.11", "6.6.1")
def test_flights_against_a_unit_count_for_what_it_becomes() -> None:
    position = moving({"6.ID": "BC9 N fog"}, options=OPTIONS)
    position.board.aerial_tries = {BY_ID["6.ID"]: 2}
    position = play(position, "move 6.ID", "split")
    assert position.board.aerial_tries == {BY_ID["11.IB"]: 2, BY_ID["12.IB"]: 2}
