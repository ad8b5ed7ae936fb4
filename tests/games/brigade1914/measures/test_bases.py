"""A1: bases, distances, who is on the table."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.brigade1914.support import battle
from marne.games.brigade1914.board import ON_TABLE, RESERVE
from marne.games.brigade1914.components.data import FIRE, MEASURES
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.rules.measures.troops import (
    arm,
    edge_distance,
    edge_facing,
    enemies,
    enemy_within,
    friends,
    from_edge,
    in_play,
    is_foot,
    is_mounted,
    nearest_enemy2,
    place,
    present,
    rates_row,
    sizes,
    tokens_value,
    within,
)
from marne.games.brigade1914.rules.scenarios.setup import assemble


@pytest.mark.rule("A1", "A8", "C15")
def test_what_troops_are_at_the_moment() -> None:
    board = battle("bn4+1 bn4 cav3+1 field").board
    assert [arm(board, unit) for unit in (0, 2, 3)] == ["foot", "mounted", "gun"]
    assert [(is_foot(board, unit), is_mounted(board, unit)) for unit in (0, 2, 3)] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert [rates_row(board, unit) for unit in (0, 2, 3)] == ["infantry", "cavalry", "battery"]
    assert sizes(board, 0) == ((200, 150),) * 5
    assert sizes(board, 2) == ((200, 200),) * 3 + ((200, 150),)
    assert sizes(board, 3) == ((200, 200),) * 2
    assert [tokens_value(board, unit) for unit in (0, 2, 3)] == [3, 3, 2]
    board.foot[2] = 1
    assert (arm(board, 2), is_foot(board, 2), is_mounted(board, 2), rates_row(board, 2)) == (
        "foot",
        True,
        False,
        "infantry",
    )
    assert sizes(board, 2) == ((200, 150),) * 4
    wagon = battle("bn4 bn4", "bn4 bn4", "retreat").board
    assert (arm(wagon, 4), rates_row(wagon, 4), sizes(wagon, 4), tokens_value(wagon, 4)) == (
        "gun",
        "battery",
        ((200, 200),),
        0,
    )


@pytest.mark.rule("A1", "C16")
def test_edges_distances_and_facings() -> None:
    edges = ("north", "south", "west", "east")
    assert [edge_distance(edge, 1000, 1500) for edge in edges] == [1500, 3300, 1000, 6200]
    assert [edge_facing(edge) for edge in edges] == [180, 0, 90, 270]


@pytest.mark.rule("A1", "C27")
def test_units_have_numbers_by_side_and_generals_stand_behind_the_middle() -> None:
    board = battle("bn4 bn4", "bn4 bn4 field", "retreat").board
    assert [board.label(unit) for unit in range(len(board.spec))] == ["b1", "b2", "r1", "r2", "r3", "r4", "r5", "r6"]
    assert [board.unit(name) for name in ("b2", "r1", "r9")] == [1, 2, None]
    assert board.starters == [2, 3], "wagons do not count"
    assert (board.gx, board.gy) == ([400, 6800], [2400, 2400])
    meeting = battle("bn4 bn4", "bn4 bn4").board
    assert (meeting.gx, meeting.gy, meeting.march) == ([3600, 3600], [4400, 400], [(0, 1), (2, 3)])


@pytest.mark.rule("A1", "C16")
def test_who_is_on_the_table_and_for_whom() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [1000, 4000]},
        "b2": {"at": [3000, 4000], "status": "hidden"},
        "b4": {"status": "off table"},
        "r1": {"at": [1000, 600]},
        "r2": {"at": [3000, 600], "status": "hidden"},
        "r3": {"status": "masked"},
    }
    board = battle(units=units).board
    assert [list(friends(board, side)) for side in (0, 1)] == [[0, 1], [4, 5]]
    assert [list(enemies(board, side)) for side in (0, 1)] == [[4], [0]]
    assert [present(board, unit) for unit in range(8)] == [True, True, False, False, True, True, False, False]
    assert [in_play(board, unit) for unit in range(8)] == [True, False, False, False, True, False, False, False]
    board.status[2] = 1
    assert not present(board, 2), "without a place it is not there"
    assert list(friends(board, 0)) == [0, 1]
    board.status[0] = 7
    assert not present(board, 0)
    assert list(friends(board, 0)) == [1]


@pytest.mark.rule("A1", "C16")
def test_distances_are_from_base_to_base_and_to_the_nearest() -> None:
    units = {"b1": {"at": [3000, 3000], "mgs": 0}, "r1": {"at": [3000, 2000]}, "r2": {"at": [3000, 1500]}}
    board = battle(units=units).board
    assert nearest_enemy2(board, 0) == 850**2
    assert [enemy_within(board, 0, most) for most in (850, 849)] == [True, False]
    assert [within(board, 0, 5, most) for most in (1350, 1349)] == [True, False]
    alone = battle(units={"b1": {"at": [3000, 3000]}}).board
    assert nearest_enemy2(alone, 0) == 12000**2
    place(alone, 0, 1000, 1000, 90, "column")
    assert (alone.formation[0], alone.at[0][0]) == ("column", (1300, 1000, 90))


@pytest.mark.rule("A1", "C27")
def test_a_point_so_deep_in_the_table_from_every_edge() -> None:
    assert from_edge("north", 700, 300) == (700, 300)
    assert from_edge("south", 700, 300) == (700, DEEP - 300)
    assert from_edge("west", 700, 300) == (300, 700)
    assert from_edge("east", 700, 300) == (WIDE - 300, 700)
    for edge in ("north", "south", "west", "east"):
        assert edge_distance(edge, *from_edge(edge, 700, 300)) == 300


@pytest.mark.rule("A1")
def test_a_base_is_two_inches_wide_and_units_have_one_base_for_each_part() -> None:
    position = battle(units={"b1": {"at": [2000, 4000]}, "b3": {"at": [4000, 4000]}, "b4": {"at": [5000, 4000]}})
    board = position.board
    assert MEASURES.base_width == MEASURES.company_width == 200
    assert [len(board.at[i]) for i in (0, 2, 3)] == [5, 4, 2]
    xs = [x for x, _, _ in board.at[0]]
    assert [b - a for a, b in pairwise(xs)] == [200] * 4


@pytest.mark.rule("A1")
def test_lengths_are_in_hundredths_of_an_inch() -> None:
    assert (MEASURES.base_width, FIRE.charge_range, MEASURES.key_distance) == (200, 200, 1200)
    assert (FIRE.range_rifle, FIRE.range_machine_gun) == (2400, 3600)


@pytest.mark.rule("A1", "C27")
def test_wagons_stand_on_the_road_from_the_start() -> None:
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}}).board
    assemble(board)
    assert [board.at[wagon] for wagon in (4, 5, 6)] == [((x, 2400, 90),) for x in (4800, 4500, 4200)]
    assert board.status == [RESERVE] * 4 + [ON_TABLE] * 3
