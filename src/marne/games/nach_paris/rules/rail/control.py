"""[12.1] Who controls the railways."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import FIGHTING, GERMAN_SIDE, SIDE, SIDES, Unit
from marne.games.nach_paris.rules.rail.events import RailwaysTaken
from marne.games.nach_paris.steps import NachParisStep, Steps, value
from marne.hexes import Bits, bits

__all__ = ["RAIL_HEXES", "DelimitRailways", "LuxembourgRailways", "take_railway"]

RAIL_HEXES: Final[Bits] = bits(hex for hex, links in enumerate(MAP.links_of) if links)


@value
class DelimitRailways(NachParisStep):
    """[12.1.1], [12.1.2] In the first German Admin Phase: which rail hexes are German; the rest is Allied."""

    rule: ClassVar[str] = "12.1.2"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.german_rail = board.play.german_rail
        return ()


@value
class LuxembourgRailways(NachParisStep):
    """[12.1.7] In the Admin Phase of turn 3 Luxembourg's railways become German up to its borders.

    From then on the French use Belgium's too (`network.held`).
    """

    rule: ClassVar[str] = "12.1.7"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        new = _LUXEMBOURG & ~board.german_rail
        if board.turn == V.turns.luxembourg and new:
            board.german_rail |= new
            board.tell(RailwaysTaken(self.rule, SIDES[GERMAN_SIDE], new.bit_count()))
        return ()


_LUXEMBOURG: Final[Bits] = RAIL_HEXES & bits(hex for hex, country in enumerate(MAP.country) if country == "LU")


def take_railway(board: NachParisBoard, unit: Unit, hex: Hex) -> None:
    """[12.1.3], [12.1.4] Foot and horse of two steps and more take the railway of a hex that they enter."""
    if RAIL_HEXES >> hex & FIGHTING >> unit & 1 and board.steps(unit) >= V.rail.control_steps:
        german = board.german_rail | 1 << hex
        board.german_rail = german if SIDE[unit] == GERMAN_SIDE else german ^ 1 << hex
