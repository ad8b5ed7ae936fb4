"""`marne serve` without --port: the same address each time, and a clear word where it can't be had."""

from __future__ import annotations

import http.server
import json
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marne.cli import app
from marne.cli_serve import announced
from marne.engine import MarneError
from marne.table.server import home as at_home
from marne.table.server.application import free_port
from marne.table.server.home import Home, find_home, home_of
from marne.table.server.settings import key_beside
from marne.table.store.migrate import migrate
from marne.table.store.seal import Seal
from table.support import open_game, server


@contextmanager
def occupied(port: int, said: str) -> Iterator[None]:
    """Somebody else's server, which answers every question with the same words."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Answer) as there:
        running = threading.Thread(target=there.serve_forever)
        running.start()
        try:
            yield
        finally:
            there.shutdown()
            running.join()


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path, int]:
    """A database, its key, and the port to try first."""
    port = free_port()
    monkeypatch.setenv("MARNE_FIRST_PORT", str(port))
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    migrate(url)
    Seal.at(key_beside(url))
    return url, key_beside(url), port


def test_the_fixed_port_is_1914(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MARNE_FIRST_PORT", raising=False)
    assert at_home.PORT == 1914
    assert at_home._first() == 1914


def test_a_free_port_is_taken_each_time(games: tuple[str, Path, int]) -> None:
    url, key, port = games
    assert find_home("127.0.0.1", url, key) == find_home("127.0.0.1", url, key) == Home("127.0.0.1", port)
    assert announced(Home("127.0.0.1", port)) == [f"The table is at http://127.0.0.1:{port}/  (Ctrl+C ends it)"]


def test_marne_with_the_same_games_is_found(games: tuple[str, Path, int]) -> None:
    url, key, port = games
    mine = home_of(url, Seal.at(key))
    with occupied(port, json.dumps({"ok": True, "home": mine})):
        found = find_home("127.0.0.1", url, key)
    assert found == Home("127.0.0.1", port, running=True)
    assert announced(found) == [f"marne is already running with these games: http://127.0.0.1:{port}/"]


def test_a_second_start_opens_the_page_that_is_there(
    games: tuple[str, Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, key, port = games
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    with occupied(port, json.dumps({"ok": True, "home": home_of(url, Seal.at(key))})):
        result = CliRunner().invoke(app, ["serve", "--open", "--database", url])
    assert result.exit_code == 0
    assert f"already running with these games: http://127.0.0.1:{port}/" in result.stdout
    assert opened == [f"http://127.0.0.1:{port}/"]


@pytest.mark.parametrize("said", ['{"ok": true, "home": "0123456789abcdef"}', "a page of somebody else", "[1]", "{}"])
def test_anybody_else_is_passed_by(games: tuple[str, Path, int], said: str) -> None:
    url, key, port = games
    with occupied(port, said):
        found = find_home("127.0.0.1", url, key)
    assert (found.running, found.missed) == (False, (port,))
    assert found.port > port
    first, second = announced(found)
    assert f":{found.port}/" in first
    assert f"started at port {port} are not under My games" in second


def test_a_silent_listener_does_not_hold_up_the_start(
    games: tuple[str, Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_home, "PATIENCE", 0.2)
    url, key, port = games
    with socket.socket() as there:
        there.bind(("127.0.0.1", port))
        there.listen()
        assert find_home("127.0.0.1", url, key).port > port


def test_a_port_that_is_none(games: tuple[str, Path, int], monkeypatch: pytest.MonkeyPatch) -> None:
    url, key, _ = games
    monkeypatch.setenv("MARNE_FIRST_PORT", "somewhere")
    with pytest.raises(MarneError, match="MARNE_FIRST_PORT=somewhere"):
        find_home("127.0.0.1", url, key)


def test_the_health_of_a_server_names_its_games_and_key(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with server(path, processes=1) as client:
        told = client.get("/api/health").json()
        seal = Seal.at(key_beside(f"sqlite:///{path}"))
        assert told["key"] == seal.key
        assert told["home"] == home_of(f"sqlite:///{path}", seal)
        assert str(path) not in json.dumps(told)


def test_a_database_without_its_key_does_not_start(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    url = f"sqlite:///{path}"
    with server(path, processes=1) as client:
        open_game(client)
    key = key_beside(url)
    kept = key.read_bytes()
    key.unlink()
    result = CliRunner().invoke(app, ["serve", "--database", url])
    assert isinstance(result.exception, MarneError)
    assert str(key) in str(result.exception)
    assert "--key" in str(result.exception)
    assert "\n" not in str(result.exception)
    assert not key.exists(), "no new key is made that would hide the loss"
    other = tmp_path / "other.key"
    Seal.at(other)
    result = CliRunner().invoke(app, ["serve", "--database", url, "--key", str(other)])
    assert "another key" in str(result.exception)
    key.write_bytes(kept)
    with server(path, processes=1) as client:
        assert client.get("/api/health").status_code == 200


def test_health_is_no_better_than_the_key(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with server(path, processes=1) as client:
        open_game(client)
        client.app.state.hall.store.seal = Seal(bytes(32))  # type: ignore[attr-defined]
        assert client.get("/api/health").status_code == 503
