"""Ten thousand random cases beside shapely: distances, overlaps, lines inside figures, what stands in the way.

Shapely reckons in floats and we in whole numbers, rounded up; so a distance is compared to within a thousandth of a
unit, and where figures touch by less than that nothing is said.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from marne import plane

shapely = pytest.importorskip("shapely")

CASES = 10_000
ROUND = 100
"""Cases to one test, so that a failure names its seed."""
EPS = 1e-3


def polygon(figure: plane.Figure) -> object:
    return shapely.Polygon(figure.corners)


def a_base(rng: Random, span: int) -> plane.Figure:
    facing = rng.choice((0, 90, 180, 270, rng.randrange(360), rng.randrange(360)))
    size = rng.choice(((200, 150), (200, 200), (100, 150)))
    return plane.base(rng.randrange(span), rng.randrange(span), facing, *size)


def a_body(rng: Random, span: int) -> plane.Group:
    n = rng.randrange(1, 7)
    size = rng.choice(((200, 150), (200, 200)))
    where = rng.randrange(span), rng.randrange(span), rng.randrange(360), rng.choice(plane.FORMATIONS)
    return plane.body_at(*where, (size,) * n)


def an_area(rng: Random) -> plane.Figure:
    x, y, w, h = rng.randrange(3000), rng.randrange(3000), rng.randrange(20, 60), rng.randrange(20, 50)
    shape = ((-10, -6), (0, -10), (10, -6), (10, 6), (0, 10), (-10, 6))
    return plane.Figure([(x + dx * w, y + dy * h) for dx, dy in shape])


def same_distance(found2: int, due: float) -> bool:
    """A squared distance, rounded up, and the distance itself."""
    return due * due - EPS <= found2 <= due * due * (1 + 1e-9) + 1 + EPS


def rounds() -> list[object]:
    """The first ten are for `make check`."""
    return [pytest.param(each, marks=[pytest.mark.slow] if each >= 10 else []) for each in range(CASES // ROUND)]


@pytest.mark.parametrize("number", rounds())
def test_geometry_agrees_with_shapely(number: int) -> None:
    rng = Random(f"1914 {number}")
    for _ in range(ROUND):
        span = rng.choice((300, 900, 3000))
        _bases(rng, span)
        _bodies(rng, span)
        _lines(rng)


def _bases(rng: Random, span: int) -> None:
    one, other = a_base(rng, span), a_base(rng, span)
    a, b = polygon(one), polygon(other)
    assert same_distance(plane.distance2(one, other), shapely.distance(a, b)), (one, other)
    shared = shapely.intersection(a, b).area
    assert plane.overlap(one, other) == (shared > EPS), (one, other, shared)
    x, y = rng.randrange(span), rng.randrange(span)
    assert same_distance(plane.point_distance2(one, x, y), shapely.distance(a, shapely.Point(x, y))), (one, x, y)


def _bodies(rng: Random, span: int) -> None:
    one, other = a_body(rng, span), a_body(rng, span)
    pairs = list(product(one.figures, other.figures))
    due = min(shapely.distance(polygon(a), polygon(b)) for a, b in pairs)
    assert same_distance(plane.group_distance2(one, other), due)
    least, most = plane.apart(one, other)
    assert least <= due + EPS
    assert due <= most + EPS
    for reach in (200, 1200):
        if abs(due - reach) > EPS:
            assert plane.near(one, other, reach) == (due < reach)
    everything = shapely.union_all([polygon(figure) for figure in one.figures]).bounds
    assert everything == (one.left, one.top, one.right, one.bottom)


def _lines(rng: Random) -> None:
    area, base = an_area(rng), a_base(rng, 3000)
    a, b = ((rng.randrange(3000), rng.randrange(3000)) for _ in range(2))
    if a == b:
        return
    line = shapely.LineString([a, b])
    inside = shapely.intersection(line, polygon(area)).length
    for most in (0, 200):
        if abs(inside - most) > EPS:
            sees = plane.Screens([plane.Area(area, most, most)], []).clear(*a, *b)
            assert sees == (inside < most), (area, a, b, inside)
    if inside > EPS or shapely.distance(line, polygon(area)) > EPS:
        assert plane.Screens([plane.Area(area, height=1)], []).clear(*a, *b) == (inside < EPS), (area, a, b)
    blocked = shapely.intersection(line, polygon(base)).length
    if blocked > EPS or shapely.distance(line, polygon(base)) > EPS:
        assert plane.blocked_by_figure([base], *a, *b) == (blocked > EPS), (base, a, b)
    part = plane.clip(area, *a, *b)
    if part is not None:
        assert abs(plane.chord(part, *a, *b) - inside) <= 1 + EPS
