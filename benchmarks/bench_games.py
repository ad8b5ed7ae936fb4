"""Every game beside python-chess in one run: decisions a second, copies, options, length, record, memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from random import Random

import marne.games
from benchmarks.bench_engine import chess_plies, microseconds, middle_of_a_game, per_second, seed_of
from marne.engine import Game, Setting, find_game, record_of
from marne.lab.play import play_seeded

ROUNDS = 5
HEADER = (
    "game", "decisions/s in place", "pure play", "chess plies/s", "times", "copy µs", "chess copy µs",
    "mean options", "answers a game", "record kB", "peak MB of a game",
)  # fmt: skip


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
    best = dict.fromkeys(runs, 0.0)
    for number in range(ROUNDS):
        for place, (what, run) in enumerate(runs.items()):
            best[what] = max(best[what], per_second(run, seed_of(place, number)))
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
        name, f"{best['in place']:,.0f}", f"{best['pure']:,.0f}", f"{best['chess']:,.0f}",
        f"{best['in place'] / best['chess']:.2f}", f"{microseconds((half or position).board.copy):.2f}",
        f"{microseconds(lambda: chess_board.copy(stack=False)):.2f}", f"{options / asked:.1f}",
        f"{sum(lengths) / 3:,.0f}", f"{sum(records) / 3000:.0f}", f"{peak / 1e6:.1f}",
    )  # fmt: skip


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    names = list(marne.games.DATA_SETS)
    return [HEADER, *(figures(name) for name in names)]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
