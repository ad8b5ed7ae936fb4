"""A board as one SVG, in layers that can be switched."""

from __future__ import annotations

from collections.abc import Callable, Collection
from html import escape

from marne.atlas.board_data import BoardData, BoardError
from marne.atlas.model import Atlas
from marne.atlas.project import XY
from marne.atlas.reading import load

from . import edges, legend, names, rails, roles, shade, symbols, terrain, water
from .areas import outlines
from .labels import SANS, Placer, label, width
from .sheet import DrawnSheet, number, polyline
from .theme import Theme, ThemeName

#: Every layer, bottom first. Those in OFF are drawn only when asked for by name.
LAYERS = (
    "paper",
    "relief",
    "polder",
    "flood",
    "marsh",
    "broken",
    "rough",
    "mountains",
    "woods",
    "urban",
    "sea",
    "regions",
    "river-sides",
    "rivers",
    "borders",
    "edges",
    "grid",
    "numbers",
    "ground-rails",
    "rails",
    "side-features",
    "roles",
    "stations",
    "structures",
    "forts",
    "ports",
    "towns",
    "names",
    "legend",
    "hits",
)
OFF = ("ground-rails", "hits")

_STEPS_APART = ((0, 0), (11, -3), (-11, -3), (3, 11), (-3, -11), (11, 9), (-11, 9), (13, -12), (-13, -12), (0, 15))


def draw(
    board: BoardData,
    layers: Collection[str] | None = None,
    theme: ThemeName = "day",
    scale: float | None = None,
    view: tuple[float, float, float, float] | None = None,
    language: str = "en",
) -> str:
    """The board as SVG text. `layers`: names from LAYERS; `view`: a part, in pixels of the whole (x, y, w, h)."""
    wanted = [name for name in LAYERS if (name in layers if layers is not None else name not in OFF)]
    unknown = sorted(set(layers or ()) - set(LAYERS))
    if unknown:
        raise BoardError(f"no layer {', '.join(unknown)}; there are {', '.join(LAYERS)}")
    picture = _Picture(DrawnSheet.of(board, scale, language), Theme(theme), load())
    drawn = picture.layers(wanted)
    sheet = picture.sheet
    extra = legend.height(sheet) if "legend" in wanted else 0
    x, y, w, h = view or (0, 0, sheet.width, sheet.height + extra)
    body = "".join(f'<g id="layer-{name}">{drawn[name]}</g>' for name in wanted if drawn[name])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(x)} {number(y)} {number(w)} {number(h)}" '
        f'width="{number(w)}" height="{number(h)}" font-family="{SANS}"><title>{escape(board.title)}</title>'
        f"<defs>{terrain.defs(picture.theme, sheet.scale)}{symbols.defs(picture.theme)}{picture.clip()}</defs>"
        f"{body}</svg>"
    )


class _Picture:
    """One drawing: the layers share the sheet, the theme and who has taken which place for a name."""

    def __init__(self, sheet: DrawnSheet, theme: Theme, atlas: Atlas) -> None:
        self.sheet, self.theme, self.atlas = sheet, theme, atlas
        self.board = sheet.board
        self.placer = Placer((sheet.width, sheet.height))
        self.stops = rails.nodes(sheet, atlas) if self.board.links else {}
        self.spots = self._spots()

    def clip(self) -> str:
        return f'<clipPath id="c-map"><path d="M0,0H{self.sheet.width:.0f}V{self.sheet.height:.0f}H0z"/></clipPath>'

    def layers(self, wanted: Collection[str]) -> dict[str, str]:
        s, t, a = self.sheet, self.theme, self.atlas
        self._reserve(wanted)
        makers: dict[str, Callable[[], str]] = {
            "paper": lambda: f'<rect width="{s.width:.0f}" height="{s.height:.0f}" fill="{t["paper"]}"/>',
            "relief": lambda: shade.image(s, t),
            "sea": lambda: self._clipped(water.sea(s, t, a)) + names.seas(s, t, self.placer),
            "rivers": lambda: self._clipped(water.rivers(s, t, a)),
            "river-sides": lambda: water.sides(s, t),
            "borders": lambda: self._clipped(edges.borders(s, t, a)),
            "side-features": lambda: edges.features(s, t),
            "edges": self._veil,
            "grid": self._grid,
            "numbers": self._numbers,
            "ground-rails": lambda: self._clipped(rails.ground(s, t, a)),
            "rails": lambda: rails.links(s, t, a),
            "roles": lambda: self._role_layer(),
            "legend": lambda: legend.layer(s, t),
            "hits": self._hits,
        }
        for name in ("polder", "flood", "marsh", "broken", "rough", "mountains", "woods", "urban"):
            makers[name] = lambda name=name: terrain.layer(s, t, name)  # type: ignore[misc]
        for name in ("stations", "structures", "forts", "ports", "towns"):
            makers[name] = lambda name=name: self._signs(name)  # type: ignore[misc]
        drawn = {name: makers[name]() for name in wanted if name in makers}
        if "names" in wanted:  # the most important first, so the order of placing is not that of painting
            drawn["names"] = self._names(wanted)
        if "regions" in wanted:
            drawn["regions"] = names.regions(s, t, a, self.placer)
        if "names" in wanted and "rivers" in wanted:
            drawn["names"] = names.rivers(s, t, a, self.placer) + drawn["names"]
        return {name: drawn.get(name, "") for name in wanted}

    def _clipped(self, body: str) -> str:
        return f'<g clip-path="url(#c-map)">{body}</g>'

    # -- the frame of hexes

    def _veil(self) -> str:
        """What lies off the board is there, but pale."""
        hole = "".join(polyline(loop, close=True) for loop in outlines(self.sheet, self.board.hexes))
        w, h = self.sheet.width, self.sheet.height
        return (
            f'<path d="M0,0H{w:.0f}V{h:.0f}H0z{hole}" fill="{self.theme["veil"]}" fill-opacity=".72" '
            'fill-rule="evenodd"/>'
            f'<path d="{hole}" fill="none" stroke="{self.theme["number"]}" stroke-width="1.6" stroke-linejoin="round"/>'
        )

    def _grid(self) -> str:
        """Three sides of each hex; the rest belongs to its neighbours."""
        parts = []
        for name in self.board.hexes:
            c = self.sheet.corners(name)
            around = self.board.neighbours(name)
            last = 3
            while last < 6 and around[last] is None:
                last += 1
            parts.append(polyline([*c, c[0]][: last + 1]))
            parts += [polyline([c[i], c[(i + 1) % 6]]) for i in range(last, 6) if around[i] is None]
        ink = self.theme["grid"]
        return f'<path d="{"".join(parts)}" fill="none" stroke="{ink}" stroke-opacity=".62" stroke-width="1"/>'

    def _number_at(self, name: str) -> XY:
        """In the top; on flat tops to the left, where no line from the north runs through it."""
        x, y = self.sheet.centre(name)
        s = self.sheet.scale
        return (x - 0.15 * s, y - 0.36 * s) if self.board.georef.flat else (x, y - 0.37 * s)

    def _number_size(self) -> float:
        return max(7.0, self.sheet.scale * 0.115 if self.sheet.scale < 100 else self.sheet.scale * 0.09)

    def _numbers(self) -> str:
        size = self._number_size()
        texts = "".join(
            f'<text x="{number(x)}" y="{number(y)}">{name}</text>'
            for name in self.board.hexes
            for x, y in (self._number_at(name),)
        )
        return f'<g font-size="{number(size)}" text-anchor="middle" fill="{self.theme["number"]}">{texts}</g>'

    def _hits(self) -> str:
        """Transparent hexes to click on, for pages that don't do their own arithmetic."""
        hexes = "".join(
            f'<path data-hex="{name}" d="{polyline(self.sheet.corners(name), close=True)}"/>'
            for name in self.board.hexes
        )
        return f'<g fill="transparent" pointer-events="all">{hexes}</g>'

    # -- places

    def _spots(self) -> dict[int, XY]:
        """Where each place's sign stands: where it is on the ground, but well inside the hex that the rules name.

        A fortress stands round its town, a station on its line, a bridge or tunnel where the line crosses the hexside.
        """
        out: dict[int, XY] = {}
        stops = self.stops
        towns: dict[str, tuple[int, int]] = {}
        for i, place in enumerate(self.board.places):
            if symbols.sign(place)[1] == "towns" and place.size > towns.get(place.hex, (0, 0))[0]:
                towns[place.hex] = place.size, i
        for i, place in enumerate(self.board.places):
            stray = 0.27 if place.kind in rails.TOWNS else 0.42
            p = rails.inside(self.board.centre(place.hex), self.board.georef.plane(place.at), stray)
            out[i] = self.sheet.px(p)
            other = place.more.get("to", "")
            if place.kind == "station" and place.hex in stops and place.hex not in towns:
                out[i] = stops[place.hex]
            elif other in self.board.neighbours(place.hex):
                out[i] = self._crossing(place.hex, other, stops)
        self._apart(out)
        for i, place in enumerate(self.board.places):
            if symbols.sign(place)[0].startswith("fortress") and place.hex in towns:
                out[i] = out[towns[place.hex][1]]
        return out

    def _crossing(self, a: str, b: str, stops: dict[str, XY]) -> XY:
        """Where the line from a to b meets their hexside."""
        (px, py), (qx, qy) = (self.sheet.px(p) for p in self.board.side(a, b))
        (ax, ay), (bx, by) = (stops.get(h) or self.sheet.centre(h) for h in (a, b))
        det = (qx - px) * (by - ay) - (qy - py) * (bx - ax)
        t = ((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / det if det else 0.5
        t = min(0.85, max(0.15, t))
        return px + (qx - px) * t, py + (qy - py) * t

    def _apart(self, spots: dict[int, XY]) -> None:
        """Signs that fall on one another are set a little apart: the less important gives way."""
        k = (self.sheet.scale / 60) ** 0.5
        order = sorted(spots, key=lambda i: (-symbols.sign(self.board.places[i])[2], i))
        by_hex: dict[str, list[XY]] = {}
        for i in order:
            place = self.board.places[i]
            if symbols.sign(place)[0].startswith("fortress"):
                continue
            others = by_hex.setdefault(place.hex, [])
            x, y = spots[i]
            for dx, dy in _STEPS_APART:
                p = (x + dx * k, y + dy * k)
                if all(abs(p[0] - q[0]) + abs(p[1] - q[1]) > 9 * k for q in others):
                    spots[i] = p
                    break
            others.append(spots[i])

    def _signs(self, layer: str) -> str:
        k = (self.sheet.scale / 60) ** 0.5
        grow = f' transform="translate({{}} {{}})scale({k:.2f})"' if abs(k - 1) > 0.04 else ' x="{}" y="{}"'
        out = []
        for i, place in enumerate(self.board.places):
            name, where, _ = symbols.sign(place)
            if where != layer:
                continue
            x, y = self.spots[i]
            at = grow.format(number(x), number(y))
            say = self.sheet.say
            title = escape(f"{say(place.name)} ({say(place.kind)}, {place.hex})", quote=False)
            out.append(f'<use href="#s-{name}"{at}><title>{title}</title></use>')
        return "".join(out)

    def _reserve(self, wanted: Collection[str]) -> None:
        """Signs, hex numbers, badges and lines are in the way of names."""
        k = (self.sheet.scale / 60) ** 0.5
        for i, place in enumerate(self.board.places):
            x, y = self.spots[i]
            r = (7.0 if place.size >= 3 or place.kind == "fortress" else 4.5) * k
            self.placer.take((x - r, y - r, x + r, y + r))
        if "numbers" in wanted:
            size = self._number_size()
            for name in self.board.hexes:
                x, y = self._number_at(name)
                w = width(name, size) / 2
                self.placer.take((x - w, y - size * 0.7, x + w, y), 0.5)

        if "roles" in wanted:
            for name, h in self.board.hexes.items():
                if any(not roles.style(role).area for role in h.roles):
                    x, y, w, tall = roles.row(self.sheet, name, h.roles)
                    self.placer.take((x, y, x + w, y + tall))
        if "rails" in wanted:
            for link in self.board.links:
                (ax, ay), (bx, by) = self.stops[link.a], self.stops[link.b]
                for t in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9):
                    x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                    self.placer.take((x - 3, y - 3, x + 3, y + 3), 0.6)
        if "side-features" in wanted:
            for side in self.board.sides:
                if side.features or side.blocked:
                    (ax, ay), (bx, by) = (self.sheet.px(p) for p in self.board.side(side.a, side.b))
                    x, y = (ax + bx) / 2, (ay + by) / 2
                    self.placer.take((x - 5 * k, y - 5 * k, x + 5 * k, y + 5 * k), 0.8)

    def _role_layer(self) -> str:
        style = f'text-anchor="middle" font-weight="700" fill="{self.theme["halo"]}"'
        return f"<g {style}>{roles.layer(self.sheet, self.theme)}</g>"

    def _names(self, wanted: Collection[str]) -> str:
        """Town names by size; forts and structures only where there is room."""
        k = (self.sheet.scale / 60) ** 0.45
        seen: set[tuple[str, str]] = set()
        towns = {p.hex for p in self.board.places if symbols.sign(p)[1] == "towns"}
        groups: dict[tuple[float, str], list[str]] = {}
        ranked = sorted(range(len(self.board.places)), key=lambda i: (-symbols.sign(self.board.places[i])[2], i))
        for i in ranked:
            place = self.board.places[i]
            name, layer, _ = symbols.sign(place)
            if layer not in wanted or not place.name or (place.name, place.hex) in seen:
                continue
            if layer == "towns":
                size = (9.4, 11.4, 13.2, 16.0)[max(1, min(4, place.size)) - 1] * k
                most = 99.0 if place.size >= 2 else 0.8
                bold = "700" if place.size >= 3 else "400"
            elif name.startswith("fortress"):
                if place.hex in towns:
                    continue  # the town has the name
                size, most, bold = 12.0 * k, 99.0, "700"
            elif name in ("port", "bridge", "tunnel", "structure", "objective", "edge"):
                continue  # a town has the name, or the sign says enough; hovering tells the rest
            else:
                size, most, bold = 7.2 * k, 0.06, "400"
            gap = 6.5 * k if place.size < 3 else 9 * k
            shown = self.sheet.say(place.name)
            spot = self.placer.place(self.spots[i], shown, size, gap, most, bold == "700")
            seen.add((place.name, place.hex))
            if spot:
                groups.setdefault((round(size, 1), bold), []).append(label(spot[0], shown, spot[1]))
        halo = f'stroke="{self.theme["halo"]}" stroke-width="2.6" paint-order="stroke" stroke-linejoin="round"'
        body = "".join(
            f'<g font-size="{number(size)}" font-weight="{bold}">{"".join(texts)}</g>'
            for (size, bold), texts in sorted(groups.items())
        )
        return f'<g fill="{self.theme["ink"]}" {halo}>{body}</g>'
