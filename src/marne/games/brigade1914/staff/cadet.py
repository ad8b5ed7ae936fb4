"""The cadet: a staff officer who sees less. He orders his units on, one after another, fires at whoever is first, and
neither reacts nor rallies nor falls back nor plays a card."""

from __future__ import annotations

from pathlib import Path
from random import Random

from marne.engine import BEST, JSON, Answer, Ask, Game, Look, Pick, Position, Thought, run_on
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.rules.command.reaction import Reaction
from marne.games.brigade1914.rules.fire.shooting import ChooseTarget
from marne.games.brigade1914.staff.staff import decide
from marne.kit.levels import cadet_in

__all__ = ["Cadet", "decide_as_cadet"]


KNOWN = frozenset(cadet_in(Path(__file__).parent / "levels.toml")["orders"])
"""The orders that he knows, beside passing."""


class Cadet:
    """The cadet at the table."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """The answers up to the next die."""
        position: Position[Battlefield] = look.imagine(rng)
        pick = look.mixture(rng)
        return Thought(run_on(position, look.seat, lambda position: decide_as_cadet(position, look.seat, rng, pick)))


def decide_as_cadet(position: Position[Battlefield], side: int, rng: Random, pick: Pick = BEST) -> Answer:
    """C1, C3, C18: one of the legal answers, with less in view than the staff has."""
    assert position.open is not None
    options = position.open.options or ()
    match position.step:
        case Reaction() if "no" in options:
            return "no"
        case ChooseTarget():
            return options[0]
        case Act():
            known = tuple(each for each in options if not isinstance(each, tuple) or each[0] in KNOWN)
            if known:
                twin = Position(position.board, position.agenda, Ask(side, known))
                return decide(twin, side, rng, pick=pick)
    return decide(position, side, rng, pick=pick)
