"""C15, C27: tables: areas and lines of terrain, roads; three made by hand, any number from a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from marne.games.brigade1914.components.data import MEASURES, TABLES, TERRAIN, Terrain
from marne.plane import (
    Area,
    Fence,
    Figure,
    Point,
    Screens,
    chord,
    clip,
    contains,
    crosses,
    fence_between,
    length,
    overlap,
    point_to_segment2,
    polyline_distance2,
)

__all__ = ["DEEP", "SEEDS", "WIDE", "Flood", "Ground", "Piece", "flood_at", "ground_of", "on_road", "path_cost"]

WIDE: Final = 7200
DEEP: Final = 4800
SEEDS: Final = 1000
"""How many random tables there are."""

Flood = tuple[int, int]


class Piece:
    """A piece of terrain: an area (`figure`) or a line (`fence`)."""

    __slots__ = ("fence", "figure", "kind", "name", "terrain")

    def __init__(self, kind: str, points: tuple[Point, ...], name: str = "") -> None:
        self.kind = kind
        self.name = name
        self.terrain: Terrain = TERRAIN[kind]
        line = self.terrain.line
        self.figure = None if line else Figure(points)
        self.fence = Fence(points, MEASURES.lining, self.terrain.opaque) if line else None


class Ground:
    """A table with everything that stays where it is."""

    def __init__(self, title: str, roads: tuple[tuple[Point, ...], ...], pieces: tuple[Piece, ...]) -> None:
        """C15: the pieces of a table, by kind."""
        self.title = title
        self.roads = roads
        self.pieces = pieces
        self.areas = tuple((p.figure, p.terrain, p) for p in pieces if p.figure is not None)
        self.lines = tuple((p.fence, p.terrain, p) for p in pieces if p.fence is not None)
        self.boxes = tuple(
            (each.left, each.right, each.top, each.bottom) for piece in pieces if (each := piece.figure or piece.fence)
        )
        self.covering = tuple(figure for figure, terrain, _ in self.areas if terrain.cover)
        self.covering_lines = tuple(fence for fence, terrain, _ in self.lines if terrain.cover)
        self.screens = Screens(
            [
                Area(figure, terrain.depth, terrain.through, terrain.height)
                for figure, terrain, _ in self.areas
                if terrain.depth >= 0 or terrain.height
            ],
            [fence for fence, terrain, _ in self.lines if terrain.opaque],
        )

    def touched(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """C15: whether the box of a leg meets the box of any piece: else the leg costs its length."""
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        for box_left, box_right, box_top, box_bottom in self.boxes:
            if box_left <= right and box_right >= left and box_top <= bottom and box_bottom >= top:
                return True
        return False

    def in_cover(self, x: int, y: int) -> bool:
        """C15: whether a point lies in ground that covers."""
        return any(contains(figure, x, y) for figure in self.covering)

    def kind_at(self, x: int, y: int) -> str:
        """C15: the ground at a point."""
        return next((piece.kind for figure, _, piece in self.areas if contains(figure, x, y)), "open")


def flood_at(flood: Flood) -> Figure:
    """C23: the square of flooded ground around a point."""
    (x, y), half = flood, MEASURES.flood_size
    return Figure([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


def on_road(ground: Ground, a: Point, b: Point) -> bool:
    """C15: whether a leg lies along one stretch of road: both its ends do, and a strip is convex."""
    most = MEASURES.road_width**2
    return any(
        point_to_segment2(*a, *p, *q) <= most and point_to_segment2(*b, *p, *q) <= most
        for road in ground.roads
        for p, q in pairwise(road)
    )


def _bridge(ground: Ground, a: Point, b: Point, p: Point, q: Point) -> bool:
    """C15: whether the place where a leg crosses a line lies on a road."""
    ex, ey, fx, fy = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    across = ex * fy - ey * fx
    if not across:
        return False
    t = (p[0] - a[0]) * fy - (p[1] - a[1]) * fx
    x, y = a[0] + ex * t // across, a[1] + ey * t // across
    return any(polyline_distance2(road, x, y) <= MEASURES.road_width**2 for road in ground.roads)


@lru_cache(maxsize=8192)
def path_cost(ground: Ground, path: tuple[Point, ...], arm: str, assault: bool, floods: tuple[Flood, ...]) -> int:
    """C15: what a march costs of the rate; -1 where the ground forbids it. `arm` is foot, mounted or gun."""
    total = 0
    entering = "enter_foot" if arm == "foot" else "enter_mounted"
    for a, b in pairwise(path):
        total += length(*a, *b)
        if not floods and not ground.touched(*a, *b):
            continue
        if on_road(ground, a, b):
            continue
        for figure, terrain, _ in ground.areas:
            times: int = getattr(terrain, arm)
            if times == 1:
                continue
            part = clip(figure, *a, *b)
            if part is None:
                continue
            if not times or (assault and arm == "mounted" and not terrain.assault):
                return -1
            total += (times - 1) * chord(part, *a, *b)
        for fence, terrain, _ in ground.lines:
            if not fence_between(fence, *a, *b):
                continue
            for p, q in pairwise(fence.points):
                if crosses(*a, *b, *p, *q) and not _bridge(ground, a, b, p, q):
                    if not getattr(terrain, arm):
                        return -1
                    total += getattr(terrain, entering)
                    break
        wet = TERRAIN["flood"]
        for flood in floods:
            if clip(flood_at(flood), *a, *b) is not None:
                if not getattr(wet, arm):
                    return -1
                total += getattr(wet, entering)
    return total


@cache
def ground_of(name: str) -> Ground:
    """A table by name: `crossroads`, or `random 417`."""
    if name.startswith("random"):
        return _random_ground(int(name.split()[1]))
    table = TABLES[name]
    return Ground(
        table.title,
        tuple(road.points for road in table.roads),
        tuple(Piece(piece.kind, piece.points, piece.name) for piece in table.pieces),
    )


def _draws(seed: int) -> Callable[[int], int]:
    """Numbers below a bound, the same for a seed on every machine."""
    count = 0

    def draw(below: int) -> int:
        nonlocal count
        count += 1
        return int.from_bytes(hashlib.sha256(f"table {seed} {count}".encode()).digest()[:8], "big") % below

    return draw


_AREAS: Final = ("wood", "wood", "village", "hill", "hill", "orchard", "crops", "steep")
_LINES: Final = ("hedge", "hedge", "stream", "railway")
_SHAPES: Final = (
    ((-10, -6), (0, -10), (10, -6), (10, 6), (0, 10), (-10, 6)),
    ((-10, -8), (8, -10), (10, 6), (-6, 10)),
    ((-10, -10), (10, -10), (10, 10), (-10, 10)),
)


def _random_ground(seed: int) -> Ground:
    """C27: six to ten pieces, a road from edge to edge each way that meet in the middle."""
    draw = _draws(seed)
    bend = 2000 + draw(800)
    roads: list[tuple[Point, ...]] = [
        ((3000 + draw(1200), 0), (3600, 2400), (3000 + draw(1200), DEEP)),
        ((0, bend), (3600, 2400), (WIDE, 2400)),
    ]
    pieces: list[Piece] = []
    for _ in range(40):
        if len(pieces) >= 5 + seed % 4:
            break
        kind = _AREAS[draw(len(_AREAS))]
        w, h = 25 + draw(35), 25 + draw(25)
        x, y = 900 + draw(WIDE - 1800), 1000 + draw(DEEP - 2000)
        shape = _SHAPES[2 if kind == "village" else draw(2)]
        piece = Piece(kind, tuple((x + dx * w, y + dy * h) for dx, dy in shape))
        if piece.figure is not None and all(
            other.figure is None or not overlap(piece.figure, other.figure) for other in pieces
        ):
            pieces.append(piece)
    for _ in range(1 + draw(2)):
        kind = _LINES[draw(len(_LINES))]
        x, y = 600 + draw(WIDE - 2400), 1000 + draw(DEEP - 2000)
        if kind == "stream":
            pieces.append(Piece(kind, ((0, y), (WIDE // 2, 1600 + draw(1600)), (WIDE, y))))
        else:
            pieces.append(Piece(kind, ((x, y), (x + 600 + draw(600), y + draw(400) - 200))))
    return Ground(f"Table {seed}", tuple(roads), tuple(pieces))
