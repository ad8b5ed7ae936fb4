"""2.2: hexes that the rules call by number, as sets of bits. A hex is its number, 1 to 107; 0 is off the map."""

from __future__ import annotations

from typing import Final

from marne.hexes import Bits, bits

__all__ = [
    "ALL_HEXES", "ANTWERP", "BEHIND_ANTWERP", "BELGIUM", "BRUSSELS", "CALAIS", "DOUBLE", "DUNKIRK", "EMERGENCY",
    "FREE_ENTRY", "GERMAN_VP", "GHENT", "HEXES", "HUY", "LE_HAVRE", "LIEGE", "MAUBEUGE", "METZ", "MEZIERES", "NAMUR",
    "PARIS", "PARIS_RING", "PLAN17", "PORTS", "SCHLIEFFEN", "SOURCES", "STRASBOURG", "TRIER", "VOSGES", "Hex", "name",
]  # fmt: skip

Hex = int
HEXES: Final = 107
ALL_HEXES: Final = range(1, HEXES + 1)

LE_HAVRE, CALAIS, PARIS, DUNKIRK = 1, 14, 19, 23
GHENT, EMERGENCY, ANTWERP, BEHIND_ANTWERP, MAUBEUGE, MEZIERES = 43, 44, 52, 53, 54, 56
BRUSSELS, NAMUR, LIEGE, HUY, METZ, TRIER, STRASBOURG = 62, 64, 72, 73, 86, 94, 105

SCHLIEFFEN: Final[Bits] = bits((1, 7, 8, 14, 15, 16, 23, 24, 32, 33, 42, 43))
"""8.4.8: closed to the Germans until turn 7, to Allied arrivals too (8.4.7)."""

PARIS_RING: Final[Bits] = bits((9, 10, 18, 20, 28, 29))
"""8.4.9: the Paris in Danger hexes."""

BELGIUM: Final[Bits] = bits((23, 32, 33, 42, 43, 44, 52, 53, 54, 55, 62, 63, 64, 65, 71, 72, 73, 74, 75, 81))
"""8.4.7: the only hexes where Belgian units may walk."""

VOSGES: Final[Bits] = bits((102, 103))
"""2.2, 8.4.6, 9.4.1: little stacking, no mandatory retreat."""

PORTS: Final[Bits] = bits((1, 7, 14, 23, 32))
"""10.4: the named coastal cities, numbered from west to east."""

PLAN17: Final = (85, 86, 95, 96, 100, 103, 105, 107)
"""14.1.2: where the Allies draw a marker; Metz and Strasbourg count double."""

GERMAN_VP: Final = (8, 14, 16, 23, 26, 34, 36, 38, 48, 52, 58, 76, 87, 98, 104)
"""14.1.2: where the Germans draw a marker; Verdun and Toul/Nancy count double. Paris has its own."""

DOUBLE: Final[Bits] = bits((76, 86, 87, 105))

SOURCES: Final[tuple[Bits, ...]] = (
    bits((1, 4, 13, 61, 80, 89)),
    bits((1, 4, 14)),
    bits((1, 14)),
    bits((91, 94, 100, 105, 107)),
)
"""8.4.3, 11.2.4, 11.2.5: supply sources by nation: French, British, Belgian, German."""

FREE_ENTRY: Final = (42, 52, 62, 71)
"""14.3.6: where the ninth army comes out of Holland."""


def name(hex: Hex) -> str:
    """A hex in the notation: its number."""
    return str(hex)
