"""Lines of sight over a table: areas that hide what is deep inside, crests, fences, and bases in the way."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from marne.plane.figures import Figure, Point, contains, crosses, point_to_segment2, polyline_distance2
from marne.plane.lines import clip

__all__ = ["Area", "Box", "Fence", "High", "Screens", "Strip", "blocked_by_figure", "fence_between"]


High = tuple[int, int, int]
"""A point and how high it lies."""
Box = tuple[int, int, int, int]
"""Left, right, top and bottom of an upright box."""

Strip = tuple[Point, Point, int]
"""All that is no farther than so much from the line through two points."""


class Area:
    """Ground that hides: sight goes `depth` into it or out of it, `through` right across it, and not over it if it is
    a crest (`height` above both ends). A depth below 0 hides nothing."""

    __slots__ = ("core", "depth", "figure", "height", "lines", "middle", "radius", "through")

    def __init__(self, figure: Figure, depth: int = -1, through: int = -1, height: int = 0) -> None:
        self.figure = figure
        self.depth = depth
        self.through = through
        self.height = height
        self.middle = x, y = (figure.left + figure.right) // 2, (figure.top + figure.bottom) // 2
        self.radius = isqrt(max((x - cx) ** 2 + (y - cy) ** 2 for cx, cy in figure.corners)) + 1
        self.lines = tuple((qx - px, qy - py, (qx - px) * py - (qy - py) * px) for px, py, qx, qy in figure.edges)
        self.core = figure.corners if self.height or not self.through else self._core()

    def _core(self) -> tuple[Point, ...]:
        """The figure drawn together around its middle, until a circle of half of `through` around any point of it lies
        within the figure: whoever looks across it looks through more than that. Empty if it is too small."""
        x, y = self.middle
        inside = isqrt(min(point_to_segment2(x, y, *edge) for edge in self.figure.edges))
        left = inside - self.through // 2 - 4
        if self.through < 0 or left <= 0 or not contains(self.figure, x, y):
            return ()
        return tuple((x + (cx - x) * left // inside, y + (cy - y) * left // inside) for cx, cy in self.figure.corners)

    def sides(self, x: int, y: int) -> list[int]:
        """On which side of each of its `lines` a point lies: outside if below 0."""
        return [ex * y - ey * x - at for ex, ey, at in self.lines]

    def hides(self, starts: list[int], ends: list[int], length2: int) -> bool:
        """Whether it hides the ends of a line of such a length, squared, from each other; `starts` and `ends` say on
        which sides of it they lie. Like `clip`, which cuts a line in the same way."""
        n0, d0, n1, d1 = 0, 1, 1, 1
        for s, e in zip(starts, ends, strict=True):
            if s < 0:
                if e < 0:
                    return False
                if s * d0 < n0 * (s - e):
                    n0, d0 = -s, e - s
            elif e < 0 and s * d1 < n1 * (s - e):
                n1, d1 = s, s - e
        span = n1 * d0 - n0 * d1
        if span <= 0:
            return False
        if self.height:
            return True
        most = self.depth if n0 == 0 or n1 == d1 else self.through
        whole = d0 * d1 * most
        return most >= 0 and length2 * span * span > whole * whole

    def hides_all(self, ones: Sequence[High], others: Sequence[High]) -> bool:
        """Whether it surely hides each of some points from each of others: all are outside, or lower than it, and a
        line from corner to corner of its core lies across every line between them. False tells nothing."""
        if not self.core:
            return False
        (ax, ay, _), (bx, by, _) = ones[0], others[0]
        dx, dy = bx - ax, by - ay
        lateral = [(dx * y - dy * x, x, y) for x, y in self.core]
        (_, rx, ry), (_, lx, ly) = max(lateral), min(lateral)
        ex, ey = lx - rx, ly - ry
        ahead = [ex * (y - ry) - ey * (x - rx) for x, y, _ in ones]
        behind = [ex * (y - ry) - ey * (x - rx) for x, y, _ in others]
        if not (max(ahead) < 0 < min(behind) or max(behind) < 0 < min(ahead)):
            return False
        for ax, ay, _ in ones:
            right_x, right_y, left_x, left_y = rx - ax, ry - ay, lx - ax, ly - ay
            for bx, by, _ in others:
                dx, dy = bx - ax, by - ay
                if dx * right_y <= dy * right_x or dx * left_y >= dy * left_x:
                    return False
        if self.height:
            return all(high < self.height for points in (ones, others) for _, _, high in points)
        return not any(contains(self.figure, x, y) for points in (ones, others) for x, y, _ in points)


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
    return any(crosses(ax, ay, bx, by, px, py, qx, qy) for (px, py), (qx, qy) in itertools.pairwise(fence.points))


def blocked_by_figure(figures: list[Figure], ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether one of the figures stands in the way; it comes first in the list, as it may be in the way of the next
    line too."""
    if ax < bx:
        left, right = ax, bx
    else:
        left, right = bx, ax
    if ay < by:
        top, bottom = ay, by
    else:
        top, bottom = by, ay
    dx, dy = bx - ax, by - ay
    length2, twice_x, twice_y = dx * dx + dy * dy, 2 * ax, 2 * ay
    for place, figure in enumerate(figures):
        if figure.right < left or figure.left > right or figure.bottom < top or figure.top > bottom:
            continue
        wide, high = figure.right - figure.left, figure.bottom - figure.top
        across = dx * (figure.top + figure.bottom - twice_y) - dy * (figure.left + figure.right - twice_x)
        if across * across > (wide * wide + high * high) * length2:
            continue  # the line misses the circle around its box
        if clip(figure, ax, ay, bx, by) is not None:
            if place:
                figures[0], figures[place] = figure, figures[0]
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
        highest = 0
        for hill in self.hills:
            if hill.height > highest and contains(hill.figure, x, y):
                highest = hill.height
        return highest

    def open_lines(
        self, ones: Sequence[High], others: Sequence[High], box: Box, strip: Strip
    ) -> Iterator[tuple[High, High]]:
        """The pairs of points that terrain leaves open to each other; all of them lie in a box and in a strip.

        What does not reach into both is never asked; what hid the first line is asked whether it hides all, and what
        hid one line is asked first about the next; and on which sides of an area a point lies is found once for all
        lines from it.
        """
        left, right, top, bottom = box
        (ax, ay), (bx, by), wide = strip
        dx, dy = bx - ax, by - ay
        far = isqrt(dx * dx + dy * dy) + 1
        areas = []
        for area in self.areas:
            figure = area.figure
            if figure.right >= left and figure.left <= right and figure.bottom >= top and figure.top <= bottom:
                x, y = area.middle
                if abs(dx * (y - ay) - dy * (x - ax)) <= (wide + area.radius) * far:
                    areas.append(area)
        fences = [
            fence
            for fence in self.fences
            if fence.right >= left and fence.left <= right and fence.bottom >= top and fence.top <= bottom
        ]
        first = True
        theirs: list[tuple[High, dict[Area, list[int]]]] = [(other, {}) for other in others]
        for one in ones:
            ax, ay, low = one
            mine: dict[Area, list[int]] = {}
            for other, there in theirs:
                bx, by, high = other
                length2 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
                for place, area in enumerate(areas):
                    if area.height and (area.height <= low or area.height <= high):
                        continue
                    starts, ends = mine.get(area), there.get(area)
                    if starts is None:
                        starts = mine[area] = area.sides(ax, ay)
                    if ends is None:
                        ends = there[area] = area.sides(bx, by)
                    if area.hides(starts, ends, length2):
                        if first and area.hides_all(ones, others):
                            return
                        first = False
                        if place:
                            areas[0], areas[place] = area, areas[0]
                        break
                else:
                    first = False
                    if not fences or low or high or not _fenced(fences, ax, ay, bx, by):
                        yield one, other

    def clear(self, ax: int, ay: int, bx: int, by: int, low: int = 0, high: int = 0) -> bool:
        """Whether terrain leaves the line open between two points at these heights."""
        box = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        return any(True for _ in self.open_lines([(ax, ay, low)], [(bx, by, high)], box, ((ax, ay), (bx, by), 0)))


def _fenced(fences: Iterable[Fence], ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a hedge or bank that nobody lines hides the one from the other."""
    for fence in fences:
        if fence.opaque and fence_between(fence, ax, ay, bx, by):
            most = fence.lining * fence.lining
            if polyline_distance2(fence.points, ax, ay) > most < polyline_distance2(fence.points, bx, by):
                return True
    return False
