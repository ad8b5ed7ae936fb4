"""Tables of a rulebook, read from the data files that the rules read: `tables.toml#crt`, `modifiers.csv#abu.`,
`units.csv#kind=fort:name,ladder`, `values.toml#move/100` with its numbers divided."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from marne.engine import MarneError
from marne.kit import ENGLISH, in_language
from marne.rulebook.chapters import FOLDER

__all__ = ["Shown", "shown_table"]

Shown = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""The head of a table and its rows, in words."""

_ABOUT = ("origin", "origins", "why", "settles", "row", "column", "columns", "rows", "kind")
"""Keys that say something of a table and hold none of its values."""


def shown_table(data: Path, source: str, language: str) -> Shown:
    """The table that a source names: a file of the game's data and what in it, with a reader's words for its keys."""
    name, _, inside = source.partition("#")
    path = data / name
    if not path.is_file():
        raise MarneError(f"no file {name!r} in the data of the game")
    keys, _, divisor = inside.partition("/")
    words = _Labels(labels_in(data, language), keys, int(divisor or 1))
    if path.suffix == ".csv":
        return _of_csv(path, inside, words)
    return _of_toml(_inside(_read(path), keys, source), words, source)


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def labels_in(data: Path, language: str) -> dict[str, str]:
    """What the keys of the data are called: `rulebook/labels.LANGUAGE.toml`, English where a language lacks one."""
    found: dict[str, str] = {}
    for each in (ENGLISH, language):
        file = in_language(data / FOLDER / "labels.toml", each)
        found |= _read(file) if file.exists() else {}
    return found


class _Labels:
    """Words for the keys of one table: its own (`shifts.river`) before those of all."""

    def __init__(self, labels: Mapping[str, str], table: str, divisor: int = 1) -> None:
        self._labels = labels
        self._table = table
        self._divisor = divisor

    def first(self, table: Mapping[str, Any]) -> str:
        """The head of the first column: `TABLE.row`, or what the table calls its rows."""
        return self._labels.get(f"{self._table}.row") or self(table.get("row", "what"))

    def __call__(self, key: Any) -> str:
        text = str(key)
        found = self._labels.get(f"{self._table}.{text}") or self._labels.get(text)
        if found is not None:
            return found
        plain = _minus(text.replace("_", " "))
        return plain[:1].upper() + plain[1:]

    def cell(self, cell: Any) -> str:
        """A value: numbers as they are, minus signs as print has them, words by their label."""
        if isinstance(cell, Mapping):
            cell = cell.get("value", "")
        if isinstance(cell, bool):
            return self("yes" if cell else "no")
        if isinstance(cell, int | float):
            return f"{cell / self._divisor:g}".replace("-", "−")
        if isinstance(cell, list):
            return ", ".join(self.cell(each) for each in cell)
        return self._labels.get(str(cell)) or _minus(str(cell)) if str(cell) != "-" else "–"


def _minus(text: str) -> str:
    """Minus signs as print has them: no line ends after one. `3-4` is a range."""
    return re.sub(r"(?<!\d)-(?=\d)", "−", text)


def _inside(document: Any, path: str, source: str) -> Any:
    for key in filter(None, path.split(".")):
        if not isinstance(document, Mapping) or key not in document:
            raise MarneError(f"{source}: nothing is called {key!r}")
        document = document[key]
    return document


def _of_toml(table: Any, words: _Labels, source: str) -> Shown:
    if not isinstance(table, Mapping):
        raise MarneError(f"{source}: this is no table")
    rows = table.get("rows") or {key: cell for key, cell in table.items() if key not in _ABOUT}
    lists = "columns" in table
    if not any(_nested(cell) or (lists and isinstance(cell, list)) for cell in rows.values()):
        head: tuple[str, ...] = (words.first(table), words("value"))
        return head, tuple((words(key), words.cell(cell)) for key, cell in rows.items())
    if lists:
        head = (words.first(table), *(words(column) for column in table["columns"]))
        return head, tuple((words(key), *(words.cell(each) for each in cells)) for key, cells in rows.items())
    nested = {key: cell for key, cell in rows.items() if _nested(cell)}
    columns = list(dict.fromkeys(column for each in nested.values() for column in each if column not in _ABOUT))
    head = (words.first(table), *(words(column) for column in columns))
    return head, tuple(
        (words(key), *(words.cell(each.get(column, "-")) for column in columns)) for key, each in nested.items()
    )


def _nested(cell: Any) -> bool:
    return isinstance(cell, Mapping) and "value" not in cell


def _of_csv(path: Path, inside: str, words: _Labels) -> Shown:
    """Rows whose first column begins with a prefix, or `COLUMN=VALUE:COLUMNS`; not what says where a value is from."""
    with path.open(encoding="utf-8", newline="") as file:
        every = list(csv.DictReader(line for line in file if not line.startswith("#")))
    wanted, _, chosen = inside.partition(":")
    column, equals, value = wanted.partition("=")
    rows = [
        row for row in every if (row.get(column) == value if equals else next(iter(row.values())).startswith(inside))
    ]
    if not rows:
        raise MarneError(f"{path.name}: no row is {inside!r}")
    columns = chosen.split(",") if equals else [column for column in rows[0] if column not in _ABOUT]
    if missing := [each for each in columns if each not in rows[0]]:
        raise MarneError(f"{path.name}: no column {', '.join(missing)}")
    head = tuple(words(column) for column in columns)
    return head, tuple(tuple(_csv_cell(row[column], at, words) for at, column in enumerate(columns)) for row in rows)


def _csv_cell(text: str, at: int, words: _Labels) -> str:
    return words(text) if at == 0 else text.replace("-", "−") if text.lstrip("-").isdigit() else words.cell(text)
