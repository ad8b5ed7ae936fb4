"""Nobody stands in another's way: one piece of each address in a round of the loop, short work paid for by the time it
takes, refusals that cost nothing and are said before a body is read."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.server import ServerState

import loops
from marne.table.limits import Buckets
from marne.table.refusals import TooMany
from marne.table.server.connections import Connection
from marne.table.server.sockets import live_socket
from marne.table.server.turnstile import Turnstile, turnstile
from marne.table.work import background
from marne.table.work.background import AT_ONCE, WAITING, Beside
from marne.table.work.queue import Payer, Works
from table.support import letters, open_game, server


def test_one_address_is_taken_up_a_little_in_a_round() -> None:
    async def try_it() -> list[str]:
        gate, order = turnstile(asyncio.get_running_loop()), list[str]()
        assert gate is turnstile(asyncio.get_running_loop())

        async def come(who: str) -> None:
            await gate.turn(who[0], 1.0)
            order.append(who)

        greedy = [asyncio.create_task(come(f"a{at}")) for at in range(50)]
        await asyncio.gather(*greedy, asyncio.create_task(come("b")), asyncio.create_task(come("c")))
        return order

    order = loops.run(try_it())
    assert len(order) == 52
    assert max(order.index("b"), order.index("c")) <= 4, "not behind the crowd that came first"
    assert [who for who in order if who[0] == "a"] == [f"a{at}" for at in range(50)], "each in turn"


def test_pieces_are_taken_in_order_and_one_that_fails_keeps_nobody_waiting() -> None:
    async def try_it() -> list[int]:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        gate, order = Turnstile(loop), list[int]()

        def fail() -> None:
            raise ValueError

        assert gate.enter("a", 0.5, lambda: order.append(0)) is True
        assert gate.enter("a", 0.5, lambda: order.append(1)) is True, "two halves of a round"
        assert gate.enter("a", 0.5, fail) is False
        for at in range(2, 5):
            assert gate.enter("a", 0.5, lambda at=at: order.append(at)) is False  # type: ignore[misc]
        assert (order, gate.waiting("a")) == ([0, 1], 4)
        for _ in range(10):
            await asyncio.sleep(0)
        assert gate.waiting("a") == 0
        return order

    assert loops.run(try_it()) == [0, 1, 2, 3, 4]


def test_what_is_refused_is_not_prepared() -> None:
    async def try_it() -> int:
        works, prepared = Works(1, rate=1, burst=100), 0

        async def prepare() -> tuple[Any, ...]:
            nonlocal prepared
            prepared += 1
            return ("made",)

        try:
            assert await works.prepared(Payer("a"), 80, str, prepare) == "made"
            for _ in range(5):
                with pytest.raises(TooMany):
                    await works.prepared(Payer("a"), 80, str, prepare)
            assert await works.once("key", Payer("b"), 80, str, prepare) == "made"
            assert await works.once("key", Payer("b"), 80, str, prepare) == "made"
        finally:
            works.close()
        return prepared

    assert loops.run(try_it()) == 2


def _spin(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_short_work_is_paid_for_with_the_time_that_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SPARE", 0.1)

    async def try_it() -> None:
        short = Beside()
        short._used._clock = lambda: 0.0
        try:
            await short.run("a", _spin, 0.2)
            with pytest.raises(TooMany) as spent:
                await short.run("a", _spin, 0.0)
            assert spent.value.facts["seconds"] >= 1
            assert await short.run("b", threading.get_ident) != threading.get_ident(), "another pays for himself"
            with pytest.raises(ZeroDivisionError):
                await short.run("b", divmod, 1, 0)
        finally:
            short.close()

    loops.run(try_it())


def test_one_address_has_two_threads_and_a_short_line() -> None:
    async def try_it() -> None:
        short, gate, running = Beside(), threading.Event(), list[int]()

        def hold() -> None:
            running.append(1)
            gate.wait()

        try:
            asked = [asyncio.create_task(short.run("a", hold)) for _ in range(AT_ONCE + WAITING)]
            while len(running) < AT_ONCE:
                await asyncio.sleep(0.01)
            with pytest.raises(TooMany):
                await short.run("a", hold)
            assert await short.run("b", int, "7") == 7
            assert len(running) == AT_ONCE
            gate.set()
            await asyncio.gather(*asked)
            assert short._at == {}
            assert short._places == {}
        finally:
            gate.set()
            short.close()

    loops.run(try_it())


def test_who_opens_too_much_is_refused_before_his_body_is_read(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        app: Any = client.app
        app.state.openings = Buckets(rate=0.001, burst=1)
        open_game(client)
        sent: list[Any] = []

        async def receive() -> Any:
            raise AssertionError("the body was read")

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/records",
            "raw_path": b"/api/records",
            "query_string": b"",
            "headers": [(b"content-length", b"30000"), (b"content-type", b"application/json")],
            "root_path": "",
            "client": ("testclient", 1),
            "server": ("testserver", 80),
            "scheme": "http",
            "http_version": "1.1",
        }
        assert client.portal is not None
        client.portal.call(app, scope, receive, send)
        assert sent[0]["status"] == 429
        assert int(dict(sent[0]["headers"])[b"retry-after"]) >= 1


def test_messages_on_many_sockets_count_for_their_address(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        app: Any = client.app
        game = open_game(client)
        with client.websocket_connect(f"{game.at}/live") as one, client.websocket_connect(f"{game.at}/live") as two:
            for socket in (one, two):
                socket.send_json({"type": "hello"})
                letters(socket, "state")
            app.state.addresses = Buckets(rate=0.001, burst=6)
            for socket in (one, two):
                for _ in range(3):
                    socket.send_json({"type": "ping"})
                    letters(socket, "pong")
            for socket in (one, two):
                socket.send_json({"type": "ping"})
                assert letters(socket, "error")["code"] == "too-many"


def test_who_is_gone_before_he_hears_why_not_breaks_nothing(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        said: list[str] = []

        async def receive() -> Any:
            if said:
                return {"type": "websocket.receive", "text": '{"type":"hello"}'}
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            said.append(message["type"])
            if message["type"] == "websocket.send":
                raise OSError

        scope = {
            "type": "websocket",
            "path": "/",
            "path_params": {"id": "0" * 16},
            "headers": [],
            "app": client.app,
            "client": ("testclient", 1),
            "query_string": b"",
        }
        assert client.portal is not None
        client.portal.call(live_socket, WebSocket(scope, receive, send))
        assert said == ["websocket.accept", "websocket.send"]


def test_who_was_sent_away_is_told_nothing_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The state that changes while a socket is being closed is no fault of the server."""
    with server(tmp_path / "a.sqlite") as client:
        game = open_game(client)
        rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]
        with client.websocket_connect(f"{game.at}/live") as socket:
            socket.send_json({"type": "hello"})
            letters(socket, "state")
            (guest,) = rooms._guests[game.id]

            async def go() -> None:
                guest.gone.set()
                await asyncio.sleep(0.01)
                guest.fall_behind()
                await asyncio.sleep(0.1)

            assert client.portal is not None
            client.portal.call(go)
            with pytest.raises(WebSocketDisconnect):
                letters(socket, "never")
        assert [line.getMessage() for line in caplog.records if line.levelname == "ERROR"] == []


def test_a_finished_game_s_record_and_log_are_written_once(tmp_path: Path) -> None:
    from random import Random

    with server(tmp_path / "a.sqlite", processes=1) as client:
        game = open_game(client, scenario="meeting")
        for _ in game.play(Random(5)):
            pass
        first = [client.get(game.at + rest).text for rest in ("/record", "/log", "/draws", "/verify?head=1")]
        works: Works = client.app.state.rooms.works  # type: ignore[attr-defined]
        assert (works.done["recorded"], works.done["log"], works.done["draws"], works.done["verified"]) == (1, 1, 1, 1)
        assert [client.get(game.at + rest).text for rest in ("/record", "/log", "/draws", "/verify?head=1")] == first
        assert client.get(game.at + "/verify?head=2").status_code == 200
        assert works.done["recorded"] == 1, "another head is another proof, of the same record"
        assert works.done["verified"] == 2


def test_a_running_game_s_long_record_is_paid_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from random import Random

    from marne.table.routes import history

    monkeypatch.setattr(history, "LONG", 50)
    with server(tmp_path / "a.sqlite", processes=1) as client:
        game = open_game(client)
        for _ in game.play(Random(5), 60):
            pass
        works: Works = client.app.state.rooms.works  # type: ignore[attr-defined]
        works._purses = Buckets(rate=0.001, burst=250)
        tokens = {"Authorization": f"Bearer {','.join(game.tokens.values())}"}
        replies = [client.get(game.at + "/record", headers=tokens).status_code for _ in range(4)]
        assert replies == [200, 200, 429, 429]


def test_the_lists_of_games_and_rules_are_made_once(client: TestClient) -> None:
    from marne.table.routes import library

    first = client.get("/api/games").text, client.get("/api/rules/schlieffens_war").text
    made = library._told_games.cache_info().misses, library._told_rules.cache_info().misses
    assert (client.get("/api/games").text, client.get("/api/rules/schlieffens_war").text) == first
    assert (library._told_games.cache_info().misses, library._told_rules.cache_info().misses) == made


class Wire(asyncio.Transport):
    """The other end of a connection that only sends."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 4000), "sockname": ("127.0.0.1", 80)})
        self.paused = False
        self.protocol: Any = None

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return False

    def get_protocol(self) -> Any:
        return self.protocol

    def write(self, data: Any) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_crowd_of_connections_from_one_address_is_read_a_little_at_a_time() -> None:
    """Another address is read at once; whoever waits is read no further, and is not late."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def try_it() -> None:
        config = uvicorn.Config(app, log_config=None, proxy_headers=False)
        config.load()
        state = ServerState()

        def come(host: str) -> Wire:
            wire = Wire(host)
            wire.protocol = Connection(config, state, {}, asyncio.get_running_loop())
            wire.protocol.connection_made(wire)
            wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return wire

        crowd = [come("10.0.0.1") for _ in range(30)]
        other = come("10.0.0.2")
        assert [wire.paused for wire in crowd] == [False] * 8 + [True] * 22
        assert all(wire.protocol._late is None for wire in crowd)
        assert not other.paused
        for _ in range(3):
            await asyncio.sleep(0)
        assert "10.0.0.2" in seen
        assert len(seen) < 30
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(seen) == 31
        assert not any(wire.paused for wire in crowd)

    loops.run(try_it())
