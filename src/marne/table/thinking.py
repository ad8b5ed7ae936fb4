"""Computer players think in processes of their own, never in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import marne.games
from marne.engine import JSON, Ask, Look, Observation, PlayerKind, Thought, find_game, register
from marne.engine.registry import where_is
from marne.players import find_kind, think

__all__ = ["Thinkers", "ThoughtLost"]

log = logging.getLogger("marne.table")

START = 60.0
"""Seconds within which a process must have started."""


class ThoughtLost(Exception):
    """A thought that came to nothing; `how` is `cut_short` or `failed`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


def _work(pipe: Connection) -> None:
    """A process of the pool: thinks until the pipe is closed."""
    assert marne.games.DATA_SETS
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError, ConnectionResetError):
        pipe.send("ready")
        while True:
            where, kind, ask, observation, seed, memo = pipe.recv()
            try:
                register(observation.game, where)
                game = find_game(observation.game)
                look = Look(game, ask, lambda observation=observation: observation)  # type: ignore[misc]
                found: tuple[bool, Any] = (True, think(find_kind(game, kind), look, seed, memo))
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

    def think(self, job: tuple[Any, ...], ceiling: float) -> tuple[bool, Any]:
        """What the process finds, or TimeoutError; EOFError or OSError if it died."""
        if not self._ready:
            if not self._pipe.poll(START):
                raise TimeoutError
            self._pipe.recv()
            self._ready = True
        self._pipe.send(job)
        if not self._pipe.poll(ceiling):
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

    A thought that takes longer than its kind's ceiling (or `ceiling`, for all kinds) is cut short: its process is
    ended, another takes its place, and whoever asked hears of it. Likewise where a player fails.
    """

    def __init__(self, processes: int = 2, ceiling: float | None = None) -> None:
        self.ceiling = ceiling
        self.thoughts = 0
        """How many were begun."""
        self.seconds = 0.0
        """How long they took, from the question to the run."""
        self.closed = False
        self._idle: queue.SimpleQueue[_Thinker | None] = queue.SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="thinking")
        self._all: set[_Thinker] = set()

    async def think(self, kind: PlayerKind, ask: Ask, observation: Observation, seed: bytes, memo: JSON) -> Thought:
        """What a player of this kind thinks; ThoughtLost if it comes to nothing."""
        loop = asyncio.get_running_loop()
        self.thoughts += 1
        return await loop.run_in_executor(self._threads, self._think, kind, ask, observation, seed, memo)

    def _think(self, kind: PlayerKind, ask: Ask, observation: Observation, seed: bytes, memo: JSON) -> Thought:
        thinker = self._idle.get()
        ceiling = kind.ceiling if self.ceiling is None else self.ceiling
        try:
            if thinker is None:
                thinker = _Thinker()
                self._all.add(thinker)
            job = (where_is(observation.game), kind.name, ask, observation, seed, memo)
            began = time.perf_counter()
            good, found = thinker.think(job, ceiling)
            self.seconds += time.perf_counter() - began
            if good:
                thought: Thought = found
                return thought
            log.warning("the player %s failed: %s", kind.name, found)
            raise ThoughtLost("failed")
        except (TimeoutError, EOFError, OSError) as error:
            if not self.closed:
                log.warning("the player %s was cut short: %r", kind.name, error)
            if thinker is not None:
                self._all.discard(thinker)
                thinker.end()
                thinker = None
            raise ThoughtLost("cut_short") from None
        finally:
            self._idle.put(thinker)

    def close(self) -> None:
        """End the processes."""
        self.closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thinker in list(self._all):
            thinker.kill()
        self._threads.shutdown(wait=True)
        while not self._idle.empty():
            idle = self._idle.get()
            if idle is not None:
                idle.end()
