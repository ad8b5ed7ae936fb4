"""Whose seat it is: tokens are renewed, given up, handed over and got back, and everybody is told; and a few small
promises about names, late copies and the server's own name."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from table.support import Game, bearer, letters, open_game, server


def two(client: TestClient) -> tuple[Game, str]:
    """Two people, and the opener's own token."""
    made = client.post("/api/tables", json={"game": "training", "seats": {"blue": "me", "red": "open"}}).json()
    game = Game(client, made["id"], made["seats"], made["invitations"])
    game.tokens["red"] = game.post("/join", {"invitation": game.invitations["red"]}).json()["token"]
    return game, made["owner"]


def status(game: Game, token: str) -> int:
    found: int = game.client.get(game.at, headers=bearer(token)).status_code
    return found


def told(game: Game) -> list[str]:
    log = game.get(seat="blue")["log"] if "blue" in game.tokens else game.get()["log"]
    return [event["text"] for line in log for event in line["events"] if event["kind"] == "handed"]


def test_a_renewed_token_holds_and_the_old_one_does_not(client: TestClient) -> None:
    game, _ = two(client)
    old = game.tokens["blue"]
    with client.websocket_connect(game.at + "/live") as socket:
        socket.send_json({"type": "hello", "tokens": [old]})
        letters(socket, "state")
        game.tokens["blue"] = game.post("/token", {}, "blue").json()["token"]
        with pytest.raises(WebSocketDisconnect):
            letters(socket, "never")
    assert (status(game, old), status(game, game.tokens["blue"])) == (403, 200)


def test_a_seat_is_handed_over(client: TestClient) -> None:
    game, _ = two(client)
    for _ in game.play(Random(1), 3):
        pass
    commits = game.get("/dice")["commits"]
    old = game.tokens["red"]
    invitation = game.post("/handover", {}, "red").json()["invitation"]
    assert status(game, old) == 200, "until it is taken up"
    reply = game.post("/join", {"invitation": invitation, "name": "Joffre", "seed": "00"})
    game.tokens["red"] = reply.json()["token"]
    assert (status(game, old), status(game, game.tokens["red"])) == (403, 200)
    assert game.get("/dice")["commits"] == commits, "promises go with the seat"
    assert any("somebody else" in text for text in told(game))
    assert game.post("/join", {"invitation": invitation}).status_code == 403, "once"


def test_the_opener_invites_to_a_seat_that_was_given_up_and_everybody_is_told(client: TestClient) -> None:
    game, owner = two(client)
    for _ in game.play(Random(1), 3):
        pass
    assert game.client.delete(game.at + "/token", headers=bearer(game.tokens["red"])).status_code == 200
    assert status(game, game.tokens["red"]) == 403
    for wrong in (game.tokens["blue"], "", "x"):
        assert game.post("/free", {"owner": wrong, "seat": "red"}).status_code == 403
    invitation = game.post("/free", {"owner": owner, "seat": "red"}).json()["invitation"]
    game.tokens["red"] = game.post("/join", {"invitation": invitation}).json()["token"]
    assert status(game, game.tokens["red"]) == 200
    assert len(told(game)) == 3
    for _ in game.play(Random(2), 5):
        pass


def test_a_late_copy_of_an_answer_that_was_taken_back_is_not_taken(client: TestClient) -> None:
    game, _ = two(client)
    state = game.get(seat="blue")
    actor = state["scene"]["prompt"]["actor"]
    choice = game.get(seat=actor)["scene"]["prompt"]["choices"][0]["id"]
    body = {"number": state["number"], "answer": choice, "moment": state["moment"]}
    assert game.post("/answers", body, actor).status_code == 200
    after = game.get(seat=actor)
    assert game.post("/undo", {"number": after["number"]}, actor).status_code == 200
    assert game.post("/answers", body, actor).status_code == 409
    with client.websocket_connect(game.at + "/live") as socket:
        socket.send_json({"type": "hello", "tokens": [game.tokens[actor]]})
        letters(socket, "state")
        socket.send_json({"type": "answer", **body})
        assert letters(socket, "error")["code"] == "stale"
    assert game.get()["number"] == state["number"]


@pytest.mark.parametrize("name", ["a\u202eb", "a\u2066b", "a\x07b", "a\u200bb", "a\nb", "a\ufeffb"])
def test_names_are_what_they_look_like(client: TestClient, name: str) -> None:
    wish: dict[str, Any] = {"game": "training", "seats": {"blue": "me", "red": "open"}}
    assert client.post("/api/tables", json={**wish, "name": name}).status_code == 422
    game = open_game(client, seats={"blue": "me", "red": "open"})
    assert game.post("/join", {"invitation": game.invitations["red"], "name": name}).status_code == 422
    for good in ("Ferdinand Foch", "Жоффр", "福煦", "Nuño"):
        assert client.post("/api/tables", json={**wish, "name": good}).status_code == 201


def test_a_server_with_a_name_answers_to_no_other(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite", name=("marne.example",)) as client:
        assert client.get("/api/games", headers={"host": "marne.example"}).status_code == 200
        assert client.get("/api/games", headers={"host": "marne.example:8000"}).status_code == 200
        reply = client.get("/api/games", headers={"host": "evil.example"})
        assert (reply.status_code, reply.json()["error"]["code"]) == (403, "forbidden")
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/tables/x/live"):
            pass


def test_numbers_of_any_length_are_refused_in_words(client: TestClient) -> None:
    game, _ = two(client)
    long = "9" * 5000
    head = {**bearer(game.tokens["blue"]), "Content-Type": "application/json"}
    body = '{"number": ' + long + ', "answer": "x"}'
    assert client.post(game.at + "/answers", content=body, headers=head).status_code in (400, 422)
    assert client.get(f"{game.at}/log?from={long}").status_code == 422
    assert client.get(f"{game.at}/moments/{long}").status_code == 422
    with client.websocket_connect(game.at + "/live") as socket:
        socket.send_json({"type": "hello"})
        letters(socket, "state")
        socket.send_text('{"type": "undo", "number": ' + long + "}")
        assert json.loads(socket.receive_text())["type"] == "error"
