"""A11, C23: every card in its window: on whom it falls, who pays, what it does, and when it is not offered."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import (
    B1,
    B2,
    B4,
    PAIR,
    R1,
    R2,
    asked,
    battle,
    holding,
    legal,
    play,
    plays,
    quiet,
    refused,
    targets,
    unit,
)
from marne.games.brigade1914.rules.advantages.cards import Counter, declined, discard, pay_side, possible, silent
from marne.games.brigade1914.rules.advantages.playable import playable
from marne.games.brigade1914.rules.command.actions import Dig

# -- A11: asking, discarding, paying


@pytest.mark.rule("A11")
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


@pytest.mark.rule("C23")
def test_who_pays_for_a_card_that_falls_on_no_unit_of_ones_own() -> None:
    board = holding("guides", generals={"blue": [3000, 4600, 1]}).board
    pay_side(board, 0, 2)
    assert (board.gtokens[0], board.tokens[B1], board.tokens[B2], board.count[0]) == (0, 3, 2, 2)
    board.tokens[B1] = 2
    pay_side(board, 0, 1)
    assert (board.tokens[B1], board.tokens[B2]) == (1, 2), "the first of those with most"


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
def test_intelligence_does_not_answer_intelligence() -> None:
    board = holding("steady", red=("intelligence", "guides")).board
    assert Counter(1, "intelligence", 1).ask(board) is None
    position = play(holding("steady", "intelligence", red=("intelligence",)), "card steady b1", "intelligence")
    assert (asked(position), unit(position, "b1")["markers"]) == ("Act", 3), "the counter stands"
    position.board.hand[0] = ("steady",)
    again = play(position, "general rides", "stay", "card steady b1")
    assert unit(again, "b1")["markers"] == 1, "and only for that card"


@pytest.mark.rule("A11")
def test_a_card_of_a_unit_is_paid_by_it_and_does_not_count_as_its_activation() -> None:
    position = quiet(play(holding("entrenched", generals={"blue": [3000, 4600, 2]}), "card entrenched b1"))
    assert (unit(position, "b1")["tokens"], unit(position, "b1")["spent"]) == (3, 0)
    assert position.board.gtokens[0] == 2
    assert position.board.acted[B1] == 1, "but digging in is an action"


@pytest.mark.rule("A11")
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
    assert asked(position) == "Reaction", "a card is no reaction"


# -- Fog of War


@pytest.mark.rule("A11")
def test_fog_of_war_is_for_foot_and_horse_beyond_12_inches_that_have_not_acted_in_any_window() -> None:
    def own(gap: int, window: str = "act", **state: Any) -> list[str]:
        units = {"b1": {"at": [3000, 3600], "tokens": 2, **state}, "b4": {"at": [6500, 4400]},
                 "r1": {"at": [3000, 3450 - gap], "facing": 180, "acted": 1}}  # fmt: skip
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


@pytest.mark.rule("C4", "A11")
def test_a_target_that_vanishes_in_the_fog_is_changed_or_given_up() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 4000], "tokens": 2, "mgs": 0},
        "r1": {"at": [3000, 1600], "facing": 180, "tokens": 2},
    }
    position = battle(units=units, hands={"red": ["fog_of_war"]})
    position = play(position, "activate b1", "fire", "at r1", "card fog_of_war r1", "3000,600 180 line", "no")
    assert (asked(position), legal(position)) == ("SwitchTarget", ["cease"])


# -- cards on units


@pytest.mark.rule("A11", "C23")
def test_reserves_and_steady_fall_on_units_that_can_use_them() -> None:
    units = {**PAIR, "b2": {"status": "destroyed", "markers": 2}}
    assert plays("reserves", units=units) == ["b1", "b2"], "any battalion of the order of battle"
    assert plays("reserves", "reaction", units=units) == ["b1", "b2"]
    assert plays("steady", units=units) == ["b1"]
    assert unit(play(holding("steady"), "card steady b1"), "b1")["markers"] == 1


@pytest.mark.rule("C23")
@pytest.mark.parametrize(("gap", "found"), [(1200, []), (1201, ["b1"])])
def test_a_forced_march_is_for_a_unit_that_can_pay_beyond_12_inches_in_ones_own_act(gap: int, found: list[str]) -> None:
    units = {"b1": {"at": [3000, 3600], "tokens": 1}, "b2": {"at": [6500, 4500]}, "r1": {"at": [3000, 3450 - gap]}}
    assert plays("forced_march", units=units, generals={"blue": [100, 100, 0]}) == found
    assert plays("forced_march", "reaction", units=units) == []
    others = {"b3": {"at": [3000, 3600], "tokens": 1}, "b4": {"at": [6000, 4200], "tokens": 1}}
    assert plays("forced_march", units=others) == ["b3", "b4"], "horse and guns too"


@pytest.mark.rule("C23")
def test_a_forced_march_uses_roads_and_meets_no_reaction() -> None:
    units = {"b1": {"at": [3600, 4200], "formation": "column", "tokens": 1}, "r1": {"at": [3600, 600], "tokens": 3}}
    position = play(holding("forced_march", units=units), "card forced_march b1")
    assert refused(position, "3600,3199 0 column") == "A5"
    position = play(position, "3600,3200 0 column")
    assert (asked(position), unit(position, "b1")["tokens"]) == ("Act", 0)
    assert unit(position, "b1")["at"][1] < 3200


@pytest.mark.rule("C23")
def test_an_aerial_report_shows_two_markers_or_a_hidden_unit_or_helps_a_battery() -> None:
    units = {
        **PAIR,
        "b4": {"at": [5000, 4500]},
        "r2": {"at": [5000, 600]},
        "r3": {"at": [500, 600]},
        "r4": {"at": [6500, 600]},
    }
    assert plays("aerial_report", units=units) == ["b4"]
    assert plays("aerial_report", "reaction", units=units) == []
    assert plays("aerial_report", units={**units, "b4": {"status": "destroyed"}}, markers={"red": [[1000, 1000]]}) == [
        "markers"
    ]
    assert "markers" in plays("aerial_report", units=units, markers={"red": [[0, 1000]]})
    assert plays("aerial_report", units={**units, "r2": {"status": "reserve"}}) == ["hidden", "b4"]
    assert plays("aerial_report", units=units, markers={"red": [[-1, -1]], "blue": [[1000, 1000]]}) == ["b4"]
    battery = play(holding("aerial_report", units=units), "card aerial_report b4")
    assert battery.board.report[B4] == 1
    markers = {"red": [[0, 1000], [-1, -1], [2000, 1000], [3000, 1000]]}
    seen = play(holding("aerial_report", units=units, markers=markers), "card aerial_report markers")
    assert [x for x, _ in seen.board.marker[1]] == [-1, -1, -1, 3000]
    hidden = {**units, "r1": {**units["r1"], "status": "hidden"}, "r2": {"at": [5000, 600], "status": "hidden"}}
    shown = play(holding("aerial_report", units=hidden), "card aerial_report hidden")
    assert [unit(shown, name)["status"] for name in ("r1", "r2")] == ["on table", "hidden"], "one of them"


@pytest.mark.rule("C23")
def test_garbled_orders_and_ammunition_delay_fall_on_enemies_in_sight() -> None:
    units: dict[str, Any] = {
        **PAIR,
        "r2": {"at": [5000, 600], "status": "hidden"},
        "r3": {"at": [1000, 600]},
        "r4": {"at": [6500, 600]},
    }
    assert plays("garbled_orders", units=units) == ["r1 r3", "r1 r4", "r3 r1", "r3 r4", "r4 r1", "r4 r3"]
    assert plays("ammunition_delay", units=units) == ["r1", "r4"], "a battery or whoever has a machine gun"
    broke = {**units, "b1": {"at": [3000, 3600]}, "b2": {"at": [6000, 4200]}}
    for card in ("garbled_orders", "ammunition_delay"):
        assert plays(card, units=broke, active="red") == [], "they cost a token"
    wagons = {"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [6000, 600]}}
    assert plays("garbled_orders", units=wagons, blue="bn4 bn4", red="bn4 bn4", scenario="retreat") == []
    empty = {**PAIR, "r1": {**PAIR["r1"], "tokens": 0}, "r2": {"at": [5000, 600], "tokens": 1}}
    position = play(holding("garbled_orders", units=empty), "card garbled_orders r1 r2")
    assert [position.board.tokens[each] for each in (R1, R2)] == [0, 1], "nothing to move"
    assert position.board.count[0] == 1


@pytest.mark.rule("C23")
def test_guides_lead_through_any_ground_but_a_river_for_one_move() -> None:
    units = {"b4": {"at": [4200, 3300], "tokens": 2}, "r1": {"at": [600, 300]}}
    position = play(holding("guides", units=units, map="canal"), "card guides b4 lanes", "activate b4", "move")
    assert position.read("4500,3300 0 line") is not None, "guns in a wood"
    moved = quiet(play(position, "4500,3300 0 line"))
    assert moved.board.guided[B4] == 0
    river = {"b1": {"at": [4500, 2200], "tokens": 2}, "r1": {"at": [600, 300]}}
    position = play(holding("guides", units=river, map="canal"), "card guides b1 lanes", "activate b1", "move")
    assert refused(position, "4500,1800 0 line") == "C15"
    retreat = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        units={"b1": {"at": [400, 1000], "tokens": 1}, "r1": {"at": [6000, 600]}},
        hands={"red": ["guides"]},
    )
    assert targets(playable(retreat.board, 1, "reaction")) == ["r1 lanes", "r1 cover"], "not for wagons"


# -- cards in the middle of something


@pytest.mark.rule("C23")
def test_cards_that_are_countered_change_nothing() -> None:
    units = {**PAIR, "b1": {**PAIR["b1"], "mgs": 0}}
    fire = play(
        holding("rapid_fire", red=("intelligence",), units=units), "activate b1", 4, "fire", "at r1", "no", 10, 1, 1
    )
    assert asked(fire) == "Rethrow"
    stopped = play(fire, "rapid_fire", "intelligence")
    assert asked(stopped) == "Casualties"
    again = play(fire, "rapid_fire", "no")
    assert (asked(again), again.step.rifles, again.step.hits) == ("Volley", 2, 1)  # type: ignore[attr-defined]
    assert asked(play(again, 1, 1)) == "Casualties", "once"
    steady = play(
        holding("steady", red=("intelligence",), lists=("french infantry", "german infantry"), blue="bn4 bn4"),
        "morale b1",
        1,
    )
    assert unit(play(steady, "steady", "intelligence"), "b1")["markers"] == 3
    assert unit(play(steady, "no"), "b1")["markers"] == 3
    officers = play(
        holding("officers_down", red=("intelligence",), units=units),
        "activate b1",
        4,
        "fire",
        "at r1",
        "no",
        10,
        1,
        1,
        "keep",
    )
    assert asked(officers) == "OfficersDown"
    assert unit(play(officers, "officers_down", "intelligence"), "r1")["markers"] == 3
    assert unit(play(officers, "no"), "r1")["markers"] == 3


@pytest.mark.rule("C23")
def test_national_cards_are_for_their_nation_and_a_token_for_the_others() -> None:
    french: dict[str, Any] = {"lists": ("french infantry", "german infantry"), "blue": "bn4 bn4 cav2 field"}
    belgian: dict[str, Any] = {"lists": ("belgian infantry", "german infantry"), "blue": "bn4 bn4 cav2 field"}
    halted = {**PAIR, "b1": {**PAIR["b1"], "half": 0, "moved": 1}, "b2": {"at": [6000, 4200]}}
    far: dict[str, Any] = {"generals": {"blue": [100, 100, 0]}}
    assert plays("mad_minute") == ["b1", "b2"]
    assert plays("mad_minute", units=halted, **far) == [], "one has moved, one cannot pay"
    assert plays("mad_minute", **french) == ["discard"]
    assert plays("mad_minute", "reaction", **french) == []
    assert plays("bayonet", units=halted, **french, **far) == ["b1"]
    assert plays("bayonet", "reaction", units=halted, **french) == []
    assert plays("bayonet", **french) == []
    assert plays("flooded_fields", **belgian) == ["flood"]
    assert plays("flooded_fields", "reaction", **belgian) == []
    broke = {"b1": {"at": [3000, 3600]}, "r1": {"at": [3000, 1600], "tokens": 1}}
    assert plays("flooded_fields", units=broke, active="red", **belgian) == []
    assert plays("grouped_guns", side=1) == [], "a reaction of its own"
    for card in ("mad_minute", "bayonet", "flooded_fields", "grouped_guns"):
        nation = {"bayonet": belgian, "flooded_fields": french}.get(card, french)
        thrown = play(holding(card, **nation), f"card {card} discard")
        assert (thrown.board.gtokens[0], thrown.board.count[0], thrown.board.hand[0]) == (1, 0, ())


@pytest.mark.rule("C23")
@pytest.mark.parametrize(("y", "fine"), [(2400, True), (2399, False)])
def test_fields_are_flooded_within_12_inches_of_a_friend_on_open_ground(y: int, fine: bool) -> None:
    belgian: dict[str, Any] = {
        "lists": ("belgian infantry", "german infantry"),
        "blue": "bn4 bn4 cav2 field",
        "map": "crossroads",
    }
    units = {"b1": {"at": [600, 3600], "tokens": 2}, "r1": {"at": [600, 600]}}
    position = play(holding("flooded_fields", units=units, **belgian), "card flooded_fields flood")
    assert (position.refusal(f"600,{y}") is None) == fine
    assert refused(position, "1300,3500") == "C23", "a hill is no open ground"
    assert refused(position, "-1,3600") == "C23"
    assert position.read("0,3600") is not None
    assert refused(position, "somewhere") == "C23"
    for point in ((1, 2, 3), ("a", "b"), (1.5, 2.5), (600, "b")):
        assert position.step.reason(position.board, point).key == "why.no_point"  # type: ignore[attr-defined]
    assert play(position, "600,3000").board.floods == ((600, 3000),)
    assert play(position, "nowhere").board.floods == ()
    units["b1"] = {"at": [600, 4000], "tokens": 2}
    south = play(holding("flooded_fields", units=units, **belgian), "card flooded_fields flood")
    assert south.read("600,4800") is not None
    assert refused(south, "600,4801") == "C23", "beyond the southern edge"
