"""C25: national rules."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.fire.support import mods, texts
from games.brigade1914.support import B1, R1, apart, asked, battle, legal, play
from marne.engine import total
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.rules.command.command import morale_modifiers
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import Rethrow, Volley


@pytest.mark.rule("C25", "C23", "C26")
def test_which_misses_may_be_thrown_again() -> None:
    def ways(lists: tuple[str, str], unit_: int, missed: int, guns: int, **change: Any) -> list[str]:
        blue = "cav4 cav4 horse" if "cavalry" in lists[0] else "bn4+1 bn4 field heavy field"
        board = battle(blue, lists=lists, units={"b1": {"at": [3000, 3000], "tokens": 1}}).board
        board.hand[0] = change.get("hand", ())
        board.used[0] = change.get("used", 0)
        if change.get("gone"):
            board.status[unit_] = 7
        how, again = change.get("how", firing.STANDING), change.get("again", 0)
        return Rethrow(unit_, 5, how, 6, 6, 0, missed, guns, again).ways(board)

    german, french, british = (f"{name} infantry" for name in ("german", "french", "british"))
    assert ways((german, british), 0, 1, 0) == [], "rifles are not thrown again"
    assert ways((german, british), 0, 1, 1) == ["national"]
    assert ways((german, british), 0, 0, 1) == ["national"]
    assert ways((german, british), 2, 2, 0) == ["national"]
    assert ways((german, british), 2, 0, 0) == []
    assert ways((german, british), 2, 2, 0, used=1) == []
    assert ways((german, british), 2, 2, 0, again=1) == []
    assert ways((german, british), 2, 2, 0, gone=1) == []
    assert ways((german, british), 2, 2, 0, how=firing.BARRAGE) == []
    assert ways((french, german), 2, 2, 0) == ["national"]
    assert ways((french, german), 3, 2, 0) == [], "heavy guns have no rafale"
    assert ways((french, german), 0, 0, 1) == []
    assert ways((british, german), 2, 2, 0) == []
    lances = ("german cavalry", british)
    assert ways(lances, 0, 1, 0, how=firing.CHARGE) == ["lances"]
    assert ways(lances, 0, 0, 1, how=firing.CHARGE) == ["national"], "a lance is no machine gun"
    assert ways(lances, 0, 1, 0) == []
    assert ways((british, german), 0, 1, 0, hand=("rapid_fire",)) == ["rapid_fire"]


@pytest.mark.rule("C25", "C26", "C23")
def test_how_many_dice_are_thrown_again() -> None:
    def again(answer: str, unit_: int = 0) -> tuple[int, int, int, int]:
        board = battle("bn4+1 bn4 field", units={"b1": {"at": [3000, 3000], "tokens": 1}}).board
        (step,) = Rethrow(unit_, 5, firing.STANDING, 6, 7, 1, 3, 2, 0).do(board, answer)
        assert isinstance(step, Volley)
        assert (step.again, step.missed, step.missed_guns) == (1, 0, 0)
        assert board.used[0] == int(answer == "national")
        return step.rifles, step.guns, step.hits, step.guns_need

    assert again("national") == (0, 2, 1, 7)
    assert again("national", 2) == (3, 2, 1, 7)
    assert again("lances") == (1, 0, 1, 7)


@pytest.mark.rule("C25")
def test_elan_is_for_french_foot_that_assaulted_and_fights_at_close_quarters() -> None:
    french: dict[str, Any] = {"lists": ("french infantry", "german infantry"), "blue": "bn4 bn4 cav2 field"}
    assert mods(apart(200, {"assaulted": 1}, **french), B1, R1).get("elan") == 1
    assert "elan" not in mods(apart(202, {"assaulted": 1}, **french), B1, R1)
    assert "elan" not in mods(apart(200, **french), B1, R1)
    assert "elan" not in mods(apart(200, {"assaulted": 1}), B1, R1)
    units = {"b3": {"at": [3000, 2500], "assaulted": 1, "tokens": 1}, "r1": {"at": [3000, 2200], "facing": 180}}
    horse = battle("bn4 bn4 cav2", lists=("french infantry", "german infantry"), units=units)
    assert "elan" not in mods(horse, 2, 3)


@pytest.mark.rule("C25")
@pytest.mark.reading("dress")
def test_red_trousers_are_seen_up_to_18_inches_by_rifles_on_foot_in_the_open() -> None:
    french: dict[str, Any] = {"lists": ("french infantry", "german infantry"), "blue": "bn4 bn4 cav2 field"}
    assert mods(apart(1800, **french), R1, B1) == {}
    assert mods(apart(1802, **french), R1, B1) == {"long range": -1}
    assert mods(apart(1800), R1, B1) == {"long range": -1}, "the British wear khaki"
    assert mods(apart(2402, **french), R1, B1, guns=True) == {"long range": -1}
    horse = battle(
        "bn4 bn4 cav2",
        "bn4 bn4",
        lists=("french infantry", "german infantry"),
        units={"b3": {"at": [3000, 3700]}, "r1": {"at": [3000, 2000], "facing": 180}},
    )
    assert mods(horse, 3, 2) == {"long range": -1, "mounted target": 1}


@pytest.mark.rule("C25", "C16")
def test_belgian_dog_carts_fire_within_12_inches_after_a_move_at_minus_one() -> None:
    belgian: dict[str, Any] = {"lists": ("belgian infantry", "german infantry"), "blue": "bn4+1 bn4 cav2 field"}
    for gap, dice in ((1200, 1), (1202, 0)):
        board = apart(gap, **belgian).board
        assert firing.gun_dice(board, B1, R1, firing.MOVED) == dice
    assert mods(apart(1000, **belgian), B1, R1, firing.MOVED, guns=True) == {"moved and fired": -1}
    assert firing.gun_range(apart(1000).board, firing.STANDING) == 3600


FRENCH = ("french infantry", "german infantry")


@pytest.mark.rule("C25")
def test_french_elan_and_conspicuous_dress() -> None:
    position = apart(100, {"assaulted": 1}, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(position, B1, R1)["elan"] == 1
    target = apart(1500, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(target, R1, B1) == {}
    far = apart(2000, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(far, R1, B1) == {"long range": -1}, "beyond 18 inches colours do not matter"
    dug = apart(1500, {"dug": 1}, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(dug, R1, B1) == {"long range": -1, "target in cover": -1}


@pytest.mark.rule("C25")
def test_germans_throw_the_misses_of_machine_guns_again_once_a_turn() -> None:
    position = apart(2000, active="red")
    position = play(position, "activate r1", "fire", "at b1", "no more", 1, 1, 1, 1)
    assert (asked(position), legal(position)) == ("Rethrow", ["keep", "national"])
    position = play(position, "national")
    assert position.step.guns == 1  # type: ignore[attr-defined]
    position = play(position, 1)
    position = play(position, "activate r1", 3, "fire", "at b1", "no more", 1, 1, 1, 1)
    assert asked(position) == "Act"


@pytest.mark.rule("C25")
def test_french_batteries_throw_again_and_belgian_carts_move_and_fire() -> None:
    units = {"b4": {"at": [3000, 3400], "tokens": 2}, "r1": {"at": [3000, 1500], "facing": 180}}
    position = battle("bn4 bn4 cav2 field", lists=FRENCH, units=units)
    position = play(position, "activate b4", "fire", "at r1", 1, 1)
    assert asked(position) == "Rethrow"
    belgian = battle(
        "bn4+1 bn4",
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 2000], "facing": 180}},
    )
    assert firing.guns_ready(belgian.board, B1, firing.MOVED) == 1
    assert firing.guns_ready(apart(1000).board, B1, firing.MOVED) == 0
    assert firing.gun_range(belgian.board, firing.MOVED) == FIRE.range_dog_cart


@pytest.mark.rule("C25")
def test_belgians_are_steadier_in_cover() -> None:
    board = battle(
        "bn4 bn4",
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [3000, 3000], "dug": 1}},
        generals={"blue": [7000, 4600, 0]},
    ).board
    assert total(morale_modifiers(board, 0)) == 1
