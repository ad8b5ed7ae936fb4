"""Where a table lives: one port for good, since a browser keeps seats by address.

`marne serve` without `--port` takes port 1914. Where that is taken it asks who is there: a marne that keeps the same
games is the table that the player wants, anything else makes it try the next port.
"""

from __future__ import annotations

import json
import os
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from marne.table.refusals import Refused
from marne.table.store.migrate import sqlite_file
from marne.table.store.seal import Seal

__all__ = ["PORT", "Home", "find_home", "home_of", "reached"]

PORT = 1914
"""The port to try first; `MARNE_FIRST_PORT` names another."""
TRIES = 20
PATIENCE = 3.0
"""Seconds that whoever has the port gets to say who they are."""


@dataclass(frozen=True)
class Home:
    """Where a table is served: `running` if it is served there already, `missed` the ports that others have."""

    host: str
    port: int
    running: bool = False
    missed: tuple[int, ...] = ()

    @property
    def address(self) -> str:
        """For a browser."""
        return f"http://{self.host}:{self.port}/"


def home_of(url: str, seal: Seal) -> str:
    """A name for the games of a database: the same key and the same database have the same one."""
    if (file := sqlite_file(url)) is not None:
        return seal.name(f"sqlite {file.resolve()}")
    parsed = make_url(url)
    return seal.name(f"{parsed.get_backend_name()} {parsed.host} {parsed.port} {parsed.database}")


def find_home(host: str, url: str, key: Path) -> Home:
    """The first port from 1914 on that is free, or where these games are served already."""
    first = _first()
    mine = home_of(url, Seal.at(key)) if key.exists() else ""
    for port in range(first, first + TRIES):
        if _free(host, port):
            return Home(host, port, missed=tuple(range(first, port)))
        if mine and _asked(host, port) == mine:
            return Home(host, port, running=True, missed=tuple(range(first, port)))
    raise Refused("no.free_port", first=first, last=first + TRIES - 1)


def _first() -> int:
    text = os.environ.get("MARNE_FIRST_PORT", "")
    if not text:
        return PORT
    if not text.isdecimal() or not 0 < int(text) < 65_536 - TRIES:
        raise Refused("no.port", text=text, last=65_535 - TRIES)
    return int(text)


def _free(host: str, port: int) -> bool:
    kind, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(kind, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(place)
        except OSError:
            return False
    return True


def reached(host: str, port: int) -> bool:
    """Whether a marne answers there."""
    return bool(_asked(host, port))


def _asked(host: str, port: int) -> str:
    """The name of the games that a marne at this port keeps; empty where no marne answers."""
    where = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    try:
        with urllib.request.urlopen(f"http://{where}:{port}/api/health", timeout=PATIENCE) as reply:
            found = json.loads(reply.read(10_000)).get("home", "")
    except (OSError, ValueError, AttributeError, urllib.error.URLError):
        return ""
    return found if isinstance(found, str) else ""
