"""What lies at the edge of a rule: one point less, one turn later, the other side, a unit that is not on the map."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, legal, named, play, refused
from marne.games.nach_paris.board import REMOVED
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Rail
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, COST, DE, FR, GERMAN_SIDE, PIONEERS, STEPS
from marne.games.nach_paris.rules.barrage.at_forts import marks_of
from marne.games.nach_paris.rules.barrage.at_units import common_modifiers
from marne.games.nach_paris.rules.barrage.firing import guns_on_forts
from marne.games.nach_paris.rules.combat.declaring import why_not_attack
from marne.games.nach_paris.rules.command.headquarters import leaders, reaches
from marne.games.nach_paris.rules.command.replacements import why_not_rebuild
from marne.games.nach_paris.rules.engineers.demolition import Blow, why_not_blow
from marne.games.nach_paris.rules.engineers.garrisons import why_no_charge
from marne.games.nach_paris.rules.engineers.structures import protected
from marne.games.nach_paris.rules.forts.fort_tests import strike_fort
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.facing import Face, change_facing
from marne.games.nach_paris.rules.movement.phase import BeginMovement
from marne.games.nach_paris.rules.movement.reach import overrunable
from marne.games.nach_paris.rules.movement.walk import enter
from marne.games.nach_paris.rules.options.recon import carry_out as scout
from marne.games.nach_paris.rules.rail.lines import LOW
from marne.games.nach_paris.rules.rail.network import held
from marne.games.nach_paris.rules.units.losses import destroy
from marne.games.nach_paris.rules.units.versions import upgrading
from marne.games.nach_paris.rules.units.zones import zone_of
from marne.games.nach_paris.rules.works.bridgeheads import zone_cbf
from marne.games.nach_paris.rules.works.cover import barrage_covers
from marne.games.nach_paris.rules.works.entrenchments import leave_works
from marne.games.nach_paris.rules.works.fieldworks import why_no_digging
from marne.games.nach_paris.sequence import GameTurn
from marne.hexes import members

# -- [2] to [4]


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


@pytest.mark.rule("3.1.1")
def test_a_game_turn_begins_without_the_rain_of_the_last() -> None:
    board = still(rain=True)
    board.lost_now, board.replaced, board.failed_works, board.shelled_turn = {3: 2}, 5, [1, 1], 7
    steps = GameTurn(9).do(board)
    assert board.turn == 9
    assert not board.rain
    assert (board.lost_before, board.lost_now) == ({3: 2}, {})
    assert (board.replaced_before, board.replaced) == (5, 0)
    assert (board.failed_works, board.shelled_turn) == ([0, 0], 0)
    sides = [getattr(step, "side", None) for step in steps]
    assert sides == [GERMAN_SIDE, ALLIED_SIDE, None, None]


@pytest.mark.rule("4.3")
def test_low_capacity_lines_are_those_of_the_map() -> None:
    assert LOW.bit_count() == sum(link.rail == Rail.LOW for link in MAP.links)
    assert {MAP.links[link].rail for link in members(LOW)} == {Rail.LOW}
    assert 0 < LOW.bit_count() < len(MAP.links)


# -- [6]


@pytest.mark.rule("6.1.1", "7.1.4")
def test_only_units_on_the_map_with_a_facing_are_asked_where_they_look() -> None:
    def ask(unit: str, words: str, **more: Any) -> object:
        return Face(BY_ID[unit]).ask(still({unit: words}, **more))

    assert ask("18.ID", "AW22 N") is not None
    assert ask("18.ID", "waiting") is None
    assert ask("18.ID", "destroyed") is None
    assert ask("1.AOK", "AW22") is None, "headquarters look nowhere"
    assert ask("18.ID", "AW22 N", facing=False) is None


@pytest.mark.rule("6.2.1", "10.3.1")
def test_who_turns_leaves_its_fieldworks_and_who_looks_the_same_way_keeps_them() -> None:
    board = still({"18.ID": "AW22 N fieldworks", "17.ID": "AW22 N fieldworks"})
    change_facing(board, BY_ID["18.ID"], 0)
    assert board.fieldworks >> BY_ID["18.ID"] & 1, "it looked there before"
    change_facing(board, BY_ID["18.ID"], 2)
    assert board.faces[BY_ID["18.ID"]] == 2
    assert not board.fieldworks >> BY_ID["18.ID"] & 1
    assert board.fieldworks >> BY_ID["17.ID"] & 1, "the other keeps its own"


@pytest.mark.rule("6.1.3")
def test_a_zone_ends_at_the_forts_of_the_enemy_not_at_its_own() -> None:
    seen = 0
    for hex in sorted({each.hex for i, each in enumerate(MAP.forts) if each.nation == "FR" and forts.CAMP_OF[i] >= 0}):
        for beside in (n for n in MAP.grid.neighbours[hex] if MAP.playable(n) and MAP.camp[n] < 0):
            facing = MAP.grid.direction_names[MAP.grid.around[beside].index(hex)]
            german = still({"18.ID": f"{MAP.grid.label(beside)} {facing}"})
            french = still({"1re-DI": f"{MAP.grid.label(beside)} {facing}"})
            assert not zone_of(german, BY_ID["18.ID"]) >> hex & 1
            seen += zone_of(french, BY_ID["1re-DI"]) >> hex & 1
    assert seen > 0


# -- [7]


@pytest.mark.rule("7.1.1", "7.1.2")
def test_who_is_at_sea_may_move_like_who_is_on_the_map() -> None:
    position = arranged(
        turn=9, side="allied", begin="MoveUnits GB", units={"6th-Div": "off Calais North-Sea", "5th-Div": "AW22 N"}
    )
    assert named(position, "move") == ["5th-Div", "6th-Div"]
    alone = arranged(turn=9, side="allied", begin="MoveUnits GB", units={"5th-Div": "AW22 N", "4th-Div": "waiting"})
    assert named(alone, "move") == ["5th-Div"]
    moved = arranged(
        turn=9, side="allied", begin="MoveUnits GB", units={"5th-Div": "AW22 N", "4th-Div": "AW23 N moved"}
    )
    assert named(moved, "move") == ["5th-Div"]
    assert refused(moved, "move 4th-Div") == "7.1.2"


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


@pytest.mark.rule("7.5.4", "20.2.8")
def test_a_movement_phase_begins_with_a_clean_slate() -> None:
    units = {"18.ID": "AW22 N forced moved arrived", "17.ID": "AW23 N tired", "1re-DI": "AW25 S forced"}
    board = still(units, side="german")
    board.perilled, board.airmen_rest, board.overflown = 6, True, 3
    board.recon_done = board.spotted = board.forts_blew = board.shipped = board.regrouped = board.convoyed = 5
    board.entered = board.carried = 9
    board.spent, board.recon_tries, board.flown, board.flops = {1: 1}, {2: 2}, {3: 3}, {4: 4}
    board.transit_hex, board.transit_side, board.rail_used = {1: 1}, {1: 1}, {(1, 2): 3}
    board.aerial_tries, board.aerial_hexes, board.aerial_base, board.convoys = {1: 1}, {1: 1}, {1: 1}, [3, 4]
    BeginMovement().do(board)
    assert (board.perilled, board.airmen_rest, board.overflown) == (0, False, -1)
    for name in ("recon_done", "spotted", "forts_blew", "shipped", "regrouped", "convoyed", "entered", "carried"):
        assert getattr(board, name) == 0, name
    assert board.arrived == board.moved == 0
    for name in ("spent", "recon_tries", "flown", "flops", "transit_hex", "transit_side", "rail_used", "aerial_tries"):
        assert getattr(board, name) == {}, name
    assert (board.aerial_hexes, board.aerial_base, board.convoys) == ({}, {}, [0, 0])
    assert not board.forced >> BY_ID["18.ID"] & 1
    assert board.forced >> BY_ID["1re-DI"] & 1, "the enemy's markers stay"
    assert board.forced_before & (1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]) == 1 << BY_ID["18.ID"]


# -- [8], [9]


@pytest.mark.rule("8.1.2", "8.5.1")
def test_guns_without_a_factor_against_forts_do_not_fire_at_them() -> None:
    units = {"II.III/Fußa.4": "AL31 SE", "18.ID": "AL31 SE"}
    board = still(units, side="german")
    assert guns_on_forts(board, DE) == [BY_ID["II.III/Fußa.4"]]
    assert marks_of(board, DE)
    assert not marks_of(still({"18.ID": "AL31 SE"}, side="german"), DE)


@pytest.mark.rule("8.4.2", "8.4.3")
def test_terrain_counts_only_where_it_is_asked_for() -> None:
    woods = next(
        hex for hex in range(len(MAP.grid)) if MAP.playable(hex)
        and common_modifiers(still(), hex, 1 << BY_ID["18.ID"], 0, terrain=True)
    )  # fmt: skip
    board, guns = still(), 1 << BY_ID["18.ID"]
    assert [each.text for each in common_modifiers(board, woods, guns, 0, terrain=True)] == ["abu.terrain"]
    assert common_modifiers(board, woods, guns, 0, terrain=False) == []
    two = 1 << BY_ID["1re-DI"] | 1 << BY_ID["2e-DI"]
    assert [each.text for each in common_modifiers(board, woods, two, 0, terrain=False)] == ["abu.together"]


@pytest.mark.rule("9.1.4", "8.1.3", "9.2.6")
@pytest.mark.parametrize(
    ("fact", "rule"),
    [
        ("", ""), ("fought", "9.1.4"), ("barraged", "8.1.3"), ("barred", "9.2.6"),
    ],
)  # fmt: skip
def test_who_fought_fired_or_was_left_standing_attacks_nobody(fact: str, rule: str) -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    if fact:
        setattr(board, fact, 1 << BY_ID["18.ID"])
    found = why_not_attack(board, BY_ID["18.ID"], at("AW23"))
    assert (found.rule if found else "") == rule
    assert why_not_attack(board, BY_ID["17.ID"], at("AW23")) is None, "the other may"


@pytest.mark.rule("9.1.14", "9.3.6", "20.2.8")
def test_staffs_shaken_units_and_scouts_in_peril_attack_nobody() -> None:
    board = still({"18.ID": "AW22 N", "2.AOK": "AW22", "9.KD": "AW22 N", "1re-DI": "AW23 S"}, side="german")

    def why(unit: str) -> str:
        found = why_not_attack(board, BY_ID[unit], at("AW23"))
        return found.rule if found else ""

    assert (why("2.AOK"), why("18.ID"), why("9.KD")) == ("9.1.14", "", "")
    board.loss_marker[BY_ID["18.ID"]] = 1
    board.perilled = 1 << BY_ID["9.KD"]
    assert (why("18.ID"), why("9.KD")) == ("9.3.6", "20.2.8")


# -- [10], [11]


@pytest.mark.rule("10.2.1", "11.2.6")
def test_a_fortified_zone_shelters_germans_alone() -> None:
    zone = MAP.grid.label(next(iter(forts.ZONE_AT)))
    board = still({"18.ID": f"{zone} N"})
    inside = barrage_covers(board, at(zone), GERMAN_SIDE, ())[BY_ID["18.ID"]]
    open_air = barrage_covers(still({"18.ID": "AW22 N"}), at("AW22"), GERMAN_SIDE, ())[BY_ID["18.ID"]]
    french = barrage_covers(still({"1re-DI": f"{zone} N"}), at(zone), ALLIED_SIDE, ())[BY_ID["1re-DI"]]
    assert not inside.terrain
    assert open_air.terrain
    assert french.terrain
    assert inside.modifiers != open_air.modifiers
    assert french.modifiers == open_air.modifiers == ()


@pytest.mark.rule("11.2.3", "11.2.5")
def test_every_zone_that_holds_out_fights_and_nothing_else_does() -> None:
    board = still()
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        assert (zone_cbf(board, hex) > 0) == (hex in forts.ZONE_AT), MAP.grid.label(hex)
    board.zones_gone = (1 << len(forts.ZONE_AT)) - 1
    assert not any(zone_cbf(board, hex) for hex in forts.ZONE_AT)


@pytest.mark.rule("11.1.8", "11.7.1", "10.3.1")
def test_who_leaves_a_hex_leaves_every_kind_of_works() -> None:
    for leave in (
        leave_works,
        lambda board, unit: board.put(unit, at("AW24")),
        lambda board, unit: destroy(board, unit),
    ):
        board = still({"18.ID": "AW22 N", "17.ID": "AW22 N"})
        both = 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]
        board.fieldworks = board.entrenched = board.in_walls = both
        leave(board, BY_ID["18.ID"])
        for name in ("fieldworks", "entrenched", "in_walls"):
            assert getattr(board, name) & both == 1 << BY_ID["17.ID"], name


@pytest.mark.rule("12.2.3", "10.1.1")
def test_nobody_digs_on_a_train_or_off_the_map() -> None:
    board = still({"18.ID": "S31 N", "17.ID": "S31 N train", "2.AOK": "S31"}, side="german")
    assert why_no_digging(board, BY_ID["18.ID"]) is None
    on_train = why_no_digging(board, BY_ID["17.ID"])
    assert on_train is not None
    assert on_train.rule == "12.2.3"
    staff = why_no_digging(board, BY_ID["2.AOK"])
    assert staff is not None
    assert staff.rule == "10.1.1"


@pytest.mark.rule("11.3.10", "8.6.3")
def test_a_fort_is_struck_once_and_with_no_chance_it_rolls_no_die() -> None:
    fort = next(i for i, each in enumerate(MAP.forts) if each.nation == "FR" and not forts.FESTEN >> i & 1)
    board = still()
    strike_fort(board, fort)
    assert board.forts_gone >> fort & 1
    told = len(board.events)
    strike_fort(board, fort)
    assert len(board.events) == told, "it can't fall twice"


# -- [13], [14]


@pytest.mark.rule("13.1.3", "13.2.1")
def test_before_turn_22_germans_obey_their_own_army_and_then_anybody() -> None:
    early, late = still(turn=21), still(turn=22)
    unit = BY_ID["18.ID"]
    assert leaders(early, unit).bit_count() == 1
    assert leaders(late, unit).bit_count() > 1
    french = BY_ID["1re-DI"]
    assert leaders(early, french) == leaders(late, french)


@pytest.mark.rule("13.1.1", "13.1.2")
def test_a_staff_off_the_map_reaches_nobody() -> None:
    board = still({"1.AOK": "AW22", "18.ID": "AW24 N", "17.ID": "waiting"})
    staff = BY_ID["1.AOK"]
    assert reaches(board, staff, BY_ID["18.ID"], 2)
    assert not reaches(board, staff, BY_ID["18.ID"], 1)
    assert not reaches(board, staff, BY_ID["17.ID"], 99)
    gone = still({"1.AOK": "destroyed", "18.ID": "AW24 N"})
    assert not reaches(gone, staff, BY_ID["18.ID"], 99)


@pytest.mark.rule("14.1.3", "14.1.5")
def test_a_rebuilt_unit_has_its_price() -> None:
    unit = BY_ID["1re-DI"]
    for halves, rule in ((COST[unit], ""), (COST[unit] - 1, "14.1.3")):
        board = still({"1re-DI": "removed", "QG-5e-A": "AW22"}, side="allied", replacements=[0, halves, 0, 0])
        found = why_not_rebuild(board, unit, FR)
        assert (found.rule if found else "") == rule


@pytest.mark.rule("14.1.5", "14.1.2")
def test_only_who_was_used_up_is_rebuilt() -> None:
    units = {"1re-DI": "removed", "2e-DI": "destroyed", "QG-5e-A": "AW22", "3e-DI": "removed"}
    position = arranged(turn=8, side="allied", begin="AbsorbReplacements FR", units=units, replacements=[0, 20, 0, 20])
    assert "1re-DI" in named(position, "rebuild")
    assert "2e-DI" not in named(position, "rebuild")
    assert refused(position, "rebuild 2e-DI") == "14.1.5"
    assert position.board.where[BY_ID["1re-DI"]] == REMOVED


# -- [16]


@pytest.mark.rule("16.1.3")
def test_exactly_enough_points_are_enough_to_blow() -> None:
    unit = next(i for i in BY_ID.values() if PIONEERS >> i & 1)
    name = next(id for id, i in BY_ID.items() if i == unit)
    board = still({name: "AD39 N"}, side="german")
    found = [why_not_blow(board, Going(unit, left, False, False)) for left in range(60)]
    first = next(left for left, why in enumerate(found) if why is None)
    assert first > 0
    assert {why.rule for why in found[:first] if why} == {"16.1.3"}
    assert all(why is None for why in found[first:])


@pytest.mark.rule("16.1.6")
@pytest.mark.parametrize("name", ["PiR.24", "PiR.18"])
def test_pioneers_add_five_and_garrisons_nothing(name: str) -> None:
    assert [each.amount for each in Blow(0, BY_ID[name], -1).modifiers()] == [5]
    assert Blow(0, BY_ID["Ebk.1"], -1).modifiers() == ()
    assert Blow(0, -1, 3).modifiers() == ()


@pytest.mark.rule("16.1.10")
def test_a_zone_protects_the_bridges_of_the_great_rivers_alone() -> None:
    board = still()
    safe = [number for number in range(len(MAP.structures)) if protected(board, number)]
    assert safe
    assert all(MAP.structures[number].major for number in safe)
    assert any(not MAP.structures[number].major for number in range(len(MAP.structures)))


@pytest.mark.rule("16.1.7")
def test_why_a_garrison_can_not_blow() -> None:
    board = still({"1re-DI": "BC9 N"}, side="allied")
    far = next(
        i for i, each in enumerate(MAP.structures) if (why := why_no_charge(board, FR, i)) and why.rule == "16.1.7"
    )
    found = why_no_charge(board, FR, far)
    assert found is not None
    assert found.key == "why.blow.no_fort"
    near = next(i for i in range(len(MAP.structures)) if why_no_charge(board, FR, i) is None)
    board.forts_blew = (1 << len(MAP.forts)) - 1
    done = why_no_charge(board, FR, near)
    assert done is not None
    assert done.key == "why.blow.fort_done"


# -- [12], [20]


@pytest.mark.rule("12.1.7", "12.1.2")
def test_the_railways_of_luxembourg_open_to_the_allies_on_turn_3() -> None:
    here = [hex for hex in range(len(MAP.grid)) if MAP.country[hex] == "LU" and MAP.links_of[hex]]
    assert here
    counted = [sum(held(still(turn=turn), FR) >> hex & 1 for hex in here) for turn in (2, 3, 4)]
    assert counted[1] == counted[2]


@pytest.mark.rule("12.2.1", "12.3.8", "10.3.1")
def test_who_boards_a_train_leaves_all_its_works() -> None:
    position = arranged(turn=9, side="german", begin="MoveUnits DE", units={"18.ID": "S31 N", "17.ID": "S31 N"})
    moving = play(position, "move 18.ID")
    options = [text for text in legal(moving) if text.startswith("entrain")]
    assert options
    both = 1 << BY_ID["18.ID"] | 1 << BY_ID["17.ID"]
    moving.board.fieldworks = moving.board.entrenched = moving.board.in_walls = both
    after = play(moving, options[0]).board
    for name in ("fieldworks", "entrenched", "in_walls"):
        assert getattr(after, name) & both == 1 << BY_ID["17.ID"], name


@pytest.mark.rule("20.2.3", "20.2.5", "19.4.1")
def test_each_recon_counts_once_for_the_unit_and_once_for_the_stack() -> None:
    board = still({"9.KD": "AG13 fog", "4.KD": "AG13 fog", "1re-DI": "AG14 S fog"}, side="german", fog=True, recon=True)
    for tries, name in enumerate(("9.KD", "4.KD"), 1):
        scout(board, Going(BY_ID[name], 60, False, False), ("scout", at("AG14")))
        assert board.recon_tries == {at("AG14"): tries}
        assert board.recon_done >> BY_ID[name] & 1
        assert not board.fogged >> BY_ID[name] & 1, "who scouts is seen"
        assert board.spent[BY_ID[name]] == V.recon.horse_cost
