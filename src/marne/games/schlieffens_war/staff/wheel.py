"""The German plan of campaign: which cities each army marches on.

The wheel of 1914: the 1st and 2nd Armies through Belgium for the coast and Amiens, the 2nd to 4th over Meuse and Sambre
for the Oise and the Aisne; the 5th and 6th fight for Verdun, Nancy and Toul and march on the Marne when they can, the
7th stays in Alsace.
"""

from __future__ import annotations

from typing import Final

from marne.games.schlieffens_war.components import ground as g
from marne.hexes import Bits

__all__ = ["AXES", "HOLDING", "WATCH", "off_axis"]

HOLDING: Final = frozenset({"6", "7"})
"""German armies that hold Lorraine and Alsace while the others wheel."""


def _cities(*names: str) -> Bits:
    found = 0
    for hex, name in enumerate(g.PLACE_NAMES):
        if name in names:
            found |= 1 << hex
    return found


_MIDDLE: Final = ("Namur", "Charleroi", "Mons", "Maubeuge", "Saint-Quentin", "Amiens", "Lille", "Paris")
_NORTH: Final = (*_MIDDLE, "Liège", "Brussels", "Antwerp", "Ghent", "Bruges", "Dunkirk", "Calais", "Boulogne", "Rouen")
_CENTRE: Final = (*_MIDDLE, "Mézières", "Reims", "Châlons")
_SOUTH: Final = ("Verdun", "Nancy", "Toul", "Épinal", "Mézières", "Reims", "Châlons", "Troyes", "Paris")
AXES: Final[dict[str, Bits]] = {
    "1": _cities(*_NORTH),
    "2": _cities(*_NORTH, *_CENTRE),
    "3": _cities(*_CENTRE),
    "4": _cities(*_CENTRE, "Verdun"),
    "5": _cities(*_SOUTH),
    "6": _cities(*_SOUTH),
    "7": _cities("Épinal", "Belfort"),
}
"""By army: the cities that it marches on."""

WATCH: Final = tuple(g.GRID.hex(label) for label in ("2402", "2402", "2302", "2103", "1901"))
"""The watch on the Rhine: where the corps of the 7th Army stand, the strongest first. Freiburg is the German city that
the French reach first (4.3); 2302 keeps its railway open (8.6); Karlsruhe is where cavalry may ride to."""

_NEAR: Final = 3
_ROWS: Final = {"1": (1, 16), "2": (1, 17), "3": (10, 18), "4": (12, 19), "5": (15, 20), "6": (16, 28), "7": (21, 28)}
"""By army: the rows of the map between which it fights stacks in the field."""


def off_axis(army: str, here: int, goal: int) -> bool:
    """Whether a goal lies off an army's way: another army's city, or a stack that is far off or beyond
    the rows where it fights."""
    if (g.PRIZES | g.PARIS) >> goal & 1:
        return not AXES[army] >> goal & 1
    first, last = _ROWS[army]
    return not first <= int(g.LABELS[goal][:2]) <= last or g.GRID.distance(here, goal) > _NEAR
