"""Forces from points and order sheets: lists and their legality as the game tells them, and answers given at once."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from pydantic import Field

from marne.engine import Game, IllegalAnswer, Musters, OpenTable, Refusal, find_game
from marne.table.api import (
    Accepted,
    Asked,
    Id,
    Token,
    find,
    in_thread,
    json_response,
    mine_or_no,
    not_too_often,
    rooms_of,
)
from marne.table.bodies import ERRORS, Plain, Strict
from marne.table.errors import Forbidden, NotFound, Refused, Stale
from marne.table.library import known_game
from marne.table.messages import seat_viewing
from marne.table.words import language_of

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


class ForceBody(Strict):
    """A force in the game's notation, for a list and so many points."""

    army: Plain = Field(max_length=80)
    points: int = Field(ge=0, le=10_000)
    force: Plain = Field("", max_length=1000)


class UnitBody(Strict):
    """A unit by its label."""

    unit: Plain = Field(max_length=40)


class SheetBody(Strict):
    """A whole force, or a whole allocation, for the question that was open at this number."""

    number: int = Field(ge=0)
    force: Plain | None = Field(None, max_length=1000)
    tokens: dict[Plain, Annotated[int, Field(ge=0, le=1000)]] | None = Field(None, max_length=100)


def _musters(game: str) -> Musters:
    found = find_game(known_game(game))
    if not isinstance(found, Musters):
        raise NotFound("no.forces", game=game)
    return found


def _open_table(game: Game) -> OpenTable:
    if not isinstance(game, OpenTable):
        raise NotFound("no.open_table", game=game.title)
    return game


@router.get("/forces/{game}")
async def armies(
    request: Request, game: str, language: Asked = None, accepted: Accepted = None
) -> list[dict[str, Any]]:
    """The lists of a game: what can be bought, and forces to begin from."""
    not_too_often(request, None)
    found: Any = await in_thread(_musters(game).armies, language_of(language, accepted))
    return found  # type: ignore[no-any-return]


@router.post("/forces/{game}")
async def judge(
    request: Request,
    game: str,
    body: Annotated[ForceBody, Body()],
    language: Asked = None,
    accepted: Accepted = None,
) -> dict[str, Any]:
    """What a force costs, the tokens that it gives, and every breach of its list with the rule."""
    not_too_often(request, None)
    words = language_of(language, accepted)
    return dict(await in_thread(_musters(game).judge, body.army, body.points, body.force, words))


@router.post("/tables/{id}/look")
async def look(request: Request, id: Id, body: Annotated[UnitBody, Body()], token: Token = None) -> dict[str, Any]:
    """Lines of sight and ranges of a unit where it stands, as the asker may know them."""
    live, seats = await find(request, id, token)
    async with live.turn:
        seen = live.sight(seat_viewing(live, seats)).seen
    return dict(await in_thread(_open_table(live.game).look, seen, body.unit))


@router.post("/tables/{id}/sheet")
async def sheet(
    request: Request,
    id: Id,
    body: Annotated[SheetBody, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> Response:
    """Several questions answered at once: a force to muster, or tokens to give out."""
    live, seats = await find(request, id, token)
    words, rooms = language_of(language, accepted), rooms_of(request)
    async with live.turn:
        position, number = live.match.position, len(live.match.log)
        if live.match.actor not in mine_or_no(seats):
            raise Forbidden("no.turn")
    if number != body.number:
        raise Stale("stale.question")
    if body.force is not None:
        plan = await in_thread(_musters(live.game.name).muster, position, body.force, words)
    elif body.tokens is not None:
        plan = await in_thread(_open_table(live.game).allot, position, body.tokens, words)
    else:
        raise Refused("no.sheet")
    if isinstance(plan, Refusal):
        raise IllegalAnswer.of(plan)
    for answer in plan:
        await rooms.answer(live, seats, number, answer)
        number += 1
    rooms.changed(live)
    return json_response(await rooms.state(live, seats, words))
