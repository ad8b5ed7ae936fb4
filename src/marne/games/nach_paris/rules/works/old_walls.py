"""[11.7] Old fortifications: whoever defends there may say that it holds them."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ARTILLERY, FOOT, IDS, Side, Unit
from marne.games.nach_paris.rules.works.events import WallsHeld
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import members

__all__ = ["OccupyOldWalls", "in_old_walls"]


def in_old_walls(board: NachParisBoard, unit: Unit) -> bool:
    """[11.7.1] Whether a unit said that it holds the old fortifications of its hex."""
    hex = board.where[unit]
    return bool(board.in_walls >> unit & 1) and hex >= 0 and MAP.old_fortification[hex]


@value
class OccupyOldWalls(NachParisQuestion[Word | str]):
    """[11.7.1] The defender of an attacked hex says which units hold its old fortifications: foot and guns, four steps.

    A combat puts this before its factors are added. Silent where there are no walls.
    """

    rule: ClassVar[str] = "11.7.1"
    hex: Hex
    side: Side
    asked: bool = False
    shape: ClassVar[Shape] = {"hold": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = self.fitting(board)
        return Ask(self.side, (*(("hold", unit) for unit in found), "done")) if found else None

    def fitting(self, board: NachParisBoard) -> list[Unit]:
        """Who may still go in."""
        if not MAP.old_fortification[self.hex]:
            return []
        able = members(board.of(self.hex, self.side) & (FOOT | ARTILLERY))
        inside = [unit for unit in able if self.asked and in_old_walls(board, unit)]
        room = V.defence.old_walls_steps - sum(map(board.steps, inside))
        return [unit for unit in able if unit not in inside and board.steps(unit) <= room]

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if not self.asked:
            board.in_walls &= ~board.of(self.hex, self.side)  # what was said in an earlier combat is over
        if isinstance(answer, str):
            return ()
        board.in_walls |= 1 << answer[1]
        board.tell(WallsHeld(self.rule, IDS[answer[1]], label(self.hex)))
        return (OccupyOldWalls(self.hex, self.side, asked=True),)

    def unasked(self, board: NachParisBoard) -> Steps:
        if not self.asked:
            board.in_walls &= ~board.of(self.hex, self.side)
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or board.where[int(str(answer[1]))] != self.hex:
            return None
        unit = int(str(answer[1]))
        if not (FOOT | ARTILLERY) >> unit & 1:
            return Reason("11.7.1", "why.walls_who")
        return Reason("11.7.1", "why.walls_full", (("steps", str(V.defence.old_walls_steps)),))
