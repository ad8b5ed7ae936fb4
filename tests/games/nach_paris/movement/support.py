"""Units on the march."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged, play
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.rules.movement.reach import costs_for


def moving(units: dict[str, str], side: str = "allied", turn: int = 7, **changes: Any) -> Game:
    """A Movement Phase of one side, its first question."""
    return arranged(units=units, side=side, turn=turn, begin="movement", **changes)


def chosen(unit: str, place: str, side: str = "allied", **more: Any) -> Game:
    """A unit alone, chosen to move."""
    others = more.pop("others", {})
    assert isinstance(others, dict)
    return play(moving({unit: place, **others}, side, **more), f"move {unit}")


def cost_to(position: Game, hex: str) -> int:
    unit = position.step.unit  # type: ignore[attr-defined]
    return play(position, f"to {hex}").board.spent[unit] - position.board.spent.get(unit, 0)


def direct(position: Game, hex: str) -> int | None:
    """What the one step there costs, None if it can't be made."""
    unit = position.step.unit  # type: ignore[attr-defined]
    return costs_for(position.board, unit).cost(position.board.where[unit], MAP.grid.hex(hex))
