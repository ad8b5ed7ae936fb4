"""Tables and records from TOML, every value with its origin.

A table stands under its name, with its origin, the names of its axes and its rows by printed label::

    [crt]
    origin = "stated"
    why = "11.17"
    row = "odds"
    column = "die"
    columns = [1, 2, 3, 4, 5, 6]

    [crt.rows]
    "1:1" = ["A2", "A1", "A1", "EX", "D1", "D1"]
    "2:1" = ["A1", "A1", "EX", "D1", "D1", "D2"]

    [crt.origins]                      # exceptions: for a row, or for one cell
    "2:1" = { 3 = "inferred as between its neighbours" }

A record fills a dataclass (constants, scenarios). The origin of a value is the nearest one around it: its own, as in
`stacking_limit = { value = 3, origin = "stated", why = "6.1" }`, or that of the table it stands in, or of the file.
"""

from __future__ import annotations

import dataclasses
import tomllib
import types
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from marne.tables.cells import Cell, CellReader, Ref, reader_of
from marne.tables.csv_file import decoded
from marne.tables.lookup import Axis, Table, TableGrid
from marne.tables.origin import Claim, ClaimRefused, Origins, nearest_origins
from marne.tables.problems import DataError, Problem, listed, quoted
from marne.tables.rows import Pending

T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K")
C = TypeVar("C")

CLAIM_KEYS = ("origin", "why", "settles")


@dataclass
class Reading:
    """One TOML file being read: what is wrong so far, references still to check, values by claim."""

    file: str
    origins: Origins
    problems: list[Problem] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    tally: Counter[Claim] = field(default_factory=Counter)

    def refuse(self, row: str, expected: str, found: str = "", column: str = "") -> None:
        self.problems.append(Problem(self.file, expected, found, row=row, column=column))

    def claim(self, row: str, origin: Any, why: Any = "", settles: Any = "", column: str = "") -> Claim | None:
        """The claim, or None with the problem noted."""
        for name, text in zip(CLAIM_KEYS, (origin, why, settles), strict=True):
            if not isinstance(text, str):
                self.refuse(row, "a text in quotes", quoted(str(text)), column or name)
                return None
        try:
            return self.origins.claim(origin, why, settles)
        except ClaimRefused as refusal:
            self.refuse(row, refusal.expected, refusal.found, column or refusal.column)
            return None

    def cell(self, reader: CellReader, value: Any, row: str, column: str = "") -> Any:
        """The value of one cell, or None with the problem noted."""
        try:
            result = reader.toml(value)
        except ValueError as error:
            expected = f"{reader.expected} ({error})" if str(error) else reader.expected
            self.refuse(row, expected, repr(value) if value != "" else "", column)
            return None
        for ref in reader.refs:
            self.refer(ref, (result if reader.many else (result,)), row, column)
        return result

    def refer(self, ref: Ref, values: Iterable[Any], row: str, column: str) -> None:
        def locate(value: Any, expected: str) -> list[Problem]:
            return [Problem(self.file, expected, quoted(str(value)), row=row, column=column)]

        self.pending.append(Pending(ref, [value for value in values if value is not None], locate))


_parsed = lru_cache(maxsize=16)(tomllib.loads)
"""A file of ten tables is parsed once, not for each of them; nobody changes the document."""


def read_toml(text: str, reading: Reading) -> dict[str, Any] | None:
    """The document, or None with the problem noted; tomllib says line and column of a mistake."""
    try:
        return _parsed(text)
    except tomllib.TOMLDecodeError as error:
        reading.refuse("", "a TOML file", f"a mistake: {error}")
        return None


# Tables


def _annotation(cell: type[C] | Cell[C]) -> Any:
    return cell.annotation if isinstance(cell, Cell) else cell


def _axis(
    reading: Reading, table: str, name: str, labels: Iterable[Any], kind: type[R], covers: Iterable[R]
) -> Axis[R] | None:
    try:
        axis = Axis(table, name, tuple(str(label) for label in labels), kind)
    except ValueError as error:
        reading.refuse(table, "labels that can be told apart and read", str(error), name)
        return None
    missing = [f"no label for {label}" for label in covers if label not in axis]
    for gap in dict.fromkeys([*axis.gaps(), *missing]):
        reading.refuse(table, "a label for each value", gap, name)
    return axis


def _table_claim(reading: Reading, name: str, entry: Any, keys: Collection[str]) -> Claim | None:
    if not isinstance(entry, dict):
        reading.refuse(name, "a table", "no such table" if entry is None else repr(entry))
        return None
    known = {*CLAIM_KEYS, "title", "row", "rows", "origins", *keys}
    for key in sorted(set(entry) - known):
        reading.refuse(name, f"one of {listed(sorted(known))}", quoted(key), key)
    if not isinstance(entry.get("rows"), dict) or not entry["rows"]:
        reading.refuse(name, f"rows by label, under [{name}.rows]", "", "rows")
        return None
    return reading.claim(name, entry.get("origin", ""), entry.get("why", ""), entry.get("settles", ""))


def table_from(
    reading: Reading,
    name: str,
    entry: Any,
    axis: str,
    labels: type[R],
    cell: type[C] | Cell[C],
    covers: Iterable[R] = (),
) -> Table[R, C] | None:
    """A table with one axis, or None with the problems noted."""
    claim = _table_claim(reading, name, entry, ())
    if claim is None:
        return None
    if entry.get("row", axis) != axis:
        reading.refuse(name, quoted(axis), repr(entry["row"]), "row")
    ruler = _axis(reading, name, axis, entry["rows"], labels, covers)
    reader = reader_of(_annotation(cell))
    cells = tuple(reading.cell(reader, value, name, str(label)) for label, value in entry["rows"].items())
    exceptions: dict[int, Claim] = {}
    for label, text in _exceptions(reading, name, entry).items():
        made = reading.claim(name, text, column=f"origins.{label}")
        if label not in entry["rows"]:
            reading.refuse(name, f"a label of the table: {listed(entry['rows'])}", quoted(label), "origins")
        elif made is not None:
            exceptions[list(entry["rows"]).index(label)] = made
    if ruler is None or reading.problems:
        return None
    reading.tally[claim] += len(cells) - len(exceptions)
    reading.tally.update(exceptions.values())
    return Table(name, ruler, cells, claim, exceptions)


def grid_from(
    reading: Reading,
    name: str,
    entry: Any,
    axes: tuple[str, str],
    labels: tuple[type[R], type[K]],
    cell: type[C] | Cell[C],
    covers: tuple[Iterable[R], Iterable[K]] = ((), ()),
) -> TableGrid[R, K, C] | None:
    """A table with two axes, or None with the problems noted. The file may print either axis down the side."""
    claim = _table_claim(reading, name, entry, ("column", "columns"))
    if claim is None:
        return None
    printed = (entry.get("row"), entry.get("column"))
    if printed not in (axes, axes[::-1]):
        reading.refuse(name, f'row = "{axes[0]}" and column = "{axes[1]}", or the two exchanged', repr(printed), "row")
        return None
    columns = entry.get("columns")
    if not isinstance(columns, list) or not columns:
        reading.refuse(name, "a list of the labels over the columns", repr(columns), "columns")
        return None
    rows: dict[str, Any] = entry["rows"]
    tops = [str(label) for label in columns]
    reader = reader_of(_annotation(cell))
    cells: list[list[Any]] = []
    for label, line in rows.items():
        if not isinstance(line, list) or len(line) != len(tops):
            found = f"{len(line)} cells" if isinstance(line, list) else repr(line)
            reading.refuse(name, f"a list of {len(tops)} cells, one for each column", found, str(label))
            continue
        cells.append(
            [reading.cell(reader, value, name, f"{label}, {top}") for top, value in zip(tops, line, strict=True)]
        )
    exceptions = _grid_exceptions(reading, name, entry, list(rows), tops)
    turned = printed != axes
    down, over = (tops, list(rows)) if turned else (list(rows), tops)
    first = _axis(reading, name, axes[0], down, labels[0], covers[0])
    second = _axis(reading, name, axes[1], over, labels[1], covers[1])
    if first is None or second is None or reading.problems:
        return None
    if turned:
        cells = [list(line) for line in zip(*cells, strict=True)]
        exceptions = {(column, row): made for (row, column), made in exceptions.items()}
    reading.tally[claim] += len(down) * len(over) - len(exceptions)
    reading.tally.update(exceptions.values())
    return TableGrid(name, first, second, tuple(tuple(line) for line in cells), claim, exceptions)


def _exceptions(reading: Reading, name: str, entry: Any) -> dict[str, Any]:
    found = entry.get("origins", {})
    if not isinstance(found, dict):
        reading.refuse(name, f"origins by label, under [{name}.origins]", repr(found), "origins")
        return {}
    return found


def _grid_exceptions(
    reading: Reading, name: str, entry: Any, rows: list[str], columns: list[str]
) -> dict[tuple[int, int], Claim]:
    made: dict[tuple[int, int], Claim] = {}
    for label, texts in _exceptions(reading, name, entry).items():
        if label not in rows:
            reading.refuse(name, f"a row of the table: {listed(rows)}", quoted(label), "origins")
            continue
        for top, text in (texts if isinstance(texts, dict) else dict.fromkeys(columns, texts)).items():
            if top not in columns:
                reading.refuse(name, f"a column of the table: {listed(columns)}", quoted(top), f"origins.{label}")
                continue
            claim = reading.claim(name, text, column=f"origins.{label}.{top}")
            if claim is not None:
                made[rows.index(label), columns.index(top)] = claim
    return made


# Records


class TomlRecord(Generic[T]):
    """A dataclass filled from TOML (`value`), and the origin of each of its values by path."""

    def __init__(self, file: str, value: T, claims: Mapping[str, Claim]) -> None:
        self.file = file
        self.value = value
        self._claims = claims

    def claim(self, path: str = "") -> Claim:
        """The nearest origin around the value at a path such as `stacking_limit` or `reinforcements.3.hex`."""
        while True:
            if path in self._claims:
                return self._claims[path]
            if not path:
                raise KeyError(f"{self.file} gives no origin for all of itself")
            path = path.rpartition(".")[0]


def record_from(reading: Reading, document: dict[str, Any], kind: type[T]) -> TomlRecord[T] | None:
    """The record, or None with the problems noted."""
    claims: dict[str, Claim] = {}
    value = _Builder(reading, claims).build(document, kind, "", None)
    return None if reading.problems else TomlRecord(reading.file, value, claims)


@dataclass
class _Builder:
    reading: Reading
    claims: dict[str, Claim]

    def build(self, value: Any, annotation: Any, path: str, around: Claim | None) -> Any:
        bare = _bare(annotation)
        if isinstance(value, dict):
            value, around = self._claimed(value, path, around)
        if isinstance(bare, type) and dataclasses.is_dataclass(bare):
            return self._dataclass(value, bare, path, around)
        if get_origin(bare) is dict:
            return self._dict(value, bare, path, around)
        if get_origin(bare) is tuple and get_args(bare)[1:] == (Ellipsis,) and _deep(get_args(bare)[0]):
            if not isinstance(value, list):
                return self.reading.refuse(path, "a list of tables", repr(value))
            return tuple(self.build(v, get_args(bare)[0], f"{path}.{i}", around) for i, v in enumerate(value))
        if around is None:
            self.reading.refuse(path, "an origin, here or around it", "none", "origin")
        else:
            self.reading.tally[around] += 1
        return self.reading.cell(reader_of(annotation), value, path)

    def _claimed(self, value: dict[str, Any], path: str, around: Claim | None) -> tuple[Any, Claim | None]:
        """The value without its own claim, and the claim that now holds."""
        if any(key in value for key in CLAIM_KEYS):
            claim = self.reading.claim(path, *(value.get(key, "") for key in CLAIM_KEYS))
            value = {key: inner for key, inner in value.items() if key not in CLAIM_KEYS}
            if claim is not None:
                self.claims[path] = claim
                around = claim
            if set(value) == {"value"}:
                return value["value"], around
        return value, around

    def _dataclass(self, value: Any, kind: type, path: str, around: Claim | None) -> Any:
        if not isinstance(value, dict):
            return self.reading.refuse(path, "a table", repr(value))
        hints = get_type_hints(kind, include_extras=True)
        fields = {item.name: item for item in dataclasses.fields(kind) if item.init}
        dot = f"{path}." if path else ""
        for key in value:
            if key not in fields:
                self.reading.refuse(dot + key, f"one of {listed(fields)}", quoted(key))
        before = len(self.reading.problems)
        filled: dict[str, Any] = {}
        for name, item in fields.items():
            if name in value:
                filled[name] = self.build(value[name], hints[name], dot + name, around)
            elif item.default is dataclasses.MISSING and item.default_factory is dataclasses.MISSING:
                self.reading.refuse(dot + name, "a value", "")
        if len(self.reading.problems) > before:
            return None
        try:
            return kind(**filled)
        except ValueError as error:
            return self.reading.refuse(path, "values that fit together", str(error))

    def _dict(self, value: Any, annotation: Any, path: str, around: Claim | None) -> Any:
        if not isinstance(value, dict):
            return self.reading.refuse(path, "a table", repr(value))
        key_kind, value_kind = get_args(annotation)
        reader = reader_of(key_kind)
        dot = f"{path}." if path else ""
        result: dict[Any, Any] = {}
        for key, inner in value.items():
            try:
                label = reader.text(key)
            except ValueError:
                self.reading.refuse(dot + key, reader.expected, quoted(key))
                continue
            for ref in reader.refs:
                self.reading.refer(ref, (label,), dot + key, "")
            result[label] = self.build(inner, value_kind, dot + key, around)
        return result


def _bare(annotation: Any) -> Any:
    """The type under Annotated and `| None`, which tells tables from plain values."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (Union, types.UnionType):
            kinds = [kind for kind in get_args(annotation) if kind is not types.NoneType]
            if len(kinds) != 1:
                return annotation
            annotation = kinds[0]
        else:
            return annotation


def _deep(annotation: Any) -> bool:
    bare = _bare(annotation)
    return (isinstance(bare, type) and dataclasses.is_dataclass(bare)) or get_origin(bare) is dict


# Files by themselves (a DataSet does this for a whole game)


def _open(path: Path, origins: Origins | None = None) -> tuple[Reading, dict[str, Any]]:
    reading = Reading(path.name, origins if origins is not None else nearest_origins(path))
    document = read_toml(decoded(path.read_bytes(), path.name), reading)
    if document is None:
        raise DataError(reading.problems)
    return reading, document


def _close(reading: Reading, result: T | None, refs: Mapping[str, Collection[Any]] | None) -> T:
    for item in reading.pending:
        reading.problems += item.check_in(refs)
    if reading.problems or result is None:
        raise DataError(reading.problems)
    return result


def load_table(
    path: Path,
    name: str,
    axis: str,
    labels: type[R],
    cell: type[C] | Cell[C],
    *,
    covers: Iterable[R] = (),
    refs: Mapping[str, Collection[Any]] | None = None,
) -> Table[R, C]:
    """One table with one axis from a TOML file."""
    reading, document = _open(path)
    return _close(reading, table_from(reading, name, document.get(name), axis, labels, cell, covers), refs)


def load_grid(
    path: Path,
    name: str,
    axes: tuple[str, str],
    labels: tuple[type[R], type[K]],
    cell: type[C] | Cell[C],
    *,
    covers: tuple[Iterable[R], Iterable[K]] = ((), ()),
    refs: Mapping[str, Collection[Any]] | None = None,
) -> TableGrid[R, K, C]:
    """One table with two axes from a TOML file."""
    reading, document = _open(path)
    return _close(reading, grid_from(reading, name, document.get(name), axes, labels, cell, covers), refs)


def load_record(
    path: Path,
    kind: type[T],
    *,
    origins: Origins | None = None,
    refs: Mapping[str, Collection[Any]] | None = None,
) -> TomlRecord[T]:
    """A dataclass from a TOML file: constants, a scenario."""
    reading, document = _open(path, origins)
    return _close(reading, record_from(reading, document, kind), refs)
