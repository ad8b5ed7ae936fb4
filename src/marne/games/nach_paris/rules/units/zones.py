"""[6.1]-[6.3] Zones of control and facing: what a unit controls, where its front, flanks and rear lie (Diagram 1)."""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Water
from marne.games.nach_paris.components.tables import FACINGS, FLOODED_SIDE, ZOC_PATTERNS, V, hexsides
from marne.games.nach_paris.components.units import (
    ARF,
    CAVALRY,
    ENGINEERS,
    HEADQUARTERS,
    HEAVY,
    INFANTRY,
    MOUNTAIN,
    OF_SIDE,
    RED,
    SIDE,
    STEPS,
    WITH_ZOC,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.forts.forts import fort_zones, sheltered
from marne.hexes import Bits, FacingZones, bits, members, memo

__all__ = [
    "FLANK", "FRONT", "LARGE", "REAR", "SMALL", "aspect", "aspect_of", "facing_front", "flooded", "front", "has_facing",
    "in_zone", "pattern", "zone_of", "zones", "zones_of_guns", "zones_of_units",
]  # fmt: skip

FRONT, FLANK, REAR = "F", "S", "R"
SMALL, LARGE, ALL_ROUND, ENTRAINED = "small", "large", "all-round", "entrained"
LEAST_LARGE: Final = 3
"""[6.2.1] Steps of infantry that have the wide front."""
_ROUND: Final = CAVALRY | HEADQUARTERS | ENGINEERS
_REACHING: Final = HEAVY | MOUNTAIN | (INFANTRY & RED)
"""[6.1.3] Who exerts a ZOC through Deep Forest and over a Mountain Range."""


def has_facing(board: NachParisBoard, unit: Unit) -> bool:
    """[6.2.1] Cavalry, headquarters, engineers and trains have none; in the game without facing nobody has."""
    return board.facing and not _ROUND >> unit & 1 and unit not in board.trains


def pattern(board: NachParisBoard, unit: Unit) -> str:
    """[6.1.2], [6.2.1] The drawing of Diagram 1 that holds for a unit now."""
    return ENTRAINED if unit in board.trains else _pattern(unit, board.lost[unit], board.facing)


def _pattern(unit: Unit, lost: int, facing: bool) -> str:
    if not facing or _ROUND >> unit & 1:
        return ALL_ROUND
    return LARGE if INFANTRY >> unit & 1 and STEPS[unit] - lost >= LEAST_LARGE else SMALL


# -- zones of control


def zone_of(board: NachParisBoard, unit: Unit) -> Bits:
    """[6.1.2], [6.1.3] The hexes in which a unit exerts a ZOC; none in an enemy camp that holds out [11.6.10]."""
    hex = board.where[unit]
    if hex < 0 or not WITH_ZOC >> unit & 1 or unit in board.trains:
        return 0
    drawn = _drawn(unit, board.lost[unit], board.facing, board.sluices)
    return drawn.of[board.faces[unit]][hex] & ~sheltered(board, 1 - SIDE[unit])


@memo(4096)
def _drawn(unit: Unit, lost: int, facing: bool, sluices: Bits) -> FacingZones:
    """The table of a unit that isn't on a train: what it controls from each hex, with each facing."""
    far = ARF[unit][lost] >= V.zoc.over_major_river
    return _table(_pattern(unit, lost, facing), far, bool(_REACHING >> unit & 1), sluices)


@memo(64)
def _table(who: str, over_rivers: bool, over_heights: bool, sluices: Bits) -> FacingZones:
    turns = (turn for turn, yes in enumerate(ZOC_PATTERNS[who]) if yes)
    closed = bits(side for side in range(MAP.grid.side_count) if _shut(side, over_rivers, over_heights, sluices))
    return FacingZones(MAP.grid, turns, closed)


def _shut(side: int, over_rivers: bool, over_heights: bool, sluices: Bits) -> bool:
    """[6.1.3] Whether no ZOC reaches over a hexside; nobody's over flooded banks."""
    if sluices and FLOODED_SIDE in hexsides(side, flooded=flooded(side, sluices)):
        return True
    if MAP.water[side] == Water.MAJOR and not over_rivers:
        return True
    return MAP.cover[side] != Cover.NONE and not over_heights


def flooded(side: int, sluices: Bits) -> bool:
    """[17.2.2] Whether the sluice of a hexside is open."""
    return any(sluices >> i & 1 and sluice.name == MAP.flood[side] for i, sluice in enumerate(MAP.sluices))


def zones_of_units(board: NachParisBoard, units: Bits) -> Bits:
    """The ZOC of a set of units together."""
    found = 0
    for unit in members(units):
        found |= zone_of(board, unit)
    return found


def zones(board: NachParisBoard, side: Side) -> Bits:
    """[6.1] Every hex in the ZOC of a side: of its units, its Festen and its camps [11.4.2], [11.6.7].

    Kept until a unit of the side moves, turns, loses a step or boards a train.
    """
    found = zones_of_guns(board, side, 0)
    for hex in members(board.fog_markers[side]):  # 19.2.3: on a masked board
        found |= board.fog_zones.get(hex, 0)
    return (found | fort_zones(board, side)) & ~sheltered(board, 1 - side)


_WITH_ZOC_OF: Final = tuple(units & WITH_ZOC for units in OF_SIDE)


@memo(512)
def _together(
    units: Bits,
    where: tuple[int, ...],
    faces: tuple[int, ...],
    lost: tuple[int, ...],
    facing: bool,
    sluices: Bits,
    arf: int,
) -> Bits:
    found = 0
    for unit, hex, faced, gone in zip(members(units), where, faces, lost, strict=True):
        if ARF[unit][gone] >= arf:
            found |= _drawn(unit, gone, facing, sluices).of[faced][hex]
    return found


def zones_of_guns(board: NachParisBoard, side: Side, arf: int) -> Bits:
    """[12.1.6], [17.1.4], [18.1.2] Hexes in the ZOC of a side's units with so much ARF."""
    units = board.standing & _WITH_ZOC_OF[side]
    if board.trains:
        units &= ~bits(board.trains)
    here, where, faces, lost = members(units), board.where, board.faces, board.lost
    found = _together(
        units,
        tuple([where[unit] for unit in here]),
        tuple([faces[unit] for unit in here]),
        tuple([lost[unit] for unit in here]),
        board.facing,
        board.sluices,
        arf,
    )
    return found & ~sheltered(board, 1 - side)


def in_zone(board: NachParisBoard, hex: Hex, side: Side) -> bool:
    """Whether a hex is in the ZOC of a side."""
    return bool(zones(board, side) >> hex & 1)


# -- front, flank, rear


def front(board: NachParisBoard, unit: Unit) -> Bits:
    """[6.2.1] A unit's front hexes: where it may barrage, attack and be covered."""
    hex = board.where[unit]
    return 0 if hex < 0 else _front(pattern(board, unit)).of[board.faces[unit]][hex]


def facing_front(board: NachParisBoard, unit: Unit, hex: Hex, facing: int) -> Bits:
    """[6.2.1] What a unit's front hexes would be with another facing."""
    return _front(pattern(board, unit)).of[facing][hex]


@memo(8)
def _front(who: str) -> FacingZones:
    return FacingZones(MAP.grid, (turn for turn, part in enumerate(FACINGS[who]) if part == FRONT))


def aspect_of(board: NachParisBoard, unit: Unit, attacked_from: Hex) -> str:
    """[6.2.1] FRONT, FLANK or REAR of one unit, seen from a neighbour."""
    direction = MAP.grid.around[board.where[unit]].index(attacked_from)
    return FACINGS[pattern(board, unit)][(direction - board.faces[unit]) % 6]


def aspect(board: NachParisBoard, units: Bits, attacked_from: Hex) -> str:
    """[6.3.1] The same for several units of a hex: the best of them covers the others."""
    return min((aspect_of(board, unit, attacked_from) for unit in members(units)), key=_BEST.index, default=FRONT)


_BEST: Final = (FRONT, FLANK, REAR)
