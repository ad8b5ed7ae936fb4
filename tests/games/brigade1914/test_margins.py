"""What a rule says where nothing is left, nobody comes, or the last place is just reached."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import B1, PAIR, battle, offered
from marne.games.brigade1914.board import ARRIVED, HIDDEN
from marne.games.brigade1914.components.data import COMMAND, TABLES
from marne.games.brigade1914.components.ground import DEEP, WIDE, ground_of
from marne.games.brigade1914.rules.command.actions import Act, Reinforce, hand_over, side_order
from marne.games.brigade1914.rules.command.reaction import stations
from marne.games.brigade1914.rules.measures.sight import all_lines
from marne.games.brigade1914.rules.measures.troops import edge_distance, facing_of, middle, shape, shape_at
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.movement import driven_goals, may_leave, rate
from marne.games.brigade1914.rules.movement.moving import March, path_of
from marne.games.brigade1914.rules.reconnaissance.recon import spot_of
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.plane import group


@pytest.mark.rule("A11", "A3")
def test_an_empty_deck_is_empty_for_everybody() -> None:
    board = battle(units=PAIR).board
    board.deck = (("fog", 2), ("steady", 1))
    assert [board.masked(seat).deck for seat in (0, 1, None)] == [(("?", 3),)] * 3
    board.deck = ()
    assert [board.masked(seat).deck for seat in (0, 1, None)] == [()] * 3


@pytest.mark.rule("A4")
def test_who_passes_on_to_somebody_without_a_token_stays_active() -> None:
    board = battle(units=PAIR).board
    board.active, board.gained = 0, 1
    for unit in board.units(1):
        board.tokens[unit] = 0
    board.gtokens[1] = 0
    side_order(board, 0, "pass")
    assert (board.active, board.gained) == (0, 0)
    board.gained, board.gtokens[1] = 1, 1
    hand_over(board, 1)
    assert (board.active, board.gained) == (1, 0)


@pytest.mark.rule("A4", "C5", "C1")
def test_the_phase_goes_on_while_one_side_has_a_token() -> None:
    board = battle(units=PAIR).board
    for unit in range(len(board.side)):
        board.tokens[unit] = 0
    for ours, theirs, after in ((1, 0, 0), (1, 1, 1), (0, 1, 1), (0, 0, None)):
        board.active, board.seize, board.gtokens[:] = 0, -1, [ours, theirs]
        steps = Act().change(board)
        assert (board.active if steps else None) == after, (ours, theirs)
        assert steps in ((), (Act(),))
    board.active, board.seize, board.gtokens[:] = 0, 1, [1, 1]
    assert Act().change(board) == (Act(),)
    assert (board.active, board.seize) == (1, -1)
    board.active, board.seize, board.gtokens[:] = 0, 0, [1, 0]
    assert Act().change(board) == (Act(),)
    assert (board.active, board.seize) == (0, -1), "nobody takes from himself what he has"


@pytest.mark.rule("A5", "C12")
def test_who_meets_somebody_hidden_goes_so_many_eighths_of_the_way() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3200], "status": "hidden", "mgs": 0},
        "r1": {"at": [3000, 2400], "facing": 180, "mgs": 0},
    }
    board = battle("bn4 bn4", "bn4 bn4", "capture", units=units).board
    red = 2
    board.goal[red] = (3000, 3200, 180, 0)
    March(red, "move").do(board)
    assert board.status[B1] != HIDDEN
    # Eighths of 800 are hundreds: at 3000 it stands free of bases 150 deep, at 3100 it would not.
    assert middle(board, red) == (3000, 3000)


@pytest.mark.rule("C3")
def test_who_is_not_on_the_table_yet_can_be_met_nowhere_on_its_way() -> None:
    board = battle(units={**PAIR, "b2": {"status": "reserve"}}).board
    whole = COMMAND.reaction_stations
    assert stations(board, B1) == [None]
    x, y = middle(board, B1)
    board.goal[B1] = (x, y - 300, 0, 0)
    found = stations(board, B1)
    assert found[0] is None
    assert [body.middle for body in found if body] == [(x, y - 300 * part // whole) for part in range(1, whole + 1)]
    board.status[B1] = ARRIVED
    assert path_of(board, B1)
    assert stations(board, B1) == [None] * (whole + 1)


@pytest.mark.rule("C9")
def test_who_is_driven_leaves_the_table_only_where_there_is_no_room_left_on_it() -> None:
    board = battle("bn4 bn4", "bn4 bn4", units={"b1": {"at": [3000, 4000], "mgs": 0}}).board
    allowed = rate(board, B1, "driven")
    edge = board.edge(0)
    for gap, room in ((allowed + 1, True), (allowed, True), (300, True), (75, False)):
        x, y = middle(board, B1)
        board.at[B1] = tuple((bx, by + edge_distance(edge, x, y) - gap, turn) for bx, by, turn in board.at[B1])
        assert edge_distance(edge, *middle(board, B1)) == gap
        assert bool(driven_goals(board, B1)) is room, gap
        assert may_leave(board, B1, "driven") is not room, gap


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("far", "leaves"), [(-1, True), (0, True), (1, False)])
def test_who_has_no_room_leaves_if_the_edge_is_within_its_rate(
    far: int, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = battle("bn4 bn4", "bn4 bn4", units={"b1": {"at": [3000, 4000], "mgs": 0}}).board
    monkeypatch.setattr(movement, "driven_goals", lambda *_: [])
    x, y = middle(board, B1)
    gap = rate(board, B1, "driven") + far
    shift = edge_distance(board.edge(0), x, y) - gap
    board.at[B1] = tuple((bx, by + shift, turn) for bx, by, turn in board.at[B1])
    assert may_leave(board, B1, "driven") is leaves


@pytest.mark.rule("C16")
@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_line_that_the_ground_leaves_open_is_found_and_no_other(name: str) -> None:
    ground, rng = ground_of(name), Random(name)
    column = ((0, -300), (0, -150), (0, 0), (0, 150), (0, 300))
    for _ in range(150):
        x, y = rng.randrange(400, WIDE - 400), rng.randrange(400, DEEP - 400)
        spot = spot_of(rng.randrange(400, WIDE - 400), rng.randrange(400, DEEP - 400))
        turn = rng.choice((1, -1))
        body = group(tuple((x + (dx, dy)[turn], y + (dy, dx)[turn], 0) for dx, dy in column), ((150, 150),) * 5)
        for a, b in ((spot, body), (body, spot)):
            plain = [
                (ax, ay, bx, by)
                for ax, ay, _ in a.placed
                for bx, by, _ in b.placed
                if ground.screens.clear(
                    ax, ay, bx, by, ground.screens.height(ax, ay), ground.screens.height(bx, by)
                )
            ]  # fmt: skip
            assert sorted(line[:4] for line in all_lines(ground, a, b)) == sorted(plain)


@pytest.mark.rule("C27")
def test_for_room_forward_sixty_places_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    board = battle("bn4 bn4", "bn4 bn4", "retreat").board
    tried = []

    def refused(self: Deploy, board: Any, answer: Any) -> object:
        tried.append(answer)
        return object() if len(tried) < most else None

    monkeypatch.setattr(Deploy, "reason", refused)
    for most, found in ((1, True), (60, True), (61, False)):
        tried.clear()
        assert Deploy(0).room_forward(board) is found
        assert len(tried) == min(most, 60)


@pytest.mark.rule("C8")
def test_recruits_move_their_unit_only_where_there_is_no_room() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3600], "facing": 90, "bases": 3, "mgs": 0, "recruits": 1, "markers": 2},
        "r1": {"at": [6000, 900]},
    }
    position = battle("bn4 bn4", "bn4 bn4", units=units)
    board = position.board
    before = middle(board, B1), facing_of(board, B1)
    assert Reinforce(B1).do(board) == ()
    assert (board.bases[B1], board.recruits[B1], board.markers[B1]) == (4, 0, 1)
    assert (middle(board, B1), facing_of(board, B1)) == before
    crowded = {**units, "b2": {"at": [3000, 3600 + 375], "facing": 90, "bases": 1, "mgs": 0}}
    board = battle("bn4 bn4", "bn4 bn4", units=crowded).board
    Reinforce(B1).do(board)
    assert board.bases[B1] == 4
    assert (middle(board, B1), facing_of(board, B1)) != before
    assert not movement.crowded(board, B1, shape(board, B1))


@pytest.mark.rule("A4", "C1")
def test_only_who_has_gained_something_may_pass() -> None:
    board = battle(units=PAIR).board
    board.active = 0
    for gained in (0, 1):
        board.gained = gained
        found = offered(Act(), board)
        assert found is not None
        assert ("pass" in found) == bool(gained)
        assert "burn" in found


@pytest.mark.rule("C9")
def test_who_falls_back_comes_nearer_to_its_own_edge_and_farther_from_who_sees_it() -> None:
    units: dict[str, Any] = {"b1": {"at": [3000, 2700], "mgs": 0}, "r1": {"at": [4500, 3000], "facing": 180, "mgs": 0}}
    board = battle("bn4 bn4", "bn4 bn4", units=units).board
    assert board.edge(0) == "south"

    def why(x: int, y: int) -> str:
        reason = movement._why_not_back(board, B1, shape_at(board, B1, x, y, 0, "line"))
        return reason.key if reason else ""

    assert [why(2000, y) for y in (2699, 2700, 2701)] == ["why.not_to_own_edge"] * 2 + [""]
    # The enemy stands as far to the north of the one place as to the south of the other.
    assert [why(3000, y) for y in (3299, 3300, 3301)] == ["why.not_away"] * 2 + [""]
    board.status[2] = HIDDEN
    assert why(3000, 3150) == "", "it is in nobody's sight"
