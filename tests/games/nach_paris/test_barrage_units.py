"""[8.1]-[8.4], [8.8] Barrages on units."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Modifier
from marne.games.nach_paris.board import Assault
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, FR
from marne.games.nach_paris.events import CabTested, FortDestroyed
from marne.games.nach_paris.rules.barrage.at_units import (
    ShellUnit,
    abu_modifiers,
    column_against,
    guns_at,
    how_many,
)
from marne.games.nach_paris.rules.barrage.events import HexShelled, UnitShelled
from marne.games.nach_paris.rules.barrage.firing import enough_arf, half, total_arf
from marne.games.nach_paris.rules.combat.declaring import why_not_attack
from marne.games.nach_paris.sequence import EndOfCombatPhase, RemoveLossMarkers

# The target is AG14, clear: 1re-DI (12 points) looks at it from AG13, 2e-DI (11) and 155 CTR (7) from AH14.
FRENCH = {"1re-DI": "AG13 N", "2e-DI": "AH14 NE", "1er-RAL-155-CTR": "AH14 NE"}
GERMANS = {"18.ID": "AG14 S", "5.KD": "AG14", "II/RFußa.2": "AG14 S"}


def before(units: dict[str, str], *, turn: int = 8, side: str = "allied", nation: str = "FR", **more: Any) -> Game:
    return arranged(turn=turn, side=side, begin=f"PreparatoryBarrages {nation}", units=units, **more)


def keys(modifiers: tuple[Modifier, ...]) -> dict[str, int]:
    return {each.text: each.amount for each in modifiers}


def bit(*units: str) -> int:
    return sum(1 << BY_ID[unit] for unit in units)


def against(position: Game, unit: str, *guns: str, forts: int = 0) -> dict[str, int]:
    board = position.board
    return keys(abu_modifiers(board, board.where[BY_ID[unit]], BY_ID[unit], bit(*guns), forts))


# -- [8.1] who fires


@pytest.mark.rule("8.1.1")
def test_the_attacker_may_barrage_units_or_forts_or_leave_it() -> None:
    position = before({**FRENCH, "18.ID": "AG14 S"})
    assert actor(position) == "allied"
    assert legal(position) == ["shell AG14", "end"]
    assert asked(play(position, "end")) == ""


@pytest.mark.rule("8.1.1", "8.2.2")
@pytest.mark.parametrize(("lost", "fires"), [(1, True), (2, False), (3, False)])
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
    for unit in ("1re-DI", "1er-RAL-155-CTR"):
        assert refused(position, f"move {unit}") == "8.1.3"
    position = play(position, "end")
    assert asked(position) == "ChooseCombat"
    for unit in ("1re-DI", "1er-RAL-155-CTR"):
        reason = why_not_attack(position.board, BY_ID[unit], MAP.grid.hex("AG14"))
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


# -- [8.2] where to, together


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


# -- [8.3] targets and results


@pytest.mark.rule("8.3.1")
@pytest.mark.parametrize(("arf", "struck"), [(6, 1), (7, 1), (8, 2), (11, 2), (12, 3), (15, 3), (16, 4), (19, 4)])
def test_less_than_twenty_points_strike_some(arf: int, struck: int) -> None:
    assert how_many(Fraction(arf)) == struck


@pytest.mark.rule("8.3.1")
def test_twenty_points_strike_all() -> None:
    assert how_many(Fraction(20)) >= 100
    assert how_many(Fraction(39, 2)) == 4


@pytest.mark.rule("8.3.1")
def test_less_than_six_points_of_units_are_no_barrage() -> None:
    assert not enough_arf(Fraction(5), 0)
    assert enough_arf(Fraction(6), 0)
    assert asked(before({"2e-RAL": "AG13 N", "18.ID": "AG14 S"})) == ""  # 3 points
    both = before({"2e-RAL": "AG13 N", "5e-RAL": "AG13 N", "18.ID": "AG14 S"})
    assert legal(play(both, "shell AG14")) == ["all", "gun 2e-RAL", "gun 5e-RAL"]


@pytest.mark.rule("8.3.1")
def test_the_attacker_chooses_whom_a_weak_barrage_strikes() -> None:
    position = play(before({"1er-RAL-155-CTR": "AG13 N", **GERMANS}), "shell AG14")
    assert actor(position) == "allied"
    assert legal(position) == ["strike 18.ID", "strike II/RFußa.2", "strike 5.KD"]
    position = play(position, "strike 5.KD", 1)
    assert [event.unit for event in happened(position, UnitShelled)] == ["5.KD"]


@pytest.mark.rule("8.3.2")
def test_half_the_die_is_rounded_up() -> None:
    assert [half(die) for die in (1, 2, 3, 10, 19, 20)] == [1, 1, 2, 5, 10, 10]


@pytest.mark.rule("8.3.2")
def test_one_die_and_each_unit_with_its_own_modifiers() -> None:
    position = play(before({**FRENCH, **GERMANS}), "shell AG14", "all", 3)
    shelled = happened(position, UnitShelled)
    while asked(position) == "CabTest":
        position = play(position, 1)
        shelled += happened(position, UnitShelled)
    assert [(event.unit, event.row, event.result) for event in shelled] == [
        ("18.ID", 3, "O0"), ("5.KD", 6, "O+3"), ("II/RFußa.2", 6, "O+3"),
    ]  # fmt: skip


@pytest.mark.rule("8.3.3", "5.1.3")
def test_a_step_lost_outright_and_a_test_with_the_cab_from_before() -> None:
    """●O+1 in the last column, row 1: 18.ID has CAB 12 while whole or with one loss, 9 with two."""
    position = arranged(turn=8, side="allied", begin="EndOfCombatPhase", units={"18.ID": "AG14 S -1"})
    step = ShellUnit(BY_ID["18.ID"], 11, "80", 1, ())
    (test,) = step.do(position.board)
    assert position.board.lost[BY_ID["18.ID"]] == 2
    test.do(position.board, 13)  # 12 + 1: passed
    assert happened_on(position, CabTested).needed == 13
    assert happened_on(position, CabTested).passed


def happened_on(position: Game, kind: type) -> Any:
    return next(event for event in position.board.events if isinstance(event, kind))


@pytest.mark.rule("8.3.3")
def test_a_failed_test_costs_a_step_more() -> None:
    position = play(before({**FRENCH, "18.ID": "AG14 S"}), "shell AG14", "all", 3, 13)
    assert position.board.lost[BY_ID["18.ID"]] == 1


@pytest.mark.rule("8.3.4", "9.3.6")
def test_a_loss_marks_the_unit_until_step_b_of_its_combat_phase() -> None:
    position = play(before({**FRENCH, "18.ID": "AG14 S"}), "shell AG14", "all", 3, 13)
    board = position.board
    assert board.loss_marker == {BY_ID["18.ID"]: 1}
    RemoveLossMarkers().do(board)  # of the Allies: not the owner's
    assert board.loss_marker == {BY_ID["18.ID"]: 1}
    board.side = 0
    RemoveLossMarkers().do(board)
    assert board.loss_marker == {}


@pytest.mark.rule("8.3.4", "8.3.3")
def test_an_automatic_loss_marks_too_and_the_test_uses_the_cab_of_before() -> None:
    board, unit = before({**FRENCH, "18.ID": "AG14 S"}).board, BY_ID["18.ID"]
    (test,) = ShellUnit(unit, 11, "78", 1, ()).do(board)  # the last column, the first row
    assert board.loss_marker == {unit: 1}
    assert (board.lost[unit], getattr(test, "lost", None)) == (1, 0)


# -- [8.4] modifiers


@pytest.mark.rule("8.4.1")
def test_modifiers_add_up_and_plus_helps_the_defender() -> None:
    """The same die on the same column: what adds to the row adds to the CAB."""
    position = play(before({**FRENCH, **GERMANS}), "shell AG14", "all", 3, 4)
    (event,) = happened(position, UnitShelled)
    assert (event.unit, event.row) == ("5.KD", 2 + 1 + 3)
    assert refused(position, "end") == "5.1.1"
    assert happened(play(position, 15), CabTested)[0].needed == 12 + 3


@pytest.mark.rule("8.4.2")
@pytest.mark.parametrize(("hex", "amount"), [("AG14", 0), ("AH42", 0), ("X25", 2), ("AD28", 3), ("A7", 3)])
def test_terrain(hex: str, amount: int) -> None:
    column, row = hex.rstrip("0123456789"), int(hex.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    south = f"{column}{row - 1}"
    position = before({"1re-DI": f"{south} N", "18.ID": f"{hex} S"})
    assert against(position, "18.ID", "1re-DI").get("abu.terrain", 0) == amount


@pytest.mark.rule("8.4.3", "8.8.1", "8.4.2")
def test_several_french_or_belgian_units_fire_one_worse() -> None:
    position = before({**FRENCH, "18.ID": "AG14 S", "1st-Div": "AG13 N", "2nd-Div": "AG13 N"})
    assert against(position, "18.ID", "1re-DI") == {}
    assert against(position, "18.ID", "1re-DI", "2e-DI") == {"abu.together": 1}
    assert against(position, "18.ID", "1st-Div", "2nd-Div") == {}
    belgians = before({"18.ID": "AG14 S", "1re-DA": "AG13 N", "2e-DA": "AG13 N"}, nation="BE")
    assert against(belgians, "18.ID", "1re-DA", "2e-DA") == {"abu.together": 1}
    germans = before({"1re-DI": "AG14 S", "18.ID": "AG13 N", "17.ID": "AG13 N"}, side="german", nation="DE")
    assert against(germans, "1re-DI", "18.ID", "17.ID") == {}


@pytest.mark.rule("8.4.4")
def test_cavalry_is_struck_three_worse_alone_or_stacked() -> None:
    assert against(before({"1re-DI": "AG13 N", "5.KD": "AG14"}), "5.KD", "1re-DI") == {"abu.cavalry": 3}
    stacked = before({"1re-DI": "AG13 N", **GERMANS})
    assert against(stacked, "5.KD", "1re-DI") == {"abu.cavalry": 3}
    assert against(stacked, "18.ID", "1re-DI") == {}


@pytest.mark.rule("8.4.5")
def test_german_heavy_guns_and_the_french_120_are_sheltered_by_troops() -> None:
    assert against(before({"1re-DI": "AG13 N", "II/RFußa.2": "AG14"}), "II/RFußa.2", "1re-DI") == {}
    stacked = before({"1re-DI": "AG13 N", "II/RFußa.2": "AG14", "5.KD": "AG14"})
    assert against(stacked, "II/RFußa.2", "1re-DI") == {"abu.heavy_stacked": 3}
    french = before({"18.ID": "AG13 N", "120L-2e-A": "AG14", "2e-RAL": "AG14", "1re-DI": "AG14"}, side="german")
    assert against(french, "120L-2e-A", "18.ID") == {"abu.heavy_stacked": 3}
    assert against(french, "2e-RAL", "18.ID") == {}


@pytest.mark.rule("8.4.6")
def test_siege_guns_are_sheltered_by_troops() -> None:
    alone = before({"1re-DI": "AG13 N", "ÖFAB.2": "AG14", "II/RFußa.2": "AG14"})
    assert against(alone, "ÖFAB.2", "1re-DI") == {}
    stacked = before({"1re-DI": "AG13 N", "ÖFAB.2": "AG14", "PiR.24": "AG14"})
    assert against(stacked, "ÖFAB.2", "1re-DI") == {"abu.siege_stacked": 5}


@pytest.mark.rule("8.4.7")
def test_past_sixteen_a_column_to_the_left_and_two_less() -> None:
    position = arranged(turn=8, side="allied", begin="EndOfCombatPhase", units={"18.ID": "AG14 S"})
    heap = (Modifier("8.4.2", "abu.terrain", 9),)
    ShellUnit(BY_ID["18.ID"], 7, "32", 10, heap).do(position.board)  # 10 + 9 = 19 in column 32
    event = happened_on(position, UnitShelled)
    assert (event.column, event.row, event.result) == (20, 15, "O+14")  # 26: 17, 20: 15


# -- [8.8] ammunition


@pytest.mark.rule("8.8.1")
@pytest.mark.parametrize(("turn", "amount"), [(19, 0), (20, 4), (22, 4)])
def test_from_turn_20_barrages_are_four_worse(turn: int, amount: int) -> None:
    position = before({"1re-DI": "AG13 N", "18.ID": "AG14 S"}, turn=turn)
    assert against(position, "18.ID", "1re-DI").get("abu.shortage", 0) == amount


@pytest.mark.rule("8.8.1")
def test_from_turn_22_all_artillery_factors_are_halved() -> None:
    guns = bit("1re-DI", "2e-DI")
    assert total_arf(before(FRENCH, turn=21).board, guns) == 23
    board = before({**FRENCH, "18.ID": "AG14 S"}, turn=22).board
    assert total_arf(board, guns) == Fraction(23, 2)
    assert how_many(total_arf(board, guns)) == 2  # 11.5 points
    assert column_against(board, BY_ID["18.ID"], guns, 0) == (2, Fraction(23, 2))  # the column of 8
    weak = before({"2e-DI": "AG13 N -1", "18.ID": "AG14 S"}, turn=22)
    assert asked(weak) == ""  # 10 points are 5


# -- what other chapters say of the guns


@pytest.mark.rule("13.3.1", "13.3.2")
def test_poor_communications_spoil_or_forbid_a_barrage() -> None:
    limited = before({"1re-DI": "AG13 N limited", "18.ID": "AG14 S"})
    assert against(limited, "18.ID", "1re-DI") == {"abu.limited": 3}
    assert asked(before({"1re-DI": "AG13 N ooc", "18.ID": "AG14 S"})) == ""


@pytest.mark.rule("8.5.7")
def test_guns_of_an_assault_keep_silent() -> None:
    position = before({**FRENCH, "18.ID": "AG14 S"})
    position.board.assaults = [Assault(0, bit("1er-RAL-155-CTR"), BY_ID["1re-DI"], FR)]
    aiming = play(position, "shell AG14")
    assert asked(aiming) == "FireAtUnits"  # 2e-DI is the only one left
    assert guns_at(position.board, FR, MAP.grid.hex("AG14")) == bit("2e-DI")


# -- [11] forts that fire, and zones that are struck


@pytest.mark.rule("11.3.5", "8.2.2")
def test_a_fort_fires_with_three_points_and_beside_units() -> None:
    units = {"1re-DI": "AK29 NW", "26.IB": "AL31 SE"}
    position = before({"26.IB": "AL31 SE"})
    assert named(position, "shell") == ["AL31"]
    aiming = play(position, "shell AL31")
    assert len(named(aiming, "battery")) == 4  # those of AK30 and AK31
    fired = play(aiming, "battery AK30:Fort-d'Hautmont", "fire", 1)
    assert happened(fired, UnitShelled)[0].column == 3
    both = before(units).board
    assert enough_arf(Fraction(3), 1)
    fort = next(i for i, each in enumerate(MAP.forts) if each.name == "Fort d'Hautmont")
    assert total_arf(both, bit("1re-DI"), 1 << fort) == 17


@pytest.mark.rule("11.3.6", "11.6.13")
def test_forts_alone_ignore_terrain_and_spare_their_own_camp() -> None:
    fort = next(i for i, each in enumerate(MAP.forts) if each.name == "Fort de Boncelles")
    outside = before({"18.ID": "X33"})
    assert against(outside, "18.ID", forts=1 << fort) == {}
    camp = before({"18.ID": "X35"})
    assert against(camp, "18.ID", forts=1 << fort) == {"abu.own_camp": 2}


@pytest.mark.rule("11.2.6", "11.2.7")
def test_a_fortified_zone_is_struck_and_falls() -> None:
    position = before(dict.fromkeys(("1re-DI", "2e-DI", "3e-DI", "4e-DI"), "J9 NE"))
    position = play(position, "shell I9", "all", 1)
    assert asked(position) == "ZoneTest"
    position = play(position, 20)
    assert happened(position, FortDestroyed)
    assert position.board.zones_gone
