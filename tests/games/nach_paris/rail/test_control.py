"""[12.1] Who controls railways, and which of them can be used. Example 16 is a case file."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.rail_support import moving as rail_moving
from games.nach_paris.still import at, still
from games.nach_paris.support import Game, arranged, happened, legal, named, play, refused
from marne.games.nach_paris.board import NachParisBoard, Train
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import BE, BY_ID, DE, FR, GB, HEADQUARTERS, OF_NATION
from marne.games.nach_paris.rules.movement.walk import enter
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES, LuxembourgRailways, take_railway
from marne.games.nach_paris.rules.rail.events import RailwaysTaken
from marne.games.nach_paris.rules.rail.journeys import _cut_off, starts
from marne.games.nach_paris.rules.rail.lines import AT, ENDS, LOW, NODES_OF, links_to
from marne.games.nach_paris.rules.rail.network import _way_out, cut_hexes, held, high_hexes, net, rail_hexes
from marne.games.nach_paris.rules.retreat.ways import settle
from marne.games.nach_paris.steps import FACING_NAMES, hex_of, label
from marne.hexes import members


def bare(turn: int = 10, **changes: Any) -> NachParisBoard:
    return arranged(turn=turn, begin="nothing", **changes).board


def german(board: NachParisBoard, hex: str) -> bool:
    return bool(board.german_rail >> hex_of(hex) & 1)


def link(a: str, b: str) -> int:
    return links_to(hex_of(a), hex_of(b))[0]


def usable(board: NachParisBoard, nation: int, a: str, b: str) -> bool:
    return net(board, nation).usable(link(a, b))


# -- control


@pytest.mark.rule("12.1.1")
def test_two_capacities_run_in_all_four_countries() -> None:
    for country in ("FR", "BE", "DE", "LU"):
        found = {bool(LOW >> i & 1) for i, link in enumerate(MAP.links) if MAP.country[link.a] == country}
        assert found == {True, False}, country


@pytest.mark.rule("12.1.1", "12.1.2")
@pytest.mark.parametrize("scenario", ["campaign", "guise"])
def test_the_germans_mark_their_railways_in_their_first_admin_phase(scenario: str) -> None:
    position = arranged(scenario, begin="nothing")
    position.board.german_rail = 0
    position = arranged(scenario, begin="DelimitRailways")
    board, play_ = position.board, SCENARIOS[scenario]
    home = [hex for hex in members(RAIL_HEXES) if MAP.country[hex] == "DE"]
    assert all(board.german_rail >> hex & 1 for hex in home)
    beyond = [hex for hex in members(board.german_rail) if MAP.country[hex] != "DE"]
    assert {label(hex) for hex in beyond} == set(play_.said.german_rail)
    assert bool(beyond) == (play_.said.first > 1), "at the border on turn 1, else as the scenario says"


@pytest.mark.rule("12.1.2")
def test_what_is_not_german_is_allied() -> None:
    board = bare()
    assert not german(board, "BB6")
    assert held(board, FR) >> hex_of("BB6") & 1
    assert not held(board, DE) >> hex_of("BB6") & 1
    assert not held(board, FR) & held(board, DE)


@pytest.mark.rule("12.1.2")
def test_delimiting_replaces_what_was_there() -> None:
    board = arranged("campaign", begin="DelimitRailways", rail=["BB6"]).board
    assert not german(board, "BB6")


@pytest.mark.rule("12.1.3")
@pytest.mark.parametrize(
    ("unit", "lost", "takes"),
    [
        ("18.ID", 0, True),
        ("18.ID", 2, True),
        ("18.ID", 3, False),
        ("GKD", 0, True),
        ("GKD", 2, False),
        ("PiR.24", 0, False),
        ("II.III/Fußa.4", 0, False),
        ("2.AOK", 0, False),
    ],
)
def test_two_steps_of_foot_or_horse_take_the_line_they_enter(unit: str, lost: int, takes: bool) -> None:
    board = bare(units={unit: f"BC7 N -{lost}"})
    enter(board, BY_ID[unit], hex_of("BB7"), 10)
    assert german(board, "BB7") == takes


@pytest.mark.rule("12.1.3")
def test_passing_through_is_enough_and_pockets_are_left() -> None:
    position = play(arranged(turn=10, side="german", units={"18.ID": "BC7 N"}), "move 18.ID", "to BA7")
    board = position.board
    way = [hex for hex in ("BB7", "BB8") if german(board, hex)]
    assert len(way) == 1, "it crossed the line in one hex"
    assert not german(board, "BB6")
    assert not german(board, "BB9")


@pytest.mark.rule("12.1.3")
def test_the_allies_take_lines_back() -> None:
    board = bare(side="allied", units={"1re-DI": "BC7 N"}, rail=["BB7"])
    enter(board, BY_ID["1re-DI"], hex_of("BB7"), 10)
    assert not german(board, "BB7")


@pytest.mark.rule("12.1.4")
def test_retreats_and_advances_take_railways_too() -> None:
    board = bare(units={"18.ID": "BC7 N", "PiR.24": "BC7 N"})
    settle(board, BY_ID["PiR.24"], hex_of("BB8"))
    assert not german(board, "BB8")
    settle(board, BY_ID["18.ID"], hex_of("BB7"))
    assert german(board, "BB7")


# -- connection


@pytest.mark.rule("12.1.5")
def test_high_capacity_lines_need_a_chain_of_them_to_the_own_country() -> None:
    """F79 from Orléans to Étampes; a German division holds hexes of it, first alone, then joined to nothing."""
    board = bare(rail=["BB7", "BB8"])
    assert not usable(board, DE, "BB7", "BB8"), "controlled, but no way leads to Germany"
    assert not usable(board, FR, "BB7", "BB8")
    assert not usable(board, FR, "BB8", "BB9")
    assert usable(board, FR, "BB9", "BA9")
    assert usable(bare(), FR, "BB7", "BB8")


@pytest.mark.rule("12.1.5")
def test_the_belgians_have_no_country_but_antwerp_until_turn_three() -> None:
    forts = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.camp == "Anvers"}
    assert net(bare(turn=2), BE).reached
    assert not net(bare(turn=2, forts=forts), BE).reached
    assert net(bare(turn=3, forts=forts), BE).reached, "then the French lines are theirs too"


@pytest.mark.rule("12.1.5")
@pytest.mark.reading("joined-line")
def test_a_pocket_in_the_own_country_is_not_joined_to_it() -> None:
    around = [label(hex) for hex in members(RAIL_HEXES) if MAP.grid.distance(hex, hex_of("BB8")) == 3]
    board = bare(rail=around)
    assert not usable(board, FR, "BB7", "BB8")
    assert not high_hexes(board, FR) >> hex_of("BB8") & 1


@pytest.mark.rule("12.1.5")
def test_the_enemys_troops_close_a_hex_though_it_is_not_theirs() -> None:
    board = bare(units={"18.ID": "BB8 N -3"})
    assert not german(board, "BB8")
    assert not usable(board, FR, "BB7", "BB8")


@pytest.mark.rule("12.1.5")
@pytest.mark.reading("low-branches")
def test_a_low_line_needs_a_usable_high_line_at_both_ends() -> None:
    """W13 from Orléans north-west over BD8 to BE8, where it meets another main line."""
    ends = ("BC5", "BD7"), ("BD7", "BD8"), ("BD8", "BE8")
    assert all(usable(bare(), FR, *pair) for pair in ends[1:])
    board = bare(rail=["BE8", "BE9", "BF8", "BD9", "BF9", "BE7"])
    assert not usable(board, FR, "BD7", "BD8")
    assert usable(board, FR, "BB5", "BB6"), "the main line at its other end stays"


@pytest.mark.rule("12.1.5")
def test_a_ring_from_one_connection_back_to_it_is_no_second_connection() -> None:
    board = bare(rail=["AR27"], allied_rail=["AQ28"], units={"18.ID": "AT29 N", "17.ID": "AS30 N"})
    board.german_rail |= 1 << hex_of("AT29") | 1 << hex_of("AS30")
    assert usable(board, FR, "AQ29", "AQ30")
    assert not usable(board, FR, "AQ29", "AR29")
    assert not usable(board, FR, "AS29", "AS28")


@pytest.mark.rule("12.1.5")
def test_a_low_dead_end_needs_one_usable_line_and_must_be_held_to_its_end() -> None:
    assert usable(bare(), FR, "AT23", "AS22"), "straight off a main line"
    assert not usable(bare(rail=["AS22"]), FR, "AT23", "AS22")
    board = bare(units={"18.ID": "AT23 N"}, rail=["AT23"])
    assert not usable(board, FR, "AT23", "AS22")


@pytest.mark.rule("12.1.5")
def test_a_dead_end_may_hang_on_a_usable_low_line() -> None:
    """The line to AM2 leaves another low line in AN3, where no main line runs."""
    board = bare()
    assert not high_hexes(board, FR) >> hex_of("AN3") & 1
    assert usable(board, FR, "AN3", "AO3")
    assert usable(board, FR, "AN3", "AM2")
    board = bare(rail=["AO3"])
    assert not usable(board, FR, "AN3", "AN4")
    assert not usable(board, FR, "AN3", "AM2")


@pytest.mark.rule("12.1.5")
def test_the_belgians_live_on_antwerp_until_it_falls() -> None:
    cut = [label(hex) for hex in members(RAIL_HEXES) if MAP.country[hex] in ("FR", "LU")]
    board = bare(turn=10, rail=cut)
    assert usable(board, BE, "AG40", "AG41")
    assert not usable(board, FR, "AG40", "AG41"), "the way to France is German"
    forts = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.camp == "Anvers"}
    fallen = bare(turn=10, rail=cut, forts=forts)
    assert not usable(fallen, BE, "AG40", "AG41")


@pytest.mark.rule("12.1.5")
@pytest.mark.reading("belgian-lines")
def test_belgians_use_lines_that_are_joined_to_france_too() -> None:
    board = bare(turn=10)
    assert usable(board, BE, "BB7", "BB8")
    assert usable(board, GB, "BB7", "BB8")


# -- cuts


@pytest.mark.rule("12.1.6")
@pytest.mark.parametrize(("unit", "lost", "cuts"), [("18.ID", 0, True), ("18.ID", 3, True), ("GKD", 0, False)])
def test_a_zone_with_three_points_of_guns_cuts_the_line(unit: str, lost: int, cuts: bool) -> None:
    """A division in BC7 looks south-east at BB7; the Guard cavalry has two points."""
    board = bare(units={unit: f"BC7 SE -{lost}"})
    assert bool(cut_hexes(board, 1) >> hex_of("BB7") & 1) == cuts
    assert not german(board, "BB7"), "no marker changes"


@pytest.mark.rule("12.1.6")
def test_a_cut_hex_is_reached_but_not_crossed() -> None:
    """The division commands BB7 and BB8; AZ10 on the far side is German."""
    board = bare(units={"18.ID": "BC7 SE"}, rail=["AZ10"])
    lines = net(board, FR)
    assert lines.cut >> hex_of("BB7") & 1
    assert lines.usable(link("BB6", "BB7"))
    assert not lines.usable(link("BB8", "BB9")), "nothing comes through to the far side"
    assert usable(bare(rail=["AZ10"]), FR, "BB8", "BB9")


@pytest.mark.rule("12.1.6", "12.1.5")
def test_a_cut_connection_joins_no_low_line_and_two_cut_hexes_no_link() -> None:
    """W13 begins in Orléans; a division in BC4 commands the town."""
    assert usable(bare(), FR, "BC5", "BD6")
    board = bare(units={"18.ID": "BC4 NE"})
    assert net(board, FR).cut >> hex_of("BB5") & 1
    assert high_hexes(board, FR) >> hex_of("BB5") & 1, "the main line still comes in"
    assert not usable(board, FR, "BC5", "BD6")
    two = bare(units={"18.ID": "BC7 SE"})
    assert high_hexes(two, FR) >> hex_of("BB7") & high_hexes(two, FR) >> hex_of("BB8") & 1, "from either side"
    assert not usable(two, FR, "BB7", "BB8")


@pytest.mark.rule("12.1.6")
def test_forts_with_guns_cut_the_lines_beside_them() -> None:
    board = bare()
    assert cut_hexes(board, 0) >> hex_of("AK32") & 1, "Mons lies beside Maubeuge"
    assert not cut_hexes(board, 1) >> hex_of("AK32") & 1, "its own trains run"
    near = {hex_of("AK31"), *MAP.grid.neighbours[hex_of("AK32")]}
    forts = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.hex in near}
    assert not cut_hexes(bare(forts=forts), 0) >> hex_of("AK32") & 1


@pytest.mark.rule("12.1.6", "11.6.15")
def test_a_fallen_camp_without_police_cuts_its_railways() -> None:
    forts = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.camp == "Liège"}
    assert cut_hexes(bare(forts=forts), 0) >> hex_of("X35") & 1
    assert not cut_hexes(bare(forts=forts, units={"10.LIB": "X36 N"}), 0) >> hex_of("X35") & 1


# -- turn 3


def admin(turn: int) -> Game:
    return arranged("campaign", turn=turn, side="german", begin="LuxembourgRailways")


@pytest.mark.rule("12.1.7")
def test_luxembourg_becomes_german_on_turn_three() -> None:
    lux = [hex for hex in members(RAIL_HEXES) if MAP.country[hex] == "LU"]
    assert lux
    for turn, taken in ((2, False), (3, True), (4, False)):
        position = admin(turn)
        assert [bool(position.board.german_rail >> hex & 1) for hex in lux] == [taken] * len(lux), turn
        assert bool(happened(position, RailwaysTaken)) == taken


@pytest.mark.rule("12.1.7", "12.1.2")
def test_the_french_use_belgian_railways_from_turn_three_on() -> None:
    early, late = bare(turn=2), bare(turn=3)
    for hex in ("AI32", "AN35"):
        assert MAP.country[hex_of(hex)] == "BE"
        assert not rail_hexes(early, FR) >> hex_of(hex) & 1
        assert rail_hexes(late, FR) >> hex_of(hex) & 1
        assert rail_hexes(early, BE) >> hex_of(hex) & 1, "the Belgians always do"
    assert not rail_hexes(early, BE) >> hex_of("BB7") & 1
    taken = bare(turn=3, rail=["AI32"])
    assert not rail_hexes(taken, FR) >> hex_of("AI32") & 1, "not what is German already"


# -- broken structures


@pytest.mark.rule("16.1.9")
def test_a_destroyed_structure_interrupts_its_line() -> None:
    """The bridge of Compiègne carries the line from AT22 to AT21."""
    board = bare()
    assert usable(board, FR, "AT22", "AT21")
    board.broken[111] = 3
    assert not usable(board, FR, "AT22", "AT21")
    assert usable(board, FR, "AT22", "AS22"), "the other lines of the hex are whole"
    del board.broken[111]
    assert usable(board, FR, "AT22", "AT21"), "repaired"


@pytest.mark.rule("12.1.2", "12.1.7")
def test_forts_and_units_of_the_enemy_hold_the_railway_of_their_hex() -> None:
    board = still({"18.ID": "AW22 N"})
    line = next(hex for hex in members(held(board, FR)) if MAP.country[hex] == "FR" and hex not in forts.ZONE_AT)
    taken = still({"18.ID": f"{MAP.grid.label(line)} N"})
    assert not held(taken, FR) >> line & 1
    fort = next(f.hex for f in MAP.forts if f.nation == "FR" and MAP.links_of[f.hex])
    assert not held(still(rail=[MAP.grid.label(fort)]), DE) >> fort & 1, "while it stands"


@pytest.mark.rule("12.1.7", "12.1.2")
def test_the_railways_of_luxembourg_open_to_the_allies_on_turn_3() -> None:
    here = [hex for hex in range(len(MAP.grid)) if MAP.country[hex] == "LU" and MAP.links_of[hex]]
    assert here
    counted = [sum(held(still(turn=turn), FR) >> hex & 1 for hex in here) for turn in (2, 3, 4)]
    assert counted[1] == counted[2]


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


@pytest.mark.rule("12.1.6", "12.2.3", "12.3.3")
@pytest.mark.reading("cut-hex")
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


@pytest.mark.rule("12.1.6", "12.3.3")
def test_a_cut_hex_is_not_crossed_in_two_legs_either() -> None:
    """A regiment's worth of a division commands BB7 alone; the lines on both sides of it are joined to France."""
    enemy = {"18.ID": "BC7 SE -3"}
    position = rail_moving("1re-DI", "BA9 >BB9", units=enemy)
    assert "rail BB7" in legal(position)
    inside = play(position, "rail BB7")
    assert not named(inside, "rail"), "it came by BB8 and would go on to BB6"
    assert refused(inside, "rail BB6") == "12.1.6"
    stood = rail_moving("1re-DI", "BB7 <BB8", units=enemy)
    assert not named(stood, "rail"), "nor in a later phase"
    free = play(rail_moving("1re-DI", "BA9 >BB9"), "rail BB7")
    assert "rail BB6" in legal(free)
    boarded = rail_moving("1re-DI", "BB7 >BB6", units=enemy)
    assert "rail BB6" in legal(boarded), "who got on there crosses nothing"


@pytest.mark.rule("16.1.9", "12.1.5")
def test_from_a_broken_bridge_that_no_line_leads_away_from_nothing_is_usable() -> None:
    link = next(each for each in members(LOW))
    a, b = ENDS[link]
    assert _way_out(a, [link], 1 << b) == 1 << link
    assert _way_out(a, [], 1 << b) == 0
    assert _way_out(a, [link], 0) == 0


@pytest.mark.rule("12.1.7")
def test_nothing_is_told_where_luxembourg_is_german_already() -> None:
    board = still(turn=3)
    board.german_rail |= RAIL_HEXES
    board.events = []
    LuxembourgRailways().do(board)
    assert board.events == []


@pytest.mark.rule("14.1.5", "12.1.5")
@pytest.mark.parametrize("nation", [DE, FR])
def test_a_hex_is_served_by_any_railway_of_it_that_can_be_used(nation: int) -> None:
    """Also where only one of its low capacity lines can be: the others are cut, broken, or the enemy's."""
    board = still({"18.ID": "AW22 N", "1re-DI": "N12 S"}, turn=12)
    lines, served = net(board, nation), rail_hexes(board, nation)
    some = 0
    for hex in members(RAIL_HEXES):
        assert lines.serves(hex) is bool(served >> hex & 1), label(hex)
        low = [link for node in NODES_OF[hex] for link in AT[node] if LOW >> link & 1]
        some += 0 < sum(map(lines.usable, low)) < len(low)
    assert some > 3, "of these not all low capacity lines can be used"
