"""How the staff moves: guard what matters, grab what is open, strike where odds are good, march on, and be supplied."""

from __future__ import annotations

from collections.abc import Sequence

from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    ARMY,
    BELGIAN,
    CAVALRY,
    ENTENTE,
    FRENCH,
    GERMAN,
    HQS_OF,
    IS_CORPS,
    KIND,
    NATION,
    UNITS_OF,
)
from marne.games.schlieffens_war.odds import best_defenders
from marne.games.schlieffens_war.rules.combat.combat import defence_factor
from marne.games.schlieffens_war.rules.command.stacking import has_room, overstacked
from marne.games.schlieffens_war.rules.movement.reach import allowance, budget, halved, movable, reach, spared
from marne.games.schlieffens_war.staff.distances import hexes_to, march_costs
from marne.games.schlieffens_war.staff.garrisons import cover, guard, hold_out, top_up, watch
from marne.games.schlieffens_war.staff.judgement import hex_value, last_word, plan_xvii_due
from marne.games.schlieffens_war.staff.logistics import depots, headquarters, stay_fed
from marne.games.schlieffens_war.staff.strikes import plan_strikes
from marne.games.schlieffens_war.staff.style import STYLES, Style
from marne.games.schlieffens_war.staff.wheel import advance
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

__all__ = ["Plan", "march_costs", "plan_moves"]

_ENOUGH_FOR_PARIS = 7
"""The points at which the German staff thinks of Paris (4.1)."""


def plan_moves(board: WarBoard, side: int, style: Style | None = None) -> list[tuple[int, int]]:
    """The moves of a whole movement phase: units and destinations, in order."""
    plan = Plan(board, side, style)
    if side == GERMAN:
        watch(plan)
    plan.win()
    if last_word(board, side, plan.style):
        plan.grab()
        plan_strikes(plan)
    guard(plan)
    plan.grab()
    if side == ENTENTE:
        plan.plan_xvii()
    plan_strikes(plan)
    if side == GERMAN and plan.style.late:
        hold_out(plan)
    plan.march()
    depots(plan)
    headquarters(plan)
    stay_fed(plan)
    if side == GERMAN:
        top_up(plan)
    cover(plan)
    plan.make_room()
    return plan.moves


class Plan:
    """One phase's moves, made on a copy of the board so that each step sees the ones before."""

    def __init__(self, board: WarBoard, side: int, style: Style | None = None) -> None:
        self.board = board.copy()
        self.side = side
        self.style = style or STYLES[side]
        self.enemy = 1 - side
        self.moves: list[tuple[int, int]] = []
        self.marched: list[int] = []
        self.targets: dict[int, int] = {}
        self.began = list(board.where)
        self.zone = board.zone(self.enemy)
        self.free = [unit for unit in UNITS_OF[side] if board.where[unit] >= 0 and IS_CORPS[unit]]
        self.easy: dict[int, Bits] = {}
        self.forced: dict[int, Bits] = {}
        self.reach = {unit: self._reach(unit) | 1 << board.where[unit] for unit in self.free}
        self.led_by = {unit: self._leader(unit) for unit in self.free}
        self.start = {hq: board.where[hq] for nation in range(4) for hq in HQS_OF[nation] if board.where[hq] >= 0}
        self.threats = [board.where[unit] for unit in UNITS_OF[self.enemy] if board.where[unit] >= 0 and IS_CORPS[unit]]
        self.far = hexes_to(self.threats)

    def _reach(self, unit: int) -> Bits:
        """Where a unit can get to without a forced march that costs something."""
        board = self.board
        self.easy[unit] = 0
        if not movable(board, unit):
            return 0
        free_march = spared(board, self.side)
        half = halved(allowance(board, unit))
        found = reach(board, unit, budget(board, unit) if free_march else allowance(board, unit))
        self.easy[unit] = found.within(half) & found.destinations
        return found.destinations

    def _leader(self, unit: int) -> int:
        """The HQ that a corps keeps to: its own army's, or the nearest of its nation when that is gone or far."""
        board = self.board
        near = [hq for hq in HQS_OF[NATION[unit]] if board.where[hq] >= 0]

        def far(hq: int) -> tuple[int, int]:
            return g.GRID.distance(board.where[unit], board.where[hq]), hq

        own = [hq for hq in near if ARMY[hq] == ARMY[unit] and far(hq)[0] <= 7]
        return own[0] if own else min(near, key=far, default=-1)

    def lead(self, unit: int, hex: int) -> int:
        """How far a hex is from where a corps' HQ was when the phase began."""
        hq = self.led_by[unit]
        return g.GRID.distance(hex, self.start[hq]) if hq in self.start else 0

    def send(self, unit: int, hex: int) -> None:
        """A unit goes to a hex, or stays, and is no longer free."""
        if unit in self.free:
            self.free.remove(unit)
        if self.board.where[unit] != hex:
            self.moves.append((unit, hex))
            self.board.move(unit, hex)

    def send_instead(self, unit: int, hex: int) -> None:
        """Another destination for a unit that has one already."""
        self.moves = [move for move in self.moves if move[0] != unit]
        self.board.move(unit, hex)
        if hex != self.began[unit]:
            self.moves.append((unit, hex))

    def menace(self, hex: int, within: int) -> int:
        """Factors of enemy corps that stand within so many hexes."""
        board = self.board
        return tally(
            board.factor(unit)
            for unit in UNITS_OF[self.enemy]
            if IS_CORPS[unit] and board.where[unit] >= 0 and g.GRID.distance(hex, board.where[unit]) <= within
        )

    def strength(self, unit: int) -> int:
        return self.board.factor(unit)

    # -- open cities

    def win(self) -> None:
        """4.2, 4.3: walk into Paris or a German city that nobody holds, whatever else there is to do."""
        self._walk_into(g.PARIS if self.side == GERMAN else g.GERMAN_CITIES)

    def grab(self) -> None:
        """4.6: walk into cities that nobody holds."""
        self._walk_into(g.PRIZES)
        board = self.board
        if self.side == GERMAN and not board.endangered and board.standing >= _ENOUGH_FOR_PARIS:
            self._ride_for_paris()

    def _walk_into(self, cities: Bits) -> None:
        """The weakest corps for each open city, two strong German ones near enemies; by forced march if need be."""
        board = self.board
        for reach_of in (self.reach.__getitem__, self.far_reach):
            for hex in members(cities & board.controlled(self.enemy) & ~board.occupied[self.enemy]):
                able = [unit for unit in self.free if reach_of(unit) >> hex & 1 and not self.only(unit)]
                contested = self.side == GERMAN and self.menace(hex, 3) > 2
                sign = -1 if contested else 1
                for unit in sorted(able, key=lambda unit: (sign * self.strength(unit), unit))[: 1 + contested]:
                    if has_room(board, unit, hex):
                        self.send(unit, hex)

    def _ride_for_paris(self) -> None:
        """4.1: nobody wins without having been near Paris; the weakest corps that can gets there."""
        goal = g.PERIMETER & ~self.board.occupied[ENTENTE]
        able = [unit for unit in self.free if self.far_reach(unit) & goal and not self.only(unit)]
        if able:
            unit = min(able, key=lambda u: (self.strength(u), u))
            places = [to for to in members(self.far_reach(unit) & goal) if has_room(self.board, unit, to)]
            if places:
                self.send(unit, max(places, key=lambda to: (self.far[to], -to)))

    def far_reach(self, unit: int) -> Bits:
        """10.6: where a corps can get to if it may march by force."""
        found = self.forced.get(unit)
        if found is None:
            found = self.reach[unit]
            if movable(self.board, unit):
                found |= reach(self.board, unit, budget(self.board, unit)).destinations
            self.forced[unit] = found
        return found

    def only(self, unit: int) -> bool:
        """Whether a unit is the only one that keeps a threatened city."""
        hex = self.board.where[unit]
        if last_word(self.board, self.side, self.style) or not (g.CITIES >> hex & 1) or len(self.board.stacks[hex]) > 1:
            return False
        return hex_value(self.board, self.side, hex, self.style) > 1 and self.far[hex] <= 4

    # -- Plan XVII

    def plan_xvii(self) -> None:
        """4.4: put weak French corps next to Germans in Germany, one for each attack that is due."""
        board = self.board
        due = plan_xvii_due(board)
        for hex in sorted(members(board.occupied[GERMAN] & g.GERMANY), key=lambda hex: (self.defence(hex), hex)):
            if due <= 0:
                return
            around = g.PASSABLE[hex] & ~board.occupied[GERMAN]
            french = [u for u in self.free if NATION[u] == FRENCH and self.reach[u] & around]
            if not french:
                continue
            unit = min(french, key=lambda u: (self.strength(u), u))
            places = [
                to for to in members(self.reach[unit] & around) if to == board.where[unit] or has_room(board, unit, to)
            ]
            if places:
                self.send(unit, min(places, key=lambda to: (not g.FRANCE >> to & 1, to)))
                due -= 1

    def may_strike(self, unit: int, hex: int) -> bool:
        """Whether a target is near enough to the HQ that leads a corps; nobody asks for it at the very end."""
        return last_word(self.board, self.side, self.style) or self.lead(unit, hex) <= self.style.strike_lead

    def defence(self, hex: int) -> int:
        """The factors that would defend a hex."""
        board = self.board
        return tally(defence_factor(board, unit) for unit in best_defenders(board, board.stacks[hex]))

    # -- the rest

    def march(self) -> None:
        """Everybody else goes towards what the side wants next, and not away from its HQs."""
        if self.side == GERMAN:
            advance(self)
        else:
            self._march_one_by_one()
        self.free = []

    def _march_one_by_one(self) -> None:
        """Entente corps go where a city is threatened or lost, three to a city."""
        board = self.board
        goals = self._goals()
        quota = dict.fromkeys(goals, 3)
        for unit in sorted(self.free, key=lambda u: (min(march_costs(x)[board.where[u]] for x in goals), u)):
            if not self._wanted(unit):
                continue
            open_goals = [goal for goal in goals if quota[goal] > 0] or goals
            goal = min(open_goals, key=lambda x: (march_costs(x)[board.where[unit]], x))
            quota[goal] -= 1
            self.approach(unit, goal)

    def _wanted(self, unit: int) -> bool:
        """An Entente corps far from any enemy is better used elsewhere; one near them rests and gathers elan."""
        return NATION[unit] != BELGIAN and self.far[self.board.where[unit]] > 2

    def _goals(self) -> list[int]:
        """What Entente corps cover: cities that are threatened or lost."""
        board = self.board
        threatened = [hex for hex in members((g.PRIZES | g.PARIS) & ~board.control) if self.far[hex] <= 5]
        lost = members(g.PRIZES & board.control)
        return threatened + lost or members(g.PARIS)

    def approach(self, unit: int, goal: int, way: Sequence[float] | None = None) -> None:
        """A corps goes as near to a goal as it should; `way` says how far each hex is from it."""
        board = self.board
        here = board.where[unit]
        costs = way or march_costs(goal)

        def score(to: int) -> tuple[float, int]:
            far = float(costs[to])
            lead = self.lead(unit, to)
            if lead > self.style.lead:
                far += 3 * (lead - self.style.lead)
            if self.zone >> to & 1:
                far += self.style.zone_price + (KIND[unit] == CAVALRY)
            return far, to

        places = [to for to in members(self.reach[unit]) if to == here or has_room(board, unit, to)]
        self.send(unit, min(places, key=score))
        self.marched.append(unit)

    def make_room(self) -> None:
        """6.2, 6.5: where corps that were to leave have stayed, somebody goes elsewhere: rather one that came to march
        than one that came to strike, and no farther than need be."""
        board = self.board
        for hex in members(board.occupied[self.side]):
            while overstacked(board, hex):
                ways = [
                    (unit in self.targets, g.GRID.distance(hex, to), to, unit)
                    for unit in board.stacks[hex]
                    if unit in self.reach
                    for to in members(self.reach[unit])
                    if to != hex and has_room(board, unit, to)
                ]
                if not ways:
                    break
                _, _, to, unit = min(ways)
                self.targets.pop(unit, None)
                self.send_instead(unit, to)
