"""Pages of a game in a language: its rules in our words, its title, seats and what is chosen before it begins."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from marne.engine import About, Game, Hint, MarneError, Piece, Stop, value
from marne.kit.phrases import ENGLISH, Phrasebook, in_language

__all__ = [
    "Rule",
    "ScenarioPage",
    "about_in",
    "heading_in",
    "languages_of",
    "read_index",
    "rules_in",
    "scenario_page",
    "seat_in",
    "setting_words",
    "title_in",
]


@value
class Rule:
    """A rule of the index: its number, short title and summary in our words, or why it needs no code."""

    number: str
    title: str = ""
    summary: str = ""
    needs: str = ""


def read_index(path: Path) -> dict[str, Rule]:
    """The rule index of a game: CSV with `number`, and `title`, `summary`, `needs` where there are any."""
    with path.open(newline="", encoding="utf-8") as file:
        rules = {}
        for at, row in enumerate(csv.DictReader(file), 2):
            number = (row.get("number") or "").strip()
            if not number or number in rules:
                raise MarneError(f"{path.name}, row {at}: number {number!r} is empty or stands twice")
            rules[number] = Rule(number, *((row.get(key) or "").strip() for key in ("title", "summary", "needs")))
        return rules


def rules_in(index: Path, language: str) -> dict[str, Rule]:
    """Every rule of the index in a language; English stands in where a line, or a part of it, is missing."""
    rules = read_index(index)
    file = in_language(index, language)
    for number, told in (read_index(file) if file.exists() else {}).items():
        if english := rules.get(number):
            parts = (told.title or english.title, told.summary or english.summary, told.needs or english.needs)
            rules[number] = Rule(number, *parts)
    return rules


def setting_words(game: Game, language: str) -> dict[str, Any]:
    """Title, scenarios, options, their values and seats as `data/setting.*.toml` names them; what a language lacks
    stands in the game, in English."""
    return _setting_words(game.rule_index(), language)


@cache
def _setting_words(index: Path, language: str) -> dict[str, Any]:
    return _read(in_language(index.with_name("setting.toml"), language))


def about_in(game: Game, language: str) -> About:
    """What a page shows of a game: `data/about.toml`, with its words from `data/about.*.toml`. A game without them is
    shown by its title."""
    home = game.rule_index().parent
    shown, words = _read(home / "about.toml"), Phrasebook(home, "about")

    def said(key: str) -> str:
        return words.say(language, key) if words.has(key) else ""

    def stop(line: str) -> Stop:
        at, _, key = line.partition(" ")
        return Stop(at, key or at, said(f"tour.{key}") if key else "")  # type: ignore[arg-type]  # a test looks at it

    counters = tuple(_counter(row) for row in shown.get("counters", ()))
    hints = (key.removeprefix("hint.") for key in words.catalogue(ENGLISH) if key.startswith("hint."))
    return About(
        text=said("text"),
        rank=shown.get("rank", 99),
        seat=shown.get("seat", game.seats[0]),
        scenario=shown.get("scenario", ""),
        counters=counters,
        tour=tuple(map(stop, shown.get("tour", ()))),
        hints=tuple(Hint(rule, said(f"hint.{rule}")) for rule in hints),
    )


class ScenarioPage(TypedDict):
    """What a page tells of a scenario, empty words where the game has none: when it plays, what happened and where
    that is from, what each seat must do, its special rules, where nothing is lost by sitting still, what is
    reconstructed."""

    when: str
    happened: str
    sources: str
    seats: Mapping[str, str]
    special: Sequence[str]
    still: str
    reconstructed: str


def scenario_page(game: Game, language: str, scenario: str) -> ScenarioPage:
    """The page of a scenario, from `data/pages.*.toml`."""
    book = Phrasebook(game.rule_index().parent, "pages")

    def said(key: str) -> str:
        return book.say(language, f"{scenario}.{key}") if book.has(f"{scenario}.{key}") else ""

    rules = [key for key in book.catalogue(ENGLISH) if key.startswith(f"{scenario}.special.")]
    return {
        "when": said("when"),
        "happened": said("happened"),
        "sources": said("sources"),
        "seats": {seat: said(seat) for seat in game.seats},
        "special": [book.say(language, key) for key in rules],
        "still": said("still"),
        "reconstructed": said("reconstructed"),
    }


def _counter(row: dict[str, Any]) -> Piece:
    """A counter that lies nowhere."""
    pips, name = row.get("pips", 0), row.get("name", "")
    return Piece(
        name,
        "",
        row["army"],
        symbol=row["symbol"],
        name=name,
        size=row.get("size", ""),
        numbers=tuple(row.get("numbers", ())),
        pips=pips,
        of_pips=pips,
        hidden=row.get("hidden", False),
    )


@cache
def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def languages_of(game: Game) -> tuple[str, ...]:
    """The languages that a game has words in; English without more where it has no words of its own."""
    return Phrasebook(game.rule_index().parent).languages or (ENGLISH,)


def title_in(game: Game, language: str) -> str:
    """The game by its name in a language."""
    return str(setting_words(game, language).get("title", game.title))


def seat_in(game: Game, language: str, seat: str) -> str:
    """A seat in a sentence; by its own name where the game has no words for it."""
    return str(setting_words(game, language).get("seats", {}).get(seat, seat))


def heading_in(game: Game, language: str, seat: str) -> str:
    """A seat before a colon, or on a button."""
    return str(setting_words(game, language).get("headings", {}).get(seat) or seat_in(game, language, seat))
