"""What leaves the drawing: files, and numbers for the client."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TypedDict

from marne.atlas.board_data import BoardData, board_directory, load_board

from .picture import draw
from .sheet import Sheet
from .theme import ThemeName


class HexGeometry(TypedDict):
    label: str
    x: float
    y: float


class BoardGeometry(TypedDict):
    """In the pixels of the drawing. Corner i of any hex is its centre plus `corners[i]`."""

    title: str
    width: float
    height: float
    scale: float
    flat: bool
    corners: list[list[float]]
    hexes: list[HexGeometry]


def geometry(board: BoardData, scale: float | None = None) -> BoardGeometry:
    """Centres, labels and one outline: beside the SVG, all that a client needs to know about the map."""
    sheet = Sheet.of(board, scale)
    first = next(iter(board.hexes))
    cx, cy = sheet.centre(first)
    return {
        "title": board.title,
        "width": sheet.width,
        "height": sheet.height,
        "scale": sheet.scale,
        "flat": board.georef.flat,
        "corners": [[round(x - cx, 2), round(y - cy, 2)] for x, y in sheet.corners(first)],
        "hexes": [{"label": h, "x": round(x, 1), "y": round(y, 1)} for h in board.hexes for x, y in (sheet.centre(h),)],
    }


def to_png(svg: str, width: int | None = None) -> bytes:
    """The same as PNG, `width` pixels wide. Needs the `atlas` extra."""
    try:
        import resvg_py
    except ImportError:
        raise RuntimeError("PNG needs resvg: pip install 'marne[atlas]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def draw_board(
    game: str,
    svg: Path | None = None,
    png: Path | None = None,
    layers: Collection[str] | None = None,
    theme: ThemeName = "day",
    width: int | None = None,
) -> list[Path]:
    """`marne board GAME`: draws the board that the game's rules read; returns the files written."""
    text = draw(load_board(board_directory(game)), layers, theme)
    written = []
    if svg is not None:
        svg.write_text(text, encoding="utf-8")
        written.append(svg)
    if png is not None:
        png.write_bytes(to_png(text, width))
        written.append(png)
    return written
