"""Games played again: a table out of its log, a past moment, a record. Each function gets all it needs, and knows no
table's secret; a pool may run it in another process."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from marne.engine import (
    Ending,
    Entry,
    Event,
    Match,
    Position,
    Record,
    Setting,
    find_game,
    read_record,
    rebuild,
    register,
)
from marne.engine.registry import where_is
from marne.table.game.following import follow
from marne.table.game.live import Live, State
from marne.table.game.log_rows import NOBODY, Kept, Row, SeatRow
from marne.table.limits import ANSWERS
from marne.table.refusals import TooLarge

__all__ = ["SHORT", "Played", "Uploaded", "back_to", "rebuilt", "rows_of", "uploaded"]

SHORT = 32
"""So many answers are played again where they are needed: handing them on would cost more."""
STRIDE = 100
"""A process keeps a position every so many answers."""
POSITIONS = 200
"""So many at most."""

_positions: OrderedDict[tuple[str, Setting, bytes], tuple[Position[Any], list[Entry], int]] = OrderedDict()
"""Positions along the way, by what was answered before them: a cache, never the truth."""


@dataclass(frozen=True)
class Played:
    """Answers to be played again: the game and where it is found, its setting, each answer with its draw."""

    game: str
    where: str
    setting: Setting
    answers: tuple[tuple[str, int | None], ...]
    ending: Ending | None = None
    """How people ended it, where all answers are played."""

    @classmethod
    def of(cls, match: Match, number: int | None = None) -> Played:
        """The first so many answers of a match, or all."""
        log = match.log if number is None else match.log[:number]
        answers = tuple((entry.text, entry.draw) for entry in log)
        ending = match.ending if len(log) == len(match.log) else None
        return cls(match.game.name, where_is(match.game.name), match.setting, answers, ending)

    def play(self, start: int | None = None, events: dict[int, tuple[Event, ...]] | None = None) -> Match:
        """The match after these answers; the events from `start` on are noted if anybody wants them."""
        register(self.game, self.where)
        match = Match(find_game(self.game), self.setting)
        start = len(self.answers) if start is None else start
        marks = dict(_marks(self.answers))
        for at in sorted(marks, reverse=True):
            key = (self.game, self.setting, marks[at])
            if at <= start and key in _positions:
                _positions.move_to_end(key)
                match.position, known, match.draws = _positions[key]
                match.log = list(known)
                break
        for at, (text, draw) in enumerate(self.answers[len(match.log) :], len(match.log) + 1):
            match.play_text(text, draw)
            match.forget(0)
            if events is not None and at > start:
                events[at - 1] = match.position.events
            if at in marks:
                _positions[self.game, self.setting, marks[at]] = match.position, match.log[:], match.draws
                while len(_positions) > POSITIONS:
                    _positions.popitem(last=False)
        match.ending = self.ending
        return match


def _marks(answers: Sequence[tuple[str, int | None]]) -> Iterator[tuple[int, bytes]]:
    """Every so many answers, a mark of all that was answered so far."""
    digest = hashlib.sha256()
    for at in range(STRIDE, len(answers) + 1, STRIDE):
        digest.update(repr(answers[at - STRIDE : at]).encode())
        yield at, digest.digest()


def rebuilt(kept: Kept, seats: list[SeatRow], where: str, rows: Sequence[Row]) -> State:
    """A table's match out of its log."""
    register(kept.game, where)
    live = Live.of(kept, seats, None)
    for row in rows:
        follow(live, row)
    return live.state()


def back_to(played: Played, events: int) -> tuple[Position[Any], dict[int, tuple[Event, ...]]]:
    """The position after these answers, and what the newest so many led to."""
    found: dict[int, tuple[Event, ...]] = {}
    match = played.play(max(0, len(played.answers) - events), found)
    return match.position, found


@dataclass(frozen=True)
class Uploaded:
    """A record that was read and played through: what a table is made of."""

    game: str
    setting: Setting
    rows: tuple[Row, ...]
    secret: bytes | None
    seeds: dict[str, bytes]


def uploaded(where: dict[str, str], text: str) -> Uploaded:
    """Read a record and play it through."""
    read: Record = read_record(text)
    if len(read.lines) > ANSWERS:
        raise TooLarge("large.record", most=f"{ANSWERS:,}")
    name = read.header["game"]
    if name in where:
        register(name, where[name])
    match = rebuild(read)
    return Uploaded(name, match.setting, tuple(rows_of(match)), read.secret, read.seeds)


def rows_of(match: Match) -> list[Row]:
    """The log of a match that was played elsewhere."""
    rows = [
        Row(number + 1, "answer", number, entry.actor, entry.text, entry.draw) for number, entry in enumerate(match.log)
    ]
    if rows:
        last, after = rows[-1], NOBODY if match.actor is None else match.actor
        rows[-1] = Row(last.seq, last.kind, last.number, last.actor, last.text, last.draw, after)
    if match.ending is not None:
        rows.extend(_ending(match, match.ending, len(rows) + 1))
    return rows


def _ending(match: Match, ending: Ending, seq: int) -> list[Row]:
    """The rows in which people ended it."""
    number, (first, second, *_) = len(match.log), range(len(match.game.seats))
    if ending.seat is not None:
        return [Row(seq, "resign", number, ending.seat, "", None, NOBODY)]
    return [Row(seq, "offer", number, first, ""), Row(seq + 1, "accept", number, second, "", None, NOBODY)]
