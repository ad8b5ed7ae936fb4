"""Combats that end in a retreat."""

from __future__ import annotations

from typing import Any

from games.nach_paris.combat.support import TARGET, allied
from games.nach_paris.support import asked, play

ATTACK = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE"}


def beaten(units: dict[str, str], die: int = 12, target: str = TARGET, **changes: Any) -> Any:
    """A French attack that the first German unit fails against."""
    position = allied({**ATTACK, **units}, **changes)
    position = play(position, f"attack {target}", "full 1re-DI", "full 2e-DI")
    position = play(position, "fight") if asked(position) == "Muster" else position
    return play(position, die, 20)
