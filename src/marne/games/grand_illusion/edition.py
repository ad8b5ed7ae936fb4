"""The editions, by the names of their files. Rules ask their switches."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marne.games.grand_illusion.data import EDITION_FILES, LOADED
from marne.games.grand_illusion.scenario_file import Edition

__all__ = ["EDITIONS", "ENGLISH", "SPANISH", "Edition"]

EDITIONS: Final = {name: replace(record.value, name=name) for name, record in LOADED[EDITION_FILES].items()}
ENGLISH: Final = EDITIONS["english"]
SPANISH: Final = EDITIONS["spanish"]
