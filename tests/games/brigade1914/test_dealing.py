"""A4, A11: cards before the first turn, and Push on, lads! before the dice."""

from __future__ import annotations

import pytest

from games.brigade1914.support import actor, asked, battle, holding, legal, play
from marne.engine import Ask
from marne.games.brigade1914.rules.advantages.dealing import ChoosersDie, PutBack, Swap, WhoChooses, card_steps
from marne.games.brigade1914.sequence import PushOn, StopPush


@pytest.mark.rule("A11")
def test_who_takes_the_first_open_card() -> None:
    def first(blue: int, red: int, scenario: str = "capture", swap: int = 0) -> int:
        board = battle(scenario=scenario).board
        board.rating, board.swap = [blue, red], swap
        return int(WhoChooses().do(board)[0].side)  # type: ignore[attr-defined]

    assert [first(3, 2), first(2, 3), first(3, 3), first(3, 3, swap=1)] == [0, 1, 1, 0]
    assert first(3, 2, "meeting") == 0
    board = battle().board
    assert type(WhoChooses().do(board)[0]).__name__ == "ChoosersDie"
    assert ChoosersDie(0).do(board, 4) == (ChoosersDie(4),)
    assert ChoosersDie(4).do(board, 4) == (ChoosersDie(0),)
    assert [ChoosersDie(4).do(board, die)[0].side for die in (3, 5)] == [0, 1]  # type: ignore[attr-defined]
    assert [type(step).__name__ for step in ChoosersDie(4).do(board, 5)] == ["TakeCard", "TakeCard", "PutBack"]
    assert [step.side for step in ChoosersDie(4).do(board, 5)[:2]] == [1, 0]  # type: ignore[attr-defined]


@pytest.mark.rule("A11")
def test_the_card_that_is_left_goes_back_and_a_swap_draws_another() -> None:
    board = battle().board
    board.deck, board.face_up = (("guides", 0), ("steady", 1)), ("guides",)
    PutBack().do(board)
    assert (board.deck, list(board.face_up)) == ((("guides", 1), ("steady", 1)), [])
    board.hand[0] = ("guides", "steady")
    assert Swap(0).do(board, "keep") == ()
    (draw,) = Swap(0).do(board, "guides")
    assert (draw.side, draw.where, board.hand[0]) == (0, "hand", ("steady",))  # type: ignore[attr-defined]
    draw.do(board, "steady")
    assert (board.hand[0], dict(board.deck)["steady"]) == (("steady", "steady"), 0)
    ask = draw.ask(board)
    assert isinstance(ask, Ask)
    assert (ask.options, ask.seen_by) == (("guides",), (0,))
    assert Swap(1).ask(board) is None, "an empty hand"


@pytest.mark.rule("A11", "A4")
def test_push_on_is_asked_for_wherever_dice_would_decide() -> None:
    meeting = holding("push_on", begin="turn", turn=0)
    assert (asked(meeting), actor(meeting)) == ("PushOn", "blue"), "on a first turn that is rolled for too"
    given = holding("push_on", scenario="capture", begin="turn", turn=0)
    assert asked(given) == "Allocate", "the scenario says who is active"
    later = holding("push_on", "guides", red=("push_on",), begin="turn", turn=1)
    pushed = play(later, "push_on")
    assert (asked(pushed), actor(pushed)) == ("StopPush", "red")
    pushed = play(pushed, "no")
    assert (asked(pushed), actor(pushed)) == ("ChooseInitiative", "blue"), "the other is not asked any more"
    assert pushed.board.next_lost == [1, 0]
    assert (pushed.board.hand[0], pushed.board.discarded) == (("guides",), ("push_on",))
    stopped = play(holding("push_on", red=("intelligence", "guides"), begin="turn", turn=1), "push_on", "intelligence")
    assert (stopped.board.hand[1], stopped.board.seize, stopped.board.next_lost) == (("guides",), -1, [1, 1])
    without = play(holding("push_on", red=("guides",), begin="turn", turn=1), "push_on")
    assert legal(without) == ["no", "no cards"]
    first = holding("guides", red=("guides",), begin="turn", turn=1).board
    first.seize = 0
    assert PushOn(1).ask(first) is None
    assert play(pushed, "hand over").board.active == 1
    broke = holding("push_on", begin="turn", turn=1, units={"b1": {"at": [1000, 4200]}, "r1": {"at": [1000, 600]}})
    broke.board.lost = [9, 0]
    assert PushOn(0).ask(broke.board) is None, "no token to pay with"
    broke.board.hand[0] = ("intelligence",)
    assert StopPush(0).ask(broke.board) is None


@pytest.mark.rule("A11")
def test_the_order_of_the_deal() -> None:
    steps = card_steps(battle().board)
    deal = [(step.where, step.side) for step in steps if hasattr(step, "where") and hasattr(step, "side")]
    hands = [("hand", 0)] * 3 + [("hand", 1)] * 3
    assert deal == [("removed", -1)] * 2 + hands + [("face up", -1)] * 3
    assert [type(step).__name__ for step in steps[-3:]] == ["WhoChooses", "Swap", "Swap"]
    assert [step.side for step in steps[-2:]] == [0, 1]  # type: ignore[attr-defined]
