"""Why something is not allowed, before anybody knows in which language it will be read."""

from __future__ import annotations

from typing import Any, ClassVar

from marne.engine import Refusal
from marne.kit.phrases import ENGLISH, Phrasebook

__all__ = ["Reason"]


class Reason:
    """A rule, and a key of the game's book with its facts; each game names its `book` in a subclass."""

    __slots__ = ("facts", "key", "rule")
    book: ClassVar[Phrasebook]

    def __init__(self, rule: str, key: str, **facts: Any) -> None:
        self.rule = rule
        self.key = key
        self.facts = facts

    def refusal(self, language: str = ENGLISH) -> Refusal:
        """The reason in words."""
        return Refusal(self.rule, self.book.tell(language, self.key, self.facts))
