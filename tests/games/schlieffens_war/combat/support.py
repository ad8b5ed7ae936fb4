"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from typing import Any

from games.schlieffens_war.support import War, at, events, go, step, written
from marne.games.schlieffens_war.events import BattleFought


def fought(position: War) -> BattleFought:
    (event,) = events(position, BattleFought)
    assert isinstance(event, BattleFought)
    return event


def shifts(position: War) -> dict[str, int]:
    return {modifier.text: modifier.amount for modifier in fought(position).modifiers}


def battle(defenders: dict[str, Any], die: int, attackers: dict[str, Any] | None = None, **more: Any) -> War:
    """Germans in 2322 attack 2321."""
    own = attackers or {"X AK": "2322", "IX AK": "2322", "VII AK": "2322"}
    position = at(own | defenders, **more)
    if step(position) == "ChooseProbe":
        position = go(position, "done")
    position = go(position, "attack 2321")
    while step(position) == "ChooseAttackers":
        position = go(position, written(position)[0])
    return go(position, die) if step(position) == "ResolveAttack" else position
