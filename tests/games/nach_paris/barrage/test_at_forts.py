"""[8.5]-[8.8] Barrages on fortifications."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Modifier
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import Result, abf_column
from marne.games.nach_paris.components.units import BY_ID, DE, FR
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.barrage import at_forts
from marne.games.nach_paris.rules.barrage.at_forts import (
    FireAtForts,
    OrderForts,
    abf_modifiers,
    guns_on,
    marks_of,
    second_modifiers,
)
from marne.games.nach_paris.rules.barrage.events import FortShelled
from marne.games.nach_paris.rules.barrage.firing import has_ammo, total_aff
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
from marne.games.nach_paris.rules.works.events import FesteReduced, WorksTested
from marne.games.nach_paris.sequence import BarragePhase
from marne.hexes import members

# Maubeuge: Hautmont and Bourdiau in AK30, Sarts and Leveau in AK31; all of the black line, CAB 15. AL31 touches both.
HEAVY = {"II.III/Fußa.4": "AL31 SE", "I.II/Fußa.9": "AL31 SE"}
BOURDIAU, HAUTMONT = "AK30:Fort-du-Bourdiau", "AK30:Fort-d'Hautmont"
CHARLEMONT = "AD29:Citadelle-de-Charlemont"


def before(units: dict[str, str], *, turn: int = 8, side: str = "german", nation: str = "DE", **more: Any) -> Game:
    return arranged(turn=turn, side=side, begin=f"PreparatoryBarrages {nation}", units=units, **more)


def fort(name: str) -> int:
    hex, _, rest = name.partition(":")
    return next(i for i in members(forts.AT[MAP.grid.hex(hex)]) if MAP.forts[i].name.replace(" ", "-") == rest)


def bit(*units: str) -> int:
    return sum(1 << BY_ID[unit] for unit in units)


def gone(position: Game, name: str) -> bool:
    return bool(position.board.forts_gone >> fort(name) & 1)


def keys(modifiers: tuple[Modifier, ...]) -> dict[str, int]:
    return {each.text: each.amount for each in modifiers}


# -- [8.5]


@pytest.mark.rule("8.5.1", "8.1.5", "8.1.1")
def test_forts_in_the_front_are_bombarded() -> None:
    position = before({"II.III/Fußa.4": "AL31 SE"})
    assert named(position, "bombard") == ["AK30"]
    assert named(before({"II.III/Fußa.4": "AL31 NE"}), "bombard") == ["AK31"]
    assert asked(before({"II.III/Fußa.4": "AL31 S"})) == ""
    assert refused(position, "bombard AK31") == "8.5.1"
    assert refused(position, "bombard AL30") == "8.5.1"


@pytest.mark.rule("8.5.1")
def test_units_in_the_hex_feel_nothing() -> None:
    position = before({"II.III/Fußa.4": "AL31 SE", "26.IB": "AL31 SE", "1re-DI": "AK30 NW -3"})
    position = play(position, "bombard AK30", f"first {BOURDIAU}", 1)
    while asked(position) == "FortTest":
        position = play(position, 1)
    assert position.board.lost[BY_ID["1re-DI"]] == 3
    assert not position.board.shelled


@pytest.mark.rule("8.1.2")
@pytest.mark.reading("pioneers-barrage")
def test_only_guns_with_a_factor_against_forts_bombard() -> None:
    position = before({**HEAVY, "PiR.24": "AL31 SE", "26.IB": "AL31 SE"})
    position = play(position, "bombard AK30", f"first {BOURDIAU}")
    assert named(position, "gun") == ["II.III/Fußa.4", "I.II/Fußa.9"]
    assert refused(position, "gun PiR.24") == "8.1.2"
    assert refused(position, "gun 26.IB") == "8.1.2"


@pytest.mark.rule("8.1.2")
def test_siege_guns_bombard_only_in_firing_position() -> None:
    assert asked(before({"ÖFAB.8": "AL31 SE"})) == ""
    assert named(before({"ÖFAB.8": "AL31 SE fip"}), "bombard") == ["AK30"]


@pytest.mark.rule("8.5.2")
@pytest.mark.reading("half-a-hex")
def test_long_range_reaches_the_near_half_of_the_second_hex() -> None:
    """The citadel lies within 15 km of the centre of AC30, but not of AB29, which is two hexes away too."""
    citadel = fort(CHARLEMONT)
    assert guns_on(before({"KMK.b1": "AC30 S fip"}).board, DE, citadel) == bit("KMK.b1")
    for facing in ("NW", "SW"):
        assert not guns_on(before({"KMK.b1": f"AB29 {facing} fip"}).board, DE, citadel)
    assert not guns_on(before({"KMK.b1": "AC30 N fip"}).board, DE, citadel)  # not in its front
    assert not guns_on(before({"KMK.b3": "AC30 S fip"}).board, DE, citadel)  # not a gun of long range


@pytest.mark.rule("8.5.2", "8.5.1")
def test_no_long_range_in_an_enemy_zone_of_control() -> None:
    position = before({"KMK.b1": "AC30 S fip", "1re-DC": "AC31"})
    assert not guns_on(position.board, DE, fort(CHARLEMONT))


@pytest.mark.rule("8.5.3", "8.5.4")
def test_factors_add_up_for_the_guns_that_the_attacker_chooses() -> None:
    position = play(before({**HEAVY, "ÖFAB.8": "AL31 SE fip"}), "bombard AK30", f"first {BOURDIAU}")
    assert total_aff(position.board, bit("II.III/Fußa.4", "I.II/Fußa.9", "ÖFAB.8")) == 24 + 18 + 40
    position = play(position, "gun I.II/Fußa.9", "gun ÖFAB.8", "fire", 19)
    (event,) = happened(position, FortShelled)
    assert (event.units, event.aff, event.column) == ("I.II/Fußa.9 ÖFAB.8", 58, 52)
    assert not has(position, "barraged", "II.III/Fußa.4")


@pytest.mark.rule("8.5.5")
def test_an_abf_is_resolved_before_the_next_one() -> None:
    position = play(before(HEAVY), "bombard AK30", f"first {BOURDIAU}", "gun I.II/Fußa.9", "fire", 20)
    assert asked(position) == "FortTest"
    assert actor(position) == "chance"
    assert asked(play(position, 1)) == "PreparatoryBarrages"


@pytest.mark.rule("8.5.6")
def test_a_fort_is_bombarded_once_in_a_phase() -> None:
    position = play(before(HEAVY), "bombard AK30", f"first {BOURDIAU}", "gun I.II/Fußa.9", "fire", 20, 1)
    position = play(position, "bombard AK30")
    assert asked(position) == "FireAtForts"  # Hautmont by the other battalion: nothing to choose
    position = play(position, 20, 1)
    assert asked(position) == ""
    struck = position.board.forts_struck
    assert struck == 1 << fort(BOURDIAU) | 1 << fort(HAUTMONT)


@pytest.mark.rule("8.5.6", "8.5.5", "8.2.4")
def test_the_refusal_of_a_fort_that_was_struck() -> None:
    position = before({**HEAVY, "ÖFAB.8": "AL31 NE fip"})
    position = play(position, "bombard AK30", f"first {BOURDIAU}", "gun I.II/Fußa.9", "fire", 20, 1)
    position = play(position, "bombard AK30", 20, 1)
    assert legal(position) == ["bombard AK31", "end"]
    assert refused(position, "bombard AK30") == "8.5.6"


@pytest.mark.rule("8.5.7")
def test_assaults_are_declared_after_all_barrages_and_before_movement() -> None:
    board = before({}).board
    names = [type(step).__name__ for step in BarragePhase().do(board)]
    assert names == ["Phase", "PreparatoryBarrages", "DeclareAssaults"]


# -- [8.6]


@pytest.mark.rule("8.6.1")
def test_the_order_of_the_forts_is_named_before_the_die() -> None:
    position = play(before({"II.III/Fußa.4": "AL31 SE"}), "bombard AK30")
    assert asked(position) == "OrderForts"
    assert sorted(named(position, "first")) == sorted([BOURDIAU, HAUTMONT])
    position = play(position, f"first {BOURDIAU}")
    assert asked(position) == "FireAtForts"  # the other one is second, unasked
    three = play(before({"II.III/Fußa.4": "X37 S"}), "bombard X36", "first X36:Fort-de-Liers")
    assert sorted(named(three, "second")) == ["X36:Fort-de-Lantin", "X36:Fort-de-Loncin"]


@pytest.mark.rule("8.6.2")
def test_the_die_of_an_abf_is_halved_upwards() -> None:
    position = play(before({"III/Fußa.1": "AD30 S"}), "bombard AD29", 11)
    (event,) = happened(position, FortShelled)
    assert (event.die, event.row) == (11, 6 + 4)


@pytest.mark.rule("8.6.3")
def test_each_class_of_fort_has_its_line() -> None:
    """The same 24 points and the same die: each harder class is six better off for the fort."""
    found = {}
    for line, (unit, target, hex) in enumerate(
        (("AD30 S", CHARLEMONT, "AD29"), ("AL31 SE", BOURDIAU, "AK30"), ("X37 S", "X36:Fort-de-Liers", "X36"))
    ):
        assert forts.CLASS[fort(target)] == line
        board = before({"II.III/Fußa.4": unit}).board
        assert abf_column(line, total_aff(board, bit("II.III/Fußa.4"))) >= 0
        position = before({"II.III/Fußa.4": unit})
        position = play(position, f"bombard {hex}")
        if asked(position) == "OrderForts":
            position = play(position, f"first {target}")
        if asked(position) == "OrderForts":
            position = play(position, "second X36:Fort-de-Lantin")
        (event,) = happened(play(position, 11), FortShelled)
        found[line] = int(event.result.removeprefix("O")) - sum(each.amount for each in event.modifiers)
    assert found == {0: found[0], 1: found[0] + 6, 2: found[0] + 12}


@pytest.mark.rule("8.6.3", "11.3.10")
def test_a_fort_that_fails_is_destroyed() -> None:
    position = play(before({"III/Fußa.1": "AD30 S"}), "bombard AD29", 11, 12)
    assert happened(position, WorksTested)[0].needed == 11
    assert happened(position, FortDestroyed)
    assert gone(position, CHARLEMONT)


@pytest.mark.rule("8.6.3", "11.4.10", "11.3.3")
def test_a_feste_that_fails_is_reduced_then_destroyed() -> None:
    position = before({})
    feste = fort("S18:Feste-Lothringen")
    test = FortTest(feste)
    assert test.needed(position.board) == 15
    for reduced, destroyed in ((1, 0), (1, 1)):
        test.answered(position.board, 20)
        assert (position.board.festen_hit >> feste & 1, position.board.forts_gone >> feste & 1) == (reduced, destroyed)


@pytest.mark.rule("8.6.3", "8.6.4", "11.4.3")
def test_an_outright_hit_on_a_feste_is_followed_by_its_own_test_with_the_cab_from_before() -> None:
    feste = "R18:Infanteriewerk-Mercy"
    board = before({}, side="allied", nation="FR").board
    step = FireAtForts(FR, fort(feste), -1, 0)
    board.events = []
    follow = _struck(board, step, "●O-2")
    assert board.festen_hit >> fort(feste) & 1
    (test,) = follow
    assert isinstance(test, FortTest)
    assert test.needed(board) == 16 - 2  # before the loss; 13 after it
    assert [type(event) for event in board.events][-1] is FesteReduced


def _struck(board: Any, step: Any, result: str) -> Any:
    """What follows a die that gives this result, whatever the guns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at_forts, "abf_result", lambda *_: (Result.parse(result), 0, 1))
        return step.answered(board, 1)


@pytest.mark.rule("8.6.4")
def test_an_outright_hit_shakes_a_second_fort_which_may_be_bombarded_again() -> None:
    """KMK.b3 and the mortars, 136 points: ●O0 on row 1 of the black line."""
    units = {"KMK.b3": "AL31 SE fip", "ÖFAB.8": "AL31 SE fip", "ÖFAB.2": "AL31 SE fip", "I.II/Fußa.9": "AL31 SE"}
    position = play(before(units), "bombard AK30", f"first {BOURDIAU}", "gun KMK.b3", "gun ÖFAB.8", "fire", 1)
    assert gone(position, BOURDIAU)
    assert asked(position) == "FortTest"
    position = play(position, 1)
    assert not gone(position, HAUTMONT)
    assert position.board.forts_second == 1 << fort(HAUTMONT)
    position = play(position, "bombard AK30")  # as an exception, by other guns
    assert sorted(named(position, "gun")) == ["I.II/Fußa.9", "ÖFAB.2"]
    position = play(position, "gun I.II/Fußa.9", "fire", 20, 1)
    assert position.board.forts_second == 0
    assert asked(position) == ""  # Hautmont had its second barrage: the last mortar has no target


@pytest.mark.rule("8.6.4")
def test_a_second_fort_of_another_class() -> None:
    mercy, goeben, zastrow = (fort(f"R18:{name}") for name in ("Infanteriewerk-Mercy", "Fort-Goeben", "Fort-Zastrow"))
    assert keys(second_modifiers(goeben, mercy)) == {"abf.second.better": 10}
    assert keys(second_modifiers(goeben, zastrow)) == {"abf.second.lesser": -6}
    assert second_modifiers(goeben, fort("R18:Fort-Prinz-August-von-Württemberg")) == ()


@pytest.mark.rule("8.6.4", "11.6.14")
def test_the_second_fort_tests_with_its_camp_as_it_stands_after_the_first_fell() -> None:
    """Half of Maubeuge is gone once Bourdiau has fallen after two others."""
    others = {"AK31:Fort-des-Sarts": "gone", "AK31:Fort-de-Leveau": "gone"}
    units = {"KMK.b3": "AL31 SE fip", "ÖFAB.8": "AL31 SE fip"}
    position = play(before(units, forts=others), "bombard AK30", f"first {BOURDIAU}", "all", 1, 1)
    (event,) = happened(position, WorksTested)
    assert keys(event.modifiers)["camp.cab.half"] == -1


# -- [8.7]


@pytest.mark.rule("8.7.1")
def test_modifiers_change_the_row_in_the_forts_favour() -> None:
    found = []
    for turn in (19, 20):
        position = before({"III/Fußa.1": "AD30 S"}, turn=turn)
        (event,) = happened(play(position, "bombard AD29", 5), FortShelled)
        found.append((event.row, event.result))
    assert found == [(3 + 4, "O-4"), (3 + 4 + 4, "O0")]


@pytest.mark.rule("8.7.2", "8.7.1")
@pytest.mark.reading("near-and-far")
def test_long_range_is_five_worse() -> None:
    citadel = fort(CHARLEMONT)
    board = before({"KMK.b1": "AC30 S fip", "III/Fußa.1": "AD30 S"}).board
    assert keys(abf_modifiers(board, citadel, bit("KMK.b1"))) == {"abf.long_range": 5, "abf.terrain": 4}
    assert keys(abf_modifiers(board, citadel, bit("III/Fußa.1"))) == {"abf.terrain": 4}
    assert keys(abf_modifiers(board, citadel, bit("III/Fußa.1", "KMK.b1")))["abf.long_range"] == 5


@pytest.mark.rule("8.7.3")
def test_rough_ground_is_four_worse() -> None:
    board = before({"III/Fußa.1": "AD30 S", **HEAVY}).board
    assert keys(abf_modifiers(board, fort(CHARLEMONT), bit("III/Fußa.1"))) == {"abf.terrain": 4}
    assert abf_modifiers(board, fort(BOURDIAU), bit("I.II/Fußa.9")) == ()


@pytest.mark.rule("8.7.4")
def test_past_twelve_a_column_to_the_left_and_two_less() -> None:
    position = before({"III/Fußa.1": "AD30 S"}, turn=20)
    for die, column, row in ((10, 8, 13 - 2), (14, 6, 15 - 2 * 2), (20, 4, 18 - 2 * 3)):
        (event,) = happened(play(position, "bombard AD29", die), FortShelled)
        assert (event.column, event.row) == (column, row)


# -- [8.8]


@pytest.mark.rule("8.8.1")
@pytest.mark.reading("shells-mixed")
def test_guns_that_count_their_shells_are_spared_the_shortage() -> None:
    board = before({**HEAVY, "ÖFAB.8": "AL31 SE fip"}, turn=20).board
    assert abf_modifiers(board, fort(BOURDIAU), bit("ÖFAB.8")) == ()
    assert keys(abf_modifiers(board, fort(BOURDIAU), bit("I.II/Fußa.9"))) == {"abf.shortage": 4}
    assert keys(abf_modifiers(board, fort(BOURDIAU), bit("I.II/Fußa.9", "ÖFAB.8"))) == {"abf.shortage": 4}


@pytest.mark.rule("8.8.1")
def test_factors_against_forts_are_not_halved_in_turn_22() -> None:
    assert total_aff(before(HEAVY, turn=22).board, bit("I.II/Fußa.9")) == 18


@pytest.mark.rule("8.8.2")
def test_the_campaign_has_twelve_and_twenty_five_barrages() -> None:
    assert before({}).board.ammo == [12, 25]


@pytest.mark.rule("8.8.2")
@pytest.mark.reading("shells-together")
def test_each_barrage_takes_a_box_of_its_calibre() -> None:
    units = {"KMK.b3": "AL31 SE fip", "ÖFAB.8": "AL31 SE fip", "ÖFAB.2": "AL31 SE fip", "I.II/Fußa.9": "AL31 SE"}
    position = before(units, ammo=[3, 7])
    one = play(position, "bombard AK30", f"first {BOURDIAU}", "gun KMK.b3", "fire", 20)
    assert one.board.ammo == [2, 7]
    both = play(position, "bombard AK30", f"first {BOURDIAU}", "all", 20)
    assert both.board.ammo == [2, 6]  # two mortars of one calibre: one barrage
    none = play(position, "bombard AK30", f"first {BOURDIAU}", "gun I.II/Fußa.9", "fire", 20)
    assert none.board.ammo == [3, 7]


@pytest.mark.rule("8.8.2", "8.5.4")
def test_without_shells_no_barrage() -> None:
    units = {"KMK.b3": "AL31 SE fip", "ÖFAB.8": "AL31 SE fip"}
    position = before(units, ammo=[0, 1])
    assert not has_ammo(position.board, BY_ID["KMK.b3"])
    assert not guns_on(position.board, DE, fort(BOURDIAU)) & bit("KMK.b3")
    position = play(position, "bombard AK30", f"first {BOURDIAU}", 20, 1)
    assert legal(position) == []
    assert position.board.ammo == [0, 0]


@pytest.mark.rule("8.6.4", "8.6.1")
@pytest.mark.reading("feste-hit")
def test_a_second_fort_is_named_behind_a_reduced_feste_and_not_behind_a_whole_one() -> None:
    feste = fort("R18:Infanteriewerk-Mercy")
    others = forts.AT[MAP.grid.hex("R18")] & ~(1 << feste)
    whole = before({}, side="allied", nation="FR").board
    reduced = before({}, side="allied", nation="FR", forts={"R18:Infanteriewerk-Mercy": "hit"}).board
    assert others
    assert OrderForts(FR, MAP.grid.hex("R18"), feste)._second(whole) == 0
    assert OrderForts(FR, MAP.grid.hex("R18"), feste)._second(reduced) == others


@pytest.mark.rule("8.5.4")
def test_all_the_others_are_offered_only_where_more_than_one_is_left() -> None:
    units = {"KMK.b3": "AL31 SE fip", "ÖFAB.8": "AL31 SE fip", "ÖFAB.2": "AL31 SE fip"}
    position = play(before(units), "bombard AK30", f"first {BOURDIAU}")
    assert "all" in legal(position)
    position = play(position, "gun KMK.b3")
    assert {"all", "gun ÖFAB.8", "gun ÖFAB.2"} <= set(legal(position))
    position = play(position, "gun ÖFAB.8")
    assert legal(position) == ["fire", "gun ÖFAB.2"]


@pytest.mark.rule("8.5.1", "8.5.6")
def test_a_fort_that_was_struck_is_no_mark_any_more() -> None:
    board = before(HEAVY).board
    marks = marks_of(board, DE)
    assert marks >> fort(BOURDIAU) & 1
    board.forts_struck |= 1 << fort(BOURDIAU)
    assert marks_of(board, DE) == marks & ~(1 << fort(BOURDIAU))


@pytest.mark.rule("8.6.3", "8.6.4")
def test_the_first_fort_of_all_can_be_the_second_one_of_its_hex() -> None:
    first, second = (forts.BY_NAME[name, MAP.grid.hex("D12")] for name in ("Fort Schwarzhoff", "Fort Werder"))
    assert second == 0
    board = arranged(begin="nothing").board
    steps = at_forts._effect(board, first, second, Result(1, -2))
    assert board.forts_gone == 1 << first
    assert [type(step).__name__ for step in steps] == ["FortTest", "ShakeFort"]
    assert [step.fort for step in steps] == [0, 0]  # type: ignore[attr-defined]
    alone = arranged(begin="nothing").board
    assert at_forts._effect(alone, first, -1, Result(1, -2)) == ()
