"""The HTTP API of a table: seats and play. Everything that a page or a bot needs has an OpenAPI page at /api/docs."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response

from marne.engine import Game, Looked, find_game
from marne.kit import heading_in, setting_words, title_in
from marne.table.game import holders
from marne.table.game.live import name_of
from marne.table.game.log_rows import NOBODY, SeatRow
from marne.table.game.open_tables import Hall, NewTable, hash_of
from marne.table.refusals import Forbidden, NotFound
from marne.table.routes.bodies import (
    ERRORS,
    AnswerBody,
    BackBody,
    CardBody,
    Consent,
    FreeBody,
    InvitedBody,
    Join,
    OneAnswer,
    OpenTableBody,
    OwnerBody,
    PartBody,
    Pledged,
    Pointed,
    RecoverBody,
    SeatBody,
    SeedBody,
    SheetBody,
    SignBody,
    SuggestBody,
    UndoBody,
    UnitBody,
    WatchBody,
    WhatIf,
)
from marne.table.routes.request import (
    Accepted,
    Asked,
    Here,
    Id,
    Token,
    hall_of,
    json_response,
    may_open,
    not_too_often,
    rooms_of,
    store_of,
    tokens_in,
)
from marne.table.store.database import Store
from marne.table.view.messages import as_json
from marne.table.view.payloads import Checked, Invited, Listed, Reply, SeatListed, Suggested, Watching
from marne.table.view.visitor import MOST
from marne.table.words import language_of

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)
MANY = 100
"""Tables in one list at most."""


# -- tables and seats


@router.get("/tables", response_model=list[dict[str, Any]])
async def tables(
    request: Request,
    ids: Annotated[str, Query(max_length=40 * MANY, description="ids with commas between")],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> list[Listed]:
    """Tables for a list, newest first: whose turn it is, without the picture. Those one may not see are left out."""
    not_too_often(request, token)
    held = {hash_of(each) for each in tokens_in(token, 2 * MANY)}
    hall, store = hall_of(request), store_of(request)
    for id in await store.run(store.seen, sorted(held)) if held else ():
        live = await hall.live(id)
        await holders.greet(hall, live, [seat.seat for seat in live.seats if seat.token in held])
        rooms_of(request).changed(live)
    wanted = [id for id in ids.split(",") if id][:MANY]
    return await _listed(hall, store, wanted, held, language_of(language, accepted))


async def _listed(hall: Hall, store: Store, ids: list[str], held: set[str], language: str) -> list[Listed]:
    found: list[Listed] = []
    for table in await store.run(store.summaries, [id for id in ids if id.isalnum() and id.isascii()]):
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
        found.append(
            {
                "id": table.kept.id,
                "game": table.kept.game,
                "name": name_of(table.kept, game, language),
                "made": table.kept.made,
                "number": number,
                "status": "over" if over else "open" if vacant else "playing",
                "turn": names[after] if after is not None and after >= 0 else "",
                "you": [names[seat.seat] for seat in mine],
                "scenario": scenario_in(game, language, table.kept.setting["scenario"]),
                "seats": seats_listed(table.seats, names),
                "last": table.last or table.kept.made,
            }
        )
    return found


def seats_listed(seats: Sequence[SeatRow], names: Sequence[str]) -> list[SeatListed]:
    """Who holds which seat."""
    return [
        {"name": names[seat.seat], "kind": seat.plays, "player": seat.player, "label": seat.label} for seat in seats
    ]


def scenario_in(game: Game, language: str, name: str) -> str:
    """A scenario in words."""
    plain = {scenario.name: scenario.title for scenario in game.scenarios}
    return str(setting_words(game, language).get("scenarios", {}).get(name, plain.get(name, name)))


@router.post("/tables/{id}/invited", response_model=dict[str, Any])
async def invited(
    request: Request, id: Id, body: Annotated[InvitedBody, Body()], language: Asked = None, accepted: Accepted = None
) -> Invited:
    """What an invitation is to, for whoever has its code: game, scenario, seat, and who invites."""
    not_too_often(request, None)
    live, hashed = await hall_of(request).live(id), hash_of(body.invitation)
    spoken = language_of(language, accepted)
    game, names = live.game, live.game.seats
    for seat in live.seats:
        if seat.invitation and hmac.compare_digest(seat.invitation, hashed):
            by = next((each.label for each in live.seats if each.kind == "person" and each.label), "")
            return {
                "game": game.name,
                "title": title_in(game, spoken),
                "name": live.name_in(spoken),
                "scenario": scenario_in(game, spoken, live.kept.setting["scenario"]),
                "seat": names[seat.seat],
                "seat_title": heading_in(game, spoken, names[seat.seat]),
                "by": by,
                "seats": seats_listed(live.seats, names),
            }
    raise Forbidden("no.invitation")


@router.post("/tables", status_code=201)
async def open_table(request: Request, wish: Annotated[OpenTableBody, Body()]) -> dict[str, Any]:
    """Open a table: tokens for the seats that are yours, invitations for the open ones, and a token of the opener's,
    which closes the table or frees a silent player's seat."""
    may_open(request)
    facts = wish.model_dump(exclude=set(Pledged.model_fields))
    made = await hall_of(request).open_table(NewTable(**facts, pledge=wish.pledge))
    rooms_of(request).changed(await hall_of(request).live(made.id))
    return {"id": made.id, "seats": made.tokens, "invitations": made.invitations, "owner": made.owner}


@router.post("/tables/{id}/join")
async def join(request: Request, id: Id, body: Annotated[Join, Body()]) -> dict[str, str]:
    """Take an open seat. What the server and the others have bound themselves to is at …/dice before that: keep it."""
    live, seat, token = await hall_of(request).join(id, body.invitation, body.name, body.pledge)
    rooms_of(request).show_out(live, live.game.seats.index(seat))
    rooms_of(request).changed(live)
    return {"seat": seat, "token": token}


@router.put("/tables/{id}/seed")
async def seed(me: Here, body: Annotated[SeedBody, Body()]) -> dict[str, bool]:
    """Show the seed that one has committed to, once everybody sits: no other one is taken, and the game begins with the
    last."""
    await me.reveal(bytes.fromhex(body.seed))
    return {"kept": True}


@router.post("/tables/{id}/parts")
async def part(me: Here, body: Annotated[PartBody, Body()]) -> dict[str, bool]:
    """Show the next link of one's hash chain to the draw that waits for it; the die falls with the last one."""
    await me.give_part(body.draw, bytes.fromhex(body.part))
    return {"taken": True}


@router.post("/tables/{id}/parts/without")
async def without(me: Here) -> dict[str, bool]:
    """Agree to play on without parts; `done` once everybody has."""
    return {"done": await me.go_without()}


@router.post("/tables/{id}/sign")
async def sign(me: Here, body: Annotated[SignBody, Body()]) -> dict[str, bool]:
    """Countersign the head of a finished game after a row, by the key that one's seat is bound to."""
    await me.countersign(body.row, body.signature.lower())
    return {"signed": True}


@router.post("/tables/{id}/token")
async def renew(me: Here) -> dict[str, str]:
    """A new token for one's seat; the old one holds nothing any more, and its sockets are closed."""
    return {"token": await me.renew()}


@router.delete("/tables/{id}/token")
async def revoke(me: Here) -> dict[str, bool]:
    """Give one's seat up: nobody holds it until the opener of the table invites somebody."""
    await me.revoke()
    return {"revoked": True}


@router.post("/tables/{id}/handover")
async def hand_over(me: Here) -> dict[str, str]:
    """An invitation to one's own seat; one's token holds until it is taken up."""
    return {"invitation": await me.hand_over()}


@router.post("/tables/{id}/recover")
async def recover(request: Request, id: Id, body: Annotated[RecoverBody, Body()]) -> dict[str, str]:
    """A new token for a seat, by the recovery word that its holder kept; everybody at the table is told."""
    live = await hall_of(request).live(id)
    seat, token = await holders.recover(hall_of(request), live, body.word)
    rooms_of(request).show_out(live, seat)
    rooms_of(request).changed(live)
    return {"seat": live.game.seats[seat], "token": token}


@router.post("/tables/{id}/word")
async def word(me: Here) -> dict[str, str]:
    """A recovery word for one's seat: it gives the seat back to a player who lost the token."""
    return {"word": await me.new_word()}


@router.post("/tables/{id}/free")
async def free(request: Request, id: Id, body: Annotated[FreeBody, Body()]) -> dict[str, str | bool | float]:
    """By the opener's token: an `invitation` to a seat that nobody holds. A silent player's seat is asked for first,
    may be freed at `due` if the player stays silent, and is then played by the `staff`, or open to somebody else."""
    hall, rooms = hall_of(request), rooms_of(request)
    live = await hall.live(id)
    if body.seat not in live.game.seats:
        raise NotFound("no.such_seat", names=", ".join(live.game.seats))
    seat = live.game.seats.index(body.seat)
    before = live.seats[seat].asked
    freed = await holders.free(hall, live, body.owner, seat, rooms.present(id))
    if freed.due and not before:
        rooms.tell_holder(live, seat, "handed.asked")
    rooms.changed(live)
    return freed._asdict()


@router.post("/tables/{id}/close")
async def close(request: Request, id: Id, body: Annotated[OwnerBody, Body()]) -> dict[str, bool]:
    """By the opener's token: nobody answers here any more. The game has no result, and nothing hidden is shown."""
    live = await hall_of(request).live(id)
    await holders.close(hall_of(request), live, body.owner)
    rooms_of(request).changed(live)
    return {"closed": True}


@router.put("/tables/{id}/watch")
async def watch(me: Here, body: Annotated[WatchBody, Body()]) -> dict[str, int]:
    """Let spectators look on, or send them away: `gone` is how many had to go."""
    return {"gone": await me.let_watch(body.watch)}


@router.get("/tables/{id}/spectators", response_model=dict[str, Any])
async def spectators(me: Here) -> Watching:
    """Whether anybody may look on and who does, for those who sit here: `mark` to call one by, `since` when, `place`
    alike for those who come from one address."""
    return me.watching()


@router.delete("/tables/{id}/spectators/{mark}")
async def send_away(me: Here, mark: Annotated[str, Path(max_length=8)]) -> dict[str, int]:
    """Send one spectator away, with whoever looks on from the same address; `gone` is how many had to go. For some
    hours nobody comes back from there without a seat."""
    return {"gone": me.send_away(mark)}


@router.get("/tables/{id}")
async def state(me: Here) -> Response:
    """The table as the bearer may see it."""
    me.rooms.wake_computer(me.live)
    return json_response(await me.state())


# -- play


@router.post("/tables/{id}/answers")
async def answer(me: Here, body: Annotated[AnswerBody, Body()]) -> Response:
    """Answer the open ask."""
    await me.answer(body.number, body.answer, moment=body.moment)
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


@router.post("/tables/{id}/resign")
async def resign(me: Here, body: Annotated[SeatBody, Body()]) -> Response:
    """Give the game up: the other side has won, and the game is over."""
    await me.resign(body.seat)
    return json_response(await me.state())


@router.post("/tables/{id}/draw")
async def offer_draw(me: Here, body: Annotated[SeatBody, Body()]) -> dict[str, bool]:
    """Offer a draw; done at once where one person holds all seats. It lapses when the other side plays on."""
    done = await me.offer_draw(body.seat)
    return {"offered": not done, "done": done}


@router.post("/tables/{id}/draw/answer")
async def answer_offer(me: Here, body: Annotated[Consent, Body()]) -> dict[str, bool]:
    """Agree to the draw that is offered, or not; whoever offered it takes it back with a no."""
    await me.answer_offer(body.yes)
    return {"done": body.yes}


@router.post("/tables/{id}/wake")
async def wake(me: Here) -> dict[str, bool]:
    """Wake a computer seat that has stopped."""
    return {"woken": me.wake()}


@router.post("/tables/{id}/hurry")
async def hurry(me: Here) -> dict[str, bool]:
    """Let a computer that thinks move now, with the best it has found; so it goes on until others are asked."""
    return {"hurried": me.hurry()}


# -- questions: nothing is answered


@router.post("/tables/{id}/why-not")
async def why_not(me: Here, body: Annotated[Pointed, Body()]) -> dict[str, str]:
    """Why a hex or a piece is not offered."""
    return await me.why_not(body.model_dump(exclude_none=True))


@router.post("/tables/{id}/card", response_model=None)
async def card(me: Here, body: Annotated[CardBody, Body()]) -> Response:
    """A hex on a card: its ground, what the game says of it, who gets there, the way of a piece, lines of supply."""
    return json_response(as_json(await me.card(body.hex, body.piece)))


@router.post("/tables/{id}/odds")
async def odds(me: Here, body: Annotated[OneAnswer, Body()]) -> Response:
    """The odds of an answer, as far as the seat can know them; null where there are none."""
    return json_response(as_json(await me.odds(body.answer)))


@router.post("/tables/{id}/check", response_model=dict[str, Any])
async def check(me: Here, body: Annotated[OneAnswer, Body()]) -> Checked:
    """Whether an answer would be legal, with rule and reason if not, and what a unit would see and reach there."""
    return await me.check(body.answer)


@router.post("/tables/{id}/suggest", response_model=list[dict[str, Any]])
async def suggest(me: Here, body: Annotated[SuggestBody, Body()]) -> list[Suggested]:
    """Some legal answers to an open question, each with its place: the same ones until it is answered."""
    return await me.suggest(body.n)


@router.get("/tables/{id}/suggestions")
async def suggestions(me: Here, most: Annotated[int, Query(ge=1, le=MOST)] = 10) -> list[str]:
    """The same without places: where geometry is open, there is no list of choices."""
    return [found["id"] for found in await me.suggest(most)]


@router.post("/tables/{id}/whatif")
async def whatif(me: Here, body: Annotated[WhatIf, Body()]) -> Response:
    """The odds of an attack on a hex as it would stand; null where nobody of that side could make it."""
    return json_response(as_json(await me.what_if(body.places, body.hex, body.by)))


@router.post("/tables/{id}/look", response_model=dict[str, Any])
async def look(me: Here, body: Annotated[UnitBody, Body()]) -> Looked:
    """Lines of sight and ranges of a unit where it stands, as the asker may know them."""
    return await me.look(body.unit)


@router.get("/tables/{id}/replies", response_model=list[dict[str, Any]])
async def replies(me: Here) -> list[Reply]:
    """The attacks that the other side could make in return, if nobody moved before: each hex with its odds.

    Thought from what the seat knows: where something is hidden from it, one fitting hand is imagined.
    """
    return await me.replies()
