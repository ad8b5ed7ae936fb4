"""[11.2]-[11.4] Fortifications: the forts of the map with their factors, and look-ups that rules ask often.

A fort is its place in `MAP.forts`; a set of forts is an integer with those bits. `CAB[fort][lost]`: only a Feste has a
second side, so `SIDES_OF[fort]` is 1 or 2.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from marne.games.nach_paris.components.data import LOADED, MAP
from marne.games.nach_paris.components.unit_rows import FORTS, ZONES
from marne.hexes import Bits, bits

__all__ = [
    "ARF", "AT", "BY_NAME", "CAB", "CAMPS", "CAMP_OF", "CBF", "CLASS", "CLASSES", "COUNT", "FESTEN", "NATIONAL", "ROWS",
    "SIDES_OF", "ZOC", "ZONE_AT", "ZONE_CAB", "ZONE_CBF", "beyond", "camp_modifier", "in_long_range",
]  # fmt: skip

_BY_PLACE: Final = {(row.name, row.hex): row for row in LOADED[FORTS]}
ROWS: Final = tuple(_BY_PLACE[fort.name, MAP.grid.label(fort.hex)] for fort in MAP.forts)
COUNT: Final = len(ROWS)
BY_NAME: Final = {(fort.name, fort.hex): index for index, fort in enumerate(MAP.forts)}

CAB: Final = tuple(row.cab for row in ROWS)
CBF: Final = tuple(row.cbf for row in ROWS)
ARF: Final = tuple(row.arf for row in ROWS)
SIDES_OF: Final = tuple(len(row.cab) for row in ROWS)
CLASSES: Final = ("white", "black", "yellow")
_LINE: Final = {
    "masonry": 0,
    "strengthened masonry": 1,
    "feste": 1,
    "strengthened concrete": 2,
    "ultramodern feste": 2,
}
CLASS: Final = tuple(_LINE[row.grade] for row in ROWS)
"""[8.6.3] The line of the ABF Results Table, from the softest to the hardest."""
FESTEN: Final[Bits] = bits(index for index, row in enumerate(ROWS) if len(row.cab) == 2)
CAMP_OF: Final = tuple(
    next((i for i, camp in enumerate(MAP.camps) if camp.name == fort.camp), -1) for fort in MAP.forts
)
CAMPS: Final = tuple(bits(camp.forts) for camp in MAP.camps)
"""[11.6.14] All forts of each camp."""
NATIONAL: Final = {
    nation: bits(i for i, f in enumerate(MAP.forts) if f.nation == nation) for nation in ("BE", "FR", "DE")
}
ZOC: Final = tuple(bits(MAP.grid.hexes(row.zoc)) for row in ROWS)
"""[11.4.2] The hexes that a Feste controls until it loses a step."""


def _by_hex() -> tuple[Bits, ...]:
    found = [0] * len(MAP.grid)
    for index, fort in enumerate(MAP.forts):
        found[fort.hex] |= 1 << index
    return tuple(found)


AT: Final = _by_hex()
"""[11.3.4], [11.4.4] Forts and Festen by hex."""

_ZONES: Final = {row.name: row for row in LOADED[ZONES]}
ZONE_AT: Final = {zone.hex: index for index, zone in enumerate(MAP.fortified_zones)}
ZONE_CAB: Final = tuple(_ZONES[zone.name].cab for zone in MAP.fortified_zones)
ZONE_CBF: Final = tuple(_ZONES[zone.name].cbf for zone in MAP.fortified_zones)
"""[11.2.3]"""


def camp_modifier(forts: int, active: int) -> str:
    """[11.6.14] The key of the modifier to the CAB of a camp's active forts, empty while half of them stand.

    departs: 11.6.14, shares are rounded down to whole forts, as Example 14 does with four of six.
    """
    lost = forts - active
    if forts > 1 and active == 1:
        return "camp.cab.last"
    if lost and lost >= forts * 3 // 4:
        return "camp.cab.most"
    return "camp.cab.half" if lost and lost >= forts // 2 else ""


@cache
def in_long_range(hex: int, metres: int) -> Bits:
    """[8.5.2] The forts two hexes away that lie within so many metres of the centre of a gun's hex."""
    near = (other for other in range(COUNT) if MAP.grid.distance(hex, MAP.forts[other].hex) == 2)
    return bits(fort for fort in near if MAP.apart(MAP.forts[fort], hex) <= metres * metres)


def beyond(hex: int, target: int) -> tuple[int, ...]:
    """[8.5.2] The neighbours of a hex that also touch a target two hexes away: one of them must be a front hex."""
    return tuple(other for other in MAP.grid.neighbours[hex] if MAP.grid.adjacent(other, target))
