"""The charts and numbers, looked up by their printed labels: `CAPS[4, "Moltke"]`, `FORTUNES[7]`, `LIMITS.caps`."""

from __future__ import annotations

from typing import Final

from marne.games.grand_illusion.components import data
from marne.games.grand_illusion.components.data import LOADED

__all__ = [
    "CALENDAR",
    "CAPS",
    "CONCENTRIC",
    "FORTUNES",
    "GERMAN_MARKERS",
    "LIMITS",
    "MODIFIERS",
    "OPTION_COSTS",
    "PLAN17_MARKERS",
    "POINTS",
    "SEA",
]

CAPS: Final = LOADED[data.CAPS]
"""5.1.1."""
FORTUNES: Final = LOADED[data.FORTUNES]
"""9.1.4: the name of each result of two dice."""
SEA: Final = LOADED[data.SEA]
"""9.4.5: turns until a unit that retreated into the sea is back; 0 is eliminated."""
PLAN17_MARKERS: Final = LOADED[data.PLAN17_MARKERS]
GERMAN_MARKERS: Final = LOADED[data.GERMAN_MARKERS]
"""13.1.2: how many markers of each value there are."""
MODIFIERS: Final = LOADED[data.MODIFIERS]
"""What is added to a die or to a strength, by its name in the log."""
CONCENTRIC: Final = tuple(LOADED[data.CONCENTRIC][hexes] for hexes in range(7))
"""9.2.3: by the number of hexes around the battle."""
POINTS: Final = LOADED[data.POINTS]
"""2.8, 3.2: victory points, by what for; Paris has a marker of its own."""
OPTION_COSTS: Final = LOADED[data.OPTION_COSTS]
"""14.3.4, 14.3.6: by option and side."""
LIMITS: Final = LOADED[data.LIMITS].value
"""Limits in units, hexes, points and faces of a die."""
CALENDAR: Final = LOADED[data.CALENDAR].value
"""Turns on which something begins, ends or happens."""
