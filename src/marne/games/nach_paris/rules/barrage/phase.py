"""[8.1] The Preparatory Artillery Barrage Step: a nation's barrages, one after another."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import Nation
from marne.games.nach_paris.rules.barrage.at_forts import OrderForts, marks_of
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, guns_at, may_strike
from marne.games.nach_paris.rules.barrage.firing import abu_reach, guns_on_units, open_forts, targets_of, total_arf
from marne.games.nach_paris.rules.forts.fort_fire import fort_guns
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active_at
from marne.games.nach_paris.rules.options.fog import fog_hexes
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["PreparatoryBarrages", "hexes_to_shell"]


def hexes_to_shell(board: NachParisBoard, nation: Nation) -> Bits:
    """[8.2.1] The hexes that a nation can fire an ABU at, with all that reach them taken together."""
    if _misty(board):
        return 0
    able = targets_of(board, board.side)
    guns: dict[Hex, Bits] = {}
    for unit in guns_on_units(board, nation):
        for hex in members(abu_reach(board, unit) & able):
            guns[hex] = guns.get(hex, 0) | 1 << unit
    return bits(hex for hex in members(able) if _strong(board, nation, hex, guns.get(hex, 0)))


def _misty(board: NachParisBoard) -> bool:
    """[1.1.7] On turns of mist, where a scenario has them, nobody fires at units."""
    return board.turn in board.play.said.special.mist


def _strong(board: NachParisBoard, nation: Nation, hex: Hex, guns: Bits) -> bool:
    """[8.3.1] Whether all that reach a hex are enough together."""
    forts = fort_guns(board, nation, hex)
    return bool(guns | forts) and may_strike(board, hex, total_arf(board, guns, forts), forts)


@value
class PreparatoryBarrages(NachParisQuestion[Word | str]):
    """[8.1.1] A nation fires at units or at forts."""

    rule: ClassVar[str] = "8.1.1"
    shape: ClassVar[Shape] = {"shell": "hex", "bombard": "hex"}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        units = members(hexes_to_shell(board, self.nation))
        forts = sorted({MAP.forts[fort].hex for fort in members(marks_of(board, self.nation))})
        if not units and not forts:
            return None
        return Ask(board.side, (*(("shell", hex) for hex in units), *(("bombard", hex) for hex in forts), "end"))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """[8.1.5], [8.2.4], [8.5.5] Each barrage to its end before the next; units of a stack fire where each likes."""
        if isinstance(answer, str):
            return ()
        word, hex = answer
        return (AimAtUnits(self.nation, hex) if word == "shell" else OrderForts(self.nation, hex), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        hex = answer[1]
        named = (("hex", label(hex)),)
        if answer[0] == "shell":
            if board.turn in board.play.said.special.mist:
                return Reason("1.1.7", "why.mist")
            if board.shelled >> hex & 1:
                return Reason("8.2.5", "why.shelled", named)
            if not targets_of(board, board.side) >> hex & 1:
                return Reason("8.2.5", "why.no_enemy", named)
            reached = guns_at(board, self.nation, hex) | fort_guns(board, self.nation, hex)
            if reached and fog_hexes(board, 1 - board.side) >> hex & 1:
                return Reason("19.3.2", "why.fog.too_weak", named)
            return Reason("8.3.1", "why.too_weak", named) if reached else Reason("8.2.1", "why.no_gun_in_front", named)
        enemy = FORTS_OF[1 - board.side] & active_at(board, hex)
        if not enemy:
            return Reason("8.5.1", "why.no_fort", named)
        if not enemy & open_forts(board, board.side):
            return Reason("8.5.6", "why.forts_struck", named)
        return Reason("8.5.1", "why.no_gun_on_fort", named)
