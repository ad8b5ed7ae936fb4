"""C4: changing the target after a reaction."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B3, R1, R2, R4, apart, asked, battle, follow, legal, offered, play, told
from marne.games.brigade1914.rules.command.reaction import GoOn
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import ChooseTarget, Shoot, SwitchTarget


@pytest.mark.rule("C4")
def test_a_target_that_went_out_of_range_is_changed_without_penalty_or_given_up() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "tokens": 3, "mgs": 0},
        "r1": {"at": [3000, 1000], "facing": 180, "tokens": 3},
        "r2": {"at": [4300, 1000], "facing": 180},
    }
    position = play(battle(units=units), "activate b1", "fire", "at r1", "fall back r1", 6, "3000,200 180 line")
    changed = play(position, "at r2")
    (event,) = told(changed, "FiredAt")
    assert "switched to the reactor" not in [m.text for m in event.modifiers]  # type: ignore[attr-defined]
    ceased = play(position, "cease")
    assert asked(ceased) == "Act"
    assert (ceased.board.aim[B1], ceased.board.aim_guns[B1]) == (-1, -1)


@pytest.mark.rule("C4")
def test_only_another_unit_that_reacted_and_is_in_reach_can_be_switched_to() -> None:
    units = {"r2": {"at": [4600, 1500], "facing": 180, "tokens": 3}}
    last = {"r4": {"at": [1500, 1500], "facing": 180}}
    board = apart(1300, {"mgs": 0}, units=units | last).board
    board.aim[B1] = R1
    step = SwitchTarget(B1, firing.STANDING)
    for reactor, found in ((-1, ()), (R1, ()), (R2, ("keep", ("at", "r2")))):
        board.reactor = reactor
        assert step.choices(board) == found
        assert (offered(step, board) is None) == (not found)
    board.cut, board.actor = 1, B1
    assert step.choices(board) == ()
    board.actor = R2
    assert step.choices(board) != (), "somebody else was stopped"
    board.cut = 0
    for aim in (-1, 1000):
        board.aim[B1] = aim
        assert step.choices(board) == ()
    board.aim[B1], board.status[R2] = R1, 7
    assert step.choices(board) == ()


@pytest.mark.rule("C4")
def test_a_mover_that_was_fired_at_may_stop_only_on_its_way_and_where_there_is_room() -> None:
    board = apart(1500).board
    board.goal[B1] = (3000, 2600, 0, 0)
    step = GoOn(B1)
    assert step.ask(board) is not None
    for change in ("goal", "cut", "status", "room", "edge"):
        twin = board.copy()
        if change == "goal":
            twin.goal[B1] = ()
        elif change == "cut":
            twin.cut = 1
        elif change == "status":
            twin.status[B1] = 7
        elif change == "room":
            twin.at[1], twin.status[1] = twin.at[B1], 1
        else:
            twin.at[B1] = tuple((x, y + 1600, f) for x, y, f in twin.at[B1])
        assert offered(step, twin) is None, change
    step.do(board, "go on")
    assert board.cut == 0
    step.do(board, "stop")
    assert board.cut == 1


@pytest.mark.rule("C4", "C2", "C16")
def test_who_was_stopped_does_not_fire_after_its_move() -> None:
    board = apart(1000).board
    step = ChooseTarget(B1, firing.MOVED)
    assert step.ask(board) is not None
    board.actor, board.cut = B1, 1
    assert step.ask(board) is None
    board.actor = R1
    assert step.ask(board) is not None
    ask, fire = step.ask(board), ChooseTarget(B1, firing.STANDING).ask(board)
    assert ask is not None
    assert fire is not None
    assert (ask.options, fire.options) == ((("at", "r1"), "hold fire"), (("at", "r1"),))
    assert ChooseTarget(B1, firing.STANDING).ask(apart(3700).board) is None, "nothing to fire at"
    board.status[B1] = 7
    assert step.ask(board) is None


@pytest.mark.rule("C4")
def test_who_may_be_switched_to_by_guns_and_by_the_first_unit_of_all() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3200], "tokens": 1},
        "b2": {"at": [4600, 3200]},
        "b3": {"at": [6500, 4500]},
        "r1": {"at": [3600, 1700], "facing": 180, "mgs": 0},
        "r4": {"at": [5500, 600], "facing": 180},
    }
    board = battle(units=units).board
    guns, foot = SwitchTarget(R4, firing.STANDING), SwitchTarget(R1, firing.STANDING)
    board.aim[R4], board.aim[R1], board.reactor = 1, 1, B1
    assert guns.choices(board) == ("keep", ("at", "b1")), "number 0 is a unit like any other"
    board.reactor = B3
    assert guns.choices(board) == ("keep", ("at", "b3"))
    assert foot.choices(board) == (), "out of range of rifles"
    board.aim[R4], board.reactor = B1, 1
    assert guns.choices(board) == ("keep", ("at", "b2"))
    board.reactor = -1
    assert guns.choices(board) == ()
    board.aim[R4] = -1
    assert guns.choices(board) == ()
    board.aim[R4], board.status[R4] = B1, 7
    assert guns.choices(board) == ()
    away = battle(units={**units, "r4": {"status": "off table", "tokens": 1}}, generals={"red": [3600, 2300, 0]}).board
    away.aim[R4], away.reactor = B1, 1
    assert guns.choices(away) == (), "who is off the table is not seen to be answered"


@pytest.mark.rule("C4")
def test_the_fire_that_follows_a_choice() -> None:
    board = apart(1300, units={"r2": {"at": [4600, 1500], "facing": 180}}).board
    board.aim[B1] = board.aim_guns[B1] = R1
    step = SwitchTarget(B1, firing.STANDING)
    assert follow(step, board) == (Shoot(B1, firing.STANDING, 0),)
    for answer, switched, aim in (("keep", 0, R1), (("at", "r2"), 1, R2)):
        (shoot,) = step.do(board, answer)
        assert (shoot.switched, shoot.how, board.aim[B1], board.aim_guns[B1]) == (switched, "fire", aim, aim)  # type: ignore[attr-defined]


@pytest.mark.rule("C4")
def test_changing_the_target_to_the_reactor_at_minus_one() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "tokens": 3},
        "r1": {"at": [3000, 1700], "facing": 180, "tokens": 3},
        "r2": {"at": [4300, 1700], "facing": 180, "tokens": 3},
    }
    position = play(battle(units=units), "activate b1", "fire", "at r1", "same")
    position = play(position, "move r2", 3, "stay")
    assert (asked(position), legal(position)) == ("SwitchTarget", ["keep", "at r2"])
    switched = play(position, "at r2")
    (event,) = told(switched, "FiredAt")
    assert "switched to the reactor" in [m.text for m in event.modifiers]  # type: ignore[attr-defined]


@pytest.mark.rule("C4")
def test_any_target_if_the_first_is_gone() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "tokens": 3, "mgs": 0},
        "r1": {"at": [3000, 1000], "facing": 180, "tokens": 3},
        "r2": {"at": [4300, 1000], "facing": 180},
    }
    position = play(battle(units=units), "activate b1", "fire", "at r1")
    position = play(position, "fall back r1", 6, "3000,200 180 line")
    assert asked(position) == "SwitchTarget"
    assert legal(position) == ["at r2", "cease"]


@pytest.mark.rule("C4", "A11")
def test_a_target_that_vanishes_in_the_fog_is_changed_or_given_up() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 4000], "tokens": 2, "mgs": 0},
        "r1": {"at": [3000, 1600], "facing": 180, "tokens": 2},
    }
    position = battle(units=units, hands={"red": ["fog_of_war"]})
    position = play(position, "activate b1", "fire", "at r1", "card fog_of_war r1", "3000,600 180 line", "no")
    assert (asked(position), legal(position)) == ("SwitchTarget", ["cease"])
