"""The cadet: a staff officer who sees less. He gives orders to every other unit only, doesn't care which way they face
and where they retreat, fires no barrages, and attacks nobody where it is not plain that it pays."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marne.engine import JSON, Answer, DeputyStaff, Position, Seat, Step
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import Nation, Side
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat
from marne.games.nach_paris.rules.combat.horse import WithdrawTo
from marne.games.nach_paris.rules.forts.assault import DeclareAssaults
from marne.games.nach_paris.rules.movement.arrivals import ArrivalFacing
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.retreat.retreat import Retreat
from marne.games.nach_paris.staff.marching.wheels import numbers
from marne.games.nach_paris.staff.orders import Orders
from marne.games.nach_paris.staff.staff import Deputy, Options
from marne.games.nach_paris.staff.strikes import best_attack
from marne.kit.levels import cadet_in

__all__ = ["Cadet", "CadetDeputy"]

SEEN = cadet_in(Path(__file__).parent / "levels.toml")
KNOWN: Final = int(SEEN["forgets"])
"""Of so many units he forgets one."""
PLAIN: Final = float(SEEN["plain"])
"""What an attack must be worth in steps before he sees it."""


class Cadet(DeputyStaff):
    """The cadet at the table."""

    def deputy(self, position: Position[NachParisBoard], seat: Seat, memo: JSON) -> CadetDeputy:
        """One that carries what is left of the plan."""
        return CadetDeputy(seat, memo)


class CadetDeputy(Deputy):
    """The cadet for the length of one thought."""

    def __init__(self, side: Side, memo: JSON = None) -> None:
        super().__init__(side, memo)

    def orders_of(self, board: NachParisBoard, nation: Nation) -> Orders:
        """[7.1.2] The orders of this phase, less those that he forgets."""
        before = self.orders
        orders = super().orders_of(board, nation)
        if orders is not before:
            for unit in list(orders.waiting)[KNOWN - 1 :: KNOWN]:
                del orders.waiting[unit]
        return orders

    def _judge(self, board: NachParisBoard, options: Options, step: Step[NachParisBoard]) -> Answer | None:
        """[8.1], [9.1.2], [11.5] No barrages and no storm; only plain attacks; any facing will do."""
        match step:
            case Face() | ArrivalFacing() | Retreat() | WithdrawTo():
                return self.taste.one_of(options)
            case PreparatoryBarrages() | DeclareAssaults() if "end" in options:
                return "end"
            case ChooseCombat() if "end" in options:
                look = self._look(board)
                if all(best_attack(look, step.nation, hex)[1] < PLAIN for hex in numbers(options, "attack")):
                    return "end"
        return super()._judge(board, options, step)
