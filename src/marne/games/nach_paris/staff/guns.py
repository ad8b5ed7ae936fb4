"""Guns: barrages of units, barrages of forts, and assaults with pioneers and foot behind them.

Whoever fires neither marches nor attacks in that turn [8.1.3]. So heavy guns and forts always fire if it does any good,
divisions only where they have nothing better to do.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from marne.engine import total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import FIGHTING, HEAVY, PIONEERS, SIDE, SIEGE, Nation, Unit
from marne.games.nach_paris.odds.assault import assault_odds
from marne.games.nach_paris.odds.barrage import fort_odds, units_odds
from marne.games.nach_paris.odds.chances import passing
from marne.games.nach_paris.rules.barrage.at_forts import guns_on, second_modifiers, strong_enough
from marne.games.nach_paris.rules.barrage.at_units import candidates, exposed, guns_at, how_many, may_strike
from marne.games.nach_paris.rules.barrage.firing import total_arf
from marne.games.nach_paris.rules.forts.assault import why_no_assault
from marne.games.nach_paris.rules.forts.assault_guns import enough, stormers
from marne.games.nach_paris.rules.forts.fort_fire import fort_guns
from marne.games.nach_paris.rules.forts.fort_tests import fort_needs
from marne.games.nach_paris.rules.forts.storm import CarryOn, result_modifiers, stormers_modifiers
from marne.games.nach_paris.rules.movement.march import points_left
from marne.games.nach_paris.rules.movement.reach import reach
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.stacking import fits
from marne.games.nach_paris.rules.units.zones import has_facing
from marne.games.nach_paris.staff.appraisal import Situation, best_facing, force
from marne.hexes import Bits, members
from marne.kit.arithmetic import added, tally

__all__ = [
    "AssaultPlan",
    "Salvo",
    "best_assault",
    "best_bombardment",
    "best_salvo",
    "bombarded",
    "carry_on",
    "gun_facing",
    "storming_hexes",
    "strike_order",
]

LEAST: Final = 0.12
"""A barrage that takes fewer steps on average is not worth its shells."""
LEAST_OF_TROOPS: Final = 0.3
"""What troops must do that fire instead of marching."""
LEAST_ASSAULT: Final = 0.25
STORMER: Final = 1.4
"""What a step of those who storm is worth: whoever is gone storms no other fort."""
CAUTIOUS: Final = 1
"""Whoever is so many points past a victory storms one fort with all guns, and not one with each."""
WEAK: Final = 2.0
"""Troops that face so many times their strength should get away, not fire."""
WEIGHED: Final = 60
"""So many assaults at most are weighed together with those that they leave room for."""
CLOSEST: Final = 5
"""So many units at most are looked at to storm one fort."""


# -- [8.2] at units


class Salvo(NamedTuple):
    """A barrage of a hex: who fires, and what it does on average."""

    worth: float
    hex: Hex
    guns: Bits
    forts: Bits


def best_salvo(situation: Situation, nation: Nation, hexes: list[Hex], busy: Bits) -> Salvo | None:
    """The best barrage of units that is open; `busy` are those who have something better to do."""
    found = [salvo for hex in hexes if (salvo := _salvo(situation, nation, hex, busy)) is not None]
    return max(found, key=lambda salvo: (salvo.worth, -salvo.hex), default=None)


def _salvo(situation: Situation, nation: Nation, hex: Hex, busy: Bits) -> Salvo | None:
    board = situation.board
    batteries = fort_guns(board, nation, hex)
    every = guns_at(board, nation, hex) & ~busy
    heavy = every & HEAVY
    troops = tally(1 << unit for unit in members(every & FIGHTING) if not _should_leave(situation, unit))
    best: Salvo | None = None
    for guns, least in ((heavy, LEAST), (heavy | troops, LEAST_OF_TROOPS)):
        arf = total_arf(board, guns, batteries)
        if not guns | batteries or not may_strike(board, hex, arf, batteries):
            continue
        worth = _steps(board, hex, guns, batteries)
        if worth >= least and (best is None or worth > best.worth + 0.15):
            best = Salvo(worth, hex, guns, batteries)
    return best


def _steps(board: NachParisBoard, hex: Hex, guns: Bits, batteries: Bits) -> float:
    """[8.3.3] The steps that a barrage takes on average, of the best targets where it can't strike all."""
    units, zone = candidates(board, hex)
    arf = total_arf(board, guns, batteries)
    units = exposed(board, units, arf)
    if not units:
        return 0.5 if zone else 0.0
    chosen = tally(1 << unit for unit in strike_order(board, members(units))[: how_many(arf)])
    return float(
        sum((steps * chance for steps, chance in units_odds(board, chosen, guns, batteries).items()), Fraction())
    )


def strike_order(board: NachParisBoard, units: list[Unit]) -> list[Unit]:
    """Whom a barrage should strike: the strongest foot and horse first, of equals who is more likely to fail."""
    return sorted(units, key=lambda unit: (-board.cbf(unit) - 5 * (HEAVY >> unit & 1), board.cab(unit), unit))


def _should_leave(situation: Situation, unit: Unit) -> bool:
    board = situation.board
    hex, side = board.where[unit], SIDE[unit]
    near = force(board, board.of(hex, side))
    near += tally(force(board, board.of(other, side)) for other in MAP.grid.neighbours[hex]) // 2
    return situation.menace[hex] > WEAK * max(1, near)


# -- [8.5] at forts


def best_bombardment(situation: Situation, nation: Nation, fort_hexes: list[Hex]) -> tuple[Hex, float]:
    """The hex of forts that an ABF should strike, and what that is worth; guns that an assault needs stay silent."""
    best, found = 0.0, -1
    for hex in fort_hexes:
        for fort in members(fort_data.AT[hex] & ~situation.board.forts_gone):
            guns = guns_on(situation.board, nation, fort)
            if not strong_enough(situation.board, fort, guns):
                continue
            worth = bombarded(situation, fort, guns)
            if worth > best:
                best, found = worth, hex
    return found, best


def bombarded(situation: Situation, fort: int, guns: Bits, second: int = -1) -> float:
    """What a barrage of a fort brings on average."""
    worth = situation.forts.get(fort, 0.0)
    chances = fort_odds(situation.board, fort, guns, second)
    sides = fort_data.SIDES_OF[fort]
    found = 0.0
    for (first, other), chance in chances.items():
        found += float(chance) * (worth * min(first, sides) / sides + situation.forts.get(second, 0.0) * other)
    return found


# -- [11.5] assaults


class AssaultPlan(NamedTuple):
    """A fort, who storms it, with which guns, and what that is worth: alone, and with those that leave it room."""

    worth: float
    fort: int
    unit: Unit
    guns: Bits
    together: float = 0.0


def best_assault(situation: Situation, nation: Nation) -> AssaultPlan | None:
    """The best assault that can be declared now: guns are shared out, so that each breaks a fort of its own."""
    plans = [plan for plan in _assaults(situation, nation) if plan.worth >= LEAST_ASSAULT]
    if not plans or (situation.secured and plans[0].worth < 1):
        return None
    best = plans[0]._replace(together=plans[0].worth)
    for plan in () if situation.leads >= CAUTIOUS else plans[:WEIGHED]:
        together = plan.worth + 0.9 * _beside(plan, plans)
        if together > best.together:
            best = plan._replace(together=together)
    return best


def _beside(plan: AssaultPlan, plans: list[AssaultPlan]) -> float:
    """What other assaults could bring at the same time, with other units, guns and forts."""
    found, units, guns, forts = 0.0, 1 << plan.unit, plan.guns, 1 << plan.fort
    for other in plans:
        if not (units >> other.unit & 1 or guns & other.guns or forts >> other.fort & 1):
            found += other.worth
            units, guns, forts = units | 1 << other.unit, guns | other.guns, forts | 1 << other.fort
    return found


def _assaults(situation: Situation, nation: Nation) -> list[AssaultPlan]:
    board = situation.board
    found: list[AssaultPlan] = []
    for fort in situation.forts:
        if why_no_assault(board, nation, fort) is not None:
            continue
        every = guns_on(board, nation, fort)
        sets = {1 << gun for gun in members(every)} | {every, 0}
        for unit, hex in _stormers(situation, nation, fort):
            stage = board.copy()
            stage.put(unit, hex)
            for guns in sorted(sets):
                if enough(board, fort, guns, unit):
                    found.append(AssaultPlan(_stormed(situation, stage, fort, guns, unit), fort, unit, guns))
    found.sort(key=lambda plan: (-plan.worth, plan.fort, plan.unit, plan.guns))
    return found


def _stormers(situation: Situation, nation: Nation, fort: int) -> list[tuple[Unit, Hex]]:
    """Who could storm a fort, and from where: pioneers first, then the steadiest of those who get there."""
    board, hex = situation.board, MAP.forts[fort].hex
    able = [unit for unit in stormers(board, nation, fort) if unit not in board.trains]
    near = sorted(able, key=lambda unit: (not PIONEERS >> unit & 1, MAP.grid.distance(board.where[unit], hex), unit))
    found = []
    for unit in near[:CLOSEST]:
        ways = storming_hexes(board, unit, hex)
        if ways:
            found.append((unit, ways[0]))
    return found


def storming_hexes(board: NachParisBoard, unit: Unit, hex: Hex) -> list[Hex]:
    """[11.5.2] The hexes beside a fort from which a unit could storm it when movement is over, its own first."""
    here = board.where[unit]
    walk = reach(board, unit, points_left(board, unit)).hexes
    near = [other for other in MAP.grid.neighbours[hex] if walk >> other & 1 and fits(board, unit, other, SIDE[unit])]
    return sorted(near, key=lambda other: (other != here, MAP.grid.distance(here, other), other))


def _stormed(situation: Situation, stage: NachParisBoard, fort: int, guns: Bits, unit: Unit) -> float:
    worth, sides = situation.forts[fort], fort_data.SIDES_OF[fort]
    found = 0.0
    for (lost, paid), chance in assault_odds(stage, fort, guns, unit).items():
        found += float(chance) * (worth * min(lost, sides) / sides - STORMER * paid)
    return found


def carry_on(situation: Situation, step: CarryOn, forts: list[int]) -> int:
    """[11.5.4] The fort of the hex that stormers should go on against, -1 none."""
    board, best, found = situation.board, 0.0, -1
    for fort in forts:
        needs = fort_needs(board, fort, (*result_modifiers(step.cab), *second_modifiers(step.fort, fort)))
        falls = 1 - float(passing(needs))
        steady = board.cab(step.unit) + total(own_modifiers(board, step.unit))
        steady += total(stormers_modifiers(board, step.unit, fort, fort_data.CBF[fort][0]))
        worth = falls * situation.forts.get(fort, 0.0) - (1 - float(passing(steady)))
        if worth > best:
            best, found = worth, fort
    return found


def _breach(situation: Situation, hex: Hex) -> float:
    """What the forts of a hex are worth to guns: less where troops keep stormers out [11.5.1]."""
    worth = added(situation.forts.get(fort, 0.0) for fort in members(fort_data.AT[hex]))
    return 0.6 * worth if situation.board.of(hex, situation.enemy) & FIGHTING else worth


def gun_facing(situation: Situation, unit: Unit, hex: Hex) -> int:
    """[8.5.1] Which way a gun looks: at forts beside it if it can break them, else at the enemy."""
    board = situation.board
    if not has_facing(board, unit):
        return board.faces[unit]
    if board.aff(unit):
        beside = [
            (_breach(situation, other), -way, other)
            for way, other in enumerate(MAP.grid.around[hex])
            if other is not None
        ]
        worth, _, fort_hex = max(beside)
        if worth > 0 and (SIEGE >> unit & 1 or not board.occupied[situation.enemy] & MAP.grid.links.of[hex]):
            return best_facing(situation, unit, hex, fort_hex)
        if worth > 1:
            return best_facing(situation, unit, hex, fort_hex)
    return best_facing(situation, unit, hex)
