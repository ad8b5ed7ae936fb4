"""Sea, coast, rivers and canals: the true lines of the atlas, and the hexsides where the rules count them."""

from __future__ import annotations

from marne.atlas.board_data import SideData
from marne.atlas.model import Atlas
from marne.atlas.project import XY

from .chains import chains
from .sheet import DrawnSheet, curve, polyline, shared
from .theme import Theme

#: Widths in pixels at zoom 1, on hexes of 60 pixels.
WIDTH = {"minor": 1.0, "river": 2.0, "major": 3.5, "canal": 1.2}
CASING = {"minor": 5.0, "river": 7.0, "major": 9.5, "canal": 4.0}
CORE = {"minor": 1.3, "river": 2.6, "major": 4.6, "canal": 1.2}

# Where the open ends of the coast are closed, far outside every board.
_CONTINENT_END = ((12.0, 53.4), (12.0, 44.0), (-5.0, 44.0), (-5.0, 49.67))
_ENGLAND_END = ((1.76, 55.0), (-5.0, 55.0), (-5.0, 50.72))


def land(sheet: DrawnSheet, atlas: Atlas) -> list[list[XY]]:
    """Closed shores in pixels: the continent, England, the islands."""
    continent = [p for c in atlas.coasts if not c.island and not c.name.startswith("England") for p in c.points]
    england = [p for c in atlas.coasts if c.name.startswith("England") for p in c.points]
    shores = [[*continent, *_CONTINENT_END], [*england, *_ENGLAND_END]]
    shores += [list(c.points) for c in atlas.coasts if c.island]
    return [sheet.ground(shore) for shore in shores]


def sea(sheet: DrawnSheet, theme: Theme, atlas: Atlas) -> str:
    """The sea over the ground's tint, paler along the shore, and the coast line."""
    w, h = sheet.width, sheet.height
    shores = [_clipped(s, -300, -300, w + 300, h + 300) for s in land(sheet, atlas)]
    shores = [s for s in shores if len(s) > 2]
    lines = "".join(polyline(s, close=True) for s in shores)
    water = f"M-300,-300H{w + 300:.0f}V{h + 300:.0f}H-300z{lines}"
    k = sheet.scale / 60
    once, use = shared("d-coast", lines)
    near = "".join(
        f'{use} fill="none" stroke="{theme["sea-near"]}" stroke-width="{width * k:.1f}" stroke-opacity=".5"/>'
        for width in (30, 18, 8)
    )
    return (
        f'{once}<clipPath id="c-sea"><path d="{water}" clip-rule="evenodd"/></clipPath>'
        f'<path d="{water}" fill="{theme["sea"]}" fill-rule="evenodd"/><g clip-path="url(#c-sea)">{near}</g>'
        f'{use} fill="none" stroke="{theme["coast"]}" stroke-width="1.3" stroke-linejoin="round"/>'
    )


def _clipped(points: list[XY], x0: float, y0: float, x1: float, y1: float) -> list[XY]:
    """Sutherland-Hodgman: a closed line cut to a rectangle."""

    def cut(ring: list[XY], axis: int, at: float, keep_less: bool) -> list[XY]:
        out: list[XY] = []
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            ina, inb = (a[axis] <= at) == keep_less or a[axis] == at, (b[axis] <= at) == keep_less or b[axis] == at
            if ina:
                out.append(a)
            if ina != inb:
                f = (at - a[axis]) / (b[axis] - a[axis])
                out.append((a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f))
        return out

    for axis, at, less in ((0, x0, False), (0, x1, True), (1, y0, False), (1, y1, True)):
        if points:
            points = cut(points, axis, at, less)
    return points


def rivers(sheet: DrawnSheet, theme: Theme, atlas: Atlas) -> str:
    """The true courses by class: full lines on a board without river hexsides, else hair lines under the hexsides.

    On a board of large hexes canals and streams are left out, unless its rules count them.
    """
    counted = {name for side in sheet.board.sides if side.river for name in side.river_name.split("|")}
    coarse = sheet.board.georef.km_per_unit() > 15
    paths: dict[str, list[str]] = {}
    for reach in atlas.rivers:
        if coarse and reach.kind in ("canal", "minor") and reach.river not in counted:
            continue
        for run in sheet.runs(sheet.ground(reach.points)):
            paths.setdefault(reach.kind, []).append(curve(run))
    k = (sheet.scale / 60) ** 0.5
    out = []
    for kind in ("canal", "minor", "river", "major"):
        if kind in paths:
            stroke = theme["canal" if kind == "canal" else "river"]
            width = min(1.0, WIDTH[kind]) if counted else WIDTH[kind]
            faint = ' stroke-opacity=".5"' if counted else ""
            out.append(f'<path d="{"".join(paths[kind])}" stroke="{stroke}" stroke-width="{width * k:.1f}"{faint}/>')
    body = "".join(out)
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{body}</g>'


def sides(sheet: DrawnSheet, theme: Theme) -> str:
    """The hexsides where a river counts: its class's line in a light blue casing; canals crossed by ticks."""
    by_class: dict[str, list[SideData]] = {}
    for side in sheet.board.sides:
        if side.river:
            by_class.setdefault(side.river, []).append(side)
    k = (sheet.scale / 60) ** 0.6
    out = []
    for kind in ("canal", "minor", "river", "major"):
        if kind not in by_class:
            continue
        pieces = [tuple(map(sheet.px, sheet.board.side(s.a, s.b))) for s in by_class[kind]]
        once, use = shared(f"d-side-{kind}", "".join(curve(chain) for chain in chains(pieces)))
        names = " ".join(f"{s.a}/{s.b}" for s in by_class[kind])
        out.append(f'{once}<g data-river="{kind}" data-sides="{names}">')
        out.append(f'{use} stroke="{theme["river-case"]}" stroke-width="{CASING[kind] * k:.1f}"/>')
        ink = theme["canal" if kind == "canal" else "river"]
        out.append(f'{use} stroke="{ink}" stroke-width="{CORE[kind] * k:.1f}"/>')
        if kind == "canal":
            dash = f'stroke-dasharray="1.1 {6 * k:.1f}" stroke-linecap="butt"'
            out.append(f'{use} stroke="{ink}" stroke-width="{CASING[kind] * 1.35 * k:.1f}" {dash}/>')
        out.append("</g>")
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(out)}</g>'
