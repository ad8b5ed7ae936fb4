"""The table's own words, in the languages of `words.*.toml`: what no game says. Its languages are the server's."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pydantic_core import PydanticCustomError

from marne.kit import ENGLISH, Phrasebook, seat_in, title_in

__all__ = ["WORDS", "language_of", "spoken"]


class _Words(Phrasebook):
    """A game stands in the facts as itself, and a seat with its game, which names it."""

    def word(self, language: str, name: str, fact: Any) -> Any:
        """A fact as it stands in a sentence."""
        if name == "game" and not isinstance(fact, str):
            return title_in(fact, language)
        return seat_in(fact[0], language, fact[1]) if name == "seat" and isinstance(fact, tuple) else fact


WORDS: Final = _Words(Path(__file__).parent)


def spoken(asked: str | None) -> str | None:
    """A language that there is."""
    if asked is not None and asked not in WORDS.languages:
        raise PydanticCustomError("language", "no such language", {"names": ", ".join(WORDS.languages)})
    return asked


def language_of(asked: str | None, accepted: str | None) -> str:
    """`?language=`, or the first language of `Accept-Language` that there is, or English.

    >>> language_of(None, "fr;q=0.9, es-ES;q=0.8, en"), language_of("en", "es"), language_of(None, None)
    ('es', 'en', 'en')
    """
    wanted = (asked, *(part.strip()[:2].lower() for part in (accepted or "").split(",")))
    return next((word for word in wanted if word in WORDS.languages), ENGLISH)
