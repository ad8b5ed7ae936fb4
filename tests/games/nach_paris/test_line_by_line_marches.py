"""Rules line by line: marches and trains. Each test asks a rule for both of its answers."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import arranged
from marne.engine import Ask, Only
from marne.games.nach_paris.board import Train
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ENTRAIN_COST, NO_WAY, TRACK, TRANSIT_HEX
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    BY_ID,
    DE,
    FR,
    GB,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    INFANTRY,
    MOBILITY,
    NATION,
    OF_NATION,
    RANK,
)
from marne.games.nach_paris.rules.engineers.ships import _land
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.ground import _SLUICE_HEXES, take_ground
from marne.games.nach_paris.rules.movement.march import allowance, bonus, on_the_move, why_no_forced_march
from marne.games.nach_paris.rules.movement.phase import _ready
from marne.games.nach_paris.rules.movement.reach import _as_the_scenario_says, open_to, transit_limit
from marne.games.nach_paris.rules.movement.walk import Walk, _at_sea, _note_transit, _overrun, _stops, enter, started
from marne.games.nach_paris.rules.rail.arrivals import ComeByRail
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES, take_railway
from marne.games.nach_paris.rules.rail.entraining import carry_out as by_train
from marne.games.nach_paris.rules.rail.entraining import directions
from marne.games.nach_paris.rules.rail.journeys import (
    _cut_off,
    _note_carried,
    _standing,
    _taken,
    points_by_rail,
    spend_on_rails,
    starts,
)
from marne.games.nach_paris.rules.rail.lines import AT
from marne.games.nach_paris.sequence import drop_halves
from marne.games.nach_paris.steps import FACING_NAMES
from marne.hexes import bits, members

# -- [1.1.7], [3.3.2], [4.5] where a nation may go


@pytest.mark.rule("1.1.4", "3.3.2", "1.1.7")
@pytest.mark.parametrize(("turn", "nation", "countries"), [
    (2, FR, {"FR"}), (3, FR, {"FR", "BE", "DE", "LU"}), (2, BE, {"BE"}), (3, BE, {"BE"}),
    (2, GB, {"FR", "BE", "DE", "LU"}), (2, DE, {"FR", "BE", "DE", "LU"}),
])  # fmt: skip
def test_belgians_and_french_stay_at_home_for_two_turns(turn: int, nation: int, countries: set[str]) -> None:
    board = still(turn=turn)
    found = members(open_to(board.play, turn, nation))
    assert {MAP.country[hex] for hex in found} & {"FR", "BE", "DE", "LU"} == countries
    assert all(board.play.area >> hex & 1 for hex in found)


@pytest.mark.rule("1.1.7")
def test_a_scenario_keeps_germans_out_of_belgium_and_belgians_in_it() -> None:
    belgium = bits(hex for hex, country in enumerate(MAP.country) if country == "BE")
    assert _as_the_scenario_says(3, DE, 4, False) == ~belgium
    assert _as_the_scenario_says(4, DE, 4, False) == _as_the_scenario_says(3, FR, 4, True) == -1
    assert _as_the_scenario_says(9, BE, 4, True) == belgium
    assert _as_the_scenario_says(3, BE, 4, False) == -1


@pytest.mark.rule("17.2.1", "4.5")
def test_any_unit_holds_the_banks_of_a_sluice_and_foot_and_horse_alone_the_ground() -> None:
    bank = members(_SLUICE_HEXES)[0]
    staff = IDS[members(HEADQUARTERS & OF_NATION[DE])[0]]
    board = still()
    before = board.german_ground
    take_ground(board, BY_ID[staff], bank)
    assert board.sluice_holder[bank] == DE
    assert board.german_ground == before
    take_ground(board, BY_ID["18.ID"], bank)
    assert board.german_ground == before | 1 << bank
    take_ground(board, BY_ID["18.ID"], bank)
    assert board.german_ground == before | 1 << bank, "it has it already"
    take_ground(board, BY_ID["1re-DI"], bank)
    assert (board.german_ground >> bank & 1, board.sluice_holder[bank]) == (0, FR)
    elsewhere = at("AW22")
    held = dict(board.sluice_holder) if isinstance(board.sluice_holder, dict) else list(board.sluice_holder)
    take_ground(board, BY_ID["18.ID"], elsewhere)
    assert board.sluice_holder == held
    assert board.german_ground >> elsewhere & 1


# -- [7]


@pytest.mark.rule("7.1.6")
@pytest.mark.parametrize(("who", "overruns"), [("18.ID", True), ("5.KD", True), ("FAR.1", False)])
def test_foot_and_horse_overrun_lone_headquarters(who: str, overruns: bool) -> None:
    staff = members(HEADQUARTERS & OF_NATION[FR])[0]
    name = who if who in BY_ID else next(IDS[u] for u in members(OF_NATION[DE]) if IDS[u].startswith("KMK"))
    board = still({name: "AW22 N", IDS[staff]: "AW23"})
    _overrun(board, BY_ID[name], at("AW23"))
    assert (board.where[staff] < 0) == overruns
    guarded = still({name: "AW22 N", IDS[staff]: "AW23", "1re-DI": "AW23 S"})
    _overrun(guarded, BY_ID[name], at("AW23"))
    assert guarded.where[staff] == at("AW23"), "with troops beside it nobody does"


@pytest.mark.rule("7.1.3")
def test_each_hex_is_paid_for_and_marks_the_unit() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    board.entered = board.moved = unit("5.KD")
    enter(board, who, at("AW23"), 10)
    enter(board, who, at("AW24"), 12)
    assert (board.where[who], board.spent[who]) == (at("AW24"), 22)
    assert board.entered == board.moved == unit("18.ID", "5.KD")


@pytest.mark.rule("7.3.1", "7.3.2")
def test_steps_are_counted_only_where_so_many_can_pass() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    seen = set()
    for a in range(len(MAP.grid)):
        for b in MAP.grid.neighbours[a]:
            side = MAP.grid.side(a, b)
            kind = (MAP.terrain[b] in TRANSIT_HEX, transit_limit(board, side) != NO_WAY)
            if kind in seen:
                continue
            seen.add(kind)
            board.where[who] = a
            board.transit_hex, board.transit_side = {b: 1}, {side: 2}
            _note_transit(board, who, b)
            assert board.transit_hex == {b: 1 + 4 * kind[0]}
            assert board.transit_side == {side: 2 + 4 * kind[1]}
    assert len(seen) == 4


@pytest.mark.rule("7.6.1", "7.6.2", "11.2.2")
def test_all_but_cavalry_stop_in_a_zone_and_everybody_before_a_fortified_zone() -> None:
    board = still({"18.ID": "AW22 N", "5.KD": "AW22", "1re-DI": "AW24 S"})
    assert _stops(board, BY_ID["18.ID"], at("AW23"))
    assert not _stops(board, BY_ID["5.KD"], at("AW23"))
    assert not _stops(board, BY_ID["18.ID"], at("AW30"))
    zone = next(iter(forts.ZONE_AT))
    beside = MAP.grid.neighbours[zone][0]
    board = still({"1re-DI": "AW22 N", "1re-DC": "AW22", "18.ID": "AW30 N"})
    for name, stops in (("1re-DI", True), ("1re-DC", True), ("18.ID", False)):
        assert _stops(board, BY_ID[name], beside) == stops
    board.zones_gone = (1 << len(forts.ZONE_AT)) - 1
    assert not _stops(board, BY_ID["1re-DC"], beside)


@pytest.mark.rule("7.1.2")
def test_who_has_done_something_has_started() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert not started(board, who)
    board.spent = {who: 1}
    assert started(board, who)
    board.spent = {who: 0}
    assert not started(board, who)
    for name in ("moved", "entered"):
        setattr(board, name, 1 << who)
        assert started(board, who)
        setattr(board, name, unit("5.KD"))
        assert not started(board, who)


@pytest.mark.rule("7.1.1", "7.1.2")
def test_who_fired_moved_or_has_just_come_does_not_move() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "3.ID": "AW22 N", "4.ID": "AW22 N", "1re-DI": "AW30 N"}
    board = still(units, side="german")
    board.barraged, board.moved, board.arrived = unit("18.ID"), unit("17.ID"), unit("3.ID")
    assert _ready(board, DE) == [BY_ID["4.ID"]]
    board.off_harbour = {BY_ID["1re-DI"]: 1}
    assert _ready(board, DE) == [BY_ID["4.ID"]]
    sailors = still({"1re-DI": "off Calais North-Sea", "2e-DI": "AW22 N"}, side="allied")
    assert sorted(_ready(sailors, FR)) == sorted([BY_ID["1re-DI"], BY_ID["2e-DI"]])
    sailors.moved = unit("1re-DI")
    assert _ready(sailors, FR) == [BY_ID["2e-DI"]]


FORCE = [
    ("lost", 0, ""), ("lost", 1, ""), ("lost", 2, "7.5.2"), ("forced_before", 1, "7.5.5"), ("forced", 1, "7.5.5"),
    ("wreckers", 1, "16.1.2"), ("shipped", 1, "18.2.4"), ("carried", 1, "12.2.6"), ("cut_off", 1, "13.3.2"),
    ("rain", 1, "15.1.2"), ("trains", 1, "12.2.6"),
]  # fmt: skip


def why_not(name: str, value: int, who: str = "18.ID") -> str:
    board = still({who: "AW22 N", "17.ID": "AW22 N"})
    for other in ("forced_before", "forced", "wreckers", "shipped", "carried", "cut_off"):
        setattr(board, other, unit("17.ID") | unit(who) * (other == name))
    if name == "lost":
        board.lost[BY_ID[who]] = value
    elif name == "rain":
        board.rain = True
    elif name == "trains":
        board.trains[BY_ID[who]] = Train(0, next(iter(AT.values()))[0], at("AW22"))
    found = why_no_forced_march(board, BY_ID[who])
    return found.rule if found else ""


@pytest.mark.rule("7.5.1", "7.5.2", "7.5.5")
@pytest.mark.parametrize(("name", "value", "rule"), FORCE)
def test_each_thing_that_forbids_a_forced_march(name: str, value: int, rule: str) -> None:
    assert why_not(name, value) == rule
    assert why_not("lost", 1, "5.KD") == "7.5.2", "of cavalry nobody may be missing"
    assert why_not("lost", 0, "5.KD") == ""
    assert why_not("lost", 0, "2.AOK") == "7.5.1"


@pytest.mark.rule("12.2.6", "18.2.4", "13.3.2")
@pytest.mark.parametrize(("name", "value", "rule"), FORCE)
def test_who_was_carried_or_is_out_of_command_forces_no_march(name: str, value: int, rule: str) -> None:
    assert why_not(name, value) == rule


@pytest.mark.rule("15.1.2", "16.1.2")
@pytest.mark.parametrize(("name", "value", "rule"), FORCE)
def test_rain_and_demolition_forbid_forced_marches(name: str, value: int, rule: str) -> None:
    assert why_not(name, value) == rule


@pytest.mark.rule("7.5.3", "15.1.1")
def test_thirty_points_for_the_better_french_and_germans_and_ten_less_in_the_heat() -> None:
    heat = next(iter(TRACK.heat))
    cool = next(turn for turn in range(1, 25) if turn not in TRACK.heat)
    for who in members(INFANTRY):
        best = NATION[who] in (FR, DE) and RANK[who] in (0, 1, 2)
        assert bonus(who, cool) == (30 if best else 20)
        assert bonus(who, heat) == (20 if best else 10)
    assert {RANK[who] for who in members(INFANTRY)} >= {0, 1, 2, 3}


@pytest.mark.rule("2.5.9", "15.1.2", "2.5.3")
def test_rain_takes_eight_points_and_firing_position_all() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    dry = board.mf(who)
    assert on_the_move(board, who) == allowance(board, who) == dry > 8
    board.rain = True
    assert on_the_move(board, who) == allowance(board, who) == dry - 8
    board.in_position = 1 << who
    assert (on_the_move(board, who), allowance(board, who)) == (dry - 8, 0)


@pytest.mark.rule("6.1.1")
def test_six_sides_for_who_is_there_and_has_a_facing() -> None:
    board = still({"18.ID": "AW22 N", "5.KD": "AW22"})
    ask: Any = Face(BY_ID["18.ID"]).ask(board)
    assert ask == Ask(GERMAN_SIDE, tuple(("face", way) for way in range(6)))
    assert Face(BY_ID["5.KD"]).ask(board) is None
    board.put(BY_ID["18.ID"], -1)
    assert Face(BY_ID["18.ID"]).ask(board) is None
    board.put(BY_ID["18.ID"], 0)
    assert Face(BY_ID["18.ID"]).ask(board) == ask, "the first hex of the map is a hex"
    assert len(FACING_NAMES) == 6


@pytest.mark.rule("18.2.1")
def test_who_is_on_board_and_can_do_nothing_ends_its_move() -> None:
    board = still({"1re-DI": "off Calais North-Sea"}, side="allied")
    who = BY_ID["1re-DI"]
    idle = _at_sea(board, Going(who, 0, True, False))
    assert isinstance(idle, Only)
    assert idle.answer == "end"
    ask: Any = _at_sea(board, Going(who, 50, False, False))
    options = list(ask.options)
    assert len(options) > 1
    assert options[-1] == "end"
    assert isinstance(Walk(who).ask(board), Ask)


@pytest.mark.rule("18.2.2", "18.2.5")
def test_who_lands_has_entered_its_hex_and_may_go_on_and_attack() -> None:
    board, who = still({"1re-DI": "off Calais North-Sea -2"}, side="allied"), BY_ID["1re-DI"]
    board.entered = unit("2e-DI")
    _land(board, Going(who, 50, False, False))
    assert board.where[who] == next(each.hex for each in MAP.harbours if each.name == "Calais")
    assert board.entered == unit("1re-DI", "2e-DI")
    assert (board.off_harbour, board.spent[who] > 0) == ({}, True)
    assert list(board.harbour_used.values()) == [2]
    assert not (board.barred | board.acted | board.fought) >> who & 1


@pytest.mark.rule("7.7.3")
@pytest.mark.parametrize(("lost", "limited"), [(0, False), (1, True)])
def test_who_comes_by_rail_has_the_losses_and_the_supply_of_its_row(lost: int, limited: bool) -> None:
    board, who = still(side="german", rail=["S31"]), BY_ID["18.ID"]
    step = ComeByRail(who, at("S31"), lost, limited)
    ask: Any = step.ask(board)
    head = ask.answer if isinstance(ask, Only) else next(iter(ask.options))
    board.limited = unit("17.ID")
    assert step.answered(board, head) == ()
    assert (board.where[who], board.lost[who], list(board.trains)) == (at("S31"), lost, [who])
    assert board.limited == unit("17.ID") | (1 << who) * limited


@pytest.mark.rule("3.2.1")
def test_only_nations_with_units_in_the_scenario_act() -> None:
    assert arranged("mulhouse", begin="nothing").board.play.nations == (FR, DE)
    board = arranged("campaign", begin="nothing").board
    assert board.play.nations == (BE, FR, GB, DE)
    assert (board.nations(GERMAN_SIDE), board.nations(ALLIED_SIDE)) == ((DE,), (BE, FR, GB))


@pytest.mark.rule("14.1.4")
def test_halves_are_lost_on_the_own_side_alone() -> None:
    board = still(side="allied", replacements=[3, 4, 5, 7])
    drop_halves(board)
    assert board.replacements == [2, 4, 4, 7]


# -- [12] railways


@pytest.mark.rule("12.1.3", "12.1.4")
def test_two_steps_of_foot_or_horse_take_a_railway() -> None:
    rail, road = members(RAIL_HEXES)[5], next(h for h in range(len(MAP.grid)) if not RAIL_HEXES >> h & 1)
    staff = members(HEADQUARTERS & OF_NATION[DE])[0]
    board = still()
    board.german_rail = 0
    for who, lost, taken in ((BY_ID["18.ID"], 0, 1), (BY_ID["18.ID"], 2, 1), (BY_ID["18.ID"], 3, 0), (staff, 0, 0)):
        board.lost[who], board.german_rail = lost, 0
        take_railway(board, who, rail)
        assert board.german_rail == taken << rail
    board.lost[BY_ID["18.ID"]] = 0
    take_railway(board, BY_ID["18.ID"], road)
    assert board.german_rail == 0
    board.german_rail = 1 << rail | 1 << road
    take_railway(board, BY_ID["1re-DI"], rail)
    assert board.german_rail == 1 << road
    take_railway(board, BY_ID["1re-DI"], rail)
    assert board.german_rail == 1 << road, "it has it already"


@pytest.mark.rule("12.3.4", "12.3.2", "12.2.6")
def test_points_of_trains_count_twice_and_mark_who_was_carried() -> None:
    board, who = still({"18.ID": "S31 N", "17.ID": "S31 N"}), BY_ID["18.ID"]
    board.carried = board.moved = unit("17.ID")
    spend_on_rails(board, who, 5)
    spend_on_rails(board, who, 6)
    assert (board.spent, board.railed) == ({who: 11}, {who: 11})
    assert board.carried == board.moved == unit("17.ID", "18.ID")
    assert points_by_rail(board, who) == 50 - 11
    board.rain = True
    assert points_by_rail(board, who) == 50 - 8 - 11
    board.spent[who] = 12
    assert points_by_rail(board, who) == allowance(board, who) - 12, "it marched, too"
    board.spent[who] = 99
    assert points_by_rail(board, who) == 0
    board.railed[who] = 99
    assert points_by_rail(board, who) == 0
    board.rain, gun = False, BY_ID["SKM.b1"]
    assert points_by_rail(board, gun) == allowance(board, gun)
    board.spent[gun] = board.railed[gun] = 3
    assert points_by_rail(board, gun) == max(0, allowance(board, gun) - 3)


@pytest.mark.rule("12.2.6")
def test_who_goes_by_rail_is_noted_as_carried() -> None:
    board = still({"18.ID": "S31 N"})
    board.carried = board.moved = 2
    _note_carried(board, 3)
    assert (board.carried, board.moved) == (10, 10)


@pytest.mark.rule("12.3.5", "12.2.4")
def test_trains_of_the_side_stand_in_the_way_but_railway_guns_do_not() -> None:
    board = still({"18.ID": "S31 train", "17.ID": "S33 train", "SKM.b1": "S32 train", "1re-DI": "AW22 N"})
    who = BY_ID["18.ID"]
    board.trains[BY_ID["1re-DI"]] = board.trains[BY_ID["17.ID"]]
    standing = _standing(board, who)
    assert list(standing.values()) == [board.trains[BY_ID["17.ID"]]]
    assert _taken(board, who, standing) == {at("S31"), at("S33")}
    gun = BY_ID["SKM.b1"]
    assert _taken(board, gun, _standing(board, gun)) == {at("S32")}


@pytest.mark.rule("12.1.6", "12.2.3", "12.3.3")
def test_out_of_a_cut_hex_a_train_goes_only_where_its_arrow_points() -> None:
    free = still({"18.ID": "S31 train"}, side="german", rail=["S31"])
    who = BY_ID["18.ID"]
    train = free.trains[who]
    assert not _cut_off(free, who)
    arrow = starts(free, who)
    assert [(each.link, each.surcharge) for each in arrow] == [(train.link, 0)]
    free.trains[who] = Train(train.node, train.link, at("S31"))
    assert len(starts(free, who)) >= 1
    for name in FACING_NAMES:
        for near in MAP.grid.neighbours[at("S31")]:
            cut = still({"18.ID": "S31 train", "1re-DI": f"{MAP.grid.label(near)} {name}"}, side="german", rail=["S31"])
            if _cut_off(cut, who):
                assert starts(cut, who) == arrow
                cut.trains[who] = Train(train.node, train.link, at("S31"))
                assert starts(cut, who) == ()
                return
    raise AssertionError("nothing cuts the line")


@pytest.mark.rule("12.2.1", "12.3.8", "12.2.3")
def test_who_gets_on_and_off_pays_and_uses_the_station_each_time() -> None:
    board, who = still({"18.ID": "S31 N -1", "17.ID": "S31 N"}, side="german", rail=["S31"]), BY_ID["18.ID"]
    board.entered = unit("17.ID")
    price = ENTRAIN_COST[MOBILITY[who]]
    going = Going(who, 50, False, False)
    by_train(board, going, ("entrain", next(iter(directions(board, who)))))
    assert (list(board.trains), board.spent[who], board.station_used) == ([who], price, {at("S31"): 3})
    assert board.entered == unit("17.ID")
    by_train(board, going, "detrain")
    assert (board.trains, board.spent[who], board.station_used) == ({}, 2 * price, {at("S31"): 6})
    assert board.entered == unit("17.ID", "18.ID")
    assert not (board.barred | board.acted | board.fought) >> who & 1
