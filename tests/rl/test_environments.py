"""The environments keep the contracts of PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import runpy
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

import marne.rl.spiel  # noqa: F401  # registers the game
from marne.rl.aec import env
from marne.rl.single import SeatEnv

GAMES = ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", message=".*(NumPy|[Oo]bservation space|negative infinity|rewards|agents to be named).*"
        )
        api_test(env(game), num_cycles=300)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seed(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=200)


def test_a_game_ends_with_a_winner_and_a_loser() -> None:
    world, rng = env("schlieffens_war", "frontiers"), Random(2)
    world.reset(seed=2)
    totals = dict.fromkeys(world.possible_agents, 0.0)
    for agent in world.agent_iter():
        _, reward, terminated, truncated, _ = world.last()
        totals[agent] += reward
        world.step(None if terminated or truncated else int(rng.random() * len(world.options)))
    winner = world.game.score(world.play.position).winner
    assert winner is not None
    assert totals == {agent: 1.0 if seat == winner else -1.0 for seat, agent in enumerate(world.possible_agents)}


def test_an_index_beyond_the_options_is_refused() -> None:
    world = env("schlieffens_war")
    world.reset(seed=1)
    with pytest.raises(ValueError, match="none of them"):
        world.step(len(world.options))


def test_suggestions_where_geometry_is_open() -> None:
    world = env("brigade1914", suggested=4)
    world.reset(seed=1)
    while world.play.position.open is not None and world.play.position.open.options is not None:
        world.step(0)
    assert 1 <= len(world.options) <= 4
    more = world.suggest(12)
    assert len(more) == len(set(more))
    assert len(more) > 4
    assert world.observe(world.agent_selection)["action_mask"].sum() == len(more)
    world.step(len(more) - 1)


def test_more_options_than_the_width_are_said_to_be_left_out() -> None:
    world = env("schlieffens_war", width=5)
    world.reset(seed=1)
    listed = world.play.position.open
    assert listed is not None
    assert listed.options is not None
    assert len(world.options) == 5
    assert world.options[-1] == listed.options[-1]
    assert world.infos[world.agent_selection] == {"left_out": len(listed.options) - 5}


@pytest.mark.parametrize("against", ["random", "staff"])
def test_one_seat_against_players(against: str) -> None:
    world = SeatEnv("schlieffens_war", "frontiers", seat="german", against=against, longest=150)
    games = []
    for _ in range(2):
        rng = Random(3)
        seen, _ = world.reset(seed=5)
        over, answers = False, 0
        while not over:
            assert seen["action_mask"].sum() == len(world.options)
            seen, reward, ended, cut, _ = world.step(int(rng.random() * len(world.options)))
            over, answers = ended or cut, answers + 1
        assert world.match is not None
        games.append([entry.text for entry in world.match.log])
    assert games[0] == games[1]
    assert reward in (-1.0, 0.0, 1.0)


@pytest.mark.slow
def test_openspiel_random_sim_with_serialisation() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("marne(game=nach_paris,scenario=haelen)"), 1, True, False)


@pytest.mark.night
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_random_sim_of_every_game(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"marne(game={game})"), 1, True, False)


@pytest.mark.parametrize(("game", "answers"), [("schlieffens_war", 250), ("brigade1914", 120)])
def test_openspiel_resamples_what_a_player_cannot_tell_apart(game: str, answers: int) -> None:
    state, rng, different = pyspiel.load_game(f"marne(game={game})").new_initial_state(), Random(2), 0
    for number in range(answers):
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            continue
        player = state.current_player()
        if number % 20 == 0:
            other = state.resample_from_infostate(player, rng.random)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
            different += other.position.board.save() != state.position.board.save()
            again = state.get_game().deserialize_state(other.serialize())
            assert str(again) == str(other)
        state.apply_action(rng.choice(state.legal_actions()))
    assert different
    assert state.history() == state.clone().history()


@pytest.mark.slow
def test_the_example_of_training_changes_its_weights_and_plays_on_new_seeds() -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "example_train.py"))
    world, policy = example["learn"](0.001, None, batch=2)
    assert policy.weights.any()
    won, drawn = example["examine"](world, policy, games=2)
    assert 0 <= won + drawn <= 2
    assert world.play.seed >= example["NEW_SEEDS"]
