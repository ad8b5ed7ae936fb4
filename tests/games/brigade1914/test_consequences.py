"""A7, C7, C8, C11, C19, C20, C21, C23, C27: what follows from hits and losses, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B4, R1, R4, apart, battle, follow, offered
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.rules.command.losses import add_markers, check_generals, check_limit, destroy
from marne.games.brigade1914.rules.command.testing import CommandTest
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.hits import Aftermath, Casualties, Hits, LoseBase, OfficersDown
from marne.games.brigade1914.rules.fire.shooting import RapidFire, Rethrow, Volley


def two(**more: Any) -> Battlefield:
    """Two battalions ten inches apart."""
    return apart(1000, **more).board


@pytest.mark.rule("C19", "C23")
def test_a_target_that_is_gone_takes_no_hits_and_lanes_cover_until_they_were_used() -> None:
    board = two()
    board.status[R1] = 7
    assert Hits(B1, R1, firing.STANDING, 2).do(board) == ()
    assert board.markers[R1] == 0
    for before, after in ((2, 0), (1, 1), (0, 0)):
        board = two()
        board.screened[R1] = before
        Hits(B1, R1, firing.STANDING, 1).do(board)
        assert board.screened[R1] == after, "a card that waits for the next fire still waits"


@pytest.mark.rule("C19", "C20")
def test_whose_base_is_lost() -> None:
    for bases, guns, asks in ((4, 1, True), (4, 0, False), (0, 1, False)):
        board = two()
        board.bases[R1], board.mgs[R1] = bases, guns
        assert (offered(LoseBase(R1), board) is not None) == asks
    board = two()
    LoseBase(R1).do(board, "machine gun")
    assert (board.bases[R1], board.mgs[R1]) == (4, 0)
    follow(LoseBase(R1), board)
    assert (board.bases[R1], board.mgs[R1]) == (3, 0)


@pytest.mark.rule("C19", "C27")
def test_casualty_dice_for_bases_that_are_there_and_none_for_wagons() -> None:
    board = two()
    assert Casualties(R1, 1, 5).ask(board) is not None
    board.bases[R1] = 1
    assert Casualties(R1, 1, 5).ask(board) is not None
    board.bases[R1] = 0
    assert Casualties(R1, 1, 5).ask(board) is None
    (rest,) = Casualties(R1, 3, 5).do(board, 2)
    assert rest == Casualties(R1, 2, 5)
    told: Any = board.events[-1]
    assert (told.die, told.need, told.result) == (2, 5, "missed")
    Casualties(R1, 3, 5).do(board, 6)
    told = board.events[-1]
    assert told.result == "killed"
    assert len(Casualties(R1, 3, 1).do(board, 1)) == 1, "a natural 1 never kills"
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", units={"b1": {"at": [400, 1000], "tokens": 1}}).board
    assert Casualties(4, 1, 5).ask(retreat) is None


@pytest.mark.rule("C20", "C21")
def test_guns_are_taken_and_battalions_driven_back() -> None:
    board = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 1}, "r1": {"at": [1000, 2700]}, "r4": {"at": [5000, 2700]}}
    ).board
    assert [type(step).__name__ for step in Aftermath(B1, R1, 2, 1).do(board)] == ["DriveBack", "FollowUp"]
    assert board.status[R1] == 1
    assert [type(step).__name__ for step in Aftermath(B1, R4, 2, 1).do(board)] == ["FollowUp"]
    assert board.status[R4] == 7


@pytest.mark.rule("C7")
def test_who_is_gone_is_gone_and_the_last_base_counts() -> None:
    board = two()
    board.bases[R1], board.mgs[R1] = 1, 0
    assert not check_limit(board, R1)
    board.status[R1] = 7
    told = len(board.events)
    assert check_limit(board, R1)
    assert len(board.events) == told
    board.status[R1] = 8
    assert check_limit(board, R1)
    assert board.vp == [0, 0], "who has left is not destroyed"


@pytest.mark.rule("C7", "C8", "C27")
def test_what_a_destroyed_unit_leaves_behind() -> None:
    board = two()
    board.half[R1], board.goal[R1], board.tokens[R1] = 3, (1, 1, 0, 0), 2
    destroy(board, R1, "morale")
    assert (board.half[R1], board.goal[R1], board.tokens[R1], board.at[R1]) == (-1, (), 0, ())
    assert board.reinforced[R1] == 1, "nothing comes up for it this turn"
    assert board.markers[R1] == 0, "it does not shake itself"
    away = battle(units={"b4": {"status": "off table", "tokens": 1}, "b1": {"at": [1000, 4000]}}).board
    destroy(away, B4, "morale")
    assert (away.status[B4], away.markers[B1], away.vp) == (7, 0, [0, 1])
    chain = battle(
        "bn4 bn4 bn4",
        units={
            "b1": {"at": [1000, 4000], "tokens": 1},
            "b2": {"at": [1000, 4300], "markers": 7},
            "b3": {"at": [1000, 3700], "markers": 7},
        },
    ).board
    destroy(chain, 0, "morale")
    assert chain.status[:3] == [7, 7, 7]
    assert chain.vp == [0, 6]
    assert chain.markers[:3] == [0, 8, 8], "who is gone takes no second marker"


@pytest.mark.rule("C11")
def test_a_general_flees_straight_back_to_his_own_edge() -> None:
    units = {"b1": {"at": [3000, 3000], "tokens": 1}, "r1": {"at": [6000, 4000]}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units, generals={"red": [3000, 3200, 2]}).board
    check_generals(board)
    assert (board.gx[1], board.gy[1], board.gtokens[1]) == (4200, 3200, 0)
    west = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [3000, 3000]}},
        generals={"blue": [3000, 3200, 2]},
    ).board
    check_generals(west)
    assert (west.gx[0], west.gy[0]) == (1800, 3200)


@pytest.mark.rule("C0", "C2")
def test_an_automatic_test_tells_no_die() -> None:
    board = two()
    told = len(board.events)
    CommandTest(B1, 1, "activation").do(board)
    assert len(board.events) == told
    CommandTest(B1, 3, "activation").do(board, 3)
    assert len(board.events) == told + 1


@pytest.mark.rule("C23")
def test_officers_down_is_for_who_holds_it_and_free() -> None:
    board = two(hands={"blue": ["officers_down"], "red": ["guides"]})
    ask = OfficersDown(0, R1).ask(board)
    assert ask is not None
    assert ask.options == ("no", "no more", "no cards", "officers_down")
    other = OfficersDown(1, B1).ask(board)
    assert other is not None
    assert other.options == ("no", "no more", "no cards")
    card, more = OfficersDown(0, R1).do(board, "officers_down")
    assert (card.side, card.cost, card.unit, card.on) == (0, 0, -1, "r1")  # type: ignore[attr-defined]
    more.do(board)
    assert board.markers[R1] == 1
    board.countered = 1
    more.do(board)
    assert board.markers[R1] == 1


@pytest.mark.rule("C23", "C25", "C26")
def test_second_throws_keep_their_hits_and_come_once() -> None:
    board = two(hands={"blue": ["rapid_fire"]})
    throw = Rethrow(B1, R1, firing.STANDING, 6, 7, 1, 3, 1, 0)
    (hits,) = throw.do(board, "keep")
    assert (type(hits).__name__, hits.hits) == ("Hits", 1)  # type: ignore[attr-defined]
    card, again = throw.do(board, "rapid_fire")
    assert (card.cost, card.unit, card.on) == (1, B1, "b1")  # type: ignore[attr-defined]
    assert again == RapidFire(B1, R1, firing.STANDING, 6, 7, 1, 3, 1)
    (volley,) = again.do(board)
    assert volley == Volley(B1, R1, firing.STANDING, 6, 7, 1, 0, 0, rifles=3, guns=1, again=1)
    board.countered = 1
    (hits,) = again.do(board)
    assert hits.hits == 1  # type: ignore[attr-defined]
    throw.do(board, "no more")
    assert board.quiet == 1
    throw.do(board, "no cards")
    assert board.cardless == [1, 0]
    broke = two(
        units={"b1": {"at": [3000, 2975]}, "b2": {"at": [6500, 4500], "tokens": 1}},
        hands={"blue": ["rapid_fire"]},
        generals={"blue": [100, 100, 0]},
    )
    assert offered(throw, broke) == ("keep", "no more", "no cards"), "the unit cannot pay"
    german = two(hands={"red": ["rapid_fire"]})
    throw = Rethrow(R1, B1, firing.STANDING, 6, 7, 1, 3, 1, 0)
    assert offered(throw, german) == ("keep", "no more", "no cards", "national", "rapid_fire")


@pytest.mark.rule("C7", "A7")
def test_markers_are_added_with_their_reason() -> None:
    board = two()
    add_markers(board, R1, 2, "A7", "charge")
    told: Any = board.events[-1]
    assert (board.markers[R1], told.rule, told.markers, told.why) == (2, "A7", 2, "charge")
