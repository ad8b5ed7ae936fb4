"""Sieges: heavy and siege guns before forts, foot with them, the line for railway guns, pioneers behind them.

Whoever a siege does not need looks for the enemy in the open.
"""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import Hex
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ARTILLERY,
    CAVALRY,
    FIGHTING,
    OF_NATION,
    PIONEERS,
    RAIL_ONLY,
    SIEGE,
    Unit,
)
from marne.games.nach_paris.rules.movement.walk import legs
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.staff.appraisal import best_facing, force
from marne.games.nach_paris.staff.guns import gun_facing, storming_hexes
from marne.games.nach_paris.staff.marching.desk import CALLED, PULL, Desk
from marne.games.nach_paris.staff.strikes import Place
from marne.hexes import Bits, bits, members
from marne.kit.arithmetic import tally

__all__ = ["Sieges"]

BREACH: Final = 1.0
"""Forts worth so many steps are besieged."""
ROUND: Final = 5
"""So near to a camp troops count for its siege."""
BESIEGERS: Final = 40
"""The factors of foot that a siege needs."""
GUNS_UNDER_FIRE: Final = 0.02
"""What a point of ARF of an enemy fort costs guns beside it."""
GUARDED: Final = 30.0
"""The most factors of foot that stay with guns before a fort."""
STRETCHES: Final = 2
"""So many hexes of line before the forts are enough."""
SOON: Final = 2
"""So many turns before railway guns come their line is cleared."""
MORE: Final = 0.1
"""What forts beside guns count that are not the first to fall."""
BATTERY: Final = 4
"""Pioneers go before forts that guns of their own are so near to."""


class Sieges(Desk):
    """The orders of guns and of those who storm."""

    def _not_needed(self) -> Bits:
        """Those round a fortress who are more than its siege needs, and horse: they look for the enemy in the open."""
        board, spare = self.board, 0
        camps = {fort_data.CAMP_OF[fort] for fort, worth in self.situation.forts.items() if worth > BREACH}
        foot = board.on_map(self.free & FIGHTING & ~PIONEERS)
        for camp in sorted(camps - {-1}):
            hexes = MAP.camps[camp].hexes
            far = {unit: min(MAP.grid.distance(board.where[unit], hex) for hex in hexes) for unit in foot}
            near = [unit for unit in foot if far[unit] <= ROUND]
            near.sort(key=lambda unit: (bool(CAVALRY >> unit & 1), far[unit], -board.cbf(unit), unit))
            there = 0
            for unit in near:
                if there >= BESIEGERS or CAVALRY >> unit & 1:
                    spare |= 1 << unit
                there += board.cbf(unit)
        return spare

    def _before_forts(self, ways: Bits) -> Bits:
        """The hexes beside forts that are worth breaking and that nobody defends."""
        board, found = self.board, 0
        guns = 0
        for gun in board.on_map(OF_NATION[self.nation] & ARTILLERY):
            if board.aff(gun):
                guns |= MAP.grid.within_bits(board.where[gun], BATTERY)
        for fort, worth in self.situation.forts.items():
            hex = MAP.forts[fort].hex
            if worth > 1 and guns >> hex & 1 and not board.of(hex, self.situation.enemy) & FIGHTING:
                found |= MAP.grid.links.of[hex]
        return found & ways & ~self.situation.closed

    def _assaults(self) -> None:
        for assault in self.board.assaults:
            unit = assault.unit
            if not self.free >> unit & 1:
                continue
            hex = MAP.forts[assault.fort].hex
            ways = storming_hexes(self.plans, unit, hex)
            if ways:
                facing = best_facing(self.situation, unit, ways[0], hex)
                self._settled(Place(unit, ways[0], facing), self._walk(unit))

    def _guns(self, unit: Unit) -> None:
        """Heavy and siege guns: before forts that they can break, else with the troops that face the enemy."""
        board, here = self.board, self.board.where[unit]
        walk = self._walk(unit)
        ways = members(legs(self.plans, unit, walk) | 1 << here)
        hex = max(ways, key=lambda each: (self._gun_worth(unit, each), -each))
        facing = gun_facing(self.situation, unit, hex)
        if hex == here and board.fieldworks >> unit & 1:
            facing = board.faces[unit]
        self._settled(Place(unit, hex, facing), walk)

    def _siege_train(self) -> None:
        """Guns that get before forts in this phase, and foot with them: nobody leaves guns alone before the enemy."""
        before = bits(MAP.forts[fort].hex for fort, worth in self.situation.forts.items() if worth > BREACH)
        before = MAP.grid.links.spread(before) & ~self.situation.closed
        if before and self._rail_guns():
            self._clear_line(before & RAIL_HEXES & self.board.play.area)
        for unit in self.plans.on_map(OF_NATION[self.nation] & ARTILLERY):
            moves = self.free & ~(RAIL_ONLY | self.board.in_position) & 1 << unit
            if moves and self.plans.aff(unit) and before & (self._walk(unit).hexes | 1 << self.board.where[unit]):
                self._guns(unit)
            hex = self.plans.where[unit]
            while before >> hex & 1 and self._alone(hex) and self._escort(hex):
                pass

    def _clear_line(self, hexes: Bits) -> None:
        """[12.1.3] Somebody takes a stretch of line before the forts, where fewest of them reach it, then another: the
        first may lead nowhere."""
        joined = MAP.grid.links.spread(self.board.german_rail) & hexes & ~self.board.german_rail
        if joined and (hexes & self.board.german_rail).bit_count() < STRETCHES:
            fire = self.situation.shellfire
            self._escort(min(members(joined), key=lambda hex: (fire.get(hex, 0), hex)))

    def _alone(self, hex: Hex) -> bool:
        """Whether guns in a hex have too few foot with them for what the enemy could send."""
        foot = self.plans.of(hex, self.side) & FIGHTING & ~(PIONEERS | self.free)
        return force(self.plans, foot) < min(self.situation.menace[hex], GUARDED)

    def _rail_guns(self) -> bool:
        """[12.5] Whether guns that only run on rails are there, or soon will be: they need the line before a fort."""
        board = self.board
        for unit in members(OF_NATION[self.nation] & RAIL_ONLY):
            row = board.play.arrival.get(unit)
            if board.where[unit] >= 0 or (row is not None and board.turn <= row.turn <= board.turn + SOON):
                return True
        return False

    def _escort(self, hex: Hex) -> bool:
        """The strongest foot near enough goes to where guns will stand, or railway guns will pass; False if none is."""
        foot = self.plans.on_map(self.free & FIGHTING & ~(CAVALRY | PIONEERS) & ~bits(self.plans.trains))
        near = [unit for unit in foot if MAP.grid.distance(self.plans.where[unit], hex) <= CALLED]
        for unit in sorted(near, key=lambda each: (-self.plans.cbf(each), each)):
            walk = self._walk(unit)
            if (legs(self.plans, unit, walk) | 1 << self.plans.where[unit]) >> hex & 1:
                self._hold(unit, hex, walk)
                return True
        return False

    def _gun_worth(self, unit: Unit, hex: Hex) -> float:
        situation, plans = self.situation, self.plans
        friends = plans.of(hex, self.side) & FIGHTING
        cover = force(plans, friends) + 0.4 * tally(
            force(plans, plans.of(other, self.side) & FIGHTING) for other in MAP.grid.neighbours[hex]
        )
        menace = min(situation.menace[hex], 90.0)
        found = PULL * situation.field[hex]
        if menace > 0.8 * cover:
            found -= 1.5 + 0.05 * (menace - 0.8 * cover)
        elif friends:
            found += 0.3
        found -= GUNS_UNDER_FIRE * min(situation.shellfire.get(hex, 0), 30)
        if board_aff := plans.aff(unit):
            found += min(1.0, board_aff / 18) * self._fort_pull(hex)
        if not SIEGE >> unit & 1 and friends and MAP.grid.links.of[hex] & plans.occupied[situation.enemy]:
            found += 0.8
        return found - self._hunger(unit, hex)

    def _fort_pull(self, hex: Hex) -> float:
        """How well forts can be broken from a hex, or from where one gets to from it."""
        best = beside = 0.0
        for fort, worth in self.situation.forts.items():
            far = MAP.grid.distance(hex, MAP.forts[fort].hex)
            if far:
                defended = bool(self.board.of(MAP.forts[fort].hex, self.situation.enemy) & FIGHTING)
                found = worth * (0.7 if defended else 1.0) * (2.0 if far == 1 else 1.0 / far)
                best = max(best, found)
                beside += found if far == 1 else 0.0
        return best + MORE * max(0.0, beside - best)
