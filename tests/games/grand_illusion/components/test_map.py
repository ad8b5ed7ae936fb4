"""The printed map: every fact that the rules state of it, what its files must hold, and the play notes on 8.4.3."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import pytest

from marne.atlas.board_data import load_board
from marne.games.grand_illusion.components.data import DATA_SET, MAP
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.map import BOARD
from marne.hexes import Bits, bits, members
from marne.tables import DataError


def rows(name: str) -> list[dict[str, str]]:
    with (BOARD / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


STATED = rows("stated.csv")
GROUND = ground_of()
ALLIED = MAP.all & ~MAP.german


def net(sources: Bits, friendly: Bits) -> Bits:
    """8.4.3: the rail hexes of one side that a railway joins to a supply source."""
    found = sources & friendly & GROUND.rail_hexes
    new = found
    while new:
        reached = 0
        for hex in members(new):
            reached |= GROUND.rail[hex]
        new = reached & friendly & ~found
        found |= new
    return found


def supplied(sources: Bits, friendly: Bits) -> Bits:
    """8.4.3: hexes from which a unit traces supply: on the net or next to it."""
    joined = net(sources, friendly)
    near = joined
    for hex in members(joined):
        near |= GROUND.near[hex]
    return near


FRENCH, GERMAN = MAP.roles["supply_french"], MAP.roles["supply_german"]


@pytest.mark.parametrize("fact", STATED, ids=lambda f: "-".join(filter(None, (f["kind"], f["a"], f["b"], f["value"]))))
@pytest.mark.reading("modifiers", "control", "names")
def test_stated_facts_hold(fact: dict[str, str]) -> None:
    kind, a, value = fact["kind"], int(fact["a"]), fact["value"]
    b = int(fact["b"]) if fact["b"] else 0
    if kind == "place":
        assert value in MAP.names[a].split(" / ")
    elif kind == "role":
        assert MAP.roles[value] >> a & 1
    elif kind == "tem":
        assert MAP.tem[a] == int(value)
    elif kind == "control":
        assert ("german" if MAP.german >> a & 1 else "allied") == value
    elif kind in ("adjacent", "apart"):
        assert (b in MAP.around[a]) == (kind == "adjacent")
    elif kind == "impassable":
        assert b in MAP.around[a]
        assert b not in GROUND.neighbours[a]
        assert (a, b) not in GROUND.cost
        assert (b, a) not in GROUND.cost
    elif kind in ("rail", "no_rail"):
        assert bool(GROUND.rail[a] >> b & 1) == (kind == "rail")
    else:
        pytest.fail(f"no test for {kind}")


def test_no_role_without_a_stated_row() -> None:
    """A hex has exactly the roles that the rules give it."""
    stated = {(r["value"], int(r["a"])) for r in STATED if r["kind"] == "role"}
    assert stated == {(role, hex) for role, hexes in MAP.roles.items() for hex in members(hexes)}


@pytest.mark.rule("2.2")
def test_counts_of_the_rulebook() -> None:
    assert len(members(MAP.all)) == 107
    assert MAP.roles["schlieffen_plan"].bit_count() == 12
    assert MAP.roles["paris_in_danger"] == bits(MAP.around[19])
    assert MAP.roles["german_vp"].bit_count() == 15
    assert MAP.roles["plan17_vp"].bit_count() == 8
    assert set(MAP.tem[1:]) == {0, 1, 2}


@pytest.mark.rule("2.2")
@pytest.mark.reading("coast")
def test_schlieffen_hexes_lie_on_the_coast_or_next_to_it() -> None:
    near = MAP.coast | bits(n for h in members(MAP.coast) for n in MAP.around[h])
    assert MAP.roles["schlieffen_plan"] & ~near == 0
    assert MAP.roles["port"] & ~MAP.coast == 0


def test_hexsides_agree_from_both_sides() -> None:
    for h in members(MAP.all):
        for n in MAP.around[h]:
            assert h in MAP.around[n]
        for n in GROUND.neighbours[h]:
            assert GROUND.cost[h, n] == GROUND.cost[n, h] in (1, 2)
        for n in members(GROUND.rail[h]):
            assert n in GROUND.neighbours[h]
            assert GROUND.rail[n] >> h & 1


@pytest.mark.rule("8.4.2")
def test_diamonds() -> None:
    assert {frozenset(p) for p in MAP.impassable} == {frozenset((42, 52)), frozenset((71, 81))}
    assert not set(MAP.impassable) & set(MAP.diamonds)
    assert all(GROUND.cost[pair] == 2 for pair in MAP.diamonds)


@pytest.mark.rule("8.4.3")
def test_every_supply_source_is_on_the_rail_net() -> None:
    sources = [h for role, hexes in MAP.roles.items() if role.startswith("supply_") for h in members(hexes)]
    whole = net(bits((19,)), MAP.all)
    assert whole == GROUND.rail_hexes, "the railways are one net"
    assert all(GROUND.rail_hexes >> h & 1 for h in sources)


@pytest.mark.rule("8.4.3")
@pytest.mark.reading("control")
def test_both_sides_start_in_supply() -> None:
    """Every hex of a side can trace supply at the start, except the far corners without a railway near."""
    assert supplied(GERMAN, MAP.german) & MAP.german == MAP.german
    beyond = ALLIED & ~supplied(FRENCH, ALLIED)
    assert beyond & GROUND.rail_hexes == 0


@pytest.mark.reading("railways")
def test_102_is_a_dead_end() -> None:
    """Play note on 8.4.3: taking 102 opens nothing behind it."""
    before, after = supplied(FRENCH, ALLIED), supplied(FRENCH, ALLIED | bits((102,)))
    assert before >> 102 & 1, "the Allies can go there"
    assert after == before
    assert not after & bits((105, 106))


def test_107_is_a_dead_end_until_103_falls() -> None:
    """Play note on 8.4.3: no way out of 107 before 103 is Allied controlled."""
    start = supplied(FRENCH, ALLIED)
    assert start >> 107 & 1, "the Allies can take it on the first move"
    with_107 = supplied(FRENCH, ALLIED | bits((107,)))
    assert with_107 == start
    with_both = supplied(FRENCH, ALLIED | bits((103, 107)))
    assert with_both >> 106 & 1


def german_reach(allied: Iterable[int], barred: Iterable[int] = ()) -> Bits:
    """All hexes that the Germans can come to, step by step in supply, while these stay Allied and those are closed."""
    shut = bits(allied) | bits(barred)
    control = MAP.german
    while True:
        open_hexes = supplied(GERMAN, control) & ~shut
        touched = bits(n for h in members(control) for n in GROUND.neighbours[h])
        new = open_hexes & touched & ~control
        if not new:
            return control
        control |= new


# Before turn 7 the Schlieffen hexes are closed to the Germans (8.4.8); the fortresses of the east stay French.
NORTH_ONLY = (*members(MAP.roles["schlieffen_plan"]), 76, 77, 87, 97, 98, 99, 104)


@pytest.mark.parametrize("missing", [64, 63, 53])
def test_antwerp_opens_only_through_namur(missing: int) -> None:
    """Play note on 8.4.3: past the Belgians in 62 the way to 52 needs 64, 63 and 53; on turn 1 hex 54 is closed too."""
    closed = german_reach((62,), (*NORTH_ONLY, 54, missing))
    touching = bits(h for h in members(closed) if 52 in GROUND.neighbours[h])
    joined = net(GERMAN, closed)
    assert not any(joined >> h & 1 for h in members(touching)), "no railway of theirs comes next to Antwerp"
    opened = net(GERMAN, german_reach((62,), (*NORTH_ONLY, 54)))
    assert opened >> 53 & 1


def test_44_is_reached_only_through_54() -> None:
    """8.4.3: with Maubeuge besieged, 54 and 44 are no part of a normal rail net, so 44 is the emergency source."""
    shut = MAP.roles["schlieffen_plan"] | bits((54,))
    french = bits(h for h in members(MAP.all) if MAP.country[h] == "FR" and h != 56)
    before_56 = MAP.all & ~shut & ~french
    assert not net(GERMAN, before_56) >> 44 & 1
    assert net(GERMAN, before_56 | bits((54,))) >> 44 & 1


def test_56_is_reached_from_namur() -> None:
    """8.4.3: the End of Rail Net marker waits for the fall of Namur, so no other way leads the Germans to 56."""
    fortresses = bits((76, 87, 98, 104))
    assert not net(GERMAN, MAP.all & ~fortresses & ~bits((64,)) & ~MAP.roles["schlieffen_plan"]) >> 56 & 1
    assert net(GERMAN, MAP.german | bits((64, 65, 56))) >> 56 & 1
    assert len(members(GROUND.rail[56])) > 1, "and the line goes on"


def test_data_is_clean_and_every_value_has_an_origin() -> None:
    data = DATA_SET.load()
    assert sum(sum(t.values()) for t in data.tallies.values()) > 2000
    assert len({r["line"] for r in rows("lines.csv")}) == len(rows("lines.csv"))


def test_overrides_are_in_the_board() -> None:
    by_label = {r["label"]: r for r in rows("hexes.csv")}
    for r in rows("overrides.csv"):
        assert by_label[r["hex"]][r["what"]] == r["value"]
        assert r["why"]


def test_a_wrong_file_is_refused_with_its_row(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    text = (BOARD / "hexes.csv").read_text("utf-8").replace("26,3,5,+1", "26,3,5,+3").replace("\n26,", "\n26,", 1)
    (tmp_path / "board" / "hexes.csv").write_text(text, "utf-8")
    changed = text != (BOARD / "hexes.csv").read_text("utf-8")
    assert changed
    with pytest.raises(DataError, match=r"26.*terrain|terrain.*26"):
        DATA_SET.load(tmp_path)
    (tmp_path / "board" / "hexes.csv").unlink()
    (tmp_path / "board" / "links.csv").write_text("a,b,rail,line,origin,why\n1,107,high,a line,stated,8.4.3\n", "utf-8")
    with pytest.raises(DataError, match="two neighbours"):
        DATA_SET.load(tmp_path)


@pytest.mark.parametrize("north", ["1-108", "0", "north"])
def test_a_scenario_names_hexes_of_the_map(tmp_path: Path, north: str) -> None:
    (tmp_path / "scenarios").mkdir()
    text = (BOARD.parent / "scenarios" / "3.toml").read_text("utf-8")
    assert "1-66" in text
    (tmp_path / "scenarios" / "3.toml").write_text(text.replace("1-66", north), "utf-8")
    with pytest.raises(DataError, match="such as 1-66"):
        DATA_SET.load(tmp_path)


def test_the_drawing_reads_the_same_board() -> None:
    board = load_board(BOARD)
    assert len(board.hexes) == 107
    assert {(link.a, link.b) for link in board.links} == {(str(a), str(b)) for a, b in MAP.rails}


def test_the_committed_files_are_what_the_builder_writes() -> None:
    """Hexsides, links and places from the committed inputs, byte for byte; grades of hexes need the ground itself."""
    pytest.importorskip("shapely")
    from tools.atlas import grand_illusion as build

    written = build.lines({r["label"]: r["country"] for r in rows("hexes.csv")})
    assert set(written) == {"georef.toml", "sides.csv", "links.csv", "places.csv"}
    for name, text in written.items():
        assert text == (BOARD / name).read_text("utf-8"), name


def test_places_that_project_into_their_stated_hex() -> None:
    """21 of 28 without help; the rest stand in the middle of the hex that the rules give them."""
    pytest.importorskip("shapely")
    from tools.atlas import grand_illusion as build

    off = {name for name, stated, found in build.anchors() if stated != found}
    assert off == {"Versailles", "Paris", "Mézières", "Brussels", "Verdun", "Liège", "Langres"}
    assert len(list(build.anchors())) == 28


@pytest.mark.rule("2.2")
@pytest.mark.reading("grid")
def test_thirteen_columns_numbered_from_north_to_south_and_from_west_to_east() -> None:
    with (BOARD / "hexes.csv").open(encoding="utf-8", newline="") as file:
        rows = [(int(row["label"]), int(row["u"]), int(row["v"])) for row in csv.DictReader(file)]
    assert [number for number, _, _ in rows] == list(range(1, 108))
    columns = [[v for _, u, v in rows if u == column] for column in range(13)]
    assert [len(column) for column in columns] == [6, 7, 9, 9, 10, 10, 10, 9, 10, 9, 10, 5, 3]
    assert [column[0] for column in columns] == [6, 5, 0, -1, -2, -3, -2, -1, -2, -1, -2, 9, 12]
    for column in columns:
        assert column == list(range(column[0], column[0] + 2 * len(column), 2)), "no hex is left out"


@pytest.mark.rule("8.4.2")
@pytest.mark.reading("diamonds")
def test_where_the_red_diamonds_are() -> None:
    """The lower Seine, the Meuse, the Ardennes and the Eifel, the Vosges, the upper Rhine."""
    seine, meuse, ardennes = {(1, 2)}, {(55, 65), (56, 65)}, {(65, 74), (74, 83), (82, 83), (83, 92)}
    vosges, rhine = {(97, 102), (98, 102), (98, 103), (99, 103)}, {(102, 106), (103, 106), (103, 107)}
    assert set(MAP.diamonds) == seine | meuse | ardennes | vosges | rhine


@pytest.mark.rule("7.2")
@pytest.mark.reading("borders")
def test_french_hexes_with_a_german_or_belgian_border_in_them() -> None:
    assert members(MAP.borders) == [23, 45, 55, 65, 97, 104]
