"""Players: each gets a look at what its seat may know and returns a run of answers."""

from marne.players.kinds import RANDOM, find_kind, player_names, stand_in
from marne.players.mind import LARGEST, Mind, Minds, PlayerFailed, due, memo_of, seed_of, think
from marne.players.random_player import RandomPlayer

__all__ = [
    "LARGEST", "RANDOM", "Mind", "Minds", "PlayerFailed", "RandomPlayer", "due", "find_kind", "memo_of",
    "player_names", "seed_of", "stand_in", "think",
]  # fmt: skip
