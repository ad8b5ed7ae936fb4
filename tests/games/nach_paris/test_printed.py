"""[2]-[4]: what counters, the sequence of play and the map say, and what play makes of it."""

from __future__ import annotations

import pytest

from games.nach_paris.support import arranged
from marne.games.nach_paris import sequence
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Entrenchment, Terrain, Water
from marne.games.nach_paris.components.tables import MOVEMENT, NO_WAY
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.barrage.firing import LOW_AMMO
from marne.games.nach_paris.rules.engineers.garrisons import charges
from marne.games.nach_paris.rules.movement.march import allowance
from marne.games.nach_paris.rules.movement.reach import crossing
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.steps import Steps
from marne.hexes import members


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


@pytest.mark.rule("1.1.4")
def test_garrisons_outside_the_scenario_blow_nothing() -> None:
    for scenario in ("liege", "mulhouse"):
        board = arranged(scenario, begin="nothing").board
        found = {number for nation in range(4) for number in charges(board, nation)}
        assert not [number for number in found if not board.play.area >> MAP.structures[number].hex & 1]
    everywhere = arranged(begin="nothing").board
    assert len(charges(everywhere, u.FR)) > 5


# -- [3] the sequence of play


def kinds(steps: Steps) -> list[str]:
    return list(dict.fromkeys(type(step).__name__ for step in steps if not isinstance(step, sequence.Phase)))


@pytest.mark.rule("3.1.1", "3.2.6")
def test_the_germans_play_then_the_allies_then_a_new_turn_begins() -> None:
    board = arranged(begin="nothing").board
    steps = sequence.GameTurn(7).do(board)
    assert [(type(step).__name__, getattr(step, "side", None)) for step in steps] == [
        ("PlayerTurn", GERMAN_SIDE), ("PlayerTurn", ALLIED_SIDE), ("EndOfGameTurn", None), ("NextGameTurn", None),
    ]  # fmt: skip
    assert board.turn == 7
    assert sequence.NextGameTurn().do(board) == (sequence.GameTurn(8),)
    board.over = True
    assert sequence.NextGameTurn().do(board) == ()


@pytest.mark.rule("3.2.2")
def test_the_administrative_phase() -> None:
    board = arranged(side="german", begin="nothing").board
    assert kinds(sequence.AdminPhase().do(board)) == [
        "RollForRain", "LuxembourgRailways", "NewReplacements", "ChangeHeadquarters", "DetermineCommunications",
        "RepairStructures", "OpenSluices",
    ]  # fmt: skip
    board.side = ALLIED_SIDE
    assert "RollForRain" not in kinds(sequence.AdminPhase().do(board))
    assert kinds(sequence.FirstPlayerTurn(GERMAN_SIDE).do(board))[0] == "DelimitRailways"


@pytest.mark.rule("3.2.3")
def test_the_barrage_phase() -> None:
    board = arranged(side="german", begin="nothing").board
    assert kinds(sequence.BarragePhase().do(board)) == ["PreparatoryBarrages", "DeclareAssaults"]


@pytest.mark.rule("3.2.4")
def test_the_movement_phase() -> None:
    board = arranged(side="german", begin="nothing").board
    assert kinds(sequence.MovementPhase().do(board)) == [
        "BeginMovement", "MandatoryWithdrawals", "ZoneToZone", "MoveUnits", "Arrivals", "ReturnHeadquarters",
    ]  # fmt: skip


# -- [4] the map


@pytest.mark.rule("4.1")
def test_every_kind_of_ground_is_there_and_costs_more_the_rougher_it_is() -> None:
    assert set(MAP.terrain) == set(Terrain)
    rougher = [MOVEMENT[kind][u.NORMAL] for kind in (Terrain.CLEAR, Terrain.BROKEN, Terrain.ROUGH, Terrain.MOUNTAINOUS)]
    assert rougher == sorted(rougher)
    assert rougher[0] < rougher[-1]


@pytest.mark.rule("4.2")
def test_hexsides_close_or_cost() -> None:
    board = arranged(units={"3.ID": "AW24 N", "II/RFußa.2": "AW24 N"}, begin="nothing").board
    sides = range(MAP.grid.side_count)
    bare = [side for side in sides if MAP.cover[side] == Cover.NONE and not MAP.flood[side]]
    water = [{crossing(board, BY_ID["3.ID"], side) for side in bare if MAP.water[side] == kind} for kind in Water]
    assert water == [{0}, {0}, {0}, {0, NO_WAY}], "only a Major River without a bridge stops a march"
    crests = [side for side in sides if MAP.cover[side] == Cover.MOUNTAIN_RANGE and not MAP.mountain_pass[side]]
    woods = [side for side in sides if MAP.cover[side] == Cover.DEEP_FOREST]
    for closed, price in ((crests, 25), (woods, 10)):
        dry = [side for side in closed if MAP.water[side] != Water.MAJOR and not MAP.flood[side]]
        assert {crossing(board, BY_ID["3.ID"], side) for side in dry} == {NO_WAY}
        assert {crossing(board, BY_ID["14.LIB"], side) for side in dry} <= {NO_WAY, price}


@pytest.mark.rule("4.4")
def test_the_map_shows_every_kind_of_works() -> None:
    assert {row.grade for row in forts.ROWS} == {
        "masonry", "strengthened masonry", "strengthened concrete", "feste", "ultramodern feste",
    }  # fmt: skip
    assert set(MAP.guards.values()) >= {Entrenchment.REGULAR, Entrenchment.STRENGTHENED}
    assert MAP.fortified_zones
    assert MAP.camps
    assert any(MAP.old_fortification)
