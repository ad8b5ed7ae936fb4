"""What runs in processes of its own: games played again. Each function gets all it needs and knows no table's secret
but where its dice are checked or its record is written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from marne.engine import (
    Event,
    FairDice,
    Match,
    Observation,
    RecordError,
    Seat,
    find_game,
    read_record,
    record_of,
    register,
    skipped_draws,
    verify_dice,
)
from marne.kit import message_in
from marne.table.after.game_review import analysis_of, explained_of, heard_of
from marne.table.after.game_story import story_of
from marne.table.after.luck import luck_of
from marne.table.game.live import Live, Notice
from marne.table.game.log_rows import Kept
from marne.table.game.replayed import Played
from marne.table.view.messages import as_json, log_of, moment_of
from marne.table.view.payloads import Drawn, Reply
from marne.table.view.replies import replies_of
from marne.table.view.vouched import Sealed, covered
from marne.table.words import WORDS

__all__ = [
    "analysed",
    "draws",
    "heard",
    "log",
    "luck",
    "moment",
    "recorded",
    "replies",
    "story",
    "verified",
    "written",
]


def moment(played: Played, of: int, viewing: Seat | None, language: str) -> str:
    """A past moment, as JSON."""
    return moment_of(of, played.play(), viewing, language)


def log(
    kept: Kept, played: Played, notices: dict[int, tuple[Notice, ...]], viewing: Seat | None, language: str, start: int
) -> str:
    """The log from a number on, as JSON."""
    events: dict[int, tuple[Event, ...]] = {}
    live = Live(replace(kept, secret=b""), [], played.play(start, events))
    live.notices = notices
    return log_of(live, viewing, language, start, events)


def recorded(played: Played, dice: FairDice | None, sealed: Sealed | None) -> str:
    """The record of a game: with every row of its table where it has a chain."""
    match = played.play()
    match.dice = dice
    return written(match, sealed)


def written(match: Match, sealed: Sealed | None) -> str:
    """The same of a match that is at hand."""
    return record_of(match) if sealed is None else sealed.written(match)


def luck(played: Played, viewing: Seat | None, language: str) -> str:
    """What fair dice give on average beside what was thrown, as JSON."""
    register(played.game, played.where)
    return as_json(luck_of(played.play(), viewing, language))


def story(played: Played, language: str) -> str:
    """The story of a finished game, as JSON."""
    return as_json(story_of(played.play(), language))


def analysed(played: Played, language: str) -> str:
    """How a finished game stood and where it turned, as JSON."""
    return as_json(analysis_of(played.play(), language))


def heard(played: Played, number: int, language: str) -> str:
    """What a council would have heard before an answer, as JSON."""
    return as_json(heard_of(played.play(), number, language))


def why(before: Played, reader: Seat | None, played: str | None, language: str) -> str:
    """What a council would have heard before an answer of a game that runs, as far as a reader knows, as JSON."""
    return as_json(explained_of(before.play(), reader, played, language))


def replies(where: str, seen: Observation, language: str) -> list[Reply]:
    """The attacks that the other side could make in return."""
    register(seen.game, where)
    return replies_of(find_game(seen.game), seen, language)


def verified(game: str, where: str, text: str, language: str, head: str, key: str) -> str:
    """Every die of a record drawn again, from the text that a stranger would get, and what came of it as JSON. `fair`
    only against the head and the key that somebody kept, and `uncovered` where the game ended after that head;
    otherwise it is consistent, and nobody vouches for it."""
    register(game, where)
    return as_json(_verdict(text, language, head, key))


def _verdict(text: str, language: str, head: str, key: str) -> dict[str, Any]:
    read = read_record(text)
    told = {"skipped": skipped_draws(read), "head": read.ledger.head if read.ledger else ""}
    try:
        draws = verify_dice(read)
    except RecordError as error:
        return {"ok": False, "verdict": "broken", "draws": 0, "message": message_in(error, language), **told}
    found, verdict, facts = covered(read, head, key), "consistent", {}
    if found is None:
        message = WORDS.say(language, "verify.consistent" if read.ledger else "verify.plain")
    else:
        verdict, facts = "fair" if found.whole else "uncovered", {"rows": found.rows, "of": found.of}
        message = WORDS.say(language, f"verify.{verdict}", **facts)
    signed = [] if found is None else found.signed
    return {"ok": True, "verdict": verdict, "draws": draws, "message": message, "signed": signed, **facts, **told}


def draws(played: Played, parts: dict[int, dict[str, str]]) -> str:
    """Every die that stands, for a page that draws it again, as JSON: its number, the weights of what could come out,
    the parts that were shown for it, and what came out, counted from 0."""
    register(played.game, played.where)
    match, found = Match(find_game(played.game), played.setting), list[Drawn]()
    for text, draw in played.answers:
        ask = match.position.open
        assert ask is not None
        if draw is not None and ask.options is not None:
            place = ask.options.index(match.position.read(text))
            weights = list(ask.weights or (1,) * len(ask.options))
            found.append({"draw": draw, "weights": weights, "parts": parts.get(draw, {}), "place": place})
        match.play_text(text, draw)
        match.forget(0)
    return as_json(found)
