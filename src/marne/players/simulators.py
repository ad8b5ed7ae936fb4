"""A few processes that try out proposals at once. What comes out does not depend on how many there are: every
simulation has its own dice, and results are taken in the order in which they were asked for."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from marne.players.hands import Hand

__all__ = ["Simulators"]

LONGEST = 600.0
"""Seconds for one simulation; it takes a hundredth of one."""
LOOK = 0.05
"""So often, in seconds, it is asked whether there is still time."""


class Simulators:
    """A pool that a council can be given; processes start when they are first needed and end with this one."""

    now: Simulators | None = None
    """The pool of this process, for all who think in it."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._idle: queue.SimpleQueue[Hand | None] = queue.SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="simulating")
        self._all: list[Hand] = []

    @classmethod
    def shared(cls, processes: int) -> Simulators | None:
        """The pool of this process, made anew if there are to be more or fewer; none for one process alone."""
        if processes != (cls.now.processes if cls.now else 1):
            if cls.now is not None:
                cls.now.close()
            cls.now = cls(processes) if processes > 1 else None
        return cls.now

    def results(
        self, function: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], late: Callable[[], bool]
    ) -> Iterator[Any]:
        """What the function makes of each, in order, for as long as there is time."""
        pending: list[Future[Any]] = [self._threads.submit(self._do, function, job) for job in jobs]
        try:
            for future in pending:
                while not wait((future,), LOOK).done:
                    if late():
                        return
                if late():
                    return
                yield future.result()
        finally:
            for future in pending:
                future.cancel()

    def _do(self, function: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        hand = self._idle.get()
        try:
            if hand is None:
                hand = Hand()
                self._all.append(hand)
            good, found = hand.do(function, job, LONGEST)
        except BaseException:
            if hand is not None:
                hand.kill()
                hand = None
            raise
        finally:
            self._idle.put(hand)
        if not good:
            raise found
        return found

    def close(self) -> None:
        """End the processes."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        for hand in self._all:
            hand.end()
