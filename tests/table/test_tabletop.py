"""Open questions over HTTP and over the socket: suggestions are legal, and a check says what an answer would get."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from table.support import Game, bearer


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
