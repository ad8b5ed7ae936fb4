"""[10.1] Fieldworks: who digs, and how.

What they cover and give [10.1.6]-[10.2.4] is asked of `cover.py`, like all works; a unit that leaves its hex loses them
by itself (`board.put`), who turns does so by `movement.facing.change_facing` [10.3.1]. A marker is the units in it, so
none is ever alone [10.3.2].
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Modifier, Only, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import V, modifier
from marne.games.nach_paris.components.units import (
    DE,
    FOOT,
    GB,
    HEAVY,
    IDS,
    NATION,
    OF_NATION,
    Nation,
    Unit,
    Units,
    written,
)
from marne.games.nach_paris.rules.units.cab import CabTest, own_modifiers
from marne.games.nach_paris.rules.works.fieldworks_events import DugIn, DugInVain
from marne.games.nach_paris.rules.works.improve import ImproveFieldworks
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = [
    "BuildFieldworks",
    "ChooseDiggers",
    "DigIn",
    "FailToDig",
    "PlaceFieldworks",
    "diggers",
    "digging_modifiers",
    "tester",
    "why_no_digging",
]


# -- who may dig


def why_no_digging(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a unit can't try to dig in now [10.1.1], [10.1.2]; None if it can."""
    bit, named = 1 << unit, (("unit", IDS[unit]),)
    if not (FOOT | HEAVY) & bit:  # 10.1.1
        return Reason("10.1.1", "why.cannot_dig", named)
    if HEAVY & board.barraged & bit:  # 10.1.1
        return Reason("10.1.1", "why.guns_fired", named)
    if board.forced & bit:  # 10.1.2
        return Reason("10.1.2", "why.forced_no_digging", named)
    if (board.fought | board.acted) & bit:  # 10.1.2
        return Reason("10.1.2", "why.acted_no_digging", named)
    if (board.fieldworks | board.entrenched) & bit:  # 10.1.4
        return Reason("10.1.4", "why.dug_in", named)
    if unit in board.trains:  # 12.2.3
        return Reason("12.2.3", "why.train_no_digging", named)
    if board.indoctrinated & bit:  # 21.2.1
        return Reason("21.2.1", "why.doctrine_no_digging", named)
    return None


def diggers(board: NachParisBoard, nation: Nation, hex: Hex) -> Bits:
    """[10.1.1], [10.1.2] The units of a nation in a hex that may try."""
    here = board.at[hex] & OF_NATION[nation] & (FOOT | HEAVY)
    return bits(unit for unit in members(here) if why_no_digging(board, unit) is None)


def _limit_reached(board: NachParisBoard) -> bool:
    """[10.1.5]"""
    return board.failed_works[board.side] >= board.play.said.fieldworks


# -- the test


def tester(board: NachParisBoard, units: Bits) -> Unit:
    """[10.1.3] The unit whose CAB counts: the lowest of the foot that digs; of the guns, where no foot does."""
    return min(
        members(units & FOOT or units),
        key=lambda unit: (board.cab(unit), total(own_modifiers(board, unit)), unit),
    )


def digging_modifiers(board: NachParisBoard, hex: Hex, units: Bits) -> tuple[Modifier, ...]:
    """[10.1.3] The chart beside the test.

    departs: 10.1.3, one unit that fired or moved counts for all that dig with it.
    """
    nation = NATION[members(units)[0]]
    found = []
    if units & FOOT & board.barraged:
        found.append(modifier("fieldworks.barrage"))
    if MAP.terrain[hex] == Terrain.LOWLAND:
        found.append(modifier("fieldworks.lowland"))
    if nation == DE:
        found.append(modifier("fieldworks.german"))
    elif nation == GB:
        found.append(modifier("fieldworks.british"))
    else:
        early = board.turn < V.turns.french_fieldworks
        found.append(modifier("fieldworks.french.early" if early else "fieldworks.french"))
    if not units & (board.moved | board.regrouped):
        found.append(modifier("fieldworks.idle"))
    if board.turn >= V.turns.late_fieldworks:
        found.append(modifier("fieldworks.late"))
    return tuple(found)


@value
class BuildFieldworks(NachParisQuestion[Word | str]):
    """[10.1.2] Step E: the units of a nation that did nothing else try to dig in, hex by hex."""

    rule: ClassVar[str] = "10.1.2"
    shape: ClassVar[Shape] = {"dig": "hex"}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        if _limit_reached(board):
            return None
        able = board.on_map(OF_NATION[self.nation] & (FOOT | HEAVY) & ~board.fieldworks & ~board.acted)
        hexes = sorted({board.where[unit] for unit in able if why_no_digging(board, unit) is None})
        return Ask(board.side, (*(("dig", hex) for hex in hexes), "end")) if hexes else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return self.unasked(board)
        return (ChooseDiggers(self.nation, answer[1]), self)

    def unasked(self, board: NachParisBoard) -> Steps:
        """[11.1.7] Then those who are dug in already improve their works."""
        return (ImproveFieldworks(self.nation),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        here = members(board.at[answer[1]] & OF_NATION[self.nation])
        reasons = [why_no_digging(board, unit) for unit in here]
        return reasons[0] if reasons else Reason("10.1.2", "why.nobody_digs", (("hex", label(answer[1])),))


@value
class ChooseDiggers(NachParisQuestion[Word | str]):
    """[10.1.3], [10.1.4] Who of a hex digs together; the others stay outside the works."""

    rule: ClassVar[str] = "10.1.4"
    shape: ClassVar[Shape] = {"digger": "unit"}
    nation: Nation
    hex: Hex
    units: Units = 0

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        more = diggers(board, self.nation, self.hex) & ~self.units
        if not more:
            return Only("try")
        if not self.units and more.bit_count() == 1:
            return Only("all")
        return Ask(
            board.side,
            ("all", *(("try",) if self.units else ()), *(("digger", unit) for unit in members(more))),
        )

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if answer == "try":
            return (DigIn(self.hex, self.units),)
        if answer == "all":
            return (DigIn(self.hex, diggers(board, self.nation, self.hex)),)
        return (ChooseDiggers(self.nation, self.hex, self.units | 1 << int(answer[1])),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_no_digging(board, answer[1])
        return None


@value
class DigIn(NachParisStep):
    """[10.1.3] One test for all that dig together; they do nothing else in this Combat Phase [10.1.2]."""

    rule: ClassVar[str] = "10.1.3"
    hex: Hex
    units: Units

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.acted |= self.units
        return (
            CabTest(
                tester(board, self.units),
                digging_modifiers(board, self.hex, self.units),
                passed=(PlaceFieldworks(self.hex, self.units),),
                failed=(FailToDig(self.hex, self.units),),
            ),
        )


@value
class PlaceFieldworks(NachParisStep):
    """[10.1.4], [10.3.2] The marker is those who dug: it goes with the last of them."""

    rule: ClassVar[str] = "10.1.4"
    hex: Hex
    units: Units

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.fieldworks |= self.units
        board.tell(DugIn(self.rule, written(self.units), label(self.hex)))
        return ()


@value
class FailToDig(NachParisStep):
    """[10.1.5] A failed test counts against the side."""

    rule: ClassVar[str] = "10.1.5"
    hex: Hex
    units: Units

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.failed_works[board.side] += 1
        failed, most = board.failed_works[board.side], board.play.said.fieldworks
        board.tell(DugInVain(self.rule, written(self.units), label(self.hex), failed, most))
        return ()
