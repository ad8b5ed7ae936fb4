"""Secrecy: change what a seat cannot see, and its observation stays the same byte for byte, its log included."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from engine.support import choose, part, steps, whole
from marne.engine import Ask, Entry, Look, Match, Observation, Seat, find_game
from training.board import Field

GAMES = int(os.environ.get("MARNE_SECRECY_GAMES", "6"))


def as_bytes(observation: Observation) -> bytes:
    """All of an observation, as it would be sent."""
    return json.dumps(asdict(observation)).encode()


def hides(entry: Entry, seat: Seat | None) -> bool:
    return entry.seen_by is not None and seat not in entry.seen_by


def told(match: Match, seat: Seat | None) -> list[str]:
    """What the seat is told of the last answer."""
    events = match.position.events
    return [match.game.say(event, "en") for event in events if event.seers() is None or seat in (event.seers() or ())]


def revealed(match: Match, seat: Seat | None) -> bool:
    events = match.position.events
    return any(event.reveals and (event.seers() is None or seat in (event.seers() or ())) for event in events)


def other_world(match: Match, seat: Seat | None, rng: Random) -> Match:
    """A match that the seat cannot tell from this one: hidden facts dealt anew, hidden answers written otherwise."""
    twin = Match(match.game, match.setting, match.dice)
    twin.position = match.game.imagine(match.observe(seat), rng)
    twin.log = [
        Entry(entry.actor, "?" if hides(entry, seat) else entry.text, entry.seen_by, entry.revealed, entry.draw)
        for entry in match.log
    ]
    twin.draws = match.draws
    return twin


def differ(match: Match, twin: Match) -> bool:
    return match.position.save() != twin.position.save()


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("seed", range(GAMES))
def test_two_worlds_that_look_alike_go_on_looking_alike(seed: int, seat: Seat | None) -> None:
    """The same visible answers in both, other hidden ones in the twin, until something is revealed to the seat."""
    rng = Random(f"{seed} {seat}")
    match = Match(find_game("training"), whole(seed).setting, whole(seed).dice)
    twin = other_world(match, seat, rng)
    compared = different = hidden_answers = 0
    while not match.over:
        ask = match.position.open
        assert ask is not None
        answer = choose(match, rng)
        text = match.position.write(answer)
        if ask.seen_by is not None and seat not in ask.seen_by:
            (other,) = twin.position.suggest(rng, 1)
            twin.play(other)
            hidden_answers += 1
        else:
            assert twin.position.read(text) is not None, f"{text!r} is legal in one world alone: hidden facts decide"
            twin.play_text(text)
        match.play(answer)
        if revealed(match, seat) or revealed(twin, seat):
            twin = other_world(match, seat, rng)
        else:
            assert told(match, seat) == told(twin, seat)
        assert as_bytes(match.observe(seat)) == as_bytes(twin.observe(seat))
        compared += 1
        different += differ(match, twin)
    assert compared > 50
    assert different > 30, "the worlds did differ"
    assert hidden_answers > 2


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: with one hidden list on the masked board, it does."""
    honest = Field.show

    def leaky(self: Field, twin: Field, seat: Seat | None) -> None:
        honest(self, twin, seat)
        twin.cup = self.cup[:]

    monkeypatch.setattr(Field, "show", leaky)
    with pytest.raises(AssertionError):
        test_two_worlds_that_look_alike_go_on_looking_alike(0, 0)


@pytest.mark.parametrize("seed", range(GAMES))
def test_imagined_positions_look_the_same(seed: int) -> None:
    game, rng = find_game("training"), Random(seed)
    for match in steps(seed):
        for seat in (0, 1, None):
            observation = match.observe(seat)
            position = game.imagine(observation, rng)
            twin = other_world(match, seat, rng)
            twin.position = position
            assert as_bytes(twin.observe(seat)) == as_bytes(observation)
            assert position.agenda == match.position.agenda
            assert (position.open is None) == (match.position.open is None)
            if match.actor == seat:
                assert position.open == match.position.open


def test_imagined_positions_can_be_played_to_the_end() -> None:
    game, rng = find_game("training"), Random(4)
    for answers in range(0, 100, 9):
        position = game.imagine(part(3, answers).observe(1), rng)
        while not position.over:
            (answer,) = position.suggest(rng, 1)
            position.push(answer)
        assert game.score(position).over


def test_imagination_covers_the_truth() -> None:
    """Every place for the enemy's guns comes up, the true one among them; what the seat knows never changes."""
    match = part(0, 20)
    board, game = match.position.board, match.game
    guns = board.ground.kind_names.index("guns")
    observation, rng = match.observe(0), Random(1)
    found = set()
    for _ in range(200):
        imagined = game.imagine(observation, rng).board
        assert imagined.kind[:7] == board.kind[:7]
        assert sorted(imagined.kind[7:]) == sorted(board.kind[7:])
        assert sum(imagined.hands[1]) == sum(board.hands[1])
        found.add(imagined.kind.index(guns, 7))
    assert found == set(range(7, 14))


def test_the_log_is_redacted() -> None:
    match = part(0, 17)
    assert match.observe(0).log[:14] == tuple(
        (entry.actor, entry.text if entry.actor == 0 else None) for entry in match.log[:14]
    )
    assert all(text is None for _, text in match.observe(None).log[:14])
    assert match.observe(None).log[14][1] in ("dry", "rain", "fog")


def test_options_are_for_the_actor_alone() -> None:
    for match in steps(1):
        for seat in (0, 1, None):
            observation = match.observe(seat)
            if match.actor == seat and seat is not None:
                assert match.position.open is not None
                assert observation.options == match.position.open.options
            else:
                assert observation.options is None


def test_what_a_seat_learns_is_announced() -> None:
    """If an answer shows a seat more than before, an event that it may read says so: undo rests on that."""
    learned = 0
    for seed in range(GAMES):
        before: dict[int, set[str]] = {0: set(), 1: set()}
        for match in steps(seed):
            for seat in (0, 1):
                facts: Any = match.observe(seat).facts
                known = {piece["id"] for piece in facts["pieces"] if piece["kind"] is not None}
                theirs = {label for label in known - before[seat] if not label.startswith("BR"[seat])}
                if theirs:
                    assert revealed(match, seat), f"{theirs} without an event that reveals"
                    learned += 1
                before[seat] |= known
    assert learned > GAMES


def test_a_player_is_offered_only_what_is_legal() -> None:
    """What is dealt where a seat can't see may allow more than the real question does."""
    match = part(3, 12)
    ask = match.position.open
    while ask is None or ask.actor < 0 or ask.options is None or len(ask.options) < 3:
        match.play(match.position.suggest(Random(len(match.log)))[0])
        ask = match.position.open
    fewer = Ask(ask.actor, ask.options[1:])
    look = Look(match.game, fewer, lambda: match.observe(fewer.actor))
    imagined = look.imagine(Random(1)).open
    assert imagined is not None
    assert imagined.options == ask.options[1:]
