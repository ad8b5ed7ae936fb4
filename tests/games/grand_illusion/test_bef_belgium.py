"""Chapter 12, as far as it is not about battles: Antwerp, Ghent."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import alone, goes, legal, play, refused
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.movement.control import may_besiege, settle

SHUT_IN = {"BE.I": 52, "BE.II": 52, "BE.F-Antwerp": 52, "GE.III-R": 53, "GE.IX-R": 62, "FR.XX": 57}
ROAD = [64, 73, 63, 53, 62, 54]


@pytest.mark.rule("12.5.2", "14.3.1")
def test_two_corps_screen_the_belgians_until_turn_seven() -> None:
    def may_activate(turn: int = 6, **changes: Any) -> bool:
        units = changes.pop("units", SHUT_IN)
        position = alone(turn=turn, units=units, german=ROAD, withdrew=[3, 4], **changes)
        return "activate 52" in legal(position)

    assert not may_activate(bottled=True)
    assert may_activate(bottled=False), "only if they slipped away on turn 1"
    assert may_activate(turn=7, bottled=True)
    assert may_activate(bottled=True, units={**SHUT_IN, "GE.IX-R": 84}), "one corps is not enough"


@pytest.mark.rule("12.5.3")
def test_ghent_stays_open() -> None:
    position = alone(turn=8, side="german", units=SHUT_IN, german=ROAD, withdrew=[3, 4], bottled=True)
    position = play(position, "activate 53", "take GE.III-R")
    assert refused(position, "go 43") == "12.5.3"
    position = alone(
        turn=8, side="german", units={**SHUT_IN, "BE.I": 44, "BE.II": 44}, german=ROAD, withdrew=[3, 4], bottled=True
    )
    position = play(position, "activate 53", "take GE.III-R")
    assert 43 in goes(position)


@pytest.mark.rule("12.5.1", "9.5.3", "8.3.2")
def test_antwerp_is_not_besieged() -> None:
    units = {"BE.F-Antwerp": 52, "GE.III-R": 52, "FR.XX": 57, "FR.F-Maubeuge": 54, "GE.X": 54}
    board = alone(turn=8, units=units, german=ROAD).board
    assert not may_besiege(board, 52, GERMAN)
    assert may_besiege(board, 54, GERMAN)
    settle(board, 52)
    assert board.controls(ALLIED, 52)
    board.put(BY_ID["BE.F-Antwerp"], -1)
    settle(board, 52)
    assert board.controls(GERMAN, 52)


@pytest.mark.rule("9.5.3", "9.5.2")
def test_what_a_siege_needs() -> None:
    units = {"FR.F-Maubeuge": 54, "GE.X": 54, "FR.XX": 57}
    assert may_besiege(alone(units=units, german=ROAD).board, 54, GERMAN)
    assert not may_besiege(alone(units={**units, "GE.X": "54*"}, german=ROAD).board, 54, GERMAN), "disrupted"
    division = {"FR.F-Maubeuge": 54, "GE.39-R": 54, "FR.XX": 57}
    assert not may_besiege(alone(units=division, german=ROAD).board, 54, GERMAN), "a large garrison needs a corps"
    assert may_besiege(alone(units={"FR.F-Langres": 79, "GE.39-R": 79}, german=[79]).board, 79, GERMAN)
    assert not may_besiege(alone(units={**units, "FR.1-C": 54}, german=ROAD).board, 54, GERMAN), "not alone"
    assert not may_besiege(alone(units=units, german=ROAD, siege=[54]).board, 54, GERMAN), "besieged already"
    assert not may_besiege(alone(units={"GE.X": 54}, german=ROAD).board, 54, GERMAN), "no fort"
