"""[2.4] Step losses, and what follows from them for every chapter."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.games.nach_paris.board import DESTROYED, NachParisBoard
from marne.games.nach_paris.components.units import HEADQUARTERS, IDS, NATION, RANK, SIDE, STEPS, Unit
from marne.games.nach_paris.events import Destroyed, StepsLost
from marne.games.nach_paris.steps import NachParisStep, Steps, label, value

__all__ = ["LoseSteps", "destroy", "end_doctrine", "lose_steps", "take_off"]

MOST_MARKED: Final = 2
"""[9.3.6] "2+ Step Loss" is the most that a marker shows."""


@value
class LoseSteps(NachParisStep):
    """[2.4.2] A unit loses steps: what a failed test leads to."""

    rule: ClassVar[str] = "2.4.2"
    unit: Unit
    count: int
    combat: bool = False
    marked: bool = True

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        lose_steps(board, self.unit, self.count, combat=self.combat, marked=self.marked)
        return ()


def lose_steps(board: NachParisBoard, unit: Unit, count: int, *, combat: bool = False, marked: bool = True) -> int:
    """[2.4.2], [2.4.6] Take steps off a unit; how many it lost. Its last one destroys it.

    The Step Loss marker [8.3.4], [9.3.6]: in combat A+ gets none for the first loss and A one less from the second on.
    """
    if count <= 0 or board.where[unit] == DESTROYED:
        return 0
    count = min(count, board.steps(unit))
    board.lost[unit] += count
    board.lost_now[unit] = board.lost_now.get(unit, 0) + count
    board.step_losses[NATION[unit]] += count
    end_doctrine(board, unit)
    if board.lost[unit] == STEPS[unit]:
        destroy(board, unit)
        return count
    hex = board.where[unit]
    board.tell(StepsLost("2.4.2", IDS[unit], label(hex) if hex >= 0 else "", count, board.steps(unit)))
    if marked:
        _mark(board, unit, combat)
    return count


def end_doctrine(board: NachParisBoard, unit: Unit) -> None:
    """[21.3.1] Whoever has lost a step, however it did, is indoctrinated no more, and tests no more."""
    board.indoctrinated &= ~(1 << unit)
    board.tested |= 1 << unit


def _mark(board: NachParisBoard, unit: Unit, combat: bool) -> None:
    """[8.3.4] One marker for each loss of this turn, up to two (departs: 3.2.5, 8.3.4)."""
    level = min(MOST_MARKED, board.lost_now[unit])
    if combat:
        level -= _recovers(unit, level)
    if level:
        board.loss_marker[unit] = max(level, board.loss_marker.get(unit, 0))
    _keep_fresh(board, unit)


def _recovers(unit: Unit, level: int) -> bool:
    """[9.3.6] The best ranks recover sooner, in combat alone (departs: 9.3.6)."""
    return RANK[unit] == 0 or (RANK[unit] == 1 and level == MOST_MARKED)


def _keep_fresh(board: NachParisBoard, unit: Unit) -> None:
    """[3.2.5] A marker of this Combat Phase is not turned at its end."""
    if SIDE[unit] == board.side and board.phase == "combat":
        board.loss_fresh |= 1 << unit


def destroy(board: NachParisBoard, unit: Unit, rule: str = "2.4.6") -> None:
    """[2.4.6] Remove a unit from play; a headquarters comes back [13.1.7]."""
    hex = board.where[unit]
    if board.lost[unit] < STEPS[unit]:  # overrun, off the map, guns taken: all its steps are lost at once
        board.step_losses[NATION[unit]] += board.steps(unit)
        board.lost[unit] = STEPS[unit]
    take_off(board, unit, DESTROYED)
    if HEADQUARTERS >> unit & 1:
        board.headquarters_lost[unit] = board.turn
    board.tell(Destroyed(rule, IDS[unit], label(hex) if hex >= 0 else ""))


def take_off(board: NachParisBoard, unit: Unit, place: int) -> None:
    """[2.4.6] Take a unit off the map, with every marker on it."""
    board.put(unit, place)
    board.trains.pop(unit, None)
    board.off_harbour.pop(unit, None)
    board.loss_marker.pop(unit, None)
    keep = ~(1 << unit)
    board.fieldworks &= keep
    board.entrenched &= keep
    board.in_position &= keep
    board.forced &= keep
    board.extended_1 &= keep
    board.extended_2 &= keep
    board.limited &= keep
    board.cut_off &= keep
    board.fogged &= keep
