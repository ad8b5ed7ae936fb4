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
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_type_hints, overload

from marne.tables.cells import Reader, Ref, reader_of
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
    reader: Reader
    default: Any = MISSING


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


def format_rows(row_type: type[T], rows: Iterable[tuple[T, Claim | str]], *, settles: bool | None = None) -> str:
    """The text of a CSV file, for tools that build one: each row with its claim, or with a key of origins.toml."""
    schema = schema_of(row_type)
    listed_rows = list(rows)
    spelled = any(isinstance(claim, Claim) and not claim.key for _, claim in listed_rows)
    with_settles = any(isinstance(claim, Claim) and not claim.key and claim.settles for _, claim in listed_rows)
    extra = (
        "origin",
        *(("why",) if spelled else ()),
        *(("settles",) if (with_settles if settles is None else settles) else ()),
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(column.name for column in schema.columns), *extra])
    for row, claim in listed_rows:
        cells = [column.reader.show(getattr(row, column.name)) for column in schema.columns]
        if isinstance(claim, Claim) and not claim.key:
            texts = {"origin": claim.origin.value, "why": claim.why, "settles": claim.settles}
        else:
            texts = {"origin": claim.key if isinstance(claim, Claim) else claim}
        writer.writerow([*cells, *(texts.get(name, "") for name in extra)])
    return out.getvalue()
