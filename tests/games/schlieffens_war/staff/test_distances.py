"""How far the staff thinks things are."""

from __future__ import annotations

from games.schlieffens_war.support import h
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.staff.distances import hexes_to, march_costs
from marne.hexes import members


def test_hexes_to_the_nearest_of_several() -> None:
    places = [h("1012"), h("2007")]
    found = hexes_to(places)
    for hex in range(g.COUNT):
        near = min(g.GRID.distance(hex, place) for place in places)
        assert found[hex] >= near, "never nearer than it is"
        if near <= 2:
            assert found[hex] == near


def test_hexes_to_nothing() -> None:
    assert set(hexes_to([])) == {99}


def test_march_costs_are_what_each_step_costs() -> None:
    goal = h("1418")
    costs = march_costs(goal)
    assert costs[goal] == 0
    for hex in members(g.LAND):
        if hex == goal or costs[hex] == 999:
            continue
        ways = [costs[to] + cost for cost, hexes in g.MARCH.steps[hex] for to in members(hexes)]
        assert costs[hex] == min(ways)


def test_march_costs_go_around_neutral_ground() -> None:
    costs = march_costs(h("1009"))
    assert costs[h("1009")] == 0
    assert costs[h("1007")] > 2, "Dutch Limburg is closed"
