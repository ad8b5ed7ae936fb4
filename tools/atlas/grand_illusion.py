"""Builds the board of Grand Illusion: stated facts and chosen railways on a fitted grid, terrain by the ground.

The reviewed inputs lie beside the result, in the game's `data/board`: `stated.csv` (what the rules say of the map),
`lines.csv` (the railways, hex by hex), `obstacles.csv` (diamonds), `overrides.csv` and `towns.csv`. Written are
`georef.toml`, `hexes.csv`, `sides.csv`, `links.csv` and `places.csv`. The same input gives the same bytes.

    python -m tools.atlas.grand_illusion SHARED
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from marne.atlas.board_data import write_georef
from marne.atlas.model import Atlas
from marne.atlas.project import Affine, Georef
from marne.atlas.reading import load
from tools.numberings import grand_illusion_grid

from .borders import border_sides
from .ground import Grade, Ground
from .layers import table
from .mesh import Mesh

BOARD = Path(__file__).parents[2] / "src/marne/games/grand_illusion/data/board"
TITLE = "Grand Illusion"
Row = dict[str, str]

# An affine fit of the thirteen columns to the named places, from Lambert kilometres to hexes.
GEOREF = Georef(Affine(0.0192437, -0.00025477, 5.623158, 0.000514284, -0.023136989, 2.721301), flat=True)
FIT = """107 hexes in thirteen columns, numbered from north to south and from west to east: worked out from the
adjacencies that the rules state or imply. An affine map of the ground meets the named places within 0.5 hex (rms).
A photograph of the printed map would settle every joint between columns."""

GRID = grand_illusion_grid()
MESH = Mesh(GEOREF, {label: GRID.cell(GRID.hex(label)) for label in GRID.labels})

#: The terrain modifier from the ground: mean relief in metres, and woods in per cent.
STEEP, HILLY, BROKEN, WOODED = 350, 150, 130, 25
#: A country with this much of a hex has a part in it (7.2: borders inside a hex).
PART = 5

#: Where stated places lie on the ground, by their names in the atlas.
TOWNS = {
    "Calais/Boulogne": "Calais",
    "Dunkirk": "Dunkerque",
    "Zeebrugge/Ostend": "Ostende",
    "Ghent": "Gand",
    "Antwerp": "Anvers",
    "Brussels": "Bruxelles",
    "St Mihiel": "Saint-Mihiel",
    "Toul/Nancy": "Toul",
    "Strasbourg": "Straßburg",
    "Mulhouse": "Mülhausen",
}

#: Hexes with a shore of their own where troops can land (12.3, 14.3.6); the shore of 42 is Dutch and neutral.
COAST = ("1", "7", "14", "15", "16", "23", "32")
#: German at the start beyond what is stated: the frontier of 1914, and where German units start or must be fought for.
GERMAN = {str(n) for n in (72, 73, 81, 82, 83, 84, 85, 86, *range(90, 97), 100, 101, 102, 103, 105, 106, 107)}


def read(name: str, board: Path = BOARD) -> list[Row]:
    with (board / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def modifier(grade: Grade) -> str:
    """2.2: the Terrain Effects Modifier that the ground suggests."""
    if grade.relief >= STEEP:
        return "+2"
    return "+1" if grade.relief >= HILLY or (grade.relief >= BROKEN and grade.wood >= WOODED) else "0"


def files(shared: Path, board: Path = BOARD) -> dict[str, str]:
    """Every file of the board by name."""
    grades = Ground(shared).grades(MESH)
    stated, overrides = read("stated.csv", board), read("overrides.csv", board)
    country = {label: grade.country for label, grade in grades.items()}
    country |= {r["hex"]: r["value"] for r in overrides if r["what"] == "country"}
    hexes = _hexes(grades, country, stated, overrides, _towns(board))
    return {"hexes.csv": hexes, **lines(country, board)}


def lines(country: Mapping[str, str], board: Path = BOARD) -> dict[str, str]:
    """All files that follow from the reviewed inputs alone, once the country of each hex is known."""
    stated = read("stated.csv", board)
    return {
        "georef.toml": write_georef(TITLE, GEOREF, FIT),
        "sides.csv": _sides(country, read("obstacles.csv", board)),
        "links.csv": _links(read("lines.csv", board), stated),
        "places.csv": _places(load(), stated, _towns(board)),
    }


def _towns(board: Path) -> dict[str, str]:
    return {r["hex"]: r["town"] for r in read("towns.csv", board)}


def _hexes(
    grades: Mapping[str, Grade],
    country: Mapping[str, str],
    stated: Sequence[Row],
    overrides: Sequence[Row],
    towns: Mapping[str, str],
) -> str:
    columns = ["label", "u", "v", "terrain", "country", "parts", "height", "relief", "wood", "sea"]
    columns += ["name", "roles", "coast", "control"]
    columns += ["origin", "why", "settles", "origins"]
    terrain = {r["hex"]: r for r in overrides if r["what"] == "terrain"}
    moved = {r["hex"]: r for r in overrides if r["what"] == "country"}
    rows = []
    for label, (u, v) in MESH.cells.items():
        g = grades[label]
        roles = [r for r in stated if r["kind"] == "role" and r["a"] == label]
        names = [r for r in stated if r["kind"] == "place" and r["a"] == label]
        claim = ["ground", "", ""]
        if (own := terrain.get(label)) is not None:
            claim = [own["origin"], own["why"], own["settles"]]
        single = {"u": "grid", "v": "grid", "country": "countries", "parts": "countries"}
        if claim[0] != "ground":
            single |= dict.fromkeys(("height", "relief", "wood", "sea"), "ground")
        single["control"] = _control_claim(label, stated)
        single["coast"] = "shore" if label in COAST else "no-shore"
        single["name"] = f"stated {_rules(names)}" if names else "fitted-town"
        single["roles"] = f"stated {_rules(roles)}" if roles else "no-part"
        if own := moved.get(label):
            single["country"] = f"{own['origin']} {own['why']}"
        own_names = " / ".join(dict.fromkeys(r["value"] for r in names))
        rows.append(
            [
                label,
                u,
                v,
                terrain[label]["value"] if label in terrain else modifier(g),
                country[label],
                "|".join(c for c, share in g.shares.items() if share >= PART),
                g.height,
                g.relief,
                g.wood,
                g.sea,
                own_names or towns.get(label, ""),
                "|".join(r["value"] for r in roles),
                "yes" if label in COAST else "no",
                "german" if label in GERMAN else "allied",
                *claim,
                _exceptions(single),
            ]
        )
    return table("", columns, rows)


def _exceptions(single: Mapping[str, str]) -> str:
    return "; ".join(f"{column}={claim.replace(';', ',')}" for column, claim in sorted(single.items()))


def _rules(rows: Sequence[Row]) -> str:
    return ", ".join(dict.fromkeys(r["rule"] for r in rows))


def _control_claim(label: str, stated: Sequence[Row]) -> str:
    for r in stated:
        if r["kind"] == "control" and r["a"] == label:
            return f"stated {r['rule']}"
    if label not in GERMAN:
        return "allied-ground"
    return (
        "objective" if _has(stated, label, "plan17_vp") or _has(stated, label, "supply_german") else "beyond-frontier"
    )


def _sides(country: Mapping[str, str], obstacles: Sequence[Row]) -> str:
    borders = border_sides(MESH, country)
    marked = {MESH.pair(r["a"], r["b"]): r for r in obstacles}
    rows = []
    for side in sorted({*borders, *marked}, key=lambda s: (MESH.order[s[0]], MESH.order[s[1]])):
        own = marked.get(side)
        kind = own["kind"] if own else ""
        border = borders.get(side, "")
        claim = [own["origin"], own["why"], own["settles"]] if own else ["countries", "", ""]
        exception = "border=countries" if own and border else ""
        blocked = "yes" if kind == "impassable" else "no"
        rows.append([*side, "", "", border, blocked, kind if kind != "impassable" else "", *claim, exception])
    columns = ["a", "b", "river", "river_name", "border", "blocked", "features", "origin", "why", "settles", "origins"]
    return table("", columns, rows)


def _links(railways: Sequence[Row], stated: Sequence[Row]) -> str:
    named: dict[tuple[str, str], list[str]] = {}
    for line in railways:
        hexes = line["hexes"].split()
        for a, b in pairwise(hexes):
            if b not in MESH.neighbours(a):
                raise ValueError(f"lines.csv, {line['line']}: {a} and {b} are not neighbours")
            named.setdefault(MESH.pair(a, b), []).append(line["line"])
    known = {MESH.pair(r["a"], r["b"]): r["rule"] for r in stated if r["kind"] == "rail"}
    rows = []
    for side in sorted(named, key=lambda s: (MESH.order[s[0]], MESH.order[s[1]])):
        claim = ["stated", known[side], ""] if side in known else ["main-line", "", ""]
        rows.append([*side, "high", "|".join(named[side]), *claim])
    return table("", ["a", "b", "rail", "line", "origin", "why", "settles"], rows)


def _places(atlas: Atlas, stated: Sequence[Row], towns: Mapping[str, str]) -> str:
    rows = []
    for r in stated:
        if r["kind"] == "place":
            town = atlas.town(TOWNS.get(r["value"], r["value"]))
            there = MESH.hex_at(town.at) == r["a"]
            at = [f"{town.at[1]:.3f}", f"{town.at[0]:.3f}"] if there else ["", ""]
            kind = (
                "fortress"
                if _has(stated, r["a"], "fort") and r["value"] != "Mulhouse"
                else "city"
                if town.size >= 3
                else "town"
            )
            rows.append([r["value"], kind, str(town.size), r["a"], *at, "stated", r["rule"], ""])
    for label, name in towns.items():
        town = atlas.town(name)
        there = MESH.hex_at(town.at) == label
        at = [f"{town.at[1]:.3f}", f"{town.at[0]:.3f}"] if there else ["", ""]
        kind = "city" if town.size >= 3 else "town"
        rows.append([town.name, kind, str(town.size), label, *at, "fitted-town", "", ""])
    return table("", ["name", "kind", "size", "hex", "lat", "lon", "origin", "why", "settles"], rows)


def _has(stated: Sequence[Row], label: str, role: str) -> bool:
    return any(r["kind"] == "role" and r["a"] == label and r["value"] == role for r in stated)


def anchors(board: Path = BOARD) -> Iterator[tuple[str, str, str | None]]:
    """Each stated place: its name, its stated hex, and the hex that the fit gives."""
    atlas = load()
    for r in read("stated.csv", board):
        if r["kind"] == "place":
            yield r["value"], r["a"], MESH.hex_at(atlas.town(TOWNS.get(r["value"], r["value"])).at)


def main(shared: Path, into: Path = BOARD) -> None:
    for name, text in files(shared, into).items():
        (into / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    pairs = list(anchors())
    held = sum(stated == found for _, stated, found in pairs)
    print(f"{held} of {len(pairs)} stated places project into their hex")
    for name, stated, found in pairs:
        if stated != found:
            print(f"  {name}: stated {stated}, fitted {found}")
