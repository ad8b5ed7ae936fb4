"""The map: every fact that the rules state of it, what its files must hold, and that the war can be fought on it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from marne.atlas.board_data import load_board
from marne.games.schlieffens_war.components.map import BOARD, DATA_SET, HEXES, SIDES, load
from marne.hexes import Bits, members
from marne.tables import DataError


def rows(name: str) -> list[dict[str, str]]:
    with (BOARD / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


STATED = rows("stated.csv")
MAP = load()
DATA = DATA_SET.load()
SETS: dict[str, Bits] = {
    "city": MAP.cities,
    "paris": MAP.paris,
    "heavy_fortress": MAP.heavy,
    "fort": MAP.forts,
    "port": MAP.ports,
    "entente_city": MAP.entente_cities,
    **{t: sum(1 << h for h, own in enumerate(MAP.terrain) if own == t) for t in ("forest", "rough", "marsh")},
}


def hexes(place: str) -> tuple[int, ...]:
    return MAP.places[place]


def flood(start: Bits, ways: tuple[Bits, ...]) -> Bits:
    found = new = start
    while new:
        reached = 0
        for hex in members(new):
            reached |= ways[hex]
        new = reached & ~found
        found |= new
    return found


@pytest.mark.parametrize("fact", STATED, ids=lambda f: "-".join(filter(None, (f["kind"], f["a"], f["b"], f["value"]))))
@pytest.mark.reading("grid")
def test_stated_facts_hold(fact: dict[str, str]) -> None:
    kind, a, b, value = fact["kind"], fact["a"], fact["b"], fact["value"]
    if kind == "place":
        assert MAP.names[MAP.grid.hex(a)] == value
    elif kind == "role":
        assert any(SETS[value] >> h & 1 for h in hexes(a))
    elif kind == "adjacent":
        assert MAP.grid.adjacent(MAP.grid.hex(a), MAP.grid.hex(b))
    elif kind == "river":
        assert MAP.river[MAP.grid.hex(a)] >> MAP.grid.hex(b) & 1
        assert MAP.river[MAP.grid.hex(b)] >> MAP.grid.hex(a) & 1
    elif kind == "count":
        number, _, more = value.partition(" ")
        found = SETS[a].bit_count()
        assert found >= int(number) if more else found == int(number)
    elif kind == "row":
        assert any(MAP.france >> h & 1 for h, label in enumerate(MAP.grid.labels) if label.startswith(a))
    else:
        pytest.fail(f"no test for {kind}")


@pytest.mark.rule("2.1")
def test_numbering() -> None:
    """Even rows touch c and c + 1 in the next row, odd rows c - 1 and c; Antwerp's neighbours by number."""
    around = {MAP.grid.label(n) for n in MAP.grid.neighbours[MAP.grid.hex("0812")]}
    assert around <= {"0711", "0712", "0713", "0811", "0813", "0912", "0913"} - {"0711"}
    assert {"0811", "0813", "0912", "0913"} <= around


@pytest.mark.rule("3.2")
@pytest.mark.reading("countries")
def test_neutral_ground_has_no_hexes() -> None:
    assert set(MAP.country) == {"FR", "BE", "LU", "DE"}
    for gone in ("1008", "0710", "2702"):  # Maastricht, Eindhoven, Switzerland
        assert gone not in MAP.grid
    a, b = MAP.grid.hex("0908"), MAP.grid.hex("0909")
    assert not MAP.passable[a] >> b & 1, "Dutch Limburg"


@pytest.mark.rule("4.6", "4.7")
@pytest.mark.reading("cities", "fortresses")
def test_cities() -> None:
    assert MAP.entente_cities & (MAP.germany | MAP.luxembourg) == 0
    assert MAP.german_cities & ~MAP.germany == 0
    assert MAP.heavy & ~MAP.cities == 0
    assert all(MAP.terrain[h] == "city" for h in members(MAP.cities))
    assert MAP.german_cities.bit_count() == 12
    belts = "Liège Maubeuge Antwerp Namur Verdun Toul Épinal Belfort Metz Strassburg"
    assert {MAP.names[h] for h in members(MAP.heavy)} == set(belts.split())


@pytest.mark.rule("4.1")
@pytest.mark.reading("perimeter")
def test_paris_perimeter() -> None:
    """About three hexes round the city: all of them in France, and none farther."""
    distance = [min(MAP.grid.distance(h, p) for p in members(MAP.paris)) for h in range(len(MAP.grid))]
    assert MAP.paris_endangered == sum(1 << h for h, d in enumerate(distance) if d <= 3)
    assert MAP.paris_endangered & ~MAP.france == 0


def test_hexsides_agree_from_both_sides() -> None:
    for h in range(len(MAP.grid)):
        for table in (MAP.river, MAP.rail, MAP.passable):
            for n in members(table[h]):
                assert MAP.grid.adjacent(h, n)
                assert table[n] >> h & 1


@pytest.mark.rule("10.4")
@pytest.mark.reading("marsh")
def test_only_marsh_is_cut_off() -> None:
    """Every other hex can be walked to from Paris."""
    walked = flood(MAP.paris, MAP.passable)
    assert walked == MAP.grid.all & ~SETS["marsh"]
    assert all(MAP.passable[h] == 0 for h in members(SETS["marsh"]))
    assert SETS["marsh"] == 1 << MAP.grid.hex("2013"), "the marshes of Saint-Gond"


@pytest.mark.rule("8.3", "8.4", "8.5", "8.6", why="the supply of every nation runs on one net")
def test_every_rail_net_reaches_its_supply_sources() -> None:
    assert MAP.cities & ~MAP.rail_hexes == 0, "every city has a railway"
    west_or_south, east = (MAP.west_edge | MAP.south_edge) & MAP.rail_hexes, MAP.east_edge & MAP.rail_hexes
    assert MAP.west_edge & MAP.rail_hexes
    assert MAP.south_edge & MAP.rail_hexes
    assert east
    within_germany = tuple(links & MAP.germany for links in MAP.rail)
    assert MAP.german_cities & ~flood(east, within_germany) == 0, "German cities reach the east edge inside Germany"
    entente = MAP.france | MAP.belgium | MAP.luxembourg
    within = tuple(links & entente for links in MAP.rail)
    assert (MAP.entente_cities | MAP.paris) & ~flood(west_or_south, within) == 0
    assert MAP.ports & ~MAP.rail_hexes == 0
    assert flood(east, MAP.rail) == MAP.rail_hexes, "the railways are one net"


def test_edges() -> None:
    """8.3, 8.6, 9.3: the edges are the last printed hexes."""
    for h in members(MAP.west_edge):
        assert MAP.grid.label(h).endswith("24")
        assert MAP.france >> h & 1
    for h in members(MAP.south_edge):
        assert MAP.grid.label(h).startswith("28")
    for h in members(MAP.east_edge):
        assert MAP.grid.label(h).endswith("01")
        assert MAP.germany >> h & 1


@pytest.mark.rule("10.8")
def test_belgian_operating_area() -> None:
    assert MAP.belgium & ~MAP.belgian_area == 0
    assert MAP.belgian_area & MAP.germany == 0
    for h in members(MAP.belgian_area & ~MAP.belgium):
        assert min(MAP.grid.distance(h, b) for b in members(MAP.belgium)) <= 2
    assert MAP.belgian_area >> hexes("Lille")[0] & 1
    assert not MAP.belgian_area & MAP.paris


@pytest.mark.parametrize(
    ("hex", "terrain"),
    [
        ("1410", "forest"),
        ("1411", "forest"),
        ("2305", "rough"),
        ("2404", "rough"),
        ("1015", "clear"),
        ("1911", "forest"),
    ],
    ids=["Ardennes", "Ardennes-west", "Vosges", "Ballon", "Flanders", "Argonne"],
)
@pytest.mark.reading("terrain")
def test_a_person_who_knows_the_ground_recognises_it(hex: str, terrain: str) -> None:
    assert MAP.terrain[MAP.grid.hex(hex)] == terrain


@pytest.mark.parametrize("name", ["Meuse", "Moselle", "Rhine", "Marne", "Seine", "Aisne", "Oise", "Somme", "Sambre"])
@pytest.mark.reading("rivers")
def test_rivers_run_in_one_chain(name: str) -> None:
    """The hexsides of a river hang together by their ends; only the Dutch Meuse and the mouths are missing."""
    sides = [r for r in DATA[SIDES] if name in (r.river_name or "").split(" / ")]
    assert len(sides) >= 5
    board = load_board(BOARD)
    rest = [{tuple(round(c, 3) for c in point) for point in board.side(r.a, r.b)} for r in sides]
    chains = []
    while rest:
        chain, rest = rest[0], rest[1:]
        while touching := [e for e in rest if e & chain]:
            chain = chain.union(*touching)
            rest = [e for e in rest if e not in touching]
        chains.append(chain)
    assert len(chains) == (2 if name == "Meuse" else 1), f"{name} is in pieces"


def test_overrides_are_in_the_board() -> None:
    by_label = {r.label: r for r in DATA[HEXES]}
    sides = {frozenset((r["a"], r["b"])): r for r in rows("sides.csv")}
    links = {frozenset((r["a"], r["b"])) for r in rows("links.csv")}
    for r in rows("overrides.csv"):
        assert r["why"]
        pair = frozenset((r["a"], r["b"]))
        if r["what"] == "terrain":
            assert by_label[r["a"]].terrain == r["value"]
        elif r["what"] == "playable":
            assert by_label[r["a"]].country
        elif r["what"] == "river":
            river = sides[pair]["river_name"] if pair in sides else ""
            assert river == ("" if r["value"] == "none" else r["value"]), pair
        elif r["what"] == "blocked":
            assert sides[pair]["blocked"] == "yes"
        elif r["what"] == "rail":
            assert (pair in links) == (r["value"] != "none")
        else:
            pytest.fail(f"no test for {r['what']}")


def test_every_value_has_an_origin() -> None:
    assert set(DATA.tallies) == {f"board/{name}.csv" for name in ("hexes", "sides", "links", "places")}
    assert sum(DATA.tallies["board/hexes.csv"].values()) == 11 * len(DATA[HEXES])


def test_a_wrong_file_is_refused_with_its_row(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "another.csv").write_text("a file of the game that is not the board's", "utf-8")
    text = (BOARD / "hexes.csv").read_text("utf-8")
    (tmp_path / "board" / "hexes.csv").write_text(text.replace(",marsh,", ",swamp,"), "utf-8")
    with pytest.raises(DataError, match=r"2013.*terrain"):
        DATA_SET.load(tmp_path)
    (tmp_path / "board" / "hexes.csv").write_text(text.replace("entente_city", "german_city", 1), "utf-8")
    with pytest.raises(DataError, match="25 hexes"):
        DATA_SET.load(tmp_path)
    (tmp_path / "board" / "hexes.csv").unlink()
    (tmp_path / "board" / "links.csv").write_text(
        "a,b,rail,line,origin,why\n0812,2018,high,a line,stated,8.3\n", "utf-8"
    )
    with pytest.raises(DataError, match="two neighbours"):
        DATA_SET.load(tmp_path)


def test_the_drawing_reads_the_same_board() -> None:
    board = load_board(BOARD)
    assert set(MAP.grid.labels) == {label for label, h in board.hexes.items() if h.country}


def test_loaded_once() -> None:
    assert load() is load()


@pytest.mark.reading("railways")
def test_the_committed_files_are_what_the_builder_writes() -> None:
    """Hexsides, links and places from the committed inputs, byte for byte; grades of hexes need the ground itself."""
    pytest.importorskip("shapely")
    from marne.atlas import load as load_atlas
    from tools.atlas import schlieffens_war as build

    inputs = build.Inputs.read(BOARD)
    country = dict.fromkeys(build.MESH.cells, "") | {r["label"]: r["country"] for r in rows("hexes.csv")}
    shut = {(r["a"], r["b"]): r["features"] for r in rows("sides.csv") if r["blocked"] == "yes"}
    written = build.lines(load_atlas(), inputs, country, shut)
    assert set(written) == {"sides.csv", "links.csv", "places.csv"}
    for name, text in written.items():
        assert text == (BOARD / name).read_text("utf-8"), name


def test_stated_hexsides_that_need_no_override() -> None:
    """Two of four come out of the projection; the other two are in overrides.csv with their rule."""
    pytest.importorskip("shapely")
    from tools.atlas import schlieffens_war as build

    found = {line.partition(":")[0]: line for line in build.report()}
    assert "Oise" in found["1413/1513"]
    assert "Sambre" in found["1212/1313"]
    assert found["Antwerp"].endswith("stated 0812, projected 0812")
    put = {(r["a"], r["b"]) for r in rows("overrides.csv") if r["what"] == "river" and r["origin"] == "stated"}
    assert put == {("1010", "1111"), ("1810", "1910")}
