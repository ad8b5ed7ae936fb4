"""C14: horse near the enemy edge, and beyond it."""

from __future__ import annotations

import pytest

from games.brigade1914.support import battle, play, quiet, refused, unit
from marne.games.brigade1914.rules.command.command import generated
from marne.games.brigade1914.rules.movement.movement import may_leave
from marne.games.brigade1914.rules.movement.moving import off_table


@pytest.mark.rule("C14")
@pytest.mark.parametrize(("y", "lost"), [(1100, 1), (1101, 0)])
def test_horse_must_be_wholly_within_12_inches_of_the_enemy_edge(y: int, lost: int) -> None:
    position = battle(units={"b3": {"at": [1000, y], "mgs": 0}, "r1": {"at": [6000, 700]}}, begin="end")
    assert position.board.next_lost == [0, lost]


@pytest.mark.rule("C14")
@pytest.mark.parametrize(("gap", "lost"), [(800, 0), (801, 1)])
def test_no_enemy_within_eight_inches_of_the_raiders(gap: int, lost: int) -> None:
    units = {"b3": {"at": [1000, 700], "mgs": 0}, "r1": {"at": [1000 + 300 + gap + 400, 700], "mgs": 0}}
    assert battle(units=units, begin="end").board.next_lost == [0, lost]


@pytest.mark.rule("C14", "A2")
@pytest.mark.reading("raid")
def test_a_raid_costs_one_token_of_the_next_turn_however_many_ride() -> None:
    units = {"b3": {"at": [1000, 700]}, "b4": {"at": [3000, 700]}, "r1": {"at": [6000, 700]}}
    position = battle("bn4 bn4 cav3 cav3", units=units, begin="end")
    assert position.board.next_lost == [0, 1]
    assert generated(position.board, 1) == 2 + 3 - 1
    both = battle(units={"b3": {"at": [1000, 700]}, "r3": {"at": [5000, 4200]}}, begin="end")
    assert both.board.next_lost == [1, 1], "each side raids the other"
    own = battle(units={"b3": {"at": [1000, 4300]}, "r1": {"at": [6000, 700]}}, begin="end")
    assert own.board.next_lost == [0, 0], "at its own edge it raids nobody"
    hidden = battle(units={"b3": {"at": [1000, 700], "status": "hidden"}, "r1": {"at": [6000, 700]}}, begin="end")
    assert hidden.board.next_lost == [0, 0]


@pytest.mark.rule("C14")
def test_raiders_who_leave_cost_a_token_each_turn_at_most_three_in_all() -> None:
    board = battle("bn4 bn4 cav3 cav3", units={"b3": {"at": [1000, 700]}, "r1": {"at": [6000, 700]}}).board
    board.tokens[2], board.half[2], board.goal[2] = 2, 1, (-1,)
    before = generated(board, 1)
    off_table(board, 2, "move")
    assert (board.lost, generated(board, 1)) == ([0, 1], before - 1)
    assert (board.status[2], board.at[2], board.tokens[2], board.half[2], board.goal[2]) == (8, (), 0, -1, ())
    assert board.vp == [0, 0], "it counts as surviving"
    board.lost = [0, 3]
    board.status[2] = 1
    off_table(board, 2, "move")
    assert board.lost == [0, 3]


@pytest.mark.rule("C14")
def test_only_horse_leave_by_the_enemy_edge_with_a_move_or_a_second_half_that_reaches_it() -> None:
    for y, fine in ((800, True), (801, False)):
        board = battle(units={"b3": {"at": [1000, y]}}).board
        assert may_leave(board, 2, "move") == fine
        assert may_leave(board, 2, "second") == fine
        assert not any(may_leave(board, 2, how) for how in ("assault", "fire", "fall back", "advance", "react"))
    assert not may_leave(battle(units={"b3": {"at": [1000, 700], "foot": 1}}).board, 2, "move")
    assert not may_leave(battle(units={"b3": {"at": [1000, 4500]}}).board, 2, "move"), "not by its own edge"
    assert not may_leave(battle(units={"b3": {"status": "arrived"}}).board, 2, "move")


@pytest.mark.rule("C14")
def test_horse_near_the_enemy_edge_cost_him_a_token() -> None:
    position = battle(units={"b3": {"at": [1000, 700]}, "r1": {"at": [6000, 700]}}, begin="end")
    assert position.board.next_lost == [0, 1]
    near = battle(units={"b3": {"at": [1000, 700]}, "r1": {"at": [1900, 700]}}, begin="end")
    assert near.board.next_lost == [0, 0]
    foot = battle(units={"b3": {"at": [1000, 700], "foot": 1}, "r1": {"at": [6000, 700]}}, begin="end")
    assert foot.board.next_lost == [0, 0]


@pytest.mark.rule("C14")
def test_horse_that_leave_by_the_enemy_edge_cost_him_a_token_each_turn() -> None:
    position = battle(units={"b3": {"at": [1000, 700], "tokens": 2}, "r1": {"at": [6000, 700]}})
    position = play(position, "activate b3", "move")
    after = quiet(play(position, "leave"))
    assert unit(after, "b3")["status"] == "left"
    assert after.board.lost == [0, 1]
    infantry = play(battle(units={"b1": {"at": [1000, 700], "tokens": 2}}), "activate b1", "move")
    assert refused(infantry, "leave") == "C14"
