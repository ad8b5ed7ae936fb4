"""Games played again: a table out of its log, a past moment, a record. Each function gets all it needs, and knows no
table's secret; a pool may run it in another process."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from marne.engine import (
    Ending,
    Entry,
    Event,
    MarneError,
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
from marne.engine.save import restore
from marne.table.game.log_rows import NOBODY, AcceptRow, AnswerRow, OfferRow, ResignRow, Row, Snapshot
from marne.table.limits import ANSWERS
from marne.table.refusals import Refused, TooLarge

__all__ = [
    "SHORT",
    "STRIDE",
    "Played",
    "Uploaded",
    "back_to",
    "rows_of",
    "uploaded",
]

SHORT = 32
"""So many answers are played again where they are needed: handing them on would cost more."""
STRIDE = 50
"""A snapshot is taken every so many answers, and a process keeps a position as often."""
POSITIONS = 400
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
    start: Snapshot | None = None
    """Where to begin, if not at the beginning: it lies on the way."""
    known: tuple[Entry, ...] = ()
    """The answers before it."""

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
        if self.start is not None and len(match.log) < self.start.number <= start:
            self._stand(match, self.start)
        for at, (text, draw) in enumerate(self.answers[len(match.log) :], len(match.log) + 1):
            try:
                match.play_text(text, draw)
            except MarneError as error:
                raise Refused("no.other_rules", number=at) from error
            match.forget(0)
            if events is not None and at > start:
                events[at - 1] = match.position.events
            if at in marks:
                _positions[self.game, self.setting, marks[at]] = match.position, match.log[:], match.draws
                while len(_positions) > POSITIONS:
                    _positions.popitem(last=False)
        match.ending = self.ending
        return match

    def _stand(self, match: Match, snapshot: Snapshot) -> None:
        told = json.loads(zlib.decompress(snapshot.body))
        events = restore(told["logged"]["events"])
        match.stand(Match(match.game, match.setting).position.load(told["position"]), list(self.known))
        match.position.board.events = list(events.get(snapshot.number - 1, ()))
        match.draws = restore(told["match"]["draws"])

    def begun(self, match: Match, start: Snapshot | None) -> Played:
        """The same from a snapshot on."""
        return self if start is None else replace(self, start=start, known=tuple(match.log[: start.number]))


def _marks(answers: Sequence[tuple[str, int | None]]) -> Iterator[tuple[int, bytes]]:
    """Every so many answers, a mark of all that was answered so far."""
    digest = hashlib.sha256()
    for at in range(STRIDE, len(answers) + 1, STRIDE):
        digest.update(repr(answers[at - STRIDE : at]).encode())
        yield at, digest.digest()


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
    rows: list[Row] = [
        AnswerRow(seq=number + 1, number=number, actor=entry.actor, text=entry.text, draw=entry.draw)
        for number, entry in enumerate(match.log)
    ]
    if rows:
        rows[-1] = replace(rows[-1], next=NOBODY if match.actor is None else match.actor)
    if match.ending is not None:
        rows.extend(_ending(match, match.ending, len(rows) + 1))
    return rows


def _ending(match: Match, ending: Ending, seq: int) -> list[Row]:
    """The rows in which people ended it."""
    number, (first, second, *_) = len(match.log), range(len(match.game.seats))
    if ending.seat is not None:
        return [ResignRow(seq=seq, number=number, actor=ending.seat, next=NOBODY)]
    offer = OfferRow(seq=seq, number=number, actor=first)
    return [offer, AcceptRow(seq=seq + 1, number=number, actor=second, next=NOBODY)]
