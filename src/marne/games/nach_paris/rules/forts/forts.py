"""[11.2]-[11.4], [11.6.7] Which fortifications stand, what they keep out and control."""

from __future__ import annotations

from functools import cache
from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, Side
from marne.hexes import Bits, bits, members, memo

__all__ = [
    "CAMP_HEXES",
    "FORTS_OF",
    "active",
    "active_at",
    "closed_to",
    "fort_arf",
    "fort_cbf",
    "fort_name",
    "fort_zones",
    "lost_sides",
    "sheltered",
]

FORTS_OF: Final[tuple[Bits, Bits]] = (forts.NATIONAL["DE"], forts.NATIONAL["BE"] | forts.NATIONAL["FR"])
"""The fortifications of each side."""
CAMP_HEXES: Final[tuple[Bits, Bits]] = (
    bits(hex for camp in MAP.camps if camp.nation == "DE" for hex in camp.hexes),
    bits(hex for camp in MAP.camps if camp.nation != "DE" for hex in camp.hexes),
)
"""[11.6.4] The hexes of each side's Entrenched Camps."""


def active(board: NachParisBoard) -> Bits:
    """[11.3.1], [11.4.1] The forts and Festen that are not destroyed."""
    return _EVERY & ~board.forts_gone


def active_at(board: NachParisBoard, hex: Hex) -> Bits:
    """Those of a hex."""
    return forts.AT[hex] & ~board.forts_gone


def lost_sides(board: NachParisBoard, fort: int) -> int:
    """[11.4.10] How many steps a fortification has lost: the index into its factors."""
    return board.festen_hit >> fort & 1


def fort_name(fort: int) -> str:
    """A fort as people call it."""
    return MAP.forts[fort].name


def fort_cbf(board: NachParisBoard, hex: Hex) -> int:
    """[11.3.7], [11.4.7], [11.6.8] What the active fortifications of a hex add to its defenders, unmultiplied."""
    return sum(forts.CBF[fort][lost_sides(board, fort)] for fort in members(active_at(board, hex)))


def fort_arf(board: NachParisBoard, fort: int) -> int:
    """[11.3.5], [11.4.5] The ARF of a fortification as it stands; 0 once destroyed."""
    return 0 if board.forts_gone >> fort & 1 else forts.ARF[fort][lost_sides(board, fort)]


def closed_to(board: NachParisBoard, side: Side) -> Bits:
    """[11.6.7] Hexes that a side can't enter: enemy fortifications stand in them.

    In an enemy camp any unit, be it a headquarters, keeps its hex closed: nobody is overrun there.
    """
    enemy = 1 - side
    works = _closed(board.forts_gone, side) | _zones_closed(board.zones_gone, side)
    return works | board.occupied[enemy] & CAMP_HEXES[enemy]


@memo(256)
def _closed(gone: Bits, side: Side) -> Bits:
    """[11.3.2], [11.4.2] No enemy enters while a fort or Feste is active."""
    return bits(MAP.forts[fort].hex for fort in members(FORTS_OF[1 - side] & ~gone))


@memo(64)
def _zones_closed(gone: Bits, side: Side) -> Bits:
    """[11.2.2] Nor an Ally where a Fortified Zone stands."""
    if side != ALLIED_SIDE:
        return 0
    return bits(hex for hex, zone in forts.ZONE_AT.items() if not gone >> zone & 1)


def fort_zones(board: NachParisBoard, side: Side) -> Bits:
    """[11.4.2], [11.6.7] Hexes in the ZOC of a side's Festen, and of its camps round their outside."""
    return _zones(board.forts_gone, board.festen_hit, side)


@memo(256)
def _zones(gone: Bits, hit: Bits, side: Side) -> Bits:
    found = 0
    for fort in members(FORTS_OF[side] & ~gone):
        if forts.FESTEN >> fort & 1 and not hit >> fort & 1:
            found |= forts.ZOC[fort]
        camp = forts.CAMP_OF[fort]
        if camp >= 0:
            found |= MAP.grid.links.of[MAP.forts[fort].hex] & ~_camp(camp)
    return found


def sheltered(board: NachParisBoard, side: Side) -> Bits:
    """[11.6.10] Hexes of a side's camps in which a fort is active: no enemy ZOC exists there."""
    return _sheltered(board.forts_gone, side)


@memo(256)
def _sheltered(gone: Bits, side: Side) -> Bits:
    standing = (fort for fort in members(FORTS_OF[side] & ~gone) if forts.CAMP_OF[fort] >= 0)
    return bits(MAP.forts[fort].hex for fort in standing)


@cache
def _camp(camp: int) -> Bits:
    return bits(MAP.camps[camp].hexes)


_EVERY: Final[Bits] = (1 << forts.COUNT) - 1
