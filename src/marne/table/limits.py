"""How much and how often: buckets that fill again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = [
    "ANSWERS",
    "AWAY",
    "BODY",
    "CHAT",
    "DAY",
    "LINES_A_DAY",
    "LINES_KEPT",
    "MESSAGE",
    "PLACES",
    "RECORD",
    "RECORDS_A_DAY",
    "ROWS",
    "SILENCE",
    "SPECTATORS",
    "SPECTATORS_EACH",
    "TABLES_A_DAY",
    "TOLD_A_DAY",
    "WISH",
    "WISH_MOST",
    "Backoff",
    "Buckets",
]

BODY = 64 * 1024
RECORD = 2 * 1024 * 1024
ANSWERS = 50_000
MESSAGE = 16 * 1024
CHAT = 500
SPECTATORS = 60
"""Spectators at one table; those who hold seats have places of their own."""
SPECTATORS_EACH = 8
"""Of them, from one address."""
AWAY = 6 * 3_600.0
"""Seconds for which a spectator who was sent away stays away."""
PLACES = 8
"""Open sockets of one seat."""
DAY = 86_400.0
SILENCE = 7 * DAY
"""Seconds for which a player must be silent, after the opener asked for the seat, before it can be freed."""
RECORDS_A_DAY = 20 * 1024 * 1024
"""Letters of records that one address may open in a day."""
TABLES_A_DAY = 500
"""Tables that one address may open in a day."""
LINES_A_DAY = 500
"""Lines of chat at one table in a day."""
TOLD_A_DAY = 50
"""Messages to one address in a day."""
LINES_KEPT = 1_000
"""Lines of chat that a table keeps; older ones are deleted."""
ROWS = 50_000
"""Rows of one log: whoever answers and goes back for ever meets an end."""
WISH = 5.0
"""Seconds from the second wish to go back that was refused to the next; each refusal doubles them."""
WISH_MOST = 3_600.0


class Backoff:
    """Waiting that grows: the first refusal costs nothing, each after it doubles the wait, up to an end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = 0.0
        self._times = 0

    def wait(self) -> float:
        """Seconds that are still to wait."""
        return max(0.0, self._until - self._clock())

    def refused(self) -> None:
        """Once more."""
        wait = WISH * 2.0 ** (self._times - 1) if self._times else 0.0
        self._until = self._clock() + min(WISH_MOST, wait)
        self._times = min(self._times + 1, 20)

    def over(self) -> None:
        """From the beginning."""
        self._until, self._times = 0.0, 0


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

    def wait(self, key: str, cost: float = 1.0) -> float:
        """Seconds until there will be room for that much; what costs more than the whole bucket costs the bucket."""
        with self._lock:
            level, then = self._buckets.get(key, (self._burst, self._clock()))
            level = min(self._burst, level + (self._clock() - then) * self._rate)
            return max(0.0, (min(cost, self._burst) - level) / self._rate)

    def charge(self, key: str, cost: float) -> None:
        """Take that much, or all there is."""
        with self._lock:
            self._take(key, 0.0)
            level, then = self._buckets[key]
            self._buckets[key] = max(0.0, level - cost), then

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
