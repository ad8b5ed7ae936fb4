"""Plain, slow answers to the questions that marne.hexes answers fast.

Nothing here shares code with what it checks: adjacency comes from the distance between centres, sets are Python sets,
paths are compared whole.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
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
    offsets = [
        (dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if touch(orientation, (0, 0), (dx, dy))
    ]  # fmt: skip
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
    """One search, with every way of hindering it."""

    grid: Grid
    sources: set[int]
    limit: int
    enter: list[Cost]
    sides: dict[int, Cost] = field(default_factory=dict)
    leave: list[int] = field(default_factory=list)
    links: dict[tuple[int, int], Cost] = field(default_factory=dict)
    stop: set[int] = field(default_factory=set)
    stop_to_stop: bool = True
    barred: set[int] = field(default_factory=set)
    barred_sides: set[int] = field(default_factory=set)
    enter_extra: Mapping[int, int] = field(default_factory=dict)
    leave_extra: Mapping[int, int] = field(default_factory=dict)
    one_hex_always: bool = False

    def step(self, a: int, b: int) -> Cost:
        """What the step from a to b costs; None: not allowed."""
        if b in self.barred and b not in self.sources:
            return None
        if a in self.stop and a not in self.sources:
            return None
        if a in self.stop and b in self.stop and not self.stop_to_stop:
            return None
        side = self.grid.side(a, b)
        if side in self.barred_sides:
            return None
        if (a, b) in self.links:
            cost = self.links[a, b]
            if cost is None:
                return None
        else:
            over = self.sides.get(side, 0)
            into = self.enter[b]
            if into is None or over is None:
                return None
            cost = into + over + (self.leave[a] if self.leave else 0)
        return cost + self.enter_extra.get(b, 0) + self.leave_extra.get(a, 0)

    def answer(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """Cost and path of each hex reached: cheapest, then shortest, then lowest read from its end.

        The heap holds whole paths, turned round so that they compare from their ends.
        """
        near = neighbours(self.grid)
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 1, (source,)) for source in self.sources if self.limit >= 0]
        heapq.heapify(heap)
        while heap:
            cost, length, path = heapq.heappop(heap)
            here = path[0]
            if here in found:
                continue
            found[here] = cost, path[::-1]
            for there in near[here]:
                step = self.step(here, there)
                if step is not None and cost + step <= self.limit:
                    heapq.heappush(heap, (cost + step, length + 1, (there, *path)))
        if self.one_hex_always and self.limit >= 0:
            direct = {
                b: (self.limit, (a, b)) for a in sorted(self.sources, reverse=True) for b in near[a]
                if self.step(a, b) is not None
            }  # fmt: skip
            found = direct | found
        return found


def flood(
    near: list[list[int]], sources: set[int], allowed: set[int], limit: int | None = None
) -> dict[int, int]:  # fmt: skip
    """Steps to each hex joined to a source through allowed hexes."""
    found = dict.fromkeys(sources, 0)
    queue = sorted(sources)
    for here in queue:
        if limit is not None and found[here] >= limit:
            continue
        for there in near[here]:
            if there in allowed and there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
