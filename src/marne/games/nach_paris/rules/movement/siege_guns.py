"""[7.9] A siege gun that moves by road gets into Firing Position, or out of it.

Railway guns [12.5] are the affair of their own chapter.
"""

from __future__ import annotations

from typing import Final

from marne.engine import Answer
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import AUSTRIAN, IDS, MOTORISED, SIEGE, Unit
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.events import PositionLeft, PositionTaken
from marne.games.nach_paris.rules.movement.march import on_the_move
from marne.games.nach_paris.steps import Reason, Shape, Steps, Why, label

__all__ = ["SHAPE", "carry_out", "cost_in", "cost_out", "offers", "reason", "why_no_position"]

SHAPE: Shape = {"unlimber": "", "limber": ""}

_BY_ROAD: Final = SIEGE & MOTORISED


def cost_in(unit: Unit) -> int:
    """[7.9.1], [7.9.2] Points to get into Firing Position: ten, Austrian howitzers five."""
    return V.firing_position.austrian_in if AUSTRIAN >> unit & 1 else V.firing_position.motor_in


def cost_out(unit: Unit) -> int:
    """[7.9.1], [7.9.2] Points to leave it: five, Austrian howitzers none."""
    return V.firing_position.austrian_out if AUSTRIAN >> unit & 1 else V.firing_position.motor_out


def _left(board: NachParisBoard, unit: Unit) -> int:
    """[7.9.1] What a gun has left on its movement side."""
    return on_the_move(board, unit) - board.spent.get(unit, 0)


def why_no_position(board: NachParisBoard, going: Going, word: str) -> Reason | None:
    """Why a gun can't change its side [7.9]; None if it can (departs: 7.9.1)."""
    unit = going.unit
    ready = bool(board.in_position >> unit & 1)
    if not _BY_ROAD >> unit & 1:  # 7.9.1
        return Reason("7.9.1", "why.position.kind")
    if ready != (word == "limber"):  # 7.9.1
        return Reason("7.9.1", "why.position.in" if ready else "why.position.out")
    if unit in board.trains:  # 12.2.3
        return Reason("12.2.3", "why.position.train")
    if going.stopped:  # 7.6.1
        return Reason("7.6.1", "why.stopped")
    cost = cost_out(unit) if ready else cost_in(unit)
    if cost > _left(board, unit):
        rule = "7.9.2" if AUSTRIAN >> unit & 1 else "7.9.1"
        return Reason(rule, "why.position.points", (("points", str(cost)),))
    return None


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[7.9.1], [7.9.2] The other side of the counter."""
    if not _BY_ROAD >> going.unit & 1:
        return ()
    return tuple(word for word in SHAPE if why_no_position(board, going, word) is None)


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[7.9.1], [7.9.2] Flip the counter and pay; in Firing Position a gun has no points left to march."""
    unit = going.unit
    inwards = answer == "unlimber"
    cost = cost_in(unit) if inwards else cost_out(unit)
    board.spent[unit] = board.spent.get(unit, 0) + cost
    board.in_position ^= 1 << unit
    event = PositionTaken if inwards else PositionLeft
    rule = "7.9.2" if AUSTRIAN >> unit & 1 else "7.9.1"
    board.tell(event(rule, IDS[unit], label(board.where[unit]), cost))
    return ()


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why the gun can't."""
    return why_no_position(board, going, str(answer))
