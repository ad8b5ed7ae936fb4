"""A2, A3: tokens and orders."""

from __future__ import annotations

from typing import Any

import pytest

from games.brigade1914.support import PAIR, actor, asked, battle, follow, legal, number, offered, play
from marne.engine import Ask, Only
from marne.games.brigade1914.components.data import COMMAND
from marne.games.brigade1914.events import TokensGenerated
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.command import fights, generated, pay
from marne.games.brigade1914.rules.measures.troops import tokens_value
from marne.games.brigade1914.sequence import Allocate, Generate, Turn, take_initiative

MIKE = "bn4+1 bn4+1 bn4+1 bn4+1 cav3 field"
"""The force of the book's example: general, four battalions, a regiment and a battery."""
PLACES = {f"b{i + 1}": {"at": [1000 + 900 * i, 4200]} for i in range(6)}


@pytest.mark.rule("A2")
def test_nineteen_tokens_and_seventeen_after_a_loss() -> None:
    position = battle(MIKE, units=PLACES)
    assert generated(position.board, 0) == 19
    lost = battle(MIKE, units={**PLACES, "b1": {"status": "destroyed"}})
    assert generated(lost.board, 0) == 17
    off_table = battle(MIKE, units={**PLACES, "b1": {"status": "destroyed", "recruits": 3}})
    assert generated(off_table.board, 0) == 17


@pytest.mark.rule("A2")
def test_only_units_that_have_come_on_generate_tokens() -> None:
    position = battle(MIKE, units={"b1": PLACES["b1"]})
    assert generated(position.board, 0) == 5


@pytest.mark.rule("A3")
def test_the_allocation_of_the_book() -> None:
    position = battle(MIKE, units={**PLACES, "r1": {"at": [1000, 600], "facing": 180}}, begin="turn", turn=1)
    position = play(position, 5, 2, "be active")
    assert (asked(position), actor(position)) == ("Allocate", "blue")
    assert legal(position) == ["0", "1", "2", "3"]
    position = play(position, 3)
    assert legal(position) == [str(n) for n in range(1, 12)]
    position = play(position, 1, 3, 6, 2, 2)
    assert [position.board.tokens[i] for i in range(6)] == [1, 3, 6, 2, 2, 2]
    assert position.board.gtokens[0] == 3


@pytest.mark.rule("A3")
def test_the_allocation_is_secret() -> None:
    position = battle(MIKE, units=PLACES, begin="turn", turn=1)
    position = play(position, 5, 2, "be active")
    assert position.open is not None
    assert position.open.seen_by == (0,)
    position = play(position, 3, 1, 3, 6, 2, 2)
    facts: Any = GAME.observe(position, 1)
    assert [row["tokens"] for row in facts["units"][:6]] == [None] * 6
    assert facts["sides"][0]["unspent"] == 19
    assert "general" not in facts["sides"][0]


@pytest.mark.rule("A3")
def test_each_unit_gets_at_least_one() -> None:
    units = {name: {"status": "destroyed"} for name in ("b1", "b2", "b3", "b4")}
    position = battle(MIKE, units={**PLACES, **units}, begin="turn", turn=1)
    assert generated(position.board, 0) == 2 + 4 * 1 + 3 + 2
    position = play(position, 5, 2, "be active", 0)
    assert legal(position)[0] == "1"


def test_numbers_of_units() -> None:
    position = battle(units={"r2": {"at": [1000, 600]}})
    assert number(position, "r2") == 5


@pytest.mark.rule("A3")
def test_how_many_tokens_may_be_given_at_each_step() -> None:
    board = battle("bn4 bn4 bn4 bn4", units={f"b{i}": {"at": [1000 * i, 4200]} for i in (1, 2, 3)}).board
    assert Allocate(0, 0).takers(board) == [0, 1, 2], "who is in reserve gets none"
    board.pool[0] = 3
    assert offered(Allocate(0, -1), board) is None
    board.pool[0] = 4
    assert offered(Allocate(0, -1), board) is not None

    def amounts(number: int, pool: int, rating: int = 3) -> list[int]:
        board.pool[0], board.rating[0] = pool, rating
        return list(Allocate(0, number).amounts(board))

    assert amounts(-1, 11) == [0, 1, 2, 3]
    assert amounts(-1, 11, 2) == [0, 1, 2]
    assert amounts(-1, 5) == [0, 1, 2], "one is kept for each unit"
    assert amounts(-1, 3) == [0]
    assert amounts(-1, 2) == [0]
    assert amounts(0, 8) == [1, 2, 3, 4, 5, 6]
    assert amounts(0, 3) == [1]
    assert amounts(0, 2) == [0, 1], "not enough for all"
    assert amounts(0, 0) == [0]
    assert amounts(1, 5) == [1, 2, 3, 4]
    assert amounts(2, 4) == [4], "the last takes what is left"
    assert amounts(3, 4) == [0]


@pytest.mark.rule("A3")
def test_tokens_are_asked_for_unit_by_unit_and_none_is_left_over() -> None:
    board = battle("bn4 bn4 bn4", units={f"b{i}": {"at": [1000 * i, 4200]} for i in (1, 2, 3)}).board
    board.pool[0] = 8
    ask = Allocate(0, 0).ask(board)
    assert isinstance(ask, Ask)
    assert (ask.options, ask.seen_by) == ((1, 2, 3, 4, 5, 6), (0,))
    assert offered(Allocate(0, 2), board) is None
    board.pool[0] = 3
    assert offered(Allocate(0, 0), board) is None, "one each and no choice"
    board.pool[0], board.gtokens[0] = 6, 3
    assert offered(Allocate(0, 0), board) is not None, "the general's three don't count against the six"
    board.pool[0], board.gtokens[0] = 2, 1
    assert offered(Allocate(0, 0), board) is None, "with the general's as many as units"
    board.pool[0], board.gtokens[0] = 8, 0
    assert Allocate(0, 0).do(board, 5) == (Allocate(0, 1),)
    assert (board.tokens[0], board.pool[0]) == (5, 3)
    assert Allocate(0, 1).do(board, 1) == (Allocate(0, 2),)
    assert follow(Allocate(0, 2), board) == ()
    assert (board.tokens[:3], board.pool[0]) == ([5, 1, 2], 0)
    assert Allocate(0, -1).do(board, 0) == (Allocate(0, 0),)
    nobody = battle("bn4 bn4").board
    nobody.pool[0] = 2
    assert Allocate(0, -1).do(nobody, 2) == ()
    assert (nobody.gtokens[0], nobody.pool[0]) == (2, 0)
    nobody.pool[0] = 2
    assert follow(Allocate(0, 0), nobody) == ()


@pytest.mark.rule("A2", "A4", "C1")
def test_tokens_are_generated_once_and_the_initiative_is_taken_up() -> None:
    board = battle(units={"b1": {"at": [1000, 4200]}}).board
    board.next_lost = [1, 1]
    Generate(0).do(board)
    assert (board.pool, board.next_lost) == ([2 + 3 - 1, 0], [0, 1])
    board.gained, board.seize = 4, 1
    take_initiative(board, 1)
    assert (board.active, board.gained, board.seize) == (1, 0, -1)
    board.over = 1
    assert Turn().do(board) == ()


@pytest.mark.rule("A3")
def test_who_has_no_choice_is_not_asked() -> None:
    board = battle("bn4 bn4", units={f"b{i}": {"at": [1000 * i, 4200]} for i in (1, 2)}).board
    for pool, given, asks in ((2, 0, False), (1, 1, False), (0, 0, False), (3, 0, True), (2, 1, True), (1, 0, True)):
        board.pool[0], board.gtokens[0] = pool, given
        assert (offered(Allocate(0, 0), board) is not None) == asks, (pool, given)
    board.pool[0] = 5
    Allocate(0, 1).do(board, 3)
    assert board.pool[0] == 0, "nothing is kept"


@pytest.mark.rule("A3", "C11")
@pytest.mark.reading("own-tokens-first")
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
@pytest.mark.reading("left-tokens")
def test_which_units_generate_tokens() -> None:
    names = ("reserve", "on table", "hidden", "masked", "arrived", "flank", "off table", "destroyed", "left")
    board = battle(units={"b1": {"at": [1000, 4000]}}).board
    counts = []
    for status in range(len(names)):
        board.status[0] = status
        counts.append(generated(board, 0) - 2)
    assert dict(zip(names, counts, strict=True)) == {
        "reserve": 0,
        "on table": 3,
        "hidden": 3,
        "masked": 3,
        "arrived": 3,
        "flank": 0,
        "off table": 3,
        "destroyed": 1,
        "left": 0,
    }
    retreat = battle("bn4 bn4", "bn4 bn4", "retreat", units={"r1": {"at": [6000, 600]}}).board
    assert generated(retreat, 1) == 5, "wagons give none"
    assert tokens_value(retreat, 4) == 0
    assert not fights(retreat, 4)


@pytest.mark.rule("A3")
@pytest.mark.reading("short-pool")
def test_a_general_takes_nothing_where_there_is_not_one_token_for_each_unit() -> None:
    board = battle(units=PAIR).board
    units = len(Allocate(0, -1).takers(board))
    assert units > 1
    for each in board.units(0):
        board.tokens[each] = 0
    board.gtokens[0] = 0
    for pool in range(units + 1):
        board.pool[0] = pool
        forced = Allocate(0, -1).ask(board)
        assert isinstance(forced, Only), pool
        assert forced.answer == 0
    board.pool[0] = units + 1
    ask = Allocate(0, -1).ask(board)
    assert not isinstance(ask, Only)
    assert ask.options == (0, 1)


@pytest.mark.rule("A2")
@pytest.mark.parametrize(("what", "tokens"), [("general", 2), ("infantry", 3), ("cavalry", 3), ("battery", 2)])
@pytest.mark.reading("left-tokens")
def test_what_generates_tokens(what: str, tokens: int) -> None:
    assert COMMAND.tokens[what] == tokens


@pytest.mark.rule("A2", "A3")
@pytest.mark.reading("tokens-in-all")
def test_both_sides_learn_how_many_tokens_a_side_generates() -> None:
    board = battle(MIKE, units=PLACES).board
    board.events = []
    Generate(0).do(board)
    (event,) = board.events
    assert isinstance(event, TokensGenerated)
    assert (event.side, event.tokens, event.seers()) == (0, 19, None)


@pytest.mark.rule("A2")
def test_tokens_count_wherever_they_are() -> None:
    board = battle(units={"b1": {"at": [3600, 4000], "tokens": 3}, "r1": {"at": [3600, 1000], "tokens": 5}}).board
    for pool, general in ((0, 0), (4, 0), (0, 2), (4, 2)):
        board.pool[0], board.gtokens[0] = pool, general
        board.pool[1], board.gtokens[1] = 0, 0
        assert (board.unspent(0), board.unspent(1)) == (3 + pool + general, 5)
