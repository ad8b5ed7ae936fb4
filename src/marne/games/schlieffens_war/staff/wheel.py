"""The German plan of campaign: which cities each army marches on.

The wheel of 1914: the 1st Army through Brussels for the coast and Amiens, the 2nd and 3rd over Meuse and Sambre, the
4th and 5th through the Ardennes for the Aisne and the Marne; the 6th fights in Lorraine and helps the 5th when it can,
the 7th stays in Alsace.
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


AXES: Final[dict[str, Bits]] = {
    "1": _cities("Liège", "Brussels", "Ghent", "Bruges", "Lille", "Mons", "Dunkirk", "Calais", "Amiens", "Boulogne"),
    "2": _cities("Liège", "Namur", "Charleroi", "Mons", "Maubeuge", "Lille", "Saint-Quentin", "Amiens", "Paris"),
    "3": _cities("Namur", "Charleroi", "Mézières", "Maubeuge", "Saint-Quentin", "Reims", "Paris"),
    "4": _cities("Mézières", "Reims", "Châlons", "Saint-Quentin", "Paris"),
    "5": _cities("Mézières", "Verdun", "Reims", "Châlons"),
    "6": _cities("Nancy", "Toul", "Verdun", "Mézières", "Reims", "Châlons"),
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
