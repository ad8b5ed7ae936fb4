"""The rail net of Nach Paris (4.3): links between neighbouring hexes, and which of them meet inside a hex.

Two lines in one hex need not be joined there (Example 16, AW20), so a link ends at a *node* of its hex, 0 or more.
Lines meet where they share a station of that hex, and where they share a link. The overrides bring what is stated.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from marne.atlas.model import Atlas, RailLine

from .mesh import Mesh
from .rails import line_hexes
from .routing import Side

DETOUR = 0.6  #: what a hex beside the true line costs, in hexes
End = tuple[str, str, int]  #: a line's passage through a hex: hex, line, how many hexes along the line


@dataclass(frozen=True)
class RailOverrides:
    """What the rulebook states about lines."""

    ways: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: line -> its hexes
    kinds: Mapping[str, str] = field(default_factory=dict)  #: line -> high or low
    dropped: frozenset[str] = frozenset()
    added: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: lines the atlas doesn't have
    joined: frozenset[str] = frozenset()  #: hexes where all lines meet
    kept: frozenset[str] = frozenset()  #: narrow lines that the rulebook shows
    alone: frozenset[str] = frozenset()  #: lines that meet others at stations only, though they share a link


@dataclass(frozen=True, order=True)
class Link:
    """A rail link; `at_a` and `at_b` are the nodes it joins."""

    a: str
    b: str
    at_a: int
    at_b: int
    kind: str
    strengthened: bool
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Net:
    links: tuple[Link, ...]
    edges: tuple[tuple[str, int, str, str], ...]  #: hex, node, kind and line where a line leaves the board
    junctions: Mapping[tuple[str, int], tuple[str, ...]]  #: the stations of a node where three links or more meet


class _Groups:
    """Union-find, with the least member as the name of a group."""

    def __init__(self) -> None:
        self.parent: dict[End, End] = {}

    def find(self, x: End) -> End:
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def join(self, ends: Iterable[End]) -> None:
        roots = sorted({self.find(e) for e in ends})
        for other in roots[1:]:
            self.parent[other] = roots[0]


def rail_net(
    mesh: Mesh,
    atlas: Atlas,
    placed: Mapping[str, str],
    over: RailOverrides,
    cut: float,
    crossings: Mapping[Side, float],
) -> Net:
    """The whole net, in the order of the board. `crossings`: what it costs to cross major rivers."""
    groups = _Groups()
    steps: dict[tuple[str, str], list[tuple[End, End, str, bool, str]]] = defaultdict(list)
    at_station: dict[tuple[str, str], list[End]] = defaultdict(list)
    in_hex: dict[str, list[End]] = defaultdict(list)
    leaving: list[tuple[End, str, str]] = []
    for line_id, kind, strong, hexes, stations in _lines(mesh, atlas, placed, over, cut, crossings):
        ends: list[End | None] = [(h, line_id, i) if h is not None else None for i, h in enumerate(hexes)]
        for end in ends:
            if end is not None:
                groups.find(end)
                in_hex[end[0]].append(end)
                for station in stations.get(end[0], ()):
                    at_station[end[0], station].append(end)
        for p, q in pairwise(ends):
            if p is not None and q is not None:
                if q[0] not in mesh.neighbours(p[0]):
                    raise ValueError(f"line {line_id}: {p[0]} and {q[0]} don't touch")
                (a, b) = (p, q) if mesh.order[p[0]] < mesh.order[q[0]] else (q, p)
                steps[a[0], b[0]].append((a, b, kind, strong, line_id))
            elif (inside := p or q) is not None:
                leaving.append((inside, kind, line_id))
    for group in at_station.values():
        groups.join(group)
    for runs in steps.values():
        shared = [r for r in runs if r[4] not in over.alone]
        groups.join(r[0] for r in shared)
        groups.join(r[1] for r in shared)
    for hex in sorted(over.joined):
        groups.join(in_hex[hex])
    return _net(mesh, groups, steps, in_hex, leaving, at_station)


def _lines(
    mesh: Mesh,
    atlas: Atlas,
    placed: Mapping[str, str],
    over: RailOverrides,
    cut: float,
    crossings: Mapping[Side, float],
) -> Iterable[tuple[str, str, bool, Sequence[str | None], Mapping[str, set[str]]]]:
    """Each line that the board wants: id, class, strengthened, hexes, and the stations in each of its hexes."""
    wanted = [line for line in atlas.rails if line.id not in over.dropped and (not line.narrow or line.id in over.kept)]
    towns = {town.name for town in atlas.towns}
    lines_at = Counter(n for line in wanted for n in line.stations)
    for line in wanted:
        stations = _stations(mesh, atlas, line, placed)
        hexes: Sequence[str | None] | None = over.ways.get(line.id)
        if hexes is None:
            names = {atlas.stations[n].name for n in line.stations if lines_at[n] > 1}
            fixed = {hex for hex, here in stations.items() if here & (names | towns)}
            straight = _straightened(mesh, line_hexes(mesh, atlas, line, placed, cut), fixed)
            hexes = _on_its_bank(mesh, straight, fixed, crossings)
        yield line.id, over.kinds.get(line.id, line.kind), line.strengthened, hexes, stations
    for line_id, way in over.added.items():
        yield line_id, over.kinds.get(line_id, "low"), False, way, {}


def _straightened(mesh: Mesh, hexes: Sequence[str | None], fixed: set[str]) -> list[str | None]:
    """Leave out hexes that only make the line zigzag: no town, no junction, and the hexes before and after touch."""
    way = list(hexes)
    i = 1
    while i < len(way) - 1:
        a, b, c = way[i - 1 : i + 2]
        if a is not None and c is not None and b is not None and b not in fixed and (a == c or c in mesh.neighbours(a)):
            del way[i : i + 2 if a == c else i + 1]
            i = max(1, i - 1)
        else:
            i += 1
    return way


def _on_its_bank(
    mesh: Mesh, way: Sequence[str | None], fixed: set[str], crossings: Mapping[Side, float]
) -> list[str | None]:
    """Between two towns or junctions a line that runs beside a river is led round its bends, not over them."""
    stops = [i for i, h in enumerate(way) if h is None or h in fixed or i in (0, len(way) - 1)]
    out: list[str | None] = list(way[:1])
    for i, j in pairwise(stops):
        piece = [h for h in way[i : j + 1] if h is not None]
        wet = any(mesh.pair(a, b) in crossings for a, b in pairwise(piece))
        if j - i > 1 and len(piece) == j - i + 1 and wet:
            piece = _cheapest(mesh, piece, crossings)
            out += piece[1:]
        else:
            out += way[i + 1 : j + 1]
    return out


def _cheapest(mesh: Mesh, piece: Sequence[str], crossings: Mapping[Side, float]) -> list[str]:
    """The cheapest way from the first to the last hex that keeps within a hex of the line."""
    corridor = {n for h in piece for n in (h, *mesh.neighbours(h)) if n is not None}
    heap: list[tuple[float, str, tuple[str, ...]]] = [(0.0, piece[0], (piece[0],))]
    done: set[str] = set()
    while heap:
        cost, here, way = heapq.heappop(heap)
        if here == piece[-1]:
            return list(way)
        if here in done:
            continue
        done.add(here)
        for there in mesh.neighbours(here):
            if there in corridor and there not in done and there is not None:
                step = 1 + (0 if there in piece else DETOUR) + crossings.get(mesh.pair(here, there), 0.0)
                heapq.heappush(heap, (round(cost + step, 6), there, (*way, there)))
    return list(piece)


def _stations(mesh: Mesh, atlas: Atlas, line: RailLine, placed: Mapping[str, str]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for n in line.stations:
        station = atlas.stations[n]
        hex = placed.get(station.name) or mesh.hex_at(station.at)
        if hex is not None:
            found[hex].add(station.name)
    return found


def _net(
    mesh: Mesh,
    groups: _Groups,
    steps: Mapping[tuple[str, str], list[tuple[End, End, str, bool, str]]],
    in_hex: Mapping[str, list[End]],
    leaving: list[tuple[End, str, str]],
    at_station: Mapping[tuple[str, str], list[End]],
) -> Net:
    node: dict[End, int] = {}
    for ends in in_hex.values():
        roots = sorted({groups.find(e) for e in ends}, key=lambda r: (-sum(groups.find(e) == r for e in ends), r))
        node.update({r: i for i, r in enumerate(roots)})

    def at(end: End) -> int:
        return node[groups.find(end)]

    links: dict[tuple[str, str, int, int], tuple[str, bool, list[str]]] = {}
    for (a, b), runs in steps.items():
        for p, q, kind, strong, line_id in runs:
            key = a, b, at(p), at(q)
            old_kind, old_strong, ids = links.get(key, ("low", False, []))
            better = "high" if "high" in (kind, old_kind) else "low"
            links[key] = better, old_strong or (strong and kind == "high"), ids if line_id in ids else [*ids, line_id]
    order = mesh.order
    made = tuple(
        Link(*key, *links[key][:2], tuple(links[key][2]))
        for key in sorted(links, key=lambda k: (order[k[0]], order[k[1]], k[2:]))
    )
    meeting: dict[tuple[str, int], int] = defaultdict(int)
    for link in made:
        meeting[link.a, link.at_a] += 1
        meeting[link.b, link.at_b] += 1
    edges = sorted(
        {(end[0], at(end), kind, line_id) for end, kind, line_id in leaving}, key=lambda e: (order[e[0]], *e[1:])
    )
    junctions: dict[tuple[str, int], set[str]] = defaultdict(set)
    for (hex, station), ends in sorted(at_station.items()):
        key2 = hex, at(ends[0])
        if meeting[key2] >= 3 and len({e[1] for e in ends}) >= 2:
            junctions[key2].add(station)
    for key3, count in meeting.items():
        if count >= 3:
            junctions.setdefault(key3, set())
    return Net(
        made,
        tuple(edges),
        {k: tuple(sorted(junctions[k])) for k in sorted(junctions, key=lambda k: (order[k[0]], k[1]))},
    )
