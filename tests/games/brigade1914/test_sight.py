"""A1, C15, C16, C19: who is on the table, who is a friend, and what the ground lets one see."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import battle
from marne.games.brigade1914.components.data import TABLES, PieceRow, TableFile
from marne.games.brigade1914.rules.measures.sight import from_behind, in_front, sees
from marne.games.brigade1914.rules.measures.troops import (
    enemies,
    enemy_within,
    friends,
    in_play,
    nearest_enemy2,
    place,
    present,
    shape,
    within,
)


def walled(kind: str, *points: tuple[int, int]) -> str:
    """A table with one piece."""
    name = f"sight {kind}"
    TABLES.setdefault(name, TableFile(name, (), (PieceRow(kind, points),)))
    return name


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


@pytest.mark.rule("C16", "C15")
def test_a_wood_a_village_and_a_hedge_block_sight_and_a_field_does_not() -> None:
    square = ((2000, 1800), (4000, 1800), (4000, 2400), (2000, 2400))
    units = {"b1": {"at": [3000, 3000], "mgs": 0}, "r1": {"at": [3000, 1200], "mgs": 0}}
    for kind, seen in (("wood", False), ("village", False), ("crops", True), ("orchard", True)):
        assert sees(battle(map=walled(kind, *square), units=units).board, 0, 4) == seen, kind
    inside = {**units, "r1": {"at": [3000, 2300], "mgs": 0}}
    assert sees(battle(map=walled("wood", *square), units=inside).board, 0, 4), "an inch into the wood"
    deep = {**units, "r1": {"at": [3000, 2100], "mgs": 0}}
    assert not sees(battle(map=walled("wood", *square), units=deep).board, 0, 4)
    hedge = walled("hedge", (2000, 2000), (4000, 2000))
    assert not sees(battle(map=hedge, units=units).board, 0, 4)
    lining = {**units, "r1": {"at": [3000, 1950], "mgs": 0}}
    assert sees(battle(map=hedge, units=lining).board, 0, 4), "clear for who lines it"
    stream = walled("stream", (2000, 2000), (4000, 2000))
    assert sees(battle(map=stream, units=units).board, 0, 4)


@pytest.mark.rule("C16")
def test_one_open_line_past_a_unit_is_enough() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "mgs": 0},
        "b2": {"at": [2700, 2500], "bases": 2, "mgs": 0},
        "r1": {"at": [3000, 2000], "mgs": 0},
    }
    assert sees(battle(units=units).board, 0, 4), "the left is covered, the right is not"
    wall = {**units, "b2": {"at": [3000, 2500]}, "b3": {"at": [3700, 2500], "foot": 1}, "b4": {"at": [2200, 2500]}}
    assert not sees(battle(units=wall).board, 0, 4)
    assert sees(battle(units={**wall, "b2": {"at": [3000, 2500], "status": "hidden"}}).board, 0, 4)
    enemy = {
        **units,
        "b2": {"status": "reserve"},
        "r2": {"at": [3000, 2500]},
        "r3": {"at": [3700, 2500], "foot": 1},
        "r4": {"at": [2200, 2500]},
    }
    assert not sees(battle(units=enemy).board, 0, 4), "enemies are in the way too"


@pytest.mark.rule("C19", "C18")
def test_one_base_in_front_of_one_base_is_enough() -> None:
    units = {"b1": {"at": [3000, 3000], "mgs": 0}, "r1": {"at": [3000, 1500], "mgs": 0, "facing": 270}}
    board = battle(units=units).board
    assert in_front(board, 4, shape(board, 0), 90), "some of its bases have some of the enemy before them"
    assert not from_behind(board, 4, shape(board, 0))
    assert in_front(board, 0, shape(board, 4), 45)
    board.at[0] = tuple((x, y, 180) for x, y, _ in board.at[0])
    assert not in_front(board, 0, shape(board, 4), 45)
    board.at[0] = (*board.at[0][:3], (*board.at[0][3][:2], 0))
    assert in_front(board, 0, shape(board, 4), 45)
