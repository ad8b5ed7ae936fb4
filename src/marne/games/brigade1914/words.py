"""Words for people, in the languages of `data/words.*.toml`; army lists in `forces.*.toml`."""

from __future__ import annotations

from typing import Any, Final

from marne import kit
from marne.engine import Event, Modifier, total
from marne.games.brigade1914.components.data import COMMAND, DIRECTORY, FIRE, LISTS
from marne.games.brigade1914.components.names import Label, Said
from marne.games.brigade1914.events import BaseLost, FiredAt, Tested

__all__ = ["WORDS", "Reason", "brigade_title", "inches", "lost_base", "phrase", "say", "table_words", "term", "word"]

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
            return "".join(_added(language, each) for each in fact)
        if name == "side":
            return word(language, ("blue", "red")[fact])
        if name == "card":
            return word(language, f"card.{fact}")
        if name == "title":
            return self.say(language, next(f"list.{each}" for each, row in LISTS.items() if row.title == fact))
        if name == "on":
            parts = fact.parts if isinstance(fact, Said) else fact.split()
            return f": {', '.join(word(language, part) for part in parts)}" if parts else ""
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


def lost_base(unit: str, what: str, language: str) -> str:
    """What a unit loses with a base: a company, a squadron, a gun, or a machine gun."""
    kind = unit.kind if isinstance(unit, Label) and what == "company" else what
    return phrase(language, f"lost.{kind}") if WORDS.has(f"lost.{kind}") else word(language, kind)


def _added(language: str, each: Modifier) -> str:
    """`, general near +1`; a sum has no name."""
    if not each.text:
        return phrase(language, "added", amount=each.amount)
    return phrase(language, "added.for", amount=each.amount, name=word(language, each.text))


def _to_hit(language: str, event: FiredAt) -> str:
    """What the dice need to hit, and how that comes about; of machine guns too where they need something else."""
    told = WORDS.word(language, "modifiers", event.modifiers).removeprefix(", ")
    told = phrase(language, "to_hit", base=FIRE.to_hit, added=told) if told else ""
    if not event.dice or not event.guns or event.need == event.guns_need:
        return told
    guns = WORDS.word(language, "modifiers", event.gun_modifiers).removeprefix(", ")
    return told + phrase(language, "to_hit.guns" if guns else "to_hit.guns.plain", base=FIRE.to_hit, added=guns)


def say(event: Event, language: str) -> str:
    """An event in a sentence."""
    kind, facts = type(event).__name__, event.facts()
    if isinstance(event, Tested | FiredAt):
        told = WORDS.word(language, "modifiers", event.modifiers)
        if isinstance(event, FiredAt):
            told = _to_hit(language, event)
        elif event.rule == "C6":  # added to a morale die; to other dice it is the need
            kind, told = "Tested.morale", told and f"{told} = {event.die + total(event.modifiers)}"
        elif told:
            base = COMMAND.reaction if event.rule == "C3" else COMMAND.activation
            high = base + total(event.modifiers) > event.need
            told = phrase(language, "needed.most" if high else "needed", base=base, added=told, need=event.need)
        facts = {name: WORDS.word(language, name, fact) for name, fact in facts.items() if "modifiers" not in name}
        return phrase(language, kind, modifiers=told, **facts)
    if isinstance(event, BaseLost):
        facts["what"] = lost_base(event.unit, event.what, language)
    return WORDS.tell(language, kind, facts)


def term(key: str, language: str) -> str:
    """A modifier or a result in words."""
    return word(language, key)
