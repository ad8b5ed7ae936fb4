"""Words for people, in the languages of `data/words.*.toml`: events, questions, reasons, panels."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final

from marne import kit
from marne.engine import Event, Modifier
from marne.games.grand_illusion.components.units import DATA

__all__ = ["SETTING", "WORDS", "Reason", "Refused", "phrase", "rule_titles", "say", "sum_of", "term"]

WORDS: Final = kit.Phrasebook(DATA)
SETTING: Final = tomllib.loads((DATA / "setting.en.toml").read_text("utf-8"))
"""Titles and seats in English."""
phrase: Final = WORDS.say


class Reason(kit.Reason):
    """Why something is refused in this game."""

    __slots__ = ()
    book = WORDS


class Refused(kit.Refused):
    """What this game refuses outside the sequence of play."""

    book = WORDS


@cache
def rule_titles(language: str) -> dict[str, str]:
    """The title of each rule, from the index."""
    return {rule.number: rule.title for rule in kit.rules_in(DATA / "rules.csv", language).values()}


def say(event: Event, language: str) -> str:
    """An event in a sentence: facts that are words of the game are put into the language."""
    kind = type(event).__name__
    facts: dict[str, Any] = {}
    for name, fact in event.facts().items():
        if name == "modifiers":
            facts[name] = sum_of(fact, language)
        elif isinstance(fact, bool):
            facts[name] = phrase(language, f"{kind}.{name}.{'yes' if fact else 'no'}")
        elif isinstance(fact, str) and WORDS.has(f"word.{fact}"):
            facts[name] = phrase(language, f"word.{fact}")
        else:
            facts[name] = fact
    return phrase(language, kind, **facts)


def sum_of(modifiers: tuple[Modifier, ...], language: str) -> str:
    """The modifiers of a die by name."""
    return "".join(f" {each.amount:+d} {phrase(language, f'word.{each.text}')}" for each in modifiers)


def term(key: str, language: str) -> str:
    """A modifier or a result in words; a yes or no stands under its event."""
    for found in (key, f"word.{key}"):
        if WORDS.has(found):
            return phrase(language, found)
    return key
