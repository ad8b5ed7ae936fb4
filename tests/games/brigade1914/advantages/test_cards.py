"""A11: every card in its window: on whom it falls, who pays, what it does."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import FRESH, board_of
from games.brigade1914.support import (
    B1,
    PAIR,
    R1,
    actor,
    apart,
    asked,
    battle,
    holding,
    legal,
    play,
    plays,
    quiet,
    unit,
)
from marne.games.brigade1914.rules.advantages.card_effects import may_store, store
from marne.games.brigade1914.rules.advantages.cards import Counter, declined, discard, possible, silent
from marne.games.brigade1914.rules.command.actions import Dig
from marne.games.brigade1914.rules.command.reaction import GroupedGuns, LastReaction, React
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.rules.movement.moving import after_move


@pytest.mark.rule("A11")
@pytest.mark.reading("asked-by-all")
def test_a_card_is_possible_while_a_copy_may_be_in_the_hand() -> None:
    board = holding("guides").board
    assert possible(board, 0)
    assert not possible(board, 1), "an empty hand"
    assert possible(board, 0, "intelligence")
    board.discarded = ("intelligence",)
    assert possible(board, 0, "intelligence")
    board.discarded = ("intelligence", "intelligence")
    assert not possible(board, 0, "intelligence")
    assert possible(board, 0, "intelligence", "steady")
    board.stored[1] = (("corps_artillery", 1, 1),)
    assert not possible(board, 0, "corps_artillery")
    board.cardless[0] = 1
    assert not possible(board, 0)
    board.cardless, board.quiet = [0, 0], 1
    assert not possible(board, 0)
    assert (silent(board, 0), silent(board, 1)) == (True, False)


@pytest.mark.rule("A11", "C3")
def test_ways_to_decline() -> None:
    board = holding("guides").board
    assert [declined(board, 0, answer) for answer in ("no", "guides")] == [True, False]
    assert (board.quiet, board.cardless) == (0, [0, 0])
    assert declined(board, 1, "no more")
    assert board.quiet == 2
    assert declined(board, 0, "no cards")
    assert board.cardless == [1, 0]


@pytest.mark.rule("A11")
def test_a_card_is_used_once_and_then_lies_open() -> None:
    board = holding("steady", "steady", "guides").board
    discard(board, 0, "steady")
    assert (board.hand[0], board.discarded) == (("guides", "steady"), ("steady",))


@pytest.mark.rule("A11")
@pytest.mark.parametrize(("cost", "price"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_intelligence_costs_what_the_card_cost_from_one_to_three(cost: int, price: int) -> None:
    step = Counter(1, "steady", cost)
    board = holding("steady", red=("intelligence",)).board
    assert step.price() == price
    for tokens, asks in ((price, True), (price - 1, False)):
        board.tokens[R1] = tokens
        assert (step.ask(board) is not None) == asks
    board.tokens[R1] = 4
    step.do(board, "intelligence")
    assert (board.tokens[R1], board.countered, board.hand[1]) == (4 - price, 1, ())


@pytest.mark.rule("A11")
@pytest.mark.reading("no-second-intelligence")
def test_intelligence_does_not_answer_intelligence() -> None:
    board = holding("steady", red=("intelligence", "guides")).board
    assert Counter(1, "intelligence", 1).ask(board) is None
    position = play(holding("steady", "intelligence", red=("intelligence",)), "card steady b1", "intelligence")
    assert (asked(position), unit(position, "b1")["markers"]) == ("Act", 3), "the counter stands"
    position.board.hand[0] = ("steady",)
    again = play(position, "general rides", "stay", "card steady b1")
    assert unit(again, "b1")["markers"] == 1, "and only for that card"


@pytest.mark.rule("A11")
@pytest.mark.reading("card-tokens")
def test_a_card_of_a_unit_is_paid_by_it_and_does_not_count_as_its_activation() -> None:
    position = quiet(play(holding("entrenched", generals={"blue": [3000, 4600, 2]}), "card entrenched b1"))
    assert (unit(position, "b1")["tokens"], unit(position, "b1")["spent"]) == (3, 0)
    assert position.board.gtokens[0] == 2
    assert position.board.acted[B1] == 1, "but digging in is an action"


@pytest.mark.rule("A11")
@pytest.mark.reading("dug-until-move")
def test_entrenched_is_for_foot_that_is_not_dug_in_and_can_pay_and_is_lost_by_moving() -> None:
    units: dict[str, Any] = {
        **PAIR,
        "b2": {"at": [6000, 4200]},
        "b3": {"at": [1000, 4300], "tokens": 1},
        "b4": {"at": [5000, 4500], "tokens": 1},
    }
    far: dict[str, Any] = {"generals": {"blue": [100, 100, 0]}}
    assert plays("entrenched", units=units, **far) == ["b1"]
    assert plays("entrenched", units={**units, "b3": {**units["b3"], "foot": 1}}, **far) == ["b1", "b3"]
    assert plays("entrenched", units={**units, "b1": {**units["b1"], "dug": 1}}, **far) == []
    assert plays("entrenched", "reaction", units=units, **far) == ["b1"], "at any time"
    dug = quiet(play(holding("entrenched"), "card entrenched b1"))
    assert unit(quiet(play(dug, "activate b1", 6, "move", "3000,3500 0 line")), "b1")["dug"] == 0
    driven = dug.board.copy()
    after_move(driven, 0, "driven", 800)
    assert driven.dug[0] == 0, "whatever moves it"


@pytest.mark.rule("A11")
def test_digging_in_fails_if_it_is_countered_or_the_unit_is_stopped() -> None:
    countered = play(holding("entrenched", red=("intelligence",)), "card entrenched b1", "intelligence")
    assert (unit(countered, "b1")["dug"], asked(countered)) == (0, "Act")
    board = holding("entrenched").board
    board.cut = 1
    Dig(B1).do(board)
    assert board.dug[B1] == 0
    board.cut, board.status[B1] = 0, 7
    Dig(B1).do(board)
    assert board.dug[B1] == 0


@pytest.mark.rule("A11")
def test_entrenched_as_a_reaction() -> None:
    position = battle(units=PAIR, hands={"red": ["entrenched"]})
    position = play(position, "activate b1", 4, "move", "3000,3300 0 line", "card entrenched r1")
    assert unit(position, "r1")["dug"] == 1
    assert asked(position) != "Reaction", "it counts as an action"


@pytest.mark.rule("A11")
@pytest.mark.reading("windows")
def test_fog_of_war_is_for_foot_and_horse_beyond_12_inches_that_have_not_acted_in_any_window() -> None:
    def own(gap: int, window: str = "act", **state: Any) -> list[str]:
        units = {
            "b1": {"at": [3000, 3600], "tokens": 2, **state},
            "b4": {"at": [6500, 4400]},
            "r1": {"at": [3000, 3450 - gap], "facing": 180, "acted": 1},
        }
        return plays("fog_of_war", window, units=units)

    assert [own(1201), own(1200)] == [["b1"], []]
    assert own(1201, "reaction") == ["b1"], "at any time"
    assert own(1201, acted=1) == []
    horse = {
        "b3": {"at": [3000, 3600], "tokens": 2},
        "r3": {"at": [3000, 1000], "facing": 180},
        "r4": {"at": [6000, 600]},
    }
    assert plays("fog_of_war", units=horse) == ["b3", "b3 r3"], "regiments on both sides, and no guns"


@pytest.mark.rule("A11")
@pytest.mark.reading("fog")
def test_fog_of_war_moves_an_enemy_too_for_a_token() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 4000], "tokens": 1},
        "r1": {"at": [3000, 1600], "facing": 180},
        "r2": {"at": [1000, 600], "acted": 1},
        "r3": {"at": [5000, 600], "status": "hidden"},
        "r4": {"at": [6500, 600]},
    }
    assert plays("fog_of_war", units=units) == ["b1", "b1 r1"]
    broke = {**units, "b1": {"at": [3000, 4000]}, "r1": {**units["r1"], "tokens": 1}}
    assert plays("fog_of_war", units=broke, active="red") == ["b1"]
    near = {**units, "r1": {"at": [3000, 2650], "facing": 180}}
    assert plays("fog_of_war", units=near) == []
    position = play(holding("fog_of_war", units=units), "card fog_of_war b1 r1", "3000,2800 0 line")
    assert (position.step.unit, position.step.by) == (R1, 0)  # type: ignore[attr-defined]
    assert position.board.count[0] == 1
    assert position.board.moved[B1] == 0, "fog is no move of its own"
    free = play(holding("fog_of_war", units=units), "card fog_of_war b1", "3000,2800 0 line")
    assert (free.board.count[0], asked(free)) == (0, "Act")


@pytest.mark.rule("A11", "C23")
def test_reserves_and_steady_fall_on_units_that_can_use_them() -> None:
    units = {**PAIR, "b2": {"status": "destroyed", "markers": 2}}
    assert plays("reserves", units=units) == ["b1", "b2"], "any battalion of the order of battle"
    assert plays("reserves", "reaction", units=units) == ["b1", "b2"]
    assert plays("steady", units=units) == ["b1"]
    assert unit(play(holding("steady"), "card steady b1"), "b1")["markers"] == 1


@pytest.mark.rule("A11", "C3")
def test_the_enemy_rolls_to_react_to_a_last_stand() -> None:
    units = {**FRESH, "b1": {"at": [3000, 3600], "tokens": 1}}
    position = play(battle(units=units, hands={"blue": ["last_stand"]}), "burn", "last_stand b1", "move")
    position = play(position, "3000,3300 0 line", "fire r1 1")
    assert (asked(position), actor(position)) == ("CommandTest", "chance")
    assert asked(play(position, 2)) != "Volley"
    assert asked(play(position, 3)) == "Volley"


@pytest.mark.rule("A11")
def test_a_last_stand_is_for_a_side_without_tokens_that_holds_it_and_is_used_once() -> None:
    units = {
        **FRESH,
        "b1": {"at": [3000, 3600], "tokens": 1},
        "b2": {"status": "reserve"},
        "b4": {"status": "off table"},
    }
    position = play(battle(units=units, hands={"blue": ["last_stand", "guides"]}), "burn")
    assert legal(position) == ["no", "no cards", "last_stand b1", "last_stand b4"]
    declined = play(position, "no")
    assert actor(declined) == "red"
    stood = play(position, "last_stand b1", "hold")
    assert actor(stood) == "red"
    assert stood.board.hand[0] == ("guides",)
    assert stood.board.acted[B1] == 1
    without = play(battle(units=units, hands={"blue": ["guides"]}), "burn")
    assert legal(without) == ["no", "no cards"]


@pytest.mark.rule("A11", "C5")
def test_a_last_stand_that_is_countered_does_nothing_and_never_seizes() -> None:
    units = {**FRESH, "b1": {"at": [3000, 3600], "tokens": 1}}
    hands = {"blue": ["last_stand"], "red": ["intelligence"]}
    position = play(battle(units=units, hands=hands), "burn", "last_stand b1", "intelligence")
    assert (asked(position), actor(position)) == ("Act", "red")
    reacting = battle(units={**FRESH, "b1": {"at": [3000, 3600], "markers": 2}}, active="red", hands=hands)
    reacting.board.natural = 6
    reacting = play(reacting, "activate r1", "move", "3000,2000 180 line")
    assert "last_stand fall back b1" in legal(reacting)
    assert not any("morale" in text for text in legal(reacting)), "no morale test for a Last Stand"
    stopped = play(reacting, "last_stand fall back b1", "intelligence")
    assert asked(stopped) == "Act"
    allowed = play(reacting, "last_stand fall back b1", "no", "stay")
    assert (allowed.board.active, actor(allowed)) == (1, "red")


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


@pytest.mark.rule("A11", "C5", "C23")
def test_a_last_stand_passes_without_a_six_and_grouped_guns_are_tested_at_two() -> None:
    board = board_of()
    board.natural, board.passed = 6, 0
    (react,) = LastReaction(B1, R1, "fire", "2").do(board)
    assert react == React(B1, R1, "fire", "2")
    assert (board.passed, board.natural) == (1, 0)
    test, guns = GroupedGuns(B1, R1).do(board)
    assert (test.unit, test.need, guns) == (R1, 2, React(B1, R1, "guns", "0"))  # type: ignore[attr-defined]
    board.countered = 1
    assert GroupedGuns(B1, R1).do(board) == LastReaction(B1, R1, "fire", "2").do(board) == ()


@pytest.mark.rule("A11", "C19")
def test_digging_in_and_sunken_lanes_cover_like_ground() -> None:
    board = apart(1000).board
    assert not in_cover(board, R1, None)
    for field in ("dug", "screened"):
        twin = board.copy()
        getattr(twin, field)[R1] = 1
        assert in_cover(twin, R1, None)


@pytest.mark.rule("A11", "A3")
def test_an_empty_deck_is_empty_for_everybody() -> None:
    board = battle(units=PAIR).board
    board.deck = (("fog", 2), ("steady", 1))
    assert [board.masked(seat).deck for seat in (0, 1, None)] == [(("?", 3),)] * 3
    board.deck = ()
    assert [board.masked(seat).deck for seat in (0, 1, None)] == [()] * 3


@pytest.mark.rule("A11")
@pytest.mark.reading("free-cards")
def test_free_cards_are_not_for_a_side_without_tokens_in_its_own_act() -> None:
    units = {
        "b1": {"at": [3000, 3600], "tokens": 1, "markers": 2},
        "r1": {"at": [3000, 1600], "facing": 180, "tokens": 2},
    }
    position = play(battle(units=units, hands={"blue": ["steady"]}), "burn")
    assert legal(position) == ["no", "no cards"]
    position = play(position, "no", "activate r1", "move", "3000,1900 180 line")
    assert "card steady b1" in legal(position)


MOVE = ("activate b1", 4, "move", "3000,3300 0 line")


def moving(*cards: str, blue: tuple[str, ...] = ()) -> Any:
    """Blue has declared a move, and red is asked for its reaction."""
    position = play(battle(units=PAIR, hands={"red": list(cards), "blue": list(blue)}), *MOVE)
    assert (asked(position), actor(position)) == ("Reaction", "red")
    return position


@pytest.mark.rule("A11", "C3")
@pytest.mark.reading("dug-as-answer")
def test_dug_in_during_the_enemys_action_a_side_has_answered_it() -> None:
    before = moving("entrenched")
    assert any(text.startswith("fire r1") for text in legal(before))
    position = play(before, "card entrenched r1")
    assert unit(position, "r1")["dug"] == 1
    assert position.board.tokens[R1] == before.board.tokens[R1] - 1, "the card costs one token"
    assert position.board.acted[R1] == 1, "its unit has acted this turn"
    assert asked(position) != "Reaction", "one answer for each action"
    assert unit(position, "b1")["at"] != unit(before, "b1")["at"], "and the move goes on"


@pytest.mark.rule("A11", "C3")
def test_nobody_reacts_to_it_then_since_it_is_a_reaction() -> None:
    position = play(moving("entrenched"), "card entrenched r1")
    assert (asked(position), actor(position)) == ("Act", "blue")


@pytest.mark.rule("A11", "C3")
def test_who_dug_in_is_no_longer_there_for_fog_of_war() -> None:
    units: dict[str, Any] = {**PAIR, "r2": {"at": [6600, 400], "facing": 180, "tokens": 2}}
    position = battle(units=units, hands={"red": ["entrenched", "fog_of_war"]})
    position = play(position, *MOVE)
    assert "card fog_of_war r2" in legal(position)
    position = play(position, "card entrenched r2", "activate b1", 6, "move", "3000,3100 0 line")
    assert "card fog_of_war r2" not in legal(position), "that is for units that have not acted"


@pytest.mark.rule("A11", "C3")
def test_a_countered_card_is_no_answer() -> None:
    position = play(moving("entrenched", blue=("intelligence",)), "card entrenched r1", "intelligence")
    assert (asked(position), actor(position)) == ("Reaction", "red")
    assert unit(position, "r1")["dug"] == 0
    assert position.board.acted[R1] == 0
    assert any(text.startswith("fire r1") for text in legal(position))


@pytest.mark.rule("A11", "C3")
def test_other_cards_are_none_either() -> None:
    position = play(moving("steady"), "card steady r1")
    assert (asked(position), actor(position)) == ("Reaction", "red")
    assert position.board.acted[R1] == 0


@pytest.mark.rule("A11")
def test_in_ones_own_part_the_enemy_may_react_to_it() -> None:
    position = play(battle(units=PAIR, hands={"blue": ["entrenched"]}), "card entrenched b1")
    assert (asked(position), actor(position)) == ("Reaction", "red")
    assert position.board.acted[B1] == 1
