"""Who sits at a table at another worker. Workers tell each other through the database; nothing of it is kept there.

A worker says who is at a table when somebody comes or goes, when another worker asks, and again every few seconds: what
was not said again in time is forgotten, so that a worker that was killed leaves nobody sitting.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable

from marne.engine import Seat
from marne.table.game.ports import Store

__all__ = ["CHANNEL", "Presence"]

log = logging.getLogger("marne.table")

CHANNEL = "marne_presence"
AGAIN = 15.0
"""Seconds after which a worker says again who is there."""
FORGET = 45.0
"""Seconds after which what it said is no longer believed."""


class Presence:
    """The seats that are taken at other workers, for the tables that somebody looks at here."""

    def __init__(
        self,
        store: Store,
        here: Callable[[str], set[Seat]],
        changed: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        again: float = AGAIN,
    ) -> None:
        self._store, self._here, self._changed, self._clock, self._again = store, here, changed, clock, again
        self._me = secrets.token_hex(6)
        self._there: dict[str, dict[str, tuple[frozenset[Seat], float]]] = {}
        self._news: dict[str, bool] = {}
        self._bell = asyncio.Event()

    def elsewhere(self, table: str) -> set[Seat]:
        """The seats whose holders are at other workers."""
        return {seat for seats, _ in self._there.get(table, {}).values() for seat in seats}

    def moved(self, table: str, *, came: bool) -> None:
        """Somebody came to a table here, or went: the others hear of it, and tell who is there with them."""
        if self._store.shared:
            self._news[table] = self._news.get(table, False) or came
            self._bell.set()

    def left(self, table: str) -> None:
        """Nobody looks at a table here any more."""
        self._there.pop(table, None)

    def hear(self, payload: str, watched: Callable[[str], bool]) -> None:
        """What a worker says about a table; our own words come back too."""
        told = json.loads(payload)
        table, worker, seats = told["table"], told["worker"], frozenset(told["seats"])
        if worker == self._me or not watched(table):
            return
        if told["ask"]:
            self.moved(table, came=False)
        before = self.elsewhere(table)
        workers = self._there.setdefault(table, {})
        if seats:
            workers[worker] = seats, self._clock()
        else:
            workers.pop(worker, None)
        if self.elsewhere(table) != before:
            self._changed(table)

    def forget(self) -> None:
        """Let go what was not said again in time."""
        old = self._clock() - FORGET
        for table, workers in list(self._there.items()):
            gone = [worker for worker, (_, at) in workers.items() if at < old]
            for worker in gone:
                del workers[worker]
            if gone:
                self._changed(table)

    async def run(self, tables: Callable[[], Iterable[str]]) -> None:
        """Tell the others, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        again = loop.time() + self._again
        while True:
            try:
                await asyncio.wait_for(self._bell.wait(), max(0.0, again - loop.time()))
            except TimeoutError:
                again = loop.time() + self._again
                self.forget()
                self._news.update({table: self._news.get(table, False) for table in tables() if self._here(table)})
            self._bell.clear()
            news, self._news = self._news, {}
            for table, ask in news.items():
                told = {"table": table, "worker": self._me, "seats": sorted(self._here(table)), "ask": ask}
                try:
                    await self._store.run(self._store.announce, CHANNEL, json.dumps(told))
                except Exception as error:
                    log.warning("who is at a table cannot be told: %s", error)
