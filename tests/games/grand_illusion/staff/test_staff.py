"""The scripted player: it beats chance from either side, keeps the contract, and defends what it must."""

from __future__ import annotations

import os

import pytest

from games.grand_illusion.support import alone
from marne.engine import Setting
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.staff import appraisal
from marne.games.grand_illusion.staff.plans import best_plans, should_withdraw
from marne.lab.contract import check_contract
from marne.lab.play import play_seeded

GAMES = int(os.environ.get("MARNE_GAMES", "2"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scenario", ["1", "2", "3"])
@pytest.mark.parametrize(("kinds", "winner"), [(("staff", "random"), ALLIED), (("random", "staff"), GERMAN)])
def test_staff_beats_chance(scenario: str, kinds: tuple[str, str], winner: int, seed: int) -> None:
    match = play_seeded(GAME, Setting(scenario, "english"), kinds, seed)
    assert GAME.score(match.position).winner == winner


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["1", "2", "3"])
@pytest.mark.parametrize("edition", GAME.editions)
def test_staff_keeps_the_contract(scenario: str, edition: str) -> None:
    check_contract(GAME, Setting(scenario, edition), 3, ("staff", "staff"), every=60)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(100, 117))
@pytest.mark.parametrize("scenario", ["1", "2", "3"])
@pytest.mark.parametrize("edition", GAME.editions)
def test_staff_keeps_the_contract_in_many_games(scenario: str, edition: str, seed: int) -> None:
    check_contract(GAME, Setting(scenario, edition), seed, ("staff", "staff"), every=30)


@pytest.mark.night
@pytest.mark.parametrize(("kinds", "winner"), [(("staff", "random"), ALLIED), (("random", "staff"), GERMAN)])
def test_staff_beats_chance_in_95_of_100(kinds: tuple[str, str], winner: int) -> None:
    games = [play_seeded(GAME, Setting("1", "english"), kinds, seed) for seed in range(2000, 2200)]
    assert sum(GAME.score(match.position).winner == winner for match in games) >= 190


def test_distances() -> None:
    table = appraisal.distances()
    assert table[19][28] == 1
    assert table[19][19] == 0
    assert table[42][52] == 2, "round the estuary"


def test_what_attracts() -> None:
    board = alone(turn=6, units={"FR.XX": 57, "GE.X": 84}).board
    assert appraisal.prize(board, GERMAN, 76) > appraisal.prize(board, GERMAN, 58) > appraisal.prize(board, GERMAN, 60)
    field = appraisal.pull(board, GERMAN)
    assert field[75] > field[93]


def test_odds_of_an_attack_grow_with_numbers_and_shrink_with_trenches() -> None:
    few = alone(units={"FR.XX": 26, "GE.XIII": 26, "GE.XVI": 26}, german=[26]).board
    many = alone(
        units={"FR.XX": 26, "FR.XV": 26, "FR.I": 26, "FR.III": 26, "GE.XIII": 26, "GE.XVI": 26}, german=[26]
    ).board
    dug = alone(
        units={"FR.XX": 26, "FR.XV": 26, "FR.I": 26, "FR.III": 26, "GE.XIII": 26, "GE.XVI": 26},
        german=[26],
        trench={"26": 2},
    ).board
    values = [appraisal.attack(board, ALLIED, 26, board.combat(26, ALLIED)) for board in (few, many, dug)]
    assert values[1][1] > values[2][1] >= values[0][1]
    assert values[1][0] > values[2][0]


def test_trier_keeps_a_garrison() -> None:
    board = alone(turn=6, units={"GE.X": 94, "GE.VII": 94, "FR.XX": 76}).board
    plans = best_plans(board, GERMAN, [94])
    assert not plans or max(plan.worth for plan in plans) <= 0 or all(plan.units.bit_count() < 2 for plan in plans)


def test_when_to_withdraw() -> None:
    board = alone(turn=3, units={"FR.XX": 57, "GE.X": 84}).board
    assert not should_withdraw(board, ALLIED)
    board.turn = 4
    assert should_withdraw(board, ALLIED)
    assert not should_withdraw(board, GERMAN)
