"""What a seat is told: the state of a table as JSON, built from what that seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from marne.engine import CHANCE, Event, Game, Match, Observation, Seat
from marne.table.hall import Live

__all__ = ["LOG_LINES", "log_of", "moment_of", "seat_viewing", "state_of"]

LOG_LINES = 60


def seat_viewing(live: Live, mine: list[Seat]) -> Seat | None:
    """Whose eyes to look through: of several seats at one screen, the one that must answer; None for a spectator."""
    if not mine:
        return None
    return live.match.actor if live.match.actor in mine else mine[0]


def state_of(
    live: Live, mine: list[Seat], language: str, chat: list[dict[str, Any]], present: Iterable[Seat]
) -> dict[str, Any]:
    """Everything a client needs to draw the table for the holder of these seats; [] is a spectator."""
    match, game = live.match, live.match.game
    viewing = seat_viewing(live, mine)
    score = game.score(match.position)
    here = set(present)
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
        "scene": asdict(game.scene(match.observe(viewing), language)),
        "log": log_of(live, viewing, language, max(0, len(match.log) - LOG_LINES)),
        "undo": viewing is not None and match.may_undo(viewing),
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
        "chat": [
            {"seat": game.seats[line["seat"]] if line["seat"] >= 0 else "", "text": line["text"], "at": line["at"]}
            for line in chat
        ],
    }


def log_of(live: Live, viewing: Seat | None, language: str, start: int) -> list[dict[str, Any]]:
    """The log from a number on, as the seat may read it."""
    match, game = live.match, live.match.game
    return [
        {
            "number": number + 1,
            "actor": match.actor_name(entry.actor),
            "text": entry.text if entry.seen_by is None or viewing in entry.seen_by else None,
            "events": told(game, live.events_of(number), viewing, language),
        }
        for number, entry in enumerate(match.log[start:], start)
    ]


def told(game: Game, events: Iterable[Event], viewing: Seat | None, language: str) -> list[dict[str, str]]:
    """Events in words, those that the seat may read."""
    lines = []
    for event in events:
        seers = event.seers()
        if seers is None or viewing in seers:
            lines.append({"kind": type(event).__name__, "rule": event.rule, "text": game.say(event, language)})
    return lines


def moment_of(live: Live, moment: Match, viewing: Seat | None, language: str) -> dict[str, Any]:
    """A past moment, for replay: the scene as the seat might have seen it, and what had just happened."""
    game = live.match.game
    entry = moment.log[-1] if moment.log else None
    readable = entry is not None and (entry.seen_by is None or viewing in entry.seen_by)
    watching: Observation = moment.observe(viewing)
    return {
        "number": len(moment.log),
        "of": len(live.match.log),
        "actor": "" if entry is None else moment.actor_name(entry.actor),
        "text": entry.text if entry is not None and readable else None,
        "chance": entry is not None and entry.actor == CHANCE,
        "events": told(game, moment.position.events, viewing, language),
        "scene": asdict(game.scene(watching, language)),
    }
