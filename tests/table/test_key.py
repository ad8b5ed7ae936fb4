"""A database and its key belong together: without the key the server says so, before it starts and while it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from marne.table.store.database import Store
from marne.table.store.seal import Seal
from promises.table import promised
from table.support import open_game, server


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A database with a table in it, and its key beside it."""
    database = tmp_path / "tables.sqlite"
    with server(database) as client:
        open_game(client, "training")
    assert Path(f"{database}.key").exists()
    return database


def serve(database: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`marne serve`, which does not come up."""
    command = [sys.executable, "-m", "marne", "serve", "--port", "0", "--database", f"sqlite:///{database}", *words]
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600, check=False)


@promised("key")
def test_a_database_without_its_key_is_refused_with_one_line(kept: Path) -> None:
    key = Path(f"{kept}.key")
    key.rename(key.with_suffix(".elsewhere"))
    ran = serve(kept)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1, ran.stderr
    assert str(key) in ran.stderr
    assert not key.exists(), "a new key would open nothing"


@promised("key")
def test_another_key_is_refused_with_one_line(kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    Seal.at(other)
    ran = serve(kept, "--key", str(other))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1, ran.stderr


@promised("key")
def test_health_tells_the_truth_about_key_and_store(tmp_path: Path) -> None:
    with server(tmp_path / "tables.sqlite") as client:
        open_game(client, "training")
        well = client.get("/api/health")
        assert (well.status_code, well.json()["ok"]) == (200, True)
        store: Store = client.app.state.store  # type: ignore[attr-defined]
        assert well.json()["key"] == store.seal.key
        own, store.seal = store.seal, Seal.at(tmp_path / "other.key")
        ill = client.get("/api/health")
        assert ill.status_code == 503
        assert "the key does not open" in ill.json()["error"]["message"]
        store.seal = own
        assert client.get("/api/health").status_code == 200
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE tables RENAME TO lost"))
        ill = client.get("/api/health")
        assert ill.status_code == 503
        assert "key" not in ill.json()["error"]["message"]
