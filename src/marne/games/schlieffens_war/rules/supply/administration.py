"""5.5, 8.8: the administrative phase: supply is checked, and units without it may waste away."""

from __future__ import annotations

from marne.engine import Ask, Unit, chance, value
from marne.games.schlieffens_war.board import FORTRESS_SUPPLY, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components.data import ATTRITION
from marne.games.schlieffens_war.components.units import DEPOT, KIND
from marne.games.schlieffens_war.events import AttritionRolled, SupplyChecked
from marne.games.schlieffens_war.rules.supply.supply import supply_states
from marne.games.schlieffens_war.steps import Asked, Line, Steps

__all__ = ["Attrition", "CheckSupply"]


@value
class CheckSupply(Line):
    """5.5, 8.1, 8.8: the state of every mobile unit of the side, until its next administrative phase."""

    rule = "5.5"
    side: int

    def do(self, board: WarBoard) -> Steps:
        states = supply_states(board, self.side)
        for unit, state in states:
            board.supply[unit] = state
        out = [unit for unit, state in states if state == OUT_OF_SUPPLY]
        fortress = sum(1 for _, state in states if state == FORTRESS_SUPPLY)
        board.tell(SupplyChecked("5.5", self.side, len(out), fortress))
        return tuple(Attrition(unit) for unit in out if KIND[unit] != DEPOT)


@value
class Attrition(Asked[int]):
    """8.8: a die for each corps and HQ that is out of supply."""

    rule = "8.8"
    of_the_turn = True
    unit: Unit

    def ask(self, board: WarBoard) -> Ask | None:
        return chance()

    def answered(self, board: WarBoard, answer: int) -> Steps:
        lost = ATTRITION[answer]
        board.tell(AttritionRolled("8.8", self.unit, answer, lost))
        if lost:
            board.lose_step(self.unit, "8.8")
        return ()
