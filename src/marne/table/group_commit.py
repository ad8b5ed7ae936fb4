"""Many answers, one sync: what waits while the disk is busy is written together.

A commit that survives a loss of power costs a sync of the disk, some milliseconds. Whoever gets the lock writes for all
who wait, in one transaction, each behind a savepoint of its own: one that comes too late fails alone.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from marne.table.rows import Row, TooLate

__all__ = ["GroupCommit", "careful"]

_INSERT = (
    'INSERT INTO log (table_id, seq, kind, number, actor, text, draw, at, "next") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
)


def careful(connection: sqlite3.Connection) -> None:
    """WAL with a sync at each commit: what was acknowledged survives even a loss of power."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}").close()


@dataclass(eq=False)
class _Waiting:
    id: str
    rows: Sequence[Row]
    done: bool = False
    error: BaseException | None = None


class GroupCommit:
    """Appends to the log of an SQLite file, from any thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._writing = threading.Lock()
        self._listing = threading.Lock()
        self._waiting: list[_Waiting] = []

    def append(self, id: str, rows: Sequence[Row]) -> None:
        """Append all rows or none; durable when it returns. TooLate if a row of that number is there."""
        mine = _Waiting(id, rows)
        with self._listing:
            self._waiting.append(mine)
        with self._writing:
            if not mine.done:
                with self._listing:
                    batch, self._waiting = self._waiting, []
                self._write(batch)
        if mine.error is not None:
            raise mine.error

    def _write(self, batch: list[_Waiting]) -> None:
        now = time.time()
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            for each in batch:
                connection.execute("SAVEPOINT one")
                try:
                    connection.executemany(
                        _INSERT,
                        [(each.id, r.seq, r.kind, r.number, r.actor, r.text, r.draw, now, r.next) for r in each.rows],
                    )
                except sqlite3.IntegrityError:
                    connection.execute("ROLLBACK TO one")
                    each.error = TooLate(each.id)
                connection.execute("RELEASE one")
            connection.execute("COMMIT")
        except BaseException as error:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for each in batch:
                each.error = error
        for each in batch:
            each.done = True

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            careful(self._connection)
        return self._connection

    def close(self) -> None:
        """Let the connection go."""
        with self._writing:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
