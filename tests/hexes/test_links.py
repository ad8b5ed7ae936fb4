"""Floods, rings and distances over hexes with closed hexsides, and along railways."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes import reference
from hexes.strategies import grids, quick, subsets, thorough
from marne.hexes import Grid, Links, Nodes, bits, members
from tools.numberings import SCHLIEFFENS_WAR

LIMITS = st.integers(-1, 6)


def check(links: Links, near: list[list[int]], data: st.DataObject) -> None:
    n = len(near)
    sources, allowed, stop = data.draw(subsets(n)), data.draw(subsets(n)), data.draw(subsets(n))
    limit = data.draw(LIMITS)
    stop = stop if data.draw(st.booleans()) else set()
    allowed = set(range(n)) - allowed if data.draw(st.booleans()) else allowed
    assert [members(there) for there in links.of] == near
    assert members(links.places) == [here for here in range(n) if near[here]]
    assert members(links.spread(bits(sources))) == sorted({there for here in sources for there in near[here]})

    every = reference.flood(near, sources, allowed, stop=stop)
    assert members(links.flood(bits(sources), bits(allowed), stop=bits(stop))) == sorted(every)
    found = reference.flood(near, sources, allowed, limit, stop)
    rings = links.rings(bits(sources), bits(allowed), limit=limit, stop=bits(stop))
    assert {place: steps for steps, ring in enumerate(rings) for place in members(ring)} == found
    assert all(rings)

    found = reference.flood(near, sources, allowed, limit)
    assert members(links.within(bits(sources), limit, bits(allowed))) == sorted(found)
    found = reference.flood(near, sources, allowed)
    assert links.distances(bits(sources), bits(allowed), far=99) == [found.get(place, 99) for place in range(n)]


@given(grids(), st.data())
@thorough
def test_over_hexes_with_closed_hexsides(grid: Grid, data: st.DataObject) -> None:
    closed = data.draw(st.sets(st.integers(0, grid.side_count - 1)))
    links = grid.links.closing(grid.pairs(bits(closed)))
    check(links, [[n for n in ns if grid.side(h, n) not in closed] for h, ns in enumerate(grid.neighbours)], data)


@given(st.integers(1, 40), st.data())
@thorough
def test_along_links_of_any_kind(count: int, data: st.DataObject) -> None:
    place = st.integers(0, count - 1)
    one_way = data.draw(st.lists(st.tuples(place, place), max_size=60))
    near = [sorted({b for a, b in one_way if a == here}) for here in range(count)]
    check(Links(bits(there) for there in near), near, data)


@given(st.integers(2, 40), st.data())
@thorough
def test_along_a_railway_with_cut_links(count: int, data: st.DataObject) -> None:
    place = st.integers(0, count - 1)
    pair = st.tuples(place, place).filter(lambda two: two[0] != two[1])
    pairs = data.draw(st.lists(pair, min_size=1, max_size=60))
    cut = data.draw(st.lists(st.sampled_from(pairs), max_size=10))
    left = [two for two in pairs if two not in cut and two[::-1] not in cut]
    near = [sorted({b for two in left for b in two if here in two and b != here}) for here in range(count)]
    whole = Links.both_ways(count, pairs)
    before = whole.of, whole.flood(1)
    check(whole.closing(cut), near, data)
    assert (whole.of, whole.flood(1)) == before, "closing makes another net and leaves this one"


@given(st.data())
@quick
def test_links_of_many_lengths_beside_a_long_line(data: st.DataObject) -> None:
    """Most steps are shifted; the ones of lengths that hardly occur are looked up."""
    count = 300
    place = st.integers(0, count - 1)
    pair = st.tuples(place, place).filter(lambda two: abs(two[0] - two[1]) > 1)
    odd = data.draw(st.lists(pair, min_size=1, max_size=20))
    pairs = [(here, here + 1) for here in range(count - 1)] + odd
    cut = data.draw(st.lists(st.sampled_from(pairs), max_size=30)) + data.draw(st.lists(st.sampled_from(odd)))
    left = {frozenset(two) for two in pairs} - {frozenset(two) for two in cut}
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in left:
        near[a].add(b)
        near[b].add(a)
    check(Links.both_ways(count, pairs).closing(cut), [sorted(there) for there in near], data)


@pytest.mark.parametrize("count", [500, 2700])
@given(st.data())
@quick
def test_a_large_map_whose_steps_are_shifted(count: int, data: st.DataObject) -> None:
    """Small maps have few steps of each difference; here most sets are moved by shifts, and the edges one by one."""
    grid = grid_of(count)
    some = bits(data.draw(st.lists(st.integers(0, len(grid) - 1), min_size=30, max_size=200)))
    assert members(grid.spread(some)) == sorted({n for h in members(some) for n in grid.neighbours[h]})
    allowed = grid.all & ~some
    near = [list(ns) for ns in grid.neighbours]
    found = reference.flood(near, {0}, set(members(allowed)))
    assert members(grid.links.flood(1, allowed)) == sorted(found)


def ragged(rows: int, columns: int) -> Grid:
    """A map whose rows are of many lengths, as maps with a coast are."""
    whole = SCHLIEFFENS_WAR.rectangle(range(1, rows + 1), range(1, columns + 1))
    cells = {whole.label(h): whole.cell(h) for h in range(len(whole)) if (h * 7919) % 97 > 5}
    return Grid.from_cells("pointy", cells)


@cache
def grid_of(count: int) -> Grid:
    """A small one with a coast, and a large one; made when first asked for."""
    return ragged(20, 25) if count == 500 else SCHLIEFFENS_WAR.rectangle(range(1, 51), range(1, 55))


@given(st.integers(1, 30), st.integers(1, 3), st.data())
@quick
def test_nodes_of_hexes(count: int, most: int, data: st.DataObject) -> None:
    nodes = Nodes(count, most)
    hexes = data.draw(subsets(count))
    every = {(hex, node): nodes.node(hex, node) for hex in range(count) for node in range(most)}
    assert sorted(every.values()) == list(range(count * most))
    assert members(nodes.of_hexes(bits(hexes))) == sorted(n for (hex, _), n in every.items() if hex in hexes)
    some = data.draw(st.sets(st.sampled_from(sorted(every))))
    assert members(nodes.hexes(bits(every[two] for two in some))) == sorted({hex for hex, _ in some})


def test_lines_that_share_a_hex_but_no_node_do_not_meet() -> None:
    nodes = Nodes(5, 2)
    across = [(nodes.node(0), nodes.node(2)), (nodes.node(2), nodes.node(4))]
    other = [(nodes.node(1), nodes.node(2, 1)), (nodes.node(2, 1), nodes.node(3))]
    rail = Links.both_ways(10, across + other)
    assert members(nodes.hexes(rail.flood(1 << nodes.node(0)))) == [0, 2, 4]


def test_supply_goes_into_but_not_through_what_is_not_allowed() -> None:
    grid = SCHLIEFFENS_WAR.rectangle(range(1, 9), range(1, 9))
    wall = bits(grid.hexes(f"04{c:02}" for c in range(1, 9)))
    south = grid.links.flood(1 << grid.hex("0801"), grid.all & ~wall)
    assert grid.hex("0504") in members(south)
    assert grid.hex("0304") not in members(south)
    gap = wall & ~(1 << grid.hex("0404"))
    assert grid.links.flood(1 << grid.hex("0801"), grid.all & ~gap) == grid.all & ~gap


def test_a_link_joins_two_places() -> None:
    with pytest.raises(ValueError, match="a link from 1 to itself"):
        Links.both_ways(3, [(1, 1)])
