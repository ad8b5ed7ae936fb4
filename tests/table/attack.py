"""One client at its worst: a process of its own that asks a server as much as it can, until it is told to stop."""

from __future__ import annotations

import http.client
import json
import socket as sockets
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import get_context
from typing import Any

__all__ = ["Crowd", "Wish", "asked"]

ADDRESS = "127.0.0.1"


@dataclass(frozen=True)
class Wish:
    """A request: with a body it is a POST."""

    path: str
    body: str = ""
    token: str = ""


def asked(port: int, wish: Wish, source: str) -> int:
    """One request from an address of this machine; its status, 0 if it was cut off."""
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=60, source_address=(source, 0))
    try:
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {wish.token}"} if wish.token else {})
        connection.request("POST" if wish.body else "GET", wish.path, wish.body or None, head)
        reply = connection.getresponse()
        reply.read()
        return reply.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def _ask_on(port: int, wishes: Sequence[Wish], threads: int, stop: Any) -> Counter[int]:
    """Many threads, each with a new connection for each request."""
    endless = cycle(wishes)

    def one(_: int) -> Counter[int]:
        found: Counter[int] = Counter()
        while not stop.is_set():
            found[asked(port, next(endless), ADDRESS)] += 1
        return found

    with ThreadPoolExecutor(threads) as many:
        return sum(many.map(one, range(threads)), Counter[int]())


def _pour(port: int, wishes: Sequence[Wish], threads: int, stop: Any) -> Counter[int]:
    """Requests into many connections at once, twenty behind each other, without waiting for a reply."""
    found: Counter[int] = Counter()
    request = "".join(f"GET {wish.path} HTTP/1.1\r\nHost: a\r\n\r\n" for wish in wishes)
    text = (request * 20)[: 20 * len(request)].encode()
    while not stop.is_set():
        many = []
        for _ in range(threads):
            try:
                many.append(sockets.create_connection((ADDRESS, port), 5))
            except OSError:
                found[0] += 1
        for each in many:
            each.settimeout(0.5)
            try:
                each.sendall(text)
                found[200] += 20 * len(wishes)
            except OSError:
                found[0] += 1
        time.sleep(0.5)
        for each in many:
            each.close()
    return found


def _chatter(port: int, wishes: Sequence[Wish], threads: int, stop: Any) -> Counter[int]:
    """Sockets that send messages as fast as they can; the body of a wish is the message."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    def one(at: int) -> Counter[int]:
        found: Counter[int] = Counter()
        wish = wishes[at % len(wishes)]
        while not stop.is_set():
            try:
                with connect(f"ws://{ADDRESS}:{port}{wish.path}", compression=None, max_size=None) as socket:
                    socket.send(json.dumps({"type": "hello", "tokens": [wish.token] if wish.token else []}))
                    for _ in range(200):
                        socket.send(wish.body)
                        found[200] += 1
            except (WebSocketException, OSError, TimeoutError):
                found[0] += 1
                time.sleep(0.05)
        return found

    with ThreadPoolExecutor(threads) as many:
        return sum(many.map(one, range(threads)), Counter[int]())


_WAYS = {"ask": _ask_on, "pour": _pour, "chatter": _chatter}


def _attack(way: str, port: int, wishes: Sequence[Wish], threads: int, stop: Any, found: Any) -> None:
    found.put(_WAYS[way](port, wishes, threads, stop))


class Crowd:
    """The attacker, while it runs."""

    def __init__(self, port: int, wishes: Sequence[Wish], way: str = "ask", threads: int = 38) -> None:
        context = get_context("spawn")
        self._stop, self._found = context.Event(), context.Queue()
        self._process = context.Process(
            target=_attack, args=(way, port, wishes, threads, self._stop, self._found), daemon=True
        )
        self._process.start()

    def end(self) -> Counter[int]:
        """Stop; how many requests ended in which status."""
        self._stop.set()
        found: Counter[int] = self._found.get(timeout=120)
        self._process.join(30)
        return found
