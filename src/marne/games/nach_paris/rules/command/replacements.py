"""[14] Replacements: what comes, who absorbs them, and units that are rebuilt."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import REMOVED, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    COST,
    FIGHTING,
    IDS,
    INFANTRY,
    NATION,
    OF_NATION,
    SIDE,
    STEPS,
    Nation,
    Unit,
)
from marne.games.nach_paris.rules.command.communications import HAS_LINE, state
from marne.games.nach_paris.rules.command.events import Rebuilt, Replaced, ReplacementsCame
from marne.games.nach_paris.rules.command.headquarters import leaders
from marne.games.nach_paris.rules.movement.walk import Face
from marne.games.nach_paris.rules.rail.network import rail_hexes
from marne.games.nach_paris.rules.units.stacking import room
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, members, memo

__all__ = [
    "AbsorbReplacements",
    "NewReplacements",
    "RebuildIn",
    "near_railways",
    "points",
    "rebuilding_hexes",
    "why_not_absorb",
    "why_not_rebuild",
]


_PEOPLES: Final = ("belgian", "french", "british", "german")
"""Nations as words, in the order of `units.NATIONS`."""


def points(halves: int) -> str:
    """[14.1.3] Replacements as people write them: `3`, `1.5`."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


@value
class NewReplacements(NachParisStep):
    """[14.1.1] What a side's nations receive in a Game Turn, in half Replacements."""

    rule: ClassVar[str] = "14.1.1"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        found = board.play.replacements(board.turn)
        for nation in board.nations(board.side):
            board.replacements[nation] += 2 * found[nation]
            if found[nation]:
                board.tell(ReplacementsCame(self.rule, _PEOPLES[nation], found[nation]))
        return ()


# -- [14.1.2] who


def why_not_absorb(board: NachParisBoard, unit: Unit, nation: Nation, near: Bits = 0) -> Reason | None:
    """Why a unit on the map can't recover a step now [14.1.1]-[14.1.3]; None if it can.

    departs: 6.4.1, its hex must have room for the step.
    `near` are the hexes near a railway, where the caller knows them already.
    """
    named = (("unit", IDS[unit]),)
    if NATION[unit] != nation:  # 14.1.2
        return Reason("14.1.2", "why.replace.nation", named)
    if not FIGHTING >> unit & 1:  # 14.1.1
        return Reason("14.1.1", "why.replace.kind", named)
    if board.where[unit] < 0 or unit in board.trains:  # 14.1.2
        return Reason("14.1.2", "why.replace.carried", named)
    if not board.lost[unit]:  # 14.1.1
        return Reason("14.1.1", "why.replace.whole", named)
    if (board.replaced | board.replaced_before) >> unit & 1:  # 14.1.2
        return Reason("14.1.2", "why.replace.again", named)
    if board.barraged >> unit & 1:  # 14.1.2
        return Reason("14.1.2", "why.replace.barraged", named)
    if (board.fought | board.withdrew | board.barred | board.acted) >> unit & 1:  # 14.1.2
        return Reason("14.1.2", "why.replace.acted", named)
    if board.limited >> unit & 1:  # 13.3.1
        return Reason("13.3.1", "why.replace.limited", named)
    if board.cut_off >> unit & 1:  # 13.3.2
        return Reason("13.3.2", "why.replace.cut_off", named)
    if room(board, board.where[unit], SIDE[unit]) < 1:  # 6.4.1
        return Reason("6.4.1", "why.stacking", (("hex", label(board.where[unit])),))
    if not (near or near_railways(board, nation)) >> board.where[unit] & 1:  # 14.1.2
        return Reason("14.1.2", "why.replace.railway", (*named, ("hexes", str(V.replacements.rail_range))))
    if COST[unit] > board.replacements[nation]:  # 14.1.3
        return Reason("14.1.3", "why.replace.points", (*named, ("points", points(COST[unit]))))
    return None


def near_railways(board: NachParisBoard, nation: Nation) -> Bits:
    """[14.1.2] The hexes within five of a railway that a nation can use, of whatever capacity."""
    return _within(rail_hexes(board, nation))


@memo(32)
def _within(usable: Bits) -> Bits:
    return MAP.grid.links.within(usable, V.replacements.rail_range)


# -- [14.1.5] units that are rebuilt


def rebuilding_hexes(board: NachParisBoard, unit: Unit) -> Bits:
    """[14.1.5] Where a unit that a consolidation used up comes back with one step.

    departs: 14.1.5, with a headquarters that may lead it and has a line of communications, near a railway, where there
    is room for a step and no barrage fell in this Game Turn.
    """
    found, near = 0, near_railways(board, NATION[unit])
    for hq in board.on_map(leaders(board, unit)):
        hex = board.where[hq]
        if board.shelled_turn >> hex & 1 or room(board, hex, SIDE[unit]) < 1:
            continue
        if state(board, hq) == HAS_LINE and near >> hex & 1:
            found |= 1 << hex
    return found


def why_not_rebuild(board: NachParisBoard, unit: Unit, nation: Nation) -> Reason | None:
    """Why a unit can't be rebuilt now [14.1.1], [14.1.5]; None if it can."""
    named = (("unit", IDS[unit]),)
    if NATION[unit] != nation:  # 14.1.2
        return Reason("14.1.2", "why.replace.nation", named)
    if board.where[unit] != REMOVED or not INFANTRY >> unit & 1:  # 14.1.5
        return Reason("14.1.5", "why.rebuild.destroyed", named)
    if COST[unit] > board.replacements[nation]:  # 14.1.3
        return Reason("14.1.3", "why.replace.points", (*named, ("points", points(COST[unit]))))
    return None if rebuilding_hexes(board, unit) else Reason("14.1.5", "why.rebuild.nowhere", named)


# -- step D


@value
class AbsorbReplacements(NachParisQuestion["Word | str"]):
    """[14.1.2] Step D of the Combat Phase: units recover a step each, or come back."""

    rule: ClassVar[str] = "14.1.2"
    nation: Nation
    shape: ClassVar[Shape] = {"absorb": "unit", "rebuild": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """Those that may, while there are Replacements."""
        if board.replacements[self.nation] < min(COST):
            return None
        mine = OF_NATION[self.nation]
        near = near_railways(board, self.nation)
        worn = [unit for unit in board.on_map(mine & FIGHTING) if board.lost[unit]]
        units = [unit for unit in worn if why_not_absorb(board, unit, self.nation, near) is None]
        gone = [unit for unit in members(mine & INFANTRY) if board.where[unit] == REMOVED]
        back = [unit for unit in gone if why_not_rebuild(board, unit, self.nation) is None]
        found = (*(("absorb", unit) for unit in units), *(("rebuild", unit) for unit in back))
        return Ask(board.side, (*found, "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """[14.1.3] One step for the price of its rank, then the next unit."""
        if isinstance(answer, str):
            return ()
        word, unit = answer
        if word == "rebuild":
            return RebuildIn(unit), self
        board.lost[unit] -= 1
        _pay(board, unit)
        left = points(board.replacements[self.nation])
        board.tell(Replaced("14.1.3", IDS[unit], label(board.where[unit]), board.steps(unit), left))
        return (self,)

    def unasked(self, board: NachParisBoard) -> Steps:
        """Nobody to replace, or nothing to replace them with."""
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit gets none."""
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        word, unit = answer[0], answer[1]
        return (why_not_rebuild if word == "rebuild" else why_not_absorb)(board, unit, self.nation)


def _pay(board: NachParisBoard, unit: Unit) -> None:
    """[14.1.2], [14.1.3] A unit has its Replacements, and that was its one action [3.2.5]."""
    nation, bit = NATION[unit], 1 << unit
    board.replacements[nation] -= COST[unit]
    board.step_losses[nation] -= board.step_losses[nation] > 0  # losses before the first day were never counted
    board.replaced |= bit
    board.acted |= bit


@value
class RebuildIn(NachParisQuestion[Word]):
    """[14.1.5] Into which hex a rebuilt unit comes."""

    rule: ClassVar[str] = "14.1.5"
    unit: Unit
    shape: ClassVar[Shape] = {"place": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """The hexes of its headquarters."""
        found = tuple(("place", hex) for hex in members(rebuilding_hexes(board, self.unit)))
        return Ask(board.side, found) if len(found) > 1 else Only(found[0])

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        """With its last step; where it looks, its player says."""
        unit, hex = self.unit, answer[1]
        board.put(unit, hex)
        board.lost[unit] = STEPS[unit] - 1
        _pay(board, unit)
        board.tell(Rebuilt(self.rule, IDS[unit], label(hex), points(board.replacements[NATION[unit]])))
        return (Face(unit),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Not a hex where units are rebuilt."""
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        key = "why.rebuild.shelled" if board.shelled_turn >> answer[1] & 1 else "why.rebuild.hex"
        return Reason("14.1.5", key, (("hex", label(answer[1])),))
