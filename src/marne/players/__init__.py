"""Players: each gets a look at what its seat may know and returns a run of answers."""

from marne.players.analysis import AnalysedMoment, Analysis, Heard, Turning, analyse, explained, heard_at, imagined
from marne.players.council import Council
from marne.players.finished import Finished, Incident, Scored, finished
from marne.players.kinds import RANDOM, explains, find_kind, offered_players, player_names, stand_in
from marne.players.levels import Level, councils_in
from marne.players.mind import LARGEST, Mind, Minds, PlayerFailed, due, memo_of, seed_of, think
from marne.players.random_player import RandomPlayer

__all__ = [
    "LARGEST",
    "RANDOM",
    "AnalysedMoment",
    "Analysis",
    "Council",
    "Finished",
    "Heard",
    "Incident",
    "Level",
    "Mind",
    "Minds",
    "PlayerFailed",
    "RandomPlayer",
    "Scored",
    "Turning",
    "analyse",
    "councils_in",
    "due",
    "explained",
    "explains",
    "find_kind",
    "finished",
    "heard_at",
    "imagined",
    "memo_of",
    "offered_players",
    "player_names",
    "seed_of",
    "stand_in",
    "think",
]  # fmt: skip
