"""[7.1.3], [7.1.4] The facing of a unit, and the works that it leaves by turning."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import IDS, SIDE, Unit
from marne.games.nach_paris.rules.movement.events import Turned
from marne.games.nach_paris.rules.options.zeal import bound
from marne.games.nach_paris.rules.units.zones import facing_front, has_facing
from marne.games.nach_paris.steps import FACING_NAMES, NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value

__all__ = ["Face", "change_facing"]


def _at_the_enemy(board: NachParisBoard, unit: Unit) -> tuple[int, ...]:
    """[21.2.2] Indoctrinated units turn to where they can attack."""
    hex, enemies = board.where[unit], board.occupied[1 - SIDE[unit]]
    return tuple(facing for facing in range(len(FACING_NAMES)) if facing_front(board, unit, hex, facing) & enemies)


def _zealous_ways(board: NachParisBoard, unit: Unit) -> tuple[int, ...]:
    """[21.2.2] An indoctrinated unit that ends its move near the enemy looks at him, if it can."""
    return _at_the_enemy(board, unit) if board.phase == "movement" and bound(board, unit) else ()


@value
class Face(NachParisQuestion[Word]):
    """[6.1.1] Across which hexside a unit looks."""

    rule: ClassVar[str] = "7.1.3"
    shape: ClassVar[Shape] = {"face": "facing"}
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """Six hexsides, clockwise; nobody is asked about units without a facing."""
        if board.where[self.unit] < 0 or not has_facing(board, self.unit):
            return None
        ways = _zealous_ways(board, self.unit) or tuple(range(len(FACING_NAMES)))
        return Ask(SIDE[self.unit], tuple(("face", facing) for facing in ways))

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Only zeal forbids a facing."""
        return Reason("21.2.2", "why.zeal.face") if bound(board, self.unit) else None

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        """[10.3.1] Who turns leaves its fieldworks."""
        change_facing(board, self.unit, answer[1])
        return ()


def change_facing(board: NachParisBoard, unit: Unit, facing: int) -> None:
    """[6.2.1], [10.3.1] Turn a unit; fieldworks are lost so, entrenchments only by leaving the hex [11.1.8]."""
    if board.faces[unit] != facing:
        board.fieldworks &= ~(1 << unit)
    board.faces[unit] = facing
    board.tell(Turned("7.1.3", IDS[unit], label(board.where[unit]), FACING_NAMES[facing]))
