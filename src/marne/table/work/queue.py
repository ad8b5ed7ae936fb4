"""Work has a price: whatever plays a game again runs in processes of its own, behind a queue that has an end.

Each piece of work says what it costs, in answers to be played, and who asked for it: the address and the table pay.
Whoever has spent what is his is told when to come again (429); when the queue is full everybody is (503). What the
table itself needs to go on, its match out of the log, pays nothing and goes first. Results of finished games are kept.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import queue
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from marne.engine import MarneError
from marne.players.hands import PATIENCE, Hand
from marne.table.limits import Buckets
from marne.table.refusals import Busy, TooMany

__all__ = ["Payer", "Works"]

T = TypeVar("T")
Prepare = Callable[[], Awaitable[tuple[Any, ...]]]
log = logging.getLogger("marne.table")

WAITING = 32
"""So much paid work waits at most."""
NEEDED = 2_000
"""So many tables wait for their match at most."""
EACH = 4
"""So many pieces of work of one address, or for one table, wait or run at once."""
CEILING = 60.0 * PATIENCE
"""Seconds for one piece of work."""
KEPT = 512
"""So many results are kept."""
LARGEST = 4_000_000
"""So many letters all kept results have together at most."""


@dataclass(frozen=True)
class Payer:
    """Who asked for a piece of work, and for which table, if for any."""

    address: str
    table: str = ""

    @property
    def purses(self) -> tuple[str, ...]:
        """Who pays."""
        return (f"address {self.address}", *((f"table {self.table}",) if self.table else ()))


async def _now(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return arguments


@dataclass(order=True)
class _Job:
    rank: int
    number: int
    function: Callable[..., Any] = field(compare=False)
    arguments: tuple[Any, ...] = field(compare=False)
    purses: tuple[str, ...] = field(compare=False)
    done: asyncio.Future[Any] = field(compare=False)


class Works:
    """The processes, started when first needed, and the queue before them."""

    def __init__(
        self, processes: int = 2, *, rate: float = 1_200, burst: float = 30_000, waiting: int = WAITING
    ) -> None:
        self.waiting = waiting
        self.refused: Counter[str] = Counter()
        """How often work was refused, by why."""
        self.done: Counter[str] = Counter()
        """How often each piece of work was done."""
        self.longest = 0
        """The longest that the queue of paid work has been."""
        self._purses = Buckets(rate, burst)
        self._processes = processes
        self._free = processes
        self._queue: list[_Job] = []
        self._numbers = count()
        self._at: Counter[str] = Counter()
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._size = 0
        self._running: dict[Hashable, asyncio.Future[str]] = {}
        self._closed = False
        self._idle: queue.SimpleQueue[Hand | None] = queue.SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="works")
        self._all: set[Hand] = set()

    @property
    def length(self) -> int:
        """How much paid work waits."""
        return sum(1 for job in self._queue if job.purses)

    async def do(self, payer: Payer, cost: float, function: Callable[..., T], *arguments: Any) -> T:
        """Work that somebody asked for and pays for: TooMany or Busy if it can't be taken on."""
        return await self._paid(payer, cost, function, lambda: _now(arguments))

    async def prepared(self, payer: Payer, cost: float, function: Callable[..., T], prepare: Prepare) -> T:
        """The same, and what the work needs is only gathered once it is taken on: a refusal costs nothing."""
        return await self._paid(payer, cost, function, prepare)

    async def _paid(self, payer: Payer, cost: float, function: Callable[..., T], prepare: Prepare) -> T:
        self._admit(payer, cost)
        rank = 1 + self._at[payer.purses[0]]
        self._at.update(payer.purses)
        try:
            return await self._put(rank, payer.purses, function, await prepare())
        finally:
            self._at.subtract(payer.purses)
            for purse in payer.purses:
                if self._at[purse] <= 0:
                    del self._at[purse]

    async def need(self, function: Callable[..., T], *arguments: Any) -> T:
        """Work that a table needs to go on: nobody pays, and it goes first. A process that dies is replaced once."""
        if len(self._queue) >= NEEDED:
            raise Busy("busy.work", seconds=5)
        try:
            return await self._put(0, (), function, arguments)
        except Busy:
            return await self._put(0, (), function, arguments)

    async def once(
        self, key: Hashable, payer: Payer, cost: float, function: Callable[..., str], prepare: Prepare
    ) -> str:
        """A text that is made once: it is kept under its key, and who asks meanwhile waits for it too. For what can't
        change any more."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if (running := self._running.get(key)) is not None:
            return await asyncio.shield(running)
        task = asyncio.ensure_future(self.prepared(payer, cost, function, prepare))
        self._running[key] = task
        try:
            mine = await asyncio.shield(task)
        finally:
            self._running.pop(key, None)
        self._keep(key, mine)
        return mine

    def _keep(self, key: Hashable, found: str) -> None:
        self._kept[key] = found
        self._size += len(found)
        while self._kept and (len(self._kept) > KEPT or self._size > LARGEST):
            self._size -= len(self._kept.popitem(last=False)[1])

    def _admit(self, payer: Payer, cost: float) -> None:
        """Take the work on and its price, or refuse it."""
        if any(self._at[purse] >= EACH for purse in payer.purses):
            self.refused["at once"] += 1
            raise TooMany("often.work", seconds=2)
        if self.length >= self.waiting:
            self.refused["full"] += 1
            raise Busy("busy.work", seconds=5)
        wait = max(self._purses.wait(purse, cost) for purse in payer.purses)
        if wait > 0:
            self.refused["spent"] += 1
            raise TooMany("often.work", seconds=math.ceil(wait))
        for purse in payer.purses:
            self._purses.charge(purse, cost)

    async def _put(
        self, rank: int, purses: tuple[str, ...], function: Callable[..., T], arguments: tuple[Any, ...]
    ) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        heapq.heappush(self._queue, _Job(rank, next(self._numbers), function, arguments, purses, done))
        self._go_on(loop)
        self.longest = max(self.longest, self.length)
        return await done

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._free and self._queue and not self._closed:
            job = heapq.heappop(self._queue)
            if job.done.cancelled():
                continue
            self._free -= 1
            loop.run_in_executor(self._threads, self._run, job, loop)

    def _run(self, job: _Job, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread that waits for a process."""
        found: tuple[bool, Any]
        hand = self._idle.get()
        try:
            if hand is None:
                hand = Hand(meek=True)
                self._all.add(hand)
            found = hand.do(job.function, job.arguments, CEILING)
        except (TimeoutError, EOFError, OSError) as error:
            if not self._closed:
                log.warning("%s was cut short: %r", job.function.__name__, error)
            if hand is not None:
                self._all.discard(hand)
                hand.end()
                hand = None
            found = False, Busy("busy.work", seconds=5)
        except Exception as error:
            found = False, error
        finally:
            self._idle.put(hand)
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._finish, job, found, loop)

    def _finish(self, job: _Job, found: tuple[bool, Any], loop: asyncio.AbstractEventLoop) -> None:
        self._free += 1
        self.done[job.function.__name__] += 1
        good, what = found
        if not job.done.done():
            if good:
                job.done.set_result(what)
            else:
                if not isinstance(what, MarneError):
                    log.error("%s failed: %r", job.function.__name__, what)
                job.done.set_exception(what)
        self._go_on(loop)

    def close(self) -> None:
        """End the processes; whatever waits comes to nothing."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for hand in list(self._all):
            hand.kill()
        self._threads.shutdown(wait=True)
        while not self._idle.empty():
            idle = self._idle.get()
            if idle is not None:
                idle.end()
