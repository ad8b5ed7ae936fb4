"""From longitude and latitude to a board's plane and back.

Two steps. First a Lambert conformal conic on a sphere, which keeps shapes over the whole theatre; then an affine map
from its kilometres to the plane of a board, where the centres of two neighbouring hexes are 1 apart, x grows right and
y grows down (as in SVG). The affine map says how that board was pinned to the ground.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import asin, atan, atan2, cos, degrees, hypot, log, pi, radians, sin, sqrt, tan

from .model import LonLat

XY = tuple[float, float]

#: Half the width of a hex across its corners, and the pitch of its slanted rows, when neighbours are 1 apart.
SIDE = 1 / sqrt(3)
PITCH = sqrt(3) / 2


@dataclass(frozen=True)
class Lambert:
    """Lambert conformal conic with two standard parallels, on a sphere. Kilometres east and north of the origin."""

    south: float = 49.0
    north: float = 51.0
    lat0: float = 49.8
    lon0: float = 4.5
    radius_km: float = 6371.0
    _n: float = field(init=False, repr=False)
    _rf: float = field(init=False, repr=False)
    _rho0: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        s, n = radians(self.south), radians(self.north)
        cone = log(cos(s) / cos(n)) / log(tan(pi / 4 + n / 2) / tan(pi / 4 + s / 2)) if s != n else sin(s)
        rf = self.radius_km * cos(s) * tan(pi / 4 + s / 2) ** cone / cone
        object.__setattr__(self, "_n", cone)
        object.__setattr__(self, "_rf", rf)
        object.__setattr__(self, "_rho0", rf / tan(pi / 4 + radians(self.lat0) / 2) ** cone)

    def km(self, lonlat: LonLat) -> XY:
        """Kilometres east and north."""
        rho = self._rf / tan(pi / 4 + radians(lonlat[1]) / 2) ** self._n
        theta = self._n * radians(lonlat[0] - self.lon0)
        return rho * sin(theta), self._rho0 - rho * cos(theta)

    def lonlat(self, km: XY) -> LonLat:
        east, up = km[0], self._rho0 - km[1]
        rho = hypot(east, up)
        theta = atan2(east, up)
        lat = 2 * atan((self._rf / rho) ** (1 / self._n)) - pi / 2
        return degrees(theta / self._n) + self.lon0, degrees(lat)


@dataclass(frozen=True)
class Affine:
    """x = a E + b N + c, y = d E + e N + f: kilometres to the board's plane."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def __call__(self, p: XY) -> XY:
        return self.a * p[0] + self.b * p[1] + self.c, self.d * p[0] + self.e * p[1] + self.f

    def back(self, p: XY) -> XY:
        det = self.a * self.e - self.b * self.d
        x, y = p[0] - self.c, p[1] - self.f
        return (self.e * x - self.b * y) / det, (self.a * y - self.d * x) / det


@dataclass(frozen=True)
class Georef:
    """How a board lies on the ground. `flat` says whether hexes have flat tops (columns) or flat sides (rows)."""

    affine: Affine
    flat: bool
    lambert: Lambert = field(default_factory=Lambert)

    def plane(self, lonlat: LonLat) -> XY:
        """The point of the board's plane for a place on the ground."""
        return self.affine(self.lambert.km(lonlat))

    def lonlat(self, xy: XY) -> LonLat:
        return self.lambert.lonlat(self.affine.back(xy))

    def line(self, points: Iterable[LonLat]) -> list[XY]:
        return [self.plane(p) for p in points]

    def km_per_unit(self) -> float:
        """The distance on the ground between two hex centres (the mean, when the fit squeezes one direction)."""
        a = self.affine
        return 1 / sqrt(abs(a.a * a.e - a.b * a.d))

    # Hexes are named by two integers (u, v), so that every numbering fits and nothing is rounded:
    # flat tops, u counts columns eastward and v half rows southward, so that (u, v) touches (u, v±2) and (u±1, v±1);
    # flat sides, v counts rows southward and u half columns eastward, so that (u, v) touches (u±2, v) and (u±1, v±1).
    # u + v is even for every hex; a board chooses its origin so.

    def centre(self, u: int, v: int) -> XY:
        """The centre of a hex in the plane."""
        return (u * PITCH, v / 2) if self.flat else (u / 2, v * PITCH)

    def neighbours(self, u: int, v: int) -> tuple[tuple[int, int], ...]:
        """The six neighbours, clockwise from the first north (flat tops) or north-east (flat sides)."""
        if self.flat:
            return ((u, v - 2), (u + 1, v - 1), (u + 1, v + 1), (u, v + 2), (u - 1, v + 1), (u - 1, v - 1))
        return ((u + 1, v - 1), (u + 2, v), (u + 1, v + 1), (u - 1, v + 1), (u - 2, v), (u - 1, v - 1))

    def corners(self, u: int, v: int) -> tuple[XY, ...]:
        """The six corners; side i, towards neighbours()[i], runs from corner i to corner i + 1."""
        x, y = self.centre(u, v)
        turns = (-120, -60, 0, 60, 120, 180) if self.flat else (-90, -30, 30, 90, 150, 210)
        return tuple((x + SIDE * cos(radians(t)), y + SIDE * sin(radians(t))) for t in turns)

    def uv(self, xy: XY) -> tuple[int, int]:
        """The hex that holds a point of the plane."""
        x, y = xy
        if self.flat:
            u0, v0 = round(x / PITCH), round(y * 2)
        else:
            u0, v0 = round(x * 2), round(y / PITCH)
        near = ((u, v) for u in range(u0 - 2, u0 + 3) for v in range(v0 - 2, v0 + 3) if (u + v) % 2 == 0)
        return min(near, key=lambda uv: (hypot(self.centre(*uv)[0] - x, self.centre(*uv)[1] - y), uv))

    def hex_at(self, lonlat: LonLat) -> tuple[int, int]:
        """The hex that holds a place on the ground."""
        return self.uv(self.plane(lonlat))


def kilometres(a: LonLat, b: LonLat) -> float:
    """Great-circle distance."""
    (x1, y1), (x2, y2) = ((radians(p[0]), radians(p[1])) for p in (a, b))
    h = sin((y2 - y1) / 2) ** 2 + cos(y1) * cos(y2) * sin((x2 - x1) / 2) ** 2
    return 2 * 6371.0 * asin(min(1.0, sqrt(h)))
