"""The database's shape: brought up to date whole or not at all, by one server at a time, and left alone otherwise."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from marne.table.store.database import metadata
from marne.table.store.migrate import SCRIPTS, head, migrate, version


def tables(url: str) -> set[str]:
    engine = create_engine(url)
    try:
        return set(inspect(engine).get_table_names())
    finally:
        engine.dispose()


def test_the_newest_script_is_the_head() -> None:
    assert head() == ScriptDirectory(str(SCRIPTS)).get_current_head()


def test_an_empty_database_gets_its_shape_and_is_left_alone_then(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    assert version(url) is None
    migrate(url)
    assert version(url) == head()
    assert tables(url) == {*metadata.tables, "alembic_version"}
    code = "import sys; from marne.table.store.migrate import migrate; "
    code += f"migrate({url!r}); sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_migration_that_is_cut_short_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"

    def power_cut(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Operations, "add_column", power_cut, raising=False)
        with pytest.raises(KeyboardInterrupt):
            migrate(url)
    assert tables(url) == set()
    migrate(url)
    assert version(url) == head()


@pytest.mark.slow
def test_servers_that_start_at_once_wait_for_each_other(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    code = f"from marne.table.store.migrate import migrate; migrate({url!r})"
    with ThreadPoolExecutor(3) as pool:
        ends = pool.map(lambda _: subprocess.run([sys.executable, "-c", code], check=False).returncode, range(3))
        assert list(ends) == [0, 0, 0]
    assert version(url) == head()
