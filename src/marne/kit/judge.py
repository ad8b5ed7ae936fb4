"""A judge: the chance to win as a logistic function of some features, with weights that were learnt from games."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from marne.engine import value
from marne.kit.arithmetic import exp

__all__ = ["Judge", "judge_in", "logistic"]


def logistic(x: float) -> float:
    """From 0 to 1, a half for 0.

    >>> logistic(0.0), round(logistic(30.0), 9) == round(logistic(1e9), 9) == 1.0
    (0.5, True)
    """
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


@value
class Judge:
    """Weights by feature, and what everybody starts from."""

    bias: float
    weights: tuple[tuple[str, float], ...]

    def chance(self, features: Mapping[str, float]) -> float:
        """The first seat's chance to win, 0 to 1; features without a weight don't count.

        >>> Judge(0.0, (("lead", 2.0),)).chance({"lead": 0.0})
        0.5
        """
        total = self.bias
        for name, weight in self.weights:
            total += weight * features[name]
        return logistic(total)


@cache
def judge_in(path: Path) -> Judge:
    """The judge that a file holds: `marne train` writes it."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Judge(float(found["bias"]), tuple((name, float(weight)) for name, weight in found["weights"].items()))
