"""A belt of smaller promises: messages go to a list of services only, a database that is taken away is noticed, files
are private, secrets are encrypted, and the page of the API is our own."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from marne.table.notices.notify import check_service
from marne.table.refusals import Refused
from marne.table.store.seal import Seal
from table.support import bearer, open_game, server

INSIDE = [
    "json://127.0.0.1:8000/x?method=DELETE&+X-Admin=1",
    "xml://10.0.0.1/x",
    "form://localhost/x",
    "gotify://10.1.1.1/t",
    "ntfy://192.168.0.1/topic",
    "ntfys://internal.example/topic",
    "mailto://u:p@127.0.0.1",
    "mailto://u:p@localhost",
    "mailto://u:p@[::1]",
    "mailto://u:p@gmail.com?smtp=10.0.0.1",
    "discord://a/b?+X=1",
    "slack://a/b/c?method=PUT",
    "mailto://u:p@example.org:6379",
    "file:///etc/passwd",
    "nothing",
    "",
]


@pytest.mark.parametrize("url", INSIDE)
def test_messages_go_to_no_address_inside(url: str) -> None:
    with pytest.raises(Refused):
        check_service(url)


def test_messages_go_to_services_on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def outside(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 25))]

    monkeypatch.setattr(socket, "getaddrinfo", outside)
    for url in ("ntfy://topic", "ntfys://ntfy.sh/topic", "discord://1/2", "tgram://1:a/2", "mailto://u:p@example.org"):
        check_service(url)

    def rebound(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 25)), (socket.AF_INET, 1, 6, "", ("10.0.0.1", 25))]

    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    with pytest.raises(Refused):
        check_service("mailto://u:p@example.org")


def test_a_database_that_is_taken_away_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with server(path) as client:
        game = open_game(client)
        for _ in game.play(Random(1), 5):
            pass
        state = game.get(seat="blue")
        actor = state["scene"]["prompt"]["actor"]
        choice = game.get(seat=actor)["scene"]["prompt"]["choices"][0]["id"]
        path.rename(tmp_path / "gone.sqlite")
        for _ in range(2):
            reply = game.answer(choice, state["number"], actor)
            assert (reply.status_code, reply.json()["error"]["code"]) == (503, "busy"), "nothing is acknowledged"
            assert "database" in reply.json()["error"]["message"]
            assert int(reply.headers["retry-after"]) > 0
        path.write_bytes(b"")
        assert game.answer(choice, state["number"], actor).status_code == 503, "another file is not the same one"


def test_files_are_private_and_secrets_encrypted(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with server(path) as client:
        game = open_game(client, seed="ab" * 16)
        secret = client.app.state.hall._live[game.id].kept.secret  # type: ignore[attr-defined]
        for each in tmp_path.iterdir():
            assert stat.S_IMODE(each.stat().st_mode) == 0o600, each.name
        with closing(sqlite3.connect(path)) as connection:
            kept = connection.execute("SELECT secret FROM tables").fetchone()[0]
            seeds = [row[0] for row in connection.execute("SELECT seed FROM seats")]
        everything = b"".join(each.read_bytes() for each in tmp_path.iterdir() if "key" not in each.name)
        assert secret not in everything
        assert bytes.fromhex("ab" * 16) not in everything
        seal = Seal.at(Path(f"{path}.key"))
        assert seal.open(kept) == secret
        assert {seal.open(seed) for seed in seeds} == {bytes.fromhex("ab" * 16)}
    os.rename(f"{path}.key", tmp_path / "elsewhere")
    with server(path, key=tmp_path / "elsewhere") as client:
        assert client.get(game.at, headers=bearer(game.tokens["blue"])).status_code == 200
    with pytest.raises(Refused, match="the key of this database is not at"), server(path):
        pass
    Seal.at(Path(f"{path}.key"))
    with pytest.raises(Refused, match="another key"), server(path):
        pass


def test_the_page_of_the_api_is_our_own(client: TestClient) -> None:
    for path in ("/api/docs", "/api/docs.js", "/api/docs.css"):
        reply = client.get(path)
        assert reply.status_code == 200
        assert "http://" not in reply.text
        assert "https://" not in reply.text
        assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]
        assert "default-src 'self'" in reply.headers["content-security-policy"]
    assert "<script>" not in client.get("/api/docs").text
