"""The computer at the table, beside the same computer in the lab; and how long a person waits for it.

Thinking: the same seeds are played in the lab and at a table in this process, whose players think in processes of their
own. Waiting: a server in a process of its own, one person at a socket who answers at random and watches; from the
answer that hands the move over to the next question.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import websockets
from starlette.testclient import TestClient

import marne.games
from marne.engine import Match, Setting, find_game
from marne.lab.play import play_out, seeded_dice
from marne.players import Minds
from marne.table.game.open_tables import NewTable
from marne.table.server.application import application
from marne.table.server.settings import ServerSettings
from marne.table.work.thinking import Thinkers

GAMES = {"schlieffens_war": "campaign", "grand_illusion": "1"}
SEEDS = range(int(os.environ.get("MARNE_BENCH_COMPUTER_GAMES", "4")))
HANDED_OVER = int(os.environ.get("MARNE_BENCH_HANDED_OVER", "60"))

assert marne.games.DATA_SETS


def setting_of(name: str) -> Setting:
    game = find_game(name)
    return Setting(GAMES[name], game.editions[0] if game.editions else "")


def in_the_lab(name: str, seed: int) -> tuple[int, int, float]:
    """Answers, thoughts and seconds of thinking in a game between staffs."""
    game = find_game(name)
    match = Match(game, setting_of(name), seeded_dice(game, seed))
    minds = Minds(match, {0: "staff", 1: "staff"})
    play_out(match, minds)
    return sum(entry.actor >= 0 for entry in match.log), minds.thoughts, minds.seconds


def at_the_table(client: TestClient, thinkers: Thinkers, name: str, seed: int) -> tuple[int, float]:
    """Thoughts and seconds of thinking in the same game at a table."""
    game, setting = find_game(name), setting_of(name)
    thoughts, seconds = thinkers.thoughts, thinkers.seconds
    wish = NewTable(name, setting.scenario, setting.edition, {}, dict.fromkeys(game.seats, "computer:staff"))
    state: Any = client.app.state  # type: ignore[attr-defined]
    portal: Any = client.portal
    id, *_ = portal.call(state.hall.open_seeded, wish, seeded_dice(game, seed))
    end = time.monotonic() + 600
    client.get(f"/api/tables/{id}")
    while client.get(f"/api/tables?ids={id}").json()[0]["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)
    return thinkers.thoughts - thoughts, thinkers.seconds - seconds


def thinking(name: str) -> list[tuple[str, ...]]:
    """The two doors, game by game in turn."""
    answers = thoughts = told = 0
    lab = table = 0.0
    with tempfile.TemporaryDirectory() as directory:
        thinkers = Thinkers(1)
        app = application(
            ServerSettings(database=f"sqlite:///{Path(directory) / 'a.sqlite'}", rate=100_000), thinkers=thinkers
        )
        with TestClient(app) as client:
            at_the_table(client, thinkers, name, 900)  # the process has started and is warm
            in_the_lab(name, 900)
            for seed in SEEDS:
                given, thought, seconds = in_the_lab(name, seed)
                there, spent = at_the_table(client, thinkers, name, seed)
                answers, thoughts, told = answers + given, thoughts + thought, told + there
                lab, table = lab + seconds, table + spent
    assert told == thoughts, "the table thinks as often as the lab"
    return [
        (f"{name}: thoughts an answer, staff against staff", f"{thoughts / answers:.2f}", "< 0.5"),
        (f"{name}: a game's thinking, lab", f"{lab / len(SEEDS):.2f} s", ""),
        (f"{name}: the same at the table", f"{table / len(SEEDS):.2f} s, {table / lab:.2f} x", "1.3 x at most"),
    ]


async def wait_for_it(address: str, name: str, seat: str) -> list[float]:
    """Seconds from handing the move over to the next question, for a person who answers at random."""
    rng, setting = Random(7), setting_of(name)
    waits: list[float] = []
    async with httpx2.AsyncClient(base_url=address, timeout=60) as http:
        while len(waits) < HANDED_OVER:
            seats = {each: "me" if each == seat else "computer:staff" for each in find_game(name).seats}
            wish = {"game": name, "scenario": setting.scenario, "edition": setting.edition, "seats": seats}
            made = (await http.post("/api/tables", json=wish)).json()
            live = f"{address.replace('http', 'ws')}/api/tables/{made['id']}/live"
            async with websockets.connect(live, max_size=None) as socket:
                await socket.send(json.dumps({"type": "hello", "tokens": [made["seats"][seat]], "language": "en"}))
                asked, sent, passed = -1, 0.0, False
                async for message in socket:
                    letter = json.loads(message)
                    if letter["type"] == "thinking" and letter["on"]:
                        passed = True
                    if letter["type"] != "state" or letter["number"] == asked:
                        continue
                    if letter["status"] == "over" or len(waits) >= HANDED_OVER:
                        break
                    if letter["scene"]["prompt"]["actor"] != seat:
                        passed = True
                        continue
                    if passed and sent:
                        waits.append(time.perf_counter() - sent)
                    asked, passed = letter["number"], False
                    choices = [choice["id"] for choice in letter["scene"]["prompt"]["choices"]]
                    ends = [choice for choice in choices if choice in ("done", "stop", "pass", "attack")]
                    answer = rng.choice(ends) if ends and rng.random() < 0.5 else rng.choice(choices)
                    sent = time.perf_counter()
                    await socket.send(json.dumps({"type": "answer", "number": asked, "answer": answer}))
    return waits


def rows() -> list[tuple[str, ...]]:
    """A header, then figures."""
    from table.support import Child

    found: list[tuple[str, ...]] = [("what", "figure", "aim")]
    for name in GAMES:
        found += thinking(name)
    with tempfile.TemporaryDirectory() as directory:
        child = Child(f"sqlite:///{Path(directory) / 'a.sqlite'}")
        try:
            child.wait()
            for name, seat in (("schlieffens_war", "entente"), ("grand_illusion", "allied")):
                waits = sorted(asyncio.run(wait_for_it(child.address, name, seat)))
                slow = waits[int(len(waits) * 0.95) - 1]
                median = statistics.median(waits)
                what = f"{name}: from a person's answer to the next question, {len(waits)} times"
                found.append((what, f"median {median:.2f} s, 95 % {slow:.2f} s", "median < 1 s"))
        finally:
            child.end()
    return found
