"""What one client can take is bounded: places at a table, lines, records and tables in a day, rows of a log, wishes to
go back, memory for tables that aren't there."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from marne.table.game import open_tables
from marne.table.game.open_tables import Hall
from marne.table.limits import SPECTATORS, SPECTATORS_EACH, WISH_MOST, Backoff, Buckets
from marne.table.routes import request
from marne.table.store import database
from marne.table.view.audience import Guest, Rooms
from table.support import Game, bearer, letters, open_game, server


def hello(socket: Any, *tokens: str) -> dict[str, Any]:
    socket.send_json({"type": "hello", "tokens": list(tokens)})
    letter: dict[str, Any] = json.loads(socket.receive_text())
    return letter


def rooms_of(client: TestClient) -> Rooms:
    found: Rooms = client.app.state.rooms  # type: ignore[attr-defined]
    return found


def live_of(game: Game) -> Any:
    halls: Hall = game.client.app.state.hall
    return halls._live[game.id]


def test_spectators_never_shut_a_player_out(client: TestClient) -> None:
    game = open_game(client)
    found, live = rooms_of(client), live_of(game)

    def crowd(address: str) -> int:
        came = 0
        for _ in range(200):
            try:
                found.enter(Guest(live, [], address=address))
                came += 1
            except Exception:
                break
        return came

    assert crowd("a") == SPECTATORS_EACH
    assert sum(crowd(str(at)) for at in range(20)) == SPECTATORS - SPECTATORS_EACH
    with client.websocket_connect(game.at + "/live") as socket:
        assert hello(socket)["type"] == "error", "there is no room for another spectator"
    with client.websocket_connect(game.at + "/live") as socket:
        assert hello(socket, game.tokens["blue"])["type"] == "state"
    for guest in list(found._guests[game.id]):
        found.leave(guest)


def test_players_send_spectators_away(client: TestClient) -> None:
    game = open_game(client)
    with (
        client.websocket_connect(game.at + "/live") as spectator,
        client.websocket_connect(game.at + "/live") as player,
    ):
        hello(spectator)
        hello(player, game.tokens["blue"])
        assert client.put(game.at + "/watch", json={"watch": False}).status_code == 403, "not by one of them"
        reply = client.put(game.at + "/watch", json={"watch": False}, headers=bearer(game.tokens["blue"]))
        assert reply.json() == {"gone": 1}
        with pytest.raises(WebSocketDisconnect) as closed:
            letters(spectator, "never")
        assert closed.value.code == 4403
        player.send_json({"type": "ping"})
        letters(player, "pong")
    assert client.get(game.at).status_code == 403


def test_players_send_one_spectator_away(client: TestClient) -> None:
    """Not the others, and he does not come back; whoever sits stays, from whatever address."""
    game = open_game(client)
    found, live, blue = rooms_of(client), live_of(game), bearer(game.tokens["blue"])
    other = Guest(live, [], address="elsewhere")
    found.enter(other)
    with (
        client.websocket_connect(game.at + "/live") as spectator,
        client.websocket_connect(game.at + "/live") as player,
    ):
        hello(spectator)
        hello(player, game.tokens["blue"])
        assert client.get(game.at + "/spectators").status_code == 403, "not for one of them"
        told = client.get(game.at + "/spectators", headers=blue).json()
        assert told["watch"] is True
        assert [each["place"] for each in told["spectators"]] == [1, 2]
        assert "elsewhere" not in str(told)
        mark = told["spectators"][1]["mark"]
        assert client.delete(f"{game.at}/spectators/{mark}").status_code == 403
        assert client.delete(f"{game.at}/spectators/{mark}", headers=blue).json() == {"gone": 1}
        with pytest.raises(WebSocketDisconnect) as closed:
            letters(spectator, "never")
        assert closed.value.code == 4403
        assert client.delete(f"{game.at}/spectators/00000000", headers=blue).status_code == 404
        player.send_json({"type": "ping"})
        letters(player, "pong")
        assert not other.gone.is_set()
        (left,) = client.get(game.at + "/spectators", headers=blue).json()["spectators"]
        client.delete(f"{game.at}/spectators/{left['mark']}", headers=blue)
        listed = client.get(game.at + "/spectators", headers=blue).json()["spectators"]
        assert listed == [], "not even while the connection closes"
    assert client.get(game.at).status_code == 403, "he stays away"
    with client.websocket_connect(game.at + "/live") as again:
        assert hello(again)["type"] == "error"
    assert client.get(game.at, headers=blue).status_code == 200
    found.leave(other)


def test_each_spectator_has_a_bucket_of_his_own(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite", rate=5) as client:
        game = open_game(client)
        with client.websocket_connect(game.at + "/live") as loud, client.websocket_connect(game.at + "/live") as calm:
            hello(loud), hello(calm)
            for _ in range(40):
                loud.send_json({"type": "ping"})
            letters(loud, "error")
            calm.send_json({"type": "ping"})
            assert json.loads(calm.receive_text())["type"] == "pong"


def test_half_a_letter_does_not_mute_a_socket(client: TestClient) -> None:
    game = open_game(client)
    with client.websocket_connect(game.at + "/live") as socket:
        hello(socket, game.tokens["blue"])
        for text in ('{"type": "odds", "id": "\\ud800", "answer": "x"}', '{"type": "\\udfff"}'):
            socket.send_text(text)
            assert letters(socket, "error")["code"] == "refused"
        socket.send_json({"type": "ping"})
        letters(socket, "pong")


def test_a_wish_that_was_refused_waits_longer_each_time(client: TestClient) -> None:
    game = open_game(client)
    for _ in game.play(Random(1), 30):
        pass
    for _ in range(2):
        assert game.post("/undo/ask", {"to": 3}, "blue").json()["asked"]
        assert game.post("/undo/consent", {"yes": False}, "red").status_code == 200
    reply = game.post("/undo/ask", {"to": 3}, "blue")
    assert reply.status_code == 429
    assert int(reply.headers["retry-after"]) >= 1
    now = [0.0]
    waits, growing = [], Backoff(lambda: now[0])
    for _ in range(14):
        growing.refused()
        waits.append(growing.wait())
    assert waits[:4] == [0, 5, 10, 20]
    assert waits[-1] == WISH_MOST
    growing.over()
    assert growing.wait() == 0


def test_answering_and_going_back_for_ever_meets_an_end(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(client)
    monkeypatch.setattr(open_tables, "ROWS", 40)
    taken = 0
    for _ in range(100):
        state = game.get(seat="blue")
        actor = state["scene"]["prompt"]["actor"]
        choices = game.get(seat=actor)["scene"]["prompt"]["choices"]
        reply = game.answer(choices[0]["id"], state["number"], actor)
        if reply.status_code == 200:
            reply = game.post("/undo", {"number": reply.json()["number"]}, actor)
        taken += reply.status_code == 200
    assert live_of(game).seq <= 60
    assert "rows" in reply.json()["error"]["message"]
    assert taken < 60


def test_chat_is_bounded_in_a_day_and_in_all(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(client)
    monkeypatch.setattr(database, "LINES_KEPT", 5)
    monkeypatch.setattr(rooms_of(client), "_lines", Buckets(rate=0.0001, burst=12))
    replies = [game.post("/chat", {"text": f"line {at}"}, "blue").status_code for at in range(20)]
    assert replies == [200] * 12 + [429] * 8
    assert [line["text"] for line in game.get("/chat")] == [f"line {at}" for at in range(7, 12)]


def test_records_and_tables_are_bounded_in_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "TABLES_A_DAY", 5)
    with server(tmp_path / "a.sqlite", rate=60) as client:
        statuses = [client.post("/api/tables", json={"game": "training"}).status_code for _ in range(7)]
    assert statuses == [201] * 5 + [429] * 2
    monkeypatch.setattr(request, "TABLES_A_DAY", 500)
    monkeypatch.setattr(request, "RECORDS_A_DAY", 1000)
    with server(tmp_path / "b.sqlite", rate=60) as client:
        statuses = [client.post("/api/records", json={"text": "x" * 400}).status_code for _ in range(4)]
    assert statuses == [400, 400, 429, 429]


def test_tables_that_are_not_there_leave_nothing_behind(client: TestClient) -> None:
    halls: Hall = client.app.state.hall  # type: ignore[attr-defined]
    for at in range(50):
        assert client.get(f"/api/tables/{at:016x}").status_code == 404
        assert client.get(f"/api/tables/{'x' * 30}{at}").status_code == 404
    for id in ("0" * 16, "y" * 5000):
        with client.websocket_connect(f"/api/tables/{id}/live") as socket:
            assert hello(socket)["type"] == "error"
    assert halls._loading == {}
    assert not [id for id in rooms_of(client)._guests if id not in halls._live]
