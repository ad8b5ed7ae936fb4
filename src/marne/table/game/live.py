"""A table in memory: its match, rebuilt from the log, and what is worth keeping beside it."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any, NamedTuple

from marne.engine import (
    CHANCE,
    Ending,
    Entry,
    Event,
    FairDice,
    Game,
    Match,
    Position,
    Seat,
    Setting,
    Sight,
    find_game,
    mixture_of,
    value,
)
from marne.kit import title_in
from marne.players import Mind
from marne.table.game.log_rows import (
    AcceptRow,
    AnswerRow,
    AskRow,
    BackRow,
    Kept,
    Mark,
    NoRow,
    NoticeRow,
    OfferRow,
    PartRow,
    RefuseRow,
    ResignRow,
    Row,
    SeatRow,
    SignRow,
    WithoutRow,
)
from marne.table.limits import Backoff
from marne.table.refusals import Frozen
from marne.table.view.payloads import Status
from marne.table.words import WORDS

__all__ = ["EVENTS", "LOGGED", "OF_MATCH", "WAY", "Live", "Notice", "State", "hash_of", "name_of"]

EVENTS = 64
"""Events are kept for so many answers, more than a page of the log shows; those of older ones are made again by another
process."""

WAY = 32
"""Positions are kept for at most so many answers that somebody was not told of yet."""

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


@value
class Notice:
    """Something to tell beside the log that is no answer: a key of the table's words, the seat it is about, and how
    many answers were taken back if any were."""

    key: str
    seat: Seat
    answers: int = 0


@dataclass
class Logged:
    """What the log makes of a table, beside its match. Each is declared here and nowhere else: attempts, the way to
    another process and snapshots follow. A copy of it is one level deep."""

    seq: int = 0
    stuck: bool = False
    """A row of the log could not be followed: the match stands where it stood before it."""
    frozen: Frozen | None = None
    """Why nothing can be answered here: a log that the rules of this server refuse, or that leads elsewhere by them."""
    older: bool = False
    """It began with other rules or data than this server has."""
    back_asked: tuple[Seat, int] | None = None
    last_back: int = 0
    """The row of the last going back: thoughts that are older are worth nothing."""
    notices: dict[int, tuple[Notice, ...]] = field(default_factory=dict)
    """What is told beside the log, by the number of answers that there were: where the game went back by consent, where
    a computer's thought came to nothing."""
    events: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    """What the newest answers led to, for the words beside them."""
    parts: dict[Seat, bytes] = field(default_factory=dict)
    """What players have shown for the draw that waits."""
    tips: dict[Seat, bytes] = field(default_factory=dict)
    """The last link that each player has shown of his hash chain."""
    shown: dict[Seat, int] = field(default_factory=dict)
    """How many links each has shown."""
    agreed: frozenset[Seat] = frozenset()
    """Who has agreed to play on without parts."""
    offered: Seat | None = None
    """Who has offered a draw. It lapses when another seat plays on."""
    signed: dict[Seat, int] = field(default_factory=dict)
    """Whose pages have countersigned the end, and after which row."""
    link: str = ""
    """The hash of the whole log; see `linked`."""
    at: float = 0.0
    """The time of the newest row: those after it are no earlier."""


LOGGED = tuple(each.name for each in fields(Logged))
OF_MATCH = ("position", "log", "draws", "moment", "last_back", "ending")
"""What the log makes of the match."""


class State(NamedTuple):
    """What a table is after its log, without its secret: a process that plays the log again sends it back."""

    logged: dict[str, Any]
    match: dict[str, Any]


@dataclass
class _Table:
    """What a table is from the beginning."""

    kept: Kept
    seats: list[SeatRow]
    match: Match


@dataclass
class Live(Logged, _Table):
    """A table in memory. It belongs to the event loop; whoever reads or changes the match there holds its `turn`, since
    an answer is played before it is durable and shown only after."""

    touched: int = 0
    """Counts what changed besides the log: chat, presence, seats, thinking."""
    chat: list[dict[str, Any]] | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: set[int] = field(default_factory=set)
    minds: dict[Seat, Mind] = field(default_factory=dict)
    """The last thought of each computer seat. It never leaves the server."""
    stopped: set[Seat] = field(default_factory=set)
    """Computer seats that cannot go on until somebody wakes them."""
    wishes: Backoff = field(default_factory=Backoff)
    """How long nobody may wish to go back, after wishes that were refused."""
    base: tuple[int, Position[Any]] | None = None
    """A position on the way, and after how many answers, where the log was not followed from its first row."""
    marks: tuple[Mark, ...] = ()
    """The snapshots that lie on the way to where the table is, the oldest first."""
    pages: dict[tuple[str, Seat | None], tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """The end of the log as it was last sent, by language and reader, with the number of its first line: a cache, empty
    after a going back."""
    way: tuple[tuple[int, int, Position[Any]], ...] | None = None
    """The newest positions, each with its number of answers and the match's moment, until everybody was told of them;
    None where nobody wants them."""
    sights: dict[Seat | None, Sight] = field(default_factory=dict)
    """What each seat is shown, of the position below: a cache for one moment."""
    sighted: Position[Any] | None = None

    @classmethod
    def of(cls, kept: Kept, seats: list[SeatRow], dice: FairDice | None) -> Live:
        """A table before the first row of its log."""
        game = find_game(kept.game)
        given = Setting(kept.setting["scenario"], kept.setting["edition"], tuple(kept.setting["options"].items()))
        live = cls(kept, seats, Match(game, given, dice))
        live.older = (kept.rules, kept.data) != (game.rules_version, game.data_version()[:16])
        return live

    def state(self) -> State:
        """What the log has made of the table."""
        return State(
            {name: copy(getattr(self, name)) for name in LOGGED},
            {name: getattr(self.match, name) for name in OF_MATCH},
        )

    def take(self, state: State) -> None:
        """Become what another process has found."""
        log = [shared(entry) for entry in state.match["log"]]
        self.match.stand(state.match["position"], log)
        for name, found in state.match.items():
            if name not in ("position", "log"):
                setattr(self.match, name, found)
        for name, found in state.logged.items():
            setattr(self, name, found)
        self.pages = {}
        self.way = None if self.way is None else ()

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
        before, pages, marks = {name: copy(getattr(self, name)) for name in LOGGED}, self.pages, self.marks
        way = self.way
        try:
            with self.match.attempt():
                yield
        except BaseException:
            for name, each in before.items():
                setattr(self, name, each)
            self.pages, self.marks, self.way = pages, marks, way
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
        if self.way is not None:
            self.way = (*self.way[1 - WAY :], (number + 1, self.match.moment, self.match.position))

    def apply(self, row: Row) -> None:
        """Follow one row of the log."""
        match row:
            case AnswerRow():
                self.match.play_text(row.text, row.draw)
                self.note_events()
                self.back_asked = None
                self.played_on(row.actor)
                if row.draw is not None:
                    self.fell()
            case BackRow():
                self.went_back(row, len(self.match.log))
                self.match.go_back(row.number, self.position_at(row.number))
            case AskRow():
                self.back_asked = (row.actor, row.to)
            case NoRow():
                self.back_asked = None
            case PartRow():
                self.took_part(row)
            case WithoutRow():
                self.agree_without(row)
            case NoticeRow():
                self.note(row)
            case SignRow():
                self.signed = {**self.signed, row.actor: row.row}
            case OfferRow() | RefuseRow() | AcceptRow() | ResignRow():
                self.ended(row)
        self.seq, self.link = row.seq, row.link

    def position_at(self, to: int) -> Position[Any] | None:
        """The position after so many answers, played from the base, if there is one and it is of use."""
        if self.base is None or self.match.at_hand(to):
            return None
        number, position = self.base
        for entry in self.match.log[number:to]:
            position = position.play(position.read(entry.text))  # type: ignore[arg-type]  # it was played before
        return position

    def went_back(self, row: BackRow, before: int) -> None:
        """Forget what was taken back, and say so where the other side agreed."""
        to = row.number
        self.events = {at: events for at, events in self.events.items() if at < to}
        self.pages = {}
        self.way = None if self.way is None else tuple(step for step in self.way if step[0] <= to)
        self.notices = {at: notices for at, notices in self.notices.items() if at <= to}
        self.marks = tuple(mark for mark in self.marks if mark.number <= to)
        if row.why:
            self._notice(to, Notice("GoneBack", row.actor, before - to))
        self.back_asked = None
        self.last_back = row.seq
        if self.parts:  # whoever has seen them may know that die: it never falls
            self.match.draws += 1
            self.parts = {}

    def played_on(self, actor: Seat) -> None:
        """An answer of somebody else than the one who offered a draw is a no to it."""
        if actor not in (CHANCE, self.offered):
            self.offered = None

    def ended(self, row: OfferRow | RefuseRow | AcceptRow | ResignRow) -> None:
        """A draw is offered, declined or agreed on, or somebody resigns; it stands in the log beside the newest
        answer."""
        self.offered = row.actor if isinstance(row, OfferRow) else None
        if isinstance(row, ResignRow):
            self.match.ending = Ending(row.actor)
        elif isinstance(row, AcceptRow):
            self.match.ending = Ending(None)
        self._notice(row.number, Notice(f"ending.{row.kind}", row.actor))
        self.pages = {}

    def note(self, row: NoticeRow) -> None:
        """A notice beside the newest answer: its line is written anew."""
        self._notice(row.number, Notice(row.key, row.actor))
        self.pages = {}

    def _notice(self, number: int, notice: Notice) -> None:
        self.notices = {**self.notices, number: (*self.notices.get(number, ()), notice)}

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    def name_in(self, language: str) -> str:
        """What the table is called."""
        return name_of(self.kept, self.game, language)

    @property
    def status(self) -> Status:
        """`open` until every seat is taken, then `playing`, then `over`."""
        if self.match.over:
            return "over"
        return "open" if self.vacant or self.seeds_due() else "playing"

    @property
    def barred(self) -> Frozen | None:
        """Why nothing can be answered here: the opener closed the table, or its rules have changed."""
        return Frozen("frozen.closed") if self.kept.closed else self.frozen

    @property
    def vacant(self) -> bool:
        """Whether a seat is open."""
        return any(seat.kind == "open" for seat in self.seats)

    # -- what the players promised

    def seeds_due(self) -> list[Seat]:
        """The seats whose seeds are still with their players."""
        return [seat.seat for seat in self.seats if seat.commit and not seat.seed]

    @property
    def chained(self) -> list[Seat]:
        """The seats that have a hash chain."""
        return [seat.seat for seat in self.seats if seat.chain]

    @property
    def without(self) -> bool:
        """Whether all people have agreed to play on without parts."""
        return bool(self.agreed) and self.agreed >= {seat.seat for seat in self.seats if seat.kind == "person"}

    def parts_due(self) -> list[Seat]:
        """The seats for whose part the open draw waits."""
        if self.match.actor != CHANCE or self.status != "playing" or self.without:
            return []
        return [seat for seat in self.chained if seat not in self.parts]

    def tip(self, seat: Seat) -> bytes:
        """What the next part of a seat must hash to."""
        return self.tips.get(seat) or bytes.fromhex(self.seats[seat].chain)

    def took_part(self, row: PartRow) -> None:
        """A part was shown."""
        self.parts, self.tips = {**self.parts, row.actor: row.part}, {**self.tips, row.actor: row.part}
        self.shown = {**self.shown, row.actor: self.shown.get(row.actor, 0) + 1}

    def agree_without(self, row: WithoutRow) -> None:
        """Somebody would play on without parts."""
        self.agreed |= {row.actor}

    def mixed_parts(self) -> bytes:
        """What the players add to the open draw."""
        return mixture_of({self.game.seats[seat]: part for seat, part in self.parts.items()})

    def fell(self) -> None:
        """A die has fallen: the next one needs parts of its own, and who would have done without is asked again."""
        self.parts = {}
        if not self.without:
            self.agreed = frozenset()

    def held_by(self, tokens: Iterable[str]) -> list[Seat]:
        """The seats whose tokens these are."""
        hashed = {hash_of(token) for token in tokens}
        return [seat.seat for seat in self.seats if seat.token and seat.token in hashed]
