"""Labels: how a map numbers its hexes, and what the numbers say about where a hex lies.

A `Numbering` ties a label to a cell: how labels are written (`DigitPairs`, `LettersNumber`), which way columns and rows
grow, and which lines are shoved half a hex. A map whose numbers just run on is listed with `counted_columns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from marne.hexes.grid import Cell, Grid, Orientation, UnknownHex


class LabelScheme(Protocol):
    """How a column and a row are written as one label."""

    def write(self, column: int, row: int) -> str: ...

    def read(self, label: str) -> tuple[int, int]:
        """Column and row; raises `UnknownHex` for a text that isn't a label of this scheme."""
        ...


@dataclass(frozen=True, slots=True)
class DigitPairs:
    """Two pairs of digits: `0812`.

    >>> DigitPairs(first="row").read("0812")
    (12, 8)
    """

    first: Literal["column", "row"] = "column"

    def write(self, column: int, row: int) -> str:
        pair = (column, row) if self.first == "column" else (row, column)
        if not all(0 <= number < 100 for number in pair):
            raise ValueError(f"column {column}, row {row}: two digits can't hold it")
        return f"{pair[0]:02}{pair[1]:02}"

    def read(self, label: str) -> tuple[int, int]:
        if not re.fullmatch(r"[0-9]{4}", label):
            raise UnknownHex(f"no hex {label!r}: expected four digits, such as 0812")
        pair = int(label[:2]), int(label[2:])
        return pair if self.first == "column" else (pair[1], pair[0])


@dataclass(frozen=True, slots=True)
class LettersNumber:
    """Letters for the column (A..Z, AA, AB..) and a number for the row: `AY14`.

    >>> LettersNumber().read("AY14")
    (51, 14)
    """

    def write(self, column: int, row: int) -> str:
        if row < 0:
            raise ValueError(f"row {row}: expected 0 or more")
        return f"{letters(column)}{row}"

    def read(self, label: str) -> tuple[int, int]:
        match = re.fullmatch(r"([A-Z]+)(0|[1-9][0-9]*)", label)
        if not match:
            raise UnknownHex(f"no hex {label!r}: expected capital letters and a number, such as AY14")
        return letters_number(match[1]), int(match[2])


def letters(number: int) -> str:
    """1 is A, 26 is Z, 27 is AA, 51 is AY.

    >>> [letters(n) for n in (1, 26, 27, 51, 56)]
    ['A', 'Z', 'AA', 'AY', 'BD']
    """
    if number < 1:
        raise ValueError(f"column {number}: letters start with 1")
    text = ""
    while number:
        number, last = divmod(number - 1, 26)
        text = chr(ord("A") + last) + text
    return text


def letters_number(text: str) -> int:
    """The inverse of `letters`."""
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


@dataclass(frozen=True, slots=True)
class Numbering:
    """A label scheme laid over a grid.

    On a flat-top grid every column whose number has the parity `shoved` sits half a hex further `shove` (N or S); on a
    pointy-top grid every such row sits half a hex further E or W.
    """

    orientation: Orientation
    scheme: LabelScheme
    columns_grow: Literal["E", "W"]
    rows_grow: Literal["S", "N"]
    shoved: Literal["even", "odd"]
    shove: Literal["N", "S", "E", "W"]

    def __post_init__(self) -> None:
        if self.shove not in ("NS" if self.orientation == "flat" else "EW"):
            raise ValueError(f"lines of a {self.orientation}-top grid aren't shoved {self.shove}")

    def cell(self, column: int, row: int) -> Cell:
        """Where a column and a row lie, in doubled coordinates."""
        x = column if self.columns_grow == "E" else -column
        y = row if self.rows_grow == "S" else -row
        line = column if self.orientation == "flat" else row
        half = self._half(line)
        return (x, 2 * y + half) if self.orientation == "flat" else (2 * x + half, y)

    def _half(self, line: int) -> int:
        if line % 2 != (self.shoved == "odd"):
            return 0
        return 1 if self.shove in "SE" else -1

    def cell_of(self, label: str) -> Cell:
        return self.cell(*self.scheme.read(label))

    def label_of(self, cell: Cell) -> str:
        """The label of a cell; the inverse of `cell_of`."""
        x, y = cell
        if self.orientation == "flat":
            column = x if self.columns_grow == "E" else -x
            y = (y - self._half(column)) // 2
            row = y if self.rows_grow == "S" else -y
        else:
            row = y if self.rows_grow == "S" else -y
            x = (x - self._half(row)) // 2
            column = x if self.columns_grow == "E" else -x
        if self.cell(column, row) != cell:
            raise ValueError(f"{cell} isn't a cell of this grid")
        return self.scheme.write(column, row)

    def grid(self, labels: Iterable[str]) -> Grid:
        """The grid of these hexes, numbered in the order given."""
        return Grid(self.orientation, {label: self.cell_of(label) for label in labels})

    def rectangle(self, columns: Iterable[int], rows: Iterable[int]) -> Grid:
        """A full grid of columns and rows, numbered column by column."""
        rows = list(rows)
        return self.grid(self.scheme.write(column, row) for column in columns for row in rows)


def counted_columns(columns: Sequence[tuple[int, int]], start: int = 1) -> dict[str, Cell]:
    """Cells of a flat-top map numbered 1, 2, 3.. down each column and on from west to east.

    A column is (how many hexes, where the first lies in half hexes south).

    >>> counted_columns([(2, 1), (1, 0)])
    {'1': (0, 1), '2': (0, 3), '3': (1, 0)}
    """
    cells: dict[str, Cell] = {}
    for x, (count, top) in enumerate(columns):
        for i in range(count):
            cells[str(start + len(cells))] = (x, top + 2 * i)
    return cells
