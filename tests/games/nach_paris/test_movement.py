"""[7.1]-[7.3], [7.6] Marches: costs, hexsides, transit, enemies, zones."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused, where
from marne.engine import CHANCE
from marne.games.nach_paris.board import DESTROYED, SAVED
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import NO_WAY
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, GERMAN_SIDE, MOUNTAIN_BOX
from marne.games.nach_paris.events import Destroyed
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.reach import _costs, costs_for, crossing, enterable, reach, transit_limit
from marne.games.nach_paris.rules.movement.walk import LEG, off_map
from marne.games.nach_paris.steps import label
from marne.hexes import members


def moving(units: dict[str, str], side: str = "allied", turn: int = 7, **changes: Any) -> Game:
    """A Movement Phase of one side, its first question."""
    return arranged(units=units, side=side, turn=turn, begin="movement", **changes)


def chosen(unit: str, place: str, side: str = "allied", **more: Any) -> Game:
    """A unit alone, chosen to move."""
    others = more.pop("others", {})
    assert isinstance(others, dict)
    return play(moving({unit: place, **others}, side, **more), f"move {unit}")


def cost_to(position: Game, hex: str) -> int:
    unit = position.step.unit  # type: ignore[attr-defined]
    return play(position, f"to {hex}").board.spent[unit] - position.board.spent.get(unit, 0)


def direct(position: Game, hex: str) -> int | None:
    """What the one step there costs, None if it can't be made."""
    unit = position.step.unit  # type: ignore[attr-defined]
    return costs_for(position.board, unit).cost(position.board.where[unit], MAP.grid.hex(hex))


def _side(a: str, b: str) -> int:
    return MAP.grid.side(MAP.grid.hex(a), MAP.grid.hex(b))


def round_about(position: Game, hex: str) -> bool:
    """Whether a neighbour is only reached by way of others, or not at all."""
    return f"to {hex}" not in legal(position) or cost_to(position, hex) > (direct(position, hex) or 0)


# -- [7.1]


@pytest.mark.rule("7.1.1", "8.1.3")
def test_whoever_bombarded_does_not_move_and_the_enemy_stands_still() -> None:
    position = moving({"1re-DI": "BC9 N barraged", "2e-DI": "BC8 N", "18.ID": "AL31 N"})
    assert named(position, "move") == ["2e-DI"]
    assert refused(position, "move 1re-DI") == "8.1.3"
    assert refused(position, "move 18.ID") == "7.1.1"
    slipping = {"1re-DI": "BC9 S", "2e-DI": "BD10 SE", "5.KD": "BC10"}
    assert asked(moving(slipping)) == "ZoneToZone"
    assert asked(moving({**slipping, "1re-DI": "BC9 S barraged"})) == "MoveUnits", "not from zone to zone either"


@pytest.mark.rule("7.1.2", "3.2.1")
def test_each_unit_moves_once_and_nation_after_nation() -> None:
    position = moving({"DC-belge": "AE36", "1re-DI": "BC9 N", "2e-DI": "BC8 N", "1st-Div": "BC7 N"})
    assert named(position, "move") == ["DC-belge"]
    position = play(position, "end")
    assert named(position, "move") == ["1re-DI", "2e-DI"]
    position = play(position, "move 1re-DI", "to BC10", "end", "face N")
    assert named(position, "move") == ["2e-DI"]
    assert refused(position, "move 1re-DI") == "7.1.2"
    assert refused(position, "move 1st-Div") == "3.2.1"
    position = play(position, "end")
    assert named(position, "move") == ["1st-Div"]


@pytest.mark.rule("7.1.2")
def test_a_unit_goes_as_far_as_its_points() -> None:
    fresh, hurt = chosen("1re-DI", "BC9 N"), chosen("1re-DI", "BC9 N -2")
    far = {hex: MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) for hex in named(fresh, "to")}
    assert max(far.values()) == 5, "fifty points, ten a hex"
    assert max(MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) for hex in named(hurt, "to")) == 4
    assert refused(hurt, "to BC14") == "7.1.2"


@pytest.mark.rule("7.1.3")
def test_leg_after_leg_each_hex_is_paid_for_and_a_facing_ends_the_move() -> None:
    position = play(chosen("1re-DI", "BC9 N"), "to BD9")
    assert asked(position) == "Walk"
    position = play(position, "to BD10", "end")
    assert position.board.spent[BY_ID["1re-DI"]] == 20, "the straight way would have cost ten"
    assert asked(position) == "Face"
    assert named(position, "face") == ["N", "NE", "SE", "S", "SW", "NW"]
    position = play(position, "face SW")
    assert position.board.faces[BY_ID["1re-DI"]] == 4
    assert has(position, "moved", "1re-DI")


@pytest.mark.rule("7.1.3")
def test_cavalry_and_headquarters_choose_no_facing() -> None:
    assert asked(play(chosen("5.KD", "BC9", "german"), "to BC10", "end")) != "Face"
    assert asked(play(chosen("QG-1re-A", "BC9"), "to BC10", "end")) != "Face"


@pytest.mark.rule("7.1.4", "6.2.1")
def test_turning_on_the_spot_is_free_but_counts_as_acting() -> None:
    position = play(moving({"1re-DI": "BC9 N fieldworks", "2e-DI": "BC8 N"}), "move 1re-DI", "turn", "face S")
    assert has(position, "moved", "1re-DI")
    assert not has(position, "entered", "1re-DI")
    assert position.board.spent == {}
    assert position.board.faces[BY_ID["1re-DI"]] == 3
    assert not has(position, "fieldworks", "1re-DI"), "10.3.1"
    assert named(position, "move") == ["2e-DI"]
    assert "turn" not in legal(chosen("5.KD", "BC9", "german"))


@pytest.mark.rule("7.1.4")
def test_who_is_chosen_and_does_nothing_has_not_acted() -> None:
    position = play(chosen("1re-DI", "BC9 N"), "end")
    assert not has(position, "moved", "1re-DI")
    assert named(position, "move") == ["1re-DI"]


@pytest.mark.rule("7.1.6")
def test_nobody_enters_an_enemys_hex_but_lone_staffs_are_overrun() -> None:
    enemies = {"2.AOK": "BC10", "Ebk.1": "BC10", "I.II/Fußa.9": "BD10 NW"}
    foot = chosen("1re-DI", "BC9 N", others=enemies)
    assert refused(foot, "to BD10") == "7.1.6"
    after = play(foot, "to BC10")
    assert {event.unit for event in happened(after, Destroyed)} == {"2.AOK", "Ebk.1"}
    assert {event.rule for event in happened(after, Destroyed)} == {"7.1.6"}
    assert (where(after, "2.AOK"), where(after, "1re-DI")) == ("", "BC10")
    for gentle in ("2e-RAL", "QG-1re-A", "SCF.1"):
        assert refused(chosen(gentle, "BC9 N", others=enemies), "to BC10") == "7.1.6"
    horse = chosen("1re-DC", "BC9", others=enemies)
    assert {event.unit for event in happened(play(horse, "to BC10"), Destroyed)} == {"2.AOK", "Ebk.1"}
    over = play(horse, "to BC10", "to BC11")
    assert where(over, "1re-DC") == "BC11", "it rides over them"


@pytest.mark.rule("7.1.6")
def test_staffs_with_troops_are_not_overrun() -> None:
    with_guns = chosen("1re-DI", "BC9 N", others={"2.AOK": "BC10", "I.II/Fußa.9": "BC10 N"})
    assert refused(with_guns, "to BC10") == "7.1.6"


@pytest.mark.rule("7.1.7")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("BC9", "BC10", 10),  # clear
        ("N9", "O9", 12),  # broken
        ("L10", "L9", 12),  # rough
        ("L9", "L8", 15),  # mountainous
        ("AU39", "AU38", 12),  # lowland
    ],
)
def test_costs_of_terrain(start: str, to: str, points: int) -> None:
    for unit in ("27e-DI", "1re-DC", "BCA-Alsace"):
        assert cost_to(chosen(unit, f"{start} N"), to) == points


@pytest.mark.rule("7.1.8", "1.1.7")
def test_who_leaves_the_map_is_destroyed_unless_the_scenario_saves_it() -> None:
    position = arranged("liege", units={"9e.11e-BM": "AB35 N"}, side="allied", turn=3, begin="movement")
    leaving = play(position, "move 9e.11e-BM", "leave")
    assert leaving.board.where[BY_ID["9e.11e-BM"]] == SAVED
    assert leaving.board.steps_saved == 3
    early = arranged("liege", units={"9e.11e-BM": "AB35 N"}, side="allied", turn=2, begin="movement")
    assert "leave" not in legal(play(early, "move 9e.11e-BM"))
    assert refused(play(early, "move 9e.11e-BM"), "leave") == "7.1.8"
    off_map(early.board, BY_ID["9e.11e-BM"])
    assert early.board.where[BY_ID["9e.11e-BM"]] == DESTROYED
    assert early.board.steps_saved == 0
    assert early.board.step_losses[BE] == 3
    german = arranged("liege", units={"18.ID": "AB35 N"}, side="german", turn=3, begin="movement")
    assert refused(play(german, "move 18.ID"), "leave") == "7.1.8", "Belgians alone are saved"


@pytest.mark.rule("1.1.4", "1.1.5")
def test_nobody_leaves_the_ground_of_the_scenario() -> None:
    board = moving({"1re-DI": "BC9 N"}).board
    free = enterable(board, BY_ID["1re-DI"])
    assert not any(free >> hex & 1 for hex in range(len(MAP.grid)) if not MAP.playable(hex))
    liege = arranged("liege", units={"9e.11e-BM": "AB35 N"}, side="allied", turn=3, begin="movement")
    position = play(liege, "move 9e.11e-BM")
    assert refused(position, "to AC35") == "1.1.5"
    whole = arranged(units={"9e.11e-BM": "AB35 N"}, side="allied", turn=3, begin="movement")
    assert "to AC35" in legal(play(whole, "move 9e.11e-BM")), "in the campaign it lies inside"


@pytest.mark.rule("3.3.2", "1.1.7", "1.1.4")
def test_borders_of_the_first_turns() -> None:
    near = next(
        (a, b)
        for a, b in (MAP.grid.side_hexes(s) for s in range(MAP.grid.side_count) if len(MAP.grid.side_hexes(s)) == 2)
        if {MAP.country[a], MAP.country[b]} == {"FR", "DE"} and not MAP.cover[MAP.grid.side(a, b)]
    )
    french, german = sorted(near, key=lambda hex: MAP.country[hex], reverse=True)
    for turn, allowed in ((2, False), (3, True)):
        position = chosen("1re-DI", f"{label(french)} N", turn=turn)
        assert bool(enterable(position.board, BY_ID["1re-DI"]) >> german & 1) == allowed
    belgian = MAP.grid.hex("X33")
    for turn, allowed in ((1, False), (2, True)):
        board = chosen("18.ID", "S35 N", "german", turn=turn).board
        assert bool(enterable(board, BY_ID["18.ID"]) >> belgian & 1) == allowed
    stays = chosen("DC-belge", "AE36", turn=12)
    assert not enterable(stays.board, BY_ID["DC-belge"]) >> MAP.grid.hex("BC9") & 1


# -- [7.2]


@pytest.mark.rule("7.2.1")
@pytest.mark.parametrize(
    ("start", "to", "normal", "superior", "mountain"),
    [
        ("L9", "M9", None, 22, 17),  # deep forest
        ("K7", "L8", None, 40, 25),  # mountain range
        ("O8", "P8", 12, 12, 12),  # a bridge over a Major River
        ("P9", "O9", None, None, None),  # no bridge
        ("L9", "K9", 12, 12, 12),  # a river
        ("J8", "I8", 15, 15, 15),  # a pass
    ],
)
def test_crossing_hexsides(start: str, to: str, normal: int | None, superior: int | None, mountain: int | None) -> None:
    side = MAP.grid.side(MAP.grid.hex(start), MAP.grid.hex(to))
    for unit, cost in (("5e-DI", normal), ("1re-DC", superior), ("BCA-Alsace", mountain)):
        words = "N -1" if unit == "1re-DC" else "N"  # three steps cross a range, no more
        position = chosen(unit, f"{start} {words}", zones=["I8"])
        assert (crossing(position.board, BY_ID[unit], side) == NO_WAY) == (cost is None)
        assert direct(position, to) == cost


@pytest.mark.rule("7.2.1")
def test_a_broken_road_bridge_closes_the_river() -> None:
    road = next(
        i for i, s in enumerate(MAP.structures) if s.road and not s.rail and {label(s.hex), label(s.to)} == {"O8", "P9"}
    )
    whole = chosen("1re-DI", "O8 N")
    broken = chosen("1re-DI", "O8 N", broken={f"O8>P9:{road}": 4})
    assert cost_to(whole, "P9") == 12
    assert cost_to(broken, "P9") > 12, "round by another bridge"
    side = MAP.grid.side(MAP.grid.hex("O8"), MAP.grid.hex("P9"))
    assert crossing(broken.board, BY_ID["1re-DI"], side) == NO_WAY


@pytest.mark.rule("7.2.1", "17.2.2")
def test_flooded_banks_are_shut_or_dear() -> None:
    side = MAP.grid.side(MAP.grid.hex("AT39"), MAP.grid.hex("AU38"))
    dry, wet = moving({"1re-DI": "AT39 N"}).board, moving({"1re-DI": "AT39 N"}, sluices=["Yser"]).board
    for unit, before, after in (("1re-DI", 0, NO_WAY), ("1re-DC", 0, 40), ("BCA-Alsace", 0, 30)):
        assert crossing(dry, BY_ID[unit], side) == before
        assert crossing(wet, BY_ID[unit], side) == after


@pytest.mark.rule("17.2.2", "7.1.7")
def test_nobody_enters_a_flooded_plain() -> None:
    (sluice,) = (each for each in MAP.sluices if each.hexes)
    plain = label(sluice.hexes[0])
    start = next(
        label(hex)
        for hex in MAP.grid.neighbours[sluice.hexes[0]]
        if MAP.country[hex] == "BE" and hex not in sluice.hexes
    )
    assert f"to {plain}" in legal(chosen("DC-belge", start))
    assert f"to {plain}" not in legal(chosen("DC-belge", start, sluices=[sluice.name]))


# -- [7.3]


@pytest.mark.rule("7.3.2", "7.3.3")
def test_a_river_lets_eight_steps_pass() -> None:
    units = {"5e-DI": "L9 N", "6e-DI": "L9 N", "145e-RI": "L9 N"}
    position = moving(units)
    for unit in ("5e-DI", "6e-DI"):
        position = play(position, f"move {unit}", "to K9")
        position = play(position, "end", "face N")
    side = MAP.grid.side(MAP.grid.hex("L9"), MAP.grid.hex("K9"))
    assert position.board.transit_side == {side: 8}
    position = play(position, "move 145e-RI")
    assert direct(position, "K9") is None
    late = moving(units)
    late = play(late, "move 5e-DI", "to K9", "end", "face N", "move 145e-RI")
    assert direct(late, "K9") == 12


@pytest.mark.rule("7.3.2")
def test_a_mountain_range_is_too_narrow_for_four_steps() -> None:
    """A range takes three steps: a mountain unit of one passes, three such steps and no more."""
    for steps, cost in ((3, 25), (4, None)):
        assert _costs(MOUNTAIN_BOX, steps, 0).cost(MAP.grid.hex("K7"), MAP.grid.hex("L8")) == cost
    position = moving({"BCA-Alsace": "K7 N", "BCA-14e-CA": "K7 N"})
    side = MAP.grid.side(MAP.grid.hex("K7"), MAP.grid.hex("L8"))
    position.board.transit_side = {side: 2}
    assert cost_to(play(position, "move BCA-Alsace"), "L8") == 25
    position.board.transit_side = {side: 3}
    again = play(position, "move BCA-14e-CA")
    assert direct(again, "L8") is None


@pytest.mark.rule("7.3.1", "7.3.3")
def test_six_steps_enter_a_mountainous_hex() -> None:
    position = moving({"5e-DI": "L9 N", "8e-Bde": "L9 N", "145e-RI": "L9 N"})
    for unit in ("5e-DI", "8e-Bde"):
        position = play(position, f"move {unit}", "to L8", "end", "face N")
    assert position.board.transit_hex == {MAP.grid.hex("L8"): 6}
    position = play(position, "move 145e-RI")
    assert refused(position, "to L8") == "7.3.1"


@pytest.mark.rule("7.3.3")
def test_who_passes_through_counts_for_every_hex_and_side_of_the_way() -> None:
    position = play(chosen("BCA-Alsace", "L9 N"), "to L7")
    assert {label(hex): steps for hex, steps in position.board.transit_hex.items()} == {"L8": 1, "L7": 1}
    crossed = {frozenset(map(label, MAP.grid.side_hexes(side))) for side in position.board.transit_side}
    way = [frozenset(("L9", "L8")), frozenset(("L8", "L7"))]
    limited = {pair for pair in way if transit_limit(position.board, _side(*sorted(pair))) != NO_WAY}
    assert crossed == limited
    river = play(chosen("5e-DI", "M9 N"), "to K9")
    assert set(river.board.transit_side.values()) == {4}, "four steps over each hexside that binds them"
    assert _side("L9", "K9") in river.board.transit_side


# -- [7.6]


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


@pytest.mark.rule("6.4.1")
def test_no_leg_ends_where_there_is_no_room_but_leads_through() -> None:
    full = {"2e-DI": "BC10 N", "3e-DI": "BC10 N", "4e-DI": "BC10 N"}  # twelve of fifteen
    position = chosen("1re-DI", "BC9 N", others=full)
    assert refused(position, "to BC10") == "6.4.1"
    assert cost_to(position, "BC11") == direct(position, "BC10") + 10  # type: ignore[operator]
    assert "to BC10" in legal(chosen("1re-DI", "BC9 N -1", others=full))


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


@pytest.mark.rule("12.1.3")
def test_two_steps_take_the_railways_that_they_pass() -> None:
    rail = next(
        hex
        for hex, links in enumerate(MAP.links_of)
        if links and MAP.country[hex] == "FR" and MAP.terrain[hex] == 1 and len(MAP.grid.neighbours[hex]) == 6
    )
    start = MAP.grid.neighbours[rail][0]
    for unit, takes in (("18.ID", True), ("18.ID -3", False), ("Ebk.1", False)):
        name, _, lost = unit.partition(" ")
        position = chosen(name, f"{label(start)} N {lost}", "german", turn=9)
        assert not position.board.german_rail >> rail & 1
        assert bool(play(position, f"to {label(rail)}").board.german_rail >> rail & 1) == takes


@pytest.mark.rule("4.5")
def test_ground_is_held_by_whoever_was_there_last() -> None:
    position = play(chosen("18.ID", "BC9 N", "german"), "to BC10")
    assert position.board.german_ground >> MAP.grid.hex("BC10") & 1
    position.board.put(BY_ID["18.ID"], MAP.grid.hex("AL31"))
    assert position.board.german_ground >> MAP.grid.hex("BC10") & 1


# -- asks


def test_no_leg_offers_more_than_a_readable_list() -> None:
    position = chosen("1re-DC", "BC9")
    assert len(legal(position)) < 200
    assert all(MAP.grid.distance(MAP.grid.hex("BC9"), MAP.grid.hex(hex)) <= LEG for hex in named(position, "to"))
    far = members(reach(position.board, BY_ID["1re-DC"], 80).hexes & ~MAP.grid.within_bits(MAP.grid.hex("BC9"), LEG))
    assert refused(position, f"to {label(far[0])}") == "7.1.3"


def test_reasons_are_told_in_both_languages() -> None:
    from marne.engine import Observation, Setting

    position = chosen("1re-DI", "BC9 N", others={"I.II/Fußa.9": "BC10 N"})
    seen = Observation.of(GAME, Setting("campaign"), position, ALLIED_SIDE)
    told = [GAME.sight(seen).why_not({"hex": "BC10"}, language) for language in ("en", "es")]
    assert [refusal and str(refusal) for refusal in told] == [
        "the enemy is in BC10 (7.1.6)",
        "el enemigo está en BC10 (7.1.6)",
    ]
    assert GAME.sight(seen).why_not({"hex": "BC8"}, "en") is None
    assert position.open is not None
    assert position.open.actor not in (CHANCE, GERMAN_SIDE)
