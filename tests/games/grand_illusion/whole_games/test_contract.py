"""The contract on whole games: every scenario with every edition; the options of scenario 3 are chosen at random."""

from __future__ import annotations

import os

import pytest

from marne.engine import Setting
from marne.games.grand_illusion.game import GAME
from marne.lab.contract import check_contract
from marne.lab.perft import perft

GAMES = int(os.environ.get("MARNE_GAMES", "2"))
SETTINGS = [(scenario.name, edition) for scenario in GAME.scenarios for edition in GAME.editions]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("scenario", "edition"), SETTINGS)
def test_random_games(scenario: str, edition: str, seed: int) -> None:
    match = check_contract(GAME, Setting(scenario, edition), seed, every=40)
    assert GAME.score(match.position).winner in (0, 1)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(100, 150))
@pytest.mark.parametrize(("scenario", "edition"), SETTINGS)
def test_many_random_games(scenario: str, edition: str, seed: int) -> None:
    check_contract(GAME, Setting(scenario, edition), seed, every=20)


def test_one_short_game() -> None:
    match = check_contract(GAME, Setting("2", "english"), 7, every=150)
    assert match.position.board.turn <= 7


@pytest.mark.parametrize(
    ("scenario", "edition", "counts"),
    [
        ("1", "english", (5, 31, 320, 2048)),
        ("1", "spanish", (5, 31, 320, 2048)),
        ("3", "english", (5, 32, 512, 11252)),
    ],
)
def test_perft(scenario: str, edition: str, counts: tuple[int, ...]) -> None:
    position = GAME.start(Setting(scenario, edition))
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts
