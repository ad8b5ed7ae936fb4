"""Boards with fog of war and reconnaissance."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged

FOG = {"fog": "on"}


def foggy(units: dict[str, str], begin: str = "nothing", side: str = "allied", turn: int = 9, **more: Any) -> Game:
    return arranged(options=FOG, units=units, begin=begin, side=side, turn=turn, **more)


OPTIONS = {"fog": "on", "recon": "on"}


def table(units: dict[str, str], begin: str = "movement", side: str = "allied", turn: int = 18, **more: Any) -> Game:
    return arranged(options=OPTIONS, units=units, begin=begin, side=side, turn=turn, **more)
