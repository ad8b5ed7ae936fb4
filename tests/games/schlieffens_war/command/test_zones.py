"""Chapter 7: zones of control."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import state
from games.schlieffens_war.support import at, board, go, h, hex_of, refused, u, written
from games.schlieffens_war.support import board as make
from marne.games.schlieffens_war.board import ELIMINATED, IN_SUPPLY, OUT_OF_SUPPLY
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.rules.supply.supply import open_to_supply


def labels(hexes: int) -> set[str]:
    return set(g.labels_of(hexes))


@pytest.mark.rule("7.0")
def test_a_corps_controls_six_hexes_whatever_its_state() -> None:
    around = {"2221", "2321", "2421", "2422", "2323", "2222"}
    assert labels(make({"X AK": "2322"}).zone(0)) == around
    worn = {"hex": "2322", "steps": 1, "supply": "out", "morale": "fatigued"}
    assert labels(make({"X AK": worn}).zone(0)) == around


@pytest.mark.rule("7.0")
@pytest.mark.reading("fortress-zones")
def test_hqs_depots_forts_and_garrisons_control_nothing() -> None:
    assert make({"AOK 1": "2322", "Depot 1": "2320"}).zone(0) == 0
    assert make({"Fort Paris": "2018", "1er CA": "2018"}).zone(1) == 0
    assert make({"1er CA": "1809"}).zone(1) == 0, "Verdun is a heavy fortress, with or without its fort"
    assert make({"1er CA": "1918"}).zone(1) != 0, "Paris without a fort counter is no fortress"


@pytest.mark.rule("7.0")
def test_zones_of_both_sides_overlap() -> None:
    board = make({"X AK": "2322", "1er CA": "2320"})
    assert board.zone(0) & board.zone(1) & 1 << h("2321")


# Cavalry with three points goes straight from 2323 over 2322 and 2321 to 2320, and no other way is as short.
RIDERS = {"HKK 1": {"hex": "2323", "morale": "fatigued"}, "AOK 1": "1907"}


@pytest.mark.rule("7.1")
def test_the_first_zone_ends_the_move() -> None:
    free = go(at(RIDERS | {"1er CA": "2018"}, "movement"), "HKK 1")
    assert "2320" in written(free)
    # a corps in 2221 casts its zone on 2322 and 2321, not on 2320
    position = go(at(RIDERS | {"1er CA": "2221"}, "movement"), "HKK 1")
    assert not position.board.zone(1) >> h("2320") & 1
    assert "2322" in written(position)
    assert "2320" not in written(position), "it lies behind the zone"
    stopped = go(position, "2322")
    assert hex_of(stopped, "HKK 1") == "2322"
    assert "HKK 1" not in written(stopped)
    assert refused(stopped, "HKK 1") == "7.1"


@pytest.mark.rule("7.1")
def test_no_step_from_zone_to_zone() -> None:
    slow = {"hex": "2322", "morale": "fatigued", "supply": "out"}
    position = go(at({"X AK": slow, "1er CA": "2321"}, "movement"), "X AK")
    assert written(position) == ["2222", "2323", "2422", "halt"]
    assert refused(position, "2221") == "7.1"
    assert refused(position, "2421") == "7.1"
    # with points enough it may leave the zone and come back into it by another hex
    assert "2221" in written(go(at({"X AK": "2322", "1er CA": "2321"}, "movement"), "X AK"))
    ringed = at({"X AK": "2322", "1er CA": "2321", "2e CA": "2323", "3e CA": "2222", "AOK 1": "1907"}, "movement")
    assert refused(ringed, "X AK") == "7.1"


@pytest.mark.rule("7.1", "7.5")
def test_friends_do_not_lift_a_zone_for_movement() -> None:
    friends = {"IX AK": "2322", "X AK": "2321"}
    position = go(at(RIDERS | friends | {"1er CA": "2221"}, "movement"), "HKK 1")
    assert "2322" in written(position)
    assert refused(position, "2320") == "10.7"
    free = go(at(RIDERS | friends | {"1er CA": "2018"}, "movement"), "HKK 1")
    assert "2320" in written(free)


@pytest.mark.rule("7.2", "7.5", "8.2")
def test_supply_stops_in_a_zone_unless_a_friend_is_there() -> None:
    alone = make({"1er CA": "2321"})
    assert not open_to_supply(alone, 0) >> h("2322") & 1
    assert not open_to_supply(alone, 0) >> h("2321") & 1
    held = make({"1er CA": "2321", "X AK": "2322"})
    assert open_to_supply(held, 0) >> h("2322") & 1
    assert not open_to_supply(held, 0) >> h("2221") & 1


@pytest.mark.rule("7.0")
@pytest.mark.parametrize(
    ("units", "casts"),
    [
        ({"X AK": "2322"}, True),
        ({"HKK 1": "2322"}, True),
        ({"AOK 1": "2322", "HKK 1": "2322"}, True),
        ({"AOK 1": "2322"}, False),
        ({"Depot 1": "2322"}, False),
        ({"Fort Metz": "2322"}, False),
        ({"Fort Metz": "2322", "X AK": "2322"}, False),
        ({"X AK": "2322", "Fort Metz": "2322"}, False),
        ({"X AK": "1109"}, False),
        ({"X AK": "1918"}, True),
    ],
)
def test_who_casts_a_zone(units: dict[str, str], casts: bool) -> None:
    place = h(next(iter(units.values())))
    made = board(units)
    assert made.zone(0) == (g.GRID.neighbour_bits(place) if casts else 0)
    assert made.zone(1) == 0


@pytest.mark.rule("7.0", "2.7")
def test_a_zone_ends_with_its_last_corps_and_begins_when_the_fort_falls() -> None:
    made = board({"X AK": "2322", "AOK 1": "2322", "IX AK": "1007", "Fort Paris": "2018", "1er CA": "2018"})
    made.lift(u("X AK"), ELIMINATED)
    assert made.zone(0) == g.GRID.neighbour_bits(h("1007")), "that of IX AK is left"
    made.lift(u("IX AK"), ELIMINATED)
    assert made.zone(0) == 0
    assert made.occupied[0] == 1 << h("2322"), "the HQ is left"
    made.lift(u("AOK 1"), ELIMINATED)
    assert made.occupied[0] == 0
    for _ in range(4):
        assert made.zone(1) == 0
        made.lose_step(u("Fort Paris"), "11.20")
    assert made.zone(1) == g.GRID.neighbour_bits(h("2018"))


@pytest.mark.rule("7.2", "8.2")
def test_friends_of_any_entente_nation_keep_a_line_open() -> None:
    cut: dict[str, Any] = {"5e Armée": "2321", "1er CA": "2323", "X AK": "2222", "IX AK": "2422"}
    assert state(cut, "1er CA") == OUT_OF_SUPPLY
    assert state(cut | {"I Corps": "2322"}, "1er CA") == IN_SUPPLY
