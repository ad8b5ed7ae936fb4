"""[9.7] Combat movement."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, german
from games.nach_paris.still import at, still
from games.nach_paris.support import actor, has, named, play, refused, where
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.retreat.adjust import ShiftTo, why_not_shift


def shifting(units: dict[str, str], **changes: Any) -> Any:
    return german(units, begin="CombatMovement DE", **changes)


@pytest.mark.rule("9.7.1")
@pytest.mark.parametrize("mark", ["barraged", "moved", "arrived", "fought", "acted"])
def test_only_who_did_nothing_shifts(mark: str) -> None:
    position = shifting({"18.ID": "AW22 N", "17.ID": f"AX23 N {mark}", "II/RFußa.2": "AW22 N"})
    assert named(position, "shift") == ["18.ID"]
    assert refused(position, "shift 17.ID") == "9.7.1"
    assert refused(position, "shift II/RFußa.2") == "9.7.1"


@pytest.mark.rule("9.7.2", "9.7.1")
def test_one_hex_and_a_free_turn_or_the_turn_alone() -> None:
    position = play(shifting({"18.ID": "AW22 N fieldworks"}), "shift 18.ID")
    assert len(named(position, "to")) == 6
    moved = play(position, f"to {TARGET}", "face SE")
    assert (where(moved, "18.ID"), moved.board.faces[BY_ID["18.ID"]]) == (TARGET, 2)
    assert not has(moved, "fieldworks", "18.ID")
    assert moved.open is None  # once
    turned = play(position, "stay", "face S")
    assert (where(turned, "18.ID"), turned.board.faces[BY_ID["18.ID"]]) == ("AW22", 3)
    woods = play(shifting({"18.ID": "L11 SE"}), "shift 18.ID")
    assert "K10" not in named(woods, "to")
    assert refused(woods, "to K10") == "9.7.2"


@pytest.mark.rule("9.7.3", "7.6.3")
def test_zones_bind_it_as_in_a_march() -> None:
    units = {"18.ID": "AW22 N", "1re-DI": f"{TARGET} S"}  # its zone: AW22, AX23, AV23
    position = play(shifting(units), "shift 18.ID")
    assert refused(position, "to AX23") == "9.7.3"
    assert {"AW21", "AV22", "AX22"} <= set(named(position, "to"))
    received = play(shifting({**units, "17.ID": "AX23 SE"}), "shift 18.ID")
    assert "AX23" in named(received, "to")
    assert actor(received) == "german"
    late = shifting({**units, "17.ID": "AX23 SE"})
    late.board.entered = 1 << BY_ID["17.ID"]  # it came there in the Movement Phase just over
    assert "AX23" not in named(play(late, "shift 18.ID"), "to")


@pytest.mark.rule("9.7.2")
def test_combat_movement_is_one_hex() -> None:
    board = still({"18.ID": "AW22 N"}, side="german")
    unit = BY_ID["18.ID"]
    assert why_not_shift(board, unit, at("AW23")) is None
    far = why_not_shift(board, unit, at("AW24"))
    assert far is not None
    assert far.rule == "9.7.2"


@pytest.mark.rule("9.7.2", "7.3.3", "9.7.3")
def test_each_thing_that_forbids_a_shift_in_combat() -> None:
    def why(board: Any, hex: str = "AW23") -> str:
        found = why_not_shift(board, BY_ID["18.ID"], at(hex))
        return found.rule if found else ""

    board = still({"18.ID": "AW22 N"}, side="german")
    assert (why(board), why(board, "AW24")) == ("", "9.7.2")
    board.transit_side = {MAP.grid.side(at("AW22"), at("AW23")): 999_999}
    assert why(board) == "7.3.3"
    assert why(still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")) == "9.7.2"
    zones = still({"18.ID": "AW22 N", "1re-DI": "AX23 S", "2e-DI": "AV23 S"}, side="german")
    found = {why(zones, MAP.grid.label(hex)) for hex in MAP.grid.neighbours[at("AW22")]}
    assert found <= {"", "9.7.3", "9.7.2"}
    full = still({"18.ID": "AW22 N", **{f"{n}.ID": "AW23 N" for n in (3, 4, 5, 7)}}, side="german")
    assert why(full) == "6.4.1"


@pytest.mark.rule("9.7.2")
def test_a_shift_counts_for_the_transit_of_hex_and_side() -> None:
    board, unit = still({"18.ID": "AW22 N"}, side="german"), BY_ID["18.ID"]
    hex, side = at("AW23"), MAP.grid.side(at("AW22"), at("AW23"))
    board.transit_hex, board.transit_side = {hex: 2}, {side: 3}
    ShiftTo(unit).answered(board, ("to", hex))
    assert (board.transit_hex, board.transit_side) == ({hex: 2 + board.steps(unit)}, {side: 3 + board.steps(unit)})
    assert board.acted == 1 << unit
