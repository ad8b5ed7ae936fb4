"""[13.1.4], [13.1.5], [13.1.12] Logistics lines: how far a unit is from a railway that supplies it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import MOVEMENT, NO_WAY, V
from marne.games.nach_paris.components.units import (
    FIGHTING,
    LIGHT,
    NATION,
    NORMAL,
    OF_NATION,
    OF_SIDE,
    SIDE_OF,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.command.railheads import railheads
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.reach import costs_of_lines
from marne.games.nach_paris.rules.units.zones import zones
from marne.hexes import Bits, MoveCosts, bits, members, memo

__all__ = ["Country", "Line", "countries", "country", "line", "line_cost", "measured", "open_to_lines"]


class Line(IntEnum):
    """[13.1.4], [13.1.5]"""

    NONE = 0
    LONG = 1
    NORMAL = 2


_LAND: Final[Bits] = bits(hex for hex in range(len(MAP.grid)) if MAP.playable(hex) and MAP.terrain[hex] != Terrain.SEA)
_FARTHEST: Final = V.supply.long + V.supply.light
_HEXES: Final = _FARTHEST // min(costs[NORMAL] for costs in MOVEMENT) + 1
"""How many hexes the longest line can lead."""


def open_to_lines(board: NachParisBoard, nation: Nation) -> Bits:
    """[13.1.4] Hexes through which a nation traces: no enemy, no enemy ZOC but where its own foot or horse stands.

    departs: 13.1.4, nor a hex that an enemy fortification keeps closed.
    """
    side = SIDE_OF[nation]
    own = bits(board.where[unit] for unit in board.on_map(OF_NATION[nation] & FIGHTING))
    return _LAND & ~board.occupied[1 - side] & ~closed_to(board, side) & (own | ~zones(board, 1 - side))


@memo(64)
def _costs(lines: MoveCosts, sources: Bits, free: Bits) -> tuple[int, ...]:
    """For each hex, the points from it to the nearest source, `NO_WAY` where no line leads."""
    found = [NO_WAY] * len(MAP.grid)
    for points, ring in enumerate(lines.backwards().flood(sources, _FARTHEST, free).rings):
        for hex in members(ring):
            found[hex] = points
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Country:
    """What the lines of a nation hang on at one moment: looked at once, asked for each of its units."""

    lines: MoveCosts
    free: Bits
    near: Bits
    """Where lines of the units that are on the map can lead; what lies farther off can't matter."""
    railheads: Bits

    def points(self, hex: Hex, sources: Bits) -> int:
        """[13.1.4] From a hex to the nearest of some sources, `NO_WAY` if no line leads there.

        departs: 13.1.4, the line begins in the unit's own hex, which may lie in an enemy ZOC.
        """
        if sources >> hex & 1:
            return 0
        free = self.free & (self.near if self.near >> hex & 1 else MAP.grid.within_bits(hex, _HEXES))
        costs = _costs(self.lines, sources & free, free)
        if self.free >> hex & 1:
            return costs[hex]
        steps = ((self.lines.cost(hex, near), costs[near]) for near in MAP.grid.neighbours[hex])
        return min((first + rest for first, rest in steps if first is not None and rest < NO_WAY), default=NO_WAY)


def country(board: NachParisBoard, nation: Nation) -> Country:
    """[13.1.4] The ground of a nation's lines as it is now."""
    near = 0
    for hex in {board.where[unit] for unit in board.on_map(OF_NATION[nation])}:
        near |= MAP.grid.within_bits(hex, _HEXES)
    return Country(costs_of_lines(board), open_to_lines(board, nation), near, railheads(board, nation))


def countries(board: NachParisBoard, side: Side) -> dict[Nation, Country]:
    """[13.1.4] The ground of each nation of a side that has units on the map."""
    there = {NATION[unit] for unit in board.on_map(OF_SIDE[side])}
    return {nation: country(board, nation) for nation in sorted(there)}


def line_cost(board: NachParisBoard, unit: Unit) -> int:
    """[13.1.4] The points from a unit to the nearest usable High Capacity Railroad."""
    ground = country(board, NATION[unit])
    return ground.points(board.where[unit], ground.railheads)


def line(board: NachParisBoard, unit: Unit, ground: Country) -> Line:
    """[13.1.4], [13.1.5] The logistics line of a unit."""
    return measured(unit, ground.points(board.where[unit], ground.railheads))


def measured(unit: Unit, points: int) -> Line:
    """[13.1.4], [13.1.5], [13.1.12] What a line of so many points is; light infantry has twenty more."""
    more = V.supply.light if LIGHT >> unit & 1 else 0
    if points <= V.supply.normal + more:
        return Line.NORMAL
    return Line.LONG if points <= V.supply.long + more else Line.NONE
