"""Before a server starts: its address, and what can be wrong with address, database or key. A fault is one line, and
nothing is changed."""

from __future__ import annotations

import os
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from marne.engine import MarneError
from marne.table.server.application import free_port
from marne.table.server.home import Home, find_home, reached
from marne.table.server.settings import ServerSettings, default_database
from marne.table.store.database import seal_for
from marne.table.store.migrate import driver, head, sqlite_file, version

__all__ = ["announced", "check_database", "ready"]

_LARGEST_PORT = 65_535
_STARTING = 60
"""Seconds after which the page is opened whether or not the server has answered."""
_SQLITE = b"SQLite format 3\0"


def announced(home: Home) -> list[str]:
    """What the player reads: first the address, then what it means for saved games if it is not the usual one."""
    if home.running:
        return [f"marne is already running with these games: {home.address}"]
    lines = [f"The table is at {home.address}  (Ctrl+C ends it)"]
    if home.missed:
        lines.append(
            f"Port {home.missed[0]} is taken by another program, or by marne with other games. A browser keeps your "
            f"seats for each address: games that you started at port {home.missed[0]} are not under My games here."
        )
    return lines


def ready(settings: ServerSettings, tell: Callable[[str], None], *, open_page: bool) -> ServerSettings | None:
    """Settings that a server can start with, its port found; None where these games are served already. The address is
    told, and every fault is a refusal in one line."""
    if settings.workers > 1 and not settings.url.startswith("postgresql"):
        raise MarneError("--workers: several processes need --database postgresql://…")
    check_place(settings.host, settings.port or 0)
    check_database(settings.database or default_database())
    seal_for(settings.url, settings.key_file)  # a database whose secrets need another key is refused
    home = find_place(settings)
    for line in announced(home):
        tell(line)
    if open_page:
        open_when_ready(home)
    return None if home.running else replace(settings, port=home.port, key=settings.key_file)


def find_place(settings: ServerSettings) -> Home:
    """The port that was asked for; without one the fixed port, or where these games are served already."""
    host, port = settings.host, settings.port
    return find_home(host, settings.url, settings.key_file) if port is None else Home(host, port or free_port(host))


def open_when_ready(home: Home) -> None:
    """Open the page in a browser as soon as the server answers."""

    def wait() -> None:
        end = time.monotonic() + _STARTING
        while time.monotonic() < end and not reached(home.host, home.port):
            time.sleep(0.1)
        webbrowser.open(home.address)

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    if home.running:
        waiting.join()


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
    if (file := sqlite_file(url)) is not None:
        _check_file(file)
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
    except ImportError:
        raise MarneError(f"--database {text}: PostgreSQL needs its driver: pip install 'marne[postgres]'") from None
    except NoSuchModuleError as error:
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
