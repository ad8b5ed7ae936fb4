"""Structures, and who is set to blow them."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged, play

YELLOW, ORANGE, RED = "AD39>AE38:59", "AJ27>AK26:147", "AJ27>AI27:145"
HIRSON_GONE = {"AJ27:Fort-d'Hirson": "gone", "AJ27:Redoute-Blangy-etc.": "gone"}


def at_work(unit: str, words: str, side: str = "german", turn: int = 9, **more: Any) -> Game:
    """A unit chosen to move, in the Movement Phase of its side."""
    units = {unit: words, **more.pop("others", {})}
    return play(arranged(units=units, side=side, turn=turn, begin="movement", **more), f"move {unit}")


def turns(position: Game, structure: str) -> int | None:
    return position.board.broken.get(int(structure.rpartition(":")[2]))
