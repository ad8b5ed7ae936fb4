"""The operator's commands: backup, restore, archive, prune, revalidate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marne.cli_options import counted, err, out

if TYPE_CHECKING:
    from marne.table.store.database import Store

__all__ = ["add_to"]

Database = Annotated[
    str, typer.Option(help="A URL: sqlite:///FILE or postgresql://…; the default one where none is named.")
]
Key = Annotated[Path | None, typer.Option(help="The file of the server's key.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do it; otherwise only say what would be done.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (backup, restore, archive, prune, revalidate):
        app.command()(command)


def _store(database: str, key: Path | None) -> Store:
    from marne.cli_serve import check_database
    from marne.table.server.settings import default_database, key_beside
    from marne.table.store.database import Store
    from marne.table.store.migrate import driver, migrate
    from marne.table.store.seal import Seal

    url = driver(database or default_database())
    check_database(database or default_database())
    migrate(url)
    return Store(url, Seal.at(key or key_beside(url)))


def backup(
    file: Annotated[Path, typer.Argument(help="A new file.")],
    database: Database = "",
) -> None:
    """Copy the database to a file, also while the server runs. Keep the server's key elsewhere."""
    from marne.table.server.settings import default_database
    from marne.table.store import upkeep

    size = upkeep.backup(database or default_database(), file)
    out.print(f"{file}: {size:,} bytes", highlight=False)


def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by `marne backup`.")],
    database: Database = "",
) -> None:
    """Put a copy in the place of a database that isn't there any more."""
    from marne.table.server.settings import default_database
    from marne.table.store import upkeep

    upkeep.restore(file, database or default_database())
    out.print("restored; start the server with the key that the database had", highlight=False)


def archive(
    directory: Annotated[Path, typer.Argument(help="Where the records go.")],
    days: Annotated[float, typer.Option(min=0, help="Finished for so many days.")] = 90,
    database: Database = "",
    key: Key = None,
    yes: Yes = False,
) -> None:
    """Write finished games as signed records, read them back, and delete them from the database."""
    from marne.engine import MarneError
    from marne.table.store import upkeep

    store = _store(database, key)
    try:
        found, kept = upkeep.idle(store, days, finished=True), 0
        if yes:
            directory.mkdir(parents=True, exist_ok=True)
        for id in found if yes else ():
            try:
                out.print(str(upkeep.archive(store, id, directory)), markup=False, highlight=False)
            except MarneError as error:
                kept += 1
                err.print(f"{id} stays: {error}", markup=False, highlight=False)
    finally:
        store.close()
    done = f"{len(found) - kept} archived, {kept} left" if yes else f"{len(found)} would be archived; --yes does it"
    out.print(done, highlight=False)


def prune(
    days: Annotated[float, typer.Option(min=0, help="Untouched for so many days.")] = 365,
    database: Database = "",
    key: Key = None,
    yes: Yes = False,
) -> None:
    """Delete unfinished tables where nothing has happened for long; finished ones are archived, not pruned."""
    from marne.table.store import upkeep

    store = _store(database, key)
    try:
        found = upkeep.idle(store, days, finished=False)
        for id in found if yes else ():
            upkeep.delete_table(store, id)
    finally:
        store.close()
    out.print(f"{len(found)} {'deleted' if yes else 'would be deleted; --yes does it'}", highlight=False)


def revalidate(database: Database = "", key: Key = None) -> None:
    """Play every stored game again on this version, and name what breaks."""
    from marne.table.store import upkeep

    store, count, broken = _store(database, key), 0, 0
    try:
        for _, wrong in upkeep.revalidate(store):
            count += 1
            if wrong is not None:
                broken += 1
                err.print(
                    f"{wrong.id} {wrong.game}: after answer {wrong.answers}: {wrong.why}", markup=False, highlight=False
                )
    finally:
        store.close()
    tables = counted("{count, plural, one {# table} other {# tables}}", count=count)
    out.print(f"{tables}, {broken} can't be followed to the end", highlight=False)
    if broken:
        raise typer.Exit(2)
