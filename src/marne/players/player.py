"""What a player is, and how one is found by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Protocol

from marne.engine import Answer, Ask, Game, Observation, UnknownGame
from marne.players.random_player import RandomPlayer

__all__ = ["Player", "PlayerKind", "find_player", "player_names"]


class Player(Protocol):
    """Somebody who answers for a seat. `look` builds the observation, for players that want to see before they choose;
    a player never gets a position."""

    def choose(self, ask: Ask, look: Callable[[], Observation]) -> Answer:
        """One of the legal answers."""
        ...


class PlayerKind(Protocol):
    """A class of players: made for one game, with a random generator of its own."""

    def __call__(self, game: Game, rng: Random) -> Player:
        """A new player."""
        ...


def _staff_module(game: Game) -> str:
    return type(game).__module__.rpartition(".")[0] + ".staff"


def player_names(game: Game) -> tuple[str, ...]:
    """The kinds of players there are for a game."""
    return ("random", "staff") if find_spec(_staff_module(game)) else ("random",)


def find_player(name: str, game: Game, rng: Random) -> Player:
    """A player by name: `random`, or the game's own `staff`."""
    if name not in player_names(game):
        raise UnknownGame(f"{game.name} has no player {name!r}; it has {', '.join(player_names(game))}")
    if name == "random":
        return RandomPlayer(game, rng)
    kind: PlayerKind = import_module(_staff_module(game)).Staff
    return kind(game, rng)
