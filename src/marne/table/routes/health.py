"""For whoever runs the server: whether it is well, and figures for Prometheus. Neither says anything about a game."""

from __future__ import annotations

import ipaddress
from typing import Any

from fastapi import APIRouter, Request, Response

from marne import __version__
from marne.table.refusals import Busy, Forbidden, Refused
from marne.table.routes.bodies import ERRORS
from marne.table.routes.request import address_of, hall_of, rooms_of, store_of
from marne.table.server.home import home_of

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/health")
async def health(request: Request) -> dict[str, Any]:
    """200 where answers are taken; 503 where the database is gone or doesn't answer, or its secrets need another key.

    `home` names the games that this server keeps, without saying where; `marne serve` asks for it if its port is taken.
    """
    store = store_of(request)
    if store.gone:
        raise Busy("busy.database", seconds=60)
    try:
        await store.run(store.check_key)
    except Refused:
        raise Busy("busy.key", seconds=60) from None
    except Exception:
        raise Busy("busy.database", seconds=60) from None
    return {
        "ok": True,
        "version": __version__,
        "queue": rooms_of(request).works.length,
        "key": store.seal.key,
        "home": home_of(store.url, store.seal),
    }


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """Figures in Prometheus' text, for this machine only."""
    if not _near(address_of(request)):
        raise Forbidden("no.metrics")
    hall, rooms = hall_of(request), rooms_of(request)
    works, thinkers = rooms.works, rooms.computers.thinkers
    lines = [
        *_figure("marne_tables_in_memory", "gauge", hall.in_memory),
        *_figure("marne_tables_watched", "gauge", len(rooms.tables())),
        *_figure("marne_sockets", "gauge", rooms.guests),
        *_figure("marne_work_waiting", "gauge", works.length),
        *_figure("marne_work_waiting_longest", "gauge", works.longest),
        *_figure("marne_work_done_total", "counter", dict(works.done), "job"),
        *_figure("marne_work_refused_total", "counter", dict(works.refused), "why"),
        *_figure("marne_thoughts_total", "counter", thinkers.thoughts),
        *_figure("marne_thinking_seconds_total", "counter", round(thinkers.seconds, 3)),
        *_figure("marne_database_gone", "gauge", int(store_of(request).gone)),
    ]
    return Response("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def _near(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "testclient"


def _figure(name: str, kind: str, found: float | dict[str, int], label: str = "") -> list[str]:
    """One figure, or one for each label."""
    head = f"# TYPE {name} {kind}"
    if not isinstance(found, dict):
        return [head, f"{name} {found}"]
    return [head, *(f'{name}{{{label}="{key}"}} {count}' for key, count in sorted(found.items()))]
