"""All the data of one game: its files and their types, a user's files in place of some, references across files.

A game declares its files once::

    HEXES = csv_rows("hexes.csv", HexRow)
    UNITS = csv_rows("units.csv", UnitRow)                 # HexRow and UnitRow may refer to each other
    CRT = toml_grid("tables.toml", "crt", ("odds", "die"), (str, int), Cell.parse(Result.parse, "a result such as A1"))
    VALUES = toml_record("values.toml", Values)
    SCENARIOS = toml_records("scenarios/*.toml", Scenario)

    DATA_SET = DataSet("schlieffens_war", Path(__file__).parent / "data", (HEXES, UNITS, CRT, VALUES, SCENARIOS))

    data = DATA_SET.load()                                 # or .load(directory) for the files of `--data DIR`
    data[UNITS].by_key["I"], data[CRT]["3:1", 4], data[VALUES].value.stacking_limit
"""

from __future__ import annotations

import csv
import hashlib
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any, Generic, TypeVar

from marne.engine import MarneError
from marne.tables.cells import Cell
from marne.tables.csv_file import claims_of, decoded, parse_rows
from marne.tables.folder import Folder
from marne.tables.lookup import Table, TableGrid
from marne.tables.origin import ORIGINS_FILE, SOURCES_FILE, Claim, Origins, departure_keys, read_origins
from marne.tables.problems import DataError, Problem, listed, quoted
from marne.tables.rows import Pending, Rows
from marne.tables.toml_file import Reading, TomlRecord, grid_from, read_toml, record_from, table_from

T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K")
C = TypeVar("C")

DATA_VARIABLE = "MARNE_DATA"
README = "README.md"
MARKER = "exported.toml"
"""Names the game and the version that an exported directory was made from."""


@dataclass
class _Part(Generic[T]):
    """What came of reading one file (or one table of it)."""

    value: T | None
    problems: list[Problem]
    pending: list[Pending] = field(default_factory=list)
    tally: Counter[Claim] = field(default_factory=Counter)


@dataclass(frozen=True, eq=False)
class DataFile(Generic[T]):
    """One file of a game's data and what it holds; `data[file]` gives it typed. `name` may be a pattern with `*`."""

    name: str
    kind: Any
    """The row class, the record class or the cell type: what the README of an export explains."""
    read: Callable[[dict[str, bytes], Origins], _Part[T]]
    keys: Callable[[T, str], Collection[Any]]
    table: str = ""
    """The table's name, where a file holds several."""


def csv_rows(name: str, row_type: type[T]) -> DataFile[Rows[T]]:
    """A CSV file with one row type."""

    def read(contents: dict[str, bytes], origins: Origins) -> _Part[Rows[T]]:
        rows, pending, problems = parse_rows(decoded(contents[name], name), row_type, origins, name)
        return _Part(rows, problems, pending, rows.tally() if rows is not None else Counter())

    return DataFile(name, row_type, read, lambda rows, column: rows.values_of(column))


def toml_record(name: str, record_type: type[T]) -> DataFile[TomlRecord[T]]:
    """A TOML file that fills one dataclass."""

    def read(contents: dict[str, bytes], origins: Origins) -> _Part[TomlRecord[T]]:
        return _read_record(name, contents[name], record_type, origins)

    def keys(record: TomlRecord[T], column: str) -> Collection[Any]:
        inner: Collection[Any] = getattr(record.value, column)
        return frozenset(inner)

    return DataFile(name, record_type, read, keys)


def toml_records(pattern: str, record_type: type[T]) -> DataFile[dict[str, TomlRecord[T]]]:
    """All TOML files of a pattern such as `scenarios/*.toml`, by the name before `.toml`; a user may add more."""

    def read(contents: dict[str, bytes], origins: Origins) -> _Part[dict[str, TomlRecord[T]]]:
        whole: _Part[dict[str, TomlRecord[T]]] = _Part({}, [])
        for name in sorted(contents):
            if PurePosixPath(name).name == ORIGINS_FILE:
                continue
            part = _read_record(name, contents[name], record_type, origins)
            whole.problems += part.problems
            whole.pending += part.pending
            whole.tally += part.tally
            if part.value is not None and whole.value is not None:
                whole.value[PurePosixPath(name).stem] = part.value
        return whole

    return DataFile(pattern, record_type, read, lambda records, column: frozenset(records))


def _read_record(name: str, content: bytes, record_type: type[T], origins: Origins) -> _Part[TomlRecord[T]]:
    reading = Reading(name, origins)
    document = read_toml(decoded(content, name), reading)
    record = record_from(reading, document, record_type) if document is not None else None
    return _Part(record, reading.problems, reading.pending, reading.tally)


def toml_table(
    name: str, table: str, axis: str, labels: type[R], cell: type[C] | Cell[C], *, covers: Iterable[R] = ()
) -> DataFile[Table[R, C]]:
    """A table with one axis in a TOML file of tables. `covers` are labels that must be there."""
    wanted = tuple(covers)

    def read(contents: dict[str, bytes], origins: Origins) -> _Part[Table[R, C]]:
        reading = Reading(name, origins)
        document = read_toml(decoded(contents[name], name), reading) or {}
        result = None
        if not reading.problems:
            result = table_from(reading, table, document.get(table), axis, labels, cell, wanted)
        return _Part(result, reading.problems, reading.pending, reading.tally)

    return DataFile(name, cell, read, lambda value, column: frozenset(value.axis.values), table)


def toml_grid(
    name: str,
    table: str,
    axes: tuple[str, str],
    labels: tuple[type[R], type[K]],
    cell: type[C] | Cell[C],
    *,
    covers: tuple[Iterable[R], Iterable[K]] = ((), ()),
) -> DataFile[TableGrid[R, K, C]]:
    """A table with two axes in a TOML file of tables, looked up in the order of `axes`."""
    wanted = (tuple(covers[0]), tuple(covers[1]))

    def read(contents: dict[str, bytes], origins: Origins) -> _Part[TableGrid[R, K, C]]:
        reading = Reading(name, origins)
        document = read_toml(decoded(contents[name], name), reading) or {}
        result = None
        if not reading.problems:
            result = grid_from(reading, table, document.get(table), axes, labels, cell, wanted)
        return _Part(result, reading.problems, reading.pending, reading.tally)

    return DataFile(name, cell, read, lambda value, column: frozenset(value.rows.values), table)


def folder(name: str, load: Callable[[Folder], T]) -> DataFile[T]:
    """A directory of files that have a loader of their own (a board): `load` gets them, the user's in place of ours.

    What it raises as ValueError or OSError is a problem of the folder. The origins in its CSV files are checked and
    counted here.
    """

    def read(contents: dict[str, bytes], origins: Origins) -> _Part[T]:
        part: _Part[T] = _Part(None, [])
        for file, content in contents.items():
            if file.endswith(".csv"):
                tally, problems = claims_of(decoded(content, file), origins, file)
                part.tally += tally
                part.problems += problems
        try:
            part.value = load(Folder(name, {PurePosixPath(file).name: content for file, content in contents.items()}))
        except DataError as error:
            part.problems += error.problems
        except (ValueError, OSError) as error:
            part.problems.append(Problem(name, "files that fit together", str(error)))
        return part

    def keys(value: T, column: str) -> Collection[Any]:
        inner: Collection[Any] = getattr(value, column)
        return frozenset(inner)

    return DataFile(f"{name}/*", load, read, keys)


class Data:
    """The loaded data of a game: `data[FILE]`, and where it came from."""

    def __init__(self, game: str, fingerprint: str) -> None:
        self.game = game
        self.fingerprint = fingerprint
        """SHA-256 over the names and bytes of all files: the version of the data that a record carries."""
        self.tallies: dict[str, Counter[Claim]] = {}
        """For each file, how many of its values stand on each claim."""
        self._values: dict[DataFile[Any], Any] = {}

    def __getitem__(self, file: DataFile[T]) -> T:
        value: T = self._values[file]
        return value


_BESIDE = (
    *("rules.csv", "rules.*.csv", "setting.*.toml", "words.*.toml"),
    *("about.toml", "about.*.toml", "pages.*.toml", "measured.toml"),
    *("lessons/*.toml", "lessons.*.toml"),
    *("rulebook/*.md", "rulebook/*.toml"),
)


@dataclass(frozen=True)
class DataSet:
    """A game's data directory and the types of its files."""

    game: str
    directory: Path
    files: Sequence[DataFile[Any]]
    departures: Path | None = None
    """The game's departures.md: each `house` value must have its entry there."""
    rules: Collection[str] | None = None
    """The game's rule index: each `stated` value must name a rule of it."""
    beside: Sequence[str] = ()
    """Files of the directory that hold no values, such as the rule index (`words.*.toml`); nobody replaces them."""
    also: Callable[[Data], list[Problem]] | None = None
    """What must hold between values (hexsides agree, counts match); asked when nothing else is wrong."""

    @classmethod
    def of_game(
        cls,
        directory: Path,
        files: Sequence[DataFile[Any]],
        *,
        beside: Sequence[str] = (),
        also: Callable[[Data], list[Problem]] | None = None,
    ) -> DataSet:
        """The data set of the game in whose folder the directory lies, with the files that every game has beside it."""
        folder = directory.parent
        with (directory / "rules.csv").open(encoding="utf-8", newline="") as file:
            rules = tuple(row["number"] for row in csv.DictReader(file))
        return cls(folder.name, directory, files, folder / "departures.md", rules, (*_BESIDE, *beside), also)

    def contents(self, replaced: Path | None = None) -> dict[str, bytes]:
        """The bytes of every file, the user's in place of ours; DataError on a name that the game doesn't know."""
        found = self._found(self.directory)
        replaced = replaced if replaced is not None else chosen_directory(self.game)
        problems: list[Problem] = []
        if replaced is not None:
            if not replaced.is_dir():
                raise DataError([Problem(str(replaced), "a directory", "no such directory")])
            theirs = self._found(replaced)
            problems += [
                Problem(name, f"one of {listed(self.names)}", "a file of another name")
                for name in sorted(theirs)
                if not self.knows(name)
            ]
            found |= theirs
        if problems:
            raise DataError(problems)
        return {name: found[name].read_bytes() for name in sorted(found) if self.knows(name)}

    def replaced_by(self, directory: Path) -> list[str]:
        """The names of the files in a directory that would stand in place of ours; MarneError if it has none."""
        named = game_of(directory)
        if named not in (None, self.game):
            raise MarneError(f"--data {directory}: these are files of {named}, not of {self.game}")
        found = sorted(self.contents(directory).keys() & self._found(directory).keys())
        if not found:
            raise MarneError(f"--data {directory}: no file of {self.game}, expected one of {listed(self.names)}")
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """The names (or patterns) of the files that may be replaced."""
        files = [file.name for file in self.files]
        sidecars = [str(PurePosixPath(name).with_name(ORIGINS_FILE)) for name in files]
        return tuple(dict.fromkeys([*files, ORIGINS_FILE, SOURCES_FILE, *sidecars]))

    def knows(self, name: str) -> bool:
        return any(_matches(name, pattern) for pattern in self.names)

    @staticmethod
    def _found(directory: Path) -> dict[str, Path]:
        paths = {path.relative_to(directory).as_posix(): path for path in directory.rglob("*") if path.is_file()}
        ignored = (README, MARKER)
        return {
            name: path
            for name, path in paths.items()
            if name not in ignored and not any(part.startswith((".", "__")) for part in PurePosixPath(name).parts)
        }

    def fingerprint(self, replaced: Path | None = None) -> str:
        """The version of the data, without reading what it means."""
        return fingerprint(self.contents(replaced))

    def load(self, replaced: Path | None = None) -> Data:
        """The data, a user's files in place of ours; DataError with every problem of every file."""
        data, problems = self.examine(replaced)
        if problems:
            raise DataError(problems)
        return data

    def check(self, replaced: Path | None = None) -> list[Problem]:
        """Every problem of our files, or of ours with a user's in their place; also a file that nothing reads."""
        unread = [
            Problem(name, f"one of {listed(self.names)}", "a file that nothing reads")
            for name in sorted(self._found(self.directory))
            if name.endswith((".csv", ".toml"))
            and not self.knows(name)
            and not any(fnmatchcase(name, each) for each in self.beside)
        ]
        return unread + self.examine(replaced)[1]

    def examine(self, replaced: Path | None = None) -> tuple[Data, list[Problem]]:
        """What could be read, and every problem."""
        try:
            contents = self.contents(replaced)
        except DataError as error:
            return Data(self.game, ""), list(error.problems)
        data = Data(self.game, fingerprint(contents))
        origins, problems = self._origins(contents)
        pending: list[Pending] = []
        for file in self.files:
            sidecar = str(PurePosixPath(file.name).with_name(ORIGINS_FILE))
            part = self._read(file, contents, origins.get(sidecar, origins[ORIGINS_FILE]))
            problems += part.problems
            pending += part.pending
            if part.value is not None:
                data._values[file] = part.value
                data.tallies.setdefault(file.name, Counter()).update(part.tally)
        problems += self._strays(contents)
        known: dict[tuple[str, str], Collection[Any] | None] = {}
        for item in pending:
            target = (item.ref.file, item.ref.column)
            if target not in known:
                known[target] = self._keys(data, *target)
            keys = known[target]
            if keys is not None:
                problems += item.check(keys)
        if self.also is not None and not problems:
            problems += self.also(data)
        return data, list(dict.fromkeys(problems))

    def _read(self, file: DataFile[T], contents: dict[str, bytes], origins: Origins) -> _Part[T]:
        own = {name: content for name, content in contents.items() if _matches(name, file.name)}
        if not own and "*" not in file.name:
            return _Part(None, [Problem(file.name, f"a file of {self.game}", "no such file")])
        try:
            return file.read(own, origins)
        except DataError as error:
            return _Part(None, list(error.problems))

    def _origins(self, contents: dict[str, bytes]) -> tuple[dict[str, Origins], list[Problem]]:
        """Every origins.toml; a file's claims are those of the one in its directory, or else at the top."""
        problems: list[Problem] = []
        texts: dict[str, str | None] = {ORIGINS_FILE: None, SOURCES_FILE: None}
        for name, content in contents.items():
            if name == SOURCES_FILE or PurePosixPath(name).name == ORIGINS_FILE:
                try:
                    texts[name] = decoded(content, name)
                except DataError as error:
                    problems += error.problems
        sources: Collection[str] | None = None
        if (text := texts.pop(SOURCES_FILE)) is not None:
            reading = Reading(SOURCES_FILE, Origins())
            sources = tuple(read_toml(text, reading) or ())
            problems += reading.problems
        departures = departure_keys(self.departures.read_text("utf-8")) if self.departures is not None else None
        origins: dict[str, Origins] = {}
        for name, text in texts.items():
            origins[name], wrong = read_origins(
                text, file=name, rules=self.rules, sources=sources, departures=departures
            )
            problems += wrong
        return origins, problems

    def _strays(self, contents: dict[str, bytes]) -> list[Problem]:
        """Tables that no code reads, in the files that hold tables."""
        declared: dict[str, list[str]] = {}
        for file in self.files:
            if file.table:
                declared.setdefault(file.name, []).append(file.table)
        problems: list[Problem] = []
        for name, tables in declared.items():
            try:
                document = (
                    read_toml(decoded(contents[name], name), Reading(name, Origins())) if name in contents else None
                )
            except DataError:
                document = None
            for table in document or ():
                if table not in tables:
                    problems.append(Problem(name, f"one of {listed(tables)}", quoted(table), row=table))
        return problems

    def _keys(self, data: Data, name: str, column: str) -> Collection[Any] | None:
        """What a Ref may point at; None if the file it names could not be read, which is reported already."""
        targets = [file for file in self.files if file.name == name and (not file.table or file.table == column)]
        if not targets:
            raise LookupError(f"{self.game}: a Ref names {name!r}, column {column!r}, which is none of its files")
        if targets[0] not in data._values:
            return None
        return targets[0].keys(data[targets[0]], column)


def chosen_directory(game: str) -> Path | None:
    """The directory of `--data DIR`, kept in the environment so that worker processes see it too.

    A directory that names another game (in exported.toml) is not for this one.
    """
    chosen = os.environ.get(DATA_VARIABLE)
    if not chosen or game_of(Path(chosen)) not in (None, game):
        return None
    return Path(chosen)


def game_of(directory: Path) -> str | None:
    """The game that an exported directory names, or None."""
    try:
        name = tomllib.loads((directory / MARKER).read_text("utf-8")).get("game")
    except (OSError, ValueError):
        return None
    return name if isinstance(name, str) else None


def _matches(name: str, pattern: str) -> bool:
    """`*` stands for a name, not for directories."""
    return fnmatchcase(name, pattern) and name.count("/") == pattern.count("/")


def fingerprint(contents: dict[str, bytes]) -> str:
    """SHA-256 over the names and bytes of files, in the order of the names."""
    digest = hashlib.sha256()
    for name in sorted(contents):
        encoded = name.encode()
        digest.update(b"%d %s %d " % (len(encoded), encoded, len(contents[name])))
        digest.update(contents[name])
    return digest.hexdigest()
