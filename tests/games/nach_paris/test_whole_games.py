"""Whole games: the contract with every option, the first turns of the campaign, and what must hold of every board.

The large counts run at night; MARNE_NP_GAMES and MARNE_NP_CAMPAIGNS say how many.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from games.nach_paris.whole import SCENARIOS, busy_game, check_board, crowded, settings, steps_run
from marne.engine import Setting
from marne.games.nach_paris.game import GAME
from marne.lab.contract import check_contract

GAMES = int(os.environ.get("MARNE_NP_GAMES", "200"))
CAMPAIGNS = int(os.environ.get("MARNE_NP_CAMPAIGNS", "20"))
SETTINGS = settings()


def test_the_settings_hold_every_scenario_with_every_value_of_every_option() -> None:
    assert len(SETTINGS) == len(set(SETTINGS)) == 64
    assert {setting.scenario for setting in SETTINGS} == set(SCENARIOS)
    for option in GAME.options:
        assert {dict(setting.options)[option.name] for setting in SETTINGS} == set(option.values)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 21, 42, 63])
def test_a_whole_game_keeps_the_contract(seed: int) -> None:
    check_contract(GAME, SETTINGS[seed], seed, every=97)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_boards_of_a_busy_game_hold_together(scenario: str) -> None:
    for number, match in enumerate(busy_game(Setting(scenario), 5)):
        if number % 10 == 0:
            check_board(match.position)
        if match.position.board.phase == "":
            assert crowded(match.position.board) == []
    assert match.over


@pytest.mark.slow
def test_two_turns_of_the_campaign_hold_together() -> None:
    found: Counter[str] = Counter()
    for number, match in enumerate(busy_game(Setting("campaign"), 1, turns=2)):
        steps_run(match, found)
        if number % 200 == 0:
            check_board(match.position)
    assert found["step Walk"] > 100


@pytest.mark.night
def test_two_hundred_games_keep_the_contract() -> None:
    for seed in range(GAMES):
        check_contract(GAME, SETTINGS[seed % len(SETTINGS)], seed, every=61)


@pytest.mark.night
def test_twenty_games_of_two_turns_from_the_set_up_of_the_campaign() -> None:
    found: Counter[str] = Counter()
    for seed in range(CAMPAIGNS):
        options = SETTINGS[seed * 4 % len(SETTINGS)].options
        for number, match in enumerate(busy_game(Setting("campaign", options=options), seed, turns=2)):
            steps_run(match, found)
            if number % 300 == 0:
                check_board(match.position)
        assert match.position.open is not None, "it goes on"
    print(found.most_common())
