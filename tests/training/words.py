"""Words for people, in the languages of `data/words.*.toml`: the same keys in each, checked by a test."""

from __future__ import annotations

from typing import Any, Final

from marne import kit
from marne.engine import Event
from training.components.data import DIRECTORY
from training.components.ground import SIDES

__all__ = ["WORDS", "Reason", "say", "term"]


class _Words(kit.Phrasebook):
    """Sides and kinds by their words, modifiers itemised."""

    def word(self, language: str, name: str, fact: Any) -> Any:
        """A fact as it stands in a sentence."""
        if name == "side":
            return self.say(language, SIDES[fact])
        if name in ("kind", "weather", "chit", "attacker", "defender"):
            return self.say(language, fact)
        if name == "counters":
            return kit.listed(fact, language)
        if name == "modifiers":
            named = ((each, f"{self.say(language, each.text)} " if each.text else "") for each in fact)
            return "".join(f", {words}{each.amount:+}" for each, words in named)  # a sum has no name
        return fact


WORDS: Final = _Words(DIRECTORY)


class Reason(kit.Reason):
    """Why something is not allowed in this game."""

    __slots__ = ()
    book = WORDS


def say(event: Event, language: str) -> str:
    """An event in plain words."""
    facts, key = event.facts(), type(event).__name__
    if (key, facts.get("left")) == ("StepLost", 0):
        key = "StepLost.gone"
    elif (key, facts.get("hex")) == ("Fired", ""):
        key = "Fired.off"
    elif key == "Fought" and not facts["modifiers"]:
        key = "Fought.plain"
    return WORDS.tell(language, key, facts)


def term(key: str, language: str) -> str:
    """A modifier or a result in words."""
    return WORDS.say(language, key) if WORDS.has(key) else key
