"""C12, C13, C16, C17, C18, C19, C20, C23, C25: the steps of fire one by one, on boards made for them."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B2, B4, R1, R2, R3, R4, apart, battle, offered
from marne.games.brigade1914.board import MARKER, Battlefield
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import GunsAlone, Rethrow, Shoot, Volley, turn_to, volley


def two(**more: Any) -> Battlefield:
    """Two battalions ten inches apart; blue aims at red."""
    units = {"r2": {"at": [4600, 1500], "facing": 180}, **more.pop("units", {})}
    board = apart(1000, units=units, **more).board
    board.aim[B1] = board.aim_guns[B1] = R1
    return board


@pytest.mark.rule("C16", "C17")
def test_a_shot_is_a_volley_at_what_was_aimed_at() -> None:
    board = two()
    (step,) = Shoot(B1, firing.STANDING, 1).do(board)
    assert isinstance(step, Volley)
    assert (step.unit, step.target, step.how, step.rifles, step.guns) == (B1, R1, "fire", 4, 1)
    assert step.need == 7, "a switched target costs one"
    assert (board.aim[B1], board.aim_guns[B1], board.fired[B1]) == (-1, -1, 0)


@pytest.mark.rule("C16", "C4")
def test_who_is_gone_stopped_or_aims_at_nothing_does_not_fire() -> None:
    for change in ("gone", "cut", "nothing", "target"):
        board = two()
        if change == "gone":
            board.status[B1] = 7
        elif change == "cut":
            board.cut, board.actor = 1, B1
        elif change == "nothing":
            board.aim[B1] = -1
        else:
            board.status[R1] = 7
        assert Shoot(B1, firing.STANDING, 0).do(board) == (), change
    board = two()
    board.cut, board.actor = 1, R1
    assert len(Shoot(B1, firing.STANDING, 0).do(board)) == 1, "another was stopped"
    red = two()
    red.aim[R1] = red.aim_guns[R1] = B1
    assert len(Shoot(R1, firing.STANDING, 0).do(red)) == 1, "number 0 is a target like any other"


@pytest.mark.rule("C20", "C16")
def test_machine_guns_with_a_target_of_their_own_fire_after_the_rifles() -> None:
    board = two()
    board.aim_guns[B1] = R2
    rifles, guns = Shoot(B1, firing.STANDING, 0).do(board)
    assert (rifles.rifles, rifles.guns, guns) == (4, 0, GunsAlone(B1, R2, "fire"))  # type: ignore[attr-defined]
    for target in (-1, R2):
        board = two()
        board.aim_guns[B1] = target
        board.status[R2] = 7
        (both,) = Shoot(B1, firing.STANDING, 0).do(board)
        assert both.guns == 1, "a target that is gone is given up for that of the rifles"  # type: ignore[attr-defined]
    red = two()
    red.aim[R1], red.aim_guns[R1] = B1, B1
    assert len(Shoot(R1, firing.STANDING, 0).do(red)) == 1
    other = two(units={"b2": {"at": [4600, 2975]}})
    other.aim[R1], other.aim_guns[R1] = B2, B1
    assert len(Shoot(R1, firing.STANDING, 0).do(other)) == 2, "number 0 again"


@pytest.mark.rule("C20", "C25")
def test_machine_guns_alone_throw_their_dice_as_they_fire() -> None:
    board = two(lists=("belgian infantry", "german infantry"), blue="bn4+1 bn4 cav2 field")
    for how, fired in ((firing.STANDING, "guns"), (firing.REACT, "guns"), (firing.MOVED, "moved")):
        (step,) = GunsAlone(B1, R1, how).do(board)
        assert isinstance(step, Volley)
        assert (step.how, step.rifles, step.guns) == (fired, 0, 1)
        assert step.guns_need == (7 if how == firing.MOVED else 6), "not switched"


@pytest.mark.rule("C13", "C16")
def test_scouts_that_are_fired_at_are_revealed_and_a_masked_force_is_hit() -> None:
    board = two()
    board.marker = [((100, 100),), ((-1, -1), (3000, 1000), (0, 2000))]
    for aim, left in ((MARKER + 1, ((-1, -1), (-1, -1), (0, 2000))), (MARKER + 2, ((-1, -1),) * 3)):
        board.aim[B1] = board.aim_guns[B1] = aim
        assert Shoot(B1, firing.STANDING, 0).do(board) == (), "the shot is wasted on scouts"
        assert board.marker == [((100, 100),), left]
    board.aim[B1] = MARKER
    told = len(board.events)
    assert Shoot(B1, firing.STANDING, 0).do(board) == ()
    assert len(board.events) == told, "what is gone is not revealed again"
    masked = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 1}}, markers={"red": [[3000, 2000]]}, masks={"red": [0, "r3"]}
    ).board
    masked.aim[B1] = MARKER
    (step,) = Shoot(B1, firing.STANDING, 0).do(masked)
    assert (step.target, step.guns) == (R3, 1)  # type: ignore[attr-defined]
    first = battle(
        "cav3 cav3", lists=("british cavalry", "german infantry"),
        units={"r1": {"at": [3000, 1500], "facing": 180, "tokens": 1}},
        markers={"blue": [[3000, 3000]]}, masks={"blue": [0, "b1"]},
    ).board  # fmt: skip
    first.aim[2] = MARKER
    (step,) = Shoot(2, firing.STANDING, 0).do(first)
    assert step.target == 0, "the first unit of all may be behind it"  # type: ignore[attr-defined]


@pytest.mark.rule("C12", "C20")
def test_hidden_troops_show_themselves_by_fire_and_batteries_are_remembered() -> None:
    hidden = two(units={"b1": {"at": [3000, 2975], "status": "hidden", "tokens": 1}})
    hidden.aim[B1] = R1
    Shoot(B1, firing.STANDING, 0).do(hidden)
    assert hidden.status[B1] == 1
    board = two(units={"b4": {"at": [5000, 4000], "tokens": 1}})
    told = len(board.events)
    board.aim[B4] = board.aim_guns[B4] = R1
    Shoot(B4, firing.STANDING, 0).do(board)
    assert board.fired[B4] == 1
    assert not [event for event in board.events[told:] if type(event).__name__ == "Revealed"]


@pytest.mark.rule("C17", "C18", "C23")
def test_what_a_volley_needs_turns_and_tells() -> None:
    board = two(
        units={
            "b1": {"at": [3000, 2975], "facing": 180, "tokens": 1, "mgs": 1},
            "r1": {"at": [3000, 1525], "facing": 180, "tokens": 1},
        }
    )
    step = volley(board, B1, R1, firing.STANDING, 0)
    assert {facing for _, _, facing in board.at[B1]} == {0}, "the bases have turned"
    assert (step.need, step.guns_need) == (7, 6)
    event: Any = board.events[-1]
    assert (event.dice, event.guns, [m.text for m in event.modifiers]) == (3, 1, ["long range"])
    alone = volley(board, B1, R1, firing.STANDING, 0, rifles=False)
    assert (alone.rifles, alone.guns) == (0, 1)
    event = board.events[-1]
    assert [m.text for m in event.modifiers] == [], "those of the guns"
    none = volley(board, B1, R1, firing.STANDING, 0, guns=False)
    assert (none.guns, none.guns_need) == (0, 7), "without guns the need is that of the rifles"
    away = two(units={"b4": {"status": "off table", "tokens": 1}, "r4": {"status": "off table", "fired": 1}})
    assert volley(away, B4, R1, firing.STANDING, 0).rifles == 2, "from off the table"
    assert volley(away, B1, R1, firing.STANDING, 0).target == R1
    duel = two(units={"b4": {"at": [5000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1}})
    assert volley(duel, B4, R4, firing.STANDING, 0).rifles == 2, "and at it"


@pytest.mark.rule("C19", "C2")
def test_guns_off_the_table_do_not_turn() -> None:
    board = two(units={"b4": {"status": "off table", "tokens": 1}})
    turn_to(board, B4, R1)
    assert board.at[B4] == ()


@pytest.mark.rule("C18")
def test_dice_are_thrown_one_by_one_until_none_is_left() -> None:
    board = two()

    def left(rifles: int, guns: int) -> bool:
        return Volley(B1, R1, firing.STANDING, 6, 6, 0, 0, 0, rifles=rifles, guns=guns, again=0).ask(board) is not None

    assert [left(0, 0), left(1, 0), left(0, 1), left(1, 1), left(2, 2)] == [False, True, True, True, True]
    (step,) = Volley(B1, R1, firing.STANDING, 6, 6, 0, 0, 0, rifles=2, guns=1, again=0).do(board, 7)
    assert isinstance(step, Volley)
    assert (step.rifles, step.guns, step.hits, step.missed, step.missed_guns) == (1, 1, 1, 0, 0)
    (step,) = Volley(B1, R1, firing.STANDING, 6, 6, 1, 2, 0, rifles=0, guns=2, again=1).do(board, 2)
    assert isinstance(step, Volley)
    assert (step.rifles, step.guns, step.hits, step.missed, step.missed_guns, step.again) == (0, 1, 1, 2, 1, 1)
    (rethrow,) = Volley(B1, R1, firing.STANDING, 6, 5, 3, 2, 1, rifles=0, guns=0, again=1).do(board)
    assert rethrow == Rethrow(B1, R1, firing.STANDING, 6, 5, 3, 2, 1, 1)
    (low,) = Volley(B1, R1, firing.STANDING, 1, 6, 0, 0, 0, rifles=1, guns=0, again=0).do(board, 1)
    assert low.hits == 0, "a natural 1, whatever is needed"  # type: ignore[attr-defined]


@pytest.mark.rule("C23", "C25", "C26")
def test_who_has_no_lances_and_no_token_throws_nothing_again() -> None:
    board = battle(
        "cav4 cav4", lists=("belgian cavalry", "german infantry"), units={"b1": {"at": [3000, 3000], "tokens": 1}}
    ).board
    assert Rethrow(0, 3, firing.CHARGE, 6, 6, 0, 1, 0, 0).ways(board) == []
    board.hand[0] = ("rapid_fire",)
    assert Rethrow(0, 3, firing.CHARGE, 6, 6, 0, 1, 0, 0).ways(board) == ["rapid_fire"]
    assert offered(Rethrow(0, 3, firing.CHARGE, 6, 6, 0, 1, 0, 0), board) == (
        "keep",
        "no more",
        "no cards",
        "rapid_fire",
    )
    board.hand[0] = ("guides",)
    assert offered(Rethrow(0, 3, firing.CHARGE, 6, 6, 0, 1, 0, 0), board) == ("keep", "no more", "no cards")
    board.tokens[0] = 0
    assert Rethrow(0, 3, firing.CHARGE, 6, 6, 0, 1, 0, 0).ways(board) == []
    assert offered(Rethrow(0, 3, firing.CHARGE, 6, 6, 0, 1, 0, 0), board) is None
