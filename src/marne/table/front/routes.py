"""Addresses of the front door: a picture of each scenario, and how it begins."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from marne.engine import Setting, check_setting, find_game
from marne.table.front.pictures import picture
from marne.table.front.starts import start_of
from marne.table.front.told import Glance
from marne.table.refusals import NotFound
from marne.table.routes.bodies import ERRORS
from marne.table.routes.library import known_game
from marne.table.routes.request import Accepted, Asked, Here, json_response
from marne.table.server.packing import accepts
from marne.table.view.messages import as_json
from marne.table.words import language_of

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=ERRORS)


def _known(game: str, scenario: str) -> str:
    """The name of a scenario of a game."""
    return check_setting(find_game(known_game(game)), Setting(scenario)).scenario


@router.get(
    "/picture/{game}/{scenario}.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def scenario_picture(
    request: Request, game: str, scenario: str, theme: Annotated[Literal["day", "night"], Query()] = "day"
) -> Response:
    """The ground of a scenario with the units that begin there. It has no words, so it is the same in all languages."""
    made = await asyncio.to_thread(picture, game, _known(game, scenario), theme)
    if made is None:
        raise NotFound("no.board", game=game)
    headers = {"Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
    if accepts(request.headers, "gzip"):
        return Response(made[1], media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})
    return Response(made[0], media_type="image/svg+xml", headers=headers)


@router.get("/start/{game}/{scenario}", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def scenario_start(game: str, scenario: str, language: Asked = None, accepted: Accepted = None) -> Response:
    """How a scenario begins: its first turn, what each side must do, its armies."""
    chosen = _known(game, scenario)
    return json_response(await asyncio.to_thread(_start, game, chosen, language_of(language, accepted)))


@router.get("/tables/{id}/glance", response_model=dict[str, str])
async def glance(me: Here, language: Asked = None, accepted: Accepted = None) -> Glance:
    """A table at a glance, for a list of games to go on with."""
    scene = me.live.sight(None).scene(language_of(language, accepted))
    return {"scenario": me.live.kept.setting["scenario"], "turn": scene.turn}


@lru_cache(128)
def _start(game: str, scenario: str, language: str) -> str:
    return as_json(start_of(game, scenario, language))
