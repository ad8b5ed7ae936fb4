"""What leaves the drawing: files, and numbers for the client."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TypedDict

from marne.atlas.board_data import BoardData, load_game_board
from marne.atlas.model import LonLat
from marne.engine import MarneError

from .labels import SANS
from .picture import draw
from .sheet import DrawnSheet
from .theme import ThemeName


class HexGeometry(TypedDict):
    """Where the middle of a hex lies."""

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
    corners: list[tuple[float, float]]
    hexes: list[HexGeometry]


def geometry(board: BoardData, scale: float | None = None) -> BoardGeometry:
    """Centres, labels and one outline: beside the SVG, all that a client needs to know about the map."""
    sheet = DrawnSheet.of(board, scale)
    first = next(iter(board.hexes))
    cx, cy = sheet.centre(first)
    return {
        "title": board.title,
        "width": sheet.width,
        "height": sheet.height,
        "scale": sheet.scale,
        "flat": board.georef.flat,
        "corners": [(round(x - cx, 2), round(y - cy, 2)) for x, y in sheet.corners(first)],
        "hexes": [{"label": h, "x": round(x, 1), "y": round(y, 1)} for h in board.hexes for x, y in (sheet.centre(h),)],
    }


class NoPng(MarneError, RuntimeError):
    """The extra that makes PNG files is not installed."""


def to_png(svg: str, width: int | None = None, small: bool = False) -> bytes:
    """The same as PNG, `width` pixels wide; `small` in 256 colours. Needs the `atlas` extra."""
    try:
        import resvg_py

        from .compact import compact
    except ImportError:
        raise NoPng("a PNG needs resvg and numpy: pip install 'marne[atlas]'") from None
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    return compact(png) if small else png


def draw_board(
    game: str,
    svg: Path | None = None,
    png: Path | None = None,
    layers: Collection[str] | None = None,
    theme: ThemeName = "day",
    width: int | None = None,
) -> list[Path]:
    """`marne board GAME`: draws the board that the game's rules read; returns the files written."""
    text = draw(load_game_board(game), layers, theme)
    picture = None if png is None else to_png(text, width or WIDTH, small=True)
    written = []
    if svg is not None:
        svg.write_text(text, encoding="utf-8")
        written.append(svg)
    if png is not None and picture is not None:
        png.write_bytes(picture)
        written.append(png)
    return written


#: How wide a picture is unless said otherwise, and the country that `draw_views` shows closer.
WIDTH = 2400
VIEWS: dict[str, LonLat] = {
    "ardennes": (5.2, 49.9),
    "flanders": (3.1, 50.85),
    "alsace": (7.1, 48.1),
    "paris": (2.7, 48.95),
}


def draw_views(game: str, directory: Path, theme: ThemeName = "day") -> list[Path]:
    """The board closer, at the places where a mistake would show: four pictures in a directory."""
    board = load_game_board(game)
    sheet = DrawnSheet.of(board)
    whole = draw(board, None, theme)
    written = []
    across = 10.5 if len(board.hexes) > 1200 else 8.0 if len(board.hexes) > 250 else 5.5  # hexes
    for name, at in VIEWS.items():
        w, h = across * sheet.scale, across * sheet.scale * 0.72
        x, y = sheet.at(at)
        x, y = min(max(0, x - w / 2), sheet.width - w), min(max(0, y - h / 2), sheet.height - h)
        head, _, rest = whole.partition("><title>")
        head = (
            head[: head.index("viewBox")]
            + f'viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}"'
        )
        path = directory / f"{game}-{name}.png"
        path.write_bytes(to_png(f'{head} font-family="{SANS}"><title>{rest}', 1300, small=True))
        written.append(path)
    return written
