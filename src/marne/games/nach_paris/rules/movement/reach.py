"""[7.1]-[7.3], [7.6] Where a unit can march: costs of terrain and hexsides, full roads, enemies, zones, borders."""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.forts import ZONE_AT
from marne.games.nach_paris.components.map import Terrain, Water
from marne.games.nach_paris.components.scenarios import Play
from marne.games.nach_paris.components.tables import (
    CROSSING,
    FLOODED,
    MOVEMENT,
    NO_WAY,
    TRANSIT,
    TRANSIT_HEX,
    V,
    hexside,
)
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    CAVALRY,
    DE,
    FIGHTING,
    FR,
    MF,
    MOBILITY,
    NATION,
    NORMAL,
    SIDE,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.units.zones import flooded, zones
from marne.hexes import Bits, MoveCosts, Reach, bits, members, memo

__all__ = [
    "bridge_stands",
    "costs_for",
    "costs_of_lines",
    "crossing",
    "enterable",
    "halting",
    "open_to",
    "overrunable",
    "reach",
    "side_now",
    "transit_full",
    "transit_limit",
]  # fmt: skip

Pairs = tuple[tuple[Hex, Hex], ...]

# -- hexsides as they are now

_ROADS: Final[dict[int, Bits]] = {}
for _number, _structure in enumerate(MAP.structures):
    if _structure.road:
        _over = MAP.grid.side(_structure.hex, _structure.to)
        _ROADS[_over] = _ROADS.get(_over, 0) | 1 << _number
"""[16.1.1] The road bridges over each hexside."""


def bridge_stands(board: NachParisBoard, side: int) -> bool:
    """[7.2.1] Whether a Major River hexside still has a road bridge."""
    return any(number not in board.broken for number in members(_ROADS.get(side, 0)))


def side_now(board: NachParisBoard, side: int) -> int:
    """[7.2.1] What a hexside is to whoever crosses it now: an index of `tables.HEXSIDES`."""
    bridge = MAP.water[side] != Water.MAJOR or bridge_stands(board, side)
    return hexside(side, flooded=bool(board.sluices) and flooded(side, board.sluices), bridge=bridge)


def crossing(board: NachParisBoard, unit: Unit, side: int) -> int:
    """[7.2.1] What crossing a hexside adds for a unit, `NO_WAY` if it can't: for retreats and advances too."""
    return CROSSING[side_now(board, side)][MOBILITY[unit]]


# -- costs


def transit_limit(board: NachParisBoard, side: int) -> int:
    """[7.3.2] How many steps may cross a hexside in a Movement Phase, `NO_WAY` where nothing binds them."""
    return _limits(board.sluices)[side]


@memo(8)
def _limits(sluices: Bits) -> tuple[int, ...]:
    sides = range(MAP.grid.side_count)
    return tuple(TRANSIT[hexside(side, flooded=bool(sluices) and flooded(side, sluices))] for side in sides)


def costs_for(board: NachParisBoard, unit: Unit, *, empty_roads: bool = False) -> MoveCosts:
    """[7.1.7], [7.2.1], [7.3] What each step costs a unit now, hexsides without bridge or without room left out.

    `empty_roads`: as if nobody had crossed anything in this phase.
    """
    steps = board.steps(unit)
    full: tuple[int, ...] = ()
    if not empty_roads and board.transit_side:
        full = _full(board, steps, MAP.grid.within_bits(board.where[unit], _FARTHEST))
    return _closing(MOBILITY[unit], steps, board.sluices, _fallen(tuple(board.broken)), full)


def costs_of_lines(board: NachParisBoard) -> MoveCosts:
    """[13.1.4] What a line of communications costs: normal mobility, and nobody in its way."""
    return _closing(NORMAL, 1, board.sluices, _fallen(tuple(board.broken)), ())


def _full(board: NachParisBoard, steps: int, near: Bits) -> tuple[int, ...]:
    """[7.3.3] The hexsides round a unit that its steps can't cross any more; those far off can't matter."""
    limits = _limits(board.sluices)
    return tuple(
        side
        for side, used in board.transit_side.items()
        if used + steps > limits[side] and near >> MAP.grid.side_hexes(side)[0] & 1
    )


_FARTHEST: Final = (max(map(max, MF)) + V.march.forced_best) // min(map(min, MOVEMENT[1:FLOODED])) + 1
"""How many hexes any march can lead."""


@memo(32)
def _fallen(broken: tuple[int, ...]) -> tuple[int, ...]:
    """[7.2.1] The Major River hexsides that lost their last road bridge."""
    gone = bits(broken)
    return tuple(sorted(side for side, roads in _ROADS.items() if not roads & ~gone))


@memo(128)
def _closing(mobility: int, steps: int, sluices: Bits, fallen: tuple[int, ...], full: tuple[int, ...]) -> MoveCosts:
    costs = _costs(mobility, steps, sluices)
    pairs = [MAP.grid.side_hexes(side) for side in (*fallen, *full)]
    return costs.closing([(pair[0], pair[1]) for pair in pairs if len(pair) == 2]) if pairs else costs


@memo(64)
def _costs(mobility: int, steps: int, sluices: Bits) -> MoveCosts:
    """With all bridges up; hexsides that let fewer steps pass than the unit has are closed to it [7.3.2]."""
    drowned = bits(hex for i, sluice in enumerate(MAP.sluices) if sluices >> i & 1 for hex in sluice.hexes)
    enter: list[int | None] = []
    for hex in range(len(MAP.grid)):
        terrain = MAP.terrain[hex]
        cost = NO_WAY if terrain == Terrain.SEA or drowned >> hex & 1 else MOVEMENT[terrain][mobility]
        room = TRANSIT_HEX.get(terrain, NO_WAY)
        enter.append(None if cost == NO_WAY or room < steps else cost)
    sides: dict[int, int | None] = {}
    for side in range(MAP.grid.side_count):
        kind = hexside(side, flooded=bool(sluices) and flooded(side, sluices))
        cost = CROSSING[kind][mobility]
        sides[side] = None if cost == NO_WAY or TRANSIT[kind] < steps else cost
    return MoveCosts.on(MAP.grid, enter, sides)


def transit_full(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[7.3.1], [7.3.3] Whether a Mountainous hex has taken as many steps as it can in this Movement Phase."""
    limit = TRANSIT_HEX.get(MAP.terrain[hex], NO_WAY)
    return board.transit_hex.get(hex, 0) + board.steps(unit) > limit


# -- where a unit may go


@memo(64)
def _open(area: Bits, turn: int, nation: Nation, germans_in: int, belgians_stay: bool) -> Bits:
    """[1.1.4], [1.1.7], [3.3.2] The hexes that a nation may set foot in on a turn."""
    found = area
    early = turn < V.turns.over_the_border
    if nation == BE and (belgians_stay or early):
        found &= _country("BE")
    elif nation == FR and early:
        found &= _country("FR")
    elif nation == DE and turn < germans_in:
        found &= ~_country("BE")
    return found


@memo(8)
def _country(name: str) -> Bits:
    return bits(hex for hex, country in enumerate(MAP.country) if country == name)


def open_to(play: Play, turn: int, nation: Nation) -> Bits:
    """[1.1.4], [1.1.7], [3.3.2] The hexes of the scenario that a nation may enter on a turn."""
    special = play.said.special
    return _open(play.area, turn, nation, special.germans_in_belgium, special.belgians_stay)


def overrunable(board: NachParisBoard, side: Side) -> Bits:
    """[7.1.6], [11.6.7] Hexes where an enemy stands that foot and horse overrun: headquarters and engineers alone.

    In a hex of their own camp they are safe, and under a marker of Fog of War (departs: 19.1.3).
    """
    enemy = 1 - side
    return board.occupied[enemy] & ~board.solid[enemy] & ~_CAMPS_OF[enemy] & ~board.hidden_hexes(enemy)


_CAMPS_OF: Final = tuple(
    bits(hex for camp in MAP.camps for hex in camp.hexes if (camp.nation == "DE") == (side == 0)) for side in (0, 1)
)


def enterable(board: NachParisBoard, unit: Unit) -> Bits:
    """[7.1.6], [7.3.1], [11.3.2] The hexes that a unit may enter now, zones and costs apart."""
    side = SIDE[unit]
    found = open_to(board.play, board.turn, NATION[unit])
    barred = board.occupied[1 - side]
    if FIGHTING >> unit & 1:
        barred &= ~overrunable(board, side)
    found &= ~barred & ~closed_to(board, side)
    for hex in board.transit_hex:
        if transit_full(board, unit, hex):
            found &= ~(1 << hex)
    return found


def halting(board: NachParisBoard, side: Side) -> Bits:
    """[11.2.2] The hexes before a Fortified Zone that holds out: every enemy march ends there, cavalry's too."""
    return _before_zones(board.zones_gone) if side == ALLIED_SIDE else 0


@memo(32)
def _before_zones(gone: Bits) -> Bits:
    return MAP.grid.links.spread(bits(hex for hex, zone in ZONE_AT.items() if not gone >> zone & 1))


def reach(board: NachParisBoard, unit: Unit, points: int) -> Reach:
    """[7.1.2], [7.6.1], [7.6.2], [7.6.3] Where a unit gets to with so many points from where it stands.

    Enemy zones stop it; cavalry goes on from one, but not into another.
    """
    return costs_for(board, unit).reach(
        board.where[unit],
        points,
        free=enterable(board, unit),
        stop=halting(board, SIDE[unit]) | zones(board, 1 - SIDE[unit]),
        passing=bool(CAVALRY >> unit & 1),
    )
