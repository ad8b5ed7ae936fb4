"""Maps for a report: how much of something fell on each hex, or square of an open table, and lines across them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

from marne.atlas.board_data import BoardData
from marne.atlas.draw.sheet import DrawnSheet
from marne.atlas.project import XY
from marne.lab.plots import number

__all__ = ["SheetGround", "SheetLine", "board_ground", "heat", "table_ground", "with_lines"]

SQUARE = 300
"""Side of a square of an open table, in its own millimetres."""
WIDTH = 700.0


@dataclass(frozen=True)
class SheetGround:
    """What lies under the figures: cells by label with their corners, and names of towns."""

    id: str
    width: float
    height: float
    cells: Mapping[str, tuple[XY, ...]]
    names: tuple[tuple[str, XY], ...] = ()
    sheet: DrawnSheet | None = None

    def cell(self, place: str) -> str:
        """The cell of a place: a hex by its label, on an open table the square around `x,y`."""
        if place in self.cells or "," not in place:
            return place
        x, y = (float(part) // SQUARE for part in place.split(","))
        return f"{x:.0f} {y:.0f}"

    def symbol(self) -> str:
        """The grid and its names, drawn once for all maps of a page."""
        shapes = "".join(f"M{_points(corners, 'L')}z" for corners in self.cells.values())
        box = f'viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        parts = [f'<svg class="kept"><symbol id="{self.id}" {box}><path class="cells" d="{shapes}"/></symbol>']
        for id, names in ((f"{self.id}-names", self.names), (f"{self.id}-few", _apart(self.names, 170, 60)[:9])):
            words = "".join(
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="2"/><text x="{x + 4:.0f}" y="{y - 3:.0f}">{escape(name)}</text>'
                for name, (x, y) in names
            )
            parts.append(f'<symbol id="{id}" {box}><g class="towns">{words}</g></symbol>')
        return "".join((*parts, "</svg>"))


@dataclass(frozen=True)
class SheetLine:
    """A line through points of the sheet, or an area around it (`kind`: a class of the page)."""

    kind: str
    points: Sequence[XY]
    closed: bool = False


def board_ground(board: BoardData, id: str) -> SheetGround:
    """The hexes of a board, with its great places."""
    sheet = DrawnSheet.of(board)
    scale = WIDTH / sheet.width
    sheet = DrawnSheet.of(board, sheet.scale * scale)
    names: dict[str, tuple[int, XY]] = {}
    for place in board.places:
        if place.size >= 3:
            names.setdefault(place.name, (place.size, sheet.centre(place.hex)))
    order = [(name, at) for name, (_, at) in sorted(names.items(), key=lambda one: -one[1][0])]
    chosen = _apart([(name, at) for name, at in order if at[0] < sheet.width - 60], 70, 16)
    cells = {label: tuple(sheet.corners(label)) for label in board.hexes}
    return SheetGround(id, sheet.width, sheet.height, cells, tuple(chosen[:24]), sheet)


def _apart(names: Sequence[tuple[str, XY]], across: float, down: float) -> list[tuple[str, XY]]:
    """Names that don't lie on each other, the first ones first."""
    chosen: list[tuple[str, XY]] = []
    for name, (x, y) in names:
        if all(abs(x - a) > across or abs(y - b) > down for _, (a, b) in chosen):
            chosen.append((name, (x, y)))
    return chosen


def table_ground(size: tuple[int, int], id: str) -> SheetGround:
    """An open table in squares."""
    scale = WIDTH / size[0]
    cells = {}
    for across in range(-(-size[0] // SQUARE)):
        for down in range(-(-size[1] // SQUARE)):
            corners = ((across, down), (across + 1, down), (across + 1, down + 1), (across, down + 1))
            cells[f"{across} {down}"] = tuple((x * SQUARE * scale, y * SQUARE * scale) for x, y in corners)
    return SheetGround(id, size[0] * scale, size[1] * scale, cells)


def heat(ground: SheetGround, counts: Mapping[str, float], series: int, title: str, unit: str) -> str:
    """The darker a cell, the more fell on it; half the colour is a quarter of the most."""
    on_cells: dict[str, float] = defaultdict(float)
    for place, count in counts.items():
        on_cells[ground.cell(place)] += count
    seen = {label: value for label, value in on_cells.items() if label in ground.cells and value}
    most = max(seen.values(), default=0.0)
    body = [_use(ground.id, ground)]
    for label, value in sorted(seen.items()):
        body.append(
            f'<polygon class="cell s{series}" fill-opacity="{sqrt(value / most):.2f}" '
            f'points="{_points(ground.cells[label])}"><title>{escape(label)}: {value:.2f} {escape(unit)}'
            "</title></polygon>"
        )
    body.append(_use(f"{ground.id}-names", ground))
    return _map(ground, title, body, _legend(ground, most, series, unit))


def with_lines(ground: SheetGround, lines: Sequence[SheetLine], title: str) -> str:
    """A map with lines."""
    body = [_use(ground.id, ground)]
    for line in lines:
        tag = "polygon" if line.closed else "polyline"
        body.append(f'<{tag} class="{line.kind}" points="{_points(line.points)}"/>')
    body.append(_use(f"{ground.id}-few", ground))
    return _map(ground, title, body, "")


def _use(id: str, ground: SheetGround) -> str:
    return f'<use href="#{id}" width="{ground.width:.0f}" height="{ground.height:.0f}"/>'


def _points(points: Sequence[XY], between: str = " ") -> str:
    return between.join(f"{x:.1f},{y:.1f}" for x, y in points)


def _legend(ground: SheetGround, most: float, series: int, unit: str) -> str:
    parts = []
    for step in range(1, 6):
        share = step / 5
        value = float(f"{most * share * share:.2g}")
        x, y = 6 + (step - 1) * 74, ground.height + 8
        parts.append(
            f'<rect class="cell s{series}" fill-opacity="{share}" x="{x}" y="{y:.0f}" width="16" height="16"/>'
            f'<text class="small" x="{x + 21}" y="{y + 13:.0f}">{number(value)}</text>'
        )
    parts.append(f'<text class="small" x="380" y="{ground.height + 21:.0f}">{escape(unit)}</text>')
    return "".join(parts)


def _map(ground: SheetGround, title: str, body: Sequence[str], legend: str) -> str:
    height = ground.height + (30 if legend else 0)
    return (
        f'<svg class="plot map" viewBox="0 0 {ground.width:.0f} {height:.0f}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(body)}{legend}</svg>'
    )
