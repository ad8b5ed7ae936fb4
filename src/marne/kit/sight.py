"""What one seat is shown at one moment, as far as all games do it alike."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from marne.engine import Answer, Board, Explanation, Observation, Position, Refusal, Target
from marne.kit.phrases import ENGLISH
from marne.kit.reasons import Reason

__all__ = ["SeatSight"]

B = TypeVar("B", bound=Board)


class SeatSight(Generic[B]):
    """Odds and reasons are for the seat that is asked, and both are read off its masked position.

    A game adds `scene`, `told` and `against`.
    """

    reasons: ClassVar[type[Reason]]
    """The game's own, with its words."""
    last_rule: ClassVar[str]
    """The rule to name where nothing is asked any more."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.position: Position[B] = seen.view

    @property
    def asked(self) -> bool:
        """Whether the seat must answer now."""
        return self.seen.seat is not None and self.seen.actor == self.seen.seat

    def odds(self, answer: Answer, language: str = ENGLISH) -> Explanation | None:
        """The odds of a legal answer, where there are any to tell."""
        if not self.asked or self.position.why_not(answer) is not None:
            return None
        return self.told(answer, language)

    def told(self, answer: Answer, language: str) -> Explanation | None:
        """The odds of an answer that is legal."""
        return None

    def why_not(self, target: Target, language: str) -> Refusal | None:
        """Why a thing that was clicked is not offered."""
        if not self.asked:
            return self.reasons(self.seen.rule or self.last_rule, "why.not_asked").refusal(language)
        found = self.against(target)
        return None if found is None else found.refusal(language)

    def against(self, target: Target) -> Reason | None:
        """What keeps the seat that is asked from choosing a thing; None where it is offered."""
        return self.reasons(self.seen.rule, "why.not_now")
