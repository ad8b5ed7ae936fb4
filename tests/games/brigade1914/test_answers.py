"""C3, C4, C5, A11, C23: whom a reaction is asked of, what it offers, and what each answer sets going."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import Game, battle, legal, play
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.rules.command.reaction import GroupedGuns, LastReaction, React, Reaction, chances, seized

B1, B2, B3, B4, R1, R2 = range(6)
PAIR: dict[str, Any] = {
    "b1": {"at": [3000, 3600], "tokens": 4},
    "r1": {"at": [3000, 1600], "facing": 180, "tokens": 4},
}


def board_of(units: dict[str, Any] | None = None, **changes: Any) -> Battlefield:
    """A board in the action phase."""
    return battle(units=PAIR if units is None else units, **changes).board


def words(board: Battlefield, actor: int = B1) -> set[str]:
    """Everything that red could try, whether or not it can pay."""
    return {" ".join(answer) for answer, _ in chances(board, actor, 1)}


def options(board: Battlefield, actor: int = B1) -> list[Any] | None:
    """What red is offered; None if it is not asked."""
    ask = Reaction(actor).ask(board)
    return None if ask is None else list(ask.options or ())


# -- what could be tried


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
    board = board_of({"b1": {"status": "arrived", "tokens": 1}, "r1": {**PAIR["r1"], "at": [3600, 4000]}})
    assert words(board) == set()


# -- who is asked


@pytest.mark.rule("C3", "A11")
def test_when_a_side_is_asked_to_react() -> None:
    assert options(board_of()) is not None
    silent = board_of()
    silent.quiet = 2
    assert options(silent) is None
    gone = board_of()
    gone.status[B1] = 7
    assert options(gone) is None
    broke = board_of({**PAIR, "r1": {"at": [3000, 1600], "facing": 180}})
    assert options(broke) is None
    broke.hand[1] = ("guides",)
    assert options(broke) is not None, "it may hold a card"
    blind = board_of({"b1": {"at": [3000, 4600], "tokens": 1, "bases": 1, "mgs": 0}, "b2": {"at": [3000, 4300]},
                      "r1": {"at": [3000, 300], "facing": 180, "tokens": 2, "bases": 1}})  # fmt: skip
    assert options(blind) is None
    blind.hand[1] = ("guides",)
    assert options(blind) is not None


@pytest.mark.rule("C3", "C12")
def test_a_defender_who_may_hide_is_asked_whoever_lies_there() -> None:
    units = {"b1": {"at": [3000, 4600], "tokens": 1, "bases": 1, "mgs": 0}, "b2": {"at": [3000, 4300]},
             "r1": {"at": [3000, 300], "facing": 180, "tokens": 2, "bases": 1}}  # fmt: skip
    capture = battle(units=units, scenario="capture").board
    assert options(capture) == ["no", "no more"]
    seen = battle(red="bn4", units=units, scenario="capture").board
    assert Reaction(B1).ask(seen) is None
    only_hidden = board_of({**PAIR, "r1": {**PAIR["r1"], "status": "hidden"}})
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
    last = board_of({**PAIR, "r1": {"at": [3000, 1600], "facing": 180}}, hands={"red": ["last_stand"]})
    assert ("last_stand", "fire", "r1", "0") in (options(last) or [])
    last.hand[1] = ("guides",)
    assert not any(answer[0] == "last_stand" for answer in options(last) or [])
    rich = board_of(hands={"red": ["last_stand"]})
    assert not any(answer[0] == "last_stand" for answer in options(rich) or []), "only without tokens"


# -- what an answer does


def steps(*answer: str, hand: str = "guides") -> tuple[list[str], Battlefield, Any]:
    """The steps that follow an answer, and the board."""
    board = board_of({**PAIR, "r1": {**PAIR["r1"], "markers": 1}}, hands={"red": [hand]})
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


@pytest.mark.rule("C3", "C5")
def test_each_reaction_that_passed() -> None:
    def done(how: str, where: str = "0") -> tuple[list[str], Battlefield, Any]:
        board = board_of({**PAIR, "b2": {"at": [5000, 3000]}})
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
        return play(battle(units=PAIR), "activate b1", "move", "3000,3300 0 line", *answers)

    moved = after("move r1", 3, "3000,1900 180 line")
    assert moved.board.at[R1][0][1] == 1900
    back = after("fall back r1", 3, "3000,1200 180 line")
    assert back.board.at[R1][0][1] == 1200
    assert moved.board.at[B1][0][1] == back.board.at[B1][0][1] == 3300
    assert "pass" in legal(moved)


@pytest.mark.rule("C5")
def test_blue_can_seize_too() -> None:
    board = board_of(active="red")
    board.seize = 0
    assert seized(board)
    assert (board.active, board.seize) == (0, -1)
