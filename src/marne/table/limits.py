"""How much and how often: buckets that fill again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["ANSWERS", "BODY", "CHAT", "GUESTS", "MESSAGE", "RECORD", "Buckets"]

BODY = 64 * 1024
RECORD = 2 * 1024 * 1024
ANSWERS = 50_000
MESSAGE = 16 * 1024
CHAT = 500
GUESTS = 100


class Buckets:
    """A token bucket for each key: `burst` at once, then `rate` a second. Old keys are forgotten."""

    def __init__(
        self, rate: float, burst: float, most: int = 20_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether there is room for one more."""
        with self._lock:
            return self._take(key, cost)

    def _take(self, key: str, cost: float) -> bool:
        now = self._clock()
        level, then = self._buckets.get(key, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._rate)
        allowed = level >= cost
        self._buckets[key] = (level - cost if allowed else level, now)
        self._buckets.move_to_end(key)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return allowed
