"""[16.1.1] The bridges that the board's list of structures leaves out.

Structures are the railway structures with a name, and every road bridge and every railway bridge over a Major River.
The list has those that mattered in 1914; the rest follow from the bridged hexsides and the links over them, also on a
board that somebody corrected. They lie in the hex that comes first on the board, at its edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from marne.hexes.grid import Grid

from .map_kinds import Link, Structure, Water

__all__ = ["Bridged", "bridges_to_add"]


class Bridged(Protocol):
    """What is asked of the map."""

    @property
    def water(self) -> list[Water]: ...
    @property
    def water_name(self) -> list[str]: ...
    @property
    def bridge(self) -> list[bool]: ...
    @property
    def links(self) -> list[Link]: ...
    @property
    def structures(self) -> list[Structure]: ...


def bridges_to_add(grid: Grid, board: Bridged) -> Iterator[Structure]:
    """A road bridge for each bridged side of a Major River that has none, and a railway bridge for each such link."""
    have = [(grid.side(s.hex, s.to), s) for s in board.structures]
    roads = {side for side, s in have if s.road}
    rails = {side for side, s in have if s.rail}
    linked = {grid.side(link.a, link.b) for link in board.links}
    for side, water in enumerate(board.water):
        if water != Water.MAJOR:
            continue
        a, b = grid.side_hexes(side)
        river = board.water_name[side].partition(" / ")[0]
        where = f"{river} {grid.label(a)}-{grid.label(b)}"
        if side in linked and side not in rails:
            yield Structure(f"railway bridge {where}", "P", a, b, "critical", True, False, "", True)
        if board.bridge[side] and side not in roads:
            yield Structure(f"road bridge {where}", "P", a, b, "critical", False, True, "", True)
