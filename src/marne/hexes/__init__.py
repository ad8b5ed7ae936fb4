"""Hexes: grids with any numbering, sets of hexes and hexsides, reach, floods. Pure geometry; it knows no game's rules.

>>> from marne.hexes import MoveCosts, grand_illusion_grid
>>> grid = grand_illusion_grid()
>>> [grid.label(h) for h in grid.neighbours[grid.hex("54")]]
['44', '45', '53', '55', '63', '64']
>>> walk = MoveCosts(grid, enter=[1] * len(grid)).reach(grid.hex("54"), allowance=2)
>>> len(walk), walk.cost[grid.hex("56")]
(19, 2)
>>> [grid.label(h) for h in walk.path(grid.hex("56"))]
['54', '55', '56']
"""

from marne.hexes.flood import Links, flood, pieces, rings
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
from marne.hexes.numberings import NACH_PARIS, SCHLIEFFENS_WAR, grand_illusion_grid
from marne.hexes.reach import Cost, MoveCosts, reach
from marne.hexes.reached import Reach
from marne.hexes.sets import Bits, HexSet, HexSideSet, bits, first, members

__all__ = [
    "NACH_PARIS",
    "SCHLIEFFENS_WAR",
    "Bits",
    "Cell",
    "Cost",
    "DigitPairs",
    "Grid",
    "HexSet",
    "HexSideSet",
    "LabelScheme",
    "LettersNumber",
    "Links",
    "MoveCosts",
    "NotAdjacent",
    "Numbering",
    "Orientation",
    "Point",
    "Reach",
    "UnknownHex",
    "bits",
    "counted_columns",
    "first",
    "flood",
    "grand_illusion_grid",
    "letters",
    "letters_number",
    "members",
    "pieces",
    "reach",
    "rings",
]
