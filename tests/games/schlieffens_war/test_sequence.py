"""Chapters 3 and 5: the order of phases, what each begins with, the set-up counter by counter; and who is asked."""

from __future__ import annotations

from typing import Any

import pytest

from marne.engine import Ask, Only, Position, Setting
from marne.games.schlieffens_war.board import ATTACKED, DRAW, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.scenario import FIRST
from marne.games.schlieffens_war.components.units import ENTENTE, FORT, GERMAN, KIND, UNITS_OF
from marne.games.schlieffens_war.events import SupplyChecked
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.campaign.setup import PlaceCounter, SetUpSide, setup_area
from marne.games.schlieffens_war.rules.campaign.victory import EndOfTurn, german_city_lost, paris_fallen
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import PlaceReinforcement
from marne.games.schlieffens_war.sequence import (
    Administration,
    Campaign,
    Combat,
    Movement,
    PlayerTurn,
    RegroupAndReinforce,
    Turn,
)

from .support import actor, at, board, events, go, h, refused, step, u, unit, written


def names(steps: Any) -> list[str]:
    return [type(each).__name__ for each in steps]


@pytest.mark.rule("5.1", "3.0")
def test_the_game_is_set_up_and_then_played_turn_by_turn() -> None:
    made = WarBoard()
    assert names(Campaign().do(made)) == ["SetUp", "Turn"]
    made.artillery, made.artillery_next = 1, 2
    assert names(Turn(3).do(made)) == ["PlayerTurn", "PlayerTurn", "EndOfTurn", "Turn"]
    assert (made.turn, made.artillery, made.artillery_next) == (3, 3, 0), "guns come back"
    assert Turn(10).do(made)
    assert Turn(11).do(made) == ()
    made.winner = DRAW
    assert Turn(4).do(made) == ()
    assert made.turn == 10


@pytest.mark.rule("5.2", "9.5", "9.1")
def test_the_order_of_the_first_phase() -> None:
    made = board({}, turn=2)
    common = ["ShedFatigue", "RegainStrength", "ReturnUnits"]
    assert names(RegroupAndReinforce(GERMAN).do(made)) == [*common, "EastFront", "CheckStacking"]
    assert (made.side, made.phase) == (GERMAN, "5.2")
    assert names(RegroupAndReinforce(ENTENTE).do(made)) == [*common, "Reinforcements", "CheckStacking"]
    assert made.side == ENTENTE
    assert RegroupAndReinforce(GERMAN).do(board({}, turn=1)) == ()


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


@pytest.mark.rule("5.1", "5.5", "5.6")
def test_nothing_begins_when_the_game_is_over() -> None:
    made = board({"X AK": "2322"})
    made.winner = GERMAN
    assert made.over
    for phase in (RegroupAndReinforce, Movement, Combat, Administration):
        assert phase(GERMAN).do(made) == ()
    made.winning_rule = "4.5"
    assert EndOfTurn().do(made) == ()
    assert (made.winner, made.winning_rule) == (GERMAN, "4.5"), "it is won once"


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("label", "fallen"), [("1918", True), ("2018", True), ("1917", False), ("1007", False)])
def test_paris_has_two_hexes(label: str, fallen: bool) -> None:
    assert paris_fallen(board({}, control={"german": [label]})) is fallen


@pytest.mark.rule("4.3")
def test_any_german_city_will_do_and_nothing_else() -> None:
    assert not german_city_lost(board({}))
    assert not german_city_lost(board({}, control={"entente": ["1108", "1006"]})), "no cities"
    assert not german_city_lost(board({}, control={"german": ["1012"]}))
    for label in g.labels_of(g.GERMAN_CITIES):
        assert german_city_lost(board({}, control={"entente": [label]})), label


@pytest.mark.rule("4.2", "4.3", "5.6")
def test_both_sudden_victories_in_one_turn() -> None:
    units = {"X AK": "1007", "IX AK": "1007", "1er CA": "2018"}
    both = at(units, "end", turn=5, control={"german": ["1918"], "entente": ["1805"]})
    assert (both.board.winner, both.board.winning_rule) == (0, "4.2")


@pytest.mark.rule("5.5", "8.1", "8.8")
def test_the_check_of_supply_counts_and_tells() -> None:
    units: dict[str, Any] = {"II AK": "2322", "III AK": "1007", "Depot 1": "2322", "AOK 1": "2322", "1er CA": "2018"}
    position = at(units | {"IV AK": "2307", "Garde": "1211"}, "administration")
    (event,) = events(position, SupplyChecked)
    assert event == SupplyChecked("5.5", 0, 3, 2), "corps, HQ and depot without; two in fortresses"
    assert [unit(position, name)["supply"] for name in ("II AK", "III AK", "Depot 1", "IV AK")] == [
        "out", "supply", "out", "fortress",
    ]  # fmt: skip
    assert step(go(position, 6)) == "Attrition"
    assert step(go(position, 6, 6)) != "Attrition", "two dice: the depot throws none"


@pytest.mark.rule("8.1", "8.9", "5.5")
def test_a_state_of_supply_lasts_until_the_next_check() -> None:
    """A corps that walks into its fortress stays out of supply till then; one that walks out keeps fortress supply."""
    units: dict[str, Any] = {"1er CA": {"hex": "1810", "supply": "out"}, "2e CA": {"hex": "1809", "supply": "fortress"}}
    position = go(at(units | {"X AK": "1007"}, "movement", "entente"), "1er CA", "1809", "2e CA", "1810")
    assert unit(position, "1er CA")["supply"] == "out"
    assert unit(position, "2e CA")["supply"] == "fortress"
    position = go(position, "done")
    assert unit(position, "1er CA")["supply"] == "fortress", "the administrative phase has come"
    assert unit(position, "2e CA")["supply"] == "out"


@pytest.mark.rule("8.0", "8.8")
def test_forts_are_never_without_supply() -> None:
    units = {"Fort Paris": "2018", "X AK": "2017", "IX AK": "1919", "VII AK": "2119", "Garde": "1818"}
    position = at(units, "administration", "entente")
    assert unit(position, "Fort Paris")["supply"] == "supply"
    assert step(position) != "Attrition"


# -- 3.1


@pytest.mark.rule("3.1")
def test_every_counter_of_a_side_that_has_no_turn_of_entry_is_placed() -> None:
    for side in (GERMAN, ENTENTE):
        made = WarBoard()
        placed = SetUpSide(side).do(made)
        assert made.side == side
        due = [unit for unit in UNITS_OF[side] if KIND[unit] != FORT and not FIRST.entry[unit]]
        assert placed == tuple(PlaceCounter(unit) for unit in due)


@pytest.mark.rule("3.1")
def test_where_counters_are_set_up() -> None:
    made = board({"AOK 1": "0907", "2e Armée": "2108", "1re Armée": "2307", "Armée belge": "1012", "AOK 4": "1506"})

    def area(name: str) -> set[str]:
        return set(g.labels_of(setup_area(made, u(name))))

    def around(label: str, far: int, home: int) -> set[str]:
        return set(g.labels_of(g.GRID.within_bits(h(label), far) & home & g.LAND))

    assert area("AOK 1") == around("0907", 1, g.GERMANY)
    assert area("1re Armée") == around("2307", 1, g.FRANCE)
    assert area("Armée belge") == set(g.labels_of(g.BELGIUM))
    assert area("II AK") == around("0907", 2, g.GERMANY)
    assert area("9e CA") == around("2108", 2, g.FRANCE)
    assert area("1re-5e DA") == around("1012", 2, g.BELGIUM)
    rails = set(g.labels_of(g.RAIL_HEXES))
    assert area("Depot 4") == around("1506", 2, g.GERMANY) & rails
    assert area("VI AK") == around("1506", 2, g.GERMANY)
    assert area("VI AK") != area("Depot 4"), "only depots need a rail"
    south = {label for label in g.labels_of(g.FRANCE) if label >= "2200"}
    assert area("8e CA") == south, "of France only, however far from the HQ"
    assert "2402" not in south, "Freiburg lies south of row 22 too"


@pytest.mark.rule("3.1", "6.2")
def test_one_belgian_corps_to_a_hex_and_a_fort_beside_it() -> None:
    made = board({"Armée belge": "1110", "1re-5e DA": "1110", "Fort Liège": "1109"})
    ask = PlaceCounter(u("2e-6e DA")).ask(made)
    assert isinstance(ask, Ask)
    hexes = {g.LABELS[hex] for hex in ask.options or () if isinstance(hex, int)}
    assert "1110" not in hexes
    assert "1109" in hexes, "the fort is no corps of the three"
    assert ask.actor == ENTENTE
    hq = PlaceCounter(u("AOK 1")).ask(WarBoard())
    assert isinstance(hq, Ask)
    assert hq.actor == GERMAN


@pytest.mark.rule("3.1", "9.6")
def test_german_corps_begin_with_elan_and_nobody_else() -> None:
    for name, hex, due in (("II AK", "0907", 1), ("AOK 1", "0907", 0), ("8e CA", "2307", 0)):
        made = board({"AOK 1": "0907", "1re Armée": "2307"})
        if name != "AOK 1":
            PlaceCounter(u(name)).do(made, h(hex))
        assert made.morale[u(name)] == due


@pytest.mark.rule("3.1")
def test_the_first_question_goes_to_the_entente_and_cannot_be_answered_abroad() -> None:
    position = GAME.start(Setting("campaign"))
    assert actor(position) == "entente"
    position = go(position, "1re Armée 2307")
    assert refused(position, "8e CA 2402") == "3.1"
    assert all(g.FRANCE >> h(text.removeprefix("8e CA ")) & 1 for text in written(position))


@pytest.mark.rule("3.1", "6.2")
def test_two_hexes_are_a_question_and_one_is_none() -> None:
    around = g.labels_of(g.GRID.within_bits(h("2307"), 1) & g.FRANCE)
    others = ("2e Armée", "3e Armée", "4e Armée", "5e Armée", "6e Armée")
    made = board(dict(zip(others, around, strict=False)))
    ask = PlaceCounter(u("1re Armée")).ask(made)
    assert isinstance(ask, Ask)
    assert [g.LABELS[hex] for hex in ask.options or () if isinstance(hex, int)] == list(around[5:])
    assert len(around) == 7
    made.put(u("BEF"), h(around[5]))
    only = PlaceCounter(u("1re Armée")).ask(made)
    assert isinstance(only, Only)
    assert only.answer == h(around[6])
    assert Position.begin(made, PlaceCounter(u("1re Armée"))).board.where[u("1re Armée")] == h(around[6])


@pytest.mark.rule("8.0", "8.1", "9.1")
def test_until_its_first_check_a_unit_is_in_supply() -> None:
    made = WarBoard()
    PlaceCounter(u("AOK 1")).do(made, h("0907"))
    PlaceReinforcement(u("BEF")).do(made, h("0919"))
    assert made.supply[u("AOK 1")] == made.supply[u("BEF")] == 0
    far = at({"II AK": "2322", "1er CA": "2018"}, "movement", turn=1)
    assert unit(far, "II AK")["supply"] == "supply", "the first check comes with the first administrative phase"
    assert unit(go(far, "done"), "II AK")["supply"] == "out"
