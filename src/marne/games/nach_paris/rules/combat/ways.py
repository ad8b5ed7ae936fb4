"""[7.2], [9.6.3], [9.6.7] What a unit can cross and enter when it retreats, advances or shifts after combat."""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.units.stacking import terrain_now
from marne.games.nach_paris.rules.units.zones import flooded
from marne.games.nach_paris.rules.works.forts import closed_to
from marne.games.nach_paris.tables import CROSSING, FLOODED, MOVEMENT, NO_WAY, V, hexside, hexsides
from marne.games.nach_paris.units import BE, DE, FR, MOBILITY, NATION, RAIL, SIDE, SUPERIOR, Unit

__all__ = ["abroad", "bridged", "can_cross", "cost", "kinds", "may_enter", "settle", "turn_to"]

_ROADS: Final[dict[int, tuple[int, ...]]] = {}
"""The road structures on each hexside."""
for _number, _structure in enumerate(MAP.structures):
    if _structure.road and MAP.grid.adjacent(_structure.hex, _structure.to):
        _side = MAP.grid.side(_structure.hex, _structure.to)
        _ROADS[_side] = (*_ROADS.get(_side, ()), _number)


def bridged(board: NachParisBoard, side: int) -> bool:
    """[7.2.1] Whether a road bridge stands on a hexside; where none is listed, the map's own holds."""
    roads = _ROADS.get(side, ())
    return any(number not in board.broken for number in roads) if roads and board.broken else True


def kinds(board: NachParisBoard, a: Hex, b: Hex) -> tuple[int, ...]:
    """[4.2] All that the hexside between two hexes carries now."""
    side = MAP.grid.side(a, b)
    return hexsides(side, flooded=flooded(side, board.sluices), bridge=bridged(board, side))


def _binding(board: NachParisBoard, a: Hex, b: Hex) -> int:
    side = MAP.grid.side(a, b)
    return hexside(side, flooded=flooded(side, board.sluices), bridge=bridged(board, side))


def _feet(unit: Unit) -> int:
    """Railway guns that are off their rails go like any gun."""
    return MOBILITY[unit] if MOBILITY[unit] != RAIL else SUPERIOR - 1


def can_cross(board: NachParisBoard, unit: Unit, a: Hex, b: Hex) -> bool:
    """[7.2.1] Whether a march could lead a unit over the hexside."""
    return CROSSING[_binding(board, a, b)][_feet(unit)] < NO_WAY


def cost(board: NachParisBoard, unit: Unit, a: Hex, b: Hex) -> int:
    """[7.1.7], [7.2.1] The points of one step."""
    return MOVEMENT[terrain_now(board, b)][_feet(unit)] + CROSSING[_binding(board, a, b)][_feet(unit)]


def may_enter(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[7.1.6], [9.6.4] A hex of the scenario without enemies, enemy forts or floods, on a border that is open."""
    side = SIDE[unit]
    if not board.play.area >> hex & 1 or board.occupied[1 - side] >> hex & 1 or closed_to(board, side) >> hex & 1:
        return False
    return terrain_now(board, hex) != FLOODED and not _shut(board, unit, hex)


def _shut(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[3.3.2] Neutrality: Germans before their turn in Belgium, French and Belgians over their border at first."""
    country = MAP.country[hex]
    if NATION[unit] == DE:
        return country == "BE" and board.turn < board.play.said.special.germans_in_belgium
    if board.turn >= V.turns.over_the_border or NATION[unit] not in (FR, BE):
        return False
    return country != ("FR" if NATION[unit] == FR else "BE")


def abroad(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """Belgians leave Belgium only where they have no other retreat (departs: `neutrality`)."""
    return NATION[unit] == BE and board.play.said.special.belgians_stay and MAP.country[hex] != "BE"


def settle(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """Put a unit in its new hex: fieldworks [10.3.1], trains and Firing Positions [9.3.3] are left behind."""
    keep = ~(1 << unit)
    board.fieldworks &= keep
    board.entrenched &= keep
    board.in_position &= keep
    board.trains.pop(unit, None)
    board.put(unit, hex)
    take_ground(board, unit, hex)


def turn_to(board: NachParisBoard, unit: Unit, facing: int) -> None:
    """[6.2.1] A new facing; fieldworks don't turn with the unit [10.3.1]."""
    if board.faces[unit] != facing:
        board.faces[unit] = facing
        board.fieldworks &= ~(1 << unit)
