"""[21.1], [21.3] The offensive at all costs: who is taken by the doctrine, in secret."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Ask, Only, chance
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ALLIED_SIDE, COMMAND, DOCTRINE, FRENCH_ACTIVE, IDS, Unit
from marne.games.nach_paris.rules.options.events import DoctrineTested
from marne.games.nach_paris.rules.units.cab import passes
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Steps, label, value
from marne.hexes import Bits

__all__ = ["DoctrineTest", "Indoctrination", "candidates"]


def candidates(board: NachParisBoard) -> list[Unit]:
    """[21.1.1], [21.3.1] French active divisions within the Command Range of a doctrinaire HQ that never tested.

    Those that have lost a step are past it.
    """
    near: Bits = 0
    for staff in board.on_map(DOCTRINE):
        near |= MAP.grid.within_bits(board.where[staff], COMMAND[staff])
    divisions = board.on_map(FRENCH_ACTIVE & ~(board.tested | board.indoctrinated))
    return [unit for unit in divisions if near >> board.where[unit] & 1 and not board.lost[unit]]


@value
class Indoctrination(NachParisStep):
    """[21.1.1] The French player's Admin Phase of every turn: divisions under a doctrinaire HQ test."""

    rule: ClassVar[str] = "21.1.1"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        return tuple(map(DoctrineTest, candidates(board))) if board.doctrine else ()


@value
class DoctrineTest(NachParisQuestion[int]):
    """[21.1.1] A test at fifteen, whatever the division's CAB, that only the French see (departs: 21.1.1).

    Who passes never tests again; who fails is indoctrinated until it loses a step [21.3.1].
    """

    rule: ClassVar[str] = "21.1.1"
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20, seen_by=(ALLIED_SIDE,))

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        bit = 1 << self.unit
        good = passes(die, V.doctrine.cab)
        if good:
            board.tested |= bit
        else:
            board.indoctrinated |= bit
        hex = label(board.where[self.unit])
        board.tell(DoctrineTested(self.rule, IDS[self.unit], hex, die, good))
        return ()
