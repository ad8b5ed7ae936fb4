"""Builds the board of Schlieffen's War: projection, thresholds, cities, overrides, in this order; what is stated wins.

The reviewed inputs lie beside the result, in the game's `data/board`: `stated.csv`, `thresholds.toml`, `cities.csv` and
`overrides.csv`. Written are `georef.toml`, `hexes.csv`, `sides.csv`, `links.csv` and `places.csv`. The same input gives
the same bytes.

    python -m tools.atlas.schlieffens_war SHARED
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from marne.atlas.board_data import write_georef
from marne.atlas.model import Atlas, RiverReach
from marne.atlas.project import PITCH, Affine, Georef, Lambert
from marne.atlas.reading import load

from .borders import border_sides
from .ground import Grade, Ground
from .layers import table
from .mesh import Mesh
from .rails import Link, rail_links
from .rivers import STRENGTH, RiverSide, river_sides
from .routing import Side

BOARD = Path(__file__).parents[2] / "src/marne/games/schlieffens_war/data/board"
TITLE = "Schlieffen's War"
Row = dict[str, str]

ROWS = range(5, 29)  #: from the Lippe to Besançon; numbers grow south
COLUMNS = range(1, 25)  #: from beyond the Rhine to Le Havre; numbers grow west
HEX_KM = 25.75  #: sixteen miles from side to side (1.2)
ANTWERP = (4.402, 51.219)  #: in the middle of 0812
AT_WAR = ("FR", "BE", "LU", "DE")
#: 4.1: Paris is endangered within about three hexes of the city.
PERIMETER = 3
FIT = """Rows run east and west, numbers grow south and west; sixteen miles from side to side (1.2). Antwerp in the
middle of 0812 (2.1) puts 0804 south of the Ruhr, and the four hexsides that 2.1 names on the Oise, the Sambre, the
Petite Gette and the Aire, none of them more than 7 km off. The printed map would settle it, and its edges."""


def _georef() -> Georef:
    east, north = Lambert().km(ANTWERP)
    k = 1 / HEX_KM
    return Georef(Affine(k, 0, 12 - k * east, 0, -k, 8 * PITCH + k * north), flat=False)


def _cell(row: int, column: int) -> tuple[int, int]:
    """Doubled coordinates: even rows lie half a hex west of odd ones."""
    return (48 if row % 2 == 0 else 49) - 2 * column, row


GEOREF = _georef()
MESH = Mesh(GEOREF, {f"{r:02}{c:02}": _cell(r, c) for r in ROWS for c in COLUMNS})


def read(name: str, board: Path = BOARD) -> list[Row]:
    with (board / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


@dataclass(frozen=True)
class Inputs:
    """The reviewed files."""

    limits: Mapping[str, Any]
    overrides: Sequence[Row]
    cities: Sequence[Row]

    @classmethod
    def read(cls, board: Path = BOARD) -> Inputs:
        limits = tomllib.loads((board / "thresholds.toml").read_text(encoding="utf-8"))
        return cls(limits, read("overrides.csv", board), list(_cities(load(), read("cities.csv", board))))

    def of(self, what: str) -> list[Row]:
        """The overrides of one kind."""
        return [r for r in self.overrides if r["what"] == what]


def files(shared: Path, board: Path = BOARD) -> dict[str, str]:
    """Every file of the board by name."""
    inputs, ground = Inputs.read(board), Ground(shared)
    grades = ground.grades(MESH)
    forced = {r["a"] for r in inputs.of("playable")}
    country = {label: _country(g, inputs.limits, label in forced) for label, g in grades.items()}
    return {
        "georef.toml": write_georef(TITLE, GEOREF, FIT),
        "hexes.csv": _hexes(grades, country, inputs),
        **lines(load(), inputs, country, _shut(ground, country, inputs)),
    }


def lines(atlas: Atlas, inputs: Inputs, country: Mapping[str, str], shut: Mapping[Side, str]) -> dict[str, str]:
    """All files that follow from the atlas and the reviewed inputs, once the ground of hexes and hexsides is known."""
    return {
        "sides.csv": _sides(shut, atlas, country, inputs),
        "links.csv": _links(shut, atlas, country, inputs),
        "places.csv": _places(atlas, inputs.cities, country),
    }


def _cities(atlas: Atlas, rows: Sequence[Row]) -> Iterator[Row]:
    """Each city with the hex that the atlas gives it, unless the hex is stated."""
    for row in rows:
        found = MESH.hex_at(atlas.town(row["town"]).at) if row["town"] else None
        hex = row["hex"] or found
        if hex is None:
            raise ValueError(f"cities.csv: {row['name']} lies off the board")
        yield {**row, "hex": hex, "projected": found or ""}


def _country(grade: Grade, limits: Mapping[str, Any], forced: bool) -> str:
    """The country at war that holds the hex; `NL`, `CH` or `GB` where most is neutral or off the war, empty for sea."""
    land = 100 - grade.sea
    mine = {c: share for c, share in grade.shares.items() if c in AT_WAR}
    at_war = sum(mine.values())
    neutral = {c: share for c, share in grade.shares.items() if c not in AT_WAR}
    if mine and (forced or (land * at_war >= 100 * limits["playable_land"] and at_war >= sum(neutral.values()))):
        return max(mine, key=lambda c: (mine[c], c))
    if neutral and land >= limits["playable_land"]:
        return max(neutral, key=lambda c: (neutral[c], c))
    return ""


def _terrain(grade: Grade, country: str, limits: Mapping[str, Any]) -> str:
    """10.4: the terrain of a hex without a city."""
    if country not in AT_WAR:
        return "neutral" if country else "sea"
    if grade.relief >= limits["mountain_relief"]:
        return "rough"
    if grade.wood >= limits["forest_wood"]:
        return "forest"
    return "rough" if grade.relief >= limits["rough_relief"] else "clear"


def _distance(a: str, b: str) -> int:
    (u, v), (x, y) = MESH.cells[a], MESH.cells[b]
    across, down = abs(u - x), abs(v - y)
    return down + max(0, (across - down) // 2)


def _hexes(grades: Mapping[str, Grade], country: Mapping[str, str], inputs: Inputs) -> str:
    columns = ["label", "u", "v", "terrain", "country", "height", "relief", "wood", "sea", "name", "roles"]
    columns += ["origin", "why", "settles", "origins"]
    own = {r["a"]: r for r in inputs.of("terrain")}
    forced = {r["a"]: r for r in inputs.of("playable")}
    at = {row["hex"]: row for row in reversed(inputs.cities)}
    paris = [row["hex"] for row in inputs.cities if row["name"] == "Paris"]
    rows = []
    for label, (u, v) in MESH.cells.items():
        if not _printed(label, country):
            continue
        g, city = grades[label], at.get(label)
        terrain, claim = _terrain(g, country[label], inputs.limits), ["ground", "", ""]
        if city:
            terrain, claim = "city", [city["origin"], city["why"], city["settles"]]
        elif label in own:
            terrain, claim = own[label]["value"], [own[label][k] for k in ("origin", "why", "settles")]
        single = {"u": "grid", "v": "grid"}
        if claim[0] != "ground":
            single |= dict.fromkeys(("country", "height", "relief", "wood", "sea", "name", "roles"), "ground")
        if label in forced:
            single["country"] = f"stated {forced[label]['why']}"
        if city:
            single["name"] = "city"
        roles = _roles(label, country[label], city, paris)
        if roles:
            single["roles"] = "roles"
        name = city["name"] if city else ""
        ground = [g.height, g.relief, g.wood, g.sea]
        rows.append([label, u, v, terrain, country[label], *ground, name, "|".join(roles), *claim, _exceptions(single)])
    return table("", columns, rows)


def _printed(label: str, country: Mapping[str, str]) -> bool:
    """3.2: neutral ground has no hexes; nor has the open sea far from the coast."""
    if country[label]:
        return country[label] in AT_WAR
    return any(n is not None and country[n] in AT_WAR for n in MESH.neighbours(label))


def _roles(label: str, country: str, city: Row | None, paris: Sequence[str]) -> list[str]:
    roles: list[str] = []
    if city:
        side = "german_city" if country == "DE" else "entente_city"
        roles.append("paris" if city["name"] == "Paris" else side)
        roles += [
            role
            for role, column in (("heavy_fortress", "fortress"), ("fort", "fort"), ("port", "port"))
            if city[column] == "yes"
        ]
    row, column = int(label[:2]), int(label[2:])
    if country in AT_WAR:
        if min(_distance(label, p) for p in paris) <= PERIMETER:
            roles.append("paris_endangered")
        if country == "DE" and column == COLUMNS[0]:
            roles.append("east_edge")
        if country == "FR" and column == COLUMNS[-1]:
            roles.append("west_edge")
        if country == "FR" and row == ROWS[-1]:
            roles.append("south_edge")
    return roles


def _exceptions(single: Mapping[str, str]) -> str:
    return "; ".join(f"{column}={claim.replace(';', ',')}" for column, claim in sorted(single.items()))


def _wanted(limits: Mapping[str, Any]) -> Any:
    classes: Mapping[str, str] = limits["rivers"]

    def wanted(reach: RiverReach) -> bool:
        least = classes.get(reach.river)
        return least is not None and STRENGTH.index(reach.kind) >= STRENGTH.index(least)

    return wanted


def rivers(atlas: Atlas, limits: Mapping[str, Any]) -> dict[Side, RiverSide]:
    """The river hexsides that the projection gives, before overrides."""
    return river_sides(MESH, atlas, wanted=_wanted(limits))


def _sides(shut: Mapping[Side, str], atlas: Atlas, country: Mapping[str, str], inputs: Inputs) -> str:
    at_war = {label for label, c in country.items() if c in AT_WAR}
    closed = {MESH.pair(r["a"], r["b"]): r for r in inputs.of("blocked")}
    river = {s: r for s, r in rivers(atlas, inputs.limits).items() if at_war.issuperset(s)}
    borders = {s: b for s, b in border_sides(MESH, country).items() if at_war.issuperset(s)}
    own = {MESH.pair(r["a"], r["b"]): r for r in inputs.of("river")}
    rows = []
    for side in sorted({*river, *borders, *shut, *own}, key=lambda s: (MESH.order[s[0]], MESH.order[s[1]])):
        r, o = river.get(side), own.get(side)
        kind, name = ("river", " / ".join(r.names)) if r else ("", "")
        claim = ["rivers", "", ""] if r else ["countries", "", ""] if side in borders else ["shut", "", ""]
        if o:
            kind, name = ("river", o["value"]) if o["value"] != "none" else ("", "")
            claim = [o["origin"], o["why"], o["settles"]]
        single = {"border": "countries"} if side in borders and claim[0] != "countries" else {}
        if side in closed:
            single |= dict.fromkeys(("blocked", "features"), f"{closed[side]['origin']} {closed[side]['why']}")
        elif side in shut and claim[0] != "shut":
            single |= dict.fromkeys(("blocked", "features"), "shut")
        if kind or side in borders or side in shut:
            blocked = "yes" if side in shut else "no"
            rows.append(
                [*side, kind, name, borders.get(side, ""), blocked, shut.get(side, ""), *claim, _exceptions(single)]
            )
    columns = ["a", "b", "river", "river_name", "border", "blocked", "features", "origin", "why", "settles", "origins"]
    return table("", columns, rows)


def _shut(ground: Ground, country: Mapping[str, str], inputs: Inputs) -> dict[Side, str]:
    """Hexsides between playable hexes that lie in the sea or on neutral ground (3.2, 10.4)."""
    at_war = {label for label, c in country.items() if c in AT_WAR}
    found = {MESH.pair(r["a"], r["b"]): r["value"] for r in inputs.of("blocked")}
    for (a, b), ((_, p), (_, q)) in MESH.edges().items():
        if a not in at_war or b not in at_war:
            continue
        under = []
        for k in range(41):
            lon, lat = GEOREF.lonlat((p[0] + (q[0] - p[0]) * k / 40, p[1] + (q[1] - p[1]) * k / 40))
            i, j = int(np.abs(ground.lat - lat).argmin()), int(np.abs(ground.lon - lon).argmin())
            under.append(str(ground.country[i, j]))
        closed = sum(c not in AT_WAR for c in under)
        if closed * 100 >= inputs.limits["shut_side"] * len(under):
            found[a, b] = "sea" if under.count("") * 2 >= closed else "neutral"
    return found


def _links(shut: Mapping[Side, str], atlas: Atlas, country: Mapping[str, str], inputs: Inputs) -> str:
    marsh = {r["a"] for r in inputs.of("terrain") if r["value"] == "marsh"}  # no entry, so no railway
    found: dict[Side, Link] = {
        side: link
        for side, link in rail_links(MESH, atlas, wanted=lambda line: line.kind == "high").items()
        if {country[side[0]], country[side[1]]} <= set(AT_WAR) and side not in shut and not marsh.intersection(side)
    }
    own = {MESH.pair(r["a"], r["b"]): r for r in inputs.of("rail")}
    names = {line.id: line.name for line in atlas.rails}
    rows = []
    for side in sorted({*found, *own}, key=lambda s: (MESH.order[s[0]], MESH.order[s[1]])):
        o = own.get(side)
        if o and o["value"] == "none":
            continue
        line = o["value"] if o else "|".join(dict.fromkeys(names[i] for i in found[side].lines))
        claim = [o["origin"], o["why"], o["settles"]] if o else ["railways", "", ""]
        rows.append([*side, "high", line, *claim])
    return table("", ["a", "b", "rail", "line", "origin", "why", "settles"], rows)


def _places(atlas: Atlas, cities: Sequence[Row], country: Mapping[str, str]) -> str:
    rows = []
    shown = set()
    for row in cities:
        town = atlas.town(row["town"]) if row["town"] else None
        if town and town.name == "Saint-Denis":
            continue
        at = [f"{town.at[1]:.3f}", f"{town.at[0]:.3f}"] if town and row["projected"] == row["hex"] else ["", ""]
        kind = "fortress" if row["fortress"] == "yes" else "city"
        claim = [row["origin"], row["why"], row["settles"]]
        rows.append([row["name"], kind, max(3, town.size if town else 3), row["hex"], *at, *claim])
        shown.add(town.name if town else row["name"])
    taken = {row["hex"] for row in cities}
    for town in atlas.towns:
        hex = MESH.hex_at(town.at)
        if town.size < 2 or town.name in shown or town.country not in AT_WAR or hex is None or hex in taken:
            continue
        if country[hex] in AT_WAR:
            rows.append([town.name, "town", town.size, hex, f"{town.at[1]:.3f}", f"{town.at[0]:.3f}", "towns", "", ""])
    return table("", ["name", "kind", "size", "hex", "lat", "lon", "origin", "why", "settles"], rows)


def main(shared: Path, into: Path = BOARD) -> None:
    for name, text in files(shared, into).items():
        (into / name).write_text(text, encoding="utf-8")


def report(board: Path = BOARD) -> Iterator[str]:
    """Which stated hexes and hexsides the projection gives without an override."""
    atlas = load()
    limits = tomllib.loads((board / "thresholds.toml").read_text(encoding="utf-8"))
    found = rivers(atlas, limits)
    towns = {"Antwerp": "Anvers", "The Ruhr": "Elberfeld-Barmen"}
    for r in read("stated.csv", board):
        if r["kind"] == "place":
            yield f"{r['value']}: stated {r['a']}, projected {MESH.hex_at(atlas.town(towns[r['value']]).at)}"
        if r["kind"] == "river":
            side = found.get(MESH.pair(r["a"], r["b"]))
            yield f"{r['a']}/{r['b']}: {' '.join(side.names) if side else 'no river projected'}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    print("\n".join(report()))
