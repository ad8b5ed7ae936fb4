"""[11.3.5]-[11.3.9], [11.4.5]-[11.4.9], [11.6.13] The guns of forts and Festen, and who shelters in them.

A fort fires once in a player turn, in a barrage or in support of a combat; `fire` notes it.
"""

from __future__ import annotations

from marne.engine import Modifier
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ABU_ARF, V, modifier
from marne.games.nach_paris.components.units import ENGINEERS, HEADQUARTERS, NATION, NATIONS, OF_SIDE, Nation, Side
from marne.games.nach_paris.rules.forts.camps import unpoliced
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active_at, fort_arf
from marne.games.nach_paris.rules.units.cab import by_its_camp
from marne.hexes import Bits, bits, members, memo

__all__ = [
    "abu_from_forts",
    "attackable",
    "cut_railways",
    "fire",
    "fires_together",
    "fort_guns",
    "ignores_terrain",
    "in_shelter",
    "least_arf",
    "supporting_forts",
]


def fort_guns(board: NachParisBoard, nation: Nation, target: Hex) -> Bits:
    """[11.3.5], [11.4.5] Forts and Festen of a nation that can still barrage a hex: beside it, with an ARF.

    departs: 11.3.5, they reach every hex around their own, whatever lies between. Sum their `fort_arf`.
    """
    near = forts.NATIONAL.get(NATIONS[nation], 0) & _beside(target) & ~board.forts_gone & ~board.forts_fired
    return bits(fort for fort in members(near) if fort_arf(board, fort)) if near else 0


@memo(4096)
def _beside(target: Hex) -> Bits:
    """The forts in the hexes around a hex."""
    near = 0
    for hex in MAP.grid.neighbours[target]:
        near |= forts.AT[hex]
    return near


def fire(board: NachParisBoard, guns: Bits) -> None:
    """[11.3.5] These forts have fired."""
    board.forts_fired |= guns


def least_arf(guns: Bits) -> int:
    """[11.3.5], [11.4.5] The least ARF of an ABU: with a fort among the guns the first column is open."""
    return ABU_ARF[0] if guns else V.barrage.least


def ignores_terrain(units: Bits, guns: Bits) -> bool:
    """[11.3.6], [11.4.6] An ABU of forts and Festen alone knows its ranges: no terrain modifier."""
    return bool(guns) and not units


def fires_together(units: Bits, guns: Bits) -> bool:
    """[8.4.3], [11.3.5] Whether an ABU is one of several units: two of them, or one that forts join."""
    return units.bit_count() > 1 or bool(units and guns)


def abu_from_forts(guns: Bits, target: Hex) -> tuple[Modifier, ...]:
    """[11.6.13] What forts that fire into their own camp add to the die of an ABU."""
    inside = any(forts.CAMP_OF[fort] >= 0 and forts.CAMP_OF[fort] == MAP.camp[target] for fort in members(guns))
    return (modifier("abu.own_camp"),) if inside else ()


def supporting_forts(board: NachParisBoard, attackers: Bits, target: Hex) -> Bits:
    """[11.3.8], [11.4.8] The forts whose ARF is added to an attack: one attacker is a Fortifications-Related Unit in
    or beside its own camp, and the forts can barrage the attacked hex. They are not touched by the result.
    """
    related = [unit for unit in members(attackers) if by_its_camp(board, unit)]
    return fort_guns(board, NATION[related[0]], target) if related else 0


def in_shelter(board: NachParisBoard, hex: Hex) -> Bits:
    """[11.3.9], [11.4.9] Headquarters and engineers that an active fort of their side shelters."""
    standing = active_at(board, hex)
    for side in (0, 1):
        if standing & FORTS_OF[side]:
            return board.of(hex, side) & (HEADQUARTERS | ENGINEERS)
    return 0


def attackable(board: NachParisBoard, hex: Hex, side: Side) -> Bits:
    """[11.3.9] The units of a side in a hex that a combat can strike; with none the hex is no target."""
    return board.at[hex] & OF_SIDE[side] & ~in_shelter(board, hex)


def cut_railways(board: NachParisBoard, side: Side) -> Bits:
    """[12.1.6], [11.6.15] Hexes in which a side can't use railways because of works: enemy forts with guns stand in
    them or beside them, or they are of a fallen camp without police.
    """
    return unpoliced(board, side) | _under_guns(board.forts_gone, board.festen_hit, side)


@memo(256)
def _under_guns(gone: Bits, hit: Bits, side: Side) -> Bits:
    """The hexes of enemy forts that have guns left, and those beside them."""
    found = 0
    for fort in members(FORTS_OF[1 - side] & ~gone):
        if forts.ARF[fort][hit >> fort & 1]:
            hex = MAP.forts[fort].hex
            found |= 1 << hex | MAP.grid.links.of[hex]
    return found
