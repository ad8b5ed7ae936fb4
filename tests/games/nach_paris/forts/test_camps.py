"""[11.6] Entrenched Camps: unfinished belts, Liège, allies, nerve, the police."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.forts.numbers import STAFF
from games.nach_paris.still import still
from games.nach_paris.support import Game, arranged
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.forts import camp_modifier
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, FR, GERMAN_SIDE, SIDE
from marne.games.nach_paris.rules.campaign.victory import _note_falls, camp_taken, holder
from marne.games.nach_paris.rules.forts.camps import all_round, camp_modifiers, fallen, policed, unpoliced
from marne.games.nach_paris.rules.forts.fort_fire import abu_from_forts, attackable, cut_railways, fort_guns
from marne.games.nach_paris.rules.forts.fort_tests import FortTest, fort_needs
from marne.games.nach_paris.rules.forts.forts import CAMP_HEXES, FORTS_OF, closed_to, fort_cbf, fort_zones, sheltered
from marne.games.nach_paris.rules.units.zones import zones, zones_of_guns
from marne.games.nach_paris.rules.works.cover import Cover, covers
from marne.games.nach_paris.rules.works.entrenchments import Works, printed
from marne.games.nach_paris.steps import FACING_NAMES, hex_of, label
from marne.hexes import bits, members

CAMP = {camp.name: number for number, camp in enumerate(MAP.camps)}


def set_up(turn: int = 10, **changes: Any) -> Game:
    return arranged(turn=turn, begin="EndOfCombatPhase", **changes)


def without(*hexes: str) -> dict[str, str]:
    """All forts of these hexes are gone."""
    found = (fort for hex in hexes for fort in members(forts.AT[hex_of(hex)]))
    return {f"{label(MAP.forts[i].hex)}:{MAP.forts[i].name.replace(' ', '-')}": "gone" for i in found}


def cover(game: Game, unit: str, attacker: str) -> Cover:
    board, one = game.board, BY_ID[unit]
    return covers(board, board.where[one], SIDE[one], [hex_of(attacker)])[one]


@pytest.mark.rule("11.6.4")
def test_strasbourg_is_regular_in_the_east_and_strengthened_elsewhere() -> None:
    game = set_up(units={"30.RD": "D12 N"})
    assert cover(game, "30.RD", "C12").works == Works.REGULAR
    assert cover(game, "30.RD", "D11").works == cover(game, "30.RD", "E11").works == Works.STRENGTHENED


@pytest.mark.rule("11.6.5")
@pytest.mark.reading("camps-turn")
def test_an_unfinished_belt_is_worth_one_grade_less() -> None:
    """Maubeuge is finished on turn 9, Strasbourg on turn 3, Paris on turn 17."""
    units = {"145e-RI": "AK30 N", "30.RD": "D12 N"}
    assert cover(set_up(8, units=units), "145e-RI", "AL30") == Cover(Works.REGULAR, 17)
    assert cover(set_up(9, units=units), "145e-RI", "AL30") == Cover(Works.STRENGTHENED, 30)
    early = set_up(2, units=units)
    assert cover(early, "30.RD", "D11") == Cover(Works.REGULAR, 20)
    assert cover(early, "30.RD", "C12") == Cover(Works.FIELDWORKS, 13)
    assert cover(set_up(3, units=units), "30.RD", "D11") == Cover(Works.STRENGTHENED, 35)


@pytest.mark.rule("11.6.6", "11.6.5", "11.1.3")
def test_liege_never_finishes_its_works() -> None:
    units = {"9e.11e-BM": "X34 S"}
    found = {cover(set_up(turn, units=units), "9e.11e-BM", "X33").works for turn in (2, 3, 9, 22)}
    assert found == {Works.REGULAR}


@pytest.mark.rule("11.6.7", "11.4.2", "11.3.2")
def test_forts_of_a_camp_control_the_ground_outside_and_nobody_is_overrun_in_it() -> None:
    board = set_up(units={"SCF.1": "AK31", "SCF.2": "AM31"}, forts=without("AK31")).board
    zone = fort_zones(board, ALLIED_SIDE)
    assert zone & bits(map(hex_of, ("AL31", "AL30", "AK29", "AJ30"))) == bits(
        map(hex_of, ("AL31", "AL30", "AK29", "AJ30"))
    )
    assert not zone >> hex_of("AK31") & 1
    assert not zone >> hex_of("AL32") & 1  # only the fallen hex lies beside it
    closed = closed_to(board, GERMAN_SIDE)
    assert closed >> hex_of("AK30") & 1
    assert closed >> hex_of("AK31") & 1
    assert not closed >> hex_of("AM31") & 1
    assert not closed_to(board, ALLIED_SIDE) >> hex_of("AK31") & 1
    empty = set_up(forts=without("AK31")).board
    assert not closed_to(empty, GERMAN_SIDE) >> hex_of("AK31") & 1


@pytest.mark.rule("11.6.8")
def test_defenders_add_all_active_forts_and_the_staff_is_safe() -> None:
    units = {"145e-RI": "AK30 N", "SCF.1": "AK30"}
    board = set_up(units=units).board
    assert fort_cbf(board, hex_of("AK30")) == 20
    assert attackable(board, hex_of("AK30"), ALLIED_SIDE) == 1 << BY_ID["145e-RI"]
    one = set_up(units=units, forts={"AK30:Fort-du-Bourdiau": "gone"}).board
    assert fort_cbf(one, hex_of("AK30")) == 8
    none = set_up(units=units, forts=without("AK30")).board
    assert fort_cbf(none, hex_of("AK30")) == 0
    assert attackable(none, hex_of("AK30"), ALLIED_SIDE) >> BY_ID["SCF.1"] & 1


@pytest.mark.rule("11.6.9")
def test_a_front_all_round_beside_an_active_fort_of_the_belt() -> None:
    board = set_up().board
    assert all_round(board, hex_of("AK30"))
    assert not all_round(board, hex_of("AL31"))
    assert not all_round(board, hex_of("R14"))  # a lone fort is no camp
    assert not all_round(set_up(forts=without("AK30")).board, hex_of("AK30"))


@pytest.mark.rule("11.6.9", "10.1.6")
@pytest.mark.parametrize(("gone", "works"), [((), Works.FIELDWORKS), (("AK30",), Works.NONE)])
def test_fieldworks_beside_an_active_fort_have_no_rear(gone: tuple[str, ...], works: Works) -> None:
    """From AK31, within the camp, no belt guards AK30: the unit has only what it dug."""
    game = set_up(units={"145e-RI": "AK30 S fieldworks"}, forts=without(*gone))
    assert cover(game, "145e-RI", "AK31").works == works


@pytest.mark.rule("11.6.9")
def test_a_defender_in_the_hex_prevents_the_assault() -> None:
    units = {"PiR.24": "AL31 NE", "145e-RI": "AK31 SW"}
    game = arranged(turn=18, begin="DeclareAssaults DE", units=units)
    refusal = game.refusal("assault AK31:Fort-de-Leveau")
    assert refusal is not None
    assert refusal.rule == "11.5.1"
    empty = arranged(turn=18, begin="DeclareAssaults DE", units={**units, "145e-RI": "AJ31 SW"})
    assert empty.refusal("assault AK31:Fort-de-Leveau") is None


@pytest.mark.rule("11.6.10")
def test_no_enemy_zone_in_a_camp_hex_with_an_active_fort() -> None:
    board = set_up(forts=without("AK31")).board
    assert sheltered(board, ALLIED_SIDE) >> hex_of("AK30") & 1
    assert not sheltered(board, ALLIED_SIDE) >> hex_of("AK31") & 1
    assert not sheltered(board, ALLIED_SIDE) >> hex_of("R14") & 1
    assert not sheltered(board, GERMAN_SIDE) >> hex_of("AK30") & 1


@pytest.mark.rule("11.6.11")
def test_without_an_active_fort_the_belt_of_the_hex_drops_a_grade() -> None:
    units = {"145e-RI": "AK30 N", "30.RD": "D12 N"}
    game = set_up(units=units, forts=without("AK30", "D12"))
    assert cover(game, "145e-RI", "AL30") == Cover(Works.REGULAR, 17)
    assert cover(game, "30.RD", "C12") == Cover(Works.FIELDWORKS, 13)
    unfinished = set_up(8, units=units, forts=without("AK30"))
    assert cover(unfinished, "145e-RI", "AL30") == Cover(Works.FIELDWORKS, 12)


@pytest.mark.rule("11.6.12", "11.6.5", "11.1.3")
def test_allies_have_a_grade_less_in_a_camp_of_another_nation() -> None:
    game = set_up(units={"145e-RI": "AC33 N", "1st-Div": "AC33 N", "8e.10e-BM": "AC33 N"})
    assert cover(game, "8e.10e-BM", "AC34") == Cover(Works.STRENGTHENED, 30)
    assert cover(game, "145e-RI", "AC34") == cover(game, "1st-Div", "AC34") == Cover(Works.REGULAR, 17)
    assert cover(set_up(units={"3.ID": "AC33 N"}), "3.ID", "AC34") == Cover(Works.NONE, 10)


@pytest.mark.rule("11.6.13")
def test_forts_that_fire_into_their_own_camp_do_it_at_two_worse() -> None:
    board = set_up(units={"3.ID": "AK31 S"}, forts=without("AK31")).board
    inside, outside = hex_of("AK31"), hex_of("AL31")
    guns = fort_guns(board, FR, inside)
    assert guns
    assert abu_from_forts(guns, inside) == (modifier("abu.own_camp"),)
    assert modifier("abu.own_camp").amount == 2
    assert abu_from_forts(fort_guns(board, FR, outside), outside) == ()
    assert abu_from_forts(0, inside) == ()


@pytest.mark.rule("11.6.14")
def test_the_forts_left_lose_heart_by_the_share_destroyed() -> None:
    order = [fort for hex in ("AJ31", "AK31", "AK30") for fort in members(forts.AT[hex_of(hex)])]
    last = order[-1]
    board = set_up().board
    found = []
    for fort in (None, *order[:-1]):
        if fort is not None:
            board.forts_gone |= 1 << fort
        found.append(sum(line.amount for line in camp_modifiers(board, last)))
    assert found == [0, 0, 0, -1, -3, -6]
    assert fort_needs(board, last, ()) == 15 - 6
    assert FortTest(last).needed(board) == 15 - 6
    alone = next(i for i, fort in enumerate(MAP.forts) if fort.name == "Fort de Frouard")
    assert camp_modifiers(board, alone) == ()


@pytest.mark.rule("11.6.15")
def test_a_fallen_camp_needs_one_unit_of_foot() -> None:
    gone = without("AJ31", "AK30", "AK31")
    camp = CAMP["Maubeuge"]
    hexes = bits(MAP.camps[camp].hexes)
    nobody = set_up(forts=gone, ground=["AK30"]).board
    assert fallen(nobody, camp)
    assert unpoliced(nobody, GERMAN_SIDE) == hexes
    assert unpoliced(nobody, ALLIED_SIDE) == 0
    assert cut_railways(nobody, GERMAN_SIDE) & hexes == hexes
    horse = set_up(forts=gone, ground=["AK30"], units={"GKD": "AK30"}).board
    assert not policed(horse, camp)
    assert not camp_taken(horse, camp)
    foot = set_up(forts=gone, ground=["AK30"], units={"PiR.24": "AJ31"}).board
    assert policed(foot, camp)
    assert camp_taken(foot, camp)
    assert cut_railways(foot, GERMAN_SIDE) & hexes == 0
    one_left = set_up(forts=dict.fromkeys(list(gone)[:-1], "gone"), units={"PiR.24": "AJ31"}).board
    assert not fallen(one_left, camp)
    assert not camp_taken(one_left, camp)
    objective = next(each for each in foot.play.objectives if each.name == "Maubeuge")
    assert [holder(board, objective) for board in (nobody, horse, foot)] == [ALLIED_SIDE, ALLIED_SIDE, GERMAN_SIDE]


@pytest.mark.rule("11.6.15")
@pytest.mark.reading("police-at-start")
def test_camps_that_fell_before_the_first_day_need_no_police() -> None:
    """departs: `police-at-start`"""
    board = arranged("guise", begin="EndOfCombatPhase").board
    board.forts_gone = board.play.fallen
    assert fallen(board, CAMP["Namur"])
    assert unpoliced(board, GERMAN_SIDE) == 0


@pytest.mark.rule("11.6.4")
def test_each_side_has_the_camps_of_its_own_country() -> None:
    german = {MAP.grid.label(hex) for hex in members(CAMP_HEXES[GERMAN_SIDE])}
    allied = {MAP.grid.label(hex) for hex in members(CAMP_HEXES[ALLIED_SIDE])}
    assert {"D12", "R18"} <= german, "Strasbourg and Metz"
    assert {"AK30", "X35"} <= allied, "Maubeuge and Liège"
    assert not german & allied
    assert german | allied == {MAP.grid.label(hex) for camp in MAP.camps for hex in camp.hexes}


@pytest.mark.rule("11.6.9")
def test_behind_the_belt_of_every_camp_there_is_a_front_all_round() -> None:
    board = still()
    held_camps = {MAP.camp[hex] for hex in range(len(MAP.grid)) if all_round(board, hex)}
    assert held_camps == set(range(len(MAP.camps))), "Liège, the first, too"
    board.forts_gone = (1 << len(MAP.forts)) - 1
    assert not any(all_round(board, hex) for hex in range(len(MAP.grid)))


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


BELT = next(
    (hex, other)
    for hex in MAP.camps[3].hexes
    for other in MAP.grid.neighbours[hex]
    if MAP.guard(hex, other).name == "STRENGTHENED"
)


@pytest.mark.rule("11.6.7")
def test_any_unit_keeps_a_hex_of_its_own_camp_closed() -> None:
    hex = MAP.camps[3].hexes[0]
    board = still({STAFF: MAP.grid.label(hex)})
    board.forts_gone = FORTS_OF[ALLIED_SIDE]
    assert closed_to(board, GERMAN_SIDE) == 1 << hex
    german = still({"18.ID": MAP.grid.label(hex)})
    german.forts_gone = FORTS_OF[GERMAN_SIDE] | FORTS_OF[ALLIED_SIDE]
    assert closed_to(german, ALLIED_SIDE) == bits(forts.ZONE_AT), "not the besieger"
    outside = still({"1re-DI": "AW30"})
    outside.forts_gone = FORTS_OF[ALLIED_SIDE]
    assert closed_to(outside, GERMAN_SIDE) == 0


@pytest.mark.rule("11.6.10", "12.1.6")
def test_no_zone_reaches_into_a_camp_hex_with_an_active_fort() -> None:
    hex = BELT[0]
    outside = next(near for near in MAP.grid.neighbours[hex] if MAP.camp[near] < 0)
    place = MAP.grid.label(outside)
    for name in FACING_NAMES:
        board = still({"18.ID": f"{place} {name}"})
        board.forts_gone = forts.AT[hex]
        if zones(board, GERMAN_SIDE) >> hex & 1:
            break
    arf = board.arf(BY_ID["18.ID"])
    assert zones_of_guns(board, GERMAN_SIDE, arf) >> hex & 1
    assert zones_of_guns(board, GERMAN_SIDE, arf + 1) == 0
    assert zones_of_guns(board, ALLIED_SIDE, 0) == 0
    board.forts_gone = 0
    assert not zones_of_guns(board, GERMAN_SIDE, arf) >> hex & 1
    assert zones_of_guns(board, GERMAN_SIDE, arf)


@pytest.mark.rule("11.6.14")
@pytest.mark.reading("whole-forts")
def test_the_share_of_lost_forts_and_the_last_of_several() -> None:
    assert [camp_modifier(6, active) for active in (6, 4, 3, 2, 1)] == [
        "",
        "",
        "camp.cab.half",
        "camp.cab.most",
        "camp.cab.last",
    ]
    assert camp_modifier(1, 1) == "", "the only one is not the last of several"
    assert camp_modifier(2, 1) == "camp.cab.last"


@pytest.mark.rule("11.6.11", "11.6.9", "11.6.10")
@pytest.mark.reading("camp-hexes")
@pytest.mark.parametrize("hex", ["X35", "Y4", "AW16", "AX14", "AZ15"])
def test_a_camp_hex_without_a_fort_of_its_own_is_one_whose_forts_are_gone(hex: str) -> None:
    here = hex_of(hex)
    board = set_up(20).board
    nation = FR if MAP.camps[MAP.camp[here]].nation == "FR" else BE
    guarded = [other for other in MAP.grid.neighbours[here] if MAP.guard(here, other)]
    assert not forts.AT[here]
    assert {printed(board, here, other, nation) for other in guarded} <= {Works.FIELDWORKS}, "a grade less than regular"
    assert not all_round(board, here)
    assert not sheltered(board, ALLIED_SIDE) >> here & 1
