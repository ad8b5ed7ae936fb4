"""The application, and `marne serve`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import secrets
import socket
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException

import marne.games
from marne import __version__
from marne.engine import MarneError
from marne.table import api, forces, history, library, luck, sockets, talk
from marne.table.errors import code_of, error_of
from marne.table.guard import Guard
from marne.table.hall import Hall
from marne.table.limits import Buckets
from marne.table.migrate import driver, migrate
from marne.table.presence import CHANNEL
from marne.table.rooms import Rooms
from marne.table.store import Store
from marne.table.thinking import Thinkers
from marne.table.words import WORDS, language_of

__all__ = ["application", "default_database", "driver", "free_port", "migrate", "run", "serve"]

HERE = Path(__file__).parent
STATIC = HERE / "static"
THREADS = 8
"""For what waits for the disk, and for replays."""
log = logging.getLogger("marne.table")


def default_database() -> str:
    """SQLite under the user's data directory."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share"))
    directory = base / "marne"
    directory.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{directory / 'tables.sqlite'}"


def application(
    database: str, *, notify: bool = False, thinkers: Thinkers | None = None, static: Path = STATIC, rate: float = 60
) -> FastAPI:
    """The server as an ASGI application. `rate` is how many requests a second one token may make."""
    url = driver(database)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="table"))
        await asyncio.to_thread(migrate, url)
        store = Store(url)
        app.state.hall = Hall(store)
        app.state.rooms = Rooms(app.state.hall, thinkers or Thinkers(), notify=notify)
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        tasks = [asyncio.create_task(app.state.rooms.computers.wake_all())]
        if store.shared:
            tasks.append(asyncio.create_task(_listen(app, url)))
            tasks.append(asyncio.create_task(app.state.rooms.presence.run(app.state.rooms.tables)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await app.state.rooms.close()
            store.close()

    assert marne.games.DATA_SETS
    app = FastAPI(title="marne", version=__version__, lifespan=lifespan, docs_url="/api/docs",
                  openapi_url="/api/openapi.json", redoc_url=None)  # fmt: skip
    app.state.notify = notify
    app.state.buckets = Buckets(rate=rate, burst=rate * 4)
    app.state.addresses = Buckets(rate=rate * 10, burst=rate * 40)
    app.state.openings = Buckets(rate=2 if rate <= 60 else rate, burst=40 if rate <= 60 else rate * 10)
    for part in (library, api, history, talk, luck, forces):
        app.include_router(part.router)
    app.router.routes.append(sockets.route)
    app.add_exception_handler(MarneError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(StarletteHTTPException, _no_such)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(Guard)

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        if not (static / "index.html").exists():
            return Response("The client is not built: run `make play`.", status_code=503, media_type="text/plain")
        return FileResponse(static / "index.html", headers={"Cache-Control": "no-cache"})

    if (static / "assets").is_dir():
        app.mount("/assets", StaticFiles(directory=static / "assets"), name="assets")
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, MarneError)
    return JSONResponse({"error": error_of(error, _language(request))}, code_of(error)[1])


def _language(request: Request) -> str:
    asked = request.query_params.get("language")
    return language_of(asked, request.headers.get("accept-language"))


async def _malformed(request: Request, error: Exception) -> Response:
    """The kind of the first fault is a key of the table's words, and what it is measured by its facts."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    facts = {"where": ".".join(str(part) for part in first.get("loc", ())), **first.get("ctx", {})}
    key = f"malformed.{first.get('type')}"
    message = WORDS.say(_language(request), key if WORDS.has(key) else "malformed", **facts)
    return JSONResponse({"error": {"code": "malformed", "message": message}}, 422)


async def _no_such(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    code = {404: "not-found", 405: "no-such-method"}.get(error.status_code, "refused")
    message = WORDS.say(_language(request), f"http.{code}", status=error.status_code)
    return JSONResponse({"error": {"code": code, "message": message}}, error.status_code, error.headers)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("a fault of the server: %r", error)
    message = WORDS.say(_language(request), "broken")
    return JSONResponse({"error": {"code": "broken", "message": message}}, 500)


async def _listen(app: FastAPI, url: str) -> None:
    """Hear from the database what other workers appended (PostgreSQL LISTEN)."""
    import psycopg

    address = url.replace("postgresql+psycopg://", "postgresql://", 1)
    rooms: Rooms = app.state.rooms
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute("LISTEN marne")
                await connection.execute(f"LISTEN {CHANNEL}")
                for id in rooms.tables():
                    rooms.presence.moved(id, came=True)
                    await _heard(rooms, id)
                async for note in connection.notifies():
                    if note.channel == CHANNEL:
                        rooms.heard(note.payload)
                    else:
                        await _heard(rooms, note.payload)
        except psycopg.OperationalError as error:
            log.warning("the database does not answer: %s", error)
            await asyncio.sleep(1)


async def _heard(rooms: Rooms, id: str) -> None:
    """Another worker, or this one, has changed a table: whoever looks at it here sees it."""
    if rooms.watched(id):
        try:
            rooms.changed(await rooms.hall.live(id))
        except Exception:
            log.exception("table %s cannot be followed", id)


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on, below those that the system gives to connections going out: while a server is
    being started again, such a connection could take its port, even the one that is looking for it."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            port = 15_000 + secrets.randbelow(15_000)
            probe.bind((host, port))
            return port


def serve(host: str, port: int, database: str, *, notify: bool, workers: int = 1, rate: float = 60) -> None:
    """Run the server until it is stopped."""
    os.environ["MARNE_DATABASE"] = database
    os.environ["MARNE_NOTIFY"] = "1" if notify else ""
    os.environ["MARNE_RATE"] = str(rate)
    migrate(driver(database))
    run("marne.table.server:worker", host, port, workers)


def run(factory: str, host: str, port: int, workers: int) -> None:
    """Uvicorn as the table wants it: no access log, since it would write down who looks at what; sockets without
    compression, which would cost each one more memory than its game."""
    import uvicorn

    from marne.table.workers import supervise

    wish: dict[str, Any] = {
        "factory": True, "host": host, "port": port, "log_level": "warning", "access_log": False,
        "ws_max_size": 64 * 1024, "ws_per_message_deflate": False,
    }  # fmt: skip
    if workers > 1:
        sys.exit(supervise(uvicorn.Config(factory, **wish), workers))
    uvicorn.run(factory, **wish)


def worker() -> FastAPI:
    """One worker's application, from the environment that `serve` set."""
    return application(os.environ["MARNE_DATABASE"], notify=bool(os.environ.get("MARNE_NOTIFY")),
                       rate=float(os.environ.get("MARNE_RATE", "60")))  # fmt: skip
