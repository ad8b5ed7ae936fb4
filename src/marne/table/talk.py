"""What people say and keep at a table: chat, one's own notes, and where to be told that it is one's move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from marne.table.asking import Accepted, Asked, Id, Token, find, hall_of, in_thread, mine_or_no, rooms_of
from marne.table.bodies import ERRORS, Address, Notes, Said
from marne.table.messages import chat_of
from marne.table.notify import check_address
from marne.table.words import language_of

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/tables/{id}/chat")
async def chat(request: Request, id: Id, token: Token = None) -> list[dict[str, Any]]:
    """What was said last."""
    live, _ = await find(request, id, token)
    return chat_of(live.game, await in_thread(hall_of(request).store.chat, live.kept.id))


@router.post("/tables/{id}/chat")
async def say(request: Request, id: Id, body: Annotated[Said, Body()], token: Token = None) -> dict[str, bool]:
    """Say something to the table."""
    live, seats = await find(request, id, token)
    mine_or_no(seats)
    if text := body.text.strip():
        await rooms_of(request).say(live, seats[0], text)
        rooms_of(request).changed(live)
    return {"said": bool(text)}


@router.get("/tables/{id}/notes")
async def notes(request: Request, id: Id, token: Token = None) -> dict[str, str]:
    """One's own notes."""
    live, seats = await find(request, id, token)
    return {"text": live.seats[mine_or_no(seats)[0]].notes}


@router.put("/tables/{id}/notes")
async def keep_notes(request: Request, id: Id, body: Annotated[Notes, Body()], token: Token = None) -> dict[str, bool]:
    """Keep one's own notes."""
    live, seats = await find(request, id, token)
    seat = mine_or_no(seats)[0]
    await hall_of(request).change_seat(live, seat, notes=body.text)
    return {"kept": True}


@router.put("/tables/{id}/notify")
async def notify(
    request: Request,
    id: Id,
    body: Annotated[Address, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> dict[str, bool]:
    """Be told when it is one's move, by an Apprise URL and in the language of this request; off by default."""
    live, seats = await find(request, id, token)
    mine_or_no(seats)
    await in_thread(check_address, body.url, request.app.state.notify)
    for seat in seats:
        await hall_of(request).change_seat(live, seat, notify=body.url, language=language_of(language, accepted))
    return {"kept": True}
