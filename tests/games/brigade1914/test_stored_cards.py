"""A11, C23: cards that gather tokens: laid down, triggered, countered; corps artillery and flank march."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import (
    B1,
    B3,
    PAIR,
    R1,
    R3,
    actor,
    asked,
    battle,
    holding,
    play,
    plays,
    refused,
    targets,
    unit,
)
from marne.games.brigade1914.rules.advantages.card_effects import Barrage, FlankMarch, may_store, store
from marne.games.brigade1914.rules.advantages.playable import playable

# -- cards in play


@pytest.mark.rule("A11", "C23")
def test_a_token_a_turn_on_a_stored_card() -> None:
    position = play(holding("corps_artillery"), "card corps_artillery store")
    board = position.board
    assert (board.stored[0], board.hand[0], board.discarded) == ((("corps_artillery", 0, -1),), (), ())
    assert plays("corps_artillery", "reaction") == []
    for card in ("corps_artillery", "flank_march"):
        board.stored[0] = ((card, 1, board.turn - 1), ("guides", 1, board.turn))
        assert may_store(board, 0) == [card]
        store(board, 0, card)
        assert board.stored[0] == ((card, 2, board.turn), ("guides", 1, board.turn))
        assert may_store(board, 0) == []
    board.tokens = [0] * len(board.tokens)
    board.stored[0] = (("corps_artillery", 1, board.turn - 1),)
    assert may_store(board, 0) == []


@pytest.mark.rule("C23", "A11")
def test_stored_cards_trigger_with_enough_tokens_in_ones_own_act() -> None:
    board = holding().board
    units = [
        ("corps_artillery", 2, []),
        ("corps_artillery", 3, ["r1"]),
        ("flank_march", 1, []),
        ("flank_march", 2, [""]),
    ]
    for card, tokens, found in units:
        board.stored[0] = ((card, tokens, 1),)
        assert targets(playable(board, 0, "act")) == found
        assert playable(board, 0, "reaction") == []
    seen_by_none: dict[str, Any] = {
        "b1": {"at": [3000, 4200], "tokens": 1, "formation": "column"},
        "r1": {"at": [1700, 200], "facing": 180, "formation": "column"},
    }
    one = battle(units={**seen_by_none, "b2": {"at": [3000, 500], "formation": "column"}}, map="crossroads").board
    one.stored[0] = (("corps_artillery", 3, 1),)
    assert targets(playable(one, 0, "act")) == ["r1"], "one friend who sees it is enough"
    blind = battle(units=seen_by_none, map="crossroads").board
    blind.stored[0] = (("corps_artillery", 3, 1),)
    assert playable(blind, 0, "act") == [], "nobody sees the enemy"


@pytest.mark.rule("A11", "C23")
def test_a_triggered_card_is_countered_for_the_tokens_that_lie_on_it() -> None:
    position = holding(red=("intelligence",), units={**PAIR, "r1": {**PAIR["r1"], "tokens": 6}})
    position.board.stored[0] = (("corps_artillery", 5, 1),)
    position = play(play(position, "burn"), "trigger corps_artillery r1")
    assert (asked(position), actor(position)) == ("Counter", "red")
    stopped = play(position, "intelligence")
    assert (asked(stopped), stopped.board.count[1], stopped.board.stored[0]) == ("Act", 3, ())
    fired = play(position, "no")
    assert (asked(fired), fired.step.left) == ("Barrage", 5)  # type: ignore[attr-defined]
    assert fired.board.discarded == ("corps_artillery",)
    position.board.countered = 1
    stale = holding(units=PAIR)
    stale.board.stored[0], stale.board.countered = (("corps_artillery", 3, 1),), 1
    assert asked(play(play(stale, "burn"), "trigger corps_artillery r1")) == "Barrage", (
        "what was countered before is over"
    )


@pytest.mark.rule("C23")
def test_a_flank_march_that_is_countered_comes_up_as_a_reserve() -> None:
    position = holding(red=("intelligence",), units={**PAIR, "b3": {"status": "flank", "tokens": 1}})
    position.board.stored[0] = (("flank_march", 2, 1),)
    position = play(play(position, "burn"), "trigger flank_march")
    stopped, comes = play(position, "intelligence"), play(position, "no")
    assert (unit(stopped, "b3")["status"], stopped.board.flanked[B3]) == ("reserve", 0)
    assert (unit(comes, "b3")["status"], comes.board.flanked[B3]) == ("arrived", 1)
    assert (unit(comes, "b1")["status"], comes.board.flanked[B1]) == ("on table", 0)
    assert (unit(stopped, "b1")["status"], unit(stopped, "b4")["status"]) == ("on table", "reserve")
    entering = play(comes, "activate b3", "enter")
    assert entering.read("400,2500 90 column") is not None
    assert refused(entering, "3600,4500 0 column") == "A5", "not by the road"


@pytest.mark.rule("C23")
def test_a_flank_march_is_laid_down_before_deployment_by_who_holds_it() -> None:
    board = battle("bn4 bn4 cav3 field", hands={"blue": ["flank_march", "guides"], "red": ["guides"]}).board
    ask = FlankMarch(0).ask(board)
    assert ask is not None
    assert ask.options == ("no", ("flank", "b1"), ("flank", "b2"), ("flank", "b3"))
    FlankMarch(0).do(board, "no")
    assert board.hand[0] == ("flank_march", "guides")
    FlankMarch(0).do(board, ("flank", "b3"))
    assert (board.status[B3], list(board.hand[0]), board.stored[0]) == (5, ["guides"], (("flank_march", 0, -1),))
    assert FlankMarch(1).ask(board) is None, "the only copy lies open"
    masked = battle("bn4 bn4 cav3 field", hands={"blue": ["flank_march"]}).board
    masked.status[B3] = 3
    ask = FlankMarch(0).ask(masked)
    assert ask is not None
    assert ask.options == ("no", ("flank", "b1"), ("flank", "b2")), "a masked regiment is elsewhere"


@pytest.mark.rule("C23", "C18")
def test_what_a_barrage_needs() -> None:
    def need(**state: Any) -> int:
        name = "r3" if state.pop("horse", False) else "r1"
        board = battle(units={name: {"at": [3000, 1600], "tokens": 1, **state}}).board
        return Barrage(0, R3 if name == "r3" else R1, 1, 0).need(board)

    assert [need(), need(dug=1), need(horse=True), need(horse=True, foot=1)] == [6, 7, 5, 6]


@pytest.mark.rule("C23", "C19", "C7")
def test_a_barrage_hits_kills_and_destroys() -> None:
    board = battle(units={"r1": {"at": [3000, 1600], "tokens": 1}}).board
    for die, hits in ((1, 0), (5, 0), (6, 1), (10, 1)):
        (step,) = Barrage(0, R1, 3, 0).do(board, die)
        assert (step.left, step.hits) == (2, hits)  # type: ignore[attr-defined]
    assert Barrage(0, R1, 0, 2).ask(board) is None
    assert Barrage(0, R1, 1, 0).ask(board) is not None
    gone = board.copy()
    gone.status[R1] = 7
    assert Barrage(0, R1, 1, 0).ask(gone) is None
    assert (Barrage(0, R1, 0, 2).do(gone), gone.markers[R1]) == ((), 0)
    assert Barrage(0, R1, 0, 0).do(board) == ()
    casualties, looked = Barrage(0, R1, 0, 2).do(board)
    assert (board.markers[R1], casualties.left, casualties.need) == (2, 2, 4)  # type: ignore[attr-defined]
    board.dug[R1] = 1
    assert Barrage(0, R1, 0, 1).do(board)[0].need == 5  # type: ignore[attr-defined]
    board.markers[R1] = 9
    looked.do(board)
    assert board.status[R1] == 7
    horse = battle(units={"r3": {"at": [3000, 1600], "tokens": 1}}).board
    assert Barrage(0, R3, 0, 1).do(horse)[0].need == 3  # type: ignore[attr-defined]
