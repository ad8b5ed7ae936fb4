"""At the door: size and origin of what comes in, headers of what goes out."""

from __future__ import annotations

import asyncio
import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marne.table.limits import BODY, RECORD
from marne.table.refusals import Forbidden, Refused, TooLarge, TooMany, code_of, error_of, retry_after
from marne.table.server.sockets import same_origin
from marne.table.server.turnstile import turnstile
from marne.table.words import language_of

__all__ = ["PAUSE", "Guard"]

POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
HARMLESS = ("GET", "HEAD", "OPTIONS")
REQUEST = 1 / 2
"""So many requests of one address are begun in a round of the loop."""
PAUSE = 0.25
"""Seconds that a refusal takes: whoever asks again at once gets no more of them."""


def most_for(path: str) -> int:
    """How many bytes a body may have; a record is larger, and JSON writes some of its letters with six."""
    return RECORD + BODY if path == "/api/records" else BODY


def too_often(scope: Scope, address: str) -> TooMany | None:
    """Whether an address comes too often, or opens too many tables: said before anything of its body is read."""
    state, path = scope["app"].state, scope["path"]
    if path.startswith("/api/") and not state.addresses.take(address):
        return TooMany("often.requests")
    if scope["method"] == "POST" and path in ("/api/tables", "/api/records") and state.openings.wait(address) > 0:
        return TooMany("often.tables")
    return None


class Guard:
    """Refuses before anything is read: whoever comes too often, a body that is too large or of unknown length, a page
    of another site."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = ()) -> None:
        self._app = app
        self._names = {name.lower() for name in names}
        """The public names of the server; a request for another one is refused. None where nobody said."""

    def _mine(self, headers: Headers) -> bool:
        return not self._names or headers.get("host", "").rsplit(":", 1)[0].lower() in self._names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "websocket" and not self._mine(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 4403, "reason": "another name"})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = (scope.get("client") or ("?",))[0]
        await turnstile(asyncio.get_running_loop()).turn(f"request {address}", REQUEST)
        headers = Headers(scope=scope)
        if (early := too_often(scope, address)) is not None:
            await asyncio.sleep(PAUSE)
            await _refuse(send, early, headers)
            return
        if not self._mine(headers):
            await _refuse(send, Forbidden("no.host"), headers)
            return
        length, most = headers.get("content-length", "0"), most_for(scope["path"])
        if not (length.isascii() and length.isdecimal()) or int(length) > most or "transfer-encoding" in headers:
            await _refuse(send, TooLarge("large.body", most=f"{most:,}"), headers)
            return
        if scope["method"] not in HARMLESS and not same_origin(headers.get("origin"), headers.get("host")):
            await _refuse(send, Forbidden("no.origin"), headers)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.setdefault("X-Content-Type-Options", "nosniff")
                out.setdefault("Referrer-Policy", "no-referrer")
                out.setdefault("Content-Security-Policy", POLICY)
                out.setdefault("X-Frame-Options", "DENY")
                if scope["path"].startswith("/api/tables"):
                    out.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, answer)


async def _refuse(send: Send, error: Refused, asked: Headers) -> None:
    body = json.dumps({"error": error_of(error, language_of(None, asked.get("accept-language")))}).encode()
    status = code_of(error)[1]
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), text.encode()) for name, text in retry_after(error).items()]
    if status in (413, 429):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
