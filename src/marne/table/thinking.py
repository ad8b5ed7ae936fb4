"""Computer players think in processes of their own, never in the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from random import Random

import marne.games
from marne.engine import Answer, Ask, Observation, Seat, find_game
from marne.players import find_player

__all__ = ["Thinkers", "think"]


def think(kind: str, ask: Ask, observation: Observation, seed: str) -> Answer:
    """One answer, in a process of the pool. The player gets an observation, never a position."""
    game = find_game(observation.game)
    return find_player(kind, game, Random(seed)).choose(ask, lambda: observation)


def _warm() -> None:
    """Games register themselves when a process starts."""
    assert marne.games.DATA_SETS


class Thinkers:
    """A pool of processes. A thought that takes too long is cut short by a legal answer at random."""

    def __init__(self, processes: int = 2, limit: float = 20.0) -> None:
        self.limit = limit
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"), initializer=_warm)
        return self._pool

    async def choose(self, kind: str, ask: Ask, observation: Observation, seed: str) -> Answer:
        """What the player of this kind answers."""
        try:
            future = self._start().submit(think, kind, ask, observation, seed)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.limit)
        except (TimeoutError, BrokenProcessPool) as error:
            if isinstance(error, BrokenProcessPool):
                self.close()
            return think("random", ask, observation, seed)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def thought_seed(table: str, number: int, seat: Seat) -> str:
    """A player's chance is its own, and the same if it has to think again after a restart."""
    return f"{table} {number} {seat}"
