"""A board on which nothing happens: for tests that look at one function, line by line."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import arranged
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.hexes import Bits, bits

__all__ = ["at", "rule", "still", "texts", "unit"]


def still(units: dict[str, str] | None = None, scenario: str = "campaign", **more: Any) -> Any:
    """The board with these units, on turn 8 unless another is given; nobody is asked anything."""
    return arranged(scenario, **{"turn": 8, "begin": "nothing", "units": units or {}, **more}).board


def at(text: str) -> int:
    """A hex by its label."""
    return MAP.grid.hex(text)


def unit(*names: str) -> Bits:
    """Units by name, as a set."""
    return bits(BY_ID[name] for name in names)


def texts(found: Any) -> list[str]:
    """What modifiers are called."""
    return [each.text for each in found]


def rule(found: Any) -> str:
    """The rule of a reason; nothing where there is none."""
    return found.rule if found else ""
