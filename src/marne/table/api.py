"""The HTTP API: everything that a page or a bot needs, with an OpenAPI page at /api/docs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Header, Path, Query, Request, Response
from pydantic import AfterValidator

from marne.engine import (
    Event,
    Match,
    Record,
    RecordError,
    Seat,
    find_game,
    read_record,
    rebuild,
    record_of,
    skipped_draws,
    verify_dice,
)
from marne.kit import message_in
from marne.table.bodies import (
    ERRORS,
    Address,
    AnswerBody,
    BackBody,
    Consent,
    Join,
    Notes,
    OddsBody,
    OpenTable,
    Pointed,
    RecordBody,
    Said,
    SeedBody,
    UndoBody,
)
from marne.table.errors import Forbidden, NotFound, TooLarge, TooMany
from marne.table.following import refused
from marne.table.hall import Hall, Live, NewTable, hash_of
from marne.table.limits import ANSWERS
from marne.table.messages import LOG_LINES, as_json, chat_of, log_of, moment_of, seat_viewing
from marne.table.notify import check_address
from marne.table.rooms import Rooms
from marne.table.rows import NOBODY
from marne.table.words import WORDS, language_of, spoken

__all__ = ["address_of", "odds_of", "router", "why_not_of"]

router = APIRouter(prefix="/api", responses=ERRORS)
T = TypeVar("T")

Token = Annotated[str | None, Header(alias="Authorization", max_length=8000)]
Asked = Annotated[str | None, Query(alias="language", max_length=10), AfterValidator(spoken)]
Accepted = Annotated[str | None, Header(alias="Accept-Language", max_length=1000)]
Id = Annotated[str, Path(max_length=40)]
MANY = 100
"""Tables in one list at most."""


def hall_of(request: Request) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


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
    """Each token has its own measure; so has each address, a larger one, so that changing tokens helps nobody."""
    state = request.app.state
    if not state.addresses.take(address_of(request)) or (header and not state.buckets.take(hash_of(header))):
        raise TooMany("often.requests")


async def find(request: Request, id: str, header: str | None) -> tuple[Live, list[Seat]]:
    """A table and the seats that the tokens hold. A token that fits no seat is refused, not taken for a spectator."""
    not_too_often(request, header)
    tokens = tokens_in(header)
    live = await hall_of(request).live(id)
    seats = live.held_by(tokens)
    if tokens and len(seats) < len(set(tokens)):
        raise Forbidden("no.token")
    if not tokens and not live.kept.watch:
        raise Forbidden("no.spectators")
    return live, seats


def mine_or_no(seats: list[Seat]) -> list[Seat]:
    """The seats held; a spectator is refused."""
    if not seats:
        raise Forbidden("no.spectator")
    return seats


def json_response(text: str, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(text, status, media_type="application/json")


# -- tables and seats


@router.get("/tables")
async def tables(
    request: Request,
    ids: Annotated[str, Query(max_length=40 * MANY, description="ids with commas between")],
    token: Token = None,
) -> list[dict[str, Any]]:
    """Tables for a list, newest first: whose turn it is, without the picture. Those one may not see are left out."""
    not_too_often(request, token)
    held = {hash_of(each) for each in tokens_in(token, 2 * MANY)}
    wanted = [id for id in ids.split(",") if id][:MANY]
    return await _listed(hall_of(request), wanted, held)


async def _listed(hall: Hall, ids: list[str], held: set[str]) -> list[dict[str, Any]]:
    found = []
    for table in await in_thread(hall.store.summaries, [id for id in ids if id.isalnum() and id.isascii()]):
        mine = [seat for seat in table.seats if seat["token"] and seat["token"] in held]
        if not mine and not table.kept.watch:
            continue
        after, number = table.next, table.number
        if after is None:
            live = await hall.live(table.kept.id)
            async with live.turn:
                after, number = live.match.actor, len(live.match.log)
        names = find_game(table.kept.game).seats
        vacant = any(seat["kind"] == "open" for seat in table.seats)
        over = after is None or after == NOBODY
        found.append({
            "id": table.kept.id, "game": table.kept.game, "name": table.kept.name, "made": table.kept.made,
            "number": number, "status": "over" if over else "open" if vacant else "playing",
            "turn": names[after] if after is not None and after >= 0 else "",
            "you": [names[seat["seat"]] for seat in mine],
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


# -- looking back


@router.get("/tables/{id}/log")
async def log(
    request: Request,
    id: Id,
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
    start: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0,
) -> Response:
    """The log in words, from a number on."""
    live, seats = await find(request, id, token)

    async with live.turn:
        replay = live.replay(len(live.match.log)) if start < len(live.match.log) - LOG_LINES else None
    events: dict[int, tuple[Event, ...]] = {}
    if replay is not None:
        await in_thread(replay.run, start, events)
    async with live.turn:
        told = log_of(live, seat_viewing(live, seats), language_of(language, accepted), start, events | live.events)
    return json_response(told)


@router.get("/tables/{id}/moments/{number}")
async def moment(
    request: Request,
    id: Id,
    number: Annotated[int, Path(ge=0, le=10_000_000)],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
    seat: Annotated[
        str | None, Query(max_length=40, description="through whose eyes; `spectator` for nobody's")
    ] = None,
) -> Response:
    """A past moment, for replay: through the eyes of a seat that is yours, or of any once the game is over."""
    live, seats = await find(request, id, token)
    words = language_of(language, accepted)
    return json_response(await _moment(live, seats, number, words, seat))


async def _moment(live: Live, seats: list[Seat], number: int, language: str, eyes: str | None) -> str:
    async with live.turn:
        count, viewing = len(live.match.log), seat_viewing(live, seats)
        if number > count:
            raise NotFound("no.moment", count=count)
        if eyes == "spectator":
            viewing = None
        elif eyes is not None:
            if eyes not in live.game.seats:
                raise NotFound("no.such_seat", names=", ".join(live.game.seats))
            viewing = live.game.seats.index(eyes)
            if viewing not in seats and not live.match.over:
                raise Forbidden("no.eyes")
        replay = live.replay(number)
    return await in_thread(lambda: moment_of(count, replay.run(), viewing, language))


@router.get("/tables/{id}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, id: Id, token: Token = None) -> Response:
    """The record: for anyone once the game is over; before that only where nothing in it is hidden from you."""
    live, seats = await find(request, id, token)
    text = await _record(live, seats)
    name = f"{live.kept.game}-{live.kept.id}.marne"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _record(live: Live, seats: list[Seat]) -> str:
    async with live.turn:
        if not live.match.over and len(seats) < len(live.game.seats):
            hidden = any(e.seen_by is not None and not set(seats) & set(e.seen_by) for e in live.match.log)
            if hidden:
                raise Forbidden("no.record")
        return record_of(live.match)


@router.post("/records", status_code=201)
async def upload(request: Request, body: Annotated[RecordBody, Body()]) -> dict[str, Any]:
    """Open a record as a table to replay and go on with; every seat is yours."""
    if not request.app.state.openings.take(address_of(request)):
        raise TooMany("often.tables")
    return await _open_record(hall_of(request), body.text)


async def _open_record(hall: Hall, text: str) -> dict[str, Any]:
    read, match = await in_thread(_read, text)
    id, tokens, _ = await hall.open_record(read, match)
    return {"id": id, "seats": tokens, "number": len(match.log)}


def _read(text: str) -> tuple[Record, Match]:
    read = read_record(text)
    if len(read.lines) > ANSWERS:
        raise TooLarge("large.record", most=f"{ANSWERS:,}")
    return read, rebuild(read)


@router.get("/tables/{id}/dice")
async def dice(request: Request, id: Id, token: Token = None) -> dict[str, Any]:
    """The seed's fingerprint and the seats' seeds, for all who have the address; the secret once the game is over."""
    not_too_often(request, token)
    live = await hall_of(request).live(id)
    async with live.turn:
        rolled, over = live.match.dice, live.match.over
    assert rolled is not None
    told: dict[str, Any] = {"fingerprint": rolled.fingerprint, "seeds": {k: v.hex() for k, v in rolled.seeds.items()}}
    if over:
        told["secret"] = rolled.secret.hex()
    return told


@router.get("/tables/{id}/verify")
async def verify(
    request: Request, id: Id, token: Token = None, language: Asked = None, accepted: Accepted = None
) -> dict[str, Any]:
    """Draw every die of a finished game again; `skipped` draws were thrown away by going back."""
    live, _ = await find(request, id, token)
    return await _verify(live, language_of(language, accepted))


async def _verify(live: Live, language: str) -> dict[str, Any]:
    async with live.turn:
        if not live.match.over:
            raise Forbidden("no.secret")
        text = record_of(live.match)
    if live.kept.origin.endswith("unseeded"):
        why = WORDS.say(language, "verify.unseeded", count=live.kept.origin.split()[0])
        return {"ok": False, "draws": 0, "skipped": 0, "message": why}
    read = read_record(text)
    try:
        return {"ok": True, "draws": await in_thread(verify_dice, read), "skipped": skipped_draws(read), "message": ""}
    except RecordError as error:
        return {"ok": False, "draws": 0, "skipped": skipped_draws(read), "message": message_in(error, language)}


# -- chat, notes, messages


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
    return {"text": live.seats[mine_or_no(seats)[0]]["notes"]}


@router.put("/tables/{id}/notes")
async def keep_notes(request: Request, id: Id, body: Annotated[Notes, Body()], token: Token = None) -> dict[str, bool]:
    """Keep one's own notes."""
    live, seats = await find(request, id, token)
    seat = mine_or_no(seats)[0]
    await hall_of(request).change_seat(live, seat, notes=body.text)
    return {"kept": True}


@router.put("/tables/{id}/notify")
async def notify(request: Request, id: Id, body: Annotated[Address, Body()], token: Token = None) -> dict[str, bool]:
    """Be told when it is one's move, by an Apprise URL; off by default."""
    live, seats = await find(request, id, token)
    mine_or_no(seats)
    await in_thread(check_address, body.url, request.app.state.notify)
    for seat in seats:
        await hall_of(request).change_seat(live, seat, notify=body.url)
    return {"kept": True}
