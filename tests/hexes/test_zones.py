"""Zones of control by facing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.strategies import grids, quick
from marne.hexes import FacingZones, Grid, bits, members
from tools.numberings import NACH_PARIS

FRONT = (5, 0, 1)


@given(grids(), st.sets(st.integers(0, 5)), st.data())
@quick
def test_zones_of_units_and_of_armies(grid: Grid, pattern: set[int], data: st.DataObject) -> None:
    closed = data.draw(st.sets(st.integers(0, grid.side_count - 1)))
    zones = FacingZones(grid, pattern, bits(closed))
    expected = [[set[int]() for _ in range(len(grid))] for _ in range(6)]
    for facing in range(6):
        for hex in range(len(grid)):
            for turn in pattern:
                near = grid.neighbour(hex, facing + turn)
                if near is not None and grid.side(hex, near) not in closed:
                    expected[facing][hex].add(near)
    assert [[set(members(zone)) for zone in row] for row in zones.of] == expected
    units = data.draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, len(grid) - 1))))
    army: dict[int, int] = {}
    for facing, hex in units:
        army[facing] = army.get(facing, 0) | 1 << hex
    assert set(members(zones.spread(army))) == set().union(*(expected[facing][hex] for facing, hex in units))


GRID = NACH_PARIS.rectangle(range(1, 8), range(1, 8))


@pytest.mark.parametrize("facing", range(6))
def test_two_units_back_to_back_control_all_six(facing: int) -> None:
    zones, hex = FacingZones(GRID, FRONT), GRID.hex("D4")
    assert zones.of[facing][hex] | zones.of[(facing + 3) % 6][hex] == GRID.neighbour_bits(hex)
    assert (zones.of[facing][hex] | zones.of[(facing + 1) % 6][hex]).bit_count() == 4


def test_no_zone_across_a_closed_hexside() -> None:
    hex, north = GRID.hex("D4"), GRID.direction("N")
    river = GRID.sides(hex)[north]
    assert FacingZones(GRID, (0,)).of[north][hex] == 1 << GRID.hex("D5")
    assert FacingZones(GRID, (0,), 1 << river).of[north][hex] == 0
