"""Bodies of troops: bases in a formation, laid out around a middle, as one shape to measure from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import isqrt
from typing import Any

from marne.plane.angles import turned
from marne.plane.figures import Figure, Point, base, distance2, overlap, point_distance2, point_to_segment2, stencil
from marne.plane.lines import passes

__all__ = [
    "FORMATIONS",
    "Group",
    "Placed",
    "Sizes",
    "any_overlap",
    "apart",
    "around",
    "between",
    "body_at",
    "body_of",
    "extent",
    "group",
    "group_distance2",
    "groups_overlap",
    "lay_out",
    "march_passes",
    "near",
    "near_point",
]

FORMATIONS = ("line", "column", "double")
"""Abreast; one behind the other; two ranks."""

Placed = tuple[int, int, int]
"""Middle and facing of a base."""

Sizes = tuple[tuple[int, int], ...]
"""Width and depth of each base."""


def lay_out(
    x: int, y: int, facing: int, formation: str, widths: Sequence[int], depths: Sequence[int]
) -> tuple[Placed, ...]:
    """Where the bases of a body stand, touching each other, the first on the left or in front."""
    n = len(widths)
    wide, deep = max(widths), max(depths)
    files = n if formation == "line" else 1 if formation == "column" else (n + 1) // 2
    ranks = -(-n // files)
    found = []
    for i in range(n):
        rank, file = divmod(i, files)
        abreast = min(files, n - rank * files)
        right = (2 * file - abreast + 1) * wide // 2
        forward = (ranks - 1 - 2 * rank) * deep // 2
        dx, dy = turned(right, forward, facing)
        found.append((x + dx, y + dy, facing % 360))
    return tuple(found)


class Group:
    """Bases as one shape, with the box and the circle around them. Made once for each placement and kept, so that it
    can stand as a key. Its figures are made when somebody asks for them: most questions are settled by box or circle.
    """

    __slots__ = ("bottom", "figures", "left", "middle", "placed", "radius", "right", "sizes", "top")
    figures: tuple[Figure, ...]
    sizes: Sizes
    placed: tuple[Placed, ...]
    middle: Point
    radius: int
    left: int
    right: int
    top: int
    bottom: int

    def __init__(self, placed: tuple[Placed, ...], sizes: Sizes) -> None:
        self.placed, self.sizes = placed, sizes
        n = len(placed)
        self.middle = mx, my = sum(x for x, _, _ in placed) // n, sum(y for _, y, _ in placed) // n
        forms = [(x, y, stencil(facing, *size)) for (x, y, facing), size in zip(placed, sizes, strict=True)]
        self.left, self.right = (
            min([x + form.left for x, _, form in forms]),
            max([x + form.right for x, _, form in forms]),
        )
        self.top, self.bottom = (
            min([y + form.top for _, y, form in forms]),
            max([y + form.bottom for _, y, form in forms]),
        )
        corners = [(x + cx - mx, y + cy - my) for x, y, form in forms for cx, cy in form.corners]
        self.radius = isqrt(max([dx * dx + dy * dy for dx, dy in corners])) + 1

    def __getattr__(self, name: str) -> Any:
        """The figures, the first time."""
        if name != "figures":
            raise AttributeError(name)
        made = zip(self.placed, self.sizes, strict=True)
        self.figures = found = tuple([base(x, y, facing, wide, deep) for (x, y, facing), (wide, deep) in made])
        return found

    def moved(self, x: int, y: int) -> Group:
        """The same body so far to the right and down: all but its figures is there at once."""
        twin = Group.__new__(Group)
        twin.placed = tuple([(px + x, py + y, facing) for px, py, facing in self.placed])
        twin.sizes, twin.radius = self.sizes, self.radius
        mx, my = self.middle
        twin.middle = mx + x, my + y
        twin.left, twin.right = self.left + x, self.right + x
        twin.top, twin.bottom = self.top + y, self.bottom + y
        return twin


@lru_cache(maxsize=8192)
def group(placed: tuple[Placed, ...], sizes: Sizes) -> Group:
    """The shape of bases of these sizes that stand so."""
    return Group(placed, sizes)


@lru_cache(maxsize=8192)
def body_of(facing: int, formation: str, sizes: Sizes) -> Group:
    """A body in formation around 0, 0; `moved` puts it where it stands."""
    return Group(lay_out(0, 0, facing, formation, [w for w, _ in sizes], [d for _, d in sizes]), sizes)


@lru_cache(maxsize=8192)
def body_at(x: int, y: int, facing: int, formation: str, sizes: Sizes) -> Group:
    """A body in formation around x, y: one and the same however often it is asked for."""
    return body_of(facing, formation, sizes).moved(x, y)


def group_distance2(a: Group, b: Group) -> int:
    """The squared distance of two bodies, from base to base."""
    return _gap2(a, b) if id(a) < id(b) else _gap2(b, a)


@lru_cache(maxsize=8192)
def _gap2(a: Group, b: Group) -> int:
    """The same, kept once for both ways.

    The pair of bases whose middles are nearest goes first; of the others only those that can come nearer by the circles
    around them.
    """
    nearest, i, j = _nearest_pair(a.placed, b.placed)
    ones, others = a.figures, b.figures
    first, best = (i, j), distance2(ones[i], others[j])
    around = _around(a.sizes) + _around(b.sizes)
    most = (isqrt(best) + 1 + around) ** 2
    if nearest >= most:
        return best
    for i, (ax, ay, _) in enumerate(a.placed):
        for j, (x, y, _) in enumerate(b.placed):
            if (x - ax) * (x - ax) + (y - ay) * (y - ay) < most and (i, j) != first:
                one, other = ones[i], others[j]
                gap_x = max(one.left - other.right, other.left - one.right, 0)
                gap_y = max(one.top - other.bottom, other.top - one.bottom, 0)
                if gap_x * gap_x + gap_y * gap_y >= best:
                    continue
                found = distance2(one, other)
                if found < best:
                    best = found
                    most = (isqrt(best) + 1 + around) ** 2
    return best


def _nearest_pair(ones: tuple[Placed, ...], others: tuple[Placed, ...]) -> tuple[int, int, int]:
    """The squared distance of the middles that are nearest to each other, and whose they are."""
    best, first, second = -1, 0, 0
    for i, (ax, ay, _) in enumerate(ones):
        for j, (bx, by, _) in enumerate(others):
            dx, dy = bx - ax, by - ay
            found = dx * dx + dy * dy
            if found < best or best < 0:
                best, first, second = found, i, j
    return best, first, second


@cache
def _around(sizes: Sizes) -> int:
    """The radius of a circle that holds any of these bases, with room for rounding."""
    return max(isqrt(wide * wide + deep * deep) // 2 + 3 for wide, deep in sizes)


@cache
def _inside(sizes: Sizes) -> int:
    """The radius of a circle that lies within any of these bases, with room for rounding."""
    return max(min(min(size) for size in sizes) // 2 - 3, 0)


@lru_cache(maxsize=8192)
def apart(a: Group, b: Group) -> tuple[int, int]:
    """Bounds of the distance of two bodies, no less and no more, from the middles of bases that are nearest."""
    far = isqrt(_nearest_pair(a.placed, b.placed)[0])
    return far - _around(a.sizes) - _around(b.sizes), far + 1


def near(a: Group, b: Group, most: int) -> bool:
    """Whether two bodies are as near as that."""
    if a.left - b.right > most or b.left - a.right > most or a.top - b.bottom > most or b.top - a.bottom > most:
        return False
    (ax, ay), (bx, by) = a.middle, b.middle
    if (ax - bx) ** 2 + (ay - by) ** 2 > (most + a.radius + b.radius) ** 2:
        return False
    (ax, ay, _), (bx, by, _) = a.placed[len(a.placed) // 2], b.placed[len(b.placed) // 2]
    if (ax - bx) ** 2 + (ay - by) ** 2 <= most * most:
        return True
    least, at_most = apart(a, b)
    if most < least or at_most <= most:
        return at_most <= most
    return group_distance2(a, b) <= most * most


def groups_overlap(a: Group, b: Group) -> bool:
    """Whether two bodies stand on the same ground."""
    if a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top:
        return False
    (ax, ay), (bx, by) = a.middle, b.middle
    if (ax - bx) ** 2 + (ay - by) ** 2 >= (a.radius + b.radius) ** 2:
        return False
    close, far, doubtful = (_inside(a.sizes) + _inside(b.sizes)) ** 2, (_around(a.sizes) + _around(b.sizes)) ** 2, False
    for ax, ay, _ in a.placed:
        for bx, by, _ in b.placed:
            dx, dy = bx - ax, by - ay
            gap2 = dx * dx + dy * dy
            if gap2 < far:
                if gap2 < close:
                    return True
                doubtful = True
    return doubtful and any(overlap(one, other) for one in a.figures for other in b.figures)


def any_overlap(body: Group, others: Iterable[Group]) -> bool:
    """Whether a body stands on the same ground as one of others."""
    left, right, top, bottom = body.left, body.right, body.top, body.bottom
    for other in others:
        far = other.left >= right or left >= other.right or other.top >= bottom or top >= other.bottom
        if not far and groups_overlap(body, other):
            return True
    return False


@cache
def extent(sizes: Sizes) -> int:
    """How far from the place where it is put a body of such bases reaches in any formation, with room for rounding."""
    bodies = [body_of(0, formation, sizes) for formation in FORMATIONS]
    return max(isqrt(x * x + y * y) for body in bodies for base in body.figures for x, y in base.corners) + 4


def around(bodies: Iterable[Group], x: int, y: int, most: int) -> list[Group]:
    """Those bodies whose box reaches into the square around a point."""
    left, right, top, bottom = x - most, x + most, y - most, y + most
    return [
        each for each in bodies if each.left < right and each.right > left and each.top < bottom and each.bottom > top
    ]


def near_point(a: Group, x: int, y: int, most: int) -> bool:
    """Whether a body is as near as that to a point."""
    if a.left - x > most or x - a.right > most or a.top - y > most or y - a.bottom > most:
        return False
    close, far, doubtful = most * most, (most + _around(a.sizes)) ** 2, False
    for bx, by, _ in a.placed:
        gap2 = (bx - x) * (bx - x) + (by - y) * (by - y)
        if gap2 <= close:
            return True
        doubtful = doubtful or gap2 <= far
    return doubtful and min(point_distance2(figure, x, y) for figure in a.figures) <= close


def between(body: Group, a: Group, b: Group) -> bool:
    """Whether a body may stand between two others: it reaches into the upright box around both."""
    return (
        body.left <= max(a.right, b.right)
        and body.right >= min(a.left, b.left)
        and body.top <= max(a.bottom, b.bottom)
        and body.bottom >= min(a.top, b.top)
    )


def march_passes(body: Group, tracks: Sequence[Sequence[Point]], reach: int) -> bool:
    """Whether one of the ways of a march comes as near as that to a body and then goes on, away from it."""
    xs = [x for track in tracks for x, _ in track]
    ys = [y for track in tracks for _, y in track]
    if body.right < min(xs) - reach or body.left > max(xs) + reach:
        return False
    if body.bottom < min(ys) - reach or body.top > max(ys) + reach:
        return False
    far = (reach + _around(body.sizes)) ** 2
    for track in tracks:
        for place, (x, y, _) in enumerate(body.placed):
            near_by = any(point_to_segment2(x, y, *a, *b) <= far for a, b in pairwise(track))
            if near_by and passes(body.figures[place], track, reach):
                return True
    return False
