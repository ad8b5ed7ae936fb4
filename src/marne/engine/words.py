"""Words for people, by key and language: the same key in every catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine.errors import EngineError

__all__ = ["Words"]


class Words:
    """Templates by language and key, filled with named facts.

    A step's question and an event's sentence are found by class name. English stands in for a missing language.

    >>> words = Words({"en": {"Moved": "{unit} moves to {hex}"}, "es": {"Moved": "{unit} mueve a {hex}"}})
    >>> words.say("es", "Moved", unit="X AK", hex="0913")
    'X AK mueve a 0913'
    """

    def __init__(self, catalogues: Mapping[str, Mapping[str, str]]) -> None:
        self._catalogues = catalogues

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages there are, in order."""
        return tuple(sorted(self._catalogues))

    def keys(self, language: str) -> frozenset[str]:
        """The keys of a language; a test compares them."""
        return frozenset(self._catalogues[language])

    def has(self, key: str) -> bool:
        """Whether English has the key."""
        return key in self._catalogues["en"]

    def say(self, language: str, key: str, **facts: Any) -> str:
        """The sentence, filled in."""
        catalogue = self._catalogues.get(language, self._catalogues["en"])
        template = catalogue.get(key) or self._catalogues["en"].get(key)
        if template is None:
            raise EngineError(f"no words for {key!r}")
        return template.format_map(facts)
