"""[8.1], [8.2] Who fires, at which hex, with whom, and how often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.nach_paris.barrage.support import FRENCH, before, bit
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import actor, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Ask, Only
from marne.games.nach_paris.board import Assault
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, DE, FR, GERMAN_SIDE
from marne.games.nach_paris.rules.barrage.at_forts import OrderForts
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, guns_at
from marne.games.nach_paris.rules.barrage.events import HexShelled
from marne.games.nach_paris.rules.barrage.firing import _kept_on, targets_of, total_arf, why_silent
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages, _misty, hexes_to_shell
from marne.games.nach_paris.rules.combat.declaring import why_not_attack
from marne.games.nach_paris.sequence import EndOfCombatPhase, RemoveLossMarkers
from marne.hexes import bits


@pytest.mark.rule("8.1.1")
def test_the_attacker_may_barrage_units_or_forts_or_leave_it() -> None:
    position = before({**FRENCH, "18.ID": "AG14 S"})
    assert actor(position) == "allied"
    assert legal(position) == ["shell AG14", "end"]
    assert asked(play(position, "end")) == ""


@pytest.mark.rule("8.1.1", "8.2.2")
@pytest.mark.parametrize(("lost", "fires"), [(1, True), (2, False), (3, False)])
@pytest.mark.reading("losses-silence")
def test_who_lost_two_steps_in_the_previous_game_turn_does_not_fire(lost: int, fires: bool) -> None:
    position = before({**FRENCH, "18.ID": "AG14 S"})
    board = position.board
    board.lost_before[BY_ID["1re-DI"]] = lost
    board.lost_now[BY_ID["2e-DI"]] = lost  # losses of this Game Turn don't silence
    aiming = play(position, "shell AG14")
    assert ("1re-DI" in named(aiming, "gun")) == fires
    assert "2e-DI" in named(aiming, "gun")
    if not fires:
        assert refused(aiming, "gun 1re-DI") == "8.1.1"


@pytest.mark.rule("8.1.2")
def test_it_takes_an_artillery_factor() -> None:
    position = play(before({**FRENCH, "QG-5e-A": "AG13", "18.ID": "AG14 S"}), "shell AG14")
    assert named(position, "gun") == ["1re-DI", "2e-DI", "1er-RAL-155-CTR"]
    assert refused(position, "gun QG-5e-A") == "8.1.2"


@pytest.mark.rule("8.1.2")
def test_siege_guns_fire_only_in_firing_position() -> None:
    units = {"34.IB": "AG13 N", "15-cm-Metz": "AG13 N", "1re-DI": "AG14 S"}
    moving = play(before(units, side="german", nation="DE"), "shell AG14")
    assert asked(moving) == "FireAtUnits"  # the brigade is alone
    ready = play(before({**units, "15-cm-Metz": "AG13 N fip"}, side="german", nation="DE"), "shell AG14")
    assert sorted(named(ready, "gun")) == ["15-cm-Metz", "34.IB"]


@pytest.mark.rule("8.1.3")
def test_the_marker_of_a_barrage_stays_until_the_end_of_the_combat_phase() -> None:
    position = play(before({**FRENCH, "18.ID": "AG14 S"}), "shell AG14", "gun 1re-DI", "fire", 20)
    assert has(position, "barraged", "1re-DI")
    assert not has(position, "barraged", "2e-DI")
    RemoveLossMarkers().do(position.board)
    assert has(position, "barraged", "1re-DI")
    EndOfCombatPhase().do(position.board)
    assert not has(position, "barraged", "1re-DI")


@pytest.mark.rule("8.1.3", "3.2.5")
def test_who_fired_neither_moves_nor_fights_nor_shifts_but_foot_digs() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "1er-RAL-155-CTR": "AG13 N", "18.ID": "AG14 S", "3e-DI": "BC9 N"}
    position = arranged(turn=8, side="allied", begin="barrage", units=units)
    position = play(position, "shell AG14", "gun 1re-DI", "gun 1er-RAL-155-CTR", "fire", 20)
    while asked(position) == "CabTest":
        position = play(position, 1)
    while asked(position) != "MoveUnits":
        position = play(position, "end")
    assert sorted(named(position, "move")) == ["2e-DI", "3e-DI"]
    for name in ("1re-DI", "1er-RAL-155-CTR"):
        assert refused(position, f"move {name}") == "8.1.3"
    position = play(position, "end")
    assert asked(position) == "ChooseCombat"
    for name in ("1re-DI", "1er-RAL-155-CTR"):
        reason = why_not_attack(position.board, BY_ID[name], MAP.grid.hex("AG14"))
        assert reason is not None
        assert reason.rule == "8.1.3"
    assert legal(play(position, "attack AG14")) == ["full 2e-DI"], "it alone is left"
    position = play(position, "end")
    assert asked(position) == "ChooseShift"
    assert sorted(named(position, "shift")) == ["2e-DI", "3e-DI"]
    position = play(position, "end")
    assert asked(position) == "BuildFieldworks"
    position = play(position, "dig AG13")
    assert sorted(named(position, "digger")) == ["1re-DI", "2e-DI"], "not the guns"


@pytest.mark.rule("8.1.4")
def test_a_unit_fires_once_with_one_factor_at_one_hex() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S", "17.ID": "AH14 NE"}
    position = play(before(units), "shell AG14", "gun 1re-DI", "fire", 20)
    while asked(position) == "CabTest":
        position = play(position, 1)
    position = play(position, "shell AH14")
    assert asked(position) == "FireAtUnits"  # 2e-DI alone is left
    assert not guns_at(position.board, FR, MAP.grid.hex("AH14")) & bit("1re-DI")


@pytest.mark.rule("8.1.4")
def test_guns_with_both_factors_use_one_of_them() -> None:
    """The heavy battalion has fired at a fort: it is silent against units."""
    position = before(
        {"III/Fußa.1": "AD30 S barraged", "34.IB": "AD30 S", "1re-DI": "AD29 N"}, side="german", nation="DE"
    )
    assert named(position, "bombard") == []
    aiming = play(position, "shell AD29")
    assert asked(aiming) == "FireAtUnits"


@pytest.mark.rule("8.1.5")
def test_units_of_a_stack_fire_at_different_hexes() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S", "17.ID": "AH14 NE"}
    position = before(units)
    assert set(named(position, "shell")) == {"AG14", "AH14"}
    position = play(position, "shell AG14", "gun 1re-DI", "fire", 20)
    while asked(position) == "CabTest":
        position = play(position, 1)
    assert named(position, "shell") == ["AH14"]


@pytest.mark.rule("8.2.1")
def test_only_front_hexes_are_shelled() -> None:
    """A large unit has three of them: ahead, and the two beside it."""
    for facing, reached in (("N", True), ("NE", True), ("NW", True), ("SE", False), ("SW", False), ("S", False)):
        position = before({"1re-DI": f"AG13 {facing}", "18.ID": "AG14 S"})
        assert (asked(position) == "PreparatoryBarrages") == reached, facing
    position = before({"1re-DI": "AG13 S", "2e-DI": "AG13 N", "18.ID": "AG14 S"})
    assert named(play(position, "shell AG14"), "gun") == []


@pytest.mark.rule("8.2.1")
def test_the_refusal_of_a_hex_in_nobodys_front() -> None:
    position = before({"1re-DI": "AG13 N", "18.ID": "AG14 S", "17.ID": "AG12"})
    assert refused(position, "shell AG12") == "8.2.1"
    assert refused(position, "shell AG15") == "8.2.5"


@pytest.mark.rule("8.2.2")
def test_factors_add_up() -> None:
    board = before({**FRENCH, "18.ID": "AG14 S"}).board
    assert total_arf(board, bit("1re-DI", "2e-DI", "1er-RAL-155-CTR")) == 30


@pytest.mark.rule("8.2.2")
def test_allied_nations_do_not_fire_together() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "1st-Div": "AH14 NE", "18.ID": "AG14 S"}
    position = play(before(units), "shell AG14")
    assert named(position, "gun") == ["1re-DI", "2e-DI"]
    assert refused(position, "gun 1st-Div") == "8.2.2"


@pytest.mark.rule("8.2.3")
def test_the_attacker_chooses_who_of_a_stack_fires() -> None:
    position = play(before({**FRENCH, "18.ID": "AG14 S"}), "shell AG14")
    assert refused(position, "fire") == "8.3.1"
    position = play(position, "gun 2e-DI", "gun 1re-DI", "fire", 10)
    assert not has(position, "barraged", "1er-RAL-155-CTR")
    assert happened(position, HexShelled)[0].units == "1re-DI 2e-DI"


@pytest.mark.rule("8.2.4")
def test_a_barrage_is_carried_out_before_the_next_one() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S", "17.ID": "AH14 NE"}
    position = play(before(units), "shell AG14", "gun 1re-DI", "fire", 1)
    assert asked(position) == "CabTest"
    position = play(position, 20)
    assert position.board.lost[BY_ID["18.ID"]] == 1
    assert asked(position) == "PreparatoryBarrages"


@pytest.mark.rule("8.2.5")
def test_a_hex_is_shelled_once_in_a_phase() -> None:
    position = play(before({**FRENCH, "18.ID": "AG14 S", "17.ID": "AH15"}), "shell AG14", "gun 1re-DI", "fire", 1, 1)
    assert named(position, "shell") == ["AH15"]
    assert refused(position, "shell AG14") == "8.2.5"


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
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("", ""),
        ("barraged", "8.1.4"),
        ("cut_off", "13.3.2"),
        ("away", "8.1.1"),
        ("lost1", ""),
        ("lost2", "8.1.1"),
        ("guns", "8.5.7"),
        ("storms", "8.5.7"),
        ("others", ""),
        ("moving", "8.1.2"),
        ("shells", "8.8.2"),
    ],
)
@pytest.mark.reading("losses-silence")
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


@pytest.mark.rule("8.2.5")
@pytest.mark.reading("empty-zone")
def test_enemies_and_zones_are_targets_once() -> None:
    board = still({"1re-DI": "AW23 S", "18.ID": "AW22 N"})
    assert targets_of(board, GERMAN_SIDE) == 1 << at("AW23")
    every = bits(fort_data.ZONE_AT) | 1 << at("AW22")
    assert targets_of(board, ALLIED_SIDE) == every
    zone = next(iter(fort_data.ZONE_AT))
    board.shelled = 1 << zone | 1 << at("AW23")
    assert targets_of(board, GERMAN_SIDE) == 0
    assert targets_of(board, ALLIED_SIDE) == every & ~(1 << zone)


@pytest.mark.rule("8.2.2", "8.8.1")
def test_factors_are_summed_and_halved_from_turn_22() -> None:
    assert [_kept_on(turn) for turn in (1, 21, 22, 24)] == [100, 100, 50, 50]
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"})
    one, two = board.arf(BY_ID["18.ID"]), board.arf(BY_ID["17.ID"])
    assert total_arf(board, unit("18.ID", "17.ID")) == one + two
    fort = next(each for each in range(forts.COUNT) if forts.ARF[each][0])
    assert total_arf(board, unit("18.ID"), 1 << fort) == one + forts.ARF[fort][0]
    board.turn = 22
    assert 2 * total_arf(board, unit("18.ID", "17.ID")) == one + two
    board.turn = 21
    assert total_arf(board, unit("18.ID", "17.ID")) == one + two
