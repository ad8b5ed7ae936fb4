"""Decisions per second in random play, and what a copy costs, beside python-chess in the same run.

A decision is an answer and the next question: the legal answers are made, one is chosen at random, it is played.
python-chess does the same with a ply: its legal moves as a list, one at random, `push`; a game of chess ends by mate,
stalemate, bare kings or 75 moves, all looked up in ways that cost next to nothing. All take turns in short rounds and
the best round of each counts, in time of the processor, so that a busy machine disturbs them little and alike. Each
round of each has a seed of its own: nobody plays what another has just played, with all its geometry still in a cache.
"""

from __future__ import annotations

import sys
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from random import Random

import chess

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from marne.engine import Position, Setting
from training.board import Field
from training.game import GAME

ROUND = 0.4
ROUNDS = 10
HEADER = ("what", "python-chess", "training game", "times")
SETTING = Setting("meeting", "first", (("weather", "changing"),))


def chess_plies(rng: Random) -> int:
    """A random game of chess; how many plies it had."""
    board = chess.Board()
    plies = 0
    while moves := list(board.legal_moves):
        board.push(moves[int(rng.random() * len(moves))])
        plies += 1
        if board.halfmove_clock >= 150 or not board.occupied & ~board.kings:
            break
    return plies


def decisions_in_place(rng: Random) -> int:
    """A random training game with `push`; how many decisions it had, chance included."""
    position = GAME.start(SETTING).copy()
    decisions = 0
    while position.open is not None:
        position.push(position.suggest(rng)[0])
        decisions += 1
    return decisions


def decisions_pure(rng: Random) -> int:
    """The same with `play`, which copies the board each time."""
    position = GAME.start(SETTING)
    decisions = 0
    while position.open is not None:
        position = position.play(position.suggest(rng)[0])
        decisions += 1
    return decisions


def per_second(game: Callable[[Random], int], seed: int) -> float:
    """How many a second, over whole games, for a round."""
    rng = Random(seed)
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < ROUND:
        count += game(rng)
    return count / spent


def seed_of(place: int, number: int) -> int:
    """A seed for one rival in one round that no other rival and no other round has."""
    return 1000 * (place + 1) + number


def microseconds(call: Callable[[], object]) -> float:
    """What one call costs, best of several rounds."""
    return min(timeit.repeat(call, timer=time.process_time, number=20_000, repeat=9)) / 20_000 * 1e6


def middle_of_a_game() -> tuple[chess.Board, Position[Field]]:
    """A board of chess and a position of the training game, both well under way."""
    rng = Random(1)
    board = chess.Board()
    for _ in range(30):
        board.push(rng.choice(list(board.legal_moves)))
    position = GAME.start(SETTING)
    for _ in range(60):
        position = position.play(position.suggest(rng)[0])
    return board, position


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    games = (chess_plies, decisions_in_place, decisions_pure)
    best = dict.fromkeys(games, 0.0)
    for number in range(ROUNDS):
        for place, game in enumerate(games):
            best[game] = max(best[game], per_second(game, seed_of(place, number)))
    plies = best[chess_plies]
    board, position = middle_of_a_game()
    chess_copy = microseconds(lambda: board.copy(stack=False))
    copies = (
        ("copy of the board, µs", microseconds(position.board.copy)),
        ("copy of the position, µs", microseconds(position.copy)),
    )
    return [
        HEADER,
        *(
            (f"random decisions a second, {how}", f"{plies:,.0f}", f"{best[game]:,.0f}", f"{best[game] / plies:.2f}")
            for how, game in (("in place", decisions_in_place), ("pure play", decisions_pure))
        ),
        *((what, f"{chess_copy:.2f}", f"{cost:.2f}", f"{cost / chess_copy:.2f}") for what, cost in copies),
    ]


def main() -> None:
    """Print the figures."""
    for row in rows():
        print(" | ".join(row))


if __name__ == "__main__":
    main()
