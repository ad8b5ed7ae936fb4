"""A seat's masked board: two positions that the seat cannot tell apart have the same mask and the same picture."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import OPEN, VISIBLE, Game, Match, Observation, Position, Seat, Setting, find_game, games
from marne.games.schlieffens_war.board import WarBoard
from marne.lab.contract import settings_of
from training.game import GAME as TRAINING

CHOSEN = {
    "nach_paris": [
        Setting("campaign"),
        Setting("liege", options=(("fog", "on"), ("recon", "on"), ("doctrine", "on"))),
        Setting("maubeuge", options=(("fog", "on"),)),
    ]
}
"""Where hardly anything is hidden without an option, and some random games are over before much is seen."""
SETTINGS = [
    (game, setting) for game in (*games(), TRAINING) for setting in CHOSEN.get(game.name) or settings_of(game, most=3)
]
LOOKS = int(os.environ.get("MARNE_MASK_LOOKS", "20"))
ANSWERS = 460
"""So far a game is followed; a short one to its end."""
WOVEN = ("where", "stacks", "kind")
"""Facts that hang together, so that a change to one item makes no board; deals change these."""


APART = {"grand_illusion", "nach_paris"}
"""Games without lists of hidden facts that could be changed one by one: written options, and units under a marker,
whose every mark is compared in `nach_paris/options/test_secrecy.py`."""


def whole(position: Position[Any]) -> tuple[object, ...]:
    """All that a position holds, facts that are not saved included."""
    board = position.board
    return {name: getattr(board, name) for name in board.slots()}, board.events, position.agenda, position.open


def moments(game: Game, setting: Setting) -> Iterator[tuple[Match, Random]]:
    length = sum(1 for _ in _played(game, setting, Random(f"{game.name} {setting}")))
    rng = Random(f"{game.name} {setting}")
    for match in _played(game, setting, rng):
        if len(match.log) % max(1, length // LOOKS) == 0:
            yield match, rng


def _played(game: Game, setting: Setting, rng: Random) -> Iterator[Match]:
    match = Match(game, setting)
    while not match.over and len(match.log) < ANSWERS:
        match.play(match.position.suggest(rng, 1)[0])
        yield match


@pytest.mark.parametrize(("game", "setting"), SETTINGS, ids=lambda each: getattr(each, "name", None))
def test_equal_observations_give_equal_views(game: Game, setting: Setting) -> None:
    """Another deal of what is hidden, with the same facts: the same mask, the same picture."""
    compared = different = 0
    for match, rng in moments(game, setting):
        for seat in (0, 1, None):
            seen = match.observe(seat)
            twin = game.imagine(seen, rng)
            if twin.open is None or match.position.open is None or twin.open.actor != match.actor:
                continue
            same = Observation.of(game, match.setting, twin, seat, seen.log)
            if same.facts != seen.facts or (same.step, same.options) != (seen.step, seen.options):
                continue
            assert whole(same.view) == whole(seen.view)
            assert game.sight(same).scene("en") == game.sight(seen).scene("en")
            compared += 1
            different += match.position.save() != twin.save()
    assert compared > 10
    assert different > 5 or game.name == "grand_illusion", "the deals did differ"


def disturbed(position: Position[Any], rng: Random) -> Iterator[Position[Any]]:
    """The position with one thing changed that is not open to all: a number more, or two items exchanged."""
    for name, one in type(position.board).facts.items():
        things = getattr(position.board, name)
        if one.given or one.seen in (OPEN, VISIBLE) or not isinstance(things, list) or not things or name in WOVEN:
            continue
        for _ in range(6):
            twin = position.copy()
            items = getattr(twin.board, name)
            items = rng.choice(items) if isinstance(items[0], list) else items
            i, j = rng.randrange(len(items)), rng.randrange(len(items))
            if rng.random() < 0.5 and isinstance(items[i], int):
                items[i] += 1
            else:
                items[i], items[j] = items[j], items[i]
            if items != things:
                yield twin


@pytest.mark.parametrize(("game", "setting"), SETTINGS, ids=lambda each: getattr(each, "name", None))
def test_what_the_facts_do_not_tell_is_not_on_the_mask(game: Game, setting: Setting) -> None:
    """A change that a seat's facts do not show changes nothing on its masked board: one by one, not by a deal, since a
    deal takes over what the mask lets through."""
    compared = 0
    for match, rng in moments(game, setting):
        for seat in (0, 1, None):
            facts, mask = game.observe(match.position, seat), whole(game.mask(match.position, seat))
            for twin in disturbed(match.position, rng):
                if game.observe(twin, seat) == facts:
                    assert whole(game.mask(twin, seat)) == mask
                    compared += 1
    assert compared > 100 or game.name in APART, "there were hidden facts to change"


@pytest.mark.parametrize(("game", "setting"), SETTINGS, ids=lambda each: getattr(each, "name", None))
def test_a_mask_hides_once_and_for_all(game: Game, setting: Setting) -> None:
    """To mask a masked position changes nothing, and its facts are those of the position; nothing of the true board
    hangs on it, and it goes to another process as it is."""
    for match, _ in moments(game, setting):
        before = match.position.save()
        for seat in (0, 1, None):
            seen = match.observe(seat)
            assert whole(game.mask(seen.view, seat)) == whole(seen.view)
            assert seen.facts == game.observe(match.position, seat)
            there = pickle.loads(pickle.dumps(match.observe(seat)))
            assert there == seen
            assert there.view.board.save() == seen.view.board.save()
            for name in seen.view.board.slots():
                thing = getattr(seen.view.board, name)
                if isinstance(thing, list):
                    assert thing is not getattr(match.position.board, name)
        assert match.position.save() == before


@pytest.mark.pure(why="a method of a board is changed")
def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: with the strength of what lies face down on the masked board, it does."""
    honest = WarBoard.show

    def leaky(self: WarBoard, twin: WarBoard, seat: Seat | None) -> None:
        honest(self, twin, seat)
        twin.steps = self.steps[:]

    monkeypatch.setattr(WarBoard, "show", leaky)
    game = find_game("schlieffens_war")
    with pytest.raises(AssertionError):
        test_what_the_facts_do_not_tell_is_not_on_the_mask(game, settings_of(game, most=1)[0])


def test_a_seat_does_not_see_the_options_of_another() -> None:
    for game, setting in SETTINGS:
        for match, _ in moments(game, setting):
            for seat in (0, 1, None):
                ask = match.observe(seat).view.open
                assert ask is not None
                assert ask == match.position.open if seat == ask.actor else ask.options == ()
            break
