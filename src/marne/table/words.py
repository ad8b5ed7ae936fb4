"""The table's own words, in the languages of `words.*.toml`: what no game says. Its languages are the server's."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marne.kit import Phrasebook

__all__ = ["WORDS"]

WORDS: Final = Phrasebook(Path(__file__).parent)
