"""Rules line by line: units, zones, railways. Each test asks one rule for both of its answers."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, rule, still, unit
from games.nach_paris.support import arranged
from marne.engine import Modifier, Only
from marne.games.nach_paris.board import ASIDE, DESTROYED, Train
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import TRACK
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    BY_ID,
    CORPS,
    CORPS_UNITS,
    DE,
    ENGINEERS,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    LIGHT,
    MOUNTAIN,
    OF_NATION,
    SPLIT_ROWS,
)
from marne.games.nach_paris.rules.barrage.at_forts import FireAtForts
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits, ShellZone, _at_zone
from marne.games.nach_paris.rules.combat.battle import NOBODY, Battle
from marne.games.nach_paris.rules.combat.declaring import _fresh_zones
from marne.games.nach_paris.rules.combat.defence import defence, entrenched_units
from marne.games.nach_paris.rules.combat.modifiers import _hexside, _light_troops, _terrains
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.combat.resolve import Ready, RollCombat, TakeGuns
from marne.games.nach_paris.rules.forts.assault import why_no_assault
from marne.games.nach_paris.rules.forts.assault_guns import why_no_stormer
from marne.games.nach_paris.rules.movement import walk
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.march import allowance, bonus, points_left
from marne.games.nach_paris.rules.movement.reach import overrunable
from marne.games.nach_paris.rules.movement.walk import Walk, _stops
from marne.games.nach_paris.rules.movement.withdrawals import versions
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.rules.rail.entraining import _just_stopped, why_not_entrain
from marne.games.nach_paris.rules.rail.guns import _left
from marne.games.nach_paris.rules.rail.journeys import starts, trains_at
from marne.games.nach_paris.rules.rail.lines import AT, hex_of_node, node_on
from marne.games.nach_paris.rules.rail.network import held
from marne.games.nach_paris.rules.units.consolidation import orphaned
from marne.games.nach_paris.rules.units.splitting import _detachment, _why_not_act
from marne.games.nach_paris.rules.units.versions import take_place
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.rules.works.bridgeheads import ZoneTest, strike_zone, zone_at
from marne.games.nach_paris.rules.works.entrenchments import Works
from marne.hexes import members

ROW = {row.id: row for row in SPLIT_ROWS}
LEVEAU = forts.BY_NAME["Fort de Leveau", MAP.grid.hex("AK31")]


# -- units


@pytest.mark.rule("6.6.3", "6.6.5")
def test_only_two_corps_let_light_infantry_go() -> None:
    for row in SPLIT_ROWS:
        light = [BY_ID[row.parts[-1]]] if row.rule in ("6.6.3", "6.6.5") else []
        assert _detachment(row) == light


@pytest.mark.rule("20.2.8", "8.1.3", "7.7.1")
@pytest.mark.parametrize(("fact", "number"), [
    ("", ""), ("barraged", "8.1.3"), ("arrived", "7.7.1"), ("perilled", "20.2.8"), ("regrouped", "6.6.1"),
])  # fmt: skip
def test_what_a_unit_did_itself_keeps_it_from_regrouping(fact: str, number: str) -> None:
    board = still({"6.ID": "AW22 N", "18.ID": "AW22 N"})
    for name in ("barraged", "arrived", "perilled", "regrouped"):
        setattr(board, name, unit("18.ID") | unit("6.ID") * (name == fact))
    board.trains[BY_ID["18.ID"]] = Train(0, 0, 0)
    assert rule(_why_not_act(board, [BY_ID["6.ID"]])) == number


@pytest.mark.rule("2.5.7")
def test_an_orphan_has_lost_every_partner_that_was_in_play() -> None:
    who = BY_ID["18.ID"]
    partners = members(CORPS_UNITS[CORPS[who]] & ~(1 << who))
    board = still({"18.ID": "AW22 N"})
    for other in partners:
        board.where[other] = ASIDE
    assert not orphaned(board, who), "they were never in play"
    board.where[partners[0]] = DESTROYED
    assert orphaned(board, who)
    board.put(partners[0], at("AW23"))
    assert not orphaned(board, who)


@pytest.mark.rule("7.8.1")
def test_a_unit_leaves_with_its_parts_and_its_other_counters() -> None:
    assert versions(BY_ID["18.ID"]) == unit("18.ID")
    assert versions(BY_ID["6.ID"]) == unit("6.ID", "11.IB", "12.IB")


@pytest.mark.rule("7.1.2")
def test_points_left_are_those_not_spent_with_the_bonus_of_a_forced_march() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    whole = allowance(board, who)
    assert points_left(board, who) == whole
    board.spent = {who: 10}
    assert points_left(board, who) == whole - 10
    board.forced = unit("17.ID")
    assert points_left(board, who) == whole - 10
    board.forced = 1 << who
    assert points_left(board, who) == whole + bonus(who, 8) - 10
    board.spent = {who: 999}
    assert points_left(board, who) == 0


@pytest.mark.rule("7.6.2", "7.6.1")
def test_zones_of_the_enemy_stop_foot_and_those_of_friends_nobody() -> None:
    board = still({"18.ID": "AW22 S", "17.ID": "AW20 S", "5.KD": "AW22", "1re-DI": "AW24 S"})
    friendly = next(hex for hex in members(zones(board, GERMAN_SIDE)) if not zones(board, ALLIED_SIDE) >> hex & 1)
    hostile = next(hex for hex in members(zones(board, ALLIED_SIDE)) if not zones(board, GERMAN_SIDE) >> hex & 1)
    assert [_stops(board, BY_ID["18.ID"], hex) for hex in (friendly, hostile)] == [False, True]
    assert [_stops(board, BY_ID["5.KD"], hex) for hex in (friendly, hostile)] == [False, False]


@pytest.mark.rule("11.6.7", "7.1.6")
def test_who_is_overrun_stands_outside_its_camps_without_troops_and_in_sight() -> None:
    staff = members(HEADQUARTERS & OF_NATION[FR])[0]
    board = still({IDS[staff]: "AW22"})
    assert overrunable(board, GERMAN_SIDE) == 1 << at("AW22")
    assert overrunable(board, ALLIED_SIDE) == 0
    board.put(BY_ID["1re-DI"], at("AW22"))
    assert overrunable(board, GERMAN_SIDE) == 0
    camp = still({IDS[staff]: MAP.grid.label(MAP.camps[3].hexes[0])})
    assert overrunable(camp, GERMAN_SIDE) == 0
    hidden = still(
        {"1re-GEN" if "1re-GEN" in BY_ID else IDS[members(ENGINEERS & OF_NATION[FR])[0]]: "AW22 fog"}, fog=True
    )
    assert overrunable(hidden, GERMAN_SIDE) == 0
    hidden.fogged = 0
    assert overrunable(hidden, GERMAN_SIDE) == 1 << at("AW22")


@pytest.mark.rule("7.1.3")
def test_what_other_chapters_do_with_a_moving_unit_counts_as_a_move() -> None:
    position = arranged(turn=8, side="german", begin="nothing", units={"6.ID": "AW22 N", "17.ID": "AW22 N"})
    board = position.board
    board.moved = unit("17.ID")
    Walk(BY_ID["6.ID"]).answered(board, "split")
    assert board.moved & unit("17.ID")
    assert board.where[BY_ID["11.IB"]] == at("AW22")


# -- barrages


@pytest.mark.rule("8.1.3", "8.6.2")
def test_guns_that_shelled_a_fort_have_fired_beside_those_before() -> None:
    board = still({"KMK.b3": "AL31 NE fip", "18.ID": "AW22 N"}, side="german")
    board.barraged = unit("18.ID")
    for die in (1, 20):
        FireAtForts(DE, LEVEAU, -1, unit("KMK.b3")).answered(board, die)
        assert board.barraged == unit("KMK.b3", "18.ID")
    told = [event for event in board.events if type(event).__name__ == "FortShelled"]
    assert [event.die for event in told] == [1, 20]
    assert told[1].row - told[0].row == 9


@pytest.mark.rule("8.3.2", "8.1.3", "8.2.5")
def test_guns_have_fired_and_the_hex_is_shelled_beside_those_before() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S", "1re-DC": "AW23", "2e-RAL": "AW23 S"}
    board = still(units, side="german")
    board.barraged, board.shelled, board.shelled_turn = unit("17.ID"), 1, 1
    step = FireAtUnits(DE, at("AW23"), unit("18.ID"), 0, unit("1re-DI", "1re-DC", "2e-RAL"))
    found: Any = step.answered(board, 7)
    assert [each.unit for each in found] == [*sorted((BY_ID["1re-DI"], BY_ID["1re-DC"])), BY_ID["2e-RAL"]]
    assert {each.row for each in found} == {4}
    assert board.barraged == unit("18.ID", "17.ID")
    assert board.shelled == board.shelled_turn == 1 | 1 << at("AW23")


@pytest.mark.rule("11.2.6")
def test_half_the_fire_strikes_a_zone_and_too_little_has_no_effect() -> None:
    zone = next(iter(forts.ZONE_AT))
    near = MAP.grid.label(MAP.grid.neighbours[zone][0])
    names = ("1re-DI", "2e-DI", "3e-DI", "4e-DI")
    board = still(dict.fromkeys(names, f"{near} N"), side="allied")
    strong: Any = _at_zone(board, zone, unit(*names), 0, 5)
    weak: Any = _at_zone(board, zone, unit("1re-DI"), 0, 5)
    assert (strong.zone, strong.row, strong.column >= 0) == (forts.ZONE_AT[zone], 5, True)
    assert [each.text for each in strong.modifiers] == ["abu.together", "abu.zone"]
    assert (weak.column == -1) == (board.arf(BY_ID["1re-DI"]) < 12)
    assert ShellZone(0, -1, 5, ()).do(board) == ()
    assert [event.result for event in board.events] == ["-"]
    found = [ShellZone(0, 3, row, ()).do(still()) for row in range(-5, 15)]
    assert any(found), "some result makes the zone test"


@pytest.mark.rule("11.2.7")
def test_a_zone_fails_unrolled_at_nothing_and_passes_up_to_its_number() -> None:
    cab = forts.ZONE_CAB[0]
    for less, asked in ((cab - 1, True), (cab, False), (cab + 1, False)):
        test = ZoneTest(0, (Modifier("11.2.7", "abu.result", -less),))
        found = test.ask(still())
        assert isinstance(found, Only) != asked
        assert not isinstance(found, Only) or found.answer == 0
    one = ZoneTest(0, (Modifier("11.2.7", "abu.result", 1 - cab),))
    for die, stands in ((1, True), (2, False)):
        board = still()
        one.answered(board, die)
        assert (board.zones_gone == 0) == stands
    board = still()
    assert strike_zone(board, 1, Result(0, 0, False), ()) == ()
    assert strike_zone(board, 1, Result(0, -1), ()) == (ZoneTest(1, ()),)
    assert board.zones_gone == 0
    assert strike_zone(board, 1, Result(1, -1), ()) == ()
    assert board.zones_gone == 2


@pytest.mark.rule("11.2.1", "11.2.4")
def test_where_a_zone_stands_and_which_are_near() -> None:
    board = still(side="allied")
    assert [zone_at(board, hex) for hex in forts.ZONE_AT] == list(forts.ZONE_AT.values())
    assert zone_at(board, at("AW22")) == -1
    first, second, *_ = forts.ZONE_AT
    assert _fresh_zones(board, 1 << first | 1 << at("AW22")) == {first}
    assert _fresh_zones(board, 0) == set()
    board.attacked = 1 << first
    assert _fresh_zones(board, 1 << first | 1 << second) == {second}
    board.zones_gone = 1 << forts.ZONE_AT[second]
    assert (zone_at(board, second), _fresh_zones(board, 1 << second)) == (-1, set())
    board.side = GERMAN_SIDE
    assert _fresh_zones(board, 1 << first | 1 << second) == set()


@pytest.mark.rule("8.5.6", "11.5.5", "11.5.1")
def test_each_thing_that_forbids_an_assault() -> None:
    units = {"PiR.24": "AL31 NE", "KMK.b3": "AL31 NE fip"}

    def why(**facts: Any) -> str:
        board = still(units, side="german")
        for name, value in facts.items():
            setattr(board, name, value)
        return rule(why_no_assault(board, DE, LEVEAU))

    bit, other = 1 << LEVEAU, 1 << (LEVEAU + 1)
    assert why() == why(forts_struck=other) == why(forts_gone=other) == why(forts_struck=bit, forts_second=bit) == ""
    assert why(forts_struck=bit) == why(forts_struck=bit, forts_second=other) == "8.5.6"
    assert why(forts_gone=bit) == "11.5.1"
    board = still({**units, "1re-DI": "AK31 N"}, side="german")
    assert rule(why_no_assault(board, DE, LEVEAU)) == "11.5.1"
    assert rule(why_no_assault(still(units, side="allied"), FR, LEVEAU)) == "11.5.1"
    assert rule(why_no_assault(still({"18.ID": "AL31 NE"}, side="german"), DE, LEVEAU)) == "11.5.5"


@pytest.mark.rule("8.5.7", "11.5.2")
def test_who_is_told_off_already_storms_no_other_fort() -> None:
    units = {"PiR.24": "AL31 NE", "18.ID": "AL31 NE", "17.ID": "AL31 NE", "KMK.b3": "AL31 NE fip", "3.ID": "AW22 N"}
    board = still(units, side="german", assaults=["AK31:Fort-de-Leveau PiR.24 KMK.b3"])
    board.barraged = unit("17.ID")
    names = ("PiR.24", "17.ID", "18.ID", "3.ID")
    assert [rule(why_no_stormer(board, DE, BY_ID[name], LEVEAU)) for name in names] == ["8.5.7", "8.5.7", "", "11.5.2"]


# -- combats


@pytest.mark.rule("9.4.4", "9.4.3", "9.4.5")
def test_ground_counts_where_it_changes_something() -> None:
    board = still()
    light = members(LIGHT & ~MOUNTAIN)[0]
    alpine = members(MOUNTAIN)[0]
    seen: dict[str, set[bool]] = {"terrain": set(), "hexside": set(), "light": set()}
    for a in filter(MAP.playable, range(0, len(MAP.grid), 7)):
        for b in filter(MAP.playable, MAP.grid.neighbours[a]):
            for name, found in (
                ("terrain", _terrains(a, b)),
                ("hexside", _hexside(board, 0, a, b)),
                ("light", _light_troops(1 << light, a, b)),
            ):
                assert all(each.amount for each in found)
                seen[name].add(bool(found))
            assert _light_troops(1 << light, a, b) == _light_troops(1 << alpine, a, b)
            assert _light_troops(unit("18.ID"), a, b) == _light_troops(0, a, b) == ()
    assert set(map(frozenset, seen.values())) == {frozenset({True, False})}


@pytest.mark.rule("9.1.9", "9.1.8")
def test_of_two_nations_one_fights_with_its_whole_factor() -> None:
    board = still(
        {"1re-DI": "AW23 S", "1re-DA": "AW23 S"} if "1re-DA" in BY_ID else {"1re-DI": "AW23 S"}, side="german"
    )
    belgian = next(who for who in members(OF_NATION[BE]) if board.cbf(who) and board.arf(who))
    board.put(belgian, at("AW23"))
    both = unit("1re-DI") | 1 << belgian
    ask: Any = ChooseNation(Battle(at("AW23"), defenders=both)).ask(board)
    assert (ask.actor, tuple(ask.options)) == (ALLIED_SIDE, ("BE", "FR"))
    assert ChooseNation(Battle(at("AW23"), defenders=unit("1re-DI"))).ask(board) is None
    french, other = board.cbf(BY_ID["1re-DI"]), board.cbf(belgian)
    points = {
        whole: float(defence(board, Battle(at("AW23"), defenders=both, whole=whole))) for whole in (FR, BE, NOBODY)
    }
    assert points == {FR: french + other / 2, BE: other + french / 2, NOBODY: french + other}


@pytest.mark.rule("11.1.6", "11.6.3")
def test_who_was_in_which_entrenchments_when_the_die_fell() -> None:
    hex, other = next(
        (hex, other)
        for hex in MAP.camps[3].hexes
        for other in MAP.grid.neighbours[hex]
        if MAP.guard(hex, other).name == "STRENGTHENED" and forts.AT[hex]
    )
    place, source = MAP.grid.label(hex), MAP.grid.label(other)
    board = still({"1re-DI": f"{place} N", "1re-DC": place, "18.ID": f"{source} N"}, side="german")
    battle = Battle(hex, full=unit("18.ID"), defenders=unit("1re-DI", "1re-DC"))
    done = TRACK.camp_works[MAP.camps[3].name]
    board.turn = done
    assert entrenched_units(board, battle) == (0, unit("1re-DI"))
    board.turn = done - 1
    assert entrenched_units(board, battle) == (unit("1re-DI"), 0)
    assert Battle(hex, regular=1).works(0) == Works.REGULAR


@pytest.mark.rule("9.1.13")
def test_a_combat_begins_with_a_clean_sheet_and_takes_lone_siege_guns() -> None:
    board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    board.fought, board.attacked = unit("17.ID"), 1
    board.hurt, board.beaten, board.hesitant = {5: 1}, 1, 7
    found = Ready(Battle(at("AW23"), full=unit("18.ID"), defenders=unit("1re-DI"))).do(board)
    assert [type(step) for step in found] == [RollCombat]
    assert (board.hurt, board.beaten, board.hesitant) == ({}, -1, 0)
    assert board.fought == unit("17.ID", "18.ID", "1re-DI")
    assert board.attacked == 1 | 1 << at("AW23")
    guns = next(IDS[who] for who in members(OF_NATION[DE]) if IDS[who].startswith("KMK") and not board.arf(who))
    lone = still({guns: "AW23 N", "1re-DI": "AW22 N", "2e-DI": "AW22 N"}, side="allied")
    for full, takes in ((unit("1re-DI", "2e-DI"), True), (0, False)):
        steps = Ready(Battle(at("AW23"), full=full, defenders=unit(guns))).do(lone)
        assert isinstance(steps[0], TakeGuns) == takes


# -- railways


@pytest.mark.rule("12.2.2", "7.6.1")
def test_a_zone_forbids_a_train_only_to_who_was_just_stopped_by_it() -> None:
    board, who = still({"18.ID": "S31 N"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    assert [_just_stopped(Going(who, 50, False, stopped)) for stopped in (True, False)] == [True, False]
    assert rule(why_not_entrain(board, Going(who, 50, True, True))) == "7.6.1"
    assert rule(why_not_entrain(board, Going(who, 50, True, False))) in ("", "12.1.5")


@pytest.mark.rule("12.2.4")
def test_trains_of_the_side_in_the_hex_fill_it_but_for_one_and_for_guns() -> None:
    board = still({"18.ID": "S31 train", "SKM.b1": "S31 train", "17.ID": "S33 train"})
    who = BY_ID["18.ID"]
    assert trains_at(board, at("S31"), GERMAN_SIDE) == [who]
    assert trains_at(board, at("S31"), GERMAN_SIDE, who) == []
    assert trains_at(board, at("S31"), ALLIED_SIDE) == trains_at(board, at("S32"), GERMAN_SIDE) == []


@pytest.mark.rule("12.3.3")
def test_a_change_of_class_is_paid_by_who_came_in_this_phase() -> None:
    board, who = still({"18.ID": "S31 train"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    paid = set()
    for node, links in AT.items():
        hex = hex_of_node(node)
        for link in links:
            board.where[who], board.trains = hex, {who: Train(node_on(link, hex), link, hex)}
            board.entered = 0
            assert {each.surcharge for each in starts(board, who)} <= {0}
            board.entered = 1 << who
            paid |= {each.surcharge for each in starts(board, who)}
        if len(paid) > 1:
            break
    assert min(paid) == 0 < max(paid)


@pytest.mark.rule("12.1.2", "12.1.7")
def test_until_turn_3_french_and_belgians_keep_to_their_own_lines() -> None:
    for turn, abroad in ((2, False), (3, True)):
        board = still(turn=turn)
        lands = {
            nation: {MAP.country[hex] for hex in members(held(board, nation))} & {"FR", "BE", "DE"}
            for nation in (FR, BE, DE)
        }
        assert lands[FR] == ({"FR", "BE"} if abroad else {"FR"})
        assert lands[BE] == ({"FR", "BE"} if abroad else {"BE"})
        assert lands[DE] == {"DE"}
        assert not held(board, DE) & held(board, FR)
        assert held(board, DE) & ~RAIL_HEXES == 0


@pytest.mark.rule("12.5.2")
def test_a_gun_in_position_counts_its_points_as_on_the_rails() -> None:
    board, who = still({"SKM.b1": "S31 N fip"}), BY_ID["SKM.b1"]
    assert _left(board, who) == board.mf(who)
    board.spent = {who: 7}
    assert _left(board, who) == board.mf(who) - 7
    board.rain = True
    assert _left(board, who) == board.mf(who) - 8 - 7
    board.spent = {who: 999}
    assert _left(board, who) == 0


@pytest.mark.rule("12.2.2", "7.1.3")
def test_who_is_carried_into_a_zone_is_stopped_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Carriage:
        @staticmethod
        def carry_out(board: Any, going: Going, answer: Any) -> tuple[()]:
            board.put(going.unit, answer[1])
            return ()

    monkeypatch.setitem(walk._OWNERS, "rail", Carriage)
    board, who = still({"18.ID": "AW20 N", "1re-DI": "AW24 S"}, side="german"), BY_ID["18.ID"]
    hostile = next(hex for hex in members(zones(board, ALLIED_SIDE)) if not board.at[hex])
    assert Walk(who).answered(board, ("rail", hostile)) == (Walk(who, True),)
    assert Walk(who).answered(board, ("rail", at("AW30"))) == (Walk(who, False),)
    assert Walk(who, True).answered(board, ("rail", at("AW30"))) == (Walk(who, True),), "it stayed where it was"


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
