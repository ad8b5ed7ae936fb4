"""[12.1] Who controls the railways."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.steps import NachParisStep, Steps, value
from marne.games.nach_paris.tables import V
from marne.games.nach_paris.units import FIGHTING, GERMAN_SIDE, SIDE, Unit
from marne.hexes import Bits, bits

__all__ = ["RAIL_HEXES", "DelimitRailways", "LuxembourgRailways", "take_railway"]

RAIL_HEXES: Bits = bits(hex for hex, links in enumerate(MAP.links_of) if links)


@value
class DelimitRailways(NachParisStep):
    """[12.1.2] The first German Admin Phase of a scenario: which rail hexes are German."""

    rule: ClassVar[str] = "12.1.2"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.german_rail = board.play.german_rail
        return ()


@value
class LuxembourgRailways(NachParisStep):
    """[12.1.7] Luxembourg's railways become German. Silent: its chapter is not written yet."""

    rule: ClassVar[str] = "12.1.7"


def take_railway(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """[12.1.3], [12.1.4] Foot and horse of two steps and more take the railway of a hex that they enter."""
    if RAIL_HEXES >> hex & FIGHTING >> unit & 1 and board.steps(unit) >= V.rail.control_steps:
        german = board.german_rail | 1 << hex
        board.german_rail = german if SIDE[unit] == GERMAN_SIDE else german ^ 1 << hex
