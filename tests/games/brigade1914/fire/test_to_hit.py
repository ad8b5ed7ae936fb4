"""C18: what a hit needs, with every modifier."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.fire.support import mods, texts
from games.brigade1914.positions import two
from games.brigade1914.support import B1, B4, R1, R3, R4, apart, battle
from marne.engine import Modifier
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import Rethrow, Volley
from marne.games.brigade1914.rules.measures.sight import from_behind
from marne.games.brigade1914.rules.measures.troops import shape


@pytest.mark.rule("C18")
@pytest.mark.parametrize(
    ("gap", "guns", "found"),
    [
        (200, False, {"close combat": 2}),
        (202, False, {}),
        (1200, False, {}),
        (1202, False, {"long range": -1}),
        (2400, True, {}),
        (2402, True, {"long range": -1}),
    ],
)
def test_distances_of_the_modifiers(gap: int, guns: bool, found: dict[str, int]) -> None:
    assert mods(apart(gap), B1, R1, guns=guns) == found


@pytest.mark.rule("C18")
@pytest.mark.parametrize(("markers", "found"), [(2, 0), (3, -1), (5, -1), (6, -2)])
def test_three_full_markers_cost_one(markers: int, found: int) -> None:
    assert mods(apart(1000, {"markers": markers}), B1, R1).get("morale markers", 0) == found
    assert mods(apart(1000, {}, {"markers": markers}), B1, R1) == {}, "those of the target cost nothing"


@pytest.mark.rule("C18", "C4")
def test_a_switched_target_costs_one_and_a_move_another() -> None:
    board = apart(1000).board
    found = {m.text: m.amount for m in firing.modifiers(board, B1, R1, firing.MOVED, False, True)}
    assert found == {"moved and fired": -1, "switched to the reactor": -1}


@pytest.mark.rule("C18")
def test_who_is_mounted_or_limbered_up_is_easier_to_hit_and_foot_that_moved_is_not() -> None:
    assert mods(apart(1000, {}, {"moved": 1}), B1, R1) == {}
    guns = battle(units={"b1": {"at": [3000, 3000], "tokens": 1}, "r4": {"at": [3000, 2000], "facing": 180}})
    assert mods(guns, B1, R4) == {}
    moved = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 1}, "r4": {"at": [3000, 2000], "facing": 180, "moved": 1}}
    )
    assert (mods(moved, B1, R4), mods(moved, B1, R4, guns=True)) == ({"moving artillery": 1}, {"moving artillery": 2})
    foot = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2000], "facing": 180, "foot": 1}})
    assert mods(foot, B1, R3) == {}


@pytest.mark.rule("C18")
@pytest.mark.parametrize(("facing", "behind"), [(180, False), (270, False), (90, False), (268, False), (0, True)])
def test_behind_is_beyond_the_front_half_circle(facing: int, behind: bool) -> None:
    position = apart(1000, {"bases": 1, "mgs": 0}, {"facing": facing, "bases": 1, "mgs": 0})
    assert from_behind(position.board, R1, shape(position.board, B1)) == behind
    assert ("from behind" in mods(position, B1, R1)) == behind


@pytest.mark.rule("C18", "C27")
def test_a_wagon_has_no_back() -> None:
    retreat = battle(
        "bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [3500, 2400], "facing": 90}, "r1": {"at": [6000, 300]}}
    )
    assert "from behind" not in {m.text for m in firing.modifiers(retreat.board, 0, 6, firing.STANDING, False, False)}


@pytest.mark.rule("C18")
def test_a_one_misses_a_ten_hits_and_the_need_decides_between() -> None:
    board = apart(1000).board

    def hits(need: int, die: int) -> int:
        (step,) = Volley(B1, R1, firing.STANDING, need, 6, 0, 0, 0, rifles=1, guns=0, again=0).do(board, die)
        assert isinstance(step, Volley)
        assert step.missed == 1 - step.hits
        return step.hits

    assert [hits(2, 1), hits(2, 2), hits(6, 5), hits(6, 6), hits(11, 9), hits(11, 10)] == [0, 1, 0, 1, 0, 1]
    (guns,) = Volley(B1, R1, firing.STANDING, 6, 4, 0, 0, 0, rifles=0, guns=1, again=0).do(board, 4)
    assert isinstance(guns, Volley)
    assert (guns.hits, guns.guns, guns.missed_guns) == (1, 0, 0)
    (missed,) = Volley(B1, R1, firing.STANDING, 6, 4, 0, 0, 0, rifles=0, guns=1, again=0).do(board, 3)
    assert isinstance(missed, Volley)
    assert (missed.missed, missed.missed_guns) == (0, 1)


@pytest.mark.rule("C18", "C20")
@pytest.mark.parametrize(("gap", "found"), [(1200, {"case shot": 1}), (1202, {})])
def test_case_shot_is_for_troops_in_the_open_within_12_inches(gap: int, found: dict[str, int]) -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 2175 + gap]}, "r1": {"at": [3000, 2000], "facing": 180, "tokens": 1}}
    assert mods(battle(units=units), B4, R1) == found
    dug = {**units, "r1": {"at": [3000, 2000], "facing": 180, "tokens": 1, "dug": 1}}
    assert mods(battle(units=dug), B4, R1) == {"target in cover": -1}


@pytest.mark.rule("C18")
def test_the_base_number_and_its_ends() -> None:
    assert firing.need([]) == FIRE.to_hit == 6
    assert firing.need([Modifier("C18", "x", 9)]) == 2
    assert firing.need([Modifier("C18", "x", -9)]) == 10


@pytest.mark.rule("C18")
def test_modifiers_to_hit() -> None:
    assert texts(apart(1200), B1, R1) == {}
    assert texts(apart(1300), B1, R1) == {"long range": -1}
    assert texts(apart(1300), B1, R1, guns=True) == {}
    assert texts(apart(2500), B1, R1, guns=True) == {"long range": -1}
    assert texts(apart(200), B1, R1) == {"close combat": 2}
    assert texts(apart(1000), B1, R1, firing.MOVED) == {"moved and fired": -1}
    assert texts(apart(1000, {"markers": 6}), B1, R1) == {"morale markers": -2}
    assert texts(apart(1000, {"markers": 2}), B1, R1) == {}
    assert texts(apart(1000, {}, {"dug": 1}), B1, R1) == {"target in cover": -1}
    assert texts(apart(1000, {}, {"facing": 0}), B1, R1) == {"from behind": 1}


@pytest.mark.rule("C18")
def test_horses_and_moving_guns_are_easy_targets() -> None:
    horse = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2000], "facing": 180}})
    assert texts(horse, B1, R3) == {"mounted target": 1}
    assert texts(horse, B1, R3, guns=True) == {"mounted target": 2}
    guns = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 1}, "r4": {"at": [3000, 2000], "facing": 180, "moved": 1}}
    )
    assert texts(guns, B1, R4) == {"moving artillery": 1}


@pytest.mark.rule("C18")
def test_dice_are_thrown_one_by_one_until_none_is_left() -> None:
    board = two()

    def left(rifles: int, guns: int) -> bool:
        return Volley(B1, R1, firing.STANDING, 6, 6, 0, 0, 0, rifles=rifles, guns=guns, again=0).ask(board) is not None

    assert [left(0, 0), left(1, 0), left(0, 1), left(1, 1), left(2, 2)] == [False, True, True, True, True]
    (step,) = Volley(B1, R1, firing.STANDING, 6, 6, 0, 0, 0, rifles=2, guns=1, again=0).do(board, 7)
    assert isinstance(step, Volley)
    assert (step.rifles, step.guns, step.hits, step.missed, step.missed_guns) == (1, 1, 1, 0, 0)
    (step,) = Volley(B1, R1, firing.STANDING, 6, 6, 1, 2, 0, rifles=0, guns=2, again=1).do(board, 2)
    assert isinstance(step, Volley)
    assert (step.rifles, step.guns, step.hits, step.missed, step.missed_guns, step.again) == (0, 1, 1, 2, 1, 1)
    (rethrow,) = Volley(B1, R1, firing.STANDING, 6, 5, 3, 2, 1, rifles=0, guns=0, again=1).do(board)
    assert rethrow == Rethrow(B1, R1, firing.STANDING, 6, 5, 3, 2, 1, 1)
    (low,) = Volley(B1, R1, firing.STANDING, 1, 6, 0, 0, 0, rifles=1, guns=0, again=0).do(board, 1)
    assert low.hits == 0, "a natural 1, whatever is needed"  # type: ignore[attr-defined]


@pytest.mark.rule("C18", "C20")
def test_guns_off_the_table_have_neither_back_nor_smoke_nor_horses() -> None:
    units = {"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1, "smoke": 1}}
    found = firing.modifiers(battle(units=units).board, B4, R4, firing.STANDING, False, False)
    assert {m.text: m.amount for m in found} == {"counter-battery": -1}
