"""What if: a seat puts counters where it likes on its own view and asks for odds. Nothing is kept or changed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from pydantic import Field

from marne.engine import MarneError, Seat, Supposes
from marne.table.api import Accepted, Asked, Id, Token, find, in_thread, json_response, mine_or_no
from marne.table.bodies import ERRORS, Plain, Strict
from marne.table.errors import NotFound
from marne.table.live import Live
from marne.table.messages import as_json, seat_viewing
from marne.table.words import language_of

__all__ = ["router", "suppose_of"]

router = APIRouter(prefix="/api", responses=ERRORS)


class WhatIf(Strict):
    """Counters with the hexes they are put in, the hex that is attacked, and by whom; without `by` by oneself."""

    places: dict[Plain, Plain] = Field(default_factory=dict, max_length=300)
    hex: Plain = Field(max_length=16)
    by: Plain = Field("", max_length=40)


@router.post("/tables/{id}/whatif")
async def whatif(
    request: Request,
    id: Id,
    body: Annotated[WhatIf, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> Response:
    """The odds of an attack on a hex as it would stand; null where nobody of that side could make it."""
    live, seats = await find(request, id, token)
    return await suppose_of(live, mine_or_no(seats), body, language_of(language, accepted))


async def suppose_of(live: Live, seats: list[Seat], body: WhatIf, language: str) -> Response:
    """Told from what the seat knows, so that a what-if uncovers nothing."""
    game = live.game
    if not isinstance(game, Supposes):
        raise NotFound("no.whatif", game=game.title)
    if body.by and body.by not in game.seats:
        raise NotFound("no.such_seat", names=", ".join(game.seats))
    async with live.turn:
        viewing = seat_viewing(live, seats)
        assert viewing is not None
        seen = live.sight(viewing).seen
    by = game.seats.index(body.by) if body.by else viewing
    try:
        told = await in_thread(game.suppose, seen, body.places, body.hex, by, language)
    except MarneError as error:
        raise NotFound("no.whatif_place", why=error) from error
    return json_response(as_json(told))
