"""What a seat may know, and a position that fits it.

Everything lies open on the table except one thing: what-if options until both sides show them (14.3.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from marne.engine import JSON, Observation, Position, Seat
from marne.engine.save import saved
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import ALLIED, GERMAN
from marne.games.grand_illusion.rules.scenarios.options import CHOICES, ChooseOptions, named, options_of

__all__ = ["imagine", "knows", "observe"]


def observe(position: Position[GrandIllusionBoard], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat; None is a spectator."""
    board = position.board.masked(seat)
    open_facts: dict[str, JSON] = {name: saved(getattr(board, name)) for name in board.open_facts()}
    options: list[JSON] = [named(board.options[side]) if knows(board, seat, side) else None for side in (0, 1)]
    return {"open": open_facts, "options": options, "agenda": [saved(step) for step in position.agenda]}


def knows(board: GrandIllusionBoard, seat: Seat | None, side: int) -> bool:
    """14.3.6: whether the seat knows a side's options."""
    return board.revealed or side == seat


def imagine(observation: Observation, rng: Random) -> Position[GrandIllusionBoard]:
    """A position that fits: the enemy's secret options are guessed, everything else is known."""
    agenda = observation.view.agenda
    board: GrandIllusionBoard = observation.view.board.copy()
    for side in (ALLIED, GERMAN):
        if not knows(board, observation.seat, side) and ChooseOptions(side) not in agenda:
            board.options[side] = options_of(rng.choice(CHOICES))
    return Position.begin(board, *agenda)
