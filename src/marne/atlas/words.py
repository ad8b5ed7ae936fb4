"""Names of the ground, and the words of a drawn board, in other languages than English: `words.*.toml`, by the English.

Towns keep the name that the map of 1914 gives them where a language has no name of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marne.kit import Phrasebook

__all__ = ["NAMES", "name_in"]

NAMES: Final = Phrasebook(Path(__file__).parent)


def name_in(language: str, name: str) -> str:
    """A name of the ground or a word of the legend in a language; itself where it has no other.

    >>> name_in("es", "Brussels"), name_in("es", "Charleroi"), name_in("en", "Brussels")
    ('Bruselas', 'Charleroi', 'Brussels')
    """
    return NAMES.catalogue(language).get(name, name)
