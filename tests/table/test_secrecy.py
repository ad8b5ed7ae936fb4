"""Every byte that a player, the opponent and a spectator receive in a whole game, and no hidden fact among them.

For each letter a second world is made that its reader cannot tell from the true one: hidden counters, hands and stacks
are dealt anew, hidden answers are written otherwise, hidden events did not happen. The letter for that world is made,
and must be the same byte for byte. A letter that hangs on anything hidden is found as soon as the worlds differ there.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from marne.engine import CHANCE, Entry, Event, Happened, IllegalAnswer, Match, Observation, Position, Seat
from marne.table.game.following import refused
from marne.table.game.live import Live
from marne.table.game.replayed import Played
from marne.table.view import messages
from marne.table.view.differences import Told, apply, whole
from marne.table.view.frames import frame_of, letter_of_frames
from marne.table.view.messages import as_json, log_of, moment_of, scene_parts, state_of
from table.support import Game, bearer, open_game

ANSWERS = int(os.environ.get("MARNE_SECRECY_ANSWERS", "120"))
DEALS = 30
TELLING: Counter[tuple[str, str]] = Counter()
"""Questions that tell something by being asked, by game and step."""
WHOLE = int(os.environ.get("MARNE_SECRECY_GAMES", "3"))


def readable(event: Event, viewing: Seat | None) -> bool:
    seers = event.seers()
    return seers is None or viewing in seers


def fitting(match: Match, seen: Observation, rng: Random) -> Position[Any]:
    """An imagined position where the same side is asked. A question that hardly any deal leads to tells its reader
    something: it is counted, and then asked all the same, so that the rest of the letter can be compared."""
    for _ in range(DEALS):
        found = match.game.imagine(seen, rng)
        if (None if found.open is None else found.open.actor) == seen.actor:
            return found
    TELLING[seen.game, seen.step] += 1
    found.open = match.position.open
    return found


def other_match(match: Match, viewing: Seat | None, rng: Random) -> Match:
    """A match that looks the same from a seat."""
    twin = Match(match.game, match.setting, match.dice)
    twin.position = fitting(match, match.observe(viewing), rng)
    twin.position.board.events = [event for event in match.position.events if readable(event, viewing)]
    twin.log = [
        entry
        if entry.seen_by is None or viewing in entry.seen_by
        else Entry(entry.actor, "hidden", entry.seen_by, entry.revealed, entry.draw)
        for entry in match.log
    ]
    twin.draws = match.draws  # everybody sees in the log that a die fell, if not how
    return twin


def other_world(live: Live, viewing: Seat | None, rng: Random) -> Live:
    """A table that looks the same from a seat."""
    twin = Live(live.kept, live.seats, other_match(live.match, viewing, rng), live.seq)
    twin.events = {
        number: tuple(event for event in events if readable(event, viewing)) for number, events in live.events.items()
    }
    twin.back_asked, twin.notices = live.back_asked, live.notices
    twin.link = live.link  # blinded with the server's secret (`engine/ledger.py`), so it tells nothing: test_vouching
    return twin


class Readers:
    """Four sockets, and every letter that came through them."""

    def __init__(self, client: TestClient, game: Game, start: int = 0) -> None:
        self.client, self.game, self.rng = client, game, Random(7)
        self.live: Live = client.app.state.hall._live[game.id]  # type: ignore[attr-defined]
        self.names = self.live.game.seats
        self.compared = self.different = self.bytes = 0
        self.secret = self.live.kept.secret.hex()
        self.known: dict[str, tuple[Told, dict[str, Any]]] = {}
        """What each reader of differences was told last, in another world, and the state that its letters made."""
        self.changes = self.frames = 0

    def expected(self, seats: list[Seat], shown: frozenset[str] | None) -> Told:
        """What a reader must be told, from a world where what it cannot see is otherwise."""
        viewing = seats[0] if seats else None
        twin = other_world(self.live, viewing, self.rng)
        self.different += twin.match.position.save() != self.live.match.position.save()
        parts = scene_parts(twin.match.sight(viewing).scene("en"), shown)
        return {**state_of(twin, seats, "en", [], {0, 1}), **{f"scene.{path}": part for path, part in parts.items()}}

    def read(self, socket: Any, seats: list[Seat], number: int, reader: str = "") -> None:
        """The letters up to a number; who reads differences keeps the state, and each letter must be the one that the
        other worlds of before and now would have brought."""
        texts: list[str] = []
        state = self.known[reader][1] if reader else {}
        while not texts or state["number"] != number:
            texts.append(socket.receive_text())
            self.check_bytes(texts[-1], seats)
            letter = json.loads(texts[-1])
            for frame in letter.get("frames", ()):
                state = apply(state, frame)
                assert not state["scene"]["prompt"]["choices"]
            state = apply(state, letter) if letter["type"] == "change" else letter
        told = self.expected(seats, frozenset() if reader else None)
        due = '{"type":"state",' + whole(told)[1:]
        if reader:
            assert state == json.loads(due)
            if len(texts) == 1:
                before = self.known[reader][0]
                film = self.film(seats, int(str(before["number"])), number)
                assert texts[0] == letter_of_frames(before, film, told)
                self.changes += 1
                self.frames += len(film)
            self.known[reader] = told, state
        else:
            assert texts[-1] == due
        self.compared += 1

    def film(self, seats: list[Seat], start: int, number: int) -> tuple[Told, ...]:
        """The frames that a reader must be sent, each from a world where what it could not see was otherwise."""
        match, found = self.live.match, list[Told]()
        others = any(entry.actor not in (CHANCE, *seats) for entry in match.log[start:number])
        for at in range(start + 1, number if seats and others else 0):
            if any(readable(event, seats[0]) for event in self.live.events[at - 1]):
                past = other_match(Played.of(match, at).play(), seats[0], self.rng)
                found.append(frame_of(match.game, match.setting, past.position, at, seats[0], "en", frozenset()))
        return tuple(found)

    def check_bytes(self, text: str, seats: list[Seat]) -> None:
        self.bytes += len(text.encode())
        assert self.live.match.over or self.secret not in text
        for token in self.game.tokens.values():
            assert token not in text
        assert "the plan of" not in text, "notes are one's own"

    def look_back(self, number: int) -> None:
        """The same for replay and log over HTTP."""
        for seats in ([0], [1], []):
            viewing = seats[0] if seats else None
            headers = bearer(self.game.tokens[self.names[viewing]]) if viewing is not None else {}
            text = self.client.get(f"{self.game.at}/moments/{number}", headers=headers).text
            events: dict[int, tuple[Event, ...]] = {}
            Played.of(self.live.match).play(number, events)
            past = other_match(Played.of(self.live.match, number).play(), viewing, self.rng)
            assert text == moment_of(len(self.live.match.log), past, viewing, "en")
            text = self.client.get(f"{self.game.at}/log?from={number}", headers=headers).text
            twin = other_world(self.live, viewing, self.rng)
            events = {n: tuple(e for e in told if readable(e, viewing)) for n, told in events.items()}
            assert text == log_of(twin, viewing, "en", number, events)
            self.compared += 2

    def ask(self, seat: Seat) -> None:
        """Refusals and reasons hang on what the seat knows, too."""
        twin = other_match(self.live.match, seat, self.rng)
        if self.live.match.actor == seat:
            reply = self.game.answer("no such answer", len(self.live.match.log), self.names[seat])
            assert reply.status_code == 422
            told = refused(twin.sight(seat), "no such answer")
            assert reply.json()["error"]["message"] == str(told)
            checked = self.game.post("/check", {"answer": "no such answer"}, self.names[seat]).json()
            assert isinstance(told, IllegalAnswer)
            assert (checked["ok"], checked["rule"]) == (False, told.rule)
            view, number = twin.sight(seat).seen.view, len(self.live.match.log)
            suggested = map(view.write, view.suggest(Random(number), 10))
            assert self.game.get("/suggestions", self.names[seat]) == list(dict.fromkeys(suggested))
        other = self.names[1 - seat]
        for rest in ("/notes", "/record"):
            text = self.client.get(self.game.at + rest, headers=bearer(self.game.tokens[other])).text
            assert f"the plan of {self.names[seat]}" not in text


def watch(client: TestClient, game: Game, most: int, every: int, seed: int = 5) -> Readers:
    """Play a game with four readers: both seats and a spectator by differences, another spectator by whole states."""
    readers = Readers(client, game)
    rng = Random(seed)
    for name in readers.names:
        body = {"text": f"the plan of {name}"}
        client.put(game.at + "/notes", json=body, headers=bearer(game.tokens[name]))
    with (
        client.websocket_connect(game.at + "/live") as first,
        client.websocket_connect(game.at + "/live") as second,
        client.websocket_connect(game.at + "/live") as spectator,
        client.websocket_connect(game.at + "/live") as watcher,
    ):
        sockets: dict[str, tuple[Any, list[Seat]]] = {
            "first": (first, [0]),
            "second": (second, [1]),
            "": (spectator, []),
            "watcher": (watcher, []),
        }
        for reader, (socket, seats) in sockets.items():
            tokens = [game.tokens[readers.names[seat]] for seat in seats]
            socket.send_json({"type": "hello", "tokens": tokens, "differences": reader != "", "frames": True})
            letter = json.loads(socket.receive_text())
            readers.known[reader] = readers.expected(seats, frozenset()), letter
        change = json.loads(first.receive_text())  # the second player has come
        readers.known["first"] = readers.known["first"][0], apply(readers.known["first"][1], change)
        for state in game.play(rng, most):
            number = state["number"]
            for reader, (socket, seats) in sockets.items():
                readers.read(socket, seats, number, reader)
            if number % every == 0 and state["status"] != "over":
                readers.look_back(rng.randrange(number))
                for seat in (0, 1):
                    readers.ask(seat)
    return readers


def test_the_beginning_of_the_training_game(client: TestClient) -> None:
    readers = watch(client, open_game(client, scenario="meeting"), 40, 10)
    assert readers.compared > 100
    assert readers.different > 50, "the worlds did differ"
    assert readers.changes > 60, "letters with differences were compared byte for byte"
    assert readers.frames > 3, "frames were among them"


@pytest.mark.slow
def test_a_whole_game_of_the_training_game(client: TestClient) -> None:
    readers = watch(client, open_game(client, scenario="meeting"), 10_000, 10)
    assert readers.live.match.over
    assert readers.compared > 200
    assert readers.different > 100, "the worlds did differ"
    assert readers.bytes > 300_000


GAMES = {
    "schlieffens_war": ("campaign",),
    "grand_illusion": ("3", "1"),
    "brigade1914": ("meeting", "capture", "retreat"),
    "nach_paris": ("maubeuge", "liege", "guise"),
}
"""The games with secrets: fog of war (SW 6.6); options that both sides write down (GI 14.3.6); tokens, hands, reserves,
hidden and masked units of the miniatures (A3, A10, A11, C12); Fog of War markers (NP 19)."""
OPTIONS = {"nach_paris": {"fog": "on", "recon": "on"}}
"""Without which a game has none."""

PLAIN = {("brigade1914", "Allocate")}
"""Questions that are asked openly of the other side, though no deal leads to them: tokens are dealt out at once."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_secrets(client: TestClient, name: str) -> None:
    readers = watch(
        client, open_game(client, name, scenario=GAMES[name][0], options=OPTIONS.get(name, {})), ANSWERS, 50
    )
    assert readers.compared > 2 * ANSWERS
    assert readers.different > (0 if name == "grand_illusion" else ANSWERS), "the worlds did differ"
    assert readers.changes > 2 * ANSWERS, "letters with differences were compared byte for byte"
    assert set(TELLING) <= PLAIN


@pytest.mark.night
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_with_secrets(client: TestClient, name: str) -> None:
    for at in range(WHOLE):
        scenario = GAMES[name][at % len(GAMES[name])]
        readers = watch(
            client, open_game(client, name, scenario=scenario, options=OPTIONS.get(name, {})), 100_000, 50, at
        )
        assert readers.live.match.over
        assert readers.changes > readers.compared // 3, "letters with differences were compared byte for byte"
        assert set(TELLING) <= PLAIN
        print(
            f"{name} {scenario}: {len(readers.live.match.log)} answers, {readers.compared} letters compared, "
            f"{readers.bytes:,} bytes, {readers.different} other worlds"
        )


def _leaks() -> dict[str, Callable[[pytest.MonkeyPatch], None]]:
    """Ways to get it wrong."""
    honest_line, honest_state = messages.line_of, messages.state_of
    honest_told = messages.told

    def told(game: Any, events: Any, viewing: Seat | None, language: str) -> list[Happened]:
        seats = (viewing, *range(len(game.seats)))
        return [
            next(found for seat in seats if (found := honest_told(game, [event], seat, language)))[0]
            for event in events
        ]

    def line(live: Live, number: int, *rest: Any) -> str:
        return as_json({**json.loads(honest_line(live, number, *rest)), "text": live.match.log[number].text})

    def state(live: Live, *rest: Any) -> Told:
        return {**honest_state(live, *rest), "fingerprint": as_json(live.match.position.fingerprint())}

    return {
        "the log": lambda patch: patch.setattr(messages, "line_of", line),
        "the facts": lambda patch: patch.setattr(messages, "told", told),
        "the position": lambda patch: patch.setattr("marne.table.view.audience.state_of", state),
    }


@pytest.mark.parametrize("leak", ["the log", "the facts", "the position"])
def test_a_leak_would_be_found(client: TestClient, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    _leaks()[leak](monkeypatch)
    monkeypatch.setattr("table.test_secrecy.state_of", state_of)
    with pytest.raises(AssertionError):
        watch(client, open_game(client, scenario="meeting"), 40, 1000)
