"""A11, A12, C0, C3, C5, C6, C7, C11, C23: reactions, tests of command and morale, limits, the general in danger."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import B1, B4, R1, R4, Game, actor, asked, battle, legal, play, unit
from marne.games.brigade1914.rules.command.command import can_pay, fights, generated, limit, morale_modifiers, pay
from marne.games.brigade1914.rules.command.losses import check_generals, check_limit, destroy, set_general
from marne.games.brigade1914.rules.command.reaction import React, can_fire_back, chances, grouped_guns, perhaps_hidden
from marne.games.brigade1914.rules.command.testing import CommandTest, MoraleTest, remove_markers
from marne.games.brigade1914.rules.measures.troops import tokens_value

FRENCH = ("french infantry", "belgian infantry")
PAIR: dict[str, Any] = {
    "b1": {"at": [3000, 3600], "tokens": 4},
    "r1": {"at": [3000, 1600], "facing": 180, "tokens": 4},
}


def moving(units: dict[str, Any] | None = None, goal: str = "3000,3300 0 line", **changes: Any) -> Game:
    """Blue's battalion on the march, red asked."""
    return play(battle(units=units or PAIR, **changes), "activate b1", "move", goal)


def tries(position: Game) -> set[str]:
    """What the reacting side is offered, cards and refusals left out."""
    return {text for text in legal(position) if text.split()[0] not in ("no", "card")}


# -- C3: who may react, and how


@pytest.mark.rule("C3")
def test_a_unit_that_sees_the_actor_may_fire_move_or_fall_back_and_test_if_it_has_markers() -> None:
    assert tries(moving()) == {"fire r1 0", "fire r1 1", "fire r1 2", "move r1", "fall back r1"}
    marked = moving({**PAIR, "r1": {**PAIR["r1"], "markers": 1}})
    assert "morale r1" in tries(marked)
    horse = moving({**PAIR, "r3": {"at": [5500, 1600], "facing": 180, "tokens": 1}})
    assert "dismount r3" in tries(horse)
    foot = moving({**PAIR, "r3": {"at": [5500, 1600], "facing": 180, "tokens": 1, "foot": 1}})
    assert "dismount r3" not in tries(foot)
    assert "move r3" in tries(foot)


@pytest.mark.rule("C3")
def test_who_neither_sees_the_actor_nor_is_its_target_does_not_react() -> None:
    blind = {**PAIR, "r1": {"at": [3000, 1600], "facing": 180}, "r2": {"at": [3000, 1300], "facing": 180, "tokens": 3}}
    position = moving({**blind, "r1": {"at": [3000, 1600], "facing": 180, "mgs": 0}})
    assert not any("r2" in text for text in tries(position))
    target = battle(units={"b4": {"at": [1600, 4300], "tokens": 2}, "b1": {"at": [3200, 500], "formation": "column"},
                           "r1": {"at": [1700, 300], "facing": 180, "tokens": 2}}, map="crossroads")  # fmt: skip
    target = play(target, "activate b4", "fire", "at r1")
    assert {"move r1", "fall back r1"} <= tries(target), "the target of unseen guns may react"
    assert not any(text.startswith("fire r1") for text in tries(target))


@pytest.mark.rule("C3", "C21")
def test_with_an_enemy_within_two_inches_a_reaction_is_fire_falling_back_or_a_test() -> None:
    close = {"at": [3000, 1900], "tokens": 1}
    for b2, words in (
        (close, {"fire", "fall", "morale"}),
        ({**close, "at": [3000, 1951]}, {"fire", "fall", "morale", "move"}),
    ):
        units = {
            "b1": {"at": [4800, 3400], "tokens": 2},
            "b2": b2,
            "r1": {"at": [3000, 1600], "facing": 180, "tokens": 3, "markers": 1},
        }
        position = play(battle(units=units), "activate b1", "move", "4800,3300 0 line")
        assert {text.split()[0] for text in tries(position)} == words


@pytest.mark.rule("C3")
def test_fire_back_needs_range_sight_front_and_a_target_in_the_open() -> None:
    def fires(gap: int, **changes: Any) -> bool:
        ours, theirs = changes.pop("ours", {}), changes.pop("theirs", {})
        red = {"at": [3000, 4000 - 150 - gap], "facing": 180, "mgs": 0, **theirs}
        units = {"b1": {"at": [3000, 4000], **ours}, "r1": red, **changes}
        return can_fire_back(battle(units=units).board, R1, B1)

    assert fires(2400)
    assert not fires(2401)
    assert fires(3600, theirs={"mgs": 1})
    assert not fires(3601, theirs={"mgs": 1})
    assert not fires(2000, theirs={"facing": 0})
    assert not fires(2000, ours={"status": "hidden"})
    assert not fires(2000, ours={"formation": "column"}, b2={"at": [3000, 3500]})


@pytest.mark.rule("C3", "C20")
def test_a_battery_fires_back_directly_to_its_front_with_ammunition() -> None:
    units: dict[str, Any] = {"b1": {"at": [3000, 4000], "tokens": 1}, "r4": {"at": [3000, 500], "facing": 180}}
    board = battle(units=units).board
    assert can_fire_back(board, R4, B1)
    board.jammed[R4] = 1
    assert not can_fire_back(board, R4, B1)
    assert not can_fire_back(battle(units={**units, "r4": {"at": [3000, 500], "facing": 0}}).board, R4, B1)
    blocked = {**units, "b1": {"at": [3000, 4000], "formation": "column"}, "r1": {"at": [3000, 900]}}
    assert not can_fire_back(battle(units=blocked).board, R4, B1)


@pytest.mark.rule("C3", "A6")
def test_only_another_enemy_that_stands_halted_can_be_fired_at_instead_of_the_actor() -> None:
    units: dict[str, Any] = {**PAIR, "b2": {"at": [4500, 3000], "half": 0, "assaulted": 1, "tokens": 1}}
    board = battle(units=units).board

    def at_others(on: Any, actor_: int) -> list[Any]:
        return [answer for answer, _ in chances(on, actor_, 1) if isinstance(answer, tuple) and answer[0] == "fire at"]

    assert at_others(board, B1) == [("fire at", "r1", "b2")]
    assert at_others(board, 1) == [], "the actor itself is fired at on its way"
    b2, r1 = {"at": [3000, 4700], "half": 0, "tokens": 1}, {"at": [3000, 300], "facing": 180, "tokens": 4}
    assert at_others(battle(units={**units, "b2": b2, "r1": r1}).board, B1) == [], "out of range"
    fired = play(battle(units=units), "activate b1", "move", "3000,3300 0 line", "fire at r1 b2", 3)
    assert (asked(fired), fired.step.target) == ("Volley", 1)  # type: ignore[attr-defined]


@pytest.mark.rule("C3")
def test_a_reaction_costs_a_token_of_the_unit_or_of_the_general_and_wagons_have_none() -> None:
    broke = {**PAIR, "r1": {"at": [3000, 1600], "facing": 180}, "r2": {"at": [6500, 300], "facing": 0, "tokens": 2}}
    far = moving(broke, generals={"red": [7000, 300, 2]})
    assert not any("r1" in text for text in tries(far))
    near = moving(broke, generals={"red": [3000, 1000, 2]})
    assert "move r1" in tries(near)
    assert play(near, "move r1", 2).board.gtokens[1] == 1
    retreat = battle(
        "bn4 bn4",
        "bn4 bn4",
        "retreat",
        units={"b1": {"at": [4000, 2800], "tokens": 2}, "r1": {"at": [6000, 300], "tokens": 2}},
    )
    position = play(retreat, "activate b1", "move", "4000,2900 0 line")
    assert not any("r3" in text or "r4" in text for text in tries(position))


@pytest.mark.rule("C3")
def test_a_moving_reactor_goes_four_inches_and_one_that_falls_back_its_whole_move() -> None:
    position = play(moving(), "move r1", 3)
    assert (asked(position), actor(position)) == ("GoTo", "red")
    assert position.read("3000,2000 180 line") is not None
    assert position.refusal("3000,2001 180 line") is not None
    back = play(moving(), "fall back r1", 3)
    assert back.read("3000,800 180 line") is not None


@pytest.mark.rule("C3")
def test_a_dismounting_reactor_is_on_foot_and_a_failed_one_is_not() -> None:
    units = {**PAIR, "r3": {"at": [5500, 1600], "facing": 180, "tokens": 1}}
    assert unit(play(moving(units), "dismount r3", 3), "r3")["foot"] == 1
    assert unit(play(moving(units), "dismount r3", 2), "r3")["foot"] == 0


@pytest.mark.rule("C3", "C6")
def test_a_morale_test_as_a_reaction_needs_no_command_test() -> None:
    units = {**PAIR, "r1": {**PAIR["r1"], "markers": 2}}
    position = play(moving(units), "morale r1")
    assert asked(position) == "MoraleTest"
    after = play(position, 4)
    assert (unit(after, "r1")["markers"], unit(after, "r1")["tokens"]) == (1, 3)
    assert unit(after, "b1")["at"][1] == 3300, "the action goes on"


@pytest.mark.rule("C3", "C12")
def test_hidden_troops_are_thought_of_only_with_a_defender_who_may_hide() -> None:
    unseen = {"b1": {"at": [3000, 3600]}, "r1": {"at": [3000, 600]}}
    assert perhaps_hidden(battle(scenario="capture", units=unseen).board, 1)
    assert not perhaps_hidden(battle(scenario="capture", units=unseen).board, 0)
    assert not perhaps_hidden(battle(units=unseen).board, 1)
    shown = {**unseen, "r2": {"at": [1000, 600]}}
    assert not perhaps_hidden(battle(red="bn4 bn4", scenario="capture", units=shown).board, 1)


@pytest.mark.rule("C3", "C12")
def test_the_march_is_shown_to_a_reactor_at_its_start_middle_and_end() -> None:
    units = {
        "b1": {"at": [3000, 4600], "tokens": 2, "formation": "column"},
        "r1": {"at": [3000, 1200], "facing": 180, "tokens": 3, "mgs": 0},
    }
    position = play(battle(units=units), "activate b1", "move", "3000,3800 0 column")
    shots = {text for text in tries(position) if text.startswith("fire")}
    assert shots == {"fire r1 2"}, "only the end lies within 24 inches"
    after = play(position, "fire r1 2", 3)
    assert after.board.progress == 2
    assert asked(after) == "Volley"


# -- A11, C5: Last Stand and seizing


@pytest.mark.rule("A11", "C3")
def test_the_enemy_rolls_to_react_to_a_last_stand() -> None:
    units = {**PAIR, "b1": {"at": [3000, 3600], "tokens": 1}}
    position = play(battle(units=units, hands={"blue": ["last_stand"]}), "burn", "last_stand b1", "move")
    position = play(position, "3000,3300 0 line", "fire r1 1")
    assert (asked(position), actor(position)) == ("CommandTest", "chance")
    assert asked(play(position, 2)) != "Volley"
    assert asked(play(position, 3)) == "Volley"


@pytest.mark.rule("A11")
def test_a_last_stand_is_for_a_side_without_tokens_that_holds_it_and_is_used_once() -> None:
    units = {
        **PAIR,
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
    units = {**PAIR, "b1": {"at": [3000, 3600], "tokens": 1}}
    hands = {"blue": ["last_stand"], "red": ["intelligence"]}
    position = play(battle(units=units, hands=hands), "burn", "last_stand b1", "intelligence")
    assert (asked(position), actor(position)) == ("Act", "red")
    reacting = battle(units={**PAIR, "b1": {"at": [3000, 3600], "markers": 2}}, active="red", hands=hands)
    reacting.board.natural = 6
    reacting = play(reacting, "activate r1", "move", "3000,2000 180 line")
    assert "last_stand fall back b1" in legal(reacting)
    assert not any("morale" in text for text in legal(reacting)), "no morale test for a Last Stand"
    stopped = play(reacting, "last_stand fall back b1", "intelligence")
    assert asked(stopped) == "Act"
    allowed = play(reacting, "last_stand fall back b1", "no", "stay")
    assert (allowed.board.active, actor(allowed)) == (1, "red")


@pytest.mark.rule("C5")
@pytest.mark.parametrize(("die", "active"), [(5, 0), (6, 1)])
def test_only_a_natural_six_seizes(die: int, active: int) -> None:
    position = play(moving(), "fall back r1", die, "stay")
    assert position.board.active == active


@pytest.mark.rule("C5")
def test_a_failed_or_dead_reactor_does_nothing() -> None:
    board = battle(units=PAIR).board
    board.natural = 6
    for passed, status in ((0, 1), (1, 7)):
        board.passed, board.status[R1] = passed, status
        assert React(B1, R1, "fall back", "0").do(board) == ()
        assert board.seize == -1


@pytest.mark.rule("C5", "A12")
def test_a_six_on_the_second_throw_of_the_british_seizes_too() -> None:
    position = battle(units=PAIR, active="red")
    position = play(position, "activate r1", "move", "3000,1900 180 line", "fall back b1", 2, "again", 6, "stay")
    assert position.board.active == 0
    assert position.board.reroll == [1, 0]


@pytest.mark.rule("C5", "C23")
def test_a_countered_grouped_guns_neither_fires_nor_seizes() -> None:
    hands = {"red": ["grouped_guns"], "blue": ["intelligence"]}
    position = play(moving(hands=hands), "grouped_guns r1")
    assert (asked(position), actor(position)) == ("Counter", "blue")
    stopped = play(position, "intelligence")
    assert (asked(stopped), actor(stopped), stopped.board.active) == ("Act", "blue", 0)
    fires = play(position, "no", 6)
    assert (asked(fires), fires.step.rifles, fires.step.guns) == ("Volley", 0, 1)  # type: ignore[attr-defined]
    after = play(fires, 1)
    while asked(after) != "Act":
        after = play(after, legal(after)[0])
    assert after.board.active == 1, "a natural 6 seizes, as ever"


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
    board = battle(units=PAIR).board
    assert grouped_guns(board, B1, 1) == [], "who does not hold the card"


# -- C0, C6, A12: tests


@pytest.mark.rule("C0", "C2")
@pytest.mark.parametrize(("need", "die", "passed"), [(2, 1, 0), (2, 2, 1), (4, 3, 0), (4, 4, 1), (9, 5, 0), (9, 6, 1)])
def test_a_command_test_by_need_and_die(need: int, die: int, passed: int) -> None:
    board = battle(units=PAIR, lists=FRENCH, blue="bn4 bn4").board
    CommandTest(0, need, "activation").do(board, die)
    assert (board.passed, board.natural) == (passed, die)
    assert board.events[-1].rule == "C2"
    CommandTest(0, need, "reaction").do(board, die)
    assert board.events[-1].rule == "C3"
    assert CommandTest(0, 1, "activation").ask(board) is None
    CommandTest(0, 1, "activation").do(board)
    assert (board.passed, board.natural) == (1, 0)


@pytest.mark.rule("A12")
def test_a_passed_test_is_not_rolled_again_and_who_accepts_keeps_the_right() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}})
    assert asked(play(position, "activate b1", 4)) == "Declare"
    kept = play(position, "activate b1", 2, "accept")
    assert (asked(kept), kept.board.reroll) == ("Act", [0, 0])
    assert asked(play(kept, "activate b1", 2)) == "Reroll"
    steady = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}}, hands={"blue": ["steady"]})
    assert asked(play(steady, "morale b1", 1, "accept")) == "SteadyAfterAll"
    assert asked(play(steady, "activate b1", 1, "accept")) == "Act"
    again = play(position, "activate b1", 2, "again")
    assert (asked(again), again.step.need) == ("CommandTest", 4)  # type: ignore[attr-defined]
    assert again.board.reroll == [1, 0]


@pytest.mark.rule("C6")
@pytest.mark.parametrize(("gap", "bonus"), [(1200, 1), (1201, 0)])
def test_the_general_helps_within_12_inches(gap: int, bonus: int) -> None:
    board = battle(
        units={"b1": {"at": [3000, 3000]}}, generals={"blue": [3000, 3000 + gap, 0]}, lists=FRENCH, blue="bn4 bn4"
    ).board
    assert sum(m.amount for m in morale_modifiers(board, 0)) == bonus


@pytest.mark.rule("C6")
@pytest.mark.parametrize(("gap", "malus"), [(200, -1), (201, 0)])
def test_an_enemy_within_two_inches_hurts(gap: int, malus: int) -> None:
    units = {"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 2850 - gap]}}
    board = battle(units=units, generals={"blue": [6900, 4600, 0]}).board
    assert sum(m.amount for m in morale_modifiers(board, B1)) == malus
    off = battle(units={"b4": {"status": "off table"}, "r1": {"at": [3000, 2650]}}).board
    assert morale_modifiers(off, B4) == []


@pytest.mark.rule("C6", "C25")
def test_cover_steadies_belgians_alone() -> None:
    def bonus(lists: tuple[str, str], at: list[int], dug: int = 0) -> int:
        units = {"b1": {"at": at, "dug": dug, "mgs": 0}}
        board = battle("bn4 bn4", lists=lists, units=units, generals={"blue": [7000, 4600, 0]}, map="crossroads").board
        return sum(m.amount for m in morale_modifiers(board, 0))

    belgian = ("belgian infantry", "german infantry")
    assert [bonus(belgian, [3100, 2800]), bonus(belgian, [500, 500]), bonus(belgian, [500, 500], 1)] == [1, 0, 1]
    assert bonus(("french infantry", "german infantry"), [3100, 2800], 1) == 0


@pytest.mark.rule("C6")
def test_a_morale_test_takes_no_more_markers_than_there_are() -> None:
    board = battle(units={"b1": {"at": [1000, 4200], "markers": 1}}, lists=FRENCH, blue="bn4 bn4").board
    MoraleTest(0).do(board, 6)
    assert board.markers[0] == 0
    told = len(board.events)
    remove_markers(board, 0, 1, "C6")
    assert (board.markers[0], len(board.events)) == (0, told), "nothing goes, nothing is told"
    board.status[0] = 7
    assert MoraleTest(0).ask(board) is None


# -- C7, C11, A2


@pytest.mark.rule("C7")
def test_a_unit_goes_at_its_limit_or_with_its_last_company_though_its_gun_stands() -> None:
    for state, gone in (({"markers": 7}, False), ({"markers": 8}, True), ({"bases": 0, "mgs": 1}, True)):
        board = battle(
            "bn4 bn4", units={"b1": {"at": [1000, 4000], "tokens": 1, **state}, "b2": {"at": [5000, 4000]}}
        ).board
        assert check_limit(board, 0) == gone
        assert (board.status[0] == 7) == gone


@pytest.mark.rule("C7")
@pytest.mark.parametrize(("gap", "markers"), [(400, 1), (401, 0)])
def test_friends_within_four_inches_take_a_marker_and_wagons_and_enemies_none(gap: int, markers: int) -> None:
    units = {"b1": {"at": [1000, 4000]}, "b2": {"at": [1000, 4000 - 150 - gap]}, "r1": {"at": [1000, 4300]}}
    board = battle("bn4 bn4", "bn4 bn4", units=units).board
    destroy(board, 0, "morale")
    assert (board.markers[1], board.markers[2]) == (markers, 0)
    assert (board.status[0], board.at[0], board.half[0], board.goal[0], board.vp) == (7, (), -1, (), [0, 2])
    destroy(board, 0, "morale")
    assert board.vp == [0, 2], "once"


@pytest.mark.rule("C7", "C27")
def test_a_wagon_scores_nothing_and_shakes_nobody() -> None:
    units = {"b1": {"at": [400, 1000]}, "r1": {"at": [4500, 2650]}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units).board
    wagon = board.unit("r4")
    assert wagon is not None
    destroy(board, wagon, "morale")
    assert (board.vp, board.markers[2]) == ([0, 0], 0)
    destroy(board, 2, "morale")
    assert [board.markers[each] for each in (4, 5, 6)] == [0, 0, 0], "nor do wagons take markers"
    assert limit(board, 5) == 1


@pytest.mark.rule("C11")
def test_a_general_flees_from_an_enemy_within_two_inches_unless_a_friend_is_as_near() -> None:
    def fled(red: int, friend: int = 10**4) -> bool:
        units: dict[str, Any] = {"r1": {"at": [3000, 3000 - 150 - red], "facing": 180, "tokens": 1}}
        if friend < 10**4:
            units["b1"] = {"at": [3000, 3000 + 150 + friend], "tokens": 1}
        board = battle(units=units, generals={"blue": [3000, 3000, 2]}).board
        check_generals(board)
        return board.gtokens[0] == 0

    assert [fled(200), fled(201)] == [True, False]
    assert [fled(200, 200), fled(200, 201)] == [False, True]


@pytest.mark.rule("C11")
def test_a_general_who_flees_stays_on_the_table_and_keeps_a_rating_of_one() -> None:
    units = {"r1": {"at": [3000, 4300], "facing": 180, "tokens": 1}, "r2": {"at": [6000, 600]}}
    board = battle(units=units, generals={"blue": [3000, 4500, 2], "red": [3000, 300, 1]}).board
    board.rating = [1, 3]
    check_generals(board)
    assert (board.gx[0], board.gy[0], board.rating, board.gtokens) == (3000, 4700, [1, 3], [0, 1])
    for x, y, at in ((50, 50, (100, 100)), (9000, 9000, (7100, 4700)), (100, 4700, (100, 4700))):
        set_general(board, 1, x, y)
        assert (board.gx[1], board.gy[1]) == at


@pytest.mark.rule("C11")
@pytest.mark.parametrize(("gap", "serves"), [(2400, True), (2401, False)])
def test_the_generals_tokens_reach_24_inches_and_whoever_is_off_the_table(gap: int, serves: bool) -> None:
    units = {"b1": {"at": [1000, 1000]}, "b4": {"status": "off table"}}
    board = battle(units=units, generals={"blue": [1000, 1000 + gap, 1]}).board
    assert can_pay(board, B1) == serves
    assert can_pay(board, B4)
    board.gtokens[0] = 0
    assert not can_pay(board, B4)


@pytest.mark.rule("A3", "C11")
def test_a_unit_spends_its_own_tokens_before_the_generals() -> None:
    board = battle(units={"b1": {"at": [1000, 4000], "tokens": 1}}, generals={"blue": [1000, 4500, 2]}).board
    pay(board, 0)
    assert (board.tokens[0], board.gtokens[0], board.spent[0], board.count[0]) == (0, 2, 1, 1)
    pay(board, 0, counts=False)
    assert (board.tokens[0], board.gtokens[0], board.spent[0], board.count[0]) == (0, 1, 1, 2)


@pytest.mark.rule("A2", "C14")
def test_tokens_of_a_turn_are_never_fewer_than_none() -> None:
    board = battle(units={"b1": {"at": [1000, 4000]}}).board
    board.lost, board.next_lost, board.penalty = [1, 0], [1, 0], [0, 0]
    assert generated(board, 0) == 2 + 3 - 2
    board.penalty[0] = 1
    assert generated(board, 0) == 1
    board.lost[0] = 2
    assert generated(board, 0) == 0
    board.lost[0] = 3
    assert generated(board, 0) == 0


@pytest.mark.rule("A2", "C27")
def test_which_units_generate_tokens() -> None:
    names = ("reserve", "on table", "hidden", "masked", "arrived", "flank", "off table", "destroyed", "left")
    board = battle(units={"b1": {"at": [1000, 4000]}}).board
    counts = []
    for status in range(len(names)):
        board.status[0] = status
        counts.append(generated(board, 0) - 2)
    assert dict(zip(names, counts, strict=True)) == {
        "reserve": 0, "on table": 3, "hidden": 3, "masked": 3, "arrived": 3, "flank": 0, "off table": 3,
        "destroyed": 1, "left": 0,
    }  # fmt: skip
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", units={"r1": {"at": [6000, 600]}}).board
    assert generated(retreat, 1) == 5, "wagons give none"
    assert tokens_value(retreat, 4) == 0
    assert not fights(retreat, 4)
