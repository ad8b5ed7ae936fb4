"""Places of Nach Paris: towns (4.5), forts and camps (4.4, 11), structures (4.3, 16), and the list kept by hand."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, hypot
from pathlib import Path

from marne.atlas.model import Atlas, Fort, LonLat, Structure
from marne.atlas.project import XY

from .mesh import Mesh
from .nach_paris_rails import Link, Net
from .rivers import RiverSide
from .routing import Side

FORT_CLASS = {
    "masonry": "masonry",
    "masonry-strengthened": "strengthened masonry",
    "concrete": "strengthened concrete",
    "feste": "feste",
    "feste-ultramodern": "ultramodern feste",
}
NATION = {"Belgian": "BE", "French": "FR", "German": "DE"}
CHARLEMONT = "Citadelle de Charlemont"


@dataclass(frozen=True)
class Place:
    """One row of `places.csv`."""

    name: str
    kind: str
    hex: str
    at: LonLat
    origin: str
    size: int = 0
    nation: str = ""
    group: str = ""
    grade: str = ""
    value: str = ""
    to: str = ""
    features: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=())


#: What is stated of a place is seldom all of it: kind and origin -> origin of the rest, and the stated columns.
STATED = {
    ("town", "example16"): ("town", ("size", "hex")),
    ("bridge", "example16"): ("structure", ("hex", "to")),
    ("urban", "urban"): ("town", ("hex", "size", "group", "grade")),
    ("fort", "fortstated"): ("fort", ("hex", "group", "grade", "value")),
    ("fort", "charlemont"): ("fort", ("grade",)),
    ("port", "antwerp"): ("port", ("hex", "value")),
    ("channel", "channel"): ("abbeville", ("hex",)),
    ("sluice", "sluice"): ("anchor", ("hex", "nation", "group", "features")),
    ("zone", "zonepass"): ("zonebridge", ("name", "group", "value")),
}


def origins(place: Place) -> tuple[str, str]:
    """The origin of a row, and of the values in it that differ."""
    base, columns = STATED.get((place.kind, place.origin), (place.origin, ()))
    return base, "; ".join(f"{column}={place.origin}" for column in columns)


def populations(shared: Path) -> dict[str, int]:
    """Inhabitants of about 1910 by name, to grade towns."""
    with (shared / "geo" / "reference" / "places.csv").open(encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    found = {r["name"]: int(r["pop_1911_approx"] or 0) for r in rows}
    found.update({r["name1914"]: int(r["pop_1911_approx"] or 0) for r in rows if r["name1914"]})
    return found


def towns(
    mesh: Mesh,
    atlas: Atlas,
    people: Mapping[str, int],
    placed: Mapping[str, str],
    stated: Mapping[str, str],
    t: Mapping[str, int],
) -> list[Place]:
    """4.5: towns of three sizes. 1 small, 2 normal, 3 large."""
    found = []
    for town in atlas.towns:
        hex = placed.get(town.name) or mesh.hex_at(town.at)
        if hex is None or town.country == "GB" or any(town.name == name for _, name, *_ in URBAN):
            continue
        n = people.get(town.name, 0)
        size = 3 if n >= t["large"] or town.size >= 3 else 2 if n >= t["normal"] or town.size == 2 else 1
        origin = "town"
        if town.name in stated:
            size, origin = ("", "small", "normal", "large").index(stated[town.name]), "example16"
        found.append(Place(town.name, "town", hex, town.at, origin, size, town.country, names=town.names))
    return found


#: 4.5: hex, name of its station, city, country, and whether it is a suburb.
URBAN = (
    ("AG37", "Bruxelles-Nord", "Bruxelles", "BE", False),
    ("AH37", "Bruxelles", "Bruxelles", "BE", False),
    ("AG41", "Anvers", "Anvers", "BE", False),
    ("AX15", "Paris", "Paris", "FR", False),
    ("AY14", "Paris-Montparnasse", "Paris", "FR", False),
    ("AY15", "Paris-Saint-Lazare", "Paris", "FR", False),
    ("AX14", "Choisy", "Paris", "FR", True),
    ("AX16", "Saint-Denis", "Paris", "FR", True),
)


def urban(mesh: Mesh) -> list[Place]:
    """4.5: the urban areas with their large stations, and the two suburbs of Paris."""
    found = []
    for hex, name, city, nation, suburb in URBAN:
        at = mesh.georef.lonlat(mesh.centre(hex))
        grade = "suburb" if suburb else "large station"
        found.append(
            Place(name, "urban", hex, at, "urban", 2 if suburb else 4 if name == city else 3, nation, city, grade)
        )
    return found


def camp_signs(mesh: Mesh, atlas: Atlas, camps: Sequence[Mapping[str, str]], placed: Mapping[str, str]) -> list[Place]:
    """11.6.4: each entrenched camp by name, in the hex of its town."""
    towns = {t.name: t for t in atlas.towns}
    found = []
    for camp in camps:
        town = towns[camp["town"] or camp["name"]]
        hex = placed.get(town.name) or mesh.hex_at(town.at)
        if hex is None or hex not in camp["hexes"].split():
            raise ValueError(f"camps.csv: {camp['name']} doesn't hold its own town, in {hex}")
        found.append(Place(camp["name"], "fortress", hex, town.at, "camp", 0, camp["nation"], camp["name"]))
    return found


def forts(
    mesh: Mesh,
    atlas: Atlas,
    camps: Mapping[str, str],
    placed: Mapping[str, str],
    classes: Mapping[str, str],
    dropped: Iterable[str],
    town_size: Mapping[str, int],
) -> list[Place]:
    """4.4: forts and Festen with their number in the camp (11.6.4), and old fortifications of larger towns (11.7).

    Example 14 numbers the forts of Maubeuge against the clock from the south-west; the other camps are numbered alike.
    """
    found = []
    rings: dict[str, list[tuple[Fort, str]]] = defaultdict(list)
    for fort in atlas.forts:
        hex = placed.get(fort.name) or mesh.hex_at(fort.at)
        if hex is None or fort.id in dropped or fort.nation not in NATION:
            continue
        obsolete = fort.kind == "enceinte" or "obsolete" in fort.role or "barracks" in fort.role or "town" in fort.role
        if obsolete:
            if town_size.get(hex, 0) >= 2:
                found.append(
                    Place(fort.name, "fortress", hex, fort.at, "oldfort", 0, NATION[fort.nation], features=("old",))
                )
        elif fort.kind in FORT_CLASS and fort.role != "bridgehead works":
            rings[fort.fortress if fort.fortress in camps else ""].append((fort, hex))
    numbered = ("F071", "F073", "F074", "F075")  # Sarts, Bourdiau, Hautmont, Leveau: Example 14
    for fortress in sorted(rings):
        members = rings[fortress]
        if fortress:
            members = _around(mesh, members)
        for number, (fort, hex) in enumerate(members, 1):
            name = CHARLEMONT if fort.name.startswith("Charlemont") else fort.name
            origin = "charlemont" if name == CHARLEMONT else "fortstated" if fort.id in numbered else "fort"
            found.append(
                Place(
                    name,
                    "fort",
                    hex,
                    fort.at,
                    origin,
                    nation=NATION[fort.nation],
                    group=camps.get(fortress, ""),
                    grade=classes.get(fort.id, FORT_CLASS[fort.kind]),
                    value=str(number) if fortress else "",
                    features=("masonry",) if classes.get(fort.id, fort.kind) == "masonry" else (),
                )
            )
    return found


def _around(mesh: Mesh, members: Sequence[tuple[Fort, str]]) -> list[tuple[Fort, str]]:
    points = [mesh.georef.plane(f.at) for f, _ in members]
    cx, cy = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)

    def turn(p: XY) -> float:
        """Against the clock from west-south-west; y grows south."""
        start = atan2(0.25, -1)
        return (start - atan2(p[1] - cy, p[0] - cx)) % (2 * 3.141592653589793)

    order = sorted(range(len(members)), key=lambda i: (round(turn(points[i]), 6), members[i][0].id))
    return [members[i] for i in order]


LETTER = {"bridge": "P", "viaduct": "V", "tunnel": "T"}


def structures(
    mesh: Mesh,
    atlas: Atlas,
    net: Net,
    rivers: Mapping[Side, RiverSide],
    dates: Mapping[str, str],
    stated: Mapping[str, tuple[str, str]],
    dropped: Iterable[str],
) -> list[Place]:
    """4.3: railway structures, each on the half of a link that lies in its hex; 4.5: road bridges over major rivers."""
    links: dict[str, list[Link]] = defaultdict(list)
    for link in net.links:
        links[link.a].append(link)
        links[link.b].append(link)
    found = []
    for s in atlas.structures:
        letter = _letter(s)
        if not letter or s.id in dropped:
            continue
        features = tuple(w for w in ("rail", "road") if w in s.kind)
        origin = "structure"
        if s.id in stated:
            (hex, to), origin = stated[s.id], "example16"
            features = ("rail", "road") if "road" in features else ("rail",)
        elif "rail" in features:
            spot = _on_link(mesh, s, links, rivers)
            if spot is None:
                continue
            hex, to = spot
        else:
            across = _on_river(mesh, s, rivers)
            if across is None:
                continue
            hex, to = across
        name = {"S016": "Laversine bridge", "X074": "Compiègne bridge", "S017": "Tunnel de Vierzy"}.get(s.id, s.name)
        kind = {"P": "bridge", "V": "viaduct", "T": "tunnel"}[letter]
        found.append(
            Place(
                name,
                kind,
                hex,
                s.at,
                origin,
                grade=s.weight,
                value=dates.get(s.id, ""),
                to=to,
                features=(letter, *features),
            )
        )
    return found


def crossings(mesh: Mesh, atlas: Atlas, rivers: Mapping[Side, RiverSide], t: Mapping[str, float]) -> dict[Side, float]:
    """What it costs a railway to cross each hexside of a major river: nothing where its bridge of 1914 is known."""
    bridges: dict[str, list[XY]] = defaultdict(list)
    for s in atlas.structures:
        if "rail" in s.kind and _letter(s):
            bridges[s.river].append(mesh.georef.plane(s.at))
    found = {}
    for (a, b), river in rivers.items():
        if river.kind == "major":
            ends = [mesh.centre(a), mesh.centre(b)]
            x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
            known = any(hypot(x - p, y - q) <= t["bridge_near"] for p, q in bridges[river.names[0]])
            found[a, b] = t["known_bridge"] if known else t["no_bridge"]
    return found


def _letter(s: Structure) -> str:
    if s.kind in ("pontoon bridge", "canal tunnel", "road tunnel"):
        return ""
    return next((letter for word, letter in LETTER.items() if word in s.kind), "")


def _on_link(
    mesh: Mesh, s: Structure, links: Mapping[str, Sequence[Link]], rivers: Mapping[Side, RiverSide]
) -> Side | None:
    """The link that a structure breaks: the nearest one, by preference across the river that it spans."""
    home = mesh.hex_at(s.at)
    if home is None:
        return None
    p = mesh.georef.plane(s.at)
    near = {link for hex in (home, *(n for n in mesh.neighbours(home) if n)) for link in links.get(hex, ())}
    ranked = []
    for link in near:
        a, b = mesh.centre(link.a), mesh.centre(link.b)
        side = rivers.get((link.a, link.b))
        away = _distance(p, a, b) + (0.0 if not s.river or (side and s.river in side.names) else 0.35)
        ranked.append((round(away, 6), link))
    if not ranked or min(ranked)[0] > 0.9:
        return None
    link = min(ranked)[1]
    near_a = hypot(p[0] - mesh.centre(link.a)[0], p[1] - mesh.centre(link.a)[1])
    near_b = hypot(p[0] - mesh.centre(link.b)[0], p[1] - mesh.centre(link.b)[1])
    return (link.a, link.b) if near_a <= near_b else (link.b, link.a)


def _on_river(mesh: Mesh, s: Structure, rivers: Mapping[Side, RiverSide]) -> Side | None:
    """The hexside of its major river that a road bridge spans."""
    p = mesh.georef.plane(s.at)
    ranked = []
    for (a, b), river in rivers.items():
        if river.kind == "major" and river.names[0] == s.river:
            ca, cb = mesh.centre(a), mesh.centre(b)
            ranked.append((round(hypot(p[0] - (ca[0] + cb[0]) / 2, p[1] - (ca[1] + cb[1]) / 2), 6), a, b))
    if not ranked or min(ranked)[0] > 0.7:
        return None
    _, a, b = min(ranked)
    return a, b


def _distance(p: XY, a: XY, b: XY) -> float:
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    f = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(p[0] - a[0] - f * dx, p[1] - a[1] - f * dy)


def by_hand(mesh: Mesh, atlas: Atlas, placed: Mapping[str, str], path: Path) -> list[Place]:
    """Ports, sluices, fortified zones, objectives, mines, anchors: `nach_paris_hand.csv`, by name or coordinates."""
    where = {s.name: s.at for s in atlas.stations}
    where.update({t.name: t.at for t in atlas.towns})
    found = []
    with path.open(encoding="utf-8", newline="") as f:
        for r in csv.DictReader(f):
            at: LonLat
            if r["at"]:
                lat, _, lon = r["at"].partition("/")
                at = float(lon), float(lat)
            elif r["name"] in where:
                at = where[r["name"]]
            else:
                at = mesh.georef.lonlat(mesh.centre(r["hex"]))
            hex = r["hex"] or placed.get(r["name"]) or mesh.hex_at(at)
            if hex is None:
                raise ValueError(f"{path.name}: {r['name']} lies off the board")
            features = tuple(w for w in r["features"].split("|") if w)
            found.append(
                Place(
                    r["name"],
                    r["kind"],
                    hex,
                    at,
                    r["origin"],
                    int(r["size"]),
                    r["nation"],
                    r["group"],
                    "",
                    r["value"],
                    "",
                    features,
                )
            )
    return found


def stations(mesh: Mesh, atlas: Atlas, net: Net, town_size: Mapping[str, int]) -> list[Place]:
    """4.3: stations outside towns, where three links or more meet: trains change there in all directions.

    Where three links meet without town or station, trains go on in one direction only; that follows from the links.
    """
    where = {s.name: s.at for s in atlas.stations}
    found = []
    for (hex, node), names in net.junctions.items():
        if names and not town_size.get(hex, 0):
            found.append(Place(names[0], "station", hex, where[names[0]], "junction", value=str(node)))
    return found
