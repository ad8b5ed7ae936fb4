"""The same questions answered slowly, in fractions, straight from their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil

from marne.plane import Figure, Point


def closest_on_segment(p: Point, a: Point, b: Point) -> Fraction:
    """The exact squared distance of a point and a segment, by projecting the point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = Fraction(0) if not square else Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, square)
    t = min(max(t, Fraction(0)), Fraction(1))
    x, y = a[0] + t * dx, a[1] + t * dy
    return (p[0] - x) ** 2 + (p[1] - y) ** 2


def inside(figure: Figure, x: Fraction | int, y: Fraction | int) -> bool:
    """Whether a point lies in a figure: on the same side of every edge."""
    corners = figure.corners
    return all(
        (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0 for a, b in pairwise([*corners, corners[0]])
    )


def cuts(a: Point, b: Point, figure: Figure) -> list[Fraction]:
    """Where a segment meets the lines along the edges of a figure, between its ends, both ends included."""
    found = [Fraction(0), Fraction(1)]
    corners = figure.corners
    for p, q in pairwise([*corners, corners[0]]):
        ex, ey = q[0] - p[0], q[1] - p[1]
        s = ex * (a[1] - p[1]) - ey * (a[0] - p[0])
        e = ex * (b[1] - p[1]) - ey * (b[0] - p[0])
        if s != e and 0 <= Fraction(s, s - e) <= 1:
            found.append(Fraction(s, s - e))
    return sorted(set(found))


def part_inside(a: Point, b: Point, figure: Figure) -> tuple[Fraction, Fraction] | None:
    """The part of a segment inside a figure: cut it up and ask for the middle of each piece."""
    pieces = []
    for t0, t1 in pairwise(cuts(a, b, figure)):
        t = (t0 + t1) / 2
        if inside(figure, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])):
            pieces.append((t0, t1))
    return (pieces[0][0], pieces[-1][1]) if pieces else None


def meets(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common, by solving for it."""
    ex, ey, fx, fy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = ex * fy - ey * fx
    if across:
        t = Fraction((c[0] - a[0]) * fy - (c[1] - a[1]) * fx, across)
        u = Fraction((c[0] - a[0]) * ey - (c[1] - a[1]) * ex, across)
        return 0 <= t <= 1 and 0 <= u <= 1
    return 0 in (
        closest_on_segment(a, c, d),
        closest_on_segment(b, c, d),
        closest_on_segment(c, a, b),
        closest_on_segment(d, a, b),
    )


def edges(figure: Figure) -> list[tuple[Point, Point]]:
    """The edges of a figure."""
    return list(pairwise([*figure.corners, figure.corners[0]]))


def point_gap(figure: Figure, p: Point) -> int:
    """Squared distance of a point and a figure, rounded up."""
    return 0 if inside(figure, *p) else ceil(min(closest_on_segment(p, *edge) for edge in edges(figure)))


def segment_gap(figure: Figure, a: Point, b: Point) -> int:
    """Squared distance of a segment and a figure, rounded up."""
    if inside(figure, *a) or inside(figure, *b) or any(meets(a, b, *edge) for edge in edges(figure)):
        return 0
    return ceil(
        min(
            min(
                closest_on_segment(a, *edge),
                closest_on_segment(b, *edge),
                closest_on_segment(edge[0], a, b),
                closest_on_segment(edge[1], a, b),
            )
            for edge in edges(figure)
        )
    )


def gap(one: Figure, other: Figure) -> int:
    """Squared distance of two figures, rounded up."""
    return min(segment_gap(other, *edge) for edge in edges(one)) if not inside(one, *other.corners[0]) else 0
