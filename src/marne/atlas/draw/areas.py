"""Sets of hexes as areas: the lines round them."""

from __future__ import annotations

from collections.abc import Collection

from marne.atlas.project import XY

from .sheet import DrawnSheet


def outlines(sheet: DrawnSheet, labels: Collection[str]) -> list[list[XY]]:
    """The closed lines round a set of hexes, in pixels."""
    inside = set(labels)
    board = sheet.board
    follow: dict[XY, list[XY]] = {}
    for label in (h for h in board.hexes if h in inside):
        corners = [(round(x, 1), round(y, 1)) for x, y in sheet.corners(label)]
        for i, other in enumerate(board.neighbours(label)):
            if other not in inside:
                follow.setdefault(corners[i], []).append(corners[(i + 1) % 6])
    follow = _welded(follow)
    loops: list[list[XY]] = []
    while follow:
        start = next(iter(follow))
        loop = [start]
        here = start
        while here in follow:
            ways = follow[here]
            here_next = ways.pop(0)
            if not ways:
                del follow[here]
            here = here_next
            if here == start:
                break
            loop.append(here)
        if len(loop) > 2:
            loops.append(loop)
    return loops


def _welded(follow: dict[XY, list[XY]]) -> dict[XY, list[XY]]:
    """Corners of neighbouring hexes may differ by a rounding: take the first of those within half a pixel."""
    seen: dict[tuple[int, int], XY] = {}

    def weld(p: XY) -> XY:
        i, j = round(p[0]), round(p[1])
        for a in (i - 1, i, i + 1):
            for b in (j - 1, j, j + 1):
                q = seen.get((a, b))
                if q is not None and abs(q[0] - p[0]) < 0.6 and abs(q[1] - p[1]) < 0.6:
                    return q
        seen[i, j] = p
        return p

    out: dict[XY, list[XY]] = {}
    for a, many in follow.items():
        out.setdefault(weld(a), []).extend(weld(b) for b in many)
    return out
