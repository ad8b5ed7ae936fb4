"""A board as it lies in its files: what the builders write, what the rules read, what the drawing draws.

A board is a directory with `georef.toml`, `hexes.csv`, `sides.csv`, `links.csv` and `places.csv`. Every game may add
columns of its own (kept in `more`) and files of its own. Every row says where it comes from (`origin`, `why`, and what
would settle it in `settles`; see docs/data.md). Lines that begin with # are comments.

- `hexes.csv`: label, u, v, terrain, country, height, relief, wood, sea, name, roles, origin, why
- `sides.csv`: a, b, river, river_name, border, blocked, features, origin, why; one row for each hexside that
  carries something, a before b in the order of `hexes.csv`. A hexside at the edge of the board has no row.
- `links.csv`: a, b, rail, line, origin, why
- `places.csv`: name, kind, size, hex, lat, lon, names, features, origin, why

`terrain` is the game's own word; `marne.atlas.draw` knows how to paint each. Lists are separated by `|`.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from marne.engine import MarneError, game_names
from marne.engine.registry import where_is
from marne.hexes import Grid
from marne.tables import chosen_directory

from .model import LonLat
from .project import XY, Affine, Georef, Lambert

#: The words of the classes, in the order of strength.
RIVERS = ("", "canal", "minor", "river", "major")
RAILS = ("low", "high")
COUNTRIES = ("FR", "DE", "BE", "LU", "NL", "CH", "GB", "")


class BoardError(MarneError, ValueError):
    """A file of a board is wrong: which file, which row, what was expected."""


@dataclass(frozen=True, slots=True)
class HexData:
    label: str
    u: int
    v: int
    terrain: str
    country: str  #: of 1914: FR, DE, BE, LU, NL, CH, GB; empty for open sea
    height: int  #: metres, mean
    relief: int  #: metres, mean of highest less lowest within 11 km
    wood: int  #: per cent
    sea: int  #: per cent
    name: str
    roles: tuple[str, ...]
    origin: str
    why: str
    more: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SideData:
    a: str
    b: str
    river: str  #: empty, canal, minor, river, major: as the rules of this game count it
    river_name: str
    border: str  #: empty, or the two countries, `FR-DE`
    blocked: bool  #: nothing crosses
    features: tuple[str, ...]  #: bridge, forest, range, red-diamond, flood, coast ...: the game's own
    origin: str
    why: str
    more: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LinkData:
    a: str
    b: str
    rail: str  #: low or high
    line: str
    origin: str
    why: str
    more: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlaceData:
    name: str
    kind: str  #: city, town, fortress, fort, port, station, bridge, tunnel, pass, sluice, mine, objective, region ...
    size: int  #: 4 a great city .. 1 a small town
    hex: str
    at: LonLat
    names: tuple[str, ...]
    features: tuple[str, ...]
    origin: str
    why: str
    more: Mapping[str, str]


@dataclass(frozen=True)
class BoardData:
    title: str
    georef: Georef
    hexes: dict[str, HexData]
    sides: tuple[SideData, ...]
    links: tuple[LinkData, ...]
    places: tuple[PlaceData, ...]
    by_uv: dict[tuple[int, int], str] = field(repr=False)

    def centre(self, label: str) -> XY:
        h = self.hexes[label]
        return self.georef.centre(h.u, h.v)

    def corners(self, label: str) -> tuple[XY, ...]:
        h = self.hexes[label]
        return self.georef.corners(h.u, h.v)

    def neighbours(self, label: str) -> tuple[str | None, ...]:
        """The six neighbours clockwise; None beyond the edge."""
        h = self.hexes[label]
        return tuple(self.by_uv.get(uv) for uv in self.georef.neighbours(h.u, h.v))

    def grid(self) -> Grid:
        """The same hexes for the rules: hexes numbered in the order of the file."""
        return Grid("flat" if self.georef.flat else "pointy", {h.label: (h.u, h.v) for h in self.hexes.values()})

    def side(self, a: str, b: str) -> tuple[XY, XY]:
        """The two ends of the hexside between neighbours."""
        i = self.neighbours(a).index(b)
        c = self.corners(a)
        return c[i], c[(i + 1) % 6]

    def hex_at(self, at: LonLat) -> str | None:
        """The hex that holds a place on the ground; None when the board doesn't reach it."""
        return self.by_uv.get(self.georef.hex_at(at))


def read_georef(text: str) -> tuple[str, Georef]:
    """Title and georeference from `georef.toml`."""
    t = tomllib.loads(text)
    p = t["projection"]
    lambert = Lambert(p["south"], p["north"], p["lat0"], p["lon0"], p["radius_km"])
    return str(t["title"]), Georef(Affine(*t["plane"]["affine"]), t["plane"]["tops"] == "flat", lambert)


def write_georef(title: str, g: Georef, reason: str) -> str:
    """The same as text, for the builders."""
    lam, a = g.lambert, g.affine
    numbers = ", ".join(f"{x:.9g}" for x in (a.a, a.b, a.c, a.d, a.e, a.f))
    note = "".join(f"# {line}\n" for line in reason.splitlines())
    return (
        f'{note}title = "{title}"\n\n[projection]  # Lambert conformal conic on a sphere, kilometres east and north\n'
        f"south = {lam.south}\nnorth = {lam.north}\nlat0 = {lam.lat0}\nlon0 = {lam.lon0}\n"
        f"radius_km = {lam.radius_km}\n\n"
        f"[plane]  # x = a E + b N + c, y = d E + e N + f; hex centres are 1 apart, y grows south\n"
        f'tops = "{"flat" if g.flat else "pointed"}"\naffine = [{numbers}]\n'
    )


Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class _Where:
    """Where a row stands; the words are made only when something is wrong with it."""

    file: str
    line: int

    def wrong(self, why: str, column: str = "") -> BoardError:
        at = f", column {column}" if column else ""
        return BoardError(f"{self.file} row {self.line}{at}: {why}")


def _rows(directory: Traversable, name: str, needed: tuple[str, ...]) -> Iterator[tuple[_Where, Row]]:
    reader = csv.reader(io.StringIO((directory / name).read_text(encoding="utf-8-sig")))
    header = next((cells for cells in reader if cells and not cells[0].startswith("#")), [])
    missing = [c for c in needed if c not in header]
    if missing:
        raise BoardError(f"{name}: no column {', '.join(missing)}")
    for cells in reader:
        if not cells or cells[0].startswith("#"):
            continue
        where = _Where(name, reader.line_num)
        if len(cells) != len(header):
            raise where.wrong(f"{len(cells)} cells, the header has {len(header)}")
        yield where, dict(zip(header, cells, strict=True))


def _whole(where: _Where, row: Row, column: str) -> int:
    text = row.get(column) or "0"
    try:
        return int(text)
    except ValueError:
        raise where.wrong(f"{text!r} is no whole number", column) from None


def _words(text: str | None) -> tuple[str, ...]:
    return tuple(w for w in text.split("|") if w) if text else ()


_HEX = ("label", "u", "v", "terrain", "country", "height", "relief", "wood", "sea", "name", "roles", "origin", "why")
_SIDE = ("a", "b", "river", "river_name", "border", "blocked", "features", "origin", "why")
_LINK = ("a", "b", "rail", "line", "origin", "why")
_PLACE = ("name", "kind", "size", "hex", "lat", "lon", "names", "features", "origin", "why")


def _more(row: Row, own: tuple[str, ...]) -> dict[str, str]:
    return {k: row[k] for k in own if row[k]}


def _own_columns(row: Row, known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(k for k in row if k not in known)


def load_board(directory: Traversable) -> BoardData:
    """Read and check a board. Raises BoardError with file, row and column."""
    title, georef = read_georef((directory / "georef.toml").read_text(encoding="utf-8"))
    hexes: dict[str, HexData] = {}
    by_uv: dict[tuple[int, int], str] = {}
    own: tuple[str, ...] | None = None
    for where, r in _rows(directory, "hexes.csv", _HEX[:5]):
        own = _own_columns(r, _HEX) if own is None else own
        h = HexData(
            r["label"],
            _whole(where, r, "u"),
            _whole(where, r, "v"),
            r["terrain"],
            r["country"],
            _whole(where, r, "height"),
            _whole(where, r, "relief"),
            _whole(where, r, "wood"),
            _whole(where, r, "sea"),
            r.get("name", ""),
            _words(r.get("roles")),
            r.get("origin", ""),
            r.get("why", ""),
            _more(r, own),
        )
        if h.label in hexes:
            raise where.wrong(f"{h.label} stands twice", "label")
        if (h.u + h.v) % 2 or (h.u, h.v) in by_uv:
            raise where.wrong(f"{h.u}, {h.v} is no free hex (u + v must be even)", "u")
        if h.country not in COUNTRIES:
            raise where.wrong(f"{h.country!r}, expected one of {', '.join(COUNTRIES[:-1])}", "country")
        hexes[h.label] = h
        by_uv[h.u, h.v] = h.label
    steps = frozenset(georef.neighbours(0, 0))

    def neighbours(where: _Where, r: Row) -> tuple[str, str]:
        """The two hexes that a row names; refused unless they touch."""
        for column in ("a", "b"):
            if r[column] not in hexes:
                raise where.wrong(f"no hex {r[column]}", column)
        a, b = hexes[r["a"]], hexes[r["b"]]
        if (b.u - a.u, b.v - a.v) not in steps:
            raise where.wrong(f"{a.label} and {b.label} are not neighbours", "b")
        return a.label, b.label

    sides = _sides(directory, neighbours)
    links = _links(directory, neighbours)
    board = BoardData(title, georef, hexes, sides, links, (), by_uv)
    return replace(board, places=_places(directory, board))


def _sides(directory: Traversable, neighbours: Callable[[_Where, Row], tuple[str, str]]) -> tuple[SideData, ...]:
    found: list[SideData] = []
    seen: set[tuple[str, str]] = set()
    own: tuple[str, ...] | None = None
    for where, r in _rows(directory, "sides.csv", ("a", "b")):
        own = _own_columns(r, _SIDE) if own is None else own
        a, b = neighbours(where, r)
        if (a, b) in seen or (b, a) in seen:
            raise where.wrong(f"the hexside {a}/{b} stands twice", "b")
        seen.add((a, b))
        if (river := r.get("river", "")) not in RIVERS:
            raise where.wrong(f"{river!r}, expected one of {', '.join(RIVERS[1:])} or nothing", "river")
        found.append(
            SideData(
                a,
                b,
                river,
                r.get("river_name", ""),
                r.get("border", ""),
                r.get("blocked", "") in ("1", "yes"),
                _words(r.get("features")),
                r.get("origin", ""),
                r.get("why", ""),
                _more(r, own),
            )
        )
    return tuple(found)


def _links(directory: Traversable, neighbours: Callable[[_Where, Row], tuple[str, str]]) -> tuple[LinkData, ...]:
    found: list[LinkData] = []
    own: tuple[str, ...] | None = None
    for where, r in _rows(directory, "links.csv", ("a", "b", "rail")):
        own = _own_columns(r, _LINK) if own is None else own
        a, b = neighbours(where, r)
        if r["rail"] not in RAILS:
            raise where.wrong(f"{r['rail']!r}, expected low or high", "rail")
        origin, why = r.get("origin", ""), r.get("why", "")
        found.append(LinkData(a, b, r["rail"], r.get("line", ""), origin, why, _more(r, own)))
    return tuple(found)


def _places(directory: Traversable, board: BoardData) -> tuple[PlaceData, ...]:
    found: list[PlaceData] = []
    own: tuple[str, ...] | None = None
    for where, r in _rows(directory, "places.csv", ("name", "kind", "hex", "lat", "lon")):
        own = _own_columns(r, _PLACE) if own is None else own
        if r["hex"] not in board.hexes:
            raise where.wrong(f"no hex {r['hex']}", "hex")
        try:
            at = (float(r["lon"]), float(r["lat"])) if r["lat"] else board.georef.lonlat(board.centre(r["hex"]))
        except ValueError:
            raise where.wrong("expected degrees, or nothing for the hex's centre", "lat") from None
        found.append(
            PlaceData(
                r["name"],
                r["kind"],
                _whole(where, r, "size"),
                r["hex"],
                at,
                _words(r.get("names")),
                _words(r.get("features")),
                r.get("origin", ""),
                r.get("why", ""),
                _more(r, own),
            )
        )
    return tuple(found)


def board_directory(game: str) -> Traversable:
    """Where a game keeps its board: by name, because the atlas knows no game. A game may come from another package."""
    package = where_is(game).partition(":")[0].rpartition(".")[0] if game in game_names() else f"marne.games.{game}"
    return files(package) / "data" / "board"


BOARD_FILES = ("georef.toml", "hexes.csv", "sides.csv", "links.csv", "places.csv")


def load_game_board(game: str) -> BoardData:
    """The board that a game's rules read: its own files, and those of `--data DIR` in place of some."""
    own = board_directory(game)
    if not own.joinpath(BOARD_FILES[0]).is_file():
        raise BoardError(f"{game} has no printed map to draw")
    chosen = chosen_directory(game)
    if chosen is None:
        return load_board(own)
    strays = [name for name in BOARD_FILES if (chosen / name).is_file()]
    if strays:
        raise BoardError(f"{chosen}: {', '.join(strays)} would be ignored here; the files of a board go into board/")
    if not (chosen / "board").is_dir():
        return load_board(own)
    with TemporaryDirectory() as name:
        merged = Path(name)
        for file in own.iterdir():
            if file.is_file():
                (merged / file.name).write_bytes(file.read_bytes())
        for theirs in (chosen / "board").iterdir():
            (merged / theirs.name).write_bytes(theirs.read_bytes())
        return load_board(merged)
