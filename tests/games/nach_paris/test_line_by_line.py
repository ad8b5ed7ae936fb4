"""Rules line by line: units and works. Each test asks the code of one rule for both of its answers."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRACK
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    BY_ID,
    DE,
    FR,
    GB,
    GERMAN_SIDE,
    IDS,
    INFANTRY,
    RANK,
    SPLIT_ROWS,
    STEPS,
)
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.rules.units.splitting import (
    _added_up,
    _close,
    _given,
    _in_sight,
    _join,
    _no_zealot,
    _places,
    _settle,
    _taken_back,
    _why_not_together,
)
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.rules.works.cover import barrage_covers, covers
from marne.games.nach_paris.rules.works.entrenchments import (
    Works,
    _all_over,
    _before_turn_3,
    _best,
    _fronts,
    _one_over,
    abu_modifiers,
    arf_kept,
    covered,
    marked,
    printed,
    tenths,
)
from marne.hexes import bits, members

ROW = {row.id: row for row in SPLIT_ROWS}
KK, CA, ID = ROW["4.KK"], ROW["14e-CA"], ROW["6.ID"]


# -- [6.6]


@pytest.mark.rule("6.6.3", "6.6.5", "6.6.1")
@pytest.mark.parametrize(("row", "other", "close"), [
    (KK, "AW22", True), (KK, "AW23", True), (KK, "AW24", False),
    (CA, "AW22", True), (CA, "AW23", True), (CA, "AW24", False),
    (ID, "AW22", True), (ID, "AW23", False),
])  # fmt: skip
def test_parts_lie_in_one_hex_or_for_two_corps_side_by_side(row: Any, other: str, close: bool) -> None:
    assert _close(row, at("AW22"), at(other)) == close
    names = row.wholes if len(row.wholes) > 1 else row.parts
    board = still({names[0]: "AW22 N", names[1]: f"{other} N"})
    found = _why_not_together(board, row, [BY_ID[name] for name in names])
    assert (found is None) == close
    board.put(BY_ID[names[1]], -1)
    missing = _why_not_together(board, row, [BY_ID[name] for name in names])
    assert missing is not None
    assert missing.key == "why.regroup.missing"


@pytest.mark.rule("6.6.1", "6.6.3", "6.6.5")
@pytest.mark.parametrize("row", [KK, CA, ID])
def test_parts_in_the_first_hex_of_the_map_are_there_like_others(row: Any) -> None:
    board = still(dict.fromkeys(row.parts, "AW22 N"))
    for part in row.parts:
        board.put(BY_ID[part], 0)
    assert _why_not_together(board, row, [BY_ID[part] for part in row.parts]) is None


@pytest.mark.rule("6.6.5", "6.4.1")
def test_each_division_of_the_14e_gives_a_step_in_its_own_hex() -> None:
    board = still({"27e-DI": "BC9 N", "28e-DI": "BC10 S"})
    assert [_given(board, CA, at(hex)) for hex in ("BC9", "BC10", "BC11")] == [1, 1, 0]
    both = still({"27e-DI": "BC9 N", "28e-DI": "BC9 S"})
    assert _given(both, CA, at("BC9")) == 2
    assert _places(board, CA) == [at("BC9"), at("BC10")]


@pytest.mark.rule("6.6.3", "6.4.1")
@pytest.mark.parametrize(("crowd", "places"), [
    ({}, ["BC9", "BC10"]),
    ({"3.ID": "BC9 N", "4.ID": "BC9 N", "5.ID": "BC9 N", "11.IB": "BC9 N -1"}, ["BC10"]),
    ({"3.ID": "BC9 N", "4.ID": "BC9 N", "5.ID": "BC9 N"}, ["BC9", "BC10"]),
    ({"3.ID": "BC10 N", "4.ID": "BC10 N", "5.ID": "BC10 N", "11.IB": "BC10 N -1"}, ["BC9"]),
])  # fmt: skip
def test_the_jaeger_need_room_for_a_step_of_their_own(crowd: dict[str, str], places: list[str]) -> None:
    board = still({"3.KD": "BC9", "6.KD": "BC10", **crowd})
    assert sorted(_places(board, KK)) == sorted(map(at, places))


@pytest.mark.rule("6.6.2", "6.6.1")
def test_losses_of_both_parts_are_those_of_the_whole() -> None:
    board = still({"11.IB": "AW22 N -1", "12.IB": "AW22 N -1"})
    ((whole, part, olds, lost),) = _added_up(board, ID)
    assert (whole, part, olds, lost) == (BY_ID["6.ID"], BY_ID["11.IB"], unit("11.IB", "12.IB"), 2)
    _join(board, ID)
    assert (board.where[whole], board.lost[whole]) == (at("AW22"), 2)


@pytest.mark.rule("6.6.3", "6.6.5")
@pytest.mark.parametrize("row", [KK, CA])
def test_each_division_takes_the_light_infantry_back_and_keeps_its_losses(row: Any) -> None:
    one, two, light = row.parts
    board = still({one: "BC9 N", two: "BC10 S -1", light: "BC10 N"})
    first, second = (BY_ID[name] for name in row.wholes)
    assert _taken_back(board, row) == [
        (first, BY_ID[one], unit(one, light), 0), (second, BY_ID[two], unit(two, light), 1),
    ]  # fmt: skip
    faces = _join(board, row)
    assert (board.where[first], board.where[second]) == (at("BC9"), at("BC10"))
    assert [board.where[BY_ID[name]] < 0 for name in row.parts] == [True, True, True]
    assert faces == (), "nobody came into its hex now, and two divisions keep their facings"


@pytest.mark.rule("6.6.1")
@pytest.mark.parametrize(("faces", "asks"), [(("N", "N"), 0), (("N", "S"), 1)])
def test_whose_parts_looked_two_ways_is_asked_where_it_looks(faces: tuple[str, str], asks: int) -> None:
    board = still({"11.IB": f"AW22 {faces[0]}", "12.IB": f"AW22 {faces[1]}"})
    board.spent = {BY_ID["11.IB"]: 10, BY_ID["12.IB"]: 20}
    found: Any = _join(board, ID)
    assert [step.unit for step in found] == [BY_ID["6.ID"]] * asks
    assert board.spent == {BY_ID["6.ID"]: 20}
    fresh = still({"11.IB": "AW22 N", "12.IB": "AW22 N"})
    _join(fresh, ID)
    assert fresh.spent == {}, "nothing was spent"


@pytest.mark.rule("6.6.4")
def test_only_the_17th_gives_the_15th_its_fourth_step() -> None:
    units = {"15.ID-3": "AW24 N"}
    other = still({**units, "11.IB": "AW22 N", "12.IB": "AW22 N"})
    _join(other, ID)
    assert other.where[BY_ID["15.ID-3"]] == at("AW24")
    own = still({**units, "33.IB": "AW22 N", "34.IB": "AW22 N"})
    _join(own, ROW["17.ID"])
    assert (own.where[BY_ID["15.ID-3"]] < 0, own.where[BY_ID["15.ID-4"]]) == (True, at("AW24"))


@pytest.mark.rule("7.1.5")
def test_who_came_into_its_hex_before_it_split_is_asked_for_its_facing() -> None:
    olds, news = [BY_ID["6.ID"]], [BY_ID["11.IB"], BY_ID["12.IB"]]
    board = still({"6.ID": "AW22 N", "11.IB": "AW22 N", "12.IB": "AW22 N", "5.KD": "AW24"})
    board.regrouped = unit("5.KD")
    board.entered = unit("12.IB", "5.KD")
    board.spent = dict.fromkeys(news, 40)
    settled: Any = _settle(board, olds, news)
    assert [step.unit for step in settled] == [BY_ID["12.IB"]]
    assert board.regrouped == unit("5.KD", "11.IB", "12.IB")
    assert (board.extended_1 | board.extended_2) & bits(news) == bits(news)
    board.entered = unit("5.KD")
    assert _settle(board, [], [BY_ID["5.KD"]]) == (), "cavalry has no facing"


@pytest.mark.rule("19.2.2")
@pytest.mark.parametrize(("words", "hidden"), [(("fog", "fog"), True), (("fog", ""), False), (("", ""), False)])
def test_only_units_that_are_all_hidden_stay_so_when_they_join(words: tuple[str, str], hidden: bool) -> None:
    board = still({"11.IB": f"AW22 N {words[0]}", "12.IB": f"AW22 N {words[1]}"}, fog=True)
    _in_sight(board, unit("11.IB", "12.IB"))
    assert (board.fogged == unit("11.IB", "12.IB")) == hidden
    assert bool(board.fogged) == hidden
    _join(board, ID)
    assert (board.fogged == unit("6.ID")) == hidden


@pytest.mark.rule("21.1.1")
def test_light_infantry_that_is_let_go_is_no_zealot() -> None:
    board = still({"27e-DI-3": "BC9 N doctrine", "BCA-14e-CA": "BC9 N doctrine"}, doctrine=True)
    _no_zealot(board, BY_ID["BCA-14e-CA"])
    assert board.indoctrinated == unit("27e-DI-3")


# -- [3.2.5], [8.3.4], [9.3.6] markers of losses


@pytest.mark.rule("9.3.6", "8.3.4")
@pytest.mark.parametrize(("rank", "count", "combat", "marker"), [
    (0, 1, True, 0), (0, 2, True, 1), (0, 1, False, 1), (0, 2, False, 2), (1, 1, True, 1), (1, 2, True, 1),
    (1, 2, False, 2), (2, 1, True, 1), (2, 2, True, 2), (2, 3, True, 2), (2, 2, False, 2),
])  # fmt: skip
def test_the_best_ranks_recover_sooner_from_losses_in_combat_alone(
    rank: int, count: int, combat: bool, marker: int
) -> None:
    who = next(one for one in members(INFANTRY) if RANK[one] == rank and STEPS[one] == 4)
    board = still({IDS[who]: "AW22 N"})
    lose_steps(board, who, count, combat=combat)
    assert board.loss_marker.get(who, 0) == marker
    board.loss_marker[who] = 2
    lose_steps(still({IDS[who]: "AW22 N"}), who, 1, combat=combat)
    assert board.loss_marker[who] == 2


# -- [10], [11.1], [11.6] works

BELT = next(
    (hex, other)
    for hex in MAP.camps[3].hexes
    for other in MAP.grid.neighbours[hex]
    if MAP.guard(hex, other).name == "STRENGTHENED"
)
LINE = next(
    (hex, other)
    for hex in range(len(MAP.grid))
    for other in MAP.grid.neighbours[hex]
    if MAP.camp[hex] < 0 and MAP.guard(hex, other).name == "REGULAR" and MAP.country[hex] == "FR"
)


def in_line(*words: str, **more: Any) -> Any:
    names = ("1re-DI", "2e-DI", "3e-DI")
    place = MAP.grid.label(LINE[0])
    return still({name: f"{place} {word}" for name, word in zip(names, words, strict=False)}, **more)


@pytest.mark.rule("11.1.1", "11.1.2", "11.1.3")
def test_a_printed_line_serves_its_builders_on_the_guarded_sides() -> None:
    hex, other = LINE
    board = still()
    assert [printed(board, hex, other, nation) for nation in (FR, GB, BE, DE)] == [
        Works.REGULAR, Works.REGULAR, Works.REGULAR, Works.NONE,
    ]  # fmt: skip
    open_side = next(near for near in MAP.grid.neighbours[hex] if not MAP.guard(hex, near))
    assert printed(board, hex, open_side, FR) == Works.NONE
    board.turn = 2
    assert printed(board, hex, other, FR) == Works.FIELDWORKS
    assert printed(board, hex, open_side, FR) == Works.NONE


@pytest.mark.rule("11.1.3")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_before_turn_3_regular_entrenchments_are_fieldworks_and_stronger_ones_are_not(turn: int) -> None:
    assert _before_turn_3(Works.REGULAR, turn) == (Works.FIELDWORKS if turn < 3 else Works.REGULAR)
    assert _before_turn_3(Works.STRENGTHENED, turn) == Works.STRENGTHENED
    assert _before_turn_3(Works.NONE, turn) == Works.NONE


def belt(turn: int, nation: int, fort: bool, camp: int = 3) -> Works:
    hex, other = next(
        (hex, other)
        for hex in MAP.camps[camp].hexes
        for other in MAP.grid.neighbours[hex]
        if MAP.guard(hex, other) and forts.AT[hex]
    )
    board = still(turn=turn)
    board.forts_gone = 0 if fort else forts.AT[hex]
    return printed(board, hex, other, nation)


def belt_turn(camp: int) -> int:
    return TRACK.camp_works[MAP.camps[camp].name]


@pytest.mark.rule("11.6.5", "11.6.11", "11.6.12")
def test_the_belt_of_a_camp_drops_a_grade_for_each_of_three_things() -> None:
    done = belt_turn(3)
    full = belt(done, FR, True)
    assert full == Works.STRENGTHENED
    assert belt(done + 1, FR, True) == full
    assert belt(done - 1, FR, True) == full - 1
    assert belt(done, FR, False) == full - 1
    assert belt(done, BE, True) == full - 1
    assert belt(done, GB, False) == full - 2
    assert belt(done - 1, GB, False) == full - 3 == Works.NONE
    assert belt(done, DE, True) == Works.NONE, "who did not build it"


@pytest.mark.rule("11.6.6", "11.1.2", "11.1.1")
def test_the_belt_of_liege_stays_regular() -> None:
    assert {belt(turn, BE, True, camp=0) for turn in (1, 3, 10, 24)} == {Works.REGULAR}
    assert belt(24, BE, False, camp=0) == Works.FIELDWORKS
    assert belt(24, FR, False, camp=0) == Works.NONE


@pytest.mark.rule("11.1.5", "10.2.3", "10.1.6")
def test_one_attacker_over_the_front_is_enough_for_entrenchments_and_not_for_fieldworks() -> None:
    front_hexes, rear = 0b0110, 0b1000
    assert [_one_over(front_hexes, hexes) for hexes in (0b0010, 0b1010, rear, 0)] == [True, True, False, False]
    assert [_all_over(front_hexes, hexes) for hexes in (0b0110, 0b0100, 0b1010, rear)] == [True, True, False, False]


@pytest.mark.rule("10.2.2", "10.1.7")
def test_those_of_a_stack_without_a_marker_have_nothing_and_the_others_join_their_fronts() -> None:
    board = still({"18.ID": "AG14 S fieldworks", "17.ID": "AG14 N fieldworks", "3.ID": "AG14 NE"})
    near, far = at("AG13"), at("AG15")
    one, two, three = (BY_ID[name] for name in ("18.ID", "17.ID", "3.ID"))
    assert [marked(board, each, [near, far]) for each in (one, two, three)] == [
        Works.FIELDWORKS, Works.FIELDWORKS, Works.NONE,
    ]  # fmt: skip
    assert _fronts(board, one, board.fieldworks) == front(board, one) | front(board, two)
    board.fieldworks = unit("18.ID")
    assert [marked(board, one, [near]), marked(board, one, [near, far])] == [Works.FIELDWORKS, Works.NONE]
    board.put(BY_ID["1re-DI"], at("AG14"))
    board.fieldworks |= unit("1re-DI")
    assert _fronts(board, one, board.fieldworks) == front(board, one), "an enemy's front covers nobody"
    board.fieldworks, board.entrenched = 0, unit("18.ID")
    assert [marked(board, each, [near, far]) for each in (one, two)] == [Works.REGULAR, Works.NONE]


@pytest.mark.rule("11.6.9", "10.1.7")
def test_beside_an_active_fort_of_a_camp_a_marker_covers_all_round() -> None:
    hex = BELT[0]
    place = MAP.grid.label(hex)
    board, who = still({"1re-DI": f"{place} N fieldworks"}), BY_ID["1re-DI"]
    assert forts.AT[hex]
    assert _fronts(board, who, board.fieldworks) == MAP.grid.links.of[hex]
    board.forts_gone = forts.AT[hex]
    assert _fronts(board, who, board.fieldworks) == front(board, who) != MAP.grid.links.of[hex]
    outside = still({"1re-DI": "AW30 N fieldworks"})
    assert _fronts(outside, who, outside.fieldworks) == front(outside, who)


@pytest.mark.rule("11.2.5")
def test_in_a_zone_no_other_works_help_the_germans() -> None:
    zone = next(iter(forts.ZONE_AT))
    place = MAP.grid.label(zone)
    around = MAP.grid.neighbours[zone]
    board, who = still({"18.ID": f"{place} N entrenched"}), BY_ID["18.ID"]
    assert covered(board, zone, GERMAN_SIDE, around) == {who: Works.NONE}
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    assert covered(board, zone, GERMAN_SIDE, around) == {who: Works.REGULAR}
    allied = still({"1re-DI": f"{place} N entrenched"})
    assert covered(allied, zone, ALLIED_SIDE, around)[BY_ID["1re-DI"]] == Works.REGULAR
    elsewhere = still({"18.ID": "AG14 N entrenched"})
    assert covered(elsewhere, at("AG14"), GERMAN_SIDE, MAP.grid.neighbours[at("AG14")]) == {who: Works.REGULAR}


@pytest.mark.rule("11.1.4", "11.1.5")
def test_foot_has_the_best_of_line_and_marker_and_cavalry_has_none() -> None:
    hex, other = LINE
    board = in_line("N")
    board.put(BY_ID["1re-DC"], hex)
    foot, horse = BY_ID["1re-DI"], BY_ID["1re-DC"]
    open_side = next(near for near in MAP.grid.neighbours[hex] if not MAP.guard(hex, near))
    assert _best(board, foot, hex, (other,)) == Works.REGULAR
    assert _best(board, foot, hex, (open_side, other)) == _best(board, foot, hex, (other, open_side)) == Works.REGULAR
    assert _best(board, foot, hex, (open_side,)) == _best(board, foot, hex, ()) == Works.NONE
    assert _best(board, horse, hex, (other,)) == Works.NONE
    board.entrenched = unit("1re-DI", "1re-DC")
    assert _best(board, foot, hex, tuple(MAP.grid.neighbours[hex])) == Works.REGULAR
    board.turn = 2
    assert _best(board, foot, hex, (other,)) in (Works.FIELDWORKS, Works.REGULAR)
    assert _best(board, horse, hex, tuple(MAP.grid.neighbours[hex])) == Works.NONE


@pytest.mark.rule("11.6.1", "11.6.2")
def test_one_attacker_over_the_belt_is_enough_and_eight_steps_have_it() -> None:
    hex, other = BELT
    place = MAP.grid.label(hex)
    board = still({"1re-DI": f"{place} N", "2e-DI": f"{place} N"}, turn=belt_turn(3))
    one, two = BY_ID["1re-DI"], BY_ID["2e-DI"]
    inside = next(near for near in MAP.grid.neighbours[hex] if not MAP.guard(hex, near))
    assert covered(board, hex, ALLIED_SIDE, (inside, other)) == dict.fromkeys((one, two), Works.STRENGTHENED)
    assert covered(board, hex, ALLIED_SIDE, (inside,)) == dict.fromkeys((one, two), Works.NONE)
    board.put(BY_ID["3e-DI"], hex)
    found = covered(board, hex, ALLIED_SIDE, (inside, other))
    assert sorted(found.values()) == [Works.NONE, Works.STRENGTHENED, Works.STRENGTHENED]
    board.fieldworks = unit("1re-DI", "2e-DI", "3e-DI")
    found = covered(board, hex, ALLIED_SIDE, (other,))
    assert sorted(found.values()) == [Works.FIELDWORKS, Works.STRENGTHENED, Works.STRENGTHENED]


@pytest.mark.rule("11.1.4")
def test_eight_steps_have_the_line_and_one_more_does_not() -> None:
    hex, other = LINE
    board = in_line("N", "N")
    assert set(covered(board, hex, ALLIED_SIDE, (other,)).values()) == {Works.REGULAR}
    board = in_line("N", "N", "N -3")
    names = ("1re-DI", "2e-DI", "3e-DI")
    assert board.total_steps(unit(*names)) == 9
    found = covered(board, hex, ALLIED_SIDE, (other,))
    assert sorted(found.values()) == [Works.NONE, Works.REGULAR, Works.REGULAR]
    board.entrenched = unit(*names)
    found = covered(board, hex, ALLIED_SIDE, (other,))
    assert sorted(found.values())[1:] == [Works.REGULAR, Works.REGULAR], "a marker is no more than the eight steps"
    assert min(found.values()) <= Works.FIELDWORKS


@pytest.mark.rule("11.1.4", "11.6.2", "10.2.1")
def test_what_each_grade_is_worth_to_each_side() -> None:
    grades = list(Works)
    assert [tenths(works, GERMAN_SIDE) for works in grades] == [10, 13, 20, 35]
    assert [tenths(works, ALLIED_SIDE) for works in grades] == [10, 12, 17, 30]
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        kept = [arf_kept(works, side) for works in grades]
        assert kept == [100, 50 if side == GERMAN_SIDE else 70, 50, 50]
        texts = [[each.text for each in abu_modifiers(works, side)] for works in grades]
        owner = "german" if side == GERMAN_SIDE else "allied"
        assert texts == [[], [], [f"abu.regular.{owner}"], [f"abu.strengthened.{owner}"]]


@pytest.mark.rule("11.7.2")
def test_who_holds_old_walls_has_nothing_else() -> None:
    place = next(hex for hex in range(len(MAP.grid)) if MAP.old_fortification[hex])
    board, who = still({"1re-DI": f"{MAP.grid.label(place)} N entrenched"}), BY_ID["1re-DI"]
    around = MAP.grid.neighbours[place]
    before = covers(board, place, ALLIED_SIDE, around)[who]
    assert (before.works, before.tenths) == (Works.REGULAR, 17)
    board.in_walls = 1 << who
    inside = covers(board, place, ALLIED_SIDE, around)[who]
    assert (inside.works, inside.tenths) == (Works.NONE, 15)


@pytest.mark.rule("11.2.6")
def test_under_fire_all_in_a_zone_are_alike_and_terrain_does_not_count() -> None:
    zone = next(iter(forts.ZONE_AT))
    place = MAP.grid.label(zone)
    board = still({"18.ID": f"{place} N entrenched", "5.KD": place})
    found = barrage_covers(board, zone, GERMAN_SIDE, MAP.grid.neighbours[zone])
    assert {(each.kept, len(each.modifiers), each.terrain) for each in found.values()} == {(50, 1, False)}
    assert set(found) == {BY_ID["18.ID"], BY_ID["5.KD"]}
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    found = barrage_covers(board, zone, GERMAN_SIDE, MAP.grid.neighbours[zone])
    assert found[BY_ID["18.ID"]].terrain
    assert found[BY_ID["18.ID"]].kept == arf_kept(Works.REGULAR, GERMAN_SIDE)
    assert (found[BY_ID["5.KD"]].kept, found[BY_ID["5.KD"]].modifiers) == (100, ())
    allied = still({"1re-DI": f"{place} N"})
    found = barrage_covers(allied, zone, ALLIED_SIDE, MAP.grid.neighbours[zone])
    assert (found[BY_ID["1re-DI"]].kept, found[BY_ID["1re-DI"]].terrain) == (100, True)
