"""How far the staff has to march: costs over open ground, worked out once for each goal."""

from __future__ import annotations

from functools import cache

from marne.games.schlieffens_war import ground as g
from marne.hexes import Bits, members

__all__ = ["march_costs"]


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
