"""[12.5] Railway guns leave the line to fire, and come back to it to move.

`off-rails` puts one in Firing Position in its hex, `on-rails HEX` back on the line that leads to a neighbour.
"""

from __future__ import annotations

from typing import cast

from marne.engine import Answer
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import IDS, RAIL_ONLY, Unit
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.rail.events import OffTheRails, OnTheRails
from marne.games.nach_paris.rules.rail.journeys import points_by_rail
from marne.games.nach_paris.rules.rail.lines import heading, links_to
from marne.games.nach_paris.steps import Reason, Shape, Steps, Why, Word, label

__all__ = ["SHAPE", "carry_out", "offers", "reason"]

SHAPE: Shape = {"off-rails": "", "on-rails": "hex"}


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[12.5.1], [12.5.2] Into position, or out of it in a direction."""
    unit = going.unit
    if not RAIL_ONLY >> unit & 1:
        return ()
    if board.in_position >> unit & 1:
        return () if _why_not_on(board, going) else tuple(("on-rails", hex) for hex in _ways(board.where[unit]))
    return () if _why_not_off(board, unit) else ("off-rails",)


def _ways(hex: Hex) -> list[Hex]:
    """[12.5.3] The directions that a gun on the rails of a hex may head to."""
    return sorted({heading(link, hex).ahead for link in MAP.links_of[hex]})


def _left(board: NachParisBoard, unit: Unit) -> int:
    """[12.5.2] The points of a gun in position, as if it stood on the rails."""
    return max(0, board.mf(unit) + (V.march.rain if board.rain else 0) - board.spent.get(unit, 0))


def _why_not_off(board: NachParisBoard, unit: Unit) -> Reason | None:
    """[12.5.1] Why a gun can't leave the line to fire; None if it can."""
    if not RAIL_ONLY >> unit & 1:
        return Reason("12.5.1", "why.rail.no_gun")
    if unit not in board.trains:
        return Reason("12.5.1", "why.rail.off_already")
    if points_by_rail(board, unit) < V.firing_position.rail_in:
        return Reason("12.5.1", "why.rail.points", (("points", str(V.firing_position.rail_in)),))
    return None


def _why_not_on(board: NachParisBoard, going: Going) -> Reason | None:
    """Why a gun can't go back on the line [12.5.2]; None if it can. One that has just left it stays."""
    unit = going.unit
    if not RAIL_ONLY >> unit & 1:  # 12.5.2
        return Reason("12.5.2", "why.rail.no_gun")
    if not board.in_position >> unit & 1:  # 12.5.2
        return Reason("12.5.2", "why.rail.on_already")
    if going.started:  # 7.1.2
        return Reason("7.1.2", "why.moved")
    if _left(board, unit) < V.firing_position.rail_out:  # 12.5.2
        return Reason("12.5.2", "why.rail.points", (("points", str(V.firing_position.rail_out)),))
    return None


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[12.5.1], [12.5.2] The counter is flipped; in Firing Position it is no train (departs: 12.5.1)."""
    unit, bit = going.unit, 1 << going.unit
    hex = board.where[unit]
    if answer == "off-rails":
        del board.trains[unit]
        board.in_position |= bit
        board.entered |= bit  # 7.1.3: its facing is asked when it has ended
        board.spent[unit] = board.spent.get(unit, 0) + V.firing_position.rail_in
        board.tell(OffTheRails("12.5.1", IDS[unit], label(hex)))
        return ()
    ahead = cast("Word", answer)[1]
    board.in_position &= ~bit
    board.trains[unit] = heading(links_to(hex, ahead)[0], hex)
    board.spent[unit] = board.spent.get(unit, 0) + V.firing_position.rail_out
    board.tell(OnTheRails("12.5.2", IDS[unit], label(hex), label(ahead)))
    return ()


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why one isn't offered."""
    if answer == "off-rails":
        return _why_not_off(board, going.unit)
    if found := _why_not_on(board, going):
        return found
    if isinstance(answer, tuple) and isinstance(answer[1], int):
        return Reason("12.5.3", "why.rail.no_link", (("hex", label(answer[1])),))
    return None
