"""What all steps share: reasons as keys, how counters and hexes are written, and what a click means."""

from __future__ import annotations

from typing import Generic, TypeVar

from marne.engine import Answer, Position, Question, Refusal, Step, Target
from training.board import NOWHERE, Field
from training.words import Reason

__all__ = ["Asked", "CounterLine", "HexLine", "Line", "Steps", "why_not_offered"]

A = TypeVar("A", bound=Answer)
Line = Step[Field]
"""A line of this game's sequence that nobody decides."""
Steps = tuple[Line, ...]


class Asked(Question[Field, A], Generic[A]):
    """A line that somebody answers: it gives its reasons as keys, so that they can be read in any language."""

    __slots__ = ()

    def reason(self, board: Field, answer: Answer) -> Reason | None:
        """The best reason against an answer that is not offered; for an open ask None where it is legal."""
        return Reason(self.rule, "why.not_now")

    def why_not(self, board: Field, answer: Answer) -> Refusal | None:
        """The reason in English."""
        reason = self.reason(board, answer)
        return None if reason is None else reason.refusal()

    def pointed(self, board: Field, target: Target) -> Answer | None:
        """The answer that a click on a hex or a piece stands for, legal or not."""
        return None


class CounterLine(Asked[A], Generic[A]):
    """A step whose answers are counters, or a word."""

    __slots__ = ()

    def write(self, board: Field, answer: Answer) -> str:
        """`B3`."""
        return board.label(answer) if isinstance(answer, int) else str(answer)

    def read(self, board: Field, text: str) -> Answer | None:
        """Any counter, so that a refusal can say what is wrong with it."""
        return board.scenario.number_of.get(text)

    def pointed(self, board: Field, target: Target) -> Answer | None:
        """The piece."""
        return board.scenario.number_of.get(target.get("piece", ""))


class HexLine(Asked[A], Generic[A]):
    """A step whose answers are hexes, or a word."""

    __slots__ = ()

    def write(self, board: Field, answer: Answer) -> str:
        """`0404`."""
        return board.hex_label(answer) if isinstance(answer, int) else str(answer)

    def read(self, board: Field, text: str) -> Answer | None:
        """Any hex, so that a refusal can say what is wrong with it."""
        return board.ground.grid.hex(text) if text in board.ground.grid else None

    def pointed(self, board: Field, target: Target) -> Answer | None:
        """The hex, or the one where the piece stands."""
        if "hex" in target:
            return self.read(board, target["hex"])
        counter = board.scenario.number_of.get(target.get("piece", ""))
        return None if counter is None or board.at[counter] == NOWHERE else board.at[counter]


def why_not_offered(position: Position[Field], target: Target) -> Reason | None:
    """Why a hex or a piece that was clicked is not offered to the seat that is asked; None where it is."""
    board, step = position.board, position.step
    answer = step.pointed(board, target) if isinstance(step, Asked) else None
    if answer is None or not isinstance(step, Asked):
        return Reason(step.rule, "why.not_now")
    if position.open is not None and answer in position.open:
        return None
    return step.reason(board, answer)
