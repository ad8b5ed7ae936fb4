"""[11.1], [11.6.1]-[11.6.3] Entrenchments: where they guard, what they are worth, who keeps them."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, happened, has, legal, named, play, refused
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import BY_ID, DE, FR, SIDE
from marne.games.nach_paris.rules.works.cover import BarrageCover, Cover, barrage_covers, covers
from marne.games.nach_paris.rules.works.entrenchments import Works, covered, leave_works, printed, stands_firm
from marne.games.nach_paris.rules.works.events import Improved
from marne.games.nach_paris.steps import hex_of

LORRAINE, NANCY = "N16", "R15"
"""Guarded against N15 and O15, and against Q15 and R16."""


def set_up(turn: int = 10, **changes: Any) -> Game:
    return arranged(turn=turn, begin="EndOfCombatPhase", **changes)


def beside(hex: str, way: int) -> str:
    found = MAP.grid.around[hex_of(hex)][way]
    assert found is not None
    return MAP.grid.label(found)


def works(game: Game, unit: str, *attackers: str) -> Works:
    board, one = game.board, BY_ID[unit]
    return covered(board, board.where[one], SIDE[one], map(hex_of, attackers))[one]


def cover(game: Game, unit: str, *attackers: str) -> Cover:
    board, one = game.board, BY_ID[unit]
    return covers(board, board.where[one], SIDE[one], map(hex_of, attackers))[one]


def under_fire(game: Game, unit: str, *guns: str) -> BarrageCover:
    board, one = game.board, BY_ID[unit]
    return barrage_covers(board, board.where[one], SIDE[one], map(hex_of, guns))[one]


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
def test_the_breusch_stellung_guards_against_f12_alone() -> None:
    board = set_up().board
    around = MAP.grid.neighbours[hex_of("F13")]
    assert [MAP.grid.label(h) for h in around if printed(board, hex_of("F13"), h, DE)] == ["F12"]


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


@pytest.mark.rule("11.6.3")
def test_strengthened_entrenchments_hold_whoever_lost_less_than_two() -> None:
    board = set_up(units={"4.ID": f"{LORRAINE} -1", "5.ID": f"{LORRAINE} -2"}).board
    assert stands_firm(board, BY_ID["4.ID"], Works.STRENGTHENED, outright=True)
    assert not stands_firm(board, BY_ID["5.ID"], Works.STRENGTHENED, outright=False)


@pytest.mark.rule("11.6.1")
@pytest.mark.rule("11.6.2")
def test_strengthened_entrenchments_of_a_finished_camp() -> None:
    game = set_up(9, units={"145e-RI": "AK30 N", "3.ID": "S17 N", "1re-DA": "AC33 N"})
    assert cover(game, "145e-RI", "AL30", "AJ31") == Cover(Works.STRENGTHENED, 30)
    assert cover(game, "145e-RI", "AJ31") == Cover(Works.NONE, 10)
    assert cover(game, "1re-DA", "AC34") == Cover(Works.STRENGTHENED, 30)
    guarded = next(h for h in MAP.grid.neighbours[hex_of("S17")] if MAP.guard(hex_of("S17"), h))
    assert cover(game, "3.ID", MAP.grid.label(guarded)) == Cover(Works.STRENGTHENED, 35)
    assert under_fire(game, "145e-RI", "AL30") == BarrageCover(50, (modifier("abu.strengthened.allied"),), terrain=True)
    german = under_fire(game, "3.ID", MAP.grid.label(guarded))
    assert german == BarrageCover(50, (modifier("abu.strengthened.german"),), terrain=True)
    assert [line.amount for line in german.modifiers] == [5]


@pytest.mark.rule("11.6.2")
def test_eight_steps_behind_the_belt_those_that_gain_most() -> None:
    game = set_up(9, units={"15e-DI": "AK30", "16e-DI": "AK30", "145e-RI": "AK30", "6e-DC": "AK30"})
    found = {unit: works(game, unit, "AL30") for unit in ("15e-DI", "16e-DI", "145e-RI", "6e-DC")}
    assert found == {
        "15e-DI": Works.STRENGTHENED, "16e-DI": Works.STRENGTHENED, "145e-RI": Works.NONE, "6e-DC": Works.NONE,
    }  # fmt: skip


# -- [11.1.7]-[11.1.9] markers


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
