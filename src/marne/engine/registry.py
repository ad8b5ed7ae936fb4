"""The games there are, found by name and imported when first asked for.

Those of this package are registered by `marne.games`. Another package adds its own by an entry point in the group
`marne.games`: `[project.entry-points."marne.games"]`, then `first_ypres = "ypres.game:GAME"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from marne.engine.errors import Said, SaidError, UnknownGame
from marne.engine.game import Game

__all__ = ["GROUP", "find_game", "game_names", "games", "register", "where_is"]

GROUP = "marne.games"
"""The entry points by which packages add games."""

_where: dict[str, str] = {}
_games: dict[str, Game] = {}


def register(name: str, where: str) -> None:
    """Make a game known: `where` is `module:attribute`, imported on demand."""
    _where[name] = where


def where_is(name: str) -> str:
    """What a game was registered with, so that another process can register it too."""
    where = _where.get(name) or _added().get(name)
    if where is None:
        raise UnknownGame("no_game", name=name, names=", ".join(game_names()) or Said("none"))
    return where


@cache
def _added() -> dict[str, str]:
    """Games of other packages, as they are installed; a name that is taken stays with whom it is registered for."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def game_names() -> tuple[str, ...]:
    """The names, sorted."""
    return tuple(sorted({**_added(), **_where}))


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in _games:
        where = where_is(name)
        module, _, attribute = where.partition(":")
        try:
            _games[name] = getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            if name in _where:
                raise
            raise SaidError("bad_game", name=name, where=where, error=str(error)) from error
    return _games[name]


def games() -> Iterator[Game]:
    """Every game, in order of name."""
    return (find_game(name) for name in game_names())
