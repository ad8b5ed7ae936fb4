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
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

import marne.games
from marne import __version__
from marne.engine import MarneError
from marne.table.front import routes as front
from marne.table.game.open_tables import Hall
from marne.table.game.snapshots import verify_snapshot
from marne.table.limits import DAY, Buckets
from marne.table.notices.mail import post
from marne.table.refusals import TooMany, code_of, error_of, retry_after
from marne.table.routes import chat, forces, health, history, library, playing, suggestions
from marne.table.server import sockets
from marne.table.server import workers as crew
from marne.table.server.connections import AT_ONCE, Connection, Door, be_sparing
from marne.table.server.guard import PAUSE, Guard
from marne.table.server.packing import Packing, page_files
from marne.table.server.settings import ServerSettings
from marne.table.store.database import Store, seal_for
from marne.table.store.migrate import migrate
from marne.table.store.seal import Keys
from marne.table.view.audience import Rooms
from marne.table.view.presence import CHANNEL
from marne.table.words import WORDS, language_of
from marne.table.work.background import Beside
from marne.table.work.queue import Works
from marne.table.work.thinking import Thinkers

__all__ = ["application", "free_port", "run", "serve"]

HERE = Path(__file__).parents[1]
STATIC = HERE / "static"
PAGES = HERE / "pages"
THREADS = 4
"""For what is at hand for everybody; the database has its own, and so have odds and suggestions."""
SWITCH = 0.0005
"""Seconds for which a thread beside the event loop may keep it waiting; Python's own measure is ten times as long."""
IDLE = 10.0
"""Seconds between two looks for snapshots that nobody has verified."""
GRACE = 5
"""Seconds for requests that are under way when the server is to end; then they are cut off."""
log = logging.getLogger("marne.table")


def application(settings: ServerSettings, *, thinkers: Thinkers | None = None, static: Path = STATIC) -> FastAPI:
    """The server as an ASGI application."""
    url, rate = settings.url, settings.rate

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="table"))
        await asyncio.to_thread(migrate, url)
        store = Store(url, seal_for(url, settings.key_file))
        works = Works(settings.replaying, rate=rate * 20, burst=rate * 500)
        app.state.store, app.state.hall = store, Hall(store, works, Keys(store.seal))
        beside = Beside(max(1.0, rate / 60))
        app.state.rooms = Rooms(
            app.state.hall,
            thinkers or Thinkers(simulators=settings.simulators),
            works,
            notify=settings.notify or post() is not None,
            beside=beside,
        )
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        sys.setswitchinterval(SWITCH)
        be_sparing("asyncio", "uvicorn.error", "marne.table")
        tasks = [
            asyncio.create_task(app.state.rooms.computers.wake_all()),
            asyncio.create_task(crew.beat()),
            asyncio.create_task(_verify_snapshots(app.state.hall, works)),
        ]
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
    app = FastAPI(
        title="marne",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        openapi_url="/api/openapi.json",
        redoc_url=None,
    )
    app.state.notify = settings.notify
    app.state.buckets = Buckets(rate=rate, burst=rate * 4)
    app.state.addresses = Buckets(rate=rate * 10, burst=rate * 40)
    app.state.openings = Buckets(rate=2 if rate <= 60 else rate, burst=40 if rate <= 60 else rate * 10)
    app.state.daily = Buckets(rate=max(1.0, rate / 60) / DAY, burst=max(1.0, rate / 60))
    for part in (library, front, playing, suggestions, history, chat, forces, health):
        app.include_router(part.router)
    app.router.routes.append(sockets.route)
    app.add_exception_handler(MarneError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(StarletteHTTPException, _no_such)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(Packing)
    app.add_middleware(Guard, names=settings.name)

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        if not (static / "index.html").exists():
            return Response("The client is not built: run `make play`.", status_code=503, media_type="text/plain")
        return FileResponse(static / "index.html", headers={"Cache-Control": "no-cache"})

    for path, name in (("/api/docs", "docs.html"), ("/api/docs.js", "docs.js"), ("/api/docs.css", "docs.css")):
        app.add_route(path, _page(PAGES / name), include_in_schema=False)

    if (static / "assets").is_dir():
        app.mount("/assets", page_files(static / "assets"), name="assets")
    return app


def _page(path: Path) -> Callable[[Request], FileResponse]:
    """A file of our own."""
    return lambda request: FileResponse(path, headers={"Cache-Control": "no-cache"})


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, MarneError)
    if isinstance(error, TooMany):
        await asyncio.sleep(PAUSE)
    return JSONResponse({"error": error_of(error, _language(request))}, code_of(error)[1], retry_after(error))


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


async def _verify_snapshots(hall: Hall, works: Works) -> None:
    """While nothing else is to do, play again what led to snapshots that nobody has verified."""
    while True:
        await asyncio.sleep(IDLE)
        try:
            while not works.length and await verify_snapshot(hall):
                await asyncio.sleep(IDLE / 10)
        except Exception as error:
            log.warning("snapshots cannot be verified: %s", error)


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


def serve(settings: ServerSettings) -> None:
    """Run the server until it is stopped. Its workers find the settings in their environment."""
    os.environ.update(settings.environment())
    migrate(settings.url)
    run("marne.table.server.application:worker", settings)


def run(factory: str, settings: ServerSettings) -> None:
    """Uvicorn as the table wants it: no access log, since it would write down who looks at what; sockets without
    compression, which would cost each one more memory than its game."""
    import uvicorn

    wish: dict[str, Any] = {
        "factory": True,
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",
        "access_log": False,
        "ws_max_size": 64 * 1024,
        "ws_per_message_deflate": False,
        "http": Connection,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": GRACE,
        "proxy_headers": settings.behind_proxy,
        "backlog": AT_ONCE,
    }
    if settings.workers > 1:
        sys.exit(crew.supervise(uvicorn.Config(factory, **wish), settings.workers))
    door = Door(uvicorn.Config(factory, **wish))
    with contextlib.suppress(KeyboardInterrupt):
        door.run()
    if not door.started:
        sys.exit(crew.FAILED)


def worker() -> FastAPI:
    """One worker's application, by the variables that `serve` has set."""
    return application(ServerSettings.of(os.environ))
