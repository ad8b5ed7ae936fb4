"""Which computer players there are for a game: its own, its councils, and those that can play any game."""

from __future__ import annotations

from functools import partial

from marne.engine import Game, PlayerKind, UnknownGame
from marne.players.council import Council
from marne.players.hands import PATIENCE
from marne.players.levels import Level, councils_in
from marne.players.random_player import RandomPlayer

__all__ = ["RANDOM", "explains", "find_kind", "offered_players", "player_names", "stand_in"]

RANDOM = PlayerKind("random", RandomPlayer)
SPARE = 5.0
"""Seconds that a thought may take beyond a council's own deadline before it is cut short from outside."""


def _kinds(game: Game) -> tuple[PlayerKind, ...]:
    levels = () if game.advice is None else councils_in(game.advice.levels)
    return (RANDOM, *game.players, *(_council(level) for level in levels))


def _council(level: Level) -> PlayerKind:
    made = partial(Council, level=level, patience=PATIENCE)
    return PlayerKind(
        level.name, made, ceiling=level.deadline + SPARE, offered=level.offered, scenarios=level.scenarios
    )


def player_names(game: Game) -> tuple[str, ...]:
    """The kinds of players there are for a game, the best last."""
    return tuple(kind.name for kind in _kinds(game))


def offered_players(game: Game, scenario: str = "") -> tuple[str, ...]:
    """Those that people are offered in a scenario, or in all: without those that are for the lab alone."""
    return tuple(
        kind.name for kind in _kinds(game) if kind.offered and (not kind.scenarios or scenario in kind.scenarios)
    )


def find_kind(game: Game, name: str) -> PlayerKind:
    """A kind of players by name."""
    for kind in _kinds(game):
        if kind.name == name:
            return kind
    raise UnknownGame("no_part", game=game.name, kind="player", name=name, names=", ".join(player_names(game)))


def explains(game: Game, name: str) -> bool:
    """Whether a player of this name holds councils, whose proposals can be told."""
    return game.advice is not None and any(level.name == name for level in councils_in(game.advice.levels))


def stand_in(game: Game) -> PlayerKind:
    """Who answers where another player fails or takes too long, and who plays where nobody was chosen: the game's
    staff, if it has one."""
    own = game.players or (RANDOM,)
    return next((kind for kind in own if kind.name == "staff"), own[0])
