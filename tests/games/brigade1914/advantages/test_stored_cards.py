"""C23: cards that gather tokens: laid down, triggered, countered."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import two_apart
from games.brigade1914.support import (
    B1,
    B3,
    PAIR,
    R1,
    R3,
    apart,
    asked,
    battle,
    holding,
    offered,
    play,
    quiet,
    refused,
    targets,
    unit,
)
from marne.games.brigade1914.components.data import MEASURES
from marne.games.brigade1914.components.ground import flood_at
from marne.games.brigade1914.rules.advantages.card_effects import Barrage, FlankMarch
from marne.games.brigade1914.rules.advantages.playable import playable
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.hits import OfficersDown
from marne.games.brigade1914.rules.fire.shooting import RapidFire, Rethrow, Volley
from marne.games.brigade1914.rules.movement.movement import entry_point
from marne.plane import contains


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


@pytest.mark.rule("C23")
@pytest.mark.reading("stored-cards")
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
@pytest.mark.reading("barrage")
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


@pytest.mark.rule("C23")
def test_officers_down_is_for_who_holds_it_and_free() -> None:
    board = two_apart(hands={"blue": ["officers_down"], "red": ["guides"]})
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
    board = two_apart(hands={"blue": ["rapid_fire"]})
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
    broke = two_apart(
        units={"b1": {"at": [3000, 2975]}, "b2": {"at": [6500, 4500], "tokens": 1}},
        hands={"blue": ["rapid_fire"]},
        generals={"blue": [100, 100, 0]},
    )
    assert offered(throw, broke) == ("keep", "no more", "no cards"), "the unit cannot pay"
    german = two_apart(hands={"red": ["rapid_fire"]})
    throw = Rethrow(R1, B1, firing.STANDING, 6, 7, 1, 3, 1, 0)
    assert offered(throw, german) == ("keep", "no more", "no cards", "national", "rapid_fire")


@pytest.mark.rule("C23")
def test_a_flood_is_a_square_around_its_point() -> None:
    half = MEASURES.flood_size
    figure = flood_at((3000, 2000))
    for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        assert contains(figure, 3000 + dx * (half - 10), 2000 + dy * (half - 10))
        assert not contains(figure, 3000 + dx * (half + 10), 2000 + dy * (half - 10))
        assert not contains(figure, 3000 + dx * (half - 10), 2000 + dy * (half + 10))


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


@pytest.mark.rule("C23", "C19")
@pytest.mark.reading("cover-once")
def test_sunken_lanes_cover_for_one_fire_with_its_casualties() -> None:
    position = apart(1000, {"mgs": 0})
    position.board.screened[R1] = 1
    position = quiet(play(position, "activate b1", "fire", "at r1"))
    assert position.step.need == 7  # type: ignore[attr-defined]
    position = play(position, 10, 1, 1, 1)
    assert (asked(position), position.step.need) == ("Casualties", 6)  # type: ignore[attr-defined]
    position = play(position, 1)
    assert position.board.screened[R1] == 0
    again = quiet(play(position, "activate b1", 6, "fire", "at r1"))
    assert again.step.need == 6  # type: ignore[attr-defined]


@pytest.mark.rule("C23")
@pytest.mark.reading("flank-edge")
def test_a_flank_march_comes_on_by_the_nearer_side_edge() -> None:
    for scenario in ("meeting", "capture"):
        board = battle(scenario=scenario).board
        board.flanked[0] = 1
        assert entry_point(board, 0, 1000, 3000) == (0, 3000)
        assert entry_point(board, 0, 3599, 3000) == (0, 3000)
        assert entry_point(board, 0, 3600, 3000) == (7200, 3000)
    retreat = battle(scenario="retreat").board
    retreat.flanked[0] = 1
    assert entry_point(retreat, 0, 1000, 2399) == (1000, 0)
    assert entry_point(retreat, 0, 1000, 2400) == (1000, 4800)
