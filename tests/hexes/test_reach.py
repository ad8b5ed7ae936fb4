"""Reach: costs, stops, bars and paths against the plain reference."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.reference import Question
from hexes.strategies import all_night, grids, quick, subsets, thorough
from marne.hexes import SCHLIEFFENS_WAR, MoveCosts, NotAdjacent, Reach, bits, reach


@st.composite
def questions(draw: st.DrawFn, hindered: bool, sources: int) -> Question:
    """`hindered`: with what changes single steps, for which the search has another way."""
    grid = draw(grids())
    n = len(grid)
    hexes = st.integers(0, n - 1)
    cost = st.one_of(st.integers(0, 4), st.integers(1, 3), st.none())
    question = Question(
        grid,
        sources={draw(hexes)},
        limit=draw(st.integers(-1, 9)),
        enter=draw(st.lists(cost, min_size=n, max_size=n)),
        stop=draw(subsets(n)) if draw(st.booleans()) else set(),
        barred=draw(st.sets(hexes, max_size=4)),
        stop_to_stop=draw(st.booleans()),
        one_hex_always=draw(st.booleans()),
    )
    if draw(st.booleans()):
        question.stop |= question.sources
    sides = st.integers(0, grid.side_count - 1)
    question.sides = draw(st.dictionaries(sides, st.one_of(st.none(), st.integers(0, 3)), max_size=12))
    if draw(st.booleans()):
        question.leave = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    pairs = [(a, b) for a in range(n) for b in grid.neighbours[a]]
    if pairs:
        question.links = draw(st.dictionaries(st.sampled_from(pairs), cost, max_size=8))
    question.sources |= draw(st.sets(hexes, max_size=sources - 1))
    if hindered:
        question.barred_sides = draw(st.sets(sides, max_size=6))
        question.enter_extra = draw(st.dictionaries(hexes, st.integers(0, 2), max_size=6))
        question.leave_extra = draw(st.dictionaries(hexes, st.integers(0, 2), max_size=6))
    return question


def costs_of(q: Question) -> MoveCosts:
    return MoveCosts(q.grid, q.enter, sides=q.sides, leave=q.leave or None, links=q.links)


def ask(q: Question) -> Reach:
    return costs_of(q).flood(
        bits(q.sources),
        q.limit,
        stop=bits(q.stop),
        stop_to_stop=q.stop_to_stop,
        barred=bits(q.barred),
        barred_sides=bits(q.barred_sides),
        enter_extra=q.enter_extra,
        leave_extra=q.leave_extra,
        one_hex_always=q.one_hex_always,
    )


def ask_one(q: Question, costs: MoveCosts) -> Reach:
    (start,) = q.sources
    return costs.reach(
        start,
        q.limit,
        stop=bits(q.stop),
        stop_to_stop=q.stop_to_stop,
        barred=bits(q.barred),
        barred_sides=bits(q.barred_sides),
        enter_extra=q.enter_extra,
        leave_extra=q.leave_extra,
        one_hex_always=q.one_hex_always,
    )


def check(q: Question) -> None:
    expected = q.answer()
    compare(q, expected, ask(q))
    if len(q.sources) == 1:
        costs = costs_of(q)
        compare(q, expected, ask_one(q, costs))
        compare(q, expected, ask_one(q, costs))  # perhaps kept


def compare(q: Question, expected: dict[int, tuple[int, tuple[int, ...]]], found: Reach) -> None:
    assert found.cost == {h: cost for h, (cost, _) in expected.items()}
    assert list(found) == list(found.hexes) == sorted(expected)
    assert found.bits == bits(expected)
    assert len(found) == len(expected)
    assert found.destinations == tuple(h for h in sorted(expected) if h not in q.sources)
    assert [h in found for h in range(len(q.grid))] == [h in expected for h in range(len(q.grid))]
    for h, (_, path) in expected.items():
        assert found.path(h) == path


@given(questions(hindered=False, sources=1))
@thorough
def test_reach_of_one_unit(q: Question) -> None:
    check(q)


@given(questions(hindered=False, sources=3))
@thorough
def test_floods_from_several_sources(q: Question) -> None:
    check(q)


@given(questions(hindered=True, sources=2))
@thorough
def test_floods_with_everything_that_can_hinder_them(q: Question) -> None:
    check(q)


@pytest.mark.night
@given(st.one_of(questions(hindered=False, sources=1), questions(hindered=False, sources=3), questions(True, 2)))
@all_night
def test_thousands_of_questions(q: Question) -> None:
    check(q)


@given(questions(hindered=False, sources=1))
@quick
def test_backwards_turns_every_step_round(q: Question) -> None:
    costs = costs_of(q)
    back = costs.backwards()
    for a in range(len(q.grid)):
        for b in q.grid.neighbours[a]:
            assert back.cost(b, a) == costs.cost(a, b)
    assert back.backwards() is costs


@given(questions(hindered=False, sources=1))
@quick
def test_one_question_with_its_own_costs(q: Question) -> None:
    (start,) = q.sources
    q.links = {}
    kept = ask(q)
    once = reach(
        q.grid, start, q.limit, lambda h: q.enter[h], side_cost=q.sides, leave_cost=q.leave or None, stop=bits(q.stop),
        barred=bits(q.barred), stop_to_stop=q.stop_to_stop, one_hex_always=q.one_hex_always,
    )  # fmt: skip
    assert once.cost == kept.cost


@given(questions(hindered=False, sources=1), st.data())
@thorough
def test_kept_answers_are_never_given_to_another_question(q: Question, data: st.DataObject) -> None:
    """One table asked again and again while the enemy moves."""
    costs = MoveCosts(q.grid, q.enter, sides=q.sides, leave=q.leave or None, links=q.links, keep=3)
    hexes = st.integers(0, len(q.grid) - 1)
    for _ in range(4):
        match data.draw(st.sampled_from(["enemy", "zone", "allowance", "start", "rule", "same"])):
            case "enemy":
                q.barred = q.barred ^ {data.draw(hexes)}
            case "zone":
                q.stop = q.stop ^ {data.draw(hexes)}
            case "allowance":
                q.limit = data.draw(st.integers(-1, 20))
            case "start":
                q.sources = {data.draw(hexes)}
            case "rule":
                q.stop_to_stop = not q.stop_to_stop
        compare(q, q.answer(), ask_one(q, costs))


GRID = SCHLIEFFENS_WAR.rectangle(range(1, 9), range(1, 9))
H = GRID.hex
EASY = MoveCosts(GRID, [1] * len(GRID))


def labels(found: Reach) -> list[str]:
    return [GRID.label(h) for h in found.destinations]


def test_a_zone_of_control_ends_the_move_but_not_the_start() -> None:
    row = bits(GRID.hexes(f"04{c:02}" for c in range(1, 9)))  # a line of zones right across the map
    walk = EASY.reach(H("0304"), 5, stop=row)
    assert H("0404") in walk
    assert H("0504") not in walk
    assert H("0504") in EASY.reach(H("0404"), 1, stop=row)


def test_from_zone_to_zone() -> None:
    zone = bits(GRID.hexes(["0404", "0405"]))
    assert H("0405") in EASY.reach(H("0404"), 1, stop=zone)
    assert H("0405") not in EASY.reach(H("0404"), 1, stop=zone, stop_to_stop=False)
    round_about = EASY.reach(H("0404"), 2, stop=zone, stop_to_stop=False)
    assert round_about.cost[H("0405")] == 2  # leaving the zone first and coming back is another matter


def test_rivers_cost_and_cliffs_bar() -> None:
    river, cliff = GRID.side(H("0404"), H("0405")), GRID.side(H("0404"), H("0403"))
    costs = MoveCosts(GRID, [2] * len(GRID), sides={river: 1, cliff: None})
    assert costs.cost(H("0404"), H("0405")) == costs.cost(H("0405"), H("0404")) == 3
    assert costs.cost(H("0404"), H("0403")) is None
    assert labels(costs.reach(H("0404"), 2)) == sorted(labels(costs.reach(H("0404"), 2)), key=H)
    assert H("0405") not in costs.reach(H("0404"), 2)


def test_the_dearer_side_of_a_river_is_gone_round() -> None:
    """A step that costs one more than the way round by a common neighbour is not taken."""
    a, b, c = GRID.hexes(["0404", "0405", "0305"])
    assert GRID.adjacent(a, c)
    assert GRID.adjacent(b, c)
    costs = MoveCosts(GRID, [1] * len(GRID), sides={GRID.side(a, b): 2})
    walk = costs.reach(a, 3)
    assert walk.cost[b] == 2
    assert walk.path(b) == (a, c, b)


def test_one_hex_may_always_be_moved() -> None:
    costs = MoveCosts(GRID, [None if h == H("0403") else 4 for h in range(len(GRID))])
    assert labels(costs.reach(H("0404"), 3)) == []
    walk = costs.reach(H("0404"), 3, one_hex_always=True, barred=bits([H("0405")]))
    assert set(labels(walk)) == {"0304", "0305", "0504", "0505"}
    assert set(walk.cost.values()) == {0, 3}
    assert walk.path(H("0304")) == GRID.hexes(["0404", "0304"])


def test_roads_have_their_own_cost() -> None:
    forest = [3] * len(GRID)
    road = GRID.hexes(["0404", "0405", "0406", "0407"])
    links = {pair: 1 for a, b in itertools.pairwise(road) for pair in ((a, b), (b, a))}
    walk = MoveCosts(GRID, forest, links=links).reach(H("0404"), 3)
    assert walk.cost[H("0407")] == 3
    assert walk.path(H("0407")) == road


def test_wrong_costs_are_refused() -> None:
    with pytest.raises(ValueError, match="one cost for each of the 64 hexes"):
        MoveCosts(GRID, [1])
    with pytest.raises(ValueError, match="a cost below 0"):
        MoveCosts(GRID, [-1] * len(GRID))
    with pytest.raises(NotAdjacent):
        MoveCosts(GRID, [1] * len(GRID), links={(H("0101"), H("0808")): 1})
    with pytest.raises(ValueError, match="0808 isn't within reach"):
        EASY.reach(H("0101"), 2).path(H("0808"))


def test_an_answer_is_kept_while_nothing_near_changes() -> None:
    costs = MoveCosts(GRID, [1] * len(GRID), keep=2)
    first = costs.reach(H("0101"), 2, stop=bits([H("0103")]))
    assert costs.reach(H("0101"), 2, stop=bits(GRID.hexes(["0103", "0808"]))) is first
    assert costs.reach(H("0101"), 2, stop=bits(GRID.hexes(["0103", "0102"]))) is not first
    never = MoveCosts(GRID, [1] * len(GRID), keep=0)
    assert never.reach(0, 2) is not never.reach(0, 2)
