"""[2] What counters show, where rules ask for it."""

from __future__ import annotations

import pytest

from games.nach_paris.support import arranged, asked, named, play
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.units import BY_ID, ROWS
from marne.games.nach_paris.rules.combat.declaring import half_steps
from marne.games.nach_paris.rules.command.headquarters import command_range, leaders, reaches
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.works.fieldworks import why_no_digging
from marne.hexes import bits, members


def some(*names: str) -> int:
    return bits(BY_ID[name] for name in names)


@pytest.mark.rule("2.1.1")
def test_nations_and_their_sides() -> None:
    wanted = {"6e-DA": u.BE, "1re-DI": u.FR, "1st-Div": u.GB, "18.ID": u.DE, "ÖFAB.2": u.DE}
    assert {name: u.NATION[BY_ID[name]] for name in wanted} == wanted
    assert {u.SIDE[unit] for unit in members(u.GERMAN)} == {u.GERMAN_SIDE}
    assert {u.SIDE[unit] for unit in members(u.BELGIAN | u.FRENCH | u.BRITISH)} == {u.ALLIED_SIDE}


@pytest.mark.rule("2.2.1")
def test_pioneers_are_infantry_and_engineers_are_not() -> None:
    board = arranged(begin="nothing", turn=8, units={"PiR.24": "AL31 N", "18.ID": "AL31 N"}).board
    engineers = next(iter(members(u.ENGINEERS & u.GERMAN)))
    assert why_no_digging(board, BY_ID["PiR.24"]) is None
    assert why_no_digging(board, engineers) is not None
    kinds = (u.INFANTRY, u.PIONEERS, u.CAVALRY, u.HEAVY, u.SIEGE, u.ENGINEERS, u.HEADQUARTERS)
    assert sum(kind.bit_count() for kind in kinds) == u.COUNT


@pytest.mark.rule("2.2.2", "2.2.5")
def test_only_germans_have_siege_guns_two_battalions_of_them_austrian() -> None:
    assert u.SIEGE.bit_count() == 12
    assert u.SIEGE & ~u.GERMAN == 0
    assert some("ÖFAB.2", "ÖFAB.8") == u.AUSTRIAN
    assert u.AUSTRIAN & ~u.SIEGE == 0


@pytest.mark.rule("2.2.3", "2.5.9")
def test_wheels_say_who_marches_and_who_only_goes_by_rail() -> None:
    """One box of mobility for each: guns on rails, on motors, mountain infantry, horse, foot."""
    assert u.MOTORISED & u.RAIL_ONLY == 0
    assert u.MOTORISED | u.RAIL_ONLY == u.SIEGE
    assert bits(unit for unit in range(u.COUNT) if u.MOBILITY[unit] == u.RAIL) == u.RAIL_ONLY
    assert bits(unit for unit in range(u.COUNT) if u.MOBILITY[unit] == u.MOUNTAIN_BOX) == u.MOUNTAIN
    assert some("BCA-Alsace", "BCA-14e-CA") == u.MOUNTAIN
    for name, marches in (("KMK.b3", True), ("SKM.b1", False)):
        position = arranged(turn=8, side="german", begin="MoveUnits DE", units={name: "S31"})
        moving = play(position, f"move {name}")
        assert (asked(moving) == "Walk" and bool(named(moving, "to"))) == marches


@pytest.mark.rule("2.2.4")
def test_german_counters_show_their_army_others_obey_any_headquarters() -> None:
    board = arranged(begin="nothing", turn=8).board
    assert u.written(leaders(board, BY_ID["18.ID"])) == "1.AOK"
    assert leaders(board, BY_ID["1re-DI"]) == u.HEADQUARTERS & u.FRENCH
    assert [unit for unit in range(u.COUNT) if u.ARMY[unit] < 0] == [i for i, row in enumerate(ROWS) if not row.army]
    assert u.ARMY[BY_ID["17.RD"]] == -1
    assert u.ARMY_NAMES[u.ARMY[BY_ID["18.ID"]]] == u.ARMY_NAMES[u.ARMY[BY_ID["1.AOK"]]] == "1. Armee"


@pytest.mark.rule("2.4.1", "2.4.5")
def test_steps_of_all_kinds() -> None:
    board = arranged(begin="nothing", units={"18.ID": "AW22 N -1"}).board
    assert (u.STEPS[BY_ID["18.ID"]], board.steps(BY_ID["18.ID"])) == (4, 3)
    others = u.HEAVY | u.SIEGE | u.PIONEERS | u.ENGINEERS | u.HEADQUARTERS
    assert {u.STEPS[unit] for unit in members(others)} == {1}
    assert all(len(u.CAB[unit]) == u.STEPS[unit] for unit in range(u.COUNT))


@pytest.mark.rule("2.4.3", "2.4.4")
def test_infantry_has_up_to_five_steps_and_cavalry_up_to_three() -> None:
    assert {u.STEPS[unit] for unit in members(u.INFANTRY)} == {1, 2, 3, 4, 5}
    assert {u.STEPS[unit] for unit in members(u.CAVALRY)} == {1, 2, 3}
    assert [name for name in ("GED", "GKD") if u.STEPS[BY_ID[name]] in (3, 5)] == ["GED", "GKD"]


@pytest.mark.rule("2.5.3")
def test_siege_guns_in_firing_position_do_not_march() -> None:
    for words, moves in (("S31", True), ("S31 N fip", False)):
        board = arranged(begin="nothing", units={"KMK.b3": words}).board
        assert (allowance(board, BY_ID["KMK.b3"]) > 0) == moves


@pytest.mark.rule("2.5.5", "2.5.20")
def test_headquarters_reach_as_far_as_they_show() -> None:
    assert bits(unit for unit in range(u.COUNT) if u.COMMAND[unit]) == u.HEADQUARTERS
    assert {u.COMMAND[unit] for unit in members(u.ALL & ~u.HEADQUARTERS)} == {0}
    assert {u.COMMAND_REDUCED[unit] for unit in members(u.ALL & ~u.HEADQUARTERS)} == {0}
    board = arranged(begin="nothing", turn=8, units={"QG-5e-A": "AL24", "1re-DI": "AL32 N", "2e-DI": "AL33 N"}).board
    staff = BY_ID["QG-5e-A"]
    assert command_range(board, staff, BY_ID["1re-DI"]) == 8
    assert reaches(board, staff, BY_ID["1re-DI"], 8)
    assert not reaches(board, staff, BY_ID["2e-DI"], 8)


@pytest.mark.rule("2.5.8", "2.5.9", "2.5.11")
def test_losses_lower_the_factors_of_a_unit() -> None:
    found = []
    for words in ("AW22 N", "AW22 N -2", "AW22 N -3"):
        board, unit = arranged(begin="nothing", units={"71e-DR": words}).board, BY_ID["71e-DR"]
        found.append((board.cab(unit), board.cbf(unit), board.arf(unit), board.mf(unit)))
    assert found == [(12, 18, 5, 50), (9, 9, 3, 40), (7, 5, 2, 30)]
    assert all(5 <= cab <= 15 for levels in u.CAB for cab in levels)


@pytest.mark.rule("2.5.10")
def test_only_guns_and_pioneers_have_a_factor_against_forts() -> None:
    board = arranged(begin="nothing").board
    able = bits(unit for unit in range(u.COUNT) if board.aff(unit))
    assert able & ~(u.ARTILLERY | u.PIONEERS) == 0
    assert able & u.PIONEERS == u.PIONEERS
    assert board.aff(BY_ID["I.II/Fußa.9"]) == 18


@pytest.mark.rule("2.5.11", "2.5.18")
def test_red_guns_are_german_or_british_and_bright_uniforms_french_or_belgian() -> None:
    assert u.RED & ~(u.GERMAN | u.BRITISH) == 0
    assert some("34.ID", "11.ID") & ~u.RED == 0
    assert u.EYE_CATCHING & ~(u.FRENCH | u.BELGIAN) == 0
    assert some("4e-DI", "6e-DA") & ~u.EYE_CATCHING == 0
    assert some("2e-DIC", "Bde-CIM", "BCA-Alsace") & u.EYE_CATCHING == 0


@pytest.mark.rule("2.5.13")
def test_brigades_name_the_division_that_they_come_from() -> None:
    (row,) = [row for row in u.SPLIT_ROWS if "26.IB" in row.parts]
    assert (row.wholes, row.parts) == (("13.ID",), ("25.IB", "26.IB"))
    assert some("25.IB", "26.IB", "BCA-14e-CA") & ~u.PARTS == 0
    assert not u.PARTS >> BY_ID["13.ID"] & 1


@pytest.mark.rule("2.5.15")
def test_fortress_units_belong_to_one_camp() -> None:
    wanted = {"71e-DR": "Épinal", "145e-RI": "Maubeuge", "33.RD": "Metz", "1re-DI": ""}
    assert {name: u.CAMP[BY_ID[name]] for name in wanted} == wanted
    assert bits(unit for unit in range(u.COUNT) if u.CAMP[unit]) == u.RELATED


@pytest.mark.rule("2.5.16", "2.5.17")
def test_long_range_and_counted_shells_are_marks_of_siege_guns() -> None:
    assert (u.LONG_RANGE | u.LARGE_AMMO | u.MEDIUM_AMMO) & ~u.SIEGE == 0
    assert u.LARGE_AMMO & u.MEDIUM_AMMO == 0
    assert some("KMK.b1", "15-cm-Metz") & ~u.LONG_RANGE == 0
    assert not u.LONG_RANGE >> BY_ID["KMK.b3"] & 1
    assert u.LARGE_AMMO >> BY_ID["KMK.b3"] & 1
    assert some("ÖFAB.2", "SKM.b1", "28-cm-Bttr") & ~u.MEDIUM_AMMO == 0
    assert (u.LARGE_AMMO | u.MEDIUM_AMMO) & some("15-cm-Metz") == 0


@pytest.mark.rule("2.5.19")
def test_light_infantry_takes_half_the_room_of_others_in_an_attack() -> None:
    assert u.written(u.LIGHT) == "JB-4.KK BCA-Alsace BCA-14e-CA 41.47.50.71-BCP"
    board = arranged(begin="nothing", units={"JB-4.KK": "AW22 N", "26.IB": "AW22 N"}).board
    assert half_steps(board, BY_ID["JB-4.KK"], "full") == board.steps(BY_ID["JB-4.KK"])
    assert half_steps(board, BY_ID["26.IB"], "full") == 2 * board.steps(BY_ID["26.IB"])


@pytest.mark.rule("2.5.21")
def test_squadrons_belong_to_headquarters() -> None:
    assert u.SQUADRONS[BY_ID["2.AOK"]] >= 1  # Example 19
    assert all(u.HEADQUARTERS >> unit & 1 for unit in range(u.COUNT) if u.SQUADRONS[unit])


@pytest.mark.rule("2.6.1")
def test_a_dotted_unit_takes_the_place_of_an_earlier_one() -> None:
    assert u.written(u.DOTTED) == "15.ID-4"
    assert u.REPLACES[BY_ID["15.ID-4"]] == BY_ID["15.ID-3"]


@pytest.mark.rule("2.5.14")
def test_ranks_go_from_the_best_to_the_worst_and_not_everybody_has_one() -> None:
    assert [u.RANKS[u.RANK[BY_ID[name]]] for name in ("5.ID", "18.ID")] == ["A", "B"]
    assert {unit for unit in range(u.COUNT) if u.RANK[unit] < 0} == {i for i, row in enumerate(ROWS) if not row.rank}
    assert {u.RANK[unit] for unit in members(u.HEADQUARTERS | u.ENGINEERS)} == {-1}
