"""How far the staff has to march: costs over open ground, once for each goal, and hexes to a set of hexes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from marne.games.schlieffens_war.components import ground as g
from marne.hexes import bits, members

__all__ = ["hexes_to", "march_costs"]


@cache
def march_costs(goal: int) -> tuple[int, ...]:
    """Movement points from every hex to a goal over open ground, enemies left aside."""
    found = [999] * g.COUNT
    for points, ring in enumerate(g.MARCH.backwards().flood(1 << goal, 199).rings):
        for hex in members(ring):
            found[hex] = points
    return tuple(found)


def hexes_to(places: Iterable[int]) -> list[int]:
    """Hexes from every hex to the nearest of some places, whatever lies between; 99 where there is none."""
    return g.GRID.links.distances(bits(places), far=99)
