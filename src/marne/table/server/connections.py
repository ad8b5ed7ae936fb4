"""Connections with deadlines and places: who sends half a request is let go, one address has so many connections and is
read from one piece at a time, and some file descriptors are always left for the database and the log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable
from functools import partial
from socket import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from marne.table.server.settings import ServerSettings
from marne.table.server.turnstile import turnstile

__all__ = ["AT_ONCE", "Connection", "Door", "Sparing", "be_sparing", "places"]

SETTINGS = ServerSettings.of(os.environ)
RESERVE = 64
"""File descriptors that are kept for the database, the log and our own processes."""
AT_ONCE = RESERVE // 2
"""Connections that are taken in one round of the loop, before anybody can say that there is no room for them."""
QUEUE = 2048
"""Connections that the system keeps waiting for us."""
PIECE = 1 / 8
"""So many pieces of one address are read in a round of the loop."""
FEW = 64
"""Below so many connections nobody counts."""


def places() -> int:
    """How many connections there may be: as many files as the system allows, less a reserve."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return 1_000_000 if soft == resource.RLIM_INFINITY else max(16, soft - RESERVE)


class Door(uvicorn.Server):
    """Uvicorn's server, which takes a few connections at a time and lets many wait. What it calls its backlog is both:
    so it listens with a short one, and the queue is made long again."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Listen."""
        await super().startup(sockets)
        for server in getattr(self, "servers", ()):
            for each in server.sockets:
                with contextlib.closing(each.dup()) as same:
                    same.listen(QUEUE)


class Connection(H11Protocol):
    """Uvicorn's connection, with an end to patience."""

    most: int | None = None
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes; one too many is sent away at once."""
        super().connection_made(transport)
        if not self._room():
            self.connections.discard(self)  # the one sent away takes no place from the next one who comes
            transport.abort()
            return
        self._wait()

    def _room(self) -> bool:
        if Connection.most is None:
            Connection.most = places()
        count = len(self.connections)
        if count > Connection.most:
            return False
        if count <= min(FEW, SETTINGS.connections_each) or self.config.proxy_headers or not self.client:
            return True
        mine = self.client[0]
        same = sum((getattr(each, "client", None) or ("",))[0] == mine for each in self.connections)
        return bool(same <= SETTINGS.connections_each)

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(SETTINGS.deadline, self._let_go)

    def _enough(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _let_go(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """A piece of a request: taken up now, or when it is this address's turn again; until then no more is read.
        Behind a proxy all come from one address, and nobody waits."""
        if self.config.proxy_headers or not self.client:
            self._take(data)
        elif not turnstile(self.loop).enter(f"piece {self.client[0]}", PIECE, partial(self._take_late, data)):
            self.transport.pause_reading()
            self._enough()  # it has sent, and we let it wait

    def _take_late(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        protocol = self.transport.get_protocol()
        if protocol is self:
            self._take(data)
        elif isinstance(protocol, asyncio.Protocol):  # meanwhile it has become a socket
            protocol.data_received(data)

    def _take(self, data: bytes) -> None:
        """Its time runs from the first piece on, however many follow."""
        super().data_received(data)
        if self not in self.connections or self.transport.is_closing():
            self._enough()
        elif self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            self._wait()
        else:
            self._enough()

    def shutdown(self) -> None:
        """The server is to end: nobody waits for the rest of a request."""
        if self.cycle is not None and not self.cycle.response_complete and self.cycle.more_body:
            self.transport.abort()
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        """Answered: what comes next has its own time."""
        self._enough()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._enough()
        super().connection_lost(exc)


class Sparing(logging.Filter):
    """So many lines of one kind in so many seconds; then only how many more there were."""

    def __init__(self, most: int = 20, seconds: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._seconds, self._clock = most, seconds, clock
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        key, now = (record.name, record.levelno, str(record.msg)[:200]), self._clock()
        if len(self._seen) > 1_000:
            self._seen.clear()
        begun, count = self._seen.get(key, (now, 0))
        if now - begun > self._seconds:
            if count > self._most:
                record.msg, record.args = f"{record.getMessage()} ({count - self._most} more like this)", ()
            begun, count = now, 0
        self._seen[key] = begun, count + 1
        return count < self._most


def be_sparing(*names: str, **more: Any) -> None:
    """Let these loggers write no flood."""
    for name in names:
        logging.getLogger(name).addFilter(Sparing(**more))
