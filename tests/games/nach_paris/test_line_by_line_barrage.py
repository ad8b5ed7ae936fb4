"""Rules line by line: barrages and fire of forts. Each test asks the code of one rule for both of its answers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.nach_paris.still import at, still, texts, unit
from marne.engine import Ask, Only
from marne.games.nach_paris.board import Assault
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    ARF,
    BY_ID,
    DE,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    OF_NATION,
    PIONEERS,
)
from marne.games.nach_paris.rules.barrage.at_forts import OrderForts, abf_modifiers
from marne.games.nach_paris.rules.barrage.at_units import (
    AimAtUnits,
    _ground,
    _teamwork,
    column_against,
    common_modifiers,
    exposed,
)
from marne.games.nach_paris.rules.barrage.firing import fire_modifiers, half, open_forts, why_silent
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages, _misty, hexes_to_shell
from marne.games.nach_paris.rules.forts.fort_fire import (
    fires_together,
    fort_guns,
    ignores_terrain,
    in_shelter,
    least_arf,
    supporting_forts,
)
from marne.games.nach_paris.rules.forts.fort_tests import strike_fort
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active
from marne.games.nach_paris.rules.units.cab import by_its_camp
from marne.hexes import members

# -- [8]


@pytest.mark.rule("8.1.5", "8.2.4", "8.5.5")
def test_each_barrage_is_carried_out_and_then_the_others_fire() -> None:
    board, step = still(side="german"), PreparatoryBarrages(DE)
    assert step.answered(board, ("shell", 7)) == (AimAtUnits(DE, 7), step)
    assert step.answered(board, ("bombard", 7)) == (OrderForts(DE, 7), step)
    assert step.answered(board, "end") == ()


@pytest.mark.rule("8.1.1", "8.2.1", "1.1.7")
def test_a_nation_fires_at_what_lies_before_its_guns_and_not_in_mist() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S", "2e-DI": "AW21 S"}, side="german")
    assert hexes_to_shell(board, DE) == 1 << at("AW23")
    assert hexes_to_shell(board, FR) == 0
    assert not _misty(board)
    ask: Any = PreparatoryBarrages(DE).ask(board)
    assert tuple(ask.options) == (("shell", at("AW23")), "end")
    board.play = replace(board.play, said=replace(board.play.said, special=replace(board.play.said.special, mist=(8,))))
    assert _misty(board)
    assert hexes_to_shell(board, DE) == 0
    assert PreparatoryBarrages(DE).ask(board) is None
    fort = MAP.forts[forts.BY_NAME["Fort de Leveau", at("AK31")]]
    siege = still({"KMK.b3": "AL31 NE fip"}, side="german")
    ask = PreparatoryBarrages(DE).ask(siege)
    assert ("bombard", fort.hex) in tuple(ask.options)
    assert not any(option[0] == "shell" for option in ask.options)


@pytest.mark.rule("8.2.3")
def test_the_attacker_takes_guns_one_by_one_all_or_fires() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "3.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    hex = at("AW23")
    names = ("3.ID", "17.ID", "18.ID")
    every = sorted(BY_ID[name] for name in names)
    ask: Any = AimAtUnits(DE, hex).ask(board)
    assert list(ask.options) == ["all", *(("gun", who) for who in every)]
    ask = AimAtUnits(DE, hex, unit("18.ID")).ask(board)
    assert list(ask.options) == ["fire", "all", *(("gun", who) for who in every if who != BY_ID["18.ID"])]
    ask = AimAtUnits(DE, hex, unit("18.ID", "17.ID")).ask(board)
    assert list(ask.options) == ["fire", ("gun", BY_ID["3.ID"])]
    done = AimAtUnits(DE, hex, unit(*names)).ask(board)
    assert isinstance(done, Only)
    assert done.answer == "fire"
    alone = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    one = AimAtUnits(DE, hex).ask(alone)
    assert isinstance(one, Only)
    assert one.answer == "all"
    second = AimAtUnits(DE, hex, 0, 1).ask(alone)
    assert isinstance(second, Ask), "a fort is in it already"


@pytest.mark.rule("8.1.1", "8.1.2", "8.1.4")
@pytest.mark.parametrize(("name", "rule"), [
    ("", ""), ("barraged", "8.1.4"), ("cut_off", "13.3.2"), ("away", "8.1.1"), ("lost1", ""), ("lost2", "8.1.1"),
    ("guns", "8.5.7"), ("storms", "8.5.7"), ("others", ""), ("moving", "8.1.2"), ("shells", "8.8.2"),
])  # fmt: skip
def test_each_thing_that_keeps_guns_silent(name: str, rule: str) -> None:
    board, who = still({"KMK.b3": "AL31 NE fip", "18.ID": "AL31 NE"}, side="german"), BY_ID["KMK.b3"]
    board.barraged = board.cut_off = unit("18.ID")
    if name in ("barraged", "cut_off"):
        setattr(board, name, unit("KMK.b3"))
    elif name == "away":
        board.put(who, -1)
    elif name in ("lost1", "lost2"):
        board.lost_before[who] = int(name[-1])
    elif name == "guns":
        board.assaults = [Assault(1, 1 << who, 5, DE)]
    elif name == "storms":
        board.assaults = [Assault(1, 0, who, DE)]
    elif name == "others":
        board.assaults = [Assault(1, unit("18.ID"), 5, DE)]
    elif name == "moving":
        board.in_position = unit("18.ID")
    elif name == "shells":
        board.ammo = [0, 0]
    found = why_silent(board, who)
    assert (found.rule if found else "") == rule


@pytest.mark.rule("8.4.2", "8.4.1")
def test_terrain_helps_the_target_but_for_forts_that_fire_alone() -> None:
    amounts = {}
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        amounts[MAP.terrain[hex].name] = [each.amount for each in _ground(hex, 1, 0)]
    assert {name: found for name, found in amounts.items() if found} == {
        "BROKEN": [2], "ROUGH": [3], "MOUNTAINOUS": [3],
    }  # fmt: skip
    rough = next(hex for hex in range(len(MAP.grid)) if MAP.terrain[hex].name == "ROUGH")
    assert _ground(rough, 0, 1) == ()
    assert len(_ground(rough, 1, 1)) == 1
    board = still()
    assert texts(common_modifiers(board, rough, unit("18.ID"), 0, terrain=True)) == ["abu.terrain"]
    assert common_modifiers(board, rough, unit("18.ID"), 0, terrain=False) == []


@pytest.mark.rule("8.4.3", "11.3.5")
def test_french_or_belgian_guns_of_several_units_work_badly_together() -> None:
    assert texts(_teamwork(unit("1re-DI", "2e-DI"), 0)) == ["abu.together"]
    assert texts(_teamwork(unit("1re-DI"), 1)) == ["abu.together"]
    assert _teamwork(unit("1re-DI"), 0) == _teamwork(unit("18.ID", "17.ID"), 0) == _teamwork(0, 3) == ()
    assert [fires_together(units, guns) for units, guns in ((3, 0), (1, 0), (1, 1), (0, 1), (0, 3))] == [
        True, False, True, False, False,
    ]  # fmt: skip


@pytest.mark.rule("11.3.6", "11.4.6")
def test_forts_and_festen_that_fire_alone_ignore_terrain() -> None:
    feste = 1 << next(iter(members(forts.FESTEN)))
    for guns in (1, feste):
        assert ignores_terrain(0, guns) is True
        assert ignores_terrain(unit("18.ID"), guns) is False
    assert ignores_terrain(0, 0) is ignores_terrain(unit("18.ID"), 0) is False


@pytest.mark.rule("11.3.5", "11.4.5")
def test_forts_beside_a_hex_fire_once_while_they_stand_and_have_guns() -> None:
    board = still()
    for nation, side in ((FR, ALLIED_SIDE), (DE, GERMAN_SIDE)):
        fort = next(
            f for f in members(FORTS_OF[side] & forts.NATIONAL["FR" if nation == FR else "DE"]) if forts.ARF[f][0]
        )
        target = MAP.grid.neighbours[MAP.forts[fort].hex][0]
        found = fort_guns(board, nation, target)
        assert found >> fort & 1
        assert all(forts.ARF[each][0] for each in members(found))
        assert not fort_guns(board, FR if nation == DE else DE, target) & 1 << fort
        board.forts_fired = 1 << fort
        assert not fort_guns(board, nation, target) >> fort & 1
        board.forts_fired, board.forts_gone = 0, 1 << fort
        assert not fort_guns(board, nation, target) >> fort & 1
        board.forts_gone = 0
    silent = [f for f in range(forts.COUNT) if not forts.ARF[f][0]]
    for fort in silent:
        target = MAP.grid.neighbours[MAP.forts[fort].hex][0]
        assert not any(fort_guns(board, nation, target) >> fort & 1 for nation in (FR, DE, 0))
    assert fort_guns(board, FR, at("AW22")) == 0
    assert least_arf(1) < least_arf(0) == 6


@pytest.mark.rule("11.3.1", "11.4.1")
def test_what_is_not_destroyed_is_active() -> None:
    board = still()
    feste = next(iter(members(forts.FESTEN)))
    every = (1 << forts.COUNT) - 1
    assert active(board) == every
    board.forts_gone = 1 | 1 << feste
    assert active(board) == every & ~1 & ~(1 << feste)


@pytest.mark.rule("11.3.10", "11.4.10")
def test_a_fort_falls_at_once_and_a_feste_at_the_second_loss() -> None:
    board = still()
    fort = next(f for f in range(forts.COUNT) if not forts.FESTEN >> f & 1)
    feste = next(iter(members(forts.FESTEN)))
    board.festen_hit = board.forts_gone = 0
    strike_fort(board, fort)
    assert (board.forts_gone, board.festen_hit) == (1 << fort, 0)
    strike_fort(board, feste)
    assert (board.forts_gone, board.festen_hit) == (1 << fort, 1 << feste)
    strike_fort(board, feste)
    assert (board.forts_gone, board.festen_hit) == (1 << fort | 1 << feste, 1 << feste)
    told = [(type(event).__name__, event.rule) for event in board.events]
    assert told == [("FortDestroyed", "11.3.10"), ("FesteReduced", "11.4.10"), ("FortDestroyed", "11.4.10")]
    strike_fort(board, feste)
    strike_fort(board, fort)
    assert len(board.events) == 3, "who is gone is not destroyed again"


@pytest.mark.rule("11.3.9", "11.4.9")
def test_headquarters_and_engineers_beside_an_active_fort_of_their_side_are_sheltered() -> None:
    for side, nation, foot in ((ALLIED_SIDE, FR, "1re-DI"), (GERMAN_SIDE, DE, "18.ID")):
        fort = next(f for f in members(FORTS_OF[side]) if MAP.country[MAP.forts[f].hex] == ("FR", "DE")[nation == DE])
        hex, staff = MAP.forts[fort].hex, members(HEADQUARTERS & OF_NATION[nation])[0]
        board = still({IDS[staff]: MAP.grid.label(hex), foot: MAP.grid.label(hex)})
        assert in_shelter(board, hex) == 1 << staff
        board.forts_gone = forts.AT[hex]
        assert in_shelter(board, hex) == 0
        board.forts_gone = 0
        enemy = members(HEADQUARTERS & OF_NATION[DE if nation == FR else FR])[0]
        other = still({IDS[enemy]: MAP.grid.label(hex)})
        assert in_shelter(other, hex) == 0


@pytest.mark.rule("11.3.8", "11.4.8")
def test_forts_support_fortress_units_near_their_own_camp_alone() -> None:
    for nation in (FR, DE):
        for who in members(OF_NATION[nation]):
            for camp in MAP.camps:
                board = still({IDS[who]: f"{MAP.grid.label(camp.hexes[0])}"})
                if by_its_camp(board, who):
                    break
            else:
                continue
            break
        around = [hex for each in camp.hexes for hex in MAP.grid.neighbours[each] if hex not in camp.hexes]
        target = next(hex for hex in around if fort_guns(board, nation, hex))
        assert supporting_forts(board, 1 << who, target) == fort_guns(board, nation, target) != 0
        plain = BY_ID["1re-DI" if nation == FR else "18.ID"]
        assert supporting_forts(board, 1 << plain, target) == 0
        board.put(who, at("AW22"))
        assert supporting_forts(board, 1 << who, target) == 0


@pytest.mark.rule("8.6.4", "8.5.6")
def test_which_forts_may_still_be_fired_at() -> None:
    board = still()
    one, two, three, *_ = members(FORTS_OF[ALLIED_SIDE])
    every = FORTS_OF[ALLIED_SIDE]
    assert open_forts(board, GERMAN_SIDE) == every
    assert open_forts(board, ALLIED_SIDE) == FORTS_OF[GERMAN_SIDE]
    board.forts_struck, board.forts_second, board.forts_gone = 1 << one | 1 << two, 1 << two, 1 << three
    assert open_forts(board, GERMAN_SIDE) == every & ~(1 << one) & ~(1 << three)


@pytest.mark.rule("8.8.1", "13.3.1", "8.7.1")
def test_shortage_and_weak_supply_spoil_a_barrage() -> None:
    board = still({"18.ID": "AW22 N", "KMK.b3": "AW22 N fip"})
    plain, counted = unit("18.ID"), unit("KMK.b3")
    assert fire_modifiers(board, plain | counted, 1, kind="abu") == []
    board.turn = 20
    assert [texts(fire_modifiers(board, guns, fort, kind="abf")) for guns, fort in (
        (plain, 0), (counted, 0), (plain | counted, 0), (counted, 1), (0, 1),
    )] == [["abf.shortage"], [], ["abf.shortage"], ["abf.shortage"], ["abf.shortage"]]  # fmt: skip
    board.turn, board.limited = 19, plain
    assert texts(fire_modifiers(board, plain, kind="abu")) == ["abu.limited"]
    assert texts(fire_modifiers(board, counted, kind="abf")) == []
    assert texts(fire_modifiers(board, counted, kind="abf", storming=plain)) == ["abf.limited"]
    fort = forts.BY_NAME["Fort de Leveau", at("AK31")]
    board.turn, board.limited = 20, 0
    board.put(BY_ID["KMK.b3"], at("AL31"))
    pioneers = members(PIONEERS)[0]
    assert "abf.shortage" not in texts(abf_modifiers(board, fort, counted))
    assert "abf.shortage" not in texts(abf_modifiers(board, fort, counted, plain))
    assert "abf.shortage" in texts(abf_modifiers(board, fort, counted, 1 << pioneers))


@pytest.mark.rule("8.3.2", "8.6.2")
def test_half_the_die_is_rounded_up() -> None:
    assert [half(die) for die in (1, 2, 3, 19, 20)] == [1, 1, 2, 10, 10]


@pytest.mark.rule("8.3.3", "10.2.4")
def test_works_weaken_the_column_down_to_no_effect() -> None:
    board = still({"18.ID": "AG13 N", "1re-DI": "AG14 S", "2e-DI": "AG14 S fieldworks"}, side="german")
    guns = unit("18.ID")
    whole = board.arf(BY_ID["18.ID"])
    column, left = column_against(board, BY_ID["1re-DI"], guns, 0)
    assert (column >= 0, left) == (True, whole)
    column, left = column_against(board, BY_ID["2e-DI"], guns, 0)
    assert left == Fraction(whole * 70, 100)
    assert (column >= 0) == (left >= 6)
    board.fieldworks, board.entrenched = 0, unit("2e-DI")
    board.lost[BY_ID["18.ID"]] = next(lost for lost in (3, 2, 1, 0) if board.arf(BY_ID["18.ID"]) >= 0)
    weak = next(lost for lost in range(4) if _arf(board, lost) < 12)
    board.lost[BY_ID["18.ID"]] = weak
    column, left = column_against(board, BY_ID["2e-DI"], guns, 0)
    assert (column, left) == (-1, Fraction(board.arf(BY_ID["18.ID"]), 2))


def _arf(board: Any, lost: int) -> int:
    return ARF[BY_ID["18.ID"]][lost]


@pytest.mark.rule("19.3.2", "19.3.3")
def test_hidden_units_are_struck_from_twenty_points_on() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW22 N"}, fog=True)
    both = unit("18.ID", "17.ID")
    assert exposed(board, both, Fraction(20)) == exposed(board, both, Fraction(21)) == both
    assert exposed(board, both, Fraction(39, 2)) == unit("17.ID")
