"""Boards as pictures: SVG in layers, PNG, and the geometry that a client needs to place counters and catch clicks."""

from .output import BoardGeometry, draw_board, draw_views, geometry, to_png
from .picture import LAYERS, OFF, draw

__all__ = ["LAYERS", "OFF", "BoardGeometry", "draw", "draw_board", "draw_views", "geometry", "to_png"]
