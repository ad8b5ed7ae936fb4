"""Positions, reckonings and words that tests of several chapters use."""

from __future__ import annotations

from random import Random
from typing import Any

from games.brigade1914.support import B1, R1, Game, apart, asked, battle, legal, play
from marne.engine import Setting
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.game import GAME

BI, BC, GI, GC = "british_infantry", "british_cavalry", "german_infantry", "german_cavalry"
FAR: dict[str, Any] = {"at": [1000, 4200], "tokens": 3}
FRESH: dict[str, Any] = {
    "b1": {"at": [3000, 3600], "tokens": 4},
    "r1": {"at": [3000, 1600], "facing": 180, "tokens": 4},
}


def board_of(units: dict[str, Any] | None = None, **changes: Any) -> Battlefield:
    """A board in the action phase."""
    return battle(units=FRESH if units is None else units, **changes).board


def two_apart(**more: Any) -> Battlefield:
    """Two battalions ten inches apart."""
    return apart(1000, **more).board


def two(**more: Any) -> Battlefield:
    """Two battalions ten inches apart; blue aims at red."""
    units = {"r2": {"at": [4600, 1500], "facing": 180}, **more.pop("units", {})}
    board = apart(1000, units=units, **more).board
    board.aim[B1] = board.aim_guns[B1] = R1
    return board


def offers(*orders: str, **changes: Any) -> list[bool]:
    """Which of these orders blue is offered."""
    found = legal(battle(**changes))
    return [order in found for order in orders]


def choices(name: str, state: dict[str, Any], **changes: Any) -> list[str]:
    """What the unit may do once it is activated."""
    units = {name: {"at": [1000, 4200], "tokens": 3, **state}, **changes.pop("units", {})}
    return legal(play(battle(units=units, **changes), f"activate {name}"))


def start(scenario: str, **options: str) -> Game:
    """A game at its first question, on a table made by hand."""
    chosen = {"table": "valley", **{name.replace("_", " "): text for name, text in options.items()}}
    return GAME.start(Setting(scenario, "", tuple(chosen.items())))


def until(position: Game, step: str, seed: int = 1) -> Game:
    """Random answers until a step asks."""
    rng = Random(seed)
    while asked(position) != step:
        position = position.play(position.suggest(rng, 1)[0])
    return position
