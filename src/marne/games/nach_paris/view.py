"""What a seat may know, and positions that fit it. Everything lies open, but for the secret roster of [21.1.1]."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from marne.engine import JSON, Observation, Position, Seat
from marne.engine.save import saved

from .board import NachParisBoard

__all__ = ["imagine", "mask", "observe"]


def mask(position: Position[NachParisBoard], seat: Seat | None) -> Position[NachParisBoard]:
    """The position as a seat sees it."""
    return position.masked(seat)


def observe(position: Position[NachParisBoard], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat, read off its mask; None is a spectator."""
    board = position.board.masked(seat)
    facts: dict[str, JSON] = {name: saved(getattr(board, name)) for name in board.open_facts()}
    facts["indoctrinated"] = board.indoctrinated
    facts["tested"] = board.tested
    facts["agenda"] = [saved(step) for step in position.agenda]
    return facts


def imagine(observation: Observation, rng: Random) -> Position[NachParisBoard]:
    """A position that fits an observation: nothing that is hidden is in play yet, so there is one."""
    return Position.begin(observation.view.board.copy(), *observation.view.agenda)
