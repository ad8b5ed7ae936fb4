"""A line of the ground as a chain of hexsides.

A printed wargame map pushes a river from where it runs to the nearest hexsides, so that a unit is on one bank or the
other. Here each line is routed along the net of hex corners: the cost of a hexside is its length times how far it lies
from the line, and the way must follow the line from end to end. So a chain never breaks and never jumps to a parallel
stream.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence
from math import hypot

from marne.atlas.project import XY

from .lines import densify
from .mesh import Corner, Mesh

Side = tuple[str, str]
Toll = Callable[[XY, XY, Side], float]  #: what a step along a hexside costs beyond its distance from the line

#: A chain starts at a corner this near to the line's first point, and ends when fewer points than this are left.
REACH = 0.8
SLACK = 10
#: A stream beside a greater one is led along the same hexsides rather than round the next hex.
SHARED = 0.35


class CornerNet:
    """The corners and hexsides of a board."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self.at: dict[Corner, XY] = {}
        self.ways: dict[Corner, list[tuple[Corner, Side]]] = {}
        self.ends: dict[Side, tuple[Corner, Corner]] = {}
        for side, ((ka, a), (kb, b)) in mesh.edges().items():
            self.ends[side] = ka, kb
            self.at[ka], self.at[kb] = a, b
            self.ways.setdefault(ka, []).append((kb, side))
            self.ways.setdefault(kb, []).append((ka, side))
        for ways in self.ways.values():
            ways.sort()
        self._bins: dict[tuple[int, int], list[Corner]] = {}
        for key in sorted(self.at):
            x, y = self.at[key]
            self._bins.setdefault((int(x // 1), int(y // 1)), []).append(key)

    def near(self, p: XY, reach: float = 1.2) -> list[tuple[float, Corner]]:
        """Corners within reach of a point, nearest first."""
        found = []
        bx, by = int(p[0] // 1), int(p[1] // 1)
        for i in range(bx - 2, bx + 3):
            for j in range(by - 2, by + 3):
                for key in self._bins.get((i, j), ()):
                    x, y = self.at[key]
                    if (d := hypot(x - p[0], y - p[1])) <= reach:
                        found.append((d, key))
        return sorted(found)

    def chain(
        self, line: Sequence[XY], stiff: float = 2.5, taken: Collection[Side] = (), toll: Toll | None = None
    ) -> list[tuple[Side, int]]:
        """The hexsides that follow a line, each with the index of the line's point it stands for.

        The way runs over pairs (corner, progress along the line): each step may go on along the line, and pays for its
        distance from the point reached, less on hexsides that are `taken` already, and the `toll` if there is one (for
        leaving a town on the wrong bank). Pieces off the board are left out, so one line may give several chains.
        """
        points = densify(line, 0.2)
        index: list[int] = _indices(line, points)
        out: list[tuple[Side, int]] = []
        for run in self._runs(points):
            out.extend((side, index[k]) for side, k in self._route([points[k] for k in run], run, stiff, taken, toll))
        return out

    def loose_end(self, chain: Sequence[Side]) -> Corner | None:
        """The corner where a chain stops."""
        if len(chain) < 2:
            return None
        before, last = self.ends[chain[-2]], self.ends[chain[-1]]
        return next((k for k in last if k not in before), None)

    def join(self, corner: Corner, others: set[Corner], most: int = 1) -> list[Side]:
        """The fewest hexsides that join a corner to a chain, at most so many; none when it is on it, or too far."""
        back: dict[Corner, tuple[Corner, Side]] = {}
        rim = [corner]
        for _ in range(most if corner not in others else 0):
            wider: list[Corner] = []
            for here in rim:
                for key, side in self.ways[here]:
                    if key != corner and key not in back:
                        back[key] = here, side
                        wider.append(key)
            rim = wider
            end = next((key for key in sorted(rim) if key in others), None)
            if end is not None:
                sides = []
                while end != corner:
                    end, side = back[end]
                    sides.append(side)
                return sides[::-1]
        return []

    def _runs(self, points: Sequence[XY]) -> Iterable[list[int]]:
        """Stretches of the line that lie on the board or within a hexside of it."""
        run: list[int] = []
        for k, p in enumerate(points):
            if self.near(p, 0.62):
                run.append(k)
            elif run:
                if len(run) > 2:
                    yield run
                run = []
        if len(run) > 2:
            yield run

    def _route(
        self, points: Sequence[XY], run: Sequence[int], stiff: float, taken: Collection[Side], toll: Toll | None
    ) -> list[tuple[Side, int]]:
        """Cheapest way from near the first to near the last point; a state is a corner and the nearest index so far."""
        starts = self.near(points[0], REACH)
        if not starts:
            return []
        best: dict[tuple[Corner, int], float] = {}
        back: dict[tuple[Corner, int], tuple[tuple[Corner, int], Side]] = {}
        heap: list[tuple[float, Corner, int]] = []
        for d, key in starts:
            i = self._advance(points, key, 0)
            cost = stiff * d * d * 2
            if cost < best.get((key, i), 1e9):
                best[key, i] = cost
                heapq.heappush(heap, (cost, key, i))
        end: tuple[float, tuple[Corner, int]] | None = None
        while heap:
            cost, key, i = heapq.heappop(heap)
            if cost > best[key, i]:
                continue
            if end is not None and cost >= end[0]:
                break
            if i >= len(points) - SLACK:
                x, y = self.at[key]
                total = cost + stiff * 2 * ((x - points[-1][0]) ** 2 + (y - points[-1][1]) ** 2)
                if end is None or total < end[0]:
                    end = (total, (key, i))
            a = self.at[key]
            for other, side in self.ways[key]:
                b = self.at[other]
                j = self._advance(points, other, i)
                middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                off = min(hypot(p[0] - middle[0], p[1] - middle[1]) for p in points[max(0, i - 3) : j + 4])
                d = min(hypot(p[0] - b[0], p[1] - b[1]) for p in points[max(0, j - 3) : j + 4])
                if d > 1.1:
                    continue
                step = 0.577 * (0.25 + stiff * (off * off + d * d)) + 0.05 * (j == i)
                if side in taken:
                    step *= SHARED
                if toll is not None:
                    step += toll(a, b, side)
                if cost + step < best.get((other, j), 1e9):
                    best[other, j] = cost + step
                    back[other, j] = (key, i), side
                    heapq.heappush(heap, (cost + step, other, j))
        if end is None:
            return []
        chain: list[tuple[Side, int]] = []
        state = end[1]
        while state in back:
            previous, side = back[state]
            chain.append((side, run[(previous[1] + state[1]) // 2]))
            state = previous
        chain.reverse()
        return _without_returns(chain)

    def _advance(self, points: Sequence[XY], key: Corner, i: int) -> int:
        """How far along the line a corner stands: the nearest point not far ahead of i."""
        x, y = self.at[key]
        window = range(i, min(len(points), i + 12))
        return min(window, key=lambda k: (round((points[k][0] - x) ** 2 + (points[k][1] - y) ** 2, 9), k))


def _indices(line: Sequence[XY], dense: Sequence[XY]) -> list[int]:
    """For each point of the dense line, the index of the last point of the line at or before it."""
    out, k = [], 0
    for p in dense:
        if k + 1 < len(line) and p == line[k + 1]:
            k += 1
        out.append(k)
    return out


def _without_returns(chain: list[tuple[Side, int]]) -> list[tuple[Side, int]]:
    """Drop a spur that goes out along a hexside and comes back by it."""
    out: list[tuple[Side, int]] = []
    for item in chain:
        if out and out[-1][0] == item[0]:
            out.pop()
        else:
            out.append(item)
    return out
