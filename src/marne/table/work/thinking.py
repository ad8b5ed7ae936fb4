"""Computer players think in processes of their own, never in the event loop."""

from __future__ import annotations

import asyncio
import logging
import queue
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from marne.engine import JSON, Ask, Look, Observation, Pace, PlayerKind, Thought, find_game, register
from marne.engine.registry import where_is
from marne.players import find_kind, think
from marne.players.hands import PATIENCE, Caller, Hand
from marne.players.simulators import Simulators

__all__ = ["Thinkers", "ThoughtLost", "Wait"]

log = logging.getLogger("marne.table")


class ThoughtLost(Exception):
    """A thought that came to nothing; `how` is `cut_short` (it took too long), `killed` (its process ended) or
    `failed`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


OFTEN = 0.25
"""So many seconds lie between two words about how far a thought has come."""


class Wait:
    """One thought that somebody waits for: how far it has come (`heard` is called with the share that is done, in
    another thread), and the wish for an answer now."""

    def __init__(self, heard: Callable[[float], None] | None = None) -> None:
        self._heard = heard
        self.hurried = False
        self.hand: Hand | None = None

    def hurry(self) -> None:
        """Answer with the best that was found."""
        self.hurried = True
        if (hand := self.hand) is not None:
            hand.hurry()

    def told(self, share: float) -> None:
        """So much of it is done. Whoever is told is reminded of the hurry: the first word may have come too early."""
        if self._heard is not None:
            self._heard(share)
        if self.hurried:
            self.hurry()


class _Called(Pace):
    """The pace of a thought in a process of its own, as the server wants it."""

    def __init__(self, hurried: bool) -> None:
        self._hurried, self._told = hurried, time.monotonic()

    def thought(self, share: float) -> None:
        if time.monotonic() - self._told >= OFTEN:
            self._told = time.monotonic()
            Caller.now.tell(share)

    def hurried(self) -> bool:
        return self._hurried or Caller.now.hurries()


class _Job(NamedTuple):
    """What a thought is made of: the game and the player, the question, what the seat knows, draws and memo."""

    where: str
    kind: str
    ask: Ask
    observation: Observation
    seed: bytes
    memo: JSON


def _thought(job: _Job, hurried: bool, simulators: int) -> Thought:
    """What a player thinks, in the process that thinks."""
    where, kind, ask, observation, seed, memo = job
    Simulators.shared(simulators)
    register(observation.game, where)
    game = find_game(observation.game)
    return think(find_kind(game, kind), Look(game, ask, lambda: observation, pace=_Called(hurried)), seed, memo)


class Thinkers:
    """A pool of processes, started when first needed.

    A thought that takes longer than its kind's ceiling (or `ceiling`, for all kinds) is cut short: its process is
    ended, another takes its place, and whoever asked hears of it. Likewise where a player fails.
    """

    def __init__(self, processes: int = 2, ceiling: float | None = None, simulators: int = 1) -> None:
        """`simulators` is in how many processes each of them tries out proposals at once; answers are the same."""
        self.ceiling = ceiling
        self.simulators = simulators
        self.thoughts = 0
        """How many were begun."""
        self.seconds = 0.0
        """How long they took, from the question to the run."""
        self.closed = False
        self._idle: queue.SimpleQueue[Hand | None] = queue.SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="thinking")
        self._all: set[Hand] = set()

    async def think(
        self, kind: PlayerKind, ask: Ask, observation: Observation, seed: bytes, memo: JSON, wait: Wait | None = None
    ) -> Thought:
        """What a player of this kind thinks; ThoughtLost if it comes to nothing."""
        loop = asyncio.get_running_loop()
        self.thoughts += 1
        return await loop.run_in_executor(
            self._threads, self._think, kind, ask, observation, seed, memo, wait or Wait()
        )

    def _think(
        self, kind: PlayerKind, ask: Ask, observation: Observation, seed: bytes, memo: JSON, wait: Wait
    ) -> Thought:
        thinker = self._idle.get()
        ceiling = kind.ceiling * PATIENCE if self.ceiling is None else self.ceiling
        try:
            if thinker is None:
                thinker = Hand(alone=self.simulators < 2)
                self._all.add(thinker)
            wait.hand = thinker
            job = _Job(where_is(observation.game), kind.name, ask, observation, seed, memo)
            began = time.perf_counter()
            good, found = thinker.do(_thought, (job, wait.hurried, self.simulators), ceiling, wait.told)
            self.seconds += time.perf_counter() - began
            if good:
                thought: Thought = found
                return thought
            log.warning("the player %s failed: %s: %s", kind.name, type(found).__name__, found)
            raise ThoughtLost("failed")
        except (EOFError, OSError) as error:
            how = "cut_short" if isinstance(error, TimeoutError) else "killed"
            if not self.closed:
                log.warning("the player %s was lost (%s): %r", kind.name, how, error)
            if thinker is not None:
                self._all.discard(thinker)
                thinker.end()
                thinker = None
            raise ThoughtLost(how) from None
        finally:
            wait.hand = None
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
