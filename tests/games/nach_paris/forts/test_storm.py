"""[11.5] Assaults step by step: each thing that forbids one, who tests, who goes on, who goes in."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.forts.numbers import FESTE, LEVEAU, OTHERS, STAFF
from games.nach_paris.still import at, rule, still, unit
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import AMOUNT
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    DE,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    OF_NATION,
    RANK,
)
from marne.games.nach_paris.rules.forts.assault import AssaultGuns, ResolveAssaults, _keep_busy, why_no_assault
from marne.games.nach_paris.rules.forts.assault_guns import stormers, why_no_stormer
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
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
    result_modifiers,
)
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.retreat.ways import can_cross
from marne.hexes import members


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


@pytest.mark.rule("8.5.6", "11.5.5", "11.5.1")
def test_each_thing_that_forbids_an_assault() -> None:
    units = {"PiR.24": "AL31 NE", "KMK.b3": "AL31 NE fip"}

    def why(**facts: Any) -> str:
        board = still(units, side="german")
        for name, value in facts.items():
            setattr(board, name, value)
        return rule(why_no_assault(board, DE, LEVEAU))

    bit, other = 1 << LEVEAU, 1 << (LEVEAU + 1)
    assert why() == why(forts_struck=other) == why(forts_gone=other) == why(forts_struck=bit, forts_second=bit) == ""
    assert why(forts_struck=bit) == why(forts_struck=bit, forts_second=other) == "8.5.6"
    assert why(forts_gone=bit) == "11.5.1"
    board = still({**units, "1re-DI": "AK31 N"}, side="german")
    assert rule(why_no_assault(board, DE, LEVEAU)) == "11.5.1"
    assert rule(why_no_assault(still(units, side="allied"), FR, LEVEAU)) == "11.5.1"
    assert rule(why_no_assault(still({"18.ID": "AL31 NE"}, side="german"), DE, LEVEAU)) == "11.5.5"


@pytest.mark.rule("8.5.7", "11.5.2")
def test_who_is_told_off_already_storms_no_other_fort() -> None:
    units = {"PiR.24": "AL31 NE", "18.ID": "AL31 NE", "17.ID": "AL31 NE", "KMK.b3": "AL31 NE fip", "3.ID": "AW22 N"}
    board = still(units, side="german", assaults=["AK31:Fort-de-Leveau PiR.24 KMK.b3"])
    board.barraged = unit("17.ID")
    names = ("PiR.24", "17.ID", "18.ID", "3.ID")
    assert [rule(why_no_stormer(board, DE, BY_ID[name], LEVEAU)) for name in names] == ["8.5.7", "8.5.7", "", "11.5.2"]


@pytest.mark.rule("11.5.8", "7.1.6")
def test_who_goes_in_overruns_the_enemy_and_faces_and_who_stays_does_not() -> None:
    staff = members(HEADQUARTERS & OF_NATION[FR])[0]
    for answer, gone in (("enter", True), ("stay", False)):
        board = still({"18.ID": "AL31 NE", "17.ID": "AK31 N", IDS[staff]: "AK31"}, side="german")
        board.forts_gone = forts.AT[at("AK31")]
        steps = EnterFort(BY_ID["18.ID"], at("AK31")).answered(board, answer)
        assert steps == ((Face(BY_ID["18.ID"]),) if gone else ())
        assert (board.where[staff] < 0) == gone
        assert board.where[BY_ID["18.ID"]] == at("AK31" if gone else "AL31")
        assert board.where[BY_ID["17.ID"]] == at("AK31"), "friends stay"


@pytest.mark.rule("11.5.1", "11.5.10")
def test_only_who_is_told_off_for_an_assault_has_acted() -> None:
    units = {"PiR.24": "AL31 NE", "KMK.b3": "AL31 NE fip", "18.ID": "AL31 NE"}
    board = still(units, side="german", assaults=["AK31:Fort-de-Leveau PiR.24 KMK.b3"])
    told_off = 1 << BY_ID["PiR.24"] | 1 << BY_ID["KMK.b3"]
    assert ResolveAssaults(FR).do(board) == ()
    assert (board.acted, board.barred) == (0, 0)
    assert len(ResolveAssaults(DE).do(board)) == 1
    assert (board.acted, board.barred) == (told_off, told_off)


@pytest.mark.rule("8.6.3", "11.5.6")
def test_the_number_of_the_result_counts_for_the_fort_unless_it_is_nothing() -> None:
    assert result_modifiers(0) == ()
    assert [(each.rule, each.text, each.amount) for each in result_modifiers(-3)] == [("8.6.3", "assault.result", -3)]


@pytest.mark.rule("11.5.2", "11.5.1")
def test_who_is_near_enough_and_has_not_fired_may_storm() -> None:
    units = {"26.IB": "AL31 NE", "25.IB": "AL31 NE barraged", "3.ID": "S34 N"}
    assert stormers(still(units), DE, LEVEAU) == [BY_ID["26.IB"]]
