"""The game at a table without a server: a store, a clock, a pool and a secret in memory."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import loops
from marne.engine import CHANCE
from marne.table.game import endings, holders, taking_back
from marne.table.game.live import Live
from marne.table.game.open_tables import Hall, NewTable
from marne.table.refusals import Forbidden, Refused
from marne.table.store.in_memory import GivenSecret, HandClock, Inline, MemoryStore

SEATS = {"blue": "me", "red": "me"}


def new_hall(root: bytes = b"a") -> Hall:
    return Hall(MemoryStore(), Inline(), GivenSecret(root), HandClock())


async def opened(hall: Hall, **more: Any) -> Live:
    made = await hall.open_table(NewTable("training", seats=SEATS, **more))
    return await hall.live(made.id)


async def play(hall: Hall, live: Live, answers: int, seed: int = 3) -> None:
    rng = Random(seed)
    for _ in range(answers):
        position = live.match.position
        if position.open is None:
            return
        assert position.open.actor != CHANCE
        text = position.write(position.suggest(rng)[0])
        await hall.answer(live, [0, 1], len(live.match.log), text)


def test_a_whole_game_is_played_and_read_again() -> None:
    async def whole() -> None:
        hall = new_hall()
        live = await opened(hall)
        await play(hall, live, 5_000)
        assert live.match.over
        again = Hall(hall.store, Inline(), hall.secret, hall.clock)
        other = await again.live(live.kept.id)
        assert other is not live
        assert (other.link, other.match.position) == (live.link, live.match.position)
        assert other.match.log == live.match.log

    loops.run(whole())


def test_the_same_secret_gives_the_same_game_and_another_another() -> None:
    async def log(root: bytes) -> list[str]:
        hall = new_hall(root)
        live = await opened(hall)
        await play(hall, live, 60)
        return [entry.text for entry in live.match.log]

    first = loops.run(log(b"a"))
    assert first == loops.run(log(b"a"))
    assert first != loops.run(log(b"b"))


def test_answers_are_taken_back_and_a_game_is_given_up() -> None:
    async def some() -> None:
        hall = new_hall()
        live = await opened(hall)
        await play(hall, live, 40)
        await taking_back.ask_back(hall, live, [0, 1], 35)
        assert len(live.match.log) <= 36
        with pytest.raises(Refused):
            await taking_back.ask_back(hall, live, [0, 1], 1_000)
        await endings.resign(hall, live, 0)
        assert live.match.over
        assert [row.kind for row in hall.store.log(live.kept.id)[-2:]].count("resign") == 1

    loops.run(some())


def test_times_are_those_of_the_clock() -> None:
    async def some() -> None:
        hall = new_hall()
        live = await opened(hall)
        clock = hall.clock
        assert isinstance(clock, HandClock)
        clock.now += 50.0
        await play(hall, live, 3)
        assert {row.at for row in hall.store.log(live.kept.id)} <= {1_000_000.0, 1_000_050.0}
        assert live.at == 1_000_050.0
        with pytest.raises(Forbidden):
            await holders.close(hall, live, "not the owner")

    loops.run(some())


def test_the_import_contracts_hold_the_room() -> None:
    """`make lint` runs them; here only that they are there."""
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert 'source_modules = ["marne.table.game"]' in text
    assert 'source_modules = ["marne.table.game.**"' in text
