"""2.2: hexes that the rules call by number, as sets of bits. A hex is its number, 1 to 107; 0 is off the map."""

from __future__ import annotations

from typing import Final

from marne.engine import Hex
from marne.games.grand_illusion.components import data
from marne.games.grand_illusion.components.data import LOADED
from marne.games.grand_illusion.components.scenario import hexes_in
from marne.hexes import members

__all__ = [
    "ALL_HEXES", "ANTWERP", "BEHIND_ANTWERP", "BELGIUM", "BRUSSELS", "CALAIS", "DOUBLE", "DUNKIRK", "EMERGENCY",
    "FREE_ENTRY", "GERMAN_VP", "GHENT", "HEXES", "HUY", "LE_HAVRE", "LIEGE", "MAUBEUGE", "METZ", "MEZIERES", "NAMUR",
    "PARIS", "PARIS_RING", "PLAN17", "PORTS", "SCHLIEFFEN", "SOURCES", "STRASBOURG", "TRIER", "VOSGES", "Hex",
]  # fmt: skip

HEXES: Final = 107
ALL_HEXES: Final = range(1, HEXES + 1)

LE_HAVRE, CALAIS, PARIS, DUNKIRK = 1, 14, 19, 23
GHENT, EMERGENCY, ANTWERP, BEHIND_ANTWERP, MAUBEUGE, MEZIERES = 43, 44, 52, 53, 54, 56
BRUSSELS, NAMUR, LIEGE, HUY, METZ, TRIER, STRASBOURG = 62, 64, 72, 73, 86, 94, 105

_LISTED: Final = LOADED[data.PLACES].value
SCHLIEFFEN: Final = hexes_in(_LISTED.schlieffen)
"""8.4.8: closed to the Germans until turn 7, to Allied arrivals too (8.4.7)."""
PARIS_RING: Final = hexes_in(_LISTED.paris_ring)
"""8.4.9: the Paris in Danger hexes."""
BELGIUM: Final = hexes_in(_LISTED.belgium)
"""8.4.7: the only hexes where Belgian units may walk."""
VOSGES: Final = hexes_in(_LISTED.vosges)
"""2.2, 8.4.6, 9.4.1: little stacking, no mandatory retreat."""
PORTS: Final = hexes_in(_LISTED.ports)
"""10.4: the named coastal cities, numbered from west to east."""
PLAN17: Final = tuple(members(hexes_in(_LISTED.plan17)))
"""14.1.2: where the Allies draw a marker; Metz and Strasbourg count double."""
GERMAN_VP: Final = tuple(members(hexes_in(_LISTED.german_prizes)))
"""14.1.2: where the Germans draw a marker; Verdun and Toul/Nancy count double. Paris has its own."""
DOUBLE: Final = hexes_in(_LISTED.double)
"""14.1.2: hexes that count twice."""
SOURCES: Final = tuple(hexes_in(_LISTED.sources[nation]) for nation in ("FR", "BR", "BE", "GE"))
"""8.4.3, 11.2.4, 11.2.5: supply sources by nation: French, British, Belgian, German."""
FREE_ENTRY: Final = tuple(members(hexes_in(_LISTED.out_of_holland)))
"""14.3.6: where the ninth army comes out of Holland."""
