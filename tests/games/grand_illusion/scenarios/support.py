"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from games.grand_illusion.support import Game, play
from marne.engine import Position
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.sequence import Begin


def chosen(allied: str = "none", german: str = "none", edition: str = "english") -> Game:
    """After both sides have written down and shown their options."""
    position = Position.begin(new_board(EDITIONS[edition], 3), Begin())
    return play(position, "done", allied, german)
