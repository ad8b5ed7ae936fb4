"""Reach and flood on grids of 107, 700 and 2,700 hexes, beside networkx and scipy on the same questions.

Like is set beside like: costs alone beside `single_source_dijkstra_path_length`, paths beside `single_source_dijkstra`.
Each library gets its graph ready made, as we get our `MoveCosts`; each answer is checked to be the same before it is
timed. A figure is the best of several rounds, in microseconds of processor time per question.
"""

from __future__ import annotations

import random
import time
import timeit
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

from marne.hexes import NACH_PARIS, SCHLIEFFENS_WAR, Grid, MoveCosts, bits, flood, grand_illusion_grid, members

Question: TypeAlias = tuple[
    str, Callable[[int], int | Mapping[int, int]], Callable[[int], object], Callable[[int], object] | None
]

QUESTIONS = 12
ALLOWANCE = 6
ROUNDS = 7
HEADER = ("question", "hexes", "reached", "marne µs", "networkx µs", "times", "scipy µs", "times")


def per_question(asks: Sequence[Callable[[int], object]], starts: Sequence[int]) -> list[float]:
    """Microseconds per question for each way of asking: the best of rounds in which all take turns."""

    def timer(ask: Callable[[int], object]) -> timeit.Timer:
        return timeit.Timer(lambda: [ask(start) for start in starts], timer=time.process_time)

    timers = [timer(ask) for ask in asks]
    numbers = [max(1, int(0.01 / max(t.timeit(1), 1e-6))) for t in timers]
    rounds = [[t.timeit(number) / number for t, number in zip(timers, numbers, strict=True)] for _ in range(ROUNDS)]
    return [min(times) / len(starts) * 1e6 for times in zip(*rounds, strict=True)]


class Field:
    """One grid with terrain and enemies of a fixed seed, in the form that each library likes."""

    def __init__(self, grid: Grid) -> None:
        chance = random.Random(1914)
        n = len(grid)
        self.grid = grid
        enter = [chance.choice((1, 1, 1, 2, 2, 3, None)) for _ in range(n)]
        river = {side: 1 for side in range(grid.side_count) if chance.random() < 0.1}
        self.costs = MoveCosts(grid, enter, sides=river, keep=0)
        self.keeping = MoveCosts(grid, enter, sides=river)
        self.starts = [h for h in chance.sample(range(n), 4 * QUESTIONS) if enter[h] is not None][:QUESTIONS]
        # About one hex in six lies in an enemy's zone of control.
        self.zone = grid.spread(bits(chance.sample(range(n), n // 36))) & ~bits(self.starts)
        self.zone_set = set(members(self.zone))
        self.allowed = bits(h for h in range(n) if chance.random() < 0.75) | bits(self.starts)
        self.allowed_list = members(self.allowed)

        steps = [(a, b, cost) for a, row in enumerate(self.costs.steps) for b, cost in row]
        self.moves: nx.DiGraph[int] = nx.DiGraph()
        self.moves.add_nodes_from(range(n))
        self.moves.add_weighted_edges_from(steps)
        self.plain: nx.Graph[int] = nx.Graph((a, b) for a in range(n) for b in grid.neighbours[a])
        self.matrix = csr_array(
            ([c for _, _, c in steps], ([a for a, _, _ in steps], [b for _, b, _ in steps])), (n, n)
        )
        pairs = [(a, b) for a in range(n) for b in grid.neighbours[a]]
        self.touching = csr_array(([1] * len(pairs), ([a for a, _ in pairs], [b for _, b in pairs])), (n, n))

    # -- movement within an allowance

    def reach(self, start: int, allowance: int = ALLOWANCE) -> Mapping[int, int]:
        return self.costs.reach(start, allowance).cost

    def reach_nx(self, start: int, allowance: int = ALLOWANCE) -> object:
        return nx.single_source_dijkstra_path_length(self.moves, start, cutoff=allowance, weight="weight")

    def reach_scipy(self, start: int, allowance: int = ALLOWANCE) -> dict[int, float]:
        lengths = dijkstra(self.matrix, indices=[start], limit=allowance)[0]
        found = np.flatnonzero(np.isfinite(lengths))
        return dict(zip(found.tolist(), lengths[found].tolist(), strict=True))

    # -- with a path to every hex, which networkx always finds and we find when asked

    def paths(self, start: int) -> Mapping[int, int]:
        found = self.costs.reach(start, ALLOWANCE)
        for hex in found.cost:
            found.path(hex)
        return found.cost

    def one_path(self, start: int) -> Mapping[int, int]:
        found = self.costs.reach(start, ALLOWANCE)
        found.path(max(found.cost))
        return found.cost

    def paths_nx(self, start: int) -> object:
        return nx.single_source_dijkstra(self.moves, start, cutoff=ALLOWANCE, weight="weight")[0]

    # -- the same among zones of control, where a move ends on entry

    def zoned(self, start: int) -> Mapping[int, int]:
        return self.costs.reach(start, ALLOWANCE, stop=self.zone).cost

    def zoned_nx(self, start: int) -> object:
        zone = self.zone_set

        def weight(a: int, b: int, edge: dict[str, int]) -> int | None:
            return None if a in zone and a != start else edge["weight"]

        return nx.single_source_dijkstra_path_length(self.moves, start, cutoff=ALLOWANCE, weight=weight)

    def zoned_again(self, start: int) -> Mapping[int, int]:
        return self.keeping.reach(start, ALLOWANCE, stop=self.zone).cost

    # -- movement over the whole map

    def whole(self, start: int) -> Mapping[int, int]:
        return self.reach(start, 1000)

    def whole_nx(self, start: int) -> object:
        return self.reach_nx(start, 1000)

    def whole_scipy(self, start: int) -> dict[int, float]:
        return self.reach_scipy(start, 1000)

    # -- connection through allowed hexes: supply

    def flood(self, start: int) -> int:
        return flood(self.grid, 1 << start, self.allowed)

    def flood_nx(self, start: int) -> int:
        return bits(nx.node_connected_component(self.plain.subgraph(self.allowed_list), start))

    def flood_scipy(self, start: int) -> int:
        chosen = np.array(self.allowed_list)
        part = self.touching[chosen][:, chosen]
        order = breadth_first_order(part, int(np.searchsorted(chosen, start)), return_predecessors=False)
        return bits(chosen[order].tolist())


def fields() -> list[Field]:
    return [
        Field(grand_illusion_grid()),
        Field(SCHLIEFFENS_WAR.rectangle(range(1, 26), range(1, 29))),
        Field(NACH_PARIS.rectangle(range(1, 55), range(1, 51))),
    ]


def rows() -> list[tuple[str, ...]]:
    """The table, header first: one row per question and grid."""
    table: list[tuple[str, ...]] = [HEADER]
    for field in fields():
        questions: list[Question] = [
            (f"reach, allowance {ALLOWANCE}", field.reach, field.reach_nx, field.reach_scipy),
            ("and the path to one hex", field.one_path, field.paths_nx, None),
            ("and the path to every hex", field.paths, field.paths_nx, None),
            ("reach with zones of control", field.zoned, field.zoned_nx, None),
            ("the same asked again", field.zoned_again, field.zoned_nx, None),
            ("reach, whole map", field.whole, field.whole_nx, field.whole_scipy),
            ("flood through 3 hexes in 4", field.flood, field.flood_nx, field.flood_scipy),
        ]
        table += [row(field, *question) for question in questions]
    return table


def row(
    field: Field,
    name: str,
    ours: Callable[[int], int | Mapping[int, int]],
    networkx: Callable[[int], object],
    scipy: Callable[[int], object] | None,
) -> tuple[str, ...]:
    sizes: list[int] = []
    for start in field.starts:
        answer = ours(start)
        if networkx(start) != answer or (scipy is not None and scipy(start) != answer):
            raise AssertionError(f"{name}: the answers differ from {field.grid.label(start)}")
        sizes.append(answer.bit_count() if isinstance(answer, int) else len(answer))
    mine, *others = per_question([ours, networkx, *([scipy] if scipy else [])], field.starts)
    cells = [name, f"{len(field.grid):,}", f"{sum(sizes) / len(sizes):,.0f}", f"{mine:,.1f}"]
    for other in others:
        cells += [f"{other:,.1f}", f"{other / mine:.1f}"]
    return (*cells, *[""] * (len(HEADER) - len(cells)))


def main() -> None:
    table = rows()
    widths = [max(len(line[i]) for line in table) for i in range(len(HEADER))]
    for line in table:
        cells = [line[0].ljust(widths[0])] + [
            cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)
        ]
        print("  ".join(cells).rstrip())


if __name__ == "__main__":
    main()
