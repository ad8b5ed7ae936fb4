"""Every game beside python-chess in one run: decisions a second, copies, options, length, record, memory.

Each way of playing is measured twice in every round, alike for all: games that nobody has played yet (cold), then the
same games once more (warm), whose geometry may still lie in a cache. Figures are of the best round of each; `median` is
that of the ratios to chess, cold, round by round. `python -m benchmarks.bench_games NAME` measures
one game.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median

import marne.games
from benchmarks.bench_engine import chess_plies, microseconds, middle_of_a_game, per_second, seed_of
from marne.engine import Game, Setting, find_game, record_of
from marne.lab.play import play_seeded

ROUNDS = 8
HEADER = (
    "game",
    "decisions/s in place",
    "pure play",
    "in place, warm",
    "pure, warm",
    "chess plies/s",
    "times",
    "median",
    "copy µs",
    "chess copy µs",
    "mean options",
    "answers a game",
    "record kB",
    "peak MB of a game",
)


def in_place(game: Game, setting: Setting) -> Callable[[Random], int]:
    """A whole random game with `push`."""
    first = game.start(setting)

    def run(rng: Random) -> int:
        position, decisions = first.copy(), 0
        while position.open is not None:
            position.push(position.suggest(rng)[0])
            decisions += 1
        return decisions

    return run


def pure(game: Game, setting: Setting) -> Callable[[Random], int]:
    """The same with `play`, which copies the board each time."""
    first = game.start(setting)

    def run(rng: Random) -> int:
        position, decisions = first, 0
        while position.open is not None:
            position = position.play(position.suggest(rng)[0])
            decisions += 1
        return decisions

    return run


def figures(name: str) -> tuple[str, ...]:
    """One game's row; chess is measured between its rounds."""
    game = find_game(name)
    setting = Setting(game.scenarios[0].name)
    runs = {"chess": chess_plies, "in place": in_place(game, setting), "pure": pure(game, setting)}
    found: dict[str, list[float]] = {what + state: [] for what in runs for state in ("", ", warm")}
    for number in range(ROUNDS):
        for place, (what, run) in enumerate(runs.items()):
            for state in ("", ", warm"):
                found[what + state].append(per_second(run, seed_of(place, number)))
    best = {what: max(each) for what, each in found.items()}
    usual = median(ours / chess for ours, chess in zip(found["in place"], found["chess"], strict=True))
    position, rng, options, asked = game.start(setting), Random(7), 0, 0
    half = None
    while position.open is not None:
        if position.open.options is not None:
            options, asked = options + len(position.open), asked + 1
        if asked == 400:
            half = position
        position = position.play(position.suggest(rng)[0])
    lengths, records = [], []
    for seed in range(3):
        match = play_seeded(game, setting, ("random",) * len(game.seats), seed)
        lengths.append(len(match.log))
        records.append(len(record_of(match).encode()))
    tracemalloc.start()
    play_seeded(game, setting, ("random",) * len(game.seats), 1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    chess_board, _ = middle_of_a_game()
    return (
        name,
        f"{best['in place']:,.0f}",
        f"{best['pure']:,.0f}",
        f"{best['in place, warm']:,.0f}",
        f"{best['pure, warm']:,.0f}",
        f"{best['chess']:,.0f}",
        f"{best['in place'] / best['chess']:.2f}",
        f"{usual:.2f}",
        f"{microseconds((half or position).board.copy):.2f}",
        f"{microseconds(lambda: chess_board.copy(stack=False)):.2f}",
        f"{options / asked:.1f}",
        f"{sum(lengths) / 3:,.0f}",
        f"{sum(records) / 3000:.0f}",
        f"{peak / 1e6:.1f}",
    )


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    names = sys.argv[1:] if __name__ == "__main__" and sys.argv[1:] else list(marne.games.DATA_SETS)
    return [HEADER, *(figures(name) for name in names)]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
