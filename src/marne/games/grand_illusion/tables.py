"""The charts, looked up by their printed labels: `CAPS[4, "Moltke"]`, `FORTUNES[7]`."""

from __future__ import annotations

from typing import Final

from marne.games.grand_illusion import data
from marne.games.grand_illusion.data import LOADED

CAPS: Final = LOADED[data.CAPS]
"""5.1.1."""
FORTUNES: Final = LOADED[data.FORTUNES]
"""9.1.4: the name of each result of two dice."""
SEA: Final = LOADED[data.SEA]
"""9.4.5: turns until a unit that retreated into the sea is back; 0 is eliminated."""
PLAN17_MARKERS: Final = LOADED[data.PLAN17_MARKERS]
GERMAN_MARKERS: Final = LOADED[data.GERMAN_MARKERS]
"""13.1.2: how many markers of each value there are."""

MOST_CAPS: Final = 10
"""5.1.1: the marker never goes higher."""
FIRST_TURN_CAPS: Final = (4, 6)
"""5.1.4, 13.1.3: Allied and German CAPS on turn 1."""
PARIS_POINTS: Final = 10
"""2.8: the marker of Paris."""
