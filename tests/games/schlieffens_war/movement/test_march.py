"""5.3, 10.0 to 10.5, 10.7, 10.8: where units go, what it costs, what is taken on the way."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import names
from games.schlieffens_war.support import at, board, go, h, hex_of, refused, step, u, unit, written
from marne.games.schlieffens_war.board import ATTACKED, HALTED
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN
from marne.games.schlieffens_war.rules.movement.reach import allowance, budget, reach, tiring
from marne.games.schlieffens_war.sequence import Administration, Combat, Movement, PlayerTurn


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
@pytest.mark.reading("fatigue-moves", "halved-twice")
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
@pytest.mark.reading("first-turn")
def test_germans_do_not_tire_on_turn_1() -> None:
    units = {"X AK": {"hex": "1007", "morale": "elan"}, "AOK 2": "1007", "1er CA": "2018"}
    position = go(at(units, "movement", turn=1), "X AK", "1004", "X AK", "1003")
    assert step(position) == "ChooseUnit", "no attrition die either"
    assert unit(position, "X AK")["spent"] > 4
    position = go(position, "done")
    assert unit(position, "X AK")["morale"] == "elan"


@pytest.mark.rule("10.1", "3.3")
def test_only_the_unit_that_is_spent_leaves_the_list_and_every_hex_is_taken() -> None:
    position = at({"X AK": "2322", "IX AK": "2322", "AOK 1": "1907"}, "movement")
    position = go(position, "X AK")
    assert written(position)[-1] == "halt"
    position = go(position, "2319")
    assert "X AK" in written(position), "a point is left"
    for label in ("2321", "2320", "2319"):
        assert position.board.controller(h(label)) == 0, label
    assert position.board.controller(h("2318")) == 1
    position = go(position, "X AK", "2318")
    assert set(written(position)) == {"IX AK", "AOK 1", "done"}
    halted = go(position, "IX AK", "halt")
    assert halted.board.acts[u("IX AK")] & HALTED
    assert written(halted) == ["AOK 1", "done"]


@pytest.mark.rule("10.1", "5.3")
def test_nobody_left_nobody_asked() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2323", "3e CA": "2222"}
    assert step(at(units, "movement")) == "ChooseProbe", "X AK can enter no hex, so the combat phase begins"


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(
    ("name", "spent", "due"),
    [
        ("X AK", 2, False),
        ("X AK", 3, True),
        ("Landwehr 5", 2, False),
        ("Landwehr 5", 3, True),
        ("HKK 1", 3, False),
        ("HKK 1", 4, True),
    ],
)
def test_more_than_half_rounded_up_tires(name: str, spent: int, due: bool) -> None:
    made = board({name: "2322"})
    made.spent[u(name)] = spent
    assert tiring(made, u(name)) is due


@pytest.mark.rule("10.2", "8.7", "9.6")
@pytest.mark.reading("half-allowance")
def test_half_is_half_of_what_is_left_of_the_allowance() -> None:
    made = board(
        {"X AK": {"hex": "2322", "supply": "out"}, "IX AK": {"hex": "2322", "supply": "out", "morale": "fatigued"}}
    )
    made.spent[u("X AK")] = 1
    assert not tiring(made, u("X AK"))
    made.spent[u("X AK")] = 2
    assert tiring(made, u("X AK"))
    assert budget(made, u("IX AK")) == 1, "halved twice, rounded up each time"


@pytest.mark.rule("10.2", "5.3", "9.6")
@pytest.mark.reading("rest")
def test_whoever_has_spent_nothing_rests() -> None:
    units: dict[str, Any] = {
        "I Corps": "0919",  # not allowed to move on turn 3
        "1er CA": {"hex": "2322", "supply": "out"},
        "2e CA": {"hex": "2222", "morale": "fatigued"},  # in a zone
        "5e Armée": "2322",
        "X AK": {"hex": "2221", "morale": "fatigued"},
    }
    position = go(at(units, "movement", "entente", turn=3), "done")
    assert [unit(position, name)["morale"] for name in units] == ["elan", "elan", "normal", "normal", "fatigued"]
    assert position.board.movers == ()


@pytest.mark.rule("10.2", "3.1", "11.20")
def test_on_turn_1_marches_cost_germans_nothing_but_a_lost_attack_does() -> None:
    units = {"X AK": {"hex": "2322", "morale": "elan"}, "1er CA": "2321", "2e CA": "2321"}
    marched = go(at(units, "movement", turn=1), "X AK", "2324", "done")
    assert unit(marched, "X AK")["morale"] == "elan"
    # 4 against 7, one right for elan: 1:1; a one is 2/0
    beaten = go(at(units, turn=1), "done", "attack 2321", "attack", 1)
    assert hex_of(beaten, "X AK") == "eliminated"
    strong = units | {"IX AK": {"hex": "2322", "morale": "elan"}}
    # 8 against 7, one right for elan: 2:1; a one is 2/0
    beaten = go(at(strong, turn=1), "done", "attack 2321", "with X AK", "with IX AK", "attack", 1, "lose X AK")
    assert [unit(beaten, name)["morale"] for name in ("X AK", "IX AK")] == ["normal", "normal"]


@pytest.mark.rule("10.3", "7.0", "7.5")
@pytest.mark.reading("lone-units")
def test_a_depot_or_an_hq_alone_holds_its_hex() -> None:
    units = {"X AK": "2322", "5e Armée": "2321"}
    position = go(at(units, "movement"), "X AK")
    assert "2321" not in written(position)
    assert "2320" in written(position), "it casts no zone"
    assert position.board.controller(h("2321")) == 1
    french = go(at({"1er CA": "2322", "Depot 1": "2321"}, "movement", "entente"), "1er CA")
    assert "2321" not in written(french)
    assert g.labels_of(french.board.zone(0)) == ()


@pytest.mark.rule("10.1", "6.3")
def test_a_unit_with_nowhere_to_stop_is_not_asked_where_it_goes() -> None:
    british = ("I Corps", "II Corps", "III Corps", "Cavalry Division", "BEF")
    ring = dict(zip(british, ("2221", "2222", "2321", "2323", "2421"), strict=True)) | {"Armée belge": "2422"}
    worn = {"hex": "2322", "supply": "out", "morale": "fatigued"}
    position = go(at({"1er CA": worn, "2e CA": "1410"} | ring, "movement", "entente"), "1er CA")
    assert step(position) == "ChooseUnit", "allies stand on all sides of a corps with one point"
    assert position.board.acts[u("1er CA")] & HALTED
    assert "1er CA" not in written(position)


@pytest.mark.rule("5.3", "5.4", "5.5")
def test_what_the_other_phases_begin_with() -> None:
    made = board({"X AK": "2322", "1er CA": "2018", "Fort Metz": "1807"})
    made.spent[u("X AK")], made.acts[u("X AK")] = 3, ATTACKED
    assert names(Movement(GERMAN).do(made)) == ["ChooseUnit", "EndMovement", "CheckStacking"]
    assert (made.spent[u("X AK")], made.acts[u("X AK")], made.movers) == (0, 0, (u("X AK"),))
    made.acts[u("X AK")] = ATTACKED
    assert names(Combat(GERMAN).do(made)) == ["ChooseProbe", "ChooseTarget", "CheckStacking"]
    assert made.acts[u("X AK")] == 0
    assert names(Administration(GERMAN).do(made)) == ["CheckSupply"]
    assert names(PlayerTurn(ENTENTE).do(made)) == ["RegroupAndReinforce", "Movement", "Combat", "Administration"]
