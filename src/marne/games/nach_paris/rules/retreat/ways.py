"""[7.2], [9.6.3], [9.6.7] What a unit can cross and enter when it retreats, advances or shifts after combat."""

from __future__ import annotations

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Water
from marne.games.nach_paris.components.tables import FLOODED, MOVEMENT, NO_WAY, hexsides
from marne.games.nach_paris.components.units import BE, MOBILITY, NATION, SIDE, Unit
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import bridge_stands, crossing, open_to
from marne.games.nach_paris.rules.units.stacking import terrain_now
from marne.games.nach_paris.rules.units.zones import flooded
from marne.games.nach_paris.rules.works.entrenchments import leave_works
from marne.hexes import memo

__all__ = ["abroad", "can_cross", "cost", "kinds", "may_enter", "settle"]


def kinds(board: NachParisBoard, a: Hex, b: Hex) -> tuple[int, ...]:
    """[4.2] All that the hexside between two hexes carries now."""
    side = MAP.grid.side(a, b)
    bridge = not board.broken or MAP.water[side] != Water.MAJOR or bridge_stands(board, side)
    return _kinds(side, flooded(side, board.sluices), bridge)


@memo(4096)
def _kinds(side: int, flooded: bool, bridge: bool) -> tuple[int, ...]:
    return hexsides(side, flooded=flooded, bridge=bridge)


def can_cross(board: NachParisBoard, unit: Unit, a: Hex, b: Hex) -> bool:
    """[7.2.1] Whether a march could lead a unit over the hexside."""
    return crossing(board, unit, MAP.grid.side(a, b)) < NO_WAY


def cost(board: NachParisBoard, unit: Unit, a: Hex, b: Hex) -> int:
    """[7.1.7], [7.2.1] The points of one step."""
    return MOVEMENT[terrain_now(board, b)][MOBILITY[unit]] + crossing(board, unit, MAP.grid.side(a, b))


def may_enter(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[7.1.6], [9.6.4] A hex of the scenario without enemies, enemy forts or floods, on a border that is open."""
    side = SIDE[unit]
    free = open_to(board.play, board.turn, NATION[unit])
    if NATION[unit] == BE and board.play.said.special.belgians_stay:
        free = board.play.area  # their last way out
    if not free >> hex & 1 or board.occupied[1 - side] >> hex & 1 or closed_to(board, side) >> hex & 1:
        return False
    return terrain_now(board, hex) != FLOODED


def abroad(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """Belgians leave Belgium only where they have no other retreat (departs: `neutrality`)."""
    return NATION[unit] == BE and board.play.said.special.belgians_stay and MAP.country[hex] != "BE"


def settle(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """Put a unit in its new hex: fieldworks [10.3.1], trains and Firing Positions [9.3.3] are left behind."""
    leave_works(board, unit)
    board.in_position &= ~(1 << unit)
    board.trains.pop(unit, None)
    board.put(unit, hex)
    take_ground(board, unit, hex)
