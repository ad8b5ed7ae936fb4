"""What is refused, before anybody knows in which language it will be read: a key with its facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from marne.engine import IllegalAnswer, MarneError, Refusal, Said, SaidError
from marne.engine.errors import ENGLISH as ENGLISH_OF_THE_ENGINE
from marne.engine.errors import Source
from marne.kit.phrases import ENGLISH, Phrasebook

__all__ = ["ENGINE", "Reason", "Refused", "message_in", "refusal_in"]

ENGINE: Final = Phrasebook(Path(__file__).parent, "engine")
"""What the engine says in other languages; it knows its English itself."""


class Reason:
    """A rule, and a key of the game's book with its facts; each game names its `book` in a subclass."""

    __slots__ = ("facts", "key", "rule")
    book: ClassVar[Phrasebook]

    def __init__(self, rule: str, key: str, **facts: Any) -> None:
        self.rule = rule
        self.key = key
        self.facts: Mapping[str, Any] = facts

    def refusal(self, language: str = ENGLISH) -> Refusal:
        """The reason in words."""
        return Refusal(self.rule, self.book.tell(language, self.key, self.facts), self)


class Refused(MarneError):
    """What a person did cannot be taken: raised as a key of a `book` with facts, told where the reader is known."""

    book: ClassVar[Phrasebook]

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.key, **self.facts), ()

    def words(self, language: str) -> str:
        """The sentence; an error among the facts is told in the same language."""
        facts = {k: message_in(v, language) if isinstance(v, Exception) else v for k, v in self.facts.items()}
        return self.book.tell(language, self.key, facts)

    def __str__(self) -> str:
        return self.words(ENGLISH)


def refusal_in(language: str, refusal: Refusal) -> Refusal:
    """A refusal that was told in one language, in another."""
    return Refusal(refusal.rule, _sentence(language, refusal.source, refusal.why), refusal.source)


def message_in(error: Exception, language: str) -> str:
    """An error for people."""
    if isinstance(error, Refused):
        return error.words(language)
    if isinstance(error, IllegalAnswer):
        return str(refusal_in(language, Refusal(error.rule, error.why, error.source)))
    return _sentence(language, error.source if isinstance(error, SaidError) else None, str(error))


def _sentence(language: str, source: Source | None, english: str) -> str:
    if isinstance(source, Reason):
        return source.refusal(language).why
    return _said(language, source) if isinstance(source, Said) else english


def _said(language: str, said: Said) -> str:
    """A sentence of the engine, its parts in the same language; in English where a language lacks it."""
    words = ENGINE.catalogue(language)
    facts = {name: _said(language, fact) if isinstance(fact, Said) else fact for name, fact in said.facts.items()}
    if kind := words.get(f"kind.{facts.get('kind')}"):
        facts["kind"] = kind
    return (words.get(said.key) or ENGLISH_OF_THE_ENGINE[said.key]).format_map(facts)
