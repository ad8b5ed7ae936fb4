"""A table in memory: its match, rebuilt from the log, and what is worth keeping beside it."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from marne.engine import Entry, Event, Game, Match, Position, Seat
from marne.table.rows import Kept, Row

__all__ = ["Back", "Live", "hash_of"]

SNAPSHOT = 100
"""A replay keeps a position every so many answers."""

SNAPSHOTS = 40
"""So many at most."""

EVENTS = 64
"""Events are kept for so many answers; those of older ones are made again by replaying."""

UNDO = 4
"""Positions are kept for so many undos in a row; going further back replays the log."""

_entries: dict[Entry, Entry] = {}
"""Answers that were given at several tables are kept once."""


_touches = count(1)


def hash_of(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot take a seat."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def shared(entry: Entry) -> Entry:
    """The entry itself, or an equal one that is there already."""
    if entry.draw is not None:
        entry.text = sys.intern(entry.text)  # type: ignore[misc]
        return entry
    if len(_entries) > 200_000:
        _entries.clear()
    return _entries.setdefault(entry, entry)


@dataclass(frozen=True)
class Back:
    """A going back that the other side agreed to: who asked, and how many answers were taken back."""

    seat: Seat
    answers: int


@dataclass
class Live:
    """A table in memory. Whoever reads or changes the match holds the lock."""

    kept: Kept
    seats: list[dict[str, Any]]
    match: Match
    seq: int = 0
    loaded: bool = False
    frozen: str = ""
    """Why nothing can be answered here: other rules, other data, or a log that these rules refuse."""
    touched: int = 0
    """Counts what changed besides the log: chat, presence, seats, thinking."""
    chat: list[dict[str, Any]] | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)
    thinking: set[int] = field(default_factory=set)
    back_asked: tuple[Seat, int] | None = None
    backs: dict[int, list[Back]] = field(default_factory=dict)
    """Where the game went back by consent, by the number of answers that were left."""
    snapshots: dict[int, Position[Any]] = field(default_factory=dict)
    """Positions along the way, for replay: a cache, never the truth."""
    events: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    """What the newest answers led to, for the words beside them."""

    def touch(self) -> None:
        """Something besides the log has changed."""
        self.touched = next(_touches)

    def note_events(self) -> None:
        """Keep the events of the answer that was just played, and share the answer with other tables."""
        number = len(self.match.log) - 1
        self.match.log[-1] = shared(self.match.log[-1])
        self.match.forget(UNDO)
        self.events[number] = self.match.position.events
        self.events.pop(number - EVENTS, None)

    def apply(self, row: Row) -> None:
        """Follow one row of the log."""
        match row.kind:
            case "answer":
                self.match.play_text(row.text, row.draw)
                self.note_events()
                self.back_asked = None
            case "back":
                self.went_back(row, len(self.match.log))
                self.match.go_back(row.number)
            case "ask":
                self.back_asked = (row.actor, int(row.text))
            case "no":
                self.back_asked = None
        self.seq = row.seq

    def went_back(self, row: Row, before: int) -> None:
        """Forget what was taken back, and say so where the other side agreed."""
        to = row.number
        self.events = {at: events for at, events in self.events.items() if at < to}
        self.snapshots = {at: position for at, position in self.snapshots.items() if at <= to}
        self.backs = {at: backs for at, backs in self.backs.items() if at <= to}
        if row.text:
            self.backs.setdefault(to, []).append(Back(row.actor, before - to))
        self.back_asked = None

    def events_from(self, start: int) -> dict[int, tuple[Event, ...]]:
        """The events of the answers from `start` on; what was forgotten is replayed."""
        with self.lock:
            kept, count = dict(self.events), len(self.match.log)
        missing = [at for at in range(start, count) if at not in kept]
        if missing:
            self.replay(missing[-1] + 1, missing[0], kept)
        return kept

    def past(self, number: int) -> Match:
        """The match as it was after `number` answers."""
        return self.replay(number, number, {})

    def replay(self, number: int, start: int, events: dict[int, tuple[Event, ...]]) -> Match:
        """Play up to `number` answers again, beside the game that goes on; note events from `start` on.

        Snapshots along the way make the next one quick. The lock is held only to look and to keep.
        """
        with self.lock:
            log, since = self.match.log[:number], self.snapshots
            begin = max((at for at in since if at <= start), default=0)
            match = Match(self.match.game, self.match.setting, self.match.dice)
            if begin:
                match.position, match.log = since[begin], log[:begin]
        found = {}
        for at, entry in enumerate(log[begin:], begin + 1):
            match.play_text(entry.text, entry.draw)
            match.forget(0)
            if at > start:
                events[at - 1] = match.position.events
            if at % SNAPSHOT == 0:
                found[at] = match.position
        with self.lock:
            if self.snapshots is since and len(since) + len(found) <= SNAPSHOTS:
                since.update(found)
        return match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def status(self) -> str:
        """`open` until every seat is taken, then `playing`, then `over`."""
        if self.match.over:
            return "over"
        return "open" if any(seat["kind"] == "open" for seat in self.seats) else "playing"

    def held_by(self, tokens: Iterable[str]) -> list[Seat]:
        """The seats whose tokens these are."""
        hashed = {hash_of(token) for token in tokens}
        return [seat["seat"] for seat in self.seats if seat["token"] and seat["token"] in hashed]
