"""Which bank: rivers are pushed to hexsides so that towns and stations stay on the side where they stood in 1914.

A hex is on one bank of a river by the rules, so the hexsides must leave its towns there; else railways that never
crossed the Rhine or the Meuse would, and Creil would stand on the wrong side of the Oise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from marne.atlas.model import Atlas
from marne.atlas.project import XY

from .mesh import Mesh
from .routing import Side, Toll

RIGHT, LEFT = 1, -1


def bank_tolls(
    mesh: Mesh,
    atlas: Atlas,
    placed: Mapping[str, str],
    by_hand: Iterable[Mapping[str, str]],
    t: Mapping[str, float],
) -> Callable[[str, Sequence[XY]], Toll | None]:
    """For each greater river, what it costs to leave a town or a station on the wrong bank."""
    great = {r.river for r in atlas.rivers if r.kind in ("major", "river")}
    settled = _settled(mesh, atlas, placed, t)
    points = np.array([p for _, p, _ in settled])
    hand = list(by_hand)

    def toll_of(river: str, line: Sequence[XY]) -> Toll | None:
        if river not in great or len(line) < 2:
            return None
        banks: dict[str, dict[int, float]] = defaultdict(lambda: {RIGHT: 0.0, LEFT: 0.0})
        for (hex, _, weight), bank in zip(
            settled, _banks(points, line, t["bank_near_km"] / 10, t["bank_km"] / 10), strict=True
        ):
            if bank:
                banks[hex][bank] += weight
        for r in hand:
            if r["b"] == river:
                banks[r["a"]] = {RIGHT: 0.0, LEFT: 0.0}
                banks[r["a"]][RIGHT if r["value"] == "right" else LEFT] = t["bank_by_hand"]
        return _toll(mesh, banks)

    return toll_of


def _settled(
    mesh: Mesh, atlas: Atlas, placed: Mapping[str, str], t: Mapping[str, float]
) -> list[tuple[str, XY, float]]:
    """Hex, place and weight of every town and station on the board."""
    found = []
    for station in atlas.stations:
        if hex := placed.get(station.name) or mesh.hex_at(station.at):
            found.append((hex, mesh.georef.plane(station.at), t["bank_station"]))
    for town in atlas.towns:
        if hex := placed.get(town.name) or mesh.hex_at(town.at):
            found.append((hex, mesh.georef.plane(town.at), t["bank_town"] * town.size))
    return found


def _banks(points: np.ndarray, line: Sequence[XY], near: float, far: float) -> list[int]:
    """On which bank of a line, followed downstream, each point stands; 0 when it is on both, or far away."""
    xy = np.array(line)
    start, step = xy[:-1], np.diff(xy, axis=0)
    size = np.maximum((step**2).sum(axis=1), 1e-12)
    found = []
    for p in points:
        along = np.clip(((p - start) * step).sum(axis=1) / size, 0, 1)
        away = ((start + along[:, None] * step - p) ** 2).sum(axis=1)
        k = int(away.argmin())
        if not near * near <= away[k] <= far * far:
            found.append(0)
            continue
        cross = step[k, 0] * (p[1] - start[k, 1]) - step[k, 1] * (p[0] - start[k, 0])
        found.append(RIGHT if cross > 0 else LEFT)  # y grows south, so right of the flow is positive
    return found


def _toll(mesh: Mesh, banks: Mapping[str, Mapping[int, float]]) -> Toll:
    def toll(a: XY, b: XY, side: Side) -> float:
        cost = 0.0
        for hex in side:
            if hex in banks:
                x, y = mesh.centre(hex)
                cross = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
                cost += banks[hex][LEFT if cross > 0 else RIGHT]
        return cost

    return toll
