"""The one way to keep answers: a bounded number of them, those asked for longest ago forgotten first."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def memo(keep: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the last `keep` answers of a function that depends on nothing but its arguments.

    A board is never an argument: pass the facts that the answer hangs on, numbers and sets of hexes as bits, and pass
    them by position. What is given again is the same object, so nobody may change it.

    >>> @memo(2)
    ... def square(n: int) -> int:
    ...     print("worked out")
    ...     return n * n
    >>> square(3), square(3)
    worked out
    (9, 9)
    """

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        return cast("Callable[P, T]", lru_cache(maxsize=keep)(function))

    return keeping
