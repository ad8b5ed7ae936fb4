"""C3: whom a reaction is asked of, and what it offers."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.command.support import moving
from games.brigade1914.positions import FRESH, board_of
from games.brigade1914.support import B1, B2, PAIR, R1, R4, Game, actor, apart, asked, battle, legal, play, quiet, unit
from marne.games.brigade1914.board import ARRIVED, Battlefield
from marne.games.brigade1914.components.data import COMMAND
from marne.games.brigade1914.rules.command.reaction import (
    React,
    Reaction,
    can_fire_back,
    chances,
    perhaps_hidden,
    stations,
)
from marne.games.brigade1914.rules.measures.troops import middle
from marne.games.brigade1914.rules.movement.moving import path_of


def words(board: Battlefield, actor: int = B1) -> set[str]:
    """Everything that red could try, whether or not it can pay."""
    return {" ".join(answer) for answer, _ in chances(board, actor, 1)}


def options(board: Battlefield, actor: int = B1) -> list[Any] | None:
    """What red is offered; None if it is not asked."""
    ask = Reaction(actor).ask(board)
    return None if ask is None else list(ask.options or ())


@pytest.mark.rule("C3")
def test_who_stands_is_fired_at_where_it_stands_and_who_rides_off_before_it_goes() -> None:
    board = board_of()
    shots = {"fire r1 0"}
    assert {text for text in words(board) if text.startswith("fire")} == shots
    board.goal[B1] = (-1,)
    assert {text for text in words(board) if text.startswith("fire")} == shots
    board.goal[B1] = (3000, 3300, 0, 0)
    assert {text for text in words(board) if text.startswith("fire")} == {"fire r1 0", "fire r1 1", "fire r1 2"}


@pytest.mark.rule("C3")
def test_who_sees_the_actor_at_either_end_of_its_march_may_react_though_out_of_range() -> None:
    wall = {"b2": {"at": [3000, 4300]}, "b4": {"at": [3600, 4300]}}
    red = {"at": [3000, 300], "facing": 180, "tokens": 2}
    hidden, open_ = [3000, 4600], [4800, 4600]
    for start, goal, aware in ((hidden, open_, True), (open_, hidden, True), (hidden, hidden, False)):
        b1 = {"at": start, "tokens": 2, "bases": 1, "mgs": 0}
        board = board_of({"b1": b1, "r1": {**red, "bases": 1}, **wall})
        board.goal[B1] = (*goal, 0, 0)
        assert ("move r1" in words(board)) == aware, (start, goal)
        assert not any(text.startswith("fire") for text in words(board)), "more than 36 inches away"


@pytest.mark.rule("C3", "A6")
def test_who_can_fire_at_a_halted_enemy_may_also_move() -> None:
    units = {
        "b1": {"at": [3000, 4600], "bases": 1, "mgs": 0, "tokens": 1},
        "b2": {"at": [3000, 4300], "half": 0, "tokens": 1},
        "r1": {"at": [3000, 2600], "facing": 180, "bases": 1, "tokens": 2},
    }
    board = board_of(units)
    assert words(board) == {"fire at r1 b2", "move r1", "fall back r1"}
    board.half[B2] = -1
    assert words(board) == set()


@pytest.mark.rule("C3", "C27")
def test_wagons_try_nothing() -> None:
    units = {"b1": {"at": [5300, 3000], "tokens": 1}, "r1": {"at": [6000, 300], "facing": 180, "tokens": 1}}
    board = battle("bn4 bn4", "bn4 bn4", "retreat", units=units).board
    tried = {" ".join(answer) for answer, _ in chances(board, B1, 1)}
    assert tried
    assert all("r1" in text for text in tried)


@pytest.mark.rule("C3")
def test_who_is_not_on_the_table_is_not_fired_at() -> None:
    board = board_of({"b1": {"status": "arrived", "tokens": 1}, "r1": {**FRESH["r1"], "at": [3600, 4000]}})
    assert words(board) == set()


@pytest.mark.rule("C3", "A11")
def test_when_a_side_is_asked_to_react() -> None:
    assert options(board_of()) is not None
    silent = board_of()
    silent.quiet = 2
    assert options(silent) is None
    gone = board_of()
    gone.status[B1] = 7
    assert options(gone) is None
    broke = board_of({**FRESH, "r1": {"at": [3000, 1600], "facing": 180}})
    assert options(broke) is None
    broke.hand[1] = ("guides",)
    assert options(broke) is not None, "it may hold a card"
    blind = board_of(
        {
            "b1": {"at": [3000, 4600], "tokens": 1, "bases": 1, "mgs": 0},
            "b2": {"at": [3000, 4300]},
            "r1": {"at": [3000, 300], "facing": 180, "tokens": 2, "bases": 1},
        }
    )
    assert options(blind) is None
    blind.hand[1] = ("guides",)
    assert options(blind) is not None


@pytest.mark.rule("C3", "C12")
def test_a_defender_who_may_hide_is_asked_whoever_lies_there() -> None:
    units = {
        "b1": {"at": [3000, 4600], "tokens": 1, "bases": 1, "mgs": 0},
        "b2": {"at": [3000, 4300]},
        "r1": {"at": [3000, 300], "facing": 180, "tokens": 2, "bases": 1},
    }
    capture = battle(units=units, scenario="capture").board
    assert options(capture) == ["no", "no more"]
    seen = battle(red="bn4", units=units, scenario="capture").board
    assert Reaction(B1).ask(seen) is None
    only_hidden = board_of({**FRESH, "r1": {**FRESH["r1"], "status": "hidden"}})
    assert options(only_hidden) is None, "in a meeting nobody is thought to hide, so nothing is asked"


@pytest.mark.rule("C3", "A11")
def test_what_is_offered_with_and_without_cards_and_tokens() -> None:
    board = board_of()
    assert (options(board) or [])[:2] == ["no", "no more"]
    assert "no cards" not in (options(board) or [])
    board.hand[1] = ("guides",)
    found = options(board) or []
    assert found[:3] == ["no", "no more", "no cards"]
    assert ("card", "guides", "r1", "lanes") in found
    board.cardless[1] = 1
    assert not any(answer[0] == "card" for answer in options(board) or [] if isinstance(answer, tuple))
    last = board_of({**FRESH, "r1": {"at": [3000, 1600], "facing": 180}}, hands={"red": ["last_stand"]})
    assert ("last_stand", "fire", "r1", "0") in (options(last) or [])
    last.hand[1] = ("guides",)
    assert not any(answer[0] == "last_stand" for answer in options(last) or [])
    rich = board_of(hands={"red": ["last_stand"]})
    assert not any(answer[0] == "last_stand" for answer in options(rich) or []), "only without tokens"


def steps(*answer: str, hand: str = "guides") -> tuple[list[str], Battlefield, Any]:
    """The steps that follow an answer, and the board."""
    board = board_of({**FRESH, "r1": {**FRESH["r1"], "markers": 1}}, hands={"red": [hand]})
    found = Reaction(B1).do(board, answer if len(answer) > 1 else answer[0])
    return [type(step).__name__ for step in found], board, found


@pytest.mark.rule("C3")
def test_declining_a_reaction() -> None:
    names, board, _ = steps("no cards")
    assert (names, board.cardless, board.quiet) == (["Reaction"], [0, 1], 0)
    names, board, _ = steps("no more")
    assert (names, board.quiet) == ([], 2)
    assert steps("no")[0] == []


@pytest.mark.rule("C3")
def test_a_reaction_is_paid_tested_and_done() -> None:
    names, board, found = steps("fire", "r1", "2")
    assert (names, board.tokens[R1], board.spent[R1]) == (["CommandTest", "React"], 3, 1)
    assert (found[0].need, found[0].what) == (4, "reaction")
    assert (found[1].actor, found[1].unit, found[1].how, found[1].where) == (B1, R1, "fire", "2")
    names, board, found = steps("move", "r1")
    assert (names, found[1].where) == (["CommandTest", "React"], "0")
    names, board, _ = steps("morale", "r1")
    assert (names, board.tokens[R1]) == (["MoraleTest"], 3)


@pytest.mark.rule("C3", "A11", "C23")
def test_cards_come_before_a_reaction_and_last_stand_in_its_place() -> None:
    names, _, _ = steps("card", "guides", "r1", "cover")
    assert names == ["PlayCard", "Effect", "Reaction"]
    names, board, found = steps("last_stand", "fire", "r1", "1", hand="last_stand")
    assert (names, board.tokens[R1]) == (["PlayCard", "LastReaction"], 4)
    assert (found[0].side, found[0].card, found[0].on, found[0].cost, found[0].unit) == (1, "last_stand", "r1", 0, -1)
    assert (found[1].actor, found[1].unit, found[1].how, found[1].where) == (B1, R1, "fire", "1")
    assert steps("last_stand", "move", "r1", hand="last_stand")[2][1].where == "0"
    names, board, found = steps("grouped_guns", "r1", hand="grouped_guns")
    assert (names, board.tokens[R1]) == (["PlayCard", "GroupedGuns"], 4)
    assert (found[0].side, found[0].on, found[0].cost, found[0].unit) == (1, "r1", 1, R1)
    assert (found[1].actor, found[1].unit) == (B1, R1)


@pytest.mark.rule("C3", "C5")
@pytest.mark.reading("stop-where-hit")
def test_each_reaction_that_passed() -> None:
    def done(how: str, where: str = "0") -> tuple[list[str], Battlefield, Any]:
        board = board_of({**FRESH, "b2": {"at": [5000, 3000]}})
        board.passed, board.goal[B1] = 1, (3000, 3000, 0, 0)
        found = React(B1, R1, how, where).do(board)
        assert board.reactor == R1
        return [type(step).__name__ for step in found], board, found

    names, board, found = done("fire", "1")
    assert (names, board.aim[R1], board.aim_guns[R1], board.progress) == (["Shoot", "GoOn"], B1, B1, 1)
    assert (found[0].how, found[0].switched, board.at[B1][0][1]) == ("react", 0, 3300)
    names, board, found = done("fire at", "b2")
    assert (names, board.aim[R1], board.aim_guns[R1]) == (["Shoot"], B2, B2)
    assert (found[0].how, found[0].switched) == ("react", 0)
    names, board, found = done("guns")
    assert (names, found[0].rifles, found[0].guns, found[0].target) == (["Volley", "GoOn"], 0, 1, B1)
    names, _, found = done("move")
    assert (names, found[0].how, found[1].how, found[0].by) == (["GoTo", "March"], "react", "react", 1)
    names, _, found = done("fall back")
    assert (names, found[0].how, found[1].how) == (["GoTo", "March"], "fall back", "fall back")
    names, board, _ = done("dismount")
    assert (names, board.foot[R1]) == ([], 1)
    board = board_of()
    board.passed, board.status[B1] = 1, 7
    assert React(B1, R1, "guns", "0").do(board) == (), "the actor is gone"


@pytest.mark.rule("C3")
def test_a_reactor_that_moves_has_moved_before_the_action_goes_on() -> None:
    def after(*answers: str | int) -> Game:
        return play(battle(units=FRESH), "activate b1", "move", "3000,3300 0 line", *answers)

    moved = after("move r1", 3, "3000,1900 180 line")
    assert moved.board.at[R1][0][1] == 1900
    back = after("fall back r1", 3, "3000,1200 180 line")
    assert back.board.at[R1][0][1] == 1200
    assert moved.board.at[B1][0][1] == back.board.at[B1][0][1] == 3300
    assert "pass" in legal(moved)


def tries(position: Game) -> set[str]:
    """What the reacting side is offered, cards and refusals left out."""
    return {text for text in legal(position) if text.split()[0] not in ("no", "card")}


@pytest.mark.rule("C3")
def test_a_unit_that_sees_the_actor_may_fire_move_or_fall_back_and_test_if_it_has_markers() -> None:
    assert tries(moving()) == {"fire r1 0", "fire r1 1", "fire r1 2", "move r1", "fall back r1"}
    marked = moving({**FRESH, "r1": {**FRESH["r1"], "markers": 1}})
    assert "morale r1" in tries(marked)
    horse = moving({**FRESH, "r3": {"at": [5500, 1600], "facing": 180, "tokens": 1}})
    assert "dismount r3" in tries(horse)
    foot = moving({**FRESH, "r3": {"at": [5500, 1600], "facing": 180, "tokens": 1, "foot": 1}})
    assert "dismount r3" not in tries(foot)
    assert "move r3" in tries(foot)


@pytest.mark.rule("C3")
def test_who_neither_sees_the_actor_nor_is_its_target_does_not_react() -> None:
    blind = {**FRESH, "r1": {"at": [3000, 1600], "facing": 180}, "r2": {"at": [3000, 1300], "facing": 180, "tokens": 3}}
    position = moving({**blind, "r1": {"at": [3000, 1600], "facing": 180, "mgs": 0}})
    assert not any("r2" in text for text in tries(position))
    target = battle(
        units={
            "b4": {"at": [1600, 4300], "tokens": 2},
            "b1": {"at": [3200, 500], "formation": "column"},
            "r1": {"at": [1700, 300], "facing": 180, "tokens": 2},
        },
        map="crossroads",
    )
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
    units: dict[str, Any] = {**FRESH, "b2": {"at": [4500, 3000], "half": 0, "assaulted": 1, "tokens": 1}}
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
    broke = {**FRESH, "r1": {"at": [3000, 1600], "facing": 180}, "r2": {"at": [6500, 300], "facing": 0, "tokens": 2}}
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
    units = {**FRESH, "r3": {"at": [5500, 1600], "facing": 180, "tokens": 1}}
    assert unit(play(moving(units), "dismount r3", 3), "r3")["foot"] == 1
    assert unit(play(moving(units), "dismount r3", 2), "r3")["foot"] == 0


@pytest.mark.rule("C3", "C6")
def test_a_morale_test_as_a_reaction_needs_no_command_test() -> None:
    units = {**FRESH, "r1": {**FRESH["r1"], "markers": 2}}
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
@pytest.mark.reading("stations")
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


@pytest.mark.rule("C3")
@pytest.mark.reading("stop-where-hit")
def test_a_reaction_fires_at_a_point_of_the_march_and_the_mover_may_stop() -> None:
    position = apart(1500)
    position = play(position, "activate b1", "move", "3000,2525 0 line")
    assert (asked(position), actor(position)) == ("Reaction", "red")
    assert {"fire r1 0", "fire r1 1", "fire r1 2", "move r1", "fall back r1"} <= set(legal(position))
    position = play(position, "fire r1 1")
    assert asked(position) == "CommandTest"
    assert asked(play(position, 2)) == "Act"
    assert unit(play(position, 2), "r1")["tokens"] == 3
    position = play(position, 3)
    assert asked(position) == "Volley"
    position = play(position, 1, 1, 1, 1, 1, "keep")
    assert (asked(position), legal(position)) == ("GoOn", ["go on", "stop"])
    assert unit(play(position, "go on"), "b1")["at"][1] == 2525
    assert unit(play(position, "stop"), "b1")["at"][1] > 2600


@pytest.mark.rule("C3")
def test_one_attempt_and_no_more_questions() -> None:
    position = apart(1500)
    position = play(position, "activate b1", "move", "3000,2825 0 line", "fall back r1", 2)
    assert asked(position) == "Act", "the attempt failed and there is no second"
    quiet_one = play(apart(1500), "activate b1", "move", "3000,2825 0 line", "no more")
    assert asked(quiet_one) == "Act"


@pytest.mark.rule("C3")
def test_who_has_no_token_cannot_react() -> None:
    position = play(apart(1500, {}, {"tokens": 0}), "activate b1", "move", "3000,2825 0 line")
    assert asked(position) == "Act"


@pytest.mark.rule("C3", "A6")
def test_a_halted_assaulter_can_be_fired_at_when_the_next_token_is_spent() -> None:
    position = battle(
        units={
            "b1": {"at": [3000, 3000], "half": 0, "assaulted": 1, "tokens": 2},
            "b4": {"at": [6000, 4400], "tokens": 2},
            "r1": {"at": [3000, 2000], "facing": 180, "tokens": 3},
        },
    )
    position = play(position, "activate b4", "move", "6000,4200 0 line")
    assert "fire at r1 b1" in legal(position)


@pytest.mark.rule("C3")
def test_entering_units_can_be_answered_and_not_fired_at() -> None:
    units = {
        "b1": {"at": [600, 4000]},
        "b2": {"status": "arrived", "tokens": 2},
        "r1": {"at": [3600, 3500], "facing": 180, "tokens": 2},
    }
    position = play(battle("bn4 bn4", "bn4 bn4", units=units), "activate b2", "enter", "3600,4400 0 column")
    assert not any(text.startswith("fire") for text in legal(position))
    assert unit(quiet(position), "b2")["status"] == "on table"


@pytest.mark.rule("C3", "C9")
@pytest.mark.reading("fall-back-reaction")
def test_fall_back_as_a_reaction_needs_its_test() -> None:
    units = {"b1": {"at": [3000, 3600], "tokens": 2}, "r1": {"at": [3000, 1600], "facing": 180, "tokens": 2}}
    position = play(battle(units=units), "activate b1", "move", "3000,3300 0 line", "fall back r1")
    assert asked(position) == "CommandTest"
    assert asked(play(position, 2)) == "Act"


@pytest.mark.rule("C3")
@pytest.mark.reading("entering-unfired")
def test_who_is_not_on_the_table_yet_can_be_met_nowhere_on_its_way() -> None:
    board = battle(units={**PAIR, "b2": {"status": "reserve"}}).board
    whole = COMMAND.reaction_stations
    assert stations(board, B1) == [None]
    x, y = middle(board, B1)
    board.goal[B1] = (x, y - 300, 0, 0)
    found = stations(board, B1)
    assert found[0] is None
    assert [body.middle for body in found if body] == [(x, y - 300 * part // whole) for part in range(1, whole + 1)]
    board.status[B1] = ARRIVED
    assert path_of(board, B1)
    assert stations(board, B1) == [None] * (whole + 1)
