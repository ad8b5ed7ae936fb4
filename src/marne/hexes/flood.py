"""Floods: what is connected with what, over hexes or along the links of a rail net.

Over hexes whole sets move at once, as bits of an integer. Along links, which are few per hex, a list does. Ranges in
movement points are `MoveCosts.flood`.
"""

from __future__ import annotations

from collections.abc import Iterable

from marne.hexes.grid import Grid
from marne.hexes.sets import Bits, bits, members


def flood(
    grid: Grid, sources: Bits, allowed: Bits, *, limit: int | None = None, barred_sides: Bits = 0
) -> Bits:  # fmt: skip
    """All hexes joined to a source through allowed hexes, at most `limit` steps away.

    Sources count whether allowed or not; `barred_sides` are hexsides that it doesn't cross.
    """
    if barred_sides:
        return Links.of_grid(grid, barred_sides).flood(sources, allowed, limit=limit)
    seen = ring = sources
    spread = grid.spread
    steps = 0
    while ring and (limit is None or steps < limit):
        ring = spread(ring) & allowed & ~seen
        seen |= ring
        steps += 1
    return seen


def rings(grid: Grid, sources: Bits, allowed: Bits, *, limit: int | None = None) -> list[Bits]:
    """The same flood step by step: item d of the list is the set of hexes d steps from the nearest source."""
    result = [sources]
    seen = sources
    while result[-1] and (limit is None or len(result) <= limit):
        ring = grid.spread(result[-1]) & allowed & ~seen
        seen |= ring
        result.append(ring)
    if not result[-1]:
        result.pop()
    return result


def pieces(grid: Grid, hexes: Bits) -> list[Bits]:
    """The connected pieces of a set, the one with the lowest hex first."""
    result: list[Bits] = []
    while hexes:
        piece = flood(grid, hexes & -hexes, hexes)
        result.append(piece)
        hexes &= ~piece
    return result


class Links:
    """A net of links between hexes: a railway. Immutable; a link runs both ways."""

    __slots__ = ("grid", "neighbours")

    def __init__(self, grid: Grid, pairs: Iterable[tuple[int, int]]) -> None:
        joined: list[set[int]] = [set() for _ in range(len(grid))]
        for a, b in pairs:
            if a == b:
                raise ValueError(f"a link from {grid.label(a)} to itself")
            joined[a].add(b)
            joined[b].add(a)
        self.grid = grid
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(hexes)) for hexes in joined)

    @classmethod
    def of_grid(cls, grid: Grid, barred_sides: Bits = 0) -> Links:
        """Every hex linked with every neighbour, except across some hexsides."""
        pairs = (grid.side_hexes(side) for side in range(grid.side_count) if not barred_sides >> side & 1)
        return cls(grid, ((two[0], two[1]) for two in pairs if len(two) == 2))

    @property
    def hexes(self) -> Bits:
        """The hexes that have a link."""
        return bits(h for h, ns in enumerate(self.neighbours) if ns)

    def joined(self, a: int, b: int) -> bool:
        return b in self.neighbours[a]

    def flood(self, sources: Bits, allowed: Bits, *, limit: int | None = None) -> Bits:
        """All hexes joined to a source by links through allowed hexes, at most `limit` links away."""
        return bits(self.distances(sources, allowed, limit=limit))

    def distances(self, sources: Bits, allowed: Bits, *, limit: int | None = None) -> dict[int, int]:
        """How many links each hex of the flood is from the nearest source, nearest first and then in order."""
        open_hexes = bytearray(len(self.neighbours))
        for hex in members(allowed & ~sources):
            open_hexes[hex] = 1
        ring = members(sources)
        found = dict.fromkeys(ring, 0)
        steps = 0
        neighbours = self.neighbours
        while ring and (limit is None or steps < limit):
            steps += 1
            wider: list[int] = []
            for here in ring:
                for there in neighbours[here]:
                    if open_hexes[there]:
                        open_hexes[there] = 0
                        wider.append(there)
            wider.sort()
            for hex in wider:
                found[hex] = steps
            ring = wider
        return found

    def path(self, sources: Bits, target: int, allowed: Bits) -> tuple[int, ...] | None:
        """The shortest way by links from a source to the target, None if there is none.

        Among equals the one whose hexes come first in order, read from the source.
        """
        if sources >> target & 1:
            return (target,)
        if not allowed >> target & 1:
            return None
        # Measured from the target, so that the way can be walked from the source always down to it.
        left = self.distances(1 << target, allowed | sources)
        starts = [hex for hex in members(sources) if hex in left]
        if not starts:
            return None
        nearest = min(left[hex] for hex in starts)
        path = [min(hex for hex in starts if left[hex] == nearest)]
        while path[-1] != target:
            here = path[-1]
            path.append(min(n for n in self.neighbours[here] if left.get(n) == left[here] - 1))
        return tuple(path)
