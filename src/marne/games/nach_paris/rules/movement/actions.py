"""What a unit may do on its way beside walking: each chapter offers its own answers to the moving unit.

A chapter's module has `SHAPE` (what follows each of its words), `offers(board, going)`, `carry_out(board, going,
answer)` and `reason(board, going, answer)`; `walk.ACTIONS` lists the modules. What an action costs it adds to
`board.spent[unit]`; `going.left` is what the unit can still pay.
"""

from __future__ import annotations

from typing import Protocol

from marne.engine import Answer, value
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import Unit
from marne.games.nach_paris.steps import Shape, Steps, Why

__all__ = ["Going", "LegAction"]


@value
class Going:
    """A unit on its way: the points left to it, whether it has begun to act, whether a ZOC has stopped its march."""

    unit: Unit
    left: int
    started: bool
    stopped: bool


class LegAction(Protocol):
    """A module with actions of a moving unit."""

    SHAPE: Shape

    def offers(self, board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
        """The answers that are legal now, in order."""
        ...

    def carry_out(self, board: NachParisBoard, going: Going, answer: Answer) -> Steps:
        """Do one; the steps that follow before the unit is asked again."""
        ...

    def reason(self, board: NachParisBoard, going: Going, answer: Answer) -> Why:
        """Why one isn't offered."""
        ...
