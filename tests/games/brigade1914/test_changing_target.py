"""C2, C4: changing the target after a reaction, and stopping on the way."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import Game, asked, battle, play, told
from marne.games.brigade1914 import firing

B1, B3, B4, R1, R2, R3, R4 = 0, 2, 3, 4, 5, 6, 7
CHARGERS: dict[str, Any] = {"b3": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}}


def apart(gap: int, ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any) -> Game:
    """Two battalions face to face, so far apart from base to base."""
    units = {
        "b1": {"at": [3000, 2400 + (gap + 150) // 2], "tokens": 4, **(ours or {})},
        "r1": {"at": [3000, 2400 - (gap + 150) // 2], "facing": 180, "tokens": 4, **(theirs or {})},
        **more.pop("units", {}),
    }
    return battle(units=units, **more)


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
    from marne.games.brigade1914.shooting import SwitchTarget

    units = {"r2": {"at": [4600, 1500], "facing": 180, "tokens": 3}}
    board = apart(1300, {"mgs": 0}, units=units).board
    board.aim[B1] = R1
    step = SwitchTarget(B1, firing.FIRE)
    for reactor, found in ((-1, ()), (R1, ()), (R2, ("keep", ("at", "r2")))):
        board.reactor = reactor
        assert step.choices(board) == found
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
    from marne.games.brigade1914.reaction import GoOn

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
        assert step.ask(twin) is None, change
    step.do(board, "go on")
    assert board.cut == 0
    step.do(board, "stop")
    assert board.cut == 1


@pytest.mark.rule("C4", "C2")
def test_who_was_stopped_does_not_fire_after_its_move() -> None:
    from marne.games.brigade1914.shooting import ChooseTarget

    board = apart(1000).board
    step = ChooseTarget(B1, firing.MOVED)
    assert step.ask(board) is not None
    board.actor, board.cut = B1, 1
    assert step.ask(board) is None
    board.actor = R1
    assert step.ask(board) is not None
    board.status[B1] = 7
    assert step.ask(board) is None
