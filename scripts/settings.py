"""What scripts do differently for some games: the table `tool.marne` of pyproject.toml. A new game needs none."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

__all__ = ["BUSY", "MUTANTS", "NATIVE", "WITNESSES"]

_TABLE: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))[
    "tool"
]["marne"]

NATIVE: Final[tuple[str, ...]] = tuple(_TABLE["native"])
"""Games whose rules and staffs are compiled. The others run interpreted on the compiled engine."""
MUTANTS: Final[tuple[str, ...]] = tuple(_TABLE["mutants"])
"""The games of the baseline; others are tried when they are named."""
WITNESSES: Final[dict[str, int]] = _TABLE["witnesses"]
"""How many games of each scenario and edition witness; `scripts.witnesses` says how many of other games."""
BUSY: Final = frozenset[str](_TABLE["busy"])
"""Games whose random players need a busy hand, or nothing happens in them."""
