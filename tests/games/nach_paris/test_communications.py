"""[13.1], [13.3] Lines of communications, camps and harbours as supply, and what units without them can't do."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Position
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Terrain
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB, GERMAN_SIDE
from marne.games.nach_paris.rules.command.communications import DetermineCommunications
from marne.games.nach_paris.rules.command.events import CutOff, Limited, Restored, Supplied
from marne.games.nach_paris.rules.command.lines import Line, country, line_cost, measured, open_to_lines
from marne.games.nach_paris.rules.command.sources import CAMP, HARBOUR, Source, capability, left
from marne.games.nach_paris.rules.movement.reach import costs_for, costs_of_lines
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.rules.rail.network import high_hexes, rail_hexes
from marne.games.nach_paris.sequence import AdminPhase
from marne.games.nach_paris.steps import label
from marne.hexes import members

EVERY_RAILWAY = [label(hex) for hex in members(RAIL_HEXES)]
"""Under German control: then no Allied unit has a line but by a camp or a harbour."""
MAUBEUGE = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Maubeuge")


def looked(units: dict[str, str], side: str = "german", turn: int = 4, **changes: Any) -> Game:
    """The communications of a side, determined."""
    number = GERMAN_SIDE if side == "german" else ALLIED_SIDE
    return arranged(units=units, turn=turn, side=side, begin=f"DetermineCommunications {number}", **changes)


def found(position: Game, unit: str) -> str:
    words = {(False, False): "line", (True, False): "limited", (False, True): "out of command"}
    return words[has(position, "limited", unit), has(position, "cut_off", unit)]


def points(units: dict[str, str], unit: str, **changes: Any) -> int:
    return line_cost(arranged(units=units, begin="nothing", **{"turn": 4, **changes}).board, BY_ID[unit])


# -- [13.1.1]-[13.1.3] command


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
        "1re-DC": "line", "8e-DC": "out of command", "3e-DI": "out of command",
    }  # fmt: skip
    assert found(looked({"5.KD": "T37"}), "5.KD") == "line"


@pytest.mark.rule("13.1.3")
@pytest.mark.parametrize("hq", ["QG-1re-A", "QG-5e-A", "GMP"])
def test_any_french_headquarters_leads_a_french_unit(hq: str) -> None:
    assert found(looked({"1re-DI": "AT9 N", hq: "AT11"}, "allied", 7), "1re-DI") == "line"
    assert found(looked({"1st-Div": "AT9 N", hq: "AT11"}, "allied", 10), "1st-Div") == "out of command"


# -- [13.1.4], [13.1.5], [13.1.12] logistics lines


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


# -- [13.1.8]-[13.1.11] camps and harbours


@pytest.mark.rule("13.1.8")
@pytest.mark.parametrize(
    ("unit", "hex", "state"),
    [
        ("145e-RI", "AK31", "line"),
        ("145e-RI", "AL31", "line"),  # beside it
        ("145e-RI", "AM32", "out of command"),
        ("1st-Div", "AK31", "out of command"),  # another nation's camp
    ],
)
def test_the_governor_of_a_camp_commands_and_supplies_his_nation(unit: str, hex: str, state: str) -> None:
    assert found(looked({unit: f"{hex} N"}, "allied", 13, rail=EVERY_RAILWAY), unit) == state


@pytest.mark.rule("13.1.8")
def test_a_camp_that_has_fallen_has_no_governor() -> None:
    gone = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.camp == "Maubeuge"}
    assert len(gone) == 6
    position = looked({"145e-RI": "AK31 N"}, "allied", 13, rail=EVERY_RAILWAY, forts=gone)
    assert found(position, "145e-RI") == "out of command"


def besieged(units: dict[str, str], **changes: Any) -> Game:
    """French divisions near Maubeuge, in command, without a railway."""
    return looked({"QG-5e-A": "AM29", **units}, "allied", 13, rail=EVERY_RAILWAY, **changes)


@pytest.mark.rule("13.1.9", "13.1.11")
def test_a_camp_supplies_friends_within_four_hexes() -> None:
    position = besieged({"1re-DI": "AM29 N", "2e-DI": "AO31 N", "3e-DI": "AP30 N"})
    assert {unit: found(position, unit) for unit in ("1re-DI", "2e-DI", "3e-DI")} == {
        "1re-DI": "line", "2e-DI": "line", "3e-DI": "out of command",
    }  # fmt: skip
    assert MAP.grid.distance(MAP.grid.hex("AO31"), MAP.grid.hex("AK31")) == 4
    assert position.board.camp_supply == {MAUBEUGE: 9}
    (event,) = happened(position, Supplied)
    assert (event.source, event.steps) == ("Maubeuge", 9)


@pytest.mark.rule("13.1.9")
def test_friends_are_of_any_allied_nation_but_need_a_headquarters_of_their_own() -> None:
    units = {"1st-Div": "AM29 N", "2nd-Div": "AM29 N"}
    assert found(besieged({**units, "GH": "AM29"}), "1st-Div") == "line"
    assert found(besieged(units), "1st-Div") == "out of command"
    assert besieged(units).board.camp_supply == {MAUBEUGE: 1}, "nothing is wasted on them"


@pytest.mark.rule("13.1.9", "13.1.4")
def test_the_way_to_the_camp_must_be_open() -> None:
    staff = {"QG-5e-A": "AN29", "SCF.1": "AN29"}
    walls = {"GKD": "AN30", "5.KD": "AN28"}
    assert found(besieged(staff), "SCF.1") == "line"
    assert found(besieged({**staff, **walls}), "SCF.1") == "out of command"
    covered = {**staff, **walls, "8e-Bde": "AM29 N"}
    assert found(besieged(covered), "SCF.1") == "line"


@pytest.mark.rule("13.1.9")
def test_who_has_a_line_even_a_long_one_takes_nothing_from_a_camp() -> None:
    position = looked({"QG-5e-A": "AM29", "1re-DI": "AM29 N"}, "allied", 13)
    assert found(position, "1re-DI") == "line"
    assert position.board.camp_supply == {}


@pytest.mark.rule("13.1.9", "13.1.11")
def test_a_camp_supplies_four_steps_for_each_hex_and_whole_units_only() -> None:
    """Maubeuge has three hexes: twelve steps, one of them for the headquarters."""
    assert capability(Source(CAMP, MAUBEUGE)) == 12
    units = {"1re-DI": "AM29 N", "2e-DI": "AM29 N", "3e-DI": "AM30 N"}
    position = besieged(units)
    assert asked(position) == "ShareSupply"
    assert actor(position) == "allied"
    assert sorted(named(position, "supply")) == ["1re-DI", "2e-DI", "3e-DI", "QG-5e-A"]
    position = play(position, "supply 1re-DI", "supply 2e-DI", "supply QG-5e-A")
    assert left(position.board, Source(CAMP, MAUBEUGE)) == 3, "the third division does not fit"
    assert [found(position, unit) for unit in ("1re-DI", "2e-DI", "3e-DI")] == ["line", "line", "out of command"]
    assert position.board.camp_supply == {MAUBEUGE: 9}


@pytest.mark.rule("13.1.11")
def test_the_owner_chooses_or_leaves_them_without() -> None:
    units = {"1re-DI": "AM29 N", "2e-DI": "AM29 N", "3e-DI": "AM30 N", "145e-RI": "AT9 N"}
    position = besieged(units)
    assert refused(position, "supply 145e-RI") == "13.1.9"
    assert refused(position, "supply 18.ID") == "13.1.9"
    position = play(position, "end")
    assert {found(position, unit) for unit in units} == {"out of command"}
    again = position.load(position.save())
    assert again.save() == position.save()


@pytest.mark.rule("13.1.10")
@pytest.mark.parametrize(
    ("unit", "hex", "state"),
    [
        ("8e-Bde", "AU39", "line"),  # two steps beside Nieuport, which has supplies for two
        ("8e-Bde", "AW38", "line"),  # Dunkerque
        ("8e-Bde", "AU35", "out of command"),
        ("1re-DI", "AU38", "line"),  # four steps, within three of Dunkerque
    ],
)
def test_a_harbour_supplies_friends_within_three_hexes(unit: str, hex: str, state: str) -> None:
    units = {unit: f"{hex} N", "QG-5e-A": "AV33"}
    assert found(looked(units, "allied", 13, rail=EVERY_RAILWAY), unit) == state


@pytest.mark.rule("13.1.10", "13.1.11")
def test_a_harbour_supplies_twice_what_its_ships_carry_and_whole_units_only() -> None:
    nieuport = next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == "Nieuport")
    assert capability(Source(HARBOUR, nieuport)) == 2 * MAP.harbours[nieuport].capacity == 2
    near = {label(h) for h in members(MAP.grid.links.within(1 << MAP.harbours[nieuport].hex, 3))}
    others = [h for h in MAP.harbours if h.capacity and h.name != "Nieuport" and MAP.playable(h.hex)]
    hex = next(h for h in sorted(near) if MAP.playable(MAP.grid.hex(h)) and MAP.terrain[MAP.grid.hex(h)] != Terrain.SEA
               and all(MAP.grid.distance(MAP.grid.hex(h), o.hex) > 3 for o in others))  # fmt: skip
    whole = looked({"1re-DI": f"{hex} N", "QG-5e-A": "AV33"}, "allied", 13, rail=EVERY_RAILWAY)
    assert found(whole, "1re-DI") == "out of command", "no unit is supplied in part"
    assert whole.board.harbour_supply == {}
    small = looked({"8e-Bde": f"{hex} N", "QG-5e-A": "AV33"}, "allied", 13, rail=EVERY_RAILWAY)
    assert found(small, "8e-Bde") == "line"
    assert small.board.harbour_supply == {nieuport: 2}


@pytest.mark.rule("13.1.10")
def test_a_harbour_in_german_hands_supplies_nobody() -> None:
    units = {"8e-Bde": "AW38 N", "QG-5e-A": "AV33"}
    held = looked(units, "allied", 13, rail=EVERY_RAILWAY, ground=["AX39", "AU40"])
    assert found(held, "8e-Bde") == "out of command"
    ashore = looked({"26.IB": "AX39 N", "2.AOK": "AX39"}, "german", 13, ground=["AX39"])
    assert ashore.board.harbour_supply == {}
    beside = looked({"5.KD": "AS40"}, "german", 13)
    assert (found(beside, "5.KD"), beside.board.harbour_supply) == ("out of command", {}), "nor the Germans any"


@pytest.mark.rule("13.1.10", "13.1.5")
def test_a_harbour_gives_a_normal_line_to_who_has_a_long_one() -> None:
    from marne.games.nach_paris.rules.command.sources import why_not_fed

    position = looked({"8e-Bde": "AW38 N", "QG-5e-A": "AV33"}, "allied", 13, rail=EVERY_RAILWAY)
    board, unit = position.board, BY_ID["8e-Bde"]
    board.fed = 0
    dunkerque = next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == "Dunkerque")
    assert why_not_fed(board, Source(HARBOUR, dunkerque), unit, country(board, FR)) == ""
    board.german_rail = german_but_far_off(board, unit)
    assert 100 < line_cost(board, unit) <= 150
    assert why_not_fed(board, Source(HARBOUR, dunkerque), unit, country(board, FR)) == ""


def german_but_far_off(board: NachParisBoard, unit: int) -> int:
    """Rail control that leaves the Allies only railways at the end of a long line."""
    for far in range(6, 20):
        near = MAP.grid.links.within(1 << board.where[unit], far)
        board.german_rail = RAIL_HEXES & near
        if line_cost(board, unit) > 100:
            return board.german_rail
    raise AssertionError("no long line")


# -- [13.3] what follows


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
@pytest.mark.parametrize("scenario", ["liege", "mulhouse", "guise", "maubeuge", "campaign"])
def test_everybody_begins_a_scenario_with_a_line(scenario: str) -> None:
    """Of the units of the first turn, with its broken structures, its forts and its railways."""
    first = arranged(scenario, begin="nothing").board.play.said.first
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        begin = f"DetermineCommunications {side}"
        board = arranged(scenario, turn=first + 1, arrived=first, begin=begin).board
        assert (board.limited, board.cut_off) == (0, 0)


@pytest.mark.rule("13.1.11")
def test_one_source_after_the_other_is_shared_out() -> None:
    """Maubeuge and Dunkerque both have too little; what was said of the first is kept with the game."""
    north = {"3e-DI": "AW38 N", "4e-DI": "AX38 N", "5e-DI": "AW37 N", "QG-4e-A": "AW36"}
    units = {"1re-DI": "AM29 N", "2e-DI": "AM29 N", "22e-DI": "AM30 N", **north}
    position = besieged(units)
    assert asked(position) == "ShareSupply"
    first = set(named(position, "supply"))
    position = play(position, "end")
    position = position.load(position.save())
    assert asked(position) == "ShareSupply"
    second = set(named(position, "supply"))
    assert first.isdisjoint(second)
    assert "1re-DI" in first | second
    assert "4e-DI" in first | second
    position = play(position, f"supply {'1re-DI' if '1re-DI' in second else '4e-DI'}", "end")
    assert asked(position) == ""


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
