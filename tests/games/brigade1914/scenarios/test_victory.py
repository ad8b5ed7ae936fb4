"""C10, C27: objectives, points and the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.positions import start, until
from games.brigade1914.support import actor, asked, battle, legal, names, play, quiet, refused, unit
from marne.engine import CHANCE, Position, Setting
from marne.games.brigade1914.board import HIDDEN, ON_TABLE, RESERVE, WAGON
from marne.games.brigade1914.components.data import SCENARIOS, TABLES, PieceRow, TableFile
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.losses import destroy
from marne.games.brigade1914.rules.measures.troops import edge_distance
from marne.games.brigade1914.rules.movement.movement import may_leave, road_end
from marne.games.brigade1914.rules.movement.moving import off_table
from marne.games.brigade1914.rules.scenarios.deployment import Deploy, DugIn
from marne.games.brigade1914.rules.scenarios.setup import budget
from marne.games.brigade1914.rules.scenarios.victory import (
    broken,
    conclude,
    destroyed,
    holder,
    move_wagons,
    score,
    standing,
)
from marne.games.brigade1914.sequence import EndOfTurn


@pytest.mark.rule("C27")
@pytest.mark.parametrize(
    ("name", "turns", "points"), [("capture", 8, (375, 355)), ("meeting", 8, (350, 350)), ("retreat", 9, (385, 315))]
)
def test_turns_and_points(name: str, turns: int, points: tuple[int, int]) -> None:
    assert (SCENARIOS[name].turns, tuple(SCENARIOS[name].points)) == (turns, points)
    position = start(name)
    assert (budget(position.board, 0), budget(position.board, 1)) == points


@pytest.mark.rule("C27")
@pytest.mark.reading("objectives-fixed")
def test_three_objectives_at_least_18_inches_apart_one_on_the_centre_line() -> None:
    goals = SCENARIOS["capture"].objectives
    assert len(goals) == 3
    assert all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 1800**2 for a in goals for b in goals if a != b)
    assert sum(y == 2400 for _, y, _ in goals) == 1
    assert all(y <= 2400 for _, y, _ in goals)


@pytest.mark.rule("C27")
def test_a_random_table_is_rolled_for() -> None:
    position = GAME.start(Setting("meeting"))
    assert position.open is not None
    assert (asked(position), position.open.actor) == ("LayTable", CHANCE)
    position = play(position, 4, 1, 7)
    assert position.board.table == "random 417"


@pytest.mark.rule("C27")
@pytest.mark.reading("roles")
def test_who_attacks_by_die() -> None:
    position = start("capture", roles="by die")
    assert asked(position) == "RoleDie"
    position = play(position, 2, 2)
    assert asked(position) == "RoleDie"
    position = play(position, 1, 6)
    assert (actor(position), legal(position)) == ("red", ["attack", "defend"])
    position = play(position, "attack")
    board = position.board
    assert (board.swap, board.edge(0), board.edge(1)) == (1, "north", "south")
    assert sum(spec.bases for spec, side in zip(board.spec, board.side, strict=True) if side == 1) > sum(
        spec.bases for spec, side in zip(board.spec, board.side, strict=True) if side == 0
    )


@pytest.mark.rule("C27", "C13")
def test_the_defender_of_capture_deploys_first_hidden_if_he_likes_and_keeps_a_battalion_back() -> None:
    position = until(start("capture"), "Deploy")
    assert actor(position) == "red"
    assert position.open is not None
    assert position.open.seen_by == (1,)
    label = position.board.label(position.step.unit)  # type: ignore[attr-defined]
    assert refused(position, "1000,2600 180 line") == "C27"
    hidden = play(position, "hidden 1000,1000 180 line")
    assert unit(hidden, label)["status"] == "hidden"
    assert refused(position, "off") == "C20"
    rng = Random(2)
    while asked(position) == "Deploy" and actor(position) == "red":
        answer = position.suggest(rng, 1)[0]
        position = position.play(answer)
    board = position.board
    foot = [u for u in board.units(1) if board.spec[u].kind == "infantry"]
    assert any(board.status[u] == RESERVE for u in foot)
    for u in board.units(1):
        if board.status[u] in (HIDDEN, ON_TABLE):
            assert all(edge_distance("north", x, y) <= 2200 for x, y, _ in board.at[u])


@pytest.mark.rule("C27")
def test_a_battalion_at_each_objective_starts_entrenched() -> None:
    board = battle(
        "bn4 bn4",
        "bn4 bn4 bn4",
        "capture",
        units={"r1": {"at": [1500, 1300]}, "r2": {"at": [1500, 900]}, "r3": {"at": [5700, 1200]}},
    ).board.copy()
    DugIn().do(board)
    assert board.dug == [0, 0, 1, 0, 1]


@pytest.mark.rule("C27", "C13")
def test_a_unit_may_deploy_behind_a_marker() -> None:
    board = battle("bn4 bn4", scenario="capture", markers={"blue": [[3000, 3450]]}).board

    def rule(x: int, y: int) -> str:
        reason = Deploy(0).reason(board, (x, y, 0, 0))
        return "" if reason is None else reason.rule

    assert rule(3000, 3600) == ""
    assert rule(3000, 3400) == "C27", "not before the marker"
    assert rule(4500, 3600) == "C27", "nor beside it, farther than four inches"
    assert [rule(3000, y) for y in (3925, 3926)] == ["", "C27"], "nor farther than that behind it"
    assert [rule(3000, y) for y in (3525, 3524)] == ["", "C27"], "level with it, and not an inch before"
    board.marker[0] = ((-1, -1), (6000, 3450), (3000, 3450))
    assert rule(3000, 3600) == "", "any marker that is left"
    board.marker[0] = ((0, 3450),)
    assert rule(500, 3600) == "", "one at the very edge too"
    board.marker[0] = ((-1, -1),)
    assert rule(3000, 3600) == "C27"
    red = battle("bn4 bn4", scenario="capture", markers={"red": [[3000, 2750]]}).board
    assert Deploy(2).reason(red, (3000, 2600, 180, 0)) is None, (
        "the defender has the room that the attacker's zone leaves"
    )
    edge = battle("bn4 bn4", "bn4 bn4", markers={"blue": [[3000, 100]]}).board
    edge.swap = 1
    gone = Deploy(0).reason(edge, (500, 1300, 180, 0))
    assert gone is not None
    assert gone.rule == "C27"


@pytest.mark.rule("C27")
@pytest.mark.reading("scenario-values")
def test_a_meeting_engagement_starts_with_the_advance_guard_and_the_rest_in_order() -> None:
    position = until(play(until(start("meeting"), "Mask"), "none"), "AdvanceGuard")
    board = position.board
    able = [board.label(u) for u in board.units(0) if board.spec[u].kind in ("infantry", "cavalry")]
    assert legal(position) == able
    for name in (able[1], able[0], able[3]):
        position = play(position, name)
        assert (asked(position), position.board.label(position.step.unit)) == ("Deploy", name)  # type: ignore[attr-defined]
        position = position.play(position.suggest(Random(3), 1)[0])
    assert asked(position) == "MarchOrder"
    assert position.open is not None
    assert position.open.seen_by == (0,)
    last = legal(position)[-1]
    position = play(position, last)
    assert position.board.label(position.board.march[0][0]) == last


@pytest.mark.rule("C27", "A4")
def test_the_attacker_has_the_first_initiative_and_a_meeting_is_rolled_for() -> None:
    assert until(start("capture"), "Allocate").board.active == 0
    assert until(start("retreat"), "Allocate").board.active == 0
    assert until(start("meeting"), "InitiativeDice").board.turn == 1


@pytest.mark.rule("C27")
def test_half_the_rearguard_stands_forward_and_wagons_stand_on_the_road() -> None:
    position = until(start("retreat"), "Act")
    board = position.board
    units = [u for u in board.units(1) if board.spec[u].kind != WAGON and board.spec[u].arm != "heavy"]
    forward = [u for u in units if board.at[u] and sum(x for x, _, _ in board.at[u]) // len(board.at[u]) <= 3600]
    assert 2 * len(forward) >= len(units)
    wagons = [u for u in board.units(1) if board.spec[u].kind == WAGON]
    assert [board.at[u][0][:2] for u in wagons] == [(4800, 2400), (4500, 2400), (4200, 2400)]


RETREAT: dict[str, Any] = {"b1": {"at": [400, 1000], "tokens": 3}, "r1": {"at": [6900, 2400], "tokens": 3}}


@pytest.mark.rule("C27")
def test_wagons_roll_four_inches_a_turn_and_score_when_off() -> None:
    position = battle(
        "bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000]}, "r1": {"at": [3000, 1000]}}, begin="end"
    )
    board = position.board
    wagons = [u for u in board.units(1) if board.spec[u].kind == WAGON]
    assert board.at[wagons[0]][0][0] == 5200
    for u in wagons:
        board.at[u] = ((7000, 2400 if u == wagons[0] else 400 * u, 90),)
    move_wagons(board)
    assert board.vp[1] == 3


@pytest.mark.rule("C27")
def test_one_hit_destroys_a_wagon() -> None:
    units = {"b1": {"at": [4000, 2400], "facing": 90, "tokens": 1, "mgs": 0}, "r1": {"at": [6900, 600]}}
    position = play(battle("bn4 bn4", "bn4 bn4", "retreat", units=units), "activate b1", "fire", "at r5")
    assert asked(position) == "Volley"
    missed, hit = play(position, 1, 1, 1, 1), play(position, 10, 1, 1, 1)
    assert [unit(each, "r5")["status"] for each in (missed, hit)] == ["on table", "destroyed"]


@pytest.mark.rule("C27")
@pytest.mark.parametrize(("turn", "points"), [(4, 0), (5, 2)])
def test_the_rearguard_scores_for_leaving_from_turn_five(turn: int, points: int) -> None:
    position = battle("bn4 bn4", "bn4 bn4", "retreat", units=RETREAT, active="red", turn=turn)
    after = quiet(play(position, "activate r1", "move", "leave"))
    assert unit(after, "r1")["status"] == "left"
    assert after.board.vp[1] == points


@pytest.mark.rule("C27")
def test_holding_an_objective_takes_foot_and_no_enemy() -> None:
    place: dict[str, Any] = {"at": [3600, 2600]}
    assert holder(battle(units={"b1": place}).board, 3600, 2400) == 0
    assert holder(battle(units={"b3": place}).board, 3600, 2400) == -1
    assert holder(battle(units={"b3": {**place, "foot": 1}}).board, 3600, 2400) == 0
    both = battle(units={"b1": place, "r3": {"at": [3600, 2100]}}).board
    assert holder(both, 3600, 2400) == -1
    assert standing(battle(units={"b1": place}).board) == (4, 0)


@pytest.mark.rule("C27")
def test_points_for_destroyed_units_and_how_a_win_is_called() -> None:
    board = battle(
        units={"b1": {"at": [3600, 2600]}, "r1": {"at": [1000, 600]}, "r3": {"at": [3000, 600]}}
    ).board.copy()
    destroy(board, 4, "morale")
    destroy(board, 6, "morale")
    assert board.vp == [3, 0]
    conclude(board, "time")
    assert (board.winner, board.why) == (0, "decisive")
    close = battle(units={"b1": {"at": [2000, 3500]}}).board.copy()
    conclude(close, "time")
    assert (close.winner, close.why) == (0, "marginal")
    nobody = battle(units={"b1": {"at": [500, 4500]}}).board.copy()
    conclude(nobody, "time")
    assert (nobody.winner, nobody.why) == (-1, "draw")


@pytest.mark.rule("C27")
def test_one_more_turn_on_a_four() -> None:
    position = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}, begin="end", turn=8)
    assert asked(position) == "OneMoreTurn"
    assert play(position, 3).over
    more = play(position, 4)
    assert more.board.turn == 9


@pytest.mark.rule("C27")
def test_points_are_counted_once_when_the_game_is_over() -> None:
    position = battle(units={"b1": {"at": [3600, 2500], "facing": 0}}, map="crossroads")
    board = position.board.copy()
    before = standing(board)
    assert before[0] > 0, "the crossroads are held"
    conclude(board, "turns")
    assert standing(board) == before == GAME.score(Position(board, ())).points


@pytest.mark.rule("C10")
def test_half_the_starting_units_or_more_break_a_brigade() -> None:
    def lost(
        gone: int, back: int, forces: str = "bn4 bn4 cav3 field", scenario: str = "meeting", side: int = 0
    ) -> bool:
        board = battle(forces, forces.replace("cav3", "cav2"), scenario).board
        for unit_ in board.units(side)[:gone]:
            board.status[unit_] = 7
        board.penalty[side] = back
        assert destroyed(board, side) == gone + back
        return broken(board, side)

    assert [lost(1, 0), lost(2, 0), lost(1, 1)] == [False, True, True]
    assert [lost(1, 0, "bn4 bn4 bn4"), lost(2, 0, "bn4 bn4 bn4")] == [False, True]
    assert lost(2, 0, side=1), "in a meeting engagement both break"
    nobody = battle("bn4 bn4").board
    nobody.starters = [0, 0]
    assert not broken(nobody, 0), "who has no units does not break"
    nobody.starters = [1, 1]
    nobody.status[0] = 7
    assert broken(nobody, 0)
    wagons = battle("bn4 bn4", "bn4 bn4", "retreat").board
    wagons.status[4] = 7
    assert destroyed(wagons, 1) == 0, "wagons do not count"
    assert lost(2, 0, scenario="capture", side=1)
    assert [lost(4, 0, scenario="retreat", side=side) for side in (0, 1)] == [True, False]


@pytest.mark.rule("C10", "C27")
@pytest.mark.reading("both-break")
def test_one_broken_brigade_loses_and_two_are_counted_by_points() -> None:
    def result(blue: int, red: int, points: tuple[int, int], why: str = "break") -> tuple[int, str]:
        board = battle("bn4 bn4", "bn4 bn4").board
        board.penalty, board.vp = [blue, red], list(points)
        conclude(board, why)
        assert (board.over, board.vp) == (1, list(points))
        return board.winner, board.why

    assert result(1, 0, (9, 0)) == (1, "decisive: the enemy brigade broke")
    assert result(0, 1, (0, 9)) == (0, "decisive: the enemy brigade broke")
    assert result(1, 1, (4, 2)) == (0, "marginal")
    assert result(0, 0, (4, 1), "time") == (0, "decisive")
    assert result(0, 0, (1, 4), "time") == (1, "decisive")
    assert result(0, 0, (2, 2), "time") == (-1, "draw")


@pytest.mark.rule("C27")
def test_an_objective_is_held_by_foot_within_four_inches_without_an_enemy_as_near() -> None:
    def who(**units: Any) -> int:
        return holder(battle("bn4 bn4 cav3 field", units=units).board, 3600, 2400)

    near, far = {"at": [3600, 2875], "mgs": 0}, {"at": [3600, 2876], "mgs": 0}
    assert [who(b1=near), who(b1=far), who(r1=near)] == [0, -1, 1]
    assert [who(b1={"at": [4400, 2400], "mgs": 0}), who(b1={"at": [4401, 2400], "mgs": 0})] == [0, -1]
    assert who(b1={**near, "status": "hidden"}) == -1
    assert [who(b4={"at": [3600, 2600]}), who(b3={"at": [3600, 2600]}), who(b3={"at": [3600, 2600], "foot": 1})] == [
        -1,
        -1,
        0,
    ]
    assert who(b1={"at": [3600, 2600]}, r4={"at": [3600, 2100]}) == -1
    assert who(b1={"at": [3600, 2600]}, b3={"at": [3600, 2200]}) == 0
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [4800, 2700], "tokens": 1}}).board
    assert holder(board, 4800, 2400) == 0, "a wagon holds nothing and disputes nothing"


@pytest.mark.rule("C27")
def test_points_as_they_stand() -> None:
    assert standing(battle(units={"b1": {"at": [3600, 2600]}, "r1": {"at": [5200, 1300]}}).board) == (4, 2)
    retreat = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        units={"b1": {"at": [400, 1000]}, "r1": {"at": [7000, 2400], "formation": "column"}},
    ).board
    assert standing(retreat) == (0, 3), "the exit is clear; the rearguard scores nothing for holding it"
    for x, points in ((5925, (0, 0)), (5924, (0, 3))):
        pursuer = {"b1": {"at": [x, 2400], "facing": 90, "bases": 1, "mgs": 0}}
        board = battle("bn4 bn4", "bn4 bn4", "retreat", units=pursuer).board
        assert standing(board) == points, x
    held = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [6900, 2400], "facing": 90, "mgs": 0}}).board
    assert standing(held) == (3, 0)
    swapped = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [3000, 600]}}, swap=1).board
    assert standing(swapped) == (3, 0)


@pytest.mark.rule("C27")
def test_the_score_tells_who_is_ahead() -> None:
    board = battle(units={"b1": {"at": [3600, 2600]}}).board
    assert (score(board).points, score(board).why, score(board).over) == ((4, 0), "blue ahead", False)
    assert score(battle(units={"r1": {"at": [3600, 2600]}}).board).why == "red ahead"
    assert score(battle().board).why == "level"
    conclude(board, "time")
    assert (score(board).winner, score(board).over) == (0, True)
    level = battle().board
    conclude(level, "time")
    assert score(level).winner is None


@pytest.mark.rule("C27")
def test_what_leaving_scores_in_a_retreat() -> None:
    def points(side: int, turn: int, kind: int = 0, **state: Any) -> list[int]:
        name = f"{'br'[side]}{kind + 1}"
        forces = "bn4 bn4 cav3 field"
        board = battle(
            forces, forces.replace("cav3", "cav2"), "retreat", units={name: {"at": [6900, 2400], **state}}
        ).board
        board.turn = turn
        number = board.unit(name)
        assert number is not None
        off_table(board, number, "move")
        assert board.status[number] == 8
        return board.vp

    assert [points(1, 4), points(1, 5), points(1, 5, 2)] == [[0, 0], [0, 2], [0, 1]]
    assert [points(1, 5, bases=2), points(1, 5, bases=1)] == [[0, 2], [0, 0]], "half its bases or more"
    assert [points(0, 1), points(0, 5, 2)] == [[2, 0], [2, 0]]


@pytest.mark.rule("C27")
def test_the_exit_is_where_the_road_leaves_by_the_east() -> None:
    board = battle("bn4 bn4", "bn4 bn4", "retreat").board
    assert [road_end(board, edge) for edge in ("north", "south", "west", "east")] == [
        (3600, 0),
        (3600, 4800),
        (0, 2400),
        (7200, 2400),
    ]
    TABLES.setdefault(
        "two roads",
        TableFile(
            "two roads", (PieceRow("road", ((0, 1000), (7200, 1000))), PieceRow("road", ((0, 2600), (7200, 2600)))), ()
        ),
    )
    two = battle("bn4 bn4", "bn4 bn4", "retreat", map="two roads").board
    assert [road_end(two, edge) for edge in ("west", "east")] == [(0, 2600), (7200, 2600)]
    canal = battle(map="canal").board
    assert [road_end(canal, edge) for edge in ("north", "south")] == [(3600, 0), (3600, 4800)], (
        "the one nearest the middle"
    )
    for x, fine in ((6400, True), (6399, False)):
        near = battle("bn4 bn4", "bn4 bn4", "retreat", units={"r1": {"at": [x, 2400], "mgs": 0}}).board
        assert may_leave(near, 2, "move") == fine
    off = battle("bn4 bn4", "bn4 bn4", "retreat", units={"r1": {"at": [7100, 1600], "bases": 1, "mgs": 0}}).board
    assert not may_leave(off, 2, "move"), "by the road"
    barred = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        units={"r1": {"at": [6500, 2400], "formation": "column"}, "b1": {"at": [6950, 2400], "formation": "column"}},
    ).board
    assert not may_leave(barred, 2, "move"), "not through the enemy"


@pytest.mark.rule("C27")
@pytest.mark.reading("wagons")
def test_wagons_roll_on_until_they_are_off_and_wait_behind_whoever_stands_in_the_way() -> None:
    def rolled(x: int, **units: Any) -> tuple[int, list[int]]:
        board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units).board
        for wagon in (5, 6):
            board.status[wagon] = 8
        board.at[4] = ((x, 2400, 90),)
        move_wagons(board)
        return (board.at[4][0][0] if board.at[4] else -1), board.vp

    assert rolled(6700) == (7100, [0, 0])
    wheel = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}}).board
    move_wagons(wheel)
    assert wheel.at[4] == ((5200, 2400, 90),)
    assert rolled(6701) == (-1, [0, 1])
    assert rolled(5000, b1={"at": [5400, 2400]}) == (5000, [0, 0])
    assert rolled(5000, r1={"at": [5400, 2400]}) == (5000, [0, 0])
    board = battle("bn4 bn4", "bn4 bn4", "retreat").board
    board.status[4] = 7
    before = [board.at[wagon][0][0] for wagon in (4, 5)]
    move_wagons(board)
    assert [board.at[wagon][0][0] for wagon in (4, 5)] == [before[0], before[1] + 400]
    quiet_turn = battle("bn4 bn4", "bn4 bn4", units={"b1": {"at": [1000, 4200]}}).board
    assert names(EndOfTurn().do(quiet_turn)) == ["Turn"]


@pytest.mark.rule("C10")
def test_a_brigade_breaks_when_half_of_it_is_destroyed() -> None:
    units: dict[str, dict[str, object]] = {
        "b1": {"status": "destroyed"},
        "b2": {"status": "destroyed"},
        "b3": {"at": [1000, 4200]},
        "b4": {"at": [2500, 4200]},
        "r1": {"at": [1000, 600]},
    }
    position = battle("bn4 bn4 cav3 field", units=units, begin="end", turn=3)
    assert position.over
    assert GAME.score(position).winner == 1
    assert "broke" in GAME.score(position).why
    held = battle("bn4 bn4 cav3 field", units={**units, "b2": {"at": [4000, 4200]}}, begin="end", turn=3)
    assert not held.over


@pytest.mark.rule("C10", "C27")
@pytest.mark.reading("rearguard-gone")
def test_a_rearguard_never_breaks() -> None:
    units: dict[str, dict[str, object]] = {
        "r1": {"status": "destroyed"},
        "b1": {"at": [400, 2000]},
        "r2": {"at": [3000, 2000]},
    }
    assert not battle("bn4 bn4", "bn4 bn4", "retreat", units=units, begin="end", turn=3).over
