"""Looking back: the log in words, past moments, records in and out, and the dice drawn again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response

from marne.engine import game_names
from marne.engine.registry import where_is
from marne.players import explains
from marne.table.game.log_rows import PartRow
from marne.table.game.replayed import Played, uploaded
from marne.table.game.snapshots import played as played_from
from marne.table.refusals import Forbidden, NotFound
from marne.table.routes.bodies import ERRORS, RecordBody
from marne.table.routes.request import (
    Here,
    Id,
    Token,
    address_of,
    hall_of,
    json_response,
    may_open,
    not_too_often,
    rooms_of,
)
from marne.table.view.messages import LOG_LINES, as_json, log_of, moment_of, promised, seat_viewing
from marne.table.view.visitor import Visitor
from marne.table.view.vouched import Sealed
from marne.table.words import WORDS
from marne.table.work import jobs
from marne.table.work.queue import Payer

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)

PLAYED_ON = 40
"""Where staffs play on from moments of a game, it costs so many times its answers."""
HEARING = 4_000
"""What a council that is heard again costs, in answers."""
STRIDE = 100
"""What a past moment costs, in answers: a process keeps a position every so many."""
LONG = 500
"""So many rows of a running game are written as they stand, in a thread; more by a process."""
SPARED = 10
"""So many rows of a record that is written cost as much as an answer."""
LETTERS = 20
"""So many letters of a record are an answer at least."""


@router.get("/tables/{id}/log")
async def log(me: Here, start: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0) -> Response:
    """The log in words, from a number on."""
    live = me.live
    async with live.turn:
        viewing, count = seat_viewing(live, me.seats), len(live.match.log)
        if start >= count - LOG_LINES:
            return json_response(log_of(live, viewing, me.language, start, live.events))
        over, seq = live.match.over, live.seq

    async def prepare() -> tuple[Any, ...]:
        async with live.turn:
            played, notices = await played_from(me.rooms.hall, live, start=start), live.notices
        return replace(live.kept, secret=b""), played, notices, viewing, me.language, start

    cost = count - start + STRIDE
    if over and start == 0:
        key = ("log", live.kept.id, seq, viewing, me.language)
        return json_response(await me.works.once(key, me.payer, cost, jobs.log, prepare))
    return json_response(await me.works.prepared(me.payer, cost, jobs.log, prepare))


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
        if number == count:
            return json_response(moment_of(count, live.match, viewing, me.language))

    async def prepare() -> tuple[Any, ...]:
        async with live.turn:
            return await played_from(me.rooms.hall, live, number), count, viewing, me.language

    return json_response(await me.works.prepared(me.payer, STRIDE, jobs.moment, prepare))


@router.get("/tables/{id}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(me: Here) -> Response:
    """The record: for anyone once the game is over; before that only where nothing in it is hidden from you."""
    name = f"{me.live.kept.game}-{me.live.kept.id}.marne"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(await _text(me), media_type="text/plain", headers=headers)


async def _text(me: Visitor) -> str:
    """The record, with every row, signed, where the table has a chain; of a finished game it is written once."""
    live, store, mine = me.live, me.rooms.hall.store, set(me.seats)

    def everything() -> bool:
        """Whether the reader may have every row; refused if not even the answers."""
        whole = live.match.over or len(mine) == len(live.game.seats)
        if not whole and any(e.seen_by is not None and not mine & set(e.seen_by) for e in live.match.log):
            raise Forbidden("no.record")
        return whole

    async def sealed() -> Sealed | None:
        if not everything() or not live.kept.began or live.vacant or live.stuck:
            return None
        return Sealed.of(live.kept, live.seats, await store.run(store.log, live.kept.id), me.rooms.hall.secret)

    async def prepare() -> tuple[Any, ...]:
        async with live.turn:
            return Played.of(live.match), live.match.dice, await sealed()

    async with live.turn:
        everything()
        over, seq = live.match.over, live.seq
    cost = STRIDE + seq / SPARED
    if over:
        return await me.works.once(("record", live.kept.id, seq), me.payer, cost, jobs.recorded, prepare)
    if seq <= LONG:
        async with live.turn:
            return await me.beside(jobs.written, live.match, await sealed())
    return await me.works.prepared(me.payer, cost, jobs.recorded, prepare)


@router.post("/records", status_code=201)
async def upload(request: Request, body: Annotated[RecordBody, Body()]) -> dict[str, Any]:
    """Open a record as a table to replay and go on with; every seat is yours."""
    may_open(request, len(body.text))
    hall, where = hall_of(request), {name: where_is(name) for name in game_names()}
    read = await rooms_of(request).works.do(
        Payer(address_of(request)), 100 + len(body.text) / LETTERS, uploaded, where, body.text
    )
    made = await hall.open_record(read)
    return {"id": made.id, "game": read.game, "seats": made.tokens, "owner": made.owner, "number": len(read.rows)}


@router.get("/tables/{id}/dice")
async def dice(request: Request, id: Id, token: Token = None) -> dict[str, Any]:
    """What everybody is bound to, for all who have the address: the fingerprint of the server's secret, the hashes of
    the seats' seeds and the heads of their chains; the seeds once everybody sits, the secret once the game is over."""
    not_too_often(request, token)
    live = await hall_of(request).live(id)
    async with live.turn:
        return {**promised(live), "key": hall_of(request).secret.key}


@router.get("/tables/{id}/verify", response_model=dict[str, Any])
async def verify(
    me: Here,
    head: Annotated[str, Query(max_length=64, description="a head of the log that one kept")] = "",
    key: Annotated[str, Query(max_length=64, description="the server's key that one kept")] = "",
) -> Response:
    """Draw every die of a finished game again; `skipped` draws were thrown away by going back. The verdict is `fair`
    only against a head and a key that one kept, up to row `rows` of `of`; `uncovered` where the game ended after that
    head, `consistent` without one, and `broken` where a die does not fit."""
    live, language = me.live, me.language
    async with live.turn:
        if not live.match.over:
            raise Forbidden("no.secret")
        seq, cost = live.seq, 2 * len(live.match.log)
    if live.kept.origin.endswith("unseeded"):
        why = WORDS.say(language, "verify.unseeded", count=live.kept.origin.split()[0])
        told = {"ok": False, "verdict": "broken", "draws": 0, "skipped": 0, "message": why, "head": ""}
        return json_response(as_json(told))

    text = await _text(me)

    async def prepare() -> tuple[Any, ...]:
        return live.game.name, where_is(live.game.name), text, language, head, key

    asked = ("verify", live.kept.id, seq, language, head, key)
    return json_response(await me.works.once(asked, me.payer, cost, jobs.verified, prepare))


@router.get("/tables/{id}/draws", response_model=list[dict[str, Any]])
async def draws(me: Here) -> Response:
    """Every die of a finished game with all that is needed to draw it again, beside …/dice: a page need not believe."""
    live, store = me.live, me.rooms.hall.store
    async with live.turn:
        if not live.match.over:
            raise Forbidden("no.secret")
        seq, cost = live.seq, 2 * len(live.match.log)

    async def prepare() -> tuple[Any, ...]:
        parts: dict[int, dict[str, str]] = {}
        for row in await store.run(store.log, live.kept.id):
            if isinstance(row, PartRow):
                parts.setdefault(row.number, {})[live.game.seats[row.actor]] = row.part.hex()
        async with live.turn:
            return Played.of(live.match), parts

    key = ("draws", live.kept.id, seq)
    return json_response(await me.works.once(key, me.payer, cost, jobs.draws, prepare))


async def _of_a_finished_game(me: Visitor, refusal: str, job: Callable[..., str], times: int, *reader: Any) -> Response:
    """What a job makes of a game that is over, for a reader. It costs so many times its answers, and is made once."""
    live = me.live
    async with live.turn:
        if not live.match.over:
            raise Forbidden(refusal)
        seq, cost = live.seq, times * len(live.match.log)

    async def prepare() -> tuple[Any, ...]:
        async with live.turn:
            return Played.of(live.match), *reader

    key = (refusal, live.kept.id, seq, *reader)
    return json_response(await me.works.once(key, me.payer, cost, job, prepare))


@router.get("/tables/{id}/luck", response_model=dict[str, Any])
async def luck(me: Here) -> Response:
    """Expected against actual for every die of a finished game, by the seat whose answer led to it."""
    return await _of_a_finished_game(me, "no.luck", jobs.luck, 2, seat_viewing(me.live, me.seats), me.language)


@router.get("/tables/{id}/story", response_model=dict[str, Any])
async def story(me: Here) -> Response:
    """The story of a finished game: sentences, the score as it went, turning points by name, losses by army."""
    return await _of_a_finished_game(me, "no.story", jobs.story, 3, me.language)


@router.get("/tables/{id}/analysis", response_model=dict[str, Any])
async def analysis(me: Here) -> Response:
    """How a finished game stood from beginning to end, and where it turned."""
    advice = me.live.game.advice
    times = 3 if advice is not None and advice.judges else PLAYED_ON
    return await _of_a_finished_game(me, "no.analysis", jobs.analysed, times, me.language)


@router.get("/tables/{id}/analysis/{number}", response_model=list[dict[str, Any]])
async def heard(me: Here, number: Annotated[int, Path(ge=0, le=1_000_000)]) -> Response:
    """What a council would have heard before an answer; empty where it is no question for one. While the game runs that
    is told of answers of a computer that holds councils, as far as the reader's seat knows."""
    live = me.live
    async with live.turn:
        seq, over, viewing = live.seq, live.match.over, seat_viewing(live, me.seats)
        asked = {seat.seat for seat in live.seats if explains(live.game, seat.player)}
        if not over and not any(entry.actor in asked for entry in live.match.log[number : number + 1]):
            raise Forbidden("no.analysis")
        if number >= len(live.match.log):
            raise NotFound("no.moment", count=len(live.match.log))
        entry = live.match.log[number]

    async def prepare() -> tuple[Any, ...]:
        async with live.turn:
            if over:
                return Played.of(live.match), number, me.language
            readable = entry.seen_by is None or viewing in entry.seen_by
            return (
                await played_from(me.rooms.hall, live, number),
                viewing,
                entry.text if readable else None,
                me.language,
            )

    if not over:
        reason = ("why", live.kept.id, seq, number, viewing, me.language)
        return json_response(await me.works.once(reason, me.payer, HEARING, jobs.why, prepare))

    key = ("heard", live.kept.id, seq, number, me.language)
    return json_response(await me.works.once(key, me.payer, HEARING, jobs.heard, prepare))
