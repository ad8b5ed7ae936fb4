"""The map as the rules use it: flat tables by hex number and bit sets of hexes, worked out once from the board's files.

Nothing here decides what is where: terrain, rivers, rails and roles come from `data/board`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from marne.games.schlieffens_war.components.data import EXTRA_COST, MAP, MOVEMENT_COST
from marne.hexes import Bits, Grid, Links, MoveCosts, Steps, bits, members, memo

__all__ = [
    "BELGIAN_AREA", "BELGIUM", "BIT", "BRITISH_FORTRESSES", "BY_RAIL", "CITIES", "COUNT", "ENTENTE_SOURCES",
    "FRANCE", "FRENCH_CITIES", "GERMANY", "GERMAN_CITIES", "GERMAN_SOURCES", "GRID", "HEAVY",
    "LABELS", "LAND", "MARCH", "PARIS", "PASSABLE", "PERIMETER", "PLACE_NAMES", "PORTS", "PRIZES", "RAIL", "RAILS",
    "RAIL_HEXES", "RIVER", "TERRAIN", "WAYS", "WEST_EDGE", "hex_set", "labels_of", "spread",
]  # fmt: skip

_map: Final = MAP

GRID: Final[Grid] = _map.grid
COUNT: Final = len(GRID)
LABELS: Final = GRID.labels
PLACE_NAMES: Final = _map.names
TERRAIN: Final = _map.terrain
BIT: Final = tuple(1 << hex for hex in range(COUNT))


def hex_set(labels: Iterable[str]) -> Bits:
    """The hexes with these labels."""
    return _hex_set(tuple(labels))


@lru_cache(2048)
def _hex_set(labels: tuple[str, ...]) -> Bits:
    return bits(GRID.hexes(labels))


@lru_cache(2048)
def labels_of(hexes: Bits) -> tuple[str, ...]:
    """The labels of a set of hexes, in order."""
    return tuple(LABELS[hex] for hex in members(hexes))


LAND: Final = bits(hex for hex in range(COUNT) if TERRAIN[hex] in MOVEMENT_COST)
"""10.4, 3.2: what can be entered at all; neutral countries have no hexes."""
GERMANY: Final = _map.germany & LAND
"""3.3, 4.4: what is German at the start."""
FRANCE: Final = _map.france & LAND
"""3.1, 8.3: where the French set up."""
BELGIUM: Final = _map.belgium & LAND
"""3.1, 8.5: where Belgians set up and are always fed."""
PASSABLE: Final = _map.passable
WAYS: Final = Links(PASSABLE)
RIVER: Final = _map.river
RAIL: Final = _map.rail
RAILS: Final = Links(RAIL)
RAIL_HEXES: Final = _map.rail_hexes

PARIS: Final = _map.paris
PRIZES: Final = _map.entente_cities
GERMAN_CITIES: Final = _map.german_cities
CITIES: Final = _map.cities
FRENCH_CITIES: Final = (PRIZES | PARIS) & FRANCE
"""9.5, 4.6: cities of France; the prizes are the 25 of Belgium and France besides Paris."""
HEAVY: Final = _map.heavy
PERIMETER: Final = _map.paris_endangered
PORTS: Final = _map.ports
BRITISH_FORTRESSES: Final = bits(hex for name in ("Liège", "Maubeuge") for hex in _map.places[name]) & HEAVY
"""8.4: the two fortresses that feed British units and whose forts they may join."""

WEST_EDGE: Final = _map.west_edge
"""9.3: where the 6th Army comes from."""
ENTENTE_SOURCES: Final = (_map.west_edge | _map.south_edge) & RAIL_HEXES
"""8.3, 8.4, 8.5: where the supply of the Entente comes from."""
GERMAN_SOURCES: Final = _map.east_edge & RAIL_HEXES & GERMANY
"""8.6: where German supply comes from."""
BELGIAN_AREA: Final = _map.belgian_area
"""10.8: Belgium, and what lies within two hexes of it in France and Luxembourg."""


def _steps(hex: int) -> Steps:
    """10.4, 10.5: the neighbours by what entering them costs; a river costs nothing into or out of a city."""
    by_cost: dict[int, Bits] = {}
    for to in members(PASSABLE[hex]):
        cost = MOVEMENT_COST[TERRAIN[to]]
        if RIVER[hex] >> to & 1 and not CITIES & (BIT[hex] | BIT[to]):
            cost += EXTRA_COST["river"]
        by_cost[cost] = by_cost.get(cost, 0) | BIT[to]
    return tuple(sorted(by_cost.items()))


MARCH: Final = MoveCosts(_steps(hex) for hex in range(COUNT))
BY_RAIL: Final = MoveCosts(((EXTRA_COST["rail"], RAIL[hex]),) if RAIL[hex] else () for hex in range(COUNT))
"""10.7: how depots move."""

spread: Final = memo(20_000)(GRID.spread)
"""The hexes next to a set; kept, since the same armies are looked at again and again."""
