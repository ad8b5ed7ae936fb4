"""The games there are, found by name and imported when first asked for."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from marne.engine.errors import Said, UnknownGame
from marne.engine.game import Game

__all__ = ["find_game", "game_names", "games", "register", "where_is"]

_where: dict[str, str] = {}
_games: dict[str, Game] = {}


def register(name: str, where: str) -> None:
    """Make a game known: `where` is `module:attribute`, imported on demand."""
    _where[name] = where


def where_is(name: str) -> str:
    """What a game was registered with, so that another process can register it too."""
    if name not in _where:
        raise UnknownGame("no_game", name=name, names=", ".join(game_names()) or Said("none"))
    return _where[name]


def game_names() -> tuple[str, ...]:
    """The names, sorted."""
    return tuple(sorted(_where))


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in _games:
        if name not in _where:
            raise UnknownGame("no_game", name=name, names=", ".join(game_names()) or Said("none"))
        module, attribute = _where[name].split(":")
        _games[name] = getattr(import_module(module), attribute)
    return _games[name]


def games() -> Iterator[Game]:
    """Every game, in order of name."""
    return (find_game(name) for name in game_names())
