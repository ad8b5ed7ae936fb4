"""[7.2], [7.3] What hexsides cost or close, and how many steps pass."""

from __future__ import annotations

from functools import cache

import pytest

from games.nach_paris.movement.support import chosen, cost_to, direct, moving
from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, legal, play, refused
from marne.games.nach_paris.components import tables
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Water
from marne.games.nach_paris.components.tables import MOUNTAIN_RANGE, NO_WAY, PLAIN, TRANSIT_HEX, hexside, hexsides
from marne.games.nach_paris.components.units import BY_ID, MOUNTAIN_BOX, STEPS
from marne.games.nach_paris.rules.movement.reach import (
    _ROADS,
    _costs,
    _fallen,
    costs_for,
    crossing,
    transit_full,
    transit_limit,
)
from marne.games.nach_paris.rules.movement.walk import _note_transit
from marne.games.nach_paris.rules.retreat.ways import can_cross
from marne.games.nach_paris.steps import label


def _side(a: str, b: str) -> int:
    return MAP.grid.side(MAP.grid.hex(a), MAP.grid.hex(b))


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
@pytest.mark.reading("mountain-limit")
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


@pytest.mark.rule("7.3.1")
def test_a_hex_lets_through_exactly_as_many_steps_as_it_can() -> None:
    hex = next(h for h in range(len(MAP.grid)) if MAP.playable(h) and MAP.terrain[h] in TRANSIT_HEX)
    limit = TRANSIT_HEX[MAP.terrain[hex]]
    board = still({"18.ID": "AW22 N"})
    unit = BY_ID["18.ID"]
    for steps in range(1, STEPS[unit] + 1):
        board.lost[unit] = STEPS[unit] - steps
        board.transit_hex = {hex: limit - steps}
        assert not transit_full(board, unit, hex)
        board.transit_hex = {hex: limit - steps + 1}
        assert transit_full(board, unit, hex)


@cache
def sides_of() -> dict[int, tuple[int, int]]:
    """Every hexside between hexes in play, with the two."""
    return {
        MAP.grid.side(a, b): (a, b)
        for a in filter(MAP.playable, range(len(MAP.grid)))
        for b in filter(MAP.playable, MAP.grid.neighbours[a])
    }


@pytest.mark.rule("4.2")
def test_what_each_kind_of_hexside_carries() -> None:
    for side in sides_of():
        water, cover = MAP.water[side], MAP.cover[side]
        for flooded in (False, True):
            for bridge in (False, True):
                wet = {
                    Water.NONE: [],
                    Water.MINOR: [tables.MINOR],
                    Water.RIVER: [tables.RIVER],
                    Water.MAJOR: [tables.MAJOR_BRIDGED if MAP.bridge[side] and bridge else tables.MAJOR_OPEN],
                }[water]
                if flooded and MAP.flood[side]:
                    wet = [tables.PARTIALLY_FLOODED if MAP.partial_flood[side] else tables.FLOODED_SIDE]
                high = {
                    Cover.NONE: [],
                    Cover.DEEP_FOREST: [tables.DEEP_FOREST],
                    Cover.MOUNTAIN_RANGE: [tables.MOUNTAIN_RANGE],
                }[cover]
                found = tables.hexsides(side, flooded=flooded, bridge=bridge)
                assert list(found) == ([*wet, *high] or [tables.PLAIN])


@pytest.mark.rule("7.2.1", "7.3.2")
def test_the_dearest_that_a_hexside_carries_binds_and_a_pass_opens_a_crest() -> None:
    for side in sides_of():
        every = [kind for kind in tables.hexsides(side) if kind != tables.MOUNTAIN_RANGE or not MAP.mountain_pass[side]]
        order = (
            tables.MAJOR_OPEN,
            tables.FLOODED_SIDE,
            tables.MOUNTAIN_RANGE,
            tables.DEEP_FOREST,
            tables.PARTIALLY_FLOODED,
            tables.MAJOR_BRIDGED,
            tables.RIVER,
            tables.MINOR,
            tables.PLAIN,
        )
        assert tables.hexside(side) == next(kind for kind in order if kind in (every or [tables.PLAIN]))


@pytest.mark.rule("7.1.7", "7.2.1", "7.3.3")
def test_a_full_hexside_is_closed_to_who_is_too_many_unless_roads_are_empty() -> None:
    limit, (a, b) = next(
        (limit, sides_of()[side])
        for side in sides_of()
        if (limit := tables.TRANSIT[tables.hexside(side)]) < tables.NO_WAY
        and limit >= 4
        and costs_for(still(), BY_ID["18.ID"]).cost(*sides_of()[side]) is not None
    )
    side = MAP.grid.side(a, b)
    board, who = still({"18.ID": MAP.grid.label(a)}), BY_ID["18.ID"]
    free = costs_for(board, who).cost(a, b)
    assert free is not None
    for used, shut in ((limit - 4, False), (limit - 3, True)):
        board.transit_side = {side: used}
        assert (costs_for(board, who).cost(a, b) is None) == shut
        assert costs_for(board, who, empty_roads=True).cost(a, b) == free
    other = next(hex for hex in MAP.grid.neighbours[a] if hex != b and MAP.playable(hex))
    board.transit_side = {}
    dry = costs_for(board, who).cost(a, other)
    board.transit_side = {side: limit}
    assert costs_for(board, who).cost(a, other) == dry


@pytest.mark.rule("7.3.1", "7.3.3")
@pytest.mark.reading("transit-steps")
def test_a_mountainous_hex_takes_so_many_steps_and_no_more() -> None:
    terrain, limit = next(iter(tables.TRANSIT_HEX.items()))
    hex = next(each for each in range(len(MAP.grid)) if MAP.terrain[each] == terrain)
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert [transit_full(board, who, place) for place in (hex, at("AW23"))] == [False, False]
    for used, full in ((limit - 4, False), (limit - 3, True)):
        board.transit_hex = {hex: used, at("AW23"): 50}
        assert transit_full(board, who, hex) == full
        assert not transit_full(board, who, at("AW23"))


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


@pytest.mark.rule("7.2.1", "7.3.2")
@pytest.mark.reading("passes")
def test_a_pass_opens_a_range_and_nothing_else() -> None:
    for side in range(MAP.grid.side_count):
        kinds = hexsides(side)
        if MAP.mountain_pass[side]:
            left = [kind for kind in kinds if kind != MOUNTAIN_RANGE]
            assert hexside(side) in (left or [PLAIN])
        else:
            assert hexside(side) in kinds
            assert MOUNTAIN_RANGE not in kinds or hexside(side) != PLAIN


SMALL, LARGE, LARGER = "145e-RI", "5e-DI", "6e-DI"


@pytest.mark.rule("7.3.1", "7.3.3", "7.1.3")
@pytest.mark.reading("transit-steps")
def test_four_steps_leave_room_for_one_in_the_mountains_but_not_for_four() -> None:
    units = {LARGE: "L9 N", LARGER: "L9 N", SMALL: "L9 N"}
    position = arranged(units=units, side="allied", turn=9, begin="movement")
    position = play(position, f"move {LARGE}", "to L8", "end", "face N")
    assert position.board.transit_hex == {MAP.grid.hex("L8"): 4}
    assert refused(play(position, f"move {LARGER}"), "to L8") == "7.3.1"
    assert "to L8" in legal(play(position, f"move {SMALL}"))


@pytest.mark.rule("7.3.2", "7.3.3")
def test_five_steps_leave_room_for_one_over_a_river_but_not_for_four() -> None:
    units = {LARGE: "L9 N", LARGER: "L9 N -3", SMALL: "L9 N", "8e-Bde": "L9 N", "7e-DI": "L9 N"}
    position = arranged(units=units, side="allied", turn=9, begin="movement")
    side = MAP.grid.side(MAP.grid.hex("L9"), MAP.grid.hex("K9"))
    position = play(position, f"move {LARGE}", "to K9", "end", "face N", f"move {SMALL}", "to K9", "end", "face N")
    assert position.board.transit_side == {side: 5}
    large = play(position, "move 7e-DI").board
    assert costs_for(large, BY_ID["7e-DI"]).cost(MAP.grid.hex("L9"), MAP.grid.hex("K9")) is None
    assert costs_for(large, BY_ID[LARGER]).cost(MAP.grid.hex("L9"), MAP.grid.hex("K9")) == 12


@pytest.mark.rule("7.2.1", "9.6.3")
def test_retreats_and_advances_cross_what_a_march_could() -> None:
    """Deep Forest: only who has mountain mobility crosses it."""
    side = next(s for s, cover in enumerate(MAP.cover) if cover == Cover.DEEP_FOREST)
    a, b = MAP.grid.side_hexes(side)
    board = still({"1re-DI": "BC9 N"})
    assert crossing(board, BY_ID["1re-DI"], side) == NO_WAY
    assert not can_cross(board, BY_ID["1re-DI"], a, b)
    assert can_cross(board, BY_ID["1re-DI"], at("BC9"), at("BC10"))


@pytest.mark.rule("7.2.1")
def test_a_river_is_closed_when_its_last_road_bridge_is_gone_and_no_other_is() -> None:
    side, roads = next((side, roads) for side, roads in _ROADS.items() if roads.bit_count() == 1)
    assert _fallen(()) == ()
    assert _fallen((roads.bit_length() - 1,)) == (side,)
