"""[11.1] Entrenchments: where they guard, what they are worth, who keeps them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, happened, has, legal, named, play, refused
from games.nach_paris.works.support import LORRAINE, NANCY, cover, set_up, under_fire, works
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRACK, modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB, GERMAN_SIDE, NATIONS
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.defence import entrenched_units
from marne.games.nach_paris.rules.units.losses import destroy
from marne.games.nach_paris.rules.works.cover import BarrageCover, Cover
from marne.games.nach_paris.rules.works.entrenchments import (
    Works,
    _all_over,
    _before_turn_3,
    _best,
    _one_over,
    abu_modifiers,
    arf_kept,
    covered,
    leave_works,
    printed,
    stands_firm,
    tenths,
)
from marne.games.nach_paris.rules.works.events import Improved
from marne.games.nach_paris.steps import hex_of


def beside(hex: str, way: int) -> str:
    found = MAP.grid.around[hex_of(hex)][way]
    assert found is not None
    return MAP.grid.label(found)


@pytest.mark.rule("11.1.1")
@pytest.mark.rule("11.1.2")
def test_printed_entrenchments_stay_and_guard_only_the_sides_of_their_arrows() -> None:
    game = set_up(units={"3.ID": f"{LORRAINE} N"})
    assert works(game, "3.ID", "N15") == works(game, "3.ID", "O15") == Works.REGULAR
    assert [works(game, "3.ID", hex) for hex in ("M15", "M16", "N17", "O16")] == [Works.NONE] * 4
    game.board.put(BY_ID["3.ID"], hex_of("N17"))
    game.board.put(BY_ID["4.ID"], hex_of(LORRAINE))
    assert works(game, "4.ID", "N15") == Works.REGULAR


@pytest.mark.rule("11.1.2")
@pytest.mark.reading("entrenchments")
def test_the_breusch_stellung_guards_against_f12_alone() -> None:
    board = set_up().board
    around = MAP.grid.neighbours[hex_of("F13")]
    assert [MAP.grid.label(h) for h in around if printed(board, hex_of("F13"), h, DE)] == ["F12"]


@pytest.mark.rule("11.1.5")
@pytest.mark.reading("works-owner")
def test_captured_entrenchments_help_nobody() -> None:
    """departs: `works-owner`"""
    game = set_up(units={"15e-DI": f"{LORRAINE} S"})
    assert works(game, "15e-DI", "N15") == Works.NONE
    assert printed(game.board, hex_of(NANCY), hex_of("R16"), FR) == Works.REGULAR


@pytest.mark.rule("11.1.3")
@pytest.mark.rule("11.1.4")
def test_regular_entrenchments_are_fieldworks_before_turn_3() -> None:
    units = {"3.ID": f"{LORRAINE} N", "15e-DI": f"{NANCY} S"}
    early, later = set_up(2, units=units), set_up(3, units=units)
    assert cover(early, "3.ID", "N15") == Cover(Works.FIELDWORKS, 13)
    assert cover(early, "15e-DI", "R16") == Cover(Works.FIELDWORKS, 12)
    assert cover(later, "3.ID", "N15") == Cover(Works.REGULAR, 20)
    assert cover(later, "15e-DI", "R16") == Cover(Works.REGULAR, 17)


@pytest.mark.rule("11.1.4", "11.6.2")
def test_barrages_of_entrenched_units_are_halved_and_worse() -> None:
    units = {"3.ID": f"{LORRAINE} N", "15e-DI": f"{NANCY} S"}
    game, early = set_up(units=units), set_up(2, units=units)
    assert under_fire(game, "3.ID", "N15") == BarrageCover(50, (modifier("abu.regular.german"),), terrain=True)
    assert under_fire(game, "15e-DI", "R16") == BarrageCover(50, (modifier("abu.regular.allied"),), terrain=True)
    assert (modifier("abu.regular.german").amount, modifier("abu.regular.allied").amount) == (2, 1)
    assert under_fire(game, "3.ID", "N17") == BarrageCover(100, (), terrain=True)
    assert under_fire(early, "3.ID", "N15") == BarrageCover(50, (), terrain=True)
    assert under_fire(early, "15e-DI", "R16") == BarrageCover(70, (), terrain=True)


@pytest.mark.rule("11.1.4")
@pytest.mark.reading("eight-steps")
def test_cavalry_has_nothing_and_eight_steps_at_most_are_covered() -> None:
    game = set_up(units={"3.ID": f"{LORRAINE} -2", "4.ID": LORRAINE, "5.ID": LORRAINE, "GKD": LORRAINE})
    found = {unit: works(game, unit, "N15") for unit in ("3.ID", "4.ID", "5.ID", "GKD")}
    assert found == {"3.ID": Works.NONE, "4.ID": Works.REGULAR, "5.ID": Works.REGULAR, "GKD": Works.NONE}
    game = set_up(units={"3.ID": LORRAINE, "GKD": LORRAINE})
    assert (works(game, "3.ID", "N15"), works(game, "GKD", "N15")) == (Works.REGULAR, Works.NONE)
    game = set_up(units={"3.ID": LORRAINE, "4.ID": LORRAINE, "KMK.b3": LORRAINE})
    assert {works(game, unit, "N15") for unit in ("3.ID", "4.ID", "KMK.b3")} == {Works.REGULAR}


@pytest.mark.rule("11.1.5")
def test_one_attacker_over_a_guarded_side_is_enough() -> None:
    game = set_up(units={"3.ID": f"{LORRAINE} N"})
    assert works(game, "3.ID", "M15", "N15") == Works.REGULAR
    assert works(game, "3.ID", "M15", "M16") == Works.NONE


@pytest.mark.rule("11.1.6")
def test_regular_entrenchments_hold_whoever_had_no_outright_loss_nor_two() -> None:
    board = set_up(units={"3.ID": LORRAINE, "4.ID": f"{LORRAINE} -1", "5.ID": f"{LORRAINE} -2"}).board
    whole, once, twice = (BY_ID[id] for id in ("3.ID", "4.ID", "5.ID"))
    assert stands_firm(board, once, Works.REGULAR, outright=False)
    assert not stands_firm(board, once, Works.REGULAR, outright=True)
    assert not stands_firm(board, twice, Works.REGULAR, outright=False)
    assert not stands_firm(board, whole, Works.FIELDWORKS, outright=False)


def digging(turn: int = 22, more: dict[str, str] | None = None) -> Game:
    units = {"3.ID": "AP26 N fieldworks", "4.ID": "AP26 N fieldworks -2"}
    return arranged(turn=turn, begin="ImproveFieldworks DE", units={**units, **(more or {})})


@pytest.mark.rule("11.1.7")
def test_germans_improve_their_fieldworks_from_turn_22_with_the_lowest_cab() -> None:
    game = digging()
    assert legal(game) == ["improve AP26", "end"]
    weakest = game.board.cab(BY_ID["4.ID"])
    assert weakest < game.board.cab(BY_ID["3.ID"])
    done = play(game, "improve AP26", weakest - 1)
    assert [event.done for event in happened(done, Improved)] == [True]
    assert has(done, "entrenched", "3.ID")
    assert has(done, "entrenched", "4.ID")
    assert not has(done, "fieldworks", "3.ID")
    assert has(done, "acted", "3.ID")
    failed = play(game, "improve AP26", weakest)
    assert [event.done for event in happened(failed, Improved)] == [False]
    assert has(failed, "fieldworks", "3.ID")
    assert not has(failed, "entrenched", "3.ID")


@pytest.mark.rule("11.1.7")
@pytest.mark.reading("staffs-outside")
def test_no_improvement_before_turn_22_nor_with_a_unit_outside_nor_by_the_allies() -> None:
    assert digging(21).over
    assert digging(more={"5.ID": "AP26 N"}).over
    assert digging(more={"4.ID": "AP26 N fieldworks forced"}).over
    assert digging(more={"4.ID": "AP26 N fieldworks acted"}).over
    french = {"15e-DI": "AP26 N fieldworks"}
    assert arranged(turn=22, side="allied", begin="ImproveFieldworks FR", units=french).over
    mixed = digging(more={"5.ID": "AQ26 N fieldworks", "6.ID": "AQ26 N"})
    assert refused(mixed, "improve AQ26") == "11.1.7"
    assert not digging(more={"2.AOK": "AP26"}).over


@pytest.mark.rule("11.1.7")
def test_step_e_of_the_combat_phase_asks_for_improvements() -> None:
    game = arranged(turn=22, begin="BuildFieldworks DE", units={"3.ID": "AP26 N fieldworks"})
    while not game.over and "improve AP26" not in legal(game):
        game = play(game, "end")
    assert named(game, "improve") == ["AP26"]


@pytest.mark.rule("11.1.5")
@pytest.mark.rule("11.1.7")
def test_entrenchments_of_a_marker_guard_the_front_fieldworks_only_against_it() -> None:
    game = set_up(22, units={"3.ID": "AP26 N entrenched", "4.ID": "AQ29 N fieldworks"})
    front, rear = beside("AP26", 0), beside("AP26", 3)
    assert cover(game, "3.ID", front, rear) == Cover(Works.REGULAR, 20)
    assert cover(game, "3.ID", rear) == Cover(Works.NONE, 10)
    ahead, behind = beside("AQ29", 0), beside("AQ29", 3)
    assert cover(game, "4.ID", ahead) == Cover(Works.FIELDWORKS, 13)
    assert cover(game, "4.ID", ahead, behind) == Cover(Works.NONE, 10)


@pytest.mark.rule("11.1.8")
@pytest.mark.reading("turning-in-works")
def test_who_only_turns_keeps_its_entrenchments() -> None:
    game = arranged(turn=22, side="german", begin="MoveUnits DE", units={"3.ID": "AP26 N entrenched"})
    turned = play(game, "move 3.ID", "turn", "face S")
    assert works(turned, "3.ID", beside("AP26", 3)) == Works.REGULAR
    assert works(turned, "3.ID", beside("AP26", 0)) == Works.NONE


@pytest.mark.rule("11.1.8")
@pytest.mark.rule("11.1.9")
def test_who_leaves_loses_the_works_and_no_marker_stays() -> None:
    game = set_up(22, units={"3.ID": "AP26 N entrenched", "4.ID": "AP26 N entrenched"})
    board, front = game.board, beside("AP26", 0)
    leave_works(board, BY_ID["3.ID"])
    board.put(BY_ID["3.ID"], hex_of("AQ26"))
    assert board.entrenched == 1 << BY_ID["4.ID"]
    assert works(game, "4.ID", front) == Works.REGULAR
    leave_works(board, BY_ID["4.ID"])
    board.put(BY_ID["4.ID"], hex_of("AQ26"))
    board.put(BY_ID["5.ID"], hex_of("AP26"))
    assert board.entrenched == 0
    assert works(game, "5.ID", front) == Works.NONE


@pytest.mark.rule("11.1.1", "11.1.3")
def test_entrenchments_count_a_grade_less_before_turn_3() -> None:
    still_early, still_late = still(turn=2), still(turn=3)
    found = {}
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        for other in MAP.grid.neighbours[hex] if MAP.camp[hex] < 0 else ():
            nation = next(
                (i for i, n in enumerate(NATIONS) if printed(still_late, hex, other, i) == Works.REGULAR), None
            )
            if nation is not None:
                found[hex, other, nation] = printed(still_early, hex, other, nation)
    assert found
    assert set(found.values()) == {Works.FIELDWORKS}


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


@cache
def line() -> tuple[int, int]:
    """A hex with a printed line of regular entrenchments, and one that it guards against."""
    return next(
        (hex, other)
        for hex in range(len(MAP.grid))
        for other in MAP.grid.neighbours[hex]
        if MAP.camp[hex] < 0 and MAP.guard(hex, other).name == "REGULAR" and MAP.country[hex] == "FR"
    )


def in_line(*words: str, **more: Any) -> Any:
    names = ("1re-DI", "2e-DI", "3e-DI")
    place = MAP.grid.label(line()[0])
    return still({name: f"{place} {word}" for name, word in zip(names, words, strict=False)}, **more)


@pytest.mark.rule("11.1.1", "11.1.2", "11.1.3")
def test_a_printed_line_serves_its_builders_on_the_guarded_sides() -> None:
    hex, other = line()
    board = still()
    assert [printed(board, hex, other, nation) for nation in (FR, GB, BE, DE)] == [
        Works.REGULAR,
        Works.REGULAR,
        Works.REGULAR,
        Works.NONE,
    ]
    open_side = next(near for near in MAP.grid.neighbours[hex] if not MAP.guard(hex, near))
    assert printed(board, hex, open_side, FR) == Works.NONE
    board.turn = 2
    assert printed(board, hex, other, FR) == Works.FIELDWORKS
    assert printed(board, hex, open_side, FR) == Works.NONE


@pytest.mark.rule("11.1.3")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_before_turn_3_regular_entrenchments_are_fieldworks_and_stronger_ones_are_not(turn: int) -> None:
    assert _before_turn_3(Works.REGULAR, turn) == (Works.FIELDWORKS if turn < 3 else Works.REGULAR)
    assert _before_turn_3(Works.STRENGTHENED, turn) == Works.STRENGTHENED
    assert _before_turn_3(Works.NONE, turn) == Works.NONE


@pytest.mark.rule("11.1.5", "10.2.3", "10.1.6")
def test_one_attacker_over_the_front_is_enough_for_entrenchments_and_not_for_fieldworks() -> None:
    front_hexes, rear = 0b0110, 0b1000
    assert [_one_over(front_hexes, hexes) for hexes in (0b0010, 0b1010, rear, 0)] == [True, True, False, False]
    assert [_all_over(front_hexes, hexes) for hexes in (0b0110, 0b0100, 0b1010, rear)] == [True, True, False, False]


@pytest.mark.rule("11.1.4", "11.1.5")
def test_foot_has_the_best_of_line_and_marker_and_cavalry_has_none() -> None:
    hex, other = line()
    board = in_line("N")
    board.put(BY_ID["1re-DC"], hex)
    foot, horse = BY_ID["1re-DI"], BY_ID["1re-DC"]
    open_side = next(near for near in MAP.grid.neighbours[hex] if not MAP.guard(hex, near))
    assert _best(board, foot, hex, (other,)) == Works.REGULAR
    assert _best(board, foot, hex, (open_side, other)) == _best(board, foot, hex, (other, open_side)) == Works.REGULAR
    assert _best(board, foot, hex, (open_side,)) == _best(board, foot, hex, ()) == Works.NONE
    assert _best(board, horse, hex, (other,)) == Works.NONE
    board.entrenched = unit("1re-DI", "1re-DC")
    assert _best(board, foot, hex, tuple(MAP.grid.neighbours[hex])) == Works.REGULAR
    board.turn = 2
    assert _best(board, foot, hex, (other,)) in (Works.FIELDWORKS, Works.REGULAR)
    assert _best(board, horse, hex, tuple(MAP.grid.neighbours[hex])) == Works.NONE


@pytest.mark.rule("11.1.4")
def test_eight_steps_have_the_line_and_one_more_does_not() -> None:
    hex, other = line()
    board = in_line("N", "N")
    assert set(covered(board, hex, ALLIED_SIDE, (other,)).values()) == {Works.REGULAR}
    board = in_line("N", "N", "N -3")
    names = ("1re-DI", "2e-DI", "3e-DI")
    assert board.total_steps(unit(*names)) == 9
    found = covered(board, hex, ALLIED_SIDE, (other,))
    assert sorted(found.values()) == [Works.NONE, Works.REGULAR, Works.REGULAR]
    board.entrenched = unit(*names)
    found = covered(board, hex, ALLIED_SIDE, (other,))
    assert sorted(found.values())[1:] == [Works.REGULAR, Works.REGULAR], "a marker is no more than the eight steps"
    assert min(found.values()) <= Works.FIELDWORKS


@pytest.mark.rule("11.1.4", "11.6.2", "10.2.1")
@pytest.mark.reading("fieldworks-barraged", "belt-barraged")
def test_what_each_grade_is_worth_to_each_side() -> None:
    grades = list(Works)
    assert [tenths(works, GERMAN_SIDE) for works in grades] == [10, 13, 20, 35]
    assert [tenths(works, ALLIED_SIDE) for works in grades] == [10, 12, 17, 30]
    for side in (GERMAN_SIDE, ALLIED_SIDE):
        kept = [arf_kept(works, side) for works in grades]
        assert kept == [100, 50 if side == GERMAN_SIDE else 70, 50, 50]
        texts = [[each.text for each in abu_modifiers(works, side)] for works in grades]
        owner = "german" if side == GERMAN_SIDE else "allied"
        assert texts == [[], [], [f"abu.regular.{owner}"], [f"abu.strengthened.{owner}"]]


@pytest.mark.rule("11.1.6", "11.6.3")
def test_who_stands_firm_in_which_works() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    for lost in (0, 1, 2, 3):
        board.lost[who] = lost
        found = [stands_firm(board, who, works, outright) for works in Works for outright in (False, True)]
        assert found == ([False] * 4 + [True, False, True, True] if lost < 2 else [False] * 8)


@pytest.mark.rule("11.1.6", "11.6.3")
def test_who_was_in_which_entrenchments_when_the_die_fell() -> None:
    hex, other = next(
        (hex, other)
        for hex in MAP.camps[3].hexes
        for other in MAP.grid.neighbours[hex]
        if MAP.guard(hex, other).name == "STRENGTHENED" and forts.AT[hex]
    )
    place, source = MAP.grid.label(hex), MAP.grid.label(other)
    board = still({"1re-DI": f"{place} N", "1re-DC": place, "18.ID": f"{source} N"}, side="german")
    battle = Battle(hex, full=unit("18.ID"), defenders=unit("1re-DI", "1re-DC"))
    done = TRACK.camp_works[MAP.camps[3].name]
    board.turn = done
    assert entrenched_units(board, battle) == (0, unit("1re-DI"))
    board.turn = done - 1
    assert entrenched_units(board, battle) == (unit("1re-DI"), 0)
    assert Battle(hex, regular=1).works(0) == Works.REGULAR
