"""[17.2] Sluices: Belgians and French put country under water, for good."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Answer, Ask, Only, chance
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import NATIONS, Nation
from marne.games.nach_paris.rules.engineers.events import SluiceOpened, SluiceStuck
from marne.games.nach_paris.rules.units.cab import passes
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import bits

__all__ = ["OpenSluices", "SluiceTest", "held", "openable", "why_not_open"]


def held(board: NachParisBoard, hex: Hex) -> str:
    """[17.2.1] The nation that controls a hex of a sluice: who is in it, or was last.

    departs: 17.2.1, before anybody was there it is its own country's.
    """
    holder = board.sluice_holder.get(hex)
    return MAP.country[hex] if holder is None else NATIONS[holder]


def why_not_open(board: NachParisBoard, nation: Nation, sluice: int) -> Reason | None:
    """Why a nation can't open a sluice now [17.2.1], [17.2.2]; None if it can."""
    found = MAP.sluices[sluice]
    named = (("sluice", found.name),)
    if found.nation != NATIONS[nation]:  # 17.2.1
        return Reason("17.2.1", "why.sluice.nation", named)
    if board.sluices >> sluice & 1:  # 17.2.2
        return Reason("17.2.2", "why.sluice.open", named)
    if board.turn < V.turns.sluices:  # 17.2.1
        return Reason("17.2.1", "why.sluice.early", (*named, ("turn", str(V.turns.sluices))))
    for hex in found.control:
        if held(board, hex) != found.nation:  # 17.2.1
            return Reason("17.2.1", "why.sluice.control", (*named, ("hex", label(hex))))
    return None


def openable(board: NachParisBoard, nation: Nation, tried: int = 0) -> list[int]:
    """[17.2.1] The sluices that a nation can try to open, but for those that it tried in this phase."""
    every = range(len(MAP.sluices))
    return [each for each in every if not tried >> each & 1 and why_not_open(board, nation, each) is None]


@value
class OpenSluices(NachParisQuestion[Word | str]):
    """[17.2.1] From turn 14 on a nation may flood its country, once an Admin Phase for each sluice."""

    rule: ClassVar[str] = "17.2.1"
    shape: ClassVar[Shape] = {"open": "hex", "end": ""}
    nation: Nation
    tried: int = 0

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """By the first hex that each needs."""
        found = openable(board, self.nation, self.tried)
        return Ask(board.side, (*(("open", MAP.sluices[each].control[0]) for each in found), "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return ()
        sluice = _of(answer[1])
        return SluiceTest(sluice), OpenSluices(self.nation, self.tried | 1 << sluice)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        sluice = _of(answer[1])
        return why_not_open(board, self.nation, sluice) if sluice >= 0 else Reason("17.2.1", "why.sluice.nowhere")


def _of(hex: Hex) -> int:
    return next((i for i, sluice in enumerate(MAP.sluices) if hex in sluice.control), -1)


@value
class SluiceTest(NachParisQuestion[int]):
    """[17.2.1] A test at twelve, whoever does it; then the flood [17.2.2], which nothing takes back."""

    rule: ClassVar[str] = "17.2.1"
    sluice: int

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        sluice = MAP.sluices[self.sluice]
        place = label(sluice.control[0])
        if passes(die, V.engineers.sluice):
            board.sluices |= bits((self.sluice,))
            board.tell(SluiceOpened("17.2.2", sluice.name, place, die))
        else:
            board.tell(SluiceStuck(self.rule, sluice.name, place, die))
        return ()
