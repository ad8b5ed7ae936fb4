"""A directory of Parquet parts: what a run has played so far, whole after every crash.

    DIR/run.json                      what was played: game, setting, players, versions
    DIR/games/1-32.parquet            one row a game, by the seeds of the batch
    DIR/decisions/1-32.parquet        one row an answer, where the run was told to keep them
    DIR/turns/1-32.parquet            one row for each army at the end of each turn
    DIR/places/1-32.parquet           the same for each place that an army stands on; no army: fights in the turn

A part is written under another name and renamed, games last: a batch is there when its games are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marne.engine import MarneError
from marne.lab.batch import BatchRows, OtherVersion, Plan, Row

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Parts", "PlayedFile", "arrow"]


def arrow() -> Any:
    """pyarrow with its Parquet part, or one clear line."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MarneError("keeping games needs pyarrow: pip install 'marne[lab]'") from None
    return pyarrow


def _games() -> pa.Schema:
    pa = arrow()
    text, number = pa.dictionary(pa.int32(), pa.string()), pa.int32()
    return pa.schema(
        [
            ("seed", pa.int64()),
            ("setting", text),
            ("kinds", text),
            ("rules", text),
            ("data", text),
            ("winner", text),
            ("why", text),
            ("rule", text),
            ("points", pa.list_(number)),
            ("answers", number),
            ("decisions", number),
            ("turns", pa.int16()),
            ("seconds", pa.float64()),
        ]
    )


def _decisions() -> pa.Schema:
    pa = arrow()
    text = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("seed", pa.int64()),
            ("number", pa.int32()),
            ("actor", pa.int8()),
            ("step", text),
            ("rule", text),
            ("turn", pa.int16()),
            ("options", pa.int32()),
            ("index", pa.int32()),
            ("answer", text),
            ("points", pa.list_(pa.int32())),
        ]
    )


def _turns() -> pa.Schema:
    pa = arrow()
    text, number = pa.dictionary(pa.int32(), pa.string()), pa.int32()
    return pa.schema(
        [
            ("seed", pa.int64()),
            ("turn", pa.int16()),
            ("army", text),
            ("pieces", number),
            ("strength", number),
            ("lost", number),
            ("points", pa.list_(number)),
        ]
    )


def _places() -> pa.Schema:
    pa = arrow()
    text = pa.dictionary(pa.int32(), pa.string())
    columns = [("seed", pa.int64()), ("turn", pa.int16()), ("army", text), ("place", text), ("pieces", pa.int16())]
    return pa.schema(columns)


_COUNTED = ("seed", "number")
"""Columns that go up row by row: the steps are kept, not the numbers."""


class Parts:
    """The parts of a run."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    @classmethod
    def begin(cls, directory: Path, plan: Plan, *, resume: bool) -> Parts:
        """A directory for a run: new, or with `resume` one of the same run."""
        arrow()
        parts = cls(directory)
        told = directory / "run.json"
        if told.exists():
            if not resume:
                raise MarneError(f"{directory} holds a run already: go on with --resume, or name another directory")
            there = parts.about()
            if there != plan.as_json():
                keys = [key for key, what in plan.as_json().items() if there.get(key) != what]
                raise OtherVersion(f"{directory} was begun with other {', '.join(keys)}: it can't be gone on with")
        else:
            (directory / "games").mkdir(parents=True, exist_ok=True)
            _renamed(told, (json.dumps(plan.as_json(), indent=1) + "\n").encode())
        for left in directory.glob("*/*.new"):
            left.unlink()  # of a run that was killed while it wrote
        return parts

    def about(self) -> dict[str, Any]:
        """What was played."""
        try:
            found = json.loads((self.directory / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise MarneError(f"{self.directory} holds no run: {error}") from None
        return dict(found)

    def done(self) -> set[int]:
        """The seeds that are there."""
        pq = arrow().parquet
        found: set[int] = set()
        for path in self._files("games"):
            found.update(pq.read_table(path, columns=["seed"])["seed"].to_pylist())
        return found

    def add(self, rows: BatchRows) -> None:
        """One batch, kept."""
        name = f"{rows.seeds[0]}-{rows.seeds[-1]}.parquet"
        for kind, some, schema in (
            ("decisions", rows.decisions, _decisions),
            ("turns", rows.turns, _turns),
            ("places", rows.places, _places),
        ):
            if some:
                self._write(self.directory / kind / name, some, schema())
        self._write(self.directory / "games" / name, rows.games, _games())

    def _write(self, path: Path, rows: list[Row], schema: pa.Schema) -> None:
        pa = arrow()
        path.parent.mkdir(exist_ok=True)
        new = path.with_suffix(".new")
        pa.parquet.write_table(
            pa.Table.from_pylist(rows, schema),
            new,
            compression="zstd",
            compression_level=9,
            use_dictionary=[name for name in schema.names if name not in _COUNTED],
            column_encoding={name: "DELTA_BINARY_PACKED" for name in schema.names if name in _COUNTED},
        )
        _synced(new)
        new.replace(path)

    def rows(self, kind: str = "games", columns: list[str] | None = None) -> Iterator[Row]:
        """The rows of all parts, part by part, in order of their seeds."""
        pq = arrow().parquet
        for path in self._files(kind):
            yield from pq.read_table(path, columns=columns).to_pylist()

    def _files(self, kind: str) -> list[Path]:
        found = self.directory.glob(f"{kind}/*.parquet")
        return sorted(found, key=lambda path: int(path.stem.split("-")[0]))

    def size(self, kind: str) -> int:
        """Bytes of a kind of parts."""
        return sum(path.stat().st_size for path in self._files(kind))


class PlayedFile:
    """The rows of games as one JSON file, written row by row; whole, or not there."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path, self.new = path, path.with_name(path.name + ".new")
        self.file = self.new.open("w", encoding="utf-8")
        self.file.write(json.dumps(about, indent=1)[:-2] + ',\n "played": [')
        self.between = "\n  "

    def add(self, row: Row) -> None:
        """One game more."""
        self.file.write(self.between + json.dumps(row))
        self.between = ",\n  "

    def close(self, rest: dict[str, Any]) -> None:
        """What is known at the end, and the file is there."""
        self.file.write("\n ],\n" + json.dumps(rest, indent=1)[2:] + "\n")
        self.file.close()
        self.new.replace(self.path)

    def give_up(self) -> None:
        """Nothing is there; after `close` nothing changes."""
        self.file.close()
        self.new.unlink(missing_ok=True)


def _renamed(path: Path, content: bytes) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(content)
    _synced(new)
    new.replace(path)


def _synced(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
