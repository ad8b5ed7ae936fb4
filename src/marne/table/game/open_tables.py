"""The hall: every table that is being played, each a match rebuilt from its log.

An answer is checked by the rules, appended to the log, and only then shown to anybody. Dice follow in the same
transaction, so a crash can never stand between a decision and its die. Rules take less than a millisecond and run in
the event loop; whatever waits for the disk runs in threads of the database, and whole logs are replayed by processes
of their own (`queue`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from marne.engine import (
    CHANCE,
    FairDice,
    Game,
    Seat,
    find_game,
)
from marne.players import Mind
from marne.table.game.following import follow, refused
from marne.table.game.live import Live, hash_of
from marne.table.game.log_rows import (
    NOBODY,
    AdoptRow,
    AnswerRow,
    BackRow,
    Kept,
    NoticeRow,
    Row,
    SeatRow,
    TooLate,
    linked,
)
from marne.table.game.opening import NewTable, Opening, Pledge, opening
from marne.table.game.ports import Clock, Pool, Secret, Store
from marne.table.game.replayed import SHORT, Uploaded
from marne.table.game.snapshots import follow_all, take_snapshot
from marne.table.limits import ROWS
from marne.table.refusals import Forbidden, Frozen, NotFound, Refused, Stale

__all__ = ["Hall", "Live", "NewTable", "NotLegal", "Pledge", "hash_of"]

log = logging.getLogger("marne.table")

KEEP = 600
"""How many matches are kept in memory; the others are rebuilt from their logs when somebody comes back."""

AT_ONCE = 12
"""So many answers of a computer's run share a commit at most: whoever looks on sees it go on."""

_ID = re.compile("[0-9a-f]{16}")


class NotLegal(Exception):
    """A computer's run begins with an answer that is not legal."""


class Opened(NamedTuple):
    """A new table: its id, the tokens of the seats that are mine, the invitations to the open ones, the opener's own
    token."""

    id: str
    tokens: dict[str, str]
    invitations: dict[str, str]
    owner: str


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store, pool: Pool, secret: Secret, clock: Clock = time.time, keep: int = KEEP) -> None:
        self.store, self.pool, self.secret, self.clock = store, pool, secret, clock
        self.busy: Callable[[str], bool] = lambda _: False
        """Whether somebody looks at a table or thinks for it: such a table stays in memory."""
        self._keep = keep
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    # -- tables and seats

    async def open_table(self, wish: NewTable) -> Opened:
        """Make a table."""
        return await self._open(opening(wish, self.secret, self.clock()))

    async def open_seeded(self, wish: NewTable, dice: FairDice) -> Opened:
        """A table whose dice are given, so that its game can be compared with one played elsewhere. No route comes
        here."""
        return await self._open(opening(wish, self.secret, self.clock(), dice=dice))

    async def open_record(self, record: Uploaded) -> Opened:
        """A table from a record: its answers are taken over as they are, and every seat is the opener's.

        If the record reveals its seed, the dice can be checked here too.
        """
        setting, game = record.setting, find_game(record.game)
        wish = NewTable(
            game.name,
            setting.scenario,
            setting.edition,
            dict(setting.options),
            dict.fromkeys(game.seats, "me"),
            "",
            False,
        )
        return await self._open(opening(wish, self.secret, self.clock(), record))

    async def _open(self, new: Opening) -> Opened:
        await self.store.run(self.store.new_table, new.kept, new.seats, new.rows)
        await self.live(new.kept.id)
        return Opened(new.kept.id, new.tokens, new.invitations, new.owner)

    async def change_seat(self, live: Live, seat: Seat, **facts: Any) -> None:
        """Keep facts of a seat."""
        async with live.turn:
            await self.store.run(self.store.change_seat, live.kept.id, seat, **facts)
            live.seats[seat] = replace(live.seats[seat], **facts)

    async def let_watch(self, live: Live, watch: bool) -> None:
        """Whether anybody without a seat may look on."""
        async with live.turn:
            await self.store.run(self.store.let_watch, live.kept.id, watch)
            live.kept = replace(live.kept, watch=watch)
            live.touch()

    async def join(self, id: str, invitation: str, label: str, pledge: Pledge) -> tuple[Live, str, str]:
        """Take an open seat by its invitation: the table, the seat's name and its token."""
        live, hashed = await self.live(id), hash_of(invitation)
        async with live.turn:
            for seat in live.seats:
                if seat.invitation and hmac.compare_digest(seat.invitation, hashed):
                    token = secrets.token_urlsafe(24)
                    held = seat.kind == "person"
                    facts: dict[str, Any] = {
                        "kind": "person",
                        "token": hash_of(token),
                        "invitation": "",
                        "label": label,
                        "player": "",
                        "word": "",
                        "asked": 0.0,
                        **({} if held else pledge.facts(self.secret)),
                    }
                    change = partial(self.store.change_seat, id, seat.seat, {"invitation": hashed}, **facts)
                    if await self.store.run(change):
                        await self.reload_seats(live)
                        await self.begin(live)
                        if held and not live.vacant:
                            await self.note(live, NoticeRow, seat.seat, key="handed.over")
                        await self.store.run(self.store.tell_workers, id)
                        return live, live.game.seats[seat.seat], token
        raise Forbidden("no.invitation")

    async def reload_seats(self, live: Live) -> None:
        live.seats, closed = await self.store.run(self.store.seats_and_end, live.kept.id)
        live.kept = replace(live.kept, closed=closed)
        live.match.dice = self._dice(live.kept, live.seats, live.game)
        live.touch()

    @staticmethod
    def _dice(kept: Kept, seats: list[SeatRow], game: Game) -> FairDice:
        return FairDice(kept.secret, {game.seats[seat.seat]: seat.seed for seat in seats if seat.seed})

    # -- in memory

    async def live(self, id: str) -> Live:
        """A table with its match up to date, rebuilt from the log if need be."""
        live = self._live.get(id)
        if live is None:
            if not _ID.fullmatch(id):
                raise NotFound("no.table", id=repr(id[:40]))
            try:
                async with self._loading.setdefault(id, asyncio.Lock()):
                    live = self._live.get(id) or await self._load(id)
            finally:
                self._loading.pop(id, None)
        elif self.store.shared:
            async with live.turn:
                await self.reload_seats(live)
                live.chat = None
                await self._catch_up(live)
        self._live.move_to_end(id)
        return live

    async def _load(self, id: str) -> Live:
        live = await self._rebuild(id)
        async with live.turn:
            if self.store.shared:  # others may have played on while the log was followed
                await self._catch_up(live)
            await self.begin(live)
        self._live[id] = live
        self.shrink()
        return live

    async def _rebuild(self, id: str) -> Live:
        """A table from the database: nobody else knows it yet. A long log is followed by another process."""
        found = await self.store.run(self.fetched, id)
        if found is None:
            raise NotFound("no.table", id=repr(id[:40]))
        kept, seats, minds = found
        live = Live.of(kept, seats, self._dice(kept, seats, find_game(kept.game)))
        live.minds = minds
        await follow_all(self, live)
        if live.older and not live.stuck:
            await self.adopt(live)
        return live

    def fetched(self, id: str) -> tuple[Kept, list[SeatRow], dict[Seat, Mind]] | None:
        kept = self.store.table(id)
        return None if kept is None else (kept, self.store.seats(id), self.store.minds(id))

    async def adopt(self, live: Live) -> None:
        """The log leads to the same questions here: the table is played by these rules from now on, and says so."""
        live.older = False
        live.kept = replace(live.kept, rules=live.game.rules_version, data=live.game.data_version()[:16])
        await self.store.run(self.store.adopt, live.kept.id, live.kept.rules, live.kept.data)
        if live.seq and live.kept.began:
            with contextlib.suppress(Stale):
                await self.note(live, AdoptRow, CHANCE, rules=live.kept.rules, data=live.kept.data)

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def shrink(self) -> None:
        """Let the tables go that nobody has looked at for longest; never one that somebody looks at."""
        over = len(self._live) - self._keep
        for id in list(self._live)[:-1] if over > 0 else ():
            if over <= 0:
                return
            if not self.busy(id) and not self._live[id].turn.locked():
                del self._live[id]
                over -= 1

    async def _catch_up(self, live: Live) -> None:
        """Read what others appended to the log."""
        rows = await self.store.run(self.store.log, live.kept.id, live.seq)
        far = any(isinstance(row, BackRow) and not live.match.at_hand(row.number) for row in rows)
        if len(rows) > SHORT or (far and len(live.match.log) > SHORT):
            await follow_all(self, live)
        else:
            for row in rows:
                follow(live, row)

    # -- play

    async def begin(self, live: Live) -> None:
        """Let the dice that stand before the first decision fall, once everyone has a seat."""
        if live.status == "playing" and live.match.actor == CHANCE and not live.barred and not live.parts_due():
            await self.append(live, None)

    async def check(self, live: Live, number: int | None, seq: int | None = None) -> None:
        """The client has seen what there is, and these are the rules it was begun with."""
        if self.store.shared:
            await self._catch_up(live)
        if (why := live.barred) is not None:
            raise Frozen(why.key, **why.facts)
        if live.seq >= ROWS:
            raise Refused("no.rows", most=f"{ROWS:,}")
        if live.match.ending is not None:
            raise Refused("no.over")
        there = len(live.match.log)
        if number is not None and (number != there or (seq is not None and seq != live.seq)):
            raise Stale("stale.number", number=number, there=there)

    async def answer(
        self, live: Live, seats: Iterable[Seat], number: int, text: str, seq: int | None = None
    ) -> Seat | None:
        """Take an answer for whichever of the seats is asked; the dice follow. Durable when it returns who is next."""
        async with live.turn:
            if seq is not None and await self._stands(live, seats, number, text):
                return live.match.actor
            await self.check(live, number, seq)
            match = live.match
            if live.status != "playing":
                raise Refused("no.over" if match.over else "no.open_seat" if live.vacant else "no.seeds")
            assert match.actor is not None
            if match.actor == CHANCE:
                raise Refused("no.parts")
            if match.actor not in tuple(seats):
                raise Forbidden("no.others_turn", seat=(match.game, match.actor_name(match.actor)))
            if match.position.read(text) is None:
                raise refused(live.sight(match.actor), text)
            await self.append(live, lambda rows: self._take(live, text, rows))
            return match.actor

    async def _stands(self, live: Live, seats: Iterable[Seat], number: int, text: str) -> bool:
        """Whether this very answer was taken already: a page that heard nothing of it sends it again, and it counts
        once."""
        if self.store.shared:
            await self._catch_up(live)
        log = live.match.log
        return number < len(log) and log[number].text == text and log[number].actor in tuple(seats)

    async def play_run(self, live: Live, seat: Seat, mind: Mind, seq: int, *, new: bool = False) -> None:
        """Play what is due of a computer's run: up to the next die, another seat, or something revealed, in one commit
        with the thought itself if it is new. NotLegal if not even the first answer can be played."""
        async with live.turn:
            await self.check(live, None)
            left = live.seats[seat].plays != "computer"
            if left or live.seq != seq or live.match.actor != seat or live.status != "playing":
                raise Stale("stale.back")
            due = mind.run[seq - mind.at :][:AT_ONCE]
            if live.match.position.read(due[0]) is None:
                raise NotLegal(due[0])

            def play(rows: list[Row]) -> None:
                for text in due:
                    if live.match.actor != seat or live.match.position.read(text) is None:
                        return
                    self._take(live, text, rows)
                    if live.match.log[-1].revealed:
                        return

            await self.append(live, play, (seat, mind.as_json()) if new else None)
            if new:
                live.minds[seat] = mind

    async def remember(self, live: Live) -> None:
        """What the computer seats thought last, where another worker may have let them think."""
        if self.store.shared:
            async with live.turn:
                await self._catch_up(live)
                live.minds = await self.store.run(self.store.minds, live.kept.id)

    async def notice(self, live: Live, seat: Seat, key: str) -> None:
        """Tell everybody something about a seat, beside the log; there is none before everybody sits."""
        async with live.turn:
            if not live.vacant:
                await self.note(live, NoticeRow, seat, key=key)
            live.touch()

    async def append(
        self, live: Live, play: Callable[[list[Row]], None] | None, thought: tuple[Seat, str] | None = None
    ) -> None:
        """Play, let the dice fall, append it all to the log; on failure the match is as it was."""
        rows: list[Row] = []
        async with self.attempt(live):
            if play is not None:
                play(rows)
            self.roll(live, rows)
            link = await self.write(live, rows, thought)
        live.seq, live.link = live.seq + len(rows), link
        live.back_asked = None
        take_snapshot(self, live)

    async def write(self, live: Live, rows: list[Row], thought: tuple[Seat, str] | None = None) -> str:
        """Append rows to the log, in its chain; the head after them."""
        if not rows:
            return live.link
        found = linked(live, rows, self.clock())
        await self.store.append(live.kept.id, found, thought)
        live.at = found[-1].at
        return found[-1].link

    @asynccontextmanager
    async def attempt(self, live: Live) -> AsyncIterator[None]:
        """Play inside and append; whoever is too late is told so, and has what the others appended."""
        try:
            with live.attempt():
                yield
        except TooLate:
            await self._catch_up(live)
            raise Stale("stale.first") from None

    def _take(self, live: Live, text: str, rows: list[Row]) -> None:
        """Play an answer, and note its row."""
        live.match.play_text(text)
        live.played_on(live.match.log[-1].actor)
        rows.append(self._noted(live, len(rows) + 1))

    def roll(self, live: Live, rows: list[Row]) -> None:
        """Let the dice fall until a seat is asked, or a part is due from somebody."""
        match = live.match
        while match.actor == CHANCE and live.status == "playing" and not live.parts_due():
            match.play(match.roll(live.mixed_parts()))
            live.fell()
            rows.append(self._noted(live, len(rows) + 1))

    @staticmethod
    def _noted(live: Live, ahead: int) -> Row:
        """The row for the answer that was just played."""
        live.note_events()
        number, entry, actor = len(live.match.log) - 1, live.match.log[-1], live.match.actor
        after = NOBODY if actor is None else actor
        mark = live.match.position.mark()
        return AnswerRow(
            seq=live.seq + ahead,
            number=number,
            actor=entry.actor,
            text=entry.text,
            draw=entry.draw,
            next=after,
            mark=mark,
        )

    async def note(self, live: Live, kind: type[Row], seat: Seat, *, last: bool = False, **facts: Any) -> None:
        """A row beside the answers, `last` of all if the game ends with it; the caller holds the table's turn."""
        actor = None if last else live.match.actor
        after = NOBODY if actor is None else actor
        row = kind(seq=live.seq + 1, number=len(live.match.log), actor=seat, next=after, **facts)
        async with self.attempt(live):
            row = replace(row, link=await self.write(live, [row]))
        live.apply(row)

    # -- what the computers need

    def waiting_for_computer(self, live: Live) -> tuple[Seat, str] | None:
        """The computer seat that must answer now, and its kind of player. No lock: the event loop asks."""
        actor = live.match.actor
        if live.barred or live.status != "playing" or actor is None or actor == CHANCE or actor in live.stopped:
            return None
        seat = live.seats[actor]
        return (actor, seat.player) if seat.plays == "computer" else None
