"""Which computer players there are for a game: its own, and those that can play any game."""

from __future__ import annotations

from marne.engine import Game, PlayerKind, UnknownGame
from marne.players.random_player import RandomPlayer

__all__ = ["RANDOM", "find_kind", "player_names", "stand_in"]

RANDOM = PlayerKind("random", RandomPlayer)


def _kinds(game: Game) -> tuple[PlayerKind, ...]:
    return (RANDOM, *game.players)


def player_names(game: Game) -> tuple[str, ...]:
    """The kinds of players there are for a game, the best last."""
    return tuple(kind.name for kind in _kinds(game))


def find_kind(game: Game, name: str) -> PlayerKind:
    """A kind of players by name."""
    for kind in _kinds(game):
        if kind.name == name:
            return kind
    raise UnknownGame("no_part", game=game.name, kind="player", name=name, names=", ".join(player_names(game)))


def stand_in(game: Game) -> PlayerKind:
    """Who answers where another player fails or takes too long: the game's staff, if it has one."""
    return game.players[0] if game.players else RANDOM
