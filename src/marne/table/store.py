"""What is kept: tables, seats, and for each table one append-only log. SQLite by default, PostgreSQL by URL.

A log row is an answer, a going back, or a wish to go back; nothing is ever changed or deleted. `(table, seq)` is the
primary key, so two workers that append at once cannot both succeed: the second is told that it was too late.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
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

from marne.players import Mind
from marne.table.group_commit import GroupCommit, careful
from marne.table.rows import NOBODY, Kept, Row, SeatRow, TooLate

__all__ = ["NOBODY", "Kept", "Row", "Store", "Summary", "TooLate", "metadata"]

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
    Column("origin", Text, nullable=False),
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
    Column("mind", Text, nullable=False),
    Column("language", String(10), nullable=False),
)
_SEAT = [SEATS.c[field.name] for field in fields(SeatRow)]
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
    Column("next", Integer),
    Column("mark", String(8)),
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


@dataclass(frozen=True)
class Summary:
    """A table for a list: how many answers it has and who must answer, without looking at any rule.

    `next` is None before the first answer, when only the rules know.
    """

    kept: Kept
    seats: list[SeatRow]
    number: int
    next: int | None


class Store:
    """The database. Every method is one transaction, durable when it returns; all but `append` wait for the disk."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: Engine = create_engine(url, poolclass=QueuePool, pool_size=8, max_overflow=24)
        self._group: GroupCommit | None = None
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _careful_sqlite)
            self._group = GroupCommit(str(self.engine.url.database))

    @property
    def shared(self) -> bool:
        """Whether other workers may write to the same database."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        """Let the connections go."""
        if self._group is not None:
            self._group.close()
        self.engine.dispose()

    def new_table(self, table: Kept, seats: Sequence[SeatRow], rows: Sequence[Row] = ()) -> None:
        """Keep a new table with its seats, and the answers of a record."""
        with self.engine.begin() as connection:
            connection.execute(insert(TABLES).values(**vars(table)))
            connection.execute(insert(SEATS), [{"table_id": table.id, "mind": "", **vars(seat)} for seat in seats])
            if rows:
                now = time.time()
                connection.execute(insert(LOG), [{"table_id": table.id, "at": now, **vars(row)} for row in rows])

    def table(self, id: str) -> Kept | None:
        """A table by its id."""
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == id)).mappings().first()
        return None if row is None else Kept(**row)

    def adopt(self, id: str, rules: str, data: str) -> None:
        """The table is played by these rules and data from now on."""
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(rules=rules, data=data))

    def summaries(self, ids: Sequence[str]) -> list[Summary]:
        """The tables of these ids, newest first."""
        last = select(LOG.c.table_id, func.max(LOG.c.seq).label("seq")).where(LOG.c.table_id.in_(ids))
        newest = last.group_by(LOG.c.table_id).subquery()
        ends = select(LOG.c.table_id, LOG.c.kind, LOG.c.number, LOG.c.next).join(
            newest, (LOG.c.table_id == newest.c.table_id) & (LOG.c.seq == newest.c.seq)
        )
        with self.engine.connect() as connection:
            kept = [Kept(**row) for row in connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))).mappings()]
            by_table: dict[str, list[SeatRow]] = {}
            for id, *seat in connection.execute(
                select(SEATS.c.table_id, *_SEAT).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat)
            ):
                by_table.setdefault(id, []).append(SeatRow(*seat))
            end = {row.table_id: row for row in connection.execute(ends)}
        found = []
        for table in sorted(kept, key=lambda table: -table.made):
            row = end.get(table.id)
            number = 0 if row is None else row.number + (row.kind == "answer")
            found.append(Summary(table, by_table.get(table.id, []), number, None if row is None else row.next))
        return found

    def computers_to_move(self, most: int = 500) -> list[str]:
        """The tables where a computer seat must answer, as far as the logs know: newest first.

        A table without an answer is named too if it has a computer and no open seat: the rules must say.
        """
        newest = select(LOG.c.table_id, func.max(LOG.c.seq).label("seq")).group_by(LOG.c.table_id).subquery()
        waiting = (
            select(TABLES.c.id, TABLES.c.made)
            .join(newest, newest.c.table_id == TABLES.c.id)
            .join(LOG, (LOG.c.table_id == newest.c.table_id) & (LOG.c.seq == newest.c.seq))
            .join(SEATS, (SEATS.c.table_id == LOG.c.table_id) & (SEATS.c.seat == LOG.c.next))
            .where(SEATS.c.kind == "computer")
        )
        has = select(SEATS.c.table_id).where(SEATS.c.kind == "computer")
        lacks = select(SEATS.c.table_id).where(SEATS.c.kind == "open")
        fresh = select(TABLES.c.id, TABLES.c.made).where(
            TABLES.c.id.in_(has), TABLES.c.id.not_in(lacks), TABLES.c.id.not_in(select(LOG.c.table_id))
        )
        with self.engine.connect() as connection:
            found = [*connection.execute(waiting), *connection.execute(fresh)]
        return [row.id for row in sorted(found, key=lambda row: -row.made)[:most]]

    def seats(self, id: str) -> list[SeatRow]:
        """The seats of a table, in order; without what their players think."""
        query = select(*_SEAT).where(SEATS.c.table_id == id).order_by(SEATS.c.seat)
        with self.engine.connect() as connection:
            return [SeatRow(*row) for row in connection.execute(query)]

    def minds(self, id: str) -> dict[int, Mind]:
        """The last thoughts of a table's computer seats."""
        query = select(SEATS.c.seat, SEATS.c.mind).where(SEATS.c.table_id == id, SEATS.c.mind != "")
        with self.engine.connect() as connection:
            return {row.seat: Mind.from_json(row.mind) for row in connection.execute(query)}

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
        columns = (LOG.c.seq, LOG.c.kind, LOG.c.number, LOG.c.actor, LOG.c.text, LOG.c.draw, LOG.c.next, LOG.c.mark)
        query = select(*columns).where(LOG.c.table_id == id, LOG.c.seq > after).order_by(LOG.c.seq)
        with self.engine.connect() as connection:
            return [Row(*row) for row in connection.execute(query)]

    async def append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None = None) -> None:
        """Append to a log, all or nothing, and keep the thought of the seat that answered; TooLate if another worker
        was first."""
        if self._group is not None:
            await self._group.append(id, rows, thought)
        else:
            await asyncio.to_thread(self._append, id, rows, thought)

    def _append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None) -> None:
        now = time.time()
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(LOG), [{"table_id": id, "at": now, **vars(row)} for row in rows])
                if thought is not None:
                    seat, mind = thought
                    here = (SEATS.c.table_id == id) & (SEATS.c.seat == seat)
                    connection.execute(update(SEATS).where(here).values(mind=mind))
                connection.execute(select(func.pg_notify("marne", id)))
        except IntegrityError:
            raise TooLate(id) from None

    def tell_workers(self, id: str) -> None:
        """Let the other workers know that something about a table changed."""
        if self.shared:
            with self.engine.begin() as connection:
                connection.execute(select(func.pg_notify("marne", id)))

    def announce(self, channel: str, text: str) -> None:
        """Say something to all workers that listen; nothing is kept."""
        with self.engine.begin() as connection:
            connection.execute(select(func.pg_notify(channel, text)))

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
    careful(connection)
