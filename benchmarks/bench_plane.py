"""Lines of sight over a full table: 60 bases and 30 pieces of terrain; distances from battalion to battalion.

A figure is the best of several rounds, in microseconds of processor time per question. Nothing is answered from memory:
each line joins two points that were not asked for before.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from marne import plane

ROUNDS = 7
QUESTIONS = 400
HEADER = ("question", "bases", "terrain", "µs", "clear")


def _best(ask: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        ask()
        times.append(time.process_time() - start)
    return min(times) / QUESTIONS * 1e6


def rows() -> list[tuple[str, ...]]:
    """The figures."""
    rng = random.Random(1914)

    def point() -> tuple[int, int]:
        return rng.randrange(7200), rng.randrange(4800)

    bases = [plane.base(*point(), rng.randrange(360), 200, 150) for _ in range(60)]
    areas = []
    for i in range(22):
        x, y = point()
        w, h = rng.randrange(200, 700), rng.randrange(200, 500)
        corners = [(x - w, y - h // 3), (x, y - h), (x + w, y), (x + w // 2, y + h), (x - w, y + h // 2)]
        areas.append(plane.Area(plane.Figure(corners), 200, 200, height=i % 5 == 4))
    fences = [plane.Fence((point(), point(), point()), 100) for _ in range(8)]
    screens = plane.Screens(areas, fences)
    lines = [(*point(), *point()) for _ in range(QUESTIONS)]

    def sight() -> int:
        return sum(screens.clear(*line) and not plane.blocked_by_figure(bases, *line) for line in lines)

    def bare() -> int:
        return sum(not plane.blocked_by_figure(bases, *line) for line in lines)

    def all_of_it() -> int:
        """Terrain and bases both asked for every line, as if nothing ever hid anything early."""
        return sum(screens.clear(*line) & (not plane.blocked_by_figure(bases, *line)) for line in lines)

    pairs = [(rng.choice(bases), rng.choice(bases)) for _ in range(QUESTIONS)]

    def distances() -> int:
        return sum(plane.distance2(a, b) > 0 for a, b in pairs)

    asked: list[tuple[str, str, str, Callable[[], int]]] = [
        ("line of sight", "60", "30", sight),
        ("line of sight, no early end", "60", "30", all_of_it),
        ("line of sight, bases alone", "60", "0", bare),
        ("distance of two bases", "2", "0", distances),
    ]
    return [
        HEADER,
        *((name, n, terrain, f"{_best(ask):.1f}", f"{ask()}/{QUESTIONS}") for name, n, terrain, ask in asked),
    ]
