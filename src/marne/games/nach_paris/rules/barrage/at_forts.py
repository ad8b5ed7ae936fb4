"""[8.5]-[8.7] Artillery Barrage vs. Fortification: the order of the forts, the guns, a die, then the forts test.

A fort tests and falls by `works/fort_tests.py`, in barrages as in assaults.
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import (
    ABF_AFF,
    Result,
    abf_column,
    abf_result,
    fort_barrage_terrain,
    modifier,
)
from marne.games.nach_paris.components.units import (
    ARTILLERY,
    IDS,
    LONG_RANGE,
    NATION,
    PIONEERS,
    Nation,
    Unit,
    Units,
    written,
)
from marne.games.nach_paris.rules.barrage.events import FortShaken, FortShelled
from marne.games.nach_paris.rules.barrage.firing import (
    abf_reach,
    fire_modifiers,
    guns_on_forts,
    half,
    is_far,
    open_forts,
    spend_ammo,
    total_aff,
    why_silent,
)
from marne.games.nach_paris.rules.forts.fort_tests import FortTest, strike_fort
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active_at, lost_sides
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = [
    "AimAtForts",
    "FireAtForts",
    "OrderForts",
    "ShakeFort",
    "abf_modifiers",
    "guns_on",
    "marks_of",
    "second_modifiers",
    "strong_enough",
    "why_not_gun",
]


def guns_on(board: NachParisBoard, nation: Nation, fort: int) -> Bits:
    """[8.5.1], [8.5.2] The guns of a nation that may join an ABF against a fort."""
    return bits(unit for unit in guns_on_forts(board, nation) if abf_reach(board, unit) >> fort & 1)


def strong_enough(board: NachParisBoard, fort: int, guns: Bits) -> bool:
    """[8.6.3] Whether a total AFF reaches the first column of the fort's line."""
    return abf_column(fort_data.CLASS[fort], total_aff(board, guns)) >= 0


def marks_of(board: NachParisBoard, nation: Nation) -> Bits:
    """[8.5.1] The forts that a nation can fire an ABF at now, of those that may be struck [8.5.6]."""
    aff: dict[int, int] = {}
    opened = open_forts(board, board.side)
    for unit in guns_on_forts(board, nation):
        for fort in members(abf_reach(board, unit) & opened):
            aff[fort] = aff.get(fort, 0) + board.aff(unit)
    return bits(fort for fort, points in aff.items() if abf_column(fort_data.CLASS[fort], points) >= 0)


@value
class OrderForts(NachParisQuestion[Word]):
    """[8.6.1] The attacker says which fort of the hex is struck first, and which second [8.6.4]."""

    rule: ClassVar[str] = "8.6.1"
    shape: ClassVar[Shape] = {"first": "fort", "second": "fort"}
    nation: Nation
    hex: Hex
    first: int = -1

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        word, able = ("first", self._first(board)) if self.first < 0 else ("second", self._second(board))
        answers: list[Word] = [(word, fort) for fort in members(able)]
        if len(answers) > 1:
            return Ask(board.side, tuple(answers))
        return Only(answers[0]) if answers else None

    def _first(self, board: NachParisBoard) -> Bits:
        return marks_of(board, self.nation) & fort_data.AT[self.hex]

    def _second(self, board: NachParisBoard) -> Bits:
        """departs: 8.6.4, a whole Feste takes the test itself, so that no second fort is named."""
        if fort_data.FESTEN & ~board.festen_hit & 1 << self.first:
            return 0
        return FORTS_OF[1 - board.side] & active_at(board, self.hex) & ~(1 << self.first)

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        word, fort = answer
        if word == "first":
            return (OrderForts(self.nation, self.hex, fort),)
        return (AimAtForts(self.nation, self.first, fort),)

    def unasked(self, board: NachParisBoard) -> Steps:
        return (AimAtForts(self.nation, self.first, -1),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            fort = answer[1]
            named = (("fort", MAP.forts[fort].name),)
            if (
                answer[0] == "first"
                and MAP.forts[fort].hex == self.hex
                and not open_forts(board, board.side) >> fort & 1
            ):
                return Reason("8.5.6", "why.fort_struck", named)
        return None


@value
class AimAtForts(NachParisQuestion[Word | str]):
    """[8.5.4] The attacker says which of the guns that reach a fort fire, one after another."""

    rule: ClassVar[str] = "8.5.4"
    shape: ClassVar[Shape] = {"gun": "unit"}
    nation: Nation
    fort: int
    second: int
    guns: Units = 0

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        more = guns_on(board, self.nation, self.fort) & ~self.guns
        ready = strong_enough(board, self.fort, self.guns)
        if not more:
            return Only("fire")
        if more.bit_count() == 1 and not self.guns:
            return Only("all")
        return Ask(
            board.side,
            (
                *(("fire",) if ready else ()),
                *(("all",) if more.bit_count() > 1 else ()),
                *(("gun", unit) for unit in members(more)),
            ),
        )

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if answer == "fire":
            return (FireAtForts(self.nation, self.fort, self.second, self.guns),)
        guns = guns_on(board, self.nation, self.fort) if answer == "all" else self.guns | 1 << int(answer[1])
        return (AimAtForts(self.nation, self.fort, self.second, guns),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if answer == "fire":
            return Reason("8.6.3", "why.too_weak_for_fort", (("fort", MAP.forts[self.fort].name),))
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_not_gun(board, self.nation, self.fort, answer[1])
        return None


def why_not_gun(board: NachParisBoard, nation: Nation, fort: int, unit: Unit) -> Why:
    """Why a gun can't join an ABF against a fort, or an assault on it [8.1.2], [8.5.1], [8.5.2]; None if it can."""
    named = (("unit", IDS[unit]), ("fort", MAP.forts[fort].name))
    if NATION[unit] != nation:  # 8.2.2
        return Reason("8.2.2", "why.fires_alone", (("unit", IDS[unit]),))
    if not ARTILLERY >> unit & 1 or board.aff(unit) <= 0:  # 8.1.2
        return Reason("8.1.2", "why.no_aff", named)
    if silent := why_silent(board, unit):
        return silent
    if abf_reach(board, unit) >> fort & 1:
        return None
    far = LONG_RANGE >> unit & 1 and MAP.grid.distance(board.where[unit], MAP.forts[fort].hex) > 1
    return Reason("8.5.2", "why.out_of_range", named) if far else Reason("8.5.1", "why.fort_not_in_front", named)


# -- the die


def abf_modifiers(board: NachParisBoard, fort: int, guns: Bits, storming: Bits = 0) -> tuple[Modifier, ...]:
    """[8.7.1] All that counts when guns strike a fort; plus is good for the fort. `storming` is who storms it [11.5.1].

    departs: 8.7.2, one gun at long range spoils the whole barrage.
    """
    found = []
    hex = MAP.forts[fort].hex
    if any(is_far(board, unit, hex) for unit in members(guns)):
        found.append(modifier("abf.long_range"))  # 8.7.2
    ground = fort_barrage_terrain(MAP.terrain[hex])
    if ground:
        found.append(Modifier("8.7.3", "abf.terrain", ground))
    found.extend(fire_modifiers(board, guns | storming & PIONEERS, kind="abf", storming=storming))  # 8.8.1
    return tuple(found)


@value
class FireAtForts(NachParisQuestion[int]):
    """[8.6.2] The die of an ABF: half of it counts."""

    rule: ClassVar[str] = "8.6.2"
    nation: Nation
    fort: int
    second: int
    guns: Units

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        fort, guns = self.fort, self.guns
        line, aff = fort_data.CLASS[fort], total_aff(board, guns)
        modifiers = abf_modifiers(board, fort, guns)
        result, column, row = abf_result(line, abf_column(line, aff), half(die) + total(modifiers))
        board.tell(
            FortShelled(
                "8.6.3",
                MAP.forts[fort].name,
                label(MAP.forts[fort].hex),
                written(guns),
                aff,
                die,
                ABF_AFF[line][column],
                modifiers,
                row,
                str(result),
            )
        )
        board.barraged |= guns  # 8.1.3
        reveal(board, guns, "19.4.1")
        strike_once(board, fort)
        spend_ammo(board, guns)
        return _effect(board, fort, self.second, result)


def strike_once(board: NachParisBoard, fort: int) -> None:
    """[8.5.6] A fort that is barraged or assaulted is so no more in this phase, not even as a second one."""
    board.forts_struck |= 1 << fort
    board.forts_second &= ~(1 << fort)
    board.shelled_turn |= 1 << MAP.forts[fort].hex


def _effect(board: NachParisBoard, fort: int, second: int, result: Result) -> Steps:
    """[8.6.3] What a result does to a fort, and to the second one once the first has fallen."""
    swing = Modifier("8.6.3", "abf.result", result.cab)
    if not result.lost:
        return (FortTest(fort, (swing,)),) if result.tested else ()
    before = lost_sides(board, fort)
    strike_fort(board, fort)
    if not board.forts_gone >> fort & 1:
        return (FortTest(fort, (swing,), before),)
    return _on_the_second(fort, second, swing) if second >= 0 else ()


def _on_the_second(first: int, second: int, swing: Modifier) -> Steps:
    """[8.6.4] An outright hit shakes another fort of the hex."""
    return FortTest(second, (swing, *second_modifiers(first, second))), ShakeFort(second)


def second_modifiers(first: int, second: int) -> tuple[Modifier, ...]:
    """[8.6.4] A second fort is better protected than the first, or less."""
    better = fort_data.CLASS[second] - fort_data.CLASS[first]
    if not better:
        return ()
    return (modifier("abf.second.better" if better > 0 else "abf.second.lesser"),)


@value
class ShakeFort(NachParisStep):
    """[8.6.4] A second fort that stands may have one more ABF, by other guns."""

    rule: ClassVar[str] = "8.6.4"
    fort: int

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        if not board.forts_gone >> self.fort & 1:
            board.forts_struck |= 1 << self.fort
            board.forts_second |= 1 << self.fort
            board.tell(FortShaken(self.rule, MAP.forts[self.fort].name, label(MAP.forts[self.fort].hex)))
        return ()
