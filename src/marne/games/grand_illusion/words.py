"""Words for people, in the languages of `data/words.*.toml`: events, questions, reasons, panels."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any, Final

from marne import kit
from marne.atlas.words import name_in
from marne.engine import Event, Modifier, total
from marne.games.grand_illusion.components.data import MAP
from marne.games.grand_illusion.components.units import BY_ID, DATA, FORTS, NAMES, NATION, NATIONS, Unit
from marne.games.grand_illusion.events import Shot

__all__ = [
    "SETTING",
    "WORDS",
    "Reason",
    "Refused",
    "called",
    "hex_name",
    "phrase",
    "rule_titles",
    "say",
    "sum_of",
    "term",
]

_ANY: Final = "|".join(map(re.escape, sorted(BY_ID, key=len, reverse=True)))
_ID: Final = re.compile(rf"(?<![\w.+-])(?:{_ANY})(?![\w+-])")
"""A unit as the notation writes it."""


def hex_name(hex: int, language: str) -> str:
    """`45 Metz`, or the number alone."""
    return f"{hex} {name_in(language, MAP.names[hex])}".rstrip()


class Book(kit.Phrasebook):
    """Words in which every unit has the name on its counter, and whose it is: no one reads the notation's ids."""

    def say(self, language: str, key: str, **facts: Any) -> str:
        """The sentence, its units by name."""
        return super().say(language, key, **{name: self._named(language, name, fact) for name, fact in facts.items()})

    def _named(self, language: str, name: str, fact: Any) -> Any:
        if name == "hex" and isinstance(fact, int):
            return hex_name(fact, language)
        if not isinstance(fact, str) or "." not in fact:
            return fact
        words = fact.split(" ")
        if all(word in BY_ID for word in words):
            return kit.listed([self.called(BY_ID[word], language) for word in words], language)
        return " ".join(_ID.sub(lambda found: self.called(BY_ID[found[0]], language), word) for word in words)

    def called(self, unit: Unit, language: str) -> str:
        """A unit's name in a sentence."""
        if FORTS >> unit & 1:
            return super().say(language, "name.fort", name=NAMES[unit])
        army = super().say(language, f"name.{NATIONS[NATION[unit]]}")
        return super().say(language, "name.unit", name=NAMES[unit], army=army)


WORDS: Final = Book(DATA)
SETTING: Final = tomllib.loads((DATA / "setting.en.toml").read_text("utf-8"))
"""Titles and seats in English."""
phrase: Final = WORDS.say
called: Final = WORDS.called


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
            facts[name] = sum_of(fact, language) + _total(event.facts().get("die"), fact)
        elif isinstance(fact, bool):
            if WORDS.has(f"{kind}.{name}.yes"):
                facts[name] = phrase(language, f"{kind}.{name}.{'yes' if fact else 'no'}")
        elif isinstance(fact, str) and WORDS.has(f"word.{fact}"):
            facts[name] = phrase(language, f"word.{fact}")
        else:
            facts[name] = fact
    return phrase(language, kind + _case(event), **facts)


def _case(event: Event) -> str:
    """Which sentence tells a shot: a 1 that always hits and a 6 that never does make another one (9.3.1)."""
    if not isinstance(event, Shot):
        return ""
    if event.only_one:
        return ".only"
    within = event.die + total(event.modifiers) <= event.strength
    return "" if within == event.hit else ".always" if event.hit else ".never"


def sum_of(modifiers: tuple[Modifier, ...], language: str) -> str:
    """The modifiers of a die by name; a sum has none."""
    return "".join(
        phrase(language, "added.for", amount=each.amount, name=phrase(language, f"word.{each.text}"))
        if each.text
        else phrase(language, "added", amount=each.amount)
        for each in modifiers
    )


def _total(die: Any, modifiers: tuple[Modifier, ...]) -> str:
    """What die and modifiers make, where something is added at all: a line that anybody can check."""
    if not modifiers or not isinstance(die, int):
        return ""
    return f" = {die + sum(each.amount for each in modifiers)}"


def term(key: str, language: str) -> str:
    """A modifier or a result in words; a yes or no stands under its event."""
    for found in (key, f"word.{key}"):
        if WORDS.has(found):
            return phrase(language, found)
    return key
