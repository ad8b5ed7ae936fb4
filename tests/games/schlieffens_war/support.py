"""Positions, answers and facts for the tests of Schlieffen's War.

Open ground for battles: 2322 is clear, without rivers, and so are its neighbours 2221 (NE), 2321 (E), 2421 (SE), 2422
(SW), 2323 (W) and 2222 (NW).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.support import asked as step
from games.support import happened as events
from games.support import legal as written
from games.support import play, who
from marne.engine import Observation, Position, Setting
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import SEATS, UNIT_NAMED
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.staging import stage

__all__ = [
    "SETTING",
    "War",
    "actor",
    "at",
    "board",
    "events",
    "go",
    "h",
    "hex_of",
    "look",
    "play",
    "refused",
    "step",
    "u",
    "unit",
    "written",
]

War = Position[WarBoard]
SETTING = Setting("campaign")


def at(units: Mapping[str, Any], phase: str = "combat", side: str = "german", turn: int = 4, **more: Any) -> War:
    """A position at the beginning of a phase, with these units only."""
    return GAME.arrange(SETTING, {"units": units, "phase": phase, "side": side, "turn": turn, **more})


def board(units: Mapping[str, Any], turn: int = 4, **more: Any) -> WarBoard:
    """A board with these units only, before any step."""
    return stage({"units": units, "turn": turn, **more})


def go(position: War, *answers: str | int) -> War:
    """Play answers in the game's notation; a number is a die."""
    for text in answers:
        assert position.open is not None, f"{text}: the game is over"
        assert (actor(position) == "chance") == isinstance(text, int), (
            f"{text}: {step(position)} asks {actor(position)}"
        )
        position = play(position, text)
    return position


def actor(position: War) -> str:
    """Who is asked."""
    return who(position, SEATS)


def unit(position: War, name: str) -> Mapping[str, Any]:
    """The state of a unit."""
    return GAME.inspect(position)["unit"][name]


def hex_of(position: War, name: str) -> str:
    """Where a unit is."""
    place: str = unit(position, name)["hex"]
    return place


def refused(position: War, text: str) -> str:
    """The rule that refuses an answer."""
    found = position.step.read(position.board, text)
    assert found is not None, f"{text} cannot even be read"
    refusal = position.why_not(found)
    assert refusal is not None, f"{text} is legal"
    assert refusal.why
    return refusal.rule


def h(label: str) -> int:
    """A hex by label."""
    return g.GRID.hex(label)


def u(name: str) -> int:
    """A unit by name."""
    return UNIT_NAMED[name]


def look(position: War, seat: int | None) -> Observation:
    """What a seat sees of a position."""
    return Observation.of(GAME, SETTING, position, seat)
