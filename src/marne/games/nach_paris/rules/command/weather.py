"""[15] Weather. Heat stands on the turn track (`TRACK.heat`), heavy rain is rolled for where the track shows it.

Who reads it: `movement.march` the points and forced marches, `units.cab` the tests, `combat.modifiers` the die.
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Ask, Only, chance
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import TRACK, V
from marne.games.nach_paris.rules.command.events import WeatherRolled
from marne.games.nach_paris.steps import NachParisQuestion, Steps, value

__all__ = ["RollForRain"]


@value
class RollForRain(NachParisQuestion[int]):
    """[15.1.2] In the German Admin Phase, where the track shows rain: from 8 on it rains for the whole Game Turn."""

    rule: ClassVar[str] = "15.1.2"
    of_the_turn: ClassVar[bool] = True

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        """A die, on the turns of the track."""
        return chance(D20) if board.turn in TRACK.rain else None

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        """All that follows reads `board.rain`."""
        board.rain = die >= V.march.rain_from
        board.tell(WeatherRolled(self.rule, die, board.rain))
        return ()

    def unasked(self, board: NachParisBoard) -> Steps:
        """No symbol on the track."""
        return ()
