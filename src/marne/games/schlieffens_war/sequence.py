"""The sequence of play: read it beside chapter 5 of the rulebook."""

from __future__ import annotations

from marne.engine import value
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components.units import COUNT, GERMAN, UNITS_OF
from marne.games.schlieffens_war.events import PhaseBegan, TurnBegan
from marne.games.schlieffens_war.rules.campaign.setup import SetUp
from marne.games.schlieffens_war.rules.campaign.victory import EndOfTurn
from marne.games.schlieffens_war.rules.combat.attack import ChooseProbe, ChooseTarget
from marne.games.schlieffens_war.rules.command.stacking import CheckStacking
from marne.games.schlieffens_war.rules.movement.movement import ChooseUnit, EndMovement
from marne.games.schlieffens_war.rules.movement.reach import movable
from marne.games.schlieffens_war.rules.reinforcement.regroup import RegainStrength, ReturnUnits, ShedFatigue
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import EastFront, Reinforcements
from marne.games.schlieffens_war.rules.supply.administration import CheckSupply
from marne.games.schlieffens_war.steps import Line, Steps

__all__ = ["Administration", "Campaign", "Combat", "Movement", "PlayerTurn", "RegroupAndReinforce", "Turn"]


@value
class Campaign(Line):
    """The whole game: set-up, then turn after turn."""

    rule = "3.0"

    def do(self, board: WarBoard) -> Steps:
        return SetUp(), Turn(1)  # 3.1, 5.1


@value
class Turn(Line):
    """5.1: the player turns, the German one first in the campaign, and the end of the turn."""

    rule = "5.1"
    number: int

    def do(self, board: WarBoard) -> Steps:
        if board.over or self.number > board.scenario.turns:
            return ()
        board.turn = self.number
        board.artillery += board.artillery_next  # 11.23: guns that come back
        board.artillery_next = 0
        board.tell(TurnBegan("5.1", self.number))
        first = board.scenario.first_player
        return PlayerTurn(first), PlayerTurn(1 - first), EndOfTurn(), Turn(self.number + 1)


@value
class PlayerTurn(Line):
    """5.1: the four phases of a player turn."""

    rule = "5.1"
    side: int

    def do(self, board: WarBoard) -> Steps:
        return (
            RegroupAndReinforce(self.side),  # 5.2
            Movement(self.side),  # 5.3
            Combat(self.side),  # 5.4
            Administration(self.side),  # 5.5
        )


def begin(board: WarBoard, side: int, phase: str) -> bool:
    """5.1: a phase begins, unless the game is over."""
    if board.over:
        return False
    board.side = side
    board.phase = phase
    board.tell(PhaseBegan(phase, side, phase))
    return True


@value
class RegroupAndReinforce(Line):
    """5.2: from turn 2. Regrouping in its order, then arrivals and the withdrawal to the East."""

    rule = "5.2"
    side: int

    def do(self, board: WarBoard) -> Steps:
        if board.turn < board.scenario.turns_of.first_regroup or not begin(board, self.side, "5.2"):
            return ()
        return (
            ShedFatigue(self.side),  # 9.5
            RegainStrength(self.side),  # 9.5
            ReturnUnits(self.side),  # 9.5
            EastFront(board.scenario.victory.withdrawn_corps) if self.side == GERMAN else Reinforcements(),  # 9.4, 9.1
            CheckStacking(),  # 6.1
        )


@value
class Movement(Line):
    """5.3: units move one after the other."""

    rule = "5.3"
    side: int

    def do(self, board: WarBoard) -> Steps:
        if not begin(board, self.side, "5.3"):
            return ()
        board.spent = [0] * COUNT
        board.acts = [0] * COUNT
        board.movers = tuple(unit for unit in UNITS_OF[self.side] if movable(board, unit))
        return (
            ChooseUnit(self.side),  # 10.1
            EndMovement(self.side),  # 10.2
            CheckStacking(),  # 6.1
        )


@value
class Combat(Line):
    """5.4: probing attacks, then attacks, one after the other."""

    rule = "5.4"
    side: int

    def do(self, board: WarBoard) -> Steps:
        if not begin(board, self.side, "5.4"):
            return ()
        board.acts = [0] * COUNT
        return (
            ChooseProbe(self.side),  # 11.1
            ChooseTarget(self.side),  # 11.6
            CheckStacking(),  # 6.1
        )


@value
class Administration(Line):
    """5.5: supply is checked."""

    rule = "5.5"
    side: int

    def do(self, board: WarBoard) -> Steps:
        return (CheckSupply(self.side),) if begin(board, self.side, "5.5") else ()
