"""Pictures of a rulebook: staged positions of the game, drawn on its board. `data/rulebook/figures.toml` lists them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import chain
from math import hypot
from pathlib import Path
from typing import Any

from marne.atlas.board_data import load_game_board
from marne.atlas.draw import geometry
from marne.drawn import draw_scene
from marne.engine import Game, MarneError, Observation, Setting, check_setting
from marne.engine.parts import Staged
from marne.rulebook.chapters import FOLDER

__all__ = ["draw_figure", "figures_in"]

ARROW = "#a4231c"
_SIZE = re.compile(r'viewBox="[^"]*"(?: width="[^"]*")?(?: height="[^"]*")?')


@cache
def figures_in(data: Path) -> Mapping[str, Any]:
    """The figures of a game by name."""
    file = data / FOLDER / "figures.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def draw_figure(game: Game, name: str, language: str) -> str:
    """A figure as SVG: a staged position, and of the board the hexes that it is about."""
    figures = figures_in(game.rule_index().parent)
    if name not in figures:
        raise MarneError(f"{game.name} has no figure {name!r}")
    figure = figures[name]
    options = tuple(sorted(figure.get("options", {}).items()))
    setting = check_setting(game, Setting(figure["scenario"], figure.get("edition", ""), options))
    if not isinstance(game, Staged):
        raise MarneError(f"{game.name} stages no positions")
    position = game.arrange(setting, figure["setup"])
    seat = game.seats.index(figure["seat"]) if "seat" in figure else None
    scene = game.sight(Observation.of(game, setting, position, seat)).scene(language)
    svg = draw_scene(scene, figure.get("overlay", ""), figure.get("groups", ()))
    if svg is None:
        raise MarneError(f"{game.name} has no picture")
    return _cropped(svg, game.name, figure) if "hexes" in figure else svg


def _cropped(svg: str, game: str, figure: Mapping[str, Any]) -> str:
    """The part of a board around some hexes, with arrows from hex to hex."""
    places = geometry(load_game_board(game))
    at = {hex["label"]: (hex["x"], hex["y"]) for hex in places["hexes"]}
    arrows = figure.get("arrows", ())
    missing = [label for label in (*figure["hexes"], *chain(*arrows)) if label not in at]
    if missing:
        raise MarneError(f"no hex {', '.join(missing)} on the board of {game}")
    xs, ys = zip(*(at[label] for label in figure["hexes"]), strict=True)
    room = places["scale"] * 0.75
    box = (min(xs) - room, min(ys) - room, max(xs) - min(xs) + 2 * room, max(ys) - min(ys) + 2 * room)
    drawn = "".join(_arrow(at[start], at[end], places["scale"]) for start, end in arrows)
    size = 'viewBox="{:.0f} {:.0f} {:.0f} {:.0f}"'.format(*box)
    return _SIZE.sub(size, svg, count=1).removesuffix("</svg>") + drawn + "</svg>"


def _arrow(start: tuple[float, float], end: tuple[float, float], scale: float) -> str:
    """Between the counters of two hexes, with its point towards the second."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    ax, ay, bx, by = ax + ux * scale * 0.32, ay + uy * scale * 0.32, bx - ux * scale * 0.28, by - uy * scale * 0.28
    wing = scale * 0.12
    point = " ".join(
        f"{x:.1f},{y:.1f}"
        for x, y in (
            (bx, by),
            (bx - ux * wing - uy * wing * 0.7, by - uy * wing + ux * wing * 0.7),
            (bx - ux * wing + uy * wing * 0.7, by - uy * wing - ux * wing * 0.7),
        )
    )
    width = scale * 0.07
    line = f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx - ux * wing:.1f}" y2="{by - uy * wing:.1f}"'
    return f'{line} stroke="{ARROW}" stroke-width="{width:.1f}"/><polygon points="{point}" fill="{ARROW}"/>'
