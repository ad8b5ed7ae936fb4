"""Pairs of worlds that a seat cannot tell apart: everything that the server sends to the seat is the same in both, byte
for byte.

The other world is dealt anew from what the seat sees (`other_match` of `test_secrecy.py`): other counters face down,
other units under markers, other hands. Compared are the observation, the state of the table, the picture, odds, reasons
and features.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

import marne.games  # noqa: F401  games register themselves
from games.hidden import moved, sent
from marne.engine import CHANCE, Answer, Match, Observation, Seat, Setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds
from marne.table.view.messages import moment_of
from table.test_secrecy import other_match

FOG = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
SETTINGS = {
    "schlieffens_war": (Setting("campaign"),),
    "nach_paris": (Setting("liege", options=FOG), Setting("mulhouse", options=FOG)),
    "brigade1914": (Setting("meeting"), Setting("capture")),
    "grand_illusion": (Setting("3"),),
}
EVERY = 9
"""A pair is made after so many answers."""
RANDOM, STAFF = "random", "staff"


def answers(match: Match, rng: Random, players: str) -> Iterator[Answer]:
    """What is played: at random, or by two players of a kind."""
    minds = Minds(match, dict.fromkeys(range(len(match.game.seats)), players)) if players != RANDOM else None
    while not match.over:
        ask = match.position.open
        assert ask is not None
        if ask.actor == CHANCE:
            yield match.roll()
        elif minds is not None:
            yield minds.answer(ask.actor)
        else:
            options = match.position.suggest(rng, 3)
            yield next((answer for answer in options if answer != "end"), options[0])


def pairs(game: str, seed: int, players: str) -> Iterator[tuple[Match, Match, Seat | None]]:
    """A game, and beside it worlds that one seat can't tell from it."""
    setting, found = SETTINGS[game][seed % len(SETTINGS[game])], find_game(game)
    match, rng = Match(found, setting, seeded_dice(found, seed)), Random(f"pairs {game} {seed}")
    for answer in answers(match, rng, players):
        match.play(answer)
        if match.over or len(match.log) % EVERY:
            continue
        for seat in (0, 1, None):
            yield match, other_match(match, seat, rng), seat


def observed(match: Match, seat: Seat | None) -> tuple[object, ...]:
    seen = Observation.of(match.game, match.setting, match.position, seat)
    return json.dumps(seen.facts), seen.actor, seen.step, seen.options


def compared(game: str, wanted: int, players: str = RANDOM) -> tuple[int, int]:
    """How many pairs with equal observation were compared, and how many of them differ in what the seat can't see."""
    count = different = seed = 0
    while count < wanted:
        seed += 1
        assert seed < 400, "too few worlds with equal observation"
        for match, twin, seat in pairs(game, seed, players):
            if observed(match, seat) != observed(twin, seat):
                continue
            number = len(match.log)
            assert moment_of(number, twin, seat, "en") == moment_of(number, match, seat, "en")
            true = match.position.copy()
            true.board.events = twin.position.events  # the seat reads the same of them, as was just compared
            one, other = (sent(match.game, each, where, seat) for each, where in ((match, true), (twin, twin.position)))
            assert not moved(one, other), (game, seed, number, seat, moved(one, other))
            count += 1
            different += match.position.board.save() != twin.position.board.save()
            if count == wanted:
                break
    return count, different


@pytest.mark.parametrize("game", SETTINGS)
def test_a_seat_is_sent_the_same_in_worlds_that_it_cannot_tell_apart(game: str) -> None:
    count, different = compared(game, 24)
    assert count == 24
    assert different >= 6 or game == "grand_illusion", "the worlds did differ"


@pytest.mark.night
@pytest.mark.parametrize("players", [RANDOM, STAFF])
@pytest.mark.parametrize("game", SETTINGS)
def test_512_pairs_of_worlds(game: str, players: str) -> None:
    count, different = compared(game, 512, players)
    print(f"{game} {players}: {count} pairs of worlds with equal observation, {different} with other hidden facts")
    assert count == 512
    assert different >= 128 or game == "grand_illusion"
