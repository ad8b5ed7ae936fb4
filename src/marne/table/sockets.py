"""The live socket: states out, answers in."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from marne.engine import IllegalAnswer, MarneError
from marne.table.api import odds_of, why_not_of
from marne.table.errors import Forbidden, NotFound, Stale, TooMany
from marne.table.hall import Hall, Live, hash_of
from marne.table.limits import CHAT, MESSAGE
from marne.table.rooms import Guest, Rooms

__all__ = ["code_of", "router"]

router = APIRouter()

CODES: tuple[tuple[type[MarneError], str, int], ...] = (
    (NotFound, "not-found", 404),
    (Forbidden, "forbidden", 403),
    (Stale, "stale", 409),
    (TooMany, "too-many", 429),
    (IllegalAnswer, "illegal", 422),
    (MarneError, "refused", 400),
)


def code_of(error: MarneError) -> tuple[str, int]:
    """The word and the status for what went wrong."""
    return next((word, status) for kind, word, status in CODES if isinstance(error, kind))


def letter_of(error: MarneError) -> dict[str, Any]:
    """An error as a message."""
    letter: dict[str, Any] = {"type": "error", "code": code_of(error)[0], "message": str(error)}
    if isinstance(error, IllegalAnswer):
        letter["rule"] = error.rule
    return letter


def same_origin(socket: WebSocket) -> bool:
    """A page of another site may not open a socket here; programs without an origin may."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


@router.websocket("/api/tables/{id}/live")
async def live_socket(socket: WebSocket, id: str) -> None:
    """Hello first, then whatever happens."""
    if not same_origin(socket):
        await socket.close(4403, "another origin")
        return
    await socket.accept()
    hall: Hall = socket.app.state.hall
    rooms: Rooms = socket.app.state.rooms
    try:
        hello = await asyncio.wait_for(_receive(socket), 10)
        live, guest = await _sit_down(hall, id, hello)
    except MarneError as error:
        await socket.send_json(letter_of(error))
        await socket.close(4400)
        return
    except (WebSocketDisconnect, TimeoutError):
        return
    key = "socket " + (hash_of(",".join(hello.get("tokens", []))) if guest.seats else id)
    rooms.enter(guest)
    writer = asyncio.create_task(_write(socket, guest))
    try:
        guest.post({"type": "state", **await asyncio.to_thread(rooms.state, live, guest.seats, guest.language)})
        rooms.wake_computer(live)
        while True:
            try:
                message = await _receive(socket)
                if not socket.app.state.buckets.take(key):
                    raise TooMany("too many messages; wait a moment")
                await _handle(hall, rooms, live, guest, message)
            except MarneError as error:
                guest.post(letter_of(error))
                if isinstance(error, Stale):
                    guest.post(
                        {"type": "state", **await asyncio.to_thread(rooms.state, live, guest.seats, guest.language)}
                    )
    except WebSocketDisconnect:
        pass
    finally:
        writer.cancel()
        rooms.leave(guest)
        if socket.client_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError):
                await socket.close()


async def _receive(socket: WebSocket) -> dict[str, Any]:
    text = await socket.receive_text()
    if len(text) > MESSAGE:
        raise TooMany(f"a message is at most {MESSAGE:,} characters long")
    try:
        message = json.loads(text)
    except ValueError:
        raise MarneError("a message is a JSON object") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise MarneError("a message is a JSON object with a type")
    return message


async def _sit_down(hall: Hall, id: str, hello: dict[str, Any]) -> tuple[Live, Guest]:
    if hello["type"] != "hello":
        raise MarneError("the first message is a hello")
    tokens = hello.get("tokens", [])
    if not isinstance(tokens, list) or len(tokens) > 8 or not all(isinstance(token, str) for token in tokens):
        raise MarneError("tokens is a list of at most eight words")
    live = await asyncio.to_thread(hall.live, id)
    seats = live.held_by(tokens)
    if len(seats) < len(tokens):
        raise Forbidden("that token holds no seat at this table")
    if not tokens and not live.kept.watch:
        raise Forbidden("this table has no spectators")
    language = hello.get("language")
    return live, Guest(id, seats, language if language in ("en", "es") else "en")


async def _write(socket: WebSocket, guest: Guest) -> None:
    """Send what is in the letter box; of several states only the newest."""
    while True:
        letters = [await guest.letters.get()]
        while not guest.letters.empty():
            letters.append(guest.letters.get_nowait())
        newest = max((at for at, letter in enumerate(letters) if letter["type"] == "state"), default=-1)
        for at, letter in enumerate(letters):
            if letter["type"] != "state" or at == newest:
                await socket.send_json(letter)


def _number(message: dict[str, Any], key: str) -> int:
    number = message.get(key)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 10_000_000:
        raise MarneError(f"{key} is a number")
    return number


def _text(message: dict[str, Any], key: str, most: int) -> str:
    text = message.get(key)
    if not isinstance(text, str) or len(text) > most:
        raise MarneError(f"{key} is a text of at most {most:,} characters")
    return text


async def _handle(hall: Hall, rooms: Rooms, live: Live, guest: Guest, message: dict[str, Any]) -> None:
    match message["type"]:
        case "ping":
            guest.post({"type": "pong"})
            return
        case "language":
            guest.language = "es" if message.get("language") == "es" else "en"
            guest.post({"type": "state", **await asyncio.to_thread(rooms.state, live, guest.seats, guest.language)})
            return
        case "why-not":
            target = {key: _text(message, key, 80) for key in ("hex", "piece") if message.get(key) is not None}
            told = await asyncio.to_thread(why_not_of, live, guest.seats, target, guest.language)
            guest.post({"type": "why-not", "id": message.get("id"), **told})
            return
    if not guest.seats:
        raise Forbidden("a spectator cannot do that")
    match message["type"]:
        case "answer":
            number, text = _number(message, "number"), _text(message, "answer", 4000)
            await asyncio.to_thread(hall.answer, live, guest.seats, number, text)
        case "undo":
            to = None if message.get("to") is None else _number(message, "to")
            await asyncio.to_thread(hall.undo, live, guest.seats, _number(message, "number"), to)
        case "undo-ask":
            await asyncio.to_thread(hall.ask_back, live, guest.seats[0], _number(message, "to"))
        case "undo-consent":
            await asyncio.to_thread(hall.agree_back, live, guest.seats, message.get("yes") is True)
        case "chat":
            text = _text(message, "text", CHAT).strip()
            if not text:
                return
            await asyncio.to_thread(hall.store.say, live.kept.id, guest.seats[0], text)
        case "odds":
            told = await asyncio.to_thread(odds_of, live, guest.seats, _text(message, "answer", 4000))
            guest.post({"type": "odds", "id": message.get("id"), "explanation": told})
            return
        case other:
            raise MarneError(f"no message of type {other[:40]!r}")
    await rooms.changed(live)
