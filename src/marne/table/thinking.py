"""Computer players think in processes of their own, never in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import marne.games
from marne.engine import Answer, Ask, Observation, Seat, find_game, register
from marne.engine.registry import where_is
from marne.players import find_player

__all__ = ["Thinkers", "think", "thought_seed"]

log = logging.getLogger("marne.table")

START = 60.0
"""Seconds within which a process must have started."""


def think(kind: str, ask: Ask, observation: Observation, seed: str) -> Answer:
    """One answer. The player gets an observation, never a position."""
    game = find_game(observation.game)
    return find_player(kind, game, Random(seed)).choose(ask, lambda: observation)


def _work(pipe: Connection) -> None:
    """A process of the pool: thinks until the pipe is closed."""
    assert marne.games.DATA_SETS
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError, ConnectionResetError):
        pipe.send("ready")
        while True:
            where, kind, ask, observation, seed = pipe.recv()
            try:
                register(observation.game, where)
                found: tuple[bool, Any] = (True, think(kind, ask, observation, seed))
            except Exception as error:
                found = (False, f"{type(error).__name__}: {error}")
            pipe.send(found)


class _Thinker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._ready = False

    def choose(self, job: tuple[Any, ...], limit: float) -> tuple[bool, Any]:
        """What the process finds, or TimeoutError; EOFError or OSError if it died."""
        if not self._ready:
            if not self._pipe.poll(START):
                raise TimeoutError
            self._pipe.recv()
            self._ready = True
        self._pipe.send(job)
        if not self._pipe.poll(limit):
            raise TimeoutError
        found: tuple[bool, Any] = self._pipe.recv()
        return found

    def kill(self) -> None:
        """Cut a thought short: whoever waits for it hears of it."""
        with contextlib.suppress(ValueError):
            self._process.kill()

    def end(self) -> None:
        """End the process, whatever it does."""
        self._pipe.close()
        self._process.kill()
        self._process.join()
        self._process.close()


class Thinkers:
    """A pool of processes, started when first needed.

    A thought that takes longer than `limit` seconds is cut short: its process is ended, another takes its place, and a
    legal answer at random stands in, so that the game goes on. Likewise where a player fails.
    """

    def __init__(self, processes: int = 2, limit: float = 20.0) -> None:
        self.limit = limit
        self._idle: queue.SimpleQueue[_Thinker | None] = queue.SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="thinking")
        self._all: set[_Thinker] = set()
        self._closed = False

    async def choose(self, kind: str, ask: Ask, observation: Observation, seed: str) -> Answer:
        """What the player of this kind answers."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._choose, kind, ask, observation, seed)

    def _choose(self, kind: str, ask: Ask, observation: Observation, seed: str) -> Answer:
        thinker = self._idle.get()
        try:
            if thinker is None:
                thinker = _Thinker()
                self._all.add(thinker)
            good, found = thinker.choose((where_is(observation.game), kind, ask, observation, seed), self.limit)
            if good:
                answer: Answer = found
                return answer
            log.warning("the player %s failed: %s", kind, found)
        except (TimeoutError, EOFError, OSError) as error:
            if not self._closed:
                log.warning("the player %s was cut short: %r", kind, error)
            if thinker is not None:
                self._all.discard(thinker)
                thinker.end()
                thinker = None
        finally:
            self._idle.put(thinker)
        return think("random", ask, observation, seed)

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thinker in list(self._all):
            thinker.kill()
        self._threads.shutdown(wait=True)
        while not self._idle.empty():
            idle = self._idle.get()
            if idle is not None:
                idle.end()


def thought_seed(table: str, number: int, seat: Seat) -> str:
    """A player's chance is its own, and the same if it has to think again after a restart."""
    return f"{table} {number} {seat}"
