"""How the staff moves: grab what is open, guard what matters, strike where odds are good, march on, and be supplied."""

from __future__ import annotations

from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.board import ELAN, FATIGUED, WarBoard
from marne.games.schlieffens_war.combat import attack_factor, defence_factor, holds_fort, odds_column
from marne.games.schlieffens_war.counters import (
    ARMY,
    BELGIAN,
    BRITISH,
    CAVALRY,
    DEPOT_OF,
    ENTENTE,
    FORT,
    FRENCH,
    GERMAN,
    HQS_OF,
    IS_CORPS,
    KIND,
    NATION,
    UNITS_OF,
)
from marne.games.schlieffens_war.data import LIMITS, TURNS_OF
from marne.games.schlieffens_war.distances import march_costs
from marne.games.schlieffens_war.judgement import hex_value, plan_xvii_due
from marne.games.schlieffens_war.movement import allowance, budget, halved, movable, reach
from marne.games.schlieffens_war.odds import best_defenders
from marne.games.schlieffens_war.stacking import has_room
from marne.games.schlieffens_war.style import STYLES
from marne.games.schlieffens_war.supply import RANGE, open_to_supply, rail_net, supply_net, within_range
from marne.games.schlieffens_war.wheel import off_axis
from marne.hexes import Bits, members

__all__ = ["Plan", "march_costs", "plan_moves"]


def plan_moves(board: WarBoard, side: int) -> list[tuple[int, int]]:
    """The moves of a whole movement phase: units and destinations, in order."""
    plan = Plan(board, side)
    plan.grab()
    plan.guard()
    if side == ENTENTE:
        plan.plan_xvii()
    plan.strike()
    plan.march()
    plan.depots()
    plan.headquarters()
    plan.stay_fed()
    return plan.moves


class Plan:
    """One phase's moves, made on a copy of the board so that each step sees the ones before."""

    def __init__(self, board: WarBoard, side: int) -> None:
        self.board = board.copy()
        self.side = side
        self.style = STYLES[side]
        self.enemy = 1 - side
        self.moves: list[tuple[int, int]] = []
        self.marched: list[int] = []
        self.began = list(board.where)
        self.zone = board.zone(self.enemy)
        self.free = [unit for unit in UNITS_OF[side] if board.where[unit] >= 0 and IS_CORPS[unit]]
        self.easy: dict[int, Bits] = {}
        self.reach = {unit: self._reach(unit) | 1 << board.where[unit] for unit in self.free}
        self.led_by = {unit: self._leader(unit) for unit in self.free}
        self.start = {hq: board.where[hq] for nation in range(4) for hq in HQS_OF[nation] if board.where[hq] >= 0}
        self.threats = [board.where[unit] for unit in UNITS_OF[self.enemy] if board.where[unit] >= 0 and IS_CORPS[unit]]

    def _reach(self, unit: int) -> Bits:
        """Where a unit can get to without a forced march that costs something."""
        board = self.board
        self.easy[unit] = 0
        if not movable(board, unit):
            return 0
        free_march = self.side == GERMAN and board.turn == 1
        half = halved(allowance(board, unit))
        found = 0
        for spent, ring in enumerate(reach(board, unit, budget(board, unit) if free_march else allowance(board, unit))):
            found |= ring
            if spent <= half:
                self.easy[unit] = found
        return found

    def _leader(self, unit: int) -> int:
        """The HQ that a corps keeps to: its own army's, or the nearest of its nation when that is gone or far."""
        board = self.board
        near = [hq for hq in HQS_OF[NATION[unit]] if board.where[hq] >= 0]

        def far(hq: int) -> tuple[int, int]:
            return g.GRID.distance(board.where[unit], board.where[hq]), hq

        own = [hq for hq in near if ARMY[hq] == ARMY[unit] and far(hq)[0] <= 7]
        return own[0] if own else min(near, key=far, default=-1)

    def _lead(self, unit: int, hex: int) -> int:
        """How far a hex is from where a corps' HQ was when the phase began."""
        hq = self.led_by[unit]
        return g.GRID.distance(hex, self.start[hq]) if hq in self.start else 0

    def _send(self, unit: int, hex: int) -> None:
        if unit in self.free:
            self.free.remove(unit)
        if self.board.where[unit] != hex:
            self.moves.append((unit, hex))
            self.board.move(unit, hex)

    def _danger(self, hex: int) -> int:
        """Hexes to the nearest enemy corps."""
        return min((g.GRID.distance(hex, threat) for threat in self.threats), default=99)

    def _menace(self, hex: int) -> int:
        """Factors of enemy corps that could reach the hex in a turn or so."""
        board = self.board
        return sum(
            board.factor(unit)
            for unit in UNITS_OF[self.enemy]
            if IS_CORPS[unit] and board.where[unit] >= 0 and g.GRID.distance(hex, board.where[unit]) <= 4
        )

    def _strength(self, unit: int) -> int:
        return self.board.factor(unit)

    # -- open cities

    def grab(self) -> None:
        """Walk into cities that nobody holds, the German ones first."""
        board = self.board
        theirs = board.controlled(self.enemy) & ~board.occupied[self.enemy]
        wanted = (g.PRIZES | g.PARIS) if self.side == GERMAN else (g.GERMAN_CITIES | g.PRIZES)
        hexes = sorted(members(wanted & theirs), key=lambda hex: (-hex_value(board, self.side, hex), hex))
        for hex in hexes:
            able = self._able(hex)
            if able:
                self._send(min(able, key=lambda unit: (self._strength(unit), unit)), hex)

    def _able(self, hex: int) -> list[int]:
        """Free corps that can go to a hex and are not needed where they are."""
        return [
            unit
            for unit in self.free
            if self.reach[unit] >> hex & 1 and has_room(self.board, unit, hex) and not self._only(unit)
        ]

    def _only(self, unit: int) -> bool:
        """Whether a unit is the only one that keeps a threatened city."""
        hex = self.board.where[unit]
        if not (g.CITIES >> hex & 1) or len(self.board.stacks[hex]) > 1:
            return False
        return hex_value(self.board, self.side, hex) > 1 and self._danger(hex) <= 4

    # -- what must not be lost

    def _keep(self) -> list[tuple[float, int, int]]:
        """Hexes to guard: urgency, hex, how many corps."""
        board = self.board
        mine = board.controlled(self.side)
        found: list[tuple[float, int, int]] = []
        cities = (g.GERMAN_CITIES | g.PRIZES) & mine if self.side == GERMAN else (g.PRIZES | g.PARIS) & mine
        for hex in members(cities):
            near = self._danger(hex)
            great = bool(1 << hex & (g.GERMAN_CITIES | g.PARIS))
            if near > (5 if great else 4) or (self.side == GERMAN and not self._in_reach(hex)):
                continue
            strong = sum(1 for threat in self.threats if g.GRID.distance(hex, threat) <= 2)
            if self.side == GERMAN:
                late = board.turn + 1 >= min(TURNS_OF.final_effort) and near <= 2  # 11.24
                corps = min(2, 1 + self._menace(hex) // 9) if great or late else int(near <= self.style.guard_range)
            else:
                corps = min(3, 1 + strong // 2) if great else min(2, 1 + strong // 3)
            if holds_fort(board, hex):
                corps = max(0, corps - 1) if not great else max(1, corps - 1)
            found.append((hex_value(board, self.side, hex) * 2 - near, hex, corps))
        return sorted(found, key=lambda item: (-item[0], item[1]))

    def _in_reach(self, hex: int) -> bool:
        """Whether an enemy unit could walk to a hex next turn, with a forced march and if nobody stood in its way."""
        board = self.board
        costs = march_costs(hex)
        return any(
            costs[board.where[unit]] <= allowance(board, unit) + LIMITS.forced_march + 1
            for unit in UNITS_OF[self.enemy]
            if board.where[unit] >= 0 and KIND[unit] != FORT
        )

    def guard(self) -> None:
        """Keep or send corps to threatened cities."""
        board = self.board
        for _, hex, corps in self._keep():
            there = [unit for unit in board.stacks[hex] if IS_CORPS[unit]]
            staying = [unit for unit in there if unit not in self.free]
            rear = self.side == GERMAN and self._menace(hex) < 6
            sign = 1 if rear else -1
            for unit in sorted((u for u in there if u in self.free), key=lambda u: (sign * self._strength(u), u)):
                if len(staying) < corps:
                    self.free.remove(unit)
                    staying.append(unit)
            while len(staying) < corps:
                able = [
                    u for u in self.free if self.reach[u] >> hex & 1 and has_room(board, u, hex) and not self._only(u)
                ]
                if not able:
                    break
                unit = min(able, key=lambda u: (sign * self._strength(u), u))
                self._send(unit, hex)
                staying.append(unit)

    # -- Plan XVII

    def plan_xvii(self) -> None:
        """4.4: put weak French corps next to Germans in Germany, one for each attack that is due."""
        board = self.board
        due = plan_xvii_due(board)
        for hex in sorted(members(board.occupied[GERMAN] & g.GERMANY), key=lambda hex: (self._defence(hex), hex)):
            if due <= 0:
                return
            around = g.PASSABLE[hex] & ~board.occupied[GERMAN]
            french = [u for u in self.free if NATION[u] == FRENCH and self.reach[u] & around]
            if not french:
                continue
            unit = min(french, key=lambda u: (self._strength(u), u))
            places = [
                to for to in members(self.reach[unit] & around) if to == board.where[unit] or has_room(board, unit, to)
            ]
            if places:
                self._send(unit, min(places, key=lambda to: (not g.FRANCE >> to & 1, to)))
                due -= 1

    def _defence(self, hex: int) -> int:
        force = self.board.stacks[hex]
        return sum(defence_factor(self.board, unit) for unit in best_defenders(self.board, force))

    # -- attacks

    def strike(self) -> None:
        """Mass corps around enemy stacks where the odds will be good: cities first, the easiest first."""
        board = self.board
        targets = members(board.occupied[self.enemy])
        worth = {hex: hex_value(board, self.side, hex) + 0.5 * len(board.stacks[hex]) for hex in targets}
        bold = self.side == ENTENTE and board.turn in TURNS_OF.final_effort
        for hex in sorted(targets, key=lambda hex: (worth[hex] < 5, -worth[hex] / (2 + self._defence(hex)), hex)):
            column = self.style.city_column if worth[hex] >= 5 else self.style.field_column
            self._strike(hex, column - bold)

    def _strike(self, hex: int, goal: int) -> None:
        """Send corps against one hex, the fresh ones first, if the odds will be good enough."""
        board = self.board
        around = g.PASSABLE[hex] & ~board.occupied[self.enemy]
        able = [
            unit for unit in self.free if self.reach[unit] & around and self._lead(unit, hex) <= self.style.strike_lead
        ]
        if self.side == GERMAN:
            able = [unit for unit in able if not off_axis(ARMY[unit], self.began[unit], hex)]
        elif able:
            nations = [NATION[unit] for unit in able]
            able = [unit for unit in able if NATION[unit] == max(sorted(set(nations)), key=nations.count)]
        fresh = self._muster([unit for unit in able if self._arrival(unit, around)[1] > FATIGUED], hex, around, goal)
        whole = self._muster(able, hex, around, goal)
        column, sent = max(fresh, whole, key=lambda found: found[0])
        if sent and column >= goal:
            for unit, to in sent:
                self._send(unit, to)

    def _arrival(self, unit: int, around: Bits) -> tuple[int, int]:
        """10.2: how a corps would come to stand beside a target: hexes it may take, and its morale then."""
        board = self.board
        here, morale = board.where[unit], board.morale[unit]
        if around >> here & 1:
            return 1 << here, min(ELAN, morale + 1)
        easy = self.easy[unit] & around
        if easy:
            return easy, morale
        tires = not (self.side == GERMAN and board.turn == 1)
        return self.reach[unit] & around, max(FATIGUED, morale - tires)

    def _muster(self, able: list[int], hex: int, around: Bits, goal: int) -> tuple[int, list[tuple[int, int]]]:
        """The column that these corps would reach against a hex, and where each would stand."""
        board = self.board
        defence = self._defence(hex)
        shift = -(g.CITIES >> hex & 1) - (g.HEAVY >> hex & 1) - (g.TERRAIN[hex] == "rough")
        if self.side == GERMAN and g.CITIES >> hex & 1 and holds_fort(board, hex):
            shift += (board.artillery > 0) + (board.coup > 0)
        if self.side == ENTENTE and board.turn in TURNS_OF.final_effort:
            shift += 1
        room = {to: LIMITS.corps - self._settled(to) for to in members(around)}
        ready = {unit: self._arrival(unit, around) for unit in able}
        sent: list[tuple[int, int]] = []
        column, total, spirits = -9, 0, []
        for unit in sorted(able, key=lambda u: (-ready[u][1], -attack_factor(board, u), u)):
            taken = {to for _, to in sent}
            places = [to for to in members(ready[unit][0]) if room[to] > 0]
            if not places:
                continue
            to = min(places, key=lambda to: (to not in taken, g.RIVER[hex] >> to & 1, to))
            room[to] -= 1
            sent.append((unit, to))
            total += attack_factor(board, unit)
            spirits.append(ready[unit][1])
            river = all(g.RIVER[hex] >> to & 1 for _, to in sent)
            morale = (min(spirits) == ELAN) - (min(spirits) == FATIGUED)
            column = odds_column(total, defence) + shift - river + morale
            if column >= goal + self.style.mass:
                break
        return column, sent

    def _settled(self, hex: int) -> int:
        """Corps and forts that will stay in a hex, as far as is decided."""
        stack = self.board.stacks[hex]
        return sum(1 for unit in stack if KIND[unit] == FORT or (IS_CORPS[unit] and unit not in self.free))

    # -- the rest

    def march(self) -> None:
        """Everybody else goes towards what the side wants next, and not away from its HQs."""
        if self.side == GERMAN:
            self._march_in_line()
        else:
            self._march_one_by_one()
        self.free = []

    def _march_in_line(self) -> None:
        """German corps go for the nearest enemy or open city, cities before stacks, more against a city."""
        board = self.board
        goals = self._goals()
        wanted = {
            hex: self.style.city_quota if g.PRIZES >> hex & 1 else 3
            for hex in {*goals, *members(board.occupied[ENTENTE])}
        }
        for unit in sorted(self.free, key=lambda u: (self._danger(board.where[u]), u)):
            here = board.where[unit]

            def price(goal: int, here: int = here, army: str = ARMY[unit]) -> tuple[float, int]:
                city = self.style.city_pull if g.PRIZES >> goal & 1 else 0.0
                astray = self.style.axis_price * off_axis(army, here, goal)
                return march_costs(goal)[here] - city + 3 * (wanted[goal] <= 0) + 3 * self._fort(goal) + astray, goal

            goal = min(wanted, key=price)
            wanted[goal] -= 1
            self._approach(unit, goal)

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
            self._approach(unit, goal)

    def _fort(self, hex: int) -> bool:
        return bool(self.board.occupied[self.enemy] >> hex & 1) and holds_fort(self.board, hex)

    def _wanted(self, unit: int) -> bool:
        """An Entente corps far from any enemy is better used elsewhere; one near them rests and gathers elan."""
        return NATION[unit] != BELGIAN and self._danger(self.board.where[unit]) > 2

    def _goals(self) -> list[int]:
        board = self.board
        theirs = board.controlled(self.enemy)
        if self.side == GERMAN:
            wanted = (g.PRIZES | g.PARIS) & theirs
            return members(wanted)
        threatened = [hex for hex in members((g.PRIZES | g.PARIS) & ~board.control) if self._danger(hex) <= 5]
        lost = members(g.PRIZES & board.control)
        return threatened + lost or members(g.PARIS)

    def _approach(self, unit: int, goal: int) -> None:
        board = self.board
        here = board.where[unit]
        costs = march_costs(goal)

        def score(to: int) -> tuple[float, int]:
            far: float = costs[to]
            lead = self._lead(unit, to)
            if lead > self.style.lead:
                far += 3 * (lead - self.style.lead)
            if self.zone >> to & 1:
                far += self.style.zone_price + (KIND[unit] == CAVALRY)
            return far, to

        places = [to for to in members(self.reach[unit]) if to == here or has_room(board, unit, to)]
        self._send(unit, min(places, key=score))
        self.marched.append(unit)

    # -- supply

    def _army(self, hq: int) -> list[int]:
        """Where an HQ's corps are. Those in Germany are fed and led there: they don't count if others are out."""
        board = self.board
        corps = [board.where[unit] for unit, leader in self.led_by.items() if leader == hq and board.where[unit] >= 0]
        out = [hex for hex in corps if not g.GERMANY >> hex & 1] if self.side == GERMAN else corps
        return out or corps

    def depots(self) -> None:
        """German depots follow their armies along rails that stay joined to the east edge."""
        if self.side != GERMAN:
            return
        board = self.board
        net = rail_net(board, GERMAN) & ~self.zone
        for hq, depot in DEPOT_OF.items():
            army = self._army(hq) or [board.where[hq]]
            if board.where[depot] < 0 or army == [-1] or not movable(board, depot):
                continue
            found = 1 << board.where[depot]
            for ring in reach(board, depot, allowance(board, depot)):
                found |= ring
            places = [hex for hex in members(found & net) if self._behind(hex)]
            if places:
                self._send(depot, min(places, key=lambda hex: (sum(g.GRID.distance(hex, x) for x in army), hex)))

    def _behind(self, hex: int) -> bool:
        """Not where an enemy could walk in next turn, unless corps are there."""
        return self._danger(hex) > 2 or any(IS_CORPS[unit] for unit in self.board.stacks[hex])

    def stay_fed(self) -> None:
        """Corps that only marched, and would be out of supply, stop where they are fed."""
        board = self.board
        net = supply_net(board, self.side)
        for unit in self.marched:
            aim = board.where[unit]
            fed = net.by_nation[NATION[unit]] & self.reach[unit]
            if net.by_nation[NATION[unit]] >> aim & 1 or not fed:
                continue
            places = [to for to in members(fed) if has_room(board, unit, to)]
            if places:
                self._send_instead(unit, min(places, key=lambda to: (march_costs(aim)[to], to)))

    def _send_instead(self, unit: int, hex: int) -> None:
        """Another destination for a unit that has one already."""
        self.moves = [move for move in self.moves if move[0] != unit]
        self.board.move(unit, hex)
        if hex != self.began[unit]:
            self.moves.append((unit, hex))

    def headquarters(self) -> None:
        """HQs go where they are supplied and lead the most corps that no other HQ leads."""
        board = self.board
        free = open_to_supply(board, self.side)
        covered: Bits = 0
        for nation in range(4):
            for hq in HQS_OF[nation]:
                if board.where[hq] >= 0 and board.occupied[self.side] >> board.where[hq] & 1:
                    covered |= self._headquarters(hq, free, covered)

    def _needs(self, unit: int) -> float:
        """How much a corps needs an HQ: less on German soil (6.7, 8.6), and in a garrison."""
        hex = self.board.where[unit]
        return 0.3 if self.side == GERMAN and g.GERMANY >> hex & 1 else 0.5 if g.CITIES >> hex & 1 else 1.0

    def _headquarters(self, hq: int, free: Bits, covered: Bits) -> Bits:
        board, nation = self.board, NATION[hq]
        found = 1 << board.where[hq]
        if movable(board, hq):
            for ring in reach(board, hq, allowance(board, hq)):
                found |= ring
        net = rail_net(board, nation)
        if nation == GERMAN:
            fed = within_range(net & g.GERMANY & g.RAIL_HEXES, free, 0)
            depot = board.where[DEPOT_OF[hq]]
            if depot >= 0 and net >> depot & 1:
                fed |= within_range(1 << depot, free & board.controlled(GERMAN), g.RAIL_HEXES, RANGE)
        elif nation == BRITISH:
            fed = net | g.PORTS & ~board.control
        else:
            fed = net | (g.BELGIUM if nation == BELGIAN else 0)
        corps = [
            (1 << board.where[unit], (3.0 if self.led_by.get(unit) == hq else 0.7) * self._needs(unit))
            for unit in UNITS_OF[self.side]
            if IS_CORPS[unit] and NATION[unit] == nation and board.where[unit] >= 0
        ]

        def score(hex: int) -> tuple[float, int]:
            area = g.GRID.within_bits(hex, 2)
            lead = sum(weight * (1 if not covered & bit else 0.2) for bit, weight in corps if area & bit)
            value = lead + (6 if fed >> hex & 1 else 0)
            if self.zone >> hex & 1:
                value -= 1 if any(IS_CORPS[unit] for unit in board.stacks[hex]) else 8
            elif not self._behind(hex):
                value -= 2
            near = min((g.GRID.distance(hex, place) for place in self._army(hq)), default=0)
            return value - 0.3 * near, -hex

        places = [hex for hex in members(found) if hex == board.where[hq] or has_room(board, hq, hex)]
        best = max(places, key=score)
        self._send(hq, best)
        return g.GRID.within_bits(best, 2)
