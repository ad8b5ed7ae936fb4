"""The live socket: states out, answers in."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from marne.engine import MarneError
from marne.table.game.live import hash_of
from marne.table.limits import CHAT, MESSAGE
from marne.table.refusals import NotFound, Refused, Stale, TooLarge, TooMany, error_of
from marne.table.routes.bodies import plain
from marne.table.routes.request import address_of
from marne.table.server.packing import packed
from marne.table.server.turnstile import turnstile
from marne.table.view.audience import Guest, Rooms
from marne.table.view.differences import whole
from marne.table.view.frames import letter_of_frames
from marne.table.view.messages import as_json
from marne.table.view.visitor import Visitor
from marne.table.words import language_of

__all__ = ["route", "same_origin"]

HELLO = 10.0
"""Seconds to say hello."""

LETTER = 1 / 2
"""So many messages of one address are taken up in a round of the loop."""

SMALL = 4_000
"""Letters up to so many letters go as they are: packing them would cost more than it saves."""

PATIENCE = 50
"""So many messages in a row that come too fast, and the socket is closed."""


def letter_of(error: MarneError, language: str) -> dict[str, Any]:
    """An error as a message."""
    return {"type": "error", **error_of(error, language)}


def spoken_by(hello: dict[str, Any]) -> str:
    """The language that a client asks for; English if it asks for none that there is."""
    return language_of(str(hello.get("language")), None)


def same_origin(origin: str | None, host: str | None) -> bool:
    """A page of another site may not come in; programs without an origin may.

    >>> same_origin("https://marne.example", "marne.example"), same_origin("https://evil.example", "marne.example")
    (True, False)
    >>> same_origin("null", "marne.example"), same_origin(None, "marne.example")
    (False, True)
    """
    if origin is None:
        return True
    with contextlib.suppress(ValueError):
        return bool(host) and urlsplit(origin).netloc.lower() == (host or "").lower()
    return False


async def live_socket(socket: WebSocket) -> None:
    """Hello first, then whatever happens."""
    id: str = socket.path_params["id"]
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403, "another origin")
        return
    await socket.accept()
    rooms: Rooms = socket.app.state.rooms
    hello: dict[str, Any] = {}
    try:
        if not socket.app.state.addresses.take(address_of(socket)):
            raise TooMany("often.requests")
        hello = await asyncio.wait_for(_receive(socket), HELLO)
        me = await _sit_down(rooms, id, hello, address_of(socket))
        guest = Guest(me.live, me.seats, differences=hello.get("differences") is True, address=address_of(socket))
        guest.packed = hello.get("packed") is True
        if guest.differences:
            guest.shown = _names(hello, "overlays")
            guest.frames = hello.get("frames") is True
        rooms.enter(guest)
    except MarneError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone before it heard why not
            await socket.send_text(as_json(letter_of(error, spoken_by(hello))))
            await socket.close(4404 if isinstance(error, NotFound) else 4400)
        return
    except TimeoutError:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(4408, "no hello")
        return
    except WebSocketDisconnect:
        return
    writer = asyncio.create_task(_write(socket, me, guest))
    usher = asyncio.create_task(_show_out(socket, guest))
    try:
        guest.fall_behind()
        rooms.wake_computer(guest.live)
        tokens = ",".join(hello.get("tokens", []))
        await _read(socket, me, guest, f"socket {hash_of(tokens) if tokens else secrets.token_hex(8)}")
    except WebSocketDisconnect:
        pass
    finally:
        writer.cancel()
        usher.cancel()
        rooms.leave(guest)
        if socket.client_state == WebSocketState.CONNECTED:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close()


async def _show_out(socket: WebSocket, guest: Guest) -> None:
    """Close the socket of a spectator whom the players sent away, or of a token that holds nothing any more."""
    await guest.gone.wait()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(4403, "sent away")


log = logging.getLogger(__name__)

route = WebSocketRoute("/api/tables/{id}/live", live_socket)
"""Starlette's own: FastAPI's would cost each socket several kilobytes for what it does not need."""


async def _read(socket: WebSocket, me: Visitor, guest: Guest, key: str) -> None:
    """Take messages until the socket closes. A bad one gets an answer and changes nothing."""
    refused, gate = 0, turnstile(asyncio.get_running_loop())
    while refused < PATIENCE:
        try:
            message = await _receive(socket)
            await gate.turn(f"message {me.address}", LETTER)
            if not socket.app.state.buckets.take(key) or not socket.app.state.addresses.take(me.address):
                refused += 1
                raise TooMany("often.messages")
            refused = 0
            await _handle(me, guest, message)
        except MarneError as error:
            guest.post(letter_of(error, me.language))
            if isinstance(error, Stale):
                guest.fall_behind()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(4429, "too many messages")


async def _receive(socket: WebSocket) -> dict[str, Any]:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text = event.get("text")
    if text is None:
        raise Refused("message.text")
    if len(text) > MESSAGE:
        raise TooLarge("large.message", most=f"{MESSAGE:,}")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("message.object") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refused("message.type")
    if "\\u" in text:  # the only way to half a letter, which could not be sent back
        try:
            json.dumps(message, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Refused("message.plain", name="message") from None
    return message


async def _sit_down(rooms: Rooms, id: str, hello: dict[str, Any], address: str) -> Visitor:
    if hello["type"] != "hello":
        raise Refused("message.hello")
    tokens = hello.get("tokens", [])
    if not isinstance(tokens, list) or len(tokens) > 8 or not all(isinstance(token, str) for token in tokens):
        raise Refused("message.tokens")
    return await Visitor.enter(rooms, id, tokens, spoken_by(hello), address)


async def _write(socket: WebSocket, me: Visitor, guest: Guest) -> None:
    """Send what is in the letter box, then the newest state if there is a newer one.

    Whoever can't be told any more is not left waiting: the socket closes, and its page comes back for the whole state.
    """
    try:
        while True:
            await guest.bell.wait()
            guest.bell.clear()
            while guest.letters:
                await socket.send_text(as_json(guest.letters.popleft()))
            if guest.behind:
                guest.behind = False
                await _send_state(socket, me, guest)
    except WebSocketDisconnect:
        return
    except Exception:
        if socket.client_state == socket.application_state == WebSocketState.CONNECTED:
            log.exception("a reader of table %s can't be told", me.live.kept.id)
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(1011, "the state can't be told")


async def _send_state(socket: WebSocket, me: Visitor, guest: Guest) -> None:
    """What changed since the last time, or all. A function of its own, so that a waiting socket does not hold on to the
    letter it sent."""
    before = guest.told
    told, film = await me.rooms.news(guest, me.seats, me.language)
    text = '{"type":"state",' + whole(told)[1:] if before is None else letter_of_frames(before, film, told)
    if guest.packed and len(text) > SMALL:
        await socket.send_bytes(await packed(text.encode()))
    else:
        await socket.send_text(text)


def _number(message: dict[str, Any], key: str) -> int:
    number = message.get(key)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 10_000_000:
        raise Refused("message.number", name=key)
    return number


def _text(message: dict[str, Any], key: str, most: int) -> str:
    text = message.get(key)
    if not isinstance(text, str) or len(text) > most:
        raise Refused("message.length", name=key, most=f"{most:,}")
    try:
        return plain(text)
    except ValueError:
        raise Refused("message.plain", name=key) from None


def _names(message: dict[str, Any], key: str) -> frozenset[str]:
    """A few short names; none where there are none."""
    names = message.get(key, [])
    if not isinstance(names, list) or len(names) > 20:
        raise Refused("message.length", name=key, most=20)
    return frozenset(_text({key: name}, key, 40) for name in names)


def _mark(message: dict[str, Any]) -> int | str | None:
    """What the client calls its question, sent back with the reply."""
    mark = message.get("id")
    return mark if isinstance(mark, int) or (isinstance(mark, str) and len(mark) <= 40) else None


async def _handle(me: Visitor, guest: Guest, message: dict[str, Any]) -> None:
    told: dict[str, Any]
    match message["type"]:
        case "ping":
            guest.post({"type": "pong"})
            return
        case "hello":
            raise Refused("message.hello_again")
        case "language":
            me.language = spoken_by(message)
            guest.fall_behind()
            return
        case "overlays":
            guest.shown = _names(message, "names")
            guest.fall_behind()
            return
        case "answer":
            moment = None if message.get("moment") is None else _number(message, "moment")
            await me.answer(_number(message, "number"), _text(message, "answer", 4000), message.get("as"), moment)
            return
        case "undo":
            await me.undo(_number(message, "number"), None if message.get("to") is None else _number(message, "to"))
            return
        case "undo-ask":
            await me.ask_back(_number(message, "to"))
            return
        case "undo-consent":
            await me.agree_back(message.get("yes") is True)
            return
        case "resign":
            await me.resign(_text({"seat": message.get("seat", "")}, "seat", 40))
            return
        case "draw":
            await me.offer_draw(_text({"seat": message.get("seat", "")}, "seat", 40))
            return
        case "draw-answer":
            await me.answer_offer(message.get("yes") is True)
            return
        case "wake":
            me.wake()
            return
        case "hurry":
            me.hurry()
            return
        case "chat":
            await me.say(_text(message, "text", CHAT))
            return
        case "why-not":
            told = {
                **await me.why_not(
                    {key: _text(message, key, 80) for key in ("hex", "piece") if message.get(key) is not None}
                )
            }
        case "odds":
            told = {"explanation": await me.odds(_text(message, "answer", 4000))}
        case "way":
            told = {"way": await me.way(_text(message, "answer", 4000))}
        case "check":
            told = {**await me.check(_text(message, "answer", 4000))}
        case "suggest":
            told = {"answers": await me.suggest(min(_number(message, "n"), 40))}
        case other:
            raise Refused("message.unknown", type=repr(other[:40]))
    guest.post({"type": message["type"], "id": _mark(message), **told})
