"""Positions for tests, and the few words that make them readable."""

from __future__ import annotations

from typing import Any

from marne.engine import CHANCE, Event, Position, Setting, check_setting
from marne.games.nach_paris import staging
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import BY_ID, SIDES
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.campaign.setup import new_board
from marne.games.nach_paris.steps import label

Game = Position[NachParisBoard]


def arranged(scenario: str = "campaign", options: dict[str, str] | None = None, **changes: Any) -> Game:
    """A position made for a test, in the words of `marne.games.nach_paris.staging`."""
    setting = check_setting(GAME, Setting(scenario, options=tuple((options or {}).items())))
    return staging.arrange(new_board(setting), changes)


def play(position: Game, *texts: str | int) -> Game:
    """Answers in notation, dice as numbers."""
    for text in texts:
        answer = position.read(str(text))
        assert answer is not None, f"{text!r}: {position.refusal(str(text))}; {asked(position)}: {legal(position)}"
        position = position.play(answer)
    return position


def legal(position: Game) -> list[str]:
    """The legal answers in notation."""
    return [position.write(option) for option in position.open or ()]


def named(position: Game, word: str) -> list[str]:
    """What a word of the legal answers names: `named(position, "to")` are hexes."""
    return [text.partition(" ")[2] for text in legal(position) if text.partition(" ")[0] == word]


def asked(position: Game) -> str:
    """The step that asks."""
    return type(position.step).__name__ if position.open is not None else ""


def actor(position: Game) -> str:
    """Who is asked."""
    assert position.open is not None
    return "chance" if position.open.actor == CHANCE else SIDES[position.open.actor]


def refused(position: Game, text: str) -> str:
    """The rule that refuses an answer."""
    refusal = position.refusal(text)
    assert refusal is not None, f"{text!r} is legal"
    return refusal.rule


def where(position: Game, unit: str) -> str:
    """The label of a unit's hex, empty off the map."""
    hex = position.board.where[BY_ID[unit]]
    return label(hex) if hex >= 0 else ""


def has(position: Game, fact: str, unit: str) -> bool:
    """Whether a unit is in a set of the board: `has(position, "moved", "27e-DI")`."""
    return bool(getattr(position.board, fact) >> BY_ID[unit] & 1)


def happened(position: Game, kind: type[Event]) -> list[Any]:
    """The events of one kind since the last answer."""
    return [event for event in position.events if isinstance(event, kind)]
