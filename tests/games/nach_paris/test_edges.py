"""More of what lies at the edge of a rule: staffs and forts, railway guns, tests, zones, the sums of a scenario."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, refused
from marne.engine import Ask, Modifier
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    BY_ID,
    CAB,
    COMMAND,
    COMMAND_LATER,
    COMMAND_REDUCED,
    DE,
    FR,
    GERMAN_SIDE,
    IN_ARMY_CORPS,
    RELATED,
    STEPS,
)
from marne.games.nach_paris.rules.barrage.at_units import common_modifiers
from marne.games.nach_paris.rules.campaign.victory import _note_falls, points
from marne.games.nach_paris.rules.combat.battle import Battle, lone_siege_guns
from marne.games.nach_paris.rules.combat.declaring import why_not_attack
from marne.games.nach_paris.rules.combat.horse import Withdraw
from marne.games.nach_paris.rules.command.headquarters import command_range
from marne.games.nach_paris.rules.command.replacements import rebuilding_hexes
from marne.games.nach_paris.rules.command.restriction import ChangeHeadquarters
from marne.games.nach_paris.rules.forts.camps import all_round
from marne.games.nach_paris.rules.forts.fort_fire import attackable, fires_together, fort_guns, ignores_terrain
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
from marne.games.nach_paris.rules.forts.forts import fort_arf
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import enterable
from marne.games.nach_paris.rules.movement.walk import _stops
from marne.games.nach_paris.rules.options.airmen import FlyOver, why_no_flight
from marne.games.nach_paris.rules.options.recon import Scout
from marne.games.nach_paris.rules.rail import guns
from marne.games.nach_paris.rules.rail.arrivals import why_not_by_rail
from marne.games.nach_paris.rules.rail.network import held
from marne.games.nach_paris.rules.retreat.adjust import why_not_shift
from marne.games.nach_paris.rules.units.cab import CabTest, by_its_camp, passes
from marne.games.nach_paris.rules.units.losses import destroy, lose_steps
from marne.games.nach_paris.rules.units.stacking import room
from marne.games.nach_paris.rules.units.versions import _inherit_numbers
from marne.games.nach_paris.rules.units.zones import front, zone_of
from marne.games.nach_paris.rules.works.improve import why_not_improve
from marne.hexes import members

# -- [1], [2]


@pytest.mark.rule("1.1.5")
def test_points_are_ground_and_what_the_enemy_lost_more() -> None:
    board = still(scenario="guise")
    scoring = board.play.said.scoring
    before = points(board)
    board.step_losses[DE] += 6
    german_lost = points(board)
    board.step_losses[FR] += 6
    both_lost = points(board)
    each = 6 * scoring.step + (6 // scoring.steps_each if scoring.steps_each else 0)
    assert (german_lost[0] - before[0], german_lost[1] - before[1]) == (0, each)
    assert (both_lost[0] - before[0], both_lost[1] - before[1]) == (6 * scoring.step, 6 * scoring.step)


@pytest.mark.rule("2.5.20", "13.2.1", "13.2.3")
def test_german_staffs_reach_army_corps_less_far_until_turn_22() -> None:
    corps = next(unit for unit in members(IN_ARMY_CORPS) if unit == BY_ID["18.ID"])
    other = BY_ID["9.KD"]
    staff = BY_ID["1.AOK"]
    assert not IN_ARMY_CORPS >> other & 1
    early, late = still(turn=21), still(turn=22)
    assert command_range(early, staff, corps) == COMMAND_REDUCED[staff]
    assert command_range(early, staff, other) == COMMAND[staff]
    assert command_range(late, staff, corps) == command_range(late, staff, other) == COMMAND_LATER[staff]
    assert COMMAND_REDUCED[staff] < COMMAND[staff]
    french = BY_ID["QG-5e-A"]
    assert (
        command_range(early, french, BY_ID["1re-DI"]) == command_range(late, french, BY_ID["1re-DI"]) == COMMAND[french]
    )


@pytest.mark.rule("2.4.2", "8.3.4")
def test_a_loss_that_is_not_marked_leaves_no_marker() -> None:
    board, unit = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    assert lose_steps(board, unit, 1, marked=False) == 1
    assert board.loss_marker == {}
    assert lose_steps(board, unit, 1) == 1
    assert board.loss_marker == {unit: 2}
    assert lose_steps(board, unit, 0) == 0
    assert (board.lost[unit], board.lost_now[unit], board.step_losses[DE]) == (2, 2, 2)


@pytest.mark.rule("2.4.6", "13.1.7")
def test_only_a_lost_headquarters_is_noted_to_come_back() -> None:
    board = still({"18.ID": "AW22 N", "1.AOK": "AW22"})
    destroy(board, BY_ID["18.ID"])
    assert board.headquarters_lost == {}
    assert board.step_losses[DE] == STEPS[BY_ID["18.ID"]]
    destroy(board, BY_ID["1.AOK"])
    assert board.headquarters_lost == {BY_ID["1.AOK"]: 8}


# -- [5], [6], [7]


@pytest.mark.rule("5.1.3", "5.1.1")
def test_a_test_counts_the_losses_from_before_also_if_there_were_none() -> None:
    board, unit = still({"18.ID": "AW22 N -2"}), BY_ID["18.ID"]
    assert [CabTest(unit, lost=lost).cab(board) for lost in (-1, 0, 1, 2)] == [
        CAB[unit][2], CAB[unit][0], CAB[unit][1], CAB[unit][2],
    ]  # fmt: skip
    assert CAB[unit][0] != CAB[unit][2]


@pytest.mark.rule("5.1.1", "5.1.2")
def test_a_die_passes_up_to_the_cab_and_never_at_nothing() -> None:
    assert [passes(die, 7) for die in (1, 7, 8, 20)] == [True, True, False, False]
    assert not passes(1, 0)
    assert passes(1, 1)
    assert not passes(0, 0)


@pytest.mark.rule("5.1.4")
def test_a_unit_of_a_camp_that_is_off_the_map_is_by_no_camp() -> None:
    unit = next(iter(members(RELATED)))
    name = next(id for id, number in BY_ID.items() if number == unit)
    camp = next(hex for hex in range(len(MAP.grid)) if by_its_camp(still({name: f"{MAP.grid.label(hex)} N"}), unit))
    assert MAP.camp[camp] >= 0 or any(MAP.camp[n] >= 0 for n in MAP.grid.neighbours[camp])
    for place in ("waiting", "destroyed", "aside"):
        assert not by_its_camp(still({name: place}), unit)


@pytest.mark.rule("6.2.1", "6.1.2")
def test_who_is_off_the_map_has_neither_front_nor_zone() -> None:
    for words in ("waiting", "destroyed"):
        board = still({"18.ID": words})
        assert front(board, BY_ID["18.ID"]) == zone_of(board, BY_ID["18.ID"]) == 0
    board = still({"18.ID": "AW22 N", "1.AOK": "AW23", "17.ID": "S31 N train"})
    assert front(board, BY_ID["18.ID"]) >> at("AW23") & 1
    assert not front(board, BY_ID["18.ID"]) >> at("AW21") & 1
    assert zone_of(board, BY_ID["1.AOK"]) == 0, "staffs have none"
    assert zone_of(board, BY_ID["17.ID"]) == 0, "trains have none"


@pytest.mark.rule("7.3.1", "11.3.2", "7.1.6")
def test_forts_of_the_enemy_and_his_units_close_a_hex_but_not_one_s_own() -> None:
    fort = next(each for i, each in enumerate(MAP.forts) if each.nation == "FR" and forts.CAMP_OF[i] < 0)
    board = still({"18.ID": "AW22 N", "17.ID": "AW23 N", "1re-DI": "AW24 N", "2e-DI": "AW25 N"})
    german, french = enterable(board, BY_ID["18.ID"]), enterable(board, BY_ID["1re-DI"])
    assert not german >> fort.hex & 1
    assert french >> fort.hex & 1
    assert (german >> at("AW23") & 1, german >> at("AW24") & 1) == (1, 0)
    assert (french >> at("AW23") & 1, french >> at("AW25") & 1) == (0, 1)


@pytest.mark.rule("4.5", "12.1.3")
def test_only_foot_and_horse_take_ground() -> None:
    board = still({"18.ID": "AW22 N", "1.AOK": "AW22", "III/Fußa.1": "AW22 N"})
    for unit, takes in (("1.AOK", False), ("III/Fußa.1", False), ("18.ID", True)):
        take_ground(board, BY_ID[unit], at("AW30"))
        assert bool(board.german_ground >> at("AW30") & 1) is takes, unit
    take_ground(board, BY_ID["1re-DI"], at("AW30"))
    assert not board.german_ground >> at("AW30") & 1, "and the enemy takes it back"


# -- [8], [11]


@pytest.mark.rule("8.4.3")
def test_belgians_fire_together_as_badly_as_the_french_and_germans_do_not() -> None:
    def texts(*units: str) -> list[str]:
        mine = sum(1 << BY_ID[unit] for unit in units)
        return [each.text for each in common_modifiers(still(), at("AW22"), mine, 0, terrain=False)]

    assert texts("6e-DA", "DC-belge") == texts("1re-DI", "2e-DI") == ["abu.together"]
    assert texts("18.ID", "17.ID") == texts("6e-DA") == texts("1st-Div", "2nd-Div") == []


@pytest.mark.rule("11.3.5", "11.4.5")
def test_forts_that_fell_or_fired_have_no_guns_and_only_their_nation_fires_them() -> None:
    hexes = [hex for hex in range(len(MAP.grid)) if MAP.playable(hex) and fort_guns(still(), FR, hex)]
    board, hex = still(), hexes[0]
    found = fort_guns(board, FR, hex)
    assert fort_guns(board, DE, hex) & found == fort_guns(board, BE, hex) & found == 0
    board.forts_fired = found & -found
    assert fort_guns(board, FR, hex) == found & ~board.forts_fired
    board.forts_fired, board.forts_gone = 0, found
    assert fort_guns(board, FR, hex) == 0


@pytest.mark.rule("11.3.6", "11.4.6", "8.4.3")
def test_who_knows_its_ranges_and_who_fires_as_several() -> None:
    assert ignores_terrain(0, 1)
    assert not ignores_terrain(0, 0)
    assert not ignores_terrain(1, 1)
    assert [fires_together(units, walls) for units, walls in ((1, 0), (3, 0), (1, 1), (0, 1), (0, 3))] == [
        False, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.rule("11.3.9")
def test_attacked_are_units_of_that_side_alone() -> None:
    board = still({"18.ID": "AW22 N"})
    assert attackable(board, at("AW22"), GERMAN_SIDE) == 1 << BY_ID["18.ID"]
    assert attackable(board, at("AW22"), ALLIED_SIDE) == 0


@pytest.mark.rule("11.6.9")
def test_behind_the_belt_of_every_camp_there_is_a_front_all_round() -> None:
    board = still()
    held_camps = {MAP.camp[hex] for hex in range(len(MAP.grid)) if all_round(board, hex)}
    assert held_camps == set(range(len(MAP.camps))), "Liège, the first, too"
    board.forts_gone = (1 << len(MAP.forts)) - 1
    assert not any(all_round(board, hex) for hex in range(len(MAP.grid)))


# -- [9], [12]


@pytest.mark.rule("9.7.2")
def test_combat_movement_is_one_hex() -> None:
    board = still({"18.ID": "AW22 N"}, side="german")
    unit = BY_ID["18.ID"]
    assert why_not_shift(board, unit, at("AW23")) is None
    far = why_not_shift(board, unit, at("AW24"))
    assert far is not None
    assert far.rule == "9.7.2"


@pytest.mark.rule("12.5.1", "12.5.2")
def test_exactly_enough_points_take_a_railway_gun_off_the_line_and_back() -> None:
    unit = BY_ID["SKM.b1"]
    board = still({"SKM.b1": "S31 train", "18.ID": "S31 N train"}, side="german")
    for spent, free in ((0, True), (board.mf(unit) - V.firing_position.rail_in, True),
                        (board.mf(unit) - V.firing_position.rail_in + 1, False)):  # fmt: skip
        board.spent = {unit: spent}
        assert (guns._why_not_off(board, unit) is None) is free, spent
    board.spent = {}
    assert guns._why_not_off(board, BY_ID["18.ID"]) is not None, "it is no gun"
    ready = still({"SKM.b1": "S31 fip"}, side="german")
    for spent, free in ((board.mf(unit) - V.firing_position.rail_out, True),
                        (board.mf(unit) - V.firing_position.rail_out + 1, False)):  # fmt: skip
        ready.spent = {unit: spent}
        assert (guns._why_not_on(ready, Going(unit, 0, False, False)) is None) is free, spent


@pytest.mark.rule("12.1.2", "12.1.7")
def test_forts_and_units_of_the_enemy_hold_the_railway_of_their_hex() -> None:
    board = still({"18.ID": "AW22 N"})
    line = next(hex for hex in members(held(board, FR)) if MAP.country[hex] == "FR" and hex not in forts.ZONE_AT)
    taken = still({"18.ID": f"{MAP.grid.label(line)} N"})
    assert not held(taken, FR) >> line & 1
    fort = next(f.hex for f in MAP.forts if f.nation == "FR" and MAP.links_of[f.hex])
    assert not held(still(rail=[MAP.grid.label(fort)]), DE) >> fort & 1, "while it stands"


# -- [19], [20]


@pytest.mark.rule("19.1.4")
def test_hexes_are_hidden_only_where_fog_is_played() -> None:
    units = {"18.ID": "AW22 N fog", "17.ID": "AW23 N", "1re-DI": "AW26 S fog"}
    assert still(units, fog=True).hidden_hexes(GERMAN_SIDE) == 1 << at("AW22")
    assert still(units, fog=True).hidden_hexes(ALLIED_SIDE) == 1 << at("AW26")
    assert still(units, fog=False).hidden_hexes(GERMAN_SIDE) == 0


@pytest.mark.rule("20.1.3", "20.1.10")
def test_the_last_squadron_flies_and_a_lost_one_does_not() -> None:
    staff, board = BY_ID["2.AOK"], still({"2.AOK": "AJ19"}, fog=True, recon=True)
    most = next(n for n in range(9) if n and why(board, staff, {staff: n}))
    assert not why(board, staff, {})
    assert not why(board, staff, {staff: most - 1})
    board.squadrons_lost = {staff: most}
    assert why(board, staff, {}) == "20.1.3"
    gone = still({"2.AOK": "destroyed"}, fog=True, recon=True)
    assert why(gone, staff, {}) == "20.1.3"


def why(board: Any, staff: int, flown: dict[int, int]) -> str:
    board.flown = flown
    found = why_no_flight(board, staff, at("AI15"))
    return found.rule if found else ""


@pytest.mark.rule("20.2.7", "20.2.8")
@pytest.mark.parametrize(("die", "amounts"), [(17, None), (18, [3]), (19, []), (20, [-3])])
def test_a_perilous_die_and_what_it_adds(die: int, amounts: list[int] | None) -> None:
    board = still({"9.KD": "AG13", "1re-DI": "AG14 S fog"}, side="german", fog=True, recon=True)
    steps = Scout(BY_ID["9.KD"], at("AG14"), well=False).answered(board, die)
    assert bool(board.perilled >> BY_ID["9.KD"] & 1) is (amounts is not None)
    tests = [step for step in steps if isinstance(step, CabTest)]
    assert [[each.amount for each in test.modifiers] for test in tests] == ([] if amounts is None else [amounts])


@pytest.mark.rule("18.1.4", "7.6.1")
def test_who_was_stopped_does_not_embark() -> None:
    position = arranged(turn=9, side="allied", begin="Walk 19th-Bri 1", units={"19th-Bri": "BD36 N"})
    assert refused(position, "embark") == "7.6.1"
    free = arranged(turn=9, side="allied", begin="Walk 19th-Bri", units={"19th-Bri": "BD36 N"})
    assert free.read("embark") in (free.open or ())


@pytest.mark.rule("11.6.15")
def test_the_turn_of_a_camp_s_fall_is_noted_once() -> None:
    board = still(turn=9)
    _note_falls(board)
    assert board.camp_fell == {}
    maubeuge = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Maubeuge")
    board.forts_gone = forts.CAMPS[maubeuge] & forts.CAMPS[maubeuge] - 1
    _note_falls(board)
    assert board.camp_fell == {}, "one fort holds out"
    board.forts_gone = forts.CAMPS[maubeuge]
    _note_falls(board)
    board.turn = 12
    _note_falls(board)
    assert board.camp_fell == {maubeuge: 9}


@pytest.mark.rule("7.6.2", "11.2.2", "7.6.1")
def test_all_but_horse_stop_in_a_zone_and_everybody_before_a_fortified_one() -> None:
    board = still({"1re-DI": "AW22 N", "4e-DC": "AW22", "18.ID": "AW24 S", "9.KD": "AW21"})
    foot, horse = BY_ID["1re-DI"], BY_ID["4e-DC"]
    assert (_stops(board, foot, at("AW23")), _stops(board, horse, at("AW23"))) == (True, False)
    assert not _stops(board, foot, at("AZ22"))
    before = next(n for hex in forts.ZONE_AT for n in MAP.grid.neighbours[hex] if n not in forts.ZONE_AT)
    assert _stops(board, foot, before)
    assert _stops(board, horse, before)
    assert not _stops(board, BY_ID["9.KD"], before), "it is their own"


@pytest.mark.rule("9.1.14", "9.1.8")
def test_heavy_guns_take_part_in_an_attack_and_engineers_do_not() -> None:
    board = still({"III/Fußa.1": "AW22 N", "Ebk.1": "AW22", "1re-DI": "AW23 S"}, side="german")
    assert why_not_attack(board, BY_ID["III/Fußa.1"], at("AW23")) is None
    found = why_not_attack(board, BY_ID["Ebk.1"], at("AW23"))
    assert found is not None
    assert found.rule == "9.1.14"


@pytest.mark.rule("10.1.2", "11.1.7")
@pytest.mark.parametrize("fact", ["", "forced", "fought", "acted"])
def test_who_did_something_else_improves_nothing(fact: str) -> None:
    board = still({"18.ID": "AW22 N fieldworks"}, side="german", turn=22)
    if fact:
        setattr(board, fact, 1 << BY_ID["18.ID"])
    found = why_not_improve(board, at("AW22"))
    assert (found.rule if found else "") == ("10.1.2" if fact else "")
    early = why_not_improve(still({"18.ID": "AW22 N fieldworks"}, side="german", turn=21), at("AW22"))
    assert early is not None
    assert early.rule == "11.1.7"


@pytest.mark.rule("6.6.1")
def test_a_whole_inherits_the_worst_of_its_parts() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"})
    one, two, whole = BY_ID["18.ID"], BY_ID["17.ID"], BY_ID["16.ID"]
    board.spent, board.loss_marker, board.aerial_tries = {one: 10, two: 20}, {one: 2, two: 1}, {two: 1}
    board.lost_now, board.lost_before = {one: 1, two: 1}, {one: 3}
    _inherit_numbers(board, whole, [one, two], 2)
    assert (board.spent[whole], board.loss_marker[whole], board.aerial_tries[whole]) == (20, 2, 1)
    assert (board.lost_now[whole], board.lost_before[whole]) == (2, 2), "no more than it has lost"


@pytest.mark.rule("9.1.10")
def test_siege_guns_alone_are_those_without_anything_beside_them() -> None:
    gun = "KMK.b3"
    assert lone_siege_guns(still({gun: "AW22"}), at("AW22"), GERMAN_SIDE)
    assert not lone_siege_guns(still({gun: "AW22", "18.ID": "AW22 N"}), at("AW22"), GERMAN_SIDE)
    assert not lone_siege_guns(still({gun: "AW22", "1.AOK": "AW22"}), at("AW22"), GERMAN_SIDE)
    assert not lone_siege_guns(still({"1.AOK": "AW22"}), at("AW22"), GERMAN_SIDE), "a staff is no gun"
    assert not lone_siege_guns(still({gun: "AW22"}), at("AW22"), ALLIED_SIDE)
    assert not lone_siege_guns(still(), at("AW22"), GERMAN_SIDE)


@pytest.mark.rule("14.1.5")
def test_a_unit_is_rebuilt_where_there_is_room_for_one_step() -> None:
    units = {"QG-5e-A": "AW22", "1re-DI": "removed", **dict.fromkeys(("2e-DI", "3e-DI", "4e-DI", "5e-DI"), "AW22 N")}
    board = still(units, side="allied")
    unit, hex, last = BY_ID["1re-DI"], at("AW22"), BY_ID["5e-DI"]
    while room(board, hex, ALLIED_SIDE) < 1:
        board.lost[last] += 1
    assert room(board, hex, ALLIED_SIDE) == 1
    assert rebuilding_hexes(board, unit) == 1 << hex
    board.lost[last] -= 1
    assert rebuilding_hexes(board, unit) == 0, "full"
    board.lost[last] += 1
    board.shelled_turn = 1 << hex
    assert rebuilding_hexes(board, unit) == 0, "shelled"


@pytest.mark.rule("20.1.9", "20.1.7", "20.1.12")
@pytest.mark.parametrize(("die", "good"), [(1, True), (19, False)])
def test_a_hex_keeps_the_die_and_the_airfield_of_a_success_alone(die: int, good: bool) -> None:
    units = {"2.AOK": "AJ19", "1re-DI": "AI15 N fog"}
    board, staff, hex = still(units, fog=True, recon=True), BY_ID["2.AOK"], at("AI15")
    board.overflown = BY_ID["1re-DI"]
    FlyOver(staff, hex).answered(board, die)
    assert board.aerial_hexes == {hex: die if good else 0}
    assert board.aerial_base == ({hex: staff} if good else {})
    assert board.flops == {staff: 0 if good else 1}
    assert (board.flown, board.overflown, board.squadrons_lost) == ({staff: 1}, -1, {})
    assert board.aerial_tries == {BY_ID["1re-DI"]: 1}


@pytest.mark.rule("5.1.1", "8.6.3", "11.3.10")
@pytest.mark.parametrize(("less", "rolls"), [(0, True), (1, False)])
def test_a_fort_rolls_while_one_is_enough(less: int, rolls: bool) -> None:
    fort = next(i for i, each in enumerate(MAP.forts) if each.nation == "FR" and forts.CAMP_OF[i] < 0)
    board = still()
    plain = FortTest(fort).needed(board)
    test = FortTest(fort, (Modifier("8.6.3", "abf.result", 1 - plain - less),))
    assert test.needed(board) == 1 - less
    assert isinstance(test.ask(board), Ask) is rolls


@pytest.mark.rule("12.2.4", "7.7.3")
def test_a_railway_gun_comes_where_a_train_stands_and_troops_do_not() -> None:
    board = still({"18.ID": "S31 N train"}, side="german")
    gun, foot = BY_ID["SKM.b1"], BY_ID["17.ID"]
    found = why_not_by_rail(board, foot, at("S31"))
    assert found is not None
    assert found.rule == "12.2.4"
    other = why_not_by_rail(board, gun, at("S31"))
    assert other is None or other.rule != "12.2.4"
    empty = still({"18.ID": "S31 N"}, side="german")
    assert why_not_by_rail(empty, foot, at("S31")) is None


@pytest.mark.rule("9.2.6", "11.3.9")
def test_nobody_advances_where_a_staff_sits_in_a_fort() -> None:
    battle = Battle(at("AK30"), full=1 << BY_ID["18.ID"])
    units = {"18.ID": "AL31 SE", "QG-6e-A": "AK30"}
    board = still(units, side="german")
    assert attackable(board, at("AK30"), ALLIED_SIDE) == 0
    assert Withdraw(battle, 0).unasked(board) == ()
    assert board.barred == 1 << BY_ID["18.ID"]
    empty = still({"18.ID": "AL31 SE"}, side="german")
    (step,) = Withdraw(battle, 0).unasked(empty)
    assert type(step).__name__ == "Advance"


@pytest.mark.rule("11.3.5", "11.4.5", "11.4.10")
def test_a_fort_that_is_gone_has_no_guns_and_a_feste_fewer() -> None:
    board = still()
    for fort in range(len(MAP.forts)):
        whole = fort_arf(board, fort)
        assert whole == forts.ARF[fort][0]
        board.festen_hit = 1 << fort if forts.FESTEN >> fort & 1 else 0
        assert fort_arf(board, fort) == forts.ARF[fort][1 if board.festen_hit else 0]
        board.forts_gone = 1 << fort
        assert fort_arf(board, fort) == 0
        board.forts_gone = board.festen_hit = 0


@pytest.mark.rule("13.2.2", "13.2.3")
def test_a_change_is_struck_out_with_its_unit_or_on_turn_22() -> None:
    one, two, staff = BY_ID["18.ID"], BY_ID["9.KD"], BY_ID["2.AOK"]
    board = still({"18.ID": "AW22 N", "9.KD": "destroyed", "2.AOK": "AW23"}, side="german", turn=21)
    board.changing, board.obeys = {one: staff, two: staff}, {one: staff}
    steps = ChangeHeadquarters().do(board)
    assert board.changing == {one: staff}, "who is gone asks no more"
    assert board.obeys == {one: staff}
    assert [type(step).__name__ for step in steps] == ["SettleChange", "ChooseChange"]
    board.turn = 22
    assert ChangeHeadquarters().do(board) == ()
    assert board.changing == board.obeys == {}
