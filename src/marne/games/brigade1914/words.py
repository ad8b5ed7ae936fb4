"""Words for people: events, questions, reasons. The catalogues are `data/words.en.toml` and `words.es.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final

from marne.engine import Event, Modifier, Words
from marne.games.brigade1914.data import DIRECTORY, LISTS

LANGUAGES: Final = ("en", "es")


@cache
def words() -> Words:
    """Both catalogues, the same keys in each; the words of army lists stand in a file of their own."""
    return Words({language: {**_read("words", language), **_read("forces", language)} for language in LANGUAGES})


def _read(name: str, language: str) -> dict[str, str]:
    return tomllib.loads((DIRECTORY / f"{name}.{language}.toml").read_text("utf-8"))


def phrase(language: str, key: str, **facts: Any) -> str:
    """A sentence; the key itself where there is none, so that nothing is ever empty."""
    return words().say(language, key, **facts) if words().has(key) else key


def word(language: str, text: str) -> str:
    """A word of the game in a language."""
    return phrase(language, f"word.{text}") if words().has(f"word.{text}") else text


def table_words(language: str, title: str) -> str:
    """The name of a table; one that is laid by chance has a number only."""
    kind, _, number = title.rpartition(" ")
    return phrase(language, "table.numbered", number=number) if number.isdigit() else word(language, title or kind)


def say(event: Event, language: str) -> str:
    """An event in a sentence: facts that are words of the game are put into the language."""
    kind = type(event).__name__
    facts: dict[str, Any] = {}
    for name, fact in event.facts().items():
        if name == "modifiers":
            facts[name] = "".join(_item(each, language) for each in fact)
        elif name == "side":
            facts[name] = word(language, ("blue", "red")[fact])
        elif name == "card":
            facts[name] = word(language, f"card.{fact}")
        elif name == "title":
            facts[name] = phrase(language, next(f"list.{each}" for each, row in LISTS.items() if row.title == fact))
        elif name == "on":
            facts[name] = " ".join(word(language, part) for part in fact.split())
        elif name == "table":
            facts[name] = table_words(language, fact)
        elif isinstance(fact, str):
            facts[name] = word(language, fact)
        else:
            facts[name] = fact
    return phrase(language, kind, **facts)


def _item(modifier: Modifier, language: str) -> str:
    return f" {modifier.amount:+d} {word(language, modifier.text)}"
