"""[13.1.4], [13.1.5], [13.1.12] Logistics lines: how far a unit is from a railway that supplies it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import NO_WAY, V
from marne.games.nach_paris.components.units import (
    FIGHTING,
    LIGHT,
    NATION,
    OF_NATION,
    SIDE_OF,
    Nation,
    Unit,
)
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.reach import costs_of_lines
from marne.games.nach_paris.rules.rail.network import high_hexes
from marne.games.nach_paris.rules.units.zones import zones
from marne.hexes import Bits, MoveCosts, bits, members, memo

__all__ = ["Countries", "Country", "Line", "country", "line", "line_cost", "measured", "open_to_lines"]


class Line(IntEnum):
    """[13.1.4], [13.1.5]"""

    NONE = 0
    LONG = 1
    NORMAL = 2


_LAND: Final[Bits] = bits(hex for hex in range(len(MAP.grid)) if MAP.playable(hex) and MAP.terrain[hex] != Terrain.SEA)
_FARTHEST: Final = V.supply.long + V.supply.light


def open_to_lines(board: NachParisBoard, nation: Nation) -> Bits:
    """[13.1.4] Hexes through which a nation traces: no enemy, no enemy ZOC but where its own foot or horse stands.

    departs: 13.1.4, nor a hex that an enemy fortification keeps closed.
    """
    side = SIDE_OF[nation]
    own = bits(board.where[unit] for unit in board.on_map(OF_NATION[nation] & FIGHTING))
    return _LAND & ~board.occupied[1 - side] & ~closed_to(board, side) & (own | ~zones(board, 1 - side))


class Country:
    """What the lines of a nation hang on at one moment: looked at once, asked for each of its units."""

    __slots__ = ("_known", "free", "lines", "railheads", "units")

    def __init__(self, lines: MoveCosts, free: Bits, units: Bits, railheads: Bits) -> None:
        self.lines = lines
        self.free = free
        self.units = units  #: the hexes of those that are on the map
        self.railheads = railheads
        self._known: dict[Bits, dict[Hex, int]] = {}

    def points(self, hex: Hex, sources: Bits) -> int:
        """[13.1.4] From a hex to the nearest of some sources, `NO_WAY` if no line leads there.

        departs: 13.1.4, the line begins in the unit's own hex, which may lie in an enemy ZOC.
        """
        if sources >> hex & 1:
            return 0
        if not self.units >> hex & 1:
            costs = self._costs(sources, 1 << hex)
        elif sources in self._known:
            costs = self._known[sources]
        else:
            costs = self._known[sources] = self._costs(sources, self.units)
        if self.free >> hex & 1:
            return costs.get(hex, NO_WAY)
        steps = ((self.lines.cost(hex, near), costs.get(near, NO_WAY)) for near in MAP.grid.neighbours[hex])
        return min((first + rest for first, rest in steps if first is not None and rest < NO_WAY), default=NO_WAY)

    def _costs(self, sources: Bits, units: Bits) -> dict[Hex, int]:
        """The points to the nearest source from the hexes of some units, and from around those that are not free; a hex
        from which no line leads is left out.
        """
        asked = units & self.free | MAP.grid.spread(units & ~self.free) & self.free
        found: dict[Hex, int] = {}
        if not asked:
            return found
        flood = self.lines.backwards().flood(sources & self.free, _FARTHEST, self.free, until=asked)
        for points, ring in enumerate(flood.rings):
            if ring & asked:
                for hex in members(ring & asked):
                    found[hex] = points
        return found


def country(board: NachParisBoard, nation: Nation) -> Country:
    """[13.1.4] The ground of a nation's lines as it is now."""
    units = bits(board.where[unit] for unit in board.on_map(OF_NATION[nation]))
    return _country(costs_of_lines(board), open_to_lines(board, nation), units, high_hexes(board, nation))


_country = memo(16)(Country)


class Countries(dict[Nation, Country]):
    """[13.1.4] The ground of each nation, looked at when it is first asked for."""

    def __init__(self, board: NachParisBoard) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, nation: Nation) -> Country:
        self[nation] = found = country(self._board, nation)
        return found


def line_cost(board: NachParisBoard, unit: Unit) -> int:
    """[13.1.4] The points from a unit to the nearest usable High Capacity Railroad."""
    ground = country(board, NATION[unit])
    return ground.points(board.where[unit], ground.railheads)


def line(board: NachParisBoard, unit: Unit, ground: Country) -> Line:
    """[13.1.4], [13.1.5] The logistics line of a unit."""
    return measured(unit, ground.points(board.where[unit], ground.railheads))


def measured(unit: Unit, points: int) -> Line:
    """[13.1.4], [13.1.5] What a line of so many points is."""
    more = _longer(unit)
    if points <= V.supply.normal + more:
        return Line.NORMAL
    return Line.LONG if points <= V.supply.long + more else Line.NONE


def _longer(unit: Unit) -> int:
    """[13.1.12] Light infantry has twenty points more."""
    return V.supply.light if LIGHT >> unit & 1 else 0
