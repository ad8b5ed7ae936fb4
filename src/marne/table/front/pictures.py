"""A scenario as a small picture: its ground, with the units that begin there.

It is one SVG of a few kilobytes, so that home shows four maps at once. Counters are boxes with the symbol of their
arm, in the colour of their army. Those of the second seat's armies have round corners: sides can be told apart
without colour.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from marne.atlas.board_data import BoardData, board_directory, load_game_board
from marne.atlas.draw import draw, geometry
from marne.drawn import ARMIES, GROUND, INK, LINES, PLAIN
from marne.engine import Tabletop
from marne.table.front.starts import FirstTurn, Unit, opening

__all__ = ["picture"]

Theme = Literal["day", "night"]
Box = tuple[float, float, float, float]

SCALE: Final = 14.0
"""Of the drawing: a hex is so many units high."""
LAYERS: Final = (
    "paper", "marsh", "broken", "rough", "mountains", "woods", "urban", "sea", "rivers", "borders", "forts", "towns",
)  # fmt: skip
RIVERS: Final = "rivers"
LIGHT: Final = 1500
"""A board of more hexes is drawn without rivers, since the picture has to be small."""
WRITTEN: Final = re.compile(r"<text\b.*?</text>", re.DOTALL)
"""Names are left out, so that there is one picture for all languages."""
LOOK: Final = 16 / 10
"""Width by height."""
ACROSS: Final = 46.0
"""A counter is at least the width of the picture by this."""
LEFT_OUT: Final = ("marker", "")
"""Symbols that stand for no troops."""
CLOTH: Final = {"day": "#b9c48a", "night": "#59653f"}
ROUND: Final = ("french", "colonial", "british", "indian", "belgian", "red")
"""Armies whose counters have round corners."""


@lru_cache(128)
def picture(name: str, scenario: str, theme: Theme) -> tuple[bytes, bytes] | None:
    """The picture, plain and packed; None where a game has neither hexes nor a table to draw."""
    begun = opening(name, scenario)
    board = _board(name)
    if board is not None:
        svg = _on_map(name, board, begun, theme)
    elif begun.table is not None:
        svg = "".join(_on_table(begun.table, begun.units, theme))
    else:
        return None
    plain = svg.encode()
    return plain, gzip.compress(plain, 9, mtime=0)


def _board(name: str) -> BoardData | None:
    try:
        return load_game_board(name) if board_directory(name).is_dir() else None
    except ModuleNotFoundError:
        return None


@lru_cache(16)
def _ground(name: str, theme: Theme) -> str:
    """The drawing of a board without its first and last tag."""
    board = load_game_board(name)
    layers = [layer for layer in LAYERS if layer != RIVERS or len(board.hexes) <= LIGHT]
    svg = WRITTEN.sub("", draw(board, layers, theme, SCALE))
    return svg[svg.index("<defs>") :].removesuffix("</svg>")


def _on_map(name: str, board: BoardData, begun: FirstTurn, theme: Theme) -> str:
    sheet = geometry(board, SCALE)
    centres = {hex["label"]: (hex["x"], hex["y"]) for hex in sheet["hexes"]}
    units = [unit for unit in begun.units if unit.place in centres and unit.symbol not in LEFT_OUT]
    whole = (0.0, 0.0, sheet["width"], sheet["height"])
    around = [centres[place] for place in (*(unit.place for unit in units), *begun.prizes) if place in centres]
    box = framed(around, whole)
    side = max(SCALE * 0.62, box[2] / ACROSS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(f"{each:.0f}" for each in box)}">'
        f"{_ground(name, theme)}{''.join(_stacks(units, centres, side))}</svg>"
    )


def framed(points: list[tuple[float, float]], whole: Box) -> Box:
    """The part of a map that has all points in it, with some ground around, in the shape of a picture."""
    if not points:
        return whole
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    margin = SCALE * 3
    wide, tall = right - left + 2 * margin, bottom - top + 2 * margin
    wide, tall = max(wide, tall * LOOK), max(tall, wide / LOOK)
    wide, tall = min(wide, whole[2]), min(tall, whole[3])
    x = min(max((left + right - wide) / 2, 0), whole[2] - wide)
    y = min(max((top + bottom - tall) / 2, 0), whole[3] - tall)
    return x, y, wide, tall


def _stacks(units: list[Unit], centres: dict[str, tuple[float, float]], side: float) -> Iterator[str]:
    """One counter for each place and army, with another behind it where there are more."""
    stacks: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        stacks.setdefault((unit.place, unit.army), []).append(unit)
    for (place, army), stack in stacks.items():
        x, y = centres[place]
        for behind in range(min(len(stack), 3) - 1, -1, -1):
            shift = behind * side * 0.12 - side / 2
            yield _counter(x + shift, y - shift - side, side, army, stack[0].symbol if behind == 0 else "")


def _counter(x: float, y: float, side: float, army: str, symbol: str) -> str:
    """A box with the symbol of its arm."""
    corner = side * (0.28 if army in ROUND else 0.04)
    fill = ARMIES.get(army, PLAIN)
    box = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" rx="{corner:.1f}" fill="{fill}" '
        f'stroke="{INK}" stroke-width="{side / 16:.2f}"/>'
    )
    a, b, c, d = x + side * 0.2, y + side * 0.3, x + side * 0.8, y + side * 0.7
    marks = {
        "infantry": f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}M{a:.1f} {d:.1f}L{c:.1f} {b:.1f}",
        "cavalry": f"M{a:.1f} {d:.1f}L{c:.1f} {b:.1f}",
    }
    if not symbol:
        return box
    way = f"M{a:.1f} {b:.1f}H{c:.1f}V{d:.1f}H{a:.1f}z{marks.get(symbol, '')}"
    return f'{box}<path d="{way}" fill="none" stroke="{INK}" stroke-width="{side / 14:.2f}"/>'


def _on_table(table: Tabletop, units: tuple[Unit, ...], theme: Theme) -> Iterator[str]:
    """A table without hexes: cloth, terrain with soft edges, bases where they stand."""
    wide, tall = table.size
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}">'
    yield f'<rect width="{wide}" height="{tall}" fill="{CLOTH[theme]}"/>'
    for piece in table.terrain:
        if piece.line:
            points = " ".join(f"{x},{y}" for x, y in piece.points)
            colour = LINES.get(piece.kind, "#8a7444")
            yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="70"/>'
        else:
            yield f'<path d="{_soft(piece.points)}" fill="{GROUND.get(piece.kind, "#cdb98a")}"/>'
    for unit in units:
        x, comma, y = unit.place.partition(",")
        if comma:
            yield _counter(float(x) - 110, float(y) - 110, 220, unit.army, unit.symbol)
    yield "</svg>"


def _soft(points: tuple[tuple[int, int], ...]) -> str:
    """A closed way through the middles of the edges, bent at the corners."""
    middles = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True)]
    bends = (
        f"Q{x} {y} {a} {b}" for (x, y), (a, b) in zip(points[1:] + points[:1], middles[1:] + middles[:1], strict=True)
    )
    return f"M{middles[0][0]} {middles[0][1]}{''.join(bends)}z"
