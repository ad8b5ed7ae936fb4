"""Hexsides of Nach Paris (4.2, 4.4): water, woods, ranges, bridges, passes, entrenchments, banks to flood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .mesh import Mesh
from .nach_paris_ground import Wall
from .nach_paris_places import Place
from .nach_paris_rails import Net
from .rivers import RiverSide
from .routing import Side

Row = dict[str, str]


@dataclass(frozen=True)
class Sides:
    """Everything that the hexsides are made from."""

    mesh: Mesh
    terrains: Mapping[str, str]
    rivers: Mapping[Side, RiverSide]
    walls: Mapping[Side, Wall]
    net: Net
    places: Sequence[Place]
    camps: Sequence[Row]
    overrides: Sequence[Row]
    facts: Sequence[Row]
    thresholds: Mapping[str, Any]

    def stated(self, what: str) -> Iterator[tuple[Side, Row]]:
        for r in self.overrides:
            if r["what"] == what:
                yield self.mesh.pair(r["a"], r["b"]), r


@dataclass
class _Side:
    features: set[str] = field(default_factory=set)
    guard: dict[str, str] = field(default_factory=dict)
    works: str = ""
    flood: str = ""
    origin: str = ""
    other: dict[str, str] = field(default_factory=dict)  #: columns of another origin than the row


def side_rows(s: Sides) -> Iterator[tuple[str, ...]]:
    """The rows of `sides.csv`, one for each hexside that carries something, in the order of the board."""
    sides: dict[Side, _Side] = defaultdict(_Side)
    for side in s.rivers:
        if not _sea(s, side):
            sides[side].origin = "river"
    for side, kind in _walls(s).items():
        sides[side].features.add(kind)
        _origin(sides[side], "features", kind)
    for side, r in s.stated("side"):
        if r["value"] in ("open", "minor"):
            continue
        sides[side].features.add(r["value"])
        _origin(sides[side], "features", "water")
    for side, _ in s.stated("pass"):
        sides[side].features.add("pass")
        _origin(sides[side], "features", "pass")
    for side in _bridged(s):
        sides[side].features.add("bridge")
        _origin(sides[side], "features", "bridge")
    for side, r in s.stated("flood"):
        sides[side].flood = r["value"]
        _origin(sides[side], "flood", "flood")
    crossed = {(k.a, k.b) for k in s.net.links}
    for side, x in sides.items():
        if x.flood and (side in crossed or "bridge" in x.features):
            x.features.add("partial-flood")
            _origin(x, "features", "partial")
    for r in s.facts:
        if r["kind"] == "side":
            example = "example14" if "Example 14" in r["note"] else "example12"
            _origin(sides[s.mesh.pair(r["a"], r["b"])], "river", example)
    _entrench(s, sides)
    lowered = {side for side, r in s.stated("side") if r["value"] == "minor"}
    for a, b in sorted(sides, key=lambda side: (s.mesh.order[side[0]], s.mesh.order[side[1]])):
        x = sides[a, b]
        x.features |= ({"entrenchment"} if x.guard else set()) | ({"flood"} if x.flood else set())
        river = s.rivers.get((a, b))
        yield (
            a,
            b,
            ("minor" if (a, b) in lowered else river.kind) if river else "",
            "|".join(river.names) if river else "",
            "|".join(sorted(x.features)),
            x.guard.get(a, ""),
            x.guard.get(b, ""),
            x.works,
            x.flood,
            x.origin,
            "; ".join(f"{column}={key}" for column, key in sorted(x.other.items()) if key != x.origin),
        )


def _sea(s: Sides, side: Side) -> bool:
    return "sea" in (s.terrains[side[0]], s.terrains[side[1]])


def _walls(s: Sides) -> dict[Side, str]:
    """Deep Forest and Mountain Range, except where a railway leads through, a river runs, or a hex would be shut in."""
    open_ = {(k.a, k.b) for k in s.net.links} | {side for side, r in s.rivers.items() if r.kind in ("river", "major")}
    by_hand = {side for side, r in s.stated("side") if r["value"] in ("open", "range")}
    passes = {side for side, _ in s.stated("pass")}
    kept = {side: w for side, w in s.walls.items() if side not in open_ and side not in by_hand}
    least = s.thresholds["side"]["least_open"]
    for hex in s.mesh.cells:
        around = [s.mesh.pair(hex, n) for n in s.mesh.neighbours(hex) if n and s.terrains[n] != "sea"]
        shut = sorted((kept[side].strength, side) for side in around if side in kept and side not in passes)
        excess = least - (len(around) - len(shut))
        for _, side in shut[: max(0, excess)]:
            del kept[side]
    return {side: w.kind for side, w in kept.items()}


def _bridged(s: Sides) -> set[Side]:
    """4.5: major rivers have a bridge where a railway, a known road bridge or a town stands on the hexside."""
    major = {side for side, r in s.rivers.items() if r.kind == "major" and not _sea(s, side)}
    found = {(k.a, k.b) for k in s.net.links} & major
    found |= {s.mesh.pair(p.hex, p.to) for p in s.places if p.kind in ("bridge", "viaduct") and p.to} & major
    reach = s.thresholds["river"]["bridge_town_km"] / 10
    towns = [(p.hex, s.mesh.georef.plane(p.at)) for p in s.places if p.kind == "town"]
    ends = {side: (p, q) for side, ((_, p), (_, q)) in s.mesh.edges().items() if side in major}
    for hex, (x, y) in towns:
        near = [
            (round(_to_segment(x, y, *ends[side]), 6), side)
            for side in (s.mesh.pair(hex, n) for n in s.mesh.neighbours(hex) if n)
            if side in major
        ]
        if near and min(near)[0] <= reach + 0.25:
            found.add(min(near)[1])
    return found


def _to_segment(x: float, y: float, p: tuple[float, float], q: tuple[float, float]) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    f = max(0.0, min(1.0, ((x - p[0]) * dx + (y - p[1]) * dy) / (dx * dx + dy * dy)))
    return float(((x - p[0] - f * dx) ** 2 + (y - p[1] - f * dy) ** 2) ** 0.5)


def _entrench(s: Sides, sides: dict[Side, _Side]) -> None:
    """4.4, 11.1, 11.6.1: lines of entrenchments, and the belts of the camps; each guards one hex against another."""
    for side, r in s.stated("works"):
        name, _, kind = r["value"].partition("|")
        key = "breusch" if r["origin"] == "stated" else "works"
        _guard(sides[side], "guard_a" if r["a"] == side[0] else "guard_b", r["a"], kind, name, key)
    for camp in s.camps:
        inside = camp["hexes"].split()
        for hex in inside:
            for direction, other in enumerate(s.mesh.neighbours(hex)):
                if other is None or other in inside or s.terrains[other] == "sea":
                    continue
                kind = camp["east"] if direction in (1, 2) else camp["belt"]
                side = s.mesh.pair(hex, other)
                _guard(sides[side], "guard_a" if hex == side[0] else "guard_b", hex, kind, camp["name"], "belt")


def _origin(side: _Side, column: str, key: str) -> None:
    """The first origin is the row's; later ones hold for their own column."""
    side.origin = side.origin or key
    side.other[column] = key


def _guard(side: _Side, column: str, hex: str, kind: str, name: str, origin: str) -> None:
    if side.guard.get(hex) != "strengthened":
        side.guard[hex] = kind
    side.works = "|".join(dict.fromkeys([*(w for w in side.works.split("|") if w), name]))
    _origin(side, column, origin)
