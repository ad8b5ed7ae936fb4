"""A7, A9, C7, C15, C16, C18, C19, C20, C21, C25, C26: what hits need and do, with every modifier from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B3, B4, R1, R3, R4, Game, apart, asked, battle, play, quiet, unit
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.hits import Aftermath, Casualties, FollowUp, Hits, Winded, lose_base
from marne.games.brigade1914.rules.fire.shooting import Rethrow, Volley, turn_to, volley
from marne.games.brigade1914.rules.fire.smoke import SmokeDice, smoke_targets
from marne.games.brigade1914.rules.measures.sight import from_behind, garrison, in_cover, sees
from marne.games.brigade1914.rules.measures.troops import shape
from marne.games.brigade1914.rules.movement.moving import DriveBack


def mods(position: Game, unit_: int, target: int, how: str = firing.STANDING, guns: bool = False) -> dict[str, int]:
    """The modifiers by name."""
    return {m.text: m.amount for m in firing.modifiers(position.board, unit_, target, how, guns, False)}


# -- C18


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


@pytest.mark.rule("C19", "C20")
def test_casualties_of_counter_battery_and_of_other_fire_at_guns() -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1}}
    assert firing.casualty_need(battle(units=units).board, B4, R4, firing.STANDING) == 6
    seen = battle(units={**units, "r4": {"at": [3000, 1500], "facing": 180, "fired": 1}}).board
    assert firing.casualty_need(seen, B4, R4, firing.STANDING) == 5, "guns in sight are fired at directly"
    rifles = battle(
        units={"b1": {"at": [3000, 2600], "tokens": 1}, "r4": {"at": [3000, 1500], "facing": 180, "fired": 1}}
    ).board
    assert firing.casualty_need(rifles, B1, R4, firing.STANDING) == 5


@pytest.mark.rule("C17")
def test_rifles_fire_at_24_inches_and_guns_off_the_table_have_no_machine_guns() -> None:
    assert firing.dice(apart(2400, {"mgs": 0}).board, B1, R1, firing.STANDING) == 3
    away = battle(units={"b4": {"status": "off table"}, "r1": {"at": [3000, 2000]}}).board
    assert firing.gun_dice(away, B4, R1, firing.STANDING) == 0


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


@pytest.mark.rule("C20", "C23")
def test_a_report_from_the_air_spares_the_battery_its_malus() -> None:
    units = {
        "b4": {"status": "off table", "tokens": 1},
        "r1": {"at": [3000, 2000], "facing": 180},
        "b1": {"at": [3000, 3600]},
    }
    position = battle(units=units)
    assert mods(position, B4, R1) == {"indirect": -1}
    position.board.report[B4] = 1
    assert mods(position, B4, R1) == {}
    heavy = battle(
        "bn4 bn4 cav3 heavy", units={"b4": {"at": [3000, 3000], "tokens": 1}, "r1": {"at": [3000, 2000], "facing": 180}}
    )
    assert mods(heavy, B4, R1) == {"indirect": -1}
    heavy.board.report[B4] = 1
    assert mods(heavy, B4, R1) == {}, "and no case shot either"


# -- C19: cover, shields, arcs, casualties


@pytest.mark.rule("C19")
@pytest.mark.parametrize(("gap", "safe"), [(1200, False), (1202, True)])
def test_shields_cover_beyond_12_inches_against_rifles_only(gap: int, safe: bool) -> None:
    guns = {"at": [3000, 2000], "facing": 180}
    rifles = battle(units={"b1": {"at": [3000, 2175 + gap]}, "r4": guns})
    assert firing.covered(rifles.board, B1, R4) == safe
    battery = battle(units={"b4": {"at": [3000, 2200 + gap]}, "r4": guns})
    assert not firing.covered(battery.board, B4, R4)
    foot = battle(units={"b1": {"at": [3000, 2175 + gap]}, "r1": guns})
    assert not firing.covered(foot.board, B1, R1), "a battalion has no shields"
    assert not firing.covered(battle(units={"b1": {"at": [3000, 3000]}, "r4": {"status": "off table"}}).board, B1, R4)


@pytest.mark.rule("C19")
def test_what_is_added_to_a_casualty_die() -> None:
    horse = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2000], "facing": 180}}).board
    assert firing.casualty_need(horse, B1, R3, firing.STANDING) == 4
    close = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2650], "facing": 180}}).board
    assert firing.casualty_need(close, B1, R3, firing.STANDING) == 3
    assert firing.casualty_need(apart(1000).board, B1, R1, firing.BARRAGE) == 4
    heavy = battle(
        "bn4 bn4 cav3 heavy",
        units={"b4": {"status": "off table"}, "r3": {"at": [3000, 2000]}, "b1": {"at": [3000, 3600]}},
    )
    assert firing.casualty_need(heavy.board, B4, R3, firing.STANDING) == 3
    assert [m.text for m in firing.casualty_modifiers(heavy.board, B4, R3, firing.STANDING)] == [
        "mounted target",
        "heavy guns",
    ]
    cuirassiers = battle(
        "cav4E cav4", "cav4 cav4", lists=("french cavalry", "german cavalry"),
        units={"b1": {"at": [3000, 2650]}, "b2": {"at": [5000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}},
    ).board  # fmt: skip
    assert firing.casualty_need(cuirassiers, 0, 2, firing.CHARGE) == 2
    assert "cuirassiers" not in [m.text for m in firing.casualty_modifiers(cuirassiers, 0, 2, firing.STANDING)]
    assert "cuirassiers" not in [m.text for m in firing.casualty_modifiers(cuirassiers, 1, 2, firing.CHARGE)]


@pytest.mark.rule("C19")
def test_each_hit_is_a_marker_and_a_casualty_die_that_a_one_never_wins() -> None:
    board = apart(1000).board
    steps = Hits(B1, R1, firing.STANDING, 2).do(board)
    assert [type(step).__name__ for step in steps] == ["OfficersDown", "Casualties", "Aftermath"]
    assert board.markers[R1] == 2
    assert (steps[1].left, steps[1].need) == (2, 5)  # type: ignore[attr-defined]
    assert Hits(B1, R1, firing.STANDING, 0).do(board) == ()
    for need, die, lost in ((2, 1, False), (2, 2, True), (5, 4, False), (5, 5, True)):
        found = [type(step).__name__ for step in Casualties(R1, 2, need).do(board, die)]
        assert found == (["LoseBase", "Casualties"] if lost else ["Casualties"])
    assert Casualties(R1, 0, 5).ask(board) is None
    assert Casualties(R1, 1, 5).ask(board) is not None
    board.bases[R1] = 0
    assert Casualties(R1, 1, 5).ask(board) is None


@pytest.mark.rule("C19")
def test_a_lost_base_leaves_the_others_where_they_stood() -> None:
    board = apart(1000).board
    before = board.at[R1]
    lose_base(board, R1, False)
    assert (board.bases[R1], board.mgs[R1], board.at[R1]) == (3, 1, before[:3] + before[4:])
    lose_base(board, R1, True)
    assert (board.bases[R1], board.mgs[R1], board.at[R1]) == (3, 0, before[:3])


@pytest.mark.rule("C19", "C2")
def test_bases_turn_only_where_the_target_is_outside_their_arc() -> None:
    for facing, turned in ((0, 0), (45, 45), (46, 0), (315, 315), (180, 0)):
        board = apart(1000, {"facing": facing, "bases": 1, "mgs": 0}, {"bases": 1, "mgs": 0}).board
        turn_to(board, B1, R1)
        assert board.at[B1][0][2] == turned


@pytest.mark.rule("C19", "C15")
def test_half_the_bases_in_a_village_or_wood_make_a_garrison_that_fires_all_round() -> None:
    def held(x: int, y: int, **state: Any) -> bool:
        return garrison(battle(map="crossroads", units={"b1": {"at": [x, y], "mgs": 0, **state}}).board, 0)

    assert held(4050, 2100)
    assert held(1700, 1100)
    assert not held(3100, 2800), "an orchard is none"
    assert held(4350, 2100), "two of four in the village"
    assert not held(4451, 2100)
    assert not held(4360, 2100, bases=3), "one of three"
    board = battle(
        map="crossroads",
        units={"b1": {"at": [1700, 1500], "facing": 180, "formation": "column"}, "r1": {"at": [1700, 600]}},
    ).board
    assert firing.may_turn(board, 0, 4)
    turn_to(board, 0, 4)
    assert board.at[0][0][2] == 180, "it has no need to turn"


@pytest.mark.rule("A11", "C19")
def test_digging_in_and_sunken_lanes_cover_like_ground() -> None:
    board = apart(1000).board
    assert not in_cover(board, R1, None)
    for field in ("dug", "screened"):
        twin = board.copy()
        getattr(twin, field)[R1] = 1
        assert in_cover(twin, R1, None)


@pytest.mark.rule("C23", "C19")
def test_sunken_lanes_cover_for_one_fire_with_its_casualties() -> None:
    position = apart(1000, {"mgs": 0})
    position.board.screened[R1] = 1
    position = quiet(play(position, "activate b1", "fire", "at r1"))
    assert position.step.need == 7  # type: ignore[attr-defined]
    position = play(position, 10, 1, 1, 1)
    assert (asked(position), position.step.need) == ("Casualties", 6)  # type: ignore[attr-defined]
    position = play(position, 1)
    assert position.board.screened[R1] == 0
    again = quiet(play(position, "activate b1", 6, "fire", "at r1"))
    assert again.step.need == 6  # type: ignore[attr-defined]


# -- C21: close combat


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


@pytest.mark.rule("C12", "C16")
def test_a_hidden_unit_that_fires_shows_itself() -> None:
    hidden = {"at": [3000, 600], "facing": 180, "status": "hidden", "tokens": 2}
    units = {"b1": {"at": [3000, 2400]}, "r1": hidden}
    position = battle("bn4 bn4", "bn4 bn4", "capture", active="red", units=units)
    position = play(position, "activate r1", "fire", "at b1")
    assert unit(position, "r1")["status"] == "on table"


# -- A9


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


# -- C25, C26: second throws and nations


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
def test_red_trousers_are_seen_up_to_18_inches_by_rifles_on_foot_in_the_open() -> None:
    french: dict[str, Any] = {"lists": ("french infantry", "german infantry"), "blue": "bn4 bn4 cav2 field"}
    assert mods(apart(1800, **french), R1, B1) == {}
    assert mods(apart(1802, **french), R1, B1) == {"long range": -1}
    assert mods(apart(1800), R1, B1) == {"long range": -1}, "the British wear khaki"
    assert mods(apart(2402, **french), R1, B1, guns=True) == {"long range": -1}
    horse = battle("bn4 bn4 cav2", "bn4 bn4", lists=("french infantry", "german infantry"),
                   units={"b3": {"at": [3000, 3700]}, "r1": {"at": [3000, 2000], "facing": 180}})  # fmt: skip
    assert mods(horse, 3, 2) == {"long range": -1, "mounted target": 1}


@pytest.mark.rule("C25", "C16")
def test_belgian_dog_carts_fire_within_12_inches_after_a_move_at_minus_one() -> None:
    belgian: dict[str, Any] = {"lists": ("belgian infantry", "german infantry"), "blue": "bn4+1 bn4 cav2 field"}
    for gap, dice in ((1200, 1), (1202, 0)):
        board = apart(gap, **belgian).board
        assert firing.gun_dice(board, B1, R1, firing.MOVED) == dice
    assert mods(apart(1000, **belgian), B1, R1, firing.MOVED, guns=True) == {"moved and fired": -1}
    assert firing.gun_range(apart(1000).board, firing.STANDING) == 3600


@pytest.mark.rule("C26", "C16")
def test_cuirassiers_on_foot_reach_12_inches() -> None:
    units = {"b1": {"at": [3000, 3000], "foot": 1}, "b2": {"at": [5000, 3000], "foot": 1}}
    board = battle("cav4E cav4", lists=("french cavalry", "german infantry"), units=units).board
    assert [firing.rifle_range(board, each, firing.STANDING) for each in (0, 1)] == [1200, 2400]
    other = battle("cav4E cav4", lists=("belgian cavalry", "german infantry"), units=units).board
    assert firing.rifle_range(other, 0, firing.STANDING) == 2400


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
