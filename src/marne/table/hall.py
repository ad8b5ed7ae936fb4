"""The hall: every table that is being played, each a match rebuilt from its log.

An answer is checked by the rules, appended to the log, and only then shown to anybody. Dice follow in the same
transaction, so a crash can never stand between a decision and its die. Rules take less than a millisecond and run in
the event loop; whatever waits for the disk, and replaying whole logs, runs in threads.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from marne.engine import (
    CHANCE,
    FairDice,
    Game,
    Match,
    Record,
    Seat,
    Setting,
    UnknownGame,
    check_setting,
    find_game,
)
from marne.players import Mind, player_names
from marne.table.errors import Forbidden, Frozen, NotFound, Refused, Stale
from marne.table.following import follow, refused, rows_of
from marne.table.live import Live, hash_of
from marne.table.rows import ADOPTED, NOBODY, Kept, Row, SeatRow, TooLate
from marne.table.store import Store

__all__ = ["Hall", "Live", "NewTable", "NotLegal", "hash_of"]

log = logging.getLogger("marne.table")

KEEP = 600
"""How many matches are kept in memory; the others are rebuilt from their logs when somebody comes back."""

AT_ONCE = 12
"""So many answers of a computer's run share a commit at most: whoever looks on sees it go on."""

_ID = re.compile("[0-9a-f]{16}")


class NotLegal(Exception):
    """A computer's run begins with an answer that is not legal."""


@dataclass
class NewTable:
    """What a person asks for: each seat is `me`, `same-screen`, `open`, or `computer:KIND`."""

    game: str
    scenario: str = ""
    edition: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    watch: bool = True
    seed: str = ""


Opened = tuple[str, dict[str, str], dict[str, str]]
"""A new table: its id, the tokens of the seats that are mine, the invitations to the open ones."""


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store, keep: int = KEEP) -> None:
        self.store = store
        self.busy: Callable[[str], bool] = lambda _: False
        """Whether somebody looks at a table or thinks for it: such a table stays in memory."""
        self._keep = keep
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    # -- tables and seats

    async def open_table(self, wish: NewTable) -> Opened:
        """Make a table."""
        return await self._open(wish, bytes.fromhex(wish.seed), None, None)

    async def open_seeded(self, wish: NewTable, dice: FairDice) -> Opened:
        """A table whose dice are given, so that its game can be compared with one played elsewhere. No route comes
        here."""
        return await self._open(wish, b"", None, None, dice)

    async def open_record(self, record: Record, match: Match) -> Opened:
        """A table from a record: its answers are taken over as they are, and every seat is the opener's.

        If the record reveals its seed, the dice can be checked here too.
        """
        setting, game = match.setting, match.game
        wish = NewTable(game.name, setting.scenario, setting.edition, dict(setting.options),
                        dict.fromkeys(game.seats, "me"), "", False)  # fmt: skip
        return await self._open(wish, b"", record, match)

    async def _open(
        self, wish: NewTable, seed: bytes, record: Record | None, match: Match | None, dice: FairDice | None = None
    ) -> Opened:
        game = find_game(wish.game)
        scenario = wish.scenario or game.scenarios[0].name
        setting = check_setting(game, Setting(scenario, wish.edition, tuple(wish.options.items())))
        for name in wish.seats:
            if name not in game.seats:
                raise UnknownGame("no_part", game=game.name, kind="seat", name=name, names=", ".join(game.seats))
        tokens: dict[str, str] = {}
        invitations: dict[str, str] = {}
        seats = []
        for seat, name in enumerate(game.seats):
            kind, _, player = wish.seats.get(name, "open").partition(":")
            token = invitation = ""
            if kind in ("me", "same-screen") and not player:
                token = tokens[name] = secrets.token_urlsafe(24)
                kind = "person"
            elif kind == "open" and not player:
                invitation = invitations[name] = secrets.token_urlsafe(18)
            elif kind != "computer" or player not in player_names(game):
                raise Refused("no.kind", seat=name, kinds=", ".join(player_names(game)))
            mixed = seed if seed and kind == "person" else secrets.token_bytes(8)
            if record is not None and record.secret is not None:
                mixed = record.seeds.get(name, b"")
            if dice is not None:
                mixed = dice.seeds[name]
            hashed, invited = (each and hash_of(each) for each in (token, invitation))
            seats.append(SeatRow(seat, kind, player, token=hashed, invitation=invited, seed=mixed))
        id = secrets.token_hex(8)
        secret, origin, rows = secrets.token_bytes(32) if dice is None else dice.secret, "", []
        if record is not None and match is not None:
            secret = record.secret or secret
            origin = f"{len(match.log)} {'seeded' if record.secret else 'unseeded'}"
            rows = rows_of(match)
        chosen = {"scenario": setting.scenario, "edition": setting.edition, "options": dict(setting.options)}
        kept = Kept(id, game.name, chosen, wish.name or game.title, game.rules_version, game.data_version()[:16],
                    secret, wish.watch, time.time(), origin)  # fmt: skip
        await asyncio.to_thread(self.store.new_table, kept, seats, rows)
        await self.live(id)
        return id, tokens, invitations

    async def change_seat(self, live: Live, seat: Seat, **facts: Any) -> None:
        """Keep facts of a seat."""
        async with live.turn:
            await asyncio.to_thread(self.store.change_seat, live.kept.id, seat, **facts)
            live.seats[seat] = replace(live.seats[seat], **facts)

    async def mix_in(self, live: Live, seats: Iterable[Seat], seed: bytes) -> None:
        """A seat's own seed, chosen after it saw the fingerprint: only before the first answer."""
        async with live.turn:
            if live.seq or live.match.log:
                raise Forbidden("no.seed")
            for seat in seats:
                await asyncio.to_thread(self.store.change_seat, live.kept.id, seat, seed=seed)
            await self._reload_seats(live)
        await asyncio.to_thread(self.store.tell_workers, live.kept.id)

    async def join(self, id: str, invitation: str, label: str, seed: bytes) -> tuple[Live, str, str]:
        """Take an open seat by its invitation: the table, the seat's name and its token."""
        live, hashed = await self.live(id), hash_of(invitation)
        async with live.turn:
            for seat in live.seats:
                if seat.invitation and hmac.compare_digest(seat.invitation, hashed):
                    token = secrets.token_urlsafe(24)
                    facts: dict[str, Any] = {
                        "kind": "person", "token": hash_of(token), "invitation": "", "label": label,
                        **({"seed": seed} if seed else {}),
                    }  # fmt: skip
                    change = partial(self.store.change_seat, id, seat.seat, {"invitation": hashed}, **facts)
                    if await asyncio.to_thread(change):
                        await self._reload_seats(live)
                        await self._begin(live)
                        await asyncio.to_thread(self.store.tell_workers, id)
                        return live, live.game.seats[seat.seat], token
        raise Forbidden("no.invitation")

    async def _reload_seats(self, live: Live) -> None:
        live.seats = await asyncio.to_thread(self.store.seats, live.kept.id)
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
            async with self._loading.setdefault(id, asyncio.Lock()):
                live = self._live.get(id) or await self._load(id)
            self._loading.pop(id, None)
        elif self.store.shared:
            async with live.turn:
                await self._reload_seats(live)
                live.chat = None
                await self._catch_up(live)
        self._live.move_to_end(id)
        return live

    async def _load(self, id: str) -> Live:
        live = await asyncio.to_thread(self._rebuild, id)
        async with live.turn:
            await self._begin(live)
        self._live[id] = live
        self.shrink()
        return live

    def _rebuild(self, id: str) -> Live:
        """A table from the database, in a thread: nobody else knows it yet."""
        kept = self.store.table(id) if _ID.fullmatch(id) else None
        if kept is None:
            raise NotFound("no.table", id=repr(id[:40]))
        live = self._make(kept)
        for row in self.store.log(id):
            follow(live, row)
        if live.older and not live.stuck:
            self._adopt(live)
        return live

    def _adopt(self, live: Live) -> None:
        """The log leads to the same questions here: the table is played by these rules from now on."""
        live.older = False
        live.kept = replace(live.kept, rules=live.game.rules_version, data=live.game.data_version()[:16])
        self.store.adopt(live.kept.id, live.kept.rules, live.kept.data)

    def _make(self, kept: Kept) -> Live:
        game = find_game(kept.game)
        seats = self.store.seats(kept.id)
        given = Setting(kept.setting["scenario"], kept.setting["edition"], tuple(kept.setting["options"].items()))
        live = Live(kept, seats, Match(game, given, self._dice(kept, seats, game)), minds=self.store.minds(kept.id))
        live.older = (kept.rules, kept.data) != (game.rules_version, game.data_version()[:16])
        return live

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
        for row in await asyncio.to_thread(self.store.log, live.kept.id, live.seq):
            follow(live, row)

    # -- play

    async def _begin(self, live: Live) -> None:
        """Let the dice that stand before the first decision fall, once everyone has a seat."""
        if live.status == "playing" and live.match.actor == CHANCE and not live.frozen:
            await self._append(live, None)

    async def _check(self, live: Live, number: int | None, seq: int | None = None) -> None:
        """The client has seen what there is, and these are the rules it was begun with."""
        if self.store.shared:
            await self._catch_up(live)
        if live.frozen:
            raise Frozen(live.frozen.key, **live.frozen.facts)
        there = len(live.match.log)
        if number is not None and (number != there or (seq is not None and seq != live.seq)):
            raise Stale("stale.number", number=number, there=there)

    async def answer(
        self, live: Live, seats: Iterable[Seat], number: int, text: str, seq: int | None = None
    ) -> Seat | None:
        """Take an answer for whichever of the seats is asked; the dice follow. Durable when it returns who is next."""
        async with live.turn:
            await self._check(live, number, seq)
            match = live.match
            if live.status != "playing":
                raise Refused("no.over" if match.over else "no.open_seat")
            assert match.actor is not None
            if match.actor not in tuple(seats):
                raise Forbidden("no.others_turn", seat=(match.game, match.actor_name(match.actor)))
            if match.position.read(text) is None:
                raise refused(live.sight(match.actor), text)
            await self._append(live, lambda rows: self._take(live, text, rows))
            return match.actor

    async def play_run(self, live: Live, seat: Seat, mind: Mind, seq: int, *, new: bool = False) -> None:
        """Play what is due of a computer's run: up to the next die, another seat, or something revealed, in one commit
        with the thought itself if it is new. NotLegal if not even the first answer can be played."""
        async with live.turn:
            await self._check(live, None)
            if live.seq != seq or live.match.actor != seat or live.status != "playing":
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

            await self._append(live, play, (seat, mind.as_json()) if new else None)
            if new:
                live.minds[seat] = mind

    async def remember(self, live: Live) -> None:
        """What the computer seats thought last, where another worker may have let them think."""
        if self.store.shared:
            async with live.turn:
                await self._catch_up(live)
                live.minds = await asyncio.to_thread(self.store.minds, live.kept.id)

    async def notice(self, live: Live, seat: Seat, key: str) -> None:
        """Tell everybody something about a seat, beside the log."""
        async with live.turn:
            await self._note(live, "notice", seat, key)
            live.touch()

    async def _append(
        self, live: Live, play: Callable[[list[Row]], None] | None, thought: tuple[Seat, str] | None = None
    ) -> None:
        """Play, let the dice fall, append it all to the log; on failure the match is as it was."""
        rows: list[Row] = []
        async with self._attempt(live):
            if play is not None:
                play(rows)
            self._roll(live, rows)
            await self.store.append(live.kept.id, rows, thought)
        live.seq += len(rows)
        live.back_asked = None

    @asynccontextmanager
    async def _attempt(self, live: Live) -> AsyncIterator[None]:
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
        rows.append(self._noted(live, len(rows) + 1))

    def _roll(self, live: Live, rows: list[Row]) -> None:
        """Let the dice fall until a seat is asked."""
        match = live.match
        while match.actor == CHANCE:
            match.play(match.roll())
            rows.append(self._noted(live, len(rows) + 1))

    @staticmethod
    def _noted(live: Live, ahead: int) -> Row:
        """The row for the answer that was just played."""
        live.note_events()
        number, entry, actor = len(live.match.log) - 1, live.match.log[-1], live.match.actor
        after = NOBODY if actor is None else actor
        return Row(
            live.seq + ahead, "answer", number, entry.actor, entry.text, entry.draw, after, live.match.position.mark()
        )

    # -- going back

    async def undo(self, live: Live, seats: Iterable[Seat], number: int, to: int | None) -> None:
        """Go back as far as one of the seats may on its own."""
        async with live.turn:
            await self._check(live, number)
            match = live.match
            to = len(match.log) - 1 if to is None else to
            if not any(match.undo_horizon(seat) <= to < len(match.log) for seat in seats):
                raise Forbidden("no.undo")
            await self._go_back(live, to, CHANCE, "")

    async def ask_back(self, live: Live, seats: Sequence[Seat], to: int) -> bool:
        """Ask the others to agree to go further back; where no other person plays, it is done at once.

        The wish is kept in the log. It lapses when somebody plays on.
        """
        async with live.turn:
            if live.stuck and to == len(live.match.log):
                return await self._ask_to_go_on(live, seats)
            await self._check(live, None)
            if not 0 <= to < len(live.match.log):
                raise Refused("no.moment_back", to=to)
            if live.status == "open":
                raise Refused("no.open_seat")
            if not self._other_people(live, seats):
                await self._go_back(live, to, seats[0], "agreed")
                return True
            await self._note(live, "ask", seats[0], str(to))
            return False

    async def _ask_to_go_on(self, live: Live, seats: Sequence[Seat]) -> bool:
        """Ask the others to go on from the last moment that the table's rules and this server's have in common."""
        if self._other_people(live, seats):
            await self._note(live, "ask", seats[0], str(len(live.match.log)))
            return False
        await self._go_on_from_here(live, seats[0])
        return True

    async def _go_on_from_here(self, live: Live, seat: Seat) -> None:
        number, actor = len(live.match.log), live.match.actor
        row = Row(live.seq + 1, "back", number, seat, ADOPTED, None, NOBODY if actor is None else actor)
        await self.store.append(live.kept.id, [row])
        follow(live, row)
        await asyncio.to_thread(self._adopt, live)
        live.touch()
        await self._begin(live)

    @staticmethod
    def _other_people(live: Live, seats: Sequence[Seat]) -> bool:
        return any(seat.kind == "person" and seat.seat not in seats for seat in live.seats)

    async def agree_back(self, live: Live, seats: Sequence[Seat], yes: bool) -> None:
        """Agree, or not, to what another seat asked. Whoever asked may take the wish back."""
        async with live.turn:
            if not live.stuck:
                await self._check(live, None)
            if live.back_asked is None:
                raise Forbidden("no.wish")
            seat, to = live.back_asked
            if seat in seats and yes:
                raise Forbidden("no.consent")
            if yes and live.stuck:
                await self._go_on_from_here(live, seat)
            elif yes:
                await self._go_back(live, to, seat, "agreed")
            else:
                await self._note(live, "no", seats[0], "")

    async def _note(self, live: Live, kind: str, seat: Seat, text: str) -> None:
        actor = live.match.actor
        row = Row(live.seq + 1, kind, len(live.match.log), seat, text, None, NOBODY if actor is None else actor)
        async with self._attempt(live):
            await self.store.append(live.kept.id, [row])
        live.apply(row)

    async def _go_back(self, live: Live, to: int, seat: Seat, text: str) -> None:
        match, before = live.match, len(live.match.log)
        async with self._attempt(live):
            await asyncio.to_thread(match.go_back, to)
            row = Row(live.seq + 1, "back", to, seat, text, None, match.actor)
            live.went_back(row, before)
            rows = [row]
            self._roll(live, rows)
            await self.store.append(live.kept.id, rows)
        live.seq += len(rows)

    # -- what the computers need

    def waiting_for_computer(self, live: Live) -> tuple[Seat, str] | None:
        """The computer seat that must answer now, and its kind of player. No lock: the event loop asks."""
        actor = live.match.actor
        if live.frozen or live.status != "playing" or actor is None or actor == CHANCE or actor in live.stopped:
            return None
        seat = live.seats[actor]
        return (actor, seat.player) if seat.kind == "computer" else None
