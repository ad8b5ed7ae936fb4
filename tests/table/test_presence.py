"""Who is at a table is seen at every worker: two servers on one PostgreSQL, and the small talk between them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect

import loops
from marne.table.view.presence import AGAIN, FORGET, Presence
from table.postgres import cluster
from table.support import Child, Game, open_game


class Post:
    """A database whose notices everyone reads."""

    shared = True

    def __init__(self) -> None:
        self.notices: list[str] = []

    def announce(self, _: str, text: str) -> None:
        self.notices.append(text)

    async def run(self, work: Callable[..., None], *arguments: str) -> None:
        work(*arguments)


class Worker:
    """A worker that looks at one table."""

    def __init__(self, post: Post, seats: set[int], again: float = AGAIN) -> None:
        self.seats, self.now, self.changes = seats, 0.0, 0
        store: Any = post
        self.post = post
        self.presence = Presence(store, lambda _: self.seats, self.changed, lambda: self.now, again)

    def changed(self, _: str) -> None:
        self.changes += 1

    def read(self, post: Post) -> None:
        for notice in post.notices:
            self.presence.hear(notice, lambda _: True)


async def say(worker: Worker, notices: int = 1) -> None:
    """Let a worker say what it has to say, until there are so many notices more."""
    task, due = asyncio.create_task(worker.presence.run(lambda: ["t"])), len(worker.post.notices) + notices
    await asyncio.wait_for(_said(worker.post, due), 300)
    task.cancel()


async def _said(post: Post, due: int) -> None:
    while len(post.notices) < due:
        await asyncio.sleep(0.005)


def test_workers_tell_each_other_and_forget_the_dead() -> None:
    async def talk() -> None:
        post = Post()
        one, two = Worker(post, {0}), Worker(post, {1})
        one.presence.moved("t", came=True)
        await say(one)
        two.read(post)
        one.read(post)
        assert two.presence.elsewhere("t") == {0}
        assert one.presence.elsewhere("t") == set(), "its own words tell a worker nothing"
        await say(two)  # it was asked
        one.read(post)
        assert one.presence.elsewhere("t") == {1}
        one.seats = set()
        one.presence.moved("t", came=False)
        await say(one)
        post.notices = post.notices[-1:]
        two.read(post)
        assert two.presence.elsewhere("t") == set()
        assert two.changes == 2
        one.now += AGAIN
        one.presence.forget()
        assert one.presence.elsewhere("t") == {1}
        one.now += FORGET
        one.presence.forget()
        assert one.presence.elsewhere("t") == set(), "who was killed sits nowhere"
        one.presence.hear(json.dumps({"table": "t", "worker": "x", "seats": [0], "ask": False}), lambda _: False)
        assert one.presence.elsewhere("t") == set(), "nobody looks at that table here"

    loops.run(talk())


def test_what_is_true_is_said_again() -> None:
    async def talk() -> None:
        post = Post()
        there, nobody = Worker(post, {1}, 0.02), Worker(post, set(), 0.02)
        silent = asyncio.create_task(nobody.presence.run(lambda: ["t"]))
        await asyncio.sleep(0.1)
        silent.cancel()
        assert post.notices == []
        await say(there, 2)
        assert len(post.notices) > 1
        assert json.loads(post.notices[-1])["seats"] == [1]

    loops.run(talk())


@contextmanager
def enter(child: Child, game: Game, seat: str) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{child.port}/api/tables/{game.id}/live", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "tokens": [game.tokens[seat]]}))
        yield socket


def present(socket: ClientConnection, **due: bool) -> dict[str, Any]:
    """The first state that shows these seats as they should be."""
    while True:
        letter: dict[str, Any] = json.loads(socket.recv(300))
        if letter["type"] == "state":
            here = {seat["name"]: seat["present"] for seat in letter["seats"]}
            if here == due:
                return letter


@pytest.mark.slow
def test_two_workers_on_postgresql_see_the_same_people_and_moves() -> None:
    with cluster() as url:
        one, two = Child(url), Child(url)
        try:
            one.wait()
            two.wait()
            with httpx2.Client(base_url=one.address, timeout=300) as client:
                game = open_game(client)
            with enter(one, game, "blue") as blue:
                present(blue, blue=True, red=False)
                with enter(two, game, "red") as red:
                    state = present(blue, blue=True, red=True)
                    present(red, blue=True, red=True)
                    choice = state["scene"]["prompt"]["choices"][0]["id"]
                    blue.send(json.dumps({"type": "answer", "number": 0, "answer": choice}))
                    while json.loads(red.recv(300)).get("number") != 1:
                        pass
                assert present(blue, blue=True, red=False)["number"] == 1
        finally:
            one.end()
            two.end()
