"""8.4.3, 11.2: who can trace a line of supply.

A line runs from the unit's hex to an adjacent friendly rail hex and from there along the rails, through friendly hexes,
to a source of the unit's nation. The hexes that can trace are worked out once for each state of the map and remembered.
"""

from __future__ import annotations

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.ground import Ground
from marne.games.grand_illusion.components.places import (
    ANTWERP,
    EMERGENCY,
    HEXES,
    MAUBEUGE,
    MEZIERES,
    PORTS,
    SOURCES,
    Hex,
)
from marne.games.grand_illusion.components.scenario import HOLLAND, IMPROVED_LOGISTICS
from marne.games.grand_illusion.components.tables import CALENDAR
from marne.games.grand_illusion.components.units import (
    BE,
    BR,
    BRITISH,
    BY_ID,
    FORTS,
    GE,
    GERMAN,
    MOBILE,
    NATION,
    OF_NATION,
    OF_SIDE,
    ROWS,
    ROYAL_NAVAL,
    SIDE_OF,
    Nation,
    Side,
    Unit,
)
from marne.hexes import Bits, bits, members, memo

__all__ = [
    "MAUBEUGE_FORT",
    "NAMUR_FORT",
    "antwerp_feeds",
    "antwerp_taken",
    "cut_hexes",
    "emergency",
    "in_supply",
    "mended",
    "normal_hexes",
    "out_of_supply",
    "rail_flood",
    "sources",
    "steps_to_supply",
    "supplied",
    "supplied_hexes",
    "traceable",
]

NAMUR_FORT = BY_ID["BE.F-Namur"]
MAUBEUGE_FORT = BY_ID["FR.F-Maubeuge"]

FORT_HEXES = tuple(
    bits(ROWS[fort].start or int(ROWS[fort].entry or 0) for fort in members(FORTS & OF_SIDE[side])) for side in (0, 1)
)
"""13.1.6: where each side has forts, if they stand."""
STANDING = tuple(FORTS & units for units in OF_SIDE)


def emergency(board: GrandIllusionBoard) -> bool:
    """8.4.3: hex 44 feeds the German right wing while Maubeuge, besieged, blocks the line."""
    return (
        board.emergency
        and board.where[MAUBEUGE_FORT] == MAUBEUGE
        and bool(board.siege >> MAUBEUGE & 1)
        and bool(board.control >> MAUBEUGE & board.control >> EMERGENCY & 1)
    )


def all_sources(board: GrandIllusionBoard, nation: Nation) -> Bits:
    """8.4.3, 11.2.4, 11.2.5: the supply sources of a nation, whoever holds them; scenario 3 adds to them (14.3.6)."""
    found = SOURCES[nation]
    if nation == GE and board.options[GERMAN] >> HOLLAND & 1 and antwerp_feeds(board):
        found |= 1 << ANTWERP
    if nation == BR and board.landed and PORTS >> board.landed & 1:
        found |= 1 << board.landed
    return found


def sources(board: GrandIllusionBoard, nation: Nation) -> Bits:
    """8.4.3: the supply sources that the nation still controls."""
    return all_sources(board, nation) & board.controlled(SIDE_OF[nation])


def antwerp_taken(board: GrandIllusionBoard) -> bool:
    """14.3.6: Antwerp is German and its fort destroyed."""
    no_fort = all(board.where[BY_ID[name]] != ANTWERP for name in ("BE.F-Antwerp", "BE.F-Antwerp+"))
    return no_fort and bool(board.control >> ANTWERP & 1)


def antwerp_feeds(board: GrandIllusionBoard) -> bool:
    """14.3.6: with Holland invaded, Antwerp is a German source from turn 5, or from the turn after its fall."""
    return board.turn >= CALENDAR.antwerp_feeds_from and board.antwerp and antwerp_taken(board)


def supplied_hexes(board: GrandIllusionBoard, nation: Nation, *, checking: bool = False, foraging: bool = True) -> Bits:
    """8.4.3, 8.3.4, ES-5: whence a nation traces; cavalry never cuts in the Check for Supply (`checking`).

    `foraging`: whether the Emergency Rail Supply counts (8.4.3).
    """
    ground = board.ground
    own = open_hexes = board.control if nation == GE else ground.all & ~board.control
    if checking or board.edition.cavalry_lets_supply_pass_in_action:
        open_hexes |= board.cavalry
    open_hexes &= ~_cut(board, SIDE_OF[nation], own)
    roots = all_sources(board, nation)
    if nation == GE:
        blocked = board.emergency and emergency(board)
        if blocked:
            open_hexes &= ~(1 << MAUBEUGE | 1 << EMERGENCY)
        stop = 0 if mended(board) else 1 << MEZIERES
        return _traced(
            ground, roots, open_hexes, stop, blocked and foraging, board.options[GERMAN] >> IMPROVED_LOGISTICS & 1
        )
    found = _traced(ground, roots, open_hexes)
    if nation == BE and not board.control >> ANTWERP & 1:
        found |= 1 << ANTWERP
    if nation == BR and PORTS >> board.landed & 1 and board.at[board.landed] & BRITISH:
        found |= 1 << board.landed  # 14.3.6: the port of a landing feeds those who are in it, taken or not
    return found


def mended(board: GrandIllusionBoard) -> bool:
    """8.4.3: whether German rails lead on beyond hex 56: no marker, or Namur's fort, which keeps it from mattering."""
    return not board.rail_end or board.where[NAMUR_FORT] > 0


def cut_hexes(board: GrandIllusionBoard, side: Side) -> Bits:
    """8.4.3: hexes whose rails an enemy fort cuts, besieged or with the siege given up."""
    return _cut(board, side, board.controlled(side))


def _cut(board: GrandIllusionBoard, side: Side, own: Bits) -> Bits:
    found = board.siege
    given_up = FORT_HEXES[1 - side] & own & ~found
    if given_up:
        for hex in members(given_up):
            if board.at[hex] & STANDING[1 - side]:
                found |= 1 << hex
    return found


@memo(50_000)
def _traced(
    ground: Ground, roots: Bits, open_hexes: Bits, stop: Bits = 0, foraging: bool = False, improved: int = 0
) -> Bits:
    """8.4.3: the rail net and the hexes next to it; two hexes with Improved Logistics (14.3.6)."""
    net = rail_flood(ground, roots, open_hexes, stop)
    if foraging:
        net |= rail_flood(ground, 1 << EMERGENCY, open_hexes | 1 << EMERGENCY, stop)
    region = net | ground.links.spread(net)
    return region | ground.links.spread(region & open_hexes) if improved else region


def rail_flood(ground: Ground, roots: Bits, open_hexes: Bits, stop: Bits = 0) -> Bits:
    """8.4.3: the rail hexes joined to a root through open rail hexes; the line ends in a `stop` hex."""
    return ground.rails.flood(roots & open_hexes, open_hexes, stop=stop)


def normal_hexes(board: GrandIllusionBoard) -> Bits:
    """8.4.3: German hexes that trace without the Emergency Rail Supply; the others that trace, forage."""
    return supplied_hexes(board, GE, checking=True, foraging=False)


def traceable(board: GrandIllusionBoard, unit: Unit) -> Bits:
    """8.4.3, 11.2: the hexes where the unit would be in supply."""
    found = supplied_hexes(board, NATION[unit])
    if unit == ROYAL_NAVAL and not board.control >> ANTWERP & 1:
        found |= 1 << ANTWERP
    return found


def in_supply(board: GrandIllusionBoard, unit: Unit) -> bool:
    """8.4.3: whether a unit on the map is in supply."""
    return bool(traceable(board, unit) >> board.where[unit] & 1)


def supplied(board: GrandIllusionBoard, units: Bits, hex: Hex) -> Bits:
    """8.4.3, 11.2: those of the units, all in one hex, that are in supply there."""
    found = 0
    if not units:
        return found
    for nation in range(4):
        mine = units & OF_NATION[nation]
        if mine and supplied_hexes(board, nation) >> hex & 1:
            found |= mine
    if hex == ANTWERP and units >> ROYAL_NAVAL & 1 and not board.control >> ANTWERP & 1:
        found |= 1 << ROYAL_NAVAL
    return found


def out_of_supply(board: GrandIllusionBoard) -> Bits:
    """11.2: everybody who cannot trace in the Check for Supply; forts need none."""
    found = 0
    for nation, units in enumerate(OF_NATION):
        fed = supplied_hexes(board, nation, checking=True)
        for hex, here in enumerate(board.at):
            if here and not fed >> hex & 1:
                found |= here & units & MOBILE
    if board.where[ROYAL_NAVAL] == ANTWERP and not board.control >> ANTWERP & 1:
        found &= ~(1 << ROYAL_NAVAL)
    return found


def steps_to_supply(board: GrandIllusionBoard, nation: Nation) -> tuple[int, ...]:
    """8.4.3: how far each hex is from one that can trace; for units that walk back into supply."""
    return _steps_to(board.ground, supplied_hexes(board, nation))


@memo(5_000)
def _steps_to(ground: Ground, region: Bits) -> tuple[int, ...]:
    return tuple(ground.links.distances(region, far=HEXES))
