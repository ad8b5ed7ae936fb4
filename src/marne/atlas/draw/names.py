"""Names of country, rivers and seas: large and pale, set before the towns."""

from __future__ import annotations

from html import escape
from itertools import groupby, pairwise
from math import atan2, degrees, hypot

from marne.atlas.model import Atlas
from marne.atlas.project import XY

from .labels import SERIF, Placer, width
from .sheet import DrawnSheet, number
from .theme import Theme

SEAS = (
    ("North Sea", 51.62, 2.55, 26),
    ("Strait of Dover", 50.98, 1.42, 11),
    ("English Channel", 50.25, 0.65, 22),
    ("Zuiderzee", 52.55, 5.3, 14),
)


def regions(sheet: DrawnSheet, theme: Theme, atlas: Atlas, placer: Placer) -> str:
    """Uplands and plains in spaced capitals, as wide as the country they name."""
    out = []
    km = sheet.board.georef.km_per_unit()
    for region in sorted(atlas.regions, key=lambda r: (-r.radius_km, r.name)):
        reach = region.radius_km / km * sheet.scale  # pixels
        x, y = sheet.at(region.at)
        if reach < sheet.scale * 0.55 or not (0 < x < sheet.width and 0 < y < sheet.height):
            continue
        text = sheet.say(region.name).upper()
        size = max(9.5, min(26.0, reach * 0.16))
        space = max(0.0, min(1.1 * size, (reach * 1.3 - width(text, size)) / len(text)))
        half = (width(text, size) + space * len(text)) / 2
        box = (x - half, y - size * 0.8, x + half, y + size * 0.3)
        if placer.cost(box) > 0.2 * half * size:
            continue
        placer.take(box, 0.12)
        out.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" letter-spacing="{number(space)}">'
            f"{escape(text, quote=False)}</text>"
        )
    style = (
        f'font-family="{SERIF}" font-style="italic" text-anchor="middle" fill="{theme["region"]}" fill-opacity=".62"'
    )
    return f"<g {style}>{''.join(out)}</g>"


def seas(sheet: DrawnSheet, theme: Theme, placer: Placer) -> str:
    out = []
    k = (sheet.scale / 60) ** 0.5
    for english, lat, lon, size in SEAS:
        name = sheet.say(english)
        x, y = sheet.at((lon, lat))
        size_px = size * k
        half = width(name, size_px) * 0.68
        if not (half * 0.6 < x < sheet.width - half * 0.6 and size_px < y < sheet.height):
            continue
        placer.take((x - half, y - size_px, x + half, y + size_px * 0.4))
        out.append(f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size_px)}">{name}</text>')
    style = f'font-family="{SERIF}" font-style="italic" text-anchor="middle" letter-spacing="2"'
    return f'<g {style} fill="{theme["water-name"]}" fill-opacity=".8">{"".join(out)}</g>'


def rivers(sheet: DrawnSheet, theme: Theme, atlas: Atlas, placer: Placer) -> str:
    """The name of a river beside its straightest stretches, turned with it."""
    out = []
    k = (sheet.scale / 60) ** 0.5
    coarse = sheet.board.georef.km_per_unit() > 15
    for name, group in groupby(atlas.rivers, key=lambda r: r.river):
        reaches = list(group)
        kinds = {r.kind for r in reaches}
        if kinds == {"canal"} or (kinds == {"minor"} and coarse):
            continue
        size = (13.0 if "major" in kinds else 10.5 if "river" in kinds else 8.5) * k
        points: list[XY] = []
        for reach in reaches:
            points += sheet.ground(reach.points)[1 if points else 0 :]
        every = 14 * sheet.scale if "major" in kinds else 20 * sheet.scale
        out += _along(sheet, placer, sheet.say(name), _even(points, 4.0), size, every)
    style = f'font-family="{SERIF}" font-style="italic" text-anchor="middle"'
    halo = (
        f'stroke="{theme["halo"]}" stroke-width="2.2" stroke-opacity=".75" paint-order="stroke" stroke-linejoin="round"'
    )
    return f'<g {style} fill="{theme["water-name"]}" {halo}>{"".join(out)}</g>'


def _even(points: list[XY], step: float) -> list[XY]:
    """Points at even steps along a line."""
    out = [points[0]]
    left = step
    for a, b in pairwise(points):
        d = hypot(b[0] - a[0], b[1] - a[1])
        t = left
        while t <= d:
            out.append((a[0] + (b[0] - a[0]) * t / d, a[1] + (b[1] - a[1]) * t / d))
            t += step
        left = t - d
    return out


def _along(sheet: DrawnSheet, placer: Placer, name: str, line: list[XY], size: float, every: float) -> list[str]:
    w = width(name, size) + 4
    n = max(2, int(w / 4))
    spots: list[tuple[float, int, XY, float]] = []
    for i in range(n, len(line) - n, 4):
        a, b, m = line[i - n // 2], line[i + n // 2], line[i]
        if not (w < m[0] < sheet.width - w and size * 2 < m[1] < sheet.height - size * 2):
            continue
        d = hypot(b[0] - a[0], b[1] - a[1])
        if d < w * 0.86 or not sheet.on_board(m):
            continue  # too winding for a straight word, or beyond the edge
        turn = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
        spots.append((w / d + abs(turn) / 400, i, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), turn))
    out: list[str] = []
    used: list[int] = []
    for _, i, (x, y), turn in sorted(spots):
        if any(abs(i - j) * 4 < every for j in used):
            continue
        half = max(size * 0.7, w / 2 * abs(90 - abs(turn)) / 90)
        tall = max(size * 0.7, w / 2 * abs(turn) / 90)
        box = (x - half, y - tall - size * 0.5, x + half, y + tall)
        if placer.cost(box) > 0.1 * w * size:
            continue
        placer.take(box, 0.8)
        used.append(i)
        spin = f"translate({number(x)} {number(y)})rotate({turn:.0f})"
        out.append(
            f'<text transform="{spin}" y="{number(-size * 0.28)}" font-size="{number(size)}">'
            f"{escape(name, quote=False)}</text>"
        )
    return out
