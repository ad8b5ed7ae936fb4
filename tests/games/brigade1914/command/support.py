"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from typing import Any

from games.brigade1914.positions import FRESH
from games.brigade1914.support import Game, battle, play

FRENCH = ("french infantry", "belgian infantry")


def moving(units: dict[str, Any] | None = None, goal: str = "3000,3300 0 line", **changes: Any) -> Game:
    """Blue's battalion on the march, red asked."""
    return play(battle(units=units or FRESH, **changes), "activate b1", "move", goal)
