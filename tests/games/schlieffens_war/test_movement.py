"""Chapter 10 and 5.3: where units go, what it costs, forced marches, morale."""

from __future__ import annotations

import pytest

from marne.games.schlieffens_war.rules.movement.reach import allowance, destinations, reach

from .support import at, board, go, h, hex_of, refused, step, u, unit, written


def cost(made_at: str, to: str, name: str = "X AK") -> int:
    made = board({name: made_at})
    return reach(made, u(name), 12).cost(h(to))


@pytest.mark.rule("10.0", "10.1", "10.4")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("2322", "2321", 1),  # clear
        ("2322", "2320", 2),
        ("1715", "1615", 2),  # forest
        ("1715", "1714", 2),  # rough
        ("1413", "1314", 1),  # city
    ],
)
def test_cost_of_terrain(start: str, to: str, points: int) -> None:
    assert cost(start, to) == points


@pytest.mark.rule("10.5")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("1413", "1513", 2),  # clear across the Oise
        ("2420", "2520", 3),  # forest across a river
        ("1313", "1212", 1),  # into a city the river costs nothing
        ("1212", "1313", 1),  # nor out of one
    ],
)
def test_rivers(start: str, to: str, points: int) -> None:
    assert cost(start, to) == points


@pytest.mark.rule("10.4")
def test_marsh_is_closed() -> None:
    position = go(at({"X AK": "2012"}, "movement"), "X AK")
    assert refused(position, "2013") == "10.4"


@pytest.mark.rule("10.3")
def test_no_unit_enters_an_enemys_hex() -> None:
    position = go(at({"X AK": "2324", "Fort Paris": "2322", "5e Armée": "2222"}, "movement"), "X AK")
    assert refused(position, "2322") == "10.3"
    assert refused(position, "2222") == "10.3"


@pytest.mark.rule("10.7")
def test_no_move_without_the_points() -> None:
    slow = {"hex": "2420", "morale": "fatigued"}
    position = go(at({"X AK": slow}, "movement"), "X AK")
    assert refused(position, "2520") == "10.7"
    assert "2320" in written(position)


@pytest.mark.rule("2.9", "8.7", "9.6")
def test_allowances() -> None:
    states = {
        "X AK": "2322",
        "IX AK": {"hex": "2322", "morale": "fatigued"},
        "VII AK": {"hex": "2322", "supply": "out"},
        "HKK 1": {"hex": "2321", "morale": "fatigued", "supply": "out"},
        "Landwehr 5": {"hex": "2321", "morale": "fatigued"},
    }
    made = board(states)
    assert [allowance(made, u(name)) for name in states] == [4, 2, 2, 2, 2]


@pytest.mark.rule("10.7")
def test_depots_keep_to_rails() -> None:
    position = go(at({"Depot 1": "2321"}, "movement"), "Depot 1")
    assert set(written(position)) >= {"2220", "2421", "2522", "2622"}
    assert refused(position, "2322") == "10.7"
    made = board({"Depot 1": "2321"})
    walk = reach(made, u("Depot 1"), 4)
    assert walk.path(h("2522")) == [h("2421"), h("2522")]
    assert walk.cost(h("2522")) == 2


@pytest.mark.rule("10.8")
def test_belgians_stay_near_home() -> None:
    position = go(at({"1re-5e DA": "1315", "AOK 1": "1007"}, "movement", "entente"), "1re-5e DA")
    assert "1415" in written(position)
    assert refused(position, "1416") == "10.8"
    assert refused(go(at({"2e-6e DA": "1209"}, "movement", "entente"), "2e-6e DA"), "1108") == "10.8"


@pytest.mark.rule("10.2", "5.3", "9.6")
def test_rest_lifts_and_long_marches_tire() -> None:
    units = {
        "X AK": "2322",
        "IX AK": {"hex": "2322", "morale": "fatigued"},
        "VII AK": {"hex": "2321", "morale": "elan"},
        "II AK": "2221",
        "III AK": {"hex": "2221", "morale": "elan"},
        "IV AK": "2421",
        "AOK 1": "2322",
    }
    position = at(units, "movement")
    # II and III AK spend three points of four, IV AK two
    position = go(position, "II AK", "2218", "III AK", "2218", "IV AK", "2419", "done")
    morale = {name: unit(position, name)["morale"] for name in units}
    assert morale == {
        "X AK": "elan",
        "IX AK": "normal",
        "VII AK": "elan",
        "II AK": "fatigued",
        "III AK": "normal",
        "IV AK": "normal",
        "AOK 1": "normal",
    }


@pytest.mark.rule("10.2", "3.1", "10.6")
def test_germans_do_not_tire_on_turn_1() -> None:
    units = {"X AK": {"hex": "1007", "morale": "elan"}, "AOK 2": "1007", "1er CA": "2018"}
    position = go(at(units, "movement", turn=1), "X AK", "1004", "X AK", "1003")
    assert step(position) == "ChooseUnit", "no attrition die either"
    assert unit(position, "X AK")["spent"] > 4
    position = go(position, "done")
    assert unit(position, "X AK")["morale"] == "elan"


@pytest.mark.rule("10.6", "6.7")
def test_forced_march() -> None:
    units = {"X AK": "2322", "IX AK": "2324", "AOK 2": "2322"}
    position = at(units, "movement")
    far = go(position, "X AK")
    assert "2317" in written(far)
    rolled = go(far, "2317")
    assert step(rolled) == "ForcedMarchAttrition"
    spared = go(rolled, 3)
    assert (unit(spared, "X AK")["steps"], unit(spared, "X AK")["morale"]) == (2, "normal")
    assert unit(go(spared, "done"), "X AK")["morale"] == "fatigued"
    assert unit(go(rolled, 2), "X AK")["steps"] == 1


@pytest.mark.rule("10.6")
def test_one_die_for_one_forced_march() -> None:
    position = go(at({"X AK": "2322", "AOK 2": "2322"}, "movement"), "X AK", "2317", 6, "X AK", "2316")
    assert step(position) == "ChooseUnit"


@pytest.mark.rule("10.6", "8.8")
def test_an_hq_can_be_lost_on_a_forced_march() -> None:
    position = go(at({"AOK 2": "2322", "X AK": "2322"}, "movement"), "AOK 2", "2317", 1)
    assert hex_of(position, "AOK 2") == "eliminated"


@pytest.mark.rule("10.6")
@pytest.mark.parametrize(
    "state",
    [
        {"hex": "2324"},  # out of command
        {"hex": "2322", "supply": "out"},
        {"hex": "2322", "supply": "fortress"},
        {"hex": "2322", "morale": "fatigued"},
    ],
)
def test_who_may_not_force_march(state: dict[str, str]) -> None:
    made = board({"X AK": state, "AOK 2": "2321"})
    assert destinations(made, u("X AK")) == reach(made, u("X AK"), allowance(made, u("X AK"))).destinations


@pytest.mark.rule("10.6", "7.1")
def test_no_forced_march_out_of_a_zone_even_among_friends() -> None:
    made = board({"X AK": "2322", "IX AK": "2322", "AOK 2": "2322", "1er CA": "2321"})
    assert destinations(made, u("X AK")) == reach(made, u("X AK"), 4).destinations


@pytest.mark.rule("5.0", "5.3", "10.1")
def test_a_unit_may_go_on_until_it_halts() -> None:
    position = go(at({"X AK": "2322", "IX AK": "2322"}, "movement"), "X AK", "2321", "X AK", "2320")
    assert unit(position, "X AK")["spent"] == 2
    position = go(position, "X AK", "halt")
    assert refused(position, "X AK") == "5.0"
    assert written(position) == ["IX AK", "done"]


@pytest.mark.rule("2.5", "5.3")
def test_why_units_do_not_move() -> None:
    units = {"X AK": "2322", "Fort Metz": "1807", "1er CA": "2018", "I Corps": "waiting", "IX AK": "eliminated"}
    position = at(units, "movement")
    assert refused(position, "Fort Metz") == "2.5"
    assert refused(position, "1er CA") == "5.3"
    assert refused(position, "IX AK") == "2.8"
    french = at(units, "movement", "entente")
    assert refused(french, "I Corps") == "9.1"
