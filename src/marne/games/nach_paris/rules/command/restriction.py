"""[13.2] The German command restriction: until turn 21 an army corps obeys its own army, unless it changes."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import (
    CAVALRY_CORPS,
    COMMAND_REDUCED,
    CORPS,
    CORPS_UNITS,
    GERMAN,
    GERMAN_SIDE,
    HEADQUARTERS,
    IDS,
    IN_ARMY_CORPS,
    Unit,
    Units,
    written,
)
from marne.games.nach_paris.rules.command.events import ChangeCancelled, ChangeFailed, NewLeader
from marne.games.nach_paris.rules.command.headquarters import army_of, leaders, reaches, restricted
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, value
from marne.hexes import Bits, bits, first, members

__all__ = [
    "ChangeHeadquarters",
    "ChooseChange",
    "ChooseLeader",
    "FailToChange",
    "Obey",
    "SettleChange",
    "concerned",
    "new_leaders",
]


def concerned(board: NachParisBoard, unit: Unit) -> Bits:
    """[13.2.2] Who changes together: all divisions of an army corps with their brigades, others alone."""
    if not IN_ARMY_CORPS >> unit & 1:
        return 1 << unit
    return bits(board.on_map(CORPS_UNITS[CORPS[unit]] & IN_ARMY_CORPS))


def new_leaders(board: NachParisBoard, units: Bits) -> list[Unit]:
    """[13.2.2] The headquarters of other armies in whose reduced Command Range all of them are."""
    old = 0
    for unit in members(units):
        old |= leaders(board, unit)
    found = board.on_map(HEADQUARTERS & GERMAN & ~old)
    return [hq for hq in found if all(reaches(board, hq, unit, COMMAND_REDUCED[hq]) for unit in members(units))]


def _bound(board: NachParisBoard) -> list[Unit]:
    """[13.2.1] German units on the map that an army binds; cavalry corps and units without an army are free."""
    units = board.on_map(GERMAN & ~(HEADQUARTERS | CAVALRY_CORPS))
    return [unit for unit in units if army_of(board, unit)]


@value
class ChangeHeadquarters(NachParisStep):
    """[13.2.2], [13.2.3] In the German Admin Phase: changes that failed are settled, then others may be tried.

    From turn 22 on nobody is bound, and what was written down of changes is struck out.
    """

    rule: ClassVar[str] = "13.2.2"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        if not restricted(board):
            board.obeys, board.changing = {}, {}
            return ()
        for unit in [unit for unit in board.changing if board.where[unit] < 0]:
            del board.changing[unit]
        groups: dict[tuple[Unit, Bits], None] = {}
        for unit, hq in sorted(board.changing.items()):
            groups[hq, concerned(board, unit)] = None
        settled = tuple(SettleChange(units, hq) for hq, units in groups)
        return (*settled, ChooseChange(bits(board.changing)))


@value
class SettleChange(NachParisQuestion[str]):
    """[13.2.2] Units whose test failed in the last turn finish the change without a test, or give it up."""

    rule: ClassVar[str] = "13.2.2"
    units: Units
    hq: Unit

    @property
    def unit(self) -> Unit:
        """The first of them, for the question."""
        return first(self.units)

    def ask(self, board: NachParisBoard) -> Ask | Only[str] | None:
        """Out of the range of the new headquarters it comes to nothing (departs: 13.2.2)."""
        near = all(reaches(board, self.hq, unit, COMMAND_REDUCED[self.hq]) for unit in members(self.units))
        return Ask(GERMAN_SIDE, ("finish", "cancel")) if near else Only("cancel")

    def answered(self, board: NachParisBoard, answer: str) -> Steps:
        """Either way nobody is between two headquarters any more."""
        if answer == "finish":
            return (Obey(self.units, self.hq),)
        _settle(board, self.units)
        board.tell(ChangeCancelled(self.rule, written(self.units)))
        return ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """The new headquarters is too far away."""
        return Reason("13.2.2", "why.change.range", (("hq", IDS[self.hq]),)) if answer == "finish" else None


def _with_parts(units: Bits) -> Bits:
    """[13.2.1] With those of their corps that are not on the map: a division that is split later stays with it."""
    found = units
    for unit in members(units & IN_ARMY_CORPS):
        found |= CORPS_UNITS[CORPS[unit]] & IN_ARMY_CORPS
    return found


def _settle(board: NachParisBoard, units: Bits) -> None:
    for unit in members(units):
        board.changing.pop(unit, None)


@value
class ChooseChange(NachParisQuestion["Word | str"]):
    """[13.2.2] Which units try to change to another headquarters; `tried` have done so in this phase."""

    rule: ClassVar[str] = "13.2.2"
    tried: Units = 0
    shape: ClassVar[Shape] = {"change": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """One unit stands for its corps."""
        seen, found = self.tried, []
        for unit in _bound(board):
            if not seen >> unit & 1:
                units = concerned(board, unit)
                seen |= units
                if new_leaders(board, units):
                    found.append(unit)
        return Ask(GERMAN_SIDE, (*(("change", unit) for unit in found), "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """The new headquarters, the test, then the next."""
        if isinstance(answer, str):
            return ()
        units = concerned(board, answer[1])
        return ChooseLeader(units), ChooseChange(self.tried | units)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit can't change."""
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        unit = answer[1]
        if board.where[unit] < 0 or unit not in _bound(board):
            return Reason("13.2.1", "why.change.free")
        if self.tried >> unit & 1:
            return Reason("13.2.2", "why.change.tried")
        units = concerned(board, unit)
        if not new_leaders(board, units):
            return Reason("13.2.2", "why.change.nobody")
        return Reason("13.2.2", "why.change.corps", (("unit", IDS[first(units)]),))


@value
class ChooseLeader(NachParisQuestion[Word]):
    """[13.2.2] Which headquarters they turn to; then one test for all, with the worst CAB among them."""

    rule: ClassVar[str] = "13.2.2"
    units: Units
    shape: ClassVar[Shape] = {"obey": "unit"}

    @property
    def unit(self) -> Unit:
        """The first of them, for the question."""
        return first(self.units)

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """Those in whose reduced range they are."""
        found = tuple(("obey", hq) for hq in new_leaders(board, self.units))
        return Ask(GERMAN_SIDE, found) if len(found) > 1 else Only(found[0])

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        """[5.1.1] Heat and marches count in the test, as in any other."""
        hq = answer[1]
        worst = min(members(self.units), key=board.cab)
        return (CabTest(worst, passed=(Obey(self.units, hq),), failed=(FailToChange(self.units, hq),)),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Not a headquarters of another army near enough."""
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return Reason("13.2.2", "why.change.range", (("hq", IDS[answer[1]]),))
        return None


@value
class Obey(NachParisStep):
    """[13.2.2] Units belong to the army of another headquarters from now on."""

    rule: ClassVar[str] = "13.2.2"
    units: Units
    hq: Unit

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        _settle(board, self.units)
        for unit in members(_with_parts(self.units)):
            board.obeys[unit] = self.hq
        board.tell(NewLeader(self.rule, written(self.units), IDS[self.hq]))
        return ()


@value
class FailToChange(NachParisStep):
    """[13.2.2] A failed test: out of command until the next German Admin Phase settles it."""

    rule: ClassVar[str] = "13.2.2"
    units: Units
    hq: Unit

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        for unit in members(_with_parts(self.units)):
            board.changing[unit] = self.hq
        board.tell(ChangeFailed(self.rule, written(self.units), IDS[self.hq]))
        return ()
