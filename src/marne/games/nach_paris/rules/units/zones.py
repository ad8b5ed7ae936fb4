"""[6.1]-[6.3] Zones of control and facing: what a unit controls, where its front, flanks and rear lie (Diagram 1)."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from marne.engine import kept
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Water
from marne.games.nach_paris.components.tables import FACINGS, ZOC_PATTERNS, V
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
    "FLANK", "FRONT", "LARGE", "REAR", "SMALL", "aspect", "aspect_of", "facing_front", "flooded", "flooded_sides",
    "front", "has_facing", "in_zone", "pattern", "zone_of", "zones", "zones_of_guns", "zones_of_units",
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
    return drawn.zone(hex, board.faces[unit]) & ~sheltered(board, 1 - SIDE[unit])


@memo(4096)
def _drawn(unit: Unit, lost: int, facing: bool, sluices: Bits) -> FacingZones:
    """The table of a unit that isn't on a train: what it controls from each hex, with each facing."""
    far = ARF[unit][lost] >= V.zoc.over_major_river
    return _table(_pattern(unit, lost, facing), far, bool(_REACHING >> unit & 1), sluices)


@memo(64)
def _table(who: str, over_rivers: bool, over_heights: bool, sluices: Bits) -> FacingZones:
    turns = (turn for turn, yes in enumerate(ZOC_PATTERNS[who]) if yes)
    return FacingZones(MAP.grid, turns, _shut(over_rivers, over_heights, sluices))


_RIVERS: Final[Bits] = bits(side for side, water in enumerate(MAP.water) if water == Water.MAJOR)
_HEIGHTS: Final[Bits] = bits(side for side, cover in enumerate(MAP.cover) if cover != Cover.NONE)
_PARTIAL: Final[Bits] = bits(side for side, partial in enumerate(MAP.partial_flood) if partial)


def _shut(over_rivers: bool, over_heights: bool, sluices: Bits) -> Bits:
    """[6.1.3] The hexsides over which no ZOC reaches; nobody's over flooded banks."""
    found = _banks(sluices) & ~_PARTIAL
    if not over_rivers:
        found |= _RIVERS
    return found if over_heights else found | _HEIGHTS


def flooded(side: int, sluices: Bits) -> bool:
    """[17.2.2] Whether the sluice of a hexside is open."""
    return bool(_banks(sluices) >> side & 1)


def flooded_sides(sluices: Bits) -> list[int]:
    """[17.2.2] The hexsides whose sluice is open."""
    return [side for i, sluice in enumerate(MAP.sluices) if sluices >> i & 1 for side in sluice.sides]


@memo(32)
def _banks(sluices: Bits) -> Bits:
    return bits(flooded_sides(sluices))


def zones_of_units(board: NachParisBoard, units: Bits) -> Bits:
    """The ZOC of a set of units together."""
    found = 0
    for unit in members(units):
        found |= zone_of(board, unit)
    return found


@kept
def zones(board: NachParisBoard, side: Side) -> Bits:
    """[6.1.2], [11.4.2], [11.6.7], [19.2.3] Every hex in the ZOC of a side: of its units, its Festen and its camps.

    Kept until a unit of the side moves, turns, loses a step or boards a train.
    """
    found = zones_of_guns(board, side, 0)
    if board.fog:
        for hex in members(board.fog_markers[side]):  # 19.2.3: on a masked board
            found |= board.fog_zones.get(hex, 0)
    return (found | fort_zones(board, side)) & ~sheltered(board, 1 - side)


_WITH_ZOC_OF: Final = tuple(units & WITH_ZOC for units in OF_SIDE)


@memo(256)
def _picked(units: Bits) -> itemgetter[Any]:
    """What takes the items of these units out of a list of all; the last item twice more, so that it is a tuple."""
    return itemgetter(*members(units), -1, -1)


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
    for unit, hex, faced, gone in zip(members(units), where, faces, lost, strict=False):
        if ARF[unit][gone] >= arf:
            found |= _drawn(unit, gone, facing, sluices).zone(hex, faced)
    return found


@kept
def zones_of_guns(board: NachParisBoard, side: Side, arf: int) -> Bits:
    """[11.6.10] Hexes in the ZOC of a side's units with so much ARF; none in the enemy's camps that hold out."""
    return _last_drawn(board, side, arf).found & ~sheltered(board, 1 - side)


def _last_drawn(board: NachParisBoard, side: Side, arf: int) -> _Zones:
    """The zones as they were drawn last, drawn anew if something has changed."""
    last = _LAST.get((side, arf))
    if last is None or not last.holds(board):
        last = _LAST[side, arf] = _Zones(board, side, arf)
    return last


class _Zones:
    """The zones of a side's units as they were last drawn: most boards that are looked at are that one still."""

    __slots__ = ("_facts", "_switches", "found")

    def __init__(self, board: NachParisBoard, side: Side, arf: int) -> None:
        self._facts = board.where[:], board.faces[:], board.lost[:], list(board.trains)
        self._switches = board.standing, board.facing, board.sluices
        units = board.standing & _WITH_ZOC_OF[side] & ~bits(board.trains)
        pick = _picked(units)
        where, faces, lost = pick(board.where), pick(board.faces), pick(board.lost)
        self.found: Bits = _together(units, where, faces, lost, board.facing, board.sluices, arf)

    def holds(self, board: NachParisBoard) -> bool:
        """Whether no unit has moved, turned, lost a step or boarded a train; no sluice was opened."""
        where, faces, lost, trains = self._facts
        if where != board.where or faces != board.faces or lost != board.lost:
            return False
        return trains == list(board.trains) and self._switches == (board.standing, board.facing, board.sluices)


_LAST: Final[dict[tuple[Side, int], _Zones]] = {}


def in_zone(board: NachParisBoard, hex: Hex, side: Side) -> bool:
    """Whether a hex is in the ZOC of a side."""
    return bool(zones(board, side) >> hex & 1)


# -- front, flank, rear


def front(board: NachParisBoard, unit: Unit) -> Bits:
    """[6.2.1] A unit's front hexes: where it may barrage, attack and be covered."""
    hex = board.where[unit]
    return 0 if hex < 0 else _front(pattern(board, unit)).zone(hex, board.faces[unit])


def facing_front(board: NachParisBoard, unit: Unit, hex: Hex, facing: int) -> Bits:
    """[6.2.1] What a unit's front hexes would be with another facing."""
    return _front(pattern(board, unit)).zone(hex, facing)


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
