"""`marne data check` and `marne data export`: for a person who owns the printed game and wants its exact values.

Both are plain functions that write lines with `out` and return an exit code: 0, or 2 with the reasons.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from marne.tables.cells import Cell, reader_of
from marne.tables.dataset import MARKER, README, DataFile, DataSet, fingerprint, game_of
from marne.tables.origin import ORIGINS_FILE, SOURCES_FILE
from marne.tables.problems import DataError, Problem
from marne.tables.report import counts_table
from marne.tables.rows import schema_of

Out = Callable[[str], None]


def export(data_set: DataSet, directory: Path, replaced: Path | None = None) -> list[str]:
    """Copy the data into a new or empty directory, with a README that explains each column; the names written."""
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise DataError([Problem(str(directory), "a new or empty directory", "files in it")])
    contents = data_set.contents(replaced)
    version = fingerprint(contents)
    written = dict(contents)
    written[README] = explain(data_set).encode()
    written[MARKER] = f'game = "{data_set.game}"\nversion = "{version}"\n'.encode()
    for name, content in written.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sorted(written)


_ORIGINS = f"""\
## Origins

Every value says where it comes from. A CSV row has a column `origin` (and `why`, and `settles`); a TOML table has the
same three as keys.

| origin | why | settles |
| --- | --- | --- |
| `stated` | rule numbers: `2.3` or `2.3, 4.1` | |
| `public` | the id of a source, then a note | |
| `inferred` | the reasoning from stated values | |
| `reconstructed` | the reasoning | what would settle it |
| `house` | the key of the entry in departures.md | |
| a key of `{ORIGINS_FILE}` | empty: that file says it once for many rows | |

Single values of a row that differ from the rest stand in the column `origins`: `strength=stated 2.3; ma=inferred as its
sister corps`. For values you read off the printed game, add a key to `{ORIGINS_FILE}`, such as

    [printed]
    origin = "public"
    why = "printed read off the map"

and write `printed` in the column `origin` of the rows you correct. The source `printed`, the game itself, needs
no entry in `{SOURCES_FILE}`.
"""


def explain(data_set: DataSet) -> str:
    """The README of an export: what each file holds, column by column."""
    parts = [
        f"# The data of {data_set.game}\n\n"
        "Correct what differs from the printed game; delete the files you leave alone (ours are then used). Then:\n\n"
        f"    marne data check DIR\n    marne auto {data_set.game} --data DIR\n\n"
        "CSV files are UTF-8 with commas; a row is one line; lines that begin with # are comments; a column `note` is\n"
        "free. Import all columns as text into a spreadsheet, or it turns `0812` into `812` and `1:2` into a time.\n"
    ]
    parts += [_explain_file(file) for file in data_set.files]
    return "\n".join([*parts, _ORIGINS])


def _explain_file(file: DataFile[Any]) -> str:
    title = f"## {file.name}" + (f", table `{file.table}`" if file.table else "")
    kind = file.kind.annotation if isinstance(file.kind, Cell) else file.kind
    if file.table:
        return f"{title}\n\nEach cell: {reader_of(kind).expected}.\n"
    doc = _doc(kind)
    if not isinstance(kind, type):
        return f"{title}\n\n{doc or 'Files with columns of their own; their first lines name them.'}\n"
    lines = [title, "", *([doc, ""] if doc else []), "| name | holds | |", "| --- | --- | --- |"]
    lines += _columns(kind) if file.name.endswith(".csv") else _fields(kind)
    return "\n".join(lines) + "\n"


def _doc(kind: Any) -> str:
    doc = kind.__doc__ or ""
    return "" if doc.startswith(f"{kind.__name__}(") else doc.strip()


def _line(name: str, expected: str, doc: str, optional: bool) -> str:
    cells = [f"`{name}`", expected + ("; may be empty" if optional else ""), doc]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _columns(kind: type) -> list[str]:
    return [
        _line(
            column.name,
            column.reader.expected + (" (the key of the row)" if column.reader.key else ""),
            column.reader.doc,
            column.default is not dataclasses.MISSING,
        )
        for column in schema_of(kind).columns
    ]


def _fields(kind: Any, prefix: str = "") -> list[str]:
    """The fields of a record, with those of the tables inside it."""
    hints = get_type_hints(kind, include_extras=True)
    lines: list[str] = []
    for item in dataclasses.fields(kind):
        hint, doc = _bare(hints[item.name])
        inner = _inner(hint)
        optional = item.default is not dataclasses.MISSING or item.default_factory is not dataclasses.MISSING
        if inner is not None:
            lines.append(_line(prefix + item.name, "a table, or tables, of", doc or _doc(inner), optional))
            lines += _fields(inner, f"{prefix}{item.name}.")
        elif get_origin(hint) is dict:
            lines.append(
                _line(prefix + item.name, f"for each name {reader_of(get_args(hint)[1]).expected}", doc, optional)
            )
        else:
            lines.append(_line(prefix + item.name, reader_of(hints[item.name]).expected, doc, optional))
    return lines


def _bare(hint: Any) -> tuple[Any, str]:
    """What is annotated, and the text that explains it."""
    if get_origin(hint) is not Annotated:
        return hint, ""
    inner, *marks = get_args(hint)
    return inner, next((mark for mark in marks if isinstance(mark, str)), "")


def _inner(hint: Any) -> Any:
    """The dataclass inside an annotation, if there is one."""
    if isinstance(hint, type) and get_origin(hint) is None:
        return hint if dataclasses.is_dataclass(hint) else None
    return next((found for arg in get_args(hint) if (found := _inner(arg)) is not None), None)


def _find(sets: Mapping[str, DataSet], game: str | None, directory: Path | None, out: Out) -> DataSet | None:
    name = game or (game_of(directory) if directory is not None else None)
    if name is None:
        out(f"{directory}: found no {MARKER}, expected the name of a game: {', '.join(sorted(sets))}")
    elif name not in sets:
        out(f"found no game {name!r}, expected one of: {', '.join(sorted(sets))}")
    else:
        return sets[name]
    return None


def data_check(
    sets: Mapping[str, DataSet], directory: Path | None = None, game: str | None = None, out: Out = print
) -> int:
    """`marne data check [DIR] [--game GAME]`: every problem, or the counts by origin. All games if neither is given."""
    if directory is None and game is None:
        return max((data_check(sets, None, name, out) for name in sorted(sets)), default=0)
    data_set = _find(sets, game, directory, out)
    if data_set is None:
        return 2
    problems = data_set.check(directory)
    if problems:
        out(str(DataError(problems)))
        out(f"{data_set.game}: {len(problems)} {'problem' if len(problems) == 1 else 'problems'}")
        return 2
    data = data_set.load(directory)
    out(f"{data_set.game}: data {data.fingerprint[:12]}, values by origin:\n")
    out(counts_table(data))
    return 0


def data_export(sets: Mapping[str, DataSet], game: str, directory: Path, out: Out = print) -> int:
    """`marne data export GAME DIR`."""
    data_set = _find(sets, game, None, out)
    if data_set is None:
        return 2
    try:
        names = export(data_set, directory)
    except DataError as error:
        out(str(error))
        return 2
    out(f"{len(names)} files in {directory}; read {README} there first")
    return 0
