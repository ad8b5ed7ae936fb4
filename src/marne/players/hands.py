"""A process of our own that does what it is given, one thing after another: at the table players think in such, and
games are played again in such, never in the event loop's process; councils try out proposals in some at once."""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import marne.games

__all__ = ["PATIENCE", "Caller", "Hand"]

PATIENCE = float(os.environ.get("MARNE_PATIENCE", "1"))
"""How many times longer than usual everything may take that a computer does: for a slow or busy machine."""

START = 60.0 * PATIENCE
"""Seconds within which a process must have started."""

MEEK = 10
"""By so much a process that may wait gives way to the server itself."""


class Caller:
    """Whoever waits for a process, as what it does sees him: he can be told something, and he may hurry it. What is
    done finds him as `Caller.now`; in a process that nobody waits for, he neither listens nor hurries."""

    now: Caller

    def __init__(self, pipe: Connection | None = None, job: int = 0) -> None:
        self._pipe, self._job, self._hurried = pipe, job, False

    def tell(self, word: Any) -> None:
        """Something on the way; nothing is waited for."""
        if self._pipe is not None:
            self._pipe.send_bytes(pickle.dumps(("told", word)))

    def hurries(self) -> bool:
        """Whether he wants what there is."""
        while not self._hurried and self._pipe is not None and self._pipe.poll():
            word, job, *_ = self._pipe.recv()
            self._hurried = word == "hurry" and job == self._job
        return self._hurried


Caller.now = Caller()


def _work(pipe: Connection, meek: bool) -> None:
    """Works until the pipe is closed."""
    assert marne.games.DATA_SETS
    if meek and hasattr(os, "nice"):
        os.nice(MEEK)
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError, ConnectionResetError):
        pipe.send("ready")
        while True:
            word, job, *given = pipe.recv()
            if word != "do":
                continue  # in a hurry for something that is done
            function, arguments = given
            Caller.now = Caller(pipe, job)
            try:
                found: tuple[bool, Any] = (True, function(*arguments))
            except Exception as error:
                found = (False, error)
            Caller.now = Caller()
            pipe.send_bytes(_packed(found))


def _packed(found: tuple[bool, Any]) -> bytes:
    """What was found; an error that can't be sent as it is, in words."""
    try:
        packed = pickle.dumps(("done", found))
        pickle.loads(packed)
    except Exception:
        return pickle.dumps(("done", (False, RuntimeError(f"{type(found[1]).__name__}: {found[1]}"))))
    return packed


class Hand:
    """One process and the pipe to it. One thread at a time may use it; any may hurry it."""

    def __init__(self, *, meek: bool = False, alone: bool = True) -> None:
        """`meek` gives way to others; one that is not `alone` may have processes of its own."""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, meek), daemon=alone)
        self._process.start()
        theirs.close()
        self._ready = False
        self._job = 0
        self._writing = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The number of its process."""
        return self._process.pid

    def do(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        ceiling: float,
        heard: Callable[[Any], None] | None = None,
    ) -> tuple[bool, Any]:
        """True and what the function returns, or False and what it raises; TimeoutError if it takes longer, EOFError or
        OSError if the process died. What it tells on the way is heard."""
        if not self._ready:
            if not self._pipe.poll(START):
                raise TimeoutError
            self._pipe.recv()
            self._ready = True
        end = time.monotonic() + ceiling
        with self._writing:
            self._job += 1
            self._pipe.send(("do", self._job, function, arguments))
        while self._pipe.poll(max(0.0, end - time.monotonic())):
            word, found = self._pipe.recv()
            if word == "done":
                done: tuple[bool, Any] = found
                return done
            if heard is not None:
                heard(found)
        raise TimeoutError

    def hurry(self) -> None:
        """What it does now is to end soon, with what there is; it may have ended already."""
        with self._writing, contextlib.suppress(OSError, ValueError):
            self._pipe.send(("hurry", self._job))

    def kill(self) -> None:
        """Cut it short: whoever waits for it hears of it."""
        with contextlib.suppress(ValueError):
            self._process.kill()

    def end(self) -> None:
        """End the process, whatever it does."""
        self._pipe.close()
        self._process.kill()
        self._process.join()
        self._process.close()
