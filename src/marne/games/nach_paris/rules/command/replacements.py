"""[14] Replacements."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.steps import NachParisStep, Steps, value

__all__ = ["AbsorbReplacements", "NewReplacements"]


@value
class NewReplacements(NachParisStep):
    """[14.1.1] What a side's nations receive in a Game Turn, in half Replacements."""

    rule: ClassVar[str] = "14.1.1"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        points = board.play.replacements(board.turn)
        for nation in board.nations(board.side):
            board.replacements[nation] += 2 * points[nation]
        return ()


@value
class AbsorbReplacements(NachParisStep):
    """[14.1.2] Step D: units recover steps. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "14.1.2"
    nation: int
