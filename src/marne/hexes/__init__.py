"""Hexes: grids with any numbering, sets of hexes, links and floods, reach, zones. Pure geometry; no game's rules.

>>> from marne.hexes import Grid, MoveCosts, counted_columns
>>> grid = Grid("flat", counted_columns([(6, 0), (7, -1), (6, 0), (7, -1), (6, 0)]))
>>> [grid.label(h) for h in grid.neighbours[grid.hex("16")]]
['9', '10', '15', '17', '22', '23']
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
from marne.hexes.sets import Bits, bits, first, members
from marne.hexes.zones import FacingZones

__all__ = [
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
    "letters",
    "letters_number",
    "members",
    "memo",
]
