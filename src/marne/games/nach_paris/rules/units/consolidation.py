"""[6.5] Consolidation: in step C of the Combat Phase a unit fills up from another of its hex."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import ASIDE, DESTROYED, REMOVED, NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ARF,
    CAVALRY,
    CBF,
    CORPS,
    CORPS_UNITS,
    FOOT,
    IDS,
    NATION,
    OF_NATION,
    RANK,
    SIDE,
    STEPS,
    Nation,
    Unit,
    Units,
)
from marne.games.nach_paris.rules.units.events import Consolidated
from marne.games.nach_paris.rules.units.losses import end_doctrine, take_off
from marne.games.nach_paris.rules.units.zones import in_zone
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, members

__all__ = ["Consolidation", "FillFrom", "GainSteps", "givers", "orphaned", "price", "why_no_giving", "why_no_part"]

_KINDS: Final = (FOOT, CAVALRY)
"""[2.2.1], [6.5.1] Unit types that consolidate: pioneers count as infantry."""


# -- [6.5.2] who


def orphaned(board: NachParisBoard, unit: Unit) -> bool:
    """[2.5.7] Whether every other unit of a unit's corps is destroyed (departs: 2.5.7)."""
    places = [board.where[other] for other in members(CORPS_UNITS[CORPS[unit]] & ~(1 << unit))]
    played = [place for place in places if place != ASIDE]
    return bool(played) and all(place in (DESTROYED, REMOVED) for place in played)


def why_no_part(board: NachParisBoard, unit: Unit, again: Bits = 0) -> Reason | None:
    """Why a unit takes part in no consolidation [6.5.2], [3.2.5]; `again`: who gave in this phase may give more."""
    named, bit = (("unit", IDS[unit]),), 1 << unit
    if board.where[unit] < 0 or not any(kind & bit for kind in _KINDS):  # 6.5.1
        return Reason("6.5.1", "why.fill.kind", named)
    if board.barraged & bit:  # 8.1.3
        return Reason("8.1.3", "why.fill.fired", named)
    if (board.fought | board.barred | board.acted & ~again) & bit:  # 6.5.2
        return Reason("6.5.2", "why.fill.acted", named)
    if CORPS[unit] >= 0 and not orphaned(board, unit):  # 6.5.2
        return Reason("6.5.2", "why.fill.corps", named)
    if in_zone(board, board.where[unit], 1 - SIDE[unit]):  # 6.5.2
        return Reason("6.5.2", "why.fill.zone", named)
    if unit in board.trains:  # 12.2.3
        return Reason("12.2.3", "why.fill.train", named)
    return None


# -- [6.5.3], [6.5.4] how much


def _covers(board: NachParisBoard, unit: Unit, gained: int, giver: Unit, given: int) -> bool:
    """[6.5.3], [6.5.4] Whether what some steps of the giver bring is enough for the gain in CBF and in ARF.

    departs: 6.5.3, a giver that goes on existing brings what its factors lose.
    """
    spare = V.consolidation.slack if RANK[unit] == RANK[giver] else 0
    lost, left = board.lost[unit], board.lost[giver] + given
    for factors in (CBF, ARF):
        gain = factors[unit][lost - gained] - factors[unit][lost]
        kept = factors[giver][left] if left < STEPS[giver] else 0
        if gain > factors[giver][board.lost[giver]] - kept + spare:
            return False
    return True


def price(board: NachParisBoard, unit: Unit, gained: int, giver: Unit) -> int:
    """[6.5.1] The fewest steps, at least as many, that a giver must lose for so many gained; 0 if it has too little."""
    most = board.steps(giver)
    return next((given for given in range(gained, most + 1) if _covers(board, unit, gained, giver, given)), 0)


def _gains(board: NachParisBoard, unit: Unit, giver: Unit) -> list[int]:
    return [gained for gained in range(1, board.lost[unit] + 1) if price(board, unit, gained, giver)]


def why_no_giving(board: NachParisBoard, unit: Unit, giver: Unit, again: Bits = 0) -> Reason | None:
    """Why a unit can't fill up from another [6.5]; None if it can."""
    if giver == unit or board.where[giver] != board.where[unit]:  # 6.5.2
        return Reason("6.5.2", "why.fill.hex")
    if NATION[giver] != NATION[unit] or not any(kind >> unit & kind >> giver & 1 for kind in _KINDS):  # 6.5.1
        return Reason("6.5.1", "why.fill.other_kind")
    if found := why_no_part(board, giver, again):
        return found
    if abs(RANK[unit] - RANK[giver]) > V.consolidation.ranks:  # 6.5.4
        return Reason("6.5.4", "why.fill.rank")
    if _gains(board, unit, giver):
        return None
    return Reason("6.5.3" if RANK[unit] == RANK[giver] else "6.5.4", "why.fill.too_little")


def givers(board: NachParisBoard, unit: Unit, again: Bits = 0) -> list[Unit]:
    """[6.5.1] From whom a unit can fill up."""
    here = members(board.at[board.where[unit]] & OF_NATION[NATION[unit]])
    return [giver for giver in here if why_no_giving(board, unit, giver, again) is None]


# -- the questions


@value
class Consolidation(NachParisQuestion[Word | str]):
    """[6.5.1] Step C: which unit of a nation fills up next. `gave`: those that gave steps in this phase."""

    rule: ClassVar[str] = "6.5.1"
    shape: ClassVar[Shape] = {"fill": "unit"}
    nation: Nation
    gave: Units = 0

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """Those with losses that stand with somebody who can help."""
        hurt = [unit for unit in board.on_map(OF_NATION[self.nation] & (FOOT | CAVALRY)) if board.lost[unit]]
        able = [unit for unit in hurt if why_no_part(board, unit) is None and givers(board, unit, self.gave)]
        return Ask(board.side, (*(("fill", unit) for unit in able), "end")) if able else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        return () if isinstance(answer, str) else (FillFrom(self.nation, self.gave, answer[1]),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit can't fill up."""
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        unit = answer[1]
        if not OF_NATION[self.nation] >> unit & 1:
            return Reason("3.2.1", "why.other_nation")
        if found := why_no_part(board, unit):
            return found
        if not board.lost[unit]:
            return Reason("6.5.1", "why.fill.whole", (("unit", IDS[unit]),))
        others = members(board.at[board.where[unit]] & OF_NATION[self.nation] & (FOOT | CAVALRY) & ~(1 << unit))
        reasons = [why_no_giving(board, unit, giver, self.gave) for giver in others]
        return reasons[0] if reasons else Reason("6.5.2", "why.fill.hex")


@value
class FillFrom(NachParisQuestion[Word | str]):
    """[6.5.1] From which unit of its hex one fills up."""

    rule: ClassVar[str] = "6.5.1"
    shape: ClassVar[Shape] = {"from": "unit"}
    nation: Nation
    gave: Units
    unit: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """Whoever can spare enough, or nobody after all."""
        found = givers(board, self.unit, self.gave)
        return Ask(board.side, (*(("from", giver) for giver in found), "nobody"))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return (Consolidation(self.nation, self.gave),)
        giver = answer[1]
        return GainSteps(self.unit, giver), Consolidation(self.nation, self.gave | 1 << giver)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why that unit can't help."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_no_giving(board, self.unit, answer[1], self.gave)
        return None


@value
class GainSteps(NachParisQuestion[Word]):
    """[6.5.1], [14.1.5] How many steps it gains; the other loses what that takes, be it the last (departs: 6.5.1).

    Both have acted. Who gives its last step is removed, not destroyed.
    """

    rule: ClassVar[str] = "6.5.1"
    shape: ClassVar[Shape] = {"gain": "number"}
    unit: Unit
    giver: Unit

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """As many as are covered."""
        found = [("gain", gained) for gained in _gains(board, self.unit, self.giver)]
        return Only(found[0]) if len(found) == 1 else Ask(board.side, tuple(found))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        unit, giver, gained = self.unit, self.giver, answer[1]
        hex, given = board.where[unit], price(board, unit, gained, giver)
        board.lost[unit] -= gained
        board.lost[giver] += given
        end_doctrine(board, giver)
        board.step_losses[NATION[unit]] += given - gained
        board.acted |= 1 << unit | 1 << giver
        left = board.steps(giver)
        if not left:
            take_off(board, giver, REMOVED)
        board.tell(Consolidated(self.rule, IDS[unit], gained, IDS[giver], given, left, label(hex)))
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """The giver has not enough for so many."""
        return Reason("6.5.3" if RANK[self.unit] == RANK[self.giver] else "6.5.4", "why.fill.too_little")
