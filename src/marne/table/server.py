"""The application, and `marne serve`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

import marne.games
from marne import __version__
from marne.engine import IllegalAnswer, MarneError
from marne.table import api, sockets
from marne.table.hall import Hall
from marne.table.limits import BODY, RECORD, Buckets
from marne.table.rooms import Rooms
from marne.table.store import Store
from marne.table.thinking import Thinkers

__all__ = ["application", "default_database", "free_port", "migrate", "serve"]

HERE = Path(__file__).parent
STATIC = HERE / "static"
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


def migrate(url: str) -> None:
    """Bring the database to this version's shape."""
    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")


def driver(url: str) -> str:
    """`postgresql://` means psycopg 3."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1)


def application(
    database: str, *, notify: bool = False, thinkers: Thinkers | None = None, static: Path = STATIC, rate: float = 60
) -> FastAPI:
    """The server as an ASGI application."""
    url = driver(database)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(migrate, url)
        store = Store(url)
        app.state.hall = Hall(store)
        app.state.rooms = Rooms(app.state.hall, thinkers or Thinkers())
        listener = asyncio.create_task(_listen(app, url)) if store.shared else None
        try:
            yield
        finally:
            if listener:
                listener.cancel()
            await app.state.rooms.close()
            store.close()

    assert marne.games.DATA_SETS
    app = FastAPI(title="marne", version=__version__, lifespan=lifespan, docs_url="/api/docs",
                  openapi_url="/api/openapi.json", redoc_url=None)  # fmt: skip
    app.state.notify = notify
    app.state.buckets = Buckets(rate=rate, burst=rate * 4)
    app.state.openings = Buckets(rate=2 if rate <= 60 else rate, burst=40 if rate <= 60 else rate * 10)
    app.include_router(api.router)
    app.include_router(sockets.router)
    app.add_exception_handler(MarneError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.middleware("http")(_guard)

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        if not (static / "index.html").exists():
            return Response("The client is not built: run `make play`.", status_code=503, media_type="text/plain")
        return FileResponse(static / "index.html", headers={"Cache-Control": "no-cache"})

    if (static / "assets").is_dir():
        app.mount("/assets", StaticFiles(directory=static / "assets"), name="assets")
    return app


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, MarneError)
    word, status = sockets.code_of(error)
    body: dict[str, str] = {"code": word, "message": str(error)}
    if isinstance(error, IllegalAnswer):
        body["rule"] = error.rule
    return JSONResponse({"error": body}, status)


async def _malformed(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first.get("loc", ()))
    return JSONResponse({"error": {"code": "malformed", "message": f"{where}: {first.get('msg')}"}}, 422)


async def _guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Size and origin of what comes in; headers of what goes out."""
    most = RECORD if request.url.path == "/api/records" else BODY
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > most or "chunked" in request.headers.get("transfer-encoding", ""):
        return JSONResponse({"error": {"code": "too-large", "message": f"at most {most:,} bytes, with a length"}}, 413)
    response = await go_on(request)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    if not request.url.path.startswith("/api/docs"):
        response.headers.setdefault(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
        )
    return response


async def _listen(app: FastAPI, url: str) -> None:
    """Hear from the database what other workers appended (PostgreSQL LISTEN)."""
    import psycopg

    address = url.replace("postgresql+psycopg://", "postgresql://", 1)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
            await connection.execute("LISTEN marne")
            async for note in connection.notifies():
                rooms: Rooms = app.state.rooms
                if note.payload in rooms.guests():
                    live = await asyncio.to_thread(rooms.hall.live, note.payload)
                    await rooms.changed(live)
        except psycopg.OperationalError as error:
            log.warning("the database does not answer: %s", error)
            await asyncio.sleep(1)


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def serve(host: str, port: int, database: str, *, notify: bool, workers: int = 1) -> None:
    """Run the server until it is stopped."""
    import uvicorn

    os.environ["MARNE_DATABASE"] = database
    os.environ["MARNE_NOTIFY"] = "1" if notify else ""
    migrate(driver(database))
    uvicorn.run("marne.table.server:worker", factory=True, host=host, port=port, workers=workers,
                log_level="warning", access_log=False, ws_max_size=64 * 1024)  # fmt: skip


def worker() -> FastAPI:
    """One worker's application, from the environment that `serve` set."""
    return application(os.environ["MARNE_DATABASE"], notify=bool(os.environ.get("MARNE_NOTIFY")))
