"""A5: where a unit may go, and how far."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.brigade1914.movement.support import HERE
from games.brigade1914.support import B1, B3, PAIR, R1, battle, going, legal, number, play, quiet, refused, told, unit
from marne.games.brigade1914.board import DESTROYED, HIDDEN
from marne.games.brigade1914.components.data import MOVE
from marne.games.brigade1914.rules.measures.troops import middle, shape_at
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.goals import _number
from marne.games.brigade1914.rules.movement.movement import on_table, rate, suggest_goals, why_not_go
from marne.games.brigade1914.rules.movement.moving import GoTo, March
from marne.plane import FORMATIONS


@pytest.mark.rule("A5", "A6", "C3")
def test_how_far_each_kind_of_movement_goes() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}, "b3": {"at": [3000, 4000]}, "b4": {"at": [5000, 4000]}}).board
    assert [rate(board, 0, how) for how in ("react", "advance", "fog", "fall back", "driven")] == [
        400,
        200,
        1200,
        800,
        800,
    ]
    assert [rate(board, 3, how) for how in ("move", "react")] == [400, 400]
    assert [rate(board, 2, how) for how in ("assault", "second")] == [800, 800]


@pytest.mark.rule("A5")
@pytest.mark.reading("formations")
def test_no_base_goes_farther_than_the_rate_though_the_middle_does_not() -> None:
    position = going(battle(units={"b1": {"at": [3000, 4000], "tokens": 2, "mgs": 0}}), "b1", "move")
    assert position.read("3000,3500 0 line") is not None
    assert position.read("3700,4000 0 line") is not None, "sideways as well"
    assert refused(position, "3000,3300 90 line") == "A5", "a wheel takes the outer base too far"
    assert position.read("3000,3300 180 line") is not None, "about turn: each base takes the nearer place"


@pytest.mark.rule("A5")
@pytest.mark.reading("one-bend")
def test_a_waypoint_leads_past_an_enemy_no_more_than_a_straight_way() -> None:
    units = {
        "b1": {"at": [2700, 3000], "formation": "column", "tokens": 2},
        "r1": {"at": [2000, 2700], "bases": 1, "mgs": 0},
    }
    position = going(battle("bn2 bn2", "bn2 bn2", units=units), "b1", "move")
    assert position.read("2700,2500 0 column") is not None
    assert refused(position, "2400,2850 2700,2700 0 column") == "A5"
    assert position.read("2401,2850 2700,2700 0 column") is not None
    assert position.read("2500,3000 2700,2900 0 column") is not None


@pytest.mark.rule("A5", "C8")
def test_an_entering_unit_goes_neither_past_an_enemy_nor_through_it() -> None:
    units: dict[str, Any] = {
        "b1": {"status": "arrived", "tokens": 2},
        "r1": {"at": [3000, 4500], "facing": 180, "mgs": 0},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", "capture", units=units), "activate b1", "enter")
    assert refused(position, "3000,4200 0 column") == "A5", "the enemy stands between the edge and there"
    assert refused(position, "3350,4200 0 column") == "A5", "within a base width of it"
    assert position.read("3800,4200 0 column") is not None
    assert position.read("2400,4650 0 column") is not None


@pytest.mark.rule("A5", "C14")
@pytest.mark.reading("leaving")
def test_leaving_by_the_enemy_edge_goes_neither_past_an_enemy_nor_through_it() -> None:
    horse = {"at": [1000, 700], "tokens": 2}
    for x, fine in ((1000, False), (1500, False), (1900, True)):
        units = {"b3": horse, "r1": {"at": [x, 250], "facing": 180, "formation": "column", "bases": 1, "mgs": 0}}
        position = going(battle(units=units), "b3", "move")
        assert (position.refusal("leave") is None) == fine, x
    clear = battle(units={"b3": horse, "r1": {"at": [6000, 700]}})
    assert going(clear, "b3", "move").read("leave") == "leave"


@pytest.mark.rule("A5", "C14")
@pytest.mark.parametrize("x", [1500, 2100, 3900, 4500])
def test_who_leaves_goes_on_straight_beyond_the_edge(x: int) -> None:
    """An enemy at the edge to the left or right of the way bars nobody."""
    enemy = {"at": [x, 100], "facing": 180, "formation": "column", "bases": 1, "mgs": 0}
    units = {"b3": {"at": [3000, 700], "tokens": 2, "formation": "column"}, "r1": enemy}
    assert going(battle(units=units), "b3", "move").read("leave") == "leave"


@pytest.mark.rule("A5", "A6")
@pytest.mark.reading("two-halves")
def test_the_second_half_leaves_nobody_behind_and_passes_nobody() -> None:
    def second(blue: list[int], goal: str) -> bool:
        units: dict[str, Any] = {
            "b1": {"at": blue, "bases": 1, "mgs": 0, "tokens": 3, "half": 0, "assaulted": 1},
            "b2": {"at": [6000, 4000], "tokens": 1},
            "r1": {"at": [3000, 2500], "facing": 180, "bases": 1, "mgs": 0},
        }
        position = play(battle("bn2 bn2", "bn2 bn2", units=units), "burn", "second half b1")
        return position.read(goal) is not None

    assert not second([2650, 2500], "2650,2150 0 line"), "it began beside the enemy and would leave him behind"
    assert second([2599, 2500], "2599,2150 0 line"), "a base width and more away"
    assert not second([2650, 2700], "2650,2300 0 line"), "past him in one half"


@pytest.mark.rule("A5")
def test_the_first_unit_of_all_bars_the_way_too() -> None:
    units = {
        "b1": {"at": [3000, 2500], "bases": 1, "mgs": 0},
        "r1": {"at": [2650, 2200], "facing": 180, "bases": 1, "mgs": 0, "tokens": 3},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", units=units, active="red"), "activate r1", "move")
    assert refused(position, "2650,2900 180 line") == "A5"
    assert position.read("2650,2500 180 line") is not None


@pytest.mark.rule("A5")
def test_who_turns_about_on_the_spot_passes_nobody() -> None:
    units = {"b1": {"at": [3000, 3000], "mgs": 0, "tokens": 2}, "r1": {"at": [3000, 2640], "bases": 1, "mgs": 0}}
    position = going(battle("bn4 bn4", "bn4 bn4", units=units), "b1", "move")
    assert position.read("3000,3000 180 line") is not None


@pytest.mark.rule("A5", "C8")
def test_who_enters_beside_an_enemy_at_the_edge_only_leaves_him() -> None:
    units: dict[str, Any] = {
        "b1": {"status": "arrived", "tokens": 2, "bases": 1, "mgs": 0},
        "r1": {"at": [3450, 4725], "facing": 180, "bases": 1, "mgs": 0},
    }
    position = play(battle("bn2 bn2", "bn2 bn2", "capture", units=units), "activate b1", "enter")
    assert position.read("3800,4400 0 line") is not None
    assert refused(position, "3800,3999 0 line") == "A5"


@pytest.mark.rule("A5")
def test_every_corner_stays_on_the_table() -> None:
    board = battle(units={"b1": {"at": [3000, 3000], "bases": 1, "mgs": 0}}).board
    for x, y, fine in (
        (100, 75, True),
        (99, 75, False),
        (100, 74, False),
        (7100, 4725, True),
        (7101, 4725, False),
        (7100, 4726, False),
    ):
        assert on_table(shape_at(board, 0, x, y, 0, "line")) == fine


@pytest.mark.rule("A5", "C15")
def test_a_road_counts_only_for_a_way_that_keeps_to_it_all_along() -> None:
    units = {"b1": {"at": [3600, 4000], "formation": "column", "tokens": 3}}
    position = going(battle(units=units), "b1", "move")
    assert position.read("3600,3500 3600,3000 0 column") is not None
    assert refused(position, "3600,3500 3750,3100 0 column") == "A5"
    assert position.read("3600,3200 0 column") is not None


@pytest.mark.rule("A5", "A6")
def test_only_who_is_there_or_at_the_edge_is_asked_where_it_goes() -> None:
    board = battle(units={"b1": {"at": [3000, 3000]}}).board
    for status, asks in ((1, True), (2, True), (4, True), (0, False), (6, False), (7, False), (8, False)):
        board.status[0] = status
        assert (GoTo(0, "move", 0).ask(board) is not None) == asks, status


@pytest.mark.rule("A5", "C12")
def test_hidden_enemies_bar_nobody_and_hidden_friends_do() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [1000, 4000], "tokens": 2},
        "b2": {"at": [1000, 3500], "status": "hidden"},
        "r1": {"at": [3000, 3500], "status": "hidden"},
    }
    position = going(battle(units=units), "b1", "move")
    assert refused(position, "1000,3500 0 line") == "A5"
    other = going(battle(units={**units, "b1": {"at": [3000, 4000], "tokens": 2}}), "b1", "move")
    assert other.read("3000,3500 0 line") is not None


@pytest.mark.rule("A5", "A8")
@pytest.mark.parametrize(
    ("name", "state", "move", "fire", "assault"),
    [
        ("b1", {}, 800, 400, 800),
        ("b3", {}, 800, 400, 1600),
        ("b3", {"foot": 1}, 800, 400, 800),
        ("b4", {}, 400, 0, 0),
    ],
)
def test_the_movement_table(name: str, state: dict[str, int], move: int, fire: int, assault: int) -> None:
    board = battle(units={name: {**HERE, **state}}).board
    unit_number = int(name[1]) - 1
    assert [rate(board, unit_number, how) for how in ("move", "fire")] == [move, fire]
    assert rate(board, unit_number, "assault") + rate(board, unit_number, "second") == assault


@pytest.mark.rule("A5")
def test_the_row_of_machine_guns_in_the_movement_table() -> None:
    row = MOVE.rates["machine_gun"]
    assert (row.move, row.fire, row.assault) == (800, 0, 0)


@pytest.mark.rule("A5")
def test_a_battery_can_neither_move_and_fire_nor_assault() -> None:
    position = play(battle(units={"b4": HERE}), "activate b4")
    assert "move" in legal(position)
    assert not {"move then fire", "assault"} & set(legal(position))


@pytest.mark.rule("A5")
def test_eight_inches_and_no_more() -> None:
    position = play(battle(units={"b1": HERE}), "activate b1", "move")
    x, y = middle(position.board, 0)
    assert position.read(f"{x},{y - 800} 0 line") is not None
    assert refused(position, f"{x},{y - 801} 0 line") == "A5"
    assert refused(position, "100,4000 0 line") == "A5"
    assert refused(position, "nonsense") == "A5"
    moved = quiet(play(position, f"{x},{y - 800} 0 line"))
    assert unit(moved, "b1")["at"][1] == 3200
    assert told(moved, "Moved")


@pytest.mark.rule("A5")
@pytest.mark.reading("passing")
def test_as_close_as_one_likes_but_not_past_an_enemy_nor_through_it() -> None:
    position = battle(
        "bn2 bn2",
        units={
            "b1": {"at": [3000, 3000], "formation": "column", "tokens": 3},
            "r1": {"at": [3000, 2300], "facing": 180},
        },
    )
    position = play(position, "activate b1", "move")
    assert position.read("3000,2525 0 column") is not None, "base to base"
    assert refused(position, "3000,2524 0 column") == "A5"
    assert refused(position, "3000,2210 0 column") == "A5"
    assert refused(position, "3000,2400 0 column") == "A5"
    clear = battle(
        "bn2 bn2",
        units={
            "b1": {"at": [1800, 2900], "formation": "column", "tokens": 3},
            "r1": {"at": [3000, 2300], "facing": 180},
        },
    )
    clear = play(clear, "activate b1", "move")
    assert clear.read("1800,2150 0 column") is not None
    past = battle(
        "bn2 bn2",
        units={
            "b1": {"at": [2250, 2800], "formation": "column", "tokens": 3},
            "r1": {"at": [3000, 2300], "facing": 180},
        },
    )
    past = play(past, "activate b1", "move")
    assert refused(past, "2250,2010 0 column") == "A5"


@pytest.mark.rule("A5")
def test_no_two_units_on_the_same_ground() -> None:
    position = battle(units={"b1": HERE, "b2": {"at": [1000, 3500]}})
    position = play(position, "activate b1", "move")
    assert refused(position, "1000,3500 0 line") == "A5"
    assert position.read("1000,3300 0 line") is not None


@pytest.mark.rule("A5")
@pytest.mark.parametrize("how", ["move", "assault", "fire", "fall back"])
def test_every_suggestion_is_legal_and_something_on_a_grid_is(how: str) -> None:
    position = battle(
        map="crossroads",
        units={
            "b1": {"at": [3000, 3200], "tokens": 3},
            "b2": {"at": [1700, 3300]},
            "r1": {"at": [3000, 2400], "facing": 180},
            "r2": {"at": [4200, 3000], "facing": 180, "formation": "column"},
        },
    )
    board = position.board
    rng = Random(1914)
    for _ in range(40):
        for goal in suggest_goals(board, 0, how, rng, 2):
            assert why_not_go(board, 0, how, goal) is None
    reach = rate(board, 0, how)
    legal_goals = [
        (x, y, facing, formation)
        for x in range(3000 - reach, 3001 + reach, 160)
        for y in range(3200 - reach, 3201 + reach, 160)
        for facing in (0, 90)
        for formation in range(len(FORMATIONS))
        if why_not_go(board, 0, how, (x, y, facing, formation)) is None
    ]
    assert legal_goals, "something is legal on the grid"
    assert any(goal != "stay" for _ in range(30) for goal in suggest_goals(board, 0, how, rng, 1))
    walled = battle(units={"b1": {"at": [1000, 4700]}}).board
    assert all(why_not_go(walled, 0, how, goal) is None for goal in suggest_goals(walled, 0, how, rng, 3))


@pytest.mark.rule("A5", "C12")
def test_even_the_first_unit_of_all_lies_in_ambush() -> None:
    units = {
        "b1": {"at": [3000, 3000], "status": "hidden"},
        "b2": {"at": [7000, 4500]},
        "r1": {"at": [3000, 2500], "facing": 180, "tokens": 4},
    }
    position = battle("bn4 bn4", "bn4 bn4", "capture", units=units, active="red", swap=1)
    assert number(position, "b1") == B1 == 0
    assert position.board.status[B1] == HIDDEN
    position = quiet(play(position, "activate r1", "move", "3000,3000 180 line"))
    assert unit(position, "b1")["status"] == "on table", "found where it lay"
    assert [event.unit for event in told(position, "Halted")] == ["r1"]  # type: ignore[attr-defined]


@pytest.mark.rule("A5", "C7")
def test_who_is_destroyed_on_the_way_does_not_arrive() -> None:
    board = battle(units=PAIR).board
    board.goal[B1] = (3000, 3300, 0, 0)
    board.status[B1] = DESTROYED
    before = board.at[B1]
    assert March(B1, "move").do(board) == ()
    assert (board.goal[B1], board.at[B1], board.moved[B1], board.status[B1]) == ((), before, 0, DESTROYED)


@pytest.mark.rule("A5", "A6", "C12")
def test_where_a_hidden_unit_goes_is_asked_in_secret() -> None:
    units: dict[str, Any] = {"b1": {"at": [3000, 3600]}, "r1": {"at": [3000, 900], "facing": 180}}
    board = battle("bn4 bn4", "bn4 bn4", "capture", units=units).board
    for who, side in ((B1, 0), (2, 1)):
        ask = GoTo(who, "move", side).ask(board)
        assert ask is not None
        assert ask.seen_by is None
        board.status[who] = HIDDEN
        ask = GoTo(who, "move", side).ask(board)
        assert ask is not None
        assert ask.seen_by == (side,)
    board.status[B1] = DESTROYED
    assert GoTo(B1, "move", 0).ask(board) is None


@pytest.mark.rule("A5")
def test_a_place_is_written_in_plain_figures() -> None:
    assert [_number(text) for text in ("0", "12", "-12", "012", "-0", "1.5", "²", "٣", "")] == [True] * 3 + [False] * 6


@pytest.mark.rule("A5")
def test_the_first_unit_of_all_is_an_enemy_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    board = battle(units=PAIR).board
    red = board.side.index(1)
    monkeypatch.setattr(movement, "_beside", lambda *_: [(0, None)])
    monkeypatch.setattr(movement, "_passed", lambda *_: 0)
    monkeypatch.setattr(movement, "_left_behind", lambda *_: -1)
    body: Any = SimpleNamespace(placed=board.at[red])
    reason = movement._barred(board, red, "second", ((0, 0), (0, 0)), body, 100)
    assert reason is not None
    assert reason.key == "why.past_enemy"


@pytest.mark.rule("A5")
@pytest.mark.reading("through-friends")
def test_through_friends_but_not_onto_them() -> None:
    units = {"b1": {"at": [3000, 4000], "tokens": 2}, "b2": {"at": [3000, 3700]}}
    position = play(battle(units=units), "activate b1", "move")
    assert position.read("3000,3400 0 line") is not None
    assert refused(position, "3000,3700 0 line") == "A5"


@pytest.mark.rule("A5")
def test_one_bend_and_no_more() -> None:
    position = play(battle(units={"b1": {"at": [3000, 4000], "tokens": 2}}), "activate b1", "move")
    assert position.read("3000,3800 3200,3700 0 line") is not None
    assert refused(position, "3000,3900 3000,3800 3200,3700 0 line") == "A5"


@pytest.mark.rule("A5", "A6")
def test_a_march_ends_where_it_was_told_or_off_the_table_or_not_at_all() -> None:
    def marched(goal: tuple[int, ...], how: str = "move", **fields: int) -> list[Any]:
        board = battle(units={"b3": {"at": [3000, 700], "tokens": 1}, "r1": {"at": [6500, 4000]}}).board
        board.goal[B3] = goal
        for name, amount in fields.items():
            setattr(board, name, amount)
        March(B3, how).do(board)
        assert board.goal[B3] == ()
        at = board.at[B3][0][1] if board.at[B3] else -1
        return [board.status[B3], at, board.moved[B3], int(board.half[B3] >= 0), board.assaulted[B3]]

    assert marched((3000, 400, 0, 0)) == [1, 400, 1, 0, 0]
    assert marched((-1,)) == [8, -1, 0, 0, 0], "off the table"
    assert marched(()) == [1, 700, 0, 0, 0], "it stayed"
    assert marched((), "assault") == [1, 700, 1, 1, 1]
    assert marched((3000, 400, 0, 0), "assault") == [1, 400, 1, 1, 1]
    assert marched((3000, 400, 0, 0), "second") == [1, 400, 1, 0, 0]
    assert marched((3000, 400, 0, 0), "fog") == [1, 400, 0, 0, 0]
    assert marched((3000, 400, 0, 0), cut=1, actor=B3) == [1, 700, 1, 0, 0], "stopped where it is"
    assert marched((3000, 400, 0, 0), cut=1, actor=R1) == [1, 400, 1, 0, 0], "another was stopped"
    gone = battle(units={"b3": {"at": [3000, 700], "tokens": 1}}).board
    gone.status[B3], gone.goal[B3] = 7, (3000, 400, 0, 0)
    March(B3, "move").do(gone)
    assert (gone.goal[B3], gone.moved[B3]) == ((), 0)


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


@pytest.mark.rule("A5", "C12")
def test_who_finds_hidden_troops_at_the_edge_does_not_enter() -> None:
    units = {
        "b1": {"status": "arrived", "tokens": 1, "bases": 1, "mgs": 0},
        "r1": {"at": [3000, 4600], "bases": 1, "mgs": 0, "status": "hidden"},
    }
    position = play(battle("bn4 bn4", "bn4 bn4", "capture", units=units), "activate b1", "enter")
    after = quiet(play(position, "3000,4640 0 line"))
    assert (unit(after, "b1")["status"], unit(after, "r1")["status"]) == ("arrived", "on table")
