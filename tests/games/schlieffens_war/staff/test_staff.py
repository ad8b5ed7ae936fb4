"""The scripted player: it plays whole games by the contract, beats random play, and does what its plan says."""

from __future__ import annotations

import os
import random

import pytest

from games.schlieffens_war.support import at, board, go, h, look, u
from marne.engine import Look, Position, Setting, Thought
from marne.games.schlieffens_war.board import IN_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.movement.reach import destinations
from marne.games.schlieffens_war.rules.supply.supply import supply_of
from marne.games.schlieffens_war.staff.judgement import attacks, plan_xvii_due
from marne.games.schlieffens_war.staff.plans import plan_moves
from marne.games.schlieffens_war.staff.staff import Staff
from marne.lab.contract import check_contract
from marne.lab.play import play_seeded

CAMPAIGN = Setting("campaign")
SAMPLE = int(os.environ.get("MARNE_STAFF_GAMES", "5"))


def test_contract_of_a_staff_game() -> None:
    match = check_contract(GAME, CAMPAIGN, 5, ("staff", "staff"), every=211)
    assert len(match.log) > 200


@pytest.mark.night
@pytest.mark.parametrize("seed", range(100))
def test_contract_of_100_staff_games(seed: int) -> None:
    check_contract(GAME, CAMPAIGN, seed, ("staff", "staff"), every=53)


@pytest.mark.slow
@pytest.mark.parametrize("side", [0, 1])
def test_staff_beats_random(side: int) -> None:
    assert wins(side, SAMPLE) == SAMPLE


@pytest.mark.night
@pytest.mark.parametrize("side", [0, 1])
def test_staff_beats_random_in_95_of_100(side: int) -> None:
    assert wins(side, 200) >= 190


def wins(side: int, games: int) -> int:
    kinds = ("staff", "random") if side == 0 else ("random", "staff")
    scores = [GAME.score(play_seeded(GAME, CAMPAIGN, kinds, seed).position) for seed in range(games)]
    return sum(score.winner == side for score in scores)


@pytest.mark.rule("4.4")
def test_plan_xvii_is_spread_over_the_turns() -> None:
    assert [plan_xvii_due(board({}, turn=turn, plan_xvii=done)) for turn, done in ((1, 0), (4, 3), (7, 4), (7, 7))] == [
        1,
        1,
        3,
        0,
    ]
    assert plan_xvii_due(board({}, turn=8)) == 0


def test_it_walks_into_an_open_city() -> None:
    made = board({"X AK": "1413", "AOK 2": "1413", "1er CA": "2018"})
    assert g.PRIZES >> dict(plan_moves(made, 0))[u("X AK")] & 1
    french = board({"6e CA": "1906", "3e Armée": "2007", "X AK": "1007"})
    assert (u("6e CA"), h("1805")) in plan_moves(french, 1), "a German city wins the game"


def test_it_does_not_leave_paris_open() -> None:
    made = board({"7e CA": "2020", "6e Armée": "2020", "X AK": "1615", "IX AK": "1616"})
    moved = dict(plan_moves(made, 1))
    assert moved[u("7e CA")] in (h("1918"), h("2018"))


@pytest.mark.parametrize("side", [0, 1])
def test_plans_are_legal_moves(side: int) -> None:
    match = play_seeded(GAME, CAMPAIGN, ("random", "random"), 11)
    position = GAME.start(CAMPAIGN)
    rng = random.Random(3)
    while not (
        type(position.step).__name__ == "ChooseUnit" and position.board.side == side and position.board.turn > 1
    ):
        position = position.play(position.suggest(rng)[0])
    for unit, hex in plan_moves(position.board, side):
        assert destinations(position.board, unit) >> hex & 1, (unit, hex)
    assert match.over


def test_it_takes_good_odds_and_leaves_bad_ones() -> None:
    strong = at({"X AK": "2322", "IX AK": "2322", "VII AK": "2322", "1er CC": "2321"})
    best = attacks(strong.board, 0)[0]
    assert (best.hex, best.column) == (h("2321"), 6)
    assert best.worth > 0
    assert thought(go(strong, "done"), 0).run[0] == "attack 2321"
    weak = go(at({"1er CC": "2322", "X AK": "2321", "IX AK": "2321"}, side="entente", plan_xvii=7), "done")
    assert thought(weak, 1).run == ("done",)


def thought(position: Position[WarBoard], seat: int) -> Thought:
    assert position.open is not None
    return Staff(GAME).think(Look(GAME, position.open, lambda: look(position, seat)), random.Random(0))


def test_hqs_stay_in_supply_when_they_can() -> None:
    made = board({"5e Armée": "2321", "1er CA": "2322", "X AK": "1007"})
    for unit, hex in plan_moves(made, 1):
        made.move(unit, hex)
    assert supply_of(made, u("5e Armée")) == IN_SUPPLY
