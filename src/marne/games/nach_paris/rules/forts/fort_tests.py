"""[5.1], [11.3.10], [11.4.10] A fortification tests its CAB and loses a step: for barrages and assaults alike."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.forts.camps import camp_modifiers
from marne.games.nach_paris.rules.forts.forts import fort_name, lost_sides
from marne.games.nach_paris.rules.works.events import FesteReduced, WorksTested
from marne.games.nach_paris.steps import NachParisQuestion, Steps, label, value

__all__ = ["FortTest", "fort_needs", "strike_fort"]


def fort_needs(board: NachParisBoard, fort: int, modifiers: tuple[Modifier, ...], lost: int = -1) -> int:
    """[11.3.3], [11.4.3] The highest die with which a fortification passes [5.1.2]; 0 or less: it fails unrolled."""
    cab = forts.CAB[fort][lost_sides(board, fort) if lost < 0 else lost]
    return cab + total((*modifiers, *camp_modifiers(board, fort)))  # 5.1.2, 11.6.14


@value
class FortTest(NachParisQuestion[int]):
    """[5.1.1] A fort or Feste tests; if it fails it loses a step, then `failed` follows.

    `modifiers` are those of the occasion: the destroyed share of its camp is added here [11.6.14]. `lost` is how many
    steps count as lost, -1 for all that are: a Feste that just lost one tests as before it [5.1.3].
    """

    rule: ClassVar[str] = "5.1.1"
    fort: int
    modifiers: tuple[Modifier, ...] = ()
    lost: int = -1
    passed: Steps = ()
    failed: Steps = ()

    def needed(self, board: NachParisBoard) -> int:
        """[5.1.2]"""
        return fort_needs(board, self.fort, self.modifiers, self.lost)

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20) if self.needed(board) > 0 else Only(0)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        needed = self.needed(board)
        good = needed > 0 and die <= needed
        cab = forts.CAB[self.fort][lost_sides(board, self.fort) if self.lost < 0 else self.lost]
        every = (*self.modifiers, *camp_modifiers(board, self.fort))
        hex = label(MAP.forts[self.fort].hex)
        board.tell(WorksTested(self.rule, fort_name(self.fort), hex, cab, every, needed, die, good))
        if good:
            return self.passed
        strike_fort(board, self.fort)
        return self.failed


def strike_fort(board: NachParisBoard, fort: int) -> None:
    """[11.3.10], [11.4.10] A fortification loses a step: a fort is destroyed, a Feste reduced first."""
    if board.forts_gone >> fort & 1:
        return
    hex = label(MAP.forts[fort].hex)
    if forts.SIDES_OF[fort] > 1 + lost_sides(board, fort):
        board.festen_hit |= 1 << fort
        board.tell(FesteReduced("11.4.10", fort_name(fort), hex))
        return
    board.forts_gone |= 1 << fort
    feste = forts.FESTEN >> fort & 1
    board.tell(FortDestroyed("11.4.10" if feste else "11.3.10", fort_name(fort), hex))
