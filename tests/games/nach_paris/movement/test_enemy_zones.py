"""[7.6] Marches in zones of control, before forts and Fortified Zones."""

from __future__ import annotations

import pytest

from games.nach_paris.movement.support import chosen, cost_to, direct, moving
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, asked, legal, named, play, refused
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.movement.phase import slips
from marne.games.nach_paris.rules.movement.reach import HEX_TRANSIT, enterable
from marne.games.nach_paris.rules.movement.walk import _stops
from marne.games.nach_paris.rules.units.zones import zone_of, zones
from marne.games.nach_paris.steps import label
from marne.hexes import members


def round_about(position: Game, hex: str) -> bool:
    """Whether a neighbour is only reached by way of others, or not at all."""
    return f"to {hex}" not in legal(position) or cost_to(position, hex) > (direct(position, hex) or 0)


@pytest.mark.rule("7.6.1")
def test_foot_stops_in_a_zone() -> None:
    position = chosen("1re-DI", "BC7 N", others={"18.ID": "BC11 S"})
    assert "to BC10" in legal(position), "into the zone"
    position = play(position, "to BC10")
    assert position.board.spent[BY_ID["1re-DI"]] < 50, "it has points left"
    assert asked(position) == "Face", "its march is over"
    assert asked(play(chosen("1re-DI", "BC7 N"), "to BC10")) == "Walk", "without the zone it goes on"


@pytest.mark.rule("7.6.1")
def test_a_zone_bars_the_way_behind_it() -> None:
    wall = {"18.ID": "BC11 S", "17.ID": "BE10 S", "20.ID": "BA11 S"}
    position = chosen("1re-DI", "BC8 N", others=wall)
    free = chosen("1re-DI", "BC8 N")
    assert "to BD12" in legal(free)
    assert refused(position, "to BD12") == "7.6.1", "the points would suffice"
    assert {"to BC10", "to BB11"} <= set(legal(position)), "up to the wall"


@pytest.mark.rule("7.6.2")
def test_horse_goes_on_from_a_zone_but_not_into_the_next() -> None:
    others = {"18.ID": "BC11 S"}  # controls BB11, BC10, BD11
    position = play(chosen("1re-DC", "BC8", others=others), "to BC10")
    assert asked(position) == "Walk"
    assert "to BC9" in legal(position)
    for zone in ("BB11", "BD11"):
        assert direct(position, zone) is not None, "it could, but for the zone"
        assert round_about(position, zone)


@pytest.mark.rule("7.6.1", "7.6.2")
def test_horse_passes_a_ring_of_zones_and_foot_does_not() -> None:
    """Six brigades two hexes off look inwards: each controls one neighbour of BC7, gaps lie between them."""
    around, start = MAP.grid.around, MAP.grid.hex("BC7")
    guards = {}
    for direction, name in enumerate(("10.LIB", "11.LIB", "27.LIB", "25.LIB", "29.LIB", "47.LIB")):
        near = around[start][direction]
        assert near is not None
        guards[name] = f"{label(around[near][direction] or 0)} {MAP.grid.direction_names[(direction + 3) % 6]}"
    ring = {label(hex) for hex in MAP.grid.neighbours[start]}
    foot, horse = chosen("1re-DI", "BC7 N", others=guards), chosen("1re-DC", "BC7", others=guards)
    assert set(named(foot, "to")) == ring
    assert set(named(horse, "to")) > ring
    assert refused(foot, "to BC4") == "7.6.1"


@pytest.mark.rule("7.6.3")
def test_out_of_a_zone_into_a_free_hex_only() -> None:
    others = {"5.KD": "BC10"}
    position = chosen("1re-DI", "BC9 N", others=others)  # BB10, BD10 are in the zone too
    assert cost_to(position, "BD10") == 20, "by way of BD9, which is free"
    assert cost_to(position, "BC8") == 10
    shut = {**others, "18.ID": "BD8 NE", "17.ID": "BB9 SW"}
    held = chosen("1re-DI", "BC9 N", others=shut)
    assert refused(held, "to BD10") == "7.6.3"


@pytest.mark.rule("7.6.3")
def test_a_friend_must_be_of_the_nation_have_stood_there_and_look_this_way() -> None:
    enemies = {"5.KD": "BC10"}
    covered = {"1re-DI": "BC9 S", "2e-DI": "BD10 SE", **enemies}
    assert legal(moving(covered)) == ["slip 1re-DI", "end"]
    away = moving({**covered, "2e-DI": "BD10 NW"})
    assert asked(away) == "MoveUnits"
    briton = moving({"1re-DI": "BC9 S", "1st-Div": "BD10 SE", **enemies})
    assert asked(briton) == "MoveUnits"
    guns = moving({"1re-DI": "BC9 S", "2e-RAL": "BD10 SE", **enemies})
    assert asked(guns) == "MoveUnits"
    came = moving(covered)
    came.board.entered |= 1 << BY_ID["2e-DI"]
    assert came.step.ask(came.board) is None
    moved = moving(covered)
    moved.board.entered |= 1 << BY_ID["1re-DI"]
    assert moved.step.ask(moved.board) is None, "and it is the first hex of a move"


@pytest.mark.rule("7.6.3")
def test_units_from_zone_to_zone_move_before_all_others() -> None:
    units = {"1re-DI": "BC9 N", "2e-DI": "BD10 SE", "5.KD": "BC10", "3e-DI": "BC5 N"}
    position = moving(units)
    assert asked(position) == "ZoneToZone"
    assert refused(position, "slip 3e-DI") == "7.6.3"
    position = play(position, "end")
    assert asked(position) == "MoveUnits"
    position = play(position, "move 1re-DI")
    assert round_about(position, "BD10"), "too late: only by a free hex"


@pytest.mark.rule("11.2.2")
@pytest.mark.reading("zone-front")
def test_every_march_ends_before_a_fortified_zone() -> None:
    foot = chosen("1re-DI", "K8 N")
    assert refused(foot, "to I8") == "11.3.2"
    assert asked(play(foot, "to J8")) == "Face"
    horse = play(chosen("1re-DC", "K8"), "to J8")
    assert asked(horse) != "Walk", "cavalry too"
    assert asked(play(chosen("1re-DC", "K8", zones=["I8", "I9"]), "to J8")) == "Walk"


@pytest.mark.rule("11.3.2", "11.6.7")
def test_forts_keep_enemies_out() -> None:
    german = chosen("18.ID", "AL31 N", "german")
    assert refused(german, "to AK31") == "11.3.2"
    fallen = {"AK31:Fort-des-Sarts": "gone", "AK31:Fort-de-Leveau": "gone"}
    assert "to AK31" in legal(chosen("18.ID", "AL31 N", "german", forts=fallen))
    assert "to AK31" in legal(chosen("1re-DI", "AL31 N"))


@pytest.mark.rule("7.3.1", "11.3.2", "7.1.6")
def test_forts_of_the_enemy_and_his_units_close_a_hex_but_not_one_s_own() -> None:
    fort = next(each for i, each in enumerate(MAP.forts) if each.nation == "FR" and forts.CAMP_OF[i] < 0)
    board = still({"18.ID": "AW22 N", "17.ID": "AW23 N", "1re-DI": "AW24 N", "2e-DI": "AW25 N"})
    german, french = enterable(board, BY_ID["18.ID"]), enterable(board, BY_ID["1re-DI"])
    assert not german >> fort.hex & 1
    assert french >> fort.hex & 1
    assert (german >> at("AW23") & 1, german >> at("AW24") & 1) == (1, 0)
    assert (french >> at("AW23") & 1, french >> at("AW25") & 1) == (0, 1)


@pytest.mark.rule("7.6.2", "11.2.2", "7.6.1")
def test_all_but_horse_stop_in_a_zone_and_everybody_before_a_fortified_one() -> None:
    board = still({"1re-DI": "AW22 N", "4e-DC": "AW22", "18.ID": "AW24 S", "9.KD": "AW21"})
    foot, horse = BY_ID["1re-DI"], BY_ID["4e-DC"]
    assert (_stops(board, foot, at("AW23")), _stops(board, horse, at("AW23"))) == (True, False)
    assert not _stops(board, foot, at("AZ22"))
    before = next(n for hex in forts.ZONE_AT for n in MAP.grid.neighbours[hex] if n not in forts.ZONE_AT)
    assert _stops(board, foot, before)
    assert _stops(board, horse, before)
    assert not _stops(board, BY_ID["9.KD"], before), "it is their own"


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


@pytest.mark.rule("7.6.2", "7.6.1")
def test_zones_of_the_enemy_stop_foot_and_those_of_friends_nobody() -> None:
    board = still({"18.ID": "AW22 S", "17.ID": "AW20 S", "5.KD": "AW22", "1re-DI": "AW24 S"})
    friendly = next(hex for hex in members(zones(board, GERMAN_SIDE)) if not zones(board, ALLIED_SIDE) >> hex & 1)
    hostile = next(hex for hex in members(zones(board, ALLIED_SIDE)) if not zones(board, GERMAN_SIDE) >> hex & 1)
    assert [_stops(board, BY_ID["18.ID"], hex) for hex in (friendly, hostile)] == [False, True]
    assert [_stops(board, BY_ID["5.KD"], hex) for hex in (friendly, hostile)] == [False, False]


@pytest.mark.rule("7.6.3")
def test_a_unit_slips_into_a_zone_beside_it_where_a_friend_covers_it() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AX23 SW", "1re-DI": "AW23 S", "2e-DI": "AX24 S"}, side="german")
    who = BY_ID["18.ID"]
    found = slips(board, who)
    held = zones(board, 1)
    assert found & ~(MAP.grid.links.of[at("AW22")] & held) == 0
    for hex in members(found):
        assert any(zone_of(board, friend) >> at("AW22") & 1 for friend in members(board.of(hex, 0)))
    for hex in members(found):
        board.transit_hex = {hex: HEX_TRANSIT[hex]}
        assert not slips(board, who) >> hex & 1, "no more steps may enter it in this phase"
    board.transit_hex = {}
    board.entered = 1 << who
    assert slips(board, who) == 0
    board.entered = unit("17.ID")
    assert slips(board, who) == 0, "the friend has just come"


@pytest.mark.rule("7.6.3")
def test_nobody_slips_to_a_friend_outside_enemy_zones() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW21 N", "1re-DI": "AW23 S"}, side="german")
    assert zones(board, 1) >> at("AW22") & 1
    assert not zones(board, 1) >> at("AW21") & 1
    assert zone_of(board, BY_ID["17.ID"]) >> at("AW22") & 1
    assert slips(board, BY_ID["18.ID"]) == 0, "that is an ordinary march out of a zone"


@pytest.mark.rule("7.6.3")
@pytest.mark.reading("covered-stop")
def test_who_slips_to_a_friend_goes_on_out_of_that_zone() -> None:
    """Example 6, and the same with a friend who came in this phase."""
    units = {"1re-DI": "BC9 NE", "2e-DI": "BD9 NE", "18.ID": "BB10 SW", "17.ID": "BB9 NW", "5.KD": "BC8"}
    position = play(moving(units), "slip 1re-DI")
    assert asked(position) == "Walk"
    assert "to BE9" in legal(position)
    board = moving(units).board
    assert slips(board, BY_ID["1re-DI"]) == 1 << at("BD9")
    board.entered |= unit("2e-DI")
    assert not slips(board, BY_ID["1re-DI"])
