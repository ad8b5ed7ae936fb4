"""Why something is not allowed, before anybody knows in which language it will be read."""

from __future__ import annotations

from typing import Any

from marne.engine import Refusal
from marne.games.brigade1914.words import phrase, word


class Reason:
    """A rule, and a key of the catalogues with its facts."""

    __slots__ = ("facts", "key", "rule")

    def __init__(self, rule: str, key: str, **facts: Any) -> None:
        self.rule = rule
        self.key = key
        self.facts = facts

    def refusal(self, language: str = "en") -> Refusal:
        """The reason in words; facts that are words of the game are put into the language."""
        facts = {name: word(language, fact) if isinstance(fact, str) else fact for name, fact in self.facts.items()}
        return Refusal(self.rule, phrase(language, self.key, **facts))
