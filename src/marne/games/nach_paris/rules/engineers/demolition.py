"""[16] Engineers and pioneers destroy structures on their way; the garrisons of forts do so too (`garrisons.py`)."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import FOR_GOOD, Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V, modifier, repair_turns
from marne.games.nach_paris.components.units import (
    CAVALRY,
    ENGINEERS,
    FOOT,
    INFANTRY,
    NAMES,
    OF_SIDE,
    PIONEERS,
    SIDE,
    SIDES,
    Unit,
)
from marne.games.nach_paris.rules.engineers.events import StructureBlown, StructureBlownAgain, StructureGone
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, colour, name_of, protected, worse
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.units.zones import zones_of_units
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, label, value

__all__ = ["NOBODY", "SHAPE", "Blow", "carry_out", "cost", "offers", "reason", "watched", "why_not_blow"]

SHAPE: Shape = {"blow": "structure"}
NOBODY: Final = -1


def cost(unit: Unit) -> int:
    """[16.1.3] What a destruction costs engineers, and what pioneers."""
    return V.engineers.engineers if ENGINEERS >> unit & 1 else V.engineers.pioneers


def watched(board: NachParisBoard, unit: Unit) -> bool:
    """[16.1.4] Alone under the eyes of enemy foot or horse; with friends of either beside it, it works on.

    Guns, forts and camps watch nobody.
    """
    hex, side = board.where[unit], SIDE[unit]
    if board.of(hex, side) & (INFANTRY | CAVALRY) & ~(1 << unit):
        return False
    return bool(zones_of_units(board, OF_SIDE[1 - side] & (FOOT | CAVALRY)) >> hex & 1)


def why_not_blow(board: NachParisBoard, going: Going) -> Reason | None:
    """Why a unit can destroy nothing where it is [16.1.2]-[16.1.4], [13.3.1], [13.3.2]; None if it can."""
    unit, bit = going.unit, 1 << going.unit
    if not (ENGINEERS | PIONEERS) & bit:  # 16.1.2
        return Reason("16.1.2", "why.blow.kind")
    if board.where[unit] < 0 or unit in board.trains:  # 16.1.2
        return Reason("16.1.2", "why.blow.aboard")
    if board.forced & bit:  # 16.1.2
        return Reason("16.1.2", "why.blow.forced")
    if (board.limited | board.cut_off) & bit:
        return Reason("13.3.2" if board.cut_off & bit else "13.3.1", "why.blow.cut_off")
    if going.left < cost(unit):  # 16.1.3
        return Reason("16.1.3", "why.blow.points", (("points", str(cost(unit))),))
    if watched(board, unit):  # 16.1.4
        return Reason("16.1.4", "why.blow.watched")
    return None


def _why_not_this(board: NachParisBoard, hex: Hex, structure: int) -> Reason | None:
    named = (("structure", name_of(structure)),)
    if structure not in AT_HEX.get(hex, ()):  # 16.1.2
        return Reason("16.1.2", "why.blow.elsewhere", named)
    if protected(board, structure):  # 16.1.10
        return Reason("16.1.10", "why.blow.protected", named)
    if board.broken.get(structure) == FOR_GOOD:  # 16.1.5
        return Reason("16.1.5", "why.blow.gone", named)
    return None


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[16.1.2] The structures of its hex, one after another as long as the points last."""
    hex = board.where[going.unit]
    if hex not in AT_HEX or why_not_blow(board, going):
        return ()
    return tuple(("blow", number) for number in AT_HEX[hex] if _why_not_this(board, hex, number) is None)


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[16.1.3] Pay, then the die."""
    assert isinstance(answer, tuple)
    assert isinstance(answer[1], int)
    unit = going.unit
    board.spent[unit] = board.spent.get(unit, 0) + cost(unit)
    board.wreckers |= 1 << unit
    return (Blow(answer[1], unit),)


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why a structure can't be blown: the unit, then the structure."""
    if not isinstance(answer, tuple) or not isinstance(answer[1], int):
        return why_not_blow(board, going)
    return why_not_blow(board, going) or _why_not_this(board, board.where[going.unit], answer[1])


@value
class Blow(NachParisQuestion[int]):
    """[16.1.5] A d20 by the colour of the structure says for how long it is out of use, or that it is for good.

    `sapper` is the unit that does it, `fort` the fort whose garrison does; -1 where it isn't one.
    """

    rule: ClassVar[str] = "16.1.5"
    structure: int
    sapper: Unit = NOBODY
    fort: int = NOBODY

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def _by(self, board: NachParisBoard) -> str:
        """Who does it; of a hidden unit only the side [19.1.3]."""
        if self.sapper < 0:
            return MAP.forts[self.fort].name
        return SIDES[SIDE[self.sapper]] if board.fogged >> self.sapper & 1 else NAMES[self.sapper]

    def modifiers(self) -> tuple[Modifier, ...]:
        """[16.1.6] Pioneers know less about it; garrisons have engineers of their own [16.1.7]."""
        return (modifier("destroy.pioneers"),) if self.sapper >= 0 and PIONEERS >> self.sapper & 1 else ()

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        """[16.1.8] The marker with the turns; the worst result of several attempts holds."""
        number, modifiers = self.structure, self.modifiers()
        turns = repair_turns(die + total(modifiers), colour(number))
        damage = FOR_GOOD if turns is None else turns
        by = self._by(board)
        place = label(board.where[self.sapper] if self.sapper >= 0 else MAP.structures[number].hex)
        if not worse(damage, board.broken.get(number)):
            board.tell(StructureBlownAgain(self.rule, by, name_of(number), place, die, modifiers))
            return ()
        board.broken[number] = damage
        if damage == FOR_GOOD:
            board.tell(StructureGone(self.rule, by, name_of(number), place, die, modifiers))
        else:
            board.tell(StructureBlown(self.rule, by, name_of(number), place, die, modifiers, damage))
        return ()
