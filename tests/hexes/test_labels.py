"""Label schemes, and the three boards' numberings against what the rulebooks say about their hexes."""

from __future__ import annotations

import doctest
import importlib
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.strategies import quick
from marne.hexes import (
    DigitPairs,
    Grid,
    LettersNumber,
    Numbering,
    Orientation,
    UnknownHex,
    counted_columns,
    letters,
    letters_number,
)
from tools.numberings import NACH_PARIS, SCHLIEFFENS_WAR, grand_illusion_grid

LINES: list[tuple[Orientation, Literal["N", "S", "E", "W"]]] = [
    ("flat", "N"),
    ("flat", "S"),
    ("pointy", "E"),
    ("pointy", "W"),
]
EAST_WEST: list[Literal["E", "W"]] = ["E", "W"]
NORTH_SOUTH: list[Literal["S", "N"]] = ["S", "N"]
PARITIES: list[Literal["even", "odd"]] = ["even", "odd"]
NUMBERINGS = st.builds(
    lambda lines, scheme, columns, rows, shoved: Numbering(lines[0], scheme, columns, rows, shoved, lines[1]),
    st.sampled_from(LINES),
    st.sampled_from([DigitPairs("row"), DigitPairs("column"), LettersNumber()]),
    st.sampled_from(EAST_WEST),
    st.sampled_from(NORTH_SOUTH),
    st.sampled_from(PARITIES),
)


def neighbours(grid: Grid, label: str) -> list[str]:
    return [grid.label(h) for h in grid.neighbours[grid.hex(label)]]


@given(NUMBERINGS, st.integers(1, 99), st.integers(1, 99))
@quick
def test_labels_read_back(numbering: Numbering, column: int, row: int) -> None:
    label = numbering.scheme.write(column, row)
    assert numbering.scheme.read(label) == (column, row)
    assert numbering.label_of(numbering.cell_of(label)) == label


@given(NUMBERINGS)
@quick
def test_any_numbering_gives_a_full_field(numbering: Numbering) -> None:
    """In a field of 5 by 5 the middle hexes have six neighbours, whatever is shoved where."""
    grid = numbering.rectangle(range(3, 8), range(4, 9))
    inner = [numbering.scheme.write(c, r) for c in (4, 5, 6) for r in (5, 6, 7)]
    assert all(len(neighbours(grid, label)) == 6 for label in inner)


@given(st.integers(1, 20_000))
@quick
def test_letters_are_counted_without_a_zero(number: int) -> None:
    assert letters_number(letters(number)) == number


def test_the_letters_of_nach_paris() -> None:
    assert [letters(n) for n in (1, 2, 26, 27, 51, 52, 56, 702, 703)] == [
        "A",
        "B",
        "Z",
        "AA",
        "AY",
        "AZ",
        "BD",
        "ZZ",
        "AAA",
    ]


@pytest.mark.parametrize("text", ["812", "08123", "08a2", "", "٠٨١٢", " 0812"])
def test_wrong_digit_labels_are_refused(text: str) -> None:
    with pytest.raises(UnknownHex, match="expected four digits"):
        DigitPairs().read(text)


@pytest.mark.parametrize("text", ["AY", "14", "ay14", "AY014", "AY-1", ""])
def test_wrong_letter_labels_are_refused(text: str) -> None:
    with pytest.raises(UnknownHex, match="capital letters and a number"):
        LettersNumber().read(text)


def test_numbers_that_a_scheme_cannot_hold() -> None:
    with pytest.raises(ValueError, match="two digits"):
        DigitPairs().write(100, 1)
    with pytest.raises(ValueError, match="letters start with 1"):
        LettersNumber().write(0, 1)
    with pytest.raises(ValueError, match="expected 0 or more"):
        LettersNumber().write(1, -1)
    with pytest.raises(ValueError, match="aren't shoved E"):
        Numbering("flat", LettersNumber(), "E", "S", "odd", "E")
    with pytest.raises(ValueError, match="isn't a cell"):
        NACH_PARIS.label_of((1, 1))


def test_schlieffens_war() -> None:
    """Rows grow south and columns west; each hex touches those that its row's parity says."""
    grid = SCHLIEFFENS_WAR.rectangle(range(1, 25), range(1, 30))
    for a in range(2, 29):
        for c in range(2, 24):
            shift = 1 if a % 2 == 0 else -1
            touching = {(a, c - 1), (a, c + 1), *((a + v, c + k) for v in (-1, 1) for k in (0, shift))}
            assert set(neighbours(grid, f"{a:02}{c:02}")) == {f"{r:02}{k:02}" for r, k in touching}
    antwerp, ruhr = grid.hex("0812"), grid.hex("0804")
    assert grid.centre(antwerp)[0] < grid.centre(ruhr)[0]  # Antwerp lies west of the Ruhr
    assert grid.centre(antwerp)[1] == grid.centre(ruhr)[1]
    assert grid.centre(grid.hex("2210"))[1] > grid.centre(grid.hex("0810"))[1]
    for pair in ("1413/1513", "1212/1313", "1010/1111", "1810/1910"):  # river hexsides that the rules name
        grid.side_named(pair)


def test_grand_illusion() -> None:
    grid = grand_illusion_grid()
    assert grid.labels == tuple(str(n) for n in range(1, 108))
    assert len(neighbours(grid, "26")) == 6
    assert {"27", "35"} <= set(neighbours(grid, "26"))
    for first, last in ((1, 6), (42, 51), (62, 70), (105, 107)):  # columns run north to south
        ys = [grid.centre(grid.hex(str(n)))[1] for n in range(first, last + 1)]
        assert ys == sorted(ys)
        assert {grid.centre(grid.hex(str(n)))[0] for n in range(first, last + 1)} == {
            grid.centre(grid.hex(str(first)))[0]
        }
    assert grid.centre(grid.hex("1"))[0] < grid.centre(grid.hex("107"))[0]


def test_nach_paris() -> None:
    grid = NACH_PARIS.rectangle(range(1, 57), range(1, 50))
    assert neighbours(grid, "AY14") == ["AX14", "AX15", "AY13", "AY15", "AZ14", "AZ15"]
    assert grid.adjacent(grid.hex("Y24"), grid.hex("X25"))  # joined by a minor river, so they touch
    assert grid.centre(grid.hex("B5"))[1] > grid.centre(grid.hex("A5"))[1]  # even columns sit further south
    assert grid.centre(grid.hex("A6"))[1] < grid.centre(grid.hex("A5"))[1]  # numbers grow north
    assert grid.centre(grid.hex("B5"))[0] < grid.centre(grid.hex("A5"))[0]  # letters grow west


def test_counted_columns_start_where_told() -> None:
    assert counted_columns([(1, 0), (2, 1)], start=7) == {"7": (0, 0), "8": (1, 1), "9": (1, 3)}


@pytest.mark.parametrize("module", ["", ".costs", ".grid", ".labels", ".links", ".memo", ".nodes", ".sets", ".zones"])
def test_examples_in_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"marne.hexes{module}")).failed == 0
