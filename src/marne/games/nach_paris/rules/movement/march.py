"""[7.4], [7.5] Extended movement and forced marches: how far a unit can go, and what that costs it."""

from __future__ import annotations

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import TRACK, V
from marne.games.nach_paris.components.units import DE, FIGHTING, FOOT, FR, NATION, RANK, Unit
from marne.games.nach_paris.words import Reason

__all__ = ["allowance", "bonus", "mark_extended", "on_the_move", "points_left", "why_no_forced_march"]


def allowance(board: NachParisBoard, unit: Unit) -> int:
    """[2.5.3] The MF of a unit now: nothing in Firing Position."""
    return 0 if board.in_position >> unit & 1 else on_the_move(board, unit)


def on_the_move(board: NachParisBoard, unit: Unit) -> int:
    """[2.5.9], [15.1.2] The MF of its movement side: eight points less in heavy rain."""
    return max(0, board.mf(unit) + (V.march.rain if board.rain else 0))


def points_left(board: NachParisBoard, unit: Unit) -> int:
    """[7.1.2] What a unit can still spend in this Movement Phase, with the bonus once it forces its march."""
    more = bonus(unit, board.turn) if board.forced >> unit & 1 else 0
    return max(0, allowance(board, unit) + more - board.spent.get(unit, 0))  # a train may have spent more [12.3.4]


def bonus(unit: Unit, turn: int) -> int:
    """[7.5.3], [15.1.1] The points that a forced march adds: by nation and rank, less in the heat.

    departs: 7.5.3, nation and rank bind foot and horse alike.
    """
    best = NATION[unit] in (FR, DE) and 0 <= RANK[unit] <= V.march.forced_rank
    return (V.march.forced_best if best else V.march.forced) + (V.march.forced_heat if turn in TRACK.heat else 0)


def why_no_forced_march(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a unit can't force its march [7.5]; None if it can."""
    if not FIGHTING >> unit & 1:  # 7.5.1
        return Reason("7.5.1", "why.force.kind")
    most = V.march.forced_losses_foot if FOOT >> unit & 1 else V.march.forced_losses_horse
    if board.lost[unit] > most:  # 7.5.2
        return Reason("7.5.2", "why.force.losses")
    if board.forced_before >> unit & 1:  # 7.5.5
        return Reason("7.5.5", "why.force.again")
    if board.forced >> unit & 1:  # 7.5.5
        return Reason("7.5.5", "why.force.now")
    if board.wreckers >> unit & 1:  # 16.1.2
        return Reason("16.1.2", "why.force.wrecker")
    if board.shipped >> unit & 1:  # 18.2.4
        return Reason("18.2.4", "why.force.carried")
    if board.carried >> unit & 1 or unit in board.trains:  # 12.2.6
        return Reason("12.2.6", "why.force.carried")
    if board.cut_off >> unit & 1:  # 13.3.2
        return Reason("13.3.2", "why.force.cut_off")
    if board.rain:  # 15.1.2
        return Reason("15.1.2", "why.force.rain")
    return None


def mark_extended(board: NachParisBoard, unit: Unit) -> None:
    """[7.4.1] Foot and horse that spent half of their MF get the first marker, all of it the second.

    Who only went by rail has the points of a train [12.3.4] (departs: 12.3.4).
    """
    points, whole = board.spent.get(unit, 0), allowance(board, unit)
    if points and points == board.railed.get(unit, 0):
        whole = V.rail.points + (V.march.rain if board.rain else 0)
    spent = 100 * points
    if not FIGHTING >> unit & 1 or not whole:
        return
    if spent >= V.march.extended_2 * whole:
        board.extended_2 |= 1 << unit
        board.extended_1 &= ~(1 << unit)  # 7.4.2: one marker or the other
    elif spent >= V.march.extended_1 * whole:
        board.extended_1 |= 1 << unit
