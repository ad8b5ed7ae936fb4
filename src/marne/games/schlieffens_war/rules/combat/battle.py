"""An attack in progress: who fights whom, what shifts it, what it has cost so far."""

from __future__ import annotations

from marne.engine import Modifier, Unit, value

__all__ = ["Battle"]


@value
class Battle:
    """One attack, from its declaration to its last advance.

    `bases` are the hexes that the attackers come from; `force` are all units in the attacked hex that were not attacked
    before in this phase; `defenders` those of them that participate (11.2). `shifts` are what dice have given so far.
    `hit` are the units that have lost a step (11.20); `at` is where the defending stack is now, and `trail` the hexes
    it has left (11.21).
    """

    side: int
    hex: int
    attackers: tuple[Unit, ...]
    bases: tuple[int, ...]
    force: tuple[Unit, ...]
    at: int
    defenders: tuple[Unit, ...] = ()
    shifts: tuple[Modifier, ...] = ()
    hit: tuple[Unit, ...] = ()
    trail: tuple[int, ...] = ()
