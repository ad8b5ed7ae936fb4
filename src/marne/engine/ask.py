"""The one open question: who must answer, and the legal answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from marne.engine.values import CHANCE, Answer, Seat

__all__ = ["D6", "D10", "D20", "Ask", "Only", "chance"]

A = TypeVar("A")

D6: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
D10: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
D20: tuple[int, ...] = tuple(range(1, 21))


class Ask:
    """A question put to one actor.

    `options` are in order and free of duplicates, or None where geometry is open: then the step's `why_not` and
    `suggest` stand in their place. `weights` belong to chance. `seen_by` are the seats that learn the answer; None is
    everyone.

    >>> ask = Ask(0, ("stay", "retreat"))
    >>> "retreat" in ask, "advance" in ask, len(ask), list(ask)
    (True, False, 2, ['stay', 'retreat'])
    """

    __slots__ = ("actor", "options", "seen_by", "weights")

    def __init__(
        self,
        actor: Seat,
        options: tuple[Answer, ...] | None,
        *,
        seen_by: tuple[Seat, ...] | None = None,
        weights: tuple[int, ...] | None = None,
    ) -> None:
        self.actor = actor
        self.options = options
        self.seen_by = seen_by
        self.weights = weights

    def __contains__(self, answer: Answer) -> bool:
        return self.options is not None and answer in self.options

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.options or ())

    def __len__(self) -> int:
        return len(self.options or ())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ask) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        who = "CHANCE" if self.actor == CHANCE else str(self.actor)
        return f"Ask({who}, {'open' if self.options is None else list(self.options)})"

    def _key(self) -> tuple[object, ...]:
        return self.actor, self.options, self.seen_by, self.weights


class Only(Generic[A]):
    """There is one way, so nobody is asked: the answer that its step is given.

    >>> Only(7).answer
    7
    """

    __slots__ = ("answer",)

    def __init__(self, answer: A) -> None:
        self.answer = answer


def chance(
    options: tuple[Answer, ...] = D6,
    weights: tuple[int, ...] | None = None,
    seen_by: tuple[Seat, ...] | None = None,
) -> Ask:
    """A die, a draw or a shuffle: `chance()` is one six-sided die, seen by everyone."""
    return Ask(CHANCE, options, weights=weights, seen_by=seen_by)
