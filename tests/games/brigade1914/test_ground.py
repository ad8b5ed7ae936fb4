"""C15, C19, C23: what ground costs, stops and covers."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import battle, going, refused
from marne.games.brigade1914.components.data import TABLES, PieceRow, TableFile
from marne.games.brigade1914.components.ground import Ground, Piece, on_road, path_cost
from marne.games.brigade1914.rules.measures.sight import covered_by_ground
from marne.games.brigade1914.rules.measures.troops import shape
from marne.plane import Point

SQUARE = ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000))


def table(name: str, *pieces: PieceRow) -> str:
    """A table for a test."""
    TABLES.setdefault(name, TableFile(name, (), pieces))
    return name


@pytest.mark.rule("C15")
def test_a_leg_is_on_a_road_if_both_its_ends_are_within_an_inch_of_one_stretch() -> None:
    ground = Ground("", (((0, 0), (1000, 0), (1000, 1000)),), ())
    assert on_road(ground, (100, 0), (900, 100))
    assert not on_road(ground, (100, 0), (900, 101))
    assert not on_road(ground, (100, 101), (900, 0))
    assert not on_road(ground, (500, 0), (1000, 500)), "round the corner is two legs"
    assert on_road(ground, (1000, 0), (1000, 900))
    assert on_road(ground, (100, 100), (900, 0))


@pytest.mark.rule("C15")
def test_a_road_through_a_wood_costs_nothing_more_and_beside_it_the_wood_does() -> None:
    wood = (Piece("wood", SQUARE),)
    road = Ground("", (((0, 1500), (3000, 1500)),), wood)
    assert path_cost(road, ((500, 1500), (2500, 1500)), "gun", False, ()) == 2000
    assert path_cost(road, ((500, 1700), (2500, 1700)), "gun", False, ()) == -1
    assert path_cost(road, ((500, 1700), (2500, 1700)), "foot", False, ()) == 3000, "ten inches of wood count twice"
    assert path_cost(road, ((500, 300), (2500, 300)), "foot", False, ()) == 2000
    bent = ((500, 1700), (500, 1500), (2500, 1500))
    assert path_cost(road, bent, "gun", False, ()) == 2200


@pytest.mark.rule("C15")
def test_horse_do_not_assault_through_a_wood_but_foot_do() -> None:
    ground = Ground("", (), (Piece("wood", SQUARE), Piece("crops", ((3000, 0), (4000, 0), (4000, 900), (3000, 900)))))
    way = ((500, 1500), (2500, 1500))
    assert path_cost(ground, way, "mounted", True, ()) == -1
    assert path_cost(ground, way, "mounted", False, ()) == 5000
    assert path_cost(ground, way, "foot", True, ()) == 3000
    assert path_cost(ground, ((2900, 500), (4100, 500)), "mounted", True, ()) == 2200


@pytest.mark.rule("C15")
def test_a_line_is_paid_for_once_and_only_where_it_is_crossed() -> None:
    hedge = Ground("", (), (Piece("hedge", ((1500, 0), (1500, 1000), (1500, 3000))),))
    assert path_cost(hedge, ((1000, 1500), (1400, 1500)), "foot", False, ()) == 400
    assert path_cost(hedge, ((1000, 1500), (2000, 1500)), "mounted", False, ()) == 1400
    assert path_cost(hedge, ((1000, 3500), (2000, 3500)), "gun", False, ()) == 1000
    bridged = Ground("", (((0, 1500), (3000, 1500)),), (Piece("hedge", ((1500, 0), (1500, 3000))),))
    assert path_cost(bridged, ((1000, 1300), (2000, 1800)), "gun", False, ()) == 1119, "it crosses where the road does"
    assert path_cost(bridged, ((1000, 2000), (2000, 2000)), "gun", False, ()) == -1


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("leg", "line", "road", "free"),
    [
        (((1000, 1000), (2000, 2000)), ((1000, 2000), (2000, 1000)), ((0, 1500), (3000, 1500)), True),
        (((1000, 1000), (2000, 2000)), ((1000, 2000), (2000, 1000)), ((0, 1601), (3000, 1601)), False),
        (((1000, 1000), (2000, 2000)), ((1000, 2000), (2000, 1000)), ((0, 1600), (3000, 1600)), True),
        (((1000, 1200), (1900, 1500)), ((1300, 500), (1600, 2000)), ((1460, 0), (1460, 3000)), True),
        (((1000, 1200), (1900, 1500)), ((1300, 500), (1600, 2000)), ((1700, 0), (1700, 3000)), False),
        (((1900, 1500), (1000, 1200)), ((1600, 2000), (1300, 500)), ((1460, 0), (1460, 3000)), True),
    ],
)
def test_a_bridge_is_where_the_leg_crosses_the_line_and_nowhere_else(
    leg: tuple[Point, Point], line: tuple[Point, Point], road: tuple[Point, Point], free: bool
) -> None:
    ground = Ground("", (road,), (Piece("river", line),))
    assert (path_cost(ground, leg, "foot", False, ()) >= 0) == free


@pytest.mark.rule("C15", "C23")
def test_flooded_fields_cost_two_inches_and_stop_guns() -> None:
    ground = Ground("", (), ())
    flood = ((1500, 1500),)
    way = ((1000, 1500), (2000, 1500))
    assert [path_cost(ground, way, arm, False, flood) for arm in ("foot", "mounted", "gun")] == [1200, 1200, -1]
    assert path_cost(ground, ((1000, 1801), (2000, 1801)), "gun", False, flood) == 1000
    assert path_cost(ground, ((1000, 1799), (2000, 1799)), "gun", False, flood) == -1
    for a, b, stopped in (((1000, 1201), (2000, 1201), True), ((1000, 1199), (2000, 1199), False),
                          ((1201, 1000), (1201, 2000), True), ((1199, 1000), (1199, 2000), False),
                          ((1799, 1000), (1799, 2000), True), ((1801, 1000), (1801, 2000), False)):  # fmt: skip
        assert (path_cost(ground, (a, b), "gun", False, flood) == -1) == stopped


@pytest.mark.rule("C15")
def test_ground_is_refused_or_too_dear_with_its_reason() -> None:
    name = table("woods", PieceRow("wood", ((2000, 3000), (4000, 3000), (4000, 3900), (2000, 3900))))
    position = going(battle(map=name, units={"b4": {"at": [3000, 4000], "tokens": 2}}), "b4", "move")
    assert refused(position, "3000,3700 0 line") == "C15"
    foot = going(battle(map=name, units={"b1": {"at": [3000, 3950], "tokens": 2}}), "b1", "move")
    assert foot.read("3000,3575 0 line") is not None
    assert refused(foot, "3000,3450 0 line") == "C15"


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("kind", "safe"), [("orchard", True), ("wood", True), ("crops", False), ("hill", False)])
def test_half_the_bases_in_covering_ground_cover_a_unit(kind: str, safe: bool) -> None:
    name = table(f"cover {kind}", PieceRow(kind, ((2000, 2000), (3000, 2000), (3000, 3000), (2000, 3000))))
    for x, inside in ((2500, safe), (3000, safe), (3201, False)):
        board = battle(map=name, units={"b1": {"at": [x, 2500], "mgs": 0}}).board
        assert covered_by_ground(board, 0, None) == inside, x
    three = battle(map=name, units={"b1": {"at": [3100, 2500], "bases": 3, "mgs": 0}}).board
    assert not covered_by_ground(three, 0, None), "one of three"


@pytest.mark.rule("C15", "C19")
def test_a_hedge_covers_who_lines_it_against_fire_from_beyond_it() -> None:
    name = table(
        "hedges", PieceRow("hedge", ((1000, 2500), (5000, 2500))), PieceRow("stream", ((0, 4500), (7200, 4500)))
    )
    units: dict[str, Any] = {"b1": {"at": [3000, 2600]}, "r1": {"at": [3000, 1500]}, "r2": {"at": [3000, 4000]}}
    board = battle(map=name, units=units).board
    assert covered_by_ground(board, 0, shape(board, 4))
    assert not covered_by_ground(board, 0, shape(board, 5)), "fire from behind does not cross the hedge"
    assert covered_by_ground(board, 0, None)
    for y, lining in ((2675, True), (2676, False)):
        board = battle(map=name, units={**units, "b1": {"at": [3000, y]}}).board
        assert covered_by_ground(board, 0, shape(board, 4)) == lining
    wet = battle(map=name, units={"b1": {"at": [3000, 4550]}}).board
    assert not covered_by_ground(wet, 0, None), "a stream covers nobody"


@pytest.mark.rule("C15", "C19")
def test_a_base_behind_two_hedges_is_covered_once() -> None:
    name = table(
        "two hedges",
        PieceRow("hedge", ((2000, 2500), (2300, 2500))),
        PieceRow("hedge", ((2000, 2520), (2300, 2520))),
    )
    board = battle(map=name, units={"b1": {"at": [2400, 2600], "bases": 4, "mgs": 0}}).board
    assert [x for x, _, _ in board.at[0]] == [2100, 2300, 2500, 2700]
    one = battle(map=name, units={"b1": {"at": [2600, 2600], "bases": 4, "mgs": 0}}).board
    assert covered_by_ground(board, 0, None)
    assert not covered_by_ground(one, 0, None), "one base of four"
