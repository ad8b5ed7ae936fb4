"""Lines in a board's plane: smoothing, cutting, measuring. What rivers, rails and borders share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot

from marne.atlas.project import XY


def spline(points: Sequence[XY], step: float) -> list[XY]:
    """A centripetal Catmull-Rom spline through the points, in pieces of about `step`."""
    if len(points) < 3:
        return densify(points, step)
    first = (2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1])
    last = (2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1])
    p = [first, *points, last]
    out: list[XY] = [points[0]]
    for i in range(1, len(p) - 2):
        out.extend(_piece(p[i - 1], p[i], p[i + 1], p[i + 2], step))
    return out


def _piece(p0: XY, p1: XY, p2: XY, p3: XY, step: float) -> list[XY]:
    """From p1 (left out) to p2."""
    t = [0.0]
    for a, b in ((p0, p1), (p1, p2), (p2, p3)):
        t.append(t[-1] + max(hypot(b[0] - a[0], b[1] - a[1]), 1e-9) ** 0.5)
    n = max(1, ceil(hypot(p2[0] - p1[0], p2[1] - p1[1]) / step))
    out = []
    for k in range(1, n):
        s = t[1] + (t[2] - t[1]) * k / n
        a1, a2, a3 = (_mix(p0, p1, t[0], t[1], s), _mix(p1, p2, t[1], t[2], s), _mix(p2, p3, t[2], t[3], s))
        b1, b2 = _mix(a1, a2, t[0], t[2], s), _mix(a2, a3, t[1], t[3], s)
        out.append(_mix(b1, b2, t[1], t[2], s))
    return [*out, p2]


def _mix(a: XY, b: XY, ta: float, tb: float, t: float) -> XY:
    f = (t - ta) / (tb - ta)
    return a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f


def densify(points: Sequence[XY], step: float) -> list[XY]:
    """The same line with points at most `step` apart."""
    out: list[XY] = [points[0]]
    for a, b in pairwise(points):
        n = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) / step))
        out.extend((a[0] + (b[0] - a[0]) * k / n, a[1] + (b[1] - a[1]) * k / n) for k in range(1, n + 1))
    return out


def length(points: Sequence[XY]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
