"""What a person can get wrong ends with one line, and leaves every file as it was: `marne serve`, records."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marne.cli import app, main
from marne.engine import MarneError, Setting, find_game, record_of
from marne.lab.play import play_seeded
from marne.table.store.migrate import head, migrate


@pytest.fixture
def busy() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        there.listen()
        yield there.getsockname()[1]


def refused(*words: str) -> str:
    result = CliRunner().invoke(app, ["serve", *words])
    assert isinstance(result.exception, MarneError), result.output
    text = str(result.exception)
    assert "\n" not in text
    return text


def test_addresses_that_nobody_can_listen_on(busy: int) -> None:
    assert "0 to 65535" in refused("--port", "99999")
    assert "0 to 65535" in refused("--port", "-1")
    assert "203.0.113.7" in refused("--host", "203.0.113.7", "--port", "8000")
    assert "no.such.host.invalid" in refused("--host", "no.such.host.invalid")
    assert str(busy) in refused("--port", str(busy))


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "foo://bar"])
def test_databases_of_no_known_kind(url: str) -> None:
    assert "sqlite:///FILE" in refused("--database", url)


def test_nobody_answers_at_the_database() -> None:
    assert "refused" in refused("--database", "postgresql://somebody:secret@127.0.0.1:1/none").lower()
    assert "secret" not in refused("--database", "postgresql://somebody:secret@127.0.0.1:1/none")


def test_files_that_are_no_database_of_ours(tmp_path: Path) -> None:
    assert "isn't there" in refused("--database", f"sqlite:///{tmp_path}/missing/tables.sqlite")
    assert "is a directory" in refused("--database", f"sqlite:///{tmp_path}")
    letter = tmp_path / "letter.txt"
    letter.write_text("dear friend, this is no database")
    assert "no SQLite database" in refused("--database", f"sqlite:///{letter}")
    assert letter.read_text() == "dear friend, this is no database"
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as there, there:
        there.execute("CREATE TABLE recipes (name TEXT)")
    before = other.read_bytes()
    assert "recipes" in refused("--database", f"sqlite:///{other}")
    assert other.read_bytes() == before


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    migrate(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as there, there:
        there.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    text = refused("--database", f"sqlite:///{path}")
    assert "newer" in text
    assert head() in text
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [("1. blue", "9" * 5000 + ". blue"), ("1. blue", "1. [/x]"), ("chance 0", "chance " + "9" * 40)],
    ids=["5,000 digits", "brackets", "a draw above 2^63"],
)
def test_a_garbled_record_is_refused_in_one_line(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record_of(play_seeded(find_game("training"), Setting("ambush"), ("random", "random"), 1))
    assert old in text
    path = tmp_path / "game.marne"
    path.write_text(text.replace(old, new, 1))
    monkeypatch.setattr("sys.argv", ["marne", "verify", str(path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("marne: ")
