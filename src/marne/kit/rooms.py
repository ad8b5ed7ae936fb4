"""Where a game keeps what: a function of each room of its folder, named once in its `game.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from marne.engine import JSON, Answer, Event, Explanation, Observation, Position, Scene, Seat, Setting, Target
from marne.kit.answers import why_not_offered
from marne.kit.reasons import Reason

__all__ = ["CaseFacts", "House"]

CaseFacts = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""The facts of a position by kind, name and field, as cases expect them."""


def _attacks_nothing(position: Position[Any], answer: Answer) -> str:
    return ""


def _unknown(position: Position[Any], answer: Answer) -> bool:
    return False


def _plainly(position: Position[Any], seat: Seat | None) -> Position[Any]:
    return position.masked(seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The rooms of one game."""

    index: Path
    """data/rules.csv: every rule."""
    fingerprint: Callable[[], str]
    """Of the data files, the board included."""
    board: Callable[[Setting], Any]
    """The board of a setting, before anything has happened."""
    observe: Callable[[Position[Any], Seat | None], Mapping[str, JSON]]
    imagine: Callable[[Observation, Random], Position[Any]]
    mask: Callable[[Position[Any], Seat | None], Position[Any]] = _plainly
    """Where more is hidden than the facts of the board say."""
    scene: Callable[[Observation, str], Scene]
    explain: Callable[[Position[Any], Answer, str], Explanation | None]
    falls: Callable[[Position[Any], Answer], bool] = _unknown
    """Whether the die that falls at once after an answer has odds, where the picture says nothing of it."""
    against: Callable[[Position[Any], Target], Reason | None] = why_not_offered
    """Why a thing that was clicked is not offered."""
    attacked: Callable[[Position[Any], Answer], str] = _attacks_nothing
    """The label of the hex that an answer attacks by the rules, or nothing."""
    waits: frozenset[str] = frozenset(("done",))
    """The answers that do nothing more."""
    reasons: type[Reason]
    last_rule: str
    """The rule to name where nothing is asked any more."""
    to_and_fro: bool = False
    """Whether the word goes to and fro in this game, so that no single answer ends a move."""
    say: Callable[[Event, str], str]
    term: Callable[[str, str], str]
    arrange: Callable[[Any, Mapping[str, Any]], Position[Any]]
    inspect: Callable[[Position[Any]], CaseFacts]
