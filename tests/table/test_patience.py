"""Patience has an end: half a request is let go, a polite end ends the server whatever clients do, one address can't
take every connection, a flood of lines is cut, and a worker that hangs is replaced."""

from __future__ import annotations

import contextlib
import http.client
import logging
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import psutil
import pytest

from marne.table.server.connections import Sparing
from table.postgres import cluster
from table.support import Child, open_game
from table.test_workers import workers

HALF = (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{", b"GET /api/ga", b"")


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Child]:
    child = Child(f"sqlite:///{tmp_path / 'a.sqlite'}", MARNE_DEADLINE="1", MARNE_CONNECTIONS_EACH="40", files=160)
    try:
        child.wait()
        yield child
    finally:
        child.end()


def opened(child: Child, sent: bytes, source: str = "127.0.0.1") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", child.port), source_address=(source, 0), timeout=300)
    found.sendall(sent)
    return found


def crowd(child: Child, source: str, count: int) -> list[socket.socket]:
    """Connections with half a request, whether the server keeps them or not."""
    found = [socket.create_connection(("127.0.0.1", child.port), source_address=(source, 0)) for _ in range(count)]
    for each in found:
        with contextlib.suppress(OSError):
            each.sendall(b"GET /")
    return found


def closed(each: socket.socket) -> bool:
    try:
        return each.recv(1000) == b""
    except ConnectionResetError:
        return True


def test_half_open_connections_are_let_go(hasty: Child) -> None:
    many = [opened(hasty, HALF[at % 3]) for at in range(30)]
    assert all(closed(each) for each in many), "each within the time that its socket waits"
    for each in many:
        each.close()
    with opened(hasty, b"GET /api/ga") as slow, contextlib.suppress(BrokenPipeError, ConnectionResetError):
        for _ in range(15):
            time.sleep(0.2)
            slow.sendall(b"m")
        assert closed(slow), "a letter now and then buys no time"


def test_a_polite_end_ends_the_server_whatever_clients_do(tmp_path: Path) -> None:
    child = Child(f"sqlite:///{tmp_path / 'a.sqlite'}", MARNE_DEADLINE="600")
    try:
        child.wait()
        held = [opened(child, HALF[at % 3]) for at in range(9)]
        os.kill(child.process.pid, signal.SIGTERM)
        child.process.wait(600)
        assert child.process.returncode is not None
        assert "Traceback" not in child.output()
        for each in held:
            each.close()
    finally:
        child.end()


def test_one_address_cannot_take_every_connection(hasty: Child) -> None:
    greedy = []
    for _ in range(150):
        try:
            greedy.append(opened(hasty, b"GET /"))
        except OSError:
            break
    other = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=300, source_address=("127.0.0.2", 0))
    other.request("GET", "/api/tables?ids=none")
    assert other.getresponse().status == 200, "somebody else still comes in"
    other.close()
    files = psutil.Process(hasty.process.pid).num_fds()
    assert files < 160 - 20, "some files are left"
    for each in greedy:
        each.close()


def test_with_every_place_taken_a_players_answers_still_count(hasty: Child) -> None:
    """Six addresses take every place there is; whoever sat here before plays on, and the log stays short."""
    with httpx2.Client(base_url=hasty.address, timeout=300) as client:
        game = open_game(client)
        greedy = [each for address in range(2, 8) for each in crowd(hasty, f"127.0.0.{address}", 60)]
        for number, _ in zip(range(20), game.play(Random(5)), strict=False):
            greedy += crowd(hasty, f"127.0.0.{2 + number % 6}", 10)
        assert len(greedy) > 400
        assert len(game.get("/log")) > 20, "every answer that was acknowledged is there"
    assert psutil.Process(hasty.process.pid).num_fds() < 160, "some files are left"
    for each in greedy:
        each.close()
    assert len(hasty.stop()) < 20_000, "and nobody filled the disk with lines about it"


def test_a_flood_of_lines_is_cut() -> None:
    now = [0.0]
    sparing = Sparing(3, 10, lambda: now[0])

    def line() -> logging.LogRecord:
        return logging.LogRecord("asyncio", logging.ERROR, "", 0, "out of files: %s", ("x",), None)

    assert [sparing.filter(line()) for _ in range(1000)].count(True) == 3
    now[0] = 11.0
    last = line()
    assert sparing.filter(last)
    assert "997 more like this" in last.getMessage()


def ended(worker: psutil.Process, seconds: float) -> bool:
    """Make a worker hang; whether somebody ended it within so many seconds."""
    end = time.monotonic() + seconds
    with contextlib.suppress(psutil.NoSuchProcess):
        worker.suspend()
        while worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE:
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
    return True


@pytest.mark.slow
def test_a_worker_that_hangs_is_replaced() -> None:
    with cluster() as url:
        child = Child(url, 2, MARNE_HANG="3")
        try:
            child.wait()
            end = time.monotonic() + 600
            first = workers(child)[0]
            while not ended(first, 20):
                assert time.monotonic() < end, "nobody notices"
                with contextlib.suppress(psutil.NoSuchProcess):
                    first.resume()  # its heart had not begun to beat
                    time.sleep(1)
            while len(workers(child)) < 2:
                assert time.monotonic() < end
                time.sleep(0.1)
            child.wait()
            assert "hangs" in child.stop()
        finally:
            child.end()
