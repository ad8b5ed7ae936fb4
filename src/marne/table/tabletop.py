"""Open questions, where geometry decides: some legal answers, and whether a place would do before it is answered."""

from __future__ import annotations

import re
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import Field

from marne.engine import OpenTable, Seat
from marne.table.api import Accepted, Asked, Id, Token, find, in_thread, mine_or_no
from marne.table.bodies import ERRORS, Plain, Strict
from marne.table.errors import Forbidden
from marne.table.hall import Live
from marne.table.words import language_of

__all__ = ["MOST", "check_of", "router", "suggest_of"]

router = APIRouter(prefix="/api", responses=ERRORS)

MOST = 40
"""Suggestions in one reply at most."""

_PLACE = re.compile(r"(?:^| )(-?\d+),(-?\d+)(?: (\d+))?(?: (\w+))?$")


class SuggestBody(Strict):
    """How many answers."""

    n: int = Field(12, ge=1, le=MOST)


class CheckBody(Strict):
    """An answer that is not given yet."""

    answer: Plain = Field(max_length=4000)


@router.post("/tables/{id}/suggest")
async def suggest(
    request: Request, id: Id, body: Annotated[SuggestBody, Body()], token: Token = None
) -> list[dict[str, Any]]:
    """Some legal answers to an open question, each with its place: the same ones until it is answered."""
    live, seats = await find(request, id, token)
    return await suggest_of(live, mine_or_no(seats), body.n)


@router.post("/tables/{id}/check")
async def check(
    request: Request,
    id: Id,
    body: Annotated[CheckBody, Body()],
    token: Token = None,
    language: Asked = None,
    accepted: Accepted = None,
) -> dict[str, Any]:
    """Whether an answer would be legal, with rule and reason if not, and what a unit would see and reach there."""
    live, seats = await find(request, id, token)
    return await check_of(live, mine_or_no(seats), body.answer, language_of(language, accepted))


async def suggest_of(live: Live, seats: list[Seat], n: int) -> list[dict[str, Any]]:
    """Drawn from what the seat sees and the number of the moment, so that looking again shows the same."""
    async with live.turn:
        match = live.match
        if match.actor not in seats:
            raise Forbidden("no.turn")
        number, view = len(match.log), live.sight(match.actor).seen.view
        found = await in_thread(lambda: [view.write(each) for each in view.suggest(Random(number), n)])
    return [place_of(text) for text in dict.fromkeys(found)]


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


async def check_of(live: Live, seats: list[Seat], text: str, language: str) -> dict[str, Any]:
    """The position says whether; the game says why in the reader's language, and what would be in reach."""
    async with live.turn:
        match = live.match
        if match.actor not in seats:
            raise Forbidden("no.turn")
        refusal, sight = match.position.refusal(text), live.sight(match.actor)
        ask = match.position.open
        is_open = ask is not None and ask.options is None
    told: dict[str, Any] = {"ok": refusal is None, "rule": "", "why": ""}
    if refusal is not None:
        words = await in_thread(sight.why_not, {"answer": text}, language) if is_open else None
        told |= {"rule": (words or refusal).rule, "why": (words or refusal).why}
    if is_open and isinstance(match.game, OpenTable):
        told |= await in_thread(match.game.preview, sight.seen, text)
    return told
