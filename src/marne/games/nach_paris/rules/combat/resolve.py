"""[9.3] The die, and who suffers first: losses, tests, retreats, guns left alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from marne.engine import D20, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import ODDS, Result, V, combat_result, crt_column
from marne.games.nach_paris.components.units import (
    FIGHTING,
    FRENCH_RESERVE,
    GERMAN_SIDE,
    IDS,
    OF_SIDE,
    RAIL_ONLY,
    RANK,
    RANKS,
    SIDE,
    Unit,
)
from marne.games.nach_paris.rules.combat.battle import Battle, lone_siege_guns, origins
from marne.games.nach_paris.rules.combat.defence import defence, entrenched_units
from marne.games.nach_paris.rules.combat.events import CombatFought, GunsTaken
from marne.games.nach_paris.rules.combat.modifiers import attack, combat_modifiers
from marne.games.nach_paris.rules.combat.nerve import of_result, on_attackers, on_defenders, spend_shells
from marne.games.nach_paris.rules.forts.fort_fire import attackable, fire, supporting_forts
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.retreat.advance import Pursue
from marne.games.nach_paris.rules.retreat.retreat import Fail, Retreat, suffer
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import destroy
from marne.games.nach_paris.rules.works.bridgeheads import strike_zone, zone_at
from marne.games.nach_paris.rules.works.entrenchments import stands_firm
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Steps, label, value
from marne.hexes import Bits, bits, members

__all__ = [
    "Hesitate",
    "LeftAlone",
    "Leftovers",
    "MayRetreat",
    "Ready",
    "Retreats",
    "RollCombat",
    "Suffer",
    "TakeGuns",
    "ZoneAlone",
    "must_retreat",
    "reservists",
    "worst_first",
]

_STEADY = (RANKS.index("A+"), RANKS.index("A"))
"""[9.3.3] Ranks that retreat later."""


@value
class Ready(NachParisStep):
    """[9.1.13] The combat that is fought now: all have fought [9.1.4], reservists test [9.4.12], the die falls."""

    rule: ClassVar[str] = "9.1.13"
    battle: Battle

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        battle = self.battle
        board.fought |= battle.attackers | battle.defenders
        board.attacked |= 1 << battle.hex
        board.hurt, board.beaten, board.hesitant = {}, -1, 0
        regular, strengthened = entrenched_units(board, battle)
        battle = replace(battle, regular=regular, strengthened=strengthened, sources=origins(board, battle))
        if lone_siege_guns(board, battle.hex, 1 - board.side) and any(map(board.cbf, members(battle.full))):
            return (TakeGuns(battle), Pursue(battle))
        tests = (CabTest(unit, failed=(Hesitate(unit),)) for unit in members(reservists(board, battle)))
        return (*tests, RollCombat(battle))


def reservists(board: NachParisBoard, battle: Battle) -> Bits:
    """[9.4.12] French reserve and territorial divisions until turn 17, but for the best of them."""
    if board.turn >= V.turns.reserves_attack:
        return 0
    return bits(unit for unit in members(battle.full & FRENCH_RESERVE) if RANK[unit] not in _STEADY)


@value
class Hesitate(NachParisStep):
    """[9.4.12] A reserve division failed its test."""

    rule: ClassVar[str] = "9.4.12"
    unit: Unit

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.hesitant |= 1 << self.unit
        return ()


@value
class TakeGuns(NachParisStep):
    """[9.1.10] Siege guns alone in their hex are destroyed without a die."""

    rule: ClassVar[str] = "9.1.10"
    battle: Battle

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        for unit in members(board.of(self.battle.hex, 1 - board.side)):
            board.tell(GunsTaken(self.rule, IDS[unit], label(self.battle.hex)))
            destroy(board, unit, self.rule)
        return ()


@value
class RollCombat(NachParisQuestion[int]):
    """[9.3.2], [9.1.11] A d20 with the modifiers of [9.4] in the column of the odds."""

    rule: ClassVar[str] = "9.3.2"
    battle: Battle

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        battle = self.battle
        ours, theirs = attack(board, battle), defence(board, battle)
        modifiers = combat_modifiers(board, battle)
        column = crt_column(ours, theirs)
        result, read, row = combat_result(column, die + total(modifiers))
        board.tell(
            CombatFought(
                self.rule,
                label(battle.hex),
                str(ours),
                _written(theirs),
                ODDS[column],
                die,
                modifiers,
                row,
                ODDS[read],
                str(result),
            )
        )
        attacker = Suffer(battle, True, result.attacker, on_attackers(board, battle))
        defender = Suffer(battle, False, result.defender, on_defenders(board, battle))
        spend_shells(board, battle)
        fire(board, supporting_forts(board, battle.attackers, battle.hex))  # 11.3.8
        order = (attacker, defender) if worst_first(result.attacker, result.defender) else (defender, attacker)
        return (*order, Pursue(battle))


def _written(points: Fraction) -> str:
    return f"{float(points):g}"


def worst_first(attacker: Result, defender: Result) -> bool:
    """[9.3.3] Whether the attacker goes first: only if its result is the worse one."""
    return attacker.worse_than(defender)


def _fully_in(battle: Battle, attacking: bool) -> Bits:
    """[9.3.1] The foot and horse of a side that its result touches: who only lent guns, or stayed out, is not."""
    return battle.full if attacking else battle.defenders & FIGHTING


def _test(unit: Unit, result: Result, nerves: tuple[Modifier, ...], before: int) -> CabTest:
    """[9.3.3], [9.5.4] The test after a combat, with the CAB from before its losses [5.1.3]."""
    return CabTest(unit, (of_result(result), *nerves), before, failed=(Fail(unit),))


@value
class Suffer(NachParisStep):
    """[9.3.1], [9.3.3] One side takes its losses and tests with all its foot and horse that are fully in it."""

    rule: ClassVar[str] = "9.3.3"
    battle: Battle
    attacking: bool
    result: Result
    nerves: tuple[Modifier, ...]

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        if not self.result.tested:
            return ()
        units = board.on_map(_fully_in(self.battle, self.attacking))
        reveal(board, bits(units), "19.4.2")
        before = {unit: board.lost[unit] for unit in units}
        for unit in units:
            suffer(board, unit, self.result.lost)
        tests = (_test(unit, self.result, self.nerves, before[unit]) for unit in board.on_map(bits(units)))
        return (
            *tests,
            Retreats(self.battle, self.attacking, self.result),
            Leftovers(self.battle, self.attacking, self.result, self.nerves),
        )


def must_retreat(board: NachParisBoard, battle: Battle, unit: Unit, result: Result) -> bool:
    """[9.3.3] Of the beaten side everybody that lost a step; the best ranks, and troops in entrenchments, later.

    With two steps lost in all everybody goes; before that `stands_firm` knows who stays [11.1.6], [11.6.3].
    """
    if board.where[unit] < 0 or not board.hurt.get(unit) or board.beaten != SIDE[unit]:
        return False
    if board.lost[unit] >= V.combat.late_rank_losses:
        return True
    return RANK[unit] not in _STEADY and not stands_firm(board, unit, battle.works(unit), result.lost > 0)


@value
class Retreats(NachParisStep):
    """[9.3.3] The units of a side that must retreat do so before the other side suffers."""

    rule: ClassVar[str] = "9.3.3"
    battle: Battle
    attacking: bool
    result: Result

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        units = members(_fully_in(self.battle, self.attacking))
        return tuple(Retreat(unit) for unit in units if must_retreat(board, self.battle, unit, self.result))


@value
class Leftovers(NachParisStep):
    """[9.3.3] Guns, headquarters, engineers and who fought before suffer too, if nobody else is left in their hex."""

    rule: ClassVar[str] = "9.3.3"
    battle: Battle
    attacking: bool
    result: Result
    nerves: tuple[Modifier, ...]

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        units = self._attackers(board) if self.attacking else self._defenders(board)
        order = (*members(units & ~RAIL_ONLY), *members(units & RAIL_ONLY))  # railway guns last
        steps: Steps = tuple(LeftAlone(self.battle, unit, self.result, self.nerves) for unit in order)
        return steps if self.attacking else (*steps, ZoneAlone(self.battle, self.result, self.nerves))

    def _defenders(self, board: NachParisBoard) -> Bits:
        here = attackable(board, self.battle.hex, 1 - board.side)
        return 0 if here & self.battle.defenders & FIGHTING else here

    def _attackers(self, board: NachParisBoard) -> Bits:
        """Only guns whose foot and horse attacked with them out of the same hex and is there no more (departs: 9.3.3);
        others that attacked in an earlier combat cover nobody."""
        mine = OF_SIDE[board.side] & FIGHTING & ~(board.fought & ~self.battle.attackers)
        left = bits(self.battle.sources) & ~bits(hex for hex in self.battle.sources if board.at[hex] & mine)
        return bits(unit for unit in board.on_map(self.battle.guns) if left >> board.where[unit] & 1)


@value
class LeftAlone(NachParisStep):
    """[9.3.3] One of them: losses, test, and then it may go if it was not hurt; a railway gun left alone is lost."""

    rule: ClassVar[str] = "9.3.3"
    battle: Battle
    unit: Unit
    result: Result
    nerves: tuple[Modifier, ...]

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        unit, hex = self.unit, board.where[self.unit]
        if hex < 0:
            return ()
        if RAIL_ONLY >> unit & 1 and board.of(hex, SIDE[unit]) == 1 << unit:
            board.tell(GunsTaken(self.rule, IDS[unit], label(hex)))
            destroy(board, unit, self.rule)
            return ()
        before = board.lost[unit]
        reveal(board, 1 << unit, "19.4.2")
        suffer(board, unit, self.result.lost)
        if board.where[unit] < 0:
            return ()
        return (_test(unit, self.result, self.nerves, before), MayRetreat(self.battle, unit, self.result))


@value
class MayRetreat(NachParisStep):
    """[9.3.3] Unhurt it may retreat, hurt it must if its side is beaten; railway guns can't leave."""

    rule: ClassVar[str] = "9.3.3"
    battle: Battle
    unit: Unit
    result: Result

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        unit = self.unit
        if board.where[unit] < 0 or RAIL_ONLY >> unit & 1:
            return ()
        if board.hurt.get(unit):
            return (Retreat(unit),) if must_retreat(board, self.battle, unit, self.result) else ()
        return (Retreat(unit, False),)


@value
class ZoneAlone(NachParisStep):
    """[11.2.7] A Fortified Zone that no unit holds any more suffers the result itself."""

    rule: ClassVar[str] = "11.2.7"
    battle: Battle
    result: Result
    nerves: tuple[Modifier, ...]

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        zone = zone_at(board, self.battle.hex)
        if zone < 0 or board.side == GERMAN_SIDE or board.of(self.battle.hex, GERMAN_SIDE):
            return ()
        return strike_zone(board, zone, self.result, (of_result(self.result), *self.nerves))
