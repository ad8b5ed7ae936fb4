"""The sequence of play, to read beside data/rules.csv: a step is a line of the rules and ends with what follows."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import value
from training.board import Field
from training.rules.attack import Combat
from training.rules.barrage import Barrage
from training.rules.movement import Movement
from training.rules.turn import DrawChit, Rally, Weather
from training.rules.victory import count_towns, ended
from training.steps import Line, Steps

__all__ = ["EndOfTurn", "PlayerTurn", "Turn"]


@value
class Turn(Line):
    """T3: a turn, with both player turns in the scenario's order."""

    rule: ClassVar[str] = "T3"

    def do(self, board: Field) -> Steps:
        """The order of a turn."""
        board.turn += 1
        first = board.scenario.first
        return (
            Weather(),  # T3.1
            DrawChit(first),  # T3.2
            DrawChit(1 - first),  # T3.2
            PlayerTurn(first),  # T3.3
            PlayerTurn(1 - first),  # T3.3
            EndOfTurn(),  # T7.1
        )


@value
class PlayerTurn(Line):
    """T3.3: one side's part of the turn."""

    rule: ClassVar[str] = "T3.3"
    side: int

    def do(self, board: Field) -> Steps:
        """The order of a player turn."""
        return (
            Rally(self.side),  # T3.4
            Movement(self.side),  # T4
            Barrage(self.side),  # T5
            Combat(self.side),  # T6
        )


@value
class EndOfTurn(Line):
    """T7.1, T7.3: points for towns, then another turn or the end."""

    rule: ClassVar[str] = "T7.1"

    def do(self, board: Field) -> Steps:
        """Nothing follows the last turn."""
        count_towns(board)
        return () if ended(board) else (Turn(),)
