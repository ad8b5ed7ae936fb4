"""Railways, as the rules read them: links between hexes, led through the towns and along the true lines."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from marne.atlas.model import Atlas
from marne.atlas.project import XY

from .chains import joined
from .sheet import DrawnSheet, curve, polyline, shared
from .theme import Theme

#: How far from its hex's centre a line may pass, in hex widths: near enough that nobody doubts which hex it is in.
STRAY = 0.27


def nodes(sheet: DrawnSheet, atlas: Atlas) -> dict[str, XY]:
    """One point for each hex with rails: its chief town, or where the true lines run, kept well inside the hex."""
    board = sheet.board
    wanted = {label for link in board.links for label in (link.a, link.b)}
    towns: dict[str, tuple[int, XY]] = {}
    for place in board.places:
        if place.kind in TOWNS and place.hex in wanted and place.size > towns.get(place.hex, (0, (0.0, 0.0)))[0]:
            towns[place.hex] = place.size, board.georef.plane(place.at)
    passing: dict[str, list[XY]] = {}
    for line in atlas.rails:
        points = board.georef.line(atlas.stations[n].at for n in line.stations)
        for a, b in pairwise(points):
            steps = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / 0.2))
            for k in range(steps + 1):
                p = (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
                label = board.by_uv.get(board.georef.uv(p))
                if label in wanted:
                    passing.setdefault(label or "", []).append(p)
    out: dict[str, XY] = {}
    for label in wanted:
        c = board.centre(label)
        if label in towns:
            p = towns[label][1]
        elif label in passing:
            many = passing[label]
            p = (sum(q[0] for q in many) / len(many), sum(q[1] for q in many) / len(many))
        else:
            p = c
        out[label] = inside(c, p)
    _straightened(sheet, out, set(towns))
    return {label: sheet.px(p) for label, p in out.items()}


def _straightened(sheet: DrawnSheet, at: dict[str, XY], fixed: set[str]) -> None:
    """Between towns a line runs as straight as its hexes let it."""
    ways: dict[str, list[str]] = {}
    for link in sheet.board.links:
        ways.setdefault(link.a, []).append(link.b)
        ways.setdefault(link.b, []).append(link.a)
    for _ in range(4):
        for label in sorted(at):
            if label not in fixed:
                others = [at[n] for n in ways[label]]
                mx, my = sum(p[0] for p in others) / len(others), sum(p[1] for p in others) / len(others)
                x, y = at[label]
                at[label] = inside(sheet.board.centre(label), ((x + 2 * mx) / 3, (y + 2 * my) / 3))


TOWNS = ("city", "town", "village", "fortress", "paris", "capital", "urban")


def inside(centre: XY, p: XY, stray: float = STRAY) -> XY:
    """The point, drawn towards its hex's centre when it lies near the rim."""
    d = hypot(p[0] - centre[0], p[1] - centre[1])
    if d <= stray:
        return p
    f = stray / d
    return centre[0] + (p[0] - centre[0]) * f, centre[1] + (p[1] - centre[1]) * f


def links(sheet: DrawnSheet, theme: Theme, atlas: Atlas) -> str:
    """High capacity: a double line with cross ticks; low: a single line with ticks."""
    at = nodes(sheet, atlas)
    k = (sheet.scale / 60) ** 0.6
    out = []
    for kind in ("low", "high"):
        pairs = [(link.a, link.b) for link in sheet.board.links if link.rail == kind]
        if not pairs:
            continue
        d = "".join(curve([at[label] for label in chain]) for chain in joined(pairs))
        names = " ".join(f"{a}-{b}" for a, b in pairs)
        path, use = shared(f"d-rail-{kind}", d)
        out.append(f'{path}<g data-rail="{kind}" data-links="{names}">')
        ink, light = theme["rail"], theme["rail-light"]
        if kind == "high":
            tick = f'stroke-dasharray="1.2 {6.8 * k:.1f}"'
            out.append(f'{use} stroke="{ink}" stroke-width="{6.4 * k:.1f}" {tick}/>')
            out.append(f'{use} stroke="{ink}" stroke-width="{3.2 * k:.1f}"/>')
            out.append(f'{use} stroke="{light}" stroke-width="{1.3 * k:.1f}"/>')
        else:
            tick = f'stroke-dasharray="1 {6.6 * k:.1f}"'
            out.append(f'{use} stroke="{ink}" stroke-width="{4.6 * k:.1f}" {tick}/>')
            out.append(f'{use} stroke="{ink}" stroke-width="{1.2 * k:.1f}"/>')
        out.append("</g>")
    return f'<g fill="none" stroke-linejoin="round">{"".join(out)}</g>'


def ground(sheet: DrawnSheet, theme: Theme, atlas: Atlas) -> str:
    """The true lines of the atlas, faint: a layer of its own, off unless asked for."""
    out = []
    for kind, width in (("low", 0.6), ("high", 1.1)):
        d = "".join(
            polyline(run)
            for line in atlas.rails
            if line.kind == kind
            for run in sheet.runs(sheet.ground(atlas.stations[n].at for n in line.stations))
        )
        out.append(f'<path d="{d}" stroke-width="{width}"/>')
    return f'<g fill="none" stroke="{theme["rail"]}" stroke-opacity=".45">{"".join(out)}</g>'
