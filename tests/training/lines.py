"""What all steps share: reasons in two languages, and how counters and hexes are written."""

from __future__ import annotations

from marne.engine import Answer, Refusal, Step
from training.board import Field
from training.words import Reason

__all__ = ["CounterLine", "HexLine", "Line", "Steps"]

Steps = tuple[Step[Field], ...]


class Line(Step[Field]):
    """A line of this game's sequence: it gives its reasons as keys, so that they can be read in any language."""

    __slots__ = ()

    def reason(self, board: Field, answer: Answer) -> Reason | None:
        """The best reason against an answer that is not offered; for an open ask None where it is legal."""
        return Reason(self.rule, "why.not_now")

    def why_not(self, board: Field, answer: Answer) -> Refusal | None:
        """The reason in English."""
        reason = self.reason(board, answer)
        return None if reason is None else reason.refusal()


class CounterLine(Line):
    """A step whose answers are counters, or a word."""

    __slots__ = ()

    def write(self, board: Field, answer: Answer) -> str:
        """`B3`."""
        return board.label(answer) if isinstance(answer, int) else str(answer)

    def read(self, board: Field, text: str) -> Answer | None:
        """Any counter, so that a refusal can say what is wrong with it."""
        return board.scenario.number_of.get(text)


class HexLine(Line):
    """A step whose answers are hexes, or a word."""

    __slots__ = ()

    def write(self, board: Field, answer: Answer) -> str:
        """`0404`."""
        return board.hex_label(answer) if isinstance(answer, int) else str(answer)

    def read(self, board: Field, text: str) -> Answer | None:
        """Any hex, so that a refusal can say what is wrong with it."""
        return board.ground.grid.hex(text) if text in board.ground.grid else None
