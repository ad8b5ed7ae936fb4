"""The strip below the map: title, scale, and what each sign means; only what the board has."""

from __future__ import annotations

from html import escape

from . import edges, roles, symbols, terrain
from .labels import SERIF, width
from .sheet import DrawnSheet, number
from .theme import Theme

_WORDS = {
    "woods": "forest",
    "marsh": "marsh",
    "polder": "lowland",
    "flood": "flood plain",
    "broken": "broken",
    "rough": "rough",
    "mountains": "mountains",
    "urban": "city",
}
_RIVERS = {"canal": "canal", "minor": "minor river", "river": "river", "major": "major river"}
_SIGNS = {
    "town4": "great city",
    "town3": "city",
    "town2": "town",
    "town1": "small town",
    "fortress": "fortress",
    "fortress-old": "old fortress",
    "fort": "fort",
    "fort-old": "old fort",
    "port": "port",
    "bridge": "bridge",
    "tunnel": "tunnel",
    "structure": "structure",
    "pass": "pass",
    "sluice": "sluice",
    "mine": "mine",
    "station": "station",
    "objective": "objective",
    "edge": "way off the map",
    "zone": "fortified zone",
    "water": "channel, flooding",
}
_FEATURES = {
    "forest": "deep forest hexside",
    "range": "mountain range hexside",
    "bridge": "road bridge",
    "pass": "pass over a range",
    "flood": "banks that can be flooded",
    "partial-flood": "partially flooded banks",
    "red-diamond": "red-diamond hexside",
}
ROW = 26.0


def _grow(sheet: DrawnSheet) -> float:
    """The strip is lettered for a sheet of 1,600 pixels; on larger ones it grows."""
    return max(1.0, sheet.width / 1600)


def _items(sheet: DrawnSheet, theme: Theme) -> list[tuple[str, str]]:
    """Drawing (about 30 by 16 pixels round 0, 0) and word."""
    board = sheet.board
    items: list[tuple[str, str]] = []
    seen = {terrain.pattern_of(h.terrain): h.terrain for h in board.hexes.values()}
    if any(p.kind == "urban" for p in board.places):
        seen.setdefault("urban", "urban")
    for pattern in terrain.PATTERNS:
        if pattern in seen:
            word = seen[pattern].replace("_", " ") or _WORDS[pattern]
            word = f"terrain {word}" if word.startswith("+") else word
            tint, strength = terrain.TINTS[pattern]
            size = 'x="-24" y="-14" width="48" height="28"'
            box = f'<g transform="scale(.62)"><rect {size} stroke="{theme["grid"]}" fill="{theme["paper"]}"/>'
            box += f'<rect {size} fill="{theme[tint]}" fill-opacity="{strength}"/>'
            box += f'<rect {size} fill="url(#p-{pattern})"/></g>'
            items.append((box, word))
    for river in ("canal", "minor", "river", "major"):
        if any(s.river == river for s in board.sides):
            case, core = {"canal": (4, 1.2), "minor": (5, 1.3), "river": (7, 2.6), "major": (9.5, 4.6)}[river]
            line = "".join(
                f'<path d="M-14,3q7,-8 14,-3t14,-3" fill="none" stroke="{theme[c]}" stroke-width="{w}"/>'
                for c, w in (("river-case", case), ("river", core))
            )
            if river == "canal":
                line += f'<path d="M-14,3q7,-8 14,-3t14,-3" fill="none" stroke="{theme["canal"]}" stroke-width="5.4" '
                line += 'stroke-dasharray="1.1 6"/>'
            items.append((line, _RIVERS[river] + " hexside"))
    for rail, word in (("high", "railway, high capacity"), ("low", "railway")):
        if any(link.rail == rail for link in board.links):
            one = rail == "low"
            ticks = f'<path d="M-15,0h30" stroke="{theme["rail"]}" stroke-width="{4.6 if one else 6.4}" '
            ticks += 'stroke-dasharray="1.2 6.6"/>'
            ticks += f'<path d="M-15,0h30" stroke="{theme["rail"]}" stroke-width="{1.2 if one else 3.2}"/>'
            if not one:
                ticks += f'<path d="M-15,0h30" stroke="{theme["rail-light"]}" stroke-width="1.3"/>'
            items.append((ticks, word if any(x.rail == "low" for x in board.links) else "railway"))
    items.append(
        (
            f'<path d="M-15,0h30" stroke="{theme["border"]}" stroke-width="1.5" stroke-dasharray="8 3 1.5 3"/>',
            "border of 1914",
        )
    )
    if any(s.blocked for s in board.sides):
        items.append((f'<path d="M-12,0h24" stroke="{theme["blocked"]}" stroke-width="4.5"/>', "impassable hexside"))
    for feature in sorted({f for s in board.sides for f in s.features}):
        items.append((edges.mark(feature, (-14, 0), (14, 0), theme, 1.0), _FEATURES.get(feature, f"{feature} hexside")))
    used = {symbols.sign(p)[0] for p in board.places}
    items += [(f'<use href="#s-{name}"/>', word) for name, word in _SIGNS.items() if name in used]
    all_roles = sorted({role for h in board.hexes.values() for role in h.roles})
    for role in all_roles:
        how = roles.style(role)
        if how.area:
            mark = f'<path d="M-14,0h28" stroke="{theme[how.colour]}" stroke-width="2.6" stroke-dasharray="9 5"/>'
        else:
            mark = (
                f'<rect x="-9" y="-6" width="18" height="12" rx="3" fill="{theme[how.colour]}"/>'
                f'<text translate="no" y="3.6" font-size="9" text-anchor="middle" font-weight="700" '
                f'fill="{theme["halo"]}">{how.letters}</text>'
            )
        items.append((mark, role.replace("-", " ").replace("_", " ")))
    return items


def _layout(sheet: DrawnSheet, theme: Theme) -> tuple[list[tuple[float, float, str, str]], int]:
    x, row, out = 20.0, 0, []
    wide = sheet.width / _grow(sheet)
    for mark, english in _items(sheet, theme):
        word = sheet.say(english)
        w = 44 + width(word, 12) + 16
        if x + w > wide - 10:
            x, row = 20.0, row + 1
        out.append((x, row * ROW, mark, word))
        x += w
    return out, row + 1


def height(sheet: DrawnSheet) -> float:
    return (74 + _layout(sheet, Theme("day"))[1] * ROW) * _grow(sheet)


def layer(sheet: DrawnSheet, theme: Theme) -> str:
    items, _ = _layout(sheet, theme)
    grow = _grow(sheet)
    km = sheet.board.georef.km_per_unit() * grow
    bar = next(n for n in (10, 20, 50, 100) if n / km * sheet.scale > 90 or n == 100)
    length = bar / km * sheet.scale
    right = sheet.width / grow - 30
    ink = theme["ink"]
    out = [
        f'<rect width="{sheet.width / grow:.0f}" height="{height(sheet) / grow:.0f}" fill="{theme["margin"]}"/>',
        f'<text translate="no" x="20" y="40" font-family="{SERIF}" font-size="28" fill="{ink}">'
        f"{escape(sheet.board.title)}</text>",
        f'<path d="M{number(right - length)},26v8h{number(length)}v-8" fill="none" stroke="{ink}" stroke-width="1.4"/>',
        f'<text x="{number(right - length / 2)}" y="24" text-anchor="middle" font-size="12" fill="{ink}">'
        f"{bar} km</text>",
    ]
    for x, y, mark, word in items:
        out.append(
            f'<g transform="translate({number(x + 17)} {number(72 + y)})">{mark}'
            f'<text x="24" y="4" font-size="12" fill="{ink}">{escape(word)}</text></g>'
        )
    return f'<g transform="translate(0 {sheet.height:.0f})scale({grow:.3f})">{"".join(out)}</g>'
