"""[17.1] Repair of structures: engineers take off turn after turn; nothing mends itself."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import FOR_GOOD, NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ENGINEERS, IDS, NATION, OF_NATION, SIDE, Nation, Unit
from marne.games.nach_paris.rules.engineers.events import StructureMended
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, name_of
from marne.games.nach_paris.rules.units.zones import zones_of_guns
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, label, value

__all__ = ["RepairStructures", "repairs", "shelled_at_work", "why_no_repair"]

Repair = tuple[str, int, int]


def shelled_at_work(board: NachParisBoard, unit: Unit) -> bool:
    """[17.1.4] Under the guns of the enemy: a ZOC with two points of ARF, whoever else is in the hex.

    Once shells are short the guns let engineers work (departs: 17.1.4).
    """
    if board.turn >= V.turns.shortage:
        return False
    return bool(zones_of_guns(board, 1 - SIDE[unit], V.zoc.stops_repair) >> board.where[unit] & 1)


def why_no_repair(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a unit repairs nothing now [17.1.2]-[17.1.4], [13.3.1], [13.3.2]; None if it could."""
    bit = 1 << unit
    if not ENGINEERS & bit:  # 17.1.2
        return Reason("17.1.2", "why.repair.kind")
    # 17.1.2
    if board.where[unit] < 0 or not any(number in board.broken for number in AT_HEX.get(board.where[unit], ())):
        return Reason("17.1.2", "why.repair.nothing")
    if board.repairers & bit:  # 17.1.2
        return Reason("17.1.2", "why.repair.done")
    if (board.limited | board.cut_off) & bit:  # 13.3.1, 13.3.2
        return Reason("13.3.2" if board.cut_off & bit else "13.3.1", "why.repair.cut_off")
    if shelled_at_work(board, unit):  # 17.1.4
        return Reason("17.1.4", "why.repair.shelled")
    return None


def _why_not_this(board: NachParisBoard, unit: Unit, structure: int) -> Reason | None:
    named = (("structure", name_of(structure)),)
    if structure not in AT_HEX.get(board.where[unit], ()) or structure not in board.broken:  # 17.1.1
        return Reason("17.1.1", "why.repair.not_there", named)
    if board.broken[structure] == FOR_GOOD:  # 16.1.5
        return Reason("16.1.5", "why.repair.gone", named)
    if board.repaired >> structure & 1:  # 17.1.3
        return Reason("17.1.3", "why.repair.twice", named)
    return None


def repairs(board: NachParisBoard, nation: Nation) -> list[Repair]:
    """[17.1.2], [17.1.3] Engineers that can work, each with what it can work on: one structure a unit, one unit a
    structure."""
    if not board.broken:
        return []
    found: list[Repair] = []
    for unit in board.on_map(OF_NATION[nation] & ENGINEERS):
        if why_no_repair(board, unit) is None:
            here = AT_HEX[board.where[unit]]
            found += [("repair", unit, number) for number in here if _why_not_this(board, unit, number) is None]
    return found


@value
class RepairStructures(NachParisQuestion["Repair | str"]):
    """[17.1.1], [17.1.2] A nation's engineers go on with their repairs, one after another."""

    rule: ClassVar[str] = "17.1.2"
    shape: ClassVar[Shape] = {"repair": "unit structure", "end": ""}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Repair | str] | None:
        found = repairs(board, self.nation)
        return Ask(board.side, (*found, "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Repair | str) -> Steps:
        """A turn less; at none the structure serves again."""
        if isinstance(answer, str):
            return ()
        _, unit, number = answer
        board.repairers |= 1 << unit
        board.repaired |= 1 << number
        board.broken[number] -= 1
        left = board.broken[number]
        if not left:
            del board.broken[number]
        hex = label(board.where[unit])
        board.tell(StructureMended(self.rule, IDS[unit], name_of(number), hex, left, not left))
        return (self,)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        unit = answer[1]
        if NATION[unit] != self.nation:
            return Reason("3.2.1", "why.other_nation")
        found = why_no_repair(board, unit)
        if found is None and len(answer) > 2 and isinstance(answer[2], int):
            found = _why_not_this(board, unit, answer[2])
        return found
