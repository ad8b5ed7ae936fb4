"""What people say and keep at a table: chat, one's own notes, and where to be told that it is one's move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from marne.table.notices.mail import PREFIX, check_mail
from marne.table.notices.notify import check_address
from marne.table.routes.bodies import ERRORS, Address, ChatBody, Notes
from marne.table.routes.request import Here, in_thread
from marne.table.view.messages import chat_of
from marne.table.view.payloads import ChatLine

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/tables/{id}/chat", response_model=list[dict[str, Any]])
async def chat(me: Here) -> list[ChatLine]:
    """What was said last."""
    return chat_of(me.live.game, await me.rooms.hall.store.run(me.rooms.hall.store.chat, me.live.kept.id))


@router.post("/tables/{id}/chat")
async def say(me: Here, body: Annotated[ChatBody, Body()]) -> dict[str, bool]:
    """Say something to the table."""
    return {"said": await me.say(body.text)}


@router.get("/tables/{id}/notes")
async def notes(me: Here) -> dict[str, str]:
    """One's own notes."""
    return {"text": me.live.seats[me.mine[0]].notes}


@router.put("/tables/{id}/notes")
async def keep_notes(me: Here, body: Annotated[Notes, Body()]) -> dict[str, bool]:
    """Keep one's own notes."""
    await me.rooms.hall.change_seat(me.live, me.mine[0], notes=body.text)
    return {"kept": True}


@router.put("/tables/{id}/notify")
async def notify(request: Request, me: Here, body: Annotated[Address, Body()]) -> dict[str, bool]:
    """Be told when it is one's move, by an Apprise URL or by mail, in the language of this request; off by default."""
    seats = me.mine
    if body.mail:
        check_mail(body.mail)
    else:
        await in_thread(check_address, body.url, request.app.state.notify)
    told = PREFIX + body.mail if body.mail else body.url
    for seat in seats:
        await me.rooms.hall.change_seat(me.live, seat, notify=told, language=me.language)
    return {"kept": True}
