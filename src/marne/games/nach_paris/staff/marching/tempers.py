"""Other orders for an army than the staff's own: bolder, more careful, to stand, to go back.

An army is the one that stands on the counters [13.2.1]; those without one are taken together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ARMY, FIGHTING, OF_NATION, Nation
from marne.games.nach_paris.staff.appraisal import Situation
from marne.hexes import Bits, bits

__all__ = ["NO_TEMPERS", "OWN", "TEMPERS", "Temper", "Tempers", "armies_at_stake", "ground_of"]

TOUCH: Final = 4
"""An army has something at stake with those who are so near to the enemy."""
MARCH: Final = 5
"""How many hexes foot goes in a turn, more or less."""


class Temper(NamedTuple):
    """How an army takes its orders: what counts more or less than for the staff."""

    pull: float = 1.0
    """How much what is worth having counts."""
    risk: float = 1.0
    """How much what the enemy could do counts."""
    strikes: bool = True
    """Whether it marches to attack."""
    dares: bool = False
    """Whether it does so where an attack costs a little more than it brings."""
    stands: bool = False
    """Whether it stays where it is."""


OWN: Final = "own"
TEMPERS: Final = {
    OWN: Temper(),
    "bold": Temper(pull=1.6, risk=0.4, dares=True),
    "careful": Temper(pull=0.7, risk=2.5, strikes=False),
    "stand": Temper(stands=True),
    "back": Temper(pull=0.0, risk=4.0, strikes=False),
}
"""By what the plan is called."""
Tempers = Mapping[int, str]
"""The tempers of armies; who is not named is of the staff's own."""
NO_TEMPERS: Final[Tempers] = {}


def armies_at_stake(situation: Situation, nation: Nation) -> list[int]:
    """The armies of a nation that are near the enemy, the one with most factors there first."""
    board, near = situation.board, dict[int, int]()
    for unit in situation.inside(OF_NATION[nation] & FIGHTING):
        if situation.remote[board.where[unit]] <= TOUCH:
            near[ARMY[unit]] = near.get(ARMY[unit], 0) + board.cbf(unit)
    return sorted(near, key=lambda army: (-near[army], army))


def ground_of(board: NachParisBoard, nation: Nation, army: int) -> Bits:
    """The hexes that an army could reach, and those from which it could be reached, more or less."""
    units = board.on_map(OF_NATION[nation] & FIGHTING)
    return MAP.grid.links.within(bits(board.where[unit] for unit in units if ARMY[unit] == army), MARCH)
