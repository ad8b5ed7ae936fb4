"""A server that stops and starts again; tables of other versions; computers; eviction; messages by post."""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from marne.engine import Match, PlayerKind, Setting, Thought, find_game
from marne.players import RANDOM, RandomPlayer
from marne.table import rooms as rooms_module
from marne.table.hall import Hall
from marne.table.store import LOG, TABLES, Store
from marne.table.thinking import Thinkers, ThoughtLost
from table.support import Game, bearer, letters, open_game, server


def patiently(look: Any, seconds: float = 60) -> Any:
    """Until there is something to see."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
    return found


def test_a_game_resumes_exactly(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite"
    with server(database) as client:
        game = open_game(client)
        list(game.play(Random(1), 30))
        game.post("/undo/ask", {"to": 16}, "blue")
        game.post("/undo/consent", {"yes": True}, "red")
        list(game.play(Random(2), 20))
        game.post("/undo/ask", {"to": 2}, "blue")
        game.post("/chat", {"text": "until tomorrow"}, "red")
        before = {seat: game.get(seat=seat or None) for seat in ("blue", "red", "")}
        log = game.get("/log", "blue")
        record = client.get(game.at + "/record", headers=bearer(*game.tokens.values())).text
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        assert {seat: game.get(seat=seat or None) for seat in ("blue", "red", "")} == before
        assert before[""]["undo_asked"] == {"seat": "blue", "to": 2}
        assert game.get("/log", "blue") == log
        again = client.get(game.at + "/record", headers=bearer(*game.tokens.values())).text
        assert again == record, "position and answers have the same fingerprints"
        for state in game.play(Random(3)):
            last = state
        assert last["status"] == "over"
        assert game.get("/verify")["ok"] is True


def test_a_computer_answers_and_is_seen_thinking(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        game = open_game(client, seats={"blue": "me", "red": "computer:random"})
        with client.websocket_connect(game.at + "/live") as socket:
            socket.send_json({"type": "hello", "tokens": [game.tokens["blue"]]})
            letters(socket, "state")
            while (state := game.get(seat="blue"))["scene"]["prompt"]["actor"] == "blue":
                choice = state["scene"]["prompt"]["choices"][0]["id"]
                assert game.answer(choice, state["number"], "blue").status_code == 200
            assert letters(socket, "thinking") == {"type": "thinking", "seat": "red", "on": True}
            patiently(lambda: game.get()["scene"]["prompt"]["actor"] == "blue")
            assert not any(seat["thinking"] for seat in game.get()["seats"])


@pytest.mark.slow
def test_two_computers_play_to_the_end_over_a_restart(tmp_path: Path) -> None:
    """Nobody opens the table after the restart: the server goes on by itself."""
    database = tmp_path / "a.sqlite"
    with server(database) as client:
        game = open_game(client, seats={"blue": "computer:random", "red": "computer:random"})
        patiently(lambda: game.get()["number"] > 10)
    store = Store(f"sqlite:///{database}")
    stopped = store.last_seq(game.id)
    assert stopped < 110 or store.computers_to_move() == []
    with server(database):
        patiently(lambda: store.last_seq(game.id) > stopped or store.computers_to_move() == [])
        patiently(lambda: store.computers_to_move() == [])
    store.close()
    with server(database) as client:
        assert Game(client, game.id, {}).get()["status"] == "over"
        assert Game(client, game.id, {}).get("/verify")["ok"] is True


@pytest.mark.slow
def test_going_back_against_a_computer_needs_nobody(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        game = open_game(client, seats={"blue": "me", "red": "computer:random"})
        while (state := game.get(seat="blue"))["number"] < 8:
            if state["scene"]["prompt"]["actor"] == "blue":
                game.answer(state["scene"]["prompt"]["choices"][0]["id"], state["number"], "blue")
        patiently(lambda: game.get()["scene"]["prompt"]["actor"] == "blue")
        assert game.post("/undo/ask", {"to": 3}, "blue").json() == {"asked": False, "done": True}
        assert game.get()["number"] == 3


def test_a_thought_that_takes_too_long_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    match = Match(find_game("training"), Setting("meeting"))
    ask, thinkers = match.position.open, Thinkers(1, ceiling=0.0)
    assert ask is not None

    def choose(kind: PlayerKind) -> Thought:
        return asyncio.run(thinkers.think(kind, ask, match.observe(0), b"seed", None))

    with caplog.at_level(logging.WARNING, "marne.table"):
        with pytest.raises(ThoughtLost, match="cut_short"):
            choose(RANDOM)
        thinkers.ceiling = 30.0
        assert match.position.read(choose(RANDOM).run[0]) is not None, "another process takes its place"
        with pytest.raises(ThoughtLost, match="failed"):
            choose(PlayerKind("nobody", RandomPlayer))
    assert "no player 'nobody'" in caplog.text
    thinkers.close()


@pytest.mark.parametrize("other", [{"rules": "0.9"}, {"data": "0123456789abcdef"}], ids=["rules", "data"])
def test_a_table_of_another_version_is_shown_and_not_played(tmp_path: Path, other: dict[str, str]) -> None:
    database = tmp_path / "a.sqlite"
    with server(database) as client:
        game = open_game(client)
        list(game.play(Random(1), 30))
        before = game.get(seat="blue")
    store = Store(f"sqlite:///{database}")
    with store.engine.begin() as connection:
        connection.execute(update(TABLES).values(**other))
    rows = store.log(game.id)
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        state = game.get(seat="blue")
        assert all(f"{name} {value}" in state["frozen"] for name, value in other.items())
        assert state["scene"] == before["scene"]
        actor = state["scene"]["prompt"]["actor"]
        choice = game.get(seat=actor)["scene"]["prompt"]["choices"][0]["id"]
        reply = game.answer(choice, state["number"], actor)
        assert (reply.status_code, reply.json()["error"]["code"]) == (409, "frozen")
        assert game.post("/undo", {"number": state["number"]}, actor).json()["error"]["code"] == "frozen"
        assert game.post("/undo/ask", {"to": 1}, actor).json()["error"]["code"] == "frozen"
        text = client.get(game.at + "/record", headers=bearer(*game.tokens.values())).text
        assert client.post("/api/records", json={"text": text}).status_code == 201, "the way out"
    assert store.log(game.id) == rows
    store.close()


def test_a_log_that_the_rules_refuse_is_kept_and_shown_as_far_as_it_goes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "a.sqlite"
    with server(database) as client:
        game = open_game(client)
        list(game.play(Random(1), 30))
    store = Store(f"sqlite:///{database}")
    with store.engine.begin() as connection:
        connection.execute(update(LOG).where(LOG.c.seq == 9).values(text="nonsense"))
    rows = store.log(game.id)
    with server(database) as client, caplog.at_level(logging.CRITICAL, "marne.table"):
        game = Game(client, game.id, game.tokens)
        state = game.get(seat="blue")
        assert state["number"] == 8
        assert "answer 8" in state["frozen"]
        choice = game.get(seat=state["scene"]["prompt"]["actor"])["scene"]["prompt"]["choices"][0]["id"]
        assert game.answer(choice, 8, state["scene"]["prompt"]["actor"]).status_code == 409
    assert store.log(game.id) == rows
    store.close()


def test_tables_that_somebody_looks_at_stay_in_memory(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
        hall._keep = 3
        watched = open_game(client)
        list(watched.play(Random(1), 12))
        with client.websocket_connect(watched.at + "/live") as socket:
            socket.send_json({"type": "hello"})
            letters(socket, "state")
            live = hall._live[watched.id]
            others = [open_game(client) for _ in range(6)]
            assert hall._live[watched.id] is live
            assert len(hall._live) == 3
            assert others[0].id not in hall._live
            list(others[0].play(Random(1), 12))
            assert others[0].get()["number"] >= 12, "rebuilt from its log"


@pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")
def test_your_move_is_told_to_whoever_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(rooms_module, "tell_next", lambda live, seat: told.append(live.game.seats[seat]))
    with server(tmp_path / "a.sqlite", notify=True) as client:
        game = open_game(client)
        for seat in ("blue", "red"):
            body = {"url": "json://127.0.0.1:9/x"}
            reply = client.put(game.at + "/notify", json=body, headers=bearer(game.tokens[seat]))
            assert reply.status_code == 200, reply.text
        reply = client.put(game.at + "/notify", json={"url": "nonsense"}, headers=bearer(game.tokens["blue"]))
        assert reply.status_code == 400
        actors = [game.get()["scene"]["prompt"]["actor"]]
        for state in game.play(Random(1), 16):
            actors.append(state["scene"]["prompt"]["actor"])
        passed = [after for before, after in pairwise(actors) if before != after]
        assert passed
        patiently(lambda: len(told) >= min(5, len(passed)))
        assert told == passed[: len(told)]
        count = len(told)
        with client.websocket_connect(game.at + "/live") as socket:
            socket.send_json({"type": "hello", "tokens": list(game.tokens.values())})
            letters(socket, "state")
            list(game.play(Random(1), 12))
        assert len(told) == count, "who is here needs no message"


def test_no_messages_unless_the_server_allows_them(client: Any) -> None:
    game = open_game(client)
    body = {"url": "json://127.0.0.1:9/x"}
    reply = client.put(game.at + "/notify", json=body, headers=bearer(game.tokens["blue"]))
    assert reply.status_code == 400
    assert "--notify" in reply.json()["error"]["message"]
