"""A table in memory: its match, rebuilt from the log, and what is worth keeping beside it."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from marne.engine import Entry, Event, Game, Match, Position, Seat, Sight
from marne.kit import title_in
from marne.players import Mind
from marne.table.errors import Frozen
from marne.table.rows import Kept, Row, SeatRow
from marne.table.words import WORDS

__all__ = ["Live", "Notice", "Replay", "hash_of", "name_of"]

SNAPSHOT = 100
"""A replay keeps a position every so many answers."""

SNAPSHOTS = 40
"""So many at most."""

EVENTS = 64
"""Events are kept for so many answers; those of older ones are made again by replaying."""

UNDO = 2
"""Positions are kept for so many undos in a row; going further back replays the log."""

_entries: dict[Entry, Entry] = {}
"""Answers that were given at several tables are kept once."""


_touches = count(1)


def name_of(kept: Kept, game: Game, language: str) -> str:
    """What a table is called: as somebody named it, or as its game in that language, with a word if it is a record."""
    if kept.name != game.title:
        return kept.name
    title = title_in(game, language)
    return WORDS.say(language, "of_record", title=title) if kept.origin else title


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
class Notice:
    """Something to tell beside the log that is no answer: a key of the table's words, the seat it is about, and how
    many answers were taken back if any were."""

    key: str
    seat: Seat
    answers: int = 0


class Replay:
    """Answers to be played again in a thread of their own, from the nearest snapshot on; new ones are left behind.

    A going back gives the table another dict of snapshots, so those left behind by an old replay harm nobody.
    """

    def __init__(self, match: Match, log: list[Entry], snapshots: dict[int, Position[Any]]) -> None:
        self._match, self._log, self._snapshots = match, log, snapshots

    def run(self, start: int | None = None, events: dict[int, tuple[Event, ...]] | None = None) -> Match:
        """The match after these answers; the events from `start` on are noted if anybody wants them."""
        start = len(self._log) if start is None else start
        begin = max((at for at in tuple(self._snapshots) if at <= start), default=0)
        match = Match(self._match.game, self._match.setting, self._match.dice)
        if begin:
            match.position, match.log = self._snapshots[begin], self._log[:begin]
        for at, entry in enumerate(self._log[begin:], begin + 1):
            match.play_text(entry.text, entry.draw)
            match.forget(0)
            if events is not None and at > start:
                events[at - 1] = match.position.events
            if at % SNAPSHOT == 0 and len(self._snapshots) < SNAPSHOTS:
                self._snapshots[at] = match.position
        return match


@dataclass
class Live:
    """A table in memory. It belongs to the event loop; whoever reads or changes the match there holds its `turn`, since
    an answer is played before it is durable and shown only after."""

    kept: Kept
    seats: list[SeatRow]
    match: Match
    seq: int = 0
    stuck: bool = False
    """A row of the log could not be followed: the match stands where it stood before it."""
    frozen: Frozen | None = None
    """Why nothing can be answered here: a log that the rules of this server refuse, or that leads elsewhere by them."""
    older: bool = False
    """It began with other rules or data than this server has."""
    touched: int = 0
    """Counts what changed besides the log: chat, presence, seats, thinking."""
    chat: list[dict[str, Any]] | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: set[int] = field(default_factory=set)
    back_asked: tuple[Seat, int] | None = None
    last_back: int = 0
    """The row of the last going back: thoughts that are older are worth nothing."""
    notices: dict[int, tuple[Notice, ...]] = field(default_factory=dict)
    """What is told beside the log, by the number of answers that there were: where the game went back by consent, where
    a computer's thought came to nothing."""
    minds: dict[Seat, Mind] = field(default_factory=dict)
    """The last thought of each computer seat. It never leaves the server."""
    stopped: set[Seat] = field(default_factory=set)
    """Computer seats that cannot go on until somebody wakes them."""
    snapshots: dict[int, Position[Any]] = field(default_factory=dict)
    """Positions along the way, for replay: a cache, never the truth."""
    events: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    """What the newest answers led to, for the words beside them."""
    pages: dict[tuple[str, Seat | None], tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """The end of the log as it was last sent, by language and reader, with the number of its first line: a cache, empty
    after a going back."""

    sights: dict[Seat | None, Sight] = field(default_factory=dict)
    """What each seat is shown, of the position below: a cache for one moment."""
    sighted: Position[Any] | None = None

    def sight(self, viewing: Seat | None) -> Sight:
        """What a seat is shown now: made once for the moment, then asked for pictures, odds and reasons in any
        language."""
        if self.sighted is not self.match.position:
            self.sighted, self.sights = self.match.position, {}
        if viewing not in self.sights:
            self.sights[viewing] = self.match.sight(viewing)
        return self.sights[viewing]

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Try something: what is played or taken back inside stays if all goes well, and never was if anything
        fails."""
        before = dict(self.events), self.pages, self.snapshots, self.notices, self.back_asked, self.last_back
        try:
            with self.match.attempt():
                yield
        except BaseException:
            self.events, self.pages, self.snapshots, self.notices, self.back_asked, self.last_back = before
            raise

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
            case "notice":
                self.note(row)
        self.seq = row.seq

    def went_back(self, row: Row, before: int) -> None:
        """Forget what was taken back, and say so where the other side agreed."""
        to = row.number
        self.events = {at: events for at, events in self.events.items() if at < to}
        self.pages = {}
        self.snapshots = {at: position for at, position in self.snapshots.items() if at <= to}
        self.notices = {at: notices for at, notices in self.notices.items() if at <= to}
        if row.text:
            self._notice(to, Notice("GoneBack", row.actor, before - to))
        self.back_asked = None
        self.last_back = row.seq

    def note(self, row: Row) -> None:
        """A notice beside the newest answer: its line is written anew."""
        self._notice(row.number, Notice(row.text, row.actor))
        self.pages = {}

    def _notice(self, number: int, notice: Notice) -> None:
        self.notices = {**self.notices, number: (*self.notices.get(number, ()), notice)}

    def events_from(self, start: int) -> dict[int, tuple[Event, ...]]:
        """The events of the answers from `start` on, the newest; what was forgotten is replayed."""
        missing = [at for at in range(start, len(self.match.log)) if at not in self.events]
        if not missing:
            return self.events
        found = dict(self.events)
        self.replay(missing[-1] + 1).run(missing[0], found)
        return found

    def replay(self, number: int) -> Replay:
        """What is needed to play up to `number` answers again, beside the game that goes on."""
        return Replay(self.match, self.match.log[:number], self.snapshots)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    def name_in(self, language: str) -> str:
        """What the table is called."""
        return name_of(self.kept, self.game, language)

    @property
    def status(self) -> str:
        """`open` until every seat is taken, then `playing`, then `over`."""
        if self.match.over:
            return "over"
        return "open" if any(seat.kind == "open" for seat in self.seats) else "playing"

    def held_by(self, tokens: Iterable[str]) -> list[Seat]:
        """The seats whose tokens these are."""
        hashed = {hash_of(token) for token in tokens}
        return [seat.seat for seat in self.seats if seat.token and seat.token in hashed]
