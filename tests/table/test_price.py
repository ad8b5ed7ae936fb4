"""Work has a price: games are played again by other processes only, behind a queue with an end; whoever asks for more
than his share is told when to come again, and what a finished game gave once is kept."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import loops
from marne.engine import MarneError, Match, Setting, find_game, record_of
from marne.table.game.open_tables import Hall
from marne.table.game.replayed import SHORT
from marne.table.refusals import Busy, TooMany
from marne.table.work.queue import EACH, Payer, Works
from table.attack import Crowd, Wish, asked
from table.support import Child, Game, bearer, open_game, server

SECONDS = float(os.environ.get("MARNE_ATTACK_SECONDS", "8"))


@pytest.fixture
def played_here(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the answers that are played from text in this process, which is the event loop's."""
    count = [0]
    play = Match.play_text

    def counted(self: Match, text: str, draw: int | None = None) -> Any:
        count[0] += 1
        return play(self, text, draw)

    monkeypatch.setattr(Match, "play_text", counted)
    return count


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Game, str]]:
    """A finished game, and its record."""
    with server(tmp_path_factory.mktemp("price") / "a.sqlite", processes=1) as client:
        game = open_game(client, scenario="meeting")
        for _ in game.play(Random(4)):
            pass
        yield client, game, client.get(game.at + "/record").text


def works_of(client: TestClient) -> Works:
    works: Works = client.app.state.rooms.works  # type: ignore[attr-defined]
    return works


def test_nothing_is_played_again_in_the_process_of_the_event_loop(
    finished: tuple[TestClient, Game, str], played_here: list[int]
) -> None:
    client, game, record = finished
    count = game.get()["number"]
    assert count > 3 * SHORT
    assert game.get("/verify")["ok"] is True
    assert game.get("/luck")["throws"]
    assert len(game.get("/log")) == count
    assert game.get(f"/moments/{count // 2}")["number"] == count // 2
    made = client.post("/api/records", json={"text": record})
    assert made.status_code == 201, made.text
    assert made.json()["number"] == count
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    assert hall._live.pop(game.id).match.over, "the table is let go: its log must be followed anew"
    again = game.get()
    assert (again["number"], again["status"]) == (count, "over")
    assert len(again["log"][-1]["events"]) == len(game.get("/log")[-1]["events"])
    back = client.post(game.at + "/undo/ask", json={"to": count // 2}, headers=bearer(*game.tokens.values()))
    assert back.json()["done"], back.text
    assert game.get()["number"] >= count // 2
    assert game.get()["log"] == game.get("/log")[-60:], "with what they led to"
    assert played_here == [0]


def test_what_a_finished_game_gave_is_kept(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite", processes=1) as client:
        game = open_game(client, scenario="meeting")
        for _ in game.play(Random(5)):
            pass
        first = [game.get(rest) for rest in ("/verify", "/luck", "/luck?language=es")]
        done = works_of(client).done.copy()
        assert (done["verified"], done["luck"]) == (1, 2)
        assert [game.get(rest) for rest in ("/verify", "/luck", "/luck?language=es")] == first
        assert works_of(client).done == done, "nothing was done again"


def test_many_uploads_at_once_are_refused_with_a_time_to_come_again(
    finished: tuple[TestClient, Game, str],
) -> None:
    client, _, record = finished
    before = works_of(client).longest
    with ThreadPoolExecutor(38) as many:
        replies = list(many.map(lambda _: client.post("/api/records", json={"text": record}), range(38)))
    statuses = sorted({reply.status_code for reply in replies})
    assert statuses == [201, 429]
    assert sum(reply.status_code == 201 for reply in replies) >= EACH
    for reply in replies:
        if reply.status_code == 429:
            assert int(reply.headers["retry-after"]) >= 1
            assert reply.json()["error"]["code"] == "too-many"
    assert max(before, works_of(client).longest) <= EACH, "one address never has more in the queue"


def test_whoever_has_spent_his_share_waits_and_others_do_not() -> None:
    async def try_it() -> None:
        works = Works(1, rate=1, burst=100)
        try:
            poor, rich = Payer("a", "table"), Payer("b", "other")
            assert await works.do(poor, 80, os.getpid) != os.getpid(), "in another process"
            with pytest.raises(TooMany) as spent:
                await works.do(poor, 80, os.getpid)
            assert 50 <= spent.value.facts["seconds"] <= 60
            with pytest.raises(TooMany):
                await works.do(Payer("c", "table"), 80, os.getpid)
            assert await works.do(rich, 80, os.getpid)
            assert await works.need(os.getpid), "what a table needs costs nothing"
            assert works.refused == {"spent": 2}
        finally:
            works.close()

    loops.run(try_it())


def test_the_queue_has_an_end_and_what_a_table_needs_goes_first() -> None:
    async def try_it() -> None:
        works, order = Works(1, waiting=3), []

        async def ask(who: str, paid: bool = True) -> None:
            await (works.do(Payer(who), 1, time.sleep, 0.01) if paid else works.need(time.sleep, 0.01))
            order.append(who)

        try:
            asked = [asyncio.create_task(ask(who)) for who in ("first", "a", "b", "c")]
            await asyncio.sleep(0)
            assert works.length == 3
            with pytest.raises(Busy) as full:
                await ask("d")
            assert full.value.facts["seconds"] >= 1
            asked.append(asyncio.create_task(ask("needed", False)))
            await asyncio.gather(*asked)
            assert order == ["first", "needed", "a", "b", "c"]
            assert works.longest == 3
        finally:
            works.close()

    loops.run(try_it())


def test_one_address_cannot_stand_before_all_others() -> None:
    async def try_it() -> None:
        works, order = Works(1), []

        async def ask(who: str) -> None:
            await works.do(Payer(who), 1, time.sleep, 0.01)
            order.append(who)

        try:
            asked = [asyncio.create_task(ask("greedy")) for _ in range(EACH)]
            await asyncio.sleep(0)
            with pytest.raises(TooMany):
                await ask("greedy")
            asked.append(asyncio.create_task(ask("other")))
            await asyncio.gather(*asked)
            assert order[1] == "other", "before the second wish of the greedy one"
        finally:
            works.close()

    loops.run(try_it())


def _die() -> None:
    os._exit(1)


def test_a_process_that_dies_is_replaced_and_says_so() -> None:
    async def try_it() -> None:
        works = Works(1)
        try:
            with pytest.raises(Busy):
                await works.do(Payer("a"), 1, _die)
            assert await works.do(Payer("a"), 1, os.getpid)
        finally:
            works.close()

    loops.run(try_it())


def test_refusals_come_back_from_another_process_as_they_are(finished: tuple[TestClient, Game, str]) -> None:
    client, _, record = finished
    number = record.index("\n2 ")
    reply = client.post("/api/records?language=es", json={"text": record[:number] + "\n2 nothing" + record[number:]})
    assert reply.status_code == 400
    assert "se esperaba" in reply.json()["error"]["message"]


def test_the_database_has_threads_of_its_own(finished: tuple[TestClient, Game, str]) -> None:
    """However many other things run in threads, the database's are free."""
    client, game, _ = finished
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]

    async def fill() -> str:
        import threading

        gate = threading.Event()
        others = [asyncio.create_task(asyncio.to_thread(gate.wait)) for _ in range(64)]
        await asyncio.sleep(0)
        found = await hall.store.run(lambda: threading.current_thread().name)
        assert await hall.store.run(hall.store.table, game.id)
        gate.set()
        await asyncio.gather(*others)
        return found

    assert client.portal is not None
    assert client.portal.call(fill).startswith("database")


def test_a_refusal_survives_the_way_between_processes() -> None:
    import pickle

    match = Match(find_game("training"), Setting("meeting"))
    errors: list[MarneError] = [Busy("busy.work", seconds=3)]
    for act in (lambda: match.play_text("nonsense"), lambda: match.go_back(7), lambda: find_game("no such game")):
        with pytest.raises(MarneError) as refused:
            act()
        errors.append(refused.value)
    assert len(record_of(match)) > 10
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))


def starved(child: Child) -> tuple[float, float]:
    """Seconds that the server's event loop ran, and waited for a processor that others used (Linux only)."""
    try:
        ran, waited, _ = Path(f"/proc/{child.process.pid}/schedstat").read_text().split()
    except OSError:
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


@pytest.mark.night
def test_one_client_at_its_worst_and_another_beside_it(tmp_path: Path) -> None:
    """Reported, not asserted: how long another player waits while one address does what it can, from a process of its
    own. Every reply to the other one is good."""
    from table.test_durability import Stubborn
    from table.test_luck import played

    child = Child(f"sqlite:///{tmp_path / 'a.sqlite'}", MARNE_RATE="60")
    try:
        child.wait()
        client = Stubborn(child.address)
        over = open_game(client, scenario="meeting")
        for _ in over.play(Random(4)):
            time.sleep(0.02)
        quiet, large = open_game(client, scenario="meeting"), open_game(client, "nach_paris")
        asked_at = large.get(seat=next(iter(large.tokens)))["scene"]["prompt"]["actor"]
        record = json.dumps({"text": record_of(played("schlieffens_war", 1))})
        print(f"a record of {len(record):,} bytes; load of the machine {os.getloadavg()[0]:.1f}")
        at, token, live = over.at, large.tokens[asked_at], f"{large.at}/live"
        suggest = json.dumps({"n": 40})
        worst: dict[str, tuple[str, int, list[Wish]]] = {
            "nothing": ("", 0, []),
            "uploads": ("ask", 38, [Wish("/api/records", record)]),
            "/verify, each with another head": ("ask", 16, [Wish(f"{at}/verify?head={n:064x}") for n in range(999)]),
            "/luck": ("ask", 16, [Wish(f"{at}/luck?language={word}") for word in ("en", "es")]),
            "/log": ("ask", 16, [Wish(f"{at}/log"), Wish(f"{at}/log?from=1")]),
            "/record": ("ask", 16, [Wish(f"{at}/record")]),
            "/moments": ("ask", 16, [Wish(f"{at}/moments/{n}") for n in range(99)]),
            "suggestions in Nach Paris": ("ask", 16, [Wish(f"{large.at}/suggest", suggest, token)]),
            "200 connections, 20 requests in each at once": ("pour", 200, [Wish(large.at)]),
            "60 sockets that chatter": (
                "chatter",
                60,
                [Wish(live, '{"type":"why-not","hex":"AG14"}', token), Wish(live, '{"type":"overlays","names":["a"]}')],
            ),
        }
        for name, (way, threads, attack) in worst.items():
            time.sleep(2)
            crowd = Crowd(child.port, attack, way, threads) if way else None
            time.sleep(2 if way else 0)
            times: list[float] = []
            before = starved(child)
            end = time.monotonic() + SECONDS
            while len(times) < 200 or time.monotonic() < end:
                began = time.perf_counter()
                assert asked(child.port, Wish(quiet.at), "127.0.0.2") == 200, name
                times.append(time.perf_counter() - began)
                time.sleep(0.01)
            ran, waited = (now - then for now, then in zip(starved(child), before, strict=True))
            statuses = dict(crowd.end()) if crowd else {}
            times.sort()
            print(
                f"{name}: another's GET median {times[len(times) // 2] * 1000:.0f} ms, "
                f"99 % {times[len(times) * 99 // 100] * 1000:.0f} ms of {len(times)}; {statuses}; "
                f"the server ran {ran:.1f} s and waited {waited:.1f} s for a processor, load "
                f"{os.getloadavg()[0]:.1f}",
                flush=True,
            )
        client.client.close()
    finally:
        child.end()
