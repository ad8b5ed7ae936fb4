"""What a counter, a stack and a hex go through: control, zones, morale, steps, and where the lost ones go."""

from __future__ import annotations

from typing import Any

import pytest

from marne.games.schlieffens_war.board import ELIMINATED, REMOVED, TIRED, WAITING, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import MAP
from marne.games.schlieffens_war.components.scenario import FIRST
from marne.games.schlieffens_war.components.units import (
    ARMY,
    COUNT,
    FACTOR,
    FORTS,
    FULL,
    HQS_OF,
    IS_CORPS,
    NAMES,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.events import CityTaken, MoraleChanged, ParisEndangered, StepLost, UnitEliminated

from .support import board, h, u


@pytest.mark.rule("3.1", "3.3", "11.23")
def test_the_board_before_the_set_up() -> None:
    made = WarBoard()
    assert made.where == [WAITING] * COUNT
    assert made.steps == list(FULL)
    assert made.morale == made.supply == made.spent == made.acts == [0] * COUNT
    assert set(made.stacks) == {()}
    assert (made.occupied, made.projecting, made.movers, made.battle) == ([0, 0], [0, 0], (), None)
    assert (made.turn, made.points, made.plan_xvii, made.endangered) == (0, 0, 0, 0)
    assert (made.artillery, made.artillery_next, made.coup) == (3, 0, 1)
    assert made.side == 1, "the Entente begins"
    assert made.controlled(0) == g.GERMANY
    assert made.controlled(1) == g.LAND & ~g.GERMANY
    assert not made.over


@pytest.mark.rule("3.1", "6.6", "2.8")
def test_the_last_to_come_lies_on_top_and_the_others_keep_their_order() -> None:
    made = board({"X AK": "2322", "IX AK": "2322", "VII AK": "2322"})
    assert made.stacks[h("2322")] == (u("X AK"), u("IX AK"), u("VII AK"))
    made.lift(u("IX AK"), REMOVED)
    assert made.where[u("IX AK")] == REMOVED
    assert made.stacks[h("2322")] == (u("X AK"), u("VII AK"))
    made.move(u("X AK"), h("2321"))
    assert made.stacks[h("2322")] == (u("VII AK"),)
    assert made.occupied[0] == 1 << h("2322") | 1 << h("2321")
    made.lift(u("VII AK"), ELIMINATED)
    assert made.stacks[h("2322")] == ()
    assert made.occupied[0] == 1 << h("2321")
    first = board({"X AK": "0501", "IX AK": "0501"})
    first.lift(u("X AK"), ELIMINATED)
    assert first.stacks[0] == (u("IX AK"),)
    first.lift(u("IX AK"), ELIMINATED)
    assert first.occupied[0] == first.projecting[0] == 0


@pytest.mark.rule("3.3", "4.6", "4.1")
def test_what_entering_a_hex_takes() -> None:
    made = board({})
    made.take(0, h("1512"))
    assert (made.controller(h("1512")), made.points) == (0, 1)
    made.take(0, h("1512"))
    assert made.points == 1, "once"
    made.take(1, h("1512"))
    assert (made.controller(h("1512")), made.points) == (1, 0)
    made.take(1, h("1512"))
    assert made.points == 0
    made.take(0, h("2322"))
    assert (made.controller(h("2322")), made.points) == (0, 0), "no city"
    made.take(1, h("1805"))
    assert (made.controller(h("1805")), made.points) == (1, 0), "a German city gives nobody points"
    made.take(0, h("1805"))
    assert made.points == 0
    told = [event for event in made.events if isinstance(event, CityTaken)]
    assert told == [CityTaken("4.6", 0, h("1512"), 1), CityTaken("4.6", 1, h("1512"), 0)]


@pytest.mark.rule("4.1", "3.3")
def test_only_germans_endanger_paris_and_once() -> None:
    made = board({})
    made.take(1, h("1917"))
    made.take(0, h("2322"))
    before = made.endangered
    made.take(0, h("1917"))
    made.take(0, h("1817"))
    assert (before, made.endangered) == (0, 1)
    assert [event for event in made.events if isinstance(event, ParisEndangered)] == [ParisEndangered("4.1", h("1917"))]
    own = board({}, control={"german": ["1917"]})
    own.take(0, h("1917"))
    assert own.endangered, "whoever owned the hex before"


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


@pytest.mark.rule("9.6")
def test_morale_moves_a_level_at_a_time_and_only_that_of_corps() -> None:
    made = board({"X AK": {"hex": "2322", "morale": "fatigued"}, "AOK 1": "2322", "Fort Metz": "1807"})
    corps = u("X AK")
    levels = []
    for _ in range(3):
        made.raise_morale(corps, "10.2")
        levels.append(made.morale[corps])
    assert levels == [0, 1, 1]
    made.tire(corps, "10.2")
    made.tire(corps, "6.5")
    assert made.morale[corps] == 0, "one level in a phase"
    assert made.acts[corps] == TIRED
    made.acts[corps] = 0
    made.tire(corps, "6.5")
    made.acts[corps] = 0
    made.tire(corps, "6.5")
    assert made.morale[corps] == -1, "a second fatigue is ignored"
    for name in ("AOK 1", "Fort Metz"):
        made.raise_morale(u(name), "10.2")
        made.tire(u(name), "6.5")
        assert (made.morale[u(name)], made.acts[u(name)]) == (0, 0)
    told = [(event.rule, event.morale) for event in made.events if isinstance(event, MoraleChanged)]
    assert told == [("10.2", 0), ("10.2", 1), ("10.2", 0), ("6.5", -1)]


@pytest.mark.rule("2.6", "2.7", "2.8")
def test_steps_go_one_by_one_and_the_factor_with_them() -> None:
    made = board({"X AK": "2322", "Fort Verdun": "1809", "AOK 1": "2322"})
    factors = []
    for _ in range(4):
        factors.append(made.factor(u("Fort Verdun")))
        made.lose_step(u("Fort Verdun"), "11.20")
    assert factors == [4, 3, 2, 1]
    assert made.factor(u("X AK")) == 4
    made.lose_step(u("X AK"), "11.20")
    assert (made.factor(u("X AK")), made.steps[u("X AK")]) == (2, 1)
    told = [event.steps for event in made.events if isinstance(event, StepLost)]
    assert told == [3, 2, 1, 1]
    gone = [(event.unit, event.lost) for event in made.events if isinstance(event, UnitEliminated)]
    assert gone == [(u("Fort Verdun"), True)]


@pytest.mark.rule("2.8", "8.8", "9.5")
@pytest.mark.parametrize(
    ("name", "state", "place"),
    [
        ("X AK", {}, ELIMINATED),
        ("X AK", {"supply": "fortress"}, ELIMINATED),
        ("X AK", {"supply": "out"}, REMOVED),
        ("HKK 1", {"supply": "out"}, REMOVED),
        ("AOK 1", {"supply": "out"}, ELIMINATED),
        ("Depot 1", {"supply": "out"}, ELIMINATED),
        ("I Corps", {}, ELIMINATED),
        ("Fort Metz", {}, REMOVED),
        ("1re-5e DA", {}, REMOVED),
        ("Armée belge", {}, REMOVED),
    ],
)
def test_where_the_lost_ones_go(name: str, state: dict[str, Any], place: int) -> None:
    made = board({name: {"hex": "2322", **state}})
    made.eliminate(u(name), "11.20")
    assert made.where[u(name)] == place
    assert (made.steps[u(name)], made.morale[u(name)], made.supply[u(name)]) == (0, 0, 0)
    (event,) = (each for each in made.events if isinstance(each, UnitEliminated))
    assert (event.hex, event.lost) == (h("2322"), place == REMOVED)


@pytest.mark.rule("6.2")
def test_what_counts_in_a_stack() -> None:
    made = board({"Fort Metz": "1807", "X AK": "1807", "HKK 1": "1807", "AOK 1": "1807", "Depot 1": "1807"})
    assert made.corps_equivalents(h("1807")) == 3
    assert made.hqs(h("1807")) == 1
    assert made.corps_equivalents(h("2322")) == made.hqs(h("2322")) == 0


@pytest.mark.rule("1.3", "2.4", "2.5")
def test_counters_by_side_nation_and_kind() -> None:
    german = {name for name in NAMES if name.startswith(("AOK", "Depot", "HKK")) or name.endswith((" AK", " RK"))}
    assert german <= {NAMES[unit] for unit in UNITS_OF[0]}
    assert {"1er CA", "I Corps", "1re-5e DA", "Fort Liège"} <= {NAMES[unit] for unit in UNITS_OF[1]}
    assert sorted((*UNITS_OF[0], *UNITS_OF[1])) == list(range(COUNT))
    assert [SIDE[u(name)] for name in ("X AK", "Fort Metz", "1er CA", "BEF", "Armée belge")] == [0, 0, 1, 1, 1]
    assert [IS_CORPS[u(name)] for name in ("X AK", "HKK 1", "AOK 1", "Depot 1", "Fort Metz")] == [True] * 2 + [
        False
    ] * 3
    hqs = [{NAMES[unit] for unit in units} for units in HQS_OF]
    assert hqs[0] == {f"AOK {number}" for number in range(1, 8)}
    assert hqs[1] == {"1re Armée", *(f"{number}e Armée" for number in range(2, 7))}
    assert hqs[2:] == [{"BEF"}, {"Armée belge"}]
    assert {NAMES[unit] for unit in FORTS} == {name for name in NAMES if name.startswith("Fort ")}


@pytest.mark.rule("3.1", "9.1", "2.6")
def test_armies_turns_of_entry_and_what_is_left_of_a_lost_unit() -> None:
    assert [ARMY[u(name)] for name in ("X AK", "8e CA", "I Corps", "Fort Metz")] == ["2", "1", "BEF", ""]
    assert [FIRST.entry[u(name)] for name in ("X AK", "I Corps", "7e CA")] == [0, 3, 7]
    assert [FACTOR[u("X AK")][steps] for steps in (0, 1, 2)] == [0, 2, 4]


@pytest.mark.rule("3.3", "8.5", "3.1")
def test_countries_are_the_land_of_each() -> None:
    for land, whole in ((g.GERMANY, MAP.germany), (g.FRANCE, MAP.france), (g.BELGIUM, MAP.belgium)):
        assert land == whole & g.LAND
        assert land
    assert MAP.france != g.FRANCE, "the marsh can't be entered"
    assert g.spread(1 << h("2322")) == g.GRID.neighbour_bits(h("2322"))
