"""What a cadet sees, and what a council's deputies prize, as data: tables of a game's `levels.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["cadet_in", "deputies_in"]


def cadet_in(path: Path) -> dict[str, Any]:
    """The numbers and words of a game's cadet."""
    return dict(tomllib.loads(path.read_text(encoding="utf-8"))["cadet"])


def deputies_in(path: Path) -> dict[str, Any]:
    """The numbers of those who play for a council; none where they play as the staff does."""
    return dict(tomllib.loads(path.read_text(encoding="utf-8")).get("deputies", {}))
