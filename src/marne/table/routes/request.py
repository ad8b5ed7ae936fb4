"""What every route of the API begins with: the reader's language, whose tokens those are, and which table is meant."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Path, Query, Request, Response
from pydantic import AfterValidator

from marne.table.game.open_tables import Hall, hash_of
from marne.table.limits import RECORDS_A_DAY, TABLES_A_DAY
from marne.table.refusals import Forbidden, TooMany
from marne.table.store.database import Store
from marne.table.view.audience import Rooms
from marne.table.view.visitor import Visitor
from marne.table.words import language_of, spoken

__all__ = [
    "Accepted",
    "Asked",
    "Here",
    "Id",
    "Token",
    "address_of",
    "hall_of",
    "in_thread",
    "json_response",
    "may_open",
    "not_too_often",
    "rooms_of",
    "store_of",
    "tokens_in",
]

T = TypeVar("T")

Token = Annotated[str | None, Header(alias="Authorization", max_length=8000)]
Asked = Annotated[str | None, Query(alias="language", max_length=10), AfterValidator(spoken)]
Accepted = Annotated[str | None, Header(alias="Accept-Language", max_length=1000)]
Id = Annotated[str, Path(max_length=40)]


def hall_of(request: Request) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


def store_of(request: Request) -> Store:
    """The database of this server."""
    store: Store = request.app.state.store
    return store


def rooms_of(request: Request) -> Rooms:
    """The rooms of this server."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def tokens_in(header: str | None, most: int = 8) -> list[str]:
    """The tokens of an Authorization header: one for each seat held, with commas between."""
    if not header:
        return []
    scheme, _, given = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Forbidden("no.bearer")
    tokens = [token.strip() for token in given.split(",") if token.strip()]
    if not 0 < len(tokens) <= most:
        raise Forbidden("no.bearers", most=most)
    return tokens


async def in_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Database and rules run beside the event loop."""
    return await asyncio.to_thread(work, *arguments)


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "?"


def not_too_often(request: Request, header: str | None) -> None:
    """Each token has its own measure; so has each address, a larger one, so that changing tokens helps nobody: that one
    is taken at the door (`guard`)."""
    if header and not request.app.state.buckets.take(hash_of(header)):
        raise TooMany("often.requests")


def may_open(request: Request, letters: int = 0) -> None:
    """Each address opens so many tables at once and in a day, and so many letters of records."""
    state, address = request.app.state, address_of(request)
    if not state.openings.take(address):
        raise TooMany("often.tables")
    if not state.daily.take(f"tables {address}", 1 / TABLES_A_DAY):
        raise TooMany("often.day", seconds=3600)
    if letters and not state.daily.take(f"records {address}", letters / RECORDS_A_DAY):
        raise TooMany("often.day", seconds=3600)


async def visitor(
    request: Request, id: Id, token: Token = None, language: Asked = None, accepted: Accepted = None
) -> Visitor:
    """Whoever asks, at the table that is meant, with the seats that the tokens hold."""
    not_too_often(request, token)
    return await Visitor.enter(
        rooms_of(request), id, tokens_in(token), language_of(language, accepted), address_of(request)
    )


Here = Annotated[Visitor, Depends(visitor)]
"""The visitor of a route under /tables/{id}."""


def json_response(text: str, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(text, status, media_type="application/json")
