"""Positions for tests, and the few words that make them readable."""

from __future__ import annotations

from typing import Any

from games.support import asked, happened, legal, play, refused, who
from marne.engine import Ask, Only, Position, Step
from marne.games.grand_illusion import staging
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.components.units import BY_ID, SIDES
from marne.games.grand_illusion.rules.scenarios.setup import new_board

__all__ = [
    "Game",
    "actor",
    "alone",
    "arranged",
    "asked",
    "carried_out",
    "down",
    "goes",
    "happened",
    "legal",
    "offered",
    "play",
    "question",
    "refused",
    "until",
    "where",
]

Game = Position[GrandIllusionBoard]


def arranged(edition: str = "english", scenario: int = 1, **changes: Any) -> Game:
    """A position made for a test, in the words of `marne.games.grand_illusion.staging`."""
    return staging.arrange(new_board(EDITIONS[edition], scenario), changes)


def alone(edition: str = "english", scenario: int = 1, **changes: Any) -> Game:
    """The same with the named units alone on the map."""
    return arranged(edition, scenario, only=True, **changes)


def question(step: Step[GrandIllusionBoard], board: GrandIllusionBoard) -> Ask | None:
    """What a step asks somebody; None also where there is one way."""
    ask = step.ask(board)
    return ask if isinstance(ask, Ask) else None


def carried_out(step: Step[GrandIllusionBoard], board: GrandIllusionBoard) -> tuple[Step[GrandIllusionBoard], ...]:
    """What follows when nobody is asked: the one way there is, or none."""
    ask = step.ask(board)
    return step.do(board, ask.answer) if isinstance(ask, Only) else step.do(board)


def offered(ask: Ask | None) -> list[Any]:
    """The answers to a step's own question, as they are; none if it asks nothing."""
    return list(ask.options or ()) if ask is not None else []


def goes(position: Game) -> list[int]:
    """The hexes that a group may enter."""
    return [int(text.split()[1]) for text in legal(position) if text.startswith("go ")]


def actor(position: Game) -> str:
    """Who is asked."""
    return who(position, SIDES)


def where(position: Game, unit: str) -> int:
    """The hex of a unit, or its place off the map."""
    return position.board.where[BY_ID[unit]]


def down(position: Game, unit: str) -> bool:
    """Whether a unit is on its back."""
    return position.board.is_down(BY_ID[unit])


def until(position: Game, step: str, **answers: str | int) -> Game:
    """Play on until a step asks: named steps get their answer, others the last option (done, pass, no), dice a 6."""
    for _ in range(500):
        if position.open is None or asked(position) == step:
            return position
        given = answers.get(asked(position))
        if given is None:
            given = 6 if actor(position) == "chance" and "6" in legal(position) else legal(position)[-1]
        position = play(position, given)
    raise AssertionError(f"{step} never asks")
