"""[19.3], [19.4] Fog of War markers under fire and in combat: who loses one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.nach_paris.options.support import OPTIONS, foggy
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, GERMAN_SIDE
from marne.games.nach_paris.events import Destroyed
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits, abu_modifiers, candidates, exposed, may_strike
from marne.games.nach_paris.rules.barrage.events import UnitShelled
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.modifiers import attack, combat_modifiers
from marne.games.nach_paris.rules.options.events import FogLifted
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.retreat.retreat import under_fire


@pytest.mark.rule("19.3.1")
def test_in_combat_fog_changes_nothing() -> None:
    sums = []
    for fog in ("", " fog"):
        board = foggy({"1re-DI": f"AG13 N{fog}", "18.ID": f"AG14 S{fog}"}).board
        battle = Battle(MAP.grid.hex("AG14"), full=1 << BY_ID["1re-DI"], defenders=1 << BY_ID["18.ID"])
        sums.append((attack(board, battle), combat_modifiers(board, battle)))
    assert sums[0] == sums[1]


def firing(units: dict[str, str]) -> Game:
    return foggy(units, begin="PreparatoryBarrages FR")


@pytest.mark.rule("19.3.2")
def test_a_hidden_stack_is_barraged_with_twenty_points_only() -> None:
    guns = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S fog"}
    board = firing(guns).board
    one, two = board.arf(BY_ID["1re-DI"]), board.arf(BY_ID["2e-DI"])
    assert one < 20 <= 2 * one + two
    weak = {"1re-DI": "AG13 N", "18.ID": "AG14 S fog"}
    assert firing(weak).over
    assert named(firing({**weak, "18.ID": "AG14 S"}), "shell") == ["AG14"]
    strong = {**guns, "3e-DI": "AG13 N"} if one + two < 20 else guns
    position = firing(strong)
    assert named(position, "shell") == ["AG14"]
    position = play(position, "shell AG14")
    assert "fire" not in legal(play(position, "gun 1re-DI")), "not before there are twenty"
    position = play(position, "all")
    while asked(position) != "FireAtUnits":
        position = play(position, "fire")
    position = play(position, 10)
    assert [m.text for m in happened(position, UnitShelled)[0].modifiers] == ["abu.fog"], "six and nothing else"


@pytest.mark.rule("19.3.2")
@pytest.mark.reading("lump-sum")
def test_six_more_in_place_of_all_other_modifiers() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "9.KD": "AG14 fog"}
    board = foggy(units, turn=21).board
    guns = 1 << BY_ID["1re-DI"] | 1 << BY_ID["2e-DI"]
    hex = MAP.grid.hex("AG14")
    assert [m.amount for m in abu_modifiers(board, hex, BY_ID["9.KD"], guns, 0)] == [6]
    board.fogged = 0
    assert len(abu_modifiers(board, hex, BY_ID["9.KD"], guns, 0)) > 1


@pytest.mark.rule("19.3.3")
@pytest.mark.reading("mixed-hex")
def test_in_a_mixed_hex_fewer_points_strike_only_those_in_the_open() -> None:
    units = {"1re-DI": "AG13 N", "18.ID": "AG14 S fog", "17.ID": "AG14 S"}
    position = play(firing(units), "shell AG14")
    while asked(position) != "FireAtUnits":
        position = play(position, "fire")
    step = position.step
    assert isinstance(step, FireAtUnits)
    assert step.targets == 1 << BY_ID["17.ID"]
    board = position.board
    every = candidates(board, MAP.grid.hex("AG14"))[0]
    assert exposed(board, every, 20) == every  # type: ignore[arg-type]
    assert exposed(board, every, 19) == 1 << BY_ID["17.ID"]  # type: ignore[arg-type]


@pytest.mark.rule("19.4.1")
def test_guns_that_fire_are_seen_and_those_beside_them_are_not() -> None:
    units = {"1re-DI": "AG13 N fog", "2e-DI": "AG13 N fog", "18.ID": "AG14 S"}
    position = play(firing(units), "shell AG14", "gun 1re-DI", "fire", 10)
    assert not has(position, "fogged", "1re-DI")
    assert has(position, "fogged", "2e-DI")
    assert happened(position, FogLifted)[0].units == "1re-DI"
    assert FogLifted.reveals


@pytest.mark.rule("19.4.1")
def test_attackers_are_seen_and_those_beside_them_are_not() -> None:
    units = {"1re-DI": "AG13 N fog", "2e-DI": "AG13 N fog", "18.ID": "AG14 S"}
    position = foggy(units, begin="Combats FR")
    position = play(position, "attack AG14", "full 1re-DI")
    assert has(position, "fogged", "1re-DI"), "nothing is declared yet"
    assert "1re-DI" not in str(GAME.observe(position, GERMAN_SIDE)["agenda"])
    position = play(position, "fight")
    assert not has(position, "fogged", "1re-DI")
    assert has(position, "fogged", "2e-DI")


@pytest.mark.rule("19.4.1")
@pytest.mark.reading("assault-seen")
def test_guns_and_stormers_of_an_assault_are_seen_when_it_is_declared() -> None:
    units = {"PiR.24": "AL31 NE fog", "KMK.b3": "AL31 NE fip fog", "26.IB": "AL31 NE fog"}
    leveau = "AK31:Fort-de-Leveau"
    position = foggy(units, begin="DeclareAssaults DE", side="german", turn=10, ammo=[5, 5])
    position = play(position, f"assault {leveau}", "storm PiR.24")
    assert has(position, "fogged", "PiR.24")
    while asked(position) == "AssaultGuns":
        position = play(position, "with KMK.b3" if "with KMK.b3" in legal(position) else "ready")
    assert position.board.assaults
    assert [has(position, "fogged", unit) for unit in units] == [False, False, True]


@pytest.mark.rule("19.4.1")
def test_guns_that_fire_at_a_fort_are_seen() -> None:
    units = {"KMK.b3": "AL31 NE fip fog", "26.IB": "AL31 NE fog"}
    position = foggy(units, begin="PreparatoryBarrages DE", side="german", turn=10, ammo=[5, 5])
    position = play(position, "bombard AK31")
    while has(position, "fogged", "KMK.b3"):
        assert position.open is not None
        position = play(position, 10 if asked(position) == "FireAtForts" else legal(position)[0])
    assert has(position, "barraged", "KMK.b3")
    assert has(position, "fogged", "26.IB")


@pytest.mark.rule("19.4.2")
def test_cavalry_that_must_test_as_it_withdraws_is_seen() -> None:
    for watch, tests in (("BC9 N", False), ("AV25 S", True)):
        position = foggy({"1re-DI": "AW22 N", "2e-DI": watch, "5.KD": "AW23 fog"}, begin="Combats FR", turn=7)
        position = play(position, "attack AW23", "full 1re-DI")
        position = play(position, "fight") if asked(position) == "Muster" else position
        position = play(position, "withdraw 5.KD", "to AV24")
        assert (asked(position) == "CabTest") is tests, "in a zone without friends"
        assert has(position, "fogged", "5.KD") is not tests


@pytest.mark.rule("19.4.2")
def test_guns_left_alone_are_seen_when_the_result_strikes_them() -> None:
    position = play(foggy({"1re-DI": "AG13 N", "III/Fußa.1": "AG14 S fog"}, begin="Combats FR"), "attack AG14")
    position = play(position, legal(position)[0]) if asked(position) == "Muster" else position
    assert has(position, "fogged", "III/Fußa.1")
    position = play(position, 12)
    assert happened(position, FogLifted)[0].units == "III/Fußa.1"
    assert happened(position, Destroyed)[0].seers() is None


@pytest.mark.rule("19.4.2")
def test_whoever_must_test_in_combat_or_under_fire_is_seen() -> None:
    units = {"1re-DI": "AG13 N", "18.ID": "AG14 S fog"}
    position = play(foggy(units, begin="Combats FR"), "attack AG14")
    position = play(position, "fight") if asked(position) == "Muster" and "fight" in legal(position) else position
    while asked(position) == "Muster":
        position = play(position, "full 1re-DI")
    assert asked(position) == "RollCombat"
    assert has(position, "fogged", "18.ID"), "not before it has to test"
    position = play(position, 10)
    while getattr(position.step, "unit", -1) != BY_ID["18.ID"]:
        position = play(position, 1 if asked(position) == "CabTest" else legal(position)[0])
    assert asked(position) == "CabTest"
    assert not has(position, "fogged", "18.ID")
    guns = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "3e-DI": "AG13 N", "18.ID": "AG14 S fog"}
    fired = play(firing(guns), "shell AG14", "all")
    while asked(fired) != "FireAtUnits":
        fired = play(fired, "fire")
    assert has(fired, "fogged", "18.ID")
    fired = play(fired, 1)
    assert asked(fired) == "CabTest"
    assert not has(fired, "fogged", "18.ID")


@pytest.mark.rule("19.3.2", "19.3.3")
def test_hidden_units_are_struck_from_twenty_points_on() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW22 N"}, fog=True)
    both = unit("18.ID", "17.ID")
    assert exposed(board, both, Fraction(20)) == exposed(board, both, Fraction(21)) == both
    assert exposed(board, both, Fraction(39, 2)) == unit("17.ID")


@pytest.mark.rule("19.4.1", "19.4.2", "19.4.3")
def test_only_those_who_are_shown_lose_their_marker() -> None:
    units = {"18.ID": "AW22 N fog", "17.ID": "AW22 N fog", "3.ID": "AW24 N fog", "4.ID": "AW24 N"}
    board = still(units, fog=True)
    reveal(board, unit("18.ID", "3.ID", "4.ID"), "19.4.1")
    assert board.fogged == unit("17.ID")
    told = [(event.units, event.hex) for event in board.events if type(event).__name__ == "FogLifted"]
    assert told == [("18.ID", "AW22"), ("3.ID", "AW24")] or sorted(told) == [("18.ID", "AW22"), ("3.ID", "AW24")]
    board.events.clear()
    reveal(board, unit("4.ID"), "19.4.1")
    assert (board.fogged, board.events) == (unit("17.ID"), [])


@pytest.mark.rule("19.3.2", "8.3.1")
def test_a_barrage_needs_six_points_and_twenty_against_a_hidden_stack() -> None:
    board = still({"1re-DI": "AW23 S fog"}, fog=True, side="german")
    hex = at("AW23")
    assert [may_strike(board, hex, Fraction(points), 0) for points in (6, 19, 20)] == [False, False, True]
    board.fogged = 0
    assert [may_strike(board, hex, Fraction(points), 0) for points in (5, 6, 20)] == [False, True, True]
    assert not may_strike(board, at("AW24"), Fraction(20), 0)
    zone = next(iter(fort_data.ZONE_AT))
    allied = still(side="allied")
    assert may_strike(allied, zone, Fraction(6), 0)
    assert not may_strike(allied, zone, Fraction(5), 0)


@pytest.mark.rule("19.3.1", "19.2.4", "19.4.3")
def test_only_those_who_are_named_and_hidden_are_revealed() -> None:
    board = still({"18.ID": "AW22 N fog", "17.ID": "AW24 N fog", "1re-DI": "AW30 N"}, fog=True)
    reveal(board, 1 << BY_ID["18.ID"] | 1 << BY_ID["1re-DI"], "19.4.1")
    assert board.fogged == 1 << BY_ID["17.ID"]
    told = len(board.events)
    assert told
    reveal(board, 1 << BY_ID["1re-DI"], "19.4.1")
    assert len(board.events) == told, "there was nothing to show"


@pytest.mark.rule("19.4.2", "9.6.2")
def test_who_tests_on_its_retreat_is_seen() -> None:
    units = {"Ebk.2": "BC9 fog", "1re-DI": "BC10 S"}
    board = arranged(options=OPTIONS, units=units, begin="nothing", side="allied", turn=9).board
    assert under_fire(board, BY_ID["Ebk.2"])
    assert not board.fogged >> BY_ID["Ebk.2"] & 1
