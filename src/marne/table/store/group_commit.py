"""Many answers, one sync: what waits while the disk is busy is written together.

A commit that survives a loss of power costs a sync of the disk, some milliseconds. What comes in meanwhile is written
in one transaction, each table's rows behind a savepoint of their own: those that come too late fail alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from marne.table.game.log_rows import COLUMNS, Row, TooLate, columns_of
from marne.table.refusals import Busy

__all__ = ["GroupCommit", "careful"]

log = logging.getLogger("marne.table")

_NAMES = ", ".join(f'"{name}"' for name in COLUMNS)
_INSERT = f"INSERT INTO log (table_id, {_NAMES}) VALUES (?{', ?' * len(COLUMNS)})"

_THINK = "UPDATE seats SET mind = ? WHERE table_id = ? AND seat = ?"


def careful(connection: sqlite3.Connection) -> None:
    """WAL with a sync at each commit: what was acknowledged survives even a loss of power."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}").close()


@dataclass(eq=False)
class _Waiting:
    id: str
    rows: Sequence[Row]
    thought: tuple[int, str] | None
    done: asyncio.Future[None]
    error: BaseException | None = None


class GroupCommit:
    """Appends to the log of an SQLite file: one thread writes, whatever waits meanwhile goes together."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self.gone = False
        """Whether the file was removed or replaced while it was open."""
        self._waiting: list[_Waiting] = []
        self._writing = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")

    async def append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None = None) -> None:
        """Append all rows or none, with the thought of a seat; durable when it returns. TooLate if a row of that number
        is there."""
        loop = asyncio.get_running_loop()
        mine = _Waiting(id, rows, thought, loop.create_future())
        self._waiting.append(mine)
        self._go_on(loop)
        await asyncio.shield(mine.done)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._waiting and not self._writing:
            batch, self._waiting = self._waiting, []
            self._writing = True
            self._thread.submit(self._write, batch, loop)

    def _written(self, batch: list[_Waiting], loop: asyncio.AbstractEventLoop) -> None:
        self._writing = False
        for each in batch:
            if each.error is None:
                each.done.set_result(None)
            else:
                each.done.set_exception(each.error)
        self._go_on(loop)

    def _write(self, batch: list[_Waiting], loop: asyncio.AbstractEventLoop) -> None:
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            for each in batch:
                connection.execute("SAVEPOINT one")
                try:
                    rows = [(each.id, *columns_of(row).values()) for row in each.rows]
                    connection.executemany(_INSERT, rows)
                    if each.thought is not None:
                        seat, mind = each.thought
                        connection.execute(_THINK, (mind, each.id, seat))
                except sqlite3.IntegrityError:
                    connection.execute("ROLLBACK TO one")
                    each.error = TooLate(each.id)
                connection.execute("RELEASE one")
            connection.execute("COMMIT")
            self._still_there()
        except BaseException as error:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for each in batch:
                each.error = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(self._written, batch, loop)

    def _still_there(self) -> None:
        """What was written to a file that somebody removed or replaced is not kept: nothing of it is acknowledged."""
        try:
            there = os.stat(self._path)
            found: tuple[int, int] | None = (there.st_dev, there.st_ino)
        except FileNotFoundError:
            found = None
        if found != self._file:
            if not self.gone:
                log.error("the database %s was removed or replaced: no answer is taken any more", self._path)
            self.gone = True
            raise Busy("busy.database", seconds=60)

    def _open(self) -> sqlite3.Connection:
        if self.gone:
            raise Busy("busy.database", seconds=60)
        if self._connection is None:
            there = os.stat(self._path)
            self._file = there.st_dev, there.st_ino
            self._connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            careful(self._connection)
        return self._connection

    def close(self) -> None:
        """Let the connection go, after what is being written."""
        self._thread.shutdown(wait=True)
        if self._connection is not None:
            self._connection.close()
            self._connection = None
