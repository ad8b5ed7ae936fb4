"""T3: what a turn begins with: weather, chits, rally."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Ask, chance, value
from training.board import Field
from training.components.data import CHITS, WEATHERS
from training.events import ChitDrawn, Rallied, TurnBegan
from training.steps import Asked, Line, Steps

__all__ = ["DrawChit", "Rally", "Weather"]


@value
class Weather(Asked[str]):
    """T3.1: the weather of the turn, unless it is always fair."""

    rule: ClassVar[str] = "T3.1"
    of_the_turn: ClassVar[bool] = True

    def ask(self, board: Field) -> Ask | None:
        """Weighted by the option that was chosen; None where the weather is always fair."""
        chances = board.ground.weather_chances.get(board.weather_option)
        return None if chances is None else chance(WEATHERS, chances)

    def answered(self, board: Field, weather: str) -> Steps:
        """It holds for both player turns."""
        board.weather = weather
        board.tell(TurnBegan("T3.1", board.turn, weather))
        return ()

    def unasked(self, board: Field) -> Steps:
        """Always fair."""
        return self.answered(board, WEATHERS[0])


@value
class DrawChit(Asked[int]):
    """T3.2: the side draws a chit in secret, if the cup has one and the hand has room."""

    rule: ClassVar[str] = "T3.2"
    of_the_turn: ClassVar[bool] = True
    shape = {"": "chit"}
    side: int

    def ask(self, board: Field) -> Ask | None:
        """Whether there is a draw depends on numbers that everyone sees; what is drawn, on what is in the cup."""
        left = tuple(chit for chit in range(len(CHITS)) if board.cup[chit])
        if not left or sum(board.hands[self.side]) >= board.ground.numbers.hand:
            return None
        return chance(left, tuple(board.cup[chit] for chit in left), seen_by=(self.side,))

    def answered(self, board: Field, chit: int) -> Steps:
        """From the cup to the hand."""
        board.cup[chit] -= 1
        board.hands[self.side][chit] += 1
        board.tell(ChitDrawn("T3.2", self.side, CHITS[chit]))
        return ()


@value
class Rally(Line):
    """T3.4: the side's disordered counters recover; its counters may move and fight anew."""

    rule: ClassVar[str] = "T3.4"
    side: int

    def do(self, board: Field) -> Steps:
        """Nobody decides this."""
        board.moved = board.fought = board.attacked = 0
        if board.disordered:
            for counter in board.scenario.counters[self.side]:
                if board.disordered >> counter & 1 and board.at[counter] >= 0:
                    board.tell(Rallied("T3.4", board.label(counter)))
                board.disordered &= ~(1 << counter)
        return ()
