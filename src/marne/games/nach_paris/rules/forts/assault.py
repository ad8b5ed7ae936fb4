"""[11.5] Assaults on fortifications: declared with the barrages, carried out before the first combat (`storm.py`)."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Assault, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ARTILLERY,
    FIGHTING,
    IDS,
    OF_NATION,
    PIONEERS,
    STACKING,
    Nation,
    Unit,
    Units,
    written,
)
from marne.games.nach_paris.rules.barrage.at_forts import guns_on, strike_once, why_not_gun
from marne.games.nach_paris.rules.forts.assault_guns import enough, somebody_enough, stormers, striking, why_no_stormer
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active, fort_name
from marne.games.nach_paris.rules.forts.storm import StormFort
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.works.events import AssaultDeclared
from marne.games.nach_paris.steps import (
    NachParisQuestion,
    NachParisStep,
    Reason,
    Shape,
    Steps,
    Why,
    Word,
    label,
    value,
)
from marne.hexes import Bits, members

__all__ = ["AssaultGuns", "ChooseStormer", "DeclareAssaults", "ResolveAssaults", "why_no_assault"]


def why_no_assault(board: NachParisBoard, nation: Nation, fort: int) -> Reason | None:
    """Why a nation can't declare an assault on a fort [11.5.1], [8.5.6], [11.6.9]; None if it can."""
    bit, hex = 1 << fort, MAP.forts[fort].hex
    if not bit & FORTS_OF[1 - board.side] & active(board) or not board.play.area >> hex & 1:  # 11.5.1
        return Reason("11.5.1", "why.assault_no_fort")
    if board.of(hex, 1 - board.side) & STACKING:  # 11.5.1
        return Reason("11.5.1", "why.assault_defended", (("hex", label(hex)),))
    if bit & board.forts_struck & ~board.forts_second:  # 8.5.6
        return Reason("8.5.6", "why.assault_struck")
    if not _able(board, nation, fort):  # 11.5.5
        return Reason("11.5.5", "why.assault_too_weak")
    return None


def _able(board: NachParisBoard, nation: Nation, fort: int) -> bool:
    """Somebody can storm, with guns that are strong enough together or pioneers that need none."""
    return somebody_enough(board, fort, guns_on(board, nation, fort), stormers(board, nation, fort))


def _open(board: NachParisBoard, nation: Nation) -> list[int]:
    """The forts that a nation can declare an assault on."""
    mine = board.on_map(OF_NATION[nation] & (ARTILLERY | PIONEERS) & ~board.barraged)
    guns = [unit for unit in mine if board.aff(unit)]
    reached = 0
    for gun in guns:
        reached |= MAP.grid.within_bits(board.where[gun], striking(board, gun) if PIONEERS >> gun & 1 else 2)
    near = members(FORTS_OF[1 - board.side] & active(board)) if reached else ()
    return [fort for fort in near if reached >> MAP.forts[fort].hex & 1 and why_no_assault(board, nation, fort) is None]


@value
class DeclareAssaults(NachParisQuestion[Word | str]):
    """[11.5.1] The second step of the Barrage Phase: a fort to be stormed, one after another."""

    rule: ClassVar[str] = "11.5.1"
    nation: Nation
    shape: ClassVar[Shape] = {"assault": "fort"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = _open(board, self.nation)
        return Ask(board.side, (*(("assault", fort) for fort in found), "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        return () if isinstance(answer, str) else (ChooseStormer(self.nation, answer[1]), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        return why_no_assault(board, self.nation, _thing(answer)) if isinstance(answer, tuple) else None


@value
class ChooseStormer(NachParisQuestion[Word]):
    """[11.5.1] The one unit that storms: it need not stand before the fort yet, but when movement is over [11.5.2]."""

    rule: ClassVar[str] = "11.5.1"
    nation: Nation
    fort: int
    shape: ClassVar[Shape] = {"storm": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        guns = guns_on(board, self.nation, self.fort)
        found = [u for u in stormers(board, self.nation, self.fort) if enough(board, self.fort, guns, u)]
        return Ask(board.side, tuple(("storm", unit) for unit in found))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        return (AssaultGuns(self.nation, self.fort, answer[1]),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple):
            return None
        found = why_no_stormer(board, self.nation, _thing(answer), self.fort)
        return found or Reason("11.5.5", "why.assault_too_weak")


@value
class AssaultGuns(NachParisQuestion[Word | str]):
    """[11.5.1] The guns that fire before the storm, one by one; "ready" once they are enough."""

    rule: ClassVar[str] = "11.5.1"
    nation: Nation
    fort: int
    unit: Unit
    guns: Units = 0
    shape: ClassVar[Shape] = {"with": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        more = members(guns_on(board, self.nation, self.fort) & ~self.guns)
        if not more:
            return Only("ready")
        ready = ("ready",) if enough(board, self.fort, self.guns, self.unit) else ()
        if len(more) == 1 and not ready:
            return Only(("with", more[0]))
        return Ask(board.side, (*(("with", gun) for gun in more), *ready))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if not isinstance(answer, str):
            return (AssaultGuns(self.nation, self.fort, self.unit, self.guns | 1 << answer[1]),)
        board.assaults.append(Assault(self.fort, self.guns, self.unit, self.nation))
        strike_once(board, self.fort)
        _keep_busy(board, self.guns)
        reveal(board, self.guns | 1 << self.unit, "19.4.1")
        hex, guns = MAP.forts[self.fort].hex, _named(self.guns)
        board.tell(AssaultDeclared(self.rule, fort_name(self.fort), label(hex), IDS[self.unit], guns))
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple):
            return Reason("11.5.5", "why.assault_too_weak")
        return why_not_gun(board, self.nation, self.fort, _thing(answer))


def _keep_busy(board: NachParisBoard, guns: Bits) -> None:
    """[11.5.7] The guns of an assault do nothing else in the turn."""
    board.barraged |= guns


def _named(guns: Bits) -> str:
    return written(guns) or "-"


def _thing(answer: tuple[object, ...]) -> int:
    found = answer[1]
    return found if isinstance(found, int) else -1


@value
class ResolveAssaults(NachParisStep):
    """[11.5.1], [11.5.10] Before the first combat the assaults that were declared, in that order (departs: 11.5.1).

    Whoever was told off for one, guns and stormers, does nothing else in the Combat Phase.
    """

    rule: ClassVar[str] = "11.5.1"
    nation: Nation

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        found = []
        for assault in board.assaults:
            if assault.nation == self.nation:
                told_off = assault.guns | (1 << assault.unit & FIGHTING)
                board.barred |= told_off
                board.acted |= told_off
                found.append(StormFort(assault.fort, assault.guns, assault.unit))
        return tuple(found)
