"""8.2: activations."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.positions import EVERYWHERE, FAR_APART
from games.grand_illusion.support import alone, carried_out, legal, play, refused
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import ALLIED, CORPS, FORTS, GERMAN, IDS, SIDE
from marne.games.grand_illusion.rules.actions.actions import EndActivation, activation_hexes, manned_hexes


@pytest.mark.rule("8.2.1", "8.2.3")
def test_only_hexes_with_a_unit_and_again_and_again() -> None:
    position = alone(turn=6, units=FAR_APART, caps=[4, 4], withdrew=[3, 4])
    assert [text for text in legal(position) if text.startswith("activate")] == ["activate 57", "activate 58"]
    assert refused(position, "activate 60") == "8.2.1"
    position = play(position, "activate 57", "done")
    assert "activate 57" in legal(position)


@pytest.mark.rule("8.2.1", "12.5.2", "9.8.3")
def test_a_fort_is_nobody_to_activate_and_screened_belgians_do_not_rest() -> None:
    units = {"FR.XX": 57, "FR.F-Paris": 19, "GE.III-R": 53, "GE.IX-R": 62, "BE.I": "52*", "FR.XV": "58*"}
    changes: dict[str, Any] = {"units": units, "german": [53, 62, 63, 64, 73], "caps": [4, 4], "withdrew": [3, 4]}
    free = alone(turn=6, **changes)
    assert "activate 19" not in legal(free)
    assert {"recover 52", "activate 52"} <= set(legal(free))
    screened = alone(turn=6, bottled=True, **changes)
    assert not {"recover 52", "activate 52"} & set(legal(screened))
    assert "recover 58" in legal(screened)


def expected_hexes(board: GrandIllusionBoard, side: int) -> list[int]:
    """8.2.1, 12.5.2, 14.1.1, 14.3.1, in other words than the rules have them."""
    found = []
    for hex in range(1, 108):
        units = [unit for unit in range(len(IDS)) if board.where[unit] == hex and not FORTS >> unit & 1]
        if not any(SIDE[unit] == side for unit in units):
            continue
        if side == ALLIED and board.turn == 1:
            if board.scenario == 3 and hex in range(1, 67) and board.northern >= 2:
                continue
            if board.scenario < 3 and (hex in (66, 76) or (hex in (45, 46, 54, 62) and board.northern >= 1)):
                continue
        if side == ALLIED and hex == 52 and board.bottled and board.turn <= 6:
            corps = [unit for unit in range(len(IDS)) if board.where[unit] in (53, 62) and IDS[unit].startswith("GE.")]
            if len([unit for unit in corps if CORPS >> unit & 1]) >= 2:
                continue
        found.append(hex)
    return found


@pytest.mark.rule("8.2.1", "14.1.1", "14.3.1")
@pytest.mark.parametrize("scenario", [1, 2, 3])
@pytest.mark.parametrize("turn", [1, 2, 6, 7])
def test_which_hexes_can_be_activated(scenario: int, turn: int) -> None:
    for northern in (0, 1, 2):
        for bottled in (False, True):
            for moved in ({}, {"GE.III": 71}, {"GE.III": 71, "GE.39-R": 62}):
                board = alone(
                    scenario=scenario, turn=turn, units={**EVERYWHERE, **moved}, northern=northern, bottled=bottled
                ).board
                for side in (ALLIED, GERMAN):
                    found = activation_hexes(board, side, manned_hexes(board, side))
                    assert found == expected_hexes(board, side), (northern, bottled, moved, side)


@pytest.mark.rule("8.2.3")
def test_an_activation_leaves_nothing_behind() -> None:
    board = alone(turn=7, units=FAR_APART).board
    board.active, board.moved, board.entered, board.must, board.battles = 57, 3, {57: 1}, 2, [57]
    board.attackers, board.declared, board.fought, board.landing = {57: 1}, 2, 2, True
    carried_out(EndActivation(), board)
    assert (board.active, board.moved, board.entered, board.must, board.battles) == (0, 0, {}, 0, [])
    assert (board.attackers, board.declared, board.fought, board.landing) == ({}, 0, 0, False)


@pytest.mark.rule("8.2.3", "8.3.3")
def test_after_an_activation_units_that_supply_reaches_take_their_hex() -> None:
    board = alone(turn=7, units={"GE.X": 75, "FR.XX": 57}).board
    assert board.controls(ALLIED, 75)
    carried_out(EndActivation(), board)
    assert board.controls(GERMAN, 75)
