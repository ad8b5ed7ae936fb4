"""The HTTP API of a table: seats and play. Everything that a page or a bot needs has an OpenAPI page at /api/docs."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from marne.engine import find_game
from marne.table.asking import (
    Accepted,
    Asked,
    Here,
    Id,
    Token,
    address_of,
    hall_of,
    in_thread,
    json_response,
    not_too_often,
    rooms_of,
    tokens_in,
)
from marne.table.bodies import (
    ERRORS,
    AnswerBody,
    BackBody,
    Consent,
    Join,
    OneAnswer,
    OpenTable,
    Pointed,
    SeedBody,
    SheetBody,
    SuggestBody,
    UndoBody,
    UnitBody,
    WhatIf,
)
from marne.table.errors import TooMany
from marne.table.hall import Hall, NewTable, hash_of
from marne.table.live import name_of
from marne.table.messages import as_json
from marne.table.rows import NOBODY
from marne.table.visitor import MOST
from marne.table.words import language_of

__all__ = ["place_of", "router"]

router = APIRouter(prefix="/api", responses=ERRORS)
MANY = 100
"""Tables in one list at most."""

_PLACE = re.compile(r"(?:^| )(-?\d+),(-?\d+)(?: (\d+))?(?: (\w+))?$")


# -- tables and seats


@router.get("/tables")
async def tables(
    request: Request,
    ids: Annotated[str, Query(max_length=40 * MANY, description="ids with commas between")],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> list[dict[str, Any]]:
    """Tables for a list, newest first: whose turn it is, without the picture. Those one may not see are left out."""
    not_too_often(request, token)
    held = {hash_of(each) for each in tokens_in(token, 2 * MANY)}
    wanted = [id for id in ids.split(",") if id][:MANY]
    return await _listed(hall_of(request), wanted, held, language_of(language, accepted))


async def _listed(hall: Hall, ids: list[str], held: set[str], language: str) -> list[dict[str, Any]]:
    found = []
    for table in await in_thread(hall.store.summaries, [id for id in ids if id.isalnum() and id.isascii()]):
        mine = [seat for seat in table.seats if seat.token and seat.token in held]
        if not mine and not table.kept.watch:
            continue
        after, number = table.next, table.number
        if after is None:
            live = await hall.live(table.kept.id)
            async with live.turn:
                after, number = live.match.actor, len(live.match.log)
        game = find_game(table.kept.game)
        names = game.seats
        vacant = any(seat.kind == "open" for seat in table.seats)
        over = after is None or after == NOBODY
        found.append({
            "id": table.kept.id, "game": table.kept.game, "name": name_of(table.kept, game, language),
            "made": table.kept.made, "number": number, "status": "over" if over else "open" if vacant else "playing",
            "turn": names[after] if after is not None and after >= 0 else "",
            "you": [names[seat.seat] for seat in mine],
        })  # fmt: skip
    return found


@router.post("/tables", status_code=201)
async def open_table(request: Request, wish: Annotated[OpenTable, Body()]) -> dict[str, Any]:
    """Open a table: tokens for the seats that are yours, invitations for the open ones."""
    if not request.app.state.openings.take(address_of(request)):
        raise TooMany("often.tables")
    id, tokens, invitations = await hall_of(request).open_table(NewTable(**wish.model_dump()))
    rooms_of(request).changed(await hall_of(request).live(id))
    return {"id": id, "seats": tokens, "invitations": invitations}


@router.post("/tables/{id}/join")
async def join(request: Request, id: Id, body: Annotated[Join, Body()]) -> dict[str, str]:
    """Take an open seat. The dice's fingerprint is at …/dice before that, so the seed cannot have been guessed."""
    not_too_often(request, None)
    seed = bytes.fromhex(body.seed)
    live, seat, token = await hall_of(request).join(id, body.invitation, body.name, seed)
    rooms_of(request).changed(live)
    return {"seat": seat, "token": token}


@router.put("/tables/{id}/seed")
async def seed(me: Here, body: Annotated[SeedBody, Body()]) -> dict[str, bool]:
    """Mix a seed of one's own into the dice, before the first answer."""
    await me.rooms.hall.mix_in(me.live, me.mine, bytes.fromhex(body.seed))
    return {"kept": True}


@router.get("/tables/{id}")
async def state(me: Here) -> Response:
    """The table as the bearer may see it."""
    me.rooms.wake_computer(me.live)
    return json_response(await me.state())


# -- play


@router.post("/tables/{id}/answers")
async def answer(me: Here, body: Annotated[AnswerBody, Body()]) -> Response:
    """Answer the open ask."""
    await me.answer(body.number, body.answer)
    return json_response(await me.state())


@router.post("/tables/{id}/sheet")
async def sheet(me: Here, body: Annotated[SheetBody, Body()]) -> Response:
    """Several questions answered at once: a force to muster, or tokens to give out."""
    await me.sheet(body.number, body.force, body.tokens)
    return json_response(await me.state())


@router.post("/tables/{id}/undo")
async def undo(me: Here, body: Annotated[UndoBody, Body()]) -> Response:
    """Take back one's own answers, as far as the policy allows."""
    await me.undo(body.number, body.to)
    return json_response(await me.state())


@router.post("/tables/{id}/undo/ask")
async def ask_back(me: Here, body: Annotated[BackBody, Body()]) -> dict[str, bool]:
    """Ask the other side to agree to go further back; done at once where no other person plays."""
    done = await me.ask_back(body.to)
    return {"asked": not done, "done": done}


@router.post("/tables/{id}/undo/consent")
async def consent(me: Here, body: Annotated[Consent, Body()]) -> dict[str, bool]:
    """Agree to go back, or not."""
    await me.agree_back(body.yes)
    return {"done": body.yes}


@router.post("/tables/{id}/wake")
async def wake(me: Here) -> dict[str, bool]:
    """Wake a computer seat that has stopped."""
    return {"woken": me.wake()}


# -- questions: nothing is answered


@router.post("/tables/{id}/why-not")
async def why_not(me: Here, body: Annotated[Pointed, Body()]) -> dict[str, str]:
    """Why a hex or a piece is not offered."""
    return await me.why_not(body.model_dump(exclude_none=True))


@router.post("/tables/{id}/odds")
async def odds(me: Here, body: Annotated[OneAnswer, Body()]) -> Response:
    """The odds of an answer, as far as the seat can know them; null where there are none."""
    return json_response(as_json(await me.odds(body.answer)))


@router.post("/tables/{id}/check")
async def check(me: Here, body: Annotated[OneAnswer, Body()]) -> dict[str, Any]:
    """Whether an answer would be legal, with rule and reason if not, and what a unit would see and reach there."""
    return await me.check(body.answer)


@router.post("/tables/{id}/suggest")
async def suggest(me: Here, body: Annotated[SuggestBody, Body()]) -> list[dict[str, Any]]:
    """Some legal answers to an open question, each with its place: the same ones until it is answered."""
    return [place_of(text) for text in await me.suggest(body.n)]


@router.get("/tables/{id}/suggestions")
async def suggestions(me: Here, most: Annotated[int, Query(ge=1, le=MOST)] = 10) -> list[str]:
    """The same without places: where geometry is open, there is no list of choices."""
    return await me.suggest(most)


def place_of(text: str) -> dict[str, Any]:
    """An answer with its place, where it has one.

    >>> place_of("1000,3000 1400,2600 45 line")
    {'id': '1000,3000 1400,2600 45 line', 'text': '1000,3000 1400,2600 45 line', 'x': 1400, 'y': 2600, 'facing': 45}
    >>> place_of("stay")
    {'id': 'stay', 'text': 'stay'}
    """
    told: dict[str, Any] = {"id": text, "text": text}
    if (place := _PLACE.search(text)) is not None:
        told |= {"x": int(place[1]), "y": int(place[2])}
        if place[3] is not None:
            told["facing"] = int(place[3])
    return told


@router.post("/tables/{id}/whatif")
async def whatif(me: Here, body: Annotated[WhatIf, Body()]) -> Response:
    """The odds of an attack on a hex as it would stand; null where nobody of that side could make it."""
    return json_response(as_json(await me.what_if(body.places, body.hex, body.by)))


@router.post("/tables/{id}/look")
async def look(me: Here, body: Annotated[UnitBody, Body()]) -> dict[str, Any]:
    """Lines of sight and ranges of a unit where it stands, as the asker may know them."""
    return await me.look(body.unit)


@router.get("/tables/{id}/replies")
async def replies(me: Here) -> list[dict[str, Any]]:
    """The attacks that the other side could make in return, if nobody moved before: each hex with its odds.

    Thought from what the seat knows: where something is hidden from it, one fitting hand is imagined.
    """
    return await me.replies()
