"""[9.1] Combats, one after another."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import Nation
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat
from marne.games.nach_paris.steps import NachParisStep, Steps, value

__all__ = ["Combats"]


@value
class Combats(NachParisStep):
    """[9.1.2] A nation's combats in the order it likes; each is over before the next begins [9.1.13]."""

    rule: ClassVar[str] = "9.1.2"
    nation: Nation

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        if self.nation == board.nations(board.side)[0]:  # the first of the phase
            board.sent = {}
        return (ChooseCombat(self.nation),)
