"""A7, C21: cavalry charges and close combat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.fire.support import texts
from games.brigade1914.support import B1, B3, B4, R1, R2, R4, actor, apart, asked, battle, legal, play, unit
from marne.games.brigade1914.components.data import HITS
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.hits import Aftermath, FollowUp, Hits, Winded
from marne.games.brigade1914.rules.movement.movement import why_not_go
from marne.games.brigade1914.rules.movement.moving import DriveBack


@pytest.mark.rule("C21", "C7")
def test_what_follows_a_fire_by_distance_hits_and_kind() -> None:
    def names(target: int, hits: int, close: int, **state: Any) -> list[str]:
        units = {"b1": {"at": [3000, 3000]}, "r1": {"at": [1000, 2700], **state}, "r4": {"at": [5000, 2700]}}
        board = battle(units=units).board
        return [type(step).__name__ for step in Aftermath(B1, target, hits, close).do(board)]

    assert names(R1, 2, 1) == ["DriveBack", "FollowUp"]
    assert names(R1, 1, 1) == []
    assert names(R1, 2, 0) == []
    assert names(R4, 2, 1) == ["FollowUp"]
    assert names(R4, 1, 1) == []
    assert names(R1, 1, 1, markers=9) == ["FollowUp"], "a destroyed target may be followed up"
    assert names(R1, 1, 0, markers=9) == []


@pytest.mark.rule("C21")
def test_neither_guns_nor_who_is_on_the_march_nor_the_dead_follow_up() -> None:
    board = battle(units={"b1": {"at": [3000, 3000]}, "b4": {"at": [5000, 3000]}}).board
    assert [type(step).__name__ for step in FollowUp(B1).do(board)] == ["GoTo", "March"]
    assert FollowUp(B4).do(board) == ()
    board.goal[B1] = (1, 1, 0, 0)
    assert FollowUp(B1).do(board) == ()
    assert FollowUp(1).do(board) == ()


@pytest.mark.rule("A7", "C21")
def test_a_charge_winds_the_horses_hit_or_miss_unless_they_are_gone() -> None:
    board = battle(units={"b3": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}}).board
    assert [type(step).__name__ for step in Hits(B3, R1, firing.CHARGE, 0).do(board)] == ["Winded"]
    assert type(Hits(B3, R1, firing.CHARGE, 1).do(board)[-1]).__name__ == "Winded"
    Winded(B3).do(board)
    assert board.markers[B3] == 1
    board.status[B3] = 7
    Winded(B3).do(board)
    assert board.markers[B3] == 1


@pytest.mark.rule("C21")
def test_who_is_driven_back_in_its_own_action_goes_on_no_more() -> None:
    board = apart(150).board
    board.actor = B1
    steps = DriveBack(B1).do(board)
    assert ([type(step).__name__ for step in steps], board.cut) == (["GoTo", "Driven"], 1)
    board.cut = 0
    DriveBack(R1).do(board)
    assert board.cut == 0
    board.status[R1] = 7
    assert DriveBack(R1).do(board) == ()


@pytest.mark.rule("C21")
def test_two_hits_in_close_combat_drive_the_target_back_and_the_victor_may_follow() -> None:
    position = play(apart(150, {}, {"tokens": 0}), "activate b1", "fire", "at r1")
    position = play(position, 9, 9, 1, 1, 1, 2, 2)
    assert (asked(position), actor(position)) == ("GoTo", "red")
    before = unit(position, "r1")["at"][1]
    position = play(position, position.write(position.suggest(Random(1), 1)[0]))
    assert unit(position, "r1")["at"][1] < before
    assert (asked(position), actor(position)) == ("GoTo", "blue")
    assert asked(play(position, "stay")) == "Act"


@pytest.mark.rule("C21")
def test_with_an_enemy_within_two_inches_a_unit_may_only_fire_fall_back_or_test() -> None:
    position = apart(150, {"markers": 1})
    assert {"fall back b1", "morale b1"} <= set(legal(position))
    assert legal(play(position, "activate b1", 6)) == ["fire", "hold"]


@pytest.mark.rule("C21", "C17")
def test_the_mounted_bonus_is_lost_against_cover() -> None:
    units: dict[str, Any] = {"b3": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}}
    open_ = battle(units=units)
    assert firing.dice(open_.board, B3, R1, firing.CHARGE) == 3
    assert texts(open_, B3, R1, firing.CHARGE)["close combat"] == 2
    dug = battle(units={**units, "r1": {"at": [3000, 2300], "facing": 180, "dug": 1}})
    assert firing.dice(dug.board, B3, R1, firing.CHARGE) == 1
    assert "close combat" not in texts(dug, B3, R1, firing.CHARGE)
    assert texts(dug, B3, R1, firing.STANDING)["close combat"] == 2, "who only fires has it, cover or not"


@pytest.mark.rule("C21", "C20")
@pytest.mark.reading("close-guns")
def test_guns_with_an_enemy_within_two_inches_fire_at_nobody_else_and_lay_no_smoke() -> None:
    for gap, close in ((200, True), (201, False)):
        units = {
            "b1": {"at": [5500, 3000]},
            "b4": {"at": [3000, 3000], "tokens": 2},
            "r1": {"at": [3000, 3000 - 175 - gap], "facing": 180},
            "r2": {"at": [5000, 1500], "facing": 180},
        }
        position = battle(units=units)
        assert firing.targets(position.board, B4, firing.STANDING) == ([R1] if close else [R1, R2])
        assert ("smoke" in legal(play(position, "activate b4"))) == (not close)
    guns = battle(
        units={"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 2750]}, "r2": {"at": [4600, 1500]}},
        markers={"red": [[1000, 3000]]},
    )
    assert firing.gun_targets(guns.board, B1, firing.STANDING) == [R1]
    assert firing.marker_targets(guns.board, B1, firing.STANDING) == []


@pytest.mark.rule("C21")
@pytest.mark.parametrize(("gap", "close"), [(200, True), (201, False)])
def test_close_combat_is_within_two_inches_of_two_units_on_the_table(gap: int, close: bool) -> None:
    units = {
        "b1": {"at": [3000, 3000], "mgs": 0},
        "r1": {"at": [3000, 2850 - gap], "mgs": 0},
        "r4": {"status": "off table"},
    }
    board = battle(units=units).board
    assert firing.is_close(board, B1, R1) == close
    assert not firing.is_close(board, B1, R4)
    assert not firing.is_close(board, R4, B1)
    assert firing.close_by(board, B1) == ([R1] if close else [])
    assert firing.close_by(board, R4) == []


@pytest.mark.rule("A7", "C16", "C21")
def test_a_charge_may_be_at_any_enemy_within_two_inches() -> None:
    units = {
        "b3": {"at": [3000, 2650]},
        "r1": {"at": [2700, 2300], "bases": 2, "mgs": 0, "facing": 180},
        "r2": {"at": [3300, 2320], "bases": 2, "mgs": 0, "facing": 180},
    }
    assert firing.targets(battle(units=units).board, B3, firing.CHARGE) == [R1, R2]
    assert firing.targets(battle(units=units).board, B3, firing.STANDING) == [R2], "else the nearest"


CHARGE = {
    "b3": {"at": [3000, 3200], "tokens": 4, "half": 0, "assaulted": 1},
    "b1": {"at": [5000, 4000], "tokens": 2},
    "r1": {"at": [3000, 2500], "facing": 180, "tokens": 5},
}


@pytest.mark.rule("A7", "C21")
def test_a_charge_costs_a_token_meets_no_reaction_and_winds_the_horses() -> None:
    position = play(battle(units=CHARGE), "burn", "second half b3", "3000,2800 0 line")
    assert (asked(position), actor(position), legal(position)) == ("Charge", "blue", ["no", "charge r1"])
    tokens = unit(position, "b3")["tokens"]
    position = play(position, "charge r1")
    assert asked(position) == "Volley", "no reaction comes first"
    assert position.step.rifles == 3, "a die for each squadron"  # type: ignore[attr-defined]
    position = play(position, 1, 1, 1)
    assert unit(position, "b3")["tokens"] == tokens - 1
    assert unit(position, "b3")["markers"] == HITS.charge_markers == 1


@pytest.mark.rule("A7")
def test_a_charge_needs_an_enemy_within_two_inches_and_a_saddle() -> None:
    far = play(battle(units=CHARGE), "burn", "second half b3", "3000,2900 0 line")
    assert asked(far) == "Act"
    foot = battle(units={**CHARGE, "b3": {**CHARGE["b3"], "foot": 1}})
    assert asked(play(foot, "burn", "second half b3", "3000,2800 0 line")) == "Act"


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


@pytest.mark.rule("C21")
def test_an_advance_after_close_combat_goes_to_the_front() -> None:
    board = battle(units={"b1": {"at": [1000, 3000]}}).board
    for goal, fine in (((1000, 2800), True), ((1200, 3000), True), ((1000, 3000), True), ((1000, 3100), False)):
        assert (why_not_go(board, 0, "advance", (*goal, 0, 0)) is None) == fine, goal
    for facing, goal, fine in (
        (350, (1034, 2806), True),
        (10, (966, 2806), True),
        (90, (1000, 2800), True),
        (91, (1000, 2800), False),
    ):
        turned_ = battle(units={"b1": {"at": [1000, 3000], "facing": facing, "bases": 1, "mgs": 0}}).board
        assert (why_not_go(turned_, 0, "advance", (*goal, facing, 0)) is None) == fine, facing


@pytest.mark.rule("A7")
@pytest.mark.reading("charge-second")
def test_charge_second_half_only_and_it_may_be_of_no_length() -> None:
    units: dict[str, Any] = {
        "b3": {"at": [3000, 3300], "tokens": 4},
        "b1": {"at": [6000, 4000], "tokens": 2},
        "r1": {"at": [3000, 2500], "facing": 180},
    }
    first = play(battle(units=units), "activate b3", "assault", "3000,2800 0 line")
    assert asked(first) == "Act", "the first half is no charge"
    second = play(first, "burn", "second half b3", "stay")
    assert (asked(second), legal(second)) == ("Charge", ["no", "charge r1"])
