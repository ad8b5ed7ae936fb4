"""10.6: forced marches."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.support import at, board, events, go, h, hex_of, look, step, u, unit, written
from marne.games.schlieffens_war.board import HALTED, MAY_MARCH, NO_MARCH, ROLLED, TIRED
from marne.games.schlieffens_war.events import AttritionRolled, MoraleChanged, Moved
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.movement.reach import allowance, budget, destinations, may_force_march, reach


@pytest.mark.rule("10.6", "6.7")
def test_who_may_force_march() -> None:
    units: dict[str, Any] = {
        "X AK": "2322",
        "HKK 1": "2322",
        "AOK 2": "2322",
        "Depot 2": "2321",
        "IX AK": {"hex": "2322", "morale": "fatigued"},
        "VII AK": {"hex": "2321", "supply": "out"},
        "II AK": {"hex": "2321", "supply": "fortress"},
        "III AK": {"hex": "2321", "morale": "elan"},
        "IV AK": "2319",
        "V AK": "2222",
        "1er CA": "2123",
    }
    made = board(units)
    assert [name for name in units if may_force_march(made, u(name))] == ["X AK", "HKK 1", "AOK 2", "III AK"]
    assert [budget(made, u(name)) for name in ("X AK", "Depot 2", "IV AK", "HKK 1")] == [6, 4, 4, 8]


@pytest.mark.rule("10.6")
@pytest.mark.parametrize(
    ("acts", "due"),
    [(0, True), (MAY_MARCH, True), (NO_MARCH, False), (MAY_MARCH | ROLLED, True), (TIRED, True), (HALTED, True)],
)
def test_what_was_noted_with_the_first_step_holds(acts: int, due: bool) -> None:
    made = board({"X AK": "2322", "AOK 2": "2322"})
    made.acts[u("X AK")] = acts
    assert may_force_march(made, u("X AK")) is due
    alone = board({"X AK": "2322"})
    alone.acts[u("X AK")] = acts
    assert may_force_march(alone, u("X AK")) is bool(acts & MAY_MARCH)


@pytest.mark.rule("10.6", "10.1")
def test_command_counts_where_the_move_began() -> None:
    # out of command at its start, X AK comes into it and may not march on
    position = go(at({"X AK": "2322", "AOK 2": "2318"}, "movement"), "X AK", "2319")
    assert position.board.acts[u("X AK")] & NO_MARCH
    assert unit(position, "X AK")["spent"] == 3
    assert budget(position.board, u("X AK")) == 1
    # in command at its start, it leaves the radius and may
    position = go(at({"X AK": "2322", "AOK 2": "2324"}, "movement"), "X AK", "2319")
    assert position.board.acts[u("X AK")] & MAY_MARCH
    assert budget(position.board, u("X AK")) == 3


@pytest.mark.rule("10.6", "3.1")
@pytest.mark.parametrize(("side", "turn", "due"), [("german", 1, False), ("entente", 1, True), ("german", 2, True)])
@pytest.mark.reading("first-turn")
def test_only_germans_are_spared_and_only_on_turn_1(side: str, turn: int, due: bool) -> None:
    name, hq = ("X AK", "AOK 2") if side == "german" else ("1er CA", "5e Armée")
    units = {name: {"hex": "2322", "morale": "elan"}, hq: "2322"}
    position = go(at(units, "movement", side, turn), name, "2317")
    assert (step(position) == "ForcedMarchAttrition") is due
    position = go(position, 6) if due else position
    position = go(position, "done")
    assert unit(position, name)["morale"] == ("normal" if due else "elan")
    told = [event.rule for event in events(position, MoraleChanged) if isinstance(event, MoraleChanged)]
    assert ("10.6" in told) is due


@pytest.mark.rule("10.6", "10.1")
def test_the_die_comes_with_the_first_point_beyond_the_allowance_and_once() -> None:
    position = go(at({"X AK": "2322", "AOK 2": "2322"}, "movement"), "X AK", "2318")
    assert unit(position, "X AK")["spent"] == 4
    assert step(position) == "ChooseUnit", "four of four: no forced march yet"
    (event,) = events(position, Moved)
    assert isinstance(event, Moved)
    assert not event.forced
    position = go(position, "X AK", "2317")
    assert step(position) == "ForcedMarchAttrition"
    position = go(position, 2)
    assert events(position, AttritionRolled)
    assert unit(position, "X AK")["steps"] == 1, "it may go on all the same"
    position = go(position, "X AK", "2316")
    assert step(position) == "ChooseUnit"
    assert unit(position, "X AK")["steps"] == 1
    assert "X AK" not in written(position), "six of six"


@pytest.mark.rule("10.6", "2.8")
def test_a_reduced_corps_can_be_lost_on_the_march_and_moves_no_more() -> None:
    units = {"X AK": {"hex": "2322", "steps": 1}, "AOK 2": "2322", "IX AK": "2322"}
    rolled = go(at(units, "movement"), "X AK", "2317")
    lost = go(rolled, 1)
    assert hex_of(lost, "X AK") == "eliminated"
    assert set(written(lost)) == {"AOK 2", "IX AK", "done"}
    assert set(written(go(rolled, 3))) == {"AOK 2", "IX AK", "X AK", "done"}


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
@pytest.mark.reading("march-die")
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


@pytest.mark.rule("10.6")
def test_no_odds_for_a_die_that_is_not_thrown_again() -> None:
    position = go(at({"X AK": "2322", "AOK 2": "2322"}, "movement"), "X AK", "2317", 6, "X AK")
    assert GAME.sight(look(position, 0)).odds(h("2316")) is None
