"""Rules line by line: forts. Each test asks the code of one rule for both of its answers."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.nach_paris.still import at, still, unit
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import AMOUNT
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    DE,
    FRENCH,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    RANK,
)
from marne.games.nach_paris.rules.barrage.at_forts import ShakeFort, _effect, strike_once
from marne.games.nach_paris.rules.forts.assault import AssaultGuns, _keep_busy
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, closed_to
from marne.games.nach_paris.rules.forts.storm import (
    CarryOn,
    EnterFort,
    StormersTest,
    StormFort,
    _can_enter,
    _held,
    _kind,
    _neglected,
    _way_in,
    columns,
)
from marne.games.nach_paris.rules.retreat.ways import can_cross
from marne.games.nach_paris.rules.units.zones import zones, zones_of_guns
from marne.games.nach_paris.steps import FACING_NAMES
from marne.hexes import bits, members

BELT = next(
    (hex, other)
    for hex in MAP.camps[3].hexes
    for other in MAP.grid.neighbours[hex]
    if MAP.guard(hex, other).name == "STRENGTHENED"
)


# -- [11.2.2], [11.3.2], [11.4.2], [11.6.7], [11.6.10] closed hexes


@pytest.mark.rule("11.3.2", "11.4.2")
def test_forts_and_festen_close_their_hexes_to_the_enemy_until_destroyed() -> None:
    board = still()
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        hexes = bits(MAP.forts[fort].hex for fort in members(FORTS_OF[1 - side]))
        assert closed_to(board, side) & ~bits(forts.ZONE_AT) == hexes & ~bits(forts.ZONE_AT)
        assert not closed_to(board, side) & bits(MAP.forts[fort].hex for fort in members(FORTS_OF[side])) & ~hexes
    board.forts_gone = FORTS_OF[ALLIED_SIDE]
    assert closed_to(board, GERMAN_SIDE) == 0


@pytest.mark.rule("11.2.2")
def test_zones_are_closed_to_the_allies_alone_until_destroyed() -> None:
    board = still()
    board.forts_gone = FORTS_OF[GERMAN_SIDE] | FORTS_OF[ALLIED_SIDE]
    assert closed_to(board, ALLIED_SIDE) == bits(forts.ZONE_AT)
    assert closed_to(board, GERMAN_SIDE) == 0
    first, *others = forts.ZONE_AT
    board.zones_gone = 1 << forts.ZONE_AT[first]
    assert closed_to(board, ALLIED_SIDE) == bits(others)


@pytest.mark.rule("11.6.7")
def test_any_unit_keeps_a_hex_of_its_own_camp_closed() -> None:
    hex = MAP.camps[3].hexes[0]
    board = still({STAFF: MAP.grid.label(hex)})
    board.forts_gone = FORTS_OF[ALLIED_SIDE]
    assert closed_to(board, GERMAN_SIDE) == 1 << hex
    german = still({"18.ID": MAP.grid.label(hex)})
    german.forts_gone = FORTS_OF[GERMAN_SIDE] | FORTS_OF[ALLIED_SIDE]
    assert closed_to(german, ALLIED_SIDE) == bits(forts.ZONE_AT), "not the besieger"
    outside = still({"1re-DI": "AW30"})
    outside.forts_gone = FORTS_OF[ALLIED_SIDE]
    assert closed_to(outside, GERMAN_SIDE) == 0


@pytest.mark.rule("11.6.10", "12.1.6")
def test_no_zone_reaches_into_a_camp_hex_with_an_active_fort() -> None:
    hex = BELT[0]
    outside = next(near for near in MAP.grid.neighbours[hex] if MAP.camp[near] < 0)
    place = MAP.grid.label(outside)
    for name in FACING_NAMES:
        board = still({"18.ID": f"{place} {name}"})
        board.forts_gone = forts.AT[hex]
        if zones(board, GERMAN_SIDE) >> hex & 1:
            break
    arf = board.arf(BY_ID["18.ID"])
    assert zones_of_guns(board, GERMAN_SIDE, arf) >> hex & 1
    assert zones_of_guns(board, GERMAN_SIDE, arf + 1) == 0
    assert zones_of_guns(board, ALLIED_SIDE, 0) == 0
    board.forts_gone = 0
    assert not zones_of_guns(board, GERMAN_SIDE, arf) >> hex & 1
    assert zones_of_guns(board, GERMAN_SIDE, arf)


# -- [8.5.6], [8.6.3], [8.6.4], [11.5] barrages of forts and assaults

LEVEAU = forts.BY_NAME["Fort de Leveau", at("AK31")]
OTHERS = forts.AT[at("AK31")] & ~(1 << LEVEAU)
FESTE = next(iter(members(forts.FESTEN)))
STAFF = IDS[members(HEADQUARTERS & FRENCH)[0]]


@pytest.mark.rule("8.5.6")
def test_a_fort_that_was_struck_is_struck_no_more_not_even_as_a_second_one() -> None:
    board = still()
    board.forts_struck = board.forts_second = 0b1011
    board.shelled_turn = 1
    strike_once(board, 1)
    strike_once(board, 2)
    assert (board.forts_struck, board.forts_second) == (0b1111, 0b1001)
    assert board.shelled_turn == 1 | 1 << MAP.forts[1].hex | 1 << MAP.forts[2].hex


@pytest.mark.rule("8.6.3", "8.6.4")
def test_what_each_result_does_to_the_first_fort_and_to_the_second() -> None:
    second = next(iter(members(OTHERS)))
    board = still()
    assert _effect(board, LEVEAU, second, Result(0, 0, False)) == ()
    (test,) = cast("Any", _effect(board, LEVEAU, second, Result(0, -2)))
    assert (test.fort, [each.amount for each in test.modifiers], test.lost) == (LEVEAU, [-2], -1)
    assert board.forts_gone == 0
    first, shaken = _effect(board, LEVEAU, second, Result(1, -3))
    assert board.forts_gone == 1 << LEVEAU
    assert isinstance(first, FortTest)
    assert (first.fort, first.modifiers[0].amount, shaken) == (second, -3, ShakeFort(second))
    board.forts_gone = 0
    assert _effect(board, LEVEAU, -1, Result(1, -3)) == (), "no second fort"


@pytest.mark.rule("8.6.3")
def test_a_whole_feste_is_reduced_by_a_hit_and_tests_as_it_was() -> None:
    board = still()
    (test,) = cast("Any", _effect(board, FESTE, -1, Result(1, -3)))
    assert (test.fort, test.lost) == (FESTE, 0)
    assert (board.festen_hit, board.forts_gone) == (1 << FESTE, 0)
    assert _effect(board, FESTE, -1, Result(1, -3)) == ()
    assert board.forts_gone == 1 << FESTE


@pytest.mark.rule("8.6.4")
def test_the_first_fort_of_all_can_be_the_second_one() -> None:
    board = still()
    test, shaken = _effect(board, LEVEAU, 0, Result(1, 0))
    assert isinstance(test, FortTest)
    assert (test.fort, shaken) == (0, ShakeFort(0))
    ShakeFort(0).do(board)
    assert (board.forts_struck, board.forts_second) == (1, 1)


@pytest.mark.rule("11.5.7")
def test_the_guns_of_an_assault_have_fired_and_no_others() -> None:
    board = still({"KMK.b3": "AL31 NE fip", "18.ID": "AL31 NE barraged"}, side="german")
    _keep_busy(board, unit("KMK.b3"))
    assert board.barraged == unit("KMK.b3", "18.ID")


@pytest.mark.rule("11.5.1", "11.5.7")
def test_a_declared_assault_is_remembered_with_its_guns() -> None:
    board = still({"PiR.24": "AL31 NE", "KMK.b3": "AL31 NE fip"}, side="german")
    step = AssaultGuns(DE, LEVEAU, BY_ID["PiR.24"], unit("KMK.b3"))
    assert step.answered(board, "ready") == ()
    assert [(each.fort, each.guns, each.unit, each.nation) for each in board.assaults] == [
        (LEVEAU, unit("KMK.b3"), BY_ID["PiR.24"], DE)
    ]
    assert (board.barraged, board.forts_struck) == (unit("KMK.b3"), 1 << LEVEAU)
    (more,) = AssaultGuns(DE, LEVEAU, BY_ID["PiR.24"], 1).answered(board, ("with", 3))
    assert more == AssaultGuns(DE, LEVEAU, BY_ID["PiR.24"], 0b1001)


@pytest.mark.rule("11.5.5", "11.5.2")
def test_pioneers_and_cavalry_have_their_own_lines_of_the_table() -> None:
    assert (_kind(BY_ID["PiR.24"]), _kind(BY_ID["5.KD"])) == ("PIO", "CAV")
    assert _kind(BY_ID["18.ID"]) == ("A+", "A", "B", "C", "D")[RANK[BY_ID["18.ID"]]]
    board = still()
    board.forts_struck = forts.AT[at("AK31")]
    assert columns(board, LEVEAU, BY_ID["PiR.24"]) > columns(board, LEVEAU, BY_ID["18.ID"])


@pytest.mark.rule("11.5.3", "11.5.2")
def test_a_fort_left_in_peace_costs_a_column() -> None:
    assert OTHERS
    less = AMOUNT["assault.neglected"]
    board = still()
    assert _neglected(board, LEVEAU) == less == -1
    whole = columns(board, LEVEAU, BY_ID["18.ID"])
    board.forts_struck = OTHERS
    assert _neglected(board, LEVEAU) == 0
    assert columns(board, LEVEAU, BY_ID["18.ID"]) == whole + 1
    board.forts_struck, board.forts_gone = 0, OTHERS
    assert _neglected(board, LEVEAU) == 0, "a fort that is gone is no fort"


def storm(**more: Any) -> tuple[Any, StormFort]:
    board = still({"18.ID": "AL31 NE"}, side="german", assaults=["AK31:Fort-de-Leveau 18.ID KMK.b3"], **more)
    return board, StormFort(LEVEAU, 0, BY_ID["18.ID"])


@pytest.mark.rule("11.5.10")
def test_stormers_are_idle_if_the_fort_fell_or_others_stormed_it() -> None:
    board, step = storm()
    assert step._idle(board) is False
    board.forts_gone = 1 << LEVEAU
    assert step._idle(board)
    board.forts_gone = OTHERS
    assert not step._idle(board)
    board.assaults = []
    assert step._idle(board)


@pytest.mark.rule("11.5.6")
def test_the_fort_tests_before_the_stormers_and_without_a_chance_alone() -> None:
    board, step = storm()
    kinds = [type(each) for each in step._tested(board, Result(0, 0, False))]
    assert kinds == [StormersTest, EnterFort]
    kinds = [type(each) for each in step._tested(board, Result(0, -1))]
    assert kinds == [FortTest, StormersTest, EnterFort]
    cab = forts.CAB[LEVEAU][0]
    for less, tests in ((cab - 1, True), (cab, False), (cab + 1, False)):
        kinds = [type(each) for each in step._tested(board, Result(0, -less))]
        assert (StormersTest in kinds) == tests, less


@pytest.mark.rule("11.5.4")
def test_after_an_outright_hit_the_next_fort_or_the_way_in() -> None:
    board, step = storm()
    assert step._outright(board, Result(1, -2)) == (CarryOn(BY_ID["18.ID"], LEVEAU, -2),)
    board, step = storm()
    board.forts_gone = OTHERS
    assert step._outright(board, Result(1, -2)) == (EnterFort(BY_ID["18.ID"], at("AK31")),)
    board = still({"1re-DI": "AW22 N"}, side="allied")
    test, enter = StormFort(FESTE, 0, BY_ID["1re-DI"])._outright(board, Result(1, -2))
    assert isinstance(test, FortTest)
    assert (test.fort, test.lost) == (FESTE, 0)
    assert enter == EnterFort(BY_ID["1re-DI"], MAP.forts[FESTE].hex)


@pytest.mark.rule("7.1.6", "9.6.7", "11.5.9")
def test_stormers_enter_over_headquarters_and_engineers_alone() -> None:
    board, who = still({"18.ID": "AL31 NE"}), BY_ID["18.ID"]
    assert not _can_enter(board, who, at("AK31")), "a fort holds"
    board.forts_gone = forts.AT[at("AK31")]
    assert _can_enter(board, who, at("AK31"))
    for name, enters in (("1re-DI", False), ("2e-RAL", False), (STAFF, True)):
        board.put(BY_ID[name], at("AK31"))
        assert _can_enter(board, who, at("AK31")) == (enters and MAP.camp[at("AK31")] < 0)
        assert _held(board, at("AK31"), GERMAN_SIDE) != enters
        assert not _held(board, at("AK31"), ALLIED_SIDE)
        board.put(BY_ID[name], -1)
    board.put(who, -1)
    assert not _can_enter(board, who, at("AK31"))


@pytest.mark.rule("9.6.7", "3.3.2")
def test_stormers_go_in_over_what_a_march_could_cross_and_over_no_closed_border() -> None:
    board, who = still({"18.ID": "AL31 NE"}), BY_ID["18.ID"]
    assert _way_in(board, who, at("AL31"), at("AK31"))
    french = still({"1re-DI": "AW22 N"}, turn=2)
    border = next(
        (a, b)
        for a in range(len(MAP.grid))
        for b in MAP.grid.neighbours[a]
        if (MAP.country[a], MAP.country[b]) == ("FR", "DE") and can_cross(french, BY_ID["1re-DI"], a, b)
    )
    assert not _way_in(french, BY_ID["1re-DI"], *border)
    french.turn = 3
    assert _way_in(french, BY_ID["1re-DI"], *border)
    crest = next(
        (a, b)
        for a in range(len(MAP.grid))
        for b in MAP.grid.neighbours[a]
        if MAP.country[a] == MAP.country[b] == "FR" and not can_cross(french, BY_ID["1re-DI"], a, b)
    )
    assert not _way_in(french, BY_ID["1re-DI"], *crest)
