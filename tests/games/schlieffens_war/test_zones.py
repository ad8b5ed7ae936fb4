"""Chapter 7: zones of control."""

from __future__ import annotations

import pytest

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.rules.supply.supply import open_to_supply

from .support import at, go, h, hex_of, refused, written
from .support import board as make


def labels(hexes: int) -> set[str]:
    return set(g.labels_of(hexes))


@pytest.mark.rule("7.0")
def test_a_corps_controls_six_hexes_whatever_its_state() -> None:
    around = {"2221", "2321", "2421", "2422", "2323", "2222"}
    assert labels(make({"X AK": "2322"}).zone(0)) == around
    worn = {"hex": "2322", "steps": 1, "supply": "out", "morale": "fatigued"}
    assert labels(make({"X AK": worn}).zone(0)) == around


@pytest.mark.rule("7.0")
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


@pytest.mark.rule("7.3", "7.4")
def test_retreat_shuns_zones_and_advance_does_not() -> None:
    # 2320 and 2420 are open to the defender in 2321, but IX AK casts its zone on 2420 and 2421 from 2521
    units = {"X AK": "2322", "VII AK": "2322", "IX AK": "2521", "1er CA": "2321", "2e CA": "2319"}
    position = go(at(units), "done", "attack 2321", "with X AK", "with VII AK", "attack", 6)
    ways = [text for text in written(position) if text.startswith("retreat")]
    assert "retreat 2421" not in ways
    assert "retreat 2420" not in ways
    assert ways
    back = go(position, ways[0])
    assert back.board.zone(1) >> h("2321") & 1, "the beaten corps stands next to it"
    assert "advance X AK" in written(back)
    assert hex_of(go(back, "advance X AK"), "X AK") == "2321"
