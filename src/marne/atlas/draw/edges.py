"""Borders and what else lies on hexsides: blocked, forested, ranges, marks of the games' own."""

from __future__ import annotations

from math import hypot

from marne.atlas.model import Atlas
from marne.atlas.project import XY

from .chains import chains
from .sheet import DrawnSheet, number, polyline, shared
from .theme import Theme


def borders(sheet: DrawnSheet, theme: Theme, atlas: Atlas) -> str:
    """The true borders dashed, and a soft band on the hexsides where the rules put them."""
    k = (sheet.scale / 60) ** 0.5
    sides = [s for s in sheet.board.sides if s.border]
    out = []
    if sides:
        d = "".join(polyline(c) for c in chains([tuple(map(sheet.px, sheet.board.side(s.a, s.b))) for s in sides]))
        names = " ".join(f"{s.a}/{s.b}" for s in sides)
        once, use = shared("d-border", d)
        out.append(
            f'{once}<g data-sides="{names}">{use} stroke="{theme["border-band"]}" stroke-width="{7 * k:.1f}" '
            'stroke-opacity=".5" stroke-linecap="round"/>'
            f'{use} stroke="{theme["border"]}" stroke-width="{1.7 * k:.1f}" {_dash(k)}/></g>'
        )
    lines = "".join(polyline(run) for b in atlas.borders for run in sheet.runs(sheet.ground(b.points)))
    plain = f'stroke-width="{1.6 * k:.1f}" {_dash(k)}'
    how = 'stroke-opacity=".55" stroke-width=".9" stroke-dasharray="3 2.5"' if sides else plain
    out.append(f'<path d="{lines}" stroke="{theme["border"]}" {how}/>')
    return f'<g fill="none" stroke-linejoin="round">{"".join(out)}</g>'


def _dash(k: float) -> str:
    return f'stroke-dasharray="{8 * k:.1f} {3 * k:.1f} {1.5 * k:.1f} {3 * k:.1f}"'


#: Features of a hexside that carry a sign of their own; any other gets a small tick, so that nothing is lost.
_WOODS = ("forest", "deep forest", "deep-forest", "deep_forest")
_RANGES = ("range", "mountain range", "mountain-range", "mountain_range", "ridge")
_DIAMONDS = ("red-diamond", "red diamond", "diamond", "red_diamond")
_MARSH = ("marsh", "pond", "flood", "flood-susceptible", "flood bank", "bank")


def features(sheet: DrawnSheet, theme: Theme) -> str:
    """One group for each kind of feature, naming its hexsides."""
    k = (sheet.scale / 60) ** 0.6
    by_kind: dict[str, list[tuple[str, XY, XY]]] = {}
    for s in sheet.board.sides:
        a, b = (sheet.px(p) for p in sheet.board.side(s.a, s.b))
        for feature in s.features:
            by_kind.setdefault(feature, []).append((f"{s.a}/{s.b}", a, b))
        if s.blocked:
            by_kind.setdefault("blocked", []).append((f"{s.a}/{s.b}", a, b))
    out = []
    for kind in sorted(by_kind):
        names = " ".join(name for name, _, _ in by_kind[kind])
        marks = "".join(mark(kind, a, b, theme, k) for _, a, b in by_kind[kind])
        out.append(f'<g data-feature="{kind}" data-sides="{names}">{marks}</g>')
    return "".join(out)


def mark(kind: str, a: XY, b: XY, theme: Theme, k: float) -> str:
    """The sign of one feature on one hexside."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    line = f"M{number(a[0])},{number(a[1])}L{number(b[0])},{number(b[1])}"
    if kind == "blocked":
        return f'<path d="{line}" stroke="{theme["blocked"]}" stroke-width="{4.5 * k:.1f}" stroke-linecap="round"/>'
    if kind in _WOODS:
        return "".join(
            f'<circle cx="{number(a[0] + (b[0] - a[0]) * t)}" cy="{number(a[1] + (b[1] - a[1]) * t)}" '
            f'r="{2.5 * k:.1f}" fill="{theme["tree"]}" stroke="{theme["halo"]}" stroke-width=".5"/>'
            for t in (0.14, 0.38, 0.62, 0.86)
        )
    if kind in _RANGES:
        d = hypot(b[0] - a[0], b[1] - a[1]) or 1
        nx, ny = -(b[1] - a[1]) / d * 4 * k, (b[0] - a[0]) / d * 4 * k
        teeth = "".join(
            f"M{number(px - nx)},{number(py - ny)}L{number(px + nx)},{number(py + ny)}"
            for px, py in ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.1, 0.3, 0.5, 0.7, 0.9))
        )
        return f'<path d="{line}{teeth}" stroke="{theme["peak"]}" stroke-width="{1.8 * k:.1f}" fill="none"/>'
    if kind in _DIAMONDS:
        r = 5 * k
        d4 = f"M{number(x)},{number(y - r)}l{r:.1f},{r:.1f}l-{r:.1f},{r:.1f}l-{r:.1f},-{r:.1f}z"
        return f'<path d="{d4}" fill="{theme["red"]}" stroke="{theme["halo"]}" stroke-width="1.2"/>'
    if "bridge" in kind:
        d = hypot(b[0] - a[0], b[1] - a[1]) or 1
        ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d
        p, q = 3 * k, 6 * k
        bars = "".join(
            f"M{number(x + s * ux * p - uy * q)},{number(y + s * uy * p + ux * q)}"
            f"L{number(x + s * ux * p + uy * q)},{number(y + s * uy * p - ux * q)}"
            for s in (-1, 1)
        )
        return f'<path d="{bars}" stroke="{theme["ink"]}" stroke-width="{1.4 * k:.1f}"/>'
    if any(word in kind for word in _MARSH):
        dash = f'stroke-dasharray="{3 * k:.1f} {3 * k:.1f}"'
        return f'<path d="{line}" stroke="{theme["marsh"]}" stroke-width="{3.2 * k:.1f}" {dash}/>'
    if kind == "pass":
        arcs = f"M{number(x - 4 * k)},{number(y - 4.5 * k)}q{3.4 * k:.1f},{4.5 * k:.1f} 0,{9 * k:.1f}"
        arcs += f"M{number(x + 4 * k)},{number(y - 4.5 * k)}q{-3.4 * k:.1f},{4.5 * k:.1f} 0,{9 * k:.1f}"
        return f'<path d="{arcs}" stroke="{theme["ink"]}" stroke-width="{1.8 * k:.1f}" fill="none"/>'
    if "entrench" in kind or "trench" in kind:
        dash = f'stroke-dasharray="{2 * k:.1f} {2 * k:.1f}"'
        return f'<path d="{line}" stroke="{theme["ink"]}" stroke-width="{3 * k:.1f}" {dash}/>'
    if kind == "neutral":
        dash = f'stroke-dasharray="{5 * k:.1f} {3 * k:.1f}"'
        return f'<path d="{line}" stroke="{theme["neutral"]}" stroke-width="{4 * k:.1f}" {dash}/>'
    if "coast" in kind:
        return f'<path d="{line}" stroke="{theme["coast"]}" stroke-width="{2 * k:.1f}"/>'
    dot = f'cx="{number(x)}" cy="{number(y)}" r="{2 * k:.1f}"'
    return f'<circle {dot} fill="{theme["accent"]}" stroke="{theme["ink"]}" stroke-width=".7"/>'
