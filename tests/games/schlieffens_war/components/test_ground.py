"""The sets of hexes that the rules use, against the labels on the map."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import MAP
from marne.games.schlieffens_war.components.scenario import FIRST
from marne.games.schlieffens_war.rules.supply.supply import (
    distance_to_source,
    open_to_supply,
    rail_net,
    supply_net,
    within_range,
)
from marne.hexes import members


def column(hex: int) -> str:
    return g.LABELS[hex][2:]


def row(hex: int) -> str:
    return g.LABELS[hex][:2]


@pytest.mark.rule("8.3", "8.4", "8.5")
def test_the_entente_is_fed_from_rails_on_the_south_and_west_edges() -> None:
    due = {hex for hex in members(g.RAIL_HEXES) if row(hex) == "28" or column(hex) == "24"}
    assert set(members(g.ENTENTE_SOURCES)) == due
    assert "2816" in g.labels_of(g.ENTENTE_SOURCES)
    assert "1624" in g.labels_of(g.ENTENTE_SOURCES)
    assert "2817" not in g.labels_of(g.ENTENTE_SOURCES), "no rail"


@pytest.mark.rule("8.6")
def test_the_germans_are_fed_from_rails_on_the_east_edge() -> None:
    due = {hex for hex in members(g.RAIL_HEXES & g.GERMANY) if column(hex) == "01"}
    assert set(members(g.GERMAN_SOURCES)) == due
    assert "0501" in g.labels_of(g.GERMAN_SOURCES)
    assert "0601" not in g.labels_of(g.GERMAN_SOURCES), "no rail"


@pytest.mark.rule("9.3")
@pytest.mark.reading("edges")
def test_the_west_edge_is_the_last_column() -> None:
    assert set(members(g.WEST_EDGE)) == {hex for hex in members(g.LAND) if column(hex) == "24"}


@pytest.mark.rule("9.5", "4.6")
def test_french_cities_are_the_prizes_in_france_and_paris() -> None:
    assert g.FRENCH_CITIES == g.CITIES & g.FRANCE
    assert {"2018", "1918", "1116", "2605"} <= set(g.labels_of(g.FRENCH_CITIES))
    assert "1109" not in g.labels_of(g.FRENCH_CITIES)


@pytest.mark.rule("8.4")
def test_the_fortresses_of_the_british() -> None:
    assert g.labels_of(g.BRITISH_FORTRESSES) == ("1109", "1314")


@pytest.mark.rule("3.1")
def test_the_rows_of_the_first_army() -> None:
    first_row, rows = FIRST.start_rows[u("8e CA")]
    assert first_row == 22
    assert set(members(rows)) == {hex for hex in range(g.COUNT) if row(hex) >= "22"}


@pytest.mark.rule("10.8")
def test_the_belgian_area_hex_by_hex() -> None:
    near = {
        hex
        for hex in members(g.FRANCE | MAP.luxembourg)
        if min(g.GRID.distance(hex, home) for home in members(g.BELGIUM)) <= 2
    }
    assert set(members(g.BELGIAN_AREA)) == near | set(members(g.BELGIUM))
    assert {"1415", "1809"} <= set(g.labels_of(g.BELGIAN_AREA))
    assert "1416" not in g.labels_of(g.BELGIAN_AREA)


@pytest.mark.rule("10.4", "10.5", "10.7")
def test_what_steps_cost() -> None:
    points = {"clear": 1, "forest": 2, "rough": 2, "city": 1}
    for hex in range(g.COUNT):
        found = {to: cost for cost, hexes in g.MARCH.steps[hex] for to in members(hexes)}
        assert set(found) == set(members(g.PASSABLE[hex]))
        for to, cost in found.items():
            city = "city" in (g.TERRAIN[hex], g.TERRAIN[to])
            extra = 1 if g.RIVER[hex] >> to & 1 and not city else 0
            assert cost == points[g.TERRAIN[to]] + extra
        rails = {to: cost for cost, hexes in g.BY_RAIL.steps[hex] for to in members(hexes)}
        assert rails == dict.fromkeys(members(g.RAIL[hex]), 1)
    assert not g.LAND >> h("2013") & 1, "marsh"


# -- lines over them


@pytest.mark.rule("8.2", "7.2", "7.5")
def test_what_a_line_of_supply_may_run_through() -> None:
    made = board({"1er CA": "2321", "X AK": "2322", "5e Armée": "2018", "AOK 1": "2220"})
    zone = {"2220", "2221", "2320", "2322", "2420", "2421"}
    due = set(g.labels_of(g.LAND)) - {"2321", "2018"} - (zone - {"2322", "2220"})
    assert set(g.labels_of(open_to_supply(made, 0))) == due
    assert not open_to_supply(made, 0) >> h("2013") & 1
    assert not open_to_supply(made, 1) >> h("2322") & 1
    assert open_to_supply(made, 1) >> h("2321") & 1


@pytest.mark.rule("8.3", "8.4", "8.6")
@pytest.mark.reading("half-hexes")
def test_two_hexes_around_a_hex_and_rails_that_count_half() -> None:
    everywhere = g.LAND
    assert within_range(1 << h("2322"), everywhere, 0) == g.GRID.within_bits(h("2322"), 2)
    assert within_range(0, everywhere, 0) == 0
    ring = within_range(1 << h("2322"), everywhere & ~(1 << h("2321")), 0)
    assert not ring >> h("2321") & 1
    assert not ring >> h("2320") & 1, "the straight way is closed"
    # 2622 - 2522 - 2421 - 2321 - 2220 - 2121 is a railway
    half = within_range(1 << h("2622"), everywhere, g.FRANCE)
    assert half >> h("2220") & 1
    assert not half >> h("2121") & 1
    assert not within_range(1 << h("2622"), everywhere, 0) >> h("2220") & 1
    only = within_range(1 << h("2622"), everywhere, 1 << h("2522"))
    assert only >> h("2421") & 1, "a whole hex for 2622 and half of one for 2522"
    assert not only >> h("2321") & 1
    both = within_range(1 << h("2622"), everywhere, 1 << h("2622") | 1 << h("2522"))
    assert both >> h("2321") & 1, "the hexes that the line enters count, not those that it leaves"


@pytest.mark.rule("7.2", "8.3", "8.6")
@pytest.mark.reading("edge-in-a-zone")
def test_an_edge_in_a_zone_feeds_the_entente_and_not_the_germans() -> None:
    # 2815 lies beside the edge source 2816: a corps there casts its zone on it
    entente = board({"X AK": "2815"})
    assert entente.zone(0) >> h("2816") & 1
    assert rail_net(entente, 1) >> h("2816") & 1
    assert not rail_net(board({"X AK": "2816"}), 1) >> h("2816") & 1, "an enemy in it closes it"
    german = board({"1er CA": "0502"})
    assert not rail_net(german, 0) & 1, "0501 is in a zone"
    assert rail_net(board({"1er CA": "0502", "X AK": "0501"}), 0) & 1, "a friend keeps it"
    assert not rail_net(board({"1er CA": "0501"}), 0) & 1


@pytest.mark.rule("8.2", "8.3", "8.6")
@pytest.mark.reading("rails-and-control")
def test_rails_run_through_empty_hexes_of_the_enemy() -> None:
    french = board({}, control={"german": list(g.labels_of(g.LAND))})
    assert rail_net(french, 1) == rail_net(board({}), 1)
    german = board({}, control={"entente": list(g.labels_of(g.LAND))})
    assert rail_net(german, 0) == rail_net(board({}), 0)


@pytest.mark.rule("6.5", "8.2", "11.21")
@pytest.mark.reading("nearest-supply")
def test_how_far_supply_is() -> None:
    free = board({})
    east = distance_to_source(free, 0)
    assert [east[hex] for hex in members(g.GERMAN_SOURCES)] == [0] * g.GERMAN_SOURCES.bit_count()
    assert east[h("0502")] == 1
    taken = board({"1er CA": "0501", "X AK": "1001"})
    assert distance_to_source(taken, 0)[h("0501")] > 0, "an enemy is in it"
    assert distance_to_source(taken, 0)[h("1001")] == 0, "a friend is no matter"
    french = distance_to_source(board({"X AK": "2816", "1er CA": "2810"}), 1)
    assert french[h("2816")] > 0
    assert french[h("2810")] == 0
    # ports feed the British while they are friendly and free
    assert distance_to_source(free, 2)[h("0919")] == 0
    assert distance_to_source(free, 1)[h("0919")] > 0
    assert distance_to_source(board({"X AK": "0919"}), 2)[h("0919")] > 0
    assert distance_to_source(board({}, control={"german": ["0919"]}), 2)[h("0919")] > 0
    # Belgium feeds Belgians where no German stands
    assert distance_to_source(free, 3)[h("1311")] == 0
    assert distance_to_source(board({"X AK": "1311"}), 3)[h("1311")] == 1
    assert distance_to_source(free, 1)[h("1311")] > 0
    assert distance_to_source(free, 0, besides=h("0501"))[h("0501")] > 0
    assert distance_to_source(free, 1)[h("0501")] > 20


@pytest.mark.rule("8.3", "8.4", "8.6")
def test_the_hqs_that_others_may_trace_to() -> None:
    units = {
        "5e Armée": "2321",
        "4e Armée": "2322",
        "BEF": "0919",
        "Armée belge": "1012",
        "AOK 1": "1007",
        "AOK 2": "1111",
    }
    made = board(units)
    assert supply_net(made, 1).hqs == [0, 1 << h("2321"), 1 << h("0919"), 1 << h("1012")], "2322 has no rail"
    assert supply_net(made, 0).hqs == [1 << h("1007"), 0, 0, 0]
    assert supply_net(made, 0).by_nation[1:] == [0, 0, 0]
    assert supply_net(made, 1).by_nation[0] == 0
