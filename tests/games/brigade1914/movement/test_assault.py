"""A6: the assault move."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.movement.support import HERE
from games.brigade1914.positions import FAR, offers
from games.brigade1914.support import actor, asked, battle, legal, play, quiet, refused, unit
from marne.games.brigade1914.rules.fire.firing import STANDING, guns_ready
from marne.games.brigade1914.rules.movement.movement import rate
from marne.games.brigade1914.rules.movement.moving import after_move


@pytest.mark.rule("A6")
def test_an_assault_move_in_two_halves_with_a_token_in_between() -> None:
    position = battle(units={"b1": HERE, "b2": {"at": [4000, 4000], "tokens": 2}})
    position = play(position, "activate b1", "assault")
    assert refused(position, "1000,3599 0 line") == "A5"
    position = quiet(play(position, "1000,3600 0 line"))
    assert unit(position, "b1")["half"] == 1
    assert "second half b1" not in legal(position)
    position = play(position, "activate b2", "hold")
    tokens = unit(position, "b1")["tokens"]
    position = play(position, "second half b1")
    position = play(position, "1000,3200 0 line")
    assert asked(position) == "Act", "the second half is no action and meets no reaction"
    assert unit(position, "b1")["tokens"] == tokens
    assert unit(position, "b1")["half"] == 0


@pytest.mark.rule("A6")
@pytest.mark.reading("guns-go-along")
def test_no_fire_in_an_assault_move_and_no_machine_gun_in_that_turn() -> None:
    position = battle(units={"b1": HERE, "r1": {"at": [1000, 2500], "facing": 180}})
    assert guns_ready(position.board, 0, STANDING) == 1
    position = play(position, "activate b1", "assault", "1000,3600 0 line")
    assert asked(position) == "Act", "nobody was asked for a target"
    assert guns_ready(position.board, 0, STANDING) == 0
    assert asked(play(position, "activate b1", 3)) == "Declare", "it must be activated again to fire"


@pytest.mark.rule("A6", "A7")
def test_cavalry_assaults_sixteen_inches_in_all() -> None:
    position = battle(units={"b3": HERE})
    position = play(position, "activate b3", "assault")
    assert refused(position, "1000,3199 0 line") == "A5"
    position = play(quiet(play(position, "1000,3200 0 line")), "burn", "second half b3")
    assert refused(position, "1000,2399 0 line") == "A5"
    assert unit(play(position, "1000,2400 0 line"), "b3")["at"][1] == 2400


@pytest.mark.rule("A6", "C23")
def test_to_the_bayonet_lengthens_the_second_half_alone() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}}).board
    board.bayonet[0] = 1
    assert [rate(board, 0, how) for how in ("assault", "second", "move")] == [400, 800, 800]


@pytest.mark.rule("A6", "A5")
@pytest.mark.reading("two-halves")
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


@pytest.mark.rule("A6")
def test_the_first_half_marks_the_unit_and_the_second_clears_it() -> None:
    position = battle(units={"b1": {"at": [1000, 4000], "tokens": 5}, "b2": {"at": [4000, 4000], "tokens": 2}})
    position = quiet(play(position, "activate b1", "assault", "stay"))
    assert (unit(position, "b1")["half"], position.board.assaulted[0]) == (1, 1), "standing still is a half too"
    position = play(position, "burn", "second half b1", "stay")
    assert (unit(position, "b1")["half"], position.board.assaulted[0]) == (0, 1)
    assert "second half b1" not in legal(play(position, "burn"))


@pytest.mark.rule("A6", "C1", "C2")
def test_the_second_half_waits_for_a_token_and_is_for_those_who_stand_halted_on_the_table() -> None:
    halted = {**FAR, "half": 0}
    assert offers("second half b1", units={"b1": halted}) == [False], "no token was spent since the first half"
    position = play(battle(units={"b1": halted, "b2": {**FAR, "at": [4000, 4200]}}), "burn")
    assert [text for text in legal(position) if text.startswith("second")] == ["second half b1"]
    position.board.half[0] = position.board.count[0]
    again = play(position, "general rides", "stay")
    assert "second half b1" not in legal(again)


@pytest.mark.rule("A6", "A9")
def test_smoke_on_a_halted_unit_ends_its_assault_move() -> None:
    units = {
        "b1": {**FAR, "half": 0, "assaulted": 1},
        "b4": {"at": [5000, 4200], "tokens": 2},
        "r1": {"at": [1000, 900], "facing": 180},
    }
    position = play(battle(units=units), "burn")
    assert "second half b1" in legal(position)
    position = play(quiet(play(position, "activate b4", "smoke", "on b1")), 2, 2)
    assert asked(position) == "Act"
    assert "second half b1" not in legal(position), "no assault move for the rest of the turn, hit or miss"


@pytest.mark.rule("A6")
@pytest.mark.reading("fire-between-halves")
def test_fire_between_halves_and_what_ends_an_assault() -> None:
    halted: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "tokens": 4, "half": 0, "assaulted": 1},
        "r1": {"at": [3000, 2000], "facing": 180},
    }
    position = play(battle(units=halted), "activate b1")
    assert "fire" in legal(position)
    assert "assault" not in legal(position)
    fired = play(position, "fire", "at r1", 1, 1, 1)
    assert "second half b1" in legal(fired)
    moved = quiet(play(position, "move", "3000,3500 0 line"))
    assert "second half b1" not in legal(moved)
    reacted = battle(units=halted).board
    after_move(reacted, 0, "react", 100)
    assert reacted.half[0] == 0, "a move as a reaction does not end it"
    back = quiet(play(battle(units=halted), "fall back b1", "3000,3900 0 line"))
    assert "second half b1" not in legal(back)


@pytest.mark.rule("A6")
@pytest.mark.reading("token-between")
def test_token_between_may_be_one_of_a_reaction() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "tokens": 4, "half": 0, "assaulted": 1},
        "r1": {"at": [3000, 2000], "facing": 180, "tokens": 2},
    }
    position = battle(units=units, active="red")
    position = play(position, "activate r1", "move", "3000,1900 180 line", "move b1", 3, "stay", "pass")
    assert actor(position) == "blue"
    assert "second half b1" in legal(position), "a move as a reaction does not end it either"
