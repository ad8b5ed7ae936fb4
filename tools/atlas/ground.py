"""What the ground under a hex is like: height, relief, woods, country, sea.

Reads the reference layers, which stay outside the repository; what is committed is the grade of each hex.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
import shapely.geometry

from marne.atlas.project import PITCH, Georef

from .mesh import Mesh

NAMES = {
    "France": "FR",
    "Germany": "DE",
    "Belgium": "BE",
    "Luxembourg": "LU",
    "Netherlands": "NL",
    "Switzerland": "CH",
    "United Kingdom": "GB",
}
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Grade:
    """The ground of one hex, in whole numbers."""

    height: int  #: metres, mean over land
    relief: int  #: metres, mean over land of highest less lowest within 11 km
    wood: int  #: per cent of the land
    sea: int  #: per cent of the hex
    country: str  #: that holds most of the land; empty when all is sea
    shares: dict[str, int]  #: per cent of the land, by country, largest first
    high: int  #: metres, the highest cell
    cells: int  #: how many cells of about 1.65 km were read


class Ground:
    """The reference layers on their common raster."""

    def __init__(self, shared: Path) -> None:
        reference = shared / "geo" / "reference"
        elevation = np.load(reference / "elevation.npz")
        self.lat: Floats = elevation["lat"]
        self.lon: Floats = elevation["lon"]
        self.height: Floats = elevation["elev_m"].astype(float)
        self.relief: Floats = elevation["relief_m"].astype(float)
        self.wood: Floats = np.load(reference / "forest.npz")["forest_pct"].astype(float)
        self.country = self._countries(reference / "countries1914.geojson")

    def _countries(self, path: Path) -> npt.NDArray[np.str_]:
        xx, yy = np.meshgrid(self.lon, self.lat)
        found = np.full(xx.shape, "", dtype="<U2")
        for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
            if feature["properties"]["name"] in NAMES:
                polygon: Any = shapely.geometry.shape(feature["geometry"])
                shapely.prepare(polygon)
                found[shapely.contains_xy(polygon, xx, yy)] = NAMES[feature["properties"]["name"]]
        return found

    def grades(self, mesh: Mesh) -> dict[str, Grade]:
        """The grade of every hex of a board."""
        cells = _hex_of_cells(mesh.georef, self.lon, self.lat)
        by_hex: dict[tuple[int, int], list[int]] = {}
        for i, uv in enumerate(cells):
            if uv in mesh.by_uv:
                by_hex.setdefault(uv, []).append(i)
        return {label: self._grade(by_hex.get(uv, [])) for label, uv in mesh.cells.items()}

    def _grade(self, indices: list[int]) -> Grade:
        if not indices:
            return Grade(0, 0, 0, 0, "", {}, 0, 0)
        at = np.array(indices)
        country = self.country.ravel()[at]
        land = country != ""
        n = int(land.sum())
        sea = round(100 * (len(indices) - n) / len(indices))
        if n == 0:
            return Grade(0, 0, 0, 100, "", {}, 0, len(indices))
        height, relief, wood = (a.ravel()[at][land] for a in (self.height, self.relief, self.wood))
        counts = Counter(str(c) for c in country[land])
        shares = {c: round(100 * k / n) for c, k in sorted(counts.items(), key=lambda ck: (-ck[1], ck[0]))}
        return Grade(
            round(float(height.mean())),
            round(float(relief.mean())),
            round(float(wood.mean())),
            sea,
            next(iter(shares)),
            shares,
            round(float(height.max())),
            len(indices),
        )


def _hex_of_cells(georef: Georef, lon: Floats, lat: Floats) -> list[tuple[int, int]]:
    """The hex of each cell of the raster, row by row: the formulas of `Georef.plane` and `Georef.uv` for arrays."""
    lam, aff = georef.lambert, georef.affine
    rho = lam._rf / np.tan(np.pi / 4 + np.radians(lat) / 2) ** lam._n
    theta = lam._n * np.radians(lon - lam.lon0)
    east = rho[:, None] * np.sin(theta)[None, :]
    north = lam._rho0 - rho[:, None] * np.cos(theta)[None, :]
    x, y = aff.a * east + aff.b * north + aff.c, aff.d * east + aff.e * north + aff.f
    if not georef.flat:
        x, y = y, x
    # As if flat tops: u along columns of pitch sqrt(3)/2, v in halves. The nearest of the candidate centres wins.
    u0 = np.rint(x / PITCH)
    best = np.full(x.shape, np.inf)
    bu = np.zeros(x.shape, dtype=int)
    bv = np.zeros(x.shape, dtype=int)
    for du in (-1, 0, 1):
        u = u0 + du
        v = 2 * np.rint((2 * y - u) / 2) + u  # v has the parity of u
        d = (u * PITCH - x) ** 2 + (v / 2 - y) ** 2
        closer = d < best - 1e-12
        best = np.where(closer, d, best)
        bu = np.where(closer, u, bu).astype(int)
        bv = np.where(closer, v, bv).astype(int)
    if not georef.flat:
        bu, bv = bv, bu
    return list(zip(bu.ravel().tolist(), bv.ravel().tolist(), strict=True))
