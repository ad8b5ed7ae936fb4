"""Many who only look: what a socket costs while nothing happens, and how a thousand come back to a server that was
started anew. The figures are printed for docs/figures.md; asserted is what was counted, never a time."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import time
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
import websockets

import loops
from marne.engine import CHANCE, FairDice, Match, Setting, find_game
from marne.table.game.live import hash_of
from marne.table.game.log_rows import Kept, SeatRow
from marne.table.game.replayed import rows_of
from marne.table.store.database import Store
from marne.table.store.migrate import migrate
from marne.table.view.payloads import chosen
from table.support import Child, Game, open_game
from table.test_durability import Stubborn

IDLE = int(os.environ.get("MARNE_IDLE_SOCKETS", "2000"))
BACK = int(os.environ.get("MARNE_SOCKETS_BACK", "1000"))
PLENTY: dict[str, Any] = {"MARNE_CONNECTIONS_EACH": "100000", "MARNE_RATE": "100000"}
"""All of them come from this machine's one address."""


async def come(port: int, id: str, token: str, gate: asyncio.Semaphore | None = None) -> Any:
    """A socket that has its state."""
    async with gate or asyncio.Semaphore(1):
        address = f"ws://127.0.0.1:{port}/api/tables/{id}/live"
        socket = await websockets.connect(address, compression=None, max_size=None, open_timeout=120)
        await socket.send(json.dumps({"type": "hello", "tokens": [token], "differences": True}))
        assert json.loads(await socket.recv())["type"] == "state"
        return socket


def places(games: list[Game], many: int) -> list[tuple[str, str]]:
    """So many places at the seats of these games, evenly."""
    seats = [(game.id, token) for game in games for token in game.tokens.values()]
    return [seats[at % len(seats)] for at in range(many)]


def middles(url: str, many: int) -> list[Game]:
    """So many games in their middle, put into the database: both seats are held."""
    game, store, found = find_game("training"), Store(url), list[Game]()
    for at in range(many):
        rng, match = Random(at), Match(game, Setting("meeting"), FairDice(at.to_bytes(32, "big")))
        while len(match.log) < 40 or match.actor == CHANCE:
            match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
        tokens = {name: secrets.token_urlsafe(24) for name in game.seats}
        kept = Kept(
            secrets.token_hex(8),
            game.name,
            chosen(match.setting),
            "back",
            game.rules_version,
            game.data_version()[:16],
            secrets.token_bytes(32),
            True,
            time.time(),
        )
        seats = [
            SeatRow(seat, "person", token=hash_of(tokens[name]), seed=b"x") for seat, name in enumerate(game.seats)
        ]
        store.new_table(kept, seats, rows_of(match))
        found.append(Game(None, kept.id, tokens))
    store.close()
    return found


@pytest.mark.night
def test_two_thousand_idle_sockets(tmp_path: Path) -> None:
    """At 250 tables, four for each seat: a table's own memory is counted before."""
    child = Child(f"sqlite:///{tmp_path / 'a.sqlite'}", **PLENTY)
    try:
        child.wait()
        client = Stubborn(child.address)
        empty = psutil.Process(child.process.pid).memory_info().rss / 1e6
        games = [open_game(client) for _ in range(max(1, IDLE // 8))]
        opened = psutil.Process(child.process.pid).memory_info().rss / 1e6

        async def idle() -> float:
            gate = asyncio.Semaphore(8)
            wanted = places(games, IDLE)
            sockets = await asyncio.gather(*(come(child.port, id, token, gate) for id, token in wanted))
            assert len(sockets) == IDLE
            await asyncio.sleep(5)
            found = float(psutil.Process(child.process.pid).memory_info().rss) / 1e6
            await asyncio.gather(*(socket.close() for socket in sockets))
            return found

        full = loops.run(idle())
        print(
            f"{IDLE} idle sockets at {len(games)} tables: {empty:.0f} MB empty, {opened:.0f} MB with the tables, "
            f"{full:.0f} MB with the sockets: {full - empty:.0f} MB more than empty"
        )
        client.client.close()
        assert full - empty < 100
    finally:
        child.end()


@pytest.mark.night
def test_a_thousand_come_back_at_once(tmp_path: Path) -> None:
    """Two at each of 500 tables with 40 answers each, all at once, to a server that has just been started."""
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    migrate(url)
    games = middles(url, BACK // 2)
    child = Child(url, **PLENTY)
    try:
        child.wait(180)

        async def back() -> tuple[float, list[float]]:
            began = time.perf_counter()
            took: list[float] = []

            async def one(id: str, token: str) -> Any:
                socket = await come(child.port, id, token)
                took.append(time.perf_counter() - began)
                return socket

            sockets = await asyncio.gather(*(one(id, token) for id, token in places(games, BACK)))
            await asyncio.gather(*(socket.close() for socket in sockets))
            return max(took), sorted(took)

        last, took = loops.run(back())
        ran, waited, _ = Path(f"/proc/{child.process.pid}/schedstat").read_text().split()
        print(
            f"{len(took)} back at once: half after {took[len(took) // 2]:.1f} s, all after {last:.1f} s; the server "
            f"ran {int(ran) / 1e9:.1f} s and waited {int(waited) / 1e9:.1f} s for a processor; load "
            f"{os.getloadavg()[0]:.1f}"
        )
        assert len(took) == BACK
    finally:
        child.end()
