"""Which of two players is better: pairs of games on the same seed with seats changed, and a test that may stop early.

A pair is worth 0 to 1 for A: by *wins*, the mean of its two games (a draw is a half); by *par*, which player did more
with the same two seats, in points: what one needs where one seat wins nearly always. The sequential probability ratio
test (Wald; in the normal form that chess engines are tested with) weighs "A scores `h0`" against "A scores `h1`".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from marne.kit.arithmetic import added, log, square, tally
from marne.lab.batch import Row
from marne.lab.statistics import wilson

__all__ = ["GATE", "TUNING", "Duel", "Pair", "Sprt", "first_seeds", "pair_of"]

TUNING, GATE = 1, 1_000_001
"""Where the seeds begin with which one tunes, and those with which one decides: they never meet."""


def first_seeds(purpose: str) -> int:
    """The first seed for a purpose."""
    return {"tuning": TUNING, "gate": GATE}[purpose]


@dataclass(frozen=True)
class Pair:
    """Two games on one seed: what A got by wins, and by par; each 0 to 1."""

    seed: int
    wins: float
    par: float
    won: int
    """Games that A won."""
    lost: int


def pair_of(first: Row, second: Row, seats: Sequence[str]) -> Pair:
    """A game with A in the first seat, and the same seed with A in the second."""
    won = (first["winner"] == seats[0]) + (second["winner"] == seats[1])
    lost = (first["winner"] == seats[1]) + (second["winner"] == seats[0])
    margin = first["points"][0] - first["points"][1] + second["points"][1] - second["points"][0]
    return Pair(first["seed"], (2 + won - lost) / 4, (margin > 0) + 0.5 * (margin == 0), won, lost)


@dataclass(frozen=True)
class Sprt:
    """A sequential test: `llr` is the weight of evidence, accepted at the bounds.

    >>> test = Sprt(0.5, 0.6)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.llr([0.5] * 40 + [1.0] * 60) > test.bounds[1]
    True
    """

    h0: float = 0.5
    h1: float = 0.6
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first H0 is accepted, above the second H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, scores: Sequence[float]) -> float:
        """How much likelier the scores are under H1 than under H0, as a logarithm.

        A draw and a win of each kind are added in halves first, so that a spotless record has a spread, too.
        """
        counted = [*scores, 0.0, 0.5, 1.0]
        mean = added(counted) / len(counted)
        spread = added(square(score - mean) for score in counted) / len(counted)
        return len(scores) * (self.h1 - self.h0) * (2 * mean - self.h0 - self.h1) / (2 * spread)

    def verdict(self, scores: Sequence[float]) -> str:
        """`H1`, `H0`, or nothing yet."""
        low, high = self.bounds
        found = self.llr(scores) if len(scores) >= 2 else 0.0
        return "H1" if found >= high else "H0" if found <= low else ""


class Duel:
    """A duel as it stands: pairs in order of their seeds, judged after each."""

    def __init__(self, test: Sprt, by: str) -> None:
        self.test, self.by = test, by
        self.pairs: list[Pair] = []
        self.verdict = ""

    def add(self, pair: Pair) -> bool:
        """The next pair in order; whether the duel is decided. What comes after that doesn't count."""
        if not self.verdict:
            self.pairs.append(pair)
            self.verdict = self.test.verdict(self.scores())
        return bool(self.verdict)

    def scores(self, by: str = "") -> list[float]:
        """What A got of each pair."""
        return [pair.par if (by or self.by) == "par" else pair.wins for pair in self.pairs]

    @property
    def llr(self) -> float:
        """The weight of evidence."""
        return self.test.llr(self.scores()) if self.pairs else 0.0

    @property
    def score(self) -> float:
        """A's share."""
        return added(self.scores()) / max(1, len(self.pairs))

    def plain_wins(self) -> tuple[int, int, float, float]:
        """Games that A won, games that were decided, and the 95 % interval of its share."""
        won, lost = tally(pair.won for pair in self.pairs), tally(pair.lost for pair in self.pairs)
        return won, won + lost, *wilson(won, won + lost)
