"""10.1, 10.2 and 10.6 in play: legs, dice, what is taken on the way, and what the phase does to morale."""

from __future__ import annotations

from typing import Any

import pytest

from marne.games.schlieffens_war.board import HALTED, MAY_MARCH, NO_MARCH, ROLLED, TIRED
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.events import AttritionRolled, MoraleChanged, Moved
from marne.games.schlieffens_war.rules.movement.reach import budget, may_force_march, tiring

from .support import at, board, events, go, h, hex_of, step, u, unit, written


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
    [("X AK", 2, False), ("X AK", 3, True), ("Landwehr 5", 2, False), ("Landwehr 5", 3, True), ("HKK 1", 3, False),
     ("HKK 1", 4, True)],
)  # fmt: skip
def test_more_than_half_rounded_up_tires(name: str, spent: int, due: bool) -> None:
    made = board({name: "2322"})
    made.spent[u(name)] = spent
    assert tiring(made, u(name)) is due


@pytest.mark.rule("10.2", "8.7", "9.6")
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
