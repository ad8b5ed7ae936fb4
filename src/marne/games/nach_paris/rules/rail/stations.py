"""[12.2.1] How many steps get on or off trains in a hex."""

from __future__ import annotations

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain, Town
from marne.games.nach_paris.components.tables import STATIONS
from marne.games.nach_paris.components.units import Nation
from marne.games.nach_paris.rules.rail.lines import (
    AT,
    DEAD_ENDS,
    EDGE_NODES,
    LOW,
    NODES_OF,
    STRUCTURES_ON,
    hex_of_node,
)
from marne.games.nach_paris.rules.rail.network import Net, net

__all__ = ["capacity", "capacity_without_line"]

_TOWNS = {Town.SMALL: "small town", Town.NORMAL: "normal town", Town.LARGE: "large town"}


def capacity(board: NachParisBoard, nation: Nation, hex: Hex) -> int:
    """[12.2.1] The steps that may entrain and detrain in a hex in a Movement Phase; 0 where no line is usable.

    The best line of the hex counts, not the sum (departs: 12.2.1).
    """
    found = net(board, nation)
    return max((_of_line(board, node, found) for node in NODES_OF[hex]), default=0)


def _of_line(board: NachParisBoard, node: int, found: Net) -> int:
    links = found.links(node)
    if not links:
        return 0
    ends = bool(DEAD_ENDS >> node & 1) or (len(links) == 1 and _broken_here(board, node))
    steps, halved = STATIONS[_row(node, bool(LOW >> links[0] & 1), ends)]
    last = len(links) == 1 and not ends and node not in EDGE_NODES
    return steps // 2 if halved and last else steps


def _broken_here(board: NachParisBoard, node: int) -> bool:
    """[16.1.9] A destroyed structure that lies in the hex makes a dead end of it; one beyond its edge doesn't."""
    hex = hex_of_node(node)
    structures = (structure for link in AT[node] for structure in STRUCTURES_ON.get(link, ()))
    return any(structure in board.broken and MAP.structures[structure].hex == hex for structure in structures)


def capacity_without_line(hex: Hex) -> int:
    """[12.2.1] The steps that leave a train where its line can't be used any more: as in the last connected hex."""
    rows = [STATIONS[_row(node, bool(LOW >> AT[node][0] & 1), bool(DEAD_ENDS >> node & 1))] for node in NODES_OF[hex]]
    return max((steps // 2 if halved else steps for steps, halved in rows), default=0)


def _row(node: int, low: bool, ends: bool) -> str:
    """[12.2.1], [4.5] The row of the chart: a line that ends here has rows of its own, but not in a large town.

    departs: `stations`, a station outside towns is like any other hex.
    """
    hex = hex_of_node(node)
    town = MAP.town[hex]
    if MAP.urban[hex]:
        return "suburb" if MAP.suburb[hex] else "large station"
    if ends and town != Town.LARGE:
        if low:
            return "low dead end, normal town" if town == Town.NORMAL else "low dead end"
        if town:
            return "high dead end"
    if town:
        return _TOWNS[town]
    return "rough or mountainous" if MAP.terrain[hex] in (Terrain.ROUGH, Terrain.MOUNTAINOUS) else "any other hex"
