"""marne: the campaign of 1914 in the West, four wargames on one engine.

`marne.new("schlieffens_war", seed=7)` begins a game; see `marne.face`. `marne.engine` has the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

import marne.games as games  # so that the games are known, whatever of marne is imported first
from marne.engine import MarneError, game_names

if TYPE_CHECKING:
    from marne.face import GameInPlay, Legal, Odds, PlayedAnswer, new, read

__all__ = [
    "GameInPlay",
    "Legal",
    "MarneError",
    "Odds",
    "PlayedAnswer",
    "__version__",
    "game_names",
    "games",
    "new",
    "read",
]

_FACE = ("GameInPlay", "Legal", "Odds", "PlayedAnswer", "new", "read")


def __getattr__(name: str) -> Any:
    """The face is imported when it is first asked for: rules, servers and workers never need it."""
    if name not in _FACE:
        raise AttributeError(f"module 'marne' has no attribute {name!r}")
    from marne import face

    return getattr(face, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
