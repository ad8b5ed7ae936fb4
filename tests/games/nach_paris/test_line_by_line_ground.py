"""Rules line by line: ground, tables, arrivals. Each test asks one rule for both of its answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import arranged
from marne.engine import Modifier, Only
from marne.games.nach_paris.board import WAITING, Train
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components import tables
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Water
from marne.games.nach_paris.components.table_files import CombatResult, Result
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    DE,
    ENGINEERS,
    FR,
    GERMAN_SIDE,
    IDS,
    NATION,
    OF_NATION,
    SIDE,
)
from marne.games.nach_paris.rules.barrage.at_forts import ShakeFort
from marne.games.nach_paris.rules.barrage.at_units import may_strike
from marne.games.nach_paris.rules.barrage.firing import targets_of
from marne.games.nach_paris.rules.combat.declaring import targets
from marne.games.nach_paris.rules.engineers.demolition import watched
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
from marne.games.nach_paris.rules.movement.arrivals import ArrivalFacing, due, toward_enemy
from marne.games.nach_paris.rules.movement.reach import _drowned, costs_for, halting, transit_full
from marne.games.nach_paris.rules.rail.journeys import _in_the_way
from marne.games.nach_paris.rules.rail.lines import LOW
from marne.games.nach_paris.rules.retreat.adjust import why_not_shift
from marne.games.nach_paris.rules.retreat.advance import Advance
from marne.games.nach_paris.rules.units.stacking import fits, room, squeeze_in
from marne.games.nach_paris.rules.works.fieldworks import ChooseDiggers, DigIn
from marne.hexes import bits, members

FORT = next(fort for fort in range(fort_data.COUNT) if not fort_data.FESTEN >> fort & 1)


SIDES_OF = {
    MAP.grid.side(a, b): (a, b)
    for a in filter(MAP.playable, range(len(MAP.grid)))
    for b in filter(MAP.playable, MAP.grid.neighbours[a])
}


@pytest.mark.rule("4.2")
def test_what_each_kind_of_hexside_carries() -> None:
    for side in SIDES_OF:
        water, cover = MAP.water[side], MAP.cover[side]
        for flooded in (False, True):
            for bridge in (False, True):
                wet = {
                    Water.NONE: [], Water.MINOR: [tables.MINOR], Water.RIVER: [tables.RIVER],
                    Water.MAJOR: [tables.MAJOR_BRIDGED if MAP.bridge[side] and bridge else tables.MAJOR_OPEN],
                }[water]  # fmt: skip
                if flooded and MAP.flood[side]:
                    wet = [tables.PARTIALLY_FLOODED if MAP.partial_flood[side] else tables.FLOODED_SIDE]
                high = {
                    Cover.NONE: [], Cover.DEEP_FOREST: [tables.DEEP_FOREST],
                    Cover.MOUNTAIN_RANGE: [tables.MOUNTAIN_RANGE],
                }[cover]  # fmt: skip
                found = tables.hexsides(side, flooded=flooded, bridge=bridge)
                assert list(found) == ([*wet, *high] or [tables.PLAIN])


@pytest.mark.rule("7.2.1", "7.3.2")
def test_the_dearest_that_a_hexside_carries_binds_and_a_pass_opens_a_crest() -> None:
    for side in SIDES_OF:
        every = [kind for kind in tables.hexsides(side) if kind != tables.MOUNTAIN_RANGE or not MAP.mountain_pass[side]]
        order = (
            tables.MAJOR_OPEN, tables.FLOODED_SIDE, tables.MOUNTAIN_RANGE, tables.DEEP_FOREST,
            tables.PARTIALLY_FLOODED, tables.MAJOR_BRIDGED, tables.RIVER, tables.MINOR, tables.PLAIN,
        )  # fmt: skip
        assert tables.hexside(side) == next(kind for kind in order if kind in (every or [tables.PLAIN]))


@pytest.mark.rule("7.1.7", "7.2.1", "7.3.3")
def test_a_full_hexside_is_closed_to_who_is_too_many_unless_roads_are_empty() -> None:
    limit, (a, b) = next(
        (limit, SIDES_OF[side])
        for side in SIDES_OF
        if (limit := tables.TRANSIT[tables.hexside(side)]) < tables.NO_WAY and limit >= 4
        and costs_for(still(), BY_ID["18.ID"]).cost(*SIDES_OF[side]) is not None
    )  # fmt: skip
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
def test_a_mountainous_hex_takes_so_many_steps_and_no_more() -> None:
    terrain, limit = next(iter(tables.TRANSIT_HEX.items()))
    hex = next(each for each in range(len(MAP.grid)) if MAP.terrain[each] == terrain)
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert [transit_full(board, who, place) for place in (hex, at("AW23"))] == [False, False]
    for used, full in ((limit - 4, False), (limit - 3, True)):
        board.transit_hex = {hex: used, at("AW23"): 50}
        assert transit_full(board, who, hex) == full
        assert not transit_full(board, who, at("AW23"))


@pytest.mark.rule("17.2.2")
def test_the_plains_of_open_sluices_are_drowned_and_no_others() -> None:
    for opened in range(1 << len(MAP.sluices)):
        wanted = [hex for i, sluice in enumerate(MAP.sluices) if opened >> i & 1 for hex in sluice.hexes]
        assert list(_drowned(opened)) == wanted


@pytest.mark.rule("8.3.3", "9.3.2", "9.3.3")
def test_results_are_read_as_they_are_printed() -> None:
    assert Result.parse("-") == Result(0, 0, False)
    assert (Result.parse("●●O-2"), Result.parse("O+3"), Result.parse("O0")) == (
        Result(2, -2),
        Result(0, 3),
        Result(0, 0),
    )
    assert [str(Result.parse(text)) for text in ("-", "●O-2", "O0", "O+3")] == ["-", "●O-2", "O0", "O+3"]
    both = CombatResult.parse("O+3/●O+3")
    assert (both.attacker, both.defender) == (Result(0, 3), Result(1, 3))
    with pytest.raises(ValueError, match="O"):
        CombatResult.parse("O+3")
    with pytest.raises(ValueError, match="2"):
        Result.parse("2")
    assert Result(1, 3).worse_than(Result(0, -9))
    assert Result(0, -2).worse_than(Result(0, -1))
    assert not Result(0, -2).worse_than(Result(0, -2))
    assert not Result(0, 3).worse_than(Result(1, 3))


@pytest.mark.rule("7.7.4", "7.7.1")
def test_who_waits_may_come_from_its_turn_on() -> None:
    board = arranged("campaign", begin="nothing", rest="waiting", turn=3).board
    rows = [row for row in board.play.arrival.values() if NATION[row.unit] == DE]
    assert {row.unit for row in due(board, DE)} == {
        row.unit for row in rows if row.turn <= 3 and board.where[row.unit] == WAITING
    }
    later = [row for row in rows if row.turn > 3]
    board.turn = max(row.turn for row in later)
    assert {row.unit for row in later} <= {row.unit for row in due(board, DE)}
    first = due(board, DE)[0]
    board.put(first.unit, at("AW22"))
    assert first not in due(board, DE)
    assert all(NATION[row.unit] == FR for row in due(board, FR))


@pytest.mark.rule("7.7.2")
def test_who_has_just_come_looks_where_it_likes_if_it_has_a_facing() -> None:
    board = still({"18.ID": "AW22 N", "5.KD": "AW22"}, side="german")
    ask: Any = ArrivalFacing(BY_ID["18.ID"]).ask(board)
    assert (ask.actor, list(ask.options)) == (0, [("face", way) for way in range(6)])
    assert ArrivalFacing(BY_ID["5.KD"]).ask(board) is None
    ArrivalFacing(BY_ID["18.ID"]).answered(board, ("face", 4))
    assert board.faces[BY_ID["18.ID"]] == 4
    board.put(BY_ID["18.ID"], -1)
    assert ArrivalFacing(BY_ID["18.ID"]).ask(board) is None
    near = still({"1re-DI": "AW23 S", "2e-DI": "AW30 S"})
    ways = MAP.grid.around[at("AW22")]
    assert ways[toward_enemy(near, at("AW22"), 0)] == at("AW23")
    assert SIDE[BY_ID["1re-DI"]] == ALLIED_SIDE


@pytest.mark.rule("9.6.5")
def test_nobody_is_asked_who_cannot_advance() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "3.ID": "AW30 N"}, side="german")
    hexes = 1 << at("AW23")
    every = bits(BY_ID[name] for name in ("18.ID", "17.ID", "3.ID"))
    ask: Any = Advance(0, every, hexes).ask(board)
    names = [IDS[option[1]] for option in ask.options if option != "done"]
    assert sorted(names) == ["17.ID", "18.ID"]
    assert list(ask.options)[-1] == "done"
    assert Advance(0, 1 << BY_ID["3.ID"], hexes).ask(board) is None


@pytest.mark.rule("6.4.3", "9.6.4")
def test_who_is_squeezed_into_a_full_hex_loses_what_does_not_fit() -> None:
    who, hex = BY_ID["18.ID"], at("AW23")
    names = ("3.ID", "4.ID", "5.ID", "7.ID")
    for count, lost, left in ((2, 0, True), (3, 1, True), (4, 4, False)):
        board = still({"18.ID": "AW22 N", **dict.fromkeys(names[:count], "AW23 N")})
        free = room(board, hex, 0)
        assert fits(board, who, hex, 0) == (free >= 4)
        assert squeeze_in(board, who, hex) == left
        assert board.lost[who] == lost == (0 if free >= 4 else 4 - max(0, free))


@pytest.mark.rule("9.7.2", "7.3.3", "9.7.3")
def test_each_thing_that_forbids_a_shift_in_combat() -> None:
    def why(board: Any, hex: str = "AW23") -> str:
        found = why_not_shift(board, BY_ID["18.ID"], at(hex))
        return found.rule if found else ""

    board = still({"18.ID": "AW22 N"}, side="german")
    assert (why(board), why(board, "AW24")) == ("", "9.7.2")
    board.transit_side = {MAP.grid.side(at("AW22"), at("AW23")): 999_999}
    assert why(board) == "7.3.3"
    assert why(still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")) == "9.7.2"
    zones = still({"18.ID": "AW22 N", "1re-DI": "AX23 S", "2e-DI": "AV23 S"}, side="german")
    found = {why(zones, MAP.grid.label(hex)) for hex in MAP.grid.neighbours[at("AW22")]}
    assert found <= {"", "9.7.3", "9.7.2"}
    full = still({"18.ID": "AW22 N", **{f"{n}.ID": "AW23 N" for n in (3, 4, 5, 7)}}, side="german")
    assert why(full) == "6.4.1"


@pytest.mark.rule("5.1.1", "5.1.2")
def test_a_fort_passes_up_to_its_number_and_fails_unrolled_at_nothing() -> None:
    cab = fort_data.CAB[FORT][0]
    for less, asked in ((cab - 1, True), (cab, False), (cab + 1, False)):
        found = FortTest(FORT, (Modifier("8.6.3", "abf.result", -less),)).ask(still())
        assert isinstance(found, Only) != asked
        assert not isinstance(found, Only) or found.answer == 0
    yes, no = ShakeFort(1), ShakeFort(2)
    test = FortTest(FORT, (Modifier("8.6.3", "abf.result", 3 - cab),), passed=(yes,), failed=(no,))
    for die, stands in ((1, True), (3, True), (4, False), (20, False)):
        board = still()
        assert test.answered(board, die) == ((yes,) if stands else (no,))
        assert (board.forts_gone == 0) == stands
    none = FortTest(FORT, (Modifier("8.6.3", "abf.result", -cab),))
    board = still()
    none.answered(board, 0)
    assert board.forts_gone == 1 << FORT, "a roll of nothing is no success"


@pytest.mark.rule("19.3.2", "8.3.1")
def test_a_barrage_needs_six_points_and_twenty_against_a_hidden_stack() -> None:
    board = still({"1re-DI": "AW23 S fog"}, fog=True, side="german")
    hex = at("AW23")
    assert [may_strike(board, hex, Fraction(points), 0) for points in (6, 19, 20)] == [False, False, True]
    board.fogged = 0
    assert [may_strike(board, hex, Fraction(points), 0) for points in (5, 6, 20)] == [False, True, True]
    assert not may_strike(board, at("AW24"), Fraction(20), 0)
    zone = next(iter(fort_data.ZONE_AT))
    allied = still(side="allied")
    assert may_strike(allied, zone, Fraction(6), 0)
    assert not may_strike(allied, zone, Fraction(5), 0)


@pytest.mark.rule("8.2.5")
def test_enemies_and_zones_are_targets_once() -> None:
    board = still({"1re-DI": "AW23 S", "18.ID": "AW22 N"})
    assert targets_of(board, GERMAN_SIDE) == 1 << at("AW23")
    every = bits(fort_data.ZONE_AT) | 1 << at("AW22")
    assert targets_of(board, ALLIED_SIDE) == every
    zone = next(iter(fort_data.ZONE_AT))
    board.shelled = 1 << zone | 1 << at("AW23")
    assert targets_of(board, GERMAN_SIDE) == 0
    assert targets_of(board, ALLIED_SIDE) == every & ~(1 << zone)


@pytest.mark.rule("9.1.2", "9.1.6")
def test_a_hex_is_no_target_if_nobody_can_go_in_fully() -> None:
    for fact in ("fought", "barred", "barraged", "perilled"):
        board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
        assert targets(board, DE) == [at("AW23")]
        assert targets(board, FR) == []
        setattr(board, fact, 1 << BY_ID["18.ID"])
        assert targets(board, DE) == []
    staff = still({"2.AOK": "AW22", "KMK.b3": "AW22 N fip", "1re-DI": "AW23 S"}, side="german")
    assert targets(staff, DE) == [], "headquarters and guns attack nobody"


@pytest.mark.rule("12.3.5")
def test_which_standing_train_is_in_the_way() -> None:
    low = next(link for link in range(len(MAP.links)) if LOW >> link & 1)
    high = next(link for link in range(len(MAP.links)) if not LOW >> link & 1)
    other = 10_000
    for link, single in ((low, True), (high, False)):
        came, ahead = Train(0, link, 7), Train(0, link, 8)
        assert [_in_the_way(came, 7, *pair) for pair in ((link, other), (other, link), (other, other))] == [
            True, single, False,
        ]  # fmt: skip
        assert [_in_the_way(ahead, 7, *pair) for pair in ((other, link), (link, other), (other, other))] == [
            True, single, False,
        ]  # fmt: skip


@pytest.mark.rule("11.2.2")
def test_only_allies_halt_before_zones_and_only_while_they_stand() -> None:
    board = still()
    around = bits(near for zone in fort_data.ZONE_AT for near in MAP.grid.neighbours[zone])
    assert halting(board, GERMAN_SIDE) == 0
    assert halting(board, ALLIED_SIDE) & around == around
    board.zones_gone = (1 << len(fort_data.ZONE_AT)) - 1
    assert halting(board, ALLIED_SIDE) == 0


@pytest.mark.rule("16.1.4")
def test_sappers_are_watched_unless_foot_or_horse_is_with_them() -> None:
    who = members(ENGINEERS & OF_NATION[DE])[0]
    alone = {IDS[who]: "AW22", "1re-DI": "AW23 S"}
    assert watched(still(alone), who)
    assert not watched(still({**alone, "18.ID": "AW22 N"}), who)
    assert not watched(still({**alone, "5.KD": "AW22"}), who)
    assert watched(still({**alone, "2.AOK": "AW22"}), who)
    assert not watched(still({IDS[who]: "AW22", "1re-DI": "AW30 S"}), who)
    assert watched(still({IDS[who]: "AW22", "1re-DC": "AW23"}), who)


@pytest.mark.rule("10.1.4", "10.1.3")
def test_who_digs_together_is_chosen_one_by_one() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"}, side="german")
    hex, one, two = at("AW22"), BY_ID["18.ID"], BY_ID["17.ID"]
    ask: Any = ChooseDiggers(DE, hex).ask(board)
    assert list(ask.options) == ["all", *(("digger", who) for who in sorted((one, two)))]
    ask = ChooseDiggers(DE, hex, 1 << one).ask(board)
    assert list(ask.options) == ["all", "try", ("digger", two)]
    done = ChooseDiggers(DE, hex, 1 << one | 1 << two).ask(board)
    assert isinstance(done, Only)
    assert done.answer == "try"
    alone = ChooseDiggers(DE, hex).ask(still({"18.ID": "AW22 N"}, side="german"))
    assert isinstance(alone, Only)
    assert alone.answer == "all"
    assert ChooseDiggers(DE, hex, 1 << one).answered(board, "try") == (DigIn(hex, 1 << one),)
    assert ChooseDiggers(DE, hex, 1 << one).answered(board, "all") == (DigIn(hex, 1 << one | 1 << two),)
    assert ChooseDiggers(DE, hex, 1 << one).answered(board, ("digger", two)) == (
        ChooseDiggers(DE, hex, 1 << one | 1 << two),
    )
