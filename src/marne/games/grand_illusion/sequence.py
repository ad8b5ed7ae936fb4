"""4.0: the sequence of play. Read it beside the rulebook."""

from __future__ import annotations

from marne.engine import value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import CALENDAR, LIMITS
from marne.games.grand_illusion.components.units import ALLIED, GERMAN, Side
from marne.games.grand_illusion.events import TurnBegan
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.actions.actions import ActionPhase
from marne.games.grand_illusion.rules.command.caps import CapsPhase, InitiativePhase
from marne.games.grand_illusion.rules.movement.strategic import StrategicSegment
from marne.games.grand_illusion.rules.reinforcements.east_front import EastFront
from marne.games.grand_illusion.rules.reinforcements.reinforcements import ArrivalSegment
from marne.games.grand_illusion.rules.reinforcements.replacements import ReplacementSegment
from marne.games.grand_illusion.rules.scenarios.options import ChooseOptions, Reveal
from marne.games.grand_illusion.rules.scenarios.setup import BritishAtMaubeuge
from marne.games.grand_illusion.rules.supply.administration import AdministrativePhase, AloneOnTheCoast
from marne.games.grand_illusion.rules.supply.supply import antwerp_taken
from marne.games.grand_illusion.steps import Line, Steps

__all__ = ["AdvanceTurn", "Begin", "ReinforcementPhase", "StrategicPhase", "Turn", "arrivals"]


@value
class Begin(Line):
    """13.0, 14.0: set-up choices, then turn 1."""

    rule = "13.0"

    def do(self, board: GrandIllusionBoard) -> Steps:
        british = BritishAtMaubeuge(LIMITS.british_at_maubeuge)  # 13.1.1
        if board.rules.options:
            return british, ChooseOptions(ALLIED), ChooseOptions(GERMAN), Reveal(), Turn(1)  # 14.3.6
        return british, Turn(1)


@value
class Turn(Line):
    """4.0, 8.4.3, 14.1.1, 14.3.6: six phases."""

    rule = "4.0"
    number: int

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.turn = self.number
        board.fresh = 0
        if self.number == CALENDAR.emergency_from:
            board.emergency = True  # 8.4.3
        board.antwerp = antwerp_taken(board)  # 14.3.6
        mandated.begin_turn(board)  # 14.1.1
        board.tell(TurnBegan(self.rule, self.number))
        return (
            CapsPhase(),  # 5.0
            InitiativePhase(),  # 6.0
            ReinforcementPhase(),  # 7.0
            ActionPhase(),  # 8.0
            AloneOnTheCoast(),  # 12.1
            StrategicPhase(),  # 10.0
            AdministrativePhase(),  # 11.0
            AdvanceTurn(),  # 11.6
        )


@value
class ReinforcementPhase(Line):
    """7.0: the side without the initiative places first."""

    rule = "7.0"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return (*arrivals(1 - board.initiative), *arrivals(board.initiative))


def arrivals(side: Side) -> Steps:
    """4.0: reinforcements, then replacements; the Germans first answer for the East Front (7.3)."""
    east: Steps = (EastFront(),) if side == GERMAN else ()
    return (*east, ArrivalSegment(side), ReplacementSegment(side))


@value
class StrategicPhase(Line):
    """10.0: the side without the initiative moves first."""

    rule = "10.0"

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.moved = 0
        return StrategicSegment(1 - board.initiative), StrategicSegment(board.initiative)


@value
class AdvanceTurn(Line):
    """11.6: the next turn; after the last one somebody has won."""

    rule = "11.6"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return (Turn(board.turn + 1),)
