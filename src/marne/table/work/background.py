"""Short work beside the event loop: odds, reasons, suggestions. It runs in threads of its own, and the address that
asks pays with the processor's time that it took: two at once, a few that wait, then it is told to come again."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from marne.table.limits import Buckets
from marne.table.refusals import TooMany

__all__ = ["Beside"]

T = TypeVar("T")
THREADS = 8
AT_ONCE = 2
"""So many pieces of work of one address run at once."""
WAITING = 16
"""So many of them wait at most."""
SHARE = 0.25
"""Seconds of the processor for one address in each second."""
SPARE = 15.0
"""And so many before that."""


class Beside:
    """Threads, and what each address has used of them."""

    def __init__(self, rate: float = 1.0) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="beside")
        self._used = Buckets(SHARE * rate, SPARE * rate)
        self._at: Counter[str] = Counter()
        self._places: dict[str, asyncio.Semaphore] = {}

    async def run(self, address: str, work: Callable[..., T], *arguments: Any) -> T:
        """Do it; TooMany for whoever has used his share or has too much waiting."""
        wait = self._used.wait(address, 0.02)
        if wait > 0 or self._at[address] >= AT_ONCE + WAITING:
            raise TooMany("often.work", seconds=max(1, math.ceil(wait)))
        self._at[address] += 1
        try:
            async with self._places.setdefault(address, asyncio.Semaphore(AT_ONCE)):
                loop = asyncio.get_running_loop()
                good, found, spent = await loop.run_in_executor(self._threads, _timed, work, arguments)
        finally:
            self._at[address] -= 1
            if not self._at[address]:
                del self._at[address]
                self._places.pop(address, None)
        self._used.charge(address, spent)
        if not good:
            raise found
        return found  # type: ignore[no-any-return]

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any, float]:
    began = time.thread_time()
    try:
        found: tuple[bool, Any] = True, work(*arguments)
    except Exception as error:
        found = False, error
    return *found, time.thread_time() - began
