"""[2] What counters show, where rules ask for it."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still
from games.nach_paris.support import arranged, asked, named, play
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    COMMAND,
    GERMAN_SIDE,
    HEADQUARTERS,
    ROWS,
    SQUADRONS,
    STEPS,
)
from marne.games.nach_paris.rules.barrage.firing import LOW_AMMO
from marne.games.nach_paris.rules.combat.declaring import half_steps
from marne.games.nach_paris.rules.command.headquarters import command_range, leaders, reaches
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.rules.units.versions import upgrading
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


@pytest.mark.rule("2.4.7")
def test_total_steps_are_those_that_are_left() -> None:
    board = still({"18.ID": "AW22 N -1", "17.ID": "AW22 N", "1re-DI": "AW24 S -2"})
    ours = 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]
    assert board.total_steps(ours) == STEPS[BY_ID["18.ID"]] + STEPS[BY_ID["17.ID"]] - 1
    assert board.total_steps(0) == 0


@pytest.mark.rule("2.6.1", "6.6.4")
def test_only_an_earlier_unit_on_the_map_is_replaced() -> None:
    assert upgrading(still({"15.ID-3": "AW22 N"})) == [(BY_ID["15.ID-3"], BY_ID["15.ID-4"])]
    assert upgrading(still({"15.ID-3": "waiting"})) == []
    assert upgrading(still({"15.ID-3": "destroyed"})) == []


@pytest.mark.rule("2.5.5", "2.5.20", "2.5.21")
def test_ranges_and_squadrons_stand_on_headquarters_alone() -> None:
    for who, row in enumerate(ROWS):
        assert COMMAND[who] == (row.command or 0)
        assert SQUADRONS[who] == (row.squadrons or 0)
        assert bool(COMMAND[who]) == bool(HEADQUARTERS >> who & 1)
        assert not SQUADRONS[who] or HEADQUARTERS >> who & 1
    assert max(COMMAND) > min(COMMAND[who] for who in members(HEADQUARTERS)) > 0


def texts(units: dict[str, str], unit: str) -> set[str]:
    return {each.text for each in own_modifiers(arranged(units=units, begin="nothing").board, BY_ID[unit])}


@pytest.mark.rule("2.1.1", "2.2.5")
def test_austrian_batteries_serve_with_the_germans_as_siege_artillery() -> None:
    assert u.written(u.AUSTRIAN) == "ÖFAB.2 ÖFAB.8"
    assert {u.SIDE[unit] for unit in members(u.AUSTRIAN)} == {GERMAN_SIDE}
    assert u.AUSTRIAN & ~u.SIEGE == 0
    assert {u.SIDE[BY_ID[id]] for id in ("1re-DI", "DC-belge", "GH")} == {ALLIED_SIDE}
    assert [u.NATIONS[u.NATION[BY_ID[id]]] for id in ("3.ID", "1re-DI", "DC-belge", "GH")] == ["DE", "FR", "BE", "GB"]


@pytest.mark.rule("2.2.1")
def test_pioneers_are_infantry_and_the_other_kinds_are_apart() -> None:
    assert u.FOOT >> BY_ID["PiR.24"] & 1
    assert not u.INFANTRY >> BY_ID["PiR.24"] & 1
    for unit in members(u.ALL):
        kinds = (u.FOOT, u.CAVALRY, u.HEAVY, u.SIEGE, u.ENGINEERS, u.HEADQUARTERS)
        assert sum(kind >> unit & 1 for kind in kinds) == 1, u.IDS[unit]


@pytest.mark.rule("2.2.2", "2.5.16")
def test_only_germans_have_siege_guns_and_few_of_them_reach_far() -> None:
    assert u.SIEGE & ~u.GERMAN == 0
    assert u.SIEGE.bit_count() == 12
    assert u.LONG_RANGE & ~u.SIEGE == 0
    assert u.written(u.LONG_RANGE) == "KMK.b2 KMK.b1 KMK.hb4 15-cm-Metz"


@pytest.mark.rule("2.2.3")
def test_marks_of_movement() -> None:
    assert u.RAIL_ONLY & u.MOTORISED == 0
    assert (u.RAIL_ONLY | u.MOTORISED) == u.SIEGE
    assert u.written(u.MOUNTAIN) == "BCA-Alsace BCA-14e-CA"
    assert {u.MOBILITY[unit] for unit in members(u.RAIL_ONLY)} == {u.RAIL}
    assert u.RAIL not in {u.MOBILITY[unit] for unit in members(u.MOTORISED)}


@pytest.mark.rule("2.4.1", "2.4.3")
def test_infantry_has_one_to_five_steps_and_loses_them_one_by_one() -> None:
    assert {u.STEPS[unit] for unit in members(u.INFANTRY)} == {1, 2, 3, 4, 5}
    board = arranged(units={"1re-DI": "AW22 N"}, begin="nothing").board
    unit = BY_ID["1re-DI"]
    for left in (3, 2, 1):
        lose_steps(board, unit, 1)
        assert board.steps(unit) == left
    lose_steps(board, unit, 1)
    assert board.where[unit] == DESTROYED


@pytest.mark.rule("2.4.4", "2.4.5")
def test_cavalry_has_one_to_three_steps_and_everything_else_one() -> None:
    assert {u.STEPS[unit] for unit in members(u.CAVALRY)} <= {1, 2, 3}
    single = u.ARTILLERY | u.PIONEERS | u.ENGINEERS | u.HEADQUARTERS
    assert {u.STEPS[unit] for unit in members(single)} == {1}


@pytest.mark.rule("2.5.3")
def test_a_siege_gun_that_is_ready_to_fire_does_not_move() -> None:
    board = arranged(units={"KMK.b3": "AW24"}, begin="nothing").board
    gun = BY_ID["KMK.b3"]
    assert allowance(board, gun) > 0
    board.in_position |= 1 << gun
    assert allowance(board, gun) == 0


@pytest.mark.rule("2.5.5", "2.5.20", "2.5.21")
def test_what_stands_on_headquarters() -> None:
    staffs = set(members(u.HEADQUARTERS))
    assert {unit for unit in range(u.COUNT) if u.COMMAND[unit]} == staffs
    assert {unit for unit in range(u.COUNT) if u.SQUADRONS[unit]} <= staffs
    assert u.DOCTRINE & ~u.HEADQUARTERS == u.DOCTRINE & ~u.FRENCH == 0
    assert u.COMMAND[BY_ID["1.AOK"]] > u.COMMAND_REDUCED[BY_ID["1.AOK"]] > 0


@pytest.mark.rule("2.5.8", "2.5.10", "2.5.11")
def test_factors_fall_with_losses() -> None:
    board = arranged(units={"71e-DR": "AW22 N", "PiR.24": "AW24 N"}, begin="nothing").board
    unit = BY_ID["71e-DR"]
    seen = [(board.cab(unit), board.arf(unit))]
    for _ in range(3):
        lose_steps(board, unit, 1)
        seen.append((board.cab(unit), board.arf(unit)))
    assert seen == [(12, 5), (12, 4), (9, 3), (7, 2)]
    assert board.aff(BY_ID["PiR.24"]) == 4
    assert {factor for row in u.CAB for factor in row} <= set(range(5, 16))
    assert u.RED & (u.FRENCH | u.BELGIAN) == 0
    assert u.RED >> BY_ID["34.ID"] & 1


@pytest.mark.rule("2.5.9")
def test_points_fall_with_losses_and_a_mobility_is_one_of_four() -> None:
    board = arranged(units={"14.LIB": "AW24 N", "71e-DR": "AW22 N"}, begin="nothing").board
    assert (board.mf(BY_ID["14.LIB"]), board.mf(BY_ID["71e-DR"])) == (40, 50)
    lose_steps(board, BY_ID["71e-DR"], 3)
    assert board.mf(BY_ID["71e-DR"]) == 30
    mobility = {u.MOBILITIES[u.MOBILITY[BY_ID[id]]] for id in ("3.ID", "5.KD", "BCA-14e-CA", "KMK.b2")}
    assert mobility == {"normal", "superior", "mountain", "rail"}


@pytest.mark.rule("2.5.13")
def test_a_division_in_two_parts_becomes_two_units() -> None:
    row = next(row for row in u.SPLIT_ROWS if "26.IB" in row.parts)
    assert all(u.PARTS >> BY_ID[id] & 1 for id in row.parts)
    assert not any(u.PARTS >> BY_ID[id] & 1 for id in row.wholes)
    assert u.PARTS.bit_count() == sum(len(each.parts) for each in u.SPLIT_ROWS)


@pytest.mark.rule("2.5.15")
def test_fortress_units_stand_better_at_home() -> None:
    camp = next(camp for camp in MAP.camps if camp.name == u.CAMP[BY_ID["71e-DR"]])
    home = MAP.grid.label(camp.hexes[0])
    assert "cab.own_camp" in texts({"71e-DR": f"{home} N"}, "71e-DR")
    assert "cab.own_camp" not in texts({"71e-DR": "AW22 N"}, "71e-DR")
    assert "cab.own_camp" not in texts({"1re-DI": f"{home} N"}, "1re-DI")


@pytest.mark.rule("2.5.17")
def test_whose_shells_are_counted() -> None:
    assert u.written(u.LARGE_AMMO) == "KMK.b3 KMK.b2 KMK.b1 KMK.hb4"
    assert u.MEDIUM_AMMO & ~u.SIEGE == u.LARGE_AMMO & u.MEDIUM_AMMO == 0
    assert u.MEDIUM_AMMO != 0
    assert LOW_AMMO == u.LARGE_AMMO | u.MEDIUM_AMMO, "both calibres"


@pytest.mark.rule("2.5.18", "2.5.19")
def test_who_wears_two_colours_and_who_is_light() -> None:
    assert u.EYE_CATCHING & ~(u.FRENCH | u.BELGIAN) == 0
    assert not u.EYE_CATCHING & (u.LIGHT | u.BRITISH)
    assert u.EYE_CATCHING >> BY_ID["1re-DI"] & 1
    assert not u.EYE_CATCHING >> BY_ID["2e-DIC"] & 1
    assert u.written(u.LIGHT) == "JB-4.KK BCA-Alsace BCA-14e-CA 41.47.50.71-BCP"


@pytest.mark.rule("2.6.1")
def test_a_dotted_unit_is_a_later_version() -> None:
    assert {u.IDS[new]: u.IDS[old] for new, old in u.REPLACES.items()} == {"15.ID-4": "15.ID-3"}
    assert 1 << BY_ID["15.ID-4"] == u.DOTTED
