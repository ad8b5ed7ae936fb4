"""What the enemy could do next turn: the corps that can come beside a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import IS_CORPS, UNITS_OF
from marne.games.schlieffens_war.rules.combat.combat import attack_factor
from marne.games.schlieffens_war.rules.movement.reach import allowance, movable, reach
from marne.hexes import Bits

if TYPE_CHECKING:
    from marne.games.schlieffens_war.staff.plans import Plan

__all__ = ["Threats"]

_MOST: Final = 6
"""Corps that a side brings against one stack in a turn; more is rare."""


class Threats:
    """The enemy's next turn, as things stand on the plan's board: whom he can bring where, with so many points of a
    forced march (10.6)."""

    def __init__(self, plan: Plan, forced: int = 0) -> None:
        board = plan.board
        self.corps: list[tuple[int, Bits]] = []
        for unit in UNITS_OF[plan.enemy]:
            hex = board.where[unit]
            if hex >= 0 and IS_CORPS[unit]:
                there = 1 << hex
                if movable(board, unit):
                    there |= reach(board, unit, allowance(board, unit) + forced).destinations
                self.corps.append((attack_factor(board, unit), g.spread(there)))
        self.corps.sort(key=lambda pair: -pair[0])

    def blow(self, hex: int) -> int:
        """The factors that could attack a hex."""
        found = [factor for factor, beside in self.corps if beside >> hex & 1]
        return sum(found[:_MOST])
