"""Typed rows from CSV: one class for each file, one line for each row, every value with its origin.

A game declares the row (a frozen dataclass or a NamedTuple, at module level) and loads the file::

    class HexRow(NamedTuple):
        hex: Annotated[str, Key()]
        terrain: Terrain
        name: str | None

    hexes = load_rows(DATA / "hexes.csv", HexRow)
    hexes.by_key["0812"].terrain
    hexes.claim("0812", "terrain").origin
"""

from __future__ import annotations

import csv
import dataclasses
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_type_hints, overload

from marne.tables.cells import CellReader, Ref, reader_of
from marne.tables.origin import Claim
from marne.tables.problems import Problem, listed

T = TypeVar("T")

ORIGIN_COLUMNS = ("origin", "why", "settles", "origins")
NOTE = "note"
"""A column that every file may have, for people; it is never read."""
MISSING = dataclasses.MISSING


@dataclass(frozen=True)
class Column:
    """One declared column: its reader, and the value of an empty cell where the row class gives a default."""

    name: str
    reader: CellReader
    default: Any = MISSING

    def read(self, cell: str) -> Any:
        """The value of a cell; ValueError says what was expected."""
        text = cell.strip()
        if text:
            try:
                return self.reader.text(text)
            except ValueError as error:
                raise ValueError(f"{self.reader.expected} ({error})" if str(error) else self.reader.expected) from None
        if self.default is not MISSING:
            return self.default
        if self.reader.empty:
            return self.reader.none
        raise ValueError(self.reader.expected)

    def write(self, value: Any) -> str:
        """The cell of a value; ValueError if reading it would not give the value back."""
        text = self.reader.show(value)
        if text != text.strip() or "\n" in text or "\r" in text or text.startswith("#") or self.read(text) != value:
            raise ValueError(f"no cell of column {self.name} can hold {value!r}")
        return text


@dataclass(frozen=True)
class Schema(Generic[T]):
    """What a row class says about its file."""

    row_type: Callable[..., T]
    columns: tuple[Column, ...]
    keys: tuple[str, ...]
    doc: str


_SCHEMAS: dict[type, Schema[Any]] = {}


def schema_of(row_type: type[T]) -> Schema[T]:
    """The columns of a row class, worked out once."""
    if row_type not in _SCHEMAS:
        _SCHEMAS[row_type] = _schema(row_type)
    return _SCHEMAS[row_type]


def _schema(row_type: type[T]) -> Schema[T]:
    hints = get_type_hints(row_type, include_extras=True)
    defaults: dict[str, Any]
    if dataclasses.is_dataclass(row_type):
        fields = [item for item in dataclasses.fields(row_type) if item.init]
        names = [item.name for item in fields]
        defaults = {item.name: item.default for item in fields if item.default is not MISSING}
    elif issubclass(row_type, tuple) and hasattr(row_type, "_fields"):
        names = list(getattr(row_type, "_fields"))  # noqa: B009 - a NamedTuple, which no static type describes
        defaults = dict(getattr(row_type, "_field_defaults", {}))
    else:
        raise TypeError(f"{row_type.__name__} is neither a dataclass nor a NamedTuple")
    taken = sorted(set(names) & set(ORIGIN_COLUMNS))
    if taken:
        raise TypeError(f"{row_type.__name__}: the columns {listed(taken)} are kept for origins")
    columns = tuple(Column(name, reader_of(hints[name]), defaults.get(name, MISSING)) for name in names)
    keys = tuple(column.name for column in columns if column.reader.key)
    doc = row_type.__doc__ or ""
    return Schema(row_type, columns, keys, "" if doc.startswith(f"{row_type.__name__}(") else doc)


@dataclass(frozen=True)
class Pending:
    """References still to be checked: the different values found, and how to say where a value stands."""

    ref: Ref
    values: Collection[Any]
    locate: Callable[[Any, str], list[Problem]]

    def check_in(self, refs: Mapping[str, Collection[Any]] | None) -> list[Problem]:
        """Check against the keys that a caller gives by file."""
        if refs is None or self.ref.file not in refs:
            raise LookupError(f"refs must hold the keys of {self.ref.file}, which a Ref names")
        return self.check(refs[self.ref.file])

    def check(self, known: Collection[Any]) -> list[Problem]:
        target = self.ref.file + (f", column {self.ref.column}" if self.ref.column else "")
        wrong = [value for value in self.values if value not in known]
        return [problem for value in wrong for problem in self.locate(value, f"a key of {target}")]


class Rows(Sequence[T]):
    """The rows of one file, in its order; `by_key` where the class marks a key; `claim` for the origin of a value."""

    def __init__(self, file: str, schema: Schema[T], rows: list[T], columns: tuple[str, ...]) -> None:
        self.file = file
        self.schema = schema
        self.columns = columns
        """The declared columns that the file has, in its order."""
        self.by_key: dict[Any, T] = {}
        self._rows = rows
        self._claims: list[Claim] = []
        self._exceptions: dict[tuple[int, str], Claim] = {}
        self._index: dict[Any, int] = {}
        self._lines: list[int] = []

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[T]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {self.file}>"

    def claim(self, key: Any, column: str = "") -> Claim:
        """The origin of one value (or of the row): by key, or by position in a file without keys."""
        index = self._index[key] if self.schema.keys else key
        return self._exceptions.get((index, column)) or self._claims[index]

    def problem(self, key: Any, column: str, expected: str, found: str) -> Problem:
        """A problem at one value, for the checks that a game adds to its data set."""
        index = self._index[key] if self.schema.keys else key
        return Problem(self.file, expected, found, self._lines[index], str(key) if self.schema.keys else "", column)

    def values_of(self, column: str) -> frozenset[Any]:
        """The keys, or all values of a column (items where it holds lists): what a Ref may point at."""
        if not column:
            return frozenset(self.by_key)
        reader = next(item.reader for item in self.schema.columns if item.name == column)
        cells = [getattr(row, column) for row in self._rows]
        return frozenset(item for cell in cells for item in cell) if reader.many else frozenset(cells)

    def tally(self) -> Counter[Claim]:
        """How many values (cells of the declared columns) stand on each claim."""
        count: Counter[Claim] = Counter()
        for claim, rows in Counter(self._claims).items():
            count[claim] = rows * len(self.columns)
        for (index, _), claim in self._exceptions.items():
            count[claim] += 1
            count[self._claims[index]] -= 1
        return +count


Why = Claim | str
"""A claim, or the key of one in origins.toml."""


def format_rows(row_type: type[T], rows: Iterable[tuple[T, Why] | tuple[T, Why, Mapping[str, Why]]]) -> str:
    """The text of a CSV file, for tools that build one: each row with its claim, and with those of single columns.

    The same rows give the same text. ValueError on a value that reading would not give back.
    """
    schema = schema_of(row_type)
    body: list[list[str]] = []
    for row, why, *single in rows:
        exceptions = single[0] if single else {}
        cells = [column.write(getattr(row, column.name)) for column in schema.columns]
        body.append([*cells, *_claim_cells(why), _exception_cell(schema, exceptions)])
    names = [*(column.name for column in schema.columns), *ORIGIN_COLUMNS]
    fixed = len(schema.columns) + 1
    kept = [place for place in range(len(names)) if place < fixed or any(line[place] for line in body)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for line in [names, *body]:
        writer.writerow([line[place] for place in kept])
    return out.getvalue()


def _claim_cells(why: Why) -> tuple[str, str, str]:
    if isinstance(why, str):
        return _one_line(why), "", ""
    if why.key:
        return why.key, "", ""
    return why.origin.value, _one_line(why.why), _one_line(why.settles)


def _exception_cell(schema: Schema[T], exceptions: Mapping[str, Why]) -> str:
    parts: list[str] = []
    for name, why in sorted(exceptions.items()):
        text = why if isinstance(why, str) else why.key or str(why)
        if ";" in text or not any(column.name == name for column in schema.columns):
            raise ValueError(f"no exception can say {name}={text}")
        parts.append(f"{name}={_one_line(text)}")
    return "; ".join(parts)


def _one_line(text: str) -> str:
    if "\n" in text or "\r" in text or text != text.strip():
        raise ValueError(f"a reason is one line, not {text!r}")
    return text
