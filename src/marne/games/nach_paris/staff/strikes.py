"""Attacks: who should fight whom, from where, and whether it pays.

In the Combat Phase the units stand where they are; in the Movement Phase a strike also says where they go for it, from
several sides and into flank and rear where they can get there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from marne.engine import total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    CAVALRY,
    ENGINEERS,
    FIGHTING,
    HEADQUARTERS,
    HEAVY,
    OF_NATION,
    SIDE,
    Nation,
    Unit,
    light_red,
)
from marne.games.nach_paris.rules.combat.battle import Battle, fresh
from marne.games.nach_paris.rules.combat.declaring import Muster, half_steps, may_lend
from marne.games.nach_paris.rules.combat.modifiers import ground, step_limit
from marne.games.nach_paris.rules.forts.fort_fire import attackable
from marne.games.nach_paris.rules.movement.march import mark_extended, points_left
from marne.games.nach_paris.rules.movement.reach import reach
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import FLANK, REAR, aspect
from marne.games.nach_paris.staff.appraisal import Situation, best_facing
from marne.games.nach_paris.staff.reckoning import Reckoned, reckon
from marne.hexes import Bits, Reach, members
from marne.kit.arithmetic import added

__all__ = ["Place", "Strike", "best_attack", "planned_strikes", "take_place", "threshold", "worth_of"]

FULL, PART, GUNS = "full", "part", "guns"
MOST: Final = 10
"""So many units at most are weighed for one attack: the strong ones first."""
AHEAD: Final = 3
"""So many points before a victory nothing hangs on a few steps."""
EVADES: Final = 0.3
"""How often horse stands that could get away."""
MOMENTUM: Final = 0.5
"""What it is worth to drive somebody off beside his losses."""
DARED: Final = -0.5
"""What an attack of the bold must be worth."""
HELD: Final = 0.8
"""How surely a hex that was won is kept."""


def threshold(situation: Situation) -> float:
    """What an attack must be worth: more for a side that wins by waiting."""
    if situation.secured:
        return 1.0 if situation.leads < AHEAD else 0.3
    if situation.last_word:
        return 0.05
    return 0.5 if situation.leads >= AHEAD else 0.2


def worth_of(situation: Situation, battle: Battle, stage: NachParisBoard | None = None) -> float:
    """Steps given less steps taken, and the ground. Horse alone gets out of the way of foot [9.2.1]."""
    board, hex = stage or situation.board, battle.hex
    found = reckon(board, battle)
    if not board.of(hex, situation.enemy) & ~(CAVALRY | HEADQUARTERS) and not battle.full & CAVALRY:
        given, taken, won, lost = (EVADES * part for part in found[:4])
        found = Reckoned(given, taken, won, lost, 1.0)
    return _worth(situation, hex, found)


def _worth(situation: Situation, hex: Hex, found: Reckoned) -> float:
    prize = situation.prizes.get(hex, 0.0)
    if works := fort_data.AT[hex] & ~situation.board.forts_gone:  # 11.5.1: once it is empty they can be stormed
        prize = 0.12 * added(situation.forts.get(fort, 0.0) for fort in members(works))
    if situation.last_word:
        return found.given - found.taken + found.cleared * prize
    won = found.cleared * HELD * prize + MOMENTUM * (found.won - found.lost)
    return found.given - found.taken + won


# -- [9.1] with those who stand there


def best_attack(situation: Situation, nation: Nation, hex: Hex) -> tuple[Battle, float]:
    """The best attack on a hex by those of a nation who could join one now: strong units first, guns with them, and
    whoever better lends its guns than itself."""
    board = situation.board
    battle, best = Battle(hex), (Battle(hex), -99.0)
    for _ in range(MOST):
        joins = _joins(board, nation, battle)
        full = [unit for how, unit in joins if how == FULL]
        if not full:
            break
        battle = replace(battle, full=battle.full | 1 << max(full, key=board.cbf))
        for how, unit in _joins(board, nation, battle):
            if how == GUNS and HEAVY >> unit & 1:
                battle = replace(battle, guns=battle.guns | 1 << unit)
        worth = worth_of(situation, battle)
        if worth > best[1]:
            best = battle, worth
    battle, worth = best
    if not battle.full:
        return best
    for how, unit in _joins(board, nation, battle):
        if how == PART and not battle.attackers >> unit & 1:
            more = replace(battle, part=battle.part | 1 << unit)
            if _allowed(board, nation, battle, unit) and (now := worth_of(situation, more)) > worth:
                battle, worth = more, now
    return battle, worth


def _joins(board: NachParisBoard, nation: Nation, battle: Battle) -> list[tuple[str, Unit]]:
    ask = Muster(nation, battle).ask(board)
    options = getattr(ask, "options", None) or ()
    return [(str(each[0]), int(each[1])) for each in options if isinstance(each, tuple)]


def _allowed(board: NachParisBoard, nation: Nation, battle: Battle, unit: Unit) -> bool:
    """Whether a unit may still lend its guns after those who did before."""
    return may_lend(board, unit, battle.hex) is None and (PART, unit) in _joins(board, nation, battle)


# -- [7.1] with those who could get there


class Place(NamedTuple):
    """Where a unit goes, and which way it looks there."""

    unit: Unit
    hex: Hex
    facing: int


class Strike(NamedTuple):
    """An attack that movement prepares."""

    worth: float
    hex: Hex
    places: tuple[Place, ...]


def take_place(board: NachParisBoard, place: Place, walk: Reach | None) -> None:
    """Put a unit on a board of plans where it will be, as tired as it will be [7.4.1]."""
    unit = place.unit
    if board.where[unit] != place.hex:
        if walk is not None and walk.hexes >> place.hex & 1:
            board.spent[unit] = board.spent.get(unit, 0) + walk.cost(place.hex)
            mark_extended(board, unit)
        board.put(unit, place.hex)
    elif board.faces[unit] != place.facing:
        board.fieldworks &= ~(1 << unit)  # 10.3.1
    board.faces[unit] = place.facing


class _Planner:
    """Strikes of one nation, the most worth first, until none pays any more."""

    def __init__(self, situation: Situation, plans: NachParisBoard, nation: Nation, free: Bits) -> None:
        self.situation = situation
        self.plans = plans
        self.nation = nation
        self.free = free
        self.walks: dict[Unit, Reach] = {}
        self.sent: dict[Hex, int] = {}
        self.near: dict[Hex, list[Unit]] = {}

    def prepare(self) -> list[Hex]:
        """Who can get beside which enemy."""
        plans, side = self.plans, self.situation.side
        enemies = plans.occupied[1 - side]
        remote = self.situation.remote
        for unit in plans.on_map(self.free & OF_NATION[self.nation] & FIGHTING):
            if light_red(unit, plans.lost[unit]) or not plans.cbf(unit) or unit in plans.loss_marker:
                continue
            if unit in plans.trains or remote[plans.where[unit]] > 2 + plans.mf(unit) // 10:
                continue
            walk = self.walks[unit] = reach(plans, unit, points_left(plans, unit))
            for hex in members(MAP.grid.links.spread(walk.hexes) & enemies):
                self.near.setdefault(hex, []).append(unit)
        return [hex for hex in sorted(self.near) if attackable(plans, hex, 1 - side)]

    def strike(self, hex: Hex) -> Strike:
        """The best attack on a hex with those who are still free."""
        situation, side = self.situation, self.situation.side
        plans = self.plans.copy()
        units = [unit for unit in self.near[hex] if self.free >> unit & 1]
        units.sort(key=lambda unit: (-plans.cbf(unit), unit))
        covering = fresh(plans, hex, 1 - side) & ~(HEADQUARTERS | ENGINEERS)
        seen: set[str] = set()
        sent = dict(self.sent)
        battle, best, places = Battle(hex), Strike(-99.0, hex, ()), list[Place]()
        for unit in units[:MOST]:
            source = self._source(plans, unit, covering, seen, battle, sent)
            if source < 0:
                continue
            place = Place(unit, source, best_facing(situation, unit, source, hex))
            take_place(plans, place, self.walks[unit])
            sent[source] = sent.get(source, 0) + half_steps(plans, unit, FULL)
            seen.add(aspect(plans, covering, source) if covering else "")
            places.append(place)
            battle = replace(battle, full=battle.full | 1 << unit)
            worth = worth_of(situation, battle, plans) - self._uncovered(places)
            if worth > best.worth:
                best = Strike(worth, hex, tuple(places))
        return best

    def _source(
        self,
        plans: NachParisBoard,
        unit: Unit,
        covering: Bits,
        seen: set[str],
        battle: Battle,
        sent: dict[Hex, int],
    ) -> Hex:
        """From where a unit attacks best, -1 from nowhere: into flank and rear, over easy ground, from a new side."""
        best, found, hex = -99.0, -1, battle.hex
        halves = half_steps(plans, unit, FULL)
        alone = Battle(hex, full=1 << unit)
        here = plans.where[unit]
        for source in MAP.grid.neighbours[hex]:
            if not self.walks[unit].hexes >> source & 1 or not fits(plans, unit, source, SIDE[unit]):
                continue
            room = 2 * min(V.combat.steps, step_limit(hex, source)) - sent.get(source, 0)
            if halves > room:
                continue
            where, plans.where[unit] = plans.where[unit], source
            found_aspect = aspect(plans, covering, source) if covering else ""
            plans.where[unit] = where
            worth = -float(total(ground(plans, alone, source)))
            if found_aspect == FLANK and FLANK not in seen:
                worth += 10
            elif found_aspect == REAR and REAR not in seen:
                worth += 16
            if not plans.at[source] & battle.full:
                worth += 1.5
            if source == here:
                worth += 1.0
            worth -= 0.02 * self.situation.menace[source]
            if worth > best:
                best, found = worth, source
        return found

    def _uncovered(self, places: list[Place]) -> float:
        """What is left without a guard if everybody goes."""
        board, cost = self.situation.board, 0.0
        gone: dict[Hex, Bits] = {}
        for place in () if self.situation.last_word else places:
            here = board.where[place.unit]
            if here != place.hex and here in self.situation.guards and self.situation.remote[here] <= NEAR_ENOUGH:
                gone[here] = gone.get(here, 0) | 1 << place.unit
        for hex, units in gone.items():
            if not self.plans.of(hex, self.situation.side) & FIGHTING & ~units:
                cost += 0.6 * self.situation.guards[hex]
        return cost


NEAR_ENOUGH: Final = 4
"""An enemy so near could march into a hex that is left."""


def planned_strikes(
    situation: Situation, plans: NachParisBoard, nation: Nation, free: Bits, bold: Bits = 0
) -> list[Strike]:
    """Strikes that pay, the best first; `plans` is left with everybody in place for them. For the bold even those pay
    that cost a little."""
    plans.fought = 0  # what the enemy's Combat Phase left is gone when this one begins [9.1.4]
    planner = _Planner(situation, plans, nation, free)
    usual = threshold(situation)

    def least(strike: Strike) -> float:
        return min(usual, DARED) if all(bold >> place.unit & 1 for place in strike.places) else usual

    waiting = [planner.strike(hex) for hex in planner.prepare()]
    found: list[Strike] = []
    while waiting:
        waiting.sort(key=lambda strike: (strike.worth, -strike.hex))
        strike = waiting.pop()
        if strike.worth < least(strike):
            continue
        if not all(planner.free >> place.unit & 1 for place in strike.places) or not _room(planner, strike):
            waiting.append(planner.strike(strike.hex))
            if waiting[-1].worth < least(waiting[-1]):
                waiting.pop()
            continue
        for place in strike.places:
            planner.sent[place.hex] = planner.sent.get(place.hex, 0) + half_steps(plans, place.unit, FULL)
            take_place(plans, place, planner.walks[place.unit])
            planner.free &= ~(1 << place.unit)
        found.append(strike)
    return found


def _room(planner: _Planner, strike: Strike) -> bool:
    """Whether all still fit where the strike wants them."""
    plans = planner.plans.copy()
    for place in strike.places:
        if not fits(plans, place.unit, place.hex, SIDE[place.unit]):
            return False
        plans.put(place.unit, place.hex)
    return True
