"""What is kept: tables, seats, and for each table one append-only log. SQLite by default, PostgreSQL by URL.

A log row is an answer or a going back; nothing is ever changed or deleted. `(table, seq)` is the primary key, so two
workers that append at once cannot both succeed: the second is told that it was too late.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool

__all__ = ["Kept", "Row", "Store", "TooLate", "metadata"]

metadata = MetaData()

TABLES = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("setting", JSON, nullable=False),
    Column("name", String(120), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("data", String(64), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("made", Float, nullable=False),
)
SEATS = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("player", String(64), nullable=False),
    Column("label", String(80), nullable=False),
    Column("token", String(64), nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("notify", Text, nullable=False),
    Column("notes", Text, nullable=False),
)
LOG = Table(
    "log",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("number", Integer, nullable=False),
    Column("actor", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("draw", Integer),
    Column("at", Float, nullable=False),
)
CHAT = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)


class TooLate(Exception):
    """Somebody else appended to the log first."""


@dataclass(frozen=True)
class Row:
    """One row of a log: an `answer`, or a going `back` to `number` answers."""

    seq: int
    kind: str
    number: int
    actor: int
    text: str
    draw: int | None = None


@dataclass(frozen=True)
class Kept:
    """A table as it is kept."""

    id: str
    game: str
    setting: dict[str, Any]
    name: str
    rules: str
    data: str
    secret: bytes
    watch: bool
    made: float


class Store:
    """The database. Every method is one transaction, durable when it returns."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: Engine = create_engine(url, poolclass=QueuePool, pool_size=8, max_overflow=24)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _careful_sqlite)

    @property
    def shared(self) -> bool:
        """Whether other workers may write to the same database."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        """Let the connections go."""
        self.engine.dispose()

    def new_table(self, table: Kept, seats: Sequence[dict[str, Any]]) -> None:
        """Keep a new table with its seats."""
        with self.engine.begin() as connection:
            connection.execute(insert(TABLES).values(**vars(table)))
            connection.execute(
                insert(SEATS), [{"table_id": table.id, "notify": "", "notes": "", **seat} for seat in seats]
            )

    def table(self, id: str) -> Kept | None:
        """A table by its id."""
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == id)).mappings().first()
        return None if row is None else Kept(**row)

    def tables(self, ids: Sequence[str] | None = None, most: int = 200) -> list[Kept]:
        """Tables, newest first; only those named, if any are."""
        query = select(TABLES).order_by(TABLES.c.made.desc()).limit(most)
        if ids is not None:
            query = query.where(TABLES.c.id.in_(ids))
        with self.engine.connect() as connection:
            return [Kept(**row) for row in connection.execute(query).mappings()]

    def seats(self, id: str) -> list[dict[str, Any]]:
        """The seats of a table, in order."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(SEATS).where(SEATS.c.table_id == id).order_by(SEATS.c.seat)).mappings()
            return [dict(row) for row in rows]

    def change_seat(self, id: str, seat: int, only_if: dict[str, Any] | None = None, **facts: Any) -> bool:
        """Change facts of a seat, if the others are as `only_if` says; whether it was done."""
        query = update(SEATS).where(SEATS.c.table_id == id, SEATS.c.seat == seat)
        for name, due in (only_if or {}).items():
            query = query.where(SEATS.c[name] == due)
        with self.engine.begin() as connection:
            return connection.execute(query.values(**facts)).rowcount == 1

    def last_seq(self, id: str) -> int:
        """The number of rows in a table's log."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.max(LOG.c.seq)).where(LOG.c.table_id == id)).scalar() or 0

    def log(self, id: str, after: int = 0) -> list[Row]:
        """The rows of a table's log after `after`."""
        columns = (LOG.c.seq, LOG.c.kind, LOG.c.number, LOG.c.actor, LOG.c.text, LOG.c.draw)
        query = select(*columns).where(LOG.c.table_id == id, LOG.c.seq > after).order_by(LOG.c.seq)
        with self.engine.connect() as connection:
            return [Row(*row) for row in connection.execute(query)]

    def append(self, id: str, rows: Sequence[Row]) -> None:
        """Append to a log, all or nothing; TooLate if another worker was first."""
        now = time.time()
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(LOG), [{"table_id": id, "at": now, **vars(row)} for row in rows])
                if self.shared:
                    connection.execute(select(func.pg_notify("marne", id)))
        except IntegrityError:
            raise TooLate(id) from None

    def say(self, id: str, seat: int, text: str) -> None:
        """Keep a line of chat."""
        with self.engine.begin() as connection:
            connection.execute(insert(CHAT).values(table_id=id, seat=seat, text=text, at=time.time()))
            if self.shared:
                connection.execute(select(func.pg_notify("marne", id)))

    def chat(self, id: str, most: int = 50) -> list[dict[str, Any]]:
        """The last lines of chat, oldest first."""
        query = select(CHAT.c.seat, CHAT.c.text, CHAT.c.at).where(CHAT.c.table_id == id)
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(CHAT.c.id.desc()).limit(most)).mappings().all()
        return [dict(row) for row in reversed(rows)]


def _careful_sqlite(connection: Any, _: Any) -> None:
    """WAL with a sync at each commit: what was acknowledged survives even a loss of power."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
