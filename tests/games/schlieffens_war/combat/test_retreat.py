"""7.3, 11.21: where a beaten stack may go, and what its going does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.schlieffens_war.combat.support import battle
from games.schlieffens_war.positions import PLACE, beaten
from games.schlieffens_war.support import at, board, go, h, hex_of, refused, step, u, unit, written
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import FRENCH
from marne.games.schlieffens_war.events import Retreated
from marne.games.schlieffens_war.rules.combat.retreat import retreat, retreat_hexes
from marne.games.schlieffens_war.rules.supply.supply import distance_to_source


def ways(units: Mapping[str, Any], *force: str, hex: str = PLACE, attacker: int = 0, **more: Any) -> set[str]:
    """Where these units of the hex may go, whatever is nearest to supply."""
    made = board(units)
    found = retreat_hexes(made, beaten(*force, hex=hex, attacker=attacker, **more))
    return {g.LABELS[each] for each in found}


def labels_around(label: str) -> tuple[str, ...]:
    return g.labels_of(g.PASSABLE[h(label)])


def near(units: Mapping[str, Any], nation: int, *labels: str) -> set[str]:
    """Those of some hexes that lie nearest to the nation's supply."""
    far = distance_to_source(board(units), nation)
    least = min(far[h(label)] for label in labels)
    return {label for label in labels if far[h(label)] == least}


@pytest.mark.rule("11.21")
def test_a_stack_goes_to_the_open_hexes_nearest_to_its_supply_and_to_no_other() -> None:
    units = {"1er CA": PLACE}
    assert ways(units, "1er CA") == near(units, FRENCH, *labels_around(PLACE))
    # the Germans would go east
    units = {"X AK": PLACE}
    assert ways(units, "X AK", attacker=1) == {"2220", "2320"}
    # the British have the ports besides, and Boulogne is two hexes from 1120
    assert ways({"I Corps": "1219"}, "I Corps", hex="1219") == {"1120"}
    assert ways({"1er CA": "1219"}, "1er CA", hex="1219") == near(units, FRENCH, *labels_around("1219"))


@pytest.mark.rule("11.21", "7.3", "7.5")
def test_no_retreat_into_a_zone_even_where_a_friend_stands() -> None:
    units = {"1er CA": PLACE, "X AK": "2222", "2e CA": "2322"}
    # X AK in 2222 casts its zone on 2322 and 2221
    assert ways(units, "1er CA") == near(units, FRENCH, "2220", "2320", "2420", "2421")
    closed = {"1er CA": PLACE, "2e CA": "2421"} | {"X AK": "2222", "IX AK": "2422", "VII AK": "2319"}
    # zones on 2322, 2221, 2421, 2320 and 2219: left are 2220 and 2420
    assert ways(closed, "1er CA") == near(closed, FRENCH, "2220", "2420")
    closed |= {"II AK": "2120", "III AK": "2520"}
    assert ways(closed, "1er CA") == set(), "a friend in 2421 opens nothing"


@pytest.mark.rule("11.21", "7.3")
def test_a_stack_may_leave_a_zone_and_its_own_side_casts_none_against_it() -> None:
    units = {"1er CA": PLACE, "2e CA": "2319", "X AK": "2322"}
    # X AK casts on 2221 and 2421; the zone of 2e CA on 2320 and 2420 is no obstacle
    assert ways(units, "1er CA") == near(units, FRENCH, "2220", "2320", "2420")


@pytest.mark.rule("11.21", "10.3")
@pytest.mark.parametrize("there", ["AOK 1", "Depot 1", "Fort Metz"])
def test_no_retreat_into_a_hex_that_an_enemy_holds_without_a_zone(there: str) -> None:
    target = min(ways({"1er CA": PLACE}, "1er CA"))
    held = {"1er CA": PLACE, there: target}
    assert target not in ways(held, "1er CA")
    assert ways(held, "1er CA")


@pytest.mark.rule("11.21", "6.2")
def test_no_retreat_into_a_hex_without_room_for_the_whole_stack() -> None:
    one = {"1er CA": PLACE}
    target = min(ways(one, "1er CA"))
    others = near(one, FRENCH, *(label for label in labels_around(PLACE) if label != target))
    two_there = one | {"2e CA": target, "3e CA": target}
    assert target in ways(two_there, "1er CA"), "one more fits"
    pair = two_there | {"10e CA": PLACE}
    assert ways(pair, "1er CA", "10e CA") == others, "two don't"
    hqs = {"1er CA": PLACE, "5e Armée": PLACE, "4e Armée": target}
    assert ways(hqs, "1er CA", "5e Armée") == others, "a second HQ doesn't fit"
    assert target in ways(hqs, "1er CA"), "without it the corps does"
    assert target in ways({"1er CA": PLACE, "5e Armée": PLACE, "2e CA": target}, "1er CA", "5e Armée")
    german = {"X AK": PLACE, "Depot 1": PLACE, "II AK": "2220", "III AK": "2220"}
    assert "2220" in ways(german, "X AK", "Depot 1", attacker=1), "depots take no room"


@pytest.mark.rule("11.21", "6.3")
def test_no_retreat_to_allies() -> None:
    target = min(ways({"1er CA": PLACE}, "1er CA"))
    assert target not in ways({"1er CA": PLACE, "I Corps": target}, "1er CA")
    assert target in ways({"1er CA": PLACE, "2e CA": target}, "1er CA")


@pytest.mark.rule("11.21")
def test_no_stack_goes_back_to_where_it_was_and_some_have_no_way_at_all() -> None:
    target = min(ways({"1er CA": PLACE}, "1er CA"))
    made = {"1er CA": PLACE}
    assert target not in ways(made, "1er CA", trail=(h(target),))
    every = tuple(h(label) for label in labels_around(PLACE))
    assert ways(made, "1er CA", trail=every) == set()
    assert ways(made, "2e CA") == set(), "nobody of the stack is left"


@pytest.mark.rule("11.21", "10.8")
def test_belgians_retreat_within_their_area_only() -> None:
    # of the neighbours of 1415 only 1315, 1316 and 1414 are within two hexes of Belgium; Germans hold those
    units = {"1re-5e DA": "1415", "AOK 1": "1315", "AOK 2": "1316", "AOK 3": "1414"}
    assert ways(units, "1re-5e DA", hex="1415") == set()
    french = {"1er CA": "1415", "AOK 1": "1315", "AOK 2": "1316", "AOK 3": "1414"}
    assert ways(french, "1er CA", hex="1415") <= {"1416", "1515", "1516"}
    assert ways(french, "1er CA", hex="1415")
    del units["AOK 3"]
    assert ways(units, "1re-5e DA", hex="1415") == {"1414"}


@pytest.mark.rule("11.21", "10.7")
@pytest.mark.parametrize(("to", "place"), [("2220", "2220"), ("2320", "eliminated")])
@pytest.mark.reading("depot-retreat")
def test_a_depot_goes_along_by_rail_or_is_lost(to: str, place: str) -> None:
    # a railway joins 2321 to 2220 and none to 2320
    units = {"X AK": PLACE, "Depot 2": PLACE, "AOK 2": PLACE}
    made = board(units)
    retreat(made, beaten("X AK", "Depot 2", "AOK 2", attacker=1), h(to))
    assert g.LABELS[made.where[u("X AK")]] == g.LABELS[made.where[u("AOK 2")]] == to
    depot = made.where[u("Depot 2")]
    assert (g.LABELS[depot] if depot >= 0 else "eliminated") == place
    (event,) = (each for each in made.events if isinstance(each, Retreated))
    assert (u("Depot 2") in event.units) is (place == to)


@pytest.mark.rule("11.21", "11.20")
def test_nobody_retreats_out_of_a_fortress() -> None:
    units = {"X AK": "1808", "IX AK": "1808", "VII AK": "1808", "1er CA": "1809", "10e CA": "1809"}
    position = at(units)
    position = go(position, "done") if step(position) == "ChooseProbe" else position
    position = go(position, "attack 1809", "with X AK", "with IX AK", "with VII AK", "attack", 6)
    assert written(position) == ["lose 1er CA", "lose 10e CA"]
    position = go(position, "lose 1er CA")
    assert hex_of(position, "10e CA") == "1809"
    assert unit(position, "10e CA")["steps"] == 1, "the second step was the only choice"


@pytest.mark.rule("11.21", "7.3")
def test_a_full_hex_and_a_zone_are_no_way_back() -> None:
    full = dict.fromkeys(("2e CA", "3e CA", "11e CA"), "2320")
    position = go(battle({"1er CA": "2321", "10e CA": "2321"} | full, 4), "lose 1er CA")
    ways = [text for text in written(position) if text.startswith("retreat")]
    assert "retreat 2320" not in ways, "no room"
    assert "retreat 2421" not in ways, "in the zone of the attackers"
    assert refused(position, "retreat 2320") == "11.21"


@pytest.mark.rule("11.21")
def test_retreat_towards_supply() -> None:
    # open hexes are 2220, 2320 and 2420; German supply lies in the east
    units = {"1er CA": "2322", "2e CA": "2322", "3e CA": "2322", "X AK": "2321", "IX AK": "2321"}
    names = ("with 1er CA", "with 2e CA", "with 3e CA")
    position = go(at(units, side="entente"), "done", "attack 2321", *names, "attack", 5, "lose X AK")
    assert [text for text in written(position) if text.startswith("retreat")] == ["retreat 2220", "retreat 2320"]
    far = distance_to_source(position.board, 0)
    assert far[h("2220")] == far[h("2320")] < far[h("2420")]


@pytest.mark.rule("11.21", "10.7")
def test_depots_retreat_by_rail_or_are_lost() -> None:
    attackers = {"1er CA": "2322", "2e CA": "2322", "3e CA": "2322"}
    units = attackers | {"X AK": "2321", "IX AK": "2321", "Depot 2": "2321"}
    position = go(at(units, side="entente"), "done", "attack 2321")
    position = go(position, "with 1er CA", "with 2e CA", "with 3e CA", "attack", 6)
    position = go(position, "lose X AK") if step(position) == "DefenderLosses" else position
    ways = [text for text in written(position) if text.startswith("retreat")]
    gone = go(position, ways[0])
    rail = ways[0].removeprefix("retreat ") in ("2220", "2421")
    assert hex_of(gone, "Depot 2") == (ways[0].removeprefix("retreat ") if rail else "eliminated")


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
