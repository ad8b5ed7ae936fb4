"""[7.8] Withdrawals that a scenario orders, with the steps that are missing taken from others."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import ASIDE, AT_SEA, WAITING, WITHDRAWN, NachParisBoard
from marne.games.nach_paris.components.units import (
    BY_ID,
    IDS,
    NATION,
    OF_NATION,
    RANK,
    REPLACES,
    SPLIT_ROWS,
    STEPS,
    TYPE,
    Nation,
    Unit,
)
from marne.games.nach_paris.rules.movement.events import StepsTaken, Withdrawn
from marne.games.nach_paris.rules.units.losses import end_doctrine, take_off
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["MandatoryWithdrawals", "TakeSteps", "donors", "leaving", "versions"]


def _all_versions() -> dict[Unit, Bits]:
    found = {old: 1 << new for new, old in REPLACES.items()}
    found |= {new: 1 << old for new, old in REPLACES.items()}
    for row in SPLIT_ROWS:
        for whole in row.wholes:
            mine = [id for id in row.parts if len(row.wholes) == 1 or id.startswith(whole)]
            found[BY_ID[whole]] = bits(BY_ID[id] for id in mine)
    return found


_VERSIONS: Final = _all_versions()


def versions(unit: Unit) -> Bits:
    """[7.8.1] A unit with its parts and its other counters (departs: 7.8.1)."""
    return 1 << unit | _VERSIONS.get(unit, 0)


def leaving(board: NachParisBoard) -> Bits:
    """[7.8.1] The units that must leave in this turn: they don't act in the Barrage Phase before it."""
    found = 0
    for unit in board.play.withdrawals.get(board.turn, ()):
        found |= versions(unit)
    return found


def _in_play(board: NachParisBoard, unit: Unit) -> bool:
    place = board.where[unit]
    return place >= 0 or place == WAITING or place in AT_SEA


@value
class MandatoryWithdrawals(NachParisStep):
    """[7.8.1] Before anybody moves, the named units of a nation leave, wherever they are."""

    rule: ClassVar[str] = "7.8.1"
    nation: Nation

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        found: list[TakeSteps] = []
        for unit in board.play.withdrawals.get(board.turn, ()):
            known = any(board.where[each] != ASIDE for each in members(versions(unit)))
            if NATION[unit] == self.nation and known:
                missing = STEPS[unit] - _take_away(board, unit)
                found += [TakeSteps(unit, missing)] if missing > 0 else []
        return tuple(found)


def _take_away(board: NachParisBoard, unit: Unit) -> int:
    """[7.8.1] Take a unit off, or its parts; how many steps left with it."""
    steps = 0
    for each in members(versions(unit)):
        if _in_play(board, each):
            hex, waiting = board.where[each], board.where[each] == WAITING
            steps += STEPS[each] - board.play.arrival[each].lost if waiting else board.steps(each)
            take_off(board, each, WITHDRAWN)
            board.tell(Withdrawn("7.8.1", IDS[each], label(hex) if hex >= 0 else ""))
    return steps


def donors(board: NachParisBoard, unit: Unit) -> list[Unit]:
    """[7.8.2] The units on the map that can make up for a withdrawn one: its nation, its type, its rank."""
    return [
        each for each in board.on_map(OF_NATION[NATION[unit]]) if TYPE[each] == TYPE[unit] and RANK[each] == RANK[unit]
    ]


@value
class TakeSteps(NachParisQuestion[Word]):
    """[7.8.2] Steps that a withdrawn unit had lost are taken from others, one by one, as long as there are any.

    departs: 7.8.2, the enemy has no points for them: he has them for the steps that the withdrawn unit lost.
    """

    rule: ClassVar[str] = "7.8.2"
    shape: ClassVar[Shape] = {"take": "unit"}
    unit: Unit
    missing: int

    def ask(self, board: NachParisBoard) -> Ask | Only[Word] | None:
        """The owner chooses whom it hurts."""
        found = donors(board, self.unit)
        if not found:
            return None
        return Only(("take", found[0])) if len(found) == 1 else Ask(board.side, tuple(("take", each) for each in found))

    def answered(self, board: NachParisBoard, answer: Word) -> Steps:
        donor = answer[1]
        hex = board.where[donor]
        board.lost[donor] += 1
        end_doctrine(board, donor)
        left = board.steps(donor)
        if not left:
            take_off(board, donor, WITHDRAWN)
        board.tell(StepsTaken(self.rule, IDS[donor], label(hex), left))
        return (TakeSteps(self.unit, self.missing - 1),) if self.missing > 1 else ()

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Another nation, type or rank."""
        return Reason("7.8.2", "why.take", (("unit", IDS[self.unit]),))
