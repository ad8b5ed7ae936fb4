"""Exact chances: how a d20 passes, and how the losses of several units add up."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from marne.engine import D20

__all__ = ["CERTAIN", "NONE", "ONE", "Chances", "added", "passing"]

Chances = dict[int, Fraction]
"""How likely each number of steps is."""

NONE: Final = Fraction(0)
CERTAIN: Final = Fraction(1)
ONE: Final = Fraction(1, len(D20))
"""One face of the die."""


def passing(needed: int) -> Fraction:
    """[5.1.1] The chance that a die passes."""
    return Fraction(max(0, min(needed, len(D20))), len(D20))


def added(every: Iterable[Chances]) -> Chances:
    """The sum of numbers that don't hang on each other."""
    found: Chances = {0: CERTAIN}
    for chances in every:
        after: Chances = {}
        for steps, chance in found.items():
            for more, again in chances.items():
                if again:
                    after[steps + more] = after.get(steps + more, NONE) + chance * again
        found = after
    return found
