"""Bodies of troops: bases in a formation, laid out around a middle, as one shape to measure from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from marne.plane.angles import turned
from marne.plane.figures import Figure, Point, base, distance2, overlap, point_distance2
from marne.plane.lines import passes

__all__ = [
    "FORMATIONS", "Group", "Placed", "between", "group", "group_distance2", "groups_overlap", "lay_out", "march_passes",
    "near", "near_point",
]  # fmt: skip

FORMATIONS = ("line", "column", "double")
"""Abreast; one behind the other; two ranks."""

Placed = tuple[int, int, int]
"""Middle and facing of a base."""


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
    """Bases as one shape. Made once for each placement and kept, so that it can stand as a key."""

    __slots__ = ("bottom", "figures", "left", "middle", "placed", "right", "top")

    def __init__(self, placed: tuple[Placed, ...], figures: tuple[Figure, ...]) -> None:
        self.placed = placed
        self.figures = figures
        self.left, self.right = min(f.left for f in figures), max(f.right for f in figures)
        self.top, self.bottom = min(f.top for f in figures), max(f.bottom for f in figures)
        n = len(placed)
        self.middle = sum(x for x, _, _ in placed) // n, sum(y for _, y, _ in placed) // n


@lru_cache(maxsize=65536)
def group(placed: tuple[Placed, ...], sizes: tuple[tuple[int, int], ...]) -> Group:
    """The shape of bases of these sizes that stand so."""
    return Group(placed, tuple(base(x, y, facing, *size) for (x, y, facing), size in zip(placed, sizes, strict=True)))


@lru_cache(maxsize=65536)
def group_distance2(a: Group, b: Group) -> int:
    """The squared distance of two bodies, from base to base."""
    best = -1
    for one in a.figures:
        for other in b.figures:
            if best >= 0:
                gap_x = max(one.left - other.right, other.left - one.right, 0)
                gap_y = max(one.top - other.bottom, other.top - one.bottom, 0)
                if gap_x * gap_x + gap_y * gap_y >= best:
                    continue
            found = distance2(one, other)
            if best < 0 or found < best:
                best = found
    return best


def near(a: Group, b: Group, most: int) -> bool:
    """Whether two bodies are as near as that."""
    if a.left - b.right > most or b.left - a.right > most or a.top - b.bottom > most or b.top - a.bottom > most:
        return False
    return group_distance2(a, b) <= most * most


def groups_overlap(a: Group, b: Group) -> bool:
    """Whether two bodies stand on the same ground."""
    if a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top:
        return False
    return any(overlap(one, other) for one in a.figures for other in b.figures)


def near_point(a: Group, x: int, y: int, most: int) -> bool:
    """Whether a body is as near as that to a point."""
    if a.left - x > most or x - a.right > most or a.top - y > most or y - a.bottom > most:
        return False
    return min(point_distance2(figure, x, y) for figure in a.figures) <= most * most


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
    return any(passes(figure, track, reach) for track in tracks for figure in body.figures)
