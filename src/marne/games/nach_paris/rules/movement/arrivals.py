"""[7.7] Arrivals: units come in on the turn of their row."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import WAITING, Hex, NachParisBoard, Train
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.events import Arrived
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.options.fog import hide_arrival
from marne.games.nach_paris.scenarios import Arrival
from marne.games.nach_paris.steps import NachParisStep, Steps, label, value
from marne.games.nach_paris.units import IDS, NATION, RAIL_ONLY, SIDE, Nation

__all__ = ["Arrivals", "due", "place"]


def due(board: NachParisBoard, nation: Nation) -> list[Arrival]:
    """[7.7.1], [7.7.4] The rows of the units that may come now: those of this turn, and those held back."""
    rows = board.play.arrival
    return [
        row
        for unit, row in rows.items()
        if board.where[unit] == WAITING and NATION[unit] == nation and row.turn <= board.turn
    ]


def place(board: NachParisBoard, row: Arrival, hex: Hex) -> None:
    """[7.7.1], [3.3.1] Put a unit where it arrives, with the marks of its row; it can't move in this turn."""
    unit, bit = row.unit, 1 << row.unit
    board.put(unit, hex)
    board.lost[unit] = row.lost
    board.arrived |= bit
    board.moved |= bit
    hide_arrival(board, unit)
    board.fieldworks |= bit if row.fieldworks else 0
    board.limited |= bit if row.llc else 0
    board.in_position |= bit if row.fip else 0
    if RAIL_ONLY & ~board.in_position & bit and MAP.links_of[hex]:
        link = MAP.links[MAP.links_of[hex][0]]
        node, ahead = (link.node_a, link.b) if link.a == hex else (link.node_b, link.a)
        board.trains[unit] = Train(node, MAP.links_of[hex][0], ahead)
    take_ground(board, unit, hex)
    board.tell(Arrived("7.7.1", IDS[unit], label(hex)))


@value
class Arrivals(NachParisStep):
    """[7.7.1] A nation's units that are due are placed in their hexes where no enemy is.

    Nobody is asked: facing, arrivals that are blocked or held back, and those by rail are not written yet.
    """

    rule: ClassVar[str] = "7.7.1"
    nation: Nation

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        for row in due(board, self.nation):
            if not board.occupied[1 - SIDE[row.unit]] >> row.hex & 1:
                place(board, row, row.hex)
        return ()
