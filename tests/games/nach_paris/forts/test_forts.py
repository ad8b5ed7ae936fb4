"""[11.3], [11.4] Forts and Festen: factors, classes, places, how they are closed and how they fall."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.nach_paris.forts.support import CHARLEMONT, FROUARD, GRID, HAESELER, KW2, named, set_up
from games.nach_paris.still import at, still
from games.nach_paris.support import arranged, happened, play
from marne.engine import Ask, Modifier, Only
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import forts as f
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import DATA_SET, DIRECTORY, MAP
from marne.games.nach_paris.components.tables import TRACK, modifier
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    DE,
    FR,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    OF_NATION,
)
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.barrage.at_forts import ShakeFort
from marne.games.nach_paris.rules.forts.fort_fire import attackable, cut_railways, in_shelter
from marne.games.nach_paris.rules.forts.fort_tests import FortTest, fort_needs, strike_fort
from marne.games.nach_paris.rules.forts.forts import (
    FORTS_OF,
    active,
    active_at,
    closed_to,
    fort_arf,
    fort_zones,
    lost_sides,
)
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.rules.works.events import FesteReduced, WorksTested
from marne.hexes import Bits, bits, members


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


@pytest.mark.rule("11.4.2")
@pytest.mark.reading("fort-ratings")
def test_festen_control_at_most_three_neighbours_outside_their_camp() -> None:
    """11.4.2"""
    for fort, hexes in enumerate(f.ZOC):
        found = list(members(hexes))
        assert len(found) <= 3
        assert not found or f.FESTEN >> fort & 1
        for hex in found:
            assert GRID.adjacent(hex, MAP.forts[fort].hex)
            assert MAP.camp[hex] < 0 or MAP.camp[hex] != f.CAMP_OF[fort]


@pytest.mark.rule("11.6.14")
def test_how_far_a_camp_is_destroyed() -> None:
    """11.6.14, as Example 14 counts the six forts of Maubeuge."""
    found = [f.camp_modifier(6, active) for active in (6, 5, 4, 3, 2, 1)]
    assert found == ["", "", "", "camp.cab.half", "camp.cab.most", "camp.cab.last"]
    assert [f.camp_modifier(12, active) for active in (7, 6, 4, 3, 1)] == [
        "",
        "camp.cab.half",
        "camp.cab.half",
        "camp.cab.most",
        "camp.cab.last",
    ]
    assert f.camp_modifier(1, 1) == ""


@pytest.mark.rule("11.2.3")
@pytest.mark.reading("fortified-zones")
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


@pytest.mark.rule("11.3.9")
def test_attacked_are_units_of_that_side_alone() -> None:
    board = still({"18.ID": "AW22 N"})
    assert attackable(board, at("AW22"), GERMAN_SIDE) == 1 << BY_ID["18.ID"]
    assert attackable(board, at("AW22"), ALLIED_SIDE) == 0


@pytest.mark.rule("5.1.1", "8.6.3", "11.3.10")
@pytest.mark.parametrize(("less", "rolls"), [(0, True), (1, False)])
def test_a_fort_rolls_while_one_is_enough(less: int, rolls: bool) -> None:
    fort = next(i for i, each in enumerate(MAP.forts) if each.nation == "FR" and forts.CAMP_OF[i] < 0)
    board = still()
    plain = FortTest(fort).needed(board)
    test = FortTest(fort, (Modifier("8.6.3", "abf.result", 1 - plain - less),))
    assert test.needed(board) == 1 - less
    assert isinstance(test.ask(board), Ask) is rolls


@pytest.mark.rule("11.3.10", "8.6.3")
def test_a_fort_is_struck_once_and_with_no_chance_it_rolls_no_die() -> None:
    fort = next(i for i, each in enumerate(MAP.forts) if each.nation == "FR" and not forts.FESTEN >> i & 1)
    board = still()
    strike_fort(board, fort)
    assert board.forts_gone >> fort & 1
    told = len(board.events)
    strike_fort(board, fort)
    assert len(board.events) == told, "it can't fall twice"


@pytest.mark.rule("11.3.1", "11.4.1")
def test_what_is_not_destroyed_is_active() -> None:
    board = still()
    feste = next(iter(members(forts.FESTEN)))
    every = (1 << forts.COUNT) - 1
    assert active(board) == every
    board.forts_gone = 1 | 1 << feste
    assert active(board) == every & ~1 & ~(1 << feste)


@pytest.mark.rule("11.3.10", "11.4.10")
def test_a_fort_falls_at_once_and_a_feste_at_the_second_loss() -> None:
    board = still()
    fort = next(f for f in range(forts.COUNT) if not forts.FESTEN >> f & 1)
    feste = next(iter(members(forts.FESTEN)))
    board.festen_hit = board.forts_gone = 0
    strike_fort(board, fort)
    assert (board.forts_gone, board.festen_hit) == (1 << fort, 0)
    strike_fort(board, feste)
    assert (board.forts_gone, board.festen_hit) == (1 << fort, 1 << feste)
    strike_fort(board, feste)
    assert (board.forts_gone, board.festen_hit) == (1 << fort | 1 << feste, 1 << feste)
    told = [(type(event).__name__, event.rule) for event in board.events]
    assert told == [("FortDestroyed", "11.3.10"), ("FesteReduced", "11.4.10"), ("FortDestroyed", "11.4.10")]
    strike_fort(board, feste)
    strike_fort(board, fort)
    assert len(board.events) == 3, "who is gone is not destroyed again"


@pytest.mark.rule("11.3.9", "11.4.9")
def test_headquarters_and_engineers_beside_an_active_fort_of_their_side_are_sheltered() -> None:
    for side, nation, foot in ((ALLIED_SIDE, FR, "1re-DI"), (GERMAN_SIDE, DE, "18.ID")):
        fort = next(f for f in members(FORTS_OF[side]) if MAP.country[MAP.forts[f].hex] == ("FR", "DE")[nation == DE])
        hex, staff = MAP.forts[fort].hex, members(HEADQUARTERS & OF_NATION[nation])[0]
        board = still({IDS[staff]: MAP.grid.label(hex), foot: MAP.grid.label(hex)})
        assert in_shelter(board, hex) == 1 << staff
        board.forts_gone = forts.AT[hex]
        assert in_shelter(board, hex) == 0
        board.forts_gone = 0
        enemy = members(HEADQUARTERS & OF_NATION[DE if nation == FR else FR])[0]
        other = still({IDS[enemy]: MAP.grid.label(hex)})
        assert in_shelter(other, hex) == 0


@pytest.mark.rule("11.3.2", "11.4.2")
def test_forts_and_festen_close_their_hexes_to_the_enemy_until_destroyed() -> None:
    board = still()
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        hexes = bits(MAP.forts[fort].hex for fort in members(FORTS_OF[1 - side]))
        assert closed_to(board, side) & ~bits(forts.ZONE_AT) == hexes & ~bits(forts.ZONE_AT)
        assert not closed_to(board, side) & bits(MAP.forts[fort].hex for fort in members(FORTS_OF[side])) & ~hexes
    board.forts_gone = FORTS_OF[ALLIED_SIDE]
    assert closed_to(board, GERMAN_SIDE) == 0


FORT = next(fort for fort in range(fort_data.COUNT) if not fort_data.FESTEN >> fort & 1)


@pytest.mark.rule("5.1.1", "5.1.2")
def test_a_fort_passes_up_to_its_number_and_fails_unrolled_at_nothing() -> None:
    cab = fort_data.CAB[FORT][0]
    for less, asked in ((cab - 1, True), (cab, False), (cab + 1, False)):
        found = FortTest(FORT, (Modifier("8.6.3", "abf.result", -less),)).ask(still())
        assert isinstance(found, Only) != asked
        assert not isinstance(found, Only) or found.answer == 0
    yes, no = ShakeFort(1), ShakeFort(2)
    test = FortTest(FORT, (Modifier("8.6.3", "abf.result", 3 - cab),), passed=(yes,), failed=(no,))
    for die, stands in ((1, True), (3, True), (4, False), (20, False)):
        board = still()
        assert test.answered(board, die) == ((yes,) if stands else (no,))
        assert (board.forts_gone == 0) == stands
    none = FortTest(FORT, (Modifier("8.6.3", "abf.result", -cab),))
    board = still()
    none.answered(board, 0)
    assert board.forts_gone == 1 << FORT, "a roll of nothing is no success"


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


@pytest.mark.rule("15.1.1", "11.3.3")
@pytest.mark.reading("forts-heat")
def test_forts_do_not_feel_the_heat() -> None:
    needed = {
        turn: FortTest(CHARLEMONT).needed(arranged(turn=turn, begin="nothing").board) for turn in (7, *TRACK.heat)
    }
    assert set(needed.values()) == {12}
