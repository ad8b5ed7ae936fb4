"""A3: the order sheet, on which all tokens are given out at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import battle
from marne.engine import Position, Refusal
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.scene.sheet import allotting, die_follows
from marne.games.brigade1914.sequence import Allocate, ReserveDie

FORCE = "bn4+1 bn4+1 bn4+1"


def giving(units: int, pool: int) -> Position[Any]:
    """Blue has so many units on the table and so many tokens to give out."""
    places = {f"b{i + 1}": {"at": [1000 + 900 * i, 4200]} for i in range(units)}
    board = battle(FORCE, units=places).board
    board.tokens = [0] * len(board.tokens)
    board.gtokens, board.pool = [0, 0], [pool, 0]
    return Position.begin(board, Allocate(0, -1), Act())


def walk(position: Position[Any], rng: Random) -> dict[str, int]:
    """Random legal answers until blue has given all out: how many tokens everybody has then."""
    while position.open is not None and isinstance(position.step, Allocate):
        position = position.play(rng.choice(position.open.options or ()))
    board = position.board
    return {"bG": board.gtokens[0]} | {board.label(unit): board.tokens[unit] for unit in board.units(0)}


@pytest.mark.rule("A3")
@pytest.mark.parametrize("units", range(4))
@pytest.mark.parametrize("pool", range(1, 7))
def test_every_legal_allocation_can_be_given_on_the_sheet(units: int, pool: int) -> None:
    start = giving(units, pool)
    if start.open is None or not isinstance(start.step, Allocate):
        return  # nothing is left to choose
    sheet = allotting(start, "en")
    assert sheet is not None
    for seed in range(30):
        tokens = walk(start, Random(seed))
        rows = {row.id: tokens.get(row.id, 0) for row in sheet.takers}
        assert all(row.least <= rows[row.id] <= row.most for row in sheet.takers), rows
        assert 0 <= sheet.pool - sum(rows.values()) <= sheet.spare
        answers = GAME.allot(start, rows, "en")
        assert not isinstance(answers, Refusal), answers
        position = start
        for text in answers:
            answer = position.read(text)
            assert answer is not None, text
            position = position.play(answer)
        assert {name: count for name, count in walk(position, Random(0)).items() if count} == {
            name: count for name, count in tokens.items() if count
        }


@pytest.mark.rule("A3")
def test_what_a_general_alone_cannot_take_stays_unused() -> None:
    start = giving(0, 4)
    sheet = allotting(start, "en")
    assert sheet is not None
    assert [(row.id, row.most) for row in sheet.takers] == [("bG", 3)]
    assert sheet.spare == 4
    assert GAME.allot(start, {"bG": 3}, "en") == ["3"]
    assert isinstance(GAME.allot(start, {"bG": 4}, "en"), Refusal)


@pytest.mark.rule("A3")
def test_with_units_no_token_stays_in_the_pool() -> None:
    refusal = GAME.allot(giving(2, 5), {"bG": 1, "b1": 1, "b2": 1}, "en")
    assert isinstance(refusal, Refusal)


@pytest.mark.rule("A3")
def test_the_sheet_says_when_a_die_follows_the_last_token() -> None:
    board = giving(3, 5).board
    assert not die_follows(Position.begin(board.copy(), Allocate(0, -1), Act()))
    assert die_follows(Position.begin(board.copy(), Allocate(0, -1), ReserveDie(0, 0, 4)))
    board.pool = [5, 5]
    assert not die_follows(Position.begin(board.copy(), Allocate(0, -1), Allocate(1, -1), ReserveDie(0, 0, 4)))
