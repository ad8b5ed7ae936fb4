"""Whole games: the contract that every game keeps, and the case files."""

from __future__ import annotations

import pytest

from marne.engine import find_game
from marne.lab.contract import check_contract, settings_of
from training.game import GAME

SETTINGS = settings_of(GAME)


def test_the_game_is_known_by_its_name() -> None:
    assert find_game(GAME.name) is GAME


@pytest.mark.parametrize("seed", range(2))
def test_contract(seed: int) -> None:
    match = check_contract(GAME, SETTINGS[seed * 5 % len(SETTINGS)], seed, every=7)
    assert match.over
