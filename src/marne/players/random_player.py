"""The random player: every legal answer is equally likely."""

from __future__ import annotations

from random import Random

from marne.engine import JSON, EngineError, Game, Look, Thought

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Takes any legal answer. It looks only where geometry is open, to ask for a suggestion."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """One of the legal answers, and no plan."""
        options = look.ask.options
        if options is not None:
            return Thought((look.write(options[int(rng.random() * len(options))]),))
        position = look.imagine(rng)
        suggestions = position.suggest(rng, 1)
        if not suggestions:
            raise EngineError("an open ask suggests nothing")
        return Thought((position.write(suggestions[0]),))
