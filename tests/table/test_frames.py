"""Frames: the picture after each answer that a socket was not told yet, as the seat saw it then and no other."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from marne.engine import CHANCE, Match, Observation, Seat, Setting, find_game
from marne.lab.play import seeded_dice
from marne.table.game.live import WAY, Live
from marne.table.game.log_rows import BackRow, Kept, SeatRow
from marne.table.view import frames
from marne.table.view.differences import Told, apply, whole
from marne.table.view.frames import film_of, frame_of, letter_of_frames
from marne.table.view.messages import scene_parts, state_of
from marne.table.view.payloads import chosen
from table.support import Game, open_game

CHOSEN = {
    "training": Setting("meeting"),
    "schlieffens_war": Setting("campaign"),
    "grand_illusion": Setting("2"),
    "brigade1914": Setting("meeting"),
    "nach_paris": Setting("liege", options=(("fog", "on"), ("recon", "on"))),
}
"""Settings that hide something, one for each game."""
SHOWN: frozenset[str] = frozenset()
ANSWERS = 90


def table_of(name: str) -> Live:
    game = find_game(name)
    match = Match(game, CHOSEN[name], seeded_dice(game, 7))
    kept = Kept("0" * 16, name, chosen(match.setting), game.title, game.rules_version, "", b"", True, 0.0)
    live = Live(kept, [SeatRow(seat, "person") for seat in range(len(game.seats))], match)
    live.way = ()
    return live


def play(live: Live, rng: Random) -> None:
    match = live.match
    match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    live.note_events()
    live.seq += 1


def told_to(live: Live, seat: Seat) -> Told:
    parts = scene_parts(live.sight(seat).scene("en"), SHOWN)
    head = state_of(live, [seat], "en", [], {0, 1})
    return {**head, **{f"scene.{path}": part for path, part in parts.items()}}


def film(live: Live, seat: Seat, before: Told) -> tuple[Told, ...] | None:
    return film_of(live, [seat], seat, "en", SHOWN, before, lambda _, make: make())


def quiet(told: Told) -> Told:
    """A picture with its number, in which nothing is asked."""
    kept = {path: part for path, part in told.items() if path == "number" or path.startswith("scene.")}
    return {**kept, "scene.prompt.mine": "false", "scene.prompt.choices": ()}


@pytest.mark.parametrize("name", CHOSEN)
def test_each_frame_is_the_picture_of_its_moment(name: str) -> None:
    """Readers who were told nothing for a while get the very pictures that were sent meanwhile to others of their
    seat, and end in the newest state. Another deal of what they could not see brings the same frames."""
    live, rng = table_of(name), Random(7)
    pictures: dict[tuple[int, Seat], Told] = {}
    known = {seat: told_to(live, seat) for seat in (0, 1)}
    compared = dealt = 0
    while live.match.actor is not None and len(live.match.log) < ANSWERS:
        play(live, rng)
        number = len(live.match.log)
        for seat in (0, 1):
            pictures[number, seat] = quiet(told_to(live, seat))
            if rng.random() < 0.6:
                continue
            before, now = known[seat], told_to(live, seat)
            found = film(live, seat, before)
            assert found is not None
            for frame in found:
                at = int(str(frame["number"]))
                assert frame == pictures[at, seat]
                compared += 1
            letter = json.loads(letter_of_frames(before, found, now))
            state = json.loads(whole(before))
            for each in letter.get("frames", ()):
                state = apply(state, each)
            assert apply(state, letter) == json.loads(whole(now))
            known[seat] = now
            twin = other_deal(live, seat, rng)
            if twin is not None:
                same = frame_of(live.game, live.match.setting, twin, number, seat, "en", SHOWN)
                assert same == quiet(now)
                dealt += twin.save() != live.match.position.save()
    assert compared > 5
    assert dealt > 3 or name == "grand_illusion", "the deals did differ"


def other_deal(live: Live, seat: Seat, rng: Random) -> Any:
    """A position that the seat can't tell from the true one; None where the deal shows elsewhere."""
    seen = live.match.observe(seat)
    twin = live.game.imagine(seen, rng)
    if twin.open is None or twin.open.actor != live.match.actor:
        return None
    same = Observation.of(live.game, live.match.setting, twin, seat, seen.log)
    alike = same.facts == seen.facts and (same.step, same.options) == (seen.step, seen.options)
    return twin if alike else None


def behind(live: Live, rng: Random, answers: int) -> tuple[Seat, Told]:
    """A reader who was told nothing since some answers, of which others gave at least one."""
    told = {seat: told_to(live, seat) for seat in (0, 1)}
    start = len(live.match.log)
    while len(live.match.log) < start + answers:
        play(live, rng)
    mover = next(entry.actor for entry in live.match.log[start:] if entry.actor != CHANCE)
    return 1 - mover, told[1 - mover]


def test_there_are_none_for_own_answers_and_other_eyes() -> None:
    live, rng = table_of("training"), Random(3)
    while len(live.match.log) < 30:
        play(live, rng)
    seat, before = behind(live, rng, 12)
    assert film(live, seat, before)
    both = film_of(live, [0, 1], seat, "en", SHOWN, before, lambda _, make: make())
    assert both == (), "all answers were the reader's own"
    assert film_of(live, [], None, "en", SHOWN, before, lambda _, make: make()) == ()
    assert film(live, 1 - seat, before) == (), "another seat was viewing then"


def test_beyond_the_limits_there_is_no_film_and_the_message_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    live, rng = table_of("schlieffens_war"), Random(3)
    seat, before = behind(live, rng, WAY + 2)
    assert len(live.way or ()) == WAY
    assert film(live, seat, before) is None
    letter = json.loads(letter_of_frames(before, None, told_to(live, seat)))
    assert letter["unfilmed"] is True
    assert apply(json.loads(whole(before)), letter) == json.loads(whole(told_to(live, seat)))
    live.way = ()
    seat, before = behind(live, rng, 12)
    found = film(live, seat, before)
    assert found
    monkeypatch.setattr(frames, "MOST_CHARACTERS", 10)
    letter = json.loads(letter_of_frames(before, found, told_to(live, seat)))
    assert (letter["unfilmed"], "frames" in letter) == (True, False)


def test_what_was_taken_back_is_in_no_frame() -> None:
    live, rng = table_of("training"), Random(3)
    seat, before = behind(live, rng, 8)
    number = len(live.match.log)
    row = BackRow(seq=live.seq + 1, number=number - 3, actor=CHANCE, why="agreed")
    live.apply(row)
    assert max((step[0] for step in live.way or ()), default=0) <= number - 3
    while len(live.match.log) < number + 1:
        play(live, rng)
    assert film(live, seat, before) is None
    now = told_to(live, seat)
    play(live, rng)
    play(live, rng)
    assert film(live, seat, now) is not None


def test_an_attempt_that_fails_leaves_no_position() -> None:
    live, rng = table_of("training"), Random(3)
    play(live, rng)
    before = live.way

    def fail() -> None:
        with live.attempt():
            play(live, rng)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert live.way == before


def test_positions_are_kept_only_while_a_socket_waits_for_them(client: TestClient) -> None:
    game = open_game(client, scenario="meeting")
    live: Live = client.app.state.hall._live[game.id]  # type: ignore[attr-defined]
    assert live.way is None
    rng = Random(5)
    with client.websocket_connect(game.at + "/live") as plain:
        hello(plain, game, "blue", frames=False)
        for _ in game.play(rng, 3):
            plain.receive_text()
        assert live.way is None
        with client.websocket_connect(game.at + "/live") as socket:
            hello(socket, game, "red", frames=True)
            for state in game.play(rng, 12):
                told = -1
                while told != state["number"]:
                    letter = json.loads(socket.receive_text())
                    told = letter["set"].get("number", told)
                assert live.way == ()


def hello(socket: Any, game: Game, seat: str, *, frames: bool) -> None:
    tokens = [game.tokens[seat]]
    socket.send_json({"type": "hello", "tokens": tokens, "differences": True, "frames": frames})
    assert json.loads(socket.receive_text())["type"] == "state"
