"""A9: smoke."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.fire.support import mods, texts
from games.brigade1914.support import B1, B3, B4, PAIR, R1, R3, apart, battle, legal, play, quiet, unit
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.smoke import SmokeDice, smoke_targets
from marne.games.brigade1914.rules.measures.sight import sees, smoke_on


@pytest.mark.rule("A9")
@pytest.mark.reading("smoke-anywhere")
def test_smoke_is_two_dice_at_the_base_number() -> None:
    units = {
        "b4": {"at": [5000, 4200], "tokens": 3},
        "b1": {"at": [3000, 3500]},
        "r1": {"at": [3000, 900], "facing": 180},
    }
    position = play(battle(units=units), "activate b4", "smoke")
    assert legal(position) == ["on b1"]
    position = quiet(play(position, "on b1"))
    one, two, none = (play(position, *dice) for dice in ((6, 5), (6, 6), (5, 5)))
    assert [unit(each, "b1")["smoke"] for each in (one, two, none)] == [1, 2, 0]
    assert one.board.fired[B4] == 1, "it counts as fire for counter-battery"
    assert texts(one, R1, B1, guns=True)["smoke"] == -1
    assert not sees(two.board, R1, B1)
    assert one.board.smoke_bar[B1] == 1
    again = battle(units={**units, "b1": {"at": [3000, 3500], "tokens": 3, "smoke": 1}})
    again.board.smoke_bar[B1] = 1
    assert "assault" not in legal(play(again, "activate b1"))


@pytest.mark.rule("A9")
def test_smoke_does_not_add_up_hides_no_horse_and_nothing_within_12_inches() -> None:
    units = {"b4": {"at": [5000, 4200], "tokens": 3}, "b1": {"at": [3000, 3500], "smoke": 1}}
    position = quiet(play(battle(units=units), "activate b4", "smoke", "on b1"))
    assert unit(play(position, 6, 2), "b1")["smoke"] == 1
    horse = battle(units={"b3": {"at": [3000, 3500], "smoke": 2, "tokens": 1}})
    assert smoke_on(horse.board, B3, 2000**2) == 1
    near = battle(units={"b1": {"at": [3000, 3500], "smoke": 2, "tokens": 1}})
    assert [smoke_on(near.board, B1, gap**2) for gap in (1200, 1201)] == [1, 2]


@pytest.mark.rule("A9")
def test_smoke_is_laid_on_a_friend_in_the_open_and_not_on_oneself() -> None:
    units = {
        "b1": {"at": [1000, 4000]},
        "b2": {"at": [3000, 4000], "status": "hidden"},
        "b4": {"at": [5000, 4000]},
        "r1": {"at": [1000, 500]},
    }
    board = battle(units=units).board
    assert smoke_targets(board, B4) == [B1]
    board.aim[B4], board.smoke[B1] = B1, 2
    SmokeDice(B4, 0, 1).do(board)
    assert (board.smoke[B1], board.aim[B4], board.fired[B4]) == (2, -1, 1), "the better smoke stays"
    assert SmokeDice(B4, 1, 0).ask(board) is None, "nothing is aimed at"
    board.aim[B4] = B1
    assert SmokeDice(B4, 1, 0).ask(board) is not None
    assert SmokeDice(B4, 0, 0).ask(board) is None
    board.status[B4] = 7
    assert SmokeDice(B4, 1, 0).ask(board) is None
    board.smoke[B1] = 0
    SmokeDice(B4, 0, 2).do(board)
    assert board.smoke[B1] == 0, "guns that are gone lay none"


@pytest.mark.rule("A9", "C16")
def test_full_smoke_blocks_sight_and_thin_smoke_costs_one() -> None:
    for smoke, gap, seen, malus in (
        (2, 1500, False, -1),
        (1, 1500, True, -1),
        (0, 1500, True, 0),
        (2, 1200, True, -1),
        (0, 1000, True, 0),
    ):
        position = apart(gap, {}, {"smoke": smoke})
        assert sees(position.board, B1, R1) == seen
        assert mods(position, B1, R1, guns=True).get("smoke", 0) == malus


@pytest.mark.rule("A9")
def test_smoke_that_was_meant_for_nobody_hides_nobody() -> None:
    board = battle(units={**PAIR, "b4": {"at": [1000, 4200]}}).board
    guns = 3
    assert board.aim[guns] == -1
    assert SmokeDice(guns, 2, 0).ask(board) is None
    SmokeDice(guns, 0, 2).do(board)
    assert (any(board.smoke), any(board.fired)) == (False, False)
    board.aim[guns] = B1
    SmokeDice(guns, 0, 2).do(board)
    assert (board.smoke[B1], board.fired[guns]) == (2, 1)


@pytest.mark.rule("A9")
@pytest.mark.reading("smoke-anywhere", "smoke-one-way")
def test_smoke_anywhere_and_one_way() -> None:
    units: dict[str, Any] = {
        "b4": {"status": "off table", "tokens": 1},
        "b1": {"at": [3000, 3600], "smoke": 2, "tokens": 1},
        "r1": {"at": [3000, 1000], "facing": 180},
    }
    board = battle(units=units).board
    assert smoke_targets(board, B4) == [B1]
    assert (sees(board, R1, B1), sees(board, B1, R1)) == (False, True)


@pytest.mark.rule("A9", "C20")
def test_nobody_observes_through_smoke_but_within_12_inches() -> None:
    for gap, seen in ((1200, True), (1201, False)):
        smoke = {"r1": {"at": [3000, 1000], "facing": 180, "smoke": 2, "tokens": 1}}
        far = [6900, 4700, 0]
        general = battle(units=smoke, generals={"blue": [3000, 1150 + gap, 0]})
        scouts = battle(units=smoke, generals={"blue": far}, markers={"blue": [[3000, 1150 + gap]]})
        friend = battle(units={**smoke, "b1": {"at": [3000, 1150 + gap]}}, generals={"blue": far})
        assert [firing.observed(each.board, 0, R1) for each in (general, scouts, friend)] == [seen] * 3, gap
    thin = battle(units={"r1": {"at": [3000, 1000], "smoke": 1, "tokens": 1}}, generals={"blue": [3000, 2900, 0]})
    assert firing.observed(thin.board, 0, R1)
    horse = battle(units={"r3": {"at": [3000, 1000], "smoke": 2, "tokens": 1}}, generals={"blue": [3000, 2900, 0]})
    assert firing.observed(horse.board, 0, R3), "horse are obscured at best"
