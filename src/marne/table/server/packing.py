"""Small on the wire: files of the page that were packed when they were built, answers that are packed when they go out.

Only what is read is packed (GET), never what hands out a token; a letter of a socket by itself, since a socket that
keeps the state of its packing would cost more memory than its game.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LEAST", "Packing", "accepts", "packed", "page_files"]

LEAST = 1_000
"""Bytes below which packing saves nothing."""
MUCH = 64_000
"""Bytes from which on packing takes long enough to be done beside the event loop."""
LEVEL = 5
FOREVER = "public, max-age=31536000, immutable"
"""A file of the page is named after what is in it."""
_NAME = re.compile(r"[\w-]+(\.[\w-]+)+")
_TEXT = ("application/json", "text/", "image/svg+xml", "application/javascript")


def accepts(headers: Headers, way: str) -> bool:
    """Whether a reader can unpack something.

    >>> accepts(Headers({"accept-encoding": "gzip;q=0, br"}), "gzip"), accepts(Headers({"accept-encoding": "br"}), "br")
    (False, True)
    """
    for part in headers.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == way:
            return not re.fullmatch(r"q=0(\.0*)?", weight.strip())
    return False


async def packed(body: bytes) -> bytes:
    """The same, smaller; what is large is done beside the event loop."""
    if len(body) < MUCH:
        return gzip.compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)


def page_files(directory: Path) -> ASGIApp:
    """The files of the page in a directory: as brotli or gzip where there is such a copy and the reader takes it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].rpartition("/")[2]
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        path = directory / name
        if not _NAME.fullmatch(name) or not await asyncio.to_thread(path.is_file):
            raise HTTPException(404)
        head = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        kind = mimetypes.guess_type(name)[0]
        for way, ending in (("br", ".br"), ("gzip", ".gz")):
            copy = directory / (name + ending)
            if accepts(Headers(scope=scope), way) and await asyncio.to_thread(copy.is_file):
                path, head = copy, {**head, "Content-Encoding": way}
                break
        await FileResponse(path, headers=head, media_type=kind)(scope, receive, send)

    return answer


class Packing:
    """Packs what is read and is text, where the reader can unpack it and it is not packed yet."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; hold the beginning of its answer back until its size is known."""
        if scope["type"] != "http" or scope["method"] != "GET" or not accepts(Headers(scope=scope), "gzip"):
            await self._app(scope, receive, send)
            return
        begun: list[Message] = []

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
                if not _worth(message):
                    await send(begun.pop())
                return
            if begun:
                start = begun.pop()
                if not message.get("more_body"):
                    message = await _smaller(start, message)
                await send(start)
            await send(message)

        await self._app(scope, receive, answer)


def _worth(start: dict[str, Any] | Message) -> bool:
    head = Headers(raw=start["headers"])
    length = int(head.get("content-length", "0"))
    return "content-encoding" not in head and length >= LEAST and head.get("content-type", "").startswith(_TEXT)


async def _smaller(start: Message, message: Message) -> Message:
    body = await packed(message.get("body", b""))
    head = MutableHeaders(raw=start["headers"])
    head["Content-Encoding"], head["Content-Length"] = "gzip", str(len(body))
    head.add_vary_header("Accept-Encoding")
    start["headers"] = head.raw
    return {**message, "body": body}
