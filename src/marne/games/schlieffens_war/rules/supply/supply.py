"""Chapter 8: the three states of supply, and the chain from unit to HQ to depot to rail to the edge of the map."""

from __future__ import annotations

from marne.games.schlieffens_war.board import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS
from marne.games.schlieffens_war.components.units import (
    BELGIAN,
    BRITISH,
    DEPOT,
    DEPOT_OF,
    ENTENTE,
    FORT,
    FRENCH,
    GERMAN,
    HQS_OF,
    KIND,
    NATION,
    SIDE,
    UNITS_OF,
)
from marne.hexes import Bits, MoveCosts, Steps, memo

__all__ = [
    "SupplyNet",
    "distance_to_source",
    "open_to_supply",
    "rail_net",
    "supply_net",
    "supply_of",
    "supply_states",
]

HALF = 1
WHOLE = 2
"""8.3, 8.6: rail hexes count half, so distances are counted in half hexes."""

RANGE = LIMITS.supply_range * WHOLE


def open_to_supply(board: WarBoard, side: int) -> Bits:
    """8.2, 7.2, 7.5: hexes that a supply line may run through: no enemy, and no enemy zone unless a friend is there."""
    enemy = 1 - side
    return g.LAND & ~board.occupied[enemy] & (~board.zone(enemy) | board.occupied[side])


def rail_flood(sources: Bits, allowed: Bits) -> Bits:
    """8.2, 8.3, 8.6: all hexes joined by rail to a source over allowed hexes, the sources included."""
    return _rail_flood(sources, allowed & g.RAIL_HEXES)


_rail_flood = memo(5_000)(g.RAILS.flood)


def rail_net(board: WarBoard, nation: int) -> Bits:
    """8.3, 8.4, 8.5, 8.6: the hexes joined by rail to a nation's edge of the map.

    The line may end in a source that lies in an enemy zone (7.2), except the German one, which must be free (8.6).
    """
    if nation == GERMAN:
        free = open_to_supply(board, GERMAN)
        return rail_flood(g.GERMAN_SOURCES & free, free)
    return rail_flood(g.ENTENTE_SOURCES & ~board.occupied[GERMAN], open_to_supply(board, ENTENTE))


def port_net(board: WarBoard) -> Bits:
    """8.4: the hexes joined by rail to a friendly port, and the ports themselves, which need no rail."""
    return rail_flood(g.PORTS & ~board.control, open_to_supply(board, ENTENTE))


def within_range(hqs: Bits, allowed: Bits, half: Bits, budget: int = RANGE) -> Bits:
    """8.3, 8.4, 8.6: all hexes from which a line of at most two hexes reaches one of `hqs` over allowed hexes.

    Worked out from the HQ outwards, but counted the way the line runs, towards it: a step along a rail that enters one
    of the `half` hexes costs half a hex.
    """
    return _line_costs(half).flood(hqs, budget, allowed).hexes


@memo(8)
def _line_costs(half: Bits) -> MoveCosts:
    """8.3, 8.6: what a line costs, step by step from its end."""
    rows: list[Steps] = []
    for hex, near in enumerate(g.PASSABLE):
        by_rail = near & g.RAIL[hex] if half >> hex & 1 else 0
        rows.append(((HALF, by_rail), (WHOLE, near & ~by_rail)))
    return MoveCosts(rows)


def places(board: WarBoard, units: tuple[int, ...]) -> Bits:
    """8.3, 8.4, 8.5: the hexes where these units stand."""
    found = 0
    for unit in units:
        hex = board.where[unit]
        if hex >= 0:
            found |= 1 << hex
    return found


class SupplyNet:
    """8.3, 8.4, 8.5, 8.6: one side's whole net of supply at a moment, computed once, asked for every unit."""

    __slots__ = ("board", "by_nation", "hqs", "rail", "side")

    def __init__(self, board: WarBoard, side: int) -> None:
        self.board = board
        self.side = side
        free = open_to_supply(board, side)
        if side == GERMAN:
            self.rail = rail_net(board, GERMAN)
            self.hqs = [self._german_hqs(free), 0, 0, 0]
            fed = within_range(self.hqs[GERMAN], free, 0)
            fed |= within_range(g.GERMAN_CITIES & self.rail, free, 0)
            self.by_nation = [fed, 0, 0, 0]
            return
        self.rail = rail_net(board, FRENCH)
        french = places(board, HQS_OF[FRENCH]) & self.rail
        british = places(board, HQS_OF[BRITISH]) & (self.rail | port_net(board))
        belgian = places(board, HQS_OF[BELGIAN]) & self.rail
        self.hqs = [0, french, british, belgian]
        self.by_nation = [
            0,
            within_range(french, free, g.FRANCE),
            within_range(french | british, free, 0),
            within_range(belgian, free, 0) | g.BELGIUM,
        ]

    def _german_hqs(self, free: Bits) -> Bits:
        """8.6: HQs in reach of their own depot, or of a working rail in Germany."""
        board = self.board
        near_rail = within_range(self.rail & g.GERMANY, free, 0)
        friendly = free & board.controlled(GERMAN)
        fed = 0
        for hq in HQS_OF[GERMAN]:
            hex = board.where[hq]
            if hex < 0:
                continue
            depot = board.where[DEPOT_OF[hq]]
            if near_rail >> hex & 1:
                fed |= 1 << hex
            elif depot >= 0 and self.rail >> depot & 1:
                reach = within_range(1 << depot, friendly, g.RAIL_HEXES)
                fed |= reach & 1 << hex
        return fed

    def state(self, unit: int) -> int:
        """8.0, 8.3, 8.5, 8.6: the state of one unit on the map."""
        board = self.board
        hex, nation, kind = board.where[unit], NATION[unit], KIND[unit]
        if kind == DEPOT:
            return IN_SUPPLY if self.rail >> hex & 1 else OUT_OF_SUPPLY
        if kind == FORT:
            return IN_SUPPLY
        if self.by_nation[nation] >> hex & 1:  # departs: an HQ is a unit, and another HQ may feed it
            return IN_SUPPLY
        return FORTRESS_SUPPLY if fortress_feeds(nation, hex) else OUT_OF_SUPPLY


def fortress_feeds(nation: int, hex: int) -> bool:
    """8.3, 8.4, 8.9: whether a heavy fortress feeds a nation: French ones the French, two of them the British."""
    heavy = g.HEAVY
    if nation == FRENCH:
        heavy &= g.FRANCE
    elif nation == BRITISH:
        heavy &= g.BRITISH_FORTRESSES
    return bool(heavy >> hex & 1)


def supply_net(board: WarBoard, side: int) -> SupplyNet:
    """The net of a side as it stands now."""
    return SupplyNet(board, side)


def supply_of(board: WarBoard, unit: int) -> int:
    """8.1: what the state of a unit would be if it were checked now."""
    return SupplyNet(board, SIDE[unit]).state(unit)


def supply_states(board: WarBoard, side: int) -> list[tuple[int, int]]:
    """8.1: the state of each of a side's mobile units on the map."""
    net = SupplyNet(board, side)
    return [(unit, net.state(unit)) for unit in UNITS_OF[side] if board.where[unit] >= 0 and KIND[unit] != FORT]


def distance_to_source(board: WarBoard, nation: int, besides: int | None = None) -> list[int]:
    """6.5, 8.2, 11.21: hexes from each hex to the nation's nearest supply source that works, over passable ground.

    Every hex of Belgium feeds Belgians (8.5), so it counts as a source for them. `besides` is a hex that doesn't count:
    one that is itself a source lies on the way to the next.
    """
    if nation == GERMAN:
        sources = g.GERMAN_SOURCES & ~board.occupied[ENTENTE]
    else:
        sources = g.ENTENTE_SOURCES & ~board.occupied[GERMAN]
        if nation == BRITISH:
            sources |= g.PORTS & ~board.control
        elif nation == BELGIAN:
            sources |= g.BELGIUM & ~board.occupied[GERMAN]
    if besides is not None:
        sources &= ~(1 << besides)
    return _distances(sources)


@memo(500)
def _distances(sources: Bits) -> list[int]:
    return g.WAYS.distances(sources, far=10_000)
