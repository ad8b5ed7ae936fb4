"""Bringing the database to this version's shape.

Alembic is imported only where there is something to do: a server whose database is up to date starts sooner and is
smaller by ten megabytes. A migration happens whole or not at all, also when the server is killed in the middle of it;
servers that start at once wait for each other.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, ProgrammingError

__all__ = ["driver", "head", "migrate", "sqlite_file", "version"]

SCRIPTS = Path(__file__).parent / "migrations"


def driver(url: str) -> str:
    """`postgresql://` means psycopg 3."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1)


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None of any other, and of one in memory.

    >>> sqlite_file("sqlite:///a.sqlite"), sqlite_file("sqlite://"), sqlite_file("postgresql://localhost/marne")
    (PosixPath('a.sqlite'), None, None)
    """
    parsed = make_url(driver(url))
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def head() -> str:
    """The newest version: the number that its script's name opens with."""
    return max(path.name[:4] for path in (SCRIPTS / "versions").glob("[0-9]*.py"))


def version(url: str) -> str | None:
    """The version that a database has; None if it is empty."""
    engine = create_engine(driver(url))
    try:
        with engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except (OperationalError, ProgrammingError):
        return None  # no such table; if nobody answers at all, the migration says so
    finally:
        engine.dispose()
    return None if found is None else str(found)


def migrate(url: str) -> None:
    """Bring the database to this version's shape."""
    if version(url) == head():
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("sqlalchemy.url", driver(url).replace("%", "%%"))
    command.upgrade(config, "head")
