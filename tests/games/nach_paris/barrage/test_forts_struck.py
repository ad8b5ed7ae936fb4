"""[8.5]-[8.7] Which forts may be struck, and what each result does to the first and to the second."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.nach_paris.forts.numbers import FESTE, LEVEAU, OTHERS
from games.nach_paris.still import at, still, unit
from marne.engine import Ask
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import ABF_AFF, abf_column
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, DE, FR, GERMAN_SIDE
from marne.games.nach_paris.rules.barrage.at_forts import FireAtForts, ShakeFort, _effect, marks_of, strike_once
from marne.games.nach_paris.rules.barrage.firing import guns_on_forts, half, open_forts
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
from marne.games.nach_paris.rules.forts.forts import FORTS_OF
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.steps import FACING_NAMES
from marne.hexes import members


@pytest.mark.rule("8.1.2", "8.5.1")
@pytest.mark.reading("pioneers-barrage")
def test_guns_without_a_factor_against_forts_do_not_fire_at_them() -> None:
    units = {"II.III/Fußa.4": "AL31 SE", "18.ID": "AL31 SE"}
    board = still(units, side="german")
    assert guns_on_forts(board, DE) == [BY_ID["II.III/Fußa.4"]]
    assert marks_of(board, DE)
    assert not marks_of(still({"18.ID": "AL31 SE"}, side="german"), DE)


@pytest.mark.rule("8.6.4", "8.5.6")
def test_which_forts_may_still_be_fired_at() -> None:
    board = still()
    one, two, three, *_ = members(FORTS_OF[ALLIED_SIDE])
    every = FORTS_OF[ALLIED_SIDE]
    assert open_forts(board, GERMAN_SIDE) == every
    assert open_forts(board, ALLIED_SIDE) == FORTS_OF[GERMAN_SIDE]
    board.forts_struck, board.forts_second, board.forts_gone = 1 << one | 1 << two, 1 << two, 1 << three
    assert open_forts(board, GERMAN_SIDE) == every & ~(1 << one) & ~(1 << three)


@pytest.mark.rule("8.3.2", "8.6.2")
def test_half_the_die_is_rounded_up() -> None:
    assert [half(die) for die in (1, 2, 3, 19, 20)] == [1, 1, 2, 10, 10]


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


@pytest.mark.rule("8.1.3", "8.6.2")
def test_guns_that_shelled_a_fort_have_fired_beside_those_before() -> None:
    board = still({"KMK.b3": "AL31 NE fip", "18.ID": "AW22 N"}, side="german")
    board.barraged = unit("18.ID")
    for die in (1, 20):
        FireAtForts(DE, LEVEAU, -1, unit("KMK.b3")).answered(board, die)
        assert board.barraged == unit("KMK.b3", "18.ID")
    told = [event for event in board.events if type(event).__name__ == "FortShelled"]
    assert [event.die for event in told] == [1, 20]
    assert told[1].row - told[0].row == 9


@pytest.mark.rule("8.5.1")
def test_guns_together_reach_the_first_column_that_one_alone_does_not() -> None:
    fort = next(iter(members(FORTS_OF[GERMAN_SIDE])))
    near = next(hex for hex in MAP.grid.neighbours[MAP.forts[fort].hex] if MAP.playable(hex))
    for name in FACING_NAMES:
        alone = still({"2e-RAL": f"{MAP.grid.label(near)} {name} fip"}, side="allied")
        if front(alone, BY_ID["2e-RAL"]) >> MAP.forts[fort].hex & 1:
            break
    assert not marks_of(alone, FR)
    words = f"{MAP.grid.label(near)} {name} fip"
    both = still({"2e-RAL": words, "5e-RAL": words}, side="allied")
    assert marks_of(both, FR) >> fort & 1


@pytest.mark.rule("8.6.3", "11.5.2")
def test_too_few_points_are_off_the_table_and_a_shift_stays_on_it() -> None:
    for line, points_of in enumerate(ABF_AFF):
        assert abf_column(line, points_of[0] - 1) == abf_column(line, points_of[0] - 1, 3) == -1
        assert [abf_column(line, points_of[0], shift) for shift in (-1, 0, 1)] == [0, 0, 1]
        assert abf_column(line, points_of[-1], 2) == len(points_of) - 1


@pytest.mark.rule("8.5.5", "8.1.1", "8.2.4")
def test_a_nation_is_asked_while_it_has_anything_to_fire_at() -> None:
    shells = still({"1re-DI": "AG13 N", "18.ID": "AG14 S", "2e-DI": "AG13 N", "4e-RAL": "AG13 N"}, side="allied")
    ask = PreparatoryBarrages(FR).ask(shells)
    assert isinstance(ask, Ask)
    assert ask.options == (("shell", at("AG14")), "end")
    assert PreparatoryBarrages(FR).ask(still({"1re-DI": "AG13 N"}, side="allied")) is None
    forts = PreparatoryBarrages(DE).ask(still({"KMK.b3": "AL31 NE fip"}, side="german", ammo=[9, 9]))
    assert isinstance(forts, Ask)
    assert {word for word, _ in (each for each in forts.options or () if isinstance(each, tuple))} == {"bombard"}


@pytest.mark.rule("8.6.4", "8.5.6")
def test_forts_that_stand_and_were_not_struck_are_open_or_may_be_struck_again() -> None:
    board, fort = still(), next(iter(members(FORTS_OF[ALLIED_SIDE])))
    bit = 1 << fort
    for struck, second, gone, opened in ((0, 0, 0, True), (1, 0, 0, False), (1, 1, 0, True), (0, 0, 1, False)):
        board.forts_struck, board.forts_second, board.forts_gone = bit * struck, bit * second, bit * gone
        assert bool(open_forts(board, GERMAN_SIDE) & bit) == opened
        assert not open_forts(board, ALLIED_SIDE) & bit
