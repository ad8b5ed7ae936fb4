"""Several workers on one port: each a process of its own, started again when it ends.

Uvicorn's own way asks its workers every half second whether they are well, and kills those that take longer than some
seconds to say so. On a crowded machine a worker takes longer than that to start, and was killed before it could ever
answer; with more patience, a worker that died while it was being asked was missed for as long. Here an end counts, and
a heart that has beaten and stops: each worker's event loop notes the time every second, and one that has noted nothing
for half a minute hangs and is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from multiprocessing import allow_connection_pickling, get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from socket import socket
from typing import Any

import uvicorn

from marne.table.server.connections import Door
from marne.table.server.settings import ServerSettings

__all__ = ["FAILED", "beat", "supervise"]

log = logging.getLogger("marne.table")

FAILED = 3
"""What uvicorn ends with when the application does not start."""
TRIES = 5
"""So many workers in a row may fail to start, for instance while the database is away; then the server gives up."""
GRACE = 8.0
"""Seconds for the workers to end."""

HANG = ServerSettings.of(os.environ).hang

_heart: Any = None
"""In a worker: where its heartbeats go."""


async def beat(every: float = 1.0) -> None:
    """Note the time, for as long as the event loop goes round."""
    while _heart is not None:
        _heart.value = time.monotonic()
        await asyncio.sleep(every)


def work(config: uvicorn.Config, sockets: list[socket], heart: Any) -> None:
    """One worker."""
    global _heart
    _heart = heart
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    config.configure_logging()
    Door(config).run(sockets)


class Crew:
    """The workers."""

    def __init__(self, config: uvicorn.Config, workers: int) -> None:
        allow_connection_pickling()
        self._config, self._sockets = config, [config.bind_socket()]
        self._context = get_context("spawn")
        self._stopped = False
        self._hearts: dict[int, Any] = {}
        self._failed = 0
        self._crew = [self._start() for _ in range(workers)]

    def _start(self) -> SpawnProcess:
        heart = self._context.Value("d", 0.0, lock=False)
        worker = self._context.Process(target=work, args=(self._config, self._sockets, heart))
        worker.start()
        assert worker.pid is not None
        self._hearts[worker.pid] = heart
        return worker

    def _hangs(self, worker: SpawnProcess) -> bool:
        """Whether a worker's heart has beaten and stopped."""
        heart = self._hearts.get(worker.pid or 0)
        return heart is not None and heart.value > 0 and time.monotonic() - heart.value > HANG

    def stop(self, *_: Any) -> None:
        """A polite end."""
        self._stopped = True

    def watch(self) -> int:
        """Replace whoever ends, until the server is stopped; what the server ends with."""
        while not self._stopped:
            wait([worker.sentinel for worker in self._crew], 0.5)
            for place, worker in enumerate(self._crew):
                if worker.is_alive() and self._hangs(worker):
                    log.error("worker %d hangs and is replaced", worker.pid)
                    worker.kill()
                    worker.join()
                if worker.is_alive() or self._stopped:
                    continue
                self._hearts.pop(worker.pid or 0, None)
                self._failed = self._failed + 1 if worker.exitcode == FAILED else 0
                if self._failed >= TRIES:
                    log.error("%d workers in a row did not start", TRIES)
                    return FAILED
                if self._failed:
                    time.sleep(1)
                worker.close()
                self._crew[place] = self._start()
        return 0

    def end(self) -> None:
        """Let the workers finish; whoever does not is ended."""
        for worker in self._crew:
            worker.terminate()
        end = time.monotonic() + GRACE
        for worker in self._crew:
            worker.join(max(0.0, end - time.monotonic()))
            worker.kill()
            worker.join()
        self._sockets[0].close()


def supervise(config: uvicorn.Config, workers: int) -> int:
    """Run the workers until somebody stops the server; what it ends with."""
    crew = Crew(config, workers)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, crew.stop)
    try:
        return crew.watch()
    finally:
        crew.end()
