"""The atlas's own files from the project's own layers (`geo/own`) and list of forts (`oob`).

Lines are written as one row for each reach or border, points as latitude/longitude to a thousandth of a degree (the
layers are good to 1-2 km), with one letter for each point that says where its coordinate comes from: g GeoNames, o own,
a own but moved after a comparison. The rail net is a graph: stations once, lines as lists of stations.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

LETTER = {"gn": "g", "own": "o", "own-adj": "a", "": "o"}
Row = dict[str, str]
HERE = Path(__file__).parent


def read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def table(note: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    for line in note.splitlines():
        out.write(f"# {line}\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def degree(text: str) -> str:
    """Three decimals, about 100 m, without idle zeros."""
    return f"{float(text):.3f}".rstrip("0").rstrip(".")


def point(row: Row) -> str:
    return f"{degree(row['lat'])}/{degree(row['lon'])}"


def rivers(own: Path) -> str:
    """One row for each reach. The class of a reach holds from its first point to the first of the next."""
    found: list[tuple[str, str, str, str, str]] = []
    for river, group in groupby(read(own / "rivers_own.csv"), key=lambda r: r["river"]):
        rows = list(group)
        names = "|".join(
            n.strip() for n in rows[0]["alt_names"].replace("/", ";").replace(",", ";").split(";") if n.strip()
        )
        start = 0
        for i in range(1, len(rows)):
            last = i == len(rows) - 1
            if rows[i]["class"] != rows[start]["class"] or last:
                reach = rows[start : i + 1]
                src = "".join(LETTER[r["coord_src"]] for r in reach)
                found.append((river, names, rows[start]["class"], " ".join(map(point, reach)), src))
                start = i
    note = (
        "Rivers and canals of the theatre, source to mouth, by class as an obstacle in 1914.\n"
        "Own work, CC0; points marked g: place coordinates of GeoNames, CC BY 4.0."
    )
    return table(note, ("river", "names", "class", "points", "src"), found)


def borders(own: Path) -> str:
    found = []
    for border, group in groupby(read(own / "borders_own.csv"), key=lambda r: r["border"]):
        rows = list(group)
        src = "".join(LETTER[r["coord_src"]] for r in rows)
        found.append((CODES[border.split("-")[0]] + "-" + CODES[border.split("-")[1]], " ".join(map(point, rows)), src))
    note = "Borders of 1914. Own work, CC0; points marked g: place coordinates of GeoNames, CC BY 4.0."
    return table(note, ("border", "points", "src"), found)


CODES = {
    "France": "FR",
    "Germany": "DE",
    "Belgium": "BE",
    "Luxembourg": "LU",
    "Netherlands": "NL",
    "Switzerland": "CH",
}


def coast(own: Path) -> str:
    found = []
    for (name, kind), group in groupby(read(own / "coast_own.csv"), key=lambda r: (r["coast"], r["kind"])):
        found.append((name, kind, " ".join(point(r) for r in group)))
    return table("Coast of 1914, with the Zuiderzee open. Own work, CC0.", ("coast", "kind", "points"), found)


def rails(own: Path) -> tuple[str, str]:
    """Stations and lines."""
    numbers: dict[str, int] = {}
    stations: list[tuple[int, str, str, str, str]] = []
    lines = []
    for line, group in groupby(read(own / "rail_own.csv"), key=lambda r: r["line_id"]):
        rows = list(group)
        for r in rows:
            if r["town"] not in numbers:
                numbers[r["town"]] = len(stations)
                stations.append((len(stations), r["town"], degree(r["lat"]), degree(r["lon"]), LETTER[r["coord_src"]]))
        f = rows[0]
        lines.append(
            (
                line,
                f["line_name"],
                f["company_1914"],
                {"HCR": "high", "LCR": "low"}[f["class"]],
                f["strengthened"],
                "narrow" if f["gauge"] == "narrow" else "",
                f["confidence"],
                " ".join(str(numbers[r["town"]]) for r in rows),
            )
        )
    note = "Towns and junctions of the rail net. Own work, CC0; src g: place coordinates of GeoNames, CC BY 4.0."
    header = ("id", "name", "company", "class", "strengthened", "gauge", "confidence", "stations")
    return (
        table(note, ("n", "name", "lat", "lon", "src"), stations),
        table("Railways of 1914 as lists of stations; high: double main line. Own work, CC0.", header, lines),
    )


def structures(own: Path) -> str:
    found = [
        (
            r["id"],
            r["name"],
            r["kind"],
            r["river"],
            r["place"],
            degree(r["lat"]),
            degree(r["lon"]),
            r["line"],
            r["class_suggestion"],
            r["status_1914"],
        )
        for r in read(own / "structures_own.csv")
    ]
    header = ("id", "name", "kind", "river", "place", "lat", "lon", "line", "weight", "status")
    return table("Bridges, tunnels, viaducts and locks of 1914. Own work, CC0.", header, found)


def forts(oob: Path) -> str:
    found = [
        (
            r["fort_id"],
            r["fortress"],
            r["name"],
            r["nationality"],
            r["role"],
            r["type"],
            degree(r["lat"]),
            degree(r["lon"]),
            r["coord_precision_km"],
        )
        for r in read(oob / "forts_1914.csv")
    ]
    header = ("id", "fortress", "name", "nation", "role", "kind", "lat", "lon", "precision_km")
    return table("Fortresses, forts and works of 1914, coordinates from memory. Own work, CC0.", header, found)


def positions(own: Path) -> dict[str, tuple[str, str, str]]:
    """Where the own layers put a place: latitude, longitude and letter by name."""
    found = {
        r["town"]: (degree(r["lat"]), degree(r["lon"]), LETTER[r["coord_src"]]) for r in read(own / "rail_own.csv")
    }
    for r in read(own / "rivers_own.csv"):
        found.setdefault(r["point_name"], (degree(r["lat"]), degree(r["lon"]), LETTER[r["coord_src"]]))
    return found


def towns(own: Path) -> str:
    """The list of towns kept here, put where the own layers have them; `at` names the place there or gives lat/lon."""
    where = positions(own)
    found = []
    for r in read(HERE / "towns.csv"):
        at = r["at"] or r["name"]
        if "/" in at and at[0].isdigit():
            lat, lon = at.split("/")
            place = (degree(lat), degree(lon), "o")
        else:
            place = where[at]
        found.append((r["name"], r["names"], r["country"], r["size"], r["kinds"], *place))
    note = "Towns by their names of 1914. Own list, CC0; src g: place coordinates of GeoNames, CC BY 4.0."
    return table(note, ("name", "names", "country", "size", "kinds", "lat", "lon", "src"), found)


def regions() -> str:
    """Named country, in our own words, for the drawing."""
    found = [(r["name"], r["kind"], r["lat"], r["lon"], r["radius_km"]) for r in read(HERE / "regions.csv")]
    return table("Named country: centre and reach. Own work, CC0.", ("name", "kind", "lat", "lon", "radius_km"), found)
