"""Random decisions a second beside others' engines, with and without what a player sees made at every decision.

Nobody is flattered: all take turns in short rounds, and every engine has seeds of its own in every round, so that none
plays games whose geometry another has just left in a cache. What a player sees: a masked board (our `Observation`), a
FEN (python-chess), an observation tensor (OpenSpiel); PettingZoo cannot do without. The picture is what a client draws.
OpenSpiel and PettingZoo are measured where they are installed (`pip install open_spiel "pettingzoo[classic]"`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import chess

import marne.games
from benchmarks.bench_engine import chess_plies, per_second, seed_of
from benchmarks.bench_games import in_place, pure
from marne.engine import CHANCE, Game, Observation, Setting, check_setting, find_game

ROUNDS = 4
HEADER = ("engine", "decisions/s", "times python-chess", "each with the player's view", "each with a picture")
Run = Callable[[Random], int]
WAYS = ("bare", "view", "picture")


def chess_with_fen(rng: Random) -> int:
    """A random game of chess; before each ply the board is written down."""
    board = chess.Board()
    plies = 0
    while moves := list(board.legal_moves):
        board.fen()
        board.push(moves[int(rng.random() * len(moves))])
        plies += 1
        if board.halfmove_clock >= 150 or not board.occupied & ~board.kings:
            break
    return plies


def open_spiel() -> dict[str, Run]:
    """Its chess, C++ called from Python."""
    spiel: Any = import_module("pyspiel").load_game("chess")

    def run(rng: Random, seen: bool = False) -> int:
        state, plies = spiel.new_initial_state(), 0
        while not state.is_terminal():
            if seen:
                state.observation_tensor(state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            plies += 1
        return plies

    return {"bare": run, "view": lambda rng: run(rng, True)}


def pettingzoo() -> dict[str, Run]:
    """Its chess, which is python-chess below; the agent's view is made at each step, asked for or not."""
    table: Any = import_module("pettingzoo.classic.chess_v6").env()

    def run(rng: Random) -> int:
        table.reset(seed=rng.randrange(2**31))
        plies = 0
        while True:
            seen, _, ended, cut_off, _ = table.last()
            if ended or cut_off:
                return plies
            (legal,) = seen["action_mask"].nonzero()
            table.step(int(legal[int(rng.random() * len(legal))]))
            plies += 1

    return {"view": run}


def watched(game: Game, setting: Setting, picture: bool) -> Run:
    """A whole random game; at each decision its player's view is made, and on wish the picture of it."""
    first = game.start(setting)

    def run(rng: Random) -> int:
        position, decisions = first.copy(), 0
        while (ask := position.open) is not None:
            if ask.actor != CHANCE:
                seen = Observation.of(game, setting, position, ask.actor)
                if picture:
                    game.sight(seen).scene("en")
            position.push(position.suggest(rng)[0])
            decisions += 1
        return decisions

    return run


def rivals() -> tuple[dict[str, dict[str, Run]], dict[str, str]]:
    """Every engine with its ways of playing; and why some are missing."""
    found: dict[str, dict[str, Run]] = {"python-chess": {"bare": chess_plies, "view": chess_with_fen}}
    missing = {}
    for name, make in (("OpenSpiel chess, C++", open_spiel), ("PettingZoo chess", pettingzoo)):
        try:
            found[name] = make()
        except ImportError as error:
            missing[name] = f"not installed: {error.name or error}"
    for name in marne.games.DATA_SETS:
        game = find_game(name)
        setting = check_setting(game, Setting(game.scenarios[0].name))
        found[f"{name}, in place"] = {
            "bare": in_place(game, setting),
            "view": watched(game, setting, False),
            "picture": watched(game, setting, True),
        }
        found[f"{name}, pure"] = {"bare": pure(game, setting)}
    return found, missing


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    found, missing = rivals()
    runs = [(name, way, run) for name, ways in found.items() for way, run in ways.items()]
    best: dict[tuple[str, str], float] = {}
    for number in range(ROUNDS):
        for place, (name, way, run) in enumerate(runs):
            best[name, way] = max(best.get((name, way), 0.0), per_second(run, seed_of(place, number)))
    plies = best["python-chess", "bare"]
    table: list[tuple[str, ...]] = [HEADER]
    for name in found:
        bare, *others = (best.get((name, way)) for way in WAYS)
        times = "" if bare is None else f"{bare / plies:.2f}"
        table.append((name, _cell(bare), times, *map(_cell, others)))
    return [*table, *((name, why, "", "", "") for name, why in missing.items())]


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
