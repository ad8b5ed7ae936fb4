"""What all steps share: reasons in two languages, and the names that stand in answers."""

from __future__ import annotations

from marne.engine import Answer, Refusal, Step
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.words import Reason

Steps = tuple[Step[Battlefield], ...]


class Line(Step[Battlefield]):
    """A line of this game's sequence. Listed answers are words and names of units, so they are written as they are."""

    __slots__ = ()

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """The best reason against an answer that is not offered; for an open ask None where it is legal."""
        return Reason(self.rule, "why.not_now")

    def why_not(self, board: Battlefield, answer: Answer) -> Refusal | None:
        """The reason in English."""
        reason = self.reason(board, answer)
        return None if reason is None else reason.refusal()


def unit_of(board: Battlefield, label: object) -> int:
    """The unit of a name in an answer that was offered."""
    unit = board.unit(str(label))
    assert unit is not None
    return unit
