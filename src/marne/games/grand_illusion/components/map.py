"""The printed map, read from `data/board`. Loaded once; nothing here changes in play.

A hex is its printed number, 1 to 107; item 0 of every list is empty. Sets of hexes are bits, as in `marne.hexes`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from marne.atlas.board_rows import LINKS, PLACES, pair_problems
from marne.hexes import Bits, Grid, bits
from marne.tables import Data, Key, Range, Ref, Sep, csv_rows
from marne.tables.problems import Problem

__all__ = ["BESIDE", "BOARD", "FILES", "HEXES", "SIDES", "HexRow", "Map", "SideRow", "check"]

BOARD = Path(__file__).parents[1] / "data" / "board"
Country = Literal["FR", "DE", "BE", "LU", "NL", "CH"]


class HexRow(NamedTuple):
    """The 107 hexes."""

    label: Annotated[str, Key(), "printed number, 2.2"]
    u: Annotated[int, "column, growing east"]
    v: Annotated[int, "half rows, growing south"]
    terrain: Annotated[Literal["0", "+1", "+2"], "Terrain Effects Modifier, 2.2"]
    country: Annotated[Country, "that holds most of the hex"]
    parts: Annotated[tuple[Country, ...], Sep("|"), "every country with a part in the hex, largest first"]
    height: Annotated[int, "metres, for the drawing"]
    relief: Annotated[int, "metres, for the drawing"]
    wood: Annotated[int, Range(0, 100), "per cent, for the drawing"]
    sea: Annotated[int, Range(0, 100), "per cent, for the drawing"]
    name: Annotated[str | None, "place on the map"]
    roles: Annotated[tuple[str, ...], Sep("|"), "parts that the rules give the hex"]
    coast: Annotated[bool, "a shore where troops can land, 12.3"]
    control: Annotated[Literal["allied", "german"], "at the start, 2.2 and 13.1.3"]


class SideRow(NamedTuple):
    """Hexsides that carry something; a pair stands once."""

    a: Annotated[str, Key(), Ref("board/hexes.csv")]
    b: Annotated[str, Key(), Ref("board/hexes.csv")]
    river: Annotated[str | None, "not used in play"]
    river_name: str | None
    border: Annotated[str | None, "two countries, such as DE-FR"]
    blocked: Annotated[bool, "triple diamond: impassable, 8.4.2"]
    features: Annotated[tuple[Literal["red-diamond"], ...], Sep("|"), "one more movement point, 8.4.2"]


HEXES = csv_rows("board/hexes.csv", HexRow)
SIDES = csv_rows("board/sides.csv", SideRow)


def check(data: Data) -> list[Problem]:
    """Hexsides and links join neighbours, each pair once; all 107 hexes are there in order."""
    problems: list[Problem] = []
    labels = [row.label for row in data[HEXES]]
    if labels != [str(n) for n in range(1, 108)]:
        problems.append(Problem(HEXES.name, "the hexes 1 to 107 in order", f"{len(labels)} hexes"))
        return problems
    grid = _grid(data)
    pairs = [(SIDES.name, row.a, row.b) for row in data[SIDES]] + [(LINKS.name, row.a, row.b) for row in data[LINKS]]
    problems += pair_problems(grid, pairs)
    return problems


FILES = (HEXES, SIDES, LINKS, PLACES)
"""For the data set of the game: what the rules read of the board."""
BESIDE = (
    "board/georef.toml",
    "board/stated.csv",
    "board/lines.csv",
    "board/obstacles.csv",
    "board/overrides.csv",
    "board/towns.csv",
)
"""What the board was built from, and how it lies on the ground: for the builder and the drawing."""


def _grid(data: Data) -> Grid:
    return Grid.from_cells("flat", {row.label: (row.u, row.v) for row in data[HEXES]})


class Map:
    """The printed map by hex number, as its files have it; `Ground` lays it out for the rules."""

    __slots__ = (
        "all",
        "around",
        "borders",
        "coast",
        "country",
        "diamonds",
        "france",
        "german",
        "grid",
        "impassable",
        "names",
        "rails",
        "roles",
        "tem",
    )

    def __init__(self, data: Data) -> None:
        rows = (None, *data[HEXES])
        self.grid = _grid(data)
        """The same hexes for drawing; the number there is one less than printed."""
        self.all: Bits = bits(range(1, len(rows)))
        self.around: tuple[tuple[int, ...], ...] = ((), *(tuple(m + 1 for m in ns) for ns in self.grid.neighbours))
        self.impassable: tuple[tuple[int, int], ...] = tuple((int(s.a), int(s.b)) for s in data[SIDES] if s.blocked)
        """8.4.2: hexsides with three diamonds."""
        self.diamonds: tuple[tuple[int, int], ...] = tuple(
            (int(s.a), int(s.b)) for s in data[SIDES] if "red-diamond" in s.features
        )
        """8.4.2: hexsides with one red diamond."""
        self.rails: tuple[tuple[int, int], ...] = tuple((int(r.a), int(r.b)) for r in data[LINKS])
        """Neighbours that a railway joins."""
        self.tem: tuple[int, ...] = tuple(int(r.terrain) if r else 0 for r in rows)
        """2.2: the Terrain Effects Modifier."""
        self.names: tuple[str, ...] = tuple((r.name or "") if r else "" for r in rows)
        self.country: tuple[str, ...] = tuple(r.country if r else "" for r in rows)
        self.coast: Bits = bits(h for h, r in enumerate(rows) if r and r.coast)
        self.german: Bits = bits(h for h, r in enumerate(rows) if r and r.control == "german")
        """2.2, 13.1.3: German controlled at the start, 72 and 73 by marker among them."""
        roles = sorted({role for r in rows if r for role in r.roles})
        self.roles: dict[str, Bits] = {
            role: bits(h for h, r in enumerate(rows) if r and role in r.roles) for role in roles
        }
        """The hexes of each role that `stated.csv` gives: `self.roles["schlieffen_plan"]`."""
        self.france: Bits = bits(h for h, r in enumerate(rows) if r and r.country == "FR")
        self.borders: Bits = bits(
            h for h, r in enumerate(rows) if r and r.country == "FR" and ("DE" in r.parts or "BE" in r.parts)
        )
        """7.2: hexes of France with a piece of Germany or Belgium in them."""
