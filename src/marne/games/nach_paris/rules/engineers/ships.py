"""[18] A moving unit embarks, sails, lands. Offers nothing: its chapter is not written yet."""

from __future__ import annotations

from marne.engine import Answer
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.steps import Reason, Shape, Steps

__all__ = ["SHAPE", "carry_out", "offers", "reason"]

SHAPE: Shape = {}


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """What the moving unit may do here and now."""
    return ()


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """Do it, and what follows before the unit goes on; `board.spent` holds what it cost."""
    return ()


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Reason | None:
    """Why one of this chapter's answers isn't offered."""
    return None
