"""Names that don't run into each other: eight positions round the sign, the important first."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from marne.atlas.project import XY

from .sheet import number

Box = tuple[float, float, float, float]

SANS = "'Source Sans 3','Source Sans Pro','Liberation Sans',Arial,sans-serif"
SERIF = "'Source Serif 4','Liberation Serif',Georgia,serif"

_NARROW, _WIDE = set("iljtfrI.,'’-()|/ 1"), set("mwMWGOQDHNUAKRBCXYVÉ@%")


def width(text: str, size: float) -> float:
    """About how wide a text is in a humanist sans."""
    return size * sum(0.30 if c in _NARROW else 0.74 if c in _WIDE else 0.53 for c in text)


@dataclass
class Placer:
    """Keeps what is taken; gives each name its place."""

    sheet: tuple[float, float]
    taken: dict[tuple[int, int], list[tuple[Box, float]]] = field(default_factory=dict)
    cell: float = 40.0

    def take(self, box: Box, weight: float = 1.0) -> None:
        for key in self._cells(box):
            self.taken.setdefault(key, []).append((box, weight))

    def _cells(self, box: Box) -> list[tuple[int, int]]:
        c = self.cell
        return [
            (i, j)
            for i in range(int(box[0] // c), int(box[2] // c) + 1)
            for j in range(int(box[1] // c), int(box[3] // c) + 1)
        ]

    def cost(self, box: Box) -> float:
        """How much of what is taken a box would cover, in square pixels; leaving the sheet counts too."""
        seen: set[Box] = set()
        total = 0.0
        for key in self._cells(box):
            for other, weight in self.taken.get(key, ()):
                if other not in seen:
                    seen.add(other)
                    w = min(box[2], other[2]) - max(box[0], other[0])
                    h = min(box[3], other[3]) - max(box[1], other[1])
                    if w > 0 and h > 0:
                        total += w * h * weight
        outside = max(0, -box[0]) + max(0, box[2] - self.sheet[0]) + max(0, -box[1]) + max(0, box[3] - self.sheet[1])
        return total + 40 * outside * (box[3] - box[1])

    def place(
        self, at: XY, text: str, size: float, gap: float, most: float, bold: bool = False
    ) -> tuple[XY, str] | None:
        """Where a name goes (baseline and anchor), or None when every place costs more than `most` of its area."""
        w, h = width(text, size) * (1.1 if bold else 1.0), size * 0.92
        x, y = at
        d = gap * 0.72
        spots: list[tuple[float, float, str]] = [
            (x + gap, y + h * 0.36, "start"),
            (x - gap, y + h * 0.36, "end"),
            (x + d, y - d, "start"),
            (x + d, y + d + h * 0.7, "start"),
            (x, y - gap, "middle"),
            (x, y + gap + h * 0.75, "middle"),
            (x - d, y - d, "end"),
            (x - d, y + d + h * 0.7, "end"),
        ]
        best: tuple[float, tuple[XY, str], Box] | None = None
        for order, (sx, sy, anchor) in enumerate(spots):
            left = sx if anchor == "start" else sx - w if anchor == "end" else sx - w / 2
            box = (left - 1, sy - h * 0.8, left + w + 1, sy + h * 0.22)
            cost = self.cost(box) + order * w * h * 0.012
            if best is None or cost < best[0]:
                best = cost, ((sx, sy), anchor), box
        assert best is not None
        if best[0] > most * w * h:
            return None
        self.take(best[2])
        return best[1]


def label(at: XY, text: str, anchor: str) -> str:
    """One name; size, weight and halo come from the group around it."""
    where = f'x="{number(at[0])}" y="{number(at[1])}"'
    a = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f"<text {where}{a}>{escape(text, quote=False)}</text>"
