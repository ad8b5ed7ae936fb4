"""C23: the cards that each side adds."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.positions import FRESH
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
from marne.games.brigade1914.rules.advantages.card_effects import FlankMarch
from marne.games.brigade1914.rules.advantages.cards import pay_side
from marne.games.brigade1914.rules.advantages.playable import playable
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.rules.command.reaction import grouped_guns


@pytest.mark.rule("C23")
@pytest.mark.reading("last-token")
def test_who_pays_for_a_card_that_falls_on_no_unit_of_ones_own() -> None:
    board = holding("guides", generals={"blue": [3000, 4600, 1]}).board
    pay_side(board, 0, 2)
    assert (board.gtokens[0], board.tokens[B1], board.tokens[B2], board.count[0]) == (0, 3, 2, 2)
    board.tokens[B1] = 2
    pay_side(board, 0, 1)
    assert (board.tokens[B1], board.tokens[B2]) == (1, 2), "the first of those with most"


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
@pytest.mark.reading("report-first")
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
@pytest.mark.reading("discard-token")
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
    rich = holding("mad_minute", **french)
    rich.board.gtokens[0] = rich.board.rating[0]
    rich = play(rich, "card mad_minute discard")
    assert rich.board.gtokens[0] == rich.board.rating[0] + 1, "above his rating too"


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
@pytest.mark.reading("discard-token")
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


@pytest.mark.rule("C23")
def test_grouped_guns_are_for_germans_with_a_gun_ready_in_range_sight_and_front() -> None:
    def ways(
        theirs: dict[str, Any], lists: tuple[str, str] = ("british infantry", "german infantry"), **more: Any
    ) -> int:
        units = {
            "b1": {"at": [3000, 4400], "tokens": 1},
            "r1": {"at": [3000, 1600], "facing": 180, "tokens": 1, **theirs},
            **more,
        }
        board = battle("bn4 bn4", "bn4+1 bn4", lists=lists, units=units, hands={"red": ["grouped_guns"]}).board
        return len(grouped_guns(board, 0, 1))

    assert ways({}) == 1
    assert ways({}, ("british infantry", "belgian infantry")) == 0
    assert ways({"mgs": 0}) == 0
    assert ways({"tokens": 0}) == 0
    assert ways({"assaulted": 1}) == 0
    assert ways({"facing": 0}) == 0
    assert [ways({"at": [3000, y]}) for y in (650, 649)] == [1, 0], "36 inches"
    assert ways({}, b2={"at": [3000, 4000]}, b1={"at": [3000, 4400], "formation": "column", "tokens": 1}) == 0
    board = battle(units=FRESH).board
    assert grouped_guns(board, B1, 1) == [], "who does not hold the card"
