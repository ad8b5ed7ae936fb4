"""Positions for tests, and the few words that make them readable."""

from __future__ import annotations

from typing import Any

from games.support import asked, happened, legal, play, refused, who
from marne.engine import Position, Setting, check_setting
from marne.games.nach_paris import staging
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import BY_ID, SIDES
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.campaign.setup import new_board
from marne.games.nach_paris.steps import label

__all__ = [
    "Game",
    "actor",
    "arranged",
    "asked",
    "happened",
    "has",
    "legal",
    "named",
    "play",
    "refused",
    "where",
]

Game = Position[NachParisBoard]


def arranged(scenario: str = "campaign", options: dict[str, str] | None = None, **changes: Any) -> Game:
    """A position made for a test, in the words of `marne.games.nach_paris.staging`."""
    setting = check_setting(GAME, Setting(scenario, options=tuple((options or {}).items())))
    return staging.arrange(new_board(setting), changes)


def named(position: Game, word: str) -> list[str]:
    """What a word of the legal answers names: `named(position, "to")` are hexes."""
    return [text.partition(" ")[2] for text in legal(position) if text.partition(" ")[0] == word]


def actor(position: Game) -> str:
    """Who is asked."""
    return who(position, SIDES)


def where(position: Game, unit: str) -> str:
    """The label of a unit's hex, empty off the map."""
    hex = position.board.where[BY_ID[unit]]
    return label(hex) if hex >= 0 else ""


def has(position: Game, fact: str, unit: str) -> bool:
    """Whether a unit is in a set of the board: `has(position, "moved", "27e-DI")`."""
    return bool(getattr(position.board, fact) >> BY_ID[unit] & 1)
