"""Who is looking at which table, and how they hear of changes."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from marne.engine import MarneError, Seat
from marne.table.hall import Hall, Live
from marne.table.messages import state_of
from marne.table.thinking import Thinkers, thought_seed

__all__ = ["Guest", "Rooms"]

log = logging.getLogger("marne.table")


@dataclass(eq=False)
class Guest:
    """One open socket: the seats it holds (none for a spectator), its language, and its letter box.

    Only the newest state matters, so a slow reader gets the latest one and not a queue of old ones.
    """

    table: str
    seats: list[Seat]
    language: str
    letters: asyncio.Queue[dict[str, Any]] = field(default_factory=lambda: asyncio.Queue(64))
    dirty: asyncio.Event = field(default_factory=asyncio.Event)

    def post(self, letter: dict[str, Any]) -> None:
        """Put a letter in; when the box is full the oldest goes."""
        while self.letters.full():
            self.letters.get_nowait()
        self.letters.put_nowait(letter)
        self.dirty.set()


class Rooms:
    """Guests by table; tells them of every change, and lets the computers answer."""

    def __init__(self, hall: Hall, thinkers: Thinkers) -> None:
        self.hall = hall
        self.thinkers = thinkers
        self._guests: dict[str, set[Guest]] = defaultdict(set)
        self._playing: dict[str, asyncio.Task[None]] = {}

    def enter(self, guest: Guest) -> None:
        """A guest sits down or stands by."""
        self._guests[guest.table].add(guest)

    def leave(self, guest: Guest) -> None:
        """A guest goes."""
        self._guests[guest.table].discard(guest)
        if not self._guests[guest.table]:
            del self._guests[guest.table]

    def present(self, table: str) -> set[Seat]:
        """The seats whose holders are here."""
        return {seat for guest in self._guests.get(table, ()) for seat in guest.seats}

    def guests(self) -> Iterable[str]:
        """The tables that somebody is looking at."""
        return tuple(self._guests)

    def state(self, live: Live, seats: list[Seat], language: str) -> dict[str, Any]:
        """What the holder of these seats sees now."""
        with live.lock:
            chat = self.hall.store.chat(live.kept.id)
            return state_of(live, seats, language, chat, self.present(live.kept.id))

    async def changed(self, live: Live) -> None:
        """Something happened at a table: everyone there gets the new state, and a computer seat goes to work."""
        guests = list(self._guests.get(live.kept.id, ()))
        made: dict[tuple[tuple[Seat, ...], str], dict[str, Any]] = {}
        for guest in guests:
            key = (tuple(guest.seats), guest.language)
            if key not in made:
                made[key] = {"type": "state", **await asyncio.to_thread(self.state, live, guest.seats, guest.language)}
            guest.post(made[key])
        self.wake_computer(live)

    def tell(self, table: str, letter: dict[str, Any]) -> None:
        """A letter to everyone at a table."""
        for guest in self._guests.get(table, ()):
            guest.post(letter)

    def wake_computer(self, live: Live) -> None:
        """Let the computers play on, one task for each table."""
        id = live.kept.id
        running = self._playing.get(id)
        if (running is None or running.done()) and self.hall.waiting_for_computer(live):
            self._playing[id] = asyncio.get_running_loop().create_task(self._let_computers_play(live))

    async def _let_computers_play(self, live: Live) -> None:
        try:
            while (waiting := self.hall.waiting_for_computer(live)) is not None:
                seat, kind = waiting
                with live.lock:
                    number, ask = len(live.match.log), live.match.position.open
                    observation = live.match.observe(seat)
                if ask is None:
                    break
                live.thinking.add(seat)
                self.tell(live.kept.id, {"type": "thinking", "seat": live.game.seats[seat], "on": True})
                try:
                    seed = thought_seed(live.kept.id, number, seat)
                    answer = await self.thinkers.choose(kind, ask, observation, seed)
                finally:
                    live.thinking.discard(seat)
                with live.lock:
                    if number != len(live.match.log):
                        continue
                    text = live.match.position.write(answer)
                await asyncio.to_thread(self.hall.answer, live, [seat], number, text)
                await self._show(live)
        except MarneError as error:
            log.warning("table %s: a computer seat stopped: %s", live.kept.id, error)
        finally:
            self._playing.pop(live.kept.id, None)

    async def _show(self, live: Live) -> None:
        guests = list(self._guests.get(live.kept.id, ()))
        for guest in guests:
            state = await asyncio.to_thread(self.state, live, guest.seats, guest.language)
            guest.post({"type": "state", **state})

    async def close(self) -> None:
        """Stop the computers."""
        for task in list(self._playing.values()):
            task.cancel()
        self.thinkers.close()
