"""What a cadet sees, as data: the table `cadet` of a game's `levels.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["cadet_in"]


def cadet_in(path: Path) -> dict[str, Any]:
    """The numbers and words of a game's cadet."""
    return dict(tomllib.loads(path.read_text(encoding="utf-8"))["cadet"])
