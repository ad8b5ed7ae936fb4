"""1914 - Nach Paris, the largest board: how long questions take, how large a save is, what reach costs asked again."""

from __future__ import annotations

import json
import time
from random import Random

from benchmarks.bench_engine import microseconds
from marne.engine import Setting
from marne.games.nach_paris.components.units import FIGHTING, GERMAN
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.movement.reach import reach

HEADER = ("scenario", "answers", "to the next ask ms: median", "99 %", "worst", "save kB", "reach again µs")
ANSWERS = 3000


def figures(scenario: str) -> tuple[str, ...]:
    """Random play: the time from an answer to the next question with its options, and the largest save. The tables of
    the map are made in a game before that."""
    first, early = GAME.start(Setting(scenario)), Random(2)
    for _ in range(ANSWERS):
        if first.open is not None:
            first.push(first.suggest(early)[0])
    rng, position, times, largest = Random(1), GAME.start(Setting(scenario)), list[float](), 0
    while position.open is not None and len(times) < ANSWERS:
        answer = position.suggest(rng)[0]
        begin = time.perf_counter()
        position.push(answer)
        times.append(time.perf_counter() - begin)
        if len(times) % 100 == 0:
            largest = max(largest, len(json.dumps(position.save()).encode()))
    times.sort()
    board = position.board
    unit = next(iter(board.on_map(GERMAN & FIGHTING)), 0)
    points = points_left(board, unit)
    reach(board, unit, points)
    again = microseconds(lambda: reach(board, unit, points))
    at = [f"{1000 * times[int(share * (len(times) - 1))]:.2f}" for share in (0.5, 0.99, 1)]
    return scenario, f"{len(times):,}", *at, f"{largest / 1000:.0f}", f"{again:.1f}"


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    return [HEADER, *(figures(scenario) for scenario in ("liege", "mulhouse", "maubeuge", "campaign"))]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
