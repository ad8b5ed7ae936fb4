"""Convex figures with corners in whole numbers, and squared distances between them.

A squared distance is rounded up to a whole number; since every range of a rule is a whole number squared, comparing
with it gives the same answer as the exact fraction would.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from marne.plane.angles import turned

__all__ = [
    "Figure",
    "Point",
    "base",
    "contains",
    "crosses",
    "distance2",
    "overlap",
    "point_distance2",
    "point_to_segment2",
    "polyline_distance2",
    "segment_distance2",
    "segments_distance2",
    "stencil",
]

Point = tuple[int, int]


class Figure:
    """A convex figure: corners clockwise on the table, each edge once, and the box around them. Never changed."""

    __slots__ = ("bottom", "corners", "edges", "left", "right", "top")
    edges: tuple[tuple[int, int, int, int], ...]

    def __init__(self, corners: Iterable[Point]) -> None:
        points = tuple(corners)
        turns = [
            (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
            for (ax, ay), (bx, by), (cx, cy) in zip(
                points, points[1:] + points[:1], points[2:] + points[:2], strict=True
            )
        ]
        if len(points) < 3 or not any(turns) or (min(turns) < 0 < max(turns)):
            raise ValueError(f"{points} is not convex")
        if min(turns) < 0:
            points = points[::-1]
        self.corners = points
        self.edges = tuple((*a, *b) for a, b in zip(points, points[1:] + points[:1], strict=True))
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.left, self.right, self.top, self.bottom = min(xs), max(xs), min(ys), max(ys)

    def __getattr__(self, name: str) -> Any:
        """The edges of a base, the first time: most bases are passed over by their box."""
        if name != "edges":
            raise AttributeError(name)
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        self.edges = found = (ax, ay, bx, by), (bx, by, cx, cy), (cx, cy, dx, dy), (dx, dy, ax, ay)
        return found

    def __repr__(self) -> str:
        return f"Figure({list(self.corners)})"


@lru_cache(maxsize=4096)
def stencil(facing: int, width: int, depth: int) -> Figure:
    """A base that faces so, with its middle at 0, 0: every other one is this one moved by whole numbers."""
    w, d = width // 2, depth // 2
    return Figure(turned(right, forward, facing) for right, forward in ((-w, d), (w, d), (w, -d), (-w, -d)))


def base(x: int, y: int, facing: int, width: int, depth: int) -> Figure:
    """The rectangle of a base with its middle at x, y."""
    form = stencil(facing, width, depth)
    figure = Figure.__new__(Figure)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = form.corners
    ax, ay, bx, by, cx, cy, dx, dy = ax + x, ay + y, bx + x, by + y, cx + x, cy + y, dx + x, dy + y
    figure.corners = (ax, ay), (bx, by), (cx, cy), (dx, dy)
    figure.left, figure.right = form.left + x, form.right + x
    figure.top, figure.bottom = form.top + y, form.bottom + y
    return figure


def contains(figure: Figure, x: int, y: int) -> bool:
    """Whether a point lies in a figure or on its edge."""
    if x < figure.left or x > figure.right or y < figure.top or y > figure.bottom:
        return False
    return all((bx - ax) * (y - ay) >= (by - ay) * (x - ax) for ax, ay, bx, by in figure.edges)


def point_to_segment2(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The squared distance of a point and a segment."""
    dx, dy, wx, wy = bx - ax, by - ay, x - ax, y - ay
    along = wx * dx + wy * dy
    if along <= 0:
        return wx * wx + wy * wy
    length2 = dx * dx + dy * dy
    if along >= length2:
        wx, wy = x - bx, y - by
        return wx * wx + wy * wy
    across = dx * wy - dy * wx
    return -(-across * across // length2)


def point_distance2(figure: Figure, x: int, y: int) -> int:
    """The squared distance of a point and a figure: 0 inside."""
    if contains(figure, x, y):
        return 0
    return min(point_to_segment2(x, y, *edge) for edge in figure.edges)


def crosses(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether two segments have a point in common."""
    ex, ey, fx, fy = bx - ax, by - ay, dx - cx, dy - cy
    c1 = ex * (cy - ay) - ey * (cx - ax)
    c2 = ex * (dy - ay) - ey * (dx - ax)
    if c1 > 0 < c2 or c1 < 0 > c2:
        return False
    d1 = fx * (ay - cy) - fy * (ax - cx)
    d2 = fx * (by - cy) - fy * (bx - cx)
    if (c1 > 0 > c2 or c1 < 0 < c2) and (d1 > 0 > d2 or d1 < 0 < d2):
        return True
    return (
        (c1 == 0 and _between(cx, cy, ax, ay, bx, by))
        or (c2 == 0 and _between(dx, dy, ax, ay, bx, by))
        or (d1 == 0 and _between(ax, ay, cx, cy, dx, dy))
        or (d2 == 0 and _between(bx, by, cx, cy, dx, dy))
    )


def _between(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> bool:
    return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def segments_distance2(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> int:
    """The squared distance of two segments."""
    if crosses(ax, ay, bx, by, cx, cy, dx, dy):
        return 0
    return min(
        point_to_segment2(ax, ay, cx, cy, dx, dy),
        point_to_segment2(bx, by, cx, cy, dx, dy),
        point_to_segment2(cx, cy, ax, ay, bx, by),
        point_to_segment2(dx, dy, ax, ay, bx, by),
    )


def segment_distance2(figure: Figure, ax: int, ay: int, bx: int, by: int) -> int:
    """The squared distance of a figure and a segment."""
    if contains(figure, ax, ay) or contains(figure, bx, by):
        return 0
    return min(segments_distance2(ax, ay, bx, by, *edge) for edge in figure.edges)


def polyline_distance2(points: tuple[Point, ...], x: int, y: int) -> int:
    """The squared distance of a point and a line with corners, such as a road."""
    return min(point_to_segment2(x, y, ax, ay, bx, by) for (ax, ay), (bx, by) in itertools.pairwise(points))


def overlap(a: Figure, b: Figure) -> bool:
    """Whether two figures share more than an edge: some line along an edge of one keeps no pair apart."""
    if a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top:
        return False
    for one, other in ((a, b), (b, a)):
        corners = other.corners
        for ax, ay, bx, by in one.edges:
            ex, ey = bx - ax, by - ay
            at = ex * ay - ey * ax
            for x, y in corners:
                if ex * y - ey * x > at:
                    break
            else:
                return False
    return True


def distance2(a: Figure, b: Figure) -> int:
    """The squared distance of two figures: 0 where they touch.

    Where two figures are nearest, an edge of one that has any point of the other beyond it runs through that place or
    ends there, so edges that have a corner of the other on their inner side are passed over.
    """
    if overlap(a, b):
        return 0
    best = -1
    for one, other in ((a, b), (b, a)):
        corners = one.corners
        x, y = corners[0]
        for ax, ay, bx, by in other.edges:
            dx, dy = bx - ax, by - ay
            if dx * (y - ay) > dy * (x - ax):
                continue
            length2 = dx * dx + dy * dy
            for cx, cy in corners:
                wx, wy = cx - ax, cy - ay
                along = wx * dx + wy * dy
                if along <= 0:
                    found = wx * wx + wy * wy
                elif along >= length2:
                    wx, wy = cx - bx, cy - by
                    found = wx * wx + wy * wy
                else:
                    across = dx * wy - dy * wx
                    found = -(-across * across // length2)
                if found < best or best < 0:
                    best = found
    return best
