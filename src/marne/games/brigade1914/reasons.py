"""Why something is not allowed, before anybody knows in which language it will be read."""

from __future__ import annotations

from typing import Any, Final

from marne.engine import Refusal
from marne.games.brigade1914.words import phrase, word

LENGTHS: Final = ("rate", "cost_of_way")
"""Facts that are lengths, in hundredths of an inch."""


def inches(hundredths: int) -> str:
    """A length as people say it.

    >>> inches(800), inches(450), inches(325)
    ('8', '4.5', '3.25')
    """
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


class Reason:
    """A rule, and a key of the catalogues with its facts."""

    __slots__ = ("facts", "key", "rule")

    def __init__(self, rule: str, key: str, **facts: Any) -> None:
        self.rule = rule
        self.key = key
        self.facts = facts

    def refusal(self, language: str = "en") -> Refusal:
        """The reason in words; facts that are words of the game are put into the language, lengths into inches."""
        facts: dict[str, Any] = {}
        for name, fact in self.facts.items():
            facts[name] = inches(fact) if name in LENGTHS else word(language, fact) if isinstance(fact, str) else fact
        return Refusal(self.rule, phrase(language, self.key, **facts))
