"""A10, A11, C12, C13, C23: cards, recon markers, hidden troops."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import PAIR, actor, asked, battle, holding, legal, play, quiet, refused, told, unit
from marne.engine import Setting
from marne.games.brigade1914.components.data import CARDS, DATA_SET, DECK
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.advantages.card_effects import FlankMarch
from marne.games.brigade1914.rules.advantages.dealing import WhoChooses, card_steps
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.rules.reconnaissance.scouts import marker_count
from marne.tables.origin import Origin

# -- A11: the deck and the deal


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


# -- C23


@pytest.mark.rule("C23")
def test_cards_that_change_a_unit() -> None:
    assert unit(play(holding("steady"), "card steady b1"), "b1")["markers"] == 1
    assert play(holding("mad_minute"), "card mad_minute b1").board.minute[0] == 1
    lanes, cover = (play(holding("guides"), f"card guides b1 {use}").board for use in ("lanes", "cover"))
    assert [(board.guided[0], board.screened[0]) for board in (lanes, cover)] == [(1, 0), (0, 1)]
    assert play(holding("ammunition_delay"), "card ammunition_delay r1").board.jammed[4] == 1
    assert "card forced_march b1" in legal(holding("forced_march"))
    march = play(holding("forced_march"), "card forced_march b1", "3000,2800 0 line")
    assert asked(march) == "Act"
    assert unit(march, "b1")["at"][1] == 2800


@pytest.mark.rule("C23")
def test_garbled_orders_move_a_token() -> None:
    units = {**PAIR, "r2": {"at": [5000, 600], "facing": 180, "tokens": 1}}
    position = play(holding("garbled_orders", units=units), "card garbled_orders r1 r2")
    assert [position.board.tokens[i] for i in (4, 5)] == [3, 2]


@pytest.mark.rule("C23")
def test_rapid_fire_throws_all_misses_again() -> None:
    position = play(holding("rapid_fire"), "activate b1", 4, "fire", "at r1", "no more", 1, 1, 1, 1)
    assert (asked(position), legal(position)) == ("Rethrow", ["keep", "no more", "no cards", "rapid_fire"])
    position = play(position, "rapid_fire")
    assert (position.step.rifles, position.step.guns) == (3, 1)  # type: ignore[attr-defined]


@pytest.mark.rule("C23")
def test_officers_down_adds_a_marker_after_a_hit() -> None:
    position = play(holding("officers_down"), "activate b1", 4, "fire", "at r1", "no more", 10, 1, 1, 1, "keep")
    assert asked(position) == "OfficersDown"
    assert unit(play(position, "officers_down"), "r1")["markers"] == 4


@pytest.mark.rule("C23")
def test_steady_makes_good_a_failed_morale_test() -> None:
    position = play(holding("steady", lists=("french infantry", "german infantry"), blue="bn4 bn4"), "morale b1", 1)
    assert asked(position) == "SteadyAfterAll"
    assert unit(play(position, "steady"), "b1")["markers"] == 2


@pytest.mark.rule("C23", "A11")
def test_corps_artillery_gathers_tokens_and_fires() -> None:
    position = play(holding("corps_artillery"), "card corps_artillery store")
    assert "store corps_artillery" in legal(position)
    position = play(position, "store corps_artillery")
    assert "store corps_artillery" not in legal(position), "one a turn"
    board = position.board
    board.stored[0] = (("corps_artillery", 3, 1),)
    again = type(position).begin(board.copy(), Act())
    assert "trigger corps_artillery r1" in legal(again)
    again = play(again, "trigger corps_artillery r1", 6, 5, 10)
    assert unit(again, "r1")["markers"] == 4


@pytest.mark.rule("C23")
def test_a_flank_march_keeps_a_unit_off_the_table() -> None:
    board = holding("flank_march").board.copy()
    step = FlankMarch(0)
    assert step.ask(board) is not None
    step.do(board, ("flank", "b1"))
    assert board.status[0] == 5
    board.stored[0] = (("flank_march", 2, 1),)
    position = play(type(holding()).begin(board, Act()), "trigger flank_march")
    assert unit(position, "b1")["status"] == "arrived"


@pytest.mark.rule("C23")
def test_aerial_reports() -> None:
    position = battle(
        units={**PAIR, "r2": {"at": [5000, 600], "status": "hidden"}},
        hands={"blue": ["aerial_report"]},
        markers={"red": [[1000, 1000], [2000, 1000], [4000, 1000]]},
    )
    assert [x for x, _ in play(position, "card aerial_report markers").board.marker[1]] == [-1, -1, 4000]
    assert unit(play(position, "card aerial_report hidden"), "r2")["status"] == "on table"


@pytest.mark.rule("C23")
def test_national_cards() -> None:
    thrown = play(holding("bayonet"), "card bayonet discard")
    assert thrown.board.gtokens[0] == 1
    french = battle(
        "bn4 bn4",
        lists=("french infantry", "german infantry"),
        hands={"blue": ["bayonet"]},
        units={"b1": {"at": [3000, 3600], "tokens": 4, "half": 0}},
    )
    french = play(french, "card bayonet b1", "second half b1")
    assert french.read("3000,2800 0 line") is not None
    belgian = battle(
        "bn4 bn4",
        lists=("belgian infantry", "german infantry"),
        hands={"blue": ["flooded_fields"]},
        units={"b1": {"at": [3000, 3600], "tokens": 4}},
    )
    belgian = play(belgian, "card flooded_fields flood")
    assert refused(belgian, "6500,3000") == "C23"
    belgian = play(belgian, "3000,2900")
    position = play(belgian, "activate b1", "move")
    assert refused(position, "3000,2900 0 line") == "C15"
    german = battle(units=PAIR, hands={"red": ["grouped_guns"]})
    german = play(german, "activate b1", 4, "move", "3000,3200 0 line")
    assert "grouped_guns r1" in legal(german)
    german = play(german, "grouped_guns r1")
    assert german.step.need == 2  # type: ignore[attr-defined]
    assert asked(play(german, 2)) == "Volley"


# -- A10, C12, C13


@pytest.mark.rule("A10")
def test_four_markers_or_two_without_cavalry() -> None:
    assert marker_count(battle().board, 0) == 4
    assert marker_count(battle("bn4 bn4").board, 0) == 2


@pytest.mark.rule("A10")
def test_a_masked_force_takes_the_place_of_its_marker() -> None:
    position = battle(
        units={"b1": {"at": [3000, 4000], "tokens": 3}},
        markers={"blue": [[1000, 3000], [5000, 3000]]},
        masks={"blue": [1, "b3"]},
    )
    facts: Any = GAME.observe(position, 1)
    assert facts["units"][2] == {"status": -1}
    assert "mask" not in facts["sides"][0]
    shown = play(position, "reveal m2")
    assert unit(shown, "b3")["status"] == "on table"
    assert told(shown, "MarkerRevealed")
    assert shown.board.marker[0] == ((1000, 3000), (-1, -1))
    scouts = play(position, "reveal m1")
    assert unit(scouts, "b3")["status"] == "masked"


@pytest.mark.rule("C12", "C13")
def test_what_is_within_six_inches_is_seen() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 2200], "facing": 180, "status": "hidden"}},
        markers={"red": [[4000, 2500]]},
    )
    after = quiet(play(position, "activate b1", "move", "3000,3050 0 line"))
    assert unit(after, "r1")["status"] == "hidden"
    after = quiet(play(position, "activate b1", "move", "3000,2900 0 line"))
    assert unit(after, "r1")["status"] == "on table"
    assert after.board.marker[1] == ((-1, -1),)


@pytest.mark.rule("C12")
def test_a_hidden_unit_in_the_way_stops_a_march() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 2750], "facing": 180, "status": "hidden"}}
    )
    position = play(position, "activate b1", "move")
    after = quiet(play(position, "3000,2750 0 line"))
    assert unit(after, "r1")["status"] == "on table"
    assert unit(after, "b1")["at"][1] > 2850


@pytest.mark.rule("C12")
def test_spotting_by_die() -> None:
    position = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}, "r1": {"at": [3000, 1800], "facing": 180, "status": "hidden"}},
        markers={"red": [[5000, 2300]]},
    )
    position = play(position, "activate b1", "spot")
    assert legal(position) == ["ground", "at m1"]
    assert unit(play(position, "ground", 4), "r1")["status"] == "on table"
    assert unit(play(position, "ground", 3), "r1")["status"] == "hidden"
    assert play(position, "at m1", 4).board.marker[1] == ((-1, -1),)


@pytest.mark.rule("C13")
def test_a_marker_that_is_fired_at_is_revealed_and_the_shot_wasted_on_scouts() -> None:
    position = battle(units={"b1": {"at": [3000, 3500], "tokens": 3}}, markers={"red": [[3000, 2000]]})
    position = play(position, "activate b1", "fire", "at m1")
    assert asked(position) == "Act"
    assert position.board.marker[1] == ((-1, -1),)
    masked = battle(
        units={"b1": {"at": [3000, 3500], "tokens": 3}}, markers={"red": [[3000, 2000]]}, masks={"red": [0, "r3"]}
    )
    masked = play(masked, "activate b1", "fire", "at m1")
    assert asked(masked) == "Volley"


@pytest.mark.rule("C13")
def test_markers_move_sixteen_inches_and_scouts_that_meet_fight() -> None:
    position = battle(
        units={"b1": {"at": [500, 4500]}, "r1": {"at": [500, 300]}},
        begin="turn",
        turn=1,
        markers={"blue": [[3000, 3500]], "red": [[3000, 1500]]},
    )
    position = play(position, 6, 1, "be active")
    while asked(position) == "Allocate":
        position = play(position, legal(position)[0])
    assert asked(position) == "MoveMarker"
    assert refused(position, "3000,1899") == "C13"
    position = play(position, "3000,2100")
    assert asked(position) == "Duel"
    lost = play(position, 2, 5)
    assert [lost.board.marker[side][0][0] for side in (0, 1)] == [-1, 3000]
    tie = play(position, 3, 3)
    assert [tie.board.marker[side][0][0] for side in (0, 1)] == [-1, -1]


@pytest.mark.rule("C13")
def test_more_scouts_add_one_to_the_first_initiative() -> None:
    position = battle(
        units={"b1": {"at": [500, 4500]}, "r1": {"at": [500, 300]}},
        begin="turn",
        turn=0,
        markers={"blue": [[3000, 3500], [4000, 3500]], "red": [[3000, 1500]]},
    )
    position = play(position, 3, 3)
    assert (asked(position), actor(position)) == ("ChooseInitiative", "blue")
