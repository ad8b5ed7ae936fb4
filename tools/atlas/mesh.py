"""The hexes of a board that is being built: labels and cells on the ground, before there are any files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot

from marne.atlas.model import LonLat
from marne.atlas.project import XY, Georef

Corner = tuple[int, int]


@dataclass(frozen=True)
class Mesh:
    """Hexes by label at their doubled coordinates (u, v), pinned to the ground by a georeference."""

    georef: Georef
    cells: Mapping[str, tuple[int, int]]
    by_uv: dict[tuple[int, int], str] = field(init=False, repr=False)
    order: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_uv", {uv: label for label, uv in self.cells.items()})
        object.__setattr__(self, "order", {label: i for i, label in enumerate(self.cells)})

    def centre(self, label: str) -> XY:
        return self.georef.centre(*self.cells[label])

    def corners(self, label: str) -> tuple[XY, ...]:
        return self.georef.corners(*self.cells[label])

    def outline(self, label: str) -> tuple[LonLat, ...]:
        """The corners in longitude and latitude."""
        return tuple(self.georef.lonlat(c) for c in self.corners(label))

    def neighbours(self, label: str) -> tuple[str | None, ...]:
        return tuple(self.by_uv.get(uv) for uv in self.georef.neighbours(*self.cells[label]))

    def pair(self, a: str, b: str) -> tuple[str, str]:
        """Two neighbours in the order of the board: how a hexside or link is written."""
        return (a, b) if self.order[a] < self.order[b] else (b, a)

    def hex_at(self, at: LonLat) -> str | None:
        """The hex that holds a place on the ground; None when it lies off the board."""
        return self.by_uv.get(self.georef.hex_at(at))

    def off_centre_km(self, label: str, at: LonLat) -> float:
        """How far a place lies from the centre of a hex, in kilometres of the fit: for reports on anchors."""
        (x, y), (a, b) = self.georef.plane(at), self.centre(label)
        return hypot(x - a, y - b) * self.georef.km_per_unit()

    def corner_keys(self, label: str) -> tuple[Corner, ...]:
        """The six corners as integers, so that a corner shared by three hexes is one and the same."""
        u, v = self.cells[label]
        if self.georef.flat:
            steps = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
            return tuple((3 * u + a, v + b) for a, b in steps)
        steps = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        return tuple((u + a, 3 * v + b) for a, b in steps)

    def edges(self) -> dict[tuple[str, str], tuple[tuple[Corner, XY], tuple[Corner, XY]]]:
        """Every hexside between two hexes of the board, with its two ends."""
        found = {}
        for label in self.cells:
            keys, points = self.corner_keys(label), self.corners(label)
            for i, other in enumerate(self.neighbours(label)):
                if other is not None and self.order[label] < self.order[other]:
                    j = (i + 1) % 6
                    found[label, other] = (keys[i], points[i]), (keys[j], points[j])
        return found
