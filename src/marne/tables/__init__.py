"""Typed rows from CSV and tables from TOML, every value with its origin.

A game declares what its files hold, and gets values with the right types or an error that names the place::

    class UnitRow(NamedTuple):
        unit: Annotated[str, Key()]
        strength: Annotated[int, Range(1, 9), "combat factor, 3.2"]
        hex: Annotated[str, Ref("hexes.csv")]

    UNITS = csv_rows("units.csv", UnitRow)
    CRT = toml_grid("tables.toml", "crt", ("odds", "die"), (str, int), str, covers=((), range(1, 7)))
    DATA_SET = DataSet("a_game", Path(__file__).parent / "data", (HEXES, UNITS, CRT))

    data = DATA_SET.load()
    data[UNITS].by_key["I"].strength, data[UNITS].claim("I", "strength"), data[CRT]["3:1", 4]

docs/data.md shows the files themselves: rows, tables, origins, replacing files.
"""

from marne.tables.cells import Cell, Choices, Key, Parse, Pattern, Range, Ref, Sep
from marne.tables.csv_file import load_rows
from marne.tables.dataset import (
    Data,
    DataFile,
    DataSet,
    chosen_directory,
    csv_rows,
    folder,
    toml_grid,
    toml_record,
    toml_records,
    toml_table,
)
from marne.tables.export import data_check, data_export, export
from marne.tables.lookup import Axis, Table, TableGrid, UnknownLabel
from marne.tables.origin import Claim, Origin, Origins, departure_keys, load_origins
from marne.tables.problems import DataError, Problem
from marne.tables.report import counts, counts_table, rules_of, settle_list, to_settle
from marne.tables.rows import Rows, format_rows
from marne.tables.toml_file import TomlRecord, load_grid, load_record, load_table

__all__ = [
    "Axis",
    "Cell",
    "Choices",
    "Claim",
    "Data",
    "DataError",
    "DataFile",
    "DataSet",
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
    "Table",
    "TableGrid",
    "TomlRecord",
    "UnknownLabel",
    "chosen_directory",
    "counts",
    "counts_table",
    "csv_rows",
    "data_check",
    "data_export",
    "departure_keys",
    "export",
    "folder",
    "format_rows",
    "load_grid",
    "load_origins",
    "load_record",
    "load_rows",
    "load_table",
    "rules_of",
    "settle_list",
    "to_settle",
    "toml_grid",
    "toml_record",
    "toml_records",
    "toml_table",
]
