"""[8.3], [8.4], [8.8] Barrages on units: who is struck, what changes the die, shells."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.nach_paris.barrage.support import FRENCH, before, bit
from games.nach_paris.still import at, still, texts, unit
from games.nach_paris.support import Game, actor, arranged, asked, happened, legal, named, play, refused
from marne.engine import Ask, Modifier, Only
from marne.games.nach_paris.board import Assault
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ARF, BY_ID, DE, FR, HEAVY, IDS, OF_NATION, PIONEERS
from marne.games.nach_paris.events import CabTested, FortDestroyed
from marne.games.nach_paris.rules.barrage.at_forts import abf_modifiers
from marne.games.nach_paris.rules.barrage.at_units import (
    ChooseTargets,
    FireAtUnits,
    ShellUnit,
    _ground,
    _teamwork,
    abu_modifiers,
    column_against,
    common_modifiers,
    guns_at,
    how_many,
)
from marne.games.nach_paris.rules.barrage.events import UnitShelled
from marne.games.nach_paris.rules.barrage.firing import enough_arf, fire_modifiers, half, total_arf
from marne.games.nach_paris.rules.forts.fort_fire import fires_together
from marne.games.nach_paris.sequence import RemoveLossMarkers
from marne.hexes import members

GERMANS = {"18.ID": "AG14 S", "5.KD": "AG14", "II/RFußa.2": "AG14 S"}


def keys(modifiers: tuple[Modifier, ...]) -> dict[str, int]:
    return {each.text: each.amount for each in modifiers}


def against(position: Game, unit: str, *guns: str, forts: int = 0) -> dict[str, int]:
    board = position.board
    return keys(abu_modifiers(board, board.where[BY_ID[unit]], BY_ID[unit], bit(*guns), forts))


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
        ("18.ID", 3, "O0"),
        ("5.KD", 6, "O+3"),
        ("II/RFußa.2", 6, "O+3"),
    ]


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


@pytest.mark.rule("11.3.5", "8.2.2")
@pytest.mark.reading("six-points")
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


@pytest.mark.rule("8.4.3")
def test_belgians_fire_together_as_badly_as_the_french_and_germans_do_not() -> None:
    def texts(*units: str) -> list[str]:
        mine = sum(1 << BY_ID[unit] for unit in units)
        return [each.text for each in common_modifiers(still(), at("AW22"), mine, 0, terrain=False)]

    assert texts("6e-DA", "DC-belge") == texts("1re-DI", "2e-DI") == ["abu.together"]
    assert texts("18.ID", "17.ID") == texts("6e-DA") == texts("1st-Div", "2nd-Div") == []


@pytest.mark.rule("8.4.2", "8.4.3")
def test_terrain_counts_only_where_it_is_asked_for() -> None:
    woods = next(
        hex
        for hex in range(len(MAP.grid))
        if MAP.playable(hex) and common_modifiers(still(), hex, 1 << BY_ID["18.ID"], 0, terrain=True)
    )
    board, guns = still(), 1 << BY_ID["18.ID"]
    assert [each.text for each in common_modifiers(board, woods, guns, 0, terrain=True)] == ["abu.terrain"]
    assert common_modifiers(board, woods, guns, 0, terrain=False) == []
    two = 1 << BY_ID["1re-DI"] | 1 << BY_ID["2e-DI"]
    assert [each.text for each in common_modifiers(board, woods, two, 0, terrain=False)] == ["abu.together"]


@pytest.mark.rule("8.4.2", "8.4.1")
def test_terrain_helps_the_target_but_for_forts_that_fire_alone() -> None:
    amounts = {}
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        amounts[MAP.terrain[hex].name] = [each.amount for each in _ground(hex, 1, 0)]
    assert {name: found for name, found in amounts.items() if found} == {
        "BROKEN": [2],
        "ROUGH": [3],
        "MOUNTAINOUS": [3],
    }
    rough = next(hex for hex in range(len(MAP.grid)) if MAP.terrain[hex].name == "ROUGH")
    assert _ground(rough, 0, 1) == ()
    assert len(_ground(rough, 1, 1)) == 1
    board = still()
    assert texts(common_modifiers(board, rough, unit("18.ID"), 0, terrain=True)) == ["abu.terrain"]
    assert common_modifiers(board, rough, unit("18.ID"), 0, terrain=False) == []


@pytest.mark.rule("8.4.3", "11.3.5")
@pytest.mark.reading("forts-among-guns")
def test_french_or_belgian_guns_of_several_units_work_badly_together() -> None:
    assert texts(_teamwork(unit("1re-DI", "2e-DI"), 0)) == ["abu.together"]
    assert texts(_teamwork(unit("1re-DI"), 1)) == ["abu.together"]
    assert _teamwork(unit("1re-DI"), 0) == _teamwork(unit("18.ID", "17.ID"), 0) == _teamwork(0, 3) == ()
    assert [fires_together(units, guns) for units, guns in ((3, 0), (1, 0), (1, 1), (0, 1), (0, 3))] == [
        True,
        False,
        True,
        False,
        False,
    ]


@pytest.mark.rule("8.8.1", "13.3.1", "8.7.1")
def test_shortage_and_weak_supply_spoil_a_barrage() -> None:
    board = still({"18.ID": "AW22 N", "KMK.b3": "AW22 N fip"})
    plain, counted = unit("18.ID"), unit("KMK.b3")
    assert fire_modifiers(board, plain | counted, 1, kind="abu") == []
    board.turn = 20
    assert [
        texts(fire_modifiers(board, guns, fort, kind="abf"))
        for guns, fort in (
            (plain, 0),
            (counted, 0),
            (plain | counted, 0),
            (counted, 1),
            (0, 1),
        )
    ] == [["abf.shortage"], [], ["abf.shortage"], ["abf.shortage"], ["abf.shortage"]]
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


@pytest.mark.rule("8.3.3", "10.2.4")
@pytest.mark.reading("works-below-six")
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


@pytest.mark.rule("8.3.2", "8.1.3", "8.2.5")
def test_guns_have_fired_and_the_hex_is_shelled_beside_those_before() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S", "1re-DC": "AW23", "2e-RAL": "AW23 S"}
    board = still(units, side="german")
    board.barraged, board.shelled, board.shelled_turn = unit("17.ID"), 1, 1
    step = FireAtUnits(DE, at("AW23"), unit("18.ID"), 0, unit("1re-DI", "1re-DC", "2e-RAL"))
    found: Any = step.answered(board, 7)
    assert [each.unit for each in found] == [*sorted((BY_ID["1re-DI"], BY_ID["1re-DC"])), BY_ID["2e-RAL"]]
    assert {each.row for each in found} == {4}
    assert board.barraged == unit("18.ID", "17.ID")
    assert board.shelled == board.shelled_turn == 1 | 1 << at("AW23")


@pytest.mark.rule("8.4.1", "8.4.5", "8.4.6")
def test_guns_with_foot_beside_them_are_hard_to_hit() -> None:
    heavy = members(HEAVY & OF_NATION[DE])[0]
    siege = BY_ID["KMK.b3"]
    for who, text in ((heavy, "abu.heavy_stacked"), (siege, "abu.siege_stacked")):
        for friend in ({}, {"18.ID": "AW23 S"}, {"2.AOK": "AW23"}):
            board = still({IDS[who]: "AW23 S", "1re-DI": "AW22 N", **friend}, side="allied")
            found = [each.text for each in abu_modifiers(board, at("AW23"), who, unit("1re-DI"), 0)]
            assert found == ([text] if "18.ID" in friend else [])
    foot = still({"18.ID": "AW23 S", "17.ID": "AW23 S", "1re-DI": "AW22 N"}, side="allied")
    assert abu_modifiers(foot, at("AW23"), BY_ID["18.ID"], unit("1re-DI"), 0) == ()


@pytest.mark.rule("8.4.1", "8.4.4")
def test_horse_alone_has_the_modifier_of_cavalry() -> None:
    board = still({"18.ID": "AG14 S", "5.KD": "AG14", "1re-DI": "AG13 N"}, side="allied")
    guns = 1 << BY_ID["1re-DI"]
    texts = {
        name: [each.text for each in abu_modifiers(board, at("AG14"), BY_ID[name], guns, 0)]
        for name in ("18.ID", "5.KD")
    }
    assert "abu.cavalry" not in texts["18.ID"]
    assert "abu.cavalry" in texts["5.KD"]


@pytest.mark.rule("8.3.1", "11.2.6")
@pytest.mark.parametrize(("guns", "all_of_them"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_fortified_zone_is_one_of_those_whom_a_barrage_strikes(guns: int, all_of_them: bool) -> None:
    """Two units and the zone are three: 7 points strike one, 10 two, 15 three, 22 all."""
    heavy = ("1er-RAL-155-CTR", "2e-RAL", "3e-RAL", "4e-RAL")[:guns]
    units = {"10.LIB": "F7", "11.LIB": "F7", **dict.fromkeys(heavy, "F9")}
    board = still(units, side="allied")
    step = ChooseTargets(FR, at("F7"), unit(*heavy), 0)
    assert step.candidates(board) == (unit("10.LIB", "11.LIB"), True)
    ask = step.ask(board)
    if all_of_them:
        assert isinstance(ask, Only)
        assert ask.answer == "all"
    else:
        assert isinstance(ask, Ask)
        assert ask.options == (("strike", BY_ID["10.LIB"]), ("strike", BY_ID["11.LIB"]), "strike-zone")
