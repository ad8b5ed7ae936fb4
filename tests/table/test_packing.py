"""What goes out is small where its reader can unpack it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from marne.table.server.application import STATIC, application
from marne.table.server.packing import LEAST
from marne.table.server.settings import ServerSettings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server whose page is two files: one that was packed when it was built, one that was too small for it."""
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<p>page</p>", encoding="utf-8")
    (assets / "main-1.js").write_text("let page;" * 500, encoding="utf-8")
    (assets / "main-1.js.gz").write_bytes(gzip.compress(b"let page;" * 500))
    (assets / "main-1.js.br").write_bytes(b"as brotli")
    (assets / "small-1.css").write_text("p {}", encoding="utf-8")
    app = application(
        ServerSettings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}", processes=1), static=tmp_path / "static"
    )
    with TestClient(app) as found:
        yield found


def raw(client: TestClient, path: str, accepted: str) -> tuple[str, bytes]:
    """How an answer was packed, and its bytes as they came."""
    with client.stream("GET", path, headers={"Accept-Encoding": accepted}) as reply:
        assert reply.status_code == 200
        return reply.headers.get("content-encoding", ""), b"".join(reply.iter_raw())


def test_files_of_the_page_come_in_the_smallest_way_that_the_reader_takes(client: TestClient) -> None:
    assert raw(client, "/assets/main-1.js", "gzip, br") == ("br", b"as brotli")
    way, data = raw(client, "/assets/main-1.js", "gzip, br;q=0")
    assert way == "gzip"
    assert gzip.decompress(data) == b"let page;" * 500
    assert raw(client, "/assets/main-1.js", "identity") == ("", b"let page;" * 500)
    assert raw(client, "/assets/small-1.css", "gzip, br") == ("", b"p {}")


def test_files_of_the_page_are_kept_and_nothing_else_is_served(client: TestClient) -> None:
    reply = client.get("/assets/main-1.js", headers={"Accept-Encoding": "gzip"})
    assert "immutable" in reply.headers["cache-control"]
    assert reply.headers["content-type"].startswith("text/javascript")
    assert reply.headers["vary"] == "Accept-Encoding"
    for path in ("/assets/..%2Findex.html", "/assets/nothing.js", "/assets/", "/assets/%2e%2e/index.html"):
        assert client.get(path).status_code == 404, path
    assert client.post("/assets/main-1.js").status_code == 405


@pytest.mark.skipif(not (STATIC / "assets").is_dir(), reason="the client is not built")
def test_the_copies_of_a_built_page_are_those_of_its_files() -> None:
    files = [path for path in (STATIC / "assets").iterdir() if path.suffix in (".js", ".css")]
    large = [path for path in files if path.stat().st_size >= LEAST]
    assert len(large) > 5
    for path in large:
        copy = path.with_name(path.name + ".gz")
        assert gzip.decompress(copy.read_bytes()) == path.read_bytes(), path.name
        brotli = path.with_name(path.name + ".br").stat()
        assert 0 < brotli.st_size < copy.stat().st_size * 1.05
        assert abs(brotli.st_mtime - copy.stat().st_mtime) < 5  # of the same building


def test_answers_are_packed_if_they_are_large(client: TestClient) -> None:
    plain, packed = raw(client, "/api/games", "identity"), raw(client, "/api/games", "gzip")
    assert (plain[0], packed[0]) == ("", "gzip")
    assert len(packed[1]) < len(plain[1]) / 2
    assert gzip.decompress(packed[1]) == plain[1]
    seats = {"german": "me", "entente": "me"}
    made = client.post("/api/tables", json={"game": "schlieffens_war", "seats": seats})
    assert "content-encoding" not in made.headers  # it hands out tokens
    assert raw(client, f"/api/tables/{made.json()['id']}", "gzip")[0] == "gzip"
    small = raw(client, f"/api/tables/{made.json()['id']}/dice", "gzip")
    assert len(small[1]) >= LEAST or small[0] == ""


def test_the_board_is_the_same_for_all_browsers_where_its_address_says_the_language(client: TestClient) -> None:
    named = client.get("/api/board/grand_illusion.json?language=en")
    assert named.headers["vary"] == "Accept-Encoding"
    assert "Accept-Language" in client.get("/api/board/grand_illusion.json").headers["vary"]


@pytest.mark.parametrize("packs", [True, False])
def test_a_socket_packs_a_whole_state_for_those_who_ask(client: TestClient, packs: bool) -> None:
    seats = {"german": "me", "entente": "me"}
    made = client.post("/api/tables", json={"game": "schlieffens_war", "seats": seats}).json()
    with client.websocket_connect(f"/api/tables/{made['id']}/live") as socket:
        hello = {"type": "hello", "tokens": list(made["seats"].values()), "differences": True, "packed": packs}
        socket.send_json(hello)
        told = socket.receive()
        data = gzip.decompress(told["bytes"]) if packs else told["text"].encode()
        state = json.loads(data)
        assert (state["type"], state["id"]) == ("state", made["id"])
        if packs:
            assert len(told["bytes"]) < len(data) / 3
        socket.send_json({"type": "ping"})
        assert json.loads(socket.receive()["text"]) == {"type": "pong"}
