"""The map of 1914 - Nach Paris [4]: flat lists over small integers, read once from `data/board`.

Hexes are numbers 0..2609 of `Map.grid`, hexsides are numbers of the same grid, so that every list is indexed directly
and both hexes of a side read one and the same value. Labels are for people and files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from marne.atlas.board_data import read_georef
from marne.atlas.project import XY, Georef
from marne.games.nach_paris.components.map_kinds import (
    Camp,
    Cover,
    Edge,
    Entrenchment,
    Fort,
    FortifiedZone,
    Harbour,
    Link,
    Named,
    Rail,
    SeaLane,
    Sluice,
    Structure,
    Terrain,
    Town,
    Water,
)
from marne.games.nach_paris.components.map_rows import (
    CampRow,
    HexRow,
    LinkRow,
    OverrideRow,
    PlaceRow,
    SeaLaneRow,
    SideRow,
)
from marne.hexes.grid import Grid
from marne.hexes.labels import letters
from marne.tables import Data, Problem, Rows, csv_rows

__all__ = [
    "BESIDE", "BOARD", "CAMPS", "FILES", "HEXES", "LINKS", "OVERRIDES", "PLACES", "SEA_LANES", "SIDES", "Camp", "Cover",
    "Edge", "Entrenchment", "Fort", "FortifiedZone", "Harbour", "Link", "Map", "Named", "Rail", "SeaLane", "Sluice",
    "Structure", "Terrain", "Town", "Water", "check", "make_map",
]  # fmt: skip

BOARD: Final = Path(__file__).parent.parent / "data" / "board"
HEXES = csv_rows("board/hexes.csv", HexRow)
SIDES = csv_rows("board/sides.csv", SideRow)
LINKS = csv_rows("board/links.csv", LinkRow)
PLACES = csv_rows("board/places.csv", PlaceRow)
CAMPS = csv_rows("board/camps.csv", CampRow)
SEA_LANES = csv_rows("board/sea_lanes.csv", SeaLaneRow)
OVERRIDES = csv_rows("board/overrides.csv", OverrideRow)


@dataclass(frozen=True)
class Map:
    """The whole board. Nothing in it changes in play; flooded hexes and broken bridges belong to a position."""

    grid: Grid
    # by hex
    centre: list[tuple[int, int]]  #: metres east and north of the south-west corner of the frame
    terrain: list[Terrain]
    country: list[str]  #: FR, DE, BE, LU; NL and CH stay neutral, GB and the empty one (sea) are out of play
    town: list[Town]
    town_name: list[str]
    urban: list[str]  #: the city of an urban area [4.5]
    suburb: list[bool]
    station: list[bool]  #: a station outside towns [4.3]
    old_fortification: list[bool]  #: [11.7]
    camp: list[int]  #: index into `camps`, -1 outside
    links_of: list[tuple[int, ...]]  #: indices into `links`
    # by hexside
    water: list[Water]
    water_name: list[str]
    cover: list[Cover]
    mountain_pass: list[bool]
    bridge: list[bool]
    flood: list[str]  #: the sluice that floods these banks
    partial_flood: list[bool]  #: banks that are only partially flooded then [7.2.1]
    guards: dict[tuple[int, int], Entrenchment]  #: (guarded hex, hexside)
    works: list[str]
    # lists
    links: list[Link]
    structures: list[Structure]
    forts: list[Fort]
    camps: list[Camp]
    fortified_zones: list[FortifiedZone]
    harbours: list[Harbour]
    sea_lanes: list[SeaLane]
    sluices: list[Sluice]
    edges: list[Edge]
    objectives: list[Named]
    mines: list[Named]
    towns: list[Named]

    def playable(self, hex: int) -> bool:
        """[1.1.4] Land of a belligerent or of Luxembourg: the Netherlands, Switzerland and England stay out of it."""
        return self.country[hex] in ("FR", "DE", "BE", "LU")

    def border(self, side: int) -> bool:
        """[4.5] A state border runs where two hexes belong to two states."""
        hexes = self.grid.side_hexes(side)
        return len(hexes) == 2 and "" != self.country[hexes[0]] != self.country[hexes[1]] != ""

    def guard(self, hex: int, attacked_from: int) -> Entrenchment:
        """[11.1.2] What protects a hex against a neighbour."""
        return self.guards.get((hex, self.grid.side(hex, attacked_from)), Entrenchment.NONE)

    def apart(self, fort: Fort, hex: int) -> int:
        """[8.5.2] The square of the way from the centre of a hex to a fort, in square metres."""
        (x, y), (u, v) = fort.at, self.centre[hex]
        return (x - u) ** 2 + (y - v) ** 2

    def links_at(self, hex: int, node: int) -> tuple[int, ...]:
        """The links that meet at one node of a hex."""
        links = self.links
        return tuple(
            i for i in self.links_of[hex] if (links[i].node_a if links[i].a == hex else links[i].node_b) == node
        )

    def dead_end(self, hex: int, node: int) -> bool:
        """[12.1.5] The printed railway stops here; a line that leaves the board doesn't."""
        return len(self.links_at(hex, node)) == 1 and not any(e.hex == hex and e.node == node for e in self.edges)

    def all_directions(self, hex: int) -> bool:
        """[4.3] Trains turn freely in towns, at old fortifications and at stations; elsewhere a fork is one-way."""
        return self.town[hex] > 0 or self.station[hex] or self.old_fortification[hex]


_WATER = {None: Water.NONE, "canal": Water.MINOR, "minor": Water.MINOR, "river": Water.RIVER, "major": Water.MAJOR}
_GUARD = {None: Entrenchment.NONE, "regular": Entrenchment.REGULAR, "strengthened": Entrenchment.STRENGTHENED}


def _grid(hexes: Rows[HexRow]) -> Grid:
    return Grid("flat", {r.label: (r.u, r.v) for r in hexes})


def check(data: Data) -> list[Problem]:
    """What must hold between the files: all hexes in order, places on land, pairs of hexes that touch."""
    cells = {r.label: (r.u, r.v) for r in data[HEXES]}
    if tuple(cells) != tuple(f"{letters(column)}{row}" for column in range(1, 59) for row in range(1, 46)):
        return [
            Problem(HEXES.name, "every hex from A1 to BF45, column by column", f"{len(cells)} hexes, or another order")
        ]
    pairs = [(SIDES.name, r.a, r.b) for r in data[SIDES]] + [(LINKS.name, r.a, r.b) for r in data[LINKS]]
    pairs += [(PLACES.name, r.hex, r.to) for r in data[PLACES] if r.to]
    problems = []
    seen: set[tuple[str, str]] = set()
    for file, a, b in pairs:
        (u, v), (x, y) = cells[a], cells[b]
        if (abs(u - x), abs(v - y)) not in ((0, 2), (1, 1)):
            problems.append(Problem(file, "two hexes that touch", f"{a} and {b}", row=f"{a} {b}"))
    sea = {r.label for r in data[HEXES] if r.terrain == "sea"}
    for place in data[PLACES]:
        if place.hex in sea:
            problems.append(
                Problem(PLACES.name, "a hex on land", f"{place.hex}, which is sea", row=place.name, column="hex")
            )
    for r in data[SIDES]:
        if (r.b, r.a) in seen:
            problems.append(Problem(SIDES.name, "each hexside once", f"{r.a} and {r.b} both ways", row=f"{r.a} {r.b}"))
        seen.add((r.a, r.b))
        if ("entrenchment" in r.features) != bool(r.guard_a or r.guard_b):
            problems.append(
                Problem(SIDES.name, "entrenchment and guard_a or guard_b together", "one", row=f"{r.a} {r.b}")
            )
        if ("flood" in r.features) != bool(r.flood):
            problems.append(
                Problem(SIDES.name, "flood among the features and a sluice together", "one", row=f"{r.a} {r.b}")
            )
    harbours = {r.name for r in data[PLACES] if r.kind == "port"} | OFF_BOARD
    for lane in data[SEA_LANES]:
        for column, name in (("a", lane.a), ("b", lane.b)):
            if name not in harbours:
                problems.append(Problem(SEA_LANES.name, "a harbour", name, row=f"{lane.a} {lane.b}", column=column))
    return problems


OFF_BOARD: Final = frozenset(
    {"Dieppe", "Folkestone", "Le Havre", "Southampton"}
)  #: harbours that ships reach beyond the edge
FILES: Final = (HEXES, SIDES, LINKS, PLACES, CAMPS, SEA_LANES, OVERRIDES)
"""For the data set of the game: what the rules read of the board."""
BESIDE: Final = ("board/georef.toml", "board/thresholds.toml", "board/stated.csv", "board/anchors.csv")
"""How the board lies on the ground, what it was built from, and what its tests read."""


def make_map(data: Data) -> Map:
    """The map from data that was read and checked."""
    board = _empty(_grid(data[HEXES]), data[HEXES])
    _read_sides(board, data[SIDES])
    _read_links(board, data[LINKS])
    _read_places(board, data[PLACES])
    _read_camps(board, data[CAMPS])
    _read_water(board, data[PLACES])
    board.sea_lanes.extend(SeaLane(r.a, r.b, r.box, r.cost) for r in data[SEA_LANES])
    return board


@cache
def _georef() -> Georef:
    return read_georef((BOARD / "georef.toml").read_text(encoding="utf-8"))[1]


def _metres(at: XY) -> tuple[int, int]:
    """A place of the plane, where hexes are one apart and y grows south, in metres east and north [1.1.3]."""
    return round(at[0] * 10_000), round(-at[1] * 10_000)


def _empty(grid: Grid, hexes: Rows[HexRow]) -> Map:
    n, m = len(grid), grid.side_count
    georef = _georef()
    kinds = {t.name.lower().replace("_", " "): t for t in Terrain}
    return Map(
        grid=grid,
        centre=[_metres(georef.centre(r.u, r.v)) for r in hexes],
        terrain=[kinds[r.terrain] for r in hexes],
        country=[r.country or "" for r in hexes],
        town=[Town.NONE] * n,
        town_name=[""] * n,
        urban=[""] * n,
        suburb=[False] * n,
        station=[False] * n,
        old_fortification=[False] * n,
        camp=[-1] * n,
        links_of=[()] * n,
        water=[Water.NONE] * m,
        water_name=[""] * m,
        cover=[Cover.NONE] * m,
        mountain_pass=[False] * m,
        bridge=[False] * m,
        flood=[""] * m,
        partial_flood=[False] * m,
        guards={},
        works=[""] * m,
        links=[],
        structures=[],
        forts=[],
        camps=[],
        fortified_zones=[],
        harbours=[],
        sea_lanes=[],
        sluices=[],
        edges=[],
        objectives=[],
        mines=[],
        towns=[],
    )


def _read_sides(board: Map, sides: Rows[SideRow]) -> None:
    grid = board.grid
    for r in sides:
        s = grid.side(grid.hex(r.a), grid.hex(r.b))
        board.water[s] = max(_WATER[r.river], Water.RIVER if {"marsh", "pond"} & set(r.features) else Water.NONE)
        board.water_name[s] = " / ".join(r.river_name)
        if "range" in r.features:
            board.cover[s] = Cover.MOUNTAIN_RANGE
        elif "forest" in r.features:
            board.cover[s] = Cover.DEEP_FOREST
        board.mountain_pass[s] = "pass" in r.features
        board.bridge[s] = "bridge" in r.features
        board.flood[s] = r.flood or ""
        board.partial_flood[s] = "partial-flood" in r.features
        board.works[s] = " / ".join(r.works)
        for label, kind in ((r.a, r.guard_a), (r.b, r.guard_b)):
            if kind:
                board.guards[grid.hex(label), s] = _GUARD[kind]


def _read_links(board: Map, links: Rows[LinkRow]) -> None:
    found: dict[int, list[int]] = {}
    for i, r in enumerate(links):
        a, b = board.grid.hex(r.a), board.grid.hex(r.b)
        rail = Rail.LOW if r.rail == "low" else Rail.HIGH_STRENGTHENED if r.strengthened else Rail.HIGH
        board.links.append(Link(a, b, r.at_a, r.at_b, rail, r.line))
        found.setdefault(a, []).append(i)
        found.setdefault(b, []).append(i)
    for hex, indices in found.items():
        board.links_of[hex] = tuple(indices)


def _read_places(board: Map, places: Rows[PlaceRow]) -> None:
    grid = board.grid
    for r in places:
        h = grid.hex(r.hex)
        match r.kind:
            case "town":
                board.towns.append(Named(r.name, h, r.nation or ""))
                if r.size > board.town[h]:
                    board.town[h], board.town_name[h] = Town(r.size), r.name
            case "urban":
                board.urban[h] = r.group or ""
                board.suburb[h] = r.grade == "suburb"
                board.town[h], board.town_name[h] = Town(min(r.size, 3)), r.group or ""
            case "station":
                board.station[h] = True
            case "fortress" if "old" in r.features:
                board.old_fortification[h] = True
            case "fort":
                number = int(r.value) if r.value else 0
                at = _metres(_georef().plane((r.lon, r.lat)))
                board.forts.append(Fort(r.name, h, r.nation or "", r.grade or "", r.group or "", number, at))
            case "bridge" | "viaduct" | "tunnel":
                letter, rail, road = r.features[0], "rail" in r.features, "road" in r.features
                to = grid.hex(r.to or "")
                major = board.water[grid.side(h, to)] == Water.MAJOR
                board.structures.append(
                    Structure(r.name, letter, h, to, r.grade or "", rail, road, r.value or "", major)
                )
            case "zone":
                board.fortified_zones.append(FortifiedZone(r.name, h, r.group == "pass"))
            case "edge":
                board.edges.append(Edge(int(r.value or 0), h, int(r.grade or 0)))
            case "objective":
                board.objectives.append(Named(r.name, h, r.nation or "", r.group or ""))
            case "mine":
                board.mines.append(Named(r.name, h, r.nation or ""))
            case _:
                pass  # channels and sluices are read together; passes lie in sides.csv; villages only explain
    board.edges.sort(key=lambda e: e.number)
    board.structures.extend(bridges_to_add(grid, board))


def _read_camps(board: Map, camps: Rows[CampRow]) -> None:
    for index, row in enumerate(camps):
        hexes = board.grid.hexes(row.hexes)
        for h in hexes:
            board.camp[h] = index
        forts = tuple(i for i, fort in enumerate(board.forts) if fort.camp == row.name)
        board.camps.append(Camp(row.name, row.nation, hexes, forts))


def _read_water(board: Map, places: Rows[PlaceRow]) -> None:
    """Harbours with their channels, sluices with what they flood."""
    grid = board.grid
    channels: dict[str, list[int]] = {}
    control: dict[str, list[int]] = {}
    plains: dict[str, tuple[int, ...]] = {}
    nation: dict[str, str] = {}
    for r in places:
        name = r.group or ""
        if r.kind == "channel":
            channels.setdefault(name, []).append(grid.hex(r.hex))
        elif r.kind == "sluice":
            control.setdefault(name, []).append(grid.hex(r.hex))
            plains[name], nation[name] = grid.hexes(r.features), r.nation or ""
    for r in places:
        if r.kind == "port":
            channel = tuple(channels.get(r.name, ()))
            board.harbours.append(Harbour(r.name, grid.hex(r.hex), r.nation or "", int(r.value or 0), channel))
    for name in sorted(control):
        banks = tuple(s for s, sluice in enumerate(board.flood) if sluice == name)
        board.sluices.append(Sluice(name, nation[name], tuple(control[name]), plains[name], banks))


# -- [16.1.1] bridges that the list of structures leaves out


def bridges_to_add(grid: Grid, board: Map) -> Iterator[Structure]:
    """[16.1.1] A road bridge for each bridged side of a Major River that has none, a railway bridge for each such link.

    The list of structures has those that mattered in 1914; the rest lie in the hex that comes first on the board.
    """
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
