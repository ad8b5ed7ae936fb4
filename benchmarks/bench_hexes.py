"""Reach and floods beside networkx and scipy: grids of 107, 700 and 2,700 hexes, and the board of Nach Paris.

Like is set beside like: costs alone beside `single_source_dijkstra_path_length`, paths beside `single_source_dijkstra`.
Each library gets its graph ready made, as we get our `MoveCosts`; each answer is checked to be the same before it is
timed. A figure is the best of several rounds, in microseconds of processor time per question.
"""

from __future__ import annotations

import random
import time
import timeit
from collections.abc import Callable, Sequence
from typing import TypeAlias

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Map, Rail, Terrain, Water
from marne.hexes import FacingZones, Grid, Links, MoveCosts, Nodes, Reach, bits, members
from tools.numberings import NACH_PARIS, SCHLIEFFENS_WAR, grand_illusion_grid

Question: TypeAlias = tuple[str, Callable[[int], int | Reach], Callable[[int], object], Callable[[int], object] | None]

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


def steps_of(costs: MoveCosts) -> list[tuple[int, int, int]]:
    """From, to, cost."""
    return [(a, b, cost) for a, row in enumerate(costs.steps) for cost, there in row for b in members(there)]


def costs_in(reach: Reach) -> dict[int, int]:
    return {hex: cost for cost, ring in enumerate(reach.rings) for hex in members(ring)}


class Field:
    """One grid with terrain and enemies of a fixed seed, in the form that each library likes."""

    def __init__(self, grid: Grid) -> None:
        chance = random.Random(1914)
        n = len(grid)
        self.grid = grid
        enter = [chance.choice((1, 1, 1, 2, 2, 3, None)) for _ in range(n)]
        river = {side: 1 for side in range(grid.side_count) if chance.random() < 0.1}
        self.costs = MoveCosts.on(grid, enter, river, keep=0)
        self.keeping = MoveCosts.on(grid, enter, river)
        self.starts = [h for h in chance.sample(range(n), 4 * QUESTIONS) if enter[h] is not None][:QUESTIONS]
        # About one hex in six lies in an enemy's zone of control.
        self.zone = grid.spread(bits(chance.sample(range(n), n // 36))) & ~bits(self.starts)
        self.zone_set = set(members(self.zone))
        self.allowed = bits(h for h in range(n) if chance.random() < 0.75) | bits(self.starts)
        self.allowed_list = members(self.allowed)

        steps = steps_of(self.costs)
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

    def reach(self, start: int, allowance: int = ALLOWANCE) -> Reach:
        return self.costs.flood(1 << start, allowance)

    def reach_nx(self, start: int, allowance: int = ALLOWANCE) -> object:
        return nx.single_source_dijkstra_path_length(self.moves, start, cutoff=allowance, weight="weight")

    def reach_scipy(self, start: int, allowance: int = ALLOWANCE) -> dict[int, float]:
        lengths = dijkstra(self.matrix, indices=[start], limit=allowance)[0]
        found = np.flatnonzero(np.isfinite(lengths))
        return dict(zip(found.tolist(), lengths[found].tolist(), strict=True))

    # -- with a path to every hex, which networkx always finds and we find when asked

    def paths(self, start: int) -> Reach:
        found = self.reach(start)
        for hex in members(found.hexes):
            found.path(hex)
        return found

    def one_path(self, start: int) -> Reach:
        found = self.reach(start)
        found.path(found.hexes.bit_length() - 1)
        return found

    def paths_nx(self, start: int) -> object:
        return nx.single_source_dijkstra(self.moves, start, cutoff=ALLOWANCE, weight="weight")[0]

    # -- the same among zones of control, where a move ends on entry

    def zoned(self, start: int) -> Reach:
        return self.costs._search(1 << start, ALLOWANCE, -1, self.zone, False)

    def zoned_nx(self, start: int) -> object:
        zone = self.zone_set

        def weight(a: int, b: int, edge: dict[str, int]) -> int | None:
            return None if a in zone and a != start else edge["weight"]

        return nx.single_source_dijkstra_path_length(self.moves, start, cutoff=ALLOWANCE, weight=weight)

    def zoned_again(self, start: int) -> Reach:
        return self.keeping.reach(start, ALLOWANCE, stop=self.zone)

    # -- movement over the whole map

    def whole(self, start: int) -> Reach:
        return self.reach(start, 300)

    def whole_nx(self, start: int) -> object:
        return self.reach_nx(start, 300)

    def whole_scipy(self, start: int) -> dict[int, float]:
        return self.reach_scipy(start, 300)

    # -- connection through allowed hexes: supply

    def flood(self, start: int) -> int:
        return self.grid.links.flood(1 << start, self.allowed)

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
    """The table, header first: one row per question and grid, then what Nach Paris will ask."""
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
    return table + Front(MAP).rows()


def row(
    field: Field,
    name: str,
    ours: Callable[[int], int | Reach],
    networkx: Callable[[int], object],
    scipy: Callable[[int], object] | None,
) -> tuple[str, ...]:
    sizes: list[int] = []
    for start in field.starts:
        found = ours(start)
        answer = costs_in(found) if isinstance(found, Reach) else found
        if networkx(start) != answer or (scipy is not None and scipy(start) != answer):
            raise AssertionError(f"{name}: the answers differ from {field.grid.label(start)}")
        sizes.append(answer.bit_count() if isinstance(answer, int) else len(answer))
    mine, *others = per_question([ours, networkx, *([scipy] if scipy else [])], field.starts)
    cells = [name, f"{len(field.grid):,}", f"{sum(sizes) / len(sizes):,.0f}", f"{mine:,.1f}"]
    for other in others:
        cells += [f"{other:,.1f}", f"{other / mine:.1f}"]
    return (*cells, *[""] * (len(HEADER) - len(cells)))


class Front:
    """The board of Nach Paris with two armies of 170 units: what its rules will ask all the time."""

    def __init__(self, board: Map) -> None:
        chance = random.Random(1914)
        self.grid = grid = board.grid
        cost = {Terrain.CLEAR: 10, Terrain.FLOOD_PLAIN: 10, Terrain.MOUNTAINOUS: 15}
        enter = [cost.get(board.terrain[h], 12) if board.playable(h) else None for h in range(len(grid))]
        land = [h for h, points in enumerate(enter) if points]
        closed = bits(
            side
            for side in range(grid.side_count)
            if board.cover[side] or (board.water[side] == Water.MAJOR and not board.bridge[side])
        )
        self.costs = MoveCosts.on(grid, enter, dict.fromkeys(members(closed)))
        self.links = grid.links.closing(grid.pairs(closed))
        self.own, self.enemy = bits(chance.sample(land, 170)), bits(chance.sample(land, 170))
        self.zone = grid.spread(self.enemy)
        self.open = bits(land) & ~self.enemy & ~self.zone
        self.starts = land[::100]
        self.high = bits(h for link in board.links if link.rail >= Rail.HIGH for h in (link.a, link.b)) & self.open
        nodes = Nodes(len(grid), 1 + max(max(link.node_a, link.node_b) for link in board.links))
        pairs = [(nodes.node(link.a, link.node_a), nodes.node(link.b, link.node_b)) for link in board.links]
        self.rails = Links.both_ways(len(grid) * nodes.most, pairs)
        self.edges = bits(nodes.node(edge.hex, edge.node) for edge in board.edges)
        self.usable = nodes.of_hexes(bits(land) & ~self.zone)
        self.zones = FacingZones(grid, (5, 0, 1), closed)
        self.facing = dict.fromkeys(range(6), 0)
        for hex in members(self.own):
            self.facing[chance.randrange(6)] |= 1 << hex

        self.roads: nx.Graph[int] = nx.Graph((a, b) for a, there in enumerate(self.links.of) for b in members(there))
        self.tracks: nx.Graph[int] = nx.Graph(pairs)
        self.moves: nx.DiGraph[int] = nx.DiGraph()
        self.moves.add_nodes_from(range(len(grid)))
        self.moves.add_weighted_edges_from(steps_of(self.costs))

    def joined(self, graph: nx.Graph[int], sources: int, allowed: int) -> int:
        part = graph.subgraph(members(allowed | sources))
        found: set[int] = set()
        for source in members(sources):
            if source in part and source not in found:
                found |= nx.node_connected_component(part, source)
        return bits(found) | sources

    def logistics_nx(self) -> object:
        part = self.moves.subgraph(members(self.open | self.high))
        return nx.multi_source_dijkstra_path_length(part, set(members(self.high)), cutoff=150, weight="weight")

    def reach(self, points: int) -> Callable[[int], Reach]:
        return lambda start: self.costs.reach(start, points, free=~self.enemy, stop=self.zone)

    def anew(self, points: int) -> Callable[[int], Reach]:
        return lambda start: self.costs._search(1 << start, points, ~self.enemy, self.zone, False)

    def rows(self) -> list[tuple[str, ...]]:
        """Each question once for the whole board, the rival's answer checked first."""
        once = [0]
        table: list[tuple[str, ...]] = []
        for name, ours, rival in (
            (
                "communications of a side",
                lambda: self.links.flood(self.high, self.open),
                lambda: self.joined(self.roads, self.high, self.open),
            ),
            (
                "rails from the edges",
                lambda: self.rails.flood(self.edges, self.usable),
                lambda: self.joined(self.tracks, self.edges, self.usable),
            ),
            ("logistics, 150 points", lambda: self.costs.flood(self.high, 150, self.open), self.logistics_nx),
            ("hexes that can be attacked", lambda: self.links.spread(self.own) & self.enemy, None),
            ("zones of 170 units by facing", lambda: self.zones.spread(self.facing), None),
        ):
            found = ours()
            if rival and rival() != (costs_in(found) if isinstance(found, Reach) else found):
                raise AssertionError(f"{name}: the answers differ")
            size = (found.hexes if isinstance(found, Reach) else found).bit_count()
            asks = [lambda _, ask=ask: ask() for ask in (ours, rival) if ask]
            mine, *other = per_question(asks, once)
            cells = [name, f"{len(self.grid):,}", f"{size:,}", f"{mine:,.1f}"]
            cells += [f"{each:,.1f} {each / mine:.1f}".split()[i] for each in other for i in (0, 1)]
            table.append((*cells, *[""] * (len(HEADER) - len(cells))))
        for points in (50, 80, 110):
            size = sum(self.reach(points)(start).hexes.bit_count() for start in self.starts) // len(self.starts)
            for name, ask in ((f"reach, {points} points", self.anew(points)), ("asked again", self.reach(points))):
                (mine,) = per_question([ask], self.starts)
                table.append((name, f"{len(self.grid):,}", f"{size:,}", f"{mine:,.1f}", "", "", "", ""))
        return table


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
