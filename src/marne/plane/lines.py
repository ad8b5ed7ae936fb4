"""What a straight line does: how far it runs inside a figure, whether a march goes past something."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import isqrt

from marne.plane.figures import Figure, Point, point_distance2, segment_distance2

__all__ = ["Clip", "along", "chord", "clip", "length", "longer_than", "passes", "path_length"]

Clip = tuple[int, int, int, int]
"""The part of a segment inside a figure: from n0/d0 to n1/d1 of its length."""


def clip(figure: Figure, ax: int, ay: int, bx: int, by: int) -> Clip | None:
    """The part of a segment inside a figure, or None; a mere touch is none."""
    if (
        (ax < figure.left and bx < figure.left)
        or (ax > figure.right and bx > figure.right)
        or (ay < figure.top and by < figure.top)
        or (ay > figure.bottom and by > figure.bottom)
    ):
        return None
    n0, d0, n1, d1 = 0, 1, 1, 1
    for px, py, qx, qy in figure.edges:
        ex, ey = qx - px, qy - py
        s = ex * (ay - py) - ey * (ax - px)
        e = ex * (by - py) - ey * (bx - px)
        if s < 0:
            if e < 0:
                return None
            if s * d0 < n0 * (s - e):  # s - e < 0: n/d = s/(s-e) lies further on than n0/d0
                n0, d0 = -s, e - s
        elif e < 0 and s * d1 < n1 * (s - e):
            n1, d1 = s, s - e
    return (n0, d0, n1, d1) if n0 * d1 < n1 * d0 else None


def chord(part: Clip, ax: int, ay: int, bx: int, by: int) -> int:
    """How long a part of a segment is, rounded down."""
    n0, d0, n1, d1 = part
    span, whole = n1 * d0 - n0 * d1, d0 * d1
    return isqrt(((bx - ax) ** 2 + (by - ay) ** 2) * span * span // (whole * whole))


def longer_than(part: Clip, most: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a part of a segment is longer than so much, exactly."""
    n0, d0, n1, d1 = part
    span, whole = n1 * d0 - n0 * d1, d0 * d1 * most
    return ((bx - ax) ** 2 + (by - ay) ** 2) * span * span > whole * whole


def length(ax: int, ay: int, bx: int, by: int) -> int:
    """How long a segment is, rounded up: a march of exactly 8 inches costs no more than 8 inches."""
    square = (bx - ax) ** 2 + (by - ay) ** 2
    root = isqrt(square)
    return root + (root * root < square)


def path_length(path: Sequence[Point]) -> int:
    """How long a line with corners is, leg by leg."""
    return sum(length(ax, ay, bx, by) for (ax, ay), (bx, by) in itertools.pairwise(path))


def along(path: Sequence[Point], part: int, whole: int) -> Point:
    """The point after `part` in `whole` of a line with corners, rounded to whole numbers.

    >>> along([(0, 0), (100, 0), (100, 100)], 3, 4)
    (100, 50)
    """
    left = path_length(path) * part // whole
    for (ax, ay), (bx, by) in itertools.pairwise(path):
        leg = length(ax, ay, bx, by)
        if left <= leg and leg:
            return ax + (bx - ax) * left // leg, ay + (by - ay) * left // leg
        left -= leg
    return path[-1]


def passes(figure: Figure, path: Sequence[Point], near: int) -> bool:
    """Whether a march comes as near as that to a figure and then goes on, away from it.

    The distance to a convex figure along a straight line falls and then rises, so a march only approaches if its end is
    the nearest point of it, and only leaves if its start is.
    """
    left = min(x for x, _ in path) - near
    right = max(x for x, _ in path) + near
    top = min(y for _, y in path) - near
    bottom = max(y for _, y in path) + near
    if figure.left > right or figure.right < left or figure.top > bottom or figure.bottom < top:
        return False
    nearest = min(segment_distance2(figure, *a, *b) for a, b in itertools.pairwise(path))
    if nearest > near * near:
        return False
    return nearest < point_distance2(figure, *path[0]) and nearest < point_distance2(figure, *path[-1])
