"""Messages go out, never in: services judged by what Apprise makes of an address, a process that connects to public
addresses only and follows no redirect, and plain mail by the operator's own server."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest

from marne.players.hands import Hand
from marne.table.notices import mail, messenger
from marne.table.notices.messenger import is_public
from marne.table.notices.notify import check_service
from marne.table.refusals import Refused
from table.support import bearer, open_game, server
from table.test_restart import patiently

pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")

FORMS = (
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fe80::1]", "[fd00::1]",
    "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "localhost", "localhost.", "LOCALHOST",
)  # fmt: skip
"""Ways to write an address inside."""


@pytest.mark.parametrize("host", FORMS)
@pytest.mark.parametrize(
    "form",
    ["ntfy://{}?to=x", "ntfys://{}/x", "ntfy://u:p@{}/x", "ntfy://{}:80/x", "ntfy://{}/x?to=y", "mailto://u:p@{}"],
)
def test_no_form_of_an_address_inside_is_taken(host: str, form: str) -> None:
    with pytest.raises(Refused):
        check_service(form.format(host))


@pytest.mark.parametrize(
    "url",
    ["ntfy://x?mode=private", "ntfy://ntfy.sh:8080/x", "ntfy://ntfy.sh.evil.example/x", "ntfy://evil.example?to=x",
     "ntfy://topic?to=http://10.0.0.1", "ntfys://topic/other", "mailto://u:p@example.org:6379", "discord://1/2?redirect=yes",
     "mailto://u:p@gmail.com?smtp=10.0.0.1", "json://10.0.0.1", "slack://a/b/c?method=PUT", "ntfy://", ""],
)  # fmt: skip
def test_what_apprise_makes_of_an_address_counts(url: str) -> None:
    with pytest.raises(Refused):
        check_service(url)


def test_services_that_are_taken() -> None:
    for url in ("ntfy://topic", "ntfys://topic", "ntfys://ntfy.sh/topic", "discord://1/2"):
        check_service(url)


def tried(address: str, port: int) -> str:
    """In a process of its own: whether it connects after `only_public`."""
    messenger.only_public()
    try:
        socket.create_connection((address, port), timeout=2).close()
    except PermissionError:
        return "refused"
    except OSError:
        return "tried"
    return "connected"


def asked(url: str) -> tuple[int, int]:
    """In a process of its own: status and number of answers after `no_redirects`."""
    import requests

    messenger.no_redirects()
    found = requests.get(url, timeout=30, allow_redirects=True)
    return found.status_code, len(found.history)


@contextmanager
def hand() -> Iterator[Hand]:
    found = Hand()
    yield found
    found.end()


@contextmanager
def site() -> Iterator[str]:
    """A site on this machine that redirects to itself."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302 if self.path == "/" else 200)
            self.send_header("Location", "/inside")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    found = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{found.server_port}/"
    found.shutdown()
    found.server_close()


def test_the_connection_itself_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a name led to when it was checked: inside, nothing is even tried."""
    with hand() as process, site() as here:
        port = int(here.rstrip("/").rsplit(":", 1)[1])
        socket.create_connection(("127.0.0.1", port)).close()  # it does answer
        for address in ("127.0.0.1", "localhost", "127.1", "169.254.169.254", "10.0.0.1"):
            for each in (port, 80, 443):
                assert process.do(tried, (address, each), 60) == (True, "refused"), (address, each)
        assert process.do(tried, ("93.184.216.34", 6379), 60) == (True, "refused"), "no other port"


def test_no_redirect_is_followed() -> None:
    with hand() as process, site() as here:
        assert process.do(asked, (here,), 60) == (True, (302, 0))


def test_addresses_of_the_internet_are_public() -> None:
    assert all(map(is_public, ("93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101")))
    assert not any(map(is_public, ("", "x", "127.0.0.1", "::ffff:10.0.0.1", "2001:0:4136:e378:8000:63bf:80ff:fffe")))


# -- plain mail


class Box(socketserver.ThreadingTCPServer):
    """An SMTP server that keeps what it is sent."""

    allow_reuse_address = True
    mails: list[str]


class Clerk(socketserver.StreamRequestHandler):
    """Says yes to everything."""

    server: Box

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line.strip().upper().split(b" ")[0]
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = []
                while (line := self.rfile.readline()).strip() != b".":
                    lines.append(line.decode())
                self.server.mails.append("".join(lines))
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")
            if word == b"QUIT":
                return


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    found = Box(("127.0.0.1", 0), Clerk)
    found.mails = []
    threading.Thread(target=found.serve_forever, daemon=True).start()
    monkeypatch.setenv("MARNE_SMTP", f"smtp://127.0.0.1:{found.server_address[1]}")
    monkeypatch.setenv("MARNE_MAIL_FROM", "marne@example.org")
    yield found
    found.shutdown()
    found.server_close()


def test_mail_is_sent_to_a_player_who_wants_it(tmp_path: Path, box: Box) -> None:
    with server(tmp_path / "a.sqlite") as client:
        game = open_game(client)
        head = {**bearer(game.tokens["red"]), "Accept-Language": "es"}
        assert client.put(game.at + "/notify", json={"mail": "ana@example.org"}, headers=head).status_code == 200
        for state in game.play(Random(1)):
            if state["scene"]["prompt"]["actor"] == "red":
                break
        patiently(lambda: len(box.mails) >= 1)
        assert "To: ana@example.org" in box.mails[0]
        assert "From: marne@example.org" in box.mails[0]
        assert "te toca" in box.mails[0]
        assert client.put(game.at + "/notify", json={}, headers=head).status_code == 200
        kept = client.app.state.hall.store.seats(game.id)[1].notify  # type: ignore[attr-defined]
        assert kept == "", "off again"


@pytest.mark.parametrize(
    "address", ["x", "a@b", "a@b.c\r\nBcc: d@e.fr", "a b@c.de", "a@c.de,b@c.de", "<a@c.de>", "mailto:a@c.de"]
)
def test_an_address_is_one_plain_address(tmp_path: Path, box: Box, address: str) -> None:
    with pytest.raises(Refused):
        mail.check_mail(address)


def test_no_mail_without_the_operators_settings(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MARNE_SMTP", raising=False)
    game = open_game(client)
    reply = client.put(game.at + "/notify", json={"mail": "a@example.org"}, headers=bearer(game.tokens["blue"]))
    assert (reply.status_code, "sends no mail" in reply.text) == (400, True)
