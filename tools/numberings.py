"""How the three printed boards number their hexes: for the builders of their files, and for tests."""

from __future__ import annotations

from typing import Final

from marne.hexes.grid import Grid
from marne.hexes.labels import DigitPairs, LettersNumber, Numbering, counted_columns

SCHLIEFFENS_WAR: Final = Numbering(
    orientation="pointy",
    scheme=DigitPairs(first="row"),
    columns_grow="W",
    rows_grow="S",
    shoved="even",
    shove="W",
)
"""Rows run east-west and grow south, columns grow west; an even row lies half a hex west of the odd ones."""

NACH_PARIS: Final = Numbering(
    orientation="flat",
    scheme=LettersNumber(),
    columns_grow="W",
    rows_grow="N",
    shoved="even",
    shove="S",
)
"""Letters grow west, numbers grow north; even columns (B, D..) sit half a hex south."""

# Hexes in each column from west to east, and the first one's place in half hexes south of hex 14's.
_GRAND_ILLUSION_COLUMNS: Final = (
    (6, 6),
    (7, 5),
    (9, 0),
    (9, -1),
    (10, -2),
    (10, -3),
    (10, -2),
    (9, -1),
    (10, -2),
    (9, -1),
    (10, -2),
    (5, 9),
    (3, 12),
)


def grand_illusion_grid() -> Grid:
    """The 107 hexes of Grand Illusion in thirteen ragged columns."""
    return Grid("flat", counted_columns(_GRAND_ILLUSION_COLUMNS))
