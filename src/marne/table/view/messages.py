"""What a seat is told: the state of a table as JSON, built from what that seat may know."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from sys import intern
from typing import Any

from marne.engine import (
    CHANCE,
    Event,
    Game,
    Happened,
    Match,
    Mustered,
    OverlayGroup,
    Prompt,
    Scene,
    Score,
    Seat,
    Sight,
    fingerprint_of,
)
from marne.kit import heading_in, seat_in, title_in
from marne.players import explains
from marne.table.game.live import Live
from marne.table.game.log_rows import head_of
from marne.table.limits import SILENCE
from marne.table.view.differences import whole
from marne.table.view.payloads import ChatLine, DiceTold, LogEntry, TableHead
from marne.table.words import WORDS

__all__ = [
    "LOG_LINES",
    "as_json",
    "log_of",
    "moment_of",
    "promised",
    "scene_of",
    "scene_parts",
    "seat_viewing",
    "shown_scene",
    "state_of",
]

LOG_LINES = 60

SPARSE = {Happened: frozenset(("kind", "sort", "rule", "text")), Mustered: frozenset(("piece", "name", "state"))}
"""What every event and every unit of a list has; its other parts are left out where it has none."""

FRAGMENTS = 8_000
"""The JSON of so many counters, answers and panels is kept."""

_fields: dict[type, tuple[str, ...]] = {}
_fragments: dict[int, tuple[Any, str]] = {}


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
    if needed := SPARSE.get(kind):
        return {name: part for name in names if (part := getattr(thing, name)) or name in needed}
    return {name: getattr(thing, name) for name in names}


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_as_dict, check_circular=False).encode


def fragment(thing: Any) -> str:
    """The JSON of a part of a picture. Games keep what looks the same in many pictures, so its JSON is found by what it
    is and not by what it says; the thing is kept with it, so that no other can take its place in memory."""
    kept = _fragments.get(id(thing))
    if kept is None:
        if len(_fragments) >= FRAGMENTS:
            _fragments.clear()
        kept = _fragments[id(thing)] = thing, intern(_encode(thing))
    return kept[1]


def _overlay(name: str, groups: Sequence[OverlayGroup]) -> str:
    """An overlay with its groups, whose JSON is kept where a game keeps them."""
    return f"[{_encode(name)},[{','.join(map(fragment, groups))}]]"


def scene_parts(scene: Scene, shown: Container[str] | None = None) -> dict[str, str | tuple[str, ...]]:
    """A picture as what is told of it; of the overlays that are not shown only the names, where somebody chose."""
    told: dict[str, str | tuple[str, ...]] = {name: _encode(getattr(scene, name)) for name in ("game", "turn", "phase")}
    for name, part in _as_dict(scene.prompt).items():
        if name != "choices":
            told[f"prompt.{name}"] = _encode(part)
    told["prompt.choices"] = tuple(map(fragment, scene.prompt.choices))
    told["tallies"] = tuple(map(fragment, scene.tallies))
    told["panels"] = tuple(map(fragment, scene.panels))
    told["outline"] = tuple(map(fragment, scene.outline))
    told["overlays"] = tuple(
        _overlay(*overlay) if shown is None or overlay[0] in shown else _encode((overlay[0], ()))
        for overlay in scene.overlays
    )
    told["combat_table"] = fragment(scene.combat_table)
    told["trenches"] = fragment(scene.trenches)
    told["open_table"] = "null" if scene.open_table is None else _encode(scene.open_table)
    told["order_of_battle"] = tuple(map(fragment, scene.order_of_battle))
    told["aims"] = tuple(map(fragment, scene.aims))
    told["prizes"] = tuple(map(fragment, scene.prizes))
    told["calendar"] = fragment(scene.calendar)
    told["pieces"] = tuple(map(fragment, scene.pieces))
    return told


def seat_viewing(live: Live, mine: list[Seat]) -> Seat | None:
    """Whose eyes to look through: of several seats at one screen, the one that must answer; None for a spectator."""
    if not mine:
        return None
    return live.match.actor if live.match.actor in mine else mine[0]


def shown_scene(live: Live, viewing: Seat | None, language: str) -> Scene:
    """The picture for a seat; where people ended the game nothing is asked in it any more."""
    scene = live.sight(viewing).scene(language)
    if live.match.ending is None:
        return scene
    return replace(scene, prompt=Prompt("", False, score_of(live.match, language).why, ""))


def score_of(match: Match, language: str) -> Score:
    """How a game stands by its rules, or how people ended it: who resigned has lost."""
    score = match.game.score(match.position, language)
    if (ending := match.ending) is None:
        return score
    others = [seat for seat in range(len(match.game.seats)) if seat != ending.seat]
    winner = others[0] if ending.seat is not None and len(others) == 1 else None
    seat = "" if ending.seat is None else seat_in(match.game, language, match.game.seats[ending.seat])
    why = WORDS.say(language, "ending.drawn" if ending.seat is None else "ending.resign", seat=seat)
    return replace(score, over=True, winner=winner, rule="", why=_capital(why))


def scene_of(sight: Sight, language: str) -> str:
    """The picture for a seat, as JSON."""
    return whole(scene_parts(sight.scene(language)))


def state_of(
    live: Live, mine: list[Seat], language: str, chat: list[dict[str, Any]], present: Iterable[Seat]
) -> dict[str, str | tuple[str, ...]]:
    """Everything but the scene that a client needs to draw the table for the holder of these seats, as it is told; []
    only watches."""
    match, game = live.match, live.match.game
    viewing = seat_viewing(live, mine)
    score = score_of(match, language)
    here, first = set(present), max(0, len(match.log) - LOG_LINES)
    dice = promised(live)
    head: TableHead = {
        "id": live.kept.id,
        "game": game.name,
        "title": title_in(game, language),
        "setting": live.kept.setting,
        "name": live.name_in(language),
        "number": len(match.log),
        "moment": live.seq,
        "status": live.status,
        "frozen": live.barred.words(language) if live.barred else "",
        "closed": bool(live.kept.closed),
        "common": len(match.log) if live.stuck and not live.kept.closed else None,
        "you": [game.seats[seat] for seat in mine],
        "viewing": None if viewing is None else game.seats[viewing],
        "seats": [
            {
                "name": game.seats[seat.seat],
                "title": heading_in(game, language, game.seats[seat.seat]),
                "kind": seat.plays,
                "player": seat.player,
                "label": seat.label,
                "present": seat.seat in here,
                "thinking": seat.seat in live.thinking,
                "stopped": seat.seat in live.stopped,
                "free": seat.asked + SILENCE if seat.asked else 0.0,
                "explains": explains(game, seat.player),
            }
            for seat in live.seats
        ],
        "undo": viewing is not None and not live.barred and match.ending is None and match.may_undo(viewing),
        "undo_asked": None
        if live.back_asked is None
        else {"seat": game.seats[live.back_asked[0]], "to": live.back_asked[1]},
        "draw_offered": "" if live.offered is None else game.seats[live.offered],
        "score": {
            "over": score.over,
            "points": list(score.points),
            "winner": None if score.winner is None else game.seats[score.winner],
            "rule": score.rule,
            "why": score.why,
        },
        "dice": dice,
    }
    told: dict[str, str | tuple[str, ...]] = {name: as_json(part) for name, part in head.items() if name != "dice"}
    told |= {f"dice.{name}": as_json(part) for name, part in dice.items()}
    told["chat"] = tuple(map(as_json, chat_of(game, chat)))
    told["log"] = newest(live, viewing, language, first)
    return told


def promised(live: Live) -> DiceTold:
    """What everybody is bound to and has shown of it; which seeds and parts are still to come, and for which draw."""
    match, names = live.match, live.game.seats
    if match.dice is None:
        return {
            "fingerprint": "",
            "commits": {},
            "chains": {},
            "seeds": {},
            "awaited": [],
            "head": "",
            "draw": 0,
            "parts": [],
            "shown": {},
            "without": False,
            "would": [],
            "signers": {},
            "signed": [],
            "secret": "",
        }
    told: DiceTold = {
        "fingerprint": match.dice.fingerprint,
        "commits": {
            names[seat.seat]: seat.commit or fingerprint_of(seat.seed)
            for seat in live.seats
            if seat.commit or seat.seed
        },
        "chains": {names[seat.seat]: (seat.chain, seat.links) for seat in live.seats if seat.chain},
        "seeds": {} if live.vacant else {name: seed.hex() for name, seed in match.dice.seeds.items()},
        "awaited": [] if live.vacant else [names[seat] for seat in live.seeds_due()],
        "head": head_of(live),
        "draw": match.draws,
        "parts": [names[seat] for seat in live.parts_due()],
        "shown": {names[seat]: live.shown.get(seat, 0) for seat in live.chained},
        "without": live.without,
        "would": [names[seat] for seat in sorted(live.agreed)],
        "signers": {names[seat.seat]: seat.signer for seat in live.seats if seat.signer},
        "signed": [names[seat] for seat in sorted(live.signed)],
        "secret": match.dice.secret.hex() if match.over else "",
    }
    return told


def chat_of(game: Game, chat: list[dict[str, Any]]) -> list[ChatLine]:
    """What was said, with the names of the seats."""
    return [
        {"seat": game.seats[line["seat"]] if line["seat"] >= 0 else "", "text": line["text"], "at": line["at"]}
        for line in chat
    ]


def newest(live: Live, viewing: Seat | None, language: str, start: int) -> tuple[str, ...]:
    """The lines of the log from `start` on, the newest: only those that are new since they were last read are made."""
    known, lines = live.pages.get((language, viewing), (start, ()))
    lines = lines[start - known :] if known <= start <= known + len(lines) else ()
    end = start + len(lines)
    lines += tuple(line_of(live, at, viewing, language, live.events) for at in range(end, len(live.match.log)))
    live.pages[language, viewing] = start, lines
    return lines


def log_of(live: Live, viewing: Seat | None, language: str, start: int, events: Mapping[int, tuple[Event, ...]]) -> str:
    """The log from a number on, as the seat may read it, as JSON."""
    return f"[{','.join([line_of(live, at, viewing, language, events) for at in range(start, len(live.match.log))])}]"


def line_of(
    live: Live, number: int, viewing: Seat | None, language: str, events: Mapping[int, tuple[Event, ...]]
) -> str:
    """A line of the log, as the seat may read it, as JSON."""
    entry = live.match.log[number]
    line: LogEntry = {
        "number": number + 1,
        "actor": live.match.actor_name(entry.actor),
        "text": entry.text if entry.seen_by is None or viewing in entry.seen_by else None,
        "events": [
            *(notices_of(live, 0, language) if number == 0 else ()),
            *told(live.game, events.get(number, ()), viewing, language),
            *notices_of(live, number + 1, language),
        ],
    }
    return as_json(line)


def notices_of(live: Live, number: int, language: str) -> list[Happened]:
    """What is told beside the answer of that number: where the game went back by consent, where a computer stopped."""
    return [
        Happened(
            notice.key.partition(".")[0],
            "notice",
            "",
            _capital(
                WORDS.say(
                    language,
                    notice.key,
                    seat=seat_in(live.game, language, live.game.seats[notice.seat]),
                    answers=notice.answers,
                    to=number,
                )
            ),
        )
        for notice in live.notices.get(number, ())
    ]


def _capital(text: str) -> str:
    """A sentence that may begin with a seat."""
    return text[:1].upper() + text[1:]


def told(game: Game, events: Iterable[Event], viewing: Seat | None, language: str) -> list[Happened]:
    """Events in words and facts, those that the seat may read."""

    def say(event: Event) -> str:
        return game.say(event, language)

    def term(key: str) -> str:
        return game.term(key, language)

    readable = (event for event in events if (seers := event.seers()) is None or viewing in seers)
    return [event.told(say, term) for event in readable]


def moment_of(of: int, moment: Match, viewing: Seat | None, language: str) -> str:
    """A past moment, for replay, as JSON: the scene as the seat might have seen it, and what had just happened."""
    entry = moment.log[-1] if moment.log else None
    readable = entry is not None and (entry.seen_by is None or viewing in entry.seen_by)
    head = as_json(
        {
            "number": len(moment.log),
            "of": of,
            "actor": "" if entry is None else moment.actor_name(entry.actor),
            "text": entry.text if entry is not None and readable else None,
            "chance": entry is not None and entry.actor == CHANCE,
            "events": told(moment.game, moment.position.events, viewing, language),
        }
    )
    return f'{head[:-1]},"scene":{scene_of(moment.sight(viewing), language)}}}'
