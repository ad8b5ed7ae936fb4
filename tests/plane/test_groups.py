"""Formations, marches past an enemy, and lines of sight."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marne import plane
from plane import reference

POINTS = st.tuples(st.integers(0, 3000), st.integers(0, 3000))
BASES = st.builds(
    plane.base, st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 359), st.just(200), st.just(150)
)
BODIES = st.builds(
    lambda x, y, facing, formation, n: plane.group(
        plane.lay_out(x, y, facing, formation, (200,) * n, (150,) * n), ((200, 150),) * n
    ),
    st.integers(0, 3000),
    st.integers(0, 3000),
    st.integers(0, 359),
    st.sampled_from(plane.FORMATIONS),
    st.integers(1, 6),
)


@given(BODIES)
def test_a_body_stands_closed_up_and_on_its_own_ground(body: plane.Group) -> None:
    for one, other in pairwise(body.figures):
        assert plane.distance2(one, other) <= 3**2 or len(body.figures) > 2  # rounding of corners; ranks begin anew
    for i, one in enumerate(body.figures):
        others = body.figures[:i] + body.figures[i + 1 :]
        assert not others or min(plane.distance2(one, other) for other in others) <= 3**2


def test_formations() -> None:
    sizes = (200,) * 4, (150,) * 4
    assert [x for x, _, _ in plane.lay_out(1000, 1000, 0, "line", *sizes)] == [700, 900, 1100, 1300]
    assert [y for _, y, _ in plane.lay_out(1000, 1000, 0, "column", *sizes)] == [775, 925, 1075, 1225]
    assert [(x, y) for x, y, _ in plane.lay_out(1000, 1000, 0, "double", *sizes)] == [
        (900, 925),
        (1100, 925),
        (900, 1075),
        (1100, 1075),
    ]


@given(BODIES, BODIES)
def test_bodies_are_as_far_apart_as_their_nearest_bases(a: plane.Group, b: plane.Group) -> None:
    due = min(plane.distance2(one, other) for one in a.figures for other in b.figures)
    assert plane.group_distance2(a, b) == due
    for most in (0, 200, 1200):
        assert plane.near(a, b, most) == (due <= most * most)
    assert plane.groups_overlap(a, b) == any(plane.overlap(one, other) for one in a.figures for other in b.figures)


@given(BODIES, st.lists(BODIES, max_size=5))
def test_a_body_shares_its_ground_with_one_that_is_around_it(body: plane.Group, others: list[plane.Group]) -> None:
    due = [other for other in others if plane.groups_overlap(body, other)]
    assert plane.any_overlap(body, others) == bool(due)
    (x, y), most = body.middle, plane.extent(body.sizes) + 200  # the middle is nearer than that to where it was put
    assert set(due) <= set(plane.around(others, x, y, most))


@given(st.integers(0, 359), st.sampled_from(plane.FORMATIONS), st.integers(1, 6), st.sampled_from((150, 200)))
def test_no_base_reaches_farther_than_the_extent(facing: int, formation: str, n: int, depth: int) -> None:
    sizes = ((200, depth),) * n + ((200, 150),)
    body = plane.body_at(500, 700, facing, formation, sizes)
    far = plane.extent(sizes)
    assert all((x - 500) ** 2 + (y - 700) ** 2 <= far * far for figure in body.figures for x, y in figure.corners)


@given(BODIES, st.lists(st.lists(POINTS, min_size=2, max_size=3), min_size=1, max_size=3), st.sampled_from((200, 300)))
def test_a_march_passes_a_body_if_it_passes_one_of_its_bases(
    body: plane.Group, tracks: list[list[plane.Point]], reach: int
) -> None:
    due = any(plane.passes(figure, track, reach) for track in tracks for figure in body.figures)
    assert plane.march_passes(body, tracks, reach) == due


@given(BODIES, POINTS, st.integers(0, 1500))
def test_a_body_is_near_a_point_if_one_of_its_bases_is(body: plane.Group, point: plane.Point, most: int) -> None:
    due = min(plane.point_distance2(figure, *point) for figure in body.figures) <= most * most
    assert plane.near_point(body, *point, most) == due


@given(BASES, st.lists(POINTS, min_size=2, max_size=4))
def test_going_past_means_coming_near_and_going_on(figure: plane.Figure, path: list[plane.Point]) -> None:
    nearest = min(reference.segment_gap(figure, a, b) for a, b in pairwise(path))
    ends = reference.point_gap(figure, path[0]), reference.point_gap(figure, path[-1])
    assert plane.passes(figure, path, 300) == (nearest <= 300**2 and nearest < min(ends))


@given(st.lists(POINTS, min_size=2, max_size=4), st.integers(0, 8))
def test_a_point_along_a_path_lies_on_it(path: list[plane.Point], part: int) -> None:
    x, y = plane.along(path, part, 8)
    assert plane.polyline_distance2(tuple(path), x, y) <= 2
    assert plane.along(path, 0, 8) == path[0]


WOOD = plane.Figure([(1000, 0), (2000, 0), (2000, 3000), (1000, 3000)])


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ((0, 500, 3000, 500), False),  # through it
        ((0, 500, 1200, 500), True),  # two inches in
        ((0, 500, 1201, 500), False),
        ((1800, 500, 3000, 500), True),  # two inches out
        ((1799, 500, 3000, 500), False),
        ((0, 500, 900, 2900), True),  # beside it
    ],
)
def test_a_wood_hides_what_is_deep_inside(line: tuple[int, int, int, int], seen: bool) -> None:
    screens = plane.Screens([plane.Area(WOOD, 200, 200)], [])
    assert screens.clear(*line) == seen
    assert screens.clear(*line[2:], *line[:2]) == seen


def test_a_crest_hides_from_lower_ground_only() -> None:
    screens = plane.Screens([plane.Area(WOOD, height=1)], [])
    assert screens.height(1500, 500) == 1
    assert screens.height(500, 500) == 0
    assert not screens.clear(0, 500, 3000, 500)
    assert screens.clear(0, 500, 3000, 500, 0, 1)


def test_a_hedge_hides_unless_somebody_lines_it() -> None:
    hedge = plane.Fence(((1000, 0), (1000, 1000)), 100)
    screens = plane.Screens([], [hedge])
    assert not screens.clear(500, 500, 1500, 500)
    assert screens.clear(900, 500, 1500, 500)
    assert screens.clear(500, 500, 1100, 500)
    assert screens.clear(500, 500, 1500, 500, 1, 0)
    assert screens.clear(500, 1500, 1500, 1500)


@given(st.lists(BASES, max_size=6), POINTS, POINTS)
def test_bases_in_the_way(figures: list[plane.Figure], a: plane.Point, b: plane.Point) -> None:
    if a != b:
        due = any(reference.part_inside(a, b, figure) is not None for figure in figures)
        assert plane.blocked_by_figure(figures, *a, *b) == due


@given(st.lists(st.tuples(BASES, st.integers(0, 200)), max_size=5), POINTS, POINTS)
def test_sight_through_areas(pieces: list[tuple[plane.Figure, int]], a: plane.Point, b: plane.Point) -> None:
    if a == b:
        return
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    hidden = False
    for figure, depth in pieces:
        part = reference.part_inside(a, b, figure)
        hidden |= part is not None and square * (part[1] - part[0]) ** 2 > depth**2
    screens = plane.Screens([plane.Area(figure, depth, depth) for figure, depth in pieces], [])
    assert screens.clear(*a, *b) == (not hidden)


def test_a_body_near_a_point_between_others_and_in_the_way_of_a_march() -> None:
    body = plane.group(((1000, 1000, 0), (1200, 1000, 0)), ((200, 200), (200, 200)))
    assert [plane.near_point(body, x, 1000, 300) for x in (600, 599, 1600, 1601)] == [True, False, True, False]
    assert [plane.near_point(body, 1000, y, 300) for y in (600, 599, 1400, 1401)] == [True, False, True, False]
    assert [plane.near_point(body, 660, 660, most) for most in (339, 340)] == [False, True], "corner to point"
    one, other = (plane.group(((x, y, 0),), ((200, 200),)) for x, y in ((500, 500), (2000, 2000)))
    assert plane.between(body, one, other)
    assert plane.between(body, other, one)
    for x, y in ((200, 1000), (2500, 1000), (1000, 200), (1000, 2500)):
        away = plane.group(((x, y, 0),), ((200, 200),))
        assert not plane.between(away, one, other)
    assert plane.march_passes(body, [((500, 500), (600, 600)), ((700, 500), (700, 2000))], 200)
    assert not plane.march_passes(body, [((500, 500), (600, 600)), ((699, 500), (699, 2000))], 200)
    assert not plane.march_passes(body, [((700, 500), (700, 1000))], 200), "it ends beside the body"


AREAS = st.builds(
    lambda x, y, w, h, kind: plane.Area(
        plane.Figure(
            [(x + dx * w, y + dy * h) for dx, dy in ((-10, -6), (0, -10), (10, -6), (10, 6), (0, 10), (-10, 6))]
        ),
        *((200, 200, 0), (150, 0, 0), (-1, -1, 1))[kind],
    ),
    st.integers(0, 3000),
    st.integers(0, 3000),
    st.integers(20, 120),
    st.integers(20, 120),
    st.integers(0, 2),
)


@given(st.lists(AREAS, max_size=4), BODIES, BODIES, st.lists(st.tuples(POINTS, POINTS), max_size=2))
def test_all_lines_at_once_are_those_that_are_open_one_by_one(
    areas: list[plane.Area], a: plane.Group, b: plane.Group, hedges: list[tuple[plane.Point, plane.Point]]
) -> None:
    screens = plane.Screens(areas, [plane.Fence(hedge, 100) for hedge in hedges])
    ones, others = ([(x, y, screens.height(x, y)) for x, y, _ in body.placed] for body in (a, b))
    box = min(a.left, b.left), max(a.right, b.right), min(a.top, b.top), max(a.bottom, b.bottom)
    found = set(screens.open_lines(ones, others, box, (a.middle, b.middle, max(a.radius, b.radius))))
    due = {(p, q) for p in ones for q in others if screens.clear(*p[:2], *q[:2], p[2], q[2])}
    assert found == due


def test_a_village_across_the_whole_view_hides_everybody_at_once() -> None:
    village = plane.Area(plane.Figure([(0, 1000), (3000, 1000), (3000, 1400), (0, 1400)]), 150, 0)
    near, far = [(x, 500, 0) for x in (900, 1500, 2100)], [(x, 2500, 0) for x in (900, 1500, 2100)]
    assert village.hides_all(near, far)
    assert not village.hides_all(near, [*far, (9000, 900, 0)]), "one line goes round it"
    assert not village.hides_all([(900, 1390, 0), *near], far), "who is in it sees a little way out"
    hill = plane.Area(village.figure, height=1)
    assert hill.hides_all(near, far)
    assert not hill.hides_all([(900, 500, 1)], far), "as high as the crest"


def test_a_wood_hides_everybody_at_once_whose_lines_go_through_its_core() -> None:
    wood = plane.Area(plane.Figure([(0, 1000), (3000, 1000), (3000, 1600), (0, 1600)]), 200, 200)
    near, far = [(x, 500, 0) for x in (900, 1500, 2100)], [(x, 2500, 0) for x in (900, 1500, 2100)]
    assert wood.hides_all(near, far)
    assert not wood.hides_all(near, [*far, (3100, 1300, 0)]), "one line cuts its corner"
    assert not wood.hides_all([(900, 1590, 0)], far), "who is in it sees a little way out"
    assert not plane.Area(plane.Figure([(0, 1000), (3000, 1000), (3000, 1200), (0, 1200)]), 200, 200).hides_all(
        near, far
    )


def test_bounds_of_a_distance_hold_and_are_close() -> None:
    a = plane.body_at(1000, 1000, 0, "line", ((200, 150),) * 4)
    b = plane.body_at(1000, 2000, 180, "line", ((200, 150),) * 4)
    assert plane.group_distance2(a, b) == 850**2
    least, most = plane.apart(a, b)
    assert 700 < least <= 850 <= most < 1010
    assert plane.body_at(1000, 1000, 0, "line", ((200, 150),) * 4) is a, "made once"
    assert plane.body_of(0, "line", ((200, 150),) * 4).moved(1000, 1000).figures[0].corners == a.figures[0].corners
