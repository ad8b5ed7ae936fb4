"""The desk at which the orders of a Movement Phase are drawn up: a board of plans, and who is still free."""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    CAVALRY_CORPS,
    FIGHTING,
    NATION,
    OF_NATION,
    RELATED,
    SIEGE,
    Nation,
    Unit,
)
from marne.games.nach_paris.rules.command.headquarters import command_range, leaders
from marne.games.nach_paris.rules.command.sources import governed
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.movement.reach import reach
from marne.games.nach_paris.rules.movement.walk import may_leave
from marne.games.nach_paris.staff.appraisal import Situation, best_facing
from marne.games.nach_paris.staff.strikes import Place, take_place
from marne.hexes import Bits, Reach, bits

__all__ = ["CALLED", "PULL", "Desk"]

PULL: Final = 1.4
"""How much the pull of a hex counts against danger."""
CALLED: Final = 3
"""From how far troops are called to hold a place, or to stay with guns."""
FOLLOWS: Final = 2
"""How many hexes a headquarters comes after in one turn, carefully counted."""
LONG_LINE, NO_LINE = 0.25, 0.8
"""What bad communications cost for each step."""


class Desk:
    """Orders in the making, on a board of plans."""

    def __init__(self, situation: Situation, nation: Nation) -> None:
        self.situation = situation
        self.side = situation.side
        self.nation = nation
        self.board = situation.board
        self.plans: NachParisBoard = situation.board.copy()
        self.plans.events = []
        ready = OF_NATION[nation] & ~(self.board.barraged | self.board.moved | self.board.arrived)
        self.free: Bits = bits(situation.inside(ready))
        self.places: list[Place] = []
        self.captured: Bits = 0
        self.leaders: dict[Unit, list[Unit]] = {}

    def _settled(self, place: Place, walk: Reach | None = None) -> None:
        take_place(self.plans, place, walk)
        self.free &= ~(1 << place.unit)
        if FIGHTING >> place.unit & 1:
            self.captured |= 1 << place.hex
        board = self.board
        stays = board.where[place.unit] == place.hex and board.faces[place.unit] == place.facing
        leaves = stays and may_leave(board, place.unit, points_left(board, place.unit))
        if not stays or leaves or SIEGE >> place.unit & 1:
            self.places.append(place)

    def _walk(self, unit: Unit) -> Reach:
        return reach(self.plans, unit, points_left(self.plans, unit))

    def _hold(self, unit: Unit, hex: Hex, walk: Reach) -> None:
        board, facing = self.board, self.board.faces[unit]
        if hex != board.where[unit] or not board.fieldworks >> unit & 1:
            facing = best_facing(self.situation, unit, hex)
        self._settled(Place(unit, hex, facing), walk)

    def _hunger(self, unit: Unit, hex: Hex) -> float:
        """[13.1] What it costs to be far from railways, or out of reach of every headquarters."""
        if RELATED >> unit & 1 or governed(self.board, unit):
            return 0.0
        steps = self.plans.steps(unit)
        line = self.situation.line(NATION[unit], hex)
        found = 0.0
        if line > V.supply.normal:
            found += (LONG_LINE if line <= V.supply.long else NO_LINE) * steps
            found += min(line, 3 * V.supply.long) / V.supply.long * 0.3
        if not CAVALRY_CORPS >> unit & 1:
            if unit not in self.leaders:
                self.leaders[unit] = self.plans.on_map(leaders(self.board, unit))
            far = min(
                (
                    MAP.grid.distance(self.plans.where[hq], hex) - command_range(self.board, hq, unit)
                    for hq in self.leaders[unit]
                ),
                default=0,
            )
            if far > FOLLOWS:
                found += 0.3 * (far - FOLLOWS) + NO_LINE
        return found
