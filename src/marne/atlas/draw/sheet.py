"""The sheet: a board's plane in pixels, and paths as short text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from marne.atlas.board_data import BoardData
from marne.atlas.model import LonLat
from marne.atlas.project import XY
from marne.atlas.words import name_in


def number(value: float) -> str:
    """One decimal, no idle zeros: half the size of the file is numbers."""
    s = f"{value:.1f}"
    return s.removesuffix(".0")


def pair(p: XY) -> str:
    return f"{number(p[0])},{number(p[1])}"


@dataclass(frozen=True)
class DrawnSheet:
    """Pixels: a hex is `scale` wide from side to side; the frame is the board with a margin."""

    board: BoardData
    scale: float
    left: float  #: of the plane, at pixel 0
    top: float
    width: float  #: pixels
    height: float
    language: str = "en"

    @classmethod
    def of(cls, board: BoardData, scale: float | None = None, language: str = "en") -> DrawnSheet:
        scale = scale or default_scale(len(board.hexes))
        points = [p for label in board.hexes for p in board.corners(label)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        margin = 0.25
        left, top = min(xs) - margin, min(ys) - margin
        width = (max(xs) + margin - left) * scale
        return cls(board, scale, left, top, round(width), round((max(ys) + margin - top) * scale), language)

    def say(self, name: str) -> str:
        """A name or a word of the legend, in the language of the sheet."""
        return name_in(self.language, name)

    def px(self, p: XY) -> XY:
        """From the plane."""
        return (p[0] - self.left) * self.scale, (p[1] - self.top) * self.scale

    def at(self, lonlat: LonLat) -> XY:
        return self.px(self.board.georef.plane(lonlat))

    def ground(self, points: Iterable[LonLat]) -> list[XY]:
        return [self.at(p) for p in points]

    def centre(self, label: str) -> XY:
        return self.px(self.board.centre(label))

    def corners(self, label: str) -> list[XY]:
        return [self.px(p) for p in self.board.corners(label)]

    def on_board(self, p: XY) -> bool:
        """Whether a point of the sheet lies in a hex of the board."""
        plane = (p[0] / self.scale + self.left, p[1] / self.scale + self.top)
        return self.board.georef.uv(plane) in self.board.by_uv

    def runs(self, points: Sequence[XY]) -> list[list[XY]]:
        """The stretches of a line that come near the frame: what lies beyond isn't written."""
        m = 1.5 * self.scale
        inside = [-m < x < self.width + m and -m < y < self.height + m for x, y in points]
        out: list[list[XY]] = []
        for i, p in enumerate(points):
            keep = inside[i] or (i > 0 and inside[i - 1]) or (i + 1 < len(points) and inside[i + 1])
            if keep and (i == 0 or not out or not out[-1] or out[-1][-1] != points[i - 1]):
                out.append([p])
            elif keep:
                out[-1].append(p)
        return [run for run in out if len(run) > 1]


def default_scale(hexes: int) -> float:
    """Few hexes are drawn larger, so that each board fills about the same sheet."""
    return 60.0 if hexes > 1200 else 84.0 if hexes > 250 else 150.0


def polyline(points: Sequence[XY], close: bool = False) -> str:
    """Straight pieces, in steps from the last point (rounding never adds up: steps are between rounded points)."""
    rounded = [(round(x, 1), round(y, 1)) for x, y in points]
    parts = [f"M{pair(rounded[0])}"]
    for a, b in pairwise(rounded):
        if a != b:
            parts.append(f"l{pair((b[0] - a[0], b[1] - a[1]))}")
    return "".join(parts) + ("z" if close else "")


def curve(points: Sequence[XY], close: bool = False) -> str:
    """A smooth line through the points: Catmull-Rom directions, handles a third of each piece, so that none loops."""
    p = [(round(x, 1), round(y, 1)) for x, y in points]
    p = [q for i, q in enumerate(p) if i == 0 or q != p[i - 1]]
    if close and len(p) > 1 and p[0] == p[-1]:
        p.pop()
    n = len(p)
    if n < 3:
        return polyline(p, close)
    ways = [
        _way(p[(i - 1) % n] if close or i else p[0], p[(i + 1) % n] if close or i < n - 1 else p[-1]) for i in range(n)
    ]
    parts = [f"M{pair(p[0])}"]
    for i in range(n if close else n - 1):
        a, b = p[i], p[(i + 1) % n]
        h = hypot(b[0] - a[0], b[1] - a[1]) / 3
        (ax, ay), (bx, by) = ways[i], ways[(i + 1) % n]
        c1 = (ax * h, ay * h)
        c2 = (b[0] - bx * h - a[0], b[1] - by * h - a[1])
        parts.append(f"c{pair(c1)} {pair(c2)} {pair((b[0] - a[0], b[1] - a[1]))}")
    return "".join(parts) + ("z" if close else "")


def soft(loop: Sequence[XY]) -> str:
    """A closed line rounded as a hand would draw it: from middle to middle of its pieces, bent by its corners."""
    p = [(round(x, 1), round(y, 1)) for x, y in loop]
    n = len(p)
    middle = [((p[i][0] + p[(i + 1) % n][0]) / 2, (p[i][1] + p[(i + 1) % n][1]) / 2) for i in range(n)]
    middle = [(round(x, 1), round(y, 1)) for x, y in middle]
    here = middle[-1]
    parts = [f"M{pair(here)}"]
    for corner, there in zip(p, middle, strict=True):
        parts.append(
            f"q{pair((corner[0] - here[0], corner[1] - here[1]))} {pair((there[0] - here[0], there[1] - here[1]))}"
        )
        here = there
    return "".join(parts) + "z"


def shared(name: str, d: str) -> tuple[str, str]:
    """A path written once for several strokes: its definition, and how to use it."""
    return f'<defs><path id="{name}" d="{d}"/></defs>', f'<use href="#{name}"'


def _way(a: XY, b: XY) -> XY:
    d = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / d, (b[1] - a[1]) / d
