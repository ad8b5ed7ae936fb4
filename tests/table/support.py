"""A table server for tests: in this process by a test client, or as a child process on a free port."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient

import marne
from marne.engine import find_game
from marne.table.server.application import application, free_port
from marne.table.server.settings import ServerSettings, key_beside
from marne.table.store.database import Store
from marne.table.store.seal import Seal
from marne.table.work.thinking import Thinkers

HOME = TemporaryDirectory(prefix="marne-home-")
"""Where servers of tests keep their keys."""
ROOT = Path(__file__).parent.parent.parent
TRAINING = {"blue": "me", "red": "open"}


@contextmanager
def server(database: Path, **more: Any) -> Iterator[TestClient]:
    """The application with its own database, in this process."""
    thinkers = more.pop("thinkers", Thinkers(1))
    app = application(ServerSettings(database=f"sqlite:///{database}", **{"rate": 10_000.0, **more}), thinkers=thinkers)
    with TestClient(app) as client:
        yield client


def store_of(database: Path) -> Store:
    """The database of a server, read with the server's own key."""
    url = f"sqlite:///{database}"
    return Store(url, Seal.at(key_beside(url)))


def bearer(*tokens: str) -> dict[str, str]:
    """The header that holds seats."""
    return {"Authorization": f"Bearer {','.join(tokens)}"} if tokens else {}


@dataclass
class Game:
    """A table that was opened, with the tokens of its seats."""

    client: Any
    id: str
    tokens: dict[str, str]
    invitations: dict[str, str] = field(default_factory=dict)

    @property
    def at(self) -> str:
        """The table's address."""
        return f"/api/tables/{self.id}"

    def get(self, rest: str = "", seat: str | None = None) -> Any:
        """A reply as JSON, for a seat or a spectator; it must be good."""
        reply = self.client.get(self.at + rest, headers=bearer(self.tokens[seat]) if seat else {})
        assert reply.status_code == 200, reply.text
        return reply.json()

    def post(self, rest: str, body: Any, seat: str | None = None) -> Any:
        """The reply to a body."""
        return self.client.post(self.at + rest, json=body, headers=bearer(self.tokens[seat]) if seat else {})

    def answer(self, text: str, number: int, seat: str) -> Any:
        """Answer for a seat."""
        return self.post("/answers", {"number": number, "answer": text}, seat)

    def play(self, rng: Random, most: int = 10_000) -> Iterator[dict[str, Any]]:
        """Play at random among what the server offers; the state after each answer, as the one who answered sees it."""
        state = self.get(seat=next(iter(self.tokens)))
        for _ in range(most):
            if state["status"] == "over":
                return
            actor = state["scene"]["prompt"]["actor"]
            if actor not in state["you"]:
                state = self.get(seat=actor)
            choices = state["scene"]["prompt"]["choices"]
            choice = rng.choice(choices)["id"] if choices else rng.choice(self.get("/suggestions", actor))
            reply = self.answer(choice, state["number"], actor)
            assert reply.status_code == 200, reply.text
            state = reply.json()
            yield state


def open_game(client: Any, game: str = "training", seats: dict[str, str] | None = None, **more: Any) -> Game:
    """A table; by default every seat is mine."""
    wish = {"game": game, "seats": seats or dict.fromkeys(find_game(game).seats, "me"), **more}
    reply = client.post("/api/tables", json=wish)
    assert reply.status_code == 201, reply.text
    made = reply.json()
    return Game(client, made["id"], made["seats"], made["invitations"])


class Child:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: str, workers: int = 1, port: int = 0, files: int = 0, **words: str) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        path = os.pathsep.join([str(ROOT / "tests"), str(Path(marne.__file__).parents[1])])
        self.printed = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "table.serve", database, str(self.port), str(workers)],
            env={**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": HOME.name, **words},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None,
        )

    def wait(self, seconds: float = 300) -> None:
        """Until it answers."""
        end, last = time.monotonic() + seconds, "nothing"
        while time.monotonic() < end:
            assert self.process.poll() is None, f"the server ended: {self.output()}"
            reply = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                reply.request("GET", "/api/tables?ids=none")
                last = str(reply.getresponse().status)
                if last == "200":
                    return
            except (OSError, http.client.HTTPException) as error:
                last = repr(error)
                time.sleep(0.02)
            finally:
                reply.close()
        self.kill()
        raise AssertionError(f"the server does not answer: {last}; {self.output()}")

    def kill(self) -> None:
        """kill -9, it and the workers it started; nothing is said to them before."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.output()

    def end(self) -> None:
        """Make sure that nothing is left of it."""
        if self.process.returncode is None:
            self.kill()

    def stop(self) -> str:
        """A polite end; what it printed."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(300)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.output()

    def output(self) -> str:
        """What an ended server printed."""
        if not self.printed:
            self.printed = self.process.communicate()[0].decode() or "-"
        return self.printed


def letters(socket: Any, kind: str) -> dict[str, Any]:
    """The next letter of a kind."""
    for _ in range(50):
        letter: dict[str, Any] = json.loads(socket.receive_text())
        if letter["type"] == kind:
            return letter
    raise AssertionError(f"no {kind} came")
