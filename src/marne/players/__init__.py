"""Players: each gets an observation and returns an answer."""

from marne.players.player import Player, PlayerKind, find_player, player_names
from marne.players.random_player import RandomPlayer

__all__ = ["Player", "PlayerKind", "RandomPlayer", "find_player", "player_names"]
