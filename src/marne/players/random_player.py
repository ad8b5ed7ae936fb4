"""The random player: every legal answer is equally likely."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from marne.engine import Answer, Ask, EngineError, Game, Observation

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Takes any legal answer. It looks only where geometry is open, to ask for a suggestion."""

    def __init__(self, game: Game, rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, ask: Ask, look: Callable[[], Observation]) -> Answer:
        """One of the legal answers."""
        if ask.options is not None:
            return ask.options[int(self._rng.random() * len(ask.options))]
        suggestions = self._game.imagine(look(), self._rng).suggest(self._rng, 1)
        if not suggestions:
            raise EngineError("an open ask suggests nothing")
        return suggestions[0]
