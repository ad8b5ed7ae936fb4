"""What all steps share: how counters, hexes and points are written, and what a click means."""

from __future__ import annotations

from typing import Generic, TypeVar

from marne.engine import Answer, Step
from marne.kit import POINT, AnsweredLine, Kind
from training.board import Field
from training.components.data import CHITS
from training.words import Reason

__all__ = ["Asked", "CounterLine", "HexLine", "Line", "Steps"]

A = TypeVar("A", bound=Answer)
Line = Step[Field]
"""A line of this game's sequence that nobody decides."""
Steps = tuple[Line, ...]


def _hex_of(board: Field, text: str) -> int | None:
    return board.ground.grid.hex(text) if text in board.ground.grid else None


class Asked(AnsweredLine[Field, A], Generic[A]):
    """A line that somebody answers."""

    __slots__ = ()
    reasons = Reason
    kinds = {
        "unit": Kind(Field.label, lambda board, text: board.scenario.number_of.get(text)),
        "hex": Kind(Field.hex_label, _hex_of),
        "point": POINT,
        "chit": Kind(lambda board, chit: CHITS[chit], lambda board, text: None),
        "arm": Kind(lambda board, kind: board.ground.kind_names[kind], lambda board, text: None),
    }

    def under(self, board: Field, unit: int) -> int:
        """The hex where a counter is."""
        return board.at[unit]


class CounterLine(Asked[A], Generic[A]):
    """A step whose answers are counters, or a word: `B3`."""

    __slots__ = ()
    shape = {"": "unit"}


class HexLine(Asked[A], Generic[A]):
    """A step whose answers are hexes, or a word: `0404`."""

    __slots__ = ()
    shape = {"": "hex"}
