"""Whole games: the contract with every option, the first turns of the campaign, and what must hold of every board.

The large counts run at night; MARNE_NP_GAMES and MARNE_NP_CAMPAIGNS say how many.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from games.nach_paris.whole import (
    SCENARIOS,
    busy_game,
    campaign,
    check_board,
    check_rails,
    plain,
    played,
    settings,
    steps_run,
)
from marne.engine import Setting
from marne.games.nach_paris.components.units import BY_ID, NATION, NATIONS
from marne.games.nach_paris.events import Moved
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.units.stacking import overfull
from marne.lab.contract import check_contract, check_faults

GAMES = int(os.environ.get("MARNE_NP_GAMES", "200"))
CAMPAIGNS = int(os.environ.get("MARNE_NP_CAMPAIGNS", "20"))
SETTINGS = settings()


def test_the_settings_hold_every_scenario_with_every_value_of_every_option() -> None:
    assert len(SETTINGS) == len(set(SETTINGS)) == 144
    assert {setting.scenario for setting in SETTINGS} == set(SCENARIOS)
    for option in GAME.options:
        assert {dict(setting.options)[option.name] for setting in SETTINGS} == set(option.values)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 29, 58, 87, 104, 133])
def test_a_whole_game_keeps_the_contract(seed: int) -> None:
    check_contract(GAME, SETTINGS[seed], seed, every=97)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_boards_of_a_busy_game_hold_together(scenario: str) -> None:
    for number, match in enumerate(busy_game(Setting(scenario), 5)):
        check_rails(match.position.board)
        if number % 10 == 0:
            check_board(match.position)
        check_faults(match)
    assert match.over


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 11])
def test_two_turns_of_the_campaign_hold_together(seed: int) -> None:
    """From the eleventh seed on the start is made up and crowded: no other hex may become so."""
    found: Counter[str] = Counter()
    start = campaign(seed, {})
    crowded = set(overfull(start.board))
    for number, position in enumerate(played(start, seed)):
        steps_run(position, found)
        check_rails(position.board)
        assert not GAME.faults(position) or set(overfull(position.board)) <= crowded
        if number % 50 == 0:
            check_board(position)
    assert found["step Walk"] > 20
    assert position.open is not None, "it goes on"


@pytest.mark.night
def test_two_hundred_games_keep_the_contract() -> None:
    for seed in range(GAMES):
        check_contract(GAME, SETTINGS[seed % len(SETTINGS)], seed, every=61)


@pytest.mark.night
def test_twenty_games_of_two_turns_from_the_set_up_of_the_campaign() -> None:
    """Ten from its first turn; ten with all on the map who come by turn 14: before it no sluice is opened."""
    found: Counter[str] = Counter()
    who: Counter[str] = Counter()
    convoys = 0
    for seed in range(CAMPAIGNS):
        start = campaign(seed, dict(SETTINGS[seed * 4 % 64].options))
        crowded = set(overfull(start.board))
        for number, position in enumerate(played(start, seed)):
            steps_run(position, found)
            check_rails(position.board)
            assert not GAME.faults(position) or set(overfull(position.board)) <= crowded
            convoys = max(convoys, *position.board.convoys)
            who.update(NATIONS[NATION[BY_ID[event.unit]]] for event in plain(position) if isinstance(event, Moved))
            if number % 50 == 0:
                check_board(position)
        assert position.open is not None, "it goes on"
    print(found.most_common())
    missing = [name for name in SEEN if not found[f"event {name}"]]
    assert not missing, "never happened in all these games"
    assert convoys > 0, "a train long enough to be a convoy"
    assert set(who) == set(NATIONS), "all three Allied nations and the Germans marched"


SEEN = (
    "Embarked",
    "Sailed",
    "Landed",  # ships
    "SluiceOpened",
    "SluiceStuck",
    "Entrained",
    "WentByRail",
    "Detrained",  # convoys
    "ReplacementsCame",
    "Replaced",
)
