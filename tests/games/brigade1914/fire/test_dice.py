"""C17: dice by bases."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import two
from games.brigade1914.support import B1, B3, B4, R1, R3, R4, apart, battle
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import volley


@pytest.mark.rule("C17")
@pytest.mark.parametrize(("bases", "far", "near"), [(1, 1, 2), (2, 2, 3), (3, 2, 3), (4, 3, 4)])
def test_dice_by_bases_and_one_more_within_12_inches(bases: int, far: int, near: int) -> None:
    state = {"bases": bases, "mgs": 0}
    assert firing.dice(apart(2000, state).board, B1, R1, firing.STANDING) == far
    assert firing.dice(apart(1200, state).board, B1, R1, firing.STANDING) == near


@pytest.mark.rule("C17", "A12")
def test_cavalry_fires_fewer_dice_and_the_british_as_infantry() -> None:
    units = {"b3": {"at": [3000, 3200], "foot": 1}, "r3": {"at": [3000, 1800], "facing": 180, "foot": 1}}
    board = battle(units=units).board
    assert firing.dice(board, B3, R3, firing.STANDING) == 2
    assert firing.dice(board, R3, B3, firing.STANDING) == 3, "four squadrons, but nothing more at close range"
    three = battle(units={**units, "r3": {"at": [3000, 1800], "facing": 180, "foot": 1, "bases": 3}}).board
    assert firing.dice(three, R3, B3, firing.STANDING) == 2
    few = battle(units={**units, "r3": {"at": [3000, 1800], "facing": 180, "foot": 1, "bases": 2}}).board
    assert firing.dice(few, R3, B3, firing.STANDING) == 1
    one = battle(units={**units, "b3": {"at": [3000, 3200], "foot": 1, "bases": 1, "mgs": 0}}).board
    assert firing.dice(one, B3, R3, firing.STANDING) == 1


@pytest.mark.rule("C17", "C20")
def test_a_die_for_each_machine_gun_and_each_gun() -> None:
    assert firing.gun_dice(apart(2000).board, B1, R1, firing.STANDING) == 1
    board = battle(units={"b4": {"at": [3000, 3400]}, "r1": {"at": [3000, 1500], "facing": 180}}).board
    assert firing.dice(board, B4, R1, firing.STANDING) == 2
    one = battle(units={"b4": {"at": [3000, 3400], "bases": 1}, "r1": {"at": [3000, 1500], "facing": 180}}).board
    assert firing.dice(one, B4, R1, firing.STANDING) == 1


CHARGERS: dict[str, Any] = {"b3": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}}


@pytest.mark.rule("C17", "C21")
def test_a_charge_throws_a_die_for_each_squadron_in_the_open_and_no_machine_gun() -> None:
    board = battle(units=CHARGERS).board
    assert firing.dice(board, B3, R1, firing.CHARGE) == 3
    assert firing.gun_dice(board, B3, R1, firing.CHARGE) == 0
    assert firing.dice(board, B3, R1, firing.GUNS) == 0
    two = battle(units={**CHARGERS, "b3": {"at": [3000, 2650], "bases": 2}}).board
    assert firing.dice(two, B3, R1, firing.CHARGE) == 2
    far = battle(units={**CHARGERS, "b3": {"at": [3000, 2676]}}).board
    assert firing.dice(far, B3, R1, firing.CHARGE) == 0, "beyond two inches there is no charge"


@pytest.mark.rule("C17", "C23")
def test_a_mad_minute_is_one_die_more_for_infantry_that_stands() -> None:
    board = apart(2000, {"mgs": 0}).board
    board.minute[B1] = 1
    assert [firing.dice(board, B1, R1, how) for how in (firing.STANDING, firing.REACT)] == [4, 4]
    near = apart(1000, {"mgs": 0}).board
    near.minute[B1] = 1
    assert firing.dice(near, B1, R1, firing.MOVED) == 4
    horse = battle(units={"b3": {"at": [3000, 3000], "foot": 1}, "r1": {"at": [3000, 1500]}}).board
    horse.minute[B3] = 1
    assert firing.dice(horse, B3, R1, firing.STANDING) == 2


@pytest.mark.rule("C17")
def test_five_companies_fire_as_four_and_rifles_out_of_range_not_at_all() -> None:
    position = battle(
        "bn5 bn4",
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [3000, 3600]}, "r1": {"at": [3000, 2000]}},
    )
    assert firing.dice(position.board, 0, 2, firing.STANDING) == 3
    assert firing.dice(apart(2500).board, B1, R1, firing.STANDING) == 0
    assert firing.gun_dice(apart(3600).board, B1, R1, firing.STANDING) == 1
    assert firing.gun_dice(apart(3602).board, B1, R1, firing.STANDING) == 0


@pytest.mark.rule("C17")
def test_rifles_fire_at_24_inches_and_guns_off_the_table_have_no_machine_guns() -> None:
    assert firing.dice(apart(2400, {"mgs": 0}).board, B1, R1, firing.STANDING) == 3
    away = battle(units={"b4": {"status": "off table"}, "r1": {"at": [3000, 2000]}}).board
    assert firing.gun_dice(away, B4, R1, firing.STANDING) == 0


@pytest.mark.rule("C17", "C18")
def test_a_volley_says_its_dice_and_needs_and_spends_the_mad_minute() -> None:
    position = apart(1300)
    board = position.board
    board.minute[B1] = 1
    step = volley(board, B1, R1, firing.STANDING, 1)
    assert (step.rifles, step.need, step.guns, step.guns_need) == (4, 8, 1, 7)
    assert (step.hits, step.missed, step.missed_guns, step.again) == (0, 0, 0, 0)
    assert board.minute[B1] == 0
    alone = volley(board, B1, R1, firing.GUNS, 0, rifles=False)
    assert (alone.rifles, alone.guns) == (0, 1)
    assert volley(board, B1, R1, firing.STANDING, 0, guns=False).guns == 0


@pytest.mark.rule("C17", "C18", "C23")
def test_what_a_volley_needs_turns_and_tells() -> None:
    board = two(
        units={
            "b1": {"at": [3000, 2975], "facing": 180, "tokens": 1, "mgs": 1},
            "r1": {"at": [3000, 1525], "facing": 180, "tokens": 1},
        }
    )
    step = volley(board, B1, R1, firing.STANDING, 0)
    assert {facing for _, _, facing in board.at[B1]} == {0}, "the bases have turned"
    assert (step.need, step.guns_need) == (7, 6)
    event: Any = board.events[-1]
    assert (event.dice, event.guns, [m.text for m in event.modifiers]) == (3, 1, ["long range"])
    alone = volley(board, B1, R1, firing.STANDING, 0, rifles=False)
    assert (alone.rifles, alone.guns) == (0, 1)
    event = board.events[-1]
    assert [m.text for m in event.modifiers] == [], "those of the guns"
    none = volley(board, B1, R1, firing.STANDING, 0, guns=False)
    assert (none.guns, none.guns_need) == (0, 7), "without guns the need is that of the rifles"
    away = two(units={"b4": {"status": "off table", "tokens": 1}, "r4": {"status": "off table", "fired": 1}})
    assert volley(away, B4, R1, firing.STANDING, 0).rifles == 2, "from off the table"
    assert volley(away, B1, R1, firing.STANDING, 0).target == R1
    duel = two(units={"b4": {"at": [5000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1}})
    assert volley(duel, B4, R4, firing.STANDING, 0).rifles == 2, "and at it"
