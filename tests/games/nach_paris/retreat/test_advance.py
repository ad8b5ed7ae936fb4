"""[9.6.5]-[9.6.7] Advances after combat."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied, german
from games.nach_paris.retreat.support import ATTACK, beaten
from games.nach_paris.still import at, still
from games.nach_paris.support import asked, legal, named, play, refused, where
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, IDS
from marne.games.nach_paris.rules.forts.storm import _can_enter
from marne.games.nach_paris.rules.retreat.advance import Advance, why_not_advance
from marne.hexes import bits


@pytest.mark.rule("9.6.5")
def test_the_side_that_stays_advances_and_turns() -> None:
    position = play(beaten({"32.ID": f"{TARGET} S"}), "retreat AW24", "face S", 1, 1)
    assert legal(position) == [f"advance 1re-DI {TARGET}", f"advance 2e-DI {TARGET}", "done"]
    moved = play(position, f"advance 1re-DI {TARGET}", "face NE", "done")
    assert where(moved, "1re-DI") == TARGET
    assert legal(moved) == ["wheel 2e-DI", "done"]
    assert play(moved, "wheel 2e-DI", "face S").board.faces[BY_ID["2e-DI"]] == 3
    held = allied({**ATTACK, "32.ID": f"{TARGET} S"})
    held = play(held, f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 1, 1, 1)
    assert held.open is None  # the hex was not emptied: nobody turns


@pytest.mark.rule("9.6.5", "2.5.12")
def test_worn_units_do_not_advance() -> None:
    units = {"32.ID": f"{TARGET} S", "1re-DI": "AW22 N -2"}
    position = play(beaten(units), "retreat AW24", "face S", 20, 1)  # the 1re DI is light red now
    assert named(position, "advance") == [f"2e-DI {TARGET}"]
    assert refused(position, f"advance 1re-DI {TARGET}") == "9.6.5"


@pytest.mark.rule("9.6.6")
def test_siege_guns_french_foot_artillery_and_forced_marches_stay() -> None:
    units = {"32.ID": f"{TARGET} S", "RAP-Verdun": "AW22 N", "2e-RAL": "AW22 N", "2e-DI": "AX23 NE forced"}
    position = allied({**ATTACK, **units})
    joined = ["full 1re-DI", "full 2e-DI", "guns RAP-Verdun", "guns 2e-RAL"]
    position = play(position, f"attack {TARGET}", *joined, 12, 20, "retreat AW24", "face S", 1, 1)
    assert set(named(position, "advance")) == {f"1re-DI {TARGET}", f"2e-RAL {TARGET}"}
    assert refused(position, f"advance RAP-Verdun {TARGET}") == "9.6.6"
    assert refused(position, f"advance 2e-DI {TARGET}") == "9.6.6"
    siege = german({"18.ID": "AT30 N", "17.ID": "AT30 N", "KMK.b3": "AT30 N fip", "145e-RI": "AT31 S"}, ammo=[5, 5])
    siege = play(siege, "attack AT31", "full 18.ID", "full 17.ID", "guns KMK.b3", "done", 1)
    while asked(siege) != "Advance":
        siege = siege.play(list(siege.open or ())[-1])
    assert named(siege, "advance") == ["17.ID AT31", "18.ID AT31"]
    assert refused(siege, "advance KMK.b3 AT31") == "9.6.6"


@pytest.mark.rule("9.6.7")
def test_no_advance_over_what_a_march_cannot_cross() -> None:
    units = {"18.ID": "L11 SE", "17.ID": "K9 N", "1re-DI": "K10 S -3"}
    position = play(german(units), "attack K10", "full 18.ID", "full 17.ID", 1)
    while asked(position) not in ("Advance", "ChooseCombat", "TurnUnits") and position.open is not None:
        last = list(position.open)[-1]
        position = position.play(last)
    assert asked(position) == "Advance"
    assert named(position, "advance") == ["17.ID K10"]
    assert refused(position, "advance 18.ID K10") == "9.6.7"


@pytest.mark.rule("9.6.6", "9.6.5", "9.6.7")
def test_each_thing_that_keeps_a_unit_from_advancing() -> None:
    def why(board: Any, name: str = "18.ID", hex: str = "AW23") -> str:
        found = why_not_advance(board, BY_ID[name], at(hex))
        return found.rule if found else ""

    board = still({"18.ID": "AW22 N", "KMK.b3": "AW22 N", "17.ID": "AW22 N forced"})
    assert (why(board), why(board, "KMK.b3"), why(board, "17.ID")) == ("", "9.6.6", "9.6.6")
    assert why(board, hex="AW24") == "9.6.5"
    board.put(BY_ID["1re-DI"], at("AW23"))
    assert why(board) == "9.6.5"
    full = still({"18.ID": "AW22 N", **{f"{n}.ID": "AW23 N" for n in (3, 4, 5, 7)}})
    assert why(full) == "6.4.1"
    aboard = still({"18.ID": "S31 train"})
    hex = MAP.grid.label(MAP.grid.neighbours[at("S31")][0])
    assert why(aboard, hex=hex) == "9.6.6"


@pytest.mark.rule("9.6.5")
def test_nobody_is_asked_who_cannot_advance() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "3.ID": "AW30 N"}, side="german")
    hexes = 1 << at("AW23")
    every = bits(BY_ID[name] for name in ("18.ID", "17.ID", "3.ID"))
    ask: Any = Advance(0, every, hexes).ask(board)
    names = [IDS[option[1]] for option in ask.options if option != "done"]
    assert sorted(names) == ["17.ID", "18.ID"]
    assert list(ask.options)[-1] == "done"
    assert Advance(0, 1 << BY_ID["3.ID"], hexes).ask(board) is None


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
