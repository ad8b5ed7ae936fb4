"""[7] Why a unit can't go to a hex, or can't move at all: the first rule in the way."""

from __future__ import annotations

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import Play
from marne.games.nach_paris.components.tables import HEXSIDES, NO_WAY
from marne.games.nach_paris.components.units import CAVALRY, FIGHTING, NATION, SIDE, Nation, Unit
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.reach import (
    costs_for,
    crossing,
    enterable,
    open_to,
    overrunable,
    reach,
    side_now,
    transit_full,
)
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.steps import Why, label
from marne.games.nach_paris.words import Reason

__all__ = ["why_not_move", "why_not_there"]


def why_not_move(board: NachParisBoard, unit: Unit, nation: Nation) -> Why:
    """Why a unit can't be chosen [7.1.1], [7.1.2], [8.1.3]; None if it can."""
    bit = 1 << unit
    if board.where[unit] < 0 and unit not in board.off_harbour:  # 7.7.1
        return Reason("7.7.1", "why.off_map")
    if NATION[unit] != nation:  # 3.2.1
        return Reason("3.2.1", "why.other_nation")
    if board.barraged & bit:  # 8.1.3
        return Reason("8.1.3", "why.barraged")
    if board.arrived & bit:  # 7.7.1
        return Reason("7.7.1", "why.arrived")
    if board.moved & bit:  # 7.1.2
        return Reason("7.1.2", "why.moved")
    return None


def why_not_there(board: NachParisBoard, unit: Unit, hex: Hex, points: int, stopped: bool, leg: int) -> Why:
    """The rule that keeps a unit out of a hex: the hex itself, then the way, then the points."""
    here, to = board.where[unit], (("hex", label(hex)),)
    if hex == here:  # 7.1.3
        return Reason("7.1.3", "why.here", to)
    if found := _hex_itself(board, unit, hex):
        return found
    if stopped:  # 7.6.1
        return Reason("7.6.1", "why.stopped")
    if reach(board, unit, points).hexes >> hex & 1:  # 7.1.3
        return Reason("7.1.3", "why.leg", (*to, ("most", str(leg))))
    if MAP.grid.adjacent(here, hex) and crossing(board, unit, MAP.grid.side(here, hex)) == NO_WAY:
        kind = HEXSIDES[side_now(board, MAP.grid.side(here, hex))]
        return Reason("7.2.1", f"why.side.{kind.replace(' ', '_')}", to)
    return _way(board, unit, hex, points)


def _hex_itself(board: NachParisBoard, unit: Unit, hex: Hex) -> Why:
    side, to = SIDE[unit], (("hex", label(hex)),)
    if not MAP.playable(hex):  # 1.1.4
        return Reason("1.1.4", "why.not_playable", to)
    if not board.play.area >> hex & 1:  # 1.1.5
        return Reason("1.1.5", "why.outside", to)
    if not open_to(board.play, board.turn, NATION[unit]) >> hex & 1:
        return Reason(_border_rule(board.play, board.turn), "why.border", to)
    if closed_to(board, side) >> hex & 1:  # 11.3.2
        return Reason("11.3.2", "why.fort", to)
    if board.occupied[1 - side] >> hex & 1 and not (FIGHTING >> unit & overrunable(board, side) >> hex & 1):  # 7.1.6
        return Reason("7.1.6", "why.enemy_there", to)
    if transit_full(board, unit, hex):  # 7.3.1
        return Reason("7.3.1", "why.transit_hex", to)
    if not fits(board, unit, hex, side):  # 6.4.1
        return Reason("6.4.1", "why.stacking", to)
    return None


def _border_rule(play: Play, turn: int) -> str:
    """[3.3.2] The turn track keeps everybody at home at first; later only the scenario does [1.1.7]."""
    return "3.3.2" if turn < play.said.special.germans_in_belgium or not play.said.special.belgians_stay else "1.1.7"


def _way(board: NachParisBoard, unit: Unit, hex: Hex, points: int) -> Why:
    """Zones if it could go there without them, full roads if it could without these, else the points."""
    start, to = board.where[unit], (("hex", label(hex)),)
    free = enterable(board, unit)
    if costs_for(board, unit, points=points).reach(start, points, free=free).hexes >> hex & 1:
        if zones(board, 1 - SIDE[unit]) >> start & 1:  # 7.6.3
            return Reason("7.6.3", "why.zone_to_zone", to)
        return Reason("7.6.2" if CAVALRY >> unit & 1 else "7.6.1", "why.zones", to)
    if costs_for(board, unit, empty_roads=True).reach(start, points, free=free).hexes >> hex & 1:  # 7.3.3
        return Reason("7.3.3", "why.transit_side", to)
    return Reason("7.1.2", "why.points", (*to, ("points", str(points))))
