"""A game that people end: who resigned has lost, a draw needs both, and the record says so and holds."""

from __future__ import annotations

from random import Random

import pytest
from starlette.testclient import TestClient

from marne.engine import MarneError, read_record, rebuild, record_of, verify_dice
from marne.engine.ledger import Ledger, head_of
from table.support import Game, bearer, open_game


@pytest.fixture
def game(client: TestClient) -> Game:
    """A table with some answers, both seats held by people."""
    found = open_game(client, scenario="meeting")
    for _ in found.play(Random(3), 12):
        pass
    return found


def other(seat: str) -> str:
    return "red" if seat == "blue" else "blue"


def refused(reply: object) -> str:
    return str(reply.json()["error"]["code"])  # type: ignore[attr-defined]


def test_who_resigns_has_lost_and_nothing_is_asked_any_more(game: Game) -> None:
    before = game.get(seat="blue")
    assert before["status"] == "playing"
    told = game.post("/resign", {}, "blue").json()
    assert (told["status"], told["score"]["over"], told["score"]["winner"]) == ("over", True, "red")
    assert told["number"] == before["number"]
    for seat in ("blue", "red", None):
        state = game.get(seat=seat)
        assert state["scene"]["prompt"]["choices"] == []
        assert (state["scene"]["prompt"]["actor"], state["undo"]) == ("", False)
        assert state["dice"]["secret"]
        assert "resigned" in state["log"][-1]["events"][-1]["text"]
    actor = before["scene"]["prompt"]["actor"]
    assert refused(game.answer("x", before["number"], actor)) == "refused"
    assert refused(game.post("/undo", {"number": before["number"]}, actor)) == "refused"
    assert refused(game.post("/undo/ask", {"to": 1}, actor)) == "refused"
    assert refused(game.post("/resign", {}, "red")) == "refused"


def test_a_spectator_resigns_for_nobody(game: Game) -> None:
    assert refused(game.post("/resign", {})) == "forbidden"
    assert refused(game.post("/resign", {"seat": "red"}, "blue")) == "forbidden"
    assert game.get()["status"] == "playing"


def test_a_draw_needs_both(game: Game) -> None:
    assert refused(game.post("/draw/answer", {"yes": True}, "red")) == "forbidden"
    assert game.post("/draw", {}, "blue").json() == {"offered": True, "done": False}
    assert game.get()["draw_offered"] == "blue"
    assert refused(game.post("/draw/answer", {"yes": True}, "blue")) == "forbidden"
    assert game.get()["status"] == "playing"
    assert game.post("/draw/answer", {"yes": True}, "red").status_code == 200
    state = game.get()
    assert (state["status"], state["score"]["winner"], state["draw_offered"]) == ("over", None, "")
    assert state["score"]["why"] == "A draw was agreed on"


def test_a_draw_that_is_declined_twice_is_not_offered_again_at_once(game: Game) -> None:
    for _ in range(2):
        assert game.post("/draw", {}, "blue").status_code == 200
        assert game.post("/draw/answer", {"yes": False}, "red").status_code == 200
        assert (game.get()["status"], game.get()["draw_offered"]) == ("playing", "")
    assert refused(game.post("/draw", {}, "blue")) == "too-many"


def test_an_offer_lapses_when_the_other_side_plays_on(game: Game) -> None:
    state = game.get()
    actor = state["scene"]["prompt"]["actor"]
    game.post("/draw", {}, other(actor))
    assert game.get()["draw_offered"] == other(actor)
    for after in game.play(Random(4), 1):
        assert after["draw_offered"] == ""
    assert refused(game.post("/draw/answer", {"yes": True}, actor)) == "forbidden"


def test_a_computer_agrees_to_no_draw_and_one_person_alone_agrees_at_once(client: TestClient) -> None:
    made = client.post(
        "/api/tables", json={"game": "training", "seats": {"blue": "me", "red": "computer:random"}}
    ).json()
    at, mine = f"/api/tables/{made['id']}", bearer(made["seats"]["blue"])
    assert refused(client.post(at + "/draw", json={}, headers=mine)) == "refused"
    made = client.post("/api/tables", json={"game": "training", "seats": {"blue": "me", "red": "me"}}).json()
    at, mine = f"/api/tables/{made['id']}", bearer(*made["seats"].values())
    assert client.post(at + "/draw", json={}, headers=mine).json() == {"offered": False, "done": True}
    assert client.get(at, headers=mine).json()["status"] == "over"


@pytest.mark.parametrize("how", ["resign", "draw"])
def test_the_record_verifies_and_can_be_opened_again(client: TestClient, game: Game, how: str) -> None:
    if how == "resign":
        game.post("/resign", {}, "blue")
    else:
        game.post("/draw", {}, "blue")
        game.post("/draw/answer", {"yes": True}, "red")
    dice = game.get("/dice")
    assert game.get(f"/verify?head={dice['head']}&key={dice['key']}")["verdict"] == "fair"
    text = client.get(game.at + "/record").text
    record = read_record(text)
    assert record.ledger is not None
    verify_dice(record)
    match = rebuild(record)
    assert match.over
    assert match.ending is not None
    assert match.ending.seat == (0 if how == "resign" else None)
    plain = record_of(match)  # the same as a record of version 1
    again = rebuild(read_record(plain))
    assert again.ending == match.ending
    for each in (text, plain):
        made = client.post("/api/records", json={"text": each}).json()
        state = client.get(f"/api/tables/{made['id']}", headers=bearer(*made["seats"].values())).json()
        assert (state["status"], state["number"]) == ("over", len(match.log))
        assert state["score"]["winner"] == ("red" if how == "resign" else None)


def test_a_list_of_tables_says_that_it_is_over(game: Game) -> None:
    game.post("/resign", {}, "red")
    (listed,) = game.client.get(f"/api/tables?ids={game.id}", headers=bearer(game.tokens["red"])).json()
    assert (listed["status"], listed["turn"]) == ("over", "")


def test_a_forged_ending_is_broken(client: TestClient, game: Game) -> None:
    """A draw that nobody offered, or an answer after somebody resigned, is no record, however well it is chained."""
    game.post("/resign", {}, "blue")
    record = read_record(client.get(game.at + "/record").text)
    assert record.ledger is not None
    assert record.secret is not None
    deeds = record.ledger.deeds
    assert deeds[-1].kind == "resign"
    verify_dice(record)
    for forged in (
        [*deeds[:-1], deeds[-1].__class__(**{**vars(deeds[-1]), "kind": "accept"})],
        [deeds[-1].__class__(**{**vars(deeds[-1]), "seq": 1}), *deeds[:-1]],
    ):
        numbered = [
            each.__class__(**{**vars(each), "seq": at, "when": deeds[-1].when}) for at, each in enumerate(forged, 1)
        ]
        record.ledger = Ledger(numbered, head_of(record.header, numbered, record.secret))
        with pytest.raises(MarneError):
            verify_dice(record)


def test_an_answer_that_is_sent_again_counts_once(game: Game) -> None:
    """A page that heard nothing of its answer sends it again after a reconnect, with the moment it was given in."""
    state = game.get(seat="blue")
    actor = state["scene"]["prompt"]["actor"]
    mine = game.get(seat=actor)
    answer = mine["scene"]["prompt"]["choices"][0]["id"]
    body = {"number": mine["number"], "moment": mine["moment"], "answer": answer}
    first = game.post("/answers", body, actor)
    second = game.post("/answers", body, actor)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["number"] == first.json()["number"]
    assert second.json()["moment"] == first.json()["moment"]
    assert refused(game.post("/answers", {**body, "answer": "another"}, actor)) in ("stale", "illegal")
    assert refused(game.post("/answers", body, other(actor))) in ("stale", "forbidden")
