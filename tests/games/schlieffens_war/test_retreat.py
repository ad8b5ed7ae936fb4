"""11.21, with 7.3, 7.5 and 10.8: where a beaten stack may go, and what its going does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import FRENCH
from marne.games.schlieffens_war.events import Retreated
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.retreat import may_retreat, retreat, retreat_hexes, retreating
from marne.games.schlieffens_war.rules.supply.supply import distance_to_source

from .support import War, at, board, events, go, h, hex_of, step, u, unit, written

PLACE = "2321"
"""Open ground with six neighbours: 2220, 2221, 2320, 2322, 2420 and 2421."""


def beaten(*force: str, hex: str = PLACE, attacker: int = 0, **more: Any) -> Battle:
    return Battle(attacker, h(hex), (), (), tuple(u(name) for name in force), h(hex), **more)


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


def beat(units: Mapping[str, Any], die: int, *losses: str, names: tuple[str, ...] = ("X AK", "IX AK")) -> War:
    """Germans attack 2321 and the owner loses these steps, up to the question of retreat."""
    position = at(units)
    position = go(position, "done") if step(position) == "ChooseProbe" else position
    return go(position, f"attack {PLACE}", *(f"with {name}" for name in names), "attack", die, *losses)


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


@pytest.mark.rule("11.20", "11.21")
@pytest.mark.parametrize(
    ("hex", "units", "free"),
    [
        ("1809", {"1er CA": "1809"}, False),  # a heavy fortress without its fort
        ("2018", {"1er CA": "2018", "Fort Paris": "2018"}, False),  # a fort where no heavy fortress is
        ("2018", {"1er CA": "2018"}, True),
        ("2321", {"1er CA": "2321", "Fort Paris": "2018"}, True),
    ],
)
def test_nobody_leaves_a_fort_or_a_heavy_fortress(hex: str, units: dict[str, str], free: bool) -> None:
    battle = beaten("1er CA", hex=hex)
    assert may_retreat(board(units), battle) is free
    assert bool(retreat_hexes(board(units), battle)) is free


@pytest.mark.rule("11.20", "11.21")
def test_the_living_go_together_and_the_dead_stay_dead() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": PLACE, "2e CC": {"hex": PLACE, "steps": 1}}
    # 8 against 4 is 2:1; a six is 0/2
    position = beat(units, 6, "lose 2e CC")
    gone = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert hex_of(gone, "2e CC") == "eliminated"
    (event,) = events(gone, Retreated)
    assert isinstance(event, Retreated)
    assert event.units == (u("1er CA"),)
    assert hex_of(gone, "1er CA") == g.LABELS[event.hex]
    made = board(units)
    battle = beaten("1er CA", "2e CC")
    assert retreating(made, battle) == [u("1er CA"), u("2e CC")]
    made.lose_step(u("2e CC"), "11.20")
    assert retreating(made, battle) == [u("1er CA")]


@pytest.mark.rule("3.3", "11.21", "4.6")
def test_a_retreat_takes_control_of_the_hex_it_enters() -> None:
    made = board({"1er CA": "1513"}, control={"german": ["1512"]}, points=1)
    retreat(made, beaten("1er CA", hex="1513"), h("1512"))
    assert made.controller(h("1512")) == 1
    assert made.points == 0
    german = board({"X AK": "1513"})
    retreat(german, beaten("X AK", hex="1513", attacker=1), h("1512"))
    assert german.controller(h("1512")) == 0
    assert german.points == 1


@pytest.mark.rule("3.3", "11.21")
def test_in_play_too_a_beaten_stack_takes_what_it_walks_into() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": PLACE}
    position = at(units, control={"german": ["2220", "2320", "2420"]})
    position = go(position, "done", f"attack {PLACE}", "with X AK", "with IX AK", "attack", 6)
    way = next(text for text in written(position) if text.startswith("retreat")).removeprefix("retreat ")
    assert position.board.controller(h(way)) == 0
    position = go(position, f"retreat {way}")
    assert position.board.controller(h(way)) == 1
    assert position.board.controller(h(PLACE)) == 1, "what it leaves stays its own until somebody comes"


@pytest.mark.rule("11.21", "10.7")
@pytest.mark.parametrize(("to", "place"), [("2220", "2220"), ("2320", "eliminated")])
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


@pytest.mark.rule("11.20", "9.6")
def test_a_retreat_tires_once_however_many_hexes() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": {"hex": PLACE, "morale": "elan"}}
    fresh = {name: {"hex": "2322", "morale": "elan"} for name in ("X AK", "IX AK", "VII AK")}
    # 12 against 3, elan against elan: 4:1; a five is 0/3
    position = beat(units | fresh, 5, names=("X AK", "IX AK", "VII AK"))
    assert unit(position, "1er CA")["steps"] == 1
    once = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert unit(once, "1er CA")["morale"] == "normal"
    twice = go(once, next(text for text in written(once) if text.startswith("retreat")))
    assert unit(twice, "1er CA")["morale"] == "normal"
