"""A scene as one SVG: the board with its counters, for a notebook. The page at the table draws its own, with more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from marne.atlas.board_data import board_directory, load_game_board
from marne.atlas.draw import LAYERS, OFF, BoardGeometry, draw, geometry
from marne.engine import Piece, Scene, Tabletop

__all__ = ["draw_scene"]

ARMIES = {
    "german": "#8a8f7a",
    "bavarian": "#8497a8",
    "french": "#6d8dbe",
    "colonial": "#86a9d1",
    "british": "#c7b285",
    "indian": "#a98a5f",
    "belgian": "#7f9a6b",
}
PLAIN = "#b8b2a2"
GROUND = {
    "wood": "#5f8a4f",
    "village": "#c79d77",
    "town": "#c79d77",
    "hill": "#bfae72",
    "steep": "#a58c55",
    "marsh": "#8fb0a0",
    "crops": "#d5c26a",
    "orchard": "#88a95c",
    "lake": "#7fa9c4",
}
LINES = {"river": "#4f86ad", "stream": "#6a9dbd", "canal": "#4f86ad", "hedge": "#3f6a34"}
TINTS = ("#c9503f", "#3f6fc9", "#7a5fb0")
INK = "#12100a"
WIDTH = 1000
"""Of the picture, in pixels of a notebook."""
LEFT_OUT = ("relief", "legend", *OFF)
"""Layers of a board that a small picture does without."""


def draw_scene(scene: Scene, overlay: str = "", groups: Sequence[int] = ()) -> str | None:
    """The picture, or None where there is neither a board of hexes nor a table to put the counters on. `overlay`: the
    hexes of one of the scene's, tinted under the counters; `groups`: which of its groups by number, all if empty."""
    board = _board(scene.game)
    if board is not None:
        svg, places = board
        return svg + "".join((*_tints(scene, places, overlay, groups), *_stacks(scene, places))) + "</svg>"
    if scene.open_table is not None:
        return "".join(_open_table(scene, scene.open_table))
    return None


@lru_cache(8)
def _board(game: str) -> tuple[str, BoardGeometry] | None:
    """The board without its last tag, and where its hexes lie."""
    try:
        if not board_directory(game).is_dir():
            return None
    except ModuleNotFoundError:
        return None
    board = load_game_board(game)
    svg = draw(board, [layer for layer in LAYERS if layer not in LEFT_OUT])
    svg = re.sub(r' width="[\d.]+" height="[\d.]+"', f' width="{WIDTH}"', svg, count=1)
    return svg.removesuffix("</svg>"), geometry(board)


def _tints(scene: Scene, places: BoardGeometry, overlay: str, groups: Sequence[int]) -> Iterator[str]:
    """The hexes of an overlay, one colour for each group."""
    shown = dict(scene.overlays).get(overlay, ())
    centres = {hex["label"]: (hex["x"], hex["y"]) for hex in places["hexes"]}
    for at, group in enumerate(shown):
        if groups and at not in groups:
            continue
        for label in group.hexes:
            x, y = centres[label]
            corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in places["corners"])
            yield f'<polygon points="{corners}" fill="{TINTS[at % len(TINTS)]}" fill-opacity=".4"/>'


def _stacks(scene: Scene, places: BoardGeometry) -> Iterator[str]:
    """Counters hex by hex, those of a stack a little to the right and below each other."""
    centres = {hex["label"]: (hex["x"], hex["y"]) for hex in places["hexes"]}
    stacks: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.place in centres:
            stacks.setdefault(piece.place, []).append(piece)
    side = places["scale"] * 0.5
    for place, stack in stacks.items():
        x, y = centres[place]
        step = min(side * 0.16, side * 0.6 / len(stack))
        first = side / 2 + step * (len(stack) - 1) / 2
        for at, piece in enumerate(stack):
            move = f"translate({x - first + at * step:.1f} {y - first + at * step:.1f}) scale({side / 44:.3f})"
            yield f'<g class="piece" transform="{move}"><title>{escape(_words(piece))}</title>{_counter(piece)}</g>'


def _words(piece: Piece) -> str:
    return f"{piece.place}: {piece.words or piece.name or piece.id}"


def _counter(piece: Piece) -> str:
    """A counter of 44 by 44."""
    fill = ARMIES.get(piece.army, PLAIN)
    parts = [f'<rect width="44" height="44" rx="3" fill="{fill}" stroke="{INK}" stroke-width="1"/>']
    if piece.hidden:
        return parts[0] + f'<text x="22" y="29" font-size="20" text-anchor="middle" fill="{INK}">?</text>'
    size = min(8.5, 68 / max(len(piece.name), 1))
    numbers = "-".join(number for number in piece.numbers if number).replace("-+", " +")
    parts += (
        f'<text x="22" y="10" font-size="{size:.1f}" text-anchor="middle" fill="{INK}">{escape(piece.name)}</text>',
        _symbol(piece.symbol),
        f'<text x="22" y="41" font-size="12" font-weight="700" text-anchor="middle" fill="{INK}">'
        f"{escape(numbers)}</text>",
    )
    if piece.of_pips and piece.pips < piece.of_pips:
        parts.append(f'<path d="M2 42L42 2" stroke="{INK}" stroke-opacity=".5" stroke-width="2"/>')
    return "".join(parts)


def _symbol(kind: str) -> str:
    """The box of a unit: a cross is infantry, a stroke cavalry, a dot guns; whatever else, an empty box."""
    inside = {
        "infantry": '<path d="M12 14L32 27M12 27L32 14"/>',
        "cavalry": '<path d="M12 27L32 14"/>',
        "artillery": '<circle cx="22" cy="20.500" r="2.500"/>',
    }
    box = f'<rect x="12" y="14" width="20" height="13"/>{inside.get(kind, "")}'
    return f'<g fill="none" stroke="{INK}" stroke-width="1.200">{box}</g>'


def _open_table(scene: Scene, table: Tabletop) -> Iterator[str]:
    """A table without hexes: cloth, terrain, bases where they stand."""
    wide, tall = table.size
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{WIDTH}">'
    yield f'<title>{escape(scene.game)}</title><rect width="{wide}" height="{tall}" fill="#b9c48a"/>'
    for piece in table.terrain:
        points = " ".join(f"{x},{y}" for x, y in piece.points)
        if piece.line:
            colour = LINES.get(piece.kind, "#6b5526")
            yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="60"/>'
        else:
            yield f'<polygon points="{points}" fill="{GROUND.get(piece.kind, "#cdb98a")}"/>'
    for unit in scene.pieces:
        x, comma, y = unit.place.partition(",")
        if not comma:
            continue
        fill, turn, name = ARMIES.get(unit.army, PLAIN), unit.facing or 0, escape(unit.name)
        yield f'<g class="piece" transform="translate({x} {y})"><title>{escape(_words(unit))}</title>'
        yield f'<rect x="-90" y="-60" width="180" height="120" fill="{fill}" stroke="{INK}" stroke-width="10" '
        yield f'transform="rotate({turn})"/><text y="26" font-size="76" text-anchor="middle">{name}</text></g>'
    yield "</svg>"
