"""[12.4] Transport capacity: convoys, and how many of them a line and a side can run."""

from __future__ import annotations

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Rail, Terrain
from marne.games.nach_paris.components.tables import CONVOYS, V
from marne.games.nach_paris.components.units import CAVALRY, INFANTRY, PARTS, SIDE, Unit
from marne.games.nach_paris.rules.rail.lines import LOW

__all__ = ["closed_lines", "is_convoy", "may_run", "most", "note_entry", "note_journey"]


def is_convoy(board: NachParisBoard, unit: Unit) -> bool:
    """[12.4.1] Large units are convoys: cavalry of two steps, infantry of three, a part of a split unit of two."""
    steps = board.steps(unit)
    if CAVALRY >> unit & 1:
        return steps >= V.rail.convoy_horse
    if not INFANTRY >> unit & 1:
        return False
    return steps >= (V.rail.convoy_split if PARTS >> unit & 1 else V.rail.convoy_foot)


def most(link: int, into: Hex) -> int:
    """[12.4.1] The convoys that may enter a hex by a link in a Movement Phase."""
    rail = MAP.links[link].rail
    if rail == Rail.LOW:
        return CONVOYS["low mountainous" if MAP.terrain[into] == Terrain.MOUNTAINOUS else "low"]
    return CONVOYS["high strengthened" if rail == Rail.HIGH_STRENGTHENED else "high"]


def closed_lines(board: NachParisBoard, unit: Unit) -> set[tuple[int, Hex]]:
    """[12.4.1], [12.4.3] The links, with the hex they lead into, that a train can't use any more in this phase.

    A convoy finds no room where the capacity is used up; nobody runs on a low capacity link against the trains that
    have used it (departs: 12.4.1).
    """
    found: set[tuple[int, Hex]] = set()
    convoy = is_convoy(board, unit)
    for (link, into), used in board.rail_used.items():
        if convoy and used >= most(link, into):
            found.add((link, into))
        if LOW >> link & 1:
            ends = MAP.links[link]
            found.add((link, ends.a if into == ends.b else ends.b))
    return found


def may_run(board: NachParisBoard, unit: Unit) -> bool:
    """[12.4.2] Whether a side may run one convoy more in this phase; a unit counts once, however far it goes."""
    if not is_convoy(board, unit) or board.convoyed >> unit & 1:
        return True
    return board.convoys[SIDE[unit]] < V.rail.convoys


def note_entry(board: NachParisBoard, unit: Unit, link: int, into: Hex) -> None:
    """[12.4.1] A train enters a hex. The entry of a train that is no convoy only shows its direction."""
    board.rail_used[link, into] = board.rail_used.get((link, into), 0) + is_convoy(board, unit)


def note_journey(board: NachParisBoard, unit: Unit) -> None:
    """[12.4.2] A convoy is one of fourteen once it goes (departs: 12.4.2)."""
    if is_convoy(board, unit) and not board.convoyed >> unit & 1:
        board.convoyed |= 1 << unit
        board.convoys[SIDE[unit]] += 1
