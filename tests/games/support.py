"""The few words that make tests of rules readable, the same for every game: play, and look at what is asked and told.

A game's own `support.py` hands them on beside its positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from marne.engine import CHANCE, Board, Event, Position

__all__ = ["asked", "happened", "legal", "play", "refused", "who"]

B = TypeVar("B", bound=Board)


def play(position: Position[B], *texts: str | int) -> Position[B]:
    """Answers in notation, dice as numbers."""
    for text in texts:
        answer = position.read(str(text))
        assert answer is not None, f"{text!r}: {position.refusal(str(text))}; {asked(position)}: {legal(position)}"
        position = position.play(answer)
    return position


def legal(position: Position[Any]) -> list[str]:
    """The legal answers in notation."""
    return [position.write(option) for option in position.open or ()]


def asked(position: Position[Any]) -> str:
    """The name of the step that asks; empty when the game is over."""
    return "" if position.open is None else type(position.step).__name__


def who(position: Position[Any], seats: Sequence[str]) -> str:
    """Who is asked: a seat by its name, or chance."""
    assert position.open is not None
    return "chance" if position.open.actor == CHANCE else seats[position.open.actor]


def refused(position: Position[Any], text: str) -> str:
    """The rule that refuses an answer."""
    refusal = position.refusal(text)
    assert refusal is not None, f"{text!r} is legal"
    return refusal.rule


def happened(position: Position[Any], kind: type[Event]) -> list[Any]:
    """The events of one kind since the last answer."""
    return [event for event in position.events if isinstance(event, kind)]
