"""Reading the committed layers. Plain CSV and plain Python, so that play and drawing need nothing else."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import cast

from .model import (
    Atlas,
    Border,
    Coast,
    Fort,
    LonLat,
    RailClass,
    RailLine,
    Region,
    RiverClass,
    RiverReach,
    Station,
    Structure,
    Town,
)

DATA = files("marne.atlas") / "data"


def rows(name: str) -> Iterator[dict[str, str]]:
    text = (DATA / name).read_text(encoding="utf-8")
    yield from csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))


def points(text: str) -> tuple[LonLat, ...]:
    """`49.123/5.456 49.2/5.5`: latitude first, as people write it."""
    pairs = (p.partition("/") for p in text.split())
    return tuple((float(lon), float(lat)) for lat, _, lon in pairs)


def words(text: str) -> tuple[str, ...]:
    return tuple(w for w in text.split("|") if w)


def at(row: dict[str, str]) -> LonLat:
    return float(row["lon"]), float(row["lat"])


@cache
def load() -> Atlas:
    """The theatre of 1914, read once."""
    stations = tuple(Station(r["name"], at(r)) for r in rows("stations.csv"))
    return Atlas(
        rivers=tuple(
            RiverReach(r["river"], words(r["names"]), cast(RiverClass, r["class"]), points(r["points"]))
            for r in rows("rivers.csv")
        ),
        borders=tuple(
            Border(r["border"], cast("tuple[str, str]", tuple(r["border"].split("-"))), points(r["points"]))
            for r in rows("borders.csv")
        ),
        coasts=tuple(Coast(r["coast"], r["kind"] == "island", points(r["points"])) for r in rows("coast.csv")),
        stations=stations,
        rails=tuple(
            RailLine(
                r["id"],
                r["name"],
                r["company"],
                cast(RailClass, r["class"]),
                r["strengthened"] == "yes",
                r["gauge"] == "narrow",
                r["confidence"],
                tuple(int(n) for n in r["stations"].split()),
            )
            for r in rows("rails.csv")
        ),
        structures=tuple(
            Structure(r["id"], r["name"], r["kind"], r["river"], r["place"], at(r), r["line"], r["weight"], r["status"])
            for r in rows("structures.csv")
        ),
        towns=tuple(
            Town(r["name"], words(r["names"]), r["country"], int(r["size"]), words(r["kinds"]), at(r))
            for r in rows("towns.csv")
        ),
        forts=tuple(
            Fort(r["id"], r["fortress"], r["name"], r["nation"], r["role"], r["kind"], at(r)) for r in rows("forts.csv")
        ),
        regions=tuple(Region(r["name"], r["kind"], at(r), int(r["radius_km"])) for r in rows("regions.csv")),
    )
