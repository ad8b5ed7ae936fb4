"""A server that stops and starts again; tables of other versions; computers; eviction; messages by post."""

from __future__ import annotations

import logging
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

import loops
from marne.engine import Match, PlayerKind, Setting, Thought, find_game
from marne.kit.phrases import EXTRA
from marne.players import RANDOM, RandomPlayer
from marne.table.game.open_tables import Hall
from marne.table.notices.notify import MESSENGER, tell_next
from marne.table.store.database import LOG, SEATS, TABLES
from marne.table.view import audience
from marne.table.work.thinking import Thinkers, ThoughtLost
from scripts.pseudo_language import CODE, unmarked, write
from table.support import Game, bearer, letters, open_game, server, store_of


def patiently(look: Any, seconds: float = 600) -> Any:
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
    store = store_of(database)
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
        return loops.run(thinkers.think(kind, ask, match.observe(0), b"seed", None))

    with caplog.at_level(logging.WARNING, "marne.table"):
        with pytest.raises(ThoughtLost, match="cut_short"):
            choose(RANDOM)
        thinkers.ceiling = 600.0
        assert match.position.read(choose(RANDOM).run[0]) is not None, "another process takes its place"
        with pytest.raises(ThoughtLost, match="failed"):
            choose(PlayerKind("nobody", RandomPlayer))
    assert "no player 'nobody'" in caplog.text
    thinkers.close()


@pytest.mark.parametrize("other", [{"rules": "0"}, {"data": "0123456789abcdef"}])
def test_a_table_of_another_version_goes_on_where_its_log_leads_to_the_same(
    tmp_path: Path, other: dict[str, str]
) -> None:
    database = tmp_path / "a.sqlite"
    with server(database) as client:
        game = open_game(client)
        list(game.play(Random(1), 30))
        before = game.get(seat="blue")
    store = store_of(database)
    with store.engine.begin() as connection:
        connection.execute(update(TABLES).values(**other))
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        state = game.get(seat="blue")
        assert (state["frozen"], state["scene"]) == ("", before["scene"])
        for state in game.play(Random(2)):
            last = state
        assert last["status"] == "over"
    kept = store.table(game.id)
    assert kept is not None
    assert (kept.rules, kept.data) == (find_game("training").rules_version, find_game("training").data_version()[:16])
    store.close()


def led_elsewhere(database: Path, seats: dict[str, str] | None = None) -> Game:
    """A table of older rules, by which answer 21 led to another question."""
    with server(database) as client:
        game = open_game(client, seats=seats)
        list(game.play(Random(1), 30))
    store = store_of(database)
    with store.engine.begin() as connection:
        connection.execute(update(TABLES).values(rules="0"))
        connection.execute(update(LOG).where(LOG.c.kind == "answer", LOG.c.number == 20).values(mark="otherway"))
    store.close()
    return game


def test_a_table_whose_game_would_have_gone_otherwise_is_frozen_at_the_last_common_moment(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite"
    game = led_elsewhere(database)
    store = store_of(database)
    rows = store.log(game.id)
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        state = game.get(seat="blue")
        assert (state["number"], state["common"]) == (20, 20)
        assert "rules 0" in state["frozen"]
        assert "since answer 21" in state["frozen"]
        actor = state["scene"]["prompt"]["actor"]
        choices = game.get(seat=actor)["scene"]["prompt"]["choices"]
        choice = choices[0]["id"] if choices else game.get("/suggestions", actor)[0]
        assert game.answer(choice, 20, actor).json()["error"]["code"] == "frozen"
        assert game.post("/undo", {"number": 20}, actor).json()["error"]["code"] == "frozen"
        assert game.post("/undo/ask", {"to": 1}, actor).json()["error"]["code"] == "frozen"
        text = client.get(game.at + "/record", headers=bearer(*game.tokens.values())).text
        assert client.post("/api/records", json={"text": text}).status_code == 201, "another way out"
    assert store.log(game.id) == rows, "nothing is lost"
    store.close()


def test_a_frozen_table_goes_on_from_the_last_common_moment_by_consent(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite"
    game = led_elsewhere(database)
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        assert game.post("/undo/ask", {"to": 20}, "blue").json() == {"asked": True, "done": False}
        assert game.get(seat="red")["undo_asked"] == {"seat": "blue", "to": 20}
        assert game.post("/undo/consent", {"yes": True}, "blue").status_code == 403, "the other side must agree"
        assert game.post("/undo/consent", {"yes": False}, "red").json() == {"done": False}
        assert game.get(seat="red")["frozen"]
        game.post("/undo/ask", {"to": 20}, "blue")
        assert game.post("/undo/consent", {"yes": True}, "red").json() == {"done": True}
        state = game.get(seat="blue")
        assert (state["frozen"], state["number"] >= 20) == ("", True)
        list(game.play(Random(5), 6))
        before = game.get(seat="blue")["scene"]
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        assert game.get(seat="blue")["scene"] == before, "also after a restart"
        for state in game.play(Random(2)):
            last = state
        assert last["status"] == "over"
        assert game.get("/verify")["ok"] is True, "no draw was used twice"


def test_against_a_computer_nobody_else_need_agree_to_go_on(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite"
    game = led_elsewhere(database, {"blue": "me", "red": "me"})
    store = store_of(database)
    with store.engine.begin() as connection:
        red = (SEATS.c.table_id == game.id) & (SEATS.c.seat == 1)
        connection.execute(update(SEATS).where(red).values(kind="computer", player="random", token=""))
    store.close()
    with server(database) as client:
        game = Game(client, game.id, {"blue": game.tokens["blue"]})
        assert game.post("/undo/ask", {"to": 20}, "blue").json() == {"asked": False, "done": True}
        assert game.get(seat="blue")["frozen"] == ""
        patiently(lambda: game.get(seat="blue")["number"] > 20 or game.get()["scene"]["prompt"]["actor"] == "blue")


def test_a_log_that_the_rules_refuse_is_kept_and_shown_as_far_as_it_goes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "a.sqlite"
    with server(database) as client:
        game = open_game(client)
        list(game.play(Random(1), 30))
    store = store_of(database)
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
    monkeypatch.setattr(audience, "tell_next", lambda live, seat: told.append(live.game.seats[seat]))
    with server(tmp_path / "a.sqlite", notify=True) as client:
        game = open_game(client)
        for seat in ("blue", "red"):
            body = {"url": "ntfy://some-topic"}
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


@pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")
def test_your_move_is_told_in_the_language_of_whoever_asked_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "words")
    monkeypatch.setenv(EXTRA, str(tmp_path / "words"))
    told: list[tuple[str, str]] = []

    def send(_: str, title: str, body: str) -> bool:
        told.append((title, body))
        return True

    monkeypatch.setattr(MESSENGER, "send", send)
    with server(tmp_path / "a.sqlite", notify=True) as client:
        game = open_game(client)
        for seat, language in (("blue", CODE), ("red", "es")):
            head = {**bearer(game.tokens[seat]), "Accept-Language": language}
            reply = client.put(game.at + "/notify", json={"url": "ntfy://some-topic"}, headers=head)
            assert reply.status_code == 200, reply.text
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
        for number in range(2):
            tell_next(hall._live[game.id], number)
    assert told[0][0] == "⟦The bridge at Pont⟧⟦: your move⟧"
    assert told[0][1].endswith("⟦ to answer.⟧")
    assert [unmarked(text) for text in told[0]] == [[], []]
    assert told[1] == ("El puente de Pont: te toca", "Debe responder el rojo.")


def test_no_messages_unless_the_server_allows_them(client: Any) -> None:
    game = open_game(client)
    body = {"url": "ntfy://some-topic"}
    reply = client.put(game.at + "/notify", json=body, headers=bearer(game.tokens["blue"]))
    assert reply.status_code == 400
    assert "--notify" in reply.json()["error"]["message"]
