"""C8: reinforcements and reserves."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import BC, BI, FAR, choices, offers
from games.brigade1914.support import B1, asked, battle, legal, names, play, quiet, refused, unit
from marne.games.brigade1914.board import HIDDEN, OFF_TABLE, RESERVE
from marne.games.brigade1914.components.forces import read_force, write_force
from marne.games.brigade1914.rules.command.actions import Reinforce, may_reinforce
from marne.games.brigade1914.rules.command.command import generated
from marne.games.brigade1914.rules.command.losses import destroy
from marne.games.brigade1914.rules.measures.troops import facing_of, middle, shape
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.movement import on_table
from marne.games.brigade1914.rules.scenarios.lists import problems
from marne.games.brigade1914.sequence import Arrive, ReserveDie, Reserves


@pytest.mark.rule("C8", "C1")
def test_a_destroyed_unit_returns_for_a_general_with_a_token_two_bases_and_a_turn_later() -> None:
    lost: dict[str, Any] = {"status": "destroyed", "recruits": 2, "bases": 0}
    general = {"blue": [1000, 4600, 1]}
    assert offers("return b1", "return b2", units={"b1": lost, "b2": FAR}, generals=general) == [True, False]
    assert offers("return b1", units={"b1": lost, "b2": FAR}) == [False], "the general has no token"
    assert offers("return b1", units={"b1": {**lost, "recruits": 1}, "b2": FAR}, generals=general) == [False]
    assert offers("return b2", units={"b1": lost, "b2": {**FAR, "recruits": 2}}, generals=general) == [False]
    now = battle(
        units={"b1": {**FAR, "recruits": 2}, "b2": {**FAR, "at": [4000, 4200]}}, generals={"blue": [1000, 4600, 2]}
    )
    destroy(now.board, 0, "morale")
    assert "return b1" not in legal(play(now, "burn")), "not in the turn of its loss"


@pytest.mark.rule("C8")
@pytest.mark.reading("returned-unit")
def test_what_returns_has_its_bases_off_the_table_no_guns_no_markers_and_its_horses() -> None:
    state = {"status": "destroyed", "recruits": 4, "bases": 0, "mgs": 1, "markers": 5, "foot": 1}
    position = battle(units={"b3": state, "b2": FAR}, generals={"blue": [1000, 4600, 1]})
    position = play(position, "return b3")
    found = unit(position, "b3")
    assert (found["bases"], found["mgs"], found["markers"], found["foot"]) == (3, 0, 0, 0), "as many as it began with"
    assert position.board.recruits[2] == 1
    assert position.board.penalty == [1, 0]


@pytest.mark.rule("C8")
def test_reinforcing_is_for_one_base_a_turn_up_to_the_start_with_no_enemy_within_12_inches() -> None:
    place = {"at": [3000, 4000], "bases": 3, "mgs": 0, "recruits": 2}
    for red, fine in (([3000, 4000 - 1350], False), ([3000, 4000 - 1351], True)):
        assert may_reinforce(battle(units={"b1": place, "r1": {"at": red, "facing": 180}}).board, 0) == fine
    board = battle(units={"b1": place}).board
    board.reinforced[0] = 1
    assert not may_reinforce(board, 0)
    assert not may_reinforce(battle(units={"b1": {**place, "bases": 4}}).board, 0)
    assert "reinforce" not in choices("b1", {"bases": 3})


@pytest.mark.rule("C8")
def test_a_base_comes_up_in_the_ranks_and_not_to_who_was_stopped_or_has_none() -> None:
    def after(cut: int, **state: int) -> list[int]:
        place = {"at": [3000, 4000], "bases": 3, "mgs": 0, "recruits": 2, "markers": 2, **state}
        board = battle(units={"b1": place}).board
        board.cut = cut
        Reinforce(0).do(board)
        assert middle(board, 0) == (3000, 4000), "it stays where there is room"
        return [board.bases[0], board.recruits[0], board.markers[0], len(board.at[0]), board.reinforced[0]]

    assert after(0) == [4, 1, 1, 4, 1]
    assert after(1) == [3, 2, 2, 3, 0]
    assert after(0, recruits=0) == [3, 0, 2, 3, 0]
    assert after(0, bases=4) == [4, 2, 2, 4, 0]
    crowded = battle(
        units={"b1": {"at": [3000, 4000], "bases": 1, "mgs": 0, "recruits": 1}, "b2": {"at": [3600, 4000]}}
    )
    Reinforce(0).do(crowded.board)
    from marne.games.brigade1914.rules.movement.movement import crowded as is_crowded

    assert not is_crowded(crowded.board, 0, shape(crowded.board, 0)), "it finds room beside its friends"
    edge = battle(units={"b1": {"at": [150, 4000], "bases": 1, "mgs": 0, "recruits": 1}}).board
    Reinforce(0).do(edge)
    assert on_table(shape(edge, 0)), "and on the table"
    edge.status[0], edge.recruits[0] = 7, 1
    assert (Reinforce(0).do(edge), edge.bases[0]) == ((), 2)


@pytest.mark.rule("C8")
def test_a_base_comes_up_from_the_reinforcements() -> None:
    place = {"at": [1000, 4200], "tokens": 3, "bases": 2, "recruits": 2, "markers": 1}
    position = battle("bn4 bn4 re4", units={"b1": place}, generals={"blue": [1000, 4600, 0]})
    position = play(position, "activate b1", 3)
    assert "reinforce" in legal(position)
    position = quiet(play(position, "reinforce"))
    assert (unit(position, "b1")["bases"], unit(position, "b1")["markers"]) == (3, 0)
    assert position.board.recruits[0] == 1
    assert "reinforce" not in legal(play(position, "activate b1", 6))
    near = battle("bn4 bn4 re4", units={"b1": place, "r1": {"at": [1000, 3200], "facing": 180}})
    assert "reinforce" not in legal(play(near, "activate b1", 6))
    full = battle("bn4 bn4 re4", units={"b1": {**place, "bases": 4}})
    assert "reinforce" not in legal(play(full, "activate b1", 6))


@pytest.mark.rule("C8", "A2")
def test_a_destroyed_unit_comes_back_but_its_tokens_stay_lost() -> None:
    position = battle(
        "bn4 bn4",
        units={"b1": {"status": "destroyed", "recruits": 2, "bases": 0}, "b2": {"at": [1000, 4200], "tokens": 1}},
        generals={"blue": [1000, 4600, 2]},
    )
    before = generated(position.board, 0)
    position = play(position, "return b1")
    assert (unit(position, "b1")["status"], unit(position, "b1")["bases"]) == ("arrived", 2)
    assert position.board.gtokens[0] == 1
    assert generated(position.board, 0) == before
    alone = battle("bn4 bn4", units={"b1": {"status": "destroyed", "recruits": 1}}, generals={"blue": [1000, 4600, 2]})
    assert "return b1" not in legal(alone)


@pytest.mark.rule("C8", "C27")
def test_reserves_arrive_by_die_and_enter_with_an_activation() -> None:
    position = battle(
        "bn4 bn4",
        "bn4 bn4",
        begin="turn",
        turn=1,
        units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}, "r2": {"at": [5000, 600]}},
    )
    position = play(position, 6, 1, "be active", 3, 1)
    while asked(position) != "ReserveDie":
        position = play(position, legal(position)[0] if legal(position) else "stay")
    assert unit(play(position, 3), "b2")["status"] == "reserve"
    position = play(position, 4)
    assert unit(position, "b2")["status"] == "arrived"
    position = play(position, "activate b2")
    assert legal(position) == ["enter"]
    position = play(position, "enter")
    assert refused(position, "3600,3750 0 line") == "A5"
    assert refused(position, "1000,4500 0 line") == "A5"
    position = quiet(play(position, "3600,4300 0 column"))
    assert unit(position, "b2")["status"] == "on table"


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
@pytest.mark.reading("reserve-dice")
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


@pytest.mark.rule("C8")
def test_reinforcements_are_for_the_arm_of_the_brigade() -> None:
    assert problems("british_infantry", read_force("british_infantry", "bn2 bn2 cav2r1"))
    assert not problems("british_cavalry", read_force("british_cavalry", "cav2 cav2r1"))
    assert problems("british_cavalry", read_force("british_cavalry", "cav2 cav2 bn2r1"))


@pytest.mark.rule("C8", "C26")
def test_bought_bases_go_to_the_arm_of_the_brigade_in_turn() -> None:
    assert write_force(read_force(BI, "bn2 cav2 bn2 re3")) == "bn2r2 cav2 bn2r1"
    assert write_force(read_force(BC, "cav2 bn2 cav2 re3")) == "cav2r2 bn2 cav2r1"
    assert write_force(read_force(BI, "cav2 re3")) == "cav2"


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
