"""The cadet: a staff officer who sees less. He forgets one in three of his marches, sends nobody to probe, and attacks
only where it is plain that it pays."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marne.engine import JSON, Answer, DeputyStaff, Position, Seat, Step
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components.units import ENTENTE
from marne.games.schlieffens_war.rules.combat.attack import ChooseProbe, ChooseTarget
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination, ChooseUnit
from marne.games.schlieffens_war.staff.judgement import attacks, plan_xvii_due
from marne.games.schlieffens_war.staff.plans import plan_moves
from marne.games.schlieffens_war.staff.staff import DONE, Deputy, Options
from marne.kit.levels import cadet_in

__all__ = ["Cadet", "CadetDeputy"]

SEEN = cadet_in(Path(__file__).parent / "levels.toml")
KNOWN: Final = int(SEEN["forgets"])
"""Of so many marches he forgets one."""
PLAIN: Final = float(SEEN["plain"])
"""What an attack must be worth in steps before he sees it."""


class Cadet(DeputyStaff):
    """The cadet at the table."""

    def deputy(self, position: Position[WarBoard], seat: Seat, memo: JSON) -> CadetDeputy:
        """One that carries what is left of the plan."""
        return CadetDeputy(seat, position.board.turn, memo)


class CadetDeputy(Deputy):
    """The cadet for the length of one thought."""

    def _decide(self, board: WarBoard, step: Step[WarBoard], options: Options) -> Answer:
        """10.1, 11.1, 11.2: a thinner plan, no probes, only plain attacks."""
        match step:
            case ChooseUnit() | ChooseDestination() if self.moves is None:
                planned = plan_moves(board, self.side)
                self.moves = [move for number, move in enumerate(planned) if (number + 1) % KNOWN]
            case ChooseProbe():
                return DONE
            case ChooseTarget() if DONE in options and not (self.side == ENTENTE and plan_xvii_due(board)):
                if all(attack.worth < PLAIN for attack in attacks(board, self.side)):
                    return DONE
        return super()._decide(board, step, options)
