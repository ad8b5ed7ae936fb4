"""[9.1.9], [11.7.1] What the defender says before the die: the nation with its full factor, the old walls."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.defence import WITHOUT_WORKS
from marne.games.nach_paris.rules.combat.resolve import ready
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Word, value
from marne.games.nach_paris.tables import V
from marne.games.nach_paris.units import NATION, NATIONS, Unit
from marne.hexes import Bits, members

__all__ = ["ChooseNation", "OccupyWalls"]


@value
class ChooseNation(NachParisQuestion[str]):
    """[9.1.9] Which of several Allied nations fights with its full factor."""

    rule: ClassVar[str] = "9.1.9"
    battle: Battle

    def ask(self, board: NachParisBoard) -> Ask | Only[str] | None:
        found = tuple(NATIONS[nation] for nation in _nations(board, self.battle.defenders))
        return Ask(1 - board.side, found) if len(found) > 1 else None

    def answered(self, board: NachParisBoard, answer: str) -> Steps:
        return (OccupyWalls(replace(self.battle, whole=NATIONS.index(answer))),)

    def unasked(self, board: NachParisBoard) -> Steps:
        return (OccupyWalls(self.battle),)


def _nations(board: NachParisBoard, units: Bits) -> list[int]:
    return sorted({NATION[unit] for unit in members(units) if board.cbf(unit)})


@value
class OccupyWalls(NachParisQuestion["Word | str"]):
    """[11.7.1] Foot and guns of up to four steps may say that they hold the old fortifications of their hex."""

    rule: ClassVar[str] = "11.7.1"
    battle: Battle
    shape: ClassVar[Shape] = {"hold": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = self._may(board)
        return Ask(1 - board.side, (*(("hold", unit) for unit in found), "done")) if found else None

    def _may(self, board: NachParisBoard) -> list[Unit]:
        if not MAP.old_fortification[self.battle.hex]:
            return []
        room = V.defence.old_walls_steps - board.total_steps(self.battle.walls)
        others = self.battle.defenders & ~WITHOUT_WORKS & ~self.battle.walls
        return [unit for unit in members(others) if board.cbf(unit) and board.steps(unit) <= room]

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        return (OccupyWalls(replace(self.battle, walls=self.battle.walls | 1 << answer[1])),)

    def unasked(self, board: NachParisBoard) -> Steps:
        return ready(board, self.battle)

    def reason(self, board: NachParisBoard, answer: Answer) -> Reason | None:
        return Reason(self.rule, "why.walls_full")
