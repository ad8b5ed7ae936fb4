"""Guns before their targets, for the tests of barrages."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged
from marne.games.nach_paris.components.units import BY_ID

# The target is AG14, clear: 1re-DI (12 points) looks at it from AG13, 2e-DI (11) and 155 CTR (7) from AH14.
FRENCH = {"1re-DI": "AG13 N", "2e-DI": "AH14 NE", "1er-RAL-155-CTR": "AH14 NE"}


def before(units: dict[str, str], *, turn: int = 8, side: str = "allied", nation: str = "FR", **more: Any) -> Game:
    return arranged(turn=turn, side=side, begin=f"PreparatoryBarrages {nation}", units=units, **more)


def bit(*units: str) -> int:
    return sum(1 << BY_ID[unit] for unit in units)
