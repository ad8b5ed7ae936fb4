"""11.21: where a defending stack may go back to."""

from __future__ import annotations

from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS
from marne.games.schlieffens_war.components.units import BELGIAN, DEPOT, HQ, IS_CORPS, KIND, NATION, SIDE
from marne.games.schlieffens_war.events import Retreated
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import holds_fort
from marne.games.schlieffens_war.rules.command.stacking import foreign
from marne.games.schlieffens_war.rules.supply.supply import distance_to_source
from marne.hexes import members

__all__ = ["may_retreat", "retreat", "retreat_hexes", "retreating"]


def may_retreat(board: WarBoard, battle: Battle) -> bool:
    """11.20, 11.21: not out of a fort or a heavy fortress."""
    return not (g.HEAVY >> battle.hex & 1 or holds_fort(board, battle.hex))


def retreating(board: WarBoard, battle: Battle) -> list[int]:
    """11.20: the units of the attacked stack that are left; they go together, and no fort is among them (11.21)."""
    return [unit for unit in battle.force if board.where[unit] == battle.at]


def retreat_hexes(board: WarBoard, battle: Battle) -> list[int]:
    """11.21, 7.3, 10.8: open hexes with room for the whole stack outside enemy zones; the nearest to supply only."""
    units = retreating(board, battle)
    if not units or not may_retreat(board, battle):
        return []
    side, start = SIDE[units[0]], battle.at
    open_hexes = g.PASSABLE[start] & ~board.zone(1 - side)
    for left in battle.trail:
        open_hexes &= ~(1 << left)
    if NATION[units[0]] == BELGIAN:
        open_hexes &= g.BELGIAN_AREA
    corps = sum(1 for unit in units if IS_CORPS[unit])
    hqs = sum(1 for unit in units if KIND[unit] == HQ)
    found = [
        hex
        for hex in members(open_hexes)
        if board.corps_equivalents(hex) + corps <= LIMITS.corps
        and board.hqs(hex) + hqs <= LIMITS.hqs
        and not foreign(board, units[0], hex)
    ]
    if not found:
        return []
    far = distance_to_source(board, NATION[units[0]])
    nearest = min(far[hex] for hex in found)
    return [hex for hex in found if far[hex] == nearest]


def retreat(board: WarBoard, battle: Battle, to: int) -> None:
    """11.21: the stack goes back one hex. A depot that no rail takes there is lost (10.7)."""
    start = battle.at
    moved = []
    for unit in retreating(board, battle):
        if KIND[unit] == DEPOT and not g.RAIL[start] >> to & 1:  # departs: depots keep to their rails
            board.eliminate(unit, "11.21")
        else:
            board.move(unit, to)
            moved.append(unit)
    board.tell(Retreated("11.21", tuple(moved), start, to))
