"""The operator's desk: copies of the database, finished games put away as records, old tables deleted, and every stored
game played again on this version."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import time as now

from sqlalchemy import delete, func, select
from sqlalchemy.exc import ArgumentError

from marne.engine import FairDice, MarneError, find_game, read_record, record_of, verify_dice
from marne.table.game.following import follow
from marne.table.game.live import Live
from marne.table.game.log_rows import NOBODY
from marne.table.refusals import Refused
from marne.table.store.database import CHAT, LOG, SEATS, SNAPSHOTS, TABLES, Store
from marne.table.store.migrate import head, sqlite_file, version
from marne.table.store.seal import Keys
from marne.table.view.vouched import Sealed

__all__ = ["Broken", "archive", "backup", "delete_table", "idle", "restore", "revalidate"]


def file_of(url: str) -> Path:
    """The file of an SQLite database; PostgreSQL has tools of its own for copies."""
    try:
        file = sqlite_file(url)
    except ArgumentError:
        raise Refused("desk.no_url", url=url) from None
    if file is None:
        raise Refused("desk.sqlite")
    return file


def backup(url: str, to: Path) -> int:
    """Copy the database while the server runs, whole and consistent; how many bytes."""
    source = file_of(url)
    if not source.exists():
        raise Refused("desk.missing", path=source)
    if to.exists():
        raise Refused("desk.exists", path=to)
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        part.unlink()
        raise Refused("desk.unsound", path=source, why=error) from None
    _sound(part)
    part.rename(to)
    return to.stat().st_size


def restore(copy: Path, url: str) -> None:
    """Put a copy in the place of a database that isn't there; nothing is ever written over."""
    target = file_of(url)
    if not copy.exists():
        raise Refused("desk.missing", path=copy)
    for each in (target, Path(f"{target}-wal")):
        if each.exists():
            raise Refused("desk.exists", path=each)
    _sound(copy)
    found = version(f"sqlite:///{copy}")
    if found is None or found > head():
        raise Refused("desk.foreign", path=copy)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
    part.rename(target)


def _sound(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise Refused("desk.unsound", path=path, why=found)


def idle(store: Store, days: float, *, finished: bool) -> list[str]:
    """The tables where nothing has happened for so many days: finished ones, or all others."""
    before = now() - days * 86_400
    newest = (
        select(LOG.c.table_id, func.max(LOG.c.seq).label("seq"), func.max(LOG.c.at).label("at"))
        .group_by(LOG.c.table_id)
        .subquery()
    )
    with store.engine.connect() as connection:
        ends = {
            row.table_id: (row.at, row.next)
            for row in connection.execute(
                select(newest.c.table_id, newest.c.at, LOG.c.next).join(
                    LOG, (LOG.c.table_id == newest.c.table_id) & (LOG.c.seq == newest.c.seq)
                )
            )
        }
        tables = connection.execute(select(TABLES.c.id, TABLES.c.made)).all()
    found = []
    for row in tables:
        at, after = ends.get(row.id, (row.made, None))
        if max(at, row.made) < before and (after == NOBODY) == finished:
            found.append(row.id)
    return sorted(found)


def delete_table(store: Store, id: str) -> None:
    """Delete a table with all that belongs to it."""
    with store.engine.begin() as connection:
        for each in (CHAT, SNAPSHOTS, LOG, SEATS):
            connection.execute(delete(each).where(each.c.table_id == id))
        connection.execute(delete(TABLES).where(TABLES.c.id == id))


def _followed(store: Store, id: str) -> Live:
    kept = store.table(id)
    assert kept is not None
    seats, game = store.seats(id), find_game(kept.game)
    dice = FairDice(kept.secret, {game.seats[seat.seat]: seat.seed for seat in seats if seat.seed})
    live = Live.of(kept, seats, dice)
    for row in store.log(id):
        follow(live, row)
        live.match.forget(0)
        if live.stuck:
            break
    return live


def archive(store: Store, id: str, directory: Path) -> Path:
    """Write the record of a finished table, read it back, check its dice, and only then delete the table."""
    live = _followed(store, id)
    if not live.match.over or live.stuck:
        raise Refused("desk.unfinished", id=id)
    if live.kept.began:
        text = Sealed.of(live.kept, live.seats, store.log(id), Keys(store.seal)).written(live.match)
    else:
        text = record_of(live.match)
    read = read_record(text)
    if not live.kept.origin.endswith("unseeded"):
        verify_dice(read)
    path = directory / f"{live.kept.game}-{id}.marne"
    if path.exists():
        raise Refused("desk.exists", path=path)
    path.write_text(text, encoding="utf-8")
    delete_table(store, id)
    return path


@dataclass(frozen=True)
class Broken:
    """A table that this version can't follow: where it stands, and why."""

    id: str
    game: str
    answers: int
    why: str


def revalidate(store: Store) -> Iterator[tuple[str, Broken | None]]:
    """Every stored game played again on this version; what breaks, with the answer at which it does."""
    with store.engine.connect() as connection:
        tables = connection.execute(select(TABLES.c.id, TABLES.c.game).order_by(TABLES.c.made)).all()
    for row in tables:
        try:
            live = _followed(store, row.id)
        except MarneError as error:
            yield row.id, Broken(row.id, row.game, 0, str(error))
            continue
        yield row.id, None if live.frozen is None else Broken(row.id, row.game, len(live.match.log), str(live.frozen))
