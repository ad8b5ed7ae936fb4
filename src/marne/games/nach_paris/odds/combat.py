"""Exact odds of a combat before it is fought [9.3]: the tests of reservists, the die, the tests of both sides.

Counted are the steps that the combat itself takes, up to the retreat; what a retreat costs hangs on the way it goes.
The defender is taken to stand, to give its full factor to the nation that makes the most of it, and to hold old walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from marne.engine import D20, Modifier, total, value
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import ODDS, Result, combat_result, crt_column, modifier
from marne.games.nach_paris.components.units import FIGHTING, GERMAN_SIDE, NATION, RAIL_ONLY, Unit
from marne.games.nach_paris.odds.barrage import DOCTRINE
from marne.games.nach_paris.odds.chances import CERTAIN, NONE, ONE, Chances, added, passing
from marne.games.nach_paris.rules.combat.battle import NOBODY, Battle, fresh, lone_siege_guns, origins
from marne.games.nach_paris.rules.combat.defence import defence, entrenched_units
from marne.games.nach_paris.rules.combat.modifiers import attack, combat_modifiers
from marne.games.nach_paris.rules.combat.nerve import of_result, on_attackers, on_defenders
from marne.games.nach_paris.rules.combat.resolve import reservists, worst_first
from marne.games.nach_paris.rules.forts.fort_fire import attackable
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.works.bridgeheads import ZoneTest, zone_at
from marne.games.nach_paris.rules.works.old_walls import OccupyOldWalls
from marne.hexes import Bits, members

__all__ = ["CombatEnd", "CombatOdds", "combat_odds", "standing"]


@value
class CombatEnd:
    """[9.3.3] How a combat ends: steps lost by each side, and which side is beaten, -1 neither."""

    attacker: int
    defender: int
    beaten: int


class CombatOdds:
    """What a combat may lead to."""

    __slots__ = ("attack", "columns", "defence", "ends", "modifiers", "taken")

    def __init__(self) -> None:
        self.attack = 0
        self.defence = NONE
        self.modifiers: tuple[Modifier, ...] = ()
        self.columns: tuple[str, ...] = ()
        self.ends: dict[CombatEnd, Fraction] = {}
        self.taken = False

    def beaten(self, side: int) -> Fraction:
        """The chance that a side is beaten."""
        return sum((chance for end, chance in self.ends.items() if end.beaten == side), NONE)


def standing(board: NachParisBoard, battle: Battle) -> tuple[NachParisBoard, Battle]:
    """[9.1.9], [11.7.1] The combat as it will be fought if nobody withdraws, on a board of its own."""
    board, enemy = board.copy(), 1 - board.side
    board.hesitant = 0
    battle = replace(battle, defenders=fresh(board, battle.hex, enemy), sources=origins(board, battle))
    walls = OccupyOldWalls(battle.hex, enemy)
    if walls.fitting(board):
        board.in_walls &= ~board.of(battle.hex, enemy)
        while found := walls.fitting(board):
            board.in_walls |= 1 << max(found, key=board.cbf)
            walls = OccupyOldWalls(battle.hex, enemy, asked=True)
    if battle.whole == NOBODY:
        battle = _best_nation(board, battle)
    regular, strengthened = entrenched_units(board, battle)
    return board, replace(battle, regular=regular, strengthened=strengthened)


def _best_nation(board: NachParisBoard, battle: Battle) -> Battle:
    nations = sorted({NATION[unit] for unit in members(battle.defenders) if board.cbf(unit)})
    if len(nations) < 2:
        return battle
    return max((replace(battle, whole=nation) for nation in nations), key=lambda each: defence(board, each))


def combat_odds(board: NachParisBoard, battle: Battle, *, settled: bool = False) -> CombatOdds:
    """[9.3.2] The exact chances of a combat with these attackers; `settled` when its die falls next."""
    if not settled:
        board, battle = standing(board, battle)
    found = CombatOdds()
    if lone_siege_guns(board, battle.hex, 1 - board.side) and any(map(board.cbf, members(battle.full))):
        found.taken = True  # 9.1.10
        return found
    found.attack, found.defence = attack(board, battle), defence(board, battle)
    found.modifiers = combat_modifiers(board, battle)
    column, read_in = crt_column(found.attack, found.defence), set()
    tested = [(0, CERTAIN)] if settled else list(_hesitations(board, battle))  # who hesitates counts already
    nerves = on_attackers(board, battle), on_defenders(board, battle)
    defended = attackable(board, battle.hex, 1 - board.side)  # a Fortified Zone alone is destroyed, never beaten
    for (failures, likely), die in product(tested, D20):
        more = modifier("combat.reserve", failures).amount if failures else 0
        result, read, _ = combat_result(column, die + total(found.modifiers) + more)
        read_in.add(read)
        first = board.side if worst_first(result.attacker, result.defender) else 1 - board.side
        ours = _losses(board, members(battle.full), result.attacker, nerves[0])
        theirs = _defenders(board, battle, result.defender, nerves[1])
        for (a, chance_a), (d, chance_d) in product(ours.items(), theirs.items()):
            end = CombatEnd(a, d, _beaten(board.side, first, a, d if defended else 0))
            found.ends[end] = found.ends.get(end, NONE) + likely * ONE * chance_a * chance_d
    found.columns = tuple(ODDS[read] for read in sorted(read_in))
    return found


def _beaten(attacker: int, first: int, a: int, d: int) -> int:
    """[9.3.3] The side that loses the first step."""
    lost = {attacker: a, 1 - attacker: d}
    return next((side for side in (first, 1 - first) if lost[side]), -1)


def _hesitations(board: NachParisBoard, battle: Battle) -> Iterator[tuple[int, Fraction]]:
    """[9.4.12] How many reserve divisions fail their test before the die."""
    tests = []
    for unit in members(reservists(board, battle)):
        good = passing(board.cab(unit) + total(own_modifiers(board, unit)))
        tests.append({0: good, 1: 1 - good})
    yield from added(tests).items()


def _losses(board: NachParisBoard, units: list[Unit], result: Result, nerves: tuple[Modifier, ...]) -> Chances:
    """[9.3.3] The steps that units lose by a result: outright, and one for each that fails its test."""
    if not result.tested:
        return {0: CERTAIN}
    return added(_of_unit(board, unit, result, nerves) for unit in units)


def _of_unit(board: NachParisBoard, unit: Unit, result: Result, nerves: tuple[Modifier, ...]) -> Chances:
    left = board.steps(unit)
    lost = min(result.lost, left)
    if lost == left:
        return {lost: CERTAIN}
    own = (one for one in own_modifiers(board, unit) if not lost or one.text != DOCTRINE)  # 21.3.1
    good = passing(board.cab(unit) + total((of_result(result), *nerves, *own)))
    return {lost: good, lost + 1: 1 - good}


def _defenders(board: NachParisBoard, battle: Battle, result: Result, nerves: tuple[Modifier, ...]) -> Chances:
    """[9.3.3], [11.2.7] Foot and horse; where there are none those who are left alone, or the Fortified Zone itself."""
    if fighters := battle.defenders & FIGHTING:
        return _losses(board, members(fighters), result, nerves)
    alone: Bits = attackable(board, battle.hex, 1 - board.side)
    if alone:
        return _losses(board, members(alone & ~RAIL_ONLY), result, nerves)
    zone = zone_at(board, battle.hex)
    if zone < 0 or board.side == GERMAN_SIDE or not result.tested:
        return {0: CERTAIN}
    good = NONE if result.lost else passing(ZoneTest(zone, (of_result(result), *nerves)).needed())
    return {0: good, 1: 1 - good}
