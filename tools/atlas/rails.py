"""Railways as links between neighbouring hexes.

A line is followed from station to station. Stations stand in the hex of their coordinates (or where the board puts that
town); between them the line passes through the hexes it crosses, but a corner that is only cut, with no station in it,
is left out when the hexes before and after it touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from marne.atlas.model import Atlas, RailLine
from marne.atlas.project import XY

from .lines import densify
from .mesh import Mesh
from .routing import Side


@dataclass(frozen=True)
class Link:
    """A rail link: the better of the classes that run there, and the lines' ids."""

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class _Visit:
    hex: str | None
    run: float  #: how far the line runs inside, in hex widths
    station: bool


def rail_links(
    mesh: Mesh,
    atlas: Atlas,
    *,
    wanted: Callable[[RailLine], bool] = lambda line: not line.narrow,
    placed: Mapping[str, str] | None = None,
    cut: float = 0.35,
) -> dict[Side, Link]:
    """Links of the lines that the board wants. `placed` puts towns in stated hexes; `cut` is the size of a corner."""
    found: dict[Side, tuple[str, list[str]]] = {}
    for line in atlas.rails:
        if not wanted(line):
            continue
        hexes = line_hexes(mesh, atlas, line, placed or {}, cut)
        for a, b in pairwise(hexes):
            if a is None or b is None or a == b or b not in mesh.neighbours(a):
                continue
            side = mesh.pair(a, b)
            kind, ids = found.get(side, ("low", []))
            found[side] = "high" if "high" in (kind, line.kind) else "low", ids if line.id in ids else [*ids, line.id]
    order = mesh.order
    return {s: Link(found[s][0], tuple(found[s][1])) for s in sorted(found, key=lambda s: (order[s[0]], order[s[1]]))}


def line_hexes(mesh: Mesh, atlas: Atlas, line: RailLine, placed: Mapping[str, str], cut: float) -> list[str | None]:
    """The hexes a line runs through, each neighbour to the next; None where it leaves the board."""
    points: list[XY] = []
    stations: list[bool] = []
    forced: list[str | None] = []
    previous: tuple[XY, str | None] | None = None
    for n in line.stations:
        station = atlas.stations[n]
        own = placed.get(station.name)
        here = mesh.centre(own) if own else mesh.georef.plane(station.at)
        if previous:
            between = densify([previous[0], here], 0.04)[1:-1]
            points += between
            stations += [False] * len(between)
            forced += [None] * len(between)
        points.append(here)
        stations.append(True)
        forced.append(own)
        previous = here, own
    visits = _visits(mesh, points, stations, forced)
    return _joined(mesh, _without_corners(mesh, visits, cut))


def _visits(mesh: Mesh, points: list[XY], stations: list[bool], forced: list[str | None]) -> list[_Visit]:
    visits: list[_Visit] = []
    last: XY | None = None
    for p, station, own in zip(points, stations, forced, strict=True):
        hex = own or mesh.by_uv.get(mesh.georef.uv(p))
        step = hypot(p[0] - last[0], p[1] - last[1]) if last else 0.0
        if visits and visits[-1].hex == hex:
            visits[-1] = _Visit(hex, visits[-1].run + step, visits[-1].station or station)
        else:
            visits.append(_Visit(hex, step, station))
        last = p
    return visits


def _without_corners(mesh: Mesh, visits: list[_Visit], cut: float) -> list[_Visit]:
    """Leave out short stays without a station where the line can go straight on, shortest first."""
    kept = list(visits)
    while True:
        idle = [
            (v.run, i)
            for i, v in enumerate(kept)
            if 0 < i < len(kept) - 1
            and not v.station
            and v.run < cut
            and _touch(mesh, kept[i - 1].hex, kept[i + 1].hex)
        ]
        if not idle:
            return kept
        del kept[min(idle)[1]]


def _touch(mesh: Mesh, a: str | None, b: str | None) -> bool:
    return a is not None and b is not None and (a == b or b in mesh.neighbours(a))


def _joined(mesh: Mesh, visits: list[_Visit]) -> list[str | None]:
    """The list of hexes without doubles; where two don't touch (a town was placed), the hexes between are filled in."""
    out: list[str | None] = []
    for v in visits:
        if out and v.hex == out[-1]:
            continue
        if out and out[-1] is not None and v.hex is not None and v.hex not in mesh.neighbours(out[-1]):
            a, b = mesh.centre(out[-1]), mesh.centre(v.hex)
            for p in densify([a, b], 0.1):
                hex = mesh.by_uv.get(mesh.georef.uv(p))
                if hex is not None and hex != out[-1]:
                    out.append(hex)
        if not out or v.hex != out[-1]:
            out.append(v.hex)
    return out
