"""[12.1.5], [12.1.6] The railways that supply a nation: the one place where chapters 13 and 14 ask for them."""

from __future__ import annotations

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import Nation
from marne.games.nach_paris.rules.rail.network import high_hexes, rail_hexes
from marne.hexes import Bits

__all__ = ["railheads", "railways"]


def railheads(board: NachParisBoard, nation: Nation) -> Bits:
    """[12.1.5], [13.1.4] The hexes with a usable High Capacity Railroad."""
    return high_hexes(board, nation)


def railways(board: NachParisBoard, nation: Nation) -> Bits:
    """[12.1.5], [14.1.2] The hexes with any usable railway."""
    return rail_hexes(board, nation)
