"""The HTTP API: everything that a page or a bot needs, with an OpenAPI page at /api/docs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Header, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from marne.engine import (
    CHANCE,
    FairDice,
    MarneError,
    Match,
    Seat,
    find_game,
    game_names,
    read_record,
    rebuild,
    record_of,
    verify_dice,
)
from marne.lab.rules_map import read_index
from marne.players import player_names
from marne.table.errors import Forbidden, NotFound, TooMany
from marne.table.hall import Hall, Live, NewTable, hash_of
from marne.table.limits import CHAT
from marne.table.messages import log_of, moment_of, seat_viewing
from marne.table.notify import check_address
from marne.table.rooms import Rooms

__all__ = ["router"]

router = APIRouter(prefix="/api")
T = TypeVar("T")

Token = Annotated[str | None, Header(alias="Authorization", max_length=2000)]
Language = Annotated[str, Query(pattern="^(en|es)$")]


class Strict(BaseModel):
    """A body whose unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class OpenTable(Strict):
    """A table to open."""

    game: str = Field(max_length=64)
    scenario: str = Field("", max_length=64)
    edition: str = Field("", max_length=64)
    options: dict[str, str] = Field(default_factory=dict, max_length=64)
    seats: dict[str, str] = Field(default_factory=dict, max_length=8)
    name: str = Field("", max_length=120)
    watch: bool = True


class Join(Strict):
    """An invitation taken up; `seed` (hex) is mixed into the dice."""

    invitation: str = Field(max_length=100)
    name: str = Field("", max_length=80)
    seed: str = Field("", max_length=64, pattern="^([0-9a-fA-F]{2})*$")


class AnswerBody(Strict):
    """An answer: `number` is how many answers the client had seen."""

    number: int = Field(ge=0, le=10_000_000)
    answer: str = Field(max_length=4000)


class UndoBody(Strict):
    """Going back to a moment; without `to`, one answer."""

    number: int = Field(ge=0, le=10_000_000)
    to: int | None = Field(None, ge=0, le=10_000_000)


class BackBody(Strict):
    """A wish to go further back than one may alone."""

    to: int = Field(ge=0, le=10_000_000)


class Consent(Strict):
    """Yes or no."""

    yes: bool


class Pointed(Strict):
    """What was clicked."""

    hex: str | None = Field(None, max_length=40)
    piece: str | None = Field(None, max_length=80)


class OddsBody(Strict):
    """The answer whose odds are asked for."""

    answer: str = Field(max_length=4000)


class Words(Strict):
    """Some text."""

    text: str = Field(max_length=20_000)


class Address(Strict):
    """Where to send "your move": an Apprise URL, or empty for none."""

    url: str = Field("", max_length=500)


def hall_of(request: Request) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


def rooms_of(request: Request) -> Rooms:
    """The rooms of this server."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def tokens_in(header: str | None) -> list[str]:
    """The tokens of an Authorization header: one for each seat held, with commas between."""
    if not header:
        return []
    scheme, _, given = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Forbidden("expected 'Authorization: Bearer TOKEN'")
    return [token.strip() for token in given.split(",") if token.strip()][:8]


async def in_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Database and rules run beside the event loop."""
    return await asyncio.to_thread(work, *arguments)


async def find(request: Request, id: str, header: str | None) -> tuple[Live, list[Seat]]:
    """A table and the seats that the tokens hold. A token that fits no seat is refused, not taken for a spectator."""
    if not request.app.state.buckets.take(hash_of(header) if header else f"from {_from(request)}"):
        raise TooMany("too many requests; wait a moment")
    live = await in_thread(hall_of(request).live, id)
    tokens = tokens_in(header)
    seats = live.held_by(tokens)
    if tokens and len(seats) < len(tokens):
        raise Forbidden("that token holds no seat at this table")
    if not tokens and not live.kept.watch:
        raise Forbidden("this table has no spectators")
    return live, seats


def _from(request: Request) -> str:
    return request.client.host if request.client else "?"


def mine_or_no(seats: list[Seat]) -> list[Seat]:
    """The seats held; a spectator is refused."""
    if not seats:
        raise Forbidden("a spectator cannot do that")
    return seats


@router.get("/games")
async def games() -> list[dict[str, Any]]:
    """The games, with scenarios, editions, seats, options and players."""
    found = []
    for name in game_names():
        game = find_game(name)
        found.append({
            "name": game.name, "title": game.title, "seats": game.seats, "editions": game.editions,
            "scenarios": [{"name": s.name, "title": s.title, "turns": s.turns} for s in game.scenarios],
            "options": [{"name": o.name, "title": o.title, "values": o.values} for o in game.options],
            "players": player_names(game), "rules": game.rules_version,
        })  # fmt: skip
    return found


@lru_cache(16)
def _board(game: str, theme: str) -> str:
    from marne.atlas.board_data import board_directory, load_board
    from marne.atlas.draw import draw

    return draw(load_board(board_directory(game)), None, "night" if theme == "night" else "day")


@lru_cache(16)
def _geometry(game: str) -> Any:
    from marne.atlas.board_data import board_directory, load_board
    from marne.atlas.draw import geometry

    return geometry(load_board(board_directory(game)))


def known_game(name: str) -> str:
    """The name of a game that has a board to draw."""
    if name not in game_names():
        raise NotFound(f"no game {name!r}; there are {', '.join(game_names())}")
    return name


@router.get("/board/{game}.svg")
async def board_svg(game: str, theme: Annotated[str, Query(pattern="^(day|night)$")] = "day") -> Response:
    """The board, drawn from the data that the rules read."""
    text = await in_thread(_board, known_game(game), theme)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.get("/board/{game}.json")
async def board_json(game: str) -> Any:
    """Where each hex lies in the drawing."""
    return await in_thread(_geometry, known_game(game))


@router.get("/rules/{game}")
async def rules(game: str) -> dict[str, dict[str, str]]:
    """Every rule by number: title and summary in our words, or why it needs no code."""
    index = read_index(find_game(known_game(game)).rule_index())
    return {rule.number: {"title": rule.title, "summary": rule.summary, "needs": rule.needs} for rule in index.values()}


@router.get("/departures/{game}")
async def departures(game: str) -> Response:
    """Where play differs from the rulebook, or a reading was chosen."""
    page = Path(find_game(known_game(game)).rule_index()).parent.parent / "departures.md"
    return Response(page.read_text(encoding="utf-8") if page.exists() else "", media_type="text/markdown")


@router.post("/tables", status_code=201)
async def open_table(request: Request, wish: Annotated[OpenTable, Body()]) -> dict[str, Any]:
    """Open a table: tokens for the seats that are yours, invitations for the open ones."""
    if not request.app.state.openings.take(_from(request)):
        raise TooMany("too many new tables; wait a moment")
    id, tokens, invitations = await in_thread(hall_of(request).open_table, NewTable(**wish.model_dump()))
    await rooms_of(request).changed(await in_thread(hall_of(request).live, id))
    return {"id": id, "seats": tokens, "invitations": invitations}


@router.post("/tables/{id}/join")
async def join(request: Request, id: str, body: Annotated[Join, Body()]) -> dict[str, str]:
    """Take an open seat."""
    live, _ = await find(request, id, None)
    seat, token = await in_thread(hall_of(request).join, id, body.invitation, body.name, bytes.fromhex(body.seed))
    await rooms_of(request).changed(live)
    return {"seat": seat, "token": token}


@router.get("/tables/{id}")
async def state(request: Request, id: str, token: Token = None, language: Language = "en") -> dict[str, Any]:
    """The table as the bearer may see it."""
    live, seats = await find(request, id, token)
    rooms_of(request).wake_computer(live)
    return await in_thread(rooms_of(request).state, live, seats, language)


@router.post("/tables/{id}/answers")
async def answer(
    request: Request, id: str, body: Annotated[AnswerBody, Body()], token: Token = None, language: Language = "en"
) -> dict[str, Any]:
    """Answer the open ask."""
    live, seats = await find(request, id, token)
    await in_thread(hall_of(request).answer, live, mine_or_no(seats), body.number, body.answer)
    await rooms_of(request).changed(live)
    return await in_thread(rooms_of(request).state, live, seats, language)


@router.post("/tables/{id}/undo")
async def undo(
    request: Request, id: str, body: Annotated[UndoBody, Body()], token: Token = None, language: Language = "en"
) -> dict[str, Any]:
    """Take back one's own answers, as far as the policy allows."""
    live, seats = await find(request, id, token)
    await in_thread(hall_of(request).undo, live, mine_or_no(seats), body.number, body.to)
    await rooms_of(request).changed(live)
    return await in_thread(rooms_of(request).state, live, seats, language)


@router.post("/tables/{id}/undo/ask")
async def ask_back(
    request: Request, id: str, body: Annotated[BackBody, Body()], token: Token = None
) -> dict[str, bool]:
    """Ask the other side to agree to go further back."""
    live, seats = await find(request, id, token)
    await in_thread(hall_of(request).ask_back, live, mine_or_no(seats)[0], body.to)
    await rooms_of(request).changed(live)
    return {"asked": True}


@router.post("/tables/{id}/undo/consent")
async def consent(request: Request, id: str, body: Annotated[Consent, Body()], token: Token = None) -> dict[str, bool]:
    """Agree to go back, or not."""
    live, seats = await find(request, id, token)
    await in_thread(hall_of(request).agree_back, live, mine_or_no(seats), body.yes)
    await rooms_of(request).changed(live)
    return {"done": body.yes}


@router.post("/tables/{id}/why-not")
async def why_not(
    request: Request, id: str, body: Annotated[Pointed, Body()], token: Token = None, language: Language = "en"
) -> dict[str, str]:
    """Why a hex or a piece is not offered."""
    live, seats = await find(request, id, token)
    return await in_thread(why_not_of, live, seats, body.model_dump(exclude_none=True), language)


def why_not_of(live: Live, seats: list[Seat], target: dict[str, str], language: str) -> dict[str, str]:
    """The reason with its rule; empty where the thing is offered."""
    with live.lock:
        refusal = live.game.why_not(live.match.observe(seat_viewing(live, seats)), target, language)
    return {"rule": "", "why": ""} if refusal is None else {"rule": refusal.rule, "why": refusal.why}


@router.post("/tables/{id}/odds")
async def odds(request: Request, id: str, body: Annotated[OddsBody, Body()], token: Token = None) -> Any:
    """The odds of an answer, as far as the seat can know them; null where there are none."""
    live, seats = await find(request, id, token)
    return await in_thread(odds_of, live, mine_or_no(seats), body.answer)


def odds_of(live: Live, seats: list[Seat], text: str) -> Any:
    """An explanation as JSON."""
    from dataclasses import asdict

    with live.lock:
        match = live.match
        if match.actor not in seats:
            raise Forbidden("it is not your turn to answer")
        option = match.position.read(text)
        if option is None:
            raise MarneError(str(match.position.refusal(text)))
        told = match.game.explain(match.observe(match.actor), option)
    return None if told is None else asdict(told)


@router.get("/tables/{id}/log")
async def log(
    request: Request,
    id: str,
    token: Token = None,
    language: Language = "en",
    start: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0,
) -> list[dict[str, Any]]:
    """The log in words, from a number on."""
    live, seats = await find(request, id, token)
    return await in_thread(log_of, live, seat_viewing(live, seats), language, start)


@router.get("/tables/{id}/moments/{number}")
async def moment(
    request: Request, id: str, number: int, token: Token = None, language: Language = "en"
) -> dict[str, Any]:
    """A past moment, for replay."""
    live, seats = await find(request, id, token)
    return await in_thread(_moment, live, seats, number, language)


def _moment(live: Live, seats: list[Seat], number: int, language: str) -> dict[str, Any]:
    with live.lock:
        if not 0 <= number <= len(live.match.log):
            raise NotFound(f"there are moments 0 to {len(live.match.log)}")
        viewing = seat_viewing(live, seats)
        past = live.past(number)
        return moment_of(live, past, viewing, language)


@router.get("/tables/{id}/record")
async def record(request: Request, id: str, token: Token = None) -> Response:
    """The record: for anyone once the game is over; before that only where nothing in it is hidden from you."""
    live, seats = await find(request, id, token)
    with live.lock:
        if not live.match.over and len(seats) < len(live.game.seats):
            hidden = any(e.seen_by is not None and not set(seats) & set(e.seen_by) for e in live.match.log)
            if hidden:
                raise Forbidden("the record holds answers that you may not read; it is open once the game is over")
        text = await in_thread(record_of, live.match)
    name = f"{live.kept.game}-{id}.marne"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/records", status_code=201)
async def upload(request: Request, body: Annotated[Words, Body()]) -> dict[str, Any]:
    """Open a record as a table to replay and go on with; both seats are yours."""
    if not request.app.state.openings.take(_from(request)):
        raise TooMany("too many new tables; wait a moment")
    return await in_thread(_open_record, hall_of(request), body.text)


def _open_record(hall: Hall, text: str) -> dict[str, Any]:
    read = read_record(text)
    match: Match = rebuild(read)
    id, tokens, _ = hall.open_record(match)
    return {"id": id, "seats": tokens, "number": len(match.log)}


@router.get("/tables/{id}/dice")
async def dice(request: Request, id: str, token: Token = None) -> dict[str, Any]:
    """The seed's fingerprint and the seats' seeds; the secret once the game is over."""
    live, _ = await find(request, id, token)
    rolled: FairDice | None = live.match.dice
    assert rolled is not None
    told: dict[str, Any] = {"fingerprint": rolled.fingerprint, "seeds": {k: v.hex() for k, v in rolled.seeds.items()}}
    if live.match.over:
        told["secret"] = rolled.secret.hex()
    return told


@router.get("/tables/{id}/verify")
async def verify(request: Request, id: str, token: Token = None) -> dict[str, Any]:
    """Draw every die of a finished game again."""
    live, _ = await find(request, id, token)
    if not live.match.over:
        raise Forbidden("the seed is revealed when the game is over")
    text = await in_thread(record_of, live.match)
    draws = await in_thread(verify_dice, read_record(text))
    return {"ok": True, "draws": draws, "dice": sum(entry.actor == CHANCE for entry in live.match.log)}


@router.post("/tables/{id}/chat")
async def say(request: Request, id: str, body: Annotated[Words, Body()], token: Token = None) -> dict[str, bool]:
    """Say something to the table."""
    live, seats = await find(request, id, token)
    text = body.text.strip()[:CHAT]
    if text:
        await in_thread(hall_of(request).store.say, id, mine_or_no(seats)[0], text)
        await rooms_of(request).changed(live)
    return {"said": bool(text)}


@router.get("/tables/{id}/notes")
async def notes(request: Request, id: str, token: Token = None) -> dict[str, str]:
    """One's own notes."""
    live, seats = await find(request, id, token)
    return {"text": live.seats[mine_or_no(seats)[0]]["notes"]}


@router.put("/tables/{id}/notes")
async def keep_notes(request: Request, id: str, body: Annotated[Words, Body()], token: Token = None) -> dict[str, bool]:
    """Keep one's own notes."""
    live, seats = await find(request, id, token)
    seat = mine_or_no(seats)[0]
    await in_thread(lambda: hall_of(request).change_seat(live, seat, notes=body.text))
    return {"kept": True}


@router.put("/tables/{id}/notify")
async def notify(request: Request, id: str, body: Annotated[Address, Body()], token: Token = None) -> dict[str, bool]:
    """Be told when it is one's move, by an Apprise URL; off by default."""
    live, seats = await find(request, id, token)
    seat = mine_or_no(seats)[0]
    check_address(body.url, request.app.state.notify)
    await in_thread(lambda: hall_of(request).change_seat(live, seat, notify=body.url))
    return {"kept": True}
