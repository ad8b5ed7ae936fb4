"""Differences: after a whole state and any number of changes, a client has the whole state, for every reader."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import marne.games
from marne.engine import CHANCE, Match, Seat, Setting, find_game, game_names
from marne.lab.play import seeded_dice
from marne.table.game.live import Live
from marne.table.game.log_rows import BackRow, Kept, NoticeRow, SeatRow
from marne.table.view.differences import Told, apply, difference, whole
from marne.table.view.messages import scene_parts, state_of
from marne.table.view.payloads import chosen
from table.support import ROOT, Game, open_game

GAMES = ["training", *sorted(set(game_names()) & set(marne.games.DATA_SETS))]
ANSWERS = int(os.environ.get("MARNE_DIFFERENCE_ANSWERS", "100"))
READERS: tuple[Seat | None, ...] = (0, 1, None)


def test_a_difference_leads_from_any_state_to_any_other() -> None:
    rng = Random(1914)

    def thing() -> str:
        kind = rng.randrange(4)
        if kind == 0:
            return json.dumps(rng.randrange(5))
        if kind == 1:
            return json.dumps([str(rng.randrange(3)), []])
        fields = {"id": rng.randrange(6), "text": rng.choice("äb"), **({"more": [1, {"x": 2}]} if kind == 3 else {})}
        return json.dumps(fields, ensure_ascii=False)

    def told() -> Told:
        return {
            "number": str(rng.randrange(3)),
            "log": tuple(thing() for _ in range(rng.randrange(9))),
            "scene.turn": json.dumps(rng.choice(["I", "II"])),
            "scene.prompt.question": json.dumps(rng.choice(["where?", "who?"])),
            "scene.prompt.choices": tuple(thing() for _ in range(rng.randrange(9))),
            "scene.pieces": tuple(dict.fromkeys(thing() for _ in range(rng.randrange(9)))),
        }

    state, before = {}, told()
    state = json.loads(whole(before))
    for _ in range(3_000):
        after = told()
        state = apply(state, json.loads(difference(before, after)))
        assert state == json.loads(whole(after))
        before = after


def table_of(name: str, seed: int) -> Live:
    game = find_game(name)
    match = Match(game, Setting(game.scenarios[0].name), seeded_dice(game, seed))
    kept = Kept("0" * 16, name, chosen(match.setting), game.title, game.rules_version, "", b"", True, 0.0)
    return Live(kept, [SeatRow(seat, "person") for seat in range(len(game.seats))], match)


def told_to(live: Live, reader: Seat | None, language: str, shown: frozenset[str] | None) -> Told:
    head = state_of(live, [] if reader is None else [reader], language, [], {0})
    parts = scene_parts(live.sight(reader).scene(language), shown)
    return {**head, **{f"scene.{path}": part for path, part in parts.items()}}


def follow(name: str, most: int) -> tuple[int, int]:
    """Play at random and go back now and then; every reader is told of it, some after several answers at once. How many
    states were compared, and how many bytes the differences had."""
    live, rng = table_of(name, 7), Random(7)
    known: dict[Seat | None, tuple[Told, dict[str, Any]]] = {}
    match, compared, size = live.match, 0, 0
    for at in range(most):
        if match.actor is None:
            break
        if at % 23 == 22:
            live.apply(
                BackRow(
                    seq=at, number=max(0, len(match.log) - rng.randrange(1, 9)), actor=0, why=rng.choice(["", "agreed"])
                )
            )
        else:
            match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
            live.note_events()
        if at % 31 == 30:
            live.apply(NoticeRow(seq=at, number=len(match.log), actor=1, key="stopped.failed"))
        for reader in READERS:
            if rng.random() < 0.3:
                continue
            language = "es" if at % 40 > 35 else "en"
            shown = frozenset(rng.sample(["supply", "zoc", "control", "forts"], 1)) if at % 10 == 9 else frozenset()
            now = told_to(live, reader, language, shown)
            if reader not in known or rng.random() < 0.02:
                state = json.loads(whole(now))
            else:
                text = difference(known[reader][0], now)
                size += len(text.encode())
                state = apply(known[reader][1], json.loads(text))
            known[reader] = now, state
            assert state == json.loads(whole(now)), f"answer {at}, reader {reader}"
            assert [name for name, groups in state["scene"]["overlays"] if groups and name not in shown] == []
            compared += 1
    return compared, size


@pytest.mark.parametrize("name", GAMES)
def test_the_state_is_whole_at_every_answer(name: str) -> None:
    compared, size = follow(name, ANSWERS)
    assert compared > ANSWERS
    assert size / compared < 6_000


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_state_is_whole_at_every_answer_of_a_whole_game(name: str) -> None:
    compared, size = follow(name, 1_500)
    print(f"{name}: {compared} states, {size / compared:,.0f} bytes a difference")
    assert compared > 200


class Reader:
    """A socket that keeps the state by what it is told."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.game, self.seat = game, seat
        self.shown: list[str] = []
        self.state: dict[str, Any] = {}
        self.bytes: list[int] = []
        self.open()

    def open(self) -> None:
        self.door = self.game.client.websocket_connect(f"{self.game.at}/live")
        self.socket = self.door.__enter__()
        tokens = [self.game.tokens[self.seat]] if self.seat else []
        self.socket.send_json(
            {"type": "hello", "tokens": tokens, "differences": True, "frames": True, "overlays": self.shown}
        )
        letter = json.loads(self.socket.receive_text())
        assert letter.pop("type") == "state", "the first is whole"
        self.state = letter

    def close(self) -> None:
        self.door.__exit__(None, None, None)

    def read(self) -> None:
        text = self.socket.receive_text()
        letter = json.loads(text)
        assert letter["type"] == "change", text[:200]
        self.bytes.append(len(text.encode()))
        for frame in letter.pop("frames", ()):
            self.state = apply(self.state, frame)
        self.state = apply(self.state, letter)

    def read_up_to(self, number: int) -> None:
        while self.state["number"] != number:
            self.read()
        due = self.game.get(seat=self.seat)
        overlays = due["scene"]["overlays"]
        due["scene"]["overlays"] = [[name, groups if name in self.shown else []] for name, groups in overlays]
        for seat, told in zip(due["seats"], self.state["seats"], strict=True):
            seat["present"] = told["present"]  # who comes and goes is told a moment later
        assert self.state == due


@pytest.mark.parametrize("name", GAMES)
def test_over_the_socket_with_undo_reconnect_and_overlays(client: TestClient, name: str) -> None:
    game, rng = open_game(client, name), Random(5)
    first, second = find_game(name).seats
    readers = [Reader(game, first), Reader(game, second), Reader(game, None)]
    try:
        play_and_read(game, readers, rng)
    finally:
        for reader in readers:
            reader.close()


def play_and_read(game: Game, readers: list[Reader], rng: Random) -> None:
    undone = 0
    for _ in range(6):
        for state in game.play(rng, 6):
            for reader in readers:
                reader.read_up_to(state["number"])
            if state["undo"] and rng.random() < 0.4:
                assert game.post("/undo", {"number": state["number"]}, state["viewing"]).status_code == 200
                for reader in readers:
                    reader.read_up_to(state["number"] - 1)
                undone += 1
                break
        readers[1].close()
        readers[1].open()
    assert undone
    overlays = [name for name, _ in game.get()["scene"]["overlays"]]
    if overlays:
        readers[0].shown = overlays[:1]
        readers[0].socket.send_json({"type": "overlays", "names": readers[0].shown})
        while not dict(readers[0].state["scene"]["overlays"])[overlays[0]]:
            readers[0].read()


def test_bad_overlays_are_refused(client: TestClient) -> None:
    reader = Reader(open_game(client), "blue")
    for names in ("supply", [1], ["x"] * 21, ["x" * 41], [None]):
        reader.socket.send_json({"type": "overlays", "names": names})
        assert json.loads(reader.socket.receive_text())["code"] == "refused"
    reader.close()


def test_the_letters_that_the_client_is_tested_with_lead_to_their_states() -> None:
    """The same recording by the reference: client and server read the same language."""
    state: dict[str, Any] = {}
    compared = 0
    for each in json.loads((ROOT / "web" / "tests" / "changes.json").read_text()):
        letter = each["letter"]
        state = letter if letter.pop("type") == "state" else apply(state, letter)
        if "state" in each:
            assert state == each["state"]
            compared += 1
    assert compared > 3
