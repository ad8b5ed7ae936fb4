"""[21.2.2] What the doctrine makes indoctrinated divisions do: close with the enemy, face him, attack him."""

from __future__ import annotations

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import SIDE, Unit
from marne.games.nach_paris.rules.units.zones import front
from marne.hexes import Bits

__all__ = ["beside_enemies", "bound", "closing", "in_touch", "looks_at_enemies"]


def bound(board: NachParisBoard, unit: Unit) -> bool:
    """[21.2.2] Whether an indoctrinated unit has enemies, hidden or not, within two hexes."""
    if not board.indoctrinated >> unit & 1 or board.where[unit] < 0:
        return False
    return bool(MAP.grid.within_bits(board.where[unit], V.doctrine.range) & board.occupied[1 - SIDE[unit]])


def beside_enemies(board: NachParisBoard, unit: Unit) -> Bits:
    """The hexes next to an enemy."""
    return MAP.grid.links.spread(board.occupied[1 - SIDE[unit]])


def in_touch(board: NachParisBoard, unit: Unit) -> bool:
    """Whether a unit stands next to an enemy."""
    return bool(beside_enemies(board, unit) >> board.where[unit] & 1)


def looks_at_enemies(board: NachParisBoard, unit: Unit) -> bool:
    """Whether an enemy is in a unit's front, so that it can attack him."""
    return bool(front(board, unit) & board.occupied[1 - SIDE[unit]])


def closing(board: NachParisBoard, unit: Unit, hexes: Bits) -> Bits:
    """[21.2.2] Those of the hexes that a bound unit may go to: next to an enemy; all of them if it can get to none."""
    close = hexes & beside_enemies(board, unit)
    return close if close or in_touch(board, unit) else hexes
