"""The orders of a Movement Phase: strikes first, then everybody else, each where it does most good.

A march is worth what pulls there and what is taken, less what the enemy could do to the unit there, less what it costs
to be far from railways and headquarters. Those who go early are friends to lean on for those who go later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from marne.engine import BEST, Pick
from marne.games.nach_paris.board import Hex
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ARMY,
    BE,
    CAVALRY,
    CAVALRY_CORPS,
    ENGINEERS,
    FIGHTING,
    HEADQUARTERS,
    HEAVY,
    IN_ARMY_CORPS,
    NATION,
    OF_NATION,
    PIONEERS,
    RAIL_ONLY,
    SIDE,
    SIEGE,
    Nation,
    Unit,
)
from marne.games.nach_paris.rules.command.headquarters import command_range, leaders
from marne.games.nach_paris.rules.engineers.structures import AT_HEX
from marne.games.nach_paris.rules.movement.walk import LEG, legs
from marne.games.nach_paris.staff.appraisal import FAR, Situation, behind_walls, force
from marne.games.nach_paris.staff.marching.desk import CALLED, PULL
from marne.games.nach_paris.staff.marching.sieges import Sieges
from marne.games.nach_paris.staff.marching.tempers import NO_TEMPERS, OWN, TEMPERS, Temper, Tempers
from marne.games.nach_paris.staff.orders import Orders
from marne.games.nach_paris.staff.strikes import Place, planned_strikes
from marne.hexes import Bits, Reach, bits, members
from marne.kit.arithmetic import added, tally

__all__ = ["draw_up"]

TAKEN: Final = 0.8
"""How surely a place that is entered is kept."""
RISK: Final = 0.2
"""Steps of a stack that an overwhelming enemy takes."""
FRAIL: Final = 1
"""Units of so few steps don't stand alone."""
QUIET: Final = 8
"""Farther from every enemy a unit just marches."""
UNDER_FIRE: Final = 0.12
"""What a point of ARF of an enemy fort costs a unit beside it."""
GARRISON: Final = 140.0
"""The most that the enemy is thought to throw at one place."""
HOLD: Final = 2.0
"""From how many steps on a place is garrisoned before anything else."""
NEEDED: Final = 0.5
"""The share of the enemy's strength that holds a place."""
STRONG: Final = {Terrain.ROUGH: 0.8, Terrain.MOUNTAINOUS: 0.6}
"""What close country takes from an attack."""
PER_STEP: Final = 4.0
"""So many factors at most hold a place for each step that it is worth."""
ENOUGH: Final = 0.6
"""With a smaller share of what is needed a place is given up."""
STAY: Final = 0.15
"""Why move at all."""
NEAR: Final = 0.05
"""By so much a hex may be worth less than the best where an order stays hidden."""
DUG_IN: Final = 0.5
CLEAR: Final = 3
"""Nobody leaves walls for a hex that stronger enemies are so near to."""
PRESSED, EMPTY = 0.4, 0.6
"""How much of that counts for besiegers: less while a garrison stands among the forts and must be pressed."""
CROWD: Final = 0.2
"""How much a fortress still draws those whom its siege does not need."""


def draw_up(situation: Situation, nation: Nation, tempers: Tempers = NO_TEMPERS, pick: Pick = BEST) -> Orders:
    """The orders of a nation: assaults that were declared, strikes, guns and foot, then staffs and engineers."""
    return _Desk(situation, nation, tempers, pick).orders()


class _Desk(Sieges):
    """The orders of everybody."""

    def __init__(self, situation: Situation, nation: Nation, tempers: Tempers, pick: Pick) -> None:
        super().__init__(situation, nation)
        self.pick = pick
        self.tempers = tempers
        self.free &= ~self._all_who(lambda temper: temper.stands)
        self.spare: Bits = self._not_needed()
        held = any(fort_data.AT[hex] & ~self.board.forts_gone for hex in situation.foes)
        self.pressed = PRESSED if held else EMPTY

    def orders(self) -> Orders:
        """In the order in which they are carried out."""
        self._assaults()
        self._garrisons()
        self._grabs()
        self._siege_train()
        walled = bits(unit for unit in self.board.on_map(self.free & FIGHTING) if self.situation.walled_in(unit))
        strikers = self.free & ~walled & ~self._all_who(lambda temper: not temper.strikes)
        bold = self._all_who(lambda temper: temper.dares)
        for strike in planned_strikes(self.situation, self.plans, self.nation, strikers, bold):
            for place in strike.places:
                self._settled(place)
        fighters = self.plans.on_map(self.free & FIGHTING & ~bits(self.plans.trains))
        remote = self.situation.remote
        fighters.sort(key=lambda unit: (remote[self.board.where[unit]], -self.plans.cbf(unit), unit))
        for unit in fighters:
            self._march(unit)
        for unit in self.plans.on_map(self.free & HEAVY):
            self._guns(unit)
        for unit in self.plans.on_map(self.free & SIEGE & ~RAIL_ONLY & ~self.board.in_position):
            self._guns(unit)
        on_wheels = self.free & (RAIL_ONLY | self.board.in_position | bits(self.board.trains))
        self.places += [Place(unit, self.board.where[unit], -1) for unit in self.board.on_map(on_wheels)]
        self.free &= ~on_wheels
        for unit in self.plans.on_map(self.free & HEADQUARTERS):
            self._staff(unit)
        for unit in self.plans.on_map(self.free & ENGINEERS):
            self._engineers(unit)
        return Orders(self.board.turn, self.nation, self.places, self.tempers)

    # -- [4.5] places that must be held

    def _garrisons(self) -> None:
        """Whoever is needed to hold a place that counts stays in it, or goes there; they still attack from it."""
        situation = self.situation
        if situation.last_word:
            return
        for hex, worth in sorted(situation.guards.items(), key=lambda each: (-each[1], each[0])):
            if worth >= HOLD and situation.menace[hex] and not situation.sealed(hex):
                self._garrison(hex, worth)

    def _garrison(self, hex: Hex, worth: float) -> None:
        """Hold one place with the nearest, if that is enough to hold it, or if it is worth those who are lost there."""
        situation, plans = self.situation, self.plans
        whole = NEEDED * STRONG.get(MAP.terrain[hex], 1.0) * min(GARRISON, situation.menace[hex])
        need = min(whole, PER_STEP * worth)
        there = float(force(plans, plans.of(hex, self.side) & FIGHTING & ~self.free))
        near = [
            unit
            for unit in plans.on_map(self.free & FIGHTING & ~CAVALRY & ~bits(plans.trains))
            if MAP.grid.distance(plans.where[unit], hex) <= CALLED
        ]
        near.sort(key=lambda unit: (MAP.grid.distance(plans.where[unit], hex), -plans.cbf(unit), unit))
        chosen: list[tuple[Unit, Reach]] = []
        for unit in near:
            if there >= need:
                break
            walk = self._walk(unit)
            if (legs(plans, unit, walk) | 1 << plans.where[unit]) >> hex & 1:
                there += plans.cbf(unit)
                chosen.append((unit, walk))
        steps = tally(plans.steps(unit) for unit, _ in chosen)
        if there < ENOUGH * whole and worth < 0.8 * steps:
            return
        for unit, walk in chosen:
            if (legs(plans, unit, walk) | 1 << plans.where[unit]) >> hex & 1:
                self._hold(unit, hex, walk)

    def _grabs(self) -> None:
        """Places of the enemy that stand open: somebody goes in before the others march on. In the last turn the
        weakest who gets there, else who is best off there."""
        situation, plans = self.situation, self.plans
        for prize, worth in sorted(situation.prizes.items(), key=lambda each: (-each[1], each[0])):
            shut = (situation.closed | plans.occupied[situation.enemy] | plans.occupied[self.side]) >> prize & 1
            if worth < HOLD or shut:
                continue
            near = plans.on_map(self.free & FIGHTING & ~bits(plans.trains))
            near = [unit for unit in near if MAP.grid.distance(plans.where[unit], prize) <= LEG]
            able = [unit for unit in near if legs(plans, unit, self._walk(unit)) >> prize & 1]
            if not able:
                continue
            if situation.last_word:
                unit = min(able, key=lambda each: (plans.cbf(each), each))
            else:
                unit = max(able, key=lambda each: (self._worth(each, prize), -each))
                if self._worth(unit, prize) < self._worth(unit, plans.where[unit]):
                    continue
            self._hold(unit, prize, self._walk(unit))

    # -- foot and horse

    def _march(self, unit: Unit) -> None:
        walk = self._walk(unit)
        ways = legs(self.plans, unit, walk) | 1 << self.board.where[unit]
        if exits := self._way_out(unit, ways):
            ways = exits
        elif self.situation.walled_in(unit):  # its own hex is one of them
            ways &= bits(hex for hex in members(ways) if fort_data.AT[hex] & ~self.board.forts_gone)
        elif PIONEERS >> unit & 1 and (forts := self._before_forts(ways)):
            ways = forts
        self._hold(unit, self._best(unit, members(ways)), walk)

    def _best(self, unit: Unit, ways: list[Hex]) -> Hex:
        here = self.board.where[unit]
        quiet = self.situation.distant[here] > QUIET
        worth = self._far_off if quiet else self._worth
        return self.pick.best([(worth(unit, hex), hex) for hex in sorted(ways)], NEAR)

    def _far_off(self, unit: Unit, hex: Hex) -> float:
        """Where nobody is near: on towards the front, as far as railways feed."""
        return PULL * self.situation.call[hex] - self._hunger(unit, hex)

    def _worth(self, unit: Unit, hex: Hex) -> float:
        situation, plans, here = self.situation, self.plans, self.board.where[unit]
        strength = plans.cbf(unit)
        pull = situation.field[hex]
        if self.spare >> unit & 1:
            pull = situation.open_field[hex] + CROWD * pull
        temper = self._temper(unit)
        found = PULL * temper.pull * pull * (0.4 + strength / 30)
        if hex in situation.prizes and not self.captured >> hex & 1:
            found += TAKEN * situation.prizes[hex]
        found += self._guarding(unit, hex, strength)
        found -= temper.risk * self._exposure(unit, hex, strength)
        found -= self._hunger(unit, hex)
        if hex == here:
            found += STAY + (DUG_IN if self.board.fieldworks >> unit & 1 else 0.0)
        if shells := situation.shellfire.get(hex):
            fire = UNDER_FIRE * (1.0 if self.spare >> unit & 1 else self.pressed)
            found -= (3 if situation.secured else 1) * fire * min(shells, 30)
        return found

    def _temper(self, unit: Unit) -> Temper:
        return TEMPERS[self.tempers.get(ARMY[unit], OWN)]

    def _all_who(self, are: Callable[[Temper], bool]) -> Bits:
        """The fighting units of armies of some tempers."""
        armies = [army for army, name in self.tempers.items() if are(TEMPERS[name])]
        return (
            bits(unit for unit in members(OF_NATION[self.nation] & FIGHTING) if ARMY[unit] in armies) if armies else 0
        )

    def _guarding(self, unit: Unit, hex: Hex, strength: int) -> float:
        """What a unit does for a place of one's own that is in danger, if others don't do it already."""
        situation = self.situation
        worth = situation.guards.get(hex, 0.0)
        if not worth or situation.sealed(hex):
            return 0.0
        need = 0.5 * min(GARRISON, situation.menace[hex])
        if not need or situation.last_word:
            return 0.0
        there = force(self.plans, self.plans.of(hex, self.side) & FIGHTING & ~(1 << unit))
        if there >= need:
            return 0.0
        first = 0.0 if there else 0.6  # nobody walks into a hex that is held
        return worth * (first + 0.4 * min(1.0, strength / max(1.0, need - there)))

    def _exposure(self, unit: Unit, hex: Hex, strength: int) -> float:
        """What the enemy could do to a unit in a hex, with the friends it would have there and beside it."""
        situation, plans = self.situation, self.plans
        menace = min(situation.menace[hex], 90.0)
        if not menace or situation.last_word:
            return 0.0
        bit = 1 << unit
        here = plans.of(hex, self.side) & ~bit
        own = float(strength + force(plans, here))
        for other in MAP.grid.neighbours[hex]:
            near = plans.of(other, self.side) & ~bit
            if near:
                own += force(plans, near) * 0.5
        if MAP.camp[hex] >= 0 and fort_data.AT[hex] & ~plans.forts_gone:
            own *= 1.5
        ratio = menace / max(own, 1.0)
        if ratio <= 0.8:
            return 0.0
        risk = 2 * RISK if situation.secured else RISK
        if not here & FIGHTING and plans.steps(unit) <= FRAIL:
            risk *= 2  # alone it would be lost altogether
        return risk * plans.steps(unit) * min(2.0, ratio - 0.8) * (1 + self._open_flank(unit, hex))

    def _open_flank(self, unit: Unit, hex: Hex) -> float:
        """The share of what threatens a hex that comes from where a unit can't look."""
        threats = self.situation.directions(hex)
        whole = added(threats)
        if not whole or CAVALRY >> unit & 1:
            return 0.0
        wide = 3 if self.plans.steps(unit) >= 3 else 1
        ways = len(threats)
        half = wide // 2
        seen = max(added(threats[(way + turn) % ways] for turn in range(-half, half + 1)) for way in range(ways))
        return 1 - seen / whole

    # -- [1.1.7] units that are saved by leaving

    def _way_out(self, unit: Unit, ways: Bits) -> Bits:
        """When it is time to go: the hexes nearest to the column by which Belgian units leave and are saved."""
        special, said = self.board.play.said.special, self.board.play.said
        if special.exit_column is None or not said.scoring.saved_each or NATION[unit] != BE:
            return 0
        column = bits(
            hex
            for hex in members(self.board.play.area)
            if MAP.grid.label(hex).rstrip("0123456789") == special.exit_column
        )
        far = MAP.grid.links.distances(column, self.board.play.area & ~self.situation.closed, far=FAR)
        turns = said.last - self.board.turn
        if far[self.board.where[unit]] < 3 * turns - 2 and not self._lost_there(unit):
            return 0
        nearest = min(far[hex] for hex in members(ways))
        exits = bits(hex for hex in members(ways) if far[hex] == nearest)
        if behind_walls(self.board, unit):  # who would be caught in the open stays
            mine = force(self.board, self.board.of(self.board.where[unit], self.side))
            return bits(hex for hex in members(exits) if self._foes_near(hex) < mine)
        return exits

    def _foes_near(self, hex: Hex) -> int:
        """The enemy factors that are near enough to a hex to fall on whoever goes there."""
        near = MAP.grid.within_bits(hex, CLEAR)
        return tally(strength for other, strength in self.situation.foes.items() if near >> other & 1)

    def _lost_there(self, unit: Unit) -> bool:
        """Whether a unit is as good as cut off where it is."""
        if behind_walls(self.board, unit):
            return False
        hex = self.board.where[unit]
        return self.situation.menace[hex] > 5 * max(1, force(self.plans, self.plans.of(hex, self.side)))

    # -- staffs and engineers

    def _staff(self, unit: Unit) -> None:
        """A headquarters goes where it leads most, behind those it leads and away from the enemy."""
        here = self.board.where[unit]
        walk = self._walk(unit)
        led = [
            each
            for each in self.plans.on_map(OF_NATION[self.nation] & ~HEADQUARTERS)
            if leaders(self.board, each) >> unit & 1 and not CAVALRY_CORPS >> each & 1
        ]
        if not led:
            return
        where = [(self.plans.where[each], command_range(self.board, unit, each), each) for each in led]
        hexes = members(legs(self.plans, unit, walk) | 1 << here)
        hex = self.pick.best([(self._leading(unit, each, where), each) for each in sorted(hexes)], NEAR)
        self._settled(Place(unit, hex, self.board.faces[unit]), walk)

    def _leading(self, unit: Unit, hex: Hex, led: list[tuple[Hex, int, Unit]]) -> float:
        found = 0.0
        for there, far, each in led:
            away = MAP.grid.distance(hex, there)
            weight = 1.0 if IN_ARMY_CORPS >> each & 1 else 0.7
            found += weight * (1.0 if away <= far else max(0.0, 0.5 - 0.1 * (away - far))) - 0.01 * away
        menace = min(self.situation.menace[hex], 60.0)
        cover = force(self.plans, self.plans.of(hex, self.side) & FIGHTING)
        if menace and cover < 0.5 * menace:
            found -= LOST_STAFF * (0.3 + min(1.0, menace / 30))
        line = self.situation.line(NATION[unit], hex)
        if line > V.supply.normal:
            found -= 1.0
        return found - (0.0 if hex != self.board.where[unit] else -0.1)

    def _engineers(self, unit: Unit) -> None:
        """[17.1] Engineers go where something is broken on railways of one's own, else after the others."""
        board, here = self.board, self.board.where[unit]
        walk = self._walk(unit)
        ours = board.german_rail if SIDE[unit] == 0 else ~board.german_rail
        work = 0
        for hex, structures in AT_HEX.items():
            broken = [number for number in structures if board.broken.get(number, -1) > 0]
            if broken and ours >> hex & 1 and self.situation.remote[hex] > 2 and board.play.area >> hex & 1:
                work |= 1 << hex
        hexes = members(legs(self.plans, unit, walk) | 1 << here)
        if work:
            far = MAP.grid.links.distances(work, board.play.area & ~self.situation.closed, far=FAR)
            hex = min(hexes, key=lambda each: (far[each], walk.cost(each), each))
        else:
            hex = self.pick.best([(self._behind(each), each) for each in sorted(hexes)], NEAR)
        self._settled(Place(unit, hex, board.faces[unit]), walk)

    def _behind(self, hex: Hex) -> float:
        found = self.situation.call[hex]
        return found - 3.0 * max(0, SAFE - self.situation.remote[hex])


LOST_STAFF: Final = 5.0
"""What a headquarters in danger is worth, in units that it leads."""
SAFE: Final = 3
"""Nearer to the enemy nobody goes who can't fight."""
