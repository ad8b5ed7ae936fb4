"""[4] What the map shows of ground, hexsides and works."""

from __future__ import annotations

import pytest

from games.nach_paris.support import arranged
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Entrenchment, Rail, Terrain, Water
from marne.games.nach_paris.components.tables import MOVEMENT, NO_WAY
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.movement.reach import crossing
from marne.games.nach_paris.rules.rail.lines import LOW
from marne.hexes import members


@pytest.mark.rule("4.3")
def test_low_capacity_lines_are_those_of_the_map() -> None:
    assert LOW.bit_count() == sum(link.rail == Rail.LOW for link in MAP.links)
    assert {MAP.links[link].rail for link in members(LOW)} == {Rail.LOW}
    assert 0 < LOW.bit_count() < len(MAP.links)


@pytest.mark.rule("4.1")
def test_every_kind_of_ground_is_there_and_costs_more_the_rougher_it_is() -> None:
    assert set(MAP.terrain) == set(Terrain)
    rougher = [MOVEMENT[kind][u.NORMAL] for kind in (Terrain.CLEAR, Terrain.BROKEN, Terrain.ROUGH, Terrain.MOUNTAINOUS)]
    assert rougher == sorted(rougher)
    assert rougher[0] < rougher[-1]


@pytest.mark.rule("4.2")
def test_hexsides_close_or_cost() -> None:
    board = arranged(units={"3.ID": "AW24 N", "II/RFußa.2": "AW24 N"}, begin="nothing").board
    sides = range(MAP.grid.side_count)
    bare = [side for side in sides if MAP.cover[side] == Cover.NONE and not MAP.flood[side]]
    water = [{crossing(board, BY_ID["3.ID"], side) for side in bare if MAP.water[side] == kind} for kind in Water]
    assert water == [{0}, {0}, {0}, {0, NO_WAY}], "only a Major River without a bridge stops a march"
    crests = [side for side in sides if MAP.cover[side] == Cover.MOUNTAIN_RANGE and not MAP.mountain_pass[side]]
    woods = [side for side in sides if MAP.cover[side] == Cover.DEEP_FOREST]
    for closed, price in ((crests, 25), (woods, 10)):
        dry = [side for side in closed if MAP.water[side] != Water.MAJOR and not MAP.flood[side]]
        assert {crossing(board, BY_ID["3.ID"], side) for side in dry} == {NO_WAY}
        assert {crossing(board, BY_ID["14.LIB"], side) for side in dry} <= {NO_WAY, price}


@pytest.mark.rule("4.4")
def test_the_map_shows_every_kind_of_works() -> None:
    assert {row.grade for row in forts.ROWS} == {
        "masonry",
        "strengthened masonry",
        "strengthened concrete",
        "feste",
        "ultramodern feste",
    }
    assert set(MAP.guards.values()) >= {Entrenchment.REGULAR, Entrenchment.STRENGTHENED}
    assert MAP.fortified_zones
    assert MAP.camps
    assert any(MAP.old_fortification)
