"""What needs no table: the games, their boards, their rules in our words."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from marne.atlas.board_data import board_directory, load_game_board
from marne.atlas.draw import draw
from marne.atlas.draw import geometry as geometry_of
from marne.engine import Setting, check_setting, find_game, game_names, parts_of
from marne.games import DATA_SETS
from marne.kit import ScenarioPage, about_in, heading_in, in_language, rules_in, scenario_page, setting_words, title_in
from marne.players import offered_players
from marne.rulebook import draw_figure, figures_in, read_rulebook
from marne.table.refusals import NotFound
from marne.table.routes.bodies import ERRORS
from marne.table.routes.request import Accepted, Asked, json_response
from marne.table.server.packing import accepts
from marne.table.view.messages import as_json
from marne.table.view.payloads import GameInfo
from marne.table.words import language_of

__all__ = ["router"]


router = APIRouter(prefix="/api", responses=ERRORS)
log = logging.getLogger("marne.table")


@router.get("/games", response_model=list[dict[str, Any]])
async def games(language: Asked = None, accepted: Accepted = None) -> Response:
    """The games, with scenarios, editions, seats (`seat_names`: in words), options (`labels`: their values in words)
    and players; `opponent`: whether one of them plays to win; what a page shows of them (`about`). Those that come
    first on a page come first."""
    return json_response(await asyncio.to_thread(_told_games, language_of(language, accepted), tuple(game_names())))


@lru_cache(16)
def _told_games(language: str, names: tuple[str, ...]) -> str:
    """As JSON, made once for each language as long as there are the same games."""
    return as_json(_games(language))


def _games(language: str) -> list[GameInfo]:
    found: list[GameInfo] = []
    for name in game_names():
        try:
            game = find_game(name)
        except Exception:
            log.exception("the game %s cannot be loaded and is left out", name)
            continue
        words = setting_words(game, language)
        scenarios, options, values = (words.get(part, {}) for part in ("scenarios", "options", "values"))
        found.append(
            {
                "name": game.name,
                "title": words.get("title", game.title),
                "seats": game.seats,
                "seat_names": {seat: heading_in(game, language, seat) for seat in game.seats},
                "editions": game.editions,
                "scenarios": [
                    {
                        "name": s.name,
                        "title": scenarios.get(s.name, s.title),
                        "turns": s.turns,
                        "players": offered_players(game, s.name),
                    }
                    for s in game.scenarios
                ],
                "options": [
                    {
                        "name": o.name,
                        "title": options.get(o.name, o.title),
                        "values": o.values,
                        "labels": [values.get(value, value) for value in o.values],
                    }
                    for o in game.options
                ],
                "players": offered_players(game),
                "opponent": bool(game.players),
                "parts": parts_of(game),
                "rules": game.rules_version,
                "about": about_in(game, language),
            }
        )
    return sorted(found, key=lambda told: (told["about"].rank, told["name"]))


def known_game(name: str) -> str:
    """The name of a game."""
    if name not in game_names():
        raise NotFound("no.game", name=repr(name[:40]), names=", ".join(game_names()))
    return name


@lru_cache(16)
def _board(game: str, theme: str, language: str) -> tuple[bytes, bytes]:
    drawn = draw(load_game_board(game), None, "night" if theme == "night" else "day", language=language)
    text = drawn.encode()
    return text, gzip.compress(text, 9, mtime=0)


@lru_cache(16)
def _geometry(game: str) -> tuple[bytes, bytes]:
    text = as_json(geometry_of(load_game_board(game))).encode()
    return text, gzip.compress(text, 9, mtime=0)


def _packed(request: Request, made: tuple[bytes, bytes], kind: str) -> Response:
    """Small where the reader can unpack it. The same for everybody where the address says in which language."""
    vary = "Accept-Encoding" if "language" in request.query_params else "Accept-Encoding, Accept-Language"
    headers = {"Cache-Control": "max-age=3600", "Vary": vary}
    if accepts(request.headers, "gzip"):
        return Response(made[1], media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(made[0], media_type=kind, headers=headers)


def has_board(name: str) -> str:
    """The name of a game whose board is drawn from data; some have none."""
    with contextlib.suppress(ModuleNotFoundError):
        if board_directory(name if name in DATA_SETS else known_game(name)).is_dir():
            return name
    raise NotFound("no.board", game=name)


@router.get("/board/{game}.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def board_svg(
    request: Request,
    game: str,
    theme: Annotated[str, Query(pattern="^(day|night)$")] = "day",
    language: Asked = None,
    accepted: Accepted = None,
) -> Response:
    """The board, drawn from the data that the rules read."""
    made = await asyncio.to_thread(_board, has_board(game), theme, language_of(language, accepted))
    return _packed(request, made, "image/svg+xml")


@router.get("/board/{game}.json")
async def board_json(request: Request, game: str) -> Response:
    """Where each hex lies in the drawing."""
    return _packed(request, await asyncio.to_thread(_geometry, has_board(game)), "application/json")


@router.get("/rules/{game}", response_model=dict[str, dict[str, str]])
async def rules(game: str, language: Asked = None, accepted: Accepted = None) -> Response:
    """Every rule by number: title and summary in our words, or why it needs no code."""
    return json_response(await asyncio.to_thread(_told_rules, known_game(game), language_of(language, accepted)))


@lru_cache(16)
def _told_rules(game: str, language: str) -> str:
    found = rules_in(find_game(game).rule_index(), language).values()
    return as_json({rule.number: {"title": rule.title, "summary": rule.summary, "needs": rule.needs} for rule in found})


@router.get("/rulebook/{game}", response_model=dict[str, Any])
async def rulebook(game: str, language: Asked = None, accepted: Accepted = None) -> Response:
    """The rulebook to read: chapters of passages by rule number, with tables, figures, interpretations and the
    differences of editions. Where nobody has written a rule in the language, English stands in."""
    return json_response(await asyncio.to_thread(_told_rulebook, known_game(game), language_of(language, accepted)))


@lru_cache(16)
def _told_rulebook(game: str, language: str) -> str:
    found = find_game(game)
    told = asdict(read_rulebook(found, language))
    told["title"] = title_in(found, language)
    return as_json(told)


@router.get(
    "/rulebook/{game}/{figure}.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}}
)
async def rulebook_figure(
    request: Request, game: str, figure: str, language: Asked = None, accepted: Accepted = None
) -> Response:
    """A picture of the rulebook: a staged position, drawn on the board of the game."""
    if figure not in figures_in(find_game(known_game(game)).rule_index().parent):
        raise NotFound("no.board", game=game)
    made = await asyncio.to_thread(_figure, game, figure, language_of(language, accepted))
    return _packed(request, made, "image/svg+xml")


@lru_cache(64)
def _figure(game: str, figure: str, language: str) -> tuple[bytes, bytes]:
    text = draw_figure(find_game(game), figure, language).encode()
    return text, gzip.compress(text, 9, mtime=0)


@router.get("/scenario/{game}/{scenario}", response_model=dict[str, Any])
async def scenario(game: str, scenario: str, language: Asked = None, accepted: Accepted = None) -> ScenarioPage:
    """What a page tells of a scenario before it is chosen; empty words where the game has none."""
    found = find_game(known_game(game))
    chosen = check_setting(found, Setting(scenario)).scenario
    return await asyncio.to_thread(scenario_page, found, language_of(language, accepted), chosen)


@router.get("/departures/{game}", response_class=Response, responses={200: {"content": {"text/markdown": {}}}})
async def departures(game: str, language: Asked = None, accepted: Accepted = None) -> Response:
    """Where play differs from the rulebook, or a reading was chosen."""
    english = find_game(known_game(game)).rule_index().parent.parent / "departures.md"
    pages = (in_language(english, language_of(language, accepted)), english)
    page = next((page for page in pages if page.exists()), None)
    text = await asyncio.to_thread(page.read_text, encoding="utf-8") if page else ""
    return Response(text, media_type="text/markdown")
