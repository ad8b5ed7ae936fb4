"""Typed rows from CSV and tables from TOML, every value with its origin. See docs/data.md for how to use it."""

from marne.tables.cells import Cell, Choices, Key, Parse, Pattern, Range, Ref, Sep
from marne.tables.csv_file import load_rows
from marne.tables.origin import Claim, Origin, Origins, departure_keys, load_origins
from marne.tables.problems import DataError, Problem
from marne.tables.rows import Rows, format_rows

__all__ = [
    "Cell",
    "Choices",
    "Claim",
    "DataError",
    "Key",
    "Origin",
    "Origins",
    "Parse",
    "Pattern",
    "Problem",
    "Range",
    "Ref",
    "Rows",
    "Sep",
    "departure_keys",
    "format_rows",
    "load_origins",
    "load_rows",
]
