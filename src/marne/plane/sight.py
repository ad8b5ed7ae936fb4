"""Lines of sight over a table: areas that hide what is deep inside, crests, fences, and bases in the way."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from marne.plane.figures import Figure, Point, contains, crosses, polyline_distance2
from marne.plane.lines import clip, longer_than

__all__ = ["Area", "Fence", "Screens", "blocked_by_figure", "fence_between"]


class Area:
    """Ground that hides: sight goes `depth` into it or out of it, `through` right across it, and not over it if it is
    a crest (`height` above both ends). A depth below 0 hides nothing."""

    __slots__ = ("depth", "figure", "height", "through")

    def __init__(self, figure: Figure, depth: int = -1, through: int = -1, height: int = 0) -> None:
        self.figure = figure
        self.depth = depth
        self.through = through
        self.height = height


class Fence:
    """A hedge or bank along a line: sight crosses it only for somebody who lines it, or from higher ground."""

    __slots__ = ("bottom", "left", "lining", "opaque", "points", "right", "top")

    def __init__(self, points: tuple[Point, ...], lining: int, opaque: bool = True) -> None:
        self.points = points
        self.lining = lining
        self.opaque = opaque
        self.left, self.right = min(x for x, _ in points), max(x for x, _ in points)
        self.top, self.bottom = min(y for _, y in points), max(y for _, y in points)


def fence_between(fence: Fence, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a line crosses a fence."""
    if (
        (ax < fence.left and bx < fence.left)
        or (ax > fence.right and bx > fence.right)
        or (ay < fence.top and by < fence.top)
        or (ay > fence.bottom and by > fence.bottom)
    ):
        return False
    points = fence.points
    return any(crosses(ax, ay, bx, by, *p, *q) for p, q in itertools.pairwise(points))


def blocked_by_figure(figures: Iterable[Figure], ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether one of the figures stands in the way."""
    if ax < bx:
        left, right = ax, bx
    else:
        left, right = bx, ax
    if ay < by:
        top, bottom = ay, by
    else:
        top, bottom = by, ay
    for figure in figures:
        if figure.right < left or figure.left > right or figure.bottom < top or figure.top > bottom:
            continue
        if clip(figure, ax, ay, bx, by) is not None:
            return True
    return False


class Screens:
    """Everything on a table that stays where it is and can hide: asked for many lines, so laid out once."""

    __slots__ = ("areas", "fences", "hills")

    def __init__(self, areas: Sequence[Area], fences: Sequence[Fence]) -> None:
        self.areas = tuple(areas)
        self.fences = tuple(fences)
        self.hills = tuple(area for area in areas if area.height)

    def height(self, x: int, y: int) -> int:
        """How high a point lies."""
        return max((hill.height for hill in self.hills if contains(hill.figure, x, y)), default=0)

    def clear(self, ax: int, ay: int, bx: int, by: int, low: int = 0, high: int = 0) -> bool:
        """Whether terrain leaves the line open between two points at these heights."""
        if ax < bx:
            left, right = ax, bx
        else:
            left, right = bx, ax
        if ay < by:
            top, bottom = ay, by
        else:
            top, bottom = by, ay
        highest = max(high, low)
        for area in self.areas:
            figure = area.figure
            if figure.right < left or figure.left > right or figure.bottom < top or figure.top > bottom:
                continue
            if area.height and area.height <= highest:
                continue
            part = clip(figure, ax, ay, bx, by)
            if part is None:
                continue
            if area.height:
                return False
            inside = part[0] == 0 or part[2] == part[3]
            most = area.depth if inside else area.through
            if most >= 0 and longer_than(part, most, ax, ay, bx, by):
                return False
        if highest:
            return True
        for fence in self.fences:
            if fence.right < left or fence.left > right or fence.bottom < top or fence.top > bottom:
                continue
            if fence.opaque and fence_between(fence, ax, ay, bx, by):
                most = fence.lining * fence.lining
                if polyline_distance2(fence.points, ax, ay) > most < polyline_distance2(fence.points, bx, by):
                    return False
        return True
