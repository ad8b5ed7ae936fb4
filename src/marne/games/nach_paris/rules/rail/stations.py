"""[12.2.1] How many steps get on or off trains in a hex."""

from __future__ import annotations

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.data import MAP
from marne.games.nach_paris.map import Terrain, Town
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
from marne.games.nach_paris.tables import STATIONS
from marne.games.nach_paris.units import Nation

__all__ = ["capacity", "capacity_without_line", "room_in_station"]

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
    row = _row(node, bool(LOW >> AT[node][0] & 1))
    steps, halved = STATIONS[row]
    return steps // 2 if halved and _last(board, node, links) else steps


def capacity_without_line(hex: Hex) -> int:
    """[12.2.1] The steps that leave a train where its line can't be used any more: as in the last connected hex."""
    rows = [STATIONS[_row(node, bool(LOW >> AT[node][0] & 1))] for node in NODES_OF[hex]]
    return max((steps // 2 if halved else steps for steps, halved in rows), default=0)


def _row(node: int, low: bool) -> str:
    """[12.2.1], [4.5] The row of the chart: a line that ends here has rows of its own, but not in a large town.

    departs: `stations`, a station outside towns is like any other hex.
    """
    hex = hex_of_node(node)
    town = MAP.town[hex]
    if MAP.urban[hex]:
        return "suburb" if MAP.suburb[hex] else "large station"
    if DEAD_ENDS >> node & 1 and town != Town.LARGE:
        if low:
            return "low dead end, normal town" if town == Town.NORMAL else "low dead end"
        if town:
            return "high dead end"
    if town:
        return _TOWNS[town]
    return "rough or mountainous" if MAP.terrain[hex] in (Terrain.ROUGH, Terrain.MOUNTAINOUS) else "any other hex"


def _last(board: NachParisBoard, node: int, links: tuple[int, ...]) -> bool:
    """[12.2.1], [16.1.9] Whether a network ends in this hex: one usable link, though the line goes on.

    Dead ends are not meant, be it that they are printed or that a structure of this very hex is destroyed.
    """
    if len(links) > 1 or node in EDGE_NODES or DEAD_ENDS >> node & 1:
        return False
    hex = hex_of_node(node)
    broken = (structure for link in AT[node] for structure in STRUCTURES_ON.get(link, ()) if structure in board.broken)
    return not any(MAP.structures[structure].hex == hex for structure in broken)


def room_in_station(board: NachParisBoard, nation: Nation, hex: Hex) -> int:
    """[12.2.1] The steps that may still entrain or detrain in a hex in this Movement Phase."""
    return capacity(board, nation, hex) - board.station_used.get(hex, 0)
