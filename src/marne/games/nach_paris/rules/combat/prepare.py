"""[9.1.9] What the defender says before the die: the nation with its full factor."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from marne.engine import Ask, Only
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import NATION, NATIONS
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.resolve import Ready
from marne.games.nach_paris.rules.works.old_walls import OccupyOldWalls
from marne.games.nach_paris.steps import NachParisQuestion, Steps, value
from marne.hexes import Bits, members

__all__ = ["ChooseNation"]


@value
class ChooseNation(NachParisQuestion[str]):
    """[9.1.9] Which of several Allied nations fights with its full factor."""

    rule: ClassVar[str] = "9.1.9"
    battle: Battle

    def ask(self, board: NachParisBoard) -> Ask | Only[str] | None:
        found = tuple(NATIONS[nation] for nation in _nations(board, self.battle.defenders))
        return Ask(1 - board.side, found) if len(found) > 1 else None

    def answered(self, board: NachParisBoard, answer: str) -> Steps:
        return _fight(board, replace(self.battle, whole=NATIONS.index(answer)))

    def unasked(self, board: NachParisBoard) -> Steps:
        return _fight(board, self.battle)


def _nations(board: NachParisBoard, units: Bits) -> list[int]:
    """[9.1.9] The nations of those who bring a factor."""
    return sorted({NATION[unit] for unit in members(units) if board.cbf(unit)})


def _fight(board: NachParisBoard, battle: Battle) -> Steps:
    """[11.7.1] Who holds old walls, then the combat."""
    return (OccupyOldWalls(battle.hex, 1 - board.side), Ready(battle))
