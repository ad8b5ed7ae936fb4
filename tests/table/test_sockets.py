"""The live socket: two people see each other's moves; what is malformed gets a clear error and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from table.support import Game, letters, open_game, server


def connect(game: Game, *seats: str, **more: Any) -> Any:
    return game.client.websocket_connect(f"{game.at}/live", **more)


def hello(socket: Any, game: Game, *seats: str, **more: Any) -> dict[str, Any]:
    socket.send_json({"type": "hello", "tokens": [game.tokens[seat] for seat in seats], **more})
    return letters(socket, "state")


def state_at(socket: Any, number: int) -> dict[str, Any]:
    """The state after so many answers; older ones may come before, since several are told as one."""
    while (state := letters(socket, "state"))["number"] < number:
        pass
    assert state["number"] == number
    return state


def test_two_people_and_a_spectator_see_each_others_moves(client: TestClient) -> None:
    game, rng = open_game(client), Random(1)
    with connect(game) as blue, connect(game) as red, connect(game) as watcher:
        sockets = {"blue": blue, "red": red}
        states = {name: hello(socket, game, name) for name, socket in sockets.items()}
        seen = hello(watcher, game)
        assert seen["you"] == []
        while letters(blue, "state")["seats"][1]["present"] is False:
            pass
        for _ in range(60):
            actor = seen["scene"]["prompt"]["actor"]
            choices = [choice["id"] for choice in states[actor]["scene"]["prompt"]["choices"]]
            choices = choices or game.get("/suggestions", actor)
            number = states[actor]["number"]
            sockets[actor].send_json({"type": "answer", "number": number, "answer": rng.choice(choices), "as": actor})
            seen = letters(watcher, "state")
            while seen["number"] <= number:
                seen = letters(watcher, "state")
            states = {name: state_at(socket, seen["number"]) for name, socket in sockets.items()}
            for name, state in states.items():
                assert state["scene"] == game.get(seat=name)["scene"]
            assert seen["scene"] == game.get()["scene"]
            if seen["status"] == "over":
                break
        assert seen["number"] > 50
        watcher.send_json({"type": "chat", "text": "hello"})
        assert letters(watcher, "error")["code"] == "forbidden"
        red.send_json({"type": "chat", "text": "bonne chance"})
        while not (state := letters(blue, "state"))["chat"]:
            pass
        assert state["chat"][0]["text"] == "bonne chance"


def test_undo_questions_and_language_by_socket(client: TestClient) -> None:
    game = open_game(client)
    with connect(game) as blue, connect(game) as red:
        first = hello(blue, game, "blue")
        hello(red, game, "red", language="es")
        choice = first["scene"]["prompt"]["choices"][0]["id"]
        blue.send_json({"type": "answer", "number": 0, "answer": choice, "as": "red"})
        assert letters(blue, "error")["code"] == "forbidden"
        red.send_json({"type": "answer", "number": 0, "answer": choice})
        assert letters(red, "error")["code"] == "forbidden"
        blue.send_json({"type": "answer", "number": 0, "answer": choice})
        assert state_at(blue, 1)["undo"] is True
        assert state_at(red, 1)["undo"] is False
        red.send_json({"type": "undo", "number": 1})
        assert letters(red, "error")["code"] == "forbidden"
        blue.send_json({"type": "answer", "number": 0, "answer": choice})
        assert letters(blue, "error")["code"] == "stale"
        assert letters(blue, "state")["number"] == 1, "whoever is behind gets the newest state"
        blue.send_json({"type": "undo", "number": 1})
        assert letters(blue, "state")["scene"] == first["scene"]
        blue.send_json({"type": "why-not", "id": 7, "hex": "0101"})
        reply = letters(blue, "why-not")
        assert reply["id"] == 7
        blue.send_json({"type": "language", "language": "es"})
        assert letters(blue, "state")["scene"]["prompt"]["question"] != first["scene"]["prompt"]["question"]
        blue.send_json({"type": "ping"})
        letters(blue, "pong")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "refused"),
        ("[]", "refused"),
        ("{}", "refused"),
        ('{"type": 3}', "refused"),
        ("[" * 10_000, "refused"),
        ('{"type": "fly"}', "refused"),
        ('{"type": "answer"}', "refused"),
        ('{"type": "hello"}', "refused"),
        ('{"type": "answer", "number": "0", "answer": "x"}', "refused"),
        ('{"type": "answer", "number": true, "answer": "x"}', "refused"),
        ('{"type": "answer", "number": -1, "answer": "x"}', "refused"),
        ('{"type": "answer", "number": 99999999999, "answer": "x"}', "refused"),
        ('{"type": "answer", "number": 0, "answer": {}}', "refused"),
        ('{"type": "answer", "number": 0, "answer": "\\ud800"}', "refused"),
        ('{"type": "answer", "number": 0, "answer": "\\u0000"}', "refused"),
        ('{"type": "answer", "number": 0, "answer": "zzz"}', "illegal"),
        ('{"type": "answer", "number": 5, "answer": "zzz"}', "stale"),
        ('{"type": "undo", "number": 0}', "forbidden"),
        ('{"type": "undo", "number": 0, "to": 5}', "forbidden"),
        ('{"type": "undo-ask", "to": 3}', "refused"),
        ('{"type": "undo-consent", "yes": true}', "forbidden"),
        ('{"type": "chat", "text": "%s"}' % ("x" * 501), "refused"),
        ('{"type": "chat"}', "refused"),
        ('{"type": "odds", "answer": "zzz"}', "illegal"),
        ('{"type": "chat", "text": "%s"}' % ("x" * 20_000), "too-large"),
    ],
)
def test_malformed_messages_change_nothing(client: TestClient, text: str, code: str) -> None:
    game = open_game(client)
    with connect(game) as socket:
        before = hello(socket, game, "blue")
        socket.send_text(text)
        error = letters(socket, "error")
        assert error["code"] == code
        assert error["message"]
        socket.send_bytes(b"\x00\xff")
        assert letters(socket, "error")["code"] == "refused"
        assert game.get(seat="blue") == {key: value for key, value in before.items() if key != "type"}


@pytest.mark.parametrize(
    "hello",
    [
        {"type": "answer"},
        {"type": "hello", "tokens": "x"},
        {"type": "hello", "tokens": ["wrong"]},
        {"type": "hello", "tokens": ["x"] * 9},
        {"type": "hello", "tokens": [{}]},
        [1],
        "x",
        {"type": "hello", "tokens": ["\ud800"]},
    ],
)
def test_a_bad_hello_ends_the_socket(client: TestClient, hello: Any) -> None:
    with connect(open_game(client)) as socket:
        socket.send_text(json.dumps(hello))
        assert letters(socket, "error")["message"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_no_such_table_and_closed_tables(client: TestClient) -> None:
    for game in (Game(client, "0" * 16, {}), Game(client, "what", {}), open_game(client, watch=False)):
        with connect(game) as socket:
            socket.send_json({"type": "hello"})
            assert letters(socket, "error")["code"] in ("not-found", "forbidden")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver.evil.example", "http://[", ""])
def test_a_page_of_another_site_gets_no_socket(client: TestClient, origin: str) -> None:
    game = open_game(client)
    with pytest.raises(WebSocketDisconnect), connect(game, headers={"Origin": origin}) as socket:
        socket.receive_text()
    reply = client.post(game.at + "/chat", json={"text": "x"}, headers={"Origin": origin})
    assert reply.status_code == 403
    assert reply.json()["error"]["code"] == "forbidden"
    with connect(game, headers={"Origin": "http://testserver"}) as socket:
        assert hello(socket, game, "blue")["you"] == ["blue"]


def drain(socket: Any, codes: list[str | None]) -> None:
    """Note the codes of what comes until the socket is closed."""
    while True:
        codes.append(json.loads(socket.receive_text()).get("code"))


def test_a_flood_is_slowed_and_then_cut_off(tmp_path: Path) -> None:
    with server(tmp_path / "flood.sqlite", rate=2) as client:
        state: Any = client.app.state  # type: ignore[attr-defined]
        for buckets in (state.buckets, state.addresses):
            buckets._clock = lambda: 0.0  # nothing fills again, however slow the machine is
        game = open_game(client)
        with connect(game) as socket:
            before = hello(socket, game, "blue")
            choice = before["scene"]["prompt"]["choices"][0]["id"]
            for _ in range(200):
                socket.send_json({"type": "answer", "number": 4, "answer": choice})
            codes: list[str | None] = []
            with pytest.raises(WebSocketDisconnect):
                drain(socket, codes)
            assert "too-many" in codes
        replies = [client.get(game.at).status_code for _ in range(120)]
        assert 429 in replies
        assert replies[0] == 200


def test_large_and_unmeasured_bodies_are_refused(client: TestClient) -> None:
    game = open_game(client)
    huge = client.post(game.at + "/chat", content=b"x" * 70_000, headers={"Content-Type": "application/json"})
    assert huge.status_code == 413
    assert huge.json()["error"]["code"] == "too-large"
    chunks = client.post(game.at + "/chat", content=iter([b"{}"]), headers={"Content-Type": "application/json"})
    assert chunks.status_code == 413
    record = client.post("/api/records", json={"text": "x" * 3_000_000})
    assert record.status_code == 413
    for body in (b"", b"{", b"[]", b'{"text": 3}', b'{"text": "a", "more": 1}', b"\xff\xfe"):
        reply = client.post(game.at + "/chat", content=body, headers={"Content-Type": "application/json"})
        assert reply.status_code == 422
        assert reply.json()["error"]["code"] == "malformed"
    assert client.get("/api/nowhere").json()["error"]["code"] == "not-found"
    assert client.delete(game.at).json()["error"]["code"] == "no-such-method"
    assert game.get()["chat"] == []


def test_a_reader_who_cannot_be_told_is_sent_away_to_come_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault while a state is written must not leave a page waiting for ever."""
    game = open_game(client)

    def fails(*_: object) -> str:
        raise KeyError("a part that was not there before")

    with connect(game) as socket:
        hello(socket, game, "blue", differences=True)
        monkeypatch.setattr("marne.table.server.sockets.letter_of_frames", fails)
        list(game.play(Random(1), 1))
        with pytest.raises(WebSocketDisconnect) as closed:
            letters(socket, "change")
        assert closed.value.code == 1011
    with connect(game) as again:
        assert hello(again, game, "blue", differences=True)["number"] == 1
