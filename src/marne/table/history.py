"""Looking back: the log in words, past moments, records in and out, and the dice drawn again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response

from marne.engine import (
    Event,
    Match,
    Record,
    RecordError,
    read_record,
    rebuild,
    record_of,
    skipped_draws,
    verify_dice,
)
from marne.kit import message_in
from marne.table.asking import (
    Here,
    Id,
    Token,
    address_of,
    hall_of,
    in_thread,
    json_response,
    not_too_often,
)
from marne.table.bodies import ERRORS, RecordBody
from marne.table.errors import Forbidden, NotFound, TooLarge, TooMany
from marne.table.hall import Hall
from marne.table.limits import ANSWERS
from marne.table.messages import LOG_LINES, log_of, moment_of, seat_viewing
from marne.table.words import WORDS

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/tables/{id}/log")
async def log(me: Here, start: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0) -> Response:
    """The log in words, from a number on."""
    live = me.live
    async with live.turn:
        replay = live.replay(len(live.match.log)) if start < len(live.match.log) - LOG_LINES else None
    events: dict[int, tuple[Event, ...]] = {}
    if replay is not None:
        await in_thread(replay.run, start, events)
    async with live.turn:
        told = log_of(live, seat_viewing(live, me.seats), me.language, start, events | live.events)
    return json_response(told)


@router.get("/tables/{id}/moments/{number}")
async def moment(
    me: Here,
    number: Annotated[int, Path(ge=0, le=10_000_000)],
    seat: Annotated[
        str | None, Query(max_length=40, description="through whose eyes; `spectator` for nobody's")
    ] = None,
) -> Response:
    """A past moment, for replay: through the eyes of a seat that is yours, or of any once the game is over."""
    live = me.live
    async with live.turn:
        count, viewing = len(live.match.log), seat_viewing(live, me.seats)
        if number > count:
            raise NotFound("no.moment", count=count)
        if seat == "spectator":
            viewing = None
        elif seat is not None:
            viewing = me.called(seat)
            if viewing not in me.seats and not live.match.over:
                raise Forbidden("no.eyes")
        replay = live.replay(number)
    return json_response(await in_thread(lambda: moment_of(count, replay.run(), viewing, me.language)))


@router.get("/tables/{id}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(me: Here) -> Response:
    """The record: for anyone once the game is over; before that only where nothing in it is hidden from you."""
    live, mine = me.live, set(me.seats)
    async with live.turn:
        hidden = any(e.seen_by is not None and not mine & set(e.seen_by) for e in live.match.log)
        if hidden and not live.match.over and len(mine) < len(live.game.seats):
            raise Forbidden("no.record")
        text = record_of(live.match)
    name = f"{live.kept.game}-{live.kept.id}.marne"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


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
async def verify(me: Here) -> dict[str, Any]:
    """Draw every die of a finished game again; `skipped` draws were thrown away by going back."""
    live, language = me.live, me.language
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
