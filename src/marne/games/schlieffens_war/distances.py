"""How far the staff has to march: costs over open ground, once for each goal, and hexes to a set of hexes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from marne.games.schlieffens_war import ground as g
from marne.hexes import Bits, bits, members

__all__ = ["hexes_to", "march_costs"]


@cache
def march_costs(goal: int) -> tuple[int, ...]:
    """Movement points from every hex to a goal over open ground, enemies left aside."""
    found = [999] * g.COUNT
    levels: dict[int, Bits] = {0: 1 << goal}
    seen = 0
    for spent in range(200):
        ring = levels.get(spent, 0) & ~seen
        seen |= ring
        for hex in members(ring):
            found[hex] = spent
            for before in members(g.PASSABLE[hex] & ~seen):
                cost = next(cost for cost, hexes in g.STEPS[before] if hexes >> hex & 1)
                levels[spent + cost] = levels.get(spent + cost, 0) | 1 << before
    return tuple(found)


def hexes_to(places: Iterable[int]) -> list[int]:
    """Hexes from every hex to the nearest of some places, whatever lies between; 99 where there is none."""
    found = [99] * g.COUNT
    ring = seen = bits(places)
    far = 0
    while ring:
        for hex in members(ring):
            found[hex] = far
        far += 1
        ring = g.GRID.spread(ring) & ~seen
        seen |= ring
    return found
