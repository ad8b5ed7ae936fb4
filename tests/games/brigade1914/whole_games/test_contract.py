"""The contract on whole random games, over nations, points, scenarios and tables; and what a seat may know."""

from __future__ import annotations

import os
from random import Random

import pytest

from marne.engine import Setting
from marne.games.brigade1914.game import GAME
from marne.lab.contract import check_contract

SAMPLE = int(os.environ.get("MARNE_BRIGADE_GAMES", "6"))
NIGHT = int(os.environ.get("MARNE_BRIGADE_NIGHT_GAMES", "300"))


def mixed(seed: int) -> Setting:
    """A setting with every option drawn, scenarios in turn."""
    rng = Random(f"setting {seed}")
    scenario = GAME.scenarios[seed % len(GAME.scenarios)].name
    return Setting(scenario, "", tuple((option.name, rng.choice(option.values)) for option in GAME.options))


def test_the_contract_holds_now_and_then() -> None:
    check_contract(GAME, mixed(1), 1, every=60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SAMPLE))
def test_the_contract_on_a_sample(seed: int) -> None:
    check_contract(GAME, mixed(100 + seed), seed, every=5)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(NIGHT))
def test_the_contract_on_many_games(seed: int) -> None:
    check_contract(GAME, mixed(1000 + seed), seed, every=25)
