"""Words for people: events, questions, answers, reasons. The catalogues are `data/words.*.toml`, sorted by chapter."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from marne.engine import Event, Modifier, Refusal, Words, value

from .units import BY_ID, NAMES

__all__ = ["DATA", "LANGUAGES", "Reason", "named", "phrase", "rule_titles", "say", "sum_of", "words"]

LANGUAGES: Final = ("en", "es")
DATA: Final = Path(__file__).parent / "data"


@cache
def words() -> Words:
    """Both catalogues, the same keys in each."""
    return Words(
        {language: tomllib.loads((DATA / f"words.{language}.toml").read_text("utf-8")) for language in LANGUAGES}
    )


@cache
def rule_titles(language: str) -> dict[str, str]:
    """The title of each rule, from the index."""
    name = "rules.csv" if language == "en" else f"rules.{language}.csv"
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return {row["number"]: row["title"] for row in csv.DictReader(file)}


def phrase(language: str, key: str, **facts: Any) -> str:
    """A sentence; the key itself where there is none, so that nothing is ever empty."""
    return words().say(language, key, **facts) if words().has(key) else key


def named(unit: str) -> str:
    """A unit as people write it: ids have no blanks."""
    return NAMES[BY_ID[unit]] if unit in BY_ID else unit


def say(event: Event, language: str) -> str:
    """An event in a sentence.

    Fields that are words of the game (`word.german`) are put into the language, yes and no read `Event.field.yes`,
    units are written with their names, modifiers as a sum.
    """
    kind = type(event).__name__
    facts: dict[str, Any] = {}
    for name, fact in event.facts().items():
        if name == "modifiers":
            facts[name] = sum_of(fact, language)
        elif isinstance(fact, bool):
            facts[name] = phrase(language, f"{kind}.{name}.{'yes' if fact else 'no'}")
        elif isinstance(fact, str) and words().has(f"word.{fact}"):
            facts[name] = phrase(language, f"word.{fact}")
        elif isinstance(fact, str):
            facts[name] = ", ".join(map(named, fact.split())) if name in ("unit", "units") else fact
        else:
            facts[name] = fact
    return phrase(language, kind, **facts)


def sum_of(modifiers: Iterable[Modifier], language: str) -> str:
    """The modifiers of a die by name: ` -1 heat +2 own camp`."""
    return "".join(f" {each.amount:+d} {phrase(language, f'modifier.{each.text}')}" for each in modifiers)


@value
class Reason:
    """Why something is refused: the rule, and a key of the catalogues with its facts."""

    rule: str
    key: str
    facts: tuple[tuple[str, str], ...] = ()

    def refusal(self, language: str) -> Refusal:
        """In a language."""
        return Refusal(self.rule, phrase(language, self.key, **dict(self.facts)))
