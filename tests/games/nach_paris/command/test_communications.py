"""[13.1], [13.3] Lines of communications, and what units without them can't do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.nach_paris.command.support import EVERY_RAILWAY, MAUBEUGE, found, looked
from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, happened, has, legal, named, play, refused
from marne.engine import Position
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Terrain
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    BY_ID,
    CAVALRY_CORPS,
    DE,
    FR,
    GB,
    GERMAN_SIDE,
    IDS,
    INFANTRY,
    LIGHT,
    OF_NATION,
    STEPS,
)
from marne.games.nach_paris.rules.command.communications import DetermineCommunications
from marne.games.nach_paris.rules.command.events import CutOff, Limited, Restored
from marne.games.nach_paris.rules.command.headquarters import Command, army_of, command, reaches
from marne.games.nach_paris.rules.command.lines import Line, line_cost, measured, open_to_lines
from marne.games.nach_paris.rules.movement.reach import costs_for, costs_of_lines
from marne.games.nach_paris.rules.rail.network import high_hexes, rail_hexes
from marne.games.nach_paris.sequence import AdminPhase
from marne.games.nach_paris.steps import label
from marne.hexes import members
from marne.lab.cases import run_case


def points(units: dict[str, str], unit: str, **changes: Any) -> int:
    return line_cost(arranged(units=units, begin="nothing", **{"turn": 4, **changes}).board, BY_ID[unit])


@pytest.mark.rule("13.1.1")
@pytest.mark.parametrize(
    ("hq", "hexes", "state"),
    [
        ("QG-5e-A", 0, "line"),
        ("QG-5e-A", 8, "line"),
        ("QG-5e-A", 9, "out of command"),
        ("GH", 1, "out of command"),
        ("2.AOK", 9, "out of command"),
    ],
)
def test_a_unit_needs_a_headquarters_of_its_nation_in_range(hq: str, hexes: int, state: str) -> None:
    here = MAP.grid.hex("AT9")
    away = next(h for h in range(len(MAP.grid)) if MAP.grid.distance(here, h) == hexes and MAP.country[h] == "FR")
    assert found(looked({"3e-DI": "AT9 N", hq: label(away)}, "allied", 7), "3e-DI") == state


@pytest.mark.rule("13.1.1")
def test_enemies_between_do_not_shorten_the_range() -> None:
    units = {"3e-DI": "AT9 N", "QG-5e-A": "AT13", "18.ID": "AT11 N", "17.ID": "AU11 N", "5.ID": "AS11 N"}
    assert found(looked(units, "allied", 7), "3e-DI") == "line"


@pytest.mark.rule("13.1.2")
def test_cavalry_corps_need_no_command_range() -> None:
    position = looked({"1re-DC": "AT9", "8e-DC": "AT9", "3e-DI": "AT9 N"}, "allied", 7)
    assert {unit: found(position, unit) for unit in ("1re-DC", "8e-DC", "3e-DI")} == {
        "1re-DC": "line",
        "8e-DC": "out of command",
        "3e-DI": "out of command",
    }
    assert found(looked({"5.KD": "T37"}), "5.KD") == "line"


@pytest.mark.rule("13.1.3")
@pytest.mark.parametrize("hq", ["QG-1re-A", "QG-5e-A", "GMP"])
def test_any_french_headquarters_leads_a_french_unit(hq: str) -> None:
    assert found(looked({"1re-DI": "AT9 N", hq: "AT11"}, "allied", 7), "1re-DI") == "line"
    assert found(looked({"1st-Div": "AT9 N", hq: "AT11"}, "allied", 10), "1st-Div") == "out of command"


@pytest.mark.rule("13.1.4", "13.1.5", "13.1.6")
@pytest.mark.parametrize(
    ("hex", "away", "state"),
    [
        ("AA30", 96, "line"),
        ("AB30", 108, "limited"),
        ("AG21", 150, "limited"),
        ("AG22", 152, "out of command"),
        ("AL21", 999, "out of command"),
    ],
)
def test_a_line_of_100_points_is_normal_one_of_150_is_long(hex: str, away: int, state: str) -> None:
    assert points({"5.KD": hex}, "5.KD") == away
    assert found(looked({"5.KD": hex}), "5.KD") == state


@pytest.mark.rule("13.1.4", "13.1.5", "13.1.12")
def test_the_limits_themselves_and_twenty_more_for_light_infantry() -> None:
    limits = (100, 101, 120, 121, 150, 151, 170, 171)
    lines = (Line.NORMAL, Line.LONG, Line.LONG, Line.LONG, Line.LONG, Line.NONE, Line.NONE, Line.NONE)
    light = (Line.NORMAL, Line.NORMAL, Line.NORMAL, Line.LONG, Line.LONG, Line.LONG, Line.LONG, Line.NONE)
    assert tuple(measured(BY_ID["5.KD"], far) for far in limits) == lines
    for unit in ("JB-4.KK", "BCA-Alsace", "BCA-14e-CA", "41.47.50.71-BCP"):
        assert tuple(measured(BY_ID[unit], far) for far in limits) == light


@pytest.mark.rule("13.1.12")
@pytest.mark.parametrize(
    ("hex", "light", "other"), [("AC30", "line", "limited"), ("AH21", "limited", "out of command")]
)
def test_light_infantry_lives_farther_from_the_railway(hex: str, light: str, other: str) -> None:
    position = looked({"JB-4.KK": f"{hex} N", "3.KD": hex, "4.AOK": hex})
    assert (found(position, "JB-4.KK"), found(position, "3.KD")) == (light, other)


@pytest.mark.rule("13.1.4")
def test_the_points_are_those_of_normal_mobility_from_the_unit_to_the_railway() -> None:
    """The hex of the railway is paid for, the unit's own is not."""
    board = arranged(units={"5.KD": "T37"}, turn=4, begin="nothing").board
    heads = high_hexes(board, DE)
    for hex in range(len(MAP.grid)):
        beside = [other for other in MAP.grid.neighbours[hex] if heads >> other & 1]
        if MAP.country[hex] == "DE" and not heads >> hex & 1 and beside:
            board.put(BY_ID["5.KD"], hex)
            cheapest = min(costs_of_lines(board).cost(hex, other) or 999 for other in beside)
            assert line_cost(board, BY_ID["5.KD"]) <= cheapest
            if MAP.terrain[hex] == Terrain.BROKEN and cheapest == 10:
                assert line_cost(board, BY_ID["5.KD"]) == 10
                return
    raise AssertionError("no clear railway hex beside broken ground")


@pytest.mark.rule("13.1.4")
def test_no_line_crosses_deep_forest_or_a_mountain_range_though_the_unit_could() -> None:
    board = arranged(units={"5.KD": "T37"}, turn=4, begin="nothing").board
    lines, horse = costs_of_lines(board), costs_for(board, BY_ID["5.KD"])
    crossed = 0
    for side, cover in enumerate(MAP.cover):
        hexes = MAP.grid.side_hexes(side)
        if cover != Cover.NONE and not MAP.mountain_pass[side] and len(hexes) == 2:
            assert lines.cost(*hexes) is None
            crossed += horse.cost(*hexes) is not None
    assert crossed > 0, "superior mobility does cross"


@pytest.mark.rule("13.1.4")
def test_no_line_leads_through_enemies_or_their_zones() -> None:
    assert points({"5.KD": "Z33"}, "5.KD") == 84
    assert points({"5.KD": "Z33", "DC-belge": "X31"}, "5.KD") == 132
    board = arranged(units={"DC-belge": "X31", "QG-belge": "Z30"}, turn=4, begin="nothing").board
    shut = [hex for hex in ("X31", "X32", "Y31", "Z30") if not open_to_lines(board, DE) >> MAP.grid.hex(hex) & 1]
    assert shut == ["X31", "X32", "Y31", "Z30"], "a headquarters has no zone, but its hex is closed"
    assert open_to_lines(board, DE) >> MAP.grid.hex("Z31") & 1


@pytest.mark.rule("13.1.4")
@pytest.mark.parametrize(
    ("friend", "away"),
    [("18.ID", 84), ("9.KD", 84), ("PiR.24", 84), ("I.II/Fußa.9", 132), ("2.AOK", 132)],
)
def test_foot_and_horse_of_the_nation_cover_a_hex_in_an_enemy_zone(friend: str, away: int) -> None:
    assert points({"5.KD": "Z33", "DC-belge": "X31", friend: "X32"}, "5.KD") == away


@pytest.mark.rule("13.1.4")
def test_allies_of_another_nation_do_not() -> None:
    units = {"5.KD": "AT13", "1re-DI": "AT14 N", "1st-Div": "AT12 N"}
    board = arranged(units=units, turn=10, begin="nothing").board
    french, british = (open_to_lines(board, nation) for nation in (FR, GB))
    assert (french >> MAP.grid.hex("AT14") & 1, british >> MAP.grid.hex("AT14") & 1) == (1, 0)
    assert (french >> MAP.grid.hex("AT12") & 1, british >> MAP.grid.hex("AT12") & 1) == (0, 1)


@pytest.mark.rule("13.1.4")
def test_a_line_may_begin_in_an_enemy_zone() -> None:
    """Guns alone under an enemy's eyes have a line: it leads out of their hex."""
    assert points({"I.II/Fußa.9": "X32 N", "DC-belge": "X31"}, "I.II/Fußa.9") < 100


@pytest.mark.rule("13.1.4")
@pytest.mark.reading("line-way")
def test_no_line_leads_through_a_fort_of_the_enemy() -> None:
    """departs: 13.1.4"""
    fort = next(f for f in MAP.forts if not f.camp and f.nation == "FR")
    board = arranged(units={"5.KD": "T37"}, turn=4, begin="nothing").board
    assert not open_to_lines(board, DE) >> fort.hex & 1
    assert open_to_lines(board, FR) >> fort.hex & 1


@pytest.mark.rule("13.1.4", "12.1.5")
def test_only_a_usable_railway_is_the_end_of_a_line() -> None:
    """Controlled, joined to home, and not cut by three points of enemy guns."""
    rail = ["U34", "U35"]
    board = arranged(units={"5.KD": "T37"}, turn=4, begin="nothing", rail=rail).board
    u34, u35 = MAP.grid.hex("U34"), MAP.grid.hex("U35")
    assert high_hexes(board, DE) >> u34 & 1
    assert not high_hexes(board, FR) >> u34 & 1
    lonely = arranged(units={"5.KD": "T37"}, turn=4, begin="nothing", rail=["U34"]).board
    assert not high_hexes(lonely, DE) >> u34 & 1, "not joined to Germany"
    gunned = arranged(units={"5.KD": "T37", "1re-DI": "U36 S"}, turn=4, begin="nothing", rail=rail).board
    assert not high_hexes(gunned, DE) >> u34 & 1
    weak = arranged(units={"5.KD": "T37", "145e-RI": "U36 S"}, turn=4, begin="nothing", rail=rail).board
    assert high_hexes(weak, DE) >> u35 & 1, "too few guns"
    assert high_hexes(board, DE) & ~rail_hexes(board, DE) == 0
    assert rail_hexes(board, DE) & ~high_hexes(board, DE), "low capacity besides"


@pytest.mark.rule("13.1.6")
def test_every_admin_phase_looks_at_both_sides_again() -> None:
    board = arranged(turn=7, side="allied", begin="nothing").board
    kinds = [(type(step).__name__, getattr(step, "side", None)) for step in AdminPhase().do(board)]
    assert [side for name, side in kinds if name == "DetermineCommunications"] == [ALLIED_SIDE, GERMAN_SIDE]
    french = {"1re-DI": "AT9 N ooc", "2e-DI": "AT9 N limited"}
    position = looked({"5.KD": "AB30", "2.KD": "AG22", "GKD": "AA30 limited", **french})
    assert [found(position, unit) for unit in ("5.KD", "2.KD", "GKD")] == ["limited", "out of command", "line"]
    assert has(position, "cut_off", "1re-DI"), "the other side's markers stay"
    assert has(position, "limited", "2e-DI")
    assert [event.units for event in happened(position, Limited)] == ["5.KD"]
    assert [event.units for event in happened(position, CutOff)] == ["2.KD"]
    assert [event.units for event in happened(position, Restored)] == ["GKD"]


@pytest.mark.rule("13.1.5", "3.3.1")
def test_a_row_with_the_mark_of_limited_communications_begins_so() -> None:
    from dataclasses import replace

    from marne.games.nach_paris.rules.movement.arrivals import place

    board = arranged("guise", begin="nothing").board
    row = next(iter(board.play.arrival.values()))
    place(board, replace(row, llc=True), row.hex)
    assert board.limited >> row.unit & 1


@pytest.mark.rule("13.3.2")
def test_who_is_out_of_command_neither_barrages_nor_storms_nor_forces_its_march() -> None:
    units = {"1re-DI": "AG13 N ooc", "2e-DI": "AG13 N limited", "18.ID": "AG14 S"}
    position = arranged(units=units, turn=7, side="allied", begin="PreparatoryBarrages FR")
    aiming = play(position, "shell AG14")
    assert "1re-DI" not in named(aiming, "gun")
    marching = play(arranged(units={"1re-DI": "BC9 N ooc"}, turn=7, side="allied", begin="movement"), "move 1re-DI")
    assert "force" not in legal(marching)
    assert refused(marching, "force") == "13.3.2"


@pytest.mark.parametrize("nation", [BE, FR, GB])
@pytest.mark.rule("12.1.7", "13.1.4")
def test_belgiums_railways_supply_its_allies_from_turn_3(nation: int) -> None:
    brussels = MAP.grid.hex("AG37")
    early = arranged(units={"5.KD": "T37"}, turn=2, begin="nothing").board
    late = arranged(units={"5.KD": "T37"}, turn=3, begin="nothing").board
    assert bool(high_hexes(early, nation) >> brussels & 1) == (nation == BE)
    assert high_hexes(late, nation) >> brussels & 1


@pytest.mark.rule("13.1.6")
@pytest.mark.reading("scenarios")
@pytest.mark.parametrize("scenario", ["liege", "mulhouse", "guise", "maubeuge", "campaign"])
def test_everybody_begins_a_scenario_with_a_line(scenario: str) -> None:
    """Of the units of the first turn, with its broken structures, its forts and its railways."""
    first = arranged(scenario, begin="nothing").board.play.said.first
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        begin = f"DetermineCommunications {side}"
        board = arranged(scenario, turn=first + 1, arrived=first, begin=begin).board
        assert (board.limited, board.cut_off) == (0, 0)


@pytest.mark.rule("13.1.6", "13.1.9", "13.1.10")
def test_supply_is_shared_out_anew_in_each_admin_phase() -> None:
    metz = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Metz")
    dunkerque = next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == "Dunkerque")
    units = {
        "QG-5e-A": "AM29",
        "1re-DI": "AM29 N",
        "8e-Bde": "AW38 N",
        "QG-4e-A": "AV33",
        "2e-DI": "AT9 N",
        "GMP": "AT9",
    }
    board = arranged(units=units, turn=13, side="allied", begin="nothing", rail=EVERY_RAILWAY).board
    board.fed = 1 << BY_ID["2e-DI"] | 1 << BY_ID["18.ID"]
    board.camp_supply = {MAUBEUGE: 12, metz: 5}
    board.harbour_supply = {dunkerque: 10}
    after = Position.begin(board, DetermineCommunications(ALLIED_SIDE))
    assert [found(after, unit) for unit in ("1re-DI", "8e-Bde", "2e-DI")] == ["line", "line", "out of command"]
    assert after.board.camp_supply == {MAUBEUGE: 5, metz: 5}, "what the enemy's camps give stays"
    assert sum(after.board.harbour_supply.values()) == 2
    assert after.board.fed >> BY_ID["18.ID"] & 1


@pytest.mark.rule("13.1.1", "13.1.2")
def test_a_staff_off_the_map_reaches_nobody() -> None:
    board = still({"1.AOK": "AW22", "18.ID": "AW24 N", "17.ID": "waiting"})
    staff = BY_ID["1.AOK"]
    assert reaches(board, staff, BY_ID["18.ID"], 2)
    assert not reaches(board, staff, BY_ID["18.ID"], 1)
    assert not reaches(board, staff, BY_ID["17.ID"], 99)
    gone = still({"1.AOK": "destroyed", "18.ID": "AW24 N"})
    assert not reaches(gone, staff, BY_ID["18.ID"], 99)


@pytest.mark.rule("13.1.1", "13.1.2", "13.1.7")
def test_in_range_on_its_own_lost_or_without_command() -> None:
    rider = members(CAVALRY_CORPS & OF_NATION[DE])[0]
    who = next(u for u in members(INFANTRY & OF_NATION[DE]) if STEPS[u] == 4 and army_of(still(), u))
    staffs = members(army_of(still(), who))
    board = still({IDS[who]: "AW22 N", IDS[rider]: "AW22"})
    assert command(board, who) == Command.NONE
    assert command(board, rider) == Command.IN_RANGE
    board.headquarters_lost = {staffs[0]: 8}
    assert command(board, who) == Command.LOST
    board.put(staffs[0], at("AW23"))
    assert command(board, who) == Command.IN_RANGE
    board.put(staffs[0], at("A1"))
    board.headquarters_lost = {}
    assert command(board, who) == Command.NONE


@pytest.mark.rule("13.1.4", "13.1.5", "13.1.12")
def test_a_line_is_long_beyond_a_hundred_points_and_light_infantry_has_twenty_more() -> None:
    plain, light = BY_ID["18.ID"], members(LIGHT)[0]
    assert not LIGHT >> plain & 1
    for who, more in ((plain, 0), (light, 20)):
        assert [measured(who, points + more) for points in (0, 100, 101, 150, 151)] == [
            Line.NORMAL,
            Line.NORMAL,
            Line.LONG,
            Line.LONG,
            Line.NONE,
        ]


@pytest.mark.rule("13.1.4", "13.1.5")
@pytest.mark.reading("lost-figures")
@pytest.mark.parametrize("number", [1, 2])
def test_example_17_is_played_on_ground_of_our_own_and_says_so(number: int) -> None:
    case = Path(__file__).parents[3] / f"cases/nach_paris/example-17-{number}.toml"
    assert ("the figure is lost" if number == 1 else "as the first part") in case.read_text(encoding="utf-8")
    assert run_case(case) > 0
