"""8.3: control."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import alone, happened, play, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.events import ControlChanged
from marne.games.grand_illusion.rules.movement.control import blocked_hexes, settle, take


@pytest.mark.rule("8.3.3", "8.4.4")
def test_a_vacant_hex_changes_hands_as_infantry_walks_in() -> None:
    position = alone(turn=6, side="german", units={"GE.X": 84, "FR.XX": 57})
    position = play(position, "hold", "activate 84", "take GE.X", "go 75")
    assert position.board.controls(GERMAN, 75)
    assert not position.board.cavalry >> 75 & 1
    assert happened(position, ControlChanged)


@pytest.mark.rule("8.3.4")
def test_cavalry_alone_leaves_a_cavalry_marker_until_infantry_comes() -> None:
    position = alone(turn=6, side="german", units={"GE.3-C": 84, "GE.X": 84, "FR.XX": 57}, withdrew=[3, 4])
    position = play(position, "activate 84", "take GE.3-C", "go 75", "stop", "done")
    assert position.board.cavalry >> 75 & 1
    position = play(position, "activate 84", "take GE.X", "go 75", "stop")
    assert not position.board.cavalry >> 75 & 1


@pytest.mark.rule("8.3.2", "8.3.3")
def test_a_combat_unit_or_a_free_fort_keeps_the_hex() -> None:
    board = alone(units={"GE.X": 75, "FR.XX": 75}).board
    settle(board, 75)
    assert board.controls(ALLIED, 75)
    board = alone(units={"GE.X": 76, "FR.F-Verdun-E": 76}).board
    settle(board, 76)
    assert board.controls(ALLIED, 76)
    board.siege |= 1 << 76
    settle(board, 76)
    assert board.controls(GERMAN, 76)


@pytest.mark.rule("8.3.3")
def test_units_out_of_supply_take_nothing() -> None:
    board = alone(units={"GE.X": 40}).board
    settle(board, 40)
    assert board.controls(ALLIED, 40)


@pytest.mark.rule("8.3.3", "9.5.4")
def test_staffs_and_guns_hold_nothing() -> None:
    position = alone(turn=6, side="german", units={"GE.X": 84, "FR.HQ-3": 75, "FR.XX": 66}, withdrew=[3, 4])
    position = play(position, "activate 84", "take GE.X", "go 75")
    assert position.board.controls(GERMAN, 75)
    assert where(position, "FR.HQ-3") == 66
    board = alone(units={"GE.HA-420": 75, "FR.XX": 75}).board
    settle(board, 75)
    assert board.where[BY_ID["GE.HA-420"]] < 0


@pytest.mark.rule("8.4.5")
def test_blocked_hexsides_come_and_go() -> None:
    position = alone(turn=6, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=[26, 36], withdrew=[3, 4])
    position = play(position, "activate 27", "take FR.XX", "take FR.XV", "go 26")
    board = position.board
    assert blocked_hexes(board, GERMAN, 26) == 1 << 27
    assert blocked_hexes(board, ALLIED, 26) == 0
    twin = board.copy()
    twin.put(BY_ID["FR.XX"], 60)
    twin.put(BY_ID["FR.XV"], 60)
    settle(twin, 26)
    assert not twin.blocked, "nobody is left to block"
    take(board, 27, GERMAN)
    assert not board.blocked, "the hex behind is German"


@pytest.mark.rule("8.3.1")
def test_a_side_stops_where_enemies_are() -> None:
    position = alone(
        turn=6,
        units={"FR.XX": 27, "FR.HQ-6": 27, "GE.XIII": 26, "GE.III-LW": 35},
        german=[26, 25, 36, 35, 45, 44, 54, 64, 73],
        withdrew=[3, 4],
    )
    position = play(position, "activate 27", "all", "go 26")
    assert where(position, "FR.XX") == 26
    assert not [step for step in position.agenda if type(step).__name__ == "Walk"]
