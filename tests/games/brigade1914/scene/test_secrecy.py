"""What being asked, or not being asked, tells the other side: nothing about hands, allocations, reserves or masks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.brigade1914.support import Game, actor, asked, battle, legal, play, unit
from marne.engine import CHANCE, Match, Position, Setting
from marne.games.brigade1914.board import HIDDEN, MASKED, RESERVE
from marne.games.brigade1914.components.data import CARDS
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.advantages.card_effects import FlankMarch
from marne.games.brigade1914.rules.command.actions import Declare
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.lab.play import seeded_dice

PAIR = {
    "b1": {"at": [3000, 3600], "tokens": 4, "markers": 3},
    "b2": {"at": [6000, 4200], "tokens": 2},
    "r1": {"at": [3000, 1600], "facing": 180, "tokens": 4, "markers": 2},
}
FRENCH = ("french infantry", "belgian infantry")


def met(blue: tuple[str, ...], red: tuple[str, ...], **changes: Any) -> Game:
    """Two battalions in sight of each other, with these hands."""
    changes = {"units": PAIR, "lists": FRENCH, **changes}
    return battle("bn4 bn4", "bn4 bn4", hands={"blue": list(blue), "red": list(red)}, **changes)


def fire(position: Game, *dice: int) -> Game:
    """Blue's battalion fires."""
    return play(position, "activate b1", 4, "fire", "at r1", "no more", *dice)


WINDOWS: dict[str, tuple[str, Callable[[tuple[str, ...]], Game], str]] = {
    "rapid_fire": ("Rethrow", lambda hand: fire(met(hand, ()), 1, 1, 1), "rapid_fire"),
    "officers_down": ("OfficersDown", lambda hand: fire(met(hand, ()), 10, 10, 10), "officers_down"),
    "steady": ("SteadyAfterAll", lambda hand: play(met(hand, ()), "morale b1", 1), "steady"),
    "push_on": ("PushOn", lambda hand: met(hand, (), begin="turn", turn=1), "push_on"),
    "last_stand": (
        "Act",
        lambda hand: play(met(hand, (), units={**PAIR, "b1": {**PAIR["b1"], "tokens": 1}, "b2": {}}), "burn"),
        "last_stand b1",
    ),
}
"""By card: the step that asks for it, the way there with a hand, and the answer that plays it."""


@pytest.mark.rule("A11")
@pytest.mark.parametrize("card", sorted(WINDOWS))
def test_whoever_could_hold_a_card_is_asked_for_it(card: str) -> None:
    step, way, answer = WINDOWS[card]
    holder, other = way((card,)), way(("flank_march",))
    assert asked(holder) == asked(other) == step
    assert actor(holder) == actor(other) == "blue"
    assert answer in legal(holder)
    assert answer not in legal(other)
    empty = way(())
    assert (asked(empty), actor(empty)) != (step, "blue") or "activate b1" in legal(empty), "an empty hand is no secret"


@pytest.mark.rule("A11")
def test_a_played_card_is_always_followed_by_the_question_of_a_counter() -> None:
    for hand, options in (("intelligence", 4), ("flank_march", 3)):
        position = play(met(("steady",), (hand,)), "card steady b1")
        assert (asked(position), actor(position), len(legal(position))) == ("Counter", "red", options)
    assert asked(play(met(("steady",), ()), "card steady b1")) == "Act"


@pytest.mark.rule("A11")
def test_a_card_that_is_used_up_is_not_asked_for() -> None:
    position = met(("guides",), ())
    position.board.discarded = ("officers_down",)
    assert asked(play(fire(position, 10, 1, 1), "keep")) == "Casualties"


@pytest.mark.rule("A11", "C3")
def test_no_more_ends_the_questions_of_an_action_and_no_cards_those_of_a_turn() -> None:
    position = fire(met(("guides",), ()), 10, 1, 1)
    assert asked(position) == "Rethrow"
    after = play(position, "no more", 1)
    assert asked(after) == "Act", "Officers Down is not asked for any more"
    again = play(after, "activate b1", 6, "fire", "at r1", "no more", 10, 1, 1)
    assert asked(again) == "Rethrow", "a new action asks again"
    after = play(position, "no cards", 1)
    again = play(after, "activate b1", 6, "fire", "at r1", "no more", 10, 1, 1)
    assert asked(again) == "Casualties"
    assert again.board.cardless == [1, 0]


@pytest.mark.rule("C3", "A3")
def test_a_reaction_is_asked_for_whoever_has_the_tokens() -> None:
    """Which unit holds the tokens of its side is secret: r1 sees the enemy, r2 does not and has them all."""
    far = {"r1": {**PAIR["r1"], "tokens": 0}, "r2": {"at": [600, 300], "facing": 180, "tokens": 4}}
    for units in (PAIR | {"r2": {"at": [600, 300], "facing": 180}}, PAIR | far):
        position = play(met((), (), units=units), "activate b1", 4, "move", "3000,3500 0 line")
        assert (asked(position), actor(position)) == ("Reaction", "red")
    assert legal(position)[:2] == ["no", "no more"]
    assert not any("r1" in answer for answer in legal(position)), "r1 has none, and the general is far away"
    spent = PAIR | {"r1": {**PAIR["r1"], "tokens": 0}}
    position = play(met((), (), units=spent), "activate b1", 4, "move", "3000,3500 0 line")
    assert asked(position) == "Act", "a side without tokens and cards is known to have no answer"


# -- reserves, masks, allocation


def hidden_or_not(status: str) -> Game:
    """The second battalion of a defender, in reserve or hidden, as turn 3 begins."""
    units: dict[str, dict[str, object]] = {
        "b1": {"at": [1000, 4400]},
        "b2": {"at": [3000, 4400]},
        "r1": {"at": [1000, 400], "facing": 180},
    }
    if status != "reserve":
        units["r2"] = {"at": [6500, 300], "facing": 180, "status": status}
    position = battle("bn4 bn4", "bn4 bn4", "capture", begin="turn", turn=2, units=units)
    position = play(position, 6, 1, "be active")
    while asked(position) != "ReserveDie":
        position = play(position, legal(position)[0] if legal(position) else "stay")
    return position


@pytest.mark.rule("C8", "C12")
def test_a_die_for_reserves_does_not_tell_who_is_in_reserve() -> None:
    waiting, lying = hidden_or_not("reserve"), hidden_or_not("hidden")
    seen = [Match(GAME, Setting("capture", "", (("table", "canal"),))) for _ in range(2)]
    for match, position in zip(seen, (waiting, lying), strict=True):
        match.position = position
        assert position.open is not None
        assert position.open.seen_by == (1,), "only its owner sees the die"
    agendas = [match.observe(0).facts["agenda"] for match in seen]
    assert agendas[0] == agendas[1]
    late, none = play(waiting, 2), play(lying, 6)
    assert asked(late) == asked(none) == "Act"
    assert unit(late, "r2")["status"] == "reserve"
    assert [event for event in none.events if type(event).__name__ == "CameUp"] == []
    assert all(event.seers() == (1,) for event in late.events if type(event).__name__ == "ReserveRolled")


@pytest.mark.rule("C27", "C8")
def test_dice_bring_reserves_in_the_written_order() -> None:
    units = {"b1": {"at": [1000, 4400]}, "r1": {"at": [1000, 400], "facing": 180}}
    position = battle("bn4 bn4 bn4 bn4", "bn4 bn4", begin="turn", turn=1, units=units)
    position.board.march[0] = (3, 1, 2, 0)
    position = play(position, 6, 1, "be active")
    while asked(position) != "ReserveDie":
        position = play(position, legal(position)[0] if legal(position) else "stay")
    position = play(position, 1, 5, 6)
    assert [unit(position, name)["status"] for name in ("b2", "b3", "b4")] == ["arrived", "reserve", "arrived"]


@pytest.mark.rule("A10", "C27")
def test_deployment_asks_for_masked_and_held_back_units_too() -> None:
    board = battle("bn4 bn4 cav3", "bn4 bn4", "capture").board.copy()
    board.status[2] = MASKED
    masked = Deploy(2).ask(board)
    assert masked is not None
    assert (masked.actor, masked.options, masked.seen_by) == (0, ("elsewhere",), (0,))
    board.status[3], board.status[4] = 1, RESERVE
    held = Deploy(4).ask(board)
    assert held is not None
    assert (held.actor, held.options, held.seen_by) == (1, ("reserve",), (1,))


@pytest.mark.rule("C23")
def test_a_flank_march_is_asked_for_of_every_hand() -> None:
    board = battle("bn4 bn4", "bn4 bn4").board.copy()
    board.hand = [("flank_march",), ("guides",)]
    asks = [FlankMarch(side).ask(board) for side in (0, 1)]
    assert [ask is not None and len(ask) for ask in asks] == [3, 1]


@pytest.mark.rule("A3")
def test_an_allocation_asks_as_often_whatever_is_given() -> None:
    units = {"b1": {"at": [1000, 4400]}, "b2": {"at": [3000, 4400]}, "b3": {"at": [5000, 4400]}}
    counts = []
    for pick in (0, -1):
        position = battle("bn4 bn4 bn4", "bn4 bn4", begin="turn", turn=1, units=units)
        position = play(position, 6, 1, "be active")
        count = 0
        while asked(position) == "Allocate" and actor(position) == "blue":
            position = play(position, legal(position)[pick])
            count += 1
        counts.append(count)
    assert counts[0] == counts[1] == 3


# -- whole games: the same public answers with another hand and another allocation lead to the same questions


def redealt(position: Game, side: int, rng: Random) -> Game:
    """The position with another hand of the same size and the tokens elsewhere among those that have any."""
    twin = position.copy()
    board = twin.board
    used = [*board.discarded, *board.face_up, *(card for stored in board.stored for card, _, _ in stored)]
    used += board.hand[1 - side]
    pool = [card for card, row in sorted(CARDS.items()) for _ in range(max(row.copies - used.count(card), 0))]
    rng.shuffle(pool)
    board.hand[side] = tuple(sorted(pool[: len(board.hand[side])]))
    holders = [each for each in board.units(side) if board.tokens[each]]
    total = sum(board.tokens[each] for each in holders)
    for each in holders:
        board.tokens[each] = 0
    for _ in range(total):
        board.tokens[rng.choice(holders)] += 1
    return twin


@pytest.mark.rule("A3", "A11")
@pytest.mark.parametrize("seed", range(2))
def test_the_questions_of_a_game_do_not_depend_on_hands_and_allocations(seed: int) -> None:
    match = Match(GAME, Setting("meeting"), seeded_dice(GAME, seed))
    rng, compared = Random(seed), 0
    while not match.over and len(match.log) < 700:
        position = match.position
        assert position.open is not None
        answer = match.roll() if match.actor == CHANCE else position.suggest(rng, 1)[0]
        if position.board.turn and asked(position) != "Allocate":
            for side in (0, 1):
                twin = redealt(position, side, rng)
                again = Position.asking(twin.board, twin.agenda).open
                assert again is not None
                assert again.actor == position.open.actor
                if again.options is not None and answer not in again.options:
                    continue
                twin.open = again
                after, other = position.play(answer), twin.play(answer)
                if after.open is None or other.open is None or asked(after) == "Allocate":
                    continue
                assert (asked(after), after.open.actor) == (asked(other), other.open.actor), (asked(position), answer)
                compared += 1
        match.play(answer)
    assert compared > 500


# -- hidden troops that act


def ambush(x: int, **changes: Any) -> Game:
    """The defender's turn in Capture: its battalion lies hidden on open ground, blue stands before it."""
    units = {
        "b1": {"at": [3000, 2400], "tokens": 4},
        "r1": {"at": [x, 600], "facing": 180, "status": "hidden", "tokens": 3},
        "r2": {"at": [6500, 300], "facing": 180},
    }
    return battle("bn4 bn4", "bn4 bn4 bn4", "capture", units=units, active="red", **changes)


@pytest.mark.rule("C3", "C12")
def test_who_may_react_does_not_tell_where_a_hidden_unit_acts() -> None:
    near, far = (play(ambush(x), "activate r1", "move", f"{x},700 180 line") for x in (3000, 5000))
    assert asked(near) == asked(far) != "Reaction", "nobody sees it"
    assert legal(near) == legal(far)


@pytest.mark.rule("C12", "C27")
@pytest.mark.parametrize("seat", [0, None])
def test_a_hidden_unit_that_was_named_is_somewhere_on_the_table(seat: int | None) -> None:
    match = Match(GAME, Setting("capture", "", (("table", "canal"),)))
    match.position = play(ambush(3000), "activate r1")
    assert asked(match.position) == "Declare"
    observation = match.observe(seat)
    for seed in range(20):
        thought = GAME.imagine(observation, Random(seed))
        assert isinstance(thought.step, Declare)
        acting = thought.step.unit
        assert thought.board.status[acting] == HIDDEN
        assert thought.board.at[acting]
    GAME.sight(observation).scene("en")
