"""Hexes: grids with any numbering, sets of hexes, links and floods, reach, zones. Pure geometry; no game's rules.

>>> from marne.hexes import MoveCosts, grand_illusion_grid
>>> grid = grand_illusion_grid()
>>> [grid.label(h) for h in grid.neighbours[grid.hex("54")]]
['44', '45', '53', '55', '63', '64']
>>> walk = MoveCosts.on(grid, enter=[1] * len(grid)).reach(grid.hex("54"), points=2)
>>> walk.hexes.bit_count(), walk.cost(grid.hex("56"))
(19, 2)
>>> [grid.label(h) for h in walk.path(grid.hex("56"))]
['55', '56']
"""

from marne.hexes.costs import Cost, MoveCosts, Reach, Steps
from marne.hexes.grid import Cell, Grid, NotAdjacent, Orientation, Point, UnknownHex
from marne.hexes.labels import (
    DigitPairs,
    LabelScheme,
    LettersNumber,
    Numbering,
    counted_columns,
    letters,
    letters_number,
)
from marne.hexes.links import Links
from marne.hexes.memo import memo
from marne.hexes.nodes import Nodes
from marne.hexes.numberings import NACH_PARIS, SCHLIEFFENS_WAR, grand_illusion_grid
from marne.hexes.sets import Bits, bits, first, members
from marne.hexes.zones import FacingZones

__all__ = [
    "NACH_PARIS",
    "SCHLIEFFENS_WAR",
    "Bits",
    "Cell",
    "Cost",
    "DigitPairs",
    "FacingZones",
    "Grid",
    "LabelScheme",
    "LettersNumber",
    "Links",
    "MoveCosts",
    "Nodes",
    "NotAdjacent",
    "Numbering",
    "Orientation",
    "Point",
    "Reach",
    "Steps",
    "UnknownHex",
    "bits",
    "counted_columns",
    "first",
    "grand_illusion_grid",
    "letters",
    "letters_number",
    "members",
    "memo",
]
