"""A11: hands and how cards are dealt, paid and played."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import PAIR, actor, asked, battle, holding, legal, play, refused, unit
from marne.engine import Ask, Setting
from marne.games.brigade1914.components.data import CARDS, DATA_SET, DECK
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.advantages.dealing import ChoosersDie, PutBack, Swap, WhoChooses, card_steps
from marne.games.brigade1914.sequence import PushOn, StopPush
from marne.tables.origin import Origin


@pytest.mark.rule("A11", "C23")
def test_the_deck() -> None:
    assert sum(card.copies for card in CARDS.values()) == 24
    claims = DATA_SET.load()[DECK]
    stated = {
        name: (card.copies, card.cost)
        for name, card in CARDS.items()
        if claims.claim(f"cards.{name}").origin is Origin.STATED
    }
    assert stated == {
        "entrenched": (1, 1),
        "fog_of_war": (1, 0),
        "intelligence": (2, 1),
        "last_stand": (1, 0),
        "push_on": (1, 1),
        "reserves": (2, 0),
    }


@pytest.mark.rule("A11")
def test_dealing() -> None:
    position = GAME.start(Setting("capture", "", (("table", "valley"),)))
    names = [(type(step).__name__, getattr(step, "where", "")) for step in card_steps(position.board)]
    assert names.count(("Draw", "removed")) == 2
    assert names.count(("Draw", "hand")) == 6
    assert names.count(("Draw", "face up")) == 3
    while asked(position) == "PlaceMarker":
        position = play(position, "none")
    while asked(position) == "Mask":
        position = play(position, "none")
    assert asked(position) == "Draw"
    assert position.open is not None
    assert position.open.seen_by == ()
    position = play(position, "intelligence", "reserves")
    assert position.open is not None
    assert position.open.seen_by == (0,)
    position = play(position, "entrenched", "steady", "guides", "push_on", "steady", "bayonet")
    assert position.open is not None
    assert position.open.seen_by is None
    position = play(position, "rapid_fire", "mad_minute", "intelligence")
    assert (asked(position), actor(position)) == ("TakeCard", "red"), "equal generals: the defender first"
    assert legal(position) == ["intelligence", "mad_minute", "rapid_fire"]
    position = play(position, "intelligence", "rapid_fire")
    assert position.board.hand == [
        ("entrenched", "guides", "rapid_fire", "steady"),
        ("bayonet", "intelligence", "push_on", "steady"),
    ]
    assert dict(position.board.deck)["mad_minute"] == 1, "the third goes back"
    position = play(position, "guides", "reserves", "keep")
    assert position.board.hand[0] == ("entrenched", "rapid_fire", "reserves", "steady")


@pytest.mark.rule("A11")
def test_the_better_general_chooses_first_and_the_die_without_a_defender() -> None:
    worse = battle().board.copy()
    worse.rating[0] = 2
    assert WhoChooses().do(worse)[0].side == 1  # type: ignore[attr-defined]
    equal = battle()
    assert type(WhoChooses().do(equal.board.copy())[0]).__name__ == "ChoosersDie"


@pytest.mark.rule("A11")
def test_hands_are_secret() -> None:
    position = holding("steady", "guides")
    facts: Any = GAME.observe(position, 1)
    assert facts["sides"][0] == {"unspent": 6, "cards": 2}
    mine: Any = GAME.observe(position, 0)
    assert mine["sides"][0]["hand"] == ["guides", "steady"]


@pytest.mark.rule("A11")
def test_entrenched_is_an_action_that_can_be_reacted_to() -> None:
    position = play(holding("entrenched"), "card entrenched b1")
    assert (asked(position), actor(position)) == ("Reaction", "red")
    position = play(position, "no")
    assert unit(position, "b1")["dug"] == 1
    assert unit(position, "b1")["tokens"] == 3
    assert position.board.hand[0] == ()
    assert "entrenched" in position.board.discarded


@pytest.mark.rule("A11")
@pytest.mark.reading("fog")
def test_fog_of_war_moves_a_unit_that_has_not_acted_far_from_the_enemy() -> None:
    position = holding("fog_of_war")
    assert {"card fog_of_war b1", "card fog_of_war b2", "card fog_of_war b1 r1"} <= set(legal(position))
    acted = holding("fog_of_war", units={**PAIR, "b1": {**PAIR["b1"], "acted": 1}})
    assert "card fog_of_war b1" not in legal(acted)
    near = holding("fog_of_war", units={**PAIR, "r1": {"at": [3000, 2400], "facing": 180}})
    assert "card fog_of_war b1" not in legal(near)
    position = play(position, "card fog_of_war b2 r1")
    assert position.board.count[0] == 1, "the enemy costs a token"
    assert refused(position, "6000,2900 0 line") == "A5"
    position = play(position, "6000,3000 0 line")
    assert (asked(position), actor(position)) == ("GoTo", "blue")
    position = play(position, "3000,700 180 line")
    assert unit(position, "r1")["at"][1] == 700


@pytest.mark.rule("A11")
def test_intelligence_cancels_a_card_for_its_cost_at_least_one() -> None:
    position = play(holding("steady", red=("intelligence",)), "card steady b1")
    assert (asked(position), actor(position), legal(position)) == (
        "Counter",
        "red",
        ["no", "no more", "no cards", "intelligence"],
    )
    after = play(position, "intelligence")
    assert unit(after, "b1")["markers"] == 3
    assert after.board.count[1] == 1
    assert unit(play(position, "no"), "b1")["markers"] == 1


@pytest.mark.rule("A11", "C3")
def test_last_stand_without_tokens_succeeds_of_itself() -> None:
    units = {
        "b1": {"at": [3000, 3600], "markers": 6, "tokens": 1},
        "r1": {"at": [3000, 1600], "facing": 180, "tokens": 4},
    }
    position = holding("last_stand", units=units)
    assert "last_stand b1" not in legal(position)
    position = play(position, "burn")
    assert legal(position) == ["no", "no cards", "last_stand b1"]
    position = play(position, "last_stand b1")
    assert asked(position) == "Declare"
    reacting = battle(units={**units, "b1": {**units["b1"], "tokens": 0}}, active="red", hands={"blue": ["last_stand"]})
    reacting = play(reacting, "activate r1", "move", "3000,2000 180 line")
    assert "last_stand fall back b1" in legal(reacting)
    later = play(reacting, "last_stand fire b1 2")
    assert (asked(later), later.board.progress) == ("Volley", 2)
    reacting = play(reacting, "last_stand fire b1 0")
    assert (asked(reacting), reacting.board.progress) == ("Volley", 0)
    assert reacting.board.seize == -1


@pytest.mark.rule("A11")
def test_push_on_wins_the_initiative_for_a_token_of_the_turn() -> None:
    position = holding("push_on", begin="turn", turn=1)
    assert (asked(position), actor(position)) == ("PushOn", "blue")
    position = play(position, "push_on")
    assert (asked(position), actor(position)) == ("ChooseInitiative", "blue")
    position = play(position, "be active")
    assert position.board.pool[0] == 2 + 6 - 1


@pytest.mark.rule("A11")
@pytest.mark.reading("push-countered")
def test_intelligence_stops_push_on_for_a_token_of_the_turn() -> None:
    position = play(holding("push_on", red=("intelligence",), begin="turn", turn=1), "push_on")
    assert (asked(position), actor(position)) == ("StopPush", "red")
    position = play(position, "intelligence")
    assert asked(position) == "InitiativeDice"
    assert position.board.next_lost == [1, 1]


@pytest.mark.rule("A11", "C8")
def test_reserves_add_a_base_to_a_battalion() -> None:
    position = play(holding("reserves"), "card reserves b2")
    assert position.board.recruits[1] == 1


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
@pytest.mark.reading("asked-by-all")
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
