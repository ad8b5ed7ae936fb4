"""The charts, looked up by their printed labels: `CAPS[4, "Moltke"]`, `FORTUNES[7]`."""

from __future__ import annotations

from typing import Final

from marne.games.grand_illusion.units import DATA
from marne.tables.toml_file import load_grid, load_table

_FILE: Final = DATA / "tables.toml"

CAPS: Final = load_grid(_FILE, "caps", ("die", "commander"), (int, str), int)
"""5.1.1."""
FORTUNES: Final = load_table(_FILE, "fortunes_of_war", "dice", int, str)
"""9.1.4: the name of each result of two dice."""
SEA: Final = load_table(_FILE, "retreat_to_sea", "die", int, int)
"""9.4.5: turns until a unit that retreated into the sea is back; 0 is eliminated."""
PLAN17_MARKERS: Final = load_table(_FILE, "plan17_markers", "value", int, int)
GERMAN_MARKERS: Final = load_table(_FILE, "german_markers", "value", int, int)
"""13.1.2: how many markers of each value there are."""

MOST_CAPS: Final = 10
"""5.1.1: the marker never goes higher."""
FIRST_TURN_CAPS: Final = (4, 6)
"""5.1.4, 13.1.3: Allied, German."""
PARIS_POINTS: Final = 10
"""2.8: the marker of Paris."""
