"""What all steps share: how units and hexes are written, and what a click means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from marne import kit
from marne.engine import Answer, Ask, Only, Seat, Step, Target
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import NAMES, UNIT_NAMED
from marne.games.schlieffens_war.words import Reason

__all__ = ["Asked", "HexLine", "Line", "Steps", "UnitLine", "choose"]

A = TypeVar("A", bound=Answer)
Line = Step[WarBoard]
"""A line of this game's sequence that nobody decides."""
Steps = tuple[Line, ...]


def choose(side: Seat, options: Sequence[A], seen_by: tuple[Seat, ...] | None = None) -> Ask | Only[A] | None:
    """A question with these options; of one there is no choice, and of none nothing to do."""
    if len(options) > 1:
        return Ask(side, tuple(options), seen_by=seen_by)
    return Only(options[0]) if options else None


def _hex_of(board: WarBoard, text: str) -> int | None:
    return g.GRID.hex(text) if text in g.GRID else None


class Asked(kit.AnsweredLine[WarBoard, A], Generic[A]):
    """A line that somebody answers."""

    __slots__ = ()
    reasons = Reason
    kinds = {"unit": kit.by_name(NAMES), "hex": kit.Kind(lambda board, hex: g.LABELS[hex], _hex_of)}

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        """The best reason against an answer that is not offered."""
        return Reason(self.rule, "why.not_now")

    def under(self, board: WarBoard, unit: int) -> int:
        """The hex where a counter stands."""
        return board.where[unit]

    def stray(self, board: WarBoard, target: Target) -> Reason:
        """6.6: a counter that nobody can name is one that the seat has not seen."""
        if "piece" in target and target["piece"] not in UNIT_NAMED:
            return Reason("6.6", "why.unseen")
        return Reason(self.rule, "why.not_now")


class UnitLine(Asked[A], Generic[A]):
    """A step whose answers are units, or a word: `X AK`, `lose X AK`."""

    __slots__ = ()
    shape = {"": "unit"}


class HexLine(Asked[A], Generic[A]):
    """A step whose answers are hexes, or a word: `1313`, `attack 1313`."""

    __slots__ = ()
    shape = {"": "hex"}
