"""How many ways a game can go: a change of the counts is a change of the rules."""

from __future__ import annotations

from typing import Any

from marne.engine import Position

__all__ = ["perft"]


def perft(position: Position[Any], depth: int) -> int:
    """The number of sequences of `depth` answers, chance included; games that end earlier count once."""
    ask = position.open
    if depth == 0 or ask is None:
        return 1
    if ask.options is None:
        raise ValueError("perft counts listed answers; geometry is open here")
    if depth == 1:
        return len(ask.options)
    return sum(perft(position.play(option), depth - 1) for option in ask.options)
