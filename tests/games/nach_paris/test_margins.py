"""Rules at their margins: the case just inside and the case just outside, each marked with its rule alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, has, play
from marne.engine import Ask
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ABF_AFF, FLOODED, abf_column, combat_result
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, COST, DE, DOCTRINE, FR, GERMAN_SIDE, SPLIT_ROWS
from marne.games.nach_paris.rules.barrage.at_forts import marks_of
from marne.games.nach_paris.rules.barrage.at_units import abu_modifiers
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import Muster, half_steps, targets
from marne.games.nach_paris.rules.combat.defence import defence
from marne.games.nach_paris.rules.combat.horse import WithdrawTo
from marne.games.nach_paris.rules.combat.modifiers import _reservists
from marne.games.nach_paris.rules.combat.resolve import LeftAlone, Leftovers
from marne.games.nach_paris.rules.command.replacements import _pay
from marne.games.nach_paris.rules.forts.assault import ResolveAssaults
from marne.games.nach_paris.rules.forts.fort_tests import fort_needs
from marne.games.nach_paris.rules.forts.forts import FORTS_OF
from marne.games.nach_paris.rules.forts.storm import _can_enter
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.arrivals import toward_enemy
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.phase import BeginMovement
from marne.games.nach_paris.rules.movement.walk import halted
from marne.games.nach_paris.rules.options.doctrine import candidates
from marne.games.nach_paris.rules.options.secrecy import take_away
from marne.games.nach_paris.rules.rail.entraining import carry_out as entrain
from marne.games.nach_paris.rules.rail.entraining import directions
from marne.games.nach_paris.rules.retreat.adjust import ShiftTo
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.rules.units.splitting import _join, _places
from marne.games.nach_paris.rules.units.stacking import terrain_now
from marne.games.nach_paris.rules.units.versions import upgrade
from marne.games.nach_paris.rules.units.zones import front, zones
from marne.games.nach_paris.rules.works.bridgeheads import zone_arf_kept
from marne.games.nach_paris.rules.works.entrenchments import Works, leave_works, marked
from marne.games.nach_paris.sequence import AdminPhase
from marne.games.nach_paris.steps import FACING_NAMES
from marne.hexes import bits, members

# -- [1]


@pytest.mark.rule("1.1.5")
def test_each_mine_is_worth_two_to_whoever_has_its_ground() -> None:
    board = still()
    mines = bits(mine.hex for mine in MAP.mines)
    found = {}
    for name, ground in (("none", 0), ("one", 1 << MAP.mines[0].hex), ("all", mines)):
        board.german_ground = board.german_ground & ~mines | ground
        found[name] = points(board)
    assert [b - a for a, b in zip(found["none"], found["one"], strict=True)] == [2, -2]
    assert found["all"][0] - found["none"][0] == found["none"][1] - found["all"][1] == 2 * len(MAP.mines)


# -- [3]


@pytest.mark.rule("3.2.5")
@pytest.mark.parametrize(("side", "phase", "fresh"), [
    ("german", "combat", True), ("allied", "combat", False), ("german", "barrage", False),
])  # fmt: skip
def test_losses_are_fresh_for_the_attacker_in_its_combat_phase_alone(side: str, phase: str, fresh: bool) -> None:
    board, unit = still({"18.ID": "AW22 N"}, side=side), BY_ID["18.ID"]
    board.phase = phase
    lose_steps(board, unit, 1)
    assert board.loss_fresh == (1 << unit if fresh else 0)


@pytest.mark.rule("3.2.2")
def test_each_admin_phase_begins_with_no_structure_worked_on() -> None:
    board = still()
    board.repaired = 6
    AdminPhase().do(board)
    assert board.repaired == 0


# -- [14]


@pytest.mark.rule("14.1.3", "14.1.2")
def test_who_is_paid_for_costs_its_price_and_one_loss_less_counts() -> None:
    board, unit = still({"1re-DI": "AT9 N -2"}, side="allied", replacements=[0, 9, 0, 0]), BY_ID["1re-DI"]
    for before, after in ((0, 0), (1, 0), (3, 2)):
        board.step_losses[FR], board.replacements[FR], board.replaced, board.acted = before, 9, 2, 4
        _pay(board, unit)
        assert (board.step_losses[FR], board.replacements[FR]) == (after, 9 - COST[unit])
        assert (board.replaced, board.acted) == (2 | 1 << unit, 4 | 1 << unit)


# -- [17]


@pytest.mark.rule("17.2.2")
def test_only_the_hexes_of_an_open_sluice_are_flooded() -> None:
    board = still()
    anvers = next(i for i, sluice in enumerate(MAP.sluices) if sluice.hexes)
    hex = MAP.sluices[anvers].hexes[0]
    for opened in range(1 << len(MAP.sluices)):
        board.sluices = opened
        assert (terrain_now(board, hex) == FLOODED) == bool(opened >> anvers & 1)
        assert terrain_now(board, at("AW22")) == MAP.terrain[at("AW22")]


# -- [6]


@pytest.mark.rule("6.6.5")
@pytest.mark.parametrize(("crowd", "places"), [
    ({}, ["BC9", "BC10"]),
    ({"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N"}, ["BC10"]),  # sixteen steps: one too many even then
    ({"1re-DI": "BC9 N", "2e-DI": "BC9 N", "3e-DI": "BC9 N -1"}, ["BC9", "BC10"]),
    ({"1re-DI": "BC10 N", "2e-DI": "BC10 N", "3e-DI": "BC10 N"}, ["BC9"]),
])  # fmt: skip
def test_each_division_makes_room_in_its_own_hex(crowd: dict[str, str], places: list[str]) -> None:
    row = next(row for row in SPLIT_ROWS if row.rule == "6.6.5")
    board = still({"27e-DI": "BC9 N", "28e-DI": "BC10 S", **crowd})
    assert sorted(_places(board, row)) == sorted(map(at, places))


@pytest.mark.rule("6.6.5")
def test_each_division_takes_its_own_marks_and_those_of_the_light_infantry() -> None:
    units = {"27e-DI-3": "BC9 N extended2", "28e-DI-3": "BC10 S", "BCA-14e-CA": "BC10 N"}
    board = still(units, side="allied")
    _join(board, next(row for row in SPLIT_ROWS if row.rule == "6.6.5"))
    assert board.extended_2 >> BY_ID["27e-DI"] & 1
    assert not board.extended_2 >> BY_ID["28e-DI"] & 1
    light = still({**units, "27e-DI-3": "BC9 N", "BCA-14e-CA": "BC10 N ooc"}, side="allied")
    _join(light, next(row for row in SPLIT_ROWS if row.rule == "6.6.5"))
    assert light.cut_off == 1 << BY_ID["27e-DI"] | 1 << BY_ID["28e-DI"]


@pytest.mark.rule("6.6.4")
def test_a_15th_on_a_train_stays_on_it_with_its_fourth_step() -> None:
    board = still({"17.ID": "BC9 N", "15.ID-3": "S31 train"})
    train = board.trains[BY_ID["15.ID-3"]]
    upgrade(board)
    assert board.trains == {BY_ID["15.ID-4"]: train}
    walking = still({"17.ID": "BC9 N", "15.ID-3": "S31 N"})
    upgrade(walking)
    assert walking.where[BY_ID["15.ID-4"]] == at("S31")
    assert walking.trains == {}


@pytest.mark.rule("6.1.1", "7.1.4", "21.2.2")
def test_zeal_binds_the_facing_in_the_movement_phase_alone() -> None:
    board = still({"1re-DI": "AW22 N doctrine", "18.ID": "AW23 N"}, doctrine=True)
    ways = {}
    for phase in ("movement", "combat"):
        board.phase = phase
        ask = Face(BY_ID["1re-DI"]).ask(board)
        assert isinstance(ask, Ask)
        ways[phase] = len(tuple(ask.options or ()))
    assert ways["combat"] == len(FACING_NAMES) == 6
    assert 0 < ways["movement"] < 6


# -- [7]


@pytest.mark.rule("7.7.2")
def test_without_any_enemy_those_who_come_face_the_first_direction() -> None:
    board = still({"18.ID": "AW22 N"})
    board.play = replace(board.play, arrivals={})
    assert toward_enemy(board, at("AW22"), GERMAN_SIDE) == 0


@pytest.mark.rule("7.1.5", "7.6.1")
@pytest.mark.parametrize(("enemy", "entered", "stopped"), [
    ("AW23 S", True, True), ("AW23 S", False, False), ("AW30 S", True, False),
])  # fmt: skip
def test_only_who_marched_into_a_zone_is_halted(enemy: str, entered: bool, stopped: bool) -> None:
    board, unit = still({"18.ID": "AW22 N", "1re-DI": enemy}), BY_ID["18.ID"]
    board.entered = 1 << unit if entered else 0
    assert halted(board, unit) == stopped


@pytest.mark.rule("7.5.5")
def test_only_the_own_forced_marches_pass_into_the_last_phase() -> None:
    board = still(
        {"18.ID": "AW22 N forced", "17.ID": "AW22 N tired", "1re-DI": "AW30 N forced", "2e-DI": "AW30 N tired"}
    )
    BeginMovement().do(board)
    assert board.forced_before == 1 << BY_ID["18.ID"] | 1 << BY_ID["2e-DI"]
    assert board.forced == 1 << BY_ID["1re-DI"]


# -- [8]


@pytest.mark.rule("8.5.1")
def test_guns_together_reach_the_first_column_that_one_alone_does_not() -> None:
    fort = next(iter(members(FORTS_OF[GERMAN_SIDE])))
    near = next(hex for hex in MAP.grid.neighbours[MAP.forts[fort].hex] if MAP.playable(hex))
    for name in FACING_NAMES:
        alone = still({"2e-RAL": f"{MAP.grid.label(near)} {name} fip"}, side="allied")
        if front(alone, BY_ID["2e-RAL"]) >> MAP.forts[fort].hex & 1:
            break
    assert not marks_of(alone, FR)
    words = f"{MAP.grid.label(near)} {name} fip"
    both = still({"2e-RAL": words, "5e-RAL": words}, side="allied")
    assert marks_of(both, FR) >> fort & 1


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


@pytest.mark.rule("8.6.3", "11.5.2")
def test_too_few_points_are_off_the_table_and_a_shift_stays_on_it() -> None:
    for line, points_of in enumerate(ABF_AFF):
        assert abf_column(line, points_of[0] - 1) == abf_column(line, points_of[0] - 1, 3) == -1
        assert [abf_column(line, points_of[0], shift) for shift in (-1, 0, 1)] == [0, 0, 1]
        assert abf_column(line, points_of[-1], 2) == len(points_of) - 1


# -- [9]


@pytest.mark.rule("9.1.6", "9.1.1")
def test_what_attacked_out_of_a_hex_is_counted_in_half_steps() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N -1", "1re-DI": "AW23 S"}, side="german")
    full, part = BY_ID["18.ID"], BY_ID["17.ID"]
    for already in (0, 3):
        board.sent = {at("AW22"): already} if already else {}
        Muster(DE, Battle(at("AW23"), full=1 << full, part=1 << part))._attack(board)
        assert board.sent == {at("AW22"): already + half_steps(board, full, "full") + half_steps(board, part, "part")}
    assert half_steps(board, full, "full") == 2 * board.steps(full)


@pytest.mark.rule("9.1.2", "9.1.1")
def test_only_front_hexes_can_be_attacked() -> None:
    board = still({"18.ID": "AW22 S", "1re-DI": "AW23 S"}, side="german")
    assert targets(board, DE) == []
    board.faces[BY_ID["18.ID"]] = 0
    assert targets(board, DE) == [at("AW23")]
    board.put(BY_ID["18.ID"], at("AW30"))
    board.put(BY_ID["1re-DI"], 0)
    assert targets(board, DE) == []


@pytest.mark.rule("11.2.4", "9.1.4")
def test_a_zone_without_units_is_attacked_once_in_a_phase() -> None:
    zone = next(iter(forts.ZONE_AT))
    for near in MAP.grid.neighbours[zone]:
        for name in FACING_NAMES:
            board = still({"1re-DI": f"{MAP.grid.label(near)} {name}"}, side="allied")
            if zone in targets(board, FR):
                board.attacked = 1 << zone
                assert zone not in targets(board, FR)
                return
    raise AssertionError("no hex to attack the zone from")


@pytest.mark.rule("9.3.3")
def test_railway_guns_are_left_to_the_last_and_each_once() -> None:
    board = still({"SKM.b1": "S31 train", "2.AOK": "S31", "1re-DI": "S32 S"}, side="allied")
    battle = Battle(at("S31"), full=1 << BY_ID["1re-DI"])
    steps = Leftovers(battle, False, combat_result(0, 1)[0].defender, ()).do(board)
    assert [step.unit for step in steps if isinstance(step, LeftAlone)] == [BY_ID["2.AOK"], BY_ID["SKM.b1"]]


@pytest.mark.rule("9.7.2")
def test_a_shift_counts_for_the_transit_of_hex_and_side() -> None:
    board, unit = still({"18.ID": "AW22 N"}, side="german"), BY_ID["18.ID"]
    hex, side = at("AW23"), MAP.grid.side(at("AW22"), at("AW23"))
    board.transit_hex, board.transit_side = {hex: 2}, {side: 3}
    ShiftTo(unit).answered(board, ("to", hex))
    assert (board.transit_hex, board.transit_side) == ({hex: 2 + board.steps(unit)}, {side: 3 + board.steps(unit)})
    assert board.acted == 1 << unit


@pytest.mark.rule("9.4.12")
def test_only_reservists_of_this_attack_that_hesitate_count() -> None:
    board = still({"51e-DR": "AW22 N", "53e-DR": "AW22 N", "18.ID": "AW23 S"})
    board.hesitant = 1 << BY_ID["51e-DR"] | 1 << BY_ID["53e-DR"]
    one = Battle(at("AW23"), full=1 << BY_ID["51e-DR"])
    assert [each.amount for each in _reservists(board, one)] == [3]
    assert _reservists(board, Battle(at("AW23"), part=1 << BY_ID["51e-DR"])) == []


@pytest.mark.rule("9.1.8")
def test_forts_and_zones_add_their_factor_to_the_defence() -> None:
    zone = next(iter(forts.ZONE_AT))
    board = still({"18.ID": f"{MAP.grid.label(zone)} N"}, side="allied")
    unit = BY_ID["18.ID"]
    found = defence(board, Battle(zone, defenders=1 << unit))
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    assert found - defence(board, Battle(zone, defenders=1 << unit)) == forts.ZONE_CBF[forts.ZONE_AT[zone]] == 2


@pytest.mark.rule("9.5.4")
@pytest.mark.parametrize(("words", "turn", "phase", "texts"), [
    ("AW22 N", 8, "combat", []), ("AW22 N extended1", 8, "combat", ["cab.extended.1"]),
    ("AW22 N extended1", 8, "movement", []), ("AW22 N extended2", 8, "combat", ["cab.extended.2"]),
    ("AW22 N extended2", 8, "movement", []), ("AW22 N forced", 8, "movement", ["cab.forced"]),
    ("AW22 N doctrine", 8, "combat", ["cab.doctrine"]), ("AW22 N", 10, "barrage", ["cab.heat"]),
])  # fmt: skip
def test_what_a_unit_carries_into_every_test(words: str, turn: int, phase: str, texts: list[str]) -> None:
    board = still({"1re-DI": words}, turn=turn)
    board.phase = phase
    assert [each.text for each in own_modifiers(board, BY_ID["1re-DI"])] == texts


@pytest.mark.rule("9.2.2")
@pytest.mark.parametrize(("friend", "tests"), [({}, 1), ({"2e-DI": "AW24 N"}, 0)])
def test_who_withdraws_into_a_zone_tests_unless_friends_are_there(friend: dict[str, str], tests: int) -> None:
    board = still({"1re-DC": "AW23", "18.ID": "AW25 S", **friend}, side="german")
    assert zones(board, GERMAN_SIDE) >> at("AW24") & 1
    assert len(WithdrawTo(BY_ID["1re-DC"]).answered(board, ("to", at("AW24")))) == tests
    assert board.where[BY_ID["1re-DC"]] == at("AW24")


# -- [10], [11]


@pytest.mark.rule("10.1.6", "10.2.3", "10.2.2")
def test_a_marker_helps_against_its_front_and_without_one_nothing_does() -> None:
    board, unit = still({"18.ID": "AG14 S"}), BY_ID["18.ID"]
    front_hex, rear_hex = at("AG13"), at("AG15")
    found = {}
    for name in ("", "fieldworks", "entrenched"):
        board.fieldworks, board.entrenched = (1 << unit) * (name == "fieldworks"), (1 << unit) * (name == "entrenched")
        found[name] = [marked(board, unit, hexes) for hexes in ([front_hex], [rear_hex], [front_hex, rear_hex])]
    assert found == {
        "": [Works.NONE] * 3,
        "fieldworks": [Works.FIELDWORKS, Works.NONE, Works.NONE],
        "entrenched": [Works.REGULAR, Works.NONE, Works.REGULAR],
    }


@pytest.mark.rule("11.3.3", "11.4.3")
def test_a_fortification_passes_with_the_cab_of_the_side_it_shows_or_showed() -> None:
    feste = next(iter(members(forts.FESTEN)))
    board = still()
    whole, reduced = forts.CAB[feste][:2]
    assert whole != reduced
    more = fort_needs(board, feste, ()) - whole
    assert fort_needs(board, feste, (), 1) == reduced + more
    board.festen_hit = 1 << feste
    assert fort_needs(board, feste, ()) == reduced + more
    assert fort_needs(board, feste, (), 0) == whole + more, "as it was when the result was read"


@pytest.mark.rule("11.5.1", "11.5.10")
def test_only_who_is_told_off_for_an_assault_has_acted() -> None:
    units = {"PiR.24": "AL31 NE", "KMK.b3": "AL31 NE fip", "18.ID": "AL31 NE"}
    board = still(units, side="german", assaults=["AK31:Fort-de-Leveau PiR.24 KMK.b3"])
    told_off = 1 << BY_ID["PiR.24"] | 1 << BY_ID["KMK.b3"]
    assert ResolveAssaults(FR).do(board) == ()
    assert (board.acted, board.barred) == (0, 0)
    assert len(ResolveAssaults(DE).do(board)) == 1
    assert (board.acted, board.barred) == (told_off, told_off)


@pytest.mark.rule("10.3.1", "11.1.8", "11.1.9")
def test_who_leaves_its_works_takes_no_marker_of_others_away() -> None:
    one, two = BY_ID["3.ID"], BY_ID["4.ID"]
    board = still({"3.ID": "AP26 N", "4.ID": "AP26 N"})
    names = ("fieldworks", "entrenched", "in_walls")
    for name in names:
        setattr(board, name, 1 << one | 1 << two)
    leave_works(board, one)
    assert [getattr(board, name) for name in names] == [1 << two] * 3


@pytest.mark.rule("10.3.2", "11.1.8")
def test_whoever_leaves_the_first_hex_of_the_map_is_gone_from_it() -> None:
    board, unit = still({"3.ID": "AP26 N fieldworks entrenched"}), BY_ID["3.ID"]
    board.put(unit, at("AP26"))
    assert board.fieldworks == board.entrenched == 1 << unit, "who stays keeps what it dug"
    board.put(unit, 0)
    assert board.fieldworks == board.entrenched == 0
    assert (board.at[0], board.at[at("AP26")], board.occupied[GERMAN_SIDE]) == (1 << unit, 0, 1)
    board.put(unit, at("AP26"))
    assert (board.at[0], board.occupied[GERMAN_SIDE], board.solid[GERMAN_SIDE]) == (0, 1 << at("AP26"), 1 << at("AP26"))


@pytest.mark.rule("11.2.6")
def test_every_zone_halves_the_fire_and_no_other_hex_does() -> None:
    board = still()
    assert {zone_arf_kept(board, hex) for hex in forts.ZONE_AT} == {50}
    assert zone_arf_kept(board, at("AW22")) == 100
    board.zones_gone = (1 << len(forts.ZONE_AT)) - 1
    assert {zone_arf_kept(board, hex) for hex in forts.ZONE_AT} == {100}


@pytest.mark.rule("9.6.7", "11.6.7")
def test_nobody_enters_who_is_gone_or_where_a_fort_holds_out() -> None:
    fort = forts.BY_NAME["Fort de Leveau", at("AK31")]
    board, unit = still({"18.ID": "AL31 NE"}), BY_ID["18.ID"]
    assert not _can_enter(board, unit, at("AK31"))
    board.forts_gone = forts.AT[at("AK31")]
    assert board.forts_gone >> fort & 1
    assert _can_enter(board, unit, at("AK31"))
    board.put(BY_ID["17.ID"], at("AK31"))
    assert _can_enter(board, unit, at("AK31")), "friends keep nobody out"
    board.put(BY_ID["1re-DI"], at("AK31"))
    assert not _can_enter(board, unit, at("AK31")), "enemies do"
    board.put(BY_ID["1re-DI"], DESTROYED)
    board.put(unit, DESTROYED)
    assert not _can_enter(board, unit, at("AK31"))


@pytest.mark.rule("12.2.3", "10.3.1", "11.7.1")
def test_who_entrains_leaves_all_works_and_others_stay_in_theirs() -> None:
    one, two = BY_ID["3.ID"], BY_ID["4.ID"]
    board = still({"3.ID": "S31 N", "4.ID": "S31 N"}, side="german", rail=["S31"])
    names = ("fieldworks", "entrenched", "in_walls")
    for name in names:
        setattr(board, name, 1 << one | 1 << two)
    ahead = next(iter(directions(board, one)))
    entrain(board, Going(one, 50, False, False), ("entrain", ahead))
    assert [getattr(board, name) for name in names] == [1 << two] * 3
    assert list(board.trains) == [one]


@pytest.mark.rule("11.7.1")
def test_what_was_said_of_old_walls_is_over_in_this_hex_alone() -> None:
    here, there = [MAP.grid.label(hex) for hex in range(len(MAP.grid)) if MAP.old_fortification[hex]][:2]
    units = {"145e-RI": here, "2e-RAL": here, "15e-DI": there}
    for answers, inside in ((("hold 145e-RI", "done"), True), (("done",), False)):
        position = arranged(begin=f"OccupyOldWalls {here} 1", units=units)
        position.board.in_walls = 1 << BY_ID["2e-RAL"] | 1 << BY_ID["15e-DI"]
        position = play(position, *answers)
        assert not has(position, "in_walls", "2e-RAL"), "what it said in an earlier combat"
        assert has(position, "in_walls", "15e-DI")
        assert has(position, "in_walls", "145e-RI") == inside


# -- [19]


@pytest.mark.rule("19.1.3")
@pytest.mark.parametrize(("words", "seat", "seen"), [
    ("AW22 N", ALLIED_SIDE, 0), ("AW22 N fog", ALLIED_SIDE, -1), ("AW22 N fog", GERMAN_SIDE, 0),
])  # fmt: skip
def test_airmen_are_seen_over_whoever_is_seen_the_first_counter_too(words: str, seat: int, seen: int) -> None:
    board = still({"3.ID": words}, fog=True)
    assert BY_ID["3.ID"] == 0
    board.overflown = 0
    twin = board.copy()
    twin.overflown = -1
    take_away(board, twin, seat, -9)
    assert twin.overflown == seen
    board.overflown = -1
    take_away(board, twin, seat, -9)
    assert twin.overflown == seen, "nobody is under an aeroplane: nothing to show"


# -- [21]


@pytest.mark.rule("21.1.1", "21.3.1")
def test_without_a_doctrinaire_headquarters_no_division_is_tested() -> None:
    board, unit = still({"1re-DI": "AW22 N"}, doctrine=True), BY_ID["1re-DI"]
    assert candidates(board) == []
    board.put(unit, 0)
    assert candidates(board) == [], "not in the first hex of the map either"
    for staff in members(DOCTRINE):
        board.put(staff, at("AW22"))
    board.put(unit, at("AW22"))
    assert candidates(board) == [unit]
    board.lost[unit] = 1
    assert candidates(board) == []
