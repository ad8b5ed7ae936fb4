"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from games.brigade1914.support import Game
from marne.games.brigade1914.rules.fire import firing


def texts(position: Game, unit_: int, target: int, how: str = firing.STANDING, guns: bool = False) -> dict[str, int]:
    """The modifiers by name."""
    return {m.text: m.amount for m in firing.modifiers(position.board, unit_, target, how, guns, False)}


def mods(position: Game, unit_: int, target: int, how: str = firing.STANDING, guns: bool = False) -> dict[str, int]:
    """The modifiers by name."""
    return {m.text: m.amount for m in firing.modifiers(position.board, unit_, target, how, guns, False)}
