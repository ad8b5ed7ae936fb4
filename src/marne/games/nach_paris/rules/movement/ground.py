"""[4.5], [12.1.3], [17.2.1] What a unit takes by entering a hex: ground, railways, the banks of a sluice."""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import FIGHTING, GERMAN_SIDE, NATION, SIDE, SIDES, Unit
from marne.games.nach_paris.events import GroundTaken
from marne.games.nach_paris.rules.rail.control import take_railway
from marne.games.nach_paris.steps import label
from marne.hexes import Bits, bits

__all__ = ["take_ground"]

_SLUICE_HEXES: Final[Bits] = bits(hex for sluice in MAP.sluices for hex in sluice.control)


def _hold_sluice(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """[17.2.1] The banks of a sluice go by the last unit that was there, of whatever kind."""
    if _SLUICE_HEXES >> hex & 1:
        board.sluice_holder[hex] = NATION[unit]


def take_ground(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """[4.5] Whoever enters or passes a hex holds it until an enemy does: foot and horse only."""
    _hold_sluice(board, unit, hex)
    if not FIGHTING >> unit & 1:
        return
    take_railway(board, unit, hex)
    german = SIDE[unit] == GERMAN_SIDE
    if (board.german_ground >> hex & 1) != german:
        board.german_ground ^= 1 << hex
        if any(hex in objective.hexes for objective in board.play.objectives):
            board.tell(GroundTaken("4.5", label(hex), SIDES[SIDE[unit]]))
