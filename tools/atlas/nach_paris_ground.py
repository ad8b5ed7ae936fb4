"""The terrain of Nach Paris from the ground: hexes (4.1), and the hexsides that woods and mountains close (4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np

from marne.atlas.model import Atlas
from marne.atlas.project import XY

from .ground import Grade, Ground
from .mesh import Mesh
from .routing import Side

Thresholds = Mapping[str, Any]


@dataclass(frozen=True)
class Wall:
    """A hexside that only some units cross (7.2.1), and how strongly the ground says so: 1 is just enough."""

    kind: str  #: forest or range
    strength: float


def terrain(grade: Grade, t: Thresholds) -> str:
    """4.1: the dominant terrain of a hex."""
    if not grade.country or grade.sea >= t["sea"]:
        return "sea"
    if (
        grade.relief >= t["mountainous_relief"]
        and grade.height >= t["mountainous_height"]
        and grade.high >= t["mountainous_high"]
    ):
        return "mountainous"
    steep_and_covered = grade.relief >= t["rough_relief"] and grade.wood >= t["rough_wood"]
    if steep_and_covered or grade.relief >= t["rough_relief_bare"] or grade.wood >= t["rough_wood_alone"]:
        return "rough"
    if grade.height <= t["lowland_height"] and grade.relief <= t["lowland_relief"]:
        return "lowland"
    if grade.relief >= t["broken_relief"] or grade.wood >= t["broken_wood"]:
        return "broken"
    return "clear"


def wall_sides(
    mesh: Mesh, ground: Ground, atlas: Atlas, terrains: Mapping[str, str], t: Thresholds
) -> dict[Side, Wall]:
    """4.2: hexsides of Deep Forest and Mountain Range, before railways, roads and passes open some of them."""
    forests = [
        (mesh.georef.plane(r.at), r.radius_km / 10) for r in atlas.regions if r.kind in ("forest", "wooded ridge")
    ]
    found: dict[Side, Wall] = {}
    for (a, b), ((_, p), (_, q)) in mesh.edges().items():
        kinds = {terrains[a], terrains[b]}
        if "sea" in kinds:
            continue
        if kinds == {"mountainous"}:
            heights = _along(mesh, ground, ground.height, p, q, t["strip"])
            mean = sum(heights) / len(heights)
            if mean >= t["range_height"] and min(heights) >= t["range_lowest"]:
                found[a, b] = Wall("range", round(mean / t["range_height"], 4))
                continue
        middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        named = any(hypot(middle[0] - x, middle[1] - y) <= radius for (x, y), radius in forests)
        least = t["deep_forest_named"] if named else t["deep_forest"]
        woods = _along(mesh, ground, ground.wood, p, q, t["strip"])
        if (mean := sum(woods) / len(woods)) >= least:
            found[a, b] = Wall("forest", round(mean / least, 4))
    return found


def _along(mesh: Mesh, ground: Ground, layer: Any, p: XY, q: XY, strip: float) -> list[float]:
    """The values of a layer in a strip along a hexside."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = hypot(dx, dy)
    nx, ny = -dy / length * strip, dx / length * strip
    values = []
    for i in range(7):
        f = 0.05 + 0.15 * i
        for w in (-1, 0, 1):
            lon, lat = mesh.georef.lonlat((p[0] + f * dx + w * nx, p[1] + f * dy + w * ny))
            row, column = int(np.abs(ground.lat - lat).argmin()), int(np.abs(ground.lon - lon).argmin())
            values.append(float(layer[row, column]))
    return values
