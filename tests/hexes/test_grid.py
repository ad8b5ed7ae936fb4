"""The grid: adjacency, distance, rings, lines, hexsides, places on paper."""

from __future__ import annotations

import copy
import itertools
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes import reference
from hexes.strategies import grids, quick, subsets
from marne.hexes import Grid, NotAdjacent, UnknownHex, bits, members

FLAT = Grid.from_cells("flat", {"a": (0, 0), "b": (0, 2), "c": (1, 1), "d": (1, 3), "e": (2, 0)})
POINTY = Grid.from_cells("pointy", {"a": (0, 0), "b": (2, 0), "c": (1, 1), "d": (3, 1), "e": (0, 2)})


@given(grids())
@quick
def test_neighbours_are_the_hexes_one_spacing_away(grid: Grid) -> None:
    assert [list(ns) for ns in grid.neighbours] == reference.neighbours(grid)


@given(grids())
@quick
def test_adjacency_and_directions_agree_from_both_sides(grid: Grid) -> None:
    for a in range(len(grid)):
        for d in range(6):
            b = grid.neighbour(a, d)
            if b is None:
                continue
            assert grid.adjacent(a, b)
            assert grid.adjacent(b, a)
            assert grid.direction_to(a, b) == d
            assert grid.neighbour(b, d + 3) == a
            assert grid.side(a, b) == grid.side(b, a) == grid.sides(a)[d] == grid.sides(b)[(d + 3) % 6]


@given(grids())
@quick
def test_hexsides_are_numbered_once(grid: Grid) -> None:
    users: dict[int, list[int]] = {}
    for h in range(len(grid)):
        assert len(set(grid.sides(h))) == 6
        for side in grid.sides(h):
            users.setdefault(side, []).append(h)
    assert sorted(users) == list(range(grid.side_count))
    for side, hexes in users.items():
        assert grid.side_hexes(side) == tuple(hexes)
        assert grid.side_named(grid.side_label(side)) == side


@given(grids(), st.data())
@quick
def test_distance_is_the_number_of_steps_over_open_ground(grid: Grid, data: st.DataObject) -> None:
    a = data.draw(st.integers(0, len(grid) - 1))
    b = data.draw(st.integers(0, len(grid) - 1))
    assert grid.distance(a, b) == reference.open_distance(grid.orientation, grid.cell(a), grid.cell(b))


@given(grids(), st.integers(0, 6), st.data())
@quick
def test_rings_and_discs(grid: Grid, radius: int, data: st.DataObject) -> None:
    h = data.draw(st.integers(0, len(grid) - 1))
    every = range(len(grid))
    assert grid.within(h, radius) == tuple(o for o in every if grid.distance(h, o) <= radius)
    assert grid.ring(h, radius) == tuple(o for o in every if grid.distance(h, o) == radius)
    assert members(grid.within_bits(h, radius)) == list(grid.within(h, radius))


@given(grids(), st.data())
@quick
def test_spread_is_all_neighbours(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(subsets(len(grid)))
    assert members(grid.spread(bits(some))) == sorted({n for h in some for n in grid.neighbours[h]})


def test_spread_of_large_sets_takes_the_way_by_shifts() -> None:
    """Numbered column by column the few differences between neighbours are shifted; that way must agree with lookup."""
    grid = Grid("flat", {f"{x},{y}": (x, 2 * y + x % 2) for x in range(12) for y in range(11) if (x, y) != (5, 5)})
    half = bits(h for h in range(len(grid)) if h % 3)
    for some in (grid.all, half, grid.all ^ half):
        assert some.bit_count() > 3 * 8
        assert members(grid.spread(some)) == sorted({n for h in members(some) for n in grid.neighbours[h]})


def field(orientation: str, size: int) -> Grid:
    cells = {f"{x},{y}": (x, 2 * y + x % 2) for x in range(size) for y in range(size)}
    if orientation == "flat":
        return Grid("flat", cells)
    return Grid("pointy", {label: (y, x) for label, (x, y) in cells.items()})


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_lines_are_straight_and_the_same_from_both_ends(orientation: str) -> None:
    """Each hex of a line is a nearest one to its point of the true line; one hex per step, each touching the next."""
    grid = field(orientation, 7)
    for a in range(0, len(grid), 2):
        for b in range(len(grid)):
            line = grid.line(a, b)
            n = grid.distance(a, b)
            assert line == grid.line(b, a)[::-1]
            assert (line[0], line[-1]) == (a, b)
            if len(line) != n + 1:
                continue  # the true line leaves the field where its edge is ragged
            assert all(grid.adjacent(c, d) for c, d in itertools.pairwise(line))
            (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
            for i, h in enumerate(line):
                point = (ax + (bx - ax) * i / n, ay + (by - ay) * i / n) if n else (ax, ay)
                nearest = min(math.dist(point, grid.centre(o)) for o in range(len(grid)))
                assert math.dist(point, grid.centre(h)) <= nearest + 1e-9


def test_a_line_leaves_out_cells_that_are_missing() -> None:
    grid = Grid("flat", {"north": (0, 0), "south": (0, 4)})
    assert grid.line(0, 1) == (0, 1)
    assert grid.distance(0, 1) == 2


def test_directions_have_names() -> None:
    assert [FLAT.neighbour(0, name) for name in ("N", "NE", "SE", "S", "SW", "NW")] == [None, None, 2, 1, None, None]
    assert [POINTY.neighbour(0, name) for name in ("NE", "E", "SE", "SW", "W", "NW")] == [None, 1, 2, None, None, None]
    with pytest.raises(ValueError, match="no direction 'E' on a flat-top grid"):
        FLAT.neighbour(0, "E")


def test_unknown_labels_say_what_there_is() -> None:
    grid = Grid("flat", {"0812": (0, 0), "0813": (0, 2)})
    with pytest.raises(UnknownHex, match="no hex '0814': labels run from '0812' to '0813'; near it: 081"):
        grid.hex("0814")
    assert grid.hexes(["0813", "0812"]) == (1, 0)
    assert grid.label(1) == "0813"
    assert "0813" in grid
    assert "0814" not in grid


def test_hexsides_by_name() -> None:
    assert FLAT.side_named("a/c") == FLAT.side_named("c/a") == FLAT.side(0, 2) == FLAT.side_named("a/SE")
    outer = FLAT.side_named("a/N")
    assert FLAT.side_hexes(outer) == (0,)
    assert FLAT.side_label(outer) == "a/N"
    with pytest.raises(NotAdjacent, match="a and e don't touch"):
        FLAT.side_named("a/e")
    with pytest.raises(UnknownHex, match="expected two labels"):
        FLAT.side_named("a")


def test_cells_that_make_no_grid_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'b': .* can't lie on one grid with 'a'"):
        Grid("flat", {"a": (0, 0), "b": (0, 1)})
    with pytest.raises(ValueError, match="'a' and 'b' both lie at"):
        Grid("flat", {"a": (0, 0), "b": (0, 0)})
    with pytest.raises(ValueError, match="at least one hex"):
        Grid("flat", {})
    with pytest.raises(ValueError, match="'flat' or 'pointy'"):
        Grid("round", {"a": (0, 0)})  # type: ignore[arg-type]


@given(grids())
@quick
def test_corners_are_a_side_away_and_shared_exactly(grid: Grid) -> None:
    for h in range(len(grid)):
        x, y = grid.centre(h)
        assert grid.centre(h) == reference.centre(grid.orientation, grid.cell(h))
        corners = grid.corners(h)
        for d in range(6):
            one, two = corners[d], corners[(d + 1) % 6]
            assert math.dist((x, y), one) == pytest.approx(1)
            assert math.dist(one, two) == pytest.approx(1)
            n = grid.neighbour(h, d)
            if n is not None:
                assert {one, two} <= set(grid.corners(n))
            assert set(grid.side_ends(grid.sides(h)[d])) == {one, two}
            # Side d lies towards direction d: north is up, which is a smaller y.
            name = grid.direction_names[d]
            middle = (one[0] + two[0]) / 2 - x, (one[1] + two[1]) / 2 - y
            assert ("N" in name) == (middle[1] < -1e-9)
            assert ("S" in name) == (middle[1] > 1e-9)
            assert ("E" in name) == (middle[0] > 1e-9)
            assert ("W" in name) == (middle[0] < -1e-9)


@given(grids(), st.floats(0, 0.85), st.floats(0, 2 * math.pi))
@quick
def test_the_hex_under_a_point(grid: Grid, far: float, angle: float) -> None:
    for h in range(len(grid)):
        x, y = grid.centre(h)
        assert grid.hex_at(x + far * math.cos(angle), y + far * math.sin(angle)) == h


def test_no_hex_under_a_point_off_the_map() -> None:
    assert FLAT.hex_at(-30.0, 4.0) is None
    assert FLAT.at(FLAT.cell_at(*FLAT.centre(3))) == 3


def test_copies_share_the_grid_and_pickles_rebuild_it() -> None:
    assert copy.copy(FLAT) is FLAT
    assert copy.deepcopy({"grid": FLAT})["grid"] is FLAT
    again = pickle.loads(pickle.dumps(FLAT))
    assert (again.labels, again.neighbours, again.sides_of) == (FLAT.labels, FLAT.neighbours, FLAT.sides_of)
