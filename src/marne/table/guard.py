"""At the door: size and origin of what comes in, headers of what goes out."""

from __future__ import annotations

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marne.table.limits import BODY, RECORD
from marne.table.sockets import same_origin

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
            await _refuse(send, 413, "too-large", f"at most {most:,} bytes, and their number said before")
            return
        if scope["method"] not in HARMLESS and not same_origin(headers.get("origin"), headers.get("host")):
            await _refuse(send, 403, "forbidden", "a page of another site may not do that")
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


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    body = json.dumps({"error": {"code": code, "message": message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
