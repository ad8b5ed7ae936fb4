"""C9: falling back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import B1, PAIR, asked, battle, play, quiet, refused, unit
from marne.games.brigade1914.board import HIDDEN
from marne.games.brigade1914.components.data import MOVE
from marne.games.brigade1914.rules.command.losses import add_markers
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import edge_distance, enemies, enemy_within, middle, shape_at
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.movement import driven_goals, may_leave, rate, suggest_goals, why_not_go
from marne.games.brigade1914.rules.movement.moving import Driven, after_move


@pytest.mark.rule("C9", "C21")
def test_the_fan_of_ways_back() -> None:
    def goal(*friends: tuple[int, int]) -> tuple[int, ...]:
        units: dict[str, Any] = {
            "b1": {"at": [3600, 3000], "bases": 1, "mgs": 0},
            "r1": {"at": [3600, 2700], "facing": 180},
        }
        for i, (x, y) in enumerate(friends):
            units[f"b{i + 2}"] = {"at": [x, y], "bases": 1, "mgs": 0}
        return driven_goals(
            battle("bn2 bn2 bn2 bn2 bn2 bn2", "bn2", units=units, lists=("german infantry", "german infantry")).board, 0
        )[0]

    assert goal() == (3600, 3800, 0, 0)
    taken = [(3600, 3800)]
    for place in ((3201, 3692), (4000, 3692), (2908, 3400), (4292, 3400)):
        assert goal(*taken)[:2] == place
        taken.append(place)
    assert goal(*taken)[:2] == (3600, 3600), "six eighths of the way, in the gap"


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("y", "markers"), [(3399, 3), (3400, 2)])
@pytest.mark.reading("full-back")
def test_a_marker_goes_for_falling_back_four_inches_or_more(y: int, markers: int) -> None:
    position = battle(units={"b1": {"at": [1000, 3000], "tokens": 3, "markers": 3}, "r1": {"at": [1000, 900]}})
    after = quiet(play(position, "fall back b1", f"1000,{y} 0 line"))
    assert unit(after, "b1")["markers"] == markers


@pytest.mark.rule("C9")
def test_a_marker_goes_beyond_12_inches_or_out_of_sight() -> None:
    def left(red: list[int], **more: Any) -> int:
        units = {"b1": {"at": [1000, 3000], "tokens": 3, "markers": 3}, "r1": {"at": red, "facing": 180}, **more}
        return int(unit(quiet(play(battle(units=units), "fall back b1", "1000,3800 0 line")), "b1")["markers"])

    assert left([1000, 3800 - 1351]) == 2
    assert left([1000, 3800 - 1350]) == 3, "within 12 inches and in sight"
    assert left([1000, 3800 - 1300], r2={"at": [1000, 2750], "status": "reserve"}) == 3
    for y, markers in ((2450, 3), (2449, 2)):
        smoke = {"b1": {"at": [1000, 3000], "tokens": 3, "markers": 3, "smoke": 2}, "r1": {"at": [1000, y]}}
        hidden = quiet(play(battle(units=smoke), "fall back b1", "1000,3800 0 line"))
        assert unit(hidden, "b1")["markers"] == markers, "smoke hides nobody within 12 inches"


@pytest.mark.rule("C9")
def test_falling_back_goes_to_the_own_edge_and_away_from_every_enemy_in_sight() -> None:
    units = {
        "b1": {"at": [3000, 3000], "tokens": 3},
        "r1": {"at": [3000, 2000], "facing": 180},
        "r2": {"at": [3000, 4300], "facing": 0, "formation": "column"},
    }
    position = play(battle(units=units), "fall back b1")
    assert refused(position, "3400,3000 0 line") == "C9", "not nearer to its own edge"
    assert refused(position, "3000,3300 0 line") == "C9", "nearer to the second enemy"
    friend = {"b1": units["b1"], "r1": units["r1"], "b2": {"at": [3000, 3700]}}
    assert refused(play(battle(units=friend), "fall back b1"), "3000,3700 0 line") == "A5", "nor onto a friend"
    blind = {**units, "b2": {"at": [3000, 3700]}}
    assert play(battle(units=blind), "fall back b1").read("3000,3200 0 line") is not None, "it is not seen from there"


@pytest.mark.rule("C9", "C21")
def test_who_is_driven_back_goes_a_full_move() -> None:
    board = battle(units={"b1": {"at": [1000, 3000]}, "r1": {"at": [1000, 2700], "facing": 180}}).board
    x, y = middle(board, 0)
    assert driven_goals(board, 0) == [(x, y + 800, 0, 0)]
    assert why_not_go(board, 0, "driven", (x, y + 800, 0, 0)) is None
    assert why_not_go(board, 0, "driven", (x, y + 750, 0, 0)) is None
    short = why_not_go(board, 0, "driven", (x, y + 749, 0, 0))
    assert short is not None
    assert (short.rule, short.key) == ("C9", "why.full_move")
    stay = why_not_go(board, 0, "driven", "stay")
    assert stay is not None
    assert stay.key == "why.must_fall_back"
    blocked = battle(
        units={"b1": {"at": [1000, 3000]}, "b2": {"at": [1000, 3750]}, "r1": {"at": [1000, 2700], "facing": 180}}
    ).board
    room = why_not_go(blocked, 0, "driven", (1000, 3700, 0, 0))
    assert room is not None
    assert room.key == "why.no_room", "the first reason is the one that is told"
    cornered = battle(units={"b1": {"at": [1000, 4725]}, "r1": {"at": [1000, 4400], "facing": 180}}).board
    assert driven_goals(cornered, 0) == []
    assert why_not_go(cornered, 0, "driven", "stay") is None
    packed = battle(units={"b1": {"at": [1000, 4000]}, "r1": {"at": [1000, 3700], "facing": 180}}).board
    assert driven_goals(packed, 0) == [(601, 4692, 0, 0)], "aslant where the edge is too near"
    assert why_not_go(packed, 0, "driven", (601, 4692, 0, 0)) is None


@pytest.mark.rule("C9")
@pytest.mark.reading("driven-nowhere")
def test_driven_with_nowhere_to_go_costs_a_marker_and_off_the_table_the_unit() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}, "r1": {"at": [1000, 3700]}}).board
    board.goal[0] = ()
    Driven(0).do(board)
    assert board.markers[0] == 1
    board.goal[0] = (1000, 4500, 0, 0)
    board.half[0], board.moved[0] = 3, 0
    Driven(0).do(board)
    assert (board.at[0][0][1], board.half[0], board.moved[0], board.goal[0]) == (4500, -1, 0, ())
    board.goal[0] = (-1,)
    Driven(0).do(board)
    assert board.status[0] == 7, "off the table is destroyed"
    assert board.vp == [0, 2]


@pytest.mark.rule("C9", "C14")
@pytest.mark.parametrize(("y", "fine"), [(4721, True), (3899, False)])
def test_only_who_has_no_room_is_driven_off_the_table(y: int, fine: bool) -> None:
    board = battle(units={"b1": {"at": [1000, y]}, "r1": {"at": [1000, y - 300], "facing": 180}}).board
    assert may_leave(board, 0, "driven") == fine


@pytest.mark.rule("C9", "C7")
def test_a_marker_for_want_of_room_can_destroy() -> None:
    board = battle(units={"b1": {"at": [1000, 4000], "markers": 8}}).board
    add_markers(board, 0, 1, "C9", "nowhere to fall back")
    assert board.status[0] == 7


@pytest.mark.rule("C9")
@pytest.mark.parametrize(
    ("scenario", "side", "way"),
    [("capture", 0, (0, 1)), ("capture", 1, (0, -1)), ("retreat", 0, None), ("retreat", 1, None)],
)
def test_troops_are_driven_straight_to_their_own_edge(scenario: str, side: int, way: tuple[int, int] | None) -> None:
    units = {"b1": {"at": [3600, 2400]}, "r1": {"at": [5600, 2400]}}
    board = battle("bn4 bn4", "bn4 bn4", scenario, units=units).board
    who = (0, 2)[side]
    edges = {"south": (0, 1), "north": (0, -1), "west": (-1, 0), "east": (1, 0)}
    dx, dy = edges[board.edge(side)]
    assert way in (None, (dx, dy))
    (goal,) = driven_goals(board, who)
    x, y = (3600, 5600)[side], 2400
    full = rate(board, who, "driven")
    assert goal[:2] == (x + dx * full, y + dy * full)


@pytest.mark.rule("C9", "A6", "C2")
def test_one_enemy_who_sees_it_is_enough_to_keep_the_marker_of_who_falls_back() -> None:
    # r1 sees b1; r2 stands behind r1 and sees nobody.
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "markers": 2},
        "r1": {"at": [3000, 2300], "facing": 180},
        "r2": {"at": [3000, 1900], "facing": 180},
    }
    board = battle("bn4 bn4", "bn4 bn4", units=units).board
    seen = [sees(board, enemy, B1) for enemy in enemies(board, 0)]
    assert seen == [True, False]
    assert enemy_within(board, B1, MOVE.fall_back_clear)
    after_move(board, B1, "fall back", MOVE.fall_back_least)
    assert board.markers[B1] == 2


@pytest.mark.rule("C9", "C21")
def test_a_full_move_is_the_longest_that_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    board = battle(units=PAIR).board
    x, y = middle(board, 0)
    goals = [(x, y - 300, 0, 0), (x, y - 900, 0, 0)]
    monkeypatch.setattr(movement, "driven_goals", lambda *_: goals)
    for far, short in ((300, True), (900, False)):
        monkeypatch.setattr(movement, "parse_goal", lambda _, far=far: (((x, y - far),), 0, 0))
        assert movement._short_of_full_move(board, 0, "") == short


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


@pytest.mark.rule("C9")
def test_falling_back_needs_a_token_and_no_test() -> None:
    position = battle(
        units={"b1": {"at": [1000, 3000], "tokens": 3, "markers": 6}, "r1": {"at": [1000, 1500], "facing": 180}}
    )
    position = play(position, "fall back b1")
    assert asked(position) == "GoTo"
    assert refused(position, "1000,2800 0 line") == "C9"
    position = quiet(play(position, "1000,3800 0 line"))
    assert (unit(position, "b1")["markers"], unit(position, "b1")["tokens"]) == (5, 2)
    near = battle(
        units={"b1": {"at": [1000, 3000], "tokens": 3, "markers": 6}, "r1": {"at": [1000, 2300], "facing": 180}}
    )
    near = quiet(play(near, "fall back b1", "1000,3500 0 line"))
    assert unit(near, "b1")["markers"] == 6, "the enemy is within 12 inches and sees it"


@pytest.mark.rule("C9", "C21")
def test_a_unit_that_is_driven_back_must_go_if_it_can() -> None:
    board = battle(units={"b1": {"at": [1000, 3000]}, "r1": {"at": [1000, 2700], "facing": 180}}).board
    assert why_not_go(board, 0, "driven", "stay") is not None
    assert suggest_goals(board, 0, "driven", Random(1), 1) != ["stay"]
    edge = battle(units={"b1": {"at": [1000, 4720]}, "r1": {"at": [1000, 4420], "facing": 180}}).board
    assert why_not_go(edge, 0, "driven", "leave") is None
