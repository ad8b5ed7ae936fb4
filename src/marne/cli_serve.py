"""What can be wrong with an address or a database, found before a server starts: one line, and nothing is changed."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from marne.engine import MarneError
from marne.table.migrate import driver, head, version

__all__ = ["check_database", "check_place"]

_LARGEST_PORT = 65_535
_SQLITE = b"SQLite format 3\0"


def check_place(host: str, port: int) -> None:
    """Refuse an address that nobody can listen on; 0 is any free port."""
    if not 0 <= port <= _LARGEST_PORT:
        raise MarneError(f"--port {port}: a port is a number from 0 to {_LARGEST_PORT}")
    try:
        kind, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(kind, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise MarneError(f"nobody can listen at {host} port {port}: {why}") from None


def check_database(url: str) -> None:
    """Refuse a database that can't be opened, isn't marne's, or was made by a newer marne."""
    try:
        parsed = make_url(driver(url))
    except ArgumentError:
        raise MarneError(f"--database {url}: expected sqlite:///FILE or postgresql://…") from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise MarneError(f"--database {url}: expected sqlite:///FILE or postgresql://…")
    if parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:"):
        _check_file(Path(str(parsed.database)))
    _check_content(parsed)


def _check_file(path: Path) -> None:
    if not path.parent.is_dir():
        raise MarneError(f"--database: the directory {path.parent} isn't there")
    if path.is_dir():
        raise MarneError(f"--database: {path} is a directory")
    if path.exists():
        with path.open("rb") as file:
            opening = file.read(len(_SQLITE))
        if opening and opening != _SQLITE:
            raise MarneError(f"--database: {path} is no SQLite database")
    if not os.access(path if path.exists() else path.parent, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise MarneError(f"--database: {path} can't be written to")


def _check_content(url: URL) -> None:
    text = url.render_as_string(hide_password=True)
    try:
        engine = create_engine(url)
        try:
            with engine.connect() as connection:
                tables = set(inspect(connection).get_table_names())
        finally:
            engine.dispose()
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise MarneError(f"--database {text}: {error}") from None
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise MarneError(f"--database {text}: {why}") from None
    if not tables:
        return
    if "alembic_version" not in tables:
        raise MarneError(f"--database {text}: it holds other tables ({', '.join(sorted(tables)[:3])}), and no games")
    found = version(url.render_as_string(hide_password=False))
    if found is not None and found > head():
        raise MarneError(f"--database {text}: it was made by a newer marne (schema {found}, here {head()})")
