"""Reach: costs, stops and paths against the plain reference."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.reference import Question
from hexes.strategies import all_night, grids, quick, subsets, thorough
from marne.hexes import Cost, Grid, MoveCosts, Reach, bits, members
from tools.numberings import SCHLIEFFENS_WAR


def steps_on(grid: Grid, enter: list[Cost], over: dict[int, Cost], shut: set[int]) -> dict[tuple[int, int], int]:
    steps: dict[tuple[int, int], int] = {}
    for a in range(len(grid)):
        for b in grid.neighbours[a]:
            side, cost = grid.side(a, b), enter[b]
            extra = over.get(side, 0)
            if cost is not None and extra is not None and side not in shut:
                steps[a, b] = cost + extra
    return steps


@st.composite
def questions(draw: st.DrawFn, sources: int = 1) -> tuple[Question, MoveCosts]:
    """Costs in units or in tens, with hexsides that cost more, that are closed, or that are closed for now."""
    grid = draw(grids())
    n = len(grid)
    hexes, sides = st.integers(0, n - 1), st.integers(0, grid.side_count - 1)
    price: st.SearchStrategy[Cost]
    price, points = draw(
        st.sampled_from(
            [
                (st.one_of(st.integers(1, 3), st.none()), 9),
                (st.sampled_from([10, 12, 15, None]), 60),
                (st.integers(1, 30), 60),
            ]
        )
    )
    enter = draw(st.lists(price, min_size=n, max_size=n))
    over = draw(st.dictionaries(sides, st.one_of(st.none(), st.integers(0, 3), st.just(25)), max_size=12))
    shut = draw(st.sets(sides, max_size=5))
    question = Question(
        grid,
        sources=draw(st.sets(hexes, min_size=1, max_size=sources)),
        points=draw(st.integers(-1, points)),
        steps=steps_on(grid, enter, over, shut),
        barred=draw(st.sets(hexes, max_size=4)),
        stop=draw(subsets(n)) if draw(st.booleans()) else set(),
        passing=draw(st.booleans()),
    )
    if draw(st.booleans()):
        question.stop |= question.sources
    costs = MoveCosts.on(grid, enter, over, keep=draw(st.integers(1, 3)))
    return question, costs.closing(grid.pairs(bits(shut))) if shut else costs


def ask(q: Question, costs: MoveCosts) -> Reach:
    (start,) = q.sources
    return costs.reach(start, q.points, free=~bits(q.barred), stop=bits(q.stop), passing=q.passing)


def compare(q: Question, found: Reach) -> None:
    expected = q.costs()
    assert {hex: points for points, ring in enumerate(found.rings) for hex in members(ring)} == expected
    assert found.hexes == bits(expected)
    assert found.destinations == bits(set(expected) - q.sources)
    for points in (0, 1, q.points // 2, q.points):
        assert members(found.within(points)) == sorted(hex for hex, cost in expected.items() if cost <= max(points, 0))
    for hex in expected:
        assert found.cost(hex) == expected[hex]
        assert found.path(hex) == q.path(expected, hex)


@given(questions())
@thorough
def test_reach_of_one_unit(asked: tuple[Question, MoveCosts]) -> None:
    q, costs = asked
    compare(q, ask(q, costs))


@given(questions(sources=3))
@thorough
def test_floods_from_several_sources(asked: tuple[Question, MoveCosts]) -> None:
    q, costs = asked
    q.stop = set()
    compare(q, costs.flood(bits(q.sources), q.points, ~bits(q.barred)))


@given(st.integers(0, 2**32 - 1))
@quick
def test_floods_on_a_large_map_where_rings_are_wide(seed: int) -> None:
    """There most steps go on as one set, and only those over rivers are looked up."""
    grid = SCHLIEFFENS_WAR.rectangle(range(1, 13), range(1, 13))
    n = len(grid)
    chance = Random(seed)
    enter = [chance.choice([10, 10, 12, 15, None]) for _ in range(n)]
    over = {side: chance.choice([5, None]) for side in range(grid.side_count) if chance.random() < 0.2}
    shut = {side for side in range(grid.side_count) if chance.random() < 0.05}
    sources, barred = set(chance.sample(range(n), 8)), set(chance.sample(range(n), 12))
    q = Question(grid, sources, 70, steps_on(grid, enter, over, shut), barred)
    costs = MoveCosts.on(grid, enter, over).closing(grid.pairs(bits(shut)))
    compare(q, costs.flood(bits(sources), 70, ~bits(barred)))


@pytest.mark.night
@given(questions())
@all_night
def test_thousands_of_questions(asked: tuple[Question, MoveCosts]) -> None:
    q, costs = asked
    compare(q, ask(q, costs))


@given(questions())
@quick
def test_backwards_turns_every_step_round(asked: tuple[Question, MoveCosts]) -> None:
    q, costs = asked
    back = costs.backwards()
    turned = {(there, here): cost for here, row in enumerate(back.steps) for cost, t in row for there in members(t)}
    assert turned == q.steps
    assert back.backwards() is costs


@given(questions(), st.data())
@thorough
def test_kept_answers_are_never_given_to_another_question(
    asked: tuple[Question, MoveCosts], data: st.DataObject
) -> None:
    """One table asked again and again while the enemy moves."""
    q, costs = asked
    hexes = st.integers(0, len(q.grid) - 1)
    for _ in range(4):
        match data.draw(st.sampled_from(["enemy", "zone", "points", "start", "kind", "same"])):
            case "enemy":
                q.barred = q.barred ^ {data.draw(hexes)}
            case "zone":
                q.stop = q.stop ^ {data.draw(hexes)}
            case "points":
                q.points = data.draw(st.integers(-1, 60))
            case "start":
                q.sources = {data.draw(hexes)}
            case "kind":
                q.passing = not q.passing
        compare(q, ask(q, costs))


GRID = SCHLIEFFENS_WAR.rectangle(range(1, 9), range(1, 9))
H = GRID.hex
EASY = MoveCosts.on(GRID, [1] * len(GRID))


def labels(hexes: int) -> set[str]:
    return {GRID.label(h) for h in members(hexes)}


def test_a_zone_of_control_ends_the_move_but_not_the_start() -> None:
    row = bits(GRID.hexes(f"04{c:02}" for c in range(1, 9)))  # a line of zones right across the map
    walk = labels(EASY.reach(H("0304"), 5, stop=row).hexes)
    assert "0404" in walk
    assert "0504" not in walk
    assert "0504" in labels(EASY.reach(H("0404"), 1, stop=row).hexes)


def test_cavalry_goes_on_from_a_zone_but_not_into_the_next() -> None:
    row = bits(GRID.hexes(f"04{c:02}" for c in range(1, 9)))
    ride = EASY.reach(H("0304"), 3, stop=row, passing=True)
    assert ride.cost(H("0504")) == 2
    two_rows = row | bits(GRID.hexes(f"05{c:02}" for c in range(1, 9)))
    assert not labels(EASY.reach(H("0304"), 5, stop=two_rows, passing=True).hexes) & {"0504", "0604"}


def test_from_zone_to_zone() -> None:
    zone = bits(GRID.hexes(["0404", "0405"]))
    assert "0405" not in labels(EASY.reach(H("0404"), 1, stop=zone).hexes)
    round_about = EASY.reach(H("0404"), 2, stop=zone)
    assert round_about.cost(H("0405")) == 2  # leaving the zone first and coming back is another matter


def test_rivers_cost_and_cliffs_bar() -> None:
    river, cliff = GRID.side(H("0404"), H("0405")), GRID.side(H("0404"), H("0403"))
    costs = MoveCosts.on(GRID, [2] * len(GRID), {river: 1, cliff: None})
    assert costs.cost(H("0404"), H("0405")) == costs.cost(H("0405"), H("0404")) == 3
    assert costs.cost(H("0404"), H("0403")) is None
    assert "0405" not in labels(costs.reach(H("0404"), 2).hexes)


def test_the_dearer_side_of_a_river_is_gone_round() -> None:
    a, b, c = GRID.hexes(["0404", "0405", "0305"])
    walk = MoveCosts.on(GRID, [1] * len(GRID), {GRID.side(a, b): 2}).reach(a, 3)
    assert walk.cost(b) == 2
    assert walk.path(b) == [c, b]


def test_of_equal_ways_the_one_with_the_dearest_last_step_else_the_lowest_hex() -> None:
    start, goal = GRID.hexes(["0404", "0604"])
    low, high = sorted(set(GRID.neighbours[start]) & set(GRID.neighbours[goal]))
    even = [2] * len(GRID)
    assert MoveCosts.on(GRID, even).reach(start, 5).path(goal) == [low, goal]
    for dear, other in ((low, high), (high, low)):
        costs = MoveCosts.on(GRID, even, {GRID.side(dear, goal): 1, GRID.side(start, other): 1})
        assert costs.reach(start, 5).path(goal) == [dear, goal]
    assert MoveCosts.on(GRID, even).reach(start, 5, stop=1 << low).path(goal) == [high, goal], (
        "no way leads on from low"
    )


def test_wrong_costs_are_refused() -> None:
    with pytest.raises(ValueError, match="one cost for each of the 64 hexes"):
        MoveCosts.on(GRID, [1])
    with pytest.raises(ValueError, match="costs less than 1"):
        MoveCosts.on(GRID, [0] * len(GRID))
    with pytest.raises(ValueError, match="isn't within reach"):
        EASY.reach(H("0101"), 2).path(H("0808"))


def test_an_answer_is_kept_while_nothing_near_changes() -> None:
    """However many points it takes: what counts is how far they carry."""
    costs = MoveCosts.on(GRID, [50] * len(GRID), keep=2)
    first = costs.reach(H("0101"), 120, stop=bits([H("0103")]))
    assert costs.reach(H("0101"), 120, stop=bits(GRID.hexes(["0103", "0808"]))) is first
    assert costs.reach(H("0101"), 120, stop=bits(GRID.hexes(["0103", "0102"]))) is not first
