"""Floods over hexes and along links."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes import reference
from hexes.strategies import grids, quick, subsets, thorough
from marne.hexes import SCHLIEFFENS_WAR, Grid, Links, bits, flood, members, pieces, rings

LIMITS = st.one_of(st.none(), st.integers(0, 6))


@given(grids(), LIMITS, st.data())
@thorough
def test_a_flood_over_hexes(grid: Grid, limit: int | None, data: st.DataObject) -> None:
    sources, allowed = data.draw(subsets(len(grid))), data.draw(subsets(len(grid)))
    expected = reference.flood(reference.neighbours(grid), sources, allowed, limit)
    assert members(flood(grid, bits(sources), bits(allowed), limit=limit)) == sorted(expected)
    by_ring = rings(grid, bits(sources), bits(allowed), limit=limit)
    assert {h: d for d, ring in enumerate(by_ring) for h in members(ring)} == expected
    assert all(by_ring)


@given(grids(), LIMITS, st.data())
@quick
def test_a_flood_that_some_hexsides_stop(grid: Grid, limit: int | None, data: st.DataObject) -> None:
    sources, allowed = data.draw(subsets(len(grid))), data.draw(subsets(len(grid)))
    barred = data.draw(st.sets(st.integers(0, grid.side_count - 1)))
    near = [[n for n in ns if grid.side(h, n) not in barred] for h, ns in enumerate(grid.neighbours)]
    expected = reference.flood(near, sources, allowed, limit)
    assert members(flood(grid, bits(sources), bits(allowed), limit=limit, barred_sides=bits(barred))) == sorted(
        expected
    )


@given(grids(), st.data())
@quick
def test_pieces_of_a_set(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(subsets(len(grid)))
    found = [set(members(piece)) for piece in pieces(grid, bits(some))]
    assert sorted(h for piece in found for h in piece) == sorted(some)
    for piece in found:
        assert set(reference.flood(reference.neighbours(grid), {min(piece)}, some)) == piece
    assert [min(piece) for piece in found] == sorted(min(piece) for piece in found)


def shortest(near: list[list[int]], sources: set[int], target: int, allowed: set[int]) -> tuple[int, ...] | None:
    """Whole paths, ring by ring, each ring in order: the first to arrive is the one wanted."""
    if target not in allowed | sources:
        return None
    paths: list[tuple[int, ...]] = [(source,) for source in sorted(sources)]
    seen = set(sources)
    while paths:
        for path in paths:
            if path[-1] == target:
                return path
        longer = [(*p, n) for p in paths for n in near[p[-1]] if n in allowed and n not in seen]
        best: dict[int, tuple[int, ...]] = {}
        for path in sorted(longer):
            best.setdefault(path[-1], path)
        seen |= set(best)
        paths = sorted(best.values())
    return None


@given(grids(), LIMITS, st.data())
@thorough
def test_floods_and_paths_along_links(grid: Grid, limit: int | None, data: st.DataObject) -> None:
    n = len(grid)
    every = [(a, b) for a, b in itertools.combinations(range(n), 2) if grid.distance(a, b) <= 2]
    pairs = data.draw(st.lists(st.sampled_from(every), max_size=25)) if every else []
    sources, allowed = data.draw(subsets(n)), data.draw(subsets(n))
    target = data.draw(st.integers(0, n - 1))
    net = Links(grid, pairs)
    near: list[list[int]] = [sorted({b for p in pairs for b in p if a in p and b != a}) for a in range(n)]
    assert [list(ns) for ns in net.neighbours] == near
    assert members(net.hexes) == [h for h in range(n) if near[h]]
    expected = reference.flood(near, sources, allowed, limit)
    distances = net.distances(bits(sources), bits(allowed), limit=limit)
    assert distances == expected
    assert list(distances) == sorted(expected, key=lambda h: (expected[h], h))
    assert members(net.flood(bits(sources), bits(allowed), limit=limit)) == sorted(expected)
    assert net.path(bits(sources), target, bits(allowed)) == shortest(near, sources, target, allowed)


def test_supply_goes_into_but_not_through_what_is_not_allowed() -> None:
    grid = SCHLIEFFENS_WAR.rectangle(range(1, 9), range(1, 9))
    wall = bits(grid.hexes(f"04{c:02}" for c in range(1, 9)))
    south = flood(grid, 1 << grid.hex("0801"), grid.all & ~wall)
    assert grid.hex("0504") in members(south)
    assert grid.hex("0304") not in members(south)
    gap = wall & ~(1 << grid.hex("0404"))
    assert flood(grid, 1 << grid.hex("0801"), grid.all & ~gap) == grid.all & ~gap


def test_links_join_two_hexes() -> None:
    grid = SCHLIEFFENS_WAR.rectangle(range(1, 4), range(1, 4))
    with pytest.raises(ValueError, match="a link from 0101 to itself"):
        Links(grid, [(0, 0)])
    net = Links(grid, [(0, 1), (1, 0)])
    assert net.joined(0, 1)
    assert not net.joined(1, 2)


def test_of_two_sources_equally_near_the_first_is_taken() -> None:
    grid = SCHLIEFFENS_WAR.rectangle(range(1, 6), [1])
    net = Links(grid, [(0, 1), (1, 2), (2, 3), (3, 4)])
    assert net.path(bits([0, 4]), 2, grid.all) == (0, 1, 2)
    assert net.path(bits([0, 4]), 2, grid.all & ~(1 << 1)) == (4, 3, 2)
    assert net.path(bits([0]), 2, grid.all & ~(1 << 1)) is None
