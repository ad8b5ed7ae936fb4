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
    MOBILITY,
    NATION,
    NATIONS,
    NORMAL,
    SIDE,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.units.zones import flooded, flooded_sides, zones
from marne.hexes import Bits, MoveCosts, Reach, bits, members, memo

__all__ = [
    "HEX_TRANSIT",
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
]

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
    if board.broken and MAP.water[side] == Water.MAJOR and not bridge_stands(board, side):
        return hexside(side, flooded=flooded(side, board.sluices), bridge=False)
    return _kinds(board.sluices)[side]


def crossing(board: NachParisBoard, unit: Unit, side: int) -> int:
    """[7.2.1] What crossing a hexside adds for a unit, `NO_WAY` if it can't: for retreats and advances too."""
    return CROSSING[side_now(board, side)][MOBILITY[unit]]


# -- costs


def transit_limit(board: NachParisBoard, side: int) -> int:
    """[7.3.2] How many steps may cross a hexside in a Movement Phase, `NO_WAY` where nothing binds them."""
    return _limits(board.sluices)[side]


@memo(8)
def _limits(sluices: Bits) -> tuple[int, ...]:
    return tuple(TRANSIT[kind] for kind in _kinds(sluices))


@memo(8)
def _kinds(sluices: Bits) -> tuple[int, ...]:
    """[7.2.1] What each hexside is while all bridges stand."""
    if not sluices:
        return tuple(hexside(side) for side in range(MAP.grid.side_count))
    found = list(_kinds(0))
    for side in flooded_sides(sluices):
        found[side] = hexside(side, flooded=True)
    return tuple(found)


def costs_for(board: NachParisBoard, unit: Unit, *, points: int = 1, empty_roads: bool = False) -> MoveCosts:
    """[7.1.7], [7.2.1], [7.3] What each step costs a unit now, hexsides without bridge or without room left out.

    Only as far as a unit gets with so many points, or to the next hex: full hexsides farther off are not looked at.
    `empty_roads`: as if nobody had crossed anything in this phase.
    """
    steps, fallen = board.steps(unit), _fallen(tuple(board.broken)) if board.broken else ()
    costs = _closing(MOBILITY[unit], steps, board.sluices, fallen, ())
    if empty_roads or not board.transit_side:
        return costs
    here = board.where[unit]
    full = _full(board, steps, costs.near(here, points) | MAP.grid.links.of[here])
    return _closing(MOBILITY[unit], steps, board.sluices, fallen, full) if full else costs


def costs_of_lines(board: NachParisBoard) -> MoveCosts:
    """[13.1.4] What a line of communications costs: normal mobility, and nobody in its way."""
    return _closing(NORMAL, 1, board.sluices, _fallen(tuple(board.broken)), ())


_BANK: Final = tuple(MAP.grid.side_hexes(side)[0] for side in range(MAP.grid.side_count))
"""One hex of each hexside."""


def _full(board: NachParisBoard, steps: int, near: Bits) -> tuple[int, ...]:
    """[7.3.3] The hexsides round a unit that its steps can't cross any more; those far off can't matter."""
    limits = _limits(board.sluices)
    return tuple(
        side for side, used in board.transit_side.items() if used + steps > limits[side] and near >> _BANK[side] & 1
    )


@memo(32)
def _fallen(broken: tuple[int, ...]) -> tuple[int, ...]:
    """[7.2.1] The Major River hexsides that lost their last road bridge."""
    gone = bits(broken)
    return tuple(sorted(side for side, roads in _ROADS.items() if not roads & ~gone))


@memo(128)
def _closing(mobility: int, steps: int, sluices: Bits, fallen: tuple[int, ...], full: tuple[int, ...]) -> MoveCosts:
    """First what stays closed, then what is full for now: that is closed anew after every march."""
    if full:
        return _closing(mobility, steps, sluices, fallen, ()).closing(MAP.grid.pairs(bits(full)))
    costs = _costs(mobility, steps, sluices)
    return costs.closing(MAP.grid.pairs(bits(fallen))) if fallen else costs


@memo(64)
def _costs(mobility: int, steps: int, sluices: Bits) -> MoveCosts:
    """With all bridges up; hexsides and hexes that let fewer steps pass than the unit has are closed to it [7.3].

    Units to which all ground is the same share their costs; a flood that only closes hexsides needs none of its own.
    """
    enter = (MOVEMENT[each][mobility] if TRANSIT_HEX.get(each, NO_WAY) >= steps else NO_WAY for each in Terrain)
    cross = [CROSSING[kind][mobility] if room >= steps else NO_WAY for kind, room in enumerate(TRANSIT)]
    dry, wet = _kinds(0), _kinds(sluices)
    changed = [side for side in flooded_sides(sluices) if cross[dry[side]] != cross[wet[side]]]
    if sluices and all(cross[wet[side]] == NO_WAY for side in changed):
        drowned = (side for hex in _drowned(sluices) for side in MAP.grid.sides(hex))
        return _costs(mobility, steps, 0).closing(MAP.grid.pairs(bits((*changed, *drowned))))
    there = set(wet)
    return _priced(tuple(enter), tuple(cost if kind in there else 0 for kind, cost in enumerate(cross)), sluices)


def _drowned(sluices: Bits) -> tuple[Hex, ...]:
    """[17.2.2] The Flood Plains under water."""
    return tuple(hex for i, sluice in enumerate(MAP.sluices) if sluices >> i & 1 for hex in sluice.hexes)


@memo(32)
def _priced(enter: tuple[int, ...], cross: tuple[int, ...], sluices: Bits) -> MoveCosts:
    """By terrain and by kind of hexside, `NO_WAY` for none."""
    hexes = [None if enter[terrain] == NO_WAY else enter[terrain] for terrain in MAP.terrain]
    for hex in _drowned(sluices):
        hexes[hex] = None
    sides = {side: cross[kind] for side, kind in enumerate(_kinds(sluices)) if cross[kind]}
    return MoveCosts.on(MAP.grid, hexes, {side: None if cost == NO_WAY else cost for side, cost in sides.items()})


for _mobility in sorted({*MOBILITY}):  # every game asks for these: not in its first questions
    _costs(_mobility, 1, 0).backwards()


HEX_TRANSIT: Final = tuple(TRANSIT_HEX.get(terrain, NO_WAY) for terrain in MAP.terrain)
"""[7.3.1] The steps that each hex takes in a Movement Phase."""


def transit_full(board: NachParisBoard, unit: Unit, hex: Hex) -> bool:
    """[7.3.1], [7.3.3] Whether a Mountainous hex has taken as many steps as it can in this Movement Phase."""
    return board.transit_hex.get(hex, 0) + board.steps(unit) > HEX_TRANSIT[hex]


# -- where a unit may go


@memo(64)
def _open(area: Bits, turn: int, nation: Nation, germans_in: int, belgians_stay: bool) -> Bits:
    """[1.1.4] The hexes that a nation may set foot in on a turn."""
    return area & _over_the_border(turn, nation) & _as_the_scenario_says(turn, nation, germans_in, belgians_stay)


def _over_the_border(turn: int, nation: Nation) -> Bits:
    """[3.3.2] At first Belgians and French stay in their own country."""
    return _country(NATIONS[nation]) if nation in (BE, FR) and turn < V.turns.over_the_border else -1


def _as_the_scenario_says(turn: int, nation: Nation, germans_in: int, belgians_stay: bool) -> Bits:
    """[1.1.7] Germans that keep out of Belgium, Belgians that stay in it."""
    if nation == DE and turn < germans_in:
        return ~_country("BE")
    return _country("BE") if nation == BE and belgians_stay else -1


@memo(8)
def _country(name: str) -> Bits:
    return bits(hex for hex, country in enumerate(MAP.country) if country == name)


def open_to(play: Play, turn: int, nation: Nation) -> Bits:
    """[1.1.4] The hexes of the scenario that a nation may enter on a turn."""
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
    """The hexes that a unit may enter now, zones and costs apart."""
    side = SIDE[unit]
    found = open_to(board.play, board.turn, NATION[unit])
    barred = board.occupied[1 - side]  # 7.1.6
    if FIGHTING >> unit & 1:  # 7.1.6
        barred &= ~overrunable(board, side)  # 7.1.6
    found &= ~barred & ~closed_to(board, side)  # 7.1.6, 11.3.2
    if board.transit_hex:
        steps = board.steps(unit)
        for hex, used in board.transit_hex.items():
            if used + steps > HEX_TRANSIT[hex]:  # 7.3.1
                found &= ~(1 << hex)  # 7.3.1
    return found


def halting(board: NachParisBoard, side: Side) -> Bits:
    """[11.2.2] The hexes before a Fortified Zone that holds out: every enemy march ends there, cavalry's too."""
    return _before_zones(board.zones_gone) if side == ALLIED_SIDE else 0


@memo(32)
def _before_zones(gone: Bits) -> Bits:
    return MAP.grid.links.spread(bits(hex for hex, zone in ZONE_AT.items() if not gone >> zone & 1))


def reach(board: NachParisBoard, unit: Unit, points: int) -> Reach:
    """[7.6.1], [7.6.2] Where a unit gets to with so many points from where it stands.

    Enemy zones stop it; cavalry goes on from one, but not into another.
    """
    return costs_for(board, unit, points=points).reach(
        board.where[unit],
        points,
        free=enterable(board, unit),
        stop=halting(board, SIDE[unit]) | zones(board, 1 - SIDE[unit]),
        passing=bool(CAVALRY >> unit & 1),
    )
