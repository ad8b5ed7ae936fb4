"""Words for people: events, questions, reasons, panels. The catalogues are `data/words.en.toml` and `words.es.toml`."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from typing import Any, Final

from marne.engine import Event, Modifier, Refusal, Words, value
from marne.games.grand_illusion.units import DATA

LANGUAGES: Final = ("en", "es")


@cache
def words() -> Words:
    """Both catalogues, the same keys in each."""
    return Words(
        {language: tomllib.loads((DATA / f"words.{language}.toml").read_text("utf-8")) for language in LANGUAGES}
    )


@cache
def rule_titles(language: str) -> dict[str, str]:
    """The title of each rule, from the index."""
    with (DATA / ("rules.csv" if language == "en" else f"rules.{language}.csv")).open(
        newline="", encoding="utf-8"
    ) as file:
        return {row["number"]: row["title"] for row in csv.DictReader(file)}


def phrase(language: str, key: str, **facts: Any) -> str:
    """A sentence; the key itself where there is none, so that nothing is ever empty."""
    return words().say(language, key, **facts) if words().has(key) else key


def say(event: Event, language: str) -> str:
    """An event in a sentence: facts that are words of the game are put into the language."""
    kind = type(event).__name__
    facts: dict[str, Any] = {}
    for name, fact in event.facts().items():
        if name == "modifiers":
            facts[name] = sum_of(fact, language)
        elif isinstance(fact, bool):
            facts[name] = phrase(language, f"{kind}.{name}.{'yes' if fact else 'no'}")
        elif isinstance(fact, str) and words().has(f"word.{fact}"):
            facts[name] = phrase(language, f"word.{fact}")
        else:
            facts[name] = fact
    if not words().has(kind):
        return f"{kind} {' '.join(str(fact) for name, fact in facts.items() if name != 'rule')}"
    return phrase(language, kind, **facts)


def sum_of(modifiers: tuple[Modifier, ...], language: str) -> str:
    """The modifiers of a die by name."""
    return "".join(f" {each.amount:+d} {phrase(language, f'word.{each.text}')}" for each in modifiers)


@value
class Reason:
    """Why something is refused: the rule, and a key of the catalogues with its facts."""

    rule: str
    key: str
    facts: tuple[tuple[str, str], ...] = ()

    def refusal(self, language: str) -> Refusal:
        """In a language."""
        return Refusal(self.rule, phrase(language, self.key, **dict(self.facts)))
