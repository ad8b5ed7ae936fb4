"""Several workers on one port: each a process of its own, started again when it ends.

Uvicorn's own way asks its workers every half second whether they are well, and kills those that take longer than some
seconds to say so. On a crowded machine a worker takes longer than that to start, and was killed before it could ever
answer; with more patience, a worker that died while it was being asked was missed for as long. Here only an end counts.
"""

from __future__ import annotations

import logging
import signal
import time
from multiprocessing import allow_connection_pickling, get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from socket import socket
from typing import Any

import uvicorn

__all__ = ["supervise"]

log = logging.getLogger("marne.table")

FAILED = 3
"""What uvicorn ends with when the application does not start."""
TRIES = 5
"""So many workers in a row may fail to start, for instance while the database is away; then the server gives up."""
GRACE = 20.0
"""Seconds for the workers to end."""


def work(config: uvicorn.Config, sockets: list[socket]) -> None:
    """One worker."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    config.configure_logging()
    uvicorn.Server(config).run(sockets)


class Crew:
    """The workers."""

    def __init__(self, config: uvicorn.Config, workers: int) -> None:
        allow_connection_pickling()
        self._config, self._sockets = config, [config.bind_socket()]
        self._context = get_context("spawn")
        self._stopped = False
        self._failed = 0
        self._crew = [self._start() for _ in range(workers)]

    def _start(self) -> SpawnProcess:
        worker = self._context.Process(target=work, args=(self._config, self._sockets))
        worker.start()
        return worker

    def stop(self, *_: Any) -> None:
        """A polite end."""
        self._stopped = True

    def watch(self) -> int:
        """Replace whoever ends, until the server is stopped; what the server ends with."""
        while not self._stopped:
            wait([worker.sentinel for worker in self._crew], 0.5)
            for place, worker in enumerate(self._crew):
                if worker.is_alive() or self._stopped:
                    continue
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
