"""What a seat is told: the state of a table as JSON, built from what that seat may know."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from marne.engine import CHANCE, Event, Game, Match, Piece, Scene, Seat
from marne.table.live import Live
from marne.table.words import WORDS

__all__ = ["LOG_LINES", "as_json", "log_of", "moment_of", "scene_of", "seat_viewing", "state_of"]

LOG_LINES = 60

PIECES = 8000
"""So many counters' JSON is kept."""

_fields: dict[type, tuple[str, ...]] = {}
_pieces: dict[Piece, str] = {}


def as_json(thing: Any) -> str:
    """JSON of dicts, lists, words, numbers and the engine's values, in one pass and without spaces.

    >>> from marne.engine import Modifier
    >>> as_json({"modifiers": (Modifier("11.12", "across a river", -1),)})
    '{"modifiers":[{"rule":"11.12","text":"across a river","amount":-1}]}'
    """
    return _encode(thing)


def _as_dict(thing: Any) -> dict[str, Any]:
    kind = type(thing)
    names = _fields.get(kind)
    if names is None:
        if not is_dataclass(thing):
            raise TypeError(f"{kind.__name__} is no JSON")
        names = _fields[kind] = tuple(field.name for field in fields(thing))
    return {name: getattr(thing, name) for name in names}


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_as_dict, check_circular=False).encode


def scene_json(scene: Scene) -> str:
    """A picture as JSON. A counter looks the same in many pictures, so its JSON is kept."""
    pieces = []
    for piece in scene.pieces:
        text = _pieces.get(piece)
        if text is None:
            if len(_pieces) >= PIECES:
                _pieces.clear()
            text = _pieces[piece] = _encode(piece)
        pieces.append(text)
    rest = _as_dict(scene)
    del rest["pieces"]
    return f'{_encode(rest)[:-1]},"pieces":[{",".join(pieces)}]}}'


def seat_viewing(live: Live, mine: list[Seat]) -> Seat | None:
    """Whose eyes to look through: of several seats at one screen, the one that must answer; None for a spectator."""
    if not mine:
        return None
    return live.match.actor if live.match.actor in mine else mine[0]


def scene_of(match: Match, viewing: Seat | None, language: str) -> str:
    """The picture for a seat, as JSON."""
    return scene_json(match.game.scene(match.observe(viewing), language))


def state_of(
    live: Live, mine: list[Seat], language: str, chat: list[dict[str, Any]], present: Iterable[Seat]
) -> dict[str, Any]:
    """Everything but the scene that a client needs to draw the table for the holder of these seats; [] only watches."""
    match, game = live.match, live.match.game
    viewing = seat_viewing(live, mine)
    score = game.score(match.position)
    here, first = set(present), max(0, len(match.log) - LOG_LINES)
    dice: dict[str, Any] = {"fingerprint": match.dice.fingerprint if match.dice else ""}
    if match.over and match.dice:
        dice["secret"] = match.dice.secret.hex()
    return {
        "id": live.kept.id,
        "game": game.name,
        "title": game.title,
        "setting": live.kept.setting,
        "name": live.kept.name,
        "number": len(match.log),
        "status": live.status,
        "frozen": live.frozen,
        "you": [game.seats[seat] for seat in mine],
        "viewing": None if viewing is None else game.seats[viewing],
        "seats": [
            {
                "name": game.seats[seat["seat"]],
                "kind": seat["kind"],
                "player": seat["player"],
                "label": seat["label"],
                "present": seat["seat"] in here,
                "thinking": seat["seat"] in live.thinking,
            }
            for seat in live.seats
        ],
        "log": log_of(live, viewing, language, first, live.events_from(first)),
        "undo": viewing is not None and not live.frozen and match.may_undo(viewing),
        "undo_asked": None
        if live.back_asked is None
        else {"seat": game.seats[live.back_asked[0]], "to": live.back_asked[1]},
        "score": {
            "over": score.over,
            "points": list(score.points),
            "winner": None if score.winner is None else game.seats[score.winner],
            "rule": score.rule,
            "why": score.why,
        },
        "dice": dice,
        "chat": chat_of(game, chat),
    }


def chat_of(game: Game, chat: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was said, with the names of the seats."""
    return [
        {"seat": game.seats[line["seat"]] if line["seat"] >= 0 else "", "text": line["text"], "at": line["at"]}
        for line in chat
    ]


def log_of(
    live: Live, viewing: Seat | None, language: str, start: int, events: Mapping[int, tuple[Event, ...]]
) -> list[dict[str, Any]]:
    """The log from a number on, as the seat may read it."""
    match = live.match
    return [
        {
            "number": number + 1,
            "actor": match.actor_name(entry.actor),
            "text": entry.text if entry.seen_by is None or viewing in entry.seen_by else None,
            "events": [
                *(gone_back(live, 0, language) if number == 0 else ()),
                *heard(live, number, events.get(number, ()), viewing, language),
                *gone_back(live, number + 1, language),
            ],
        }
        for number, entry in enumerate(match.log[start:], start)
    ]


def gone_back(live: Live, number: int, language: str) -> list[dict[str, str]]:
    """Where the game went back by consent, beside the last answer that was left."""
    if number not in live.backs:
        return []
    return [
        {
            "kind": "GoneBack",
            "rule": "",
            "text": WORDS.say(language, "GoneBack", seat=live.game.seats[back.seat], answers=back.answers, to=number),
        }
        for back in live.backs[number]
    ]


def heard(
    live: Live, number: int, events: tuple[Event, ...], viewing: Seat | None, language: str
) -> list[dict[str, str]]:
    """What an answer of the log led to, in words that are found once and kept as long as the events are."""
    if number not in live.events:
        return told(live.game, events, viewing, language)
    lines = live.said.get((number, language))
    if lines is None:
        lines = live.said[number, language] = [(event.seers(), live.game.say(event, language)) for event in events]
    return [
        {"kind": type(event).__name__, "rule": event.rule, "text": text}
        for event, (seers, text) in zip(events, lines, strict=True)
        if seers is None or viewing in seers
    ]


def words(game: Game, events: Iterable[Event], language: str) -> list[dict[str, str]]:
    """Events in words."""
    return [{"kind": type(event).__name__, "rule": event.rule, "text": game.say(event, language)} for event in events]


def told(game: Game, events: Iterable[Event], viewing: Seat | None, language: str) -> list[dict[str, str]]:
    """Events in words, those that the seat may read."""
    return words(game, (e for e in events if e.seers() is None or viewing in (e.seers() or ())), language)


def moment_of(of: int, moment: Match, viewing: Seat | None, language: str) -> str:
    """A past moment, for replay, as JSON: the scene as the seat might have seen it, and what had just happened."""
    entry = moment.log[-1] if moment.log else None
    readable = entry is not None and (entry.seen_by is None or viewing in entry.seen_by)
    head = as_json({
        "number": len(moment.log),
        "of": of,
        "actor": "" if entry is None else moment.actor_name(entry.actor),
        "text": entry.text if entry is not None and readable else None,
        "chance": entry is not None and entry.actor == CHANCE,
        "events": told(moment.game, moment.position.events, viewing, language),
    })  # fmt: skip
    return f'{head[:-1]},"scene":{scene_of(moment, viewing, language)}}}'
