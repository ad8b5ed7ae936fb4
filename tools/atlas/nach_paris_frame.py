"""The grid of 1914 - Nach Paris on the ground: which hexes there are, and which hex holds a place.

The rulebook prints no map but names some sixty hexes. They fix the grid: flat tops, 10 km from side to side (1.1.3),
letters growing west, numbers growing north, even columns half a hex south. Rotation and offset were fitted on twelve
places (3.2 km rms); the scale was not.
"""

from __future__ import annotations

from math import cos, sin

from marne.atlas.project import PITCH, Affine, Georef
from marne.hexes.grid import Grid
from tools.numberings import NACH_PARIS

from .mesh import Mesh

COLUMNS = range(1, 59)  #: A..BF, from the Black Forest to Le Tréport
ROWS = range(1, 46)  #: from the Swiss border to the Ruhr and Walcheren

# The fit: column = C0 - e / 8.66 km, row = Y0 + m / 10 km, with e and m the kilometres east and north turned by TURN.
TURN, C0, Y0 = 0.014344, 32.2863, 25.2242
U0, V0 = COLUMNS[-1] + 1, 2 * (ROWS[-1] + 1)
GEOREF = Georef(
    Affine(cos(TURN) / 10, -sin(TURN) / 10, PITCH * (U0 - C0), -sin(TURN) / 10, -cos(TURN) / 10, V0 / 2 - Y0), flat=True
)
GRID: Grid = NACH_PARIS.rectangle(COLUMNS, ROWS)
MESH = Mesh(
    GEOREF,
    {label: (x + U0, y + V0) for label, (x, y) in zip(GRID.labels, map(GRID.cell, range(len(GRID))), strict=True)},
)
TITLE = "1914 – Nach Paris"
FIT = """Pinned on the ground by the hexes that the rulebook names (4.1, 4.5, 17.2.1, 18.1.2, Examples 12, 14, 16):
Anvers, Bruxelles, Paris, two forts of Maubeuge, Creil, Compiègne, Lassigny, Nieuport, Watten, Saint-Valery, Rossignol.
10 km from side to side are stated (1.1.3); rotation and offset fitted, 3.2 km rms. The printed map would settle it."""
