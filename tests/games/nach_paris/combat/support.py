"""Two sides before one hex, for the tests of combats and retreats."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import arranged, happened
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.rules.combat.events import CombatFought

TARGET = "AW23"  # clear ground all round: N AW24, NE AV24, SE AV23, S AW22, SW AX23, NW AX24


def german(units: dict[str, str], **changes: Any) -> Any:
    """A German Combat Phase before turn 8: no heat, no rain."""
    return arranged(**{"turn": 7, "side": "german", "begin": "Combats DE", **changes}, units=units)


def allied(units: dict[str, str], nation: str = "FR", **changes: Any) -> Any:
    return arranged(**{"turn": 7, "side": "allied", "begin": f"Combats {nation}", **changes}, units=units)


def fought(position: Any) -> CombatFought:
    (event,) = happened(position, CombatFought)
    assert isinstance(event, CombatFought)
    return event


def modifiers(position: Any) -> dict[str, int]:
    return {each.text: each.amount for each in fought(position).modifiers}


def rolled(position: Any) -> dict[str, CabTested]:
    return {event.unit: event for event in happened(position, CabTested)}
