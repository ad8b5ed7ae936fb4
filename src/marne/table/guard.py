"""At the door: size and origin of what comes in, headers of what goes out."""

from __future__ import annotations

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marne.table.errors import Forbidden, Refused, TooLarge, code_of, error_of
from marne.table.limits import BODY, RECORD
from marne.table.sockets import same_origin
from marne.table.words import language_of

__all__ = ["Guard"]

POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
HARMLESS = ("GET", "HEAD", "OPTIONS")


def most_for(path: str) -> int:
    """How many bytes a body may have; a record is larger, and JSON writes some of its letters with six."""
    return RECORD + BODY if path == "/api/records" else BODY


class Guard:
    """Refuses before anything is read: a body that is too large or of unknown length, a page of another site."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        length, most = headers.get("content-length", "0"), most_for(scope["path"])
        if not (length.isascii() and length.isdecimal()) or int(length) > most or "transfer-encoding" in headers:
            await _refuse(send, TooLarge("large.body", most=f"{most:,}"), headers)
            return
        if scope["method"] not in HARMLESS and not same_origin(headers.get("origin"), headers.get("host")):
            await _refuse(send, Forbidden("no.origin"), headers)
            return
        plain = not scope["path"].startswith("/api/docs")

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.setdefault("X-Content-Type-Options", "nosniff")
                out.setdefault("Referrer-Policy", "no-referrer")
                if plain:
                    out.setdefault("Content-Security-Policy", POLICY)
                if scope["path"].startswith("/api/tables"):
                    out.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, answer)


async def _refuse(send: Send, error: Refused, asked: Headers) -> None:
    body = json.dumps({"error": error_of(error, language_of(None, asked.get("accept-language")))}).encode()
    status = code_of(error)[1]
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
