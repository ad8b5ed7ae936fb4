"""A9, C4, C13, C16, C17, C20, C21: who may be fired at, by whom, with how many dice; every limit from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import (
    B1,
    B3,
    B4,
    R1,
    R2,
    R3,
    R4,
    apart,
    asked,
    battle,
    legal,
    play,
    quiet,
    told,
    unit,
)
from marne.games.brigade1914.components.data import TABLES, PieceRow, TableFile
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import ChooseGunTarget, GunsAlone, Shoot
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import firing_bases

CHARGERS: dict[str, Any] = {"b3": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}}


# -- C16: ranges


@pytest.mark.rule("C16", "A7")
def test_ranges_of_rifles_by_how_they_fire() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}, "b3": {"at": [3000, 4000]}}).board
    hows = (firing.STANDING, firing.REACT, firing.MOVED, firing.CHARGE)
    assert [firing.rifle_range(board, B1, how) for how in hows] == [2400, 2400, 1200, 200]
    assert [firing.rifle_range(board, B3, how) for how in hows] == [1200, 1200, 1200, 200], "carbines from the saddle"
    board.foot[B3] = 1
    assert firing.rifle_range(board, B3, firing.STANDING) == 2400


@pytest.mark.rule("C16", "C20")
def test_machine_guns_bring_no_target_nearer_for_who_has_none_ready() -> None:
    assert firing.targets(apart(2500).board, B1, firing.STANDING) == [R1]
    for state in ({"mgs": 0}, {"assaulted": 1}):
        assert firing.targets(apart(2500, state).board, B1, firing.STANDING) == []
    jammed = apart(2500).board
    jammed.jammed[B1] = 1
    assert firing.targets(jammed, B1, firing.STANDING) == []
    assert firing.guns_ready(jammed, B1, firing.STANDING) == 0
    away = battle(units={"b4": {"status": "off table"}, "r1": {"at": [3000, 2000]}}).board
    assert firing.guns_ready(away, B4, firing.STANDING) == 0, "guns have no machine guns, wherever they are"


@pytest.mark.rule("C16")
@pytest.mark.parametrize(("gap", "found"), [(1200, [R1]), (1202, [R1, R2])])
def test_the_nearest_must_be_chosen_only_within_12_inches(gap: int, found: list[int]) -> None:
    position = apart(gap, units={"r2": {"at": [4600, 1500], "facing": 180}})
    assert firing.targets(position.board, B1, firing.STANDING) == found


@pytest.mark.rule("C16")
def test_what_is_out_of_sight_or_hidden_is_no_target() -> None:
    assert firing.targets(apart(1000, {}, {"status": "hidden"}).board, B1, firing.STANDING) == []
    blocked = apart(1400, {}, {"formation": "column"}, units={"b2": {"at": [3000, 2600]}})
    assert firing.targets(blocked.board, B1, firing.STANDING) == []
    assert firing.gun_targets(blocked.board, B1, firing.STANDING) == []
    assert firing.gun_targets(apart(3600).board, B1, firing.STANDING) == [R1]
    assert firing.gun_targets(apart(3602).board, B1, firing.STANDING) == []
    assert firing.gun_targets(apart(1000, {"mgs": 0}).board, B1, firing.STANDING) == [], (
        "who has no gun has no target for it"
    )


@pytest.mark.rule("C16", "C19")
def test_a_reacting_unit_has_no_target_behind_it() -> None:
    position = apart(1000, {}, {"facing": 0})
    assert firing.in_reach(position.board, R1, firing.REACT) == []
    assert firing.gun_targets(position.board, R1, firing.REACT) == []
    front = apart(1000).board
    assert firing.in_reach(front, R1, firing.REACT) == firing.gun_targets(front, R1, firing.REACT) == [B1]
    assert firing.in_reach(position.board, R1, firing.STANDING) == [B1]
    assert firing.gun_targets(position.board, R1, firing.STANDING) == [B1]


@pytest.mark.rule("C27", "C16")
def test_wagons_and_units_off_the_table_fire_at_nobody() -> None:
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [5300, 3000]}, "r1": {"at": [6000, 1000]}})
    wagon = retreat.board.unit("r3")
    assert wagon is not None
    assert firing.targets(retreat.board, wagon, firing.STANDING) == []
    assert firing.marker_targets(retreat.board, wagon, firing.STANDING) == []
    assert sees(retreat.board, wagon, B1)
    assert firing.targets(retreat.board, B1, firing.STANDING) == [wagon, 5], "but wagons are fired at"
    retreat.board.marker[0] = ((5300, 3600),)
    assert firing.marker_targets(retreat.board, wagon, firing.STANDING) == []
    assert firing.targets(battle(units={"r1": {"at": [3000, 2000]}}).board, B1, firing.STANDING) == []


@pytest.mark.rule("C16")
def test_bases_fire_that_stand_within_two_inches_of_another_and_machine_guns_within_four() -> None:
    def with_gap(base: int, gap: int) -> tuple[int, int]:
        board = battle(units={"b1": {"at": [3000, 3000]}}).board
        at = list(board.at[B1])
        at[base] = (at[base][0], at[base][1] + 150 + gap, 0)
        board.at[B1] = tuple(at)
        return firing_bases(board, B1)

    assert [with_gap(0, 200), with_gap(0, 201)] == [(4, 1), (3, 1)]
    assert [with_gap(4, 400), with_gap(4, 401)] == [(4, 1), (4, 0)]
    assert firing_bases(battle(units={"b1": {"at": [3000, 3000], "bases": 1, "mgs": 0}}).board, B1) == (1, 0)
    lone = battle(units={"b1": {"at": [3000, 3000], "bases": 1}}).board
    lone.at[B1] = ((3000, 3000, 0), (4000, 3000, 0))
    assert firing_bases(lone, B1) == (1, 0), "the last company always fires"


@pytest.mark.rule("C13", "C16")
def test_markers_are_targets_in_sight_and_range() -> None:
    def found(y: int, name: str = "b1", how: str = firing.STANDING, **state: Any) -> list[int]:
        position = battle(units={name: {"at": [3000, 3500], **state}}, markers={"red": [[-1, -1], [3000, y]]})
        return firing.marker_targets(position.board, int(name[1]) - 1, how)

    assert found(1100) == [1]
    assert found(1099) == []
    assert found(2300, how=firing.MOVED) == [1]
    assert found(2299, how=firing.MOVED) == []
    assert found(3300, how=firing.CHARGE) == []
    assert found(200, "b4") == [1], "guns reach everywhere"
    hidden = battle(units={"b1": {"at": [3000, 3500]}, "b2": {"at": [3000, 3200]}}, markers={"red": [[3000, 2000]]})
    assert firing.marker_targets(hidden.board, B1, firing.STANDING) == []
    edge = battle(units={"b1": {"at": [1500, 3500]}}, markers={"red": [[0, 3500]]})
    assert firing.marker_targets(edge.board, B1, firing.STANDING) == [0]
    aslant = [
        battle(units={"b1": {"at": [3000, 3500], "mgs": 0}}, markers={"red": [[1560, y]]}).board for y in (1580, 1579)
    ]
    assert [firing.marker_targets(board, B1, firing.STANDING) for board in aslant] == [[0], []], "24 inches aslant"
    away = battle(units={"b4": {"status": "off table"}}, markers={"red": [[3000, 2000]]})
    assert firing.marker_targets(away.board, B4, firing.STANDING) == []
    friendly = battle(units={"b1": {"at": [3000, 3500]}}, markers={"blue": [[3000, 2000]]})
    assert firing.marker_targets(friendly.board, B1, firing.STANDING) == []


# -- C20: batteries


@pytest.mark.rule("C20")
def test_guns_that_see_fire_directly_at_any_range_and_heavy_or_off_table_guns_never_do() -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 4700]}, "r1": {"at": [3000, 200], "facing": 180}}
    assert firing.method(battle(units=units).board, B4, R1) == firing.DIRECT
    heavy = battle("bn4+1 bn4+1 cav3+1 heavy", units=units, generals={"blue": [6900, 4600, 0]})
    assert firing.method(heavy.board, B4, R1) == ""
    away = battle(units={**units, "b4": {"status": "off table"}}, generals={"blue": [6900, 4600, 0]})
    assert firing.method(away.board, B4, R1) == ""
    near = battle(units={**units, "b4": {"status": "off table"}}, generals={"blue": [3000, 1500, 0]})
    assert firing.method(near.board, B4, R1) == firing.INDIRECT


@pytest.mark.rule("C20")
@pytest.mark.parametrize(("gap", "seen"), [(2400, True), (2401, False)])
def test_an_observer_stands_within_24_inches_of_the_target(gap: int, seen: bool) -> None:
    target = {"at": [3000, 400], "facing": 180}
    unit_ = battle(units={"b1": {"at": [3000, 400 + 150 + gap]}, "r1": target}, generals={"blue": [6900, 4700, 0]})
    assert firing.observed(unit_.board, 0, R1) == seen
    general = battle(units={"r1": target}, generals={"blue": [3000, 400 + 150 + gap, 0]})
    assert firing.observed(general.board, 0, R1) == seen
    scouts = battle(
        units={"r1": target}, generals={"blue": [6900, 4700, 0]}, markers={"blue": [[-1, -1], [3000, 550 + gap]]}
    )
    assert firing.observed(scouts.board, 0, R1) == seen
    corner = battle(
        units={"r1": {"at": [600, 400], "facing": 180}},
        generals={"blue": [6900, 4700, 0]},
        markers={"blue": [[0, 900]]},
    )
    assert firing.observed(corner.board, 0, R1)
    wall = {"r1": target, "b1": {"at": [3000, 4600], "status": "reserve"}, "r2": {"at": [3000, 900]}}
    blind = battle(units={**wall, "r1": {**target, "formation": "column"}}, generals={"blue": [3000, 1500, 0]})
    assert not firing.observed(blind.board, 0, R1), "a unit stands in the way"
    scouts.board.marker[1], scouts.board.marker[0] = scouts.board.marker[0], ()
    assert not firing.observed(scouts.board, 0, R1), "the enemy's own scouts tell nothing"


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


@pytest.mark.rule("C20")
@pytest.mark.parametrize(("gap", "danger"), [(400, True), (401, False)])
def test_no_indirect_fire_within_four_inches_of_friends(gap: int, danger: bool) -> None:
    units = {"b4": {"status": "off table"}, "b1": {"at": [3000, 2150 + gap]}, "r1": {"at": [3000, 2000]}}
    board = battle(units=units).board
    assert firing.friend_in_danger(board, 0, R1) == danger
    assert firing.method(board, B4, R1) == ("" if danger else firing.INDIRECT)


@pytest.mark.rule("C20")
def test_counter_battery_is_for_guns_that_have_fired_this_turn() -> None:
    units: dict[str, Any] = {"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table"}}
    assert firing.targets(battle(units=units).board, B4, firing.STANDING) == []
    fired = battle(units={**units, "r4": {"status": "off table", "fired": 1}}).board
    assert firing.targets(fired, B4, firing.STANDING) == [R4]
    assert firing.casualty_need(fired, B4, R4, firing.STANDING) == 6
    foot = battle(units={**units, "r1": {"status": "off table", "fired": 1}}).board
    assert firing.targets(foot, B4, firing.STANDING) == []
    friend = battle(
        "bn4 bn4 cav3 field field",
        units={"b4": {"at": [3000, 4000], "tokens": 1}, "b5": {"status": "off table", "fired": 1}},
    )
    assert firing.targets(friend.board, B4, firing.STANDING) == []


@pytest.mark.rule("C20", "A5")
def test_guns_neither_move_and_fire_nor_fire_without_ammunition() -> None:
    board = battle(units={"b4": {"at": [3000, 4000]}, "r1": {"at": [3000, 2000]}}).board
    assert firing.targets(board, B4, firing.STANDING) == [R1]
    assert firing.targets(board, B4, firing.MOVED) == []
    board.jammed[B4] = 1
    assert firing.targets(board, B4, firing.STANDING) == []


@pytest.mark.rule("C20")
def test_a_battery_that_fires_is_remembered_for_counter_battery() -> None:
    units = {"b4": {"at": [3000, 4000], "tokens": 2}, "b1": {"at": [1000, 4000], "tokens": 1, "mgs": 0}}
    position = battle(units={**units, "r1": {"at": [3000, 2000], "facing": 180}})
    fired = play(position, "activate b4", "fire", "at r1", 1, 1)
    assert (fired.board.fired[B4], fired.board.fired[B1]) == (1, 0)
    smoke = play(quiet(play(position, "activate b4", "smoke", "on b1")), 1, 1)
    assert smoke.board.fired[B4] == 1, "smoke is fire too"
    rifles = battle(
        units={"b1": {"at": [3000, 4000], "tokens": 1, "mgs": 0}, "r1": {"at": [3000, 2000], "facing": 180}}
    )
    assert play(rifles, "activate b1", "fire", "at r1", 1, 1, 1).board.fired[B1] == 0


@pytest.mark.rule("C21", "C20")
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


@pytest.mark.rule("C19")
@pytest.mark.parametrize(("y", "turns"), [(3000, True), (3010, False), (2990, True)])
def test_a_reactor_turns_to_its_front_half_circle_and_not_beyond(y: int, turns: bool) -> None:
    units = {"b1": {"at": [3000, 3000], "bases": 1, "mgs": 0}, "r1": {"at": [4000, y], "bases": 1, "mgs": 0}}
    assert firing.may_turn(battle(units=units).board, B1, R1) == turns


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


@pytest.mark.rule("C18", "C20")
def test_guns_off_the_table_have_neither_back_nor_smoke_nor_horses() -> None:
    units = {"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1, "smoke": 1}}
    found = firing.modifiers(battle(units=units).board, B4, R4, firing.STANDING, False, False)
    assert {m.text: m.amount for m in found} == {"counter-battery": -1}


@pytest.mark.rule("C20", "C13")
def test_machine_guns_do_not_choose_apart_from_rifles_that_fire_at_scouts() -> None:
    board = apart(1000, units={"r2": {"at": [4600, 1500], "facing": 180}}).board
    board.aim[B1] = 1000
    assert ChooseGunTarget(B1, firing.STANDING).ask(board) is None
    board.aim[B1] = R1
    assert ChooseGunTarget(B1, firing.STANDING).ask(board) is not None
    board.aim_guns[B1] = R1
    board.status[R1] = 7
    assert Shoot(B1, firing.STANDING, 0).do(board) == (), "the target is gone"


# -- C17: dice


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


@pytest.mark.rule("A12", "C17")
def test_british_horse_of_two_bases_fire_as_a_battalion_and_of_one_as_horse() -> None:
    def dice(bases: int, lists: tuple[str, str] = ("british infantry", "german infantry")) -> int:
        units = {"b3": {"at": [3000, 3000], "foot": 1, "bases": bases, "mgs": 0}, "r1": {"at": [3000, 2000]}}
        return firing.dice(battle("bn4 bn4 cav2", lists=lists, units=units).board, B3, 3, firing.STANDING)

    assert [dice(1), dice(2)] == [1, 3]
    assert dice(2, ("french infantry", "german infantry")) == 1


@pytest.mark.rule("A7", "C16", "C21")
def test_a_charge_may_be_at_any_enemy_within_two_inches() -> None:
    units = {
        "b3": {"at": [3000, 2650]},
        "r1": {"at": [2700, 2300], "bases": 2, "mgs": 0, "facing": 180},
        "r2": {"at": [3300, 2320], "bases": 2, "mgs": 0, "facing": 180},
    }
    assert firing.targets(battle(units=units).board, B3, firing.CHARGE) == [R1, R2]
    assert firing.targets(battle(units=units).board, B3, firing.STANDING) == [R2], "else the nearest"


# -- C20: machine guns with a target of their own


@pytest.mark.rule("C20", "C16")
def test_machine_guns_may_fire_at_another_target_than_the_rifles() -> None:
    units: dict[str, Any] = {"r2": {"at": [4600, 1500], "facing": 180}}
    position = play(apart(1000, units=units), "activate b1", "fire", "at r1")
    assert (asked(position), legal(position)) == ("ChooseGunTarget", ["same", "at r2"])
    same = quiet(play(position, "same"))
    assert (same.step.rifles, same.step.guns) == (4, 1)  # type: ignore[attr-defined]
    apart_ = quiet(play(position, "at r2"))
    assert (apart_.step.rifles, apart_.step.guns) == (4, 0)  # type: ignore[attr-defined]
    apart_ = play(apart_, 1, 1, 1, 1)
    (event,) = told(apart_, "FiredAt")
    assert (event.unit, event.target, apart_.step.rifles, apart_.step.guns) == ("b1", "r2", 0, 1)  # type: ignore[attr-defined]
    assert unit(play(apart_, 10, 1), "r2")["markers"] == 1


@pytest.mark.rule("C20")
def test_machine_guns_that_are_gone_or_whose_target_is_gone_do_not_fire() -> None:
    units: dict[str, Any] = {"r2": {"at": [4600, 1500], "facing": 180}}
    board = apart(1000, units=units).board
    assert len(GunsAlone(B1, R2, firing.STANDING).do(board.copy())) == 1
    for change in ("mgs", "target", "unit"):
        twin = board.copy()
        if change == "mgs":
            twin.mgs[B1] = 0
        else:
            twin.status[B1 if change == "unit" else R2] = 7
        assert GunsAlone(B1, R2, firing.STANDING).do(twin) == (), change


@pytest.mark.rule("C16")
def test_a_unit_sees_past_another_from_a_height_and_over_it() -> None:
    TABLES.setdefault(
        "height",
        TableFile("height", (), (PieceRow("hill", ((2000, 3200), (4000, 3200), (4000, 3800), (2000, 3800))),)),
    )
    units = {"b1": {"at": [3000, 3500]}, "b2": {"at": [3000, 2800]}, "r1": {"at": [3000, 1500], "formation": "column"}}
    assert sees(battle(map="height", units=units).board, B1, R1)
    assert sees(battle(map="height", units=units).board, R1, B1)
    flat = {**units, "b1": {"at": [3000, 3000]}, "b2": {"at": [3000, 2700]}}
    assert not sees(battle(map="height", units=flat).board, B1, R1)
