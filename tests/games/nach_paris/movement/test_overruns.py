"""[7.1.6] Lone staffs and engineers are overrun."""

from __future__ import annotations

import pytest

from games.nach_paris.movement.support import chosen
from games.nach_paris.still import at, still
from games.nach_paris.support import happened, play, refused, where
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    DE,
    ENGINEERS,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    OF_NATION,
)
from marne.games.nach_paris.events import Destroyed
from marne.games.nach_paris.rules.movement.reach import overrunable
from marne.games.nach_paris.rules.movement.walk import _overrun, enter
from marne.hexes import members


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


@pytest.mark.rule("7.1.6")
def test_a_hex_that_everybody_has_left_keeps_nobody_out() -> None:
    board, hexes = still({"2.AOK": "AW23", "18.ID": "AW23 N"}), (at("AW22"), at("AW23"))
    for place, occupied, solid in ((1, (0, 1), (0, 1)), (0, (1, 1), (1, 0))):
        board.put(BY_ID["18.ID"], hexes[place])
        assert tuple(board.occupied[GERMAN_SIDE] >> hex & 1 for hex in hexes) == occupied
        assert tuple(board.solid[GERMAN_SIDE] >> hex & 1 for hex in hexes) == solid
    board.put(BY_ID["2.AOK"], hexes[0])
    assert not board.occupied[GERMAN_SIDE] >> hexes[1] & 1
    assert not any(board.occupied[ALLIED_SIDE] >> hex & 1 for hex in hexes)


@pytest.mark.rule("7.1.6")
def test_only_foot_and_horse_ride_over_a_staff_and_only_the_enemy_s() -> None:
    board = still({"18.ID": "AW22 N", "QG-5e-A": "AW23", "2.AOK": "AW23"})
    enter(board, BY_ID["18.ID"], at("AW23"), 10)
    assert board.where[BY_ID["QG-5e-A"]] < 0
    assert board.where[BY_ID["2.AOK"]] == at("AW23"), "not its own"
    assert board.spent[BY_ID["18.ID"]] == 10
    assert board.entered & board.moved & 1 << BY_ID["18.ID"]
    empty = still({"18.ID": "AW22 N", "17.ID": "AW23 N"})
    enter(empty, BY_ID["18.ID"], at("AW23"), 10)
    assert empty.where[BY_ID["17.ID"]] == at("AW23")


@pytest.mark.rule("7.1.6", "11.6.7")
def test_overrun_are_staffs_and_engineers_of_the_enemy_outside_his_camps() -> None:
    board = still({"QG-5e-A": "AW23", "2.AOK": "AW21", "QG-6e-A": "AK30"})
    found = overrunable(board, GERMAN_SIDE)
    assert found >> at("AW23") & 1
    assert not found >> at("AW21") & 1, "his own"
    assert not found >> at("AK30") & 1, "in Maubeuge"
    assert overrunable(board, ALLIED_SIDE) >> at("AW21") & 1


@pytest.mark.rule("7.1.6")
@pytest.mark.parametrize(("who", "overruns"), [("18.ID", True), ("5.KD", True), ("FAR.1", False)])
def test_foot_and_horse_overrun_lone_headquarters(who: str, overruns: bool) -> None:
    staff = members(HEADQUARTERS & OF_NATION[FR])[0]
    name = who if who in BY_ID else next(IDS[u] for u in members(OF_NATION[DE]) if IDS[u].startswith("KMK"))
    board = still({name: "AW22 N", IDS[staff]: "AW23"})
    _overrun(board, BY_ID[name], at("AW23"))
    assert (board.where[staff] < 0) == overruns
    guarded = still({name: "AW22 N", IDS[staff]: "AW23", "1re-DI": "AW23 S"})
    _overrun(guarded, BY_ID[name], at("AW23"))
    assert guarded.where[staff] == at("AW23"), "with troops beside it nobody does"


@pytest.mark.rule("11.6.7", "7.1.6")
def test_who_is_overrun_stands_outside_its_camps_without_troops_and_in_sight() -> None:
    staff = members(HEADQUARTERS & OF_NATION[FR])[0]
    board = still({IDS[staff]: "AW22"})
    assert overrunable(board, GERMAN_SIDE) == 1 << at("AW22")
    assert overrunable(board, ALLIED_SIDE) == 0
    board.put(BY_ID["1re-DI"], at("AW22"))
    assert overrunable(board, GERMAN_SIDE) == 0
    camp = still({IDS[staff]: MAP.grid.label(MAP.camps[3].hexes[0])})
    assert overrunable(camp, GERMAN_SIDE) == 0
    hidden = still(
        {"1re-GEN" if "1re-GEN" in BY_ID else IDS[members(ENGINEERS & OF_NATION[FR])[0]]: "AW22 fog"}, fog=True
    )
    assert overrunable(hidden, GERMAN_SIDE) == 0
    hidden.fogged = 0
    assert overrunable(hidden, GERMAN_SIDE) == 1 << at("AW22")
