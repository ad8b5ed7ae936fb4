"""What is kept: tables, seats, and for each table one append-only log. SQLite by default, PostgreSQL by URL.

A log row is an answer, a going back, or a wish to go back; nothing is ever changed or deleted. `(table, seq)` is the
primary key, so two workers that append at once cannot both succeed: the second is told that it was too late.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

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
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool

from marne.players import Mind
from marne.table.game.log_rows import (
    COLUMNS,
    Answered,
    Kept,
    Mark,
    Row,
    SeatRow,
    Snapshot,
    TooLate,
    columns_of,
    on_the_way,
    row_of,
)
from marne.table.limits import LINES_KEPT
from marne.table.refusals import Refused
from marne.table.store.group_commit import GroupCommit, careful
from marne.table.store.seal import Seal, is_sealed

__all__ = ["Store", "TableSummary", "metadata", "seal_for"]

T = TypeVar("T")
THREADS = 8
"""For what waits for the disk, and nothing else."""

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
    Column("began", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("closed", Float, nullable=False),
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
    Column("commit", String(64), nullable=False),
    Column("chain", String(64), nullable=False),
    Column("links", Integer, nullable=False),
    Column("word", String(64), nullable=False),
    Column("asked", Float, nullable=False),
    Column("signer", String(130), nullable=False),
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
    Column("link", String(64), nullable=False),
)
SNAPSHOTS = Table(
    "snapshots",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("link", String(64), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("data", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("flags", LargeBinary, nullable=False),
    Column("verified", Boolean, nullable=False),
)
_SNAPSHOT = [SNAPSHOTS.c[field.name] for field in fields(Snapshot)]
_ROW = [LOG.c[name] for name in COLUMNS]
CHAT = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)


def seal_for(url: str, path: Path) -> Seal:
    """The key for a database. A new one is made only where no secrets wait for an old one: a database that was restored
    without its key would otherwise start, and every running game would be stuck."""
    engine = create_engine(url)
    try:
        secret = _newest_secret(engine) if inspect(engine).has_table(TABLES.name) else b""
    finally:
        engine.dispose()
    if is_sealed(secret) and not path.exists():
        raise Refused("no.key_file", path=path)
    seal = Seal.at(path)
    seal.open(secret)
    return seal


def _newest_secret(engine: Engine) -> bytes:
    with engine.connect() as connection:
        found = connection.execute(select(TABLES.c.secret).order_by(TABLES.c.made.desc()).limit(1)).scalar()
    return bytes(found or b"")


@dataclass(frozen=True)
class TableSummary:
    """A table for a list: how many answers it has and who must answer, without looking at any rule.

    `next` is None before the first answer, when only the rules know.
    """

    kept: Kept
    seats: list[SeatRow]
    number: int
    next: int | None
    last: float
    """When the newest row was appended, or the table was made."""


class Store:
    """The database. Every method is one transaction, durable when it returns; all but `append` wait for the disk."""

    def __init__(self, url: str, seal: Seal | None = None) -> None:
        self.url = url
        self.seal = seal or Seal(secrets.token_bytes(32))
        self._sealed = seal is not None
        self.engine: Engine = create_engine(url, poolclass=QueuePool, pool_size=8, max_overflow=24)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")
        self._group: GroupCommit | None = None
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _careful_sqlite)
            keep_private(str(self.engine.url.database))
            self._group = GroupCommit(str(self.engine.url.database))

    @property
    def gone(self) -> bool:
        """Whether the file of the database was removed while the server ran."""
        return self._group is not None and self._group.gone

    def check_key(self) -> None:
        """Refuse to go on if this server's key can't open the secrets of the newest table."""
        self.seal.open(_newest_secret(self.engine))

    async def run(self, work: Callable[..., T], *arguments: Any, **facts: Any) -> T:
        """Something that waits for the disk, in the database's own threads: nothing else runs there."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(work, *arguments, **facts))

    @property
    def shared(self) -> bool:
        """Whether other workers may write to the same database."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        """Let the connections go."""
        if self._group is not None:
            self._group.close()
        self._threads.shutdown(wait=True)
        self.engine.dispose()

    def new_table(self, table: Kept, seats: Sequence[SeatRow], rows: Sequence[Row] = ()) -> None:
        """Keep a new table with its seats, and the answers of a record."""
        with self.engine.begin() as connection:
            connection.execute(insert(TABLES).values(**{**vars(table), "secret": self._closed(table.secret)}))
            connection.execute(
                insert(SEATS),
                [{"table_id": table.id, "mind": "", **vars(seat), "seed": self._closed(seat.seed)} for seat in seats],
            )
            if rows:
                now = time.time()
                connection.execute(insert(LOG), [{"table_id": table.id, **columns_of(row), "at": now} for row in rows])

    def table(self, id: str) -> Kept | None:
        """A table by its id."""
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == id)).mappings().first()
        return None if row is None else self._kept(row)

    def _kept(self, row: Any) -> Kept:
        return Kept(**{**row, "secret": self.seal.open(row["secret"])})

    def _seat(self, row: Sequence[Any]) -> SeatRow:
        seat = SeatRow(*row)
        return replace(seat, seed=self.seal.open(seat.seed))

    def _closed(self, secret: bytes) -> bytes:
        """Secrets are encrypted where the server has a key outside the database."""
        return self.seal.close(secret) if self._sealed else secret

    def adopt(self, id: str, rules: str, data: str) -> None:
        """The table is played by these rules and data from now on."""
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(rules=rules, data=data))

    def let_watch(self, id: str, watch: bool) -> None:
        """Whether anybody without a seat may look on."""
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(watch=watch))

    def close_table(self, id: str, at: float) -> None:
        """Nobody answers there any more."""
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(closed=at))

    def seen(self, tokens: Sequence[str]) -> list[str]:
        """The tables where a seat was asked for whose holder is here after all, by the hashes of tokens."""
        asked = (SEATS.c.token.in_(tokens)) & (SEATS.c.asked > 0)
        with self.engine.connect() as connection:
            return [row.table_id for row in connection.execute(select(SEATS.c.table_id).where(asked))]

    def summaries(self, ids: Sequence[str]) -> list[TableSummary]:
        """The tables of these ids, newest first."""
        last = select(LOG.c.table_id, func.max(LOG.c.seq).label("seq")).where(LOG.c.table_id.in_(ids))
        newest = last.group_by(LOG.c.table_id).subquery()
        ends = select(LOG.c.table_id, LOG.c.kind, LOG.c.number, LOG.c.next, LOG.c.at).join(
            newest, (LOG.c.table_id == newest.c.table_id) & (LOG.c.seq == newest.c.seq)
        )
        with self.engine.connect() as connection:
            kept = [
                self._kept(row) for row in connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))).mappings()
            ]
            by_table: dict[str, list[SeatRow]] = {}
            for id, *seat in connection.execute(
                select(SEATS.c.table_id, *_SEAT).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat)
            ):
                by_table.setdefault(id, []).append(self._seat(seat))
            end = {row.table_id: row for row in connection.execute(ends)}
        found = []
        for table in sorted(kept, key=lambda table: -table.made):
            row = end.get(table.id)
            number = 0 if row is None else row.number + (row.kind == "answer")
            after, when = (None, table.made) if row is None else (row.next, row.at)
            found.append(TableSummary(table, by_table.get(table.id, []), number, after, when))
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
            .where(SEATS.c.player != "")
        )
        has = select(SEATS.c.table_id).where(SEATS.c.player != "")
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
            return [self._seat(row) for row in connection.execute(query)]

    def seats_and_end(self, id: str) -> tuple[list[SeatRow], float]:
        """The seats of a table, and when it was closed."""
        with self.engine.connect() as connection:
            closed = connection.execute(select(TABLES.c.closed).where(TABLES.c.id == id)).scalar()
        return self.seats(id), closed or 0.0

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
        if facts.get("seed"):
            facts["seed"] = self._closed(facts["seed"])
        with self.engine.begin() as connection:
            return connection.execute(query.values(**facts)).rowcount == 1

    def last_seq(self, id: str) -> int:
        """The number of rows in a table's log."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.max(LOG.c.seq)).where(LOG.c.table_id == id)).scalar() or 0

    def log(self, id: str, after: int = 0) -> list[Row]:
        """The rows of a table's log after `after`."""
        query = select(*_ROW).where(LOG.c.table_id == id, LOG.c.seq > after).order_by(LOG.c.seq)
        with self.engine.connect() as connection:
            return [row_of(row) for row in connection.execute(query)]

    def answered(self, id: str, until: int) -> list[Answered]:
        """Answers and goings back up to a row."""
        here = (LOG.c.table_id == id) & (LOG.c.seq <= until) & LOG.c.kind.in_(("answer", "back"))
        query = select(*(LOG.c[name] for name in Answered._fields)).where(here).order_by(LOG.c.seq)
        with self.engine.connect() as connection:
            return [Answered(*row) for row in connection.execute(query)]

    def marks(self, id: str) -> list[Mark]:
        """Where there are snapshots that lie on the way to the newest row, the oldest first."""
        marks = select(*(SNAPSHOTS.c[name] for name in Mark._fields)).where(SNAPSHOTS.c.table_id == id)
        backs = select(LOG.c.seq, LOG.c.number).where(LOG.c.table_id == id, LOG.c.kind == "back")
        with self.engine.connect() as connection:
            found = [Mark(*row) for row in connection.execute(marks.order_by(SNAPSHOTS.c.seq))]
            return on_the_way(found, [(row.seq, row.number) for row in connection.execute(backs)]) if found else []

    def snapshot(self, id: str, seq: int) -> Snapshot | None:
        """The snapshot after a row."""
        query = select(*_SNAPSHOT).where(SNAPSHOTS.c.table_id == id, SNAPSHOTS.c.seq == seq)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Snapshot(*row)

    def keep_snapshots(self, id: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep some; in the place of those after the same rows."""
        if snapshots:
            with self.engine.begin() as connection:
                seqs = [each.seq for each in snapshots]
                old = (SNAPSHOTS.c.table_id == id) & SNAPSHOTS.c.seq.in_(seqs)
                connection.execute(delete(SNAPSHOTS).where(old))
                connection.execute(insert(SNAPSHOTS), [{"table_id": id, **vars(each)} for each in snapshots])

    def drop_snapshot(self, id: str, seq: int) -> None:
        """Let one go that is wrong."""
        with self.engine.begin() as connection:
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == id, SNAPSHOTS.c.seq == seq))

    def unverified(self) -> tuple[str, int] | None:
        """A snapshot that nobody has verified, by table and row."""
        query = select(SNAPSHOTS.c.table_id, SNAPSHOTS.c.seq).where(SNAPSHOTS.c.verified.is_(False)).limit(1)
        with self.engine.connect() as connection:
            row = connection.execute(query.order_by(SNAPSHOTS.c.table_id, SNAPSHOTS.c.seq)).first()
        return None if row is None else (row.table_id, row.seq)

    async def append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None = None) -> None:
        """Append to a log, all or nothing, and keep the thought of the seat that answered; TooLate if another worker
        was first."""
        if self._group is not None:
            await self._group.append(id, rows, thought)
        else:
            await self.run(self._append, id, rows, thought)

    def _append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None) -> None:
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(LOG), [{"table_id": id, **columns_of(row)} for row in rows])
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
            kept = select(CHAT.c.id).where(CHAT.c.table_id == id).order_by(CHAT.c.id.desc())
            oldest = connection.execute(kept.offset(LINES_KEPT).limit(1)).scalar()
            if oldest is not None:
                connection.execute(delete(CHAT).where(CHAT.c.table_id == id, CHAT.c.id <= oldest))
            if self.shared:
                connection.execute(select(func.pg_notify("marne", id)))

    def chat(self, id: str, most: int = 50) -> list[dict[str, Any]]:
        """The last lines of chat, oldest first."""
        query = select(CHAT.c.seat, CHAT.c.text, CHAT.c.at).where(CHAT.c.table_id == id)
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(CHAT.c.id.desc()).limit(most)).mappings().all()
        return [dict(row) for row in reversed(rows)]


def keep_private(path: str) -> None:
    """The file is the server's alone: mode 0600, which SQLite gives its other files too."""
    if path in ("", ":memory:", "None"):
        return
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.suppress(PermissionError):
        for each in (path, f"{path}-wal", f"{path}-shm"):
            if os.path.exists(each):
                os.chmod(each, 0o600)


def _careful_sqlite(connection: Any, _: Any) -> None:
    careful(connection)
