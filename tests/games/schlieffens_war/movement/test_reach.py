"""Chapter 10 against a second reckoning: the cost of every hex in reach, worked out hex by hex in a plain way."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import pytest

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.board import HALTED, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import NATION, SIDE
from marne.games.schlieffens_war.rules.movement.reach import budget, destinations, movable, reach
from marne.hexes import members

TERRAIN = {"clear": 1, "forest": 2, "rough": 2, "city": 1}

SITUATIONS: dict[str, dict[str, Any]] = {
    "open ground": {"X AK": "2322", "AOK 1": "2322"},
    "rivers": {"X AK": "1415", "AOK 1": "1415"},
    "the Ardennes": {"HKK 1": "1410", "AOK 1": "1410"},
    "the Vosges": {"X AK": "2305"},
    "the first hex": {"X AK": "0501"},
    "marsh": {"HKK 1": "2012", "AOK 1": "2012"},
    "Dutch ground": {"X AK": "0908", "AOK 1": "0908"},
    "beside a zone": {"X AK": "2323", "AOK 1": "2323", "1er CA": "2321", "2e CA": "2218"},
    "out of a zone": {"HKK 1": "2322", "1er CA": "2321", "2e CA": "2519"},
    "between zones": {"HKK 1": "2323", "AOK 1": "2323", "1er CA": "2321", "2e CA": "2124", "3e CA": "2120"},
    "enemies without zones": {"HKK 1": "2322", "5e Armée": "2321", "Fort Paris": "2018", "4e Armée": "2221"},
    "a depot": {"Depot 1": "2321", "AOK 1": "2321"},
    "a depot and an enemy": {"Depot 1": "1113", "AOK 1": "1113", "1er CA": "1010"},
    "a depot off the rails": {"Depot 1": "2322", "AOK 1": "2322"},
    "Belgians": {"1re-5e DA": "1315", "Armée belge": "1215", "AOK 1": "1316"},
    "Belgians at home": {"1re-5e DA": "1209", "Armée belge": "1111", "X AK": "1207"},
    "allies": {"1er CA": "2322", "5e Armée": "2322", "I Corps": "2321", "2e CA": "2421", "BEF": "2222"},
    "the British at Maubeuge": {"I Corps": "1414", "BEF": "1414", "Fort Maubeuge": "1314", "1er CA": "1413"},
    "no supply": {"X AK": {"hex": "1410", "supply": "out"}, "AOK 1": "1410"},
    "fatigue": {"X AK": {"hex": "2420", "morale": "fatigued"}, "AOK 1": "2420"},
    "no supply and fatigue": {"X AK": {"hex": "2420", "supply": "out", "morale": "fatigued"}, "AOK 1": "2420"},
    "ringed": {"X AK": "2322", "1er CA": "2321", "2e CA": "2323", "3e CA": "2222"},
}


def price(made: WarBoard, name: str, start: int, to: int) -> int | None:
    """What one step costs, or None where there is none."""
    if name.startswith("Depot"):
        return 1 if g.RAIL[start] >> to & 1 else None
    if not g.PASSABLE[start] >> to & 1:
        return None
    city = "city" in (g.TERRAIN[start], g.TERRAIN[to])
    return TERRAIN[g.TERRAIN[to]] + (1 if g.RIVER[start] >> to & 1 and not city else 0)


def costs(made: WarBoard, name: str, points: int) -> dict[int, int]:
    """Every hex that can be entered for so many points, with the least that it costs."""
    unit = u(name)
    start, enemy = made.where[unit], 1 - SIDE[unit]
    zone = made.zone(enemy)
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if here in found:
            continue
        found[here] = spent
        if spent and zone >> here & 1:
            continue
        for to in members(g.GRID.neighbour_bits(here)):
            step = price(made, name, here, to)
            closed = made.occupied[enemy] >> to & 1 or (NATION[unit] == 3 and not g.BELGIAN_AREA >> to & 1)
            if step is None or closed or spent + step > points or (zone >> here & 1 and zone >> to & 1):
                continue
            heappush(queue, (spent + step, to))
    del found[start]
    return found


def mover(units: dict[str, Any]) -> str:
    return next(iter(units))


@pytest.mark.rule("10.4", "10.5", "7.1")
@pytest.mark.parametrize("units", SITUATIONS.values(), ids=SITUATIONS)
def test_reach_counts_every_hex_at_its_least_cost(units: dict[str, Any]) -> None:
    name, made = mover(units), board(units)
    for points in range(7):
        walk = reach(made, u(name), points)
        assert {hex: walk.cost(hex) for hex in members(walk.destinations)} == costs(made, name, points), points
    assert not reach(made, u(name), -1).destinations


@pytest.mark.rule("10.1", "6.3", "10.6")
@pytest.mark.parametrize("units", SITUATIONS.values(), ids=SITUATIONS)
@pytest.mark.reading("allies")
def test_destinations_are_all_in_reach_but_the_hexes_of_allies(units: dict[str, Any]) -> None:
    name, made = mover(units), board(units)
    nation = NATION[u(name)]
    due = set(costs(made, name, budget(made, u(name))))
    for other in units:
        fort = other == "Fort Maubeuge" and nation == 2  # 8.4
        if NATION[u(other)] != nation and not fort:
            due.discard(made.where[u(other)])
    assert set(members(destinations(made, u(name)))) == due
    assert made.where[u(name)] not in due


@pytest.mark.rule("10.1", "10.4", "7.1")
@pytest.mark.parametrize("units", SITUATIONS.values(), ids=SITUATIONS)
def test_the_way_is_walked_step_by_step_at_its_cost(units: dict[str, Any]) -> None:
    name, made = mover(units), board(units)
    zone = made.zone(1 - SIDE[u(name)])
    due = costs(made, name, budget(made, u(name)))
    for to in members(destinations(made, u(name))):
        walk = reach(made, u(name), budget(made, u(name)))
        way, cost = walk.path(to), walk.cost(to)
        assert cost == due[to]
        assert way[-1] == to
        here, spent = made.where[u(name)], 0
        for hex in way:
            step = price(made, name, here, hex)
            assert step is not None
            assert not (zone >> here & 1 and zone >> hex & 1), "never from zone to zone"
            here, spent = hex, spent + step
            assert hex == to or not zone >> hex & 1, "and through none"
            assert not made.occupied[1 - SIDE[u(name)]] >> hex & 1
        assert spent == cost


@pytest.mark.rule("10.0", "10.7", "7.1")
@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("X AK", {}),
        ("X AK", {"supply": "out", "morale": "fatigued"}),
        ("Depot 1", {}),
        ("Landwehr 5", {"morale": "fatigued"}),
        ("AOK 2", {"supply": "out"}),
    ],
)
@pytest.mark.parametrize("led", [False, True])
def test_a_unit_can_move_if_there_is_a_hex_that_it_can_enter(name: str, state: dict[str, str], led: bool) -> None:
    enemies = {"1er CA": "2321", "2e CA": "1410", "5e Armée": "2005", "3e CA": "1108"}
    empty = board(enemies)
    for hex in members(g.LAND & ~empty.occupied[1]):
        label = g.LABELS[hex]
        made = board(enemies | {name: {"hex": label, **state}} | ({"AOK 1": label} if led else {}))
        assert movable(made, u(name)) == bool(costs(made, name, budget(made, u(name)))), label


@pytest.mark.rule("10.7", "10.6", "7.1")
def test_who_has_spent_goes_on_with_what_is_left() -> None:
    made = board({"X AK": "2322", "AOK 1": "2322", "Landwehr 5": "2305"})
    made.spent[u("X AK")] = 3
    assert budget(made, u("X AK")) == 3, "one of four, and two by forced march"
    assert set(members(destinations(made, u("X AK")))) == set(costs(made, "X AK", 3))
    assert movable(made, u("X AK"))
    made.spent[u("X AK")] = 6
    assert budget(made, u("X AK")) == 0
    assert not movable(made, u("X AK"))
    assert destinations(made, u("X AK")) == 0
    # in the Vosges every step costs two; out of command there is no forced march for the third point
    made.spent[u("Landwehr 5")] = 2
    assert not movable(made, u("Landwehr 5"))
    made.spent[u("Landwehr 5")] = 1
    assert movable(made, u("Landwehr 5"))


@pytest.mark.rule("10.0", "7.1", "9.2")
def test_who_cannot_move_whatever_lies_around() -> None:
    units = {"X AK": "2322", "Fort Metz": "1807", "I Corps": "2121", "1er CA": "2418", "IX AK": "2417"}
    made = board(units, turn=3)
    assert [movable(made, u(name)) for name in units] == [True, False, False, True, True]
    made.turn = 4
    assert movable(made, u("I Corps"))
    made.acts[u("X AK")] = HALTED
    assert not movable(made, u("X AK"))
    made.spent[u("IX AK")] = 1
    assert not movable(made, u("IX AK")), "it has entered a zone"
    assert not movable(board({"X AK": "eliminated"}), u("X AK"))
    assert h("0501") == 0
    assert movable(board({"X AK": "0501"}), u("X AK"))
