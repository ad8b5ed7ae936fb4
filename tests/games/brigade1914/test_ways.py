"""A5, A6, A7, A8, C9, C14, C15: ways over the table: what bars them, how far they go, what they leave behind."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import asked, battle, going, legal, play, quiet, refused, told, unit
from marne.games.brigade1914.rules.command.actions import Remount
from marne.games.brigade1914.rules.command.losses import add_markers
from marne.games.brigade1914.rules.measures.troops import middle, shape_at
from marne.games.brigade1914.rules.movement.movement import (
    driven_goals,
    entry_point,
    may_leave,
    on_table,
    rate,
    road_bonus,
    why_not_go,
)
from marne.games.brigade1914.rules.movement.moving import Driven, GoTo

# -- A5: rates and roads


@pytest.mark.rule("A5", "A6", "C3")
def test_how_far_each_kind_of_movement_goes() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}, "b3": {"at": [3000, 4000]}, "b4": {"at": [5000, 4000]}}).board
    assert [rate(board, 0, how) for how in ("react", "advance", "fog", "fall back", "driven")] == [
        400, 200, 1200, 800, 800,
    ]  # fmt: skip
    assert [rate(board, 3, how) for how in ("move", "react")] == [400, 400]
    assert [rate(board, 2, how) for how in ("assault", "second")] == [800, 800]


@pytest.mark.rule("C20", "A5")
def test_horse_batteries_move_eight_inches_and_cavalry_is_not_one() -> None:
    horse = battle("cav3 cav3 horse", lists=("british cavalry", "german infantry")).board
    assert [rate(horse, unit, "move") for unit in (0, 2)] == [800, 800]
    assert rate(battle("bn4 bn4 field").board, 2, "move") == 400


@pytest.mark.rule("A6", "C23")
def test_to_the_bayonet_lengthens_the_second_half_alone() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}}).board
    board.bayonet[0] = 1
    assert [rate(board, 0, how) for how in ("assault", "second", "move")] == [400, 800, 800]


@pytest.mark.rule("C15", "C26")
def test_what_a_road_adds_and_to_which_moves() -> None:
    board = battle("bn4 bn4 cav3 field").board
    for how in ("move", "fall back", "enter", "march"):
        assert [road_bonus(board, unit, how) for unit in (0, 2, 3)] == [200, 400, 200]
    for how in ("fire", "assault", "second", "react", "advance", "fog", "driven"):
        assert road_bonus(board, 2, how) == 0
    cyclists = battle("cav4 cav4 cyc3", lists=("belgian cavalry", "german infantry")).board
    assert road_bonus(cyclists, 2, "move") == 400
    board.foot[2] = 1
    assert road_bonus(board, 2, "move") == 200


# -- A5: enemies bar the way


@pytest.mark.rule("A5")
def test_no_base_goes_farther_than_the_rate_though_the_middle_does_not() -> None:
    position = going(battle(units={"b1": {"at": [3000, 4000], "tokens": 2, "mgs": 0}}), "b1", "move")
    assert position.read("3000,3500 0 line") is not None
    assert position.read("3700,4000 0 line") is not None, "sideways as well"
    assert refused(position, "3000,3300 90 line") == "A5", "a wheel takes the outer base too far"
    assert position.read("3000,3300 180 line") is not None, "about turn: each base takes the nearer place"


@pytest.mark.rule("A5")
def test_a_waypoint_leads_past_an_enemy_no_more_than_a_straight_way() -> None:
    units = {
        "b1": {"at": [2700, 3000], "formation": "column", "tokens": 2},
        "r1": {"at": [2000, 2700], "bases": 1, "mgs": 0},
    }
    position = going(battle("bn2 bn2", "bn2 bn2", units=units), "b1", "move")
    assert position.read("2700,2500 0 column") is not None
    assert refused(position, "2400,2850 2700,2700 0 column") == "A5"
    assert position.read("2401,2850 2700,2700 0 column") is not None
    assert position.read("2500,3000 2700,2900 0 column") is not None


@pytest.mark.rule("A5", "C8")
def test_an_entering_unit_goes_neither_past_an_enemy_nor_through_it() -> None:
    units: dict[str, Any] = {
        "b1": {"status": "arrived", "tokens": 2},
        "r1": {"at": [3000, 4500], "facing": 180, "mgs": 0},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", "capture", units=units), "activate b1", "enter")
    assert refused(position, "3000,4200 0 column") == "A5", "the enemy stands between the edge and there"
    assert refused(position, "3350,4200 0 column") == "A5", "within a base width of it"
    assert position.read("3800,4200 0 column") is not None
    assert position.read("2400,4650 0 column") is not None


@pytest.mark.rule("A5", "C14")
def test_leaving_by_the_enemy_edge_goes_neither_past_an_enemy_nor_through_it() -> None:
    horse = {"at": [1000, 700], "tokens": 2}
    for x, fine in ((1000, False), (1500, False), (1900, True)):
        units = {"b3": horse, "r1": {"at": [x, 250], "facing": 180, "formation": "column", "bases": 1, "mgs": 0}}
        position = going(battle(units=units), "b3", "move")
        assert (position.refusal("leave") is None) == fine, x
    clear = battle(units={"b3": horse, "r1": {"at": [6000, 700]}})
    assert going(clear, "b3", "move").read("leave") == "leave"


@pytest.mark.rule("A6", "A5")
def test_two_halves_of_an_assault_do_not_add_up_to_a_way_past_an_enemy() -> None:
    units = {
        "b1": {"at": [2650, 2500], "formation": "column", "tokens": 3, "half": 0, "assaulted": 1},
        "b2": {"at": [6000, 4000], "tokens": 1},
        "r1": {"at": [3000, 2500], "facing": 180, "mgs": 0, "formation": "column"},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", units=units), "burn", "second half b1")
    assert refused(position, "2650,2150 0 column") == "A5"
    assert position.read("2680,2500 0 column") is not None, "it may close in"
    assert position.read("stay") == "stay"
    far = {**units, "b1": {**units["b1"], "at": [2549, 2500]}}
    clear = play(battle("bn2 bn2", "bn2 bn2", units=far), "burn", "second half b1")
    assert clear.read("2549,2150 0 column") is not None


@pytest.mark.rule("A5", "A6")
def test_the_second_half_leaves_nobody_behind_and_passes_nobody() -> None:
    def second(blue: list[int], goal: str) -> bool:
        units: dict[str, Any] = {
            "b1": {"at": blue, "bases": 1, "mgs": 0, "tokens": 3, "half": 0, "assaulted": 1},
            "b2": {"at": [6000, 4000], "tokens": 1},
            "r1": {"at": [3000, 2500], "facing": 180, "bases": 1, "mgs": 0},
        }
        position = play(battle("bn2 bn2", "bn2 bn2", units=units), "burn", "second half b1")
        return position.read(goal) is not None

    assert not second([2650, 2500], "2650,2150 0 line"), "it began beside the enemy and would leave him behind"
    assert second([2599, 2500], "2599,2150 0 line"), "a base width and more away"
    assert not second([2650, 2700], "2650,2300 0 line"), "past him in one half"


@pytest.mark.rule("A5")
def test_the_first_unit_of_all_bars_the_way_too() -> None:
    units = {
        "b1": {"at": [3000, 2500], "bases": 1, "mgs": 0},
        "r1": {"at": [2650, 2200], "facing": 180, "bases": 1, "mgs": 0, "tokens": 3},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", units=units, active="red"), "activate r1", "move")
    assert refused(position, "2650,2900 180 line") == "A5"
    assert position.read("2650,2500 180 line") is not None


@pytest.mark.rule("A5")
def test_who_turns_about_on_the_spot_passes_nobody() -> None:
    units = {"b1": {"at": [3000, 3000], "mgs": 0, "tokens": 2}, "r1": {"at": [3000, 2640], "bases": 1, "mgs": 0}}
    position = going(battle("bn4 bn4", "bn4 bn4", units=units), "b1", "move")
    assert position.read("3000,3000 180 line") is not None


@pytest.mark.rule("A5", "C8")
def test_who_enters_beside_an_enemy_at_the_edge_only_leaves_him() -> None:
    units: dict[str, Any] = {
        "b1": {"status": "arrived", "tokens": 2, "bases": 1, "mgs": 0},
        "r1": {"at": [3450, 4725], "facing": 180, "bases": 1, "mgs": 0},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", "capture", units=units), "activate b1", "enter")
    assert position.read("3800,4400 0 line") is not None
    assert refused(position, "3800,3999 0 line") == "A5"


@pytest.mark.rule("A5")
def test_every_corner_stays_on_the_table() -> None:
    board = battle(units={"b1": {"at": [3000, 3000], "bases": 1, "mgs": 0}}).board
    for x, y, fine in (
        (100, 75, True), (99, 75, False), (100, 74, False),
        (7100, 4725, True), (7101, 4725, False), (7100, 4726, False),
    ):  # fmt: skip
        assert on_table(shape_at(board, 0, x, y, 0, "line")) == fine


@pytest.mark.rule("A5", "C15")
def test_a_road_counts_only_for_a_way_that_keeps_to_it_all_along() -> None:
    units = {"b1": {"at": [3600, 4000], "formation": "column", "tokens": 3}}
    position = going(battle(units=units), "b1", "move")
    assert position.read("3600,3500 3600,3000 0 column") is not None
    assert refused(position, "3600,3500 3750,3100 0 column") == "A5"
    assert position.read("3600,3200 0 column") is not None


@pytest.mark.rule("C15", "A6")
def test_horse_ride_into_a_wood_and_do_not_assault_into_it() -> None:
    units = {"b3": {"at": [5500, 2950], "tokens": 3, "bases": 2, "mgs": 0}}
    board = battle(map="crossroads", units=units).board
    assert why_not_go(board, 2, "move", (5500, 3300, 180, 0)) is None
    refusal = why_not_go(board, 2, "assault", (5500, 3300, 180, 0))
    assert refusal is not None
    assert refusal.rule == "C15"


@pytest.mark.rule("C9", "C21")
def test_the_fan_of_ways_back() -> None:
    def goal(*friends: tuple[int, int]) -> tuple[int, ...]:
        units: dict[str, Any] = {
            "b1": {"at": [3600, 3000], "bases": 1, "mgs": 0},
            "r1": {"at": [3600, 2700], "facing": 180},
        }
        for i, (x, y) in enumerate(friends):
            units[f"b{i + 2}"] = {"at": [x, y], "bases": 1, "mgs": 0}
        return driven_goals(
            battle("bn2 bn2 bn2 bn2 bn2 bn2", "bn2", units=units, lists=("german infantry", "german infantry")).board, 0
        )[0]

    assert goal() == (3600, 3800, 0, 0)
    taken = [(3600, 3800)]
    for place in ((3201, 3692), (4000, 3692), (2908, 3400), (4292, 3400)):
        assert goal(*taken)[:2] == place
        taken.append(place)
    assert goal(*taken)[:2] == (3600, 3600), "six eighths of the way, in the gap"


@pytest.mark.rule("A5", "A6")
def test_only_who_is_there_or_at_the_edge_is_asked_where_it_goes() -> None:
    board = battle(units={"b1": {"at": [3000, 3000]}}).board
    for status, asks in ((1, True), (2, True), (4, True), (0, False), (6, False), (7, False), (8, False)):
        board.status[0] = status
        assert (GoTo(0, "move", 0).ask(board) is not None) == asks, status


@pytest.mark.rule("A5", "C12")
def test_hidden_enemies_bar_nobody_and_hidden_friends_do() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [1000, 4000], "tokens": 2},
        "b2": {"at": [1000, 3500], "status": "hidden"},
        "r1": {"at": [3000, 3500], "status": "hidden"},
    }
    position = going(battle(units=units), "b1", "move")
    assert refused(position, "1000,3500 0 line") == "A5"
    other = going(battle(units={**units, "b1": {"at": [3000, 4000], "tokens": 2}}), "b1", "move")
    assert other.read("3000,3500 0 line") is not None


# -- A6, A7, A8


@pytest.mark.rule("A6")
def test_the_first_half_marks_the_unit_and_the_second_clears_it() -> None:
    position = battle(units={"b1": {"at": [1000, 4000], "tokens": 5}, "b2": {"at": [4000, 4000], "tokens": 2}})
    position = quiet(play(position, "activate b1", "assault", "stay"))
    assert (unit(position, "b1")["half"], position.board.assaulted[0]) == (1, 1), "standing still is a half too"
    position = play(position, "burn", "second half b1", "stay")
    assert (unit(position, "b1")["half"], position.board.assaulted[0]) == (0, 1)
    assert "second half b1" not in legal(play(position, "burn"))


@pytest.mark.rule("A7")
def test_a_charge_needs_a_token_of_the_unit_or_of_a_general_near_enough() -> None:
    units: dict[str, Any] = {
        "b3": {"at": [3000, 3200], "half": 0, "assaulted": 1},
        "b1": {"at": [5000, 4000], "tokens": 2},
        "r1": {"at": [3000, 2500], "facing": 180},
    }
    position = play(
        battle(units=units, generals={"blue": [6900, 4600, 0]}), "burn", "second half b3", "3000,2800 0 line"
    )
    assert (asked(position), legal(position)) == ("Charge", ["no"]), "asked all the same: who has tokens is secret"
    near = battle(units=units, generals={"blue": [3000, 3600, 2]})
    near = play(near, "activate b1", "hold", "second half b3", "3000,2800 0 line")
    assert legal(near) == ["no", "charge r1"]
    after = play(near, "charge r1", 1, 1, 1)
    assert after.board.gtokens[0] == 1
    assert asked(play(near, "no")) == "Act"


@pytest.mark.rule("A8")
def test_foot_is_not_asked_to_dismount_and_who_stays_mounted_is() -> None:
    position = battle(units={"b1": {"at": [1000, 4000], "tokens": 2}, "b3": {"at": [3000, 4000], "tokens": 2}})
    assert asked(play(position, "activate b1", "move", "1000,3500 0 line")) == "Act"
    horse = play(position, "activate b3", "move", "3000,3500 0 line")
    assert unit(play(horse, "stay mounted"), "b3")["foot"] == 0
    assert told(play(horse, "dismount"), "Dismounted")


@pytest.mark.rule("A8")
def test_who_is_stopped_does_not_remount() -> None:
    board = battle(units={"b3": {"at": [3000, 4000], "foot": 1}}).board
    board.cut = 1
    Remount(2).do(board)
    assert board.foot[2] == 1
    board.cut = 0
    Remount(2).do(board)
    assert board.foot[2] == 0


# -- C9


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("y", "markers"), [(3399, 3), (3400, 2)])
def test_a_marker_goes_for_falling_back_four_inches_or_more(y: int, markers: int) -> None:
    position = battle(units={"b1": {"at": [1000, 3000], "tokens": 3, "markers": 3}, "r1": {"at": [1000, 900]}})
    after = quiet(play(position, "fall back b1", f"1000,{y} 0 line"))
    assert unit(after, "b1")["markers"] == markers


@pytest.mark.rule("C9")
def test_a_marker_goes_beyond_12_inches_or_out_of_sight() -> None:
    def left(red: list[int], **more: Any) -> int:
        units = {"b1": {"at": [1000, 3000], "tokens": 3, "markers": 3}, "r1": {"at": red, "facing": 180}, **more}
        return int(unit(quiet(play(battle(units=units), "fall back b1", "1000,3800 0 line")), "b1")["markers"])

    assert left([1000, 3800 - 1351]) == 2
    assert left([1000, 3800 - 1350]) == 3, "within 12 inches and in sight"
    assert left([1000, 3800 - 1300], r2={"at": [1000, 2750], "status": "reserve"}) == 3
    for y, markers in ((2450, 3), (2449, 2)):
        smoke = {"b1": {"at": [1000, 3000], "tokens": 3, "markers": 3, "smoke": 2}, "r1": {"at": [1000, y]}}
        hidden = quiet(play(battle(units=smoke), "fall back b1", "1000,3800 0 line"))
        assert unit(hidden, "b1")["markers"] == markers, "smoke hides nobody within 12 inches"


@pytest.mark.rule("C9")
def test_falling_back_goes_to_the_own_edge_and_away_from_every_enemy_in_sight() -> None:
    units = {
        "b1": {"at": [3000, 3000], "tokens": 3},
        "r1": {"at": [3000, 2000], "facing": 180},
        "r2": {"at": [3000, 4300], "facing": 0, "formation": "column"},
    }
    position = play(battle(units=units), "fall back b1")
    assert refused(position, "3400,3000 0 line") == "C9", "not nearer to its own edge"
    assert refused(position, "3000,3300 0 line") == "C9", "nearer to the second enemy"
    friend = {"b1": units["b1"], "r1": units["r1"], "b2": {"at": [3000, 3700]}}
    assert refused(play(battle(units=friend), "fall back b1"), "3000,3700 0 line") == "A5", "nor onto a friend"
    blind = {**units, "b2": {"at": [3000, 3700]}}
    assert play(battle(units=blind), "fall back b1").read("3000,3200 0 line") is not None, "it is not seen from there"


@pytest.mark.rule("C9", "C21")
def test_who_is_driven_back_goes_a_full_move() -> None:
    board = battle(units={"b1": {"at": [1000, 3000]}, "r1": {"at": [1000, 2700], "facing": 180}}).board
    x, y = middle(board, 0)
    assert driven_goals(board, 0) == [(x, y + 800, 0, 0)]
    assert why_not_go(board, 0, "driven", (x, y + 800, 0, 0)) is None
    assert why_not_go(board, 0, "driven", (x, y + 750, 0, 0)) is None
    short = why_not_go(board, 0, "driven", (x, y + 749, 0, 0))
    assert short is not None
    assert (short.rule, short.key) == ("C9", "why.full_move")
    stay = why_not_go(board, 0, "driven", "stay")
    assert stay is not None
    assert stay.key == "why.must_fall_back"
    blocked = battle(
        units={"b1": {"at": [1000, 3000]}, "b2": {"at": [1000, 3750]}, "r1": {"at": [1000, 2700], "facing": 180}}
    ).board
    room = why_not_go(blocked, 0, "driven", (1000, 3700, 0, 0))
    assert room is not None
    assert room.key == "why.no_room", "the first reason is the one that is told"
    cornered = battle(units={"b1": {"at": [1000, 4725]}, "r1": {"at": [1000, 4400], "facing": 180}}).board
    assert driven_goals(cornered, 0) == []
    assert why_not_go(cornered, 0, "driven", "stay") is None
    packed = battle(units={"b1": {"at": [1000, 4000]}, "r1": {"at": [1000, 3700], "facing": 180}}).board
    assert driven_goals(packed, 0) == [(601, 4692, 0, 0)], "aslant where the edge is too near"
    assert why_not_go(packed, 0, "driven", (601, 4692, 0, 0)) is None


@pytest.mark.rule("C9")
def test_driven_with_nowhere_to_go_costs_a_marker_and_off_the_table_the_unit() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}, "r1": {"at": [1000, 3700]}}).board
    board.goal[0] = ()
    Driven(0).do(board)
    assert board.markers[0] == 1
    board.goal[0] = (1000, 4500, 0, 0)
    board.half[0], board.moved[0] = 3, 0
    Driven(0).do(board)
    assert (board.at[0][0][1], board.half[0], board.moved[0], board.goal[0]) == (4500, -1, 0, ())
    board.goal[0] = (-1,)
    Driven(0).do(board)
    assert board.status[0] == 7, "off the table is destroyed"
    assert board.vp == [0, 2]


@pytest.mark.rule("C9", "C14")
@pytest.mark.parametrize(("y", "fine"), [(4721, True), (3899, False)])
def test_only_who_has_no_room_is_driven_off_the_table(y: int, fine: bool) -> None:
    board = battle(units={"b1": {"at": [1000, y]}, "r1": {"at": [1000, y - 300], "facing": 180}}).board
    assert may_leave(board, 0, "driven") == fine


@pytest.mark.rule("C9", "C7")
def test_a_marker_for_want_of_room_can_destroy() -> None:
    board = battle(units={"b1": {"at": [1000, 4000], "markers": 8}}).board
    add_markers(board, 0, 1, "C9", "nowhere to fall back")
    assert board.status[0] == 7


# -- C8, C23, C27: where units come on


@pytest.mark.rule("C27", "C8")
def test_where_units_come_on() -> None:
    meeting = battle().board
    assert entry_point(meeting, 0, 1000, 3000) == (3600, 4800)
    assert entry_point(meeting, 4, 1000, 3000) == (3600, 0)
    capture = battle(scenario="capture").board
    assert (entry_point(capture, 0, 1000, 3000), entry_point(capture, 4, 1000, 3000)) == ((1000, 4800), (1000, 0))
    retreat = battle(scenario="retreat").board
    assert (entry_point(retreat, 0, 1000, 3000), entry_point(retreat, 4, 1000, 3000)) == ((0, 3000), (7200, 3000))


@pytest.mark.rule("C23")
def test_a_flank_march_comes_on_by_the_nearer_side_edge() -> None:
    for scenario in ("meeting", "capture"):
        board = battle(scenario=scenario).board
        board.flanked[0] = 1
        assert entry_point(board, 0, 1000, 3000) == (0, 3000)
        assert entry_point(board, 0, 3599, 3000) == (0, 3000)
        assert entry_point(board, 0, 3600, 3000) == (7200, 3000)
    retreat = battle(scenario="retreat").board
    retreat.flanked[0] = 1
    assert entry_point(retreat, 0, 1000, 2399) == (1000, 0)
    assert entry_point(retreat, 0, 1000, 2400) == (1000, 4800)


@pytest.mark.rule("C21")
def test_an_advance_after_close_combat_goes_to_the_front() -> None:
    board = battle(units={"b1": {"at": [1000, 3000]}}).board
    for goal, fine in (((1000, 2800), True), ((1200, 3000), True), ((1000, 3000), True), ((1000, 3100), False)):
        assert (why_not_go(board, 0, "advance", (*goal, 0, 0)) is None) == fine, goal
    for facing, goal, fine in (
        (350, (1034, 2806), True),
        (10, (966, 2806), True),
        (90, (1000, 2800), True),
        (92, (1000, 2800), False),
    ):
        turned_ = battle(units={"b1": {"at": [1000, 3000], "facing": facing, "bases": 1, "mgs": 0}}).board
        assert (why_not_go(turned_, 0, "advance", (*goal, facing, 0)) is None) == fine, facing
