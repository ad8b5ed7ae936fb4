"""What if: counters put where somebody likes on his own view, and the odds of an attack from there.

Nothing of it touches a game: an observation is changed, and what it hides stays hidden in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from marne.engine import Explanation, MarneError, Observation, Seat
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.counters import SEATS, SIDE, UNIT_NAMED
from marne.games.schlieffens_war.odds import all_in, attack_odds
from marne.games.schlieffens_war.view import seen_board

__all__ = ["moved", "suppose"]


def moved(observation: Observation, places: Mapping[str, str]) -> Observation:
    """The observation with these counters elsewhere, everybody fresh for a combat phase.

    What lies unseen under the last counter of a stack goes with it.
    """
    stacks: dict[str, Any] = deepcopy(observation.facts["stacks"])  # type: ignore[arg-type]
    for name, label in places.items():
        home = next((at for at in stacks if any(each["unit"] == name for each in stacks[at]["seen"])), None)
        if home is None or label not in g.GRID:
            raise MarneError(f"{name} can't be put in {label}: both must be on the map and seen")
        counter = next(each for each in stacks[home]["seen"] if each["unit"] == name)
        stacks[home]["seen"].remove(counter)
        below = 0 if stacks[home]["seen"] else stacks.pop(home)["unseen"]
        side = SEATS[SIDE[UNIT_NAMED[name]]]
        there = stacks.setdefault(label, {"side": side, "seen": [], "unseen": 0, "unseen_attacked": 0})
        if there["side"] != side:
            raise MarneError(f"{name} can't be put in {label}: the other side stands there")
        there["seen"].append(counter)
        there["unseen"] += below
    for stack in stacks.values():
        for counter in stack["seen"]:
            counter["acts"] = counter["spent"] = 0
        stack["unseen_attacked"] = 0
    return replace(observation, facts={**observation.facts, "stacks": stacks})


def suppose(
    observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
) -> Explanation | None:
    """11.2 to 11.17: the odds of an attack on a hex by everybody of that side who could join it; None if nobody can."""
    seen = moved(observation, places)
    if hex not in g.GRID:
        raise MarneError(f"there is no hex {hex}")
    board, target = seen_board(seen), g.GRID.hex(hex)
    attackers = all_in(board, seat, target) if board.occupied[1 - seat] >> target & 1 else ()
    return attack_odds(board, seen, seat, target, attackers, language) if attackers else None
