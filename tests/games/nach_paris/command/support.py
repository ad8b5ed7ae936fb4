"""Communications as an administrative phase finds them."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged, has
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.steps import label
from marne.hexes import members

EVERY_RAILWAY = [label(hex) for hex in members(RAIL_HEXES)]
"""Under German control: then no Allied unit has a line but by a camp or a harbour."""
MAUBEUGE = next(i for i, camp in enumerate(MAP.camps) if camp.name == "Maubeuge")


def looked(units: dict[str, str], side: str = "german", turn: int = 4, **changes: Any) -> Game:
    """The communications of a side, determined."""
    number = GERMAN_SIDE if side == "german" else ALLIED_SIDE
    return arranged(units=units, turn=turn, side=side, begin=f"DetermineCommunications {number}", **changes)


def found(position: Game, unit: str) -> str:
    words = {(False, False): "line", (True, False): "limited", (False, True): "out of command"}
    return words[has(position, "limited", unit), has(position, "cut_off", unit)]
