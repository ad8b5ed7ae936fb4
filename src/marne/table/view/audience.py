"""Who is looking at which table, and how they hear of changes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from marne.engine import Seat
from marne.table.game.live import Live
from marne.table.game.open_tables import Hall
from marne.table.limits import AWAY, DAY, LINES_A_DAY, PLACES, SPECTATORS, SPECTATORS_EACH, TOLD_A_DAY, Buckets
from marne.table.notices.notify import MESSENGER, tell_ended, tell_next
from marne.table.refusals import NotFound, Refused, TooMany
from marne.table.view.differences import Told
from marne.table.view.frames import Film, film_of
from marne.table.view.messages import scene_parts, seat_viewing, shown_scene, state_of
from marne.table.view.payloads import Spectator
from marne.table.view.presence import Presence
from marne.table.work.background import Beside
from marne.table.work.computers import Computers
from marne.table.work.queue import Works
from marne.table.work.thinking import Thinkers

__all__ = ["Guest", "Rooms"]

log = logging.getLogger("marne.table")

PICTURES = 96
"""How many pictures are kept ready: the newest are asked for by several at once."""


@dataclass(eq=False)
class Guest:
    """One open socket: the seats it holds (none for a spectator), and its letter box.

    Only the newest state matters, so it is not put in the box: the guest is `behind` until it was sent. Who wants
    differences is told what changed since `told`, and is shown the overlays that were asked for.
    """

    live: Live
    seats: list[Seat]
    letters: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=64))
    behind: bool = False
    differences: bool = False
    frames: bool = False
    """Whether it wants the pictures between what it was told and the newest one."""
    packed: bool = False
    """Whether it can unpack a letter that comes as bytes (gzip)."""
    shown: frozenset[str] | None = None
    told: Told | None = None
    address: str = ""
    mark: str = field(default_factory=lambda: secrets.token_hex(4))
    """What players call a spectator by."""
    since: float = field(default_factory=time.time)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the guest must go."""
    bell: asyncio.Event = field(default_factory=asyncio.Event)

    def post(self, letter: dict[str, Any]) -> None:
        """Put a letter in; when the box is full the oldest goes."""
        self.letters.append(letter)
        self.bell.set()

    def fall_behind(self) -> None:
        """There is a newer state."""
        self.behind = True
        self.bell.set()


class Rooms:
    """Guests by table; tells them of every change, and lets the computers answer."""

    def __init__(
        self, hall: Hall, thinkers: Thinkers, works: Works, *, notify: bool = False, beside: Beside | None = None
    ) -> None:
        self.hall, self.works = hall, works
        self.beside = beside or Beside()
        self.computers = Computers(hall, thinkers, self._thinks, self._has_thought)
        self.notify = notify
        hall.busy = self.busy
        self._guests: dict[str, set[Guest]] = {}
        self._ready: OrderedDict[Hashable, Told] = OrderedDict()
        self.presence = Presence(hall.store, self._present_here, self._present_there)
        self._messengers = ThreadPoolExecutor(2, thread_name_prefix="messenger")
        self._lines = Buckets(rate=LINES_A_DAY / DAY, burst=LINES_A_DAY)
        self._messages = Buckets(rate=1 / 60, burst=5)
        self._addresses = Buckets(rate=TOLD_A_DAY / DAY, burst=TOLD_A_DAY)
        self._away = Buckets(rate=1 / AWAY, burst=1.0)

    # -- who is here

    def enter(self, guest: Guest) -> None:
        """A guest sits down or stands by."""
        guests = self._guests.setdefault(guest.live.kept.id, set())
        try:
            self._find_room(guest, guests)
        except Refused:
            if not guests:
                del self._guests[guest.live.kept.id]
            raise
        guests.add(guest)
        if guest.frames and guest.live.way is None:
            guest.live.way = ()
        self._moved(guest)
        self.presence.moved(guest.live.kept.id, came=True)

    @staticmethod
    def _find_room(guest: Guest, guests: set[Guest]) -> None:
        """Seats come before spectators: these have so many places together, and each address a few of them."""
        if guest.seats:
            if sum(other.seats == guest.seats for other in guests) >= PLACES:
                raise Refused("no.places", places=PLACES)
            return
        others = [other for other in guests if not other.seats]
        if len(others) >= SPECTATORS or sum(other.address == guest.address for other in others) >= SPECTATORS_EACH:
            raise Refused("no.room", guests=len(others))

    async def let_watch(self, live: Live, watch: bool) -> int:
        """Whether anybody may look on; if not, whoever does must go. How many went."""
        await self.hall.let_watch(live, watch)
        gone = [guest for guest in self._guests.get(live.kept.id, ()) if not guest.seats and not watch]
        for guest in gone:
            guest.gone.set()
        return len(gone)

    def spectators(self, table: str) -> list[Spectator]:
        """Who looks on without a seat, here: when they came, and which of them come from one place. Somebody who was
        sent away is no longer listed, even while the connection closes. The list holds no addresses."""
        staying = (guest for guest in self._guests.get(table, ()) if not guest.seats and not guest.gone.is_set())
        others = sorted(staying, key=lambda each: each.since)
        places = list(dict.fromkeys(guest.address for guest in others))
        return [
            {"mark": guest.mark, "since": round(guest.since, 3), "place": places.index(guest.address) + 1}
            for guest in others
        ]

    def send_away(self, table: str, mark: str) -> int:
        """One spectator must go, and whoever else looks on from the same place; nobody comes back from there without a
        seat for a while. How many went."""
        found = next((guest for guest in self._guests.get(table, ()) if guest.mark == mark and not guest.seats), None)
        if found is None:
            raise NotFound("no.such_spectator")
        self._away.charge(f"{table} {found.address}", 1.0)
        gone = [guest for guest in self._guests[table] if not guest.seats and guest.address == found.address]
        for guest in gone:
            guest.gone.set()
        return len(gone)

    def sent_away(self, table: str, address: str) -> bool:
        """Whether somebody from that place was sent away from a table not long ago."""
        return self._away.wait(f"{table} {address}") > 0

    def show_out(self, live: Live, seat: Seat) -> None:
        """Whoever held a seat must come again with a token that holds."""
        for guest in self._guests.get(live.kept.id, ()):
            if seat in guest.seats:
                guest.gone.set()

    def leave(self, guest: Guest) -> None:
        """A guest goes."""
        id = guest.live.kept.id
        guests = self._guests.get(id, set())
        guests.discard(guest)
        if not guests:
            self._guests.pop(id, None)
            self.presence.left(id)
            guest.live.sights, guest.live.sighted = {}, None
        self._forget_way(guest.live)
        self._moved(guest)
        if guest.seats:
            self.presence.moved(id, came=False)

    def _moved(self, guest: Guest) -> None:
        """The others see who of the players is here."""
        if guest.seats:
            guest.live.touch()
            for other in self._guests.get(guest.live.kept.id, ()):
                if other is not guest:
                    other.fall_behind()

    def present(self, table: str) -> set[Seat]:
        """The seats whose holders are looking at the table, at this worker or at another."""
        return self._present_here(table) | self.presence.elsewhere(table)

    def _present_here(self, table: str) -> set[Seat]:
        return {seat for guest in tuple(self._guests.get(table, ())) for seat in guest.seats}

    def _present_there(self, table: str) -> None:
        """Somebody came or went at another worker."""
        for guest in self._guests.get(table, ()):
            guest.live.touch()
            guest.fall_behind()

    def heard(self, payload: str) -> None:
        """Another worker says who is at a table."""
        self.presence.hear(payload, self.watched)

    def watched(self, table: str) -> bool:
        """Whether somebody is looking at a table."""
        return table in self._guests

    def tables(self) -> tuple[str, ...]:
        """The tables that somebody is looking at."""
        return tuple(self._guests)

    @property
    def guests(self) -> int:
        """How many sockets are open."""
        return sum(map(len, self._guests.values()))

    def busy(self, table: str) -> bool:
        """Whether a table must stay in memory."""
        return table in self._guests or self.computers.playing(table)

    # -- what they see

    async def told(self, live: Live, seats: list[Seat], language: str, shown: frozenset[str] | None = None) -> Told:
        """What the holder of these seats sees now, with the overlays that are shown. Built once for all who see the
        same."""
        async with live.turn:
            return await self._told(live, seats, language, shown)

    async def news(self, guest: Guest, seats: list[Seat], language: str) -> tuple[Told, Film]:
        """What a socket is to be told now, with the frames since it was told last if it wants them."""
        live, shown, before = guest.live, guest.shown, guest.told
        film: Film = ()
        async with live.turn:
            told = await self._told(live, seats, language, shown)
            if guest.frames and before is not None:
                film = film_of(live, seats, seat_viewing(live, seats), language, shown, before, self._once)
        if guest.differences:
            guest.told = told
        self._forget_way(live)
        return told, film

    def _forget_way(self, live: Live) -> None:
        """Keep only the positions of which a socket that wants frames was not told yet."""
        wanting = [guest for guest in self._guests.get(live.kept.id, ()) if guest.frames]
        if not wanting:
            live.way = None
        elif live.way:
            least = min(
                (int(str(guest.told["number"])) for guest in wanting if guest.told), default=len(live.match.log)
            )
            live.way = tuple(step for step in live.way if step[0] > least)

    async def _told(self, live: Live, seats: list[Seat], language: str, shown: frozenset[str] | None) -> Told:
        """The same, for a caller that holds the table's turn."""
        id = live.kept.id
        viewing = seat_viewing(live, seats)
        if live.chat is None:
            live.chat = await self.hall.store.run(self.hall.store.chat, id)
        chat = live.chat
        picture = self._once(
            (id, live.seq, viewing, language, live.barred, shown),
            lambda: scene_parts(shown_scene(live, viewing, language), shown),
        )
        head = self._once(
            (id, live.seq, live.touched, tuple(seats), language),
            lambda: state_of(live, seats, language, chat, self.present(id)),
        )
        return {**head, **{f"scene.{path}": part for path, part in picture.items()}}

    def _once(self, key: Hashable, make: Callable[[], Told]) -> Told:
        if (told := self._ready.get(key)) is not None:
            self._ready.move_to_end(key)
            return told
        told = self._ready[key] = make()
        while len(self._ready) > PICTURES:
            self._ready.popitem(last=False)
        return told

    async def say(self, live: Live, seat: Seat, text: str) -> None:
        """A line of chat."""
        if not self._lines.take(live.kept.id):
            raise TooMany("often.lines", seconds=600)
        await self.hall.store.run(self.hall.store.say, live.kept.id, seat, text)
        async with live.turn:
            live.chat = None
            live.touch()

    def changed(self, live: Live) -> None:
        """Something happened at a table: everyone there gets the new state, and a computer seat goes to work."""
        for guest in self._guests.get(live.kept.id, ()):
            guest.fall_behind()
        self.wake_computer(live)

    def tell(self, table: str, letter: dict[str, Any]) -> None:
        """A letter to everyone at a table."""
        for guest in self._guests.get(table, ()):
            guest.post(letter)

    # -- answers

    async def answer(self, live: Live, seats: list[Seat], number: int, text: str, seq: int | None = None) -> None:
        """An answer lands; a player who is away is told when the turn passes to him."""
        self._tell_next(live, seats, await self.hall.answer(live, seats, number, text, seq))

    def _tell_next(self, live: Live, seats: list[Seat], actor: Seat | None) -> None:
        """A player who is away is told that it is his turn."""
        if not self.notify or actor is None or actor < 0 or actor in seats or actor in self.present(live.kept.id):
            return
        if self._may_tell(live, actor):
            self._messengers.submit(tell_next, live, actor)

    def _may_tell(self, live: Live, seat: Seat) -> bool:
        """Whether a seat wants messages, and neither it nor its address gets too many."""
        address = live.seats[seat].notify
        return bool(address) and self._messages.take(f"{live.kept.id} {seat}") and self._addresses.take(address)

    def tell_ending(self, live: Live, seats: list[Seat], key: str, about: Seat) -> None:
        """Players who are away are told that somebody resigned, or what became of a draw."""
        away = [seat.seat for seat in live.seats if seat.seat not in seats and seat.notify]
        for seat in away if self.notify else ():
            if seat not in self.present(live.kept.id) and self._may_tell(live, seat):
                self._messengers.submit(tell_ended, live, seat, key, about)

    def tell_holder(self, live: Live, seat: Seat, key: str) -> None:
        """The holder of a seat is told something about it, if there is an address to tell him at."""
        if self.notify and self._may_tell(live, seat):
            self._messengers.submit(tell_ended, live, seat, key, seat)

    # -- computers

    def wake_computer(self, live: Live) -> None:
        """Let the computers play on."""
        self.computers.wake(live)

    def wake_stopped(self, live: Live) -> bool:
        """Let computer seats that have stopped try again; whether there were any."""
        stopped = bool(live.stopped)
        live.stopped.clear()
        live.touch()
        self.changed(live)
        return stopped

    def _thinks(self, live: Live, seat: Seat, on: bool) -> None:
        """A computer seat begins to think, or has answered."""
        if on:
            self.tell(live.kept.id, {"type": "thinking", "seat": live.game.seats[seat], "on": True})
            return
        for guest in self._guests.get(live.kept.id, ()):
            guest.fall_behind()
        self._tell_next(live, [seat], live.match.actor)

    def _has_thought(self, live: Live, seat: Seat, share: float) -> None:
        """A computer seat has come so far with its thought."""
        if seat in live.thinking:
            letter = {"type": "thinking", "seat": live.game.seats[seat], "on": True, "share": round(min(share, 1.0), 2)}
            self.tell(live.kept.id, letter)

    async def close(self) -> None:
        """Stop the computers."""
        await self.computers.close()
        await asyncio.to_thread(self.works.close)
        self.beside.close()
        self._messengers.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(MESSENGER.close)
