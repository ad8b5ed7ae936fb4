"""Hidden answers that nobody can predict: one of several that are worth nearly the same, drawn by the game's secret.

A staff is a program that everybody can run. Where an answer stays hidden (set-up, order of march, orders under fog)
everybody who asks a copy would know the best one. So players mix there. Games say by `Ask.seen_by` which answers are
hidden, their staffs say which answers are nearly equal (`engine.player.Pick`), and here is the one draw. It comes from
the generator of the thought, which follows from the game's secret: the same seeds lead to the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from marne.engine import Pick
from marne.kit.arithmetic import added

__all__ = ["Mixture"]

T = TypeVar("T")

EDGE: Final = 0.4
"""An answer that is only just close enough is so many times as likely as the best."""


class Mixture(Pick):
    """Every answer that is close to the best may be drawn; the less it is worth, the less likely it is."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def best(self, worth: Sequence[tuple[float, T]], close: float) -> T:
        """One of the answers that are worth at most `close` less than the best."""
        most = max(each for each, _ in worth)
        near = [(most - each, answer) for each, answer in worth if each >= most - close]
        if close <= 0 or len(near) == 1:
            return self.one_of([answer for _, answer in near])
        weights = [1 - (1 - EDGE) * short / close for short, _ in near]
        left = self._rng.random() * added(weights)
        for weight, (_, answer) in zip(weights, near, strict=True):
            left -= weight
            if left < 0:
                return answer
        return near[-1][1]

    def one_of(self, equal: Sequence[T]) -> T:
        """One of several that are as good as each other."""
        return equal[int(self._rng.random() * len(equal))] if len(equal) > 1 else equal[0]
