"""Zones of control by facing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from marne.hexes.grid import Grid
from marne.hexes.links import Links
from marne.hexes.sets import Bits, bits


class FacingZones:
    """Which neighbours a unit controls, or fronts, that faces one of the six directions.

    `pattern`  the hexsides that count, clockwise from the one it faces: (0,) that one alone, (5, 0, 1) the front three
    `closed`   hexsides across which no zone reaches

    `zones.of[facing][hex]` is the zone of one unit, `zones.spread` that of an army.

    >>> from marne.hexes import NACH_PARIS, members
    >>> grid = NACH_PARIS.rectangle(range(1, 4), range(1, 4))
    >>> front = FacingZones(grid, (5, 0, 1))
    >>> [grid.label(hex) for hex in members(front.of[grid.direction("N")][grid.hex("B2")])]
    ['A2', 'B3', 'C2']
    """

    def __init__(self, grid: Grid, pattern: Iterable[int], closed: Bits = 0) -> None:
        turns = tuple(pattern)
        facings: list[Links] = []
        for facing in range(6):
            found: list[Bits] = []
            for six, sides in zip(grid.around, grid.sides_of, strict=True):
                ways = [(facing + turn) % 6 for turn in turns]
                open_ways = [six[way] for way in ways if not closed >> sides[way] & 1]
                found.append(bits(hex for hex in open_ways if hex is not None))
            facings.append(Links(found))
        self._facings: tuple[Links, ...] = tuple(facings)
        self.of: tuple[tuple[Bits, ...], ...] = tuple(links.of for links in facings)

    def spread(self, units: Mapping[int, Bits]) -> Bits:
        """The zones of all units together: for each facing the hexes where units face so."""
        found = 0
        for facing, hexes in units.items():
            found |= self._facings[facing].spread(hexes)
        return found
