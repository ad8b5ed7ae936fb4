"""Builds the board of 1914 - Nach Paris: projection, thresholds, overrides, in this order; what is stated always wins.

The reviewed inputs lie beside the result, in the game's `data/board`: `thresholds.toml`, `overrides.csv`, `camps.csv`.
Written are `georef.toml`, `hexes.csv`, `sides.csv`, `links.csv` and `places.csv`. The same input gives the same bytes.

    python -m tools.atlas.nach_paris SHARED
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path

from marne.atlas.board_data import write_georef
from marne.atlas.model import Atlas
from marne.atlas.reading import load

from . import nach_paris_ground as ground_
from . import nach_paris_places as places_
from .ground import Grade, Ground
from .layers import degree, read, table
from .nach_paris_banks import bank_tolls
from .nach_paris_frame import FIT, GEOREF, GRID, MESH, TITLE
from .nach_paris_places import Place
from .nach_paris_rails import Net, RailOverrides, rail_net
from .nach_paris_sides import Sides, side_rows
from .rivers import RiverSide, river_sides

BOARD = Path(__file__).parents[2] / "src/marne/games/nach_paris/data/board"
HAND = Path(__file__).with_name("nach_paris_hand.csv")
Row = dict[str, str]


@dataclass(frozen=True)
class Overrides:
    """`overrides.csv`, by what it overrides."""

    rows: Sequence[Row]

    def of(self, what: str) -> list[Row]:
        return [r for r in self.rows if r["what"] == what]

    def map(self, what: str) -> dict[str, str]:
        return {r["a"]: r["value"] for r in self.of(what)}

    def names(self, what: str) -> frozenset[str]:
        return frozenset(r["a"] for r in self.of(what))

    @property
    def placed(self) -> dict[str, str]:
        return {r["a"]: r["b"] for r in self.of("place")}

    @property
    def rails(self) -> RailOverrides:
        lines, added = self.of("line"), self.of("add_line")
        return RailOverrides(
            ways={r["a"]: tuple(r["value"].split()) for r in lines},
            kinds={r["a"]: r["b"] for r in (*lines, *added) if r["b"]},
            dropped=self.names("drop_line"),
            added={r["a"]: tuple(r["value"].split()) for r in added},
            joined=self.names("join"),
            kept=self.names("keep_line"),
            alone=self.names("alone"),
        )


def board_files(shared: Path, board: Path = BOARD) -> dict[str, str]:
    """Every built file of the board by name."""
    t = tomllib.loads((board / "thresholds.toml").read_text(encoding="utf-8"))
    over = Overrides(read(board / "overrides.csv"))
    camps, stated = read(board / "camps.csv"), read(board / "stated.csv")
    atlas, ground = load(), Ground(shared)
    grades = ground.grades(MESH)
    stated_terrain = over.map("terrain")
    terrains = {hex: stated_terrain.get(hex) or ground_.terrain(grade, t["hex"]) for hex, grade in grades.items()}
    tolls = bank_tolls(MESH, atlas, over.placed, over.of("bank"), t["river"])
    rivers = river_sides(MESH, atlas, least=t["river"]["shortest"], tolls=tolls)
    crossings = places_.crossings(MESH, atlas, rivers, t["rail"])
    net = rail_net(MESH, atlas, over.placed, over.rails, t["rail"]["corner"], crossings)
    walls = ground_.wall_sides(MESH, ground, atlas, terrains, t["side"])
    found = _places(shared, atlas, over, camps, net, rivers, t)
    _check_camps(camps, found)
    sides = Sides(MESH, terrains, rivers, walls, net, found, camps, over.rows, stated, t)
    return {
        "georef.toml": write_georef(TITLE, GEOREF, FIT),
        "hexes.csv": _hexes(grades, terrains, over, stated),
        "sides.csv": _table(
            ("a", "b", "river", "river_name", "features", "guard_a", "guard_b", "works", "flood", "origin", "origins"),
            side_rows(sides),
        ),
        "links.csv": _links(net, stated),
        "places.csv": _place_rows(found),
    }


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return table("", header, rows)


def _hexes(grades: Mapping[str, Grade], terrains: Mapping[str, str], over: Overrides, stated: Sequence[Row]) -> str:
    """Heights to ten metres and woods to five per cent: grades, not a copy of the layers."""
    countries = over.map("country")
    by_hand = {r["a"]: "floodplain" if r["origin"] == "stated" else "region" for r in over.of("terrain")}
    by_hand |= {r["a"]: "example12" for r in stated if r["kind"] == "terrain" and "Example 12" in r["note"]}
    rows = []
    for hex in GRID.labels:
        g, (u, v) = grades[hex], MESH.cells[hex]
        country = "" if terrains[hex] == "sea" else countries.get(hex, g.country)
        why = f"terrain={by_hand[hex]}" if hex in by_hand else ""
        if hex in countries:
            why = "; ".join(filter(None, ("country=ownland", why)))
        rows.append(
            (
                hex,
                u,
                v,
                terrains[hex],
                country,
                _to(g.height, 10),
                _to(g.relief, 10),
                _to(g.wood, 5),
                _to(g.sea, 5),
                "relief",
                why,
            )
        )
    header = ("label", "u", "v", "terrain", "country", "height", "relief", "wood", "sea", "origin", "origins")
    return _table(header, rows)


def _to(n: int, step: int) -> int:
    return (n + step // 2) // step * step


def _links(net: Net, stated: Sequence[Row]) -> str:
    """A link is the atlas's; its class is stated where Example 16 names that class in both hexes."""
    named = {(r["a"], r["value"]) for r in stated if r["kind"] == "rail"}
    rows = []
    for k in net.links:
        why = "rail=example16" if {(k.a, k.kind), (k.b, k.kind)} <= named else ""
        strong = "yes" if k.strengthened else "no"
        rows.append((k.a, k.b, k.kind, "|".join(k.lines), strong, k.at_a, k.at_b, "rail", why))
    return _table(("a", "b", "rail", "line", "strengthened", "at_a", "at_b", "origin", "origins"), rows)


def _places(
    shared: Path,
    atlas: Atlas,
    over: Overrides,
    camps: Sequence[Row],
    net: Net,
    rivers: Mapping[tuple[str, str], RiverSide],
    t: Mapping[str, Mapping[str, int]],
) -> list[Place]:
    placed, people = over.placed, places_.populations(shared)
    found = places_.towns(MESH, atlas, people, placed, over.map("town"), t["town"])
    found += places_.by_hand(MESH, atlas, placed, HAND)
    found += places_.urban(MESH)
    found += places_.camp_signs(MESH, atlas, camps, placed)
    size: dict[str, int] = defaultdict(int)
    for place in found:
        size[place.hex] = max(size[place.hex], place.size)
    names = {c["fortress"]: c["name"] for c in camps}
    found += places_.forts(MESH, atlas, names, placed, over.map("fort_class"), over.names("drop_fort"), size)
    dates = {r["id"]: r["date_destroyed"] for r in read(shared / "geo" / "own" / "structures_own.csv")}
    stated = {r["a"]: (r["b"], r["value"]) for r in over.of("structure")}
    found += places_.structures(MESH, atlas, net, rivers, dates, stated, over.names("drop_structure"))
    found += places_.stations(MESH, atlas, net, size)
    found += _edges(net)
    for r in over.of("pass"):
        middle = [(p + q) / 2 for p, q in zip(MESH.centre(r["a"]), MESH.centre(r["b"]), strict=True)]
        at = GEOREF.lonlat((middle[0], middle[1]))
        found.append(Place(r["value"], "pass", r["a"], at, "pass", to=r["b"]))
    return sorted(
        found,
        key=lambda p: (p.kind, MESH.order[p.hex], p.group, int(p.value) if p.value.isdigit() else 0, p.name, p.to),
    )


def _edges(net: Net) -> list[Place]:
    """4.3, 7.7.3: where a main line enters the board, numbered clockwise from the north-west corner."""
    hexes: dict[tuple[str, int], list[str]] = defaultdict(list)
    for hex, node, kind, line in net.edges:
        if kind == "high":
            hexes[hex, node].append(line)
    centre_x, centre_y = (sum(c) / len(GRID) for c in zip(*(MESH.centre(h) for h in GRID.labels), strict=True))

    def clock(hex: str) -> tuple[int, float]:
        x, y = MESH.centre(hex)
        u, v = MESH.cells[hex]
        if v <= 3:
            return 0, x
        if u >= 58:
            return 1, y
        return (2, -x) if v >= 89 else (3, -y if hypot(x - centre_x, y - centre_y) else 0)

    order = sorted(hexes, key=lambda hn: (clock(hn[0]), hn[1]))
    return [
        Place(
            f"Rail {n}",
            "edge",
            hex,
            GEOREF.lonlat(MESH.centre(hex)),
            "edge",
            value=str(n),
            grade=str(node),
            features=tuple(sorted(hexes[hex, node])),
        )
        for n, (hex, node) in enumerate(order, 1)
    ]


def _check_camps(camps: Sequence[Row], found: Iterable[Place]) -> None:
    """11.6.4: a camp's forts stand in its hexes."""
    hexes = {c["name"]: c["hexes"].split() for c in camps}
    for place in found:
        if place.kind == "fort" and place.group and place.hex not in hexes[place.group]:
            raise ValueError(f"camps.csv: {place.group} lacks {place.hex}, the hex of {place.name}")


def _place_rows(found: Iterable[Place]) -> str:
    header = (
        "name",
        "kind",
        "size",
        "hex",
        "to",
        "lat",
        "lon",
        "nation",
        "group",
        "grade",
        "value",
        "features",
        "names",
        "origin",
        "origins",
    )
    rows = [
        (
            p.name,
            p.kind,
            p.size,
            p.hex,
            p.to,
            degree(str(p.at[1])),
            degree(str(p.at[0])),
            p.nation,
            p.group,
            p.grade,
            p.value,
            "|".join(p.features),
            "|".join(p.names),
            *places_.origins(p),
        )
        for p in found
    ]
    return _table(header, rows)


def main(shared: Path, into: Path = BOARD) -> list[Path]:
    """Write the board from the ground under `shared`; returns the files written."""
    written = []
    for name, text in board_files(shared).items():
        path = into / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    csv.field_size_limit(sys.maxsize)
    for path in main(Path(sys.argv[1])):
        print(path.name)
