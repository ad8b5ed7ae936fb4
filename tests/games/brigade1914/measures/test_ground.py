"""C15: what ground costs, stops and covers."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from typing import Any

import pytest

from games.brigade1914.support import battle, going, play, refused
from marne.games.brigade1914.components.data import TABLES, TERRAIN, PieceRow, TableFile
from marne.games.brigade1914.components.ground import Ground, Piece, _bridge, ground_of, on_road, path_cost
from marne.games.brigade1914.rules.measures.sight import covered_by_ground
from marne.games.brigade1914.rules.measures.troops import shape
from marne.games.brigade1914.rules.movement.movement import road_bonus, why_not_go
from marne.plane import Point

SQUARE = ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000))


def table(name: str, *pieces: PieceRow) -> str:
    """A table for a test."""
    TABLES.setdefault(name, TableFile(name, (), pieces))
    return name


@pytest.mark.rule("C15")
@pytest.mark.reading("ground-middle")
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
@pytest.mark.reading("road-is-gap")
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
    for a, b, stopped in (
        ((1000, 1201), (2000, 1201), True),
        ((1000, 1199), (2000, 1199), False),
        ((1201, 1000), (1201, 2000), True),
        ((1199, 1000), (1199, 2000), False),
        ((1799, 1000), (1799, 2000), True),
        ((1801, 1000), (1801, 2000), False),
    ):
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


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted", "gun"),
    [
        ("crops", 1000, 2000, 2000),
        ("orchard", 1000, 2000, 2000),
        ("wood", 2000, 4000, -1),
        ("village", 2000, -1, -1),
        ("hill", 1000, 1000, 1000),
        ("steep", 2000, 2000, -1),
    ],
)
@pytest.mark.reading("wood-horse")
def test_ten_inches_through_terrain(kind: str, foot: int, mounted: int, gun: int) -> None:
    ground = Ground("", (), (Piece(kind, ((0, 0), (3000, 0), (3000, 3000), (0, 3000))),))
    path = ((1000, 1000), (2000, 1000))
    assert [path_cost(ground, path, arm, False, ()) for arm in ("foot", "mounted", "gun")] == [foot, mounted, gun]
    assert (path_cost(ground, path, "mounted", True, ()) == -1) == (not TERRAIN[kind].assault or mounted < 0)


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted", "gun"),
    [("hedge", 1200, 1400, -1), ("stream", 1200, 1200, -1), ("river", -1, -1, -1), ("railway", 1200, 1400, -1)],
)
@pytest.mark.reading("road-is-gap")
def test_ten_inches_across_a_line_and_the_same_over_a_bridge(kind: str, foot: int, mounted: int, gun: int) -> None:
    line = (Piece(kind, ((1500, 0), (1500, 3000))),)
    path = ((1000, 1000), (2000, 1000))
    ground = Ground("", (), line)
    assert [path_cost(ground, path, arm, False, ()) for arm in ("foot", "mounted", "gun")] == [foot, mounted, gun]
    bridge = Ground("", (((0, 1000), (3000, 1000)),), line)
    assert [path_cost(bridge, path, arm, False, ()) for arm in ("foot", "mounted", "gun")] == [1000] * 3


@pytest.mark.rule("C15")
def test_a_road_adds_to_a_move_that_is_wholly_on_it() -> None:
    position = battle(units={"b1": {"at": [3600, 4000], "formation": "column", "tokens": 3}})
    position = play(position, "activate b1", "move")
    assert position.read("3600,3000 0 column") is not None
    assert refused(position, "3600,2999 0 column") == "A5"
    beside = battle(units={"b1": {"at": [3300, 4000], "formation": "column", "tokens": 3}})
    assert refused(play(beside, "activate b1", "move"), "3300,3190 0 column") == "A5"


@pytest.mark.rule("C15", "C27")
def test_tables_from_a_seed_are_the_same_every_time_and_differ_from_each_other() -> None:
    a, b = ground_of("random 7"), ground_of("random 8")
    assert [piece.kind for piece in a.pieces] == [piece.kind for piece in ground_of("random 7").pieces]
    assert [p.figure and p.figure.corners for p in a.pieces] != [p.figure and p.figure.corners for p in b.pieces]
    for seed in range(0, 1000, 37):
        ground = ground_of(f"random {seed}")
        assert 6 <= len(ground.pieces) <= 10
        assert len(ground.roads) == 2


@pytest.mark.rule("C15")
def test_a_leg_that_only_touches_the_edge_of_a_piece_is_looked_at() -> None:
    ground: Any = SimpleNamespace(boxes=((100, 200, 300, 400),))
    for ax, ay, bx, by in ((0, 300, 500, 300), (0, 400, 500, 400), (100, 0, 100, 900), (200, 0, 200, 900)):
        assert Ground.touched(ground, ax, ay, bx, by)
    for ax, ay, bx, by in ((0, 299, 500, 299), (0, 401, 500, 401), (99, 0, 99, 900), (201, 0, 201, 900)):
        assert not Ground.touched(ground, ax, ay, bx, by)


@pytest.mark.rule("C15")
def test_a_leg_along_a_line_crosses_it_at_no_bridge() -> None:
    ground: Any = SimpleNamespace(roads=(((0, 0), (1000, 0)),))
    assert not _bridge(ground, (0, 0), (500, 0), (100, 0), (900, 0))
    assert _bridge(ground, (500, -500), (500, 500), (0, 0), (1000, 0))


@pytest.mark.rule("C15", "C26")
def test_what_a_road_adds_and_to_which_moves() -> None:
    board = battle("bn4 bn4 cav3 field").board
    for how in ("move", "fall back", "enter", "march"):
        assert [road_bonus(board, unit, how) for unit in (0, 2, 3)] == [200, 400, 200]
    for how in ("fire", "assault", "second", "react", "advance", "fog", "driven"):
        assert road_bonus(board, 2, how) == 0
    cyclists = battle("cav4 cav4 cyc3", lists=("belgian cavalry", "german infantry")).board
    assert road_bonus(cyclists, 2, "move") == 400
    board.foot[2] = 1
    assert road_bonus(board, 2, "move") == 200


@pytest.mark.rule("C15", "A6")
def test_horse_ride_into_a_wood_and_do_not_assault_into_it() -> None:
    units = {"b3": {"at": [5500, 2950], "tokens": 3, "bases": 2, "mgs": 0}}
    board = battle(map="crossroads", units=units).board
    assert why_not_go(board, 2, "move", (5500, 3300, 180, 0)) is None
    refusal = why_not_go(board, 2, "assault", (5500, 3300, 180, 0))
    assert refusal is not None
    assert refusal.rule == "C15"


@pytest.mark.rule("C15", "C27")
def test_a_thousand_tables_are_what_they_were() -> None:
    """A table that is named in a record is laid again from its number, so a seed must give the same one for ever."""

    def facts(name: str) -> str:
        ground = ground_of(name)
        pieces = [
            (piece.kind, piece.figure.corners if piece.figure else piece.fence.points if piece.fence else ())
            for piece in ground.pieces
        ]
        return repr((ground.title, ground.roads, pieces))

    text = "".join(facts(f"random {seed}") for seed in range(0, 1000, 13))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DRAWN


DRAWN = "ac69d70be21e1d69"
