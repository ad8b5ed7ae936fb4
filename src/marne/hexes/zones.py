"""Zones of control by facing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from marne.hexes.grid import Grid
from marne.hexes.links import Links
from marne.hexes.memo import memo
from marne.hexes.sets import Bits


class FacingZones:
    """Which neighbours a unit controls, or fronts, that faces one of the six directions.

    `pattern`  the hexsides that count, clockwise from the one it faces: (0,) that one alone, (5, 0, 1) the front three
    `closed`   hexsides across which no zone reaches

    `zones.zone(hex, facing)` is that of one unit, `zones.of[facing][hex]` the same from a table of all, `zones.spread`
    that of an army.

    >>> from marne.hexes import LettersNumber, Numbering, members
    >>> grid = Numbering("flat", LettersNumber(), "W", "N", "even", "S").rectangle(range(1, 4), range(1, 4))
    >>> front = FacingZones(grid, (5, 0, 1))
    >>> [grid.label(hex) for hex in members(front.zone(grid.hex("B2"), grid.direction("N")))]
    ['A2', 'B3', 'C2']
    """

    def __init__(self, grid: Grid, pattern: Iterable[int], closed: Bits = 0) -> None:
        self._grid = grid
        self._turns = tuple(pattern)
        self._closed = closed
        self.zone = memo(8192)(self._zone)

    def _zone(self, hex: int, facing: int) -> Bits:
        """The zone of one unit; kept as `zone`, since most hexes and facings are never asked for."""
        six, sides = self._grid.around[hex], self._grid.sides_of[hex]
        found = 0
        for turn in self._turns:
            way = (facing + turn) % 6
            near = six[way]
            if near is not None and not self._closed >> sides[way] & 1:
                found |= 1 << near
        return found

    @cached_property
    def of(self) -> tuple[tuple[Bits, ...], ...]:
        """The zones of every facing and hex."""
        return tuple(tuple(self._zone(hex, facing) for hex in range(len(self._grid))) for facing in range(6))

    @cached_property
    def _facings(self) -> tuple[Links, ...]:
        return tuple(Links(zones) for zones in self.of)

    def spread(self, units: Mapping[int, Bits]) -> Bits:
        """The zones of all units together: for each facing the hexes where units face so."""
        found = 0
        for facing, hexes in units.items():
            found |= self._facings[facing].spread(hexes)
        return found
