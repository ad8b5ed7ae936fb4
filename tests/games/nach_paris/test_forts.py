"""Forts, Festen and Fortified Zones: factors, classes, places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, happened, play
from marne.games.nach_paris.components import forts as f
from marne.games.nach_paris.components.data import DATA_SET, DIRECTORY, MAP
from marne.games.nach_paris.components.tables import ABU_ARF, modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB, GERMAN_SIDE
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.modifiers import attack
from marne.games.nach_paris.rules.forts.fort_fire import (
    attackable,
    cut_railways,
    fire,
    fires_together,
    fort_guns,
    ignores_terrain,
    in_shelter,
    least_arf,
    supporting_forts,
)
from marne.games.nach_paris.rules.forts.fort_tests import FortTest, fort_needs, strike_fort
from marne.games.nach_paris.rules.forts.forts import (
    active,
    active_at,
    closed_to,
    fort_arf,
    fort_cbf,
    fort_zones,
    lost_sides,
)
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.rules.works.events import FesteReduced, WorksTested
from marne.hexes import Bits, bits, members

GRID = MAP.grid


def named(name: str) -> int:
    return next(i for i, fort in enumerate(MAP.forts) if name in fort.name)


@pytest.mark.rule("11.3.3")
@pytest.mark.rule("11.3.4")
def test_what_is_stated_of_forts() -> None:
    """Examples 8, 13, 14."""
    citadel = named("Charlemont")
    assert (f.CAB[citadel], f.CBF[citadel], f.CLASSES[f.CLASS[citadel]]) == ((12,), (8,), "white")
    camp = f.CAMPS[next(i for i, c in enumerate(MAP.camps) if c.name == "Maubeuge")]
    assert len(list(members(camp))) == 6
    assert {f.CLASSES[f.CLASS[fort]] for fort in members(camp)} == {"black"}
    assert {f.CAB[fort] for fort in members(camp)} == {(15,)}
    assert f.CBF[named("Bourdiau")] == (12,)
    assert f.CBF[named("Hautmont")][0] >= 7


@pytest.mark.rule("11.4.3")
@pytest.mark.rule("11.4.10")
def test_a_reduced_feste_has_half_its_factors_and_three_less() -> None:
    """11.4.10"""
    assert len(list(members(f.FESTEN))) == 16
    for fort in members(f.FESTEN):
        assert f.CAB[fort][1] == f.CAB[fort][0] - 3
        assert (2 * f.CBF[fort][1], 2 * f.ARF[fort][1]) == (f.CBF[fort][0], f.ARF[fort][0])


def test_festen_control_at_most_three_neighbours_outside_their_camp() -> None:
    """11.4.2"""
    for fort, hexes in enumerate(f.ZOC):
        found = list(members(hexes))
        assert len(found) <= 3
        assert not found or f.FESTEN >> fort & 1
        for hex in found:
            assert GRID.adjacent(hex, MAP.forts[fort].hex)
            assert MAP.camp[hex] < 0 or MAP.camp[hex] != f.CAMP_OF[fort]


def test_how_far_a_camp_is_destroyed() -> None:
    """11.6.14, as Example 14 counts the six forts of Maubeuge."""
    found = [f.camp_modifier(6, active) for active in (6, 5, 4, 3, 2, 1)]
    assert found == ["", "", "", "camp.cab.half", "camp.cab.most", "camp.cab.last"]
    assert [f.camp_modifier(12, active) for active in (7, 6, 4, 3, 1)] == [
        "", "camp.cab.half", "camp.cab.half", "camp.cab.most", "camp.cab.last",
    ]  # fmt: skip
    assert f.camp_modifier(1, 1) == ""


@pytest.mark.rule("11.2.3")
def test_zones() -> None:
    """11.2.3"""
    assert (set(f.ZONE_CAB), set(f.ZONE_CBF)) == ({13}, {2})
    assert {GRID.label(hex) for hex in f.ZONE_AT} == {"I9", "I8", "E2", "E4", "F7"}


@pytest.mark.rule("8.5.2")
def test_long_range_reaches_the_near_half_of_the_second_hex() -> None:
    """8.5.2: two hexes away, and no further than the middle of the second."""
    for hex in (GRID.hex("AL31"), GRID.hex("Z36"), GRID.hex("U34")):
        reach = f.in_long_range(hex, 15_000)
        for fort, place in enumerate(MAP.forts):
            two = GRID.distance(hex, place.hex) == 2
            assert bool(reach >> fort & 1) == (two and MAP.apart(place, hex) <= 15_000**2)
    assert [MAP.forts[i].name for i in members(f.in_long_range(GRID.hex("AL31"), 15_000))] == ["Fort de Cerfontaine"]
    assert {GRID.label(h) for h in f.beyond(GRID.hex("AL31"), GRID.hex("AJ31"))} == {"AK30", "AK31"}


def test_a_fort_that_the_board_lacks_is_refused(tmp_path: Path) -> None:
    text = (DIRECTORY / "forts.csv").read_text(encoding="utf-8")
    (tmp_path / "forts.csv").write_text(text.replace("Fort Werder,D12", "Fort Wander,D12"), encoding="utf-8")
    problems = [str(p) for p in DATA_SET.check(tmp_path)]
    assert len(problems) == 2
    assert "Fort Wander D12" in problems[0]
    assert "this file only" in problems[0]


# -- the rules of play


def set_up(**changes: Any) -> Game:
    return arranged(begin="EndOfCombatPhase", **changes)


HAESELER, KW2 = named("Graf Haeseler"), named("Kaiser Wilhelm II")
FROUARD, CHARLEMONT = named("Frouard"), named("Charlemont")


def hexes(*labels: str) -> Bits:
    return bits(map(GRID.hex, labels))


@pytest.mark.rule("11.3.1")
@pytest.mark.rule("11.3.10")
def test_a_fort_is_active_until_it_loses_its_step_for_good() -> None:
    """AK30 holds two forts; three hardnesses are on the board."""
    assert {f.CLASSES[f.CLASS[fort]] for fort in range(f.COUNT) if not f.FESTEN >> fort & 1} == set(f.CLASSES)
    board = set_up().board
    both = active_at(board, GRID.hex("AK30"))
    assert both.bit_count() == 2
    first, second = members(both)
    strike_fort(board, first)
    assert active_at(board, GRID.hex("AK30")) == 1 << second
    assert not active(board) >> first & 1
    assert [event.rule for event in board.events if isinstance(event, FortDestroyed)] == ["11.3.10"]
    strike_fort(board, first)
    assert board.forts_gone.bit_count() == 1


@pytest.mark.rule("11.3.2")
def test_a_lone_fort_has_no_zone_but_no_enemy_enters() -> None:
    game = set_up(forts={})
    assert f.CAMP_OF[FROUARD] < 0
    around = GRID.links.of[GRID.hex("R14")]
    camps = fort_zones(set_up().board, ALLIED_SIDE)
    gone = set_up(forts={"R14:Fort-de-Frouard": "gone"}).board
    assert fort_zones(gone, ALLIED_SIDE) == camps
    assert not zones(game.board, ALLIED_SIDE) & around & ~camps
    assert closed_to(game.board, GERMAN_SIDE) >> GRID.hex("R14") & 1
    assert not closed_to(game.board, ALLIED_SIDE) >> GRID.hex("R14") & 1
    assert not closed_to(gone, GERMAN_SIDE) >> GRID.hex("R14") & 1


@pytest.mark.rule("11.3.4")
@pytest.mark.rule("11.4.4")
def test_every_fortification_stands_in_the_hex_of_its_row() -> None:
    board = arranged(begin="EndOfCombatPhase").board
    assert board.forts_gone == board.festen_hit == 0
    for fort, row in enumerate(f.ROWS):
        assert f.AT[GRID.hex(row.hex)] >> fort & 1
    later = arranged("guise", begin="EndOfCombatPhase").board
    assert later.forts_gone == later.play.fallen != 0


@pytest.mark.rule("11.3.5")
@pytest.mark.rule("11.4.5")
def test_fort_guns_reach_their_neighbours_once_and_with_little() -> None:
    board = set_up(forts={"AK31:Fort-des-Sarts": "gone"}).board
    target = GRID.hex("AL31")
    near = fort_guns(board, FR, target)
    assert {MAP.forts[fort].name for fort in members(near)} == {"Fort d'Hautmont", "Fort du Bourdiau", "Fort de Leveau"}
    assert sum(fort_arf(board, fort) for fort in members(near)) == 15
    assert fort_guns(board, BE, target) == fort_guns(board, GB, target) == fort_guns(board, DE, target) == 0
    assert (least_arf(near), least_arf(0)) == (ABU_ARF[0], 6)
    assert least_arf(near) == 3
    fire(board, near)
    assert fort_guns(board, FR, target) == 0
    festen = fort_guns(set_up().board, DE, GRID.hex("R16"))
    assert festen >> HAESELER & 1
    assert fires_together(1 << BY_ID["15e-DI"], near)
    assert not fires_together(0, near)


@pytest.mark.rule("11.3.6")
@pytest.mark.rule("11.4.6")
def test_forts_that_fire_alone_ignore_terrain() -> None:
    assert ignores_terrain(0, 1 << FROUARD)
    assert ignores_terrain(0, 1 << HAESELER)
    assert not ignores_terrain(1 << BY_ID["15e-DI"], 1 << FROUARD)
    assert not ignores_terrain(1 << BY_ID["15e-DI"], 0)


@pytest.mark.rule("11.3.7")
@pytest.mark.rule("11.4.7")
def test_forts_lend_their_factor_to_their_hex() -> None:
    board = set_up(forts={"R17:Feste-Graf-Haeseler": "hit"}).board
    assert fort_cbf(board, GRID.hex("AK30")) == 8 + 12
    assert fort_cbf(board, GRID.hex("AL31")) == 0
    others = sum(f.CBF[fort][0] for fort in members(f.AT[GRID.hex("R17")] & ~(1 << HAESELER)))
    assert fort_cbf(board, GRID.hex("R17")) == others + 6
    strike_fort(board, HAESELER)
    assert fort_cbf(board, GRID.hex("R17")) == others


@pytest.mark.rule("11.3.8")
def test_forts_support_the_attack_of_a_related_unit_near_its_camp() -> None:
    units = {"145e-RI": "AK30 SW", "15e-DI": "AK30 SW", "3.ID": "AL31 NE"}
    board, target = set_up(units=units).board, GRID.hex("AL31")
    related, stranger = 1 << BY_ID["145e-RI"], 1 << BY_ID["15e-DI"]
    assert supporting_forts(board, related | stranger, target) == fort_guns(board, FR, target) != 0
    assert supporting_forts(board, stranger, target) == 0
    away = set_up(units={**units, "145e-RI": "AM30 NE"}).board
    assert supporting_forts(away, related, target) == 0
    beside = set_up(units={**units, "145e-RI": "AL32 S"}).board
    assert supporting_forts(beside, related, target) == fort_guns(beside, FR, target)
    assert board.forts_gone == 0


@pytest.mark.rule("11.4.8")
def test_festen_support_the_sortie_of_a_related_unit() -> None:
    board = set_up(units={"33.RD": "R17 S", "3.ID": "R17 S"}).board
    target = GRID.hex("R16")
    assert supporting_forts(board, 1 << BY_ID["33.RD"], target) >> HAESELER & 1
    assert supporting_forts(board, 1 << BY_ID["3.ID"], target) == 0


@pytest.mark.rule("11.4.8")
def test_a_related_unit_that_only_lends_its_guns_is_supported_too() -> None:
    board = set_up(units={"33.RD": "R17 S", "3.ID": "R17 S", "39e-DI": "R16 N"}).board
    lender, fighter, target = BY_ID["33.RD"], BY_ID["3.ID"], GRID.hex("R16")
    battle = Battle(target, full=1 << fighter, part=1 << lender)
    guns = sum(fort_arf(board, fort) for fort in members(fort_guns(board, DE, target)))
    assert guns
    assert attack(board, battle) == board.cbf(fighter) + board.arf(lender) + guns
    assert attack(board, Battle(target, full=1 << fighter)) == board.cbf(fighter)


@pytest.mark.rule("11.3.9")
@pytest.mark.rule("11.4.9")
def test_headquarters_and_engineers_shelter_in_an_active_fortification() -> None:
    units = {"SCF.1": "AK30", "145e-RI": "AK30", "2.AOK": "R17", "3.ID": "R17"}
    board = set_up(units=units).board
    assert in_shelter(board, GRID.hex("AK30")) == 1 << BY_ID["SCF.1"]
    assert attackable(board, GRID.hex("AK30"), ALLIED_SIDE) == 1 << BY_ID["145e-RI"]
    assert attackable(board, GRID.hex("R17"), GERMAN_SIDE) == 1 << BY_ID["3.ID"]
    for fort in members(f.AT[GRID.hex("AK30")] | f.AT[GRID.hex("R17")]):
        board.forts_gone |= 1 << fort
    assert in_shelter(board, GRID.hex("AK30")) == in_shelter(board, GRID.hex("R17")) == 0


@pytest.mark.rule("11.4.1")
@pytest.mark.rule("11.4.10", "11.4.3")
def test_a_feste_bears_one_loss() -> None:
    game = arranged(begin=f"FortTest {HAESELER}")
    held, reduced = play(game, 15), play(game, 16)
    assert lost_sides(held.board, HAESELER) == 0
    assert [event.fort for event in happened(reduced, FesteReduced)] == ["Feste Graf Haeseler"]
    board = reduced.board
    assert active(board) >> HAESELER & 1
    assert (fort_needs(board, HAESELER, ()), fort_arf(board, HAESELER)) == (12, 4)
    strike_fort(board, HAESELER)
    assert not active(board) >> HAESELER & 1
    assert [event.rule for event in board.events if isinstance(event, FortDestroyed)] == ["11.4.10"]
    assert fort_arf(board, HAESELER) == 0


@pytest.mark.rule("11.4.2")
def test_a_whole_feste_has_a_zone_and_an_active_one_keeps_enemies_out() -> None:
    assert f.CAMP_OF[KW2] < 0
    whole = set_up().board
    hit = set_up(forts={"G12:Feste-Kaiser-Wilhelm-II": "hit"}).board
    gone = set_up(forts={"G12:Feste-Kaiser-Wilhelm-II": "gone"}).board
    printed = hexes("G11", "H12", "H13")
    assert fort_zones(whole, GERMAN_SIDE) & printed == printed
    assert zones(whole, GERMAN_SIDE) & printed == printed
    assert fort_zones(hit, GERMAN_SIDE) & printed == 0
    home = GRID.hex("G12")
    assert [closed_to(board, ALLIED_SIDE) >> home & 1 for board in (whole, hit, gone)] == [1, 1, 0]


@pytest.mark.rule("11.3.10")
def test_a_fort_tests_against_its_cab_and_falls() -> None:
    game = arranged(begin=f"FortTest {CHARLEMONT}")
    assert not play(game, 12).board.forts_gone
    lost = play(game, 13)
    assert happened(lost, WorksTested)[0].needed == 12
    assert lost.board.forts_gone == 1 << CHARLEMONT
    assert FortTest(CHARLEMONT, (modifier("camp.cab.last", 2),)).needed(game.board) == 0


@pytest.mark.rule("12.1.6")
def test_forts_with_guns_cut_the_railways_around_them() -> None:
    board = set_up(forts={"AK31:Fort-des-Sarts": "gone", "AK31:Fort-de-Leveau": "gone"}).board
    cut = cut_railways(board, GERMAN_SIDE)
    assert cut & hexes("AK30", "AL31", "AL30", "AK29") == hexes("AK30", "AL31", "AL30", "AK29")
    assert not cut & hexes("AK32")
    assert cut_railways(set_up().board, GERMAN_SIDE) & hexes("AK32")
    assert not cut_railways(board, ALLIED_SIDE) & hexes("AK30", "AL31")
    assert cut_railways(board, ALLIED_SIDE) & hexes("R16")
