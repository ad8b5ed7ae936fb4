"""[13.1.7] Headquarters that were destroyed come back in the next Game Turn."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import DESTROYED, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import HEADQUARTERS, IDS, NATION, OF_NATION, SIDE, Nation, Unit
from marne.games.nach_paris.rules.command.events import HeadquartersBack
from marne.games.nach_paris.rules.forts.camps import fallen
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.reach import open_to
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["PlaceHeadquarters", "ReturnHeadquarters", "places"]

_SEATS: Final[tuple[int, ...]] = tuple(
    next((i for i, camp in enumerate(MAP.camps) if camp.name == name), -1) for name in ("Anvers", "Paris", "Paris", "")
)
"""The camp of each nation's headquarters, in the order of `units.NATIONS`; -1: beside another (departs: 13.1.7)."""


def places(board: NachParisBoard, hq: Unit) -> Bits:
    """[13.1.7] Where a destroyed headquarters comes back: in its camp, or in a hex with another of its nation."""
    nation, side = NATION[hq], SIDE[hq]
    free = open_to(board.play, board.turn, nation) & ~board.occupied[1 - side] & ~closed_to(board, side)
    camp = _SEATS[nation]
    home = bits(MAP.camps[camp].hexes) & free if camp >= 0 and not fallen(board, camp) else 0
    return home or bits(board.where[other] for other in board.on_map(HEADQUARTERS & OF_NATION[nation]))


@value
class ReturnHeadquarters(NachParisStep):
    """[13.1.7] During arrivals: the headquarters of a nation that were destroyed in an earlier Game Turn."""

    rule: ClassVar[str] = "13.1.7"
    nation: Nation

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        lost = sorted(unit for unit, turn in board.headquarters_lost.items() if turn < board.turn)
        due = [unit for unit in lost if NATION[unit] == self.nation and board.where[unit] == DESTROYED]
        return tuple(PlaceHeadquarters(unit) for unit in due)


@value
class PlaceHeadquarters(NachParisQuestion[Word]):
    """[13.1.7] Into which hex a headquarters comes back; it waits while there is none."""

    rule: ClassVar[str] = "13.1.7"
    unit: Unit
    shape: ClassVar[Shape] = {"place": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """Its camp, or the hexes of other headquarters."""
        found = tuple(("place", hex) for hex in members(places(board, self.unit)))
        return Ask(SIDE[self.unit], found) if len(found) > 1 else Only(found[0]) if found else None

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        """It arrives like any other unit and cannot move in this turn [7.7.1]."""
        unit, hex = self.unit, answer[1]
        del board.headquarters_lost[unit]
        board.lost[unit] = 0
        board.put(unit, hex)
        board.arrived |= 1 << unit
        board.moved |= 1 << unit
        board.tell(HeadquartersBack(self.rule, IDS[unit], label(hex)))
        return ()

    def unasked(self, board: NachParisBoard) -> Steps:
        """No hex is open to it."""
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Not where headquarters come back."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return Reason("13.1.7", "why.hq_back", (("hex", label(answer[1])),))
        return None
