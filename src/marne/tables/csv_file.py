"""Reading a CSV file into `Rows`, with every problem of the file and its place.

Reading works by columns, and converts each different text of a column once: a board of some thousand hexes and
hexsides loads in a few hundredths of a second.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from marne.tables.cells import Ref
from marne.tables.origin import ORIGINS_FILE, Claim, ClaimRefused, Origins, nearest_origins
from marne.tables.problems import DataError, Problem, listed, quoted
from marne.tables.rows import MISSING, NOTE, ORIGIN_COLUMNS, Column, Pending, Rows, Schema, schema_of

T = TypeVar("T")


@dataclass
class _Reading(Generic[T]):
    """One file being read: its name, its cells by column, and what is wrong with it so far."""

    file: str
    schema: Schema[T]
    origins: Origins
    problems: list[Problem] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    cells: dict[str, Sequence[str]] = field(default_factory=dict)

    def label(self, index: int) -> str:
        keys = [self.cells[name][index].strip() for name in self.schema.keys if name in self.cells]
        return " ".join(keys)

    def refuse(self, index: int, column: str, expected: str, found: str) -> None:
        self.problems.append(self.problem(index, column, expected, found))

    def problem(self, index: int, column: str, expected: str, found: str) -> Problem:
        return Problem(self.file, expected, found, self.lines[index], self.label(index), column)


def parse_rows(
    text: str, row_type: type[T], origins: Origins, file: str
) -> tuple[Rows[T] | None, list[Pending], list[Problem]]:
    """Rows from the text of a file; no rows if there is any problem. References are left to the caller."""
    reading = _Reading(file, schema_of(row_type), origins)
    if not _split(text, reading):
        return None, [], reading.problems
    values, pending = _convert(reading)
    claims = _claims(reading)
    exceptions = _exceptions(reading)
    rows: list[T] = []
    if not reading.problems:
        rows = _build(reading, values)
    keys = _keys(reading, values)
    if reading.problems:
        return None, [], sorted(reading.problems, key=lambda problem: problem.line)
    present = tuple(name for name in reading.cells if name in values)
    result = Rows(file, reading.schema, rows, present)
    result._claims = claims
    result._exceptions = exceptions
    result._index = keys
    result._lines = reading.lines
    result.by_key = dict(zip(keys, rows, strict=True)) if reading.schema.keys else {}
    return result, pending, []


def claims_of(text: str, origins: Origins, file: str) -> tuple[Counter[Claim], list[Problem]]:
    """Only the origins of a CSV file that something else reads: how many values stand on each claim.

    A file with a column `rule` instead of `origin` holds stated values.
    """
    reading: _Reading[Any] = _Reading(file, Schema(tuple, (), (), ""), origins)
    if not _split(text, reading, typed=False):
        return Counter(), reading.problems
    names = list(reading.cells)
    reading.schema = Schema(tuple, (), (names[0],), "")
    if "origin" not in names and "rule" in names:
        reading.cells["origin"] = ("stated",) * len(reading.lines)
        reading.cells["why"] = reading.cells["rule"]
    if "origin" not in reading.cells:
        return Counter(), [Problem(file, "a column origin (or rule)", "no such column", column="origin")]
    claims = _claims(reading)
    exceptions = _exceptions(reading)
    tally: Counter[Claim] = Counter()
    if not reading.problems:
        values = len([name for name in names if name not in (*ORIGIN_COLUMNS, NOTE)])
        for claim in claims:
            tally[claim] += values
        for (index, _), claim in exceptions.items():
            tally[claims[index]] -= 1
            tally[claim] += 1
    return +tally, sorted(reading.problems, key=lambda problem: problem.line)


def _split(text: str, reading: _Reading[T], typed: bool = True) -> bool:
    """The text as columns of cells. One row is one line; blank lines and lines that begin with # are left out."""
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip() and line[0] != "#"]
    if not numbered:
        reading.problems.append(Problem(reading.file, "a first line with the names of the columns", ""))
        return False
    parsed = _parse_lines(numbered, reading)
    if parsed is None:
        return False
    header = [name.strip() for name in parsed[0]]
    if typed and not _header(header, numbered[0][0], reading):
        return False
    body = parsed[1:]
    width = len(header)
    reading.lines = [number for number, _ in numbered[1:]]
    short = [index for index, row in enumerate(body) if len(row) != width]
    for index in short:
        expected = f"{width} cells, as in the first line"
        reading.problems.append(Problem(reading.file, expected, f"{len(body[index])} cells", reading.lines[index]))
    if short:
        return False
    reading.cells = dict(zip(header, zip(*body, strict=True), strict=True)) if body else dict.fromkeys(header, ())
    return True


def _parse_lines(numbered: list[tuple[int, str]], reading: _Reading[T]) -> list[list[str]] | None:
    lines = [line for _, line in numbered]
    try:
        parsed = list(csv.reader(lines, strict=True))
        if len(parsed) == len(lines):
            return parsed
    except csv.Error:
        pass
    for number, line in numbered:
        try:
            list(csv.reader([line], strict=True))
        except csv.Error as error:
            expected = "a row on one line, with quotes closed and doubled inside quotes"
            reading.problems.append(Problem(reading.file, expected, f"{quoted(line)} ({error})", number))
    return None


def _header(header: list[str], line: int, reading: _Reading[T]) -> bool:
    declared = [column.name for column in reading.schema.columns]
    known = [*declared, *ORIGIN_COLUMNS, NOTE]
    before = len(reading.problems)

    def refuse(column: str, expected: str, found: str) -> None:
        reading.problems.append(Problem(reading.file, expected, found, line, column=column))

    if len(header) == 1 and ";" in header[0]:
        refuse("", "columns separated by commas, not semicolons", quoted(header[0]))
        return False
    for name in dict.fromkeys(header):
        if header.count(name) > 1:
            refuse(name, "each column once", f"it {header.count(name)} times")
        if name not in known:
            refuse(name, f"one of {listed(known)}", quoted(name))
    required = [column.name for column in reading.schema.columns if column.default is MISSING]
    for name in (*required, "origin"):
        if name not in header:
            refuse(name, f"a column {name}", "no such column")
    return len(reading.problems) == before


class _Memo(dict[str, Any]):
    """Cell -> value, each different cell converted once; `bad` holds those that could not be."""

    def __init__(self, column: Column) -> None:
        super().__init__()
        self.read = column.read
        self.bad: dict[str, str] = {}

    def __missing__(self, cell: str) -> Any:
        value: Any = None
        try:
            value = self.read(cell)
        except ValueError as expected:
            self.bad[cell] = str(expected)
        self[cell] = value
        return value


def _convert(reading: _Reading[T]) -> tuple[dict[str, list[Any]], list[Pending]]:
    values: dict[str, list[Any]] = {}
    pending: list[Pending] = []
    for column in reading.schema.columns:
        cells = reading.cells.get(column.name)
        if cells is None:
            continue
        memo = _Memo(column)
        values[column.name] = list(map(memo.__getitem__, cells))
        if memo.bad:
            for index, cell in enumerate(cells):
                if cell in memo.bad:
                    found = quoted(cell.strip()) if cell.strip() else ""
                    reading.refuse(index, column.name, memo.bad[cell], found)
        for ref in column.reader.refs:
            pending.append(_pending(reading, column, ref, memo, values[column.name]))
    return values, pending


def _pending(reading: _Reading[T], column: Column, ref: Ref, memo: _Memo, values: list[Any]) -> Pending:
    if column.reader.many:
        different = {item for value in memo.values() if value is not None for item in value}
    else:
        different = {value for value in memo.values() if value is not None}

    def locate(value: Any, expected: str) -> list[Problem]:
        at = [index for index, cell in enumerate(values) if (value in cell if column.reader.many else value == cell)]
        return [reading.problem(index, column.name, expected, quoted(str(value))) for index in at]

    return Pending(ref, sorted(different, key=str), locate)


def _claims(reading: _Reading[T]) -> list[Claim]:
    cells = reading.cells
    count = len(reading.lines)
    blank = ("",) * count
    triples = list(zip(cells["origin"], cells.get("why", blank), cells.get("settles", blank), strict=True))
    made: dict[tuple[str, str, str], Claim] = {}
    for triple in dict.fromkeys(triples):
        try:
            made[triple] = reading.origins.claim(*triple)
        except ClaimRefused as refusal:
            for index, other in enumerate(triples):
                if other == triple:
                    reading.refuse(index, refusal.column, refusal.expected, refusal.found)
    return [made[triple] for triple in triples if triple in made]


_EXCEPTION = re.compile(r"\s*(\w+)\s*=\s*(\S.*)")


def _exceptions(reading: _Reading[T]) -> dict[tuple[int, str], Claim]:
    """The column `origins`: `strength=stated 2.3; ma=inferred as its sister corps`."""
    found: dict[tuple[int, str], Claim] = {}
    for index, cell in enumerate(reading.cells.get("origins", ())):
        for part in cell.split(";") if cell.strip() else ():
            match = _EXCEPTION.fullmatch(part.rstrip())
            if match is None:
                expected = f"column=origin why; ... (a reason with ';' or '=' belongs in {ORIGINS_FILE})"
                reading.refuse(index, "origins", expected, quoted(part))
                continue
            name, claim = match[1], match[2]
            if name not in reading.cells or name in ORIGIN_COLUMNS:
                names = [column for column in reading.cells if column not in ORIGIN_COLUMNS]
                reading.refuse(index, "origins", f"a column of this file: {listed(names)}", quoted(name))
            elif (index, name) in found:
                reading.refuse(index, "origins", "each column once", f"{quoted(name)} twice")
            else:
                try:
                    found[index, name] = reading.origins.claim(claim)
                except ClaimRefused as refusal:
                    reading.refuse(index, "origins", f"{name}= with {refusal.expected}", refusal.found or quoted(claim))
    return found


def _build(reading: _Reading[T], values: dict[str, list[Any]]) -> list[T]:
    row_type = reading.schema.row_type
    count = len(reading.lines)
    arguments = [values.get(column.name) or [column.default] * count for column in reading.schema.columns]
    try:
        return list(map(row_type, *arguments))
    except ValueError:
        rows: list[T] = []
        for index, row in enumerate(zip(*arguments, strict=True)):
            try:
                rows.append(row_type(*row))
            except ValueError as error:
                reading.refuse(index, "", "a row whose values fit together", str(error))
        return rows


def _keys(reading: _Reading[T], values: dict[str, list[Any]]) -> dict[Any, int]:
    names = reading.schema.keys
    if not names or any(name not in values for name in names):
        return {}
    columns = [values[name] for name in names]
    keys: Sequence[Any] = columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))
    index = dict(zip(keys, range(len(keys)), strict=True))
    if len(index) == len(keys):
        return index
    first: dict[Any, int] = {}
    for position, key in enumerate(keys):
        if key is not None and first.setdefault(key, position) != position:
            line = reading.lines[first[key]]
            reading.refuse(
                position,
                names[0],
                "a key that no other row has",
                f"{quoted(reading.label(position))}, as in line {line}",
            )
    return first


def load_rows(
    path: Path,
    row_type: type[T],
    *,
    origins: Origins | None = None,
    refs: Mapping[str, Collection[Any]] | None = None,
) -> Rows[T]:
    """The rows of one CSV file; DataError with every problem.

    `origins` is the nearest `origins.toml` unless given. `refs` holds, for each file that a `Ref` names, its keys;
    a reference to the file itself needs none. (A `DataSet` fills in all this by itself.)
    """
    known = origins if origins is not None else nearest_origins(path)
    rows, pending, problems = parse_rows(decoded(path.read_bytes(), path.name), row_type, known, path.name)
    if rows is None:
        raise DataError(problems)
    for item in pending:
        if item.ref.file == path.name:
            problems += item.check(rows.values_of(item.ref.column))
        else:
            problems += item.check_in(refs)
    if problems:
        raise DataError(problems)
    return rows


def decoded(content: bytes, file: str) -> str:
    """The text of a file: UTF-8 (with the mark that spreadsheets put in front), any kind of line end."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataError([Problem(file, "UTF-8 text", f"the byte 0x{content[error.start]:02x}", line)]) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
