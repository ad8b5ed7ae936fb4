"""Words for people, in the languages of `data/words.*.toml`; army lists in `forces.*.toml`."""

from __future__ import annotations

from typing import Any, Final

from marne import kit
from marne.engine import Event
from marne.games.brigade1914.components.data import DIRECTORY, LISTS
from marne.games.brigade1914.components.names import Label, Said

__all__ = ["WORDS", "Reason", "brigade_title", "inches", "phrase", "say", "table_words", "term", "word"]

LENGTHS: Final = ("rate", "cost_of_way", "x", "y")
"""Facts that are lengths, in hundredths of an inch."""


def inches(hundredths: int) -> str:
    """A length as people say it.

    >>> inches(800), inches(450), inches(325)
    ('8', '4.5', '3.25')
    """
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


class _Words(kit.Phrasebook):
    """Facts that are words of the game are put into the language, lengths into inches."""

    def word(self, language: str, name: str, fact: Any) -> Any:
        """A fact as it stands in a sentence."""
        if name in LENGTHS:
            return inches(fact)
        if name == "modifiers":
            return "".join(f" {each.amount:+d} {word(language, each.text)}" for each in fact)
        if name == "side":
            return word(language, ("blue", "red")[fact])
        if name == "card":
            return word(language, f"card.{fact}")
        if name == "title":
            return self.say(language, next(f"list.{each}" for each, row in LISTS.items() if row.title == fact))
        if name == "on":
            return " ".join(word(language, part) for part in (fact.parts if isinstance(fact, Said) else fact.split()))
        if name == "table":
            return table_words(language, fact)
        return word(language, fact) if isinstance(fact, str) else fact


WORDS: Final = _Words(DIRECTORY, "words", "forces")
phrase: Final = WORDS.say


class Reason(kit.Reason):
    """Why something is not allowed in this game."""

    __slots__ = ()
    book = WORDS


def word(language: str, text: str) -> str:
    """A word of the game in a language; a unit by its name, a recon marker by its number; a name is itself."""
    if isinstance(text, Label):
        return text.name
    if text[:1] == "m" and text[1:].isdecimal():
        return phrase(language, "marker.numbered", number=text[1:])
    return phrase(language, f"word.{text}") if WORDS.has(f"word.{text}") else text


def brigade_title(language: str, side: str, force: str) -> str:
    """A side and its list, as a title."""
    name = word(language, side)
    return f"{name[:1].upper()}{name[1:]}: {phrase(language, f'list.{force}')}"


def table_words(language: str, title: str) -> str:
    """The name of a table; one that is laid by chance has a number only."""
    kind, _, number = title.rpartition(" ")
    return phrase(language, "table.numbered", number=number) if number.isdigit() else word(language, title or kind)


def say(event: Event, language: str) -> str:
    """An event in a sentence."""
    return WORDS.tell(language, type(event).__name__, event.facts())


def term(key: str, language: str) -> str:
    """A modifier or a result in words."""
    return word(language, key)
