"""What all steps share: reasons in two languages, and how units and hexes are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from marne.engine import Answer, Ask, Only, Position, Question, Refusal, Seat, Step, Target
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import NAMES, UNIT_NAMED
from marne.games.schlieffens_war.words import Reason

__all__ = ["Asked", "HexLine", "Line", "Steps", "UnitLine", "choose", "why_not_offered"]

A = TypeVar("A", bound=Answer)
Line = Step[WarBoard]
"""A line of this game's sequence that nobody decides."""
Steps = tuple[Line, ...]


def choose(side: Seat, options: Sequence[A], seen_by: tuple[Seat, ...] | None = None) -> Ask | Only[A] | None:
    """A question with these options; of one there is no choice, and of none nothing to do."""
    if len(options) > 1:
        return Ask(side, tuple(options), seen_by=seen_by)
    return Only(options[0]) if options else None


class Asked(Question[WarBoard, A], Generic[A]):
    """A line that somebody answers: it gives its reasons as keys, so that they can be read in any language."""

    __slots__ = ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        """The best reason against an answer that is not offered."""
        return Reason(self.rule, "why.not_now")

    def why_not(self, board: WarBoard, answer: Answer) -> Refusal | None:
        """The reason in English."""
        return self.reason(board, answer).refusal()

    def pointed(self, board: WarBoard, hex: int | None, unit: int | None) -> Answer | None:
        """The answer that a click on a hex or a counter stands for, legal or not."""
        return None


class UnitLine(Asked[A], Generic[A]):
    """A step whose answers are units, or a word; `verb` stands before the unit in the notation."""

    __slots__ = ()
    verb: ClassVar[str] = ""

    def write(self, board: WarBoard, answer: Answer) -> str:
        """`X AK`, or `lose X AK`."""
        return self.verb + NAMES[answer] if isinstance(answer, int) else str(answer)

    def read(self, board: WarBoard, text: str) -> Answer | None:
        """Any unit, so that a refusal can say what is wrong with it."""
        return UNIT_NAMED.get(text.removeprefix(self.verb))

    def pointed(self, board: WarBoard, hex: int | None, unit: int | None) -> Answer | None:
        """The counter."""
        return unit


class HexLine(Asked[A], Generic[A]):
    """A step whose answers are hexes, or a word; `verb` stands before the hex in the notation."""

    __slots__ = ()
    verb: ClassVar[str] = ""

    def lead(self) -> str:
        """What the notation opens with."""
        return self.verb

    def write(self, board: WarBoard, answer: Answer) -> str:
        """`1313`, or `attack 1313`."""
        return self.lead() + g.LABELS[answer] if isinstance(answer, int) else str(answer)

    def read(self, board: WarBoard, text: str) -> Answer | None:
        """Any hex, so that a refusal can say what is wrong with it."""
        label = text.removeprefix(self.lead())
        return g.GRID.hex(label) if label in g.GRID else None

    def pointed(self, board: WarBoard, hex: int | None, unit: int | None) -> Answer | None:
        """The hex, or the one where the counter stands."""
        if hex is None and unit is not None and board.where[unit] >= 0:
            return board.where[unit]
        return hex


def why_not_offered(position: Position[WarBoard], target: Target) -> Reason | None:
    """Why a hex or a counter that was clicked is not offered to the seat that is asked; None where it is."""
    step, board = position.step, position.board
    if "piece" in target and target["piece"] not in UNIT_NAMED:
        return Reason("6.6", "why.unseen")
    hex = g.GRID.hex(target["hex"]) if target.get("hex") in g.GRID else None
    unit = UNIT_NAMED[target["piece"]] if hex is None and "piece" in target else None
    answer = step.pointed(board, hex, unit) if isinstance(step, Asked) else None
    if answer is None or not isinstance(step, Asked):
        return Reason(step.rule, "why.not_now")
    if position.open is not None and answer in position.open:
        return None
    return step.reason(board, answer)
