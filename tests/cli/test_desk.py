"""The operator's desk: a copy of a running database comes back as it was, finished games are put away as records that
verify, old tables go, every stored game is played again, and the server says how it is."""

from __future__ import annotations

import stat
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from typer.testing import CliRunner

from marne.cli import app
from marne.engine import read_record, verify_dice
from marne.table.store import upkeep
from marne.table.store.database import LOG, TABLES
from table.support import Game, open_game, server, store_of


def run(*words: Any) -> tuple[int, str]:
    found = CliRunner().invoke(app, [str(word) for word in words])
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        return 2, str(found.exception)
    return found.exit_code, found.output


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Game, Game, Game]:
    """A finished game, one in its middle, one that nobody began; all long ago."""
    path = tmp_path / "a.sqlite"
    with server(path, processes=1) as client:
        over, middle, empty = (open_game(client, scenario="meeting") for _ in range(3))
        for _ in over.play(Random(4)):
            pass
        for _ in middle.play(Random(4), 10):
            pass
    return path, over, middle, empty


def long_ago(path: Path) -> None:
    store = store_of(path)
    with store.engine.begin() as connection:
        connection.execute(update(TABLES).values(made=time.time() - 400 * 86_400))
        connection.execute(update(LOG).values(at=time.time() - 400 * 86_400))
    store.close()


def test_a_copy_of_a_running_database_comes_back_as_it_was(
    tmp_path: Path, played: tuple[Path, Game, Game, Game]
) -> None:
    path, _, middle, _ = played
    copy = tmp_path / "copy.sqlite"
    with server(path, processes=1) as client:
        middle.client = client
        assert run("backup", copy, "--database", f"sqlite:///{path}")[0] == 0
        before = middle.get(seat="blue")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert run("backup", copy, "--database", f"sqlite:///{path}")[0] == 2, "nothing is written over"
    assert run("restore", copy, "--database", f"sqlite:///{path}")[0] == 2
    path.rename(tmp_path / "lost.sqlite")
    for rest in ("-wal", "-shm"):
        Path(f"{path}{rest}").unlink(missing_ok=True)
    assert run("restore", copy, "--database", f"sqlite:///{path}")[0] == 0
    with server(path, processes=1) as client:
        middle.client = client
        assert middle.get(seat="blue") == before


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    for name, content in (("text", b"hello" * 300), ("empty", b"")):
        (tmp_path / name).write_bytes(content)
        assert run("restore", tmp_path / name, "--database", f"sqlite:///{tmp_path / 'new.sqlite'}")[0] == 2
        assert not (tmp_path / "new.sqlite").exists()


def test_finished_games_are_put_away_as_records_that_verify(
    tmp_path: Path, played: tuple[Path, Game, Game, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, over, middle, _ = played
    records, url = tmp_path / "records", f"sqlite:///{path}"
    assert "0 archived" in run("archive", records, "--database", url, "--yes")[1], "not yet"
    later = time.time() + 400 * 86_400  # the rows keep their times: those are in the chain
    monkeypatch.setattr(upkeep, "now", lambda: later)
    assert "1 would be" in run("archive", records, "--database", url)[1]
    code, said = run("archive", records, "--database", url, "--yes")
    assert (code, "1 archived" in said) == (0, True), said
    record = read_record((records / f"training-{over.id}.marne").read_text(encoding="utf-8"))
    assert verify_dice(record) > 5
    store = store_of(path)
    assert store.table(over.id) is None
    assert store.log(over.id) == []
    assert store.table(middle.id) is not None
    store.close()


def test_old_tables_are_deleted_on_wish_only(played: tuple[Path, Game, Game, Game]) -> None:
    path, over, _, _ = played
    long_ago(path)
    url = f"sqlite:///{path}"
    assert "2 would be" in run("prune", "--database", url)[1]
    assert "2 deleted" in run("prune", "--database", url, "--yes")[1]
    store = store_of(path)
    assert store.table(over.id) is not None, "finished games are archived, not pruned"
    store.close()
    assert "0 " in run("prune", "--database", url)[1]


def test_every_stored_game_is_played_again_and_what_breaks_is_named(played: tuple[Path, Game, Game, Game]) -> None:
    path, over, middle, _ = played
    url = f"sqlite:///{path}"
    code, said = run("revalidate", "--database", url)
    assert (code, "3 tables, 0" in said) == (0, True), said
    store = store_of(path)
    with store.engine.begin() as connection:
        here = (LOG.c.table_id == middle.id) & (LOG.c.seq == 5)
        connection.execute(update(LOG).where(here).values(text="what no rule allows"))
    store.close()
    code, said = run("revalidate", "--database", url)
    assert code == 2
    assert middle.id in said
    assert over.id not in said


def test_the_server_says_how_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with server(path, processes=1) as client:
        game = open_game(client)
        assert client.get("/api/health").json()["ok"] is True
        text = client.get("/api/metrics").text
        assert "marne_tables_in_memory 1" in text
        assert "# TYPE marne_work_refused_total counter" in text
        assert game.id not in text
        state = game.get(seat="blue")
        actor = state["scene"]["prompt"]["actor"]
        choice = game.get(seat=actor)["scene"]["prompt"]["choices"][0]["id"]
        game.answer(choice, state["number"], actor)
        path.rename(tmp_path / "gone")
        game.post("/undo", {"number": game.get()["number"]}, actor)
        assert client.get("/api/health").status_code == 503
        assert "marne_database_gone 1" in client.get("/api/metrics").text
