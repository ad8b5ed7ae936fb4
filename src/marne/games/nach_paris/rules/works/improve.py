"""[11.1.7] Germans make regular entrenchments of their fieldworks."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.tables import V, modifier
from marne.games.nach_paris.components.units import DE, HEAVY, OF_SIDE, STACKING, Nation
from marne.games.nach_paris.rules.units.cab import CabTest, own_modifiers
from marne.games.nach_paris.rules.works.events import Improved
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["ImproveFieldworks", "ImprovementTried", "why_not_improve"]


def _here(board: NachParisBoard, hex: Hex) -> Bits:
    """departs: 11.1.7, headquarters, engineers and siege guns in the hex don't matter."""
    return board.at[hex] & OF_SIDE[board.side] & STACKING


def why_not_improve(board: NachParisBoard, hex: Hex) -> Reason | None:
    """Why the fieldworks of a hex can't be improved now [11.1.7], [10.1.2]; None if they can."""
    here = _here(board, hex)
    if board.turn < V.turns.late_fieldworks:  # 11.1.7
        return Reason("11.1.7", "why.improve_early")
    if not here or here & ~board.fieldworks | here & board.entrenched:  # 11.1.7
        return Reason("11.1.7", "why.improve_all")
    if here & (board.forced | board.fought | board.acted) or here & HEAVY & board.barraged:  # 10.1.2
        return Reason("10.1.2", "why.improve_acted")
    return None


@value
class ImproveFieldworks(NachParisQuestion[Word | str]):
    """[11.1.7] In the Fieldworks Construction Step, from GT22 on: hexes whose units are all in fieldworks try."""

    rule: ClassVar[str] = "11.1.7"
    nation: Nation
    shape: ClassVar[Shape] = {"improve": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        if self.nation != DE:
            return None
        dug_in = bits(board.where[unit] for unit in board.on_map(board.fieldworks & OF_SIDE[board.side]))
        found = [hex for hex in members(dug_in) if why_not_improve(board, hex) is None]
        return Ask(board.side, (*(("improve", hex) for hex in found), "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """The unit with the lowest CAB tests for all."""
        if isinstance(answer, str):
            return ()
        hex = answer[1]
        here = _here(board, hex)
        board.acted |= here
        weakest = min(members(here), key=lambda unit: board.cab(unit) + total(own_modifiers(board, unit)))
        done, failed = ImprovementTried(hex, done=True), ImprovementTried(hex, done=False)
        return (CabTest(weakest, (modifier("fieldworks.upgrade"),), passed=(done,), failed=(failed,)), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_not_improve(board, answer[1])
        return None


@value
class ImprovementTried(NachParisStep):
    """[11.1.7] The marker is turned over, or not."""

    rule: ClassVar[str] = "11.1.7"
    hex: Hex
    done: bool

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        if self.done:
            here = _here(board, self.hex)
            board.entrenched |= here
            board.fieldworks &= ~here
        board.tell(Improved(self.rule, label(self.hex), self.done))
        return ()
