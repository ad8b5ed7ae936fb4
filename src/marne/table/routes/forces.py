"""Forces from points: lists and their legality as the game tells them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import Field

from marne.engine import Army, Judged, Musters, find_game
from marne.table.refusals import NotFound
from marne.table.routes.bodies import ERRORS, Plain, Strict
from marne.table.routes.library import known_game
from marne.table.routes.request import Accepted, Asked, address_of, rooms_of
from marne.table.words import language_of

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


class ForceBody(Strict):
    """A force in the game's notation, for a list and so many points."""

    army: Plain = Field(max_length=80)
    points: int = Field(ge=0, le=10_000)
    force: Plain = Field("", max_length=1000)


def _musters(game: str) -> Musters:
    found = find_game(known_game(game))
    if not isinstance(found, Musters):
        raise NotFound("no.forces", game=found)
    return found


@router.get("/forces/{game}", response_model=list[dict[str, Any]])
async def armies(request: Request, game: str, language: Asked = None, accepted: Accepted = None) -> list[Army]:
    """The lists of a game: what can be bought, and forces to begin from."""
    return await rooms_of(request).beside.run(
        address_of(request), _musters(game).armies, language_of(language, accepted)
    )


@router.post("/forces/{game}", response_model=dict[str, Any])
async def judge(
    request: Request,
    game: str,
    body: Annotated[ForceBody, Body()],
    language: Asked = None,
    accepted: Accepted = None,
) -> Judged:
    """What a force costs, the tokens that it gives, and every breach of its list with the rule."""
    words = language_of(language, accepted)
    judged = rooms_of(request).beside.run(
        address_of(request), _musters(game).judge, body.army, body.points, body.force, words
    )
    return await judged
