"""A table server in a process of its own, and a Chromium beside it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import marne
from marne.table.server.application import STATIC, free_port

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path(marne.__file__).parents[1]
"""Where the package lies that is tested: the sources, or their compiled copy."""


class House:
    """A server on a free port with its own SQLite file; it can be killed and started again on the same port."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self._environment = environment
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{directory / 'tables.sqlite'}"
        self._log = directory / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.command: list[str] = []
        """What to run instead of the server for tests."""

    def start(self, seconds: float = 300) -> None:
        """Start, and wait until it answers."""
        assert (STATIC / "index.html").exists(), "the client is not built: run `make client`"
        command = self.command or ["-m", "browser.serve", str(self.port), self.database]
        with self._log.open("ab") as out:
            self._process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": f"{PACKAGE}{os.pathsep}{ROOT / 'tests'}", **self._environment},
            )
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self._process.poll() is None, f"the server ended: {self.said()}"
            try:
                self.get("/api/openapi.json")
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"the server does not answer: {self.said()}")

    def kill(self) -> None:
        """kill -9, it and the processes that think for it; nothing is said to them before."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """A polite end, by the id of the process; a hard one if it does not come."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def said(self) -> str:
        """What it wrote."""
        return self._log.read_text() if self._log.exists() else ""

    def get(self, path: str, *tokens: str) -> Any:
        """What the API answers, for comparing with the page."""
        return self._ask(urllib.request.Request(self.address + path), tokens)

    def post(self, path: str, body: Any, *tokens: str) -> Any:
        """Send the API something, to prepare a table."""
        data, head = json.dumps(body).encode(), {"Content-Type": "application/json"}
        return self._ask(urllib.request.Request(self.address + path, data, head), tokens)

    @staticmethod
    def _ask(request: urllib.request.Request, tokens: tuple[str, ...]) -> Any:
        if tokens:
            request.add_header("Authorization", f"Bearer {','.join(tokens)}")
        with urllib.request.urlopen(request, timeout=300) as reply:
            text = reply.read().decode()
            return json.loads(text) if "json" in reply.headers["Content-Type"] else text


@contextmanager
def open_house(directory: Path, **environment: str) -> Iterator[House]:
    """A server for as long as it is needed."""
    house = House(directory, **environment)
    house.start()
    try:
        yield house
    finally:
        house.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium without a window, drawing in software."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
