"""The table under load: live games of Schlieffen's War, both players at their sockets, answers at a steady rate.

The server runs in a process of its own on 127.0.0.1, with SQLite and a sync at each commit. Every game is in its
middle, so that boards are full and logs are long. An answer's latency runs from sending it to having the new state at
the socket that sent it; the other player's socket gets the state too. Counts and times are bounded by the environment:
MARNE_BENCH_GAMES, MARNE_BENCH_SECONDS, MARNE_BENCH_RATE.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import psutil
import websockets

import marne.games
from marne.engine import CHANCE, FairDice, Match, Setting, find_game
from marne.table.game.live import hash_of
from marne.table.game.log_rows import Kept, SeatRow
from marne.table.game.replayed import rows_of
from marne.table.server.application import free_port
from marne.table.server.settings import ServerSettings
from marne.table.store.database import Store
from marne.table.store.migrate import migrate
from marne.table.view.payloads import chosen

GAME = os.environ.get("MARNE_BENCH_GAME", "schlieffens_war")
GAMES = int(os.environ.get("MARNE_BENCH_GAMES", "500"))
SECONDS = float(os.environ.get("MARNE_BENCH_SECONDS", "20"))
RATE = float(os.environ.get("MARNE_BENCH_RATE", "200"))
ANSWERS = 400
HEADER = ("what", "figure", "aim")

assert marne.games.DATA_SETS


@dataclass
class Table:
    """One game of the load."""

    id: str
    tokens: list[str]
    sockets: list[Any] = field(default_factory=list)
    number: int = 0
    actor: str = ""
    choices: list[str] = field(default_factory=list)
    sent: float = 0.0
    free: bool = True
    status: str = ""
    sender: str = ""
    sent_at: int = 0


def prepare(url: str) -> list[Table]:
    """Games in their middle, put into the database before the server starts."""
    game = find_game(GAME)
    store = Store(url)
    tables = []
    middles = []
    for seed in range(10):
        rng = Random(seed)
        match = Match(game, Setting(game.scenarios[0].name), FairDice(seed.to_bytes(32, "big")))
        while len(match.log) < ANSWERS or match.actor == CHANCE:
            match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
            match.forget(0)
        middles.append((match, rows_of(match)))
    for at in range(GAMES):
        match, rows = middles[at % len(middles)]
        tokens = [secrets.token_urlsafe(24) for _ in game.seats]
        kept = Kept(
            secrets.token_hex(8),
            game.name,
            chosen(match.setting),
            "bench",
            game.rules_version,
            game.data_version()[:16],
            secrets.token_bytes(32),
            True,
            time.time(),
        )
        seats = [SeatRow(seat, "person", token=hash_of(token), seed=b"x") for seat, token in enumerate(tokens)]
        store.new_table(kept, seats, rows)
        tables.append(Table(kept.id, tokens))
    store.close()
    return tables


class Load:
    """The clients of all tables."""

    def __init__(self, port: int, tables: list[Table], pid: int) -> None:
        self.port, self.tables, self.pid = port, tables, pid
        self.rng = Random(1)
        self.latencies: list[float] = []
        self.late = self.given = self.lost = 0
        self.last = 0.0
        self.lost_at: Counter[str] = Counter()
        self.readers: list[asyncio.Task[None]] = []

    def memory(self) -> float:
        """What the server holds, in megabytes."""
        return float(psutil.Process(self.pid).memory_info().rss) / 1e6

    async def connect(self, table: Table, seat: int) -> None:
        """One player comes to the table."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table.id}/live"
        socket = await websockets.connect(address, compression=None, max_size=None)
        await socket.send(json.dumps({"type": "hello", "tokens": [table.tokens[seat]]}))
        self.hear(table, await socket.recv())
        table.sockets.append(socket)
        self.readers.append(asyncio.create_task(self.read(table, socket)))

    async def read(self, table: Table, socket: Any) -> None:
        """Take what comes."""
        async for text in socket:
            self.hear(table, text)

    def hear(self, table: Table, text: str | bytes) -> None:
        """A letter: the state of whoever must answer says what can be answered."""
        letter = json.loads(text)
        if letter["type"] == "error":
            raise AssertionError(letter)
        if letter["type"] != "state" or letter["number"] < table.number:
            return
        prompt = letter["scene"]["prompt"]
        table.status = letter["status"]
        if table.sent and letter["viewing"] == table.sender and letter["number"] > table.sent_at:
            self.last = time.perf_counter()
            self.latencies.append(self.last - table.sent)
            table.sent = 0.0
        if prompt["mine"] and letter["status"] == "playing":
            table.number, table.choices = letter["number"], [choice["id"] for choice in prompt["choices"]]
            table.actor, table.free = letter["viewing"], True

    async def answer(self, table: Table) -> None:
        """One of the choices, at random."""
        names = find_game(GAME).seats
        table.free, table.sent = False, time.perf_counter()
        # The other player's picture may come first, and then it is already the other's turn.
        table.sender, table.sent_at = table.actor, table.number
        socket = table.sockets[names.index(table.actor)]
        await socket.send(
            json.dumps({"type": "answer", "number": table.number, "answer": self.rng.choice(table.choices)})
        )

    async def steady(self, rate: float, seconds: float) -> float:
        """Answers at a steady rate, whoever is ready; how many a second came back, up to the last that did.

        An answer that never came back is counted as lost: it is in no percentile.
        """
        self.latencies.clear()
        self.late = self.given = self.lost = 0
        self.lost_at.clear()
        start = self.last = time.perf_counter()
        for beat in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + beat / rate - time.perf_counter()))
            free = next((t for t in (self.rng.choice(self.tables) for _ in range(50)) if t.free and not t.sent), None)
            if free is None:
                self.late += 1
            else:
                self.given += 1
                await self.answer(free)
        end = time.perf_counter() + 10
        while any(table.sent for table in self.tables) and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        for table in self.tables:
            if table.sent:
                self.lost += 1
                self.lost_at[table.status] += 1
                table.sent = 0.0
        return len(self.latencies) / max(1e-9, self.last - start)

    async def close(self) -> None:
        """Everyone goes."""
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*self.readers, return_exceptions=True)
        await asyncio.gather(*(socket.close() for table in self.tables for socket in table.sockets))


def starved(pid: int) -> tuple[float, float]:
    """Seconds that the server's event loop ran, and waited for a processor that others used (Linux only)."""
    try:
        ran, waited, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    except OSError:
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


def percentile(times: list[float], part: int) -> str:
    """In milliseconds."""
    return f"{statistics.quantiles(times, n=100)[part - 1] * 1000:,.1f} ms" if len(times) > 1 else "-"


async def measure(port: int, pid: int, tables: list[Table]) -> list[tuple[str, ...]]:
    """The figures."""
    load = Load(port, tables, pid)
    empty = load.memory()
    gate = asyncio.Semaphore(8)

    async def come(table: Table, seat: int) -> None:
        async with gate:
            await load.connect(table, seat)

    await asyncio.gather(*(come(table, 0) for table in tables))
    one = load.memory()
    await asyncio.gather(*(come(table, 1) for table in tables))
    two = load.memory()
    cpu, before = psutil.Process(pid).cpu_times(), starved(pid)
    done = await load.steady(RATE, SECONDS)
    after, later = psutil.Process(pid).cpu_times(), starved(pid)
    end = load.memory()
    steady = list(load.latencies)
    count = f"{load.given}, {load.lost}, {load.late} {dict(load.lost_at) or ''}".strip()
    spent = (after.user + after.system - cpu.user - cpu.system) / max(1, len(steady)) * 1000
    quick = await load.steady(RATE * 4, SECONDS / 4)
    flood = list(load.latencies)
    await load.close()
    socket = (two - one) * 1000 / GAMES
    return [
        (f"games of {GAME} live, {ANSWERS} answers each", f"{GAMES}, {2 * GAMES} sockets", "500"),
        ("memory of the server before", f"{empty:,.0f} MB", ""),
        ("memory with all games live and after the load", f"{two:,.0f} MB, {end:,.0f} MB", "under 200 MB"),
        ("memory for each socket", f"{socket:,.0f} kB", ""),
        ("memory for each game, without its sockets", f"{(one - empty) * 1000 / GAMES - socket:,.0f} kB", ""),
        (f"answers a second, {RATE:,.0f} asked for", f"{done:,.0f}", f"{RATE:,.0f}"),
        ("answers sent, never answered, not sent because nobody was ready", count, "no answer lost"),
        ("p50 and p99 at that rate", f"{percentile(steady, 50)}, {percentile(steady, 99)}", "p99 under 150 ms"),
        ("processor time of the server for each answer", f"{spent:,.1f} ms", ""),
        (
            "its event loop ran, and waited for a processor",
            f"{later[0] - before[0]:,.1f} s, {later[1] - before[1]:,.1f} s",
            "no wait: otherwise the figures tell of the machine",
        ),
        (f"answers a second, {RATE * 4:,.0f} asked for", f"{quick:,.0f}", ""),
        ("p50 and p99 at that rate", f"{percentile(flood, 50)}, {percentile(flood, 99)}", ""),
    ]


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    with tempfile.TemporaryDirectory() as directory:
        url = f"sqlite:///{Path(directory) / 'bench.sqlite'}"
        migrate(url)
        tables = prepare(url)
        port = free_port()
        settings = ServerSettings(database=url, port=port, rate=100_000, connections_each=100_000)
        environment = {**os.environ, **settings.environment()}
        code = "from marne.table.server import application, settings; import os; "
        code += "application.serve(settings.ServerSettings.of(os.environ))"
        process = subprocess.Popen([sys.executable, "-c", code], env=environment)
        try:
            for _ in range(400):
                try:
                    httpx2.get(f"http://127.0.0.1:{port}/api/openapi.json")
                    break
                except httpx2.TransportError:
                    time.sleep(0.1)
            return [HEADER, *asyncio.run(measure(port, process.pid, tables))]
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def main() -> None:
    """Print the figures."""
    for row in rows():
        print(" | ".join(row))


if __name__ == "__main__":
    main()
