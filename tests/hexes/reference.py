"""Plain, slow answers to the questions that marne.hexes answers fast.

Nothing here shares code with what it checks: adjacency comes from the distance between centres, sets are Python sets,
paths are compared whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from marne.hexes import Cell, Cost, Grid, Orientation


def centre(orientation: Orientation, cell: Cell) -> tuple[float, float]:
    x, y = cell
    half = math.sqrt(3) / 2
    return (x * 1.5, y * half) if orientation == "flat" else (x * half, y * 1.5)


def touch(orientation: Orientation, a: Cell, b: Cell) -> bool:
    return abs(math.dist(centre(orientation, a), centre(orientation, b)) - math.sqrt(3)) < 1e-6


def neighbours(grid: Grid) -> list[list[int]]:
    every = range(len(grid))
    return [[b for b in every if touch(grid.orientation, grid.cell(a), grid.cell(b))] for a in every]


def open_distance(orientation: Orientation, a: Cell, b: Cell) -> int:
    """Steps from a to b on an endless plain, ring by ring."""
    offsets = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if touch(orientation, (0, 0), (dx, dy))]
    seen = {a}
    ring = {a}
    steps = 0
    while b not in seen:
        ring = {(x + dx, y + dy) for x, y in ring for dx, dy in offsets} - seen
        seen |= ring
        steps += 1
    return steps


@dataclass
class Question:
    """One search, with every way of hindering it; `steps` are the costs, by hexes from and to."""

    grid: Grid
    sources: set[int]
    points: int
    steps: dict[tuple[int, int], int]
    barred: set[int] = field(default_factory=set)
    stop: set[int] = field(default_factory=set)
    passing: bool = False

    def step(self, a: int, b: int) -> Cost:
        """What the step from a to b costs; None: not allowed."""
        if (a, b) not in self.steps or b in self.barred:
            return None
        if a in self.stop and (b in self.stop or not (a in self.sources or self.passing)):
            return None
        return self.steps[a, b]

    def costs(self) -> dict[int, int]:
        """What each hex within reach costs: every hex asks its neighbours, until nothing gets cheaper."""
        found = dict.fromkeys(self.sources, 0)
        cheaper = True
        while cheaper:
            cheaper = False
            for a, b in self.steps:
                cost = self.step(a, b)
                if a in found and cost is not None and found[a] + cost < found.get(b, self.points + 1):
                    found[b] = found[a] + cost
                    cheaper = True
        return found

    def path(self, costs: dict[int, int], hex: int) -> list[int]:
        """Of all cheapest ways the one whose last step comes first: from a source, dear, from a low hex; and so on."""
        return self._best(costs, hex)[1]

    def _best(self, costs: dict[int, int], hex: int) -> tuple[list[tuple[bool, int, int]], list[int]]:
        if hex in self.sources:
            return [], []
        ways = []
        for before in costs:
            cost = self.step(before, hex)
            if cost is not None and costs[before] + cost == costs[hex]:
                signs, way = self._best(costs, before)
                ways.append(([(before not in self.sources, -cost, before), *signs], [*way, hex]))
        return min(ways)


def flood(
    near: list[list[int]], sources: set[int], allowed: set[int], limit: int = -1, stop: set[int] | None = None
) -> dict[int, int]:
    """Steps to each hex joined to a source through allowed hexes; no limit below 0, and no way on from `stop`."""
    found = dict.fromkeys(sources, 0)
    queue = sorted(sources)
    for here in queue:
        if found[here] == limit or here in (stop or ()):
            continue
        for there in near[here]:
            if there in allowed and there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
