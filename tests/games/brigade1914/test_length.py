"""A3, A4, C1, C8, C10, C11, C27: tokens and reserves of a turn, the general, objectives, points and the end."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import battle, follow, names, offered
from marne.engine import Ask
from marne.games.brigade1914.board import HIDDEN, OFF_TABLE, RESERVE
from marne.games.brigade1914.components.data import TABLES, PieceRow, TableFile
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.movement.movement import may_leave, road_end
from marne.games.brigade1914.rules.movement.moving import off_table
from marne.games.brigade1914.rules.scenarios.victory import (
    broken,
    conclude,
    destroyed,
    holder,
    move_wagons,
    score,
    standing,
)
from marne.games.brigade1914.sequence import (
    Allocate,
    Arrive,
    EndOfTurn,
    Finish,
    Generate,
    Initiative,
    OneMoreTurn,
    ReserveDie,
    Reserves,
    Turn,
    take_initiative,
)

# -- A3, C8: tokens and reserves


@pytest.mark.rule("A3")
def test_how_many_tokens_may_be_given_at_each_step() -> None:
    board = battle("bn4 bn4 bn4 bn4", units={f"b{i}": {"at": [1000 * i, 4200]} for i in (1, 2, 3)}).board
    assert Allocate(0, 0).takers(board) == [0, 1, 2], "who is in reserve gets none"
    board.pool[0] = 3
    assert offered(Allocate(0, -1), board) is None
    board.pool[0] = 4
    assert offered(Allocate(0, -1), board) is not None

    def amounts(number: int, pool: int, rating: int = 3) -> list[int]:
        board.pool[0], board.rating[0] = pool, rating
        return list(Allocate(0, number).amounts(board))

    assert amounts(-1, 11) == [0, 1, 2, 3]
    assert amounts(-1, 11, 2) == [0, 1, 2]
    assert amounts(-1, 5) == [0, 1, 2], "one is kept for each unit"
    assert amounts(-1, 3) == [0]
    assert amounts(-1, 2) == [0]
    assert amounts(0, 8) == [1, 2, 3, 4, 5, 6]
    assert amounts(0, 3) == [1]
    assert amounts(0, 2) == [0, 1], "not enough for all"
    assert amounts(0, 0) == [0]
    assert amounts(1, 5) == [1, 2, 3, 4]
    assert amounts(2, 4) == [4], "the last takes what is left"
    assert amounts(3, 4) == [0]


@pytest.mark.rule("A3")
def test_tokens_are_asked_for_unit_by_unit_and_none_is_left_over() -> None:
    board = battle("bn4 bn4 bn4", units={f"b{i}": {"at": [1000 * i, 4200]} for i in (1, 2, 3)}).board
    board.pool[0] = 8
    ask = Allocate(0, 0).ask(board)
    assert isinstance(ask, Ask)
    assert (ask.options, ask.seen_by) == ((1, 2, 3, 4, 5, 6), (0,))
    assert offered(Allocate(0, 2), board) is None
    board.pool[0] = 3
    assert offered(Allocate(0, 0), board) is None, "one each and no choice"
    board.pool[0] = 8
    assert Allocate(0, 0).do(board, 5) == (Allocate(0, 1),)
    assert (board.tokens[0], board.pool[0]) == (5, 3)
    assert Allocate(0, 1).do(board, 1) == (Allocate(0, 2),)
    assert follow(Allocate(0, 2), board) == ()
    assert (board.tokens[:3], board.pool[0]) == ([5, 1, 2], 0)
    assert Allocate(0, -1).do(board, 0) == (Allocate(0, 0),)
    nobody = battle("bn4 bn4").board
    nobody.pool[0] = 2
    assert Allocate(0, -1).do(nobody, 2) == ()
    assert (nobody.gtokens[0], nobody.pool[0]) == (2, 0)
    nobody.pool[0] = 2
    assert follow(Allocate(0, 0), nobody) == ()


@pytest.mark.rule("A2", "A4", "C1")
def test_tokens_are_generated_once_and_the_initiative_is_taken_up() -> None:
    board = battle(units={"b1": {"at": [1000, 4200]}}).board
    board.next_lost = [1, 1]
    Generate(0).do(board)
    assert (board.pool, board.next_lost) == ([2 + 3 - 1, 0], [0, 1])
    board.gained, board.seize = 4, 1
    take_initiative(board, 1)
    assert (board.active, board.gained, board.seize) == (1, 0, -1)
    board.over = 1
    assert Turn().do(board) == ()


@pytest.mark.rule("A3")
def test_who_has_no_choice_is_not_asked() -> None:
    board = battle("bn4 bn4", units={f"b{i}": {"at": [1000 * i, 4200]} for i in (1, 2)}).board
    for pool, given, asks in ((2, 0, False), (1, 1, False), (0, 0, False), (3, 0, True), (2, 1, True), (1, 0, True)):
        board.pool[0], board.gtokens[0] = pool, given
        assert (offered(Allocate(0, 0), board) is not None) == asks, (pool, given)
    board.pool[0] = 5
    Allocate(0, 1).do(board, 3)
    assert board.pool[0] == 0, "nothing is kept"


@pytest.mark.rule("C8", "C27")
@pytest.mark.parametrize(("turn", "need"), [(1, 0), (2, 4), (3, 3), (4, 2), (5, 1), (8, 1)])
def test_when_reserves_come_in_a_meeting_engagement(turn: int, need: int) -> None:
    board = battle("bn4 bn4 bn4", units={"b1": {"at": [1000, 4200]}}).board
    board.turn = turn
    steps = Reserves(0).do(board)
    assert names(steps) == ([] if not need else ["Arrive"] if need == 1 else ["ReserveDie", "ReserveDie", "Arrive"])
    if need > 1:
        assert [step.need for step in steps] == [need] * 3  # type: ignore[attr-defined]
    seen = battle("bn4", units={"b1": {"at": [1000, 4200]}}).board
    seen.turn = turn
    assert Reserves(0).do(seen) == ()


@pytest.mark.rule("C8")
def test_a_die_brings_the_next_of_the_column_and_only_as_many_as_wait() -> None:
    board = battle(
        "bn4 bn4 bn4 heavy", units={"b1": {"at": [1000, 4200]}, "b2": {"at": [3000, 4200], "status": "hidden"}}
    ).board
    for number, die, coming in ((0, 3, 0), (0, 4, 1), (1, 6, 2), (2, 6, 2)):
        ReserveDie(0, number, 4).do(board, die)
        assert board.coming[0] == coming
    board.turn = 1
    Reserves(0).do(board)
    assert board.coming[0] == 2, "nobody comes on this turn"
    board.turn = 2
    Reserves(0).do(board)
    assert board.coming[0] == 0, "each turn is rolled for anew"
    board.coming[0] = 1
    Arrive(0, 2).do(board.copy())
    Arrive(0, 4).do(board)
    assert (board.status[2], board.status[3], board.status[1], board.coming[0]) == (4, RESERVE, HIDDEN, 0)
    Arrive(0, 1).do(board)
    assert board.status[3] == OFF_TABLE, "heavy guns stay behind the edge"


@pytest.mark.rule("A4", "C27")
def test_who_is_active_on_the_first_turn() -> None:
    capture = battle(scenario="capture").board
    capture.turn = 1
    assert (Initiative().do(capture), capture.active) == ((), 0)
    capture.swap = 1
    assert (Initiative().do(capture), capture.active) == ((), 1)
    capture.turn = 2
    assert names(Initiative().do(capture)) == ["InitiativeDice"]
    meeting = battle().board
    meeting.turn = 1
    assert names(Initiative().do(meeting)) == ["InitiativeDice"]
    meeting.seize = 1
    (step,) = Initiative().do(meeting)
    assert (type(step).__name__, step.side, meeting.seize) == ("ChooseInitiative", 1, -1)  # type: ignore[attr-defined]


# -- the end


@pytest.mark.rule("C1", "C27")
@pytest.mark.parametrize(("turn", "extra", "step"), [(7, 0, "Turn"), (8, 0, "OneMoreTurn"), (9, 1, "Finish")])
def test_how_a_turn_ends(turn: int, extra: int, step: str) -> None:
    board = battle(units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}}).board
    board.turn, board.extra = turn, extra
    assert names(EndOfTurn().do(board)) == [step]
    assert [names(OneMoreTurn().do(board, die)) for die in (3, 4)] == [["Finish"], ["Turn"]]
    assert board.extra == 1


@pytest.mark.rule("C1", "C10", "C27")
def test_a_turn_ends_with_raids_wagons_and_broken_brigades() -> None:
    raid = battle(units={"b3": {"at": [1000, 700]}, "r1": {"at": [6000, 700]}}).board
    raid.next_lost = [0, 0]
    EndOfTurn().do(raid)
    assert raid.next_lost == [0, 1]
    retreat = battle(
        "bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [6000, 600]}}
    ).board
    EndOfTurn().do(retreat)
    assert retreat.at[4][0][0] == 5200
    for side, winner in ((0, "red"), (1, "blue")):
        board = battle(
            "bn4 bn4", "bn4 bn4", units={"b1": {"at": [1000, 4200], "tokens": 1}, "r1": {"at": [1000, 600]}}
        ).board
        board.penalty[side] = 1
        (finish,) = EndOfTurn().do(board)
        assert (type(finish).__name__, finish.why) == ("Finish", "break")  # type: ignore[attr-defined]
        finish.do(board)
        last: Any = board.events[-1]
        assert (last.rule, last.result) == ("C10", winner)
    level = battle("bn4 bn4", "bn4 bn4", units={"b1": {"at": [1000, 4200], "tokens": 1}}).board
    Finish("time").do(level)
    last = level.events[-1]
    assert (last.rule, last.result) == ("C27", "draw")


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


@pytest.mark.rule("C11")
def test_the_general_rides_eight_inches_and_sixteen_with_cavalry() -> None:
    def key(answer: Any, lists: tuple[str, str] = ("british infantry", "german infantry")) -> str:
        blue = "cav3 cav3" if "cavalry" in lists[0] else "bn4 bn4"
        board = battle(blue, lists=lists, generals={"blue": [3000, 4000, 0]}).board
        reason = GeneralRides(0).reason(board, answer)
        return "" if reason is None else reason.key.removeprefix("why.")

    assert [key((3000, 3200)), key((3000, 3199)), key("stay"), key("away")] == ["", "too_far", "", "no_point"]
    assert [key((3000, 4700)), key((3000, 4701))] == ["", "off_table"]
    for gx, gy, at in ((7000, 4000, (7100, 4000)), (200, 4000, (100, 4000)), (3000, 200, (3000, 100))):
        corner = battle(generals={"blue": [gx, gy, 0]}).board
        assert GeneralRides(0).reason(corner, at) is None
        beyond = (at[0] + (at[0] == 7100) - (at[0] == 100), at[1] - (at[1] == 100))
        refusal = GeneralRides(0).reason(corner, beyond)
        assert refusal is not None
        assert refusal.key == "why.off_table"
    cavalry = ("british cavalry", "german infantry")
    assert [key((3000, 2400), cavalry), key((3000, 2399), cavalry)] == ["", "too_far"]
    assert [key((4600, 4000), cavalry), key((4601, 4000), cavalry)] == ["", "too_far"]
    board = battle(generals={"blue": [3000, 4000, 0]}).board
    GeneralRides(0).do(board, "stay")
    assert (board.gx[0], board.gy[0]) == (3000, 4000)
    GeneralRides(0).do(board, (3100, 3900))
    assert (board.gx[0], board.gy[0]) == (3100, 3900)
