"""Open questions over HTTP and over the socket: suggestions are legal, and a check says what an answer would get."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from table.support import Game, bearer, letters


def meeting(client: TestClient) -> Game:
    """A meeting engagement, played by first answers to its first open question."""
    options = {"table": "crossroads"}
    wish = {"game": "brigade1914", "scenario": "meeting", "options": options, "seats": {"blue": "me", "red": "me"}}
    made = client.post("/api/tables", json=wish).json()
    game = Game(client, made["id"], made["seats"], made["invitations"])
    for _ in range(200):
        state, seat = asked(game)
        if state["scene"]["prompt"]["open"]:
            return game
        choice = state["scene"]["prompt"]["choices"][0]["id"]
        assert game.answer(choice, state["number"], seat).status_code == 200
    raise AssertionError("nothing open was asked")


def asked(game: Game) -> tuple[Any, str]:
    """The state for the seat that must answer."""
    seat = game.get(seat="blue")["scene"]["prompt"]["actor"]
    return game.get(seat=seat), seat


def test_suggestions_are_legal_and_stay_the_same(client: TestClient) -> None:
    game = meeting(client)
    for _ in range(12):
        state, seat = asked(game)
        if not state["scene"]["prompt"]["open"]:
            assert game.answer(state["scene"]["prompt"]["choices"][0]["id"], state["number"], seat).status_code == 200
            continue
        found = game.post("/suggest", {"n": 6}, seat).json()
        assert found
        assert found == game.post("/suggest", {"n": 6}, seat).json()
        for each in found:
            checked = game.post("/check", {"answer": each["id"]}, seat).json()
            assert checked["ok"], (each, checked)
        assert game.answer(found[0]["id"], state["number"], seat).status_code == 200


def test_a_check_gives_rule_and_reason_and_changes_nothing(client: TestClient) -> None:
    game = meeting(client)
    state, seat = asked(game)
    far = game.post("/check", {"answer": "-500,-500"}, seat).json()
    assert (far["ok"], bool(far["rule"]), bool(far["why"])) == (False, True, True)
    token = bearer(game.tokens[seat])
    in_spanish = client.post(f"{game.at}/check?language=es", json={"answer": "-500,-500"}, headers=token).json()
    assert in_spanish["why"] != far["why"]
    nonsense = game.post("/check", {"answer": "where ever"}, seat).json()
    assert not nonsense["ok"]
    assert game.get(seat=seat)["number"] == state["number"]


def test_only_the_seat_that_is_asked_may_look(client: TestClient) -> None:
    game = meeting(client)
    other = {"blue": "red", "red": "blue"}[asked(game)[1]]
    for path, body in (("/suggest", {"n": 3}), ("/check", {"answer": "100,100"})):
        assert game.post(path, body, other).status_code == 403
        assert game.post(path, body).status_code == 403


def live(game: Game) -> Any:
    """A socket at the table, before its hello."""
    return game.client.websocket_connect(f"{game.at}/live")


def greet(socket: Any, game: Game, *seats: str, language: str = "en") -> Any:
    socket.send_json({"type": "hello", "tokens": [game.tokens[seat] for seat in seats], "language": language})
    return letters(socket, "state")


def test_the_socket_suggests_and_checks_as_http_does(client: TestClient) -> None:
    game = meeting(client)
    state, seat = asked(game)
    with live(game) as socket:
        greet(socket, game, seat)
        socket.send_json({"type": "suggest", "id": 7, "n": 5})
        told = letters(socket, "suggest")
        assert (told["id"], told["answers"]) == (7, game.post("/suggest", {"n": 5}, seat).json())
        for at, each in enumerate(told["answers"]):
            socket.send_json({"type": "check", "id": at, "answer": each["id"]})
            checked = letters(socket, "check")
            assert (checked["id"], checked["ok"]) == (at, True)
        socket.send_json({"type": "check", "id": "far", "answer": "-500,-500"})
        refused = letters(socket, "check")
        by_http = game.post("/check", {"answer": "-500,-500"}, seat).json()
        assert (refused["id"], refused["ok"]) == ("far", False)
        assert (refused["rule"], refused["why"]) == (by_http["rule"], by_http["why"])
        socket.send_json({"type": "suggest", "n": 100_000})
        assert len(letters(socket, "suggest")["answers"]) <= 40
        socket.send_json({"type": "answer", "number": state["number"], "answer": told["answers"][0]["id"]})
        assert letters(socket, "state")["number"] > state["number"]


def test_a_refusal_in_the_language_of_the_socket(client: TestClient) -> None:
    game = meeting(client)
    _, seat = asked(game)
    told = {}
    for language in ("en", "es"):
        with live(game) as socket:
            greet(socket, game, seat, language=language)
            socket.send_json({"type": "check", "answer": "-500,-500"})
            told[language] = letters(socket, "check")
    assert told["en"]["rule"] == told["es"]["rule"]
    assert told["en"]["why"] != told["es"]["why"]


def test_the_socket_tells_nobody_else(client: TestClient) -> None:
    """The other seat and a spectator learn neither the suggestions nor whether a place would do."""
    game = meeting(client)
    state, seat = asked(game)
    other = {"blue": "red", "red": "blue"}[seat]
    for seats in ((other,), ()):
        with live(game) as socket:
            greet(socket, game, *seats)
            for letter in ({"type": "suggest", "n": 3}, {"type": "check", "answer": "100,100"}):
                socket.send_json(letter)
                assert letters(socket, "error")["code"]
    assert game.get(seat=seat)["number"] == state["number"]
