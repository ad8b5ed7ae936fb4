"""The HTTP API of a table: seats and play. Everything that a page or a bot needs has an OpenAPI page at /api/docs."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from marne.engine import Seat, find_game
from marne.table.asking import (
    Accepted,
    Asked,
    Id,
    Token,
    address_of,
    find,
    hall_of,
    in_thread,
    json_response,
    mine_or_no,
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
    OddsBody,
    OpenTable,
    Pointed,
    SeedBody,
    UndoBody,
)
from marne.table.errors import Forbidden, TooMany
from marne.table.following import refused
from marne.table.hall import Hall, NewTable, hash_of
from marne.table.live import Live, name_of
from marne.table.messages import as_json, seat_viewing
from marne.table.rows import NOBODY
from marne.table.words import language_of

__all__ = ["odds_of", "router", "why_not_of"]

router = APIRouter(prefix="/api", responses=ERRORS)
MANY = 100
"""Tables in one list at most."""


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
async def seed(request: Request, id: Id, body: Annotated[SeedBody, Body()], token: Token = None) -> dict[str, bool]:
    """Mix a seed of one's own into the dice, before the first answer."""
    live, seats = await find(request, id, token)
    await hall_of(request).mix_in(live, mine_or_no(seats), bytes.fromhex(body.seed))
    return {"kept": True}


@router.get("/tables/{id}")
async def state(
    request: Request, id: Id, token: Token = None, language: Asked = None, accepted: Accepted = None
) -> Response:
    """The table as the bearer may see it."""
    live, seats = await find(request, id, token)
    rooms_of(request).wake_computer(live)
    return json_response(await rooms_of(request).state(live, seats, language_of(language, accepted)))


# -- play


@router.post("/tables/{id}/answers")
async def answer(
    request: Request,
    id: Id,
    body: Annotated[AnswerBody, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> Response:
    """Answer the open ask."""
    live, seats = await find(request, id, token)
    mine_or_no(seats)
    await rooms_of(request).answer(live, seats, body.number, body.answer)
    rooms_of(request).changed(live)
    return json_response(await rooms_of(request).state(live, seats, language_of(language, accepted)))


@router.post("/tables/{id}/undo")
async def undo(
    request: Request,
    id: Id,
    body: Annotated[UndoBody, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> Response:
    """Take back one's own answers, as far as the policy allows."""
    live, seats = await find(request, id, token)
    await hall_of(request).undo(live, mine_or_no(seats), body.number, body.to)
    rooms_of(request).changed(live)
    return json_response(await rooms_of(request).state(live, seats, language_of(language, accepted)))


@router.post("/tables/{id}/undo/ask")
async def ask_back(request: Request, id: Id, body: Annotated[BackBody, Body()], token: Token = None) -> dict[str, bool]:
    """Ask the other side to agree to go further back; done at once where no other person plays."""
    live, seats = await find(request, id, token)
    done = await hall_of(request).ask_back(live, mine_or_no(seats), body.to)
    rooms_of(request).changed(live)
    return {"asked": not done, "done": done}


@router.post("/tables/{id}/undo/consent")
async def consent(request: Request, id: Id, body: Annotated[Consent, Body()], token: Token = None) -> dict[str, bool]:
    """Agree to go back, or not."""
    live, seats = await find(request, id, token)
    await hall_of(request).agree_back(live, mine_or_no(seats), body.yes)
    rooms_of(request).changed(live)
    return {"done": body.yes}


@router.post("/tables/{id}/wake")
async def wake(request: Request, id: Id, token: Token = None) -> dict[str, bool]:
    """Wake a computer seat that has stopped."""
    live, seats = await find(request, id, token)
    mine_or_no(seats)
    return {"woken": rooms_of(request).wake_stopped(live)}


@router.post("/tables/{id}/why-not")
async def why_not(
    request: Request,
    id: Id,
    body: Annotated[Pointed, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> dict[str, str]:
    """Why a hex or a piece is not offered."""
    live, seats = await find(request, id, token)
    target = body.model_dump(exclude_none=True)
    return await why_not_of(live, seats, target, language_of(language, accepted))


async def why_not_of(live: Live, seats: list[Seat], target: dict[str, str], language: str) -> dict[str, str]:
    """The reason with its rule; empty where the thing is offered."""
    async with live.turn:
        refusal = live.sight(seat_viewing(live, seats)).why_not(target, language)
    return {"rule": "", "why": ""} if refusal is None else {"rule": refusal.rule, "why": refusal.why}


@router.post("/tables/{id}/odds")
async def odds(
    request: Request,
    id: Id,
    body: Annotated[OddsBody, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> Response:
    """The odds of an answer, as far as the seat can know them; null where there are none."""
    live, seats = await find(request, id, token)
    told = await odds_of(live, mine_or_no(seats), body.answer, language_of(language, accepted))
    return json_response(as_json(told))


async def odds_of(live: Live, seats: list[Seat], text: str, language: str) -> Any:
    """An explanation, or None."""
    async with live.turn:
        match = live.match
        if match.actor not in seats:
            raise Forbidden("no.turn")
        option = match.position.read(text)
        if option is None:
            raise refused(live.sight(match.actor), text)
        sight = live.sight(match.actor)
    return await in_thread(sight.odds, option, language)


@router.get("/tables/{id}/suggestions")
async def suggestions(
    request: Request, id: Id, token: Token = None, most: Annotated[int, Query(ge=1, le=50)] = 10
) -> list[str]:
    """Some legal answers for the seat that must answer: where geometry is open, there is no list of choices."""
    live, seats = await find(request, id, token)
    return await _suggestions(live, mine_or_no(seats), most)


async def _suggestions(live: Live, seats: list[Seat], most: int) -> list[str]:
    async with live.turn:
        match = live.match
        if match.actor not in seats:
            raise Forbidden("no.turn")
        view = live.sight(match.actor).seen.view
        return list(dict.fromkeys(map(view.write, view.suggest(Random(), most))))
