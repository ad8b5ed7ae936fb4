"""Undo: offered exactly where a seat alone has answered since and nothing was revealed; going back by consent."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random

import pytest

from engine.support import choose, dice, part, steps, whole
from marne.engine import CHANCE, Entry, MarneError, Match, Position, find_game, read_record, record_of, undo_horizon

GAMES = int(os.environ.get("MARNE_UNDO_GAMES", "6"))


class Told:
    """An independent memory of a game: every position, who answered, and whether any event revealed something."""

    def __init__(self, match: Match) -> None:
        self.positions: list[Position[object]] = [match.position]  # type: ignore[type-var]
        self.actors: list[int] = []
        self.revealing: list[bool] = []

    def take(self, match: Match, actor: int) -> None:
        self.positions.append(match.position)
        self.actors.append(actor)
        self.revealing.append(any(type(event).reveals for event in match.position.events))

    def may_go_back(self, seat: int, to: int) -> bool:
        """The definition, word for word: since then the seat alone has answered, and nothing was revealed."""
        since = range(to, len(self.actors))
        return len(since) > 0 and all(self.actors[i] == seat and not self.revealing[i] for i in since)


@pytest.mark.parametrize("seed", range(GAMES))
def test_undo_is_offered_exactly_where_it_is_allowed(seed: int) -> None:
    told: Told | None = None
    offered = refused = 0
    actor = None
    for match in steps(seed):
        if told is None:
            told = Told(match)
        else:
            assert actor is not None
            told.take(match, actor)
        actor = match.actor
        count = len(match.log)
        for seat in (0, 1):
            allowed = [to for to in range(count) if told.may_go_back(seat, to)]
            assert match.may_undo(seat) == bool(allowed)
            assert match.undo_horizon(seat) == (allowed[0] if allowed else count)
            offered += len(allowed)
            for to in {0, count - 1, count - 2, match.undo_horizon(seat) - 1, count} - set(allowed):
                with pytest.raises(MarneError):
                    match.undo(seat, to)
                refused += 1
            assert len(match.log) == count
    assert offered > 30
    assert refused > 100


@pytest.mark.parametrize("seed", range(GAMES))
def test_undo_leads_to_the_position_that_was(seed: int) -> None:
    """Undo wherever it is offered, one step or several, then go on differently."""
    rng = Random(seed)
    match = Match(find_game("training"), whole(seed).setting, dice(seed))
    saved = [match.position.save()]
    undone = 0
    while not match.over:
        actor = match.actor
        assert actor is not None
        match.play(choose(match, rng))
        saved.append(match.position.save())
        if match.may_undo(actor) and rng.random() < 0.3:
            to = rng.randint(match.undo_horizon(actor), len(match.log) - 1)
            match.undo(actor, to)
            undone += 1
            del saved[to + 1 :]
            assert len(match.log) == to
            assert match.position.save() == saved[to]
            assert match.actor == actor
    assert undone > 5
    again = Match(match.game, match.setting)
    again.replay(match.log)
    assert again.position.save() == match.position.save()


def test_one_answer_back_by_default() -> None:
    for match in steps(5):
        if match.log and match.log[-1].actor != CHANCE and match.may_undo(match.log[-1].actor):
            count = len(match.log)
            match.undo(match.log[-1].actor)
            assert len(match.log) == count - 1
            return


def test_nobody_undoes_dice_or_the_other_side() -> None:
    for match in steps(0):
        if match.log and match.log[-1].actor == CHANCE:
            assert not match.may_undo(0)
            assert not match.may_undo(1)
        if match.log and match.log[-1].actor in (0, 1):
            assert not match.may_undo(1 - match.log[-1].actor)


def test_secret_answers_can_be_taken_back() -> None:
    match = part(0, 3)
    assert [entry.seen_by for entry in match.log] == [(0,)] * 3
    match.undo(0, 0)
    assert match.log == []
    assert match.position.board.kind[0] == -1


def test_a_move_into_contact_cannot_be_taken_back() -> None:
    for seed in range(10):
        for match in steps(seed):
            revealed = [event for event in match.position.events if type(event).__name__ == "Revealed"]
            if revealed and match.log[-1].actor != CHANCE:
                assert not match.may_undo(match.log[-1].actor)
                with pytest.raises(MarneError, match="cannot go back to answer"):
                    match.undo(match.log[-1].actor)
                return
    raise AssertionError("no contact in ten games")


def test_the_horizon_of_a_log() -> None:
    assert undo_horizon([], 0) == 0
    assert undo_horizon([Entry(0, "a")], 0) == 0
    assert undo_horizon([Entry(0, "a")], 1) == 1
    assert undo_horizon([Entry(0, "a"), Entry(CHANCE, "3", draw=0), Entry(0, "b")], 0) == 2
    assert undo_horizon([Entry(0, "a", revealed=True)], 0) == 1


# -- by consent


def test_going_back_by_consent_never_uses_a_draw_twice() -> None:
    rng = Random(9)
    match = Match(find_game("training"), whole(0).setting, dice(0))
    used: list[int] = []
    while not match.over and len(match.log) < 120:
        match.play(choose(match, rng))
        if match.log[-1].draw is not None:
            used.append(match.log[-1].draw)
        if rng.random() < 0.06:
            before = match.draws
            to = rng.randint(0, len(match.log))
            match.go_back(to)
            assert len(match.log) == to
            assert match.draws == before
    assert used == list(range(len(used))), "every draw once, in order"
    assert len(used) > 20


def test_going_back_leads_to_the_position_that_was() -> None:
    match = part(2, 60)
    for to in (60, 59, 40, 13, 7, 0):
        match.go_back(to)
        assert match.position.save() == part(2, to).position.save()
        assert match.log == part(2, to).log


def test_a_record_with_a_gap_in_the_draws_is_sound() -> None:
    from marne.engine import rebuild, skipped_draws, verify_dice

    rng = Random(2)
    match = part(1, 30)
    thrown = sum(entry.draw is not None for entry in match.log[5:])
    match.go_back(5)
    while not match.over:
        match.play(choose(match, rng))
    record = read_record(record_of(match))
    assert rebuild(record).position.save() == match.position.save()
    assert verify_dice(record) == sum(entry.draw is not None for entry in match.log)
    assert skipped_draws(record) == thrown > 0


@pytest.mark.parametrize("to", [-1, 31, 1000])
def test_there_is_nowhere_else_to_go_back_to(to: int) -> None:
    match = part(1, 30)
    before = match.position
    with pytest.raises(MarneError, match=f"no answer {to} to go back to"):
        match.go_back(to)
    assert match.position is before


def test_going_back_nowhere_changes_nothing() -> None:
    match = part(1, 30)
    before, log = match.position, list(match.log)
    match.go_back(30)
    assert match.position is before
    assert match.log == log


def test_an_attempt_that_fails_never_was() -> None:
    """Answers, draws and goings back inside are taken back; undo and the dice go on as if nothing had been tried."""
    tried = 0
    for match in steps(3):
        if match.over:
            break
        before = record_of(match), match.position, match.draws, match.moment, match.last_back
        horizons = [match.undo_horizon(seat) for seat in (0, 1)]
        with suppress(KeyError), match.attempt():
            match.play(match.roll() if match.actor == CHANCE else match.position.suggest(Random(tried))[0])
            match.roll_all()
            match.go_back(len(match.log) // 2)
            raise KeyError
        assert (record_of(match), match.position, match.draws, match.moment, match.last_back) == before
        assert [match.undo_horizon(seat) for seat in (0, 1)] == horizons
        tried += 1
    assert tried > 30


def test_an_attempt_that_goes_well_stays() -> None:
    match = next(iter(steps(3)))
    before = len(match.log)
    with match.attempt():
        match.play(match.position.suggest(Random(1))[0])
    assert len(match.log) == before + 1
