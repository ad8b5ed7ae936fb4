"""Seats that only their holder recovers: by a recovery word, by handing the seat over, or after an announced silence.
The opener's token closes a table or frees a seat. It never opens another person's hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from marne.engine import RecordError, find_game, read_record, rebuild, record_of
from marne.table.game import holders
from marne.table.limits import DAY, SILENCE
from table.support import Game, bearer, letters
from table.test_restart import patiently
from table.test_secrecy import other_match

GAMES = ("brigade1914", "grand_illusion", "nach_paris", "schlieffens_war")
OPTIONS = {"nach_paris": {"fog": "on"}}
OPEN = ("grand_illusion",)
"""Games in which no seat hides anything from the other."""


def two(client: TestClient, name: str = "training") -> tuple[Game, str, str, str]:
    """Two people after a few answers, the opener's own token, and the names of both seats: the opener's first."""
    first, second = find_game(name).seats[:2]
    wish = {"game": name, "seats": {first: "me", second: "open"}, "options": OPTIONS.get(name, {})}
    made = client.post("/api/tables", json=wish).json()
    game = Game(client, made["id"], made["seats"], made["invitations"])
    game.tokens[second] = game.post("/join", {"invitation": game.invitations[second]}).json()["token"]
    for _ in game.play(Random(1), 60):
        pass
    assert game.client.put(game.at + "/notes", json={"text": "my plan"}, headers=bearer(game.tokens[second])).is_success
    return game, made["owner"], first, second


def status(game: Game, token: str) -> int:
    found: int = game.client.get(game.at, headers=bearer(token)).status_code
    return found


def seat_of(game: Game, name: str, viewer: str) -> dict[str, Any]:
    """What everybody is told of a seat."""
    found: dict[str, Any] = next(seat for seat in game.get(seat=viewer)["seats"] if seat["name"] == name)
    return found


def told(game: Game, viewer: str) -> list[str]:
    lines = [(event["kind"], event["text"]) for line in game.get(seat=viewer)["log"] for event in line["events"]]
    return [text for kind, text in lines if kind == "handed"]


@pytest.mark.parametrize("name", GAMES)
def test_the_openers_token_opens_no_hand(client: TestClient, name: str) -> None:
    """Every route that takes a word, a token or an owner, tried by an opener who wants the other person's seat."""
    game, owner, first, second = two(client, name)
    hers = game.tokens[second]
    assert game.post("/recover", {"owner": owner, "seat": second}).status_code == 422, "the old master key"
    for word in (owner, game.tokens[first], ""):
        assert game.post("/recover", {"word": word}).status_code == 403
    for route in ("/handover", "/token", "/word"):
        assert game.client.post(game.at + route, headers=bearer(owner)).status_code == 403
    with client.websocket_connect(game.at + "/live") as socket:
        socket.send_json({"type": "hello", "tokens": [hers]})
        letters(socket, "state")
        here = game.post("/free", {"owner": owner, "seat": second})
        assert (here.status_code, "the player is here" in here.text) == (403, True)
    assert seat_of(game, second, first)["free"] == 0
    for _ in range(3):
        reply = game.post("/free", {"owner": owner, "seat": second}).json()
        assert (reply["invitation"], reply["staff"]) == ("", False)
        assert reply["due"] == seat_of(game, second, first)["free"] > 0
    assert len(told(game, first)) == 1, "announced once, to everybody"
    assert status(game, hers) == 200
    assert seat_of(game, second, first)["free"] == 0, "a sign of life ends it"
    assert game.get("/notes", second)["text"] == "my plan"


@pytest.mark.parametrize("name", GAMES)
def test_a_silent_players_hand_stays_closed(client: TestClient, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the announced days the staff plays on where something is hidden; elsewhere somebody else may sit down."""
    game, owner, first, second = two(client, name)
    hers = game.tokens.pop(second)
    game.post("/free", {"owner": owner, "seat": second})
    monkeypatch.setattr(holders, "SILENCE", 0.0)
    freed = game.post("/free", {"owner": owner, "seat": second}).json()
    assert freed["staff"] == (name not in OPEN)
    assert bool(freed["invitation"]) == (name in OPEN)
    if freed["staff"]:
        assert seat_of(game, second, first)["kind"] == "computer"
        assert any("staff officer plays on" in text for text in told(game, first))
        patiently(lambda: game.get(seat=first)["scene"]["prompt"]["actor"] == first or game.get()["status"] == "over")
        assert game.post("/free", {"owner": owner, "seat": second}).status_code == 403, "the staff's seat is nobody's"
        assert game.client.get(game.at + "/notes", headers=bearer(hers)).json()["text"] == "my plan"
        assert seat_of(game, second, first)["kind"] == "person", "her own again, as soon as she is back"
    else:
        new = game.post("/join", {"invitation": freed["invitation"]}).json()["token"]
        assert game.client.get(game.at + "/notes", headers=bearer(new)).json()["text"] == "", "without her notes"
        assert (status(game, hers), status(game, new)) == (403, 200)


def test_a_silent_seat_is_not_freed_before_its_days_are_over(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, owner, _, second = two(client)
    due = game.post("/free", {"owner": owner, "seat": second}).json()["due"]
    found = []
    for now in (due - 1.0, due - 1.0, due + 1.0):
        monkeypatch.setattr(client.app.state.hall, "clock", lambda now=now: now)  # type: ignore[attr-defined]
        found.append(game.post("/free", {"owner": owner, "seat": second}).json()["staff"])
    assert found == [0, 0, 1]
    assert SILENCE == 7 * DAY, "as the words say"


def test_a_look_at_the_list_of_games_is_a_sign_of_life(client: TestClient) -> None:
    game, owner, first, second = two(client)
    game.post("/free", {"owner": owner, "seat": second})
    assert seat_of(game, second, first)["free"] > 0
    assert client.get(f"/api/tables?ids={game.id}", headers=bearer(game.tokens[second])).is_success
    assert seat_of(game, second, first)["free"] == 0


def test_a_player_gets_the_seat_back_by_a_recovery_word(client: TestClient) -> None:
    game, _, first, second = two(client)
    old, lost = game.post("/word", {}, second).json()["word"], game.tokens[second]
    word = game.post("/word", {}, second).json()["word"]
    assert game.post("/recover", {"word": old}).status_code == 403, "the newest one holds"
    with client.websocket_connect(game.at + "/live") as socket:
        socket.send_json({"type": "hello", "tokens": [lost]})
        letters(socket, "state")
        found = game.post("/recover", {"word": f" {word.replace('-', ' ').upper()} "}).json()
        with pytest.raises(WebSocketDisconnect):
            letters(socket, "never")
    assert found["seat"] == second
    assert (status(game, lost), status(game, found["token"])) == (403, 200)
    assert client.get(game.at + "/notes", headers=bearer(found["token"])).json()["text"] == "my plan"
    assert any("recovery word" in text for text in told(game, first))
    kept = client.app.state.hall.store.seats(game.id)  # type: ignore[attr-defined]
    assert word not in repr(kept), "only its hash"


def test_a_word_does_not_outlive_its_holder(client: TestClient) -> None:
    game, owner, _, second = two(client)
    word = game.post("/word", {}, second).json()["word"]
    invitation = game.post("/handover", {}, second).json()["invitation"]
    game.tokens[second] = game.post("/join", {"invitation": invitation}).json()["token"]
    assert game.post("/recover", {"word": word}).status_code == 403
    word = game.post("/word", {}, second).json()["word"]
    assert client.delete(game.at + "/token", headers=bearer(game.tokens[second])).is_success
    assert game.post("/recover", {"word": word}).status_code == 403
    invitation = game.post("/free", {"owner": owner, "seat": second}).json()["invitation"]
    new = game.post("/join", {"invitation": invitation}).json()["token"]
    assert client.get(game.at + "/notes", headers=bearer(new)).json()["text"] == "", "given up, without notes"


@pytest.mark.parametrize("name", [name for name in GAMES if name not in OPEN])
def test_what_a_freed_seat_hides_stays_as_the_chain_has_it(
    client: TestClient, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is dealt again for the staff (decision 20): the record of another deal would be refused."""
    game, owner, first, second = two(client, name)
    match = client.app.state.hall._live[game.id].match  # type: ignore[attr-defined]
    before, moment = [entry.text for entry in match.log], match.position.fingerprint()
    asked = match.actor
    del game.tokens[second]
    game.post("/free", {"owner": owner, "seat": second})
    monkeypatch.setattr(tokens, "SILENCE", 0.0)
    assert game.post("/free", {"owner": owner, "seat": second}).json()["staff"]
    patiently(lambda: game.get(seat=first)["scene"]["prompt"]["actor"] == first or game.get()["status"] == "over")
    after = client.app.state.hall._live[game.id].match  # type: ignore[attr-defined]
    assert [entry.text for entry in after.log[: len(before)]] == before
    assert len(after.log) > len(before) or asked == match.game.seats.index(first), "the staff did answer"
    record = read_record(record_of(after))
    assert rebuild(record, len(before)).position.fingerprint() == moment
    assert rebuild(record).position.fingerprint() == after.position.fingerprint()
    viewer, rng = match.game.seats.index(first), Random(1)
    others = [other_match(after, viewer, rng) for _ in range(20)]
    other = next(each for each in others if each.position.fingerprint() != after.position.fingerprint())
    other.log = after.log
    with pytest.raises(RecordError):
        rebuild(read_record(record_of(other)))


@pytest.mark.parametrize("name", GAMES)
def test_a_closed_table_has_no_result_and_shows_nothing_hidden(client: TestClient, name: str) -> None:
    game, owner, first, second = two(client, name)
    for wrong in (game.tokens[second], "", "x"):
        assert game.post("/close", {"owner": wrong}).status_code == 403
    assert game.post("/close", {"owner": owner}).json() == {"closed": True}
    state = game.get(seat=first)
    assert (state["closed"], state["status"], state["score"]["winner"]) == (True, "playing", None)
    assert state["dice"]["secret"] == ""
    actor = state["scene"]["prompt"]["actor"]
    for seat in (first, second):
        reply = game.answer("pass", state["number"], seat)
        assert (reply.status_code, reply.json()["error"]["code"]) == (409, "frozen"), actor
    assert client.get(f"{game.at}/moments/1?seat={second}", headers=bearer(game.tokens[first])).status_code == 403
    assert client.get(game.at + "/verify", headers=bearer(game.tokens[first])).status_code == 403
    hall = client.app.state.hall  # type: ignore[attr-defined]
    del hall._live[game.id]
    assert game.get(seat=first)["closed"], "after a restart too"
