"""A few at a time from each address: however much one client sends at once, in each round of the event loop a few
pieces of it are taken up, and as many of everybody else's."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from weakref import WeakKeyDictionary

__all__ = ["Turnstile", "turnstile"]


def _let(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


class Turnstile:
    """Lets each key through for so much in a round of the loop, one whole at most; what comes after that waits in
    line."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._spent: dict[str, float] = {}
        self._lines: dict[str, deque[tuple[float, Callable[[], None]]]] = {}

    def enter(self, key: str, share: float, act: Callable[[], None]) -> bool:
        """Act now if that key has something left of this round, else when it is its turn; whether it was now."""
        if key in self._lines or self._spent.get(key, 0.0) >= 1.0:
            self._lines.setdefault(key, deque()).append((share, act))
            return False
        self._spend(key, share)
        act()
        return True

    async def turn(self, key: str, share: float) -> None:
        """Wait for one's turn."""
        mine: asyncio.Future[None] = self._loop.create_future()
        if not self.enter(key, share, partial(_let, mine)):
            await mine

    def waiting(self, key: str) -> int:
        """How many of a key wait."""
        return len(self._lines.get(key, ()))

    def _spend(self, key: str, share: float) -> None:
        if not self._spent:
            self._loop.call_soon(self._next_round)
        self._spent[key] = self._spent.get(key, 0.0) + share

    def _next_round(self) -> None:
        self._spent.clear()
        for key, line in list(self._lines.items()):
            due = []
            while line and self._spent.get(key, 0.0) < 1.0:
                share, act = line.popleft()
                self._spend(key, share)
                due.append(act)
            if not line:
                del self._lines[key]
            for act in due:
                try:
                    act()
                except Exception as error:
                    self._loop.call_exception_handler({"message": f"a piece of {key} failed", "exception": error})


_turnstiles: WeakKeyDictionary[asyncio.AbstractEventLoop, Turnstile] = WeakKeyDictionary()


def turnstile(loop: asyncio.AbstractEventLoop) -> Turnstile:
    """The turnstile of a loop."""
    found = _turnstiles.get(loop)
    if found is None:
        found = _turnstiles[loop] = Turnstile(loop)
    return found
