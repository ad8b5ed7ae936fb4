"""Alembic's entry: run the migrations on the database that the server was given, whole or not at all, one at a time."""

from typing import Any

from alembic import context
from sqlalchemy import create_engine, event, text

from marne.table.store.database import metadata

LOCK = 1914
url = context.config.get_main_option("sqlalchemy.url")
assert url is not None
engine = create_engine(url)
if engine.dialect.name == "sqlite":  # pysqlite opens no transaction before CREATE TABLE unless it is told to

    @event.listens_for(engine, "connect")
    def _by_hand(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout=30000").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


with engine.begin() as connection:
    if engine.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
