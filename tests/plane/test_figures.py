"""Bases and distances, against the slow exact reference."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marne import plane
from plane import reference

POINTS = st.tuples(st.integers(-900, 900), st.integers(-900, 900))
BASES = st.builds(
    plane.base,
    st.integers(-900, 900),
    st.integers(-900, 900),
    st.integers(0, 359),
    st.sampled_from((100, 200)),
    st.sampled_from((100, 150, 200)),
)


@pytest.mark.parametrize("angle", range(-360, 720, 7))
def test_the_sine_table_is_the_sine_rounded(angle: int) -> None:
    assert abs(plane.sine(angle) - math.sin(math.radians(angle)) * plane.ONE) <= 0.5001
    assert abs(plane.cosine(angle) - math.cos(math.radians(angle)) * plane.ONE) <= 0.5001


@given(st.integers(-5000, 5000), st.integers(-5000, 5000))
def test_bearing_is_the_degree_at_or_below(dx: int, dy: int) -> None:
    if not dx and not dy:
        assert plane.bearing(dx, dy) == 0
        return
    found = plane.bearing(dx, dy)
    exact = math.degrees(math.atan2(dx, -dy)) % 360
    assert 0 <= found < 360
    assert min((exact - found) % 360, (found - exact) % 360 if (found - exact) % 360 < 0.01 else 360) < 1.01


@given(st.integers(0, 359), st.sampled_from((30, 45, 60, 90)), POINTS)
def test_an_arc_holds_what_lies_within_its_half_angle(facing: int, half: int, v: tuple[int, int]) -> None:
    dx, dy = v
    off = abs((math.degrees(math.atan2(dx, -dy)) - facing + 180) % 360 - 180)
    if v != (0, 0) and abs(off - half) > 0.02:
        assert plane.in_arc(facing, half, dx, dy) == (off < half)


@given(st.integers(0, 359))
def test_a_base_keeps_its_size_when_it_turns(facing: int) -> None:
    corners = plane.base(0, 0, facing, 200, 150).corners
    sides = [math.dist(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert [round(side, -1) for side in sides] in ([200, 150, 200, 150], [150, 200, 150, 200])


def test_a_figure_must_be_convex() -> None:
    with pytest.raises(ValueError, match="not convex"):
        plane.Figure([(0, 0), (10, 0), (2, 2), (0, 10)])
    clockwise = plane.Figure([(0, 0), (10, 0), (10, 10), (0, 10)])
    assert plane.Figure(clockwise.corners[::-1]).corners != clockwise.corners[::-1]
    assert plane.contains(plane.Figure(clockwise.corners[::-1]), 5, 5)


@given(BASES, POINTS)
def test_points_and_figures(figure: plane.Figure, p: tuple[int, int]) -> None:
    assert plane.contains(figure, *p) == reference.inside(figure, *p)
    assert plane.point_distance2(figure, *p) == reference.point_gap(figure, p)


@given(BASES, POINTS, POINTS)
def test_segments_and_figures(figure: plane.Figure, a: tuple[int, int], b: tuple[int, int]) -> None:
    assert plane.segment_distance2(figure, *a, *b) == reference.segment_gap(figure, a, b)


@given(POINTS, POINTS, POINTS, POINTS)
def test_segments_that_meet(a: plane.Point, b: plane.Point, c: plane.Point, d: plane.Point) -> None:
    assert plane.crosses(*a, *b, *c, *d) == reference.meets(a, b, c, d)
    assert (plane.segments_distance2(*a, *b, *c, *d) == 0) == reference.meets(a, b, c, d)


@given(BASES, BASES)
def test_distance_from_base_to_base(a: plane.Figure, b: plane.Figure) -> None:
    found = plane.distance2(a, b)
    assert found == plane.distance2(b, a) == reference.gap(a, b)
    if plane.overlap(a, b):
        assert found == 0
    if found:
        assert not plane.overlap(a, b)


@given(BASES, POINTS, POINTS)
def test_the_part_of_a_line_inside_a_figure(figure: plane.Figure, a: plane.Point, b: plane.Point) -> None:
    part, due = plane.clip(figure, *a, *b), reference.part_inside(a, b, figure)
    if a == b:
        return
    assert (part is None) == (due is None)
    if part is not None and due is not None:
        assert (Fraction(part[0], part[1]), Fraction(part[2], part[3])) == due
        square = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) * (due[1] - due[0]) ** 2
        assert plane.chord(part, *a, *b) == math.isqrt(math.floor(square))
        for most in (0, 100, 150, 200):
            assert plane.longer_than(part, most, *a, *b) == (square > most**2)


@given(POINTS, POINTS)
def test_a_length_is_rounded_up(a: plane.Point, b: plane.Point) -> None:
    found, square = plane.length(*a, *b), (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    assert found**2 >= square
    assert found == 0 or (found - 1) ** 2 < square
