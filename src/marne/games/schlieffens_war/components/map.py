"""The map, read from `data/board` and laid out for the rules. Loaded once; nothing here changes in play.

A hex is a small number, the index of its label in `grid`; only hexes on the ground of a country at war are in it, so
the sea and the neutral countries (3.2) are simply not there. Sets of hexes are bits, as in `marne.hexes`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from marne.atlas.board_rows import LINKS, PLACES, pair_problems
from marne.hexes import Bits, Grid, bits
from marne.tables import Data, DataSet, Key, Pattern, Range, Ref, Sep, csv_rows
from marne.tables.problems import Problem

__all__ = ["BESIDE", "BOARD", "DATA_SET", "FILES", "HEXES", "LINKS", "PLACES", "SIDES", "Map", "check", "load"]

BOARD = Path(__file__).parents[1] / "data" / "board"
Terrain = Literal["clear", "forest", "rough", "marsh", "city", "sea"]
Role = Literal[
    "entente_city",
    "german_city",
    "paris",
    "heavy_fortress",
    "fort",
    "port",
    "paris_endangered",
    "west_edge",
    "south_edge",
    "east_edge",
]
Country = Literal["FR", "BE", "LU", "DE"]
BELGIAN_REACH = 2
"""10.8: how far the Belgian Army may go beyond Belgium, in France and Luxembourg."""


class HexRow(NamedTuple):
    """The hexes of the map."""

    label: Annotated[str, Key(), Pattern("[0-9]{4}", "a hex such as 0812"), "row, then column"]
    u: Annotated[int, "half hexes, growing east"]
    v: Annotated[int, "row, growing south"]
    terrain: Annotated[Terrain, "10.4; a city counts as city whatever its ground"]
    country: Annotated[Country | None, "of 1914; empty at sea"]
    height: Annotated[int, "metres, for the drawing"]
    relief: Annotated[int, "metres, for the drawing"]
    wood: Annotated[int, Range(0, 100), "per cent, for the drawing"]
    sea: Annotated[int, Range(0, 100), "per cent, for the drawing"]
    name: Annotated[str | None, "city"]
    roles: Annotated[tuple[Role, ...], Sep("|"), "what the hex means to the rules"]


class SideRow(NamedTuple):
    """Hexsides that carry something; a pair stands once."""

    a: Annotated[str, Key(), Ref("board/hexes.csv")]
    b: Annotated[str, Key(), Ref("board/hexes.csv")]
    river: Annotated[Literal["river"] | None, "a river hexside, 10.5 and 11.12"]
    river_name: str | None
    border: Annotated[str | None, "two countries, such as DE-FR"]
    blocked: Annotated[bool, "in the sea or on neutral ground: nothing crosses, 3.2 and 10.4"]
    features: Annotated[tuple[Literal["sea", "neutral"], ...], Sep("|"), "why it is blocked"]


HEXES = csv_rows("board/hexes.csv", HexRow)
SIDES = csv_rows("board/sides.csv", SideRow)
ENTENTE_CITIES = 25
"""4.7: city hexes of Belgium and France, Paris not counted."""


def check(data: Data) -> list[Problem]:
    """Hexsides and links join neighbours, each pair once; the counts of the rulebook hold."""
    problems: list[Problem] = []
    whole = Grid.from_cells("pointy", {row.label: (row.u, row.v) for row in data[HEXES]})
    pairs = [(SIDES.name, row.a, row.b) for row in data[SIDES]] + [(LINKS.name, row.a, row.b) for row in data[LINKS]]
    problems += pair_problems(whole, pairs)
    cities = sum("entente_city" in row.roles for row in data[HEXES])
    if cities != ENTENTE_CITIES:
        problems.append(Problem(HEXES.name, f"{ENTENTE_CITIES} hexes with the role entente_city (4.7)", str(cities)))
    for row in data[HEXES]:
        if (row.terrain == "sea") != (row.country is None):
            expected = "a country for a hex on land, none at sea"
            problems.append(Problem(HEXES.name, expected, row.country or "", row=row.label, column="country"))
        if (row.terrain == "city") != bool({"entente_city", "german_city", "paris"} & set(row.roles)):
            expected = "the role of a city for terrain city, and for no other"
            problems.append(Problem(HEXES.name, expected, "|".join(row.roles), row=row.label, column="roles"))
    return problems


FILES = (HEXES, SIDES, LINKS, PLACES)
"""For the data set of the game: what the rules read of the board."""
BESIDE = ("board/georef.toml", "board/thresholds.toml", "board/stated.csv", "board/cities.csv", "board/overrides.csv")
"""What the board was built from, and how it lies on the ground: for the builder and the drawing."""


class _BoardOnly(DataSet):
    """The board's files out of a directory that may hold other files of the game too."""

    def knows(self, name: str) -> bool:
        return super().knows(name) or not name.startswith("board/")


DATA_SET = _BoardOnly("schlieffens_war", BOARD.parent, FILES, beside=BESIDE, also=check)


class Map:
    """Flat lists by hex, and sets of hexes."""

    __slots__ = (
        "belgian_area", "belgium", "cities", "country", "east_edge", "entente_cities", "forts", "france",
        "german_cities", "germany", "grid", "heavy", "luxembourg", "names", "paris", "paris_endangered", "passable",
        "places", "ports", "rail", "rail_hexes", "river", "south_edge", "terrain", "west_edge",
    )  # fmt: skip

    def __init__(self, data: Data) -> None:
        rows = [row for row in data[HEXES] if row.country is not None]
        self.grid = Grid.from_cells("pointy", {row.label: (row.u, row.v) for row in rows})
        self.terrain: tuple[str, ...] = tuple(row.terrain for row in rows)
        """10.4: clear, forest, rough, marsh or city."""
        self.country: tuple[str, ...] = tuple(row.country or "" for row in rows)
        self.names: tuple[str, ...] = tuple(row.name or "" for row in rows)
        """The city of each hex, or nothing."""
        self.places: dict[str, tuple[int, ...]] = {
            name: tuple(h for h, row in enumerate(rows) if row.name == name)
            for name in dict.fromkeys(row.name for row in rows if row.name)
        }
        """The hexes of each city by its name."""
        self.germany, self.france, self.belgium, self.luxembourg = (
            bits(h for h, row in enumerate(rows) if row.country == code) for code in ("DE", "FR", "BE", "LU")
        )

        def having(role: Role) -> Bits:
            return bits(h for h, row in enumerate(rows) if role in row.roles)

        self.entente_cities: Bits = having("entente_city")
        """4.6, 4.7: the 25 that give victory points; Paris is not among them."""
        self.german_cities: Bits = having("german_city")
        self.paris: Bits = having("paris")
        self.cities: Bits = self.entente_cities | self.german_cities | self.paris
        self.heavy: Bits = having("heavy_fortress")
        """11.14: cities with the symbol of a heavy fortress."""
        self.forts: Bits = having("fort")
        """3.1: where fort counters are set up."""
        self.ports: Bits = having("port")
        """9.2: Dunkirk, Calais and Boulogne."""
        self.paris_endangered: Bits = having("paris_endangered")
        """4.1: inside the perimeter, Paris itself among them."""
        self.west_edge: Bits = having("west_edge")
        """8.3, 9.3: hexes of France on the west edge."""
        self.south_edge: Bits = having("south_edge")
        self.east_edge: Bits = having("east_edge")
        """8.6: hexes of Germany on the east edge."""
        self.river = self._pairs([(s.a, s.b) for s in data[SIDES] if s.river])
        """10.5: for each hex the neighbours across a river."""
        shut = self._pairs([(s.a, s.b) for s in data[SIDES] if s.blocked])
        marsh = bits(h for h, row in enumerate(rows) if row.terrain == "marsh")
        self.passable: tuple[Bits, ...] = tuple(
            self.grid.neighbour_bits(h) & ~shut[h] & ~marsh if not marsh >> h & 1 else 0 for h in range(len(rows))
        )
        """3.2, 10.4: for each hex the neighbours that can be entered from it at all."""
        self.rail = self._pairs([(r.a, r.b) for r in data[LINKS]])
        """8.0: for each hex the neighbours that a railway joins to it."""
        self.rail_hexes: Bits = bits(h for h in range(len(rows)) if self.rail[h])
        near = self.grid.links.within(self.belgium, BELGIAN_REACH)
        self.belgian_area: Bits = self.belgium | near & (self.france | self.luxembourg)
        """10.8: Belgium, and two hexes into France and Luxembourg."""

    def _pairs(self, pairs: list[tuple[str, str]]) -> tuple[Bits, ...]:
        found = [0] * len(self.grid)
        for a, b in pairs:
            if a in self.grid and b in self.grid:
                i, j = self.grid.hex(a), self.grid.hex(b)
                found[i] |= 1 << j
                found[j] |= 1 << i
        return tuple(found)


@cache
def load() -> Map:
    """The map of the committed data, read once."""
    return Map(DATA_SET.load())
