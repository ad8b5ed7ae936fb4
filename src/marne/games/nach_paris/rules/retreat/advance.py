"""[9.6.5]-[9.6.7] The side that stays enters what the other left, and turns."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Hexes, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import FRENCH_RAP, IDS, SIDE, SIEGE, Side, Unit, Units, light_red
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.events import Advanced
from marne.games.nach_paris.rules.movement.walk import Face
from marne.games.nach_paris.rules.retreat.ways import can_cross, may_enter, settle
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import has_facing
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import bits, members

__all__ = ["Advance", "Pursue", "TurnUnits", "why_not_advance"]


@value
class Pursue(NachParisStep):
    """[9.6.5] After a combat: whose hex was emptied, and who may enter it.

    departs: 9.6.5, a defender who stays may enter the hexes that beaten attackers left.
    """

    rule: ClassVar[str] = "9.6.5"
    battle: Battle

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        battle, attacker = self.battle, board.side
        if board.beaten == attacker:
            side, hexes, units = 1 - attacker, battle.sources, battle.defenders
        else:
            side, hexes, units = attacker, (battle.hex,), battle.attackers
        empty = bits(hex for hex in hexes if not board.occupied[1 - side] >> hex & 1)
        units = bits(board.on_map(units))
        return (Advance(side, units, empty),) if empty and units else ()


def why_not_advance(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason | None:
    """Why a unit may not enter an emptied hex [9.6.5]-[9.6.7]."""
    here = board.where[unit]
    if (SIEGE | FRENCH_RAP) >> unit & 1 or board.forced >> unit & 1 or unit in board.trains:  # 9.6.6
        return Reason("9.6.6", "why.combat.stays")
    if light_red(unit, board.lost[unit]):  # 9.6.5
        return Reason("9.6.5", "why.combat.light_red")
    if not MAP.grid.adjacent(here, hex) or not may_enter(board, unit, hex):  # 9.6.5
        return Reason("9.6.5", "why.combat.closed_hex")
    if not can_cross(board, unit, here, hex):  # 9.6.7
        return Reason("9.6.7", "why.combat.cannot_cross")
    return None if fits(board, unit, hex, SIDE[unit]) else Reason("6.4.1", "why.combat.full_hex")


@value
class Advance(NachParisQuestion["tuple[str, int, int] | str"]):
    """[9.6.5] Units of the combat enter the emptied hexes, one by one."""

    rule: ClassVar[str] = "9.6.5"
    side: Side
    units: Units
    hexes: Hexes
    turned: Units = 0
    shape: ClassVar[Shape] = {"advance": "unit hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[tuple[str, int, int] | str] | None:
        hexes = members(self.hexes)
        found = tuple(
            ("advance", unit, hex)
            for unit in members(self.units & ~self.turned)
            for hex in hexes
            if why_not_advance(board, unit, hex) is None
        )
        return Ask(self.side, (*found, "done")) if found else None

    def unasked(self, board: NachParisBoard) -> Steps:
        rest = self.units & ~self.turned
        return (TurnUnits(self.side, rest),) if rest else ()

    def answered(self, board: NachParisBoard, answer: tuple[str, int, int] | str) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        _, unit, hex = answer
        settle(board, unit, hex)
        board.acted |= 1 << unit
        board.tell(Advanced(self.rule, IDS[unit], label(hex)))
        return (Face(unit), Advance(self.side, self.units, self.hexes, self.turned | 1 << unit))

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or len(answer) != 3:
            return None
        _, unit, hex = answer
        assert isinstance(unit, int)
        assert isinstance(hex, int)
        if not self.units >> unit & 1 or not self.hexes >> hex & 1:
            return Reason("9.6.5", "why.combat.not_in_combat")
        return why_not_advance(board, unit, hex)


@value
class TurnUnits(NachParisQuestion["Word | str"]):
    """[9.6.5] Whoever did not advance may turn too."""

    rule: ClassVar[str] = "9.6.5"
    side: Side
    units: Units
    shape: ClassVar[Shape] = {"wheel": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = tuple(("wheel", unit) for unit in board.on_map(self.units) if has_facing(board, unit))
        return Ask(self.side, (*found, "done")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return ()
        return (Face(answer[1]), TurnUnits(self.side, self.units & ~(1 << answer[1])))

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        return Reason("9.6.5", "why.combat.not_in_combat")
