"""[9.1.1]-[9.1.7] Declaring a combat: the hex, then who attacks it and with what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, Final

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    ARTILLERY,
    BRITISH,
    FIGHTING,
    GERMAN,
    LIGHT,
    OF_NATION,
    SIEGE,
    Nation,
    Unit,
    light_red,
    written,
)
from marne.games.nach_paris.rules.barrage.firing import has_ammo
from marne.games.nach_paris.rules.combat.battle import Battle, fresh
from marne.games.nach_paris.rules.combat.events import CombatDeclared
from marne.games.nach_paris.rules.combat.horse import begin_withdrawals
from marne.games.nach_paris.rules.combat.modifiers import step_limit
from marne.games.nach_paris.rules.forts.fort_fire import attackable
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.rules.works.bridgeheads import zone_targets
from marne.games.nach_paris.rules.works.entrenchments import Works, covered
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, label, value
from marne.hexes import Bits, bits, members

__all__ = ["ChooseCombat", "Muster", "half_steps", "may_lend", "targets", "why_not_attack"]

FULL, PART, GUNS = "full", "part", "guns"
_LENDERS: Final[Bits] = (GERMAN | BRITISH) & FIGHTING
"""[9.1.6] Who may lend its guns only."""
_HALVES: Final = 2


def why_not_attack(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason | None:
    """Why a unit may not take part in an attack on a hex at all [9.1.1], [9.1.4], [8.1.3], [1.1.7]."""
    if board.where[unit] < 0 or not MAP.grid.adjacent(board.where[unit], hex):  # 9.1.1
        return Reason("9.1.1", "why.combat.not_adjacent")
    if not (FIGHTING | ARTILLERY) >> unit & 1:  # 9.1.14
        return Reason("9.1.14", "why.combat.no_fighter")
    if board.barraged >> unit & 1:  # 8.1.3
        return Reason("8.1.3", "why.combat.barraged")
    if board.fought >> unit & 1:  # 9.1.4
        return Reason("9.1.4", "why.combat.fought")
    if board.barred >> unit & 1:  # 9.2.6
        return Reason("9.2.6", "why.combat.barred")
    if board.perilled >> unit & 1:  # 20.2.8
        return Reason("20.2.8", "why.scout.perilled")
    if unit in board.loss_marker:  # 9.3.6
        return Reason("9.3.6", "why.combat.shaken")
    if not front(board, unit) >> hex & 1:  # 9.1.1
        return Reason("9.1.1", "why.combat.not_front")
    if GERMAN >> unit & 1 and board.turn <= board.play.said.special.germans_at_home and MAP.country[hex] != "DE":
        return Reason("1.1.7", "why.combat.at_home", (("turn", str(board.play.said.special.germans_at_home)),))
    return None


def _why_not_full(board: NachParisBoard, unit: Unit) -> Reason | None:
    if not FIGHTING >> unit & 1:  # 9.1.5
        return Reason("9.1.5", "why.combat.only_guns")
    if light_red(unit, board.lost[unit]):  # 9.1.7
        return Reason("9.1.7", "why.combat.light_red")
    return None if board.cbf(unit) else Reason("9.1.8", "why.combat.no_factor")


def may_lend(board: NachParisBoard, unit: Unit, hex: Hex) -> Reason | None:
    """Why a unit can't be partially committed: its nation, its guns, a Mountain Range [9.1.6], [9.4.3]."""
    if not _LENDERS >> unit & 1 or not board.arf(unit):  # 9.1.6
        return Reason("9.1.6", "why.combat.lends_nothing")
    if MAP.cover[MAP.grid.side(board.where[unit], hex)] == Cover.MOUNTAIN_RANGE:  # 9.4.3
        return Reason("9.4.3", "why.combat.over_the_crest")
    return None


def _why_not_guns(board: NachParisBoard, unit: Unit, hex: Hex, joined: Bits) -> Reason | None:
    """Heavy guns always may [9.1.8], [9.5.3]; siege guns in position, against works, with a shell, one at a time."""
    if not ARTILLERY >> unit & 1:  # 9.1.8
        return Reason("9.1.8", "why.combat.not_guns")
    if not SIEGE >> unit & 1:
        return None
    if not board.in_position >> unit & 1 or not _in_works(board, hex) or joined & SIEGE:  # 9.5.3
        return Reason("9.5.3", "why.combat.siege_guns")
    return None if has_ammo(board, unit) else Reason("8.8.2", "why.combat.no_shells")


def _in_works(board: NachParisBoard, hex: Hex) -> bool:
    """Whether somebody in a hex may hold entrenchments or old walls."""
    if MAP.old_fortification[hex]:
        return True
    works = covered(board, hex, 1 - board.side, MAP.grid.neighbours[hex])
    return any(found >= Works.REGULAR for found in works.values())


# -- [9.1.1], [9.4.4] how many out of one hex


def half_steps(board: NachParisBoard, unit: Unit, how: str) -> int:
    """[9.4.4] What a unit counts out of its hex, in half steps: light infantry half, lent guns one, artillery none."""
    if how == GUNS:
        return 0
    if how == PART:
        return _HALVES * V.combat.partial_steps
    return board.steps(unit) * (1 if LIGHT >> unit & 1 else _HALVES)


def _room(board: NachParisBoard, battle: Battle, source: Hex) -> int:
    """[9.1.1], [9.4.4] Half steps that may still attack out of a hex: twelve in the phase, fewer in close country."""
    here = board.at[source]
    used = sum(half_steps(board, unit, FULL) for unit in members(battle.full & here))
    used += sum(half_steps(board, unit, PART) for unit in members(battle.part & here))
    most = min(step_limit(battle.hex, source) * _HALVES, V.combat.steps * _HALVES - board.sent.get(source, 0))
    return most - used


def _why_no_room(board: NachParisBoard, battle: Battle, unit: Unit, how: str) -> Reason | None:
    source = board.where[unit]
    if half_steps(board, unit, how) <= _room(board, battle, source):
        return None
    close = step_limit(battle.hex, source) < V.combat.steps
    return Reason("9.4.4" if close else "9.1.1", "why.combat.crowded", (("hex", label(source)),))


# -- the questions


def targets(board: NachParisBoard, nation: Nation) -> list[Hex]:
    """[9.1.2] Hexes that a nation can attack: somebody is not attacked yet, somebody can go in fully."""
    ours = board.on_map(OF_NATION[nation] & FIGHTING)
    near = _fronts(board, ours)
    hexes = _fresh_units(board, near) | _fresh_zones(board, near)
    return [hex for hex in sorted(hexes) if _can_be_attacked(board, ours, hex)]


def _fronts(board: NachParisBoard, units: list[Unit]) -> Bits:
    """[9.1.1] The front hexes of units together."""
    near = 0
    for unit in units:
        near |= front(board, unit)
    return near


def _fresh_units(board: NachParisBoard, near: Bits) -> set[Hex]:
    """[9.1.3], [9.1.4] Those of some hexes with enemies that nobody has attacked yet in this phase."""
    enemy = 1 - board.side
    return {hex for hex in members(near & board.occupied[enemy]) if fresh(board, hex, enemy)}


def _fresh_zones(board: NachParisBoard, near: Bits) -> set[Hex]:
    """[11.2.4] Those with a Fortified Zone that nobody has attacked yet."""
    return set(members(near & zone_targets(board, board.side) & ~board.attacked))


def _can_be_attacked(board: NachParisBoard, ours: list[Unit], hex: Hex) -> bool:
    """[9.1.6] Whether somebody can go in fully."""
    battle = Battle(hex)
    return any(
        why_not_attack(board, unit, hex) is None
        and _why_not_full(board, unit) is None
        and _why_no_room(board, battle, unit, FULL) is None
        for unit in ours
        if MAP.grid.adjacent(board.where[unit], hex)
    )


def _goes_in(board: NachParisBoard, battle: Battle, unit: Unit) -> bool:
    """Whether a unit can join an attack with all it has."""
    return (
        why_not_attack(board, unit, battle.hex) is None
        and _why_not_full(board, unit) is None
        and _why_no_room(board, battle, unit, FULL) is None
    )


def _zealots(board: NachParisBoard, nation: Nation, hexes: Iterable[Hex]) -> Bits:
    """[21.2.2] The indoctrinated units of a nation that can still attack one of the hexes: they must."""
    if not board.indoctrinated:
        return 0
    units = board.on_map(board.indoctrinated & OF_NATION[nation])
    battles = [Battle(hex) for hex in hexes]
    return bits(unit for unit in units if any(_goes_in(board, battle, unit) for battle in battles))


@value
class ChooseCombat(NachParisQuestion["Word | str"]):
    """[9.1.2] The next hex that a nation attacks, in the order it likes."""

    rule: ClassVar[str] = "9.1.2"
    nation: Nation
    shape: ClassVar[Shape] = {"attack": "hex"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = targets(board, self.nation)
        if not found:
            return None
        end: tuple[str, ...] = () if _zealots(board, self.nation, found) else ("end",)
        return Ask(board.side, (*(("attack", hex) for hex in found), *end))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        return () if isinstance(answer, str) else (Muster(self.nation, Battle(answer[1])), self)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if answer == "end":
            return Reason("21.2.2", "why.zeal.attack")
        if not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        hex, enemy = answer[1], 1 - board.side
        if not board.of(hex, enemy):
            return Reason("9.1.1", "why.combat.no_enemy")
        if not attackable(board, hex, enemy):
            return Reason("11.3.9", "why.combat.sheltered")
        if not fresh(board, hex, enemy):
            return Reason("9.1.4", "why.combat.attacked")
        near = [
            unit
            for unit in board.on_map(OF_NATION[self.nation] & FIGHTING)
            if MAP.grid.adjacent(board.where[unit], hex)
        ]
        reasons = [why_not_attack(board, unit, hex) or _why_not_full(board, unit) for unit in near]
        return next((found for found in reasons if found), Reason("9.1.1", "why.combat.nobody_near"))


def _beside(board: NachParisBoard, nation: Nation, hex: Hex) -> Bits:
    """[9.1.1] The fighting units and guns of a nation around a hex."""
    units = 0
    for near in MAP.grid.neighbours[hex]:
        units |= board.at[near]
    return units & OF_NATION[nation] & (FIGHTING | ARTILLERY)


def _left_out(board: NachParisBoard, nation: Nation, battle: Battle) -> bool:
    """[21.2.2] Whether an indoctrinated unit could join and has no other hex to attack: it must be in."""
    if not board.indoctrinated:
        return False
    waiting = board.indoctrinated & ~battle.attackers & _beside(board, nation, battle.hex)
    able = bits(unit for unit in members(waiting) if _goes_in(board, battle, unit))
    others = [hex for hex in targets(board, nation) if hex != battle.hex] if able else []
    return bool(able & ~_zealots(board, nation, others))


@value
class Muster(NachParisQuestion["Word | str"]):
    """[9.1.6] Who attacks: fully, with its guns only, or as artillery; then the attack."""

    rule: ClassVar[str] = "9.1.6"
    nation: Nation
    battle: Battle
    shape: ClassVar[Shape] = {FULL: "unit", PART: "unit", GUNS: "unit"}

    @property
    def hex(self) -> Hex:
        """The attacked hex, for the question."""
        return self.battle.hex

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        found = tuple(self._open(board))
        return Ask(board.side, (*found, *self._ready(board))) if found else Only("fight")

    def _ready(self, board: NachParisBoard) -> tuple[str, ...]:
        """[9.1.5] Others may stay out; guns alone can't attack."""
        return ("fight",) if self.battle.full and not _left_out(board, self.nation, self.battle) else ()

    def _open(self, board: NachParisBoard) -> Iterator[Word]:
        for how in (FULL, PART, GUNS):
            for unit in members(_beside(board, self.nation, self.battle.hex)):
                if self._why_not(board, how, unit) is None:
                    yield how, unit

    def _why_not(self, board: NachParisBoard, how: str, unit: Unit) -> Reason | None:
        """Why a unit can't go in so [9.1.1]-[9.1.7]."""
        battle = self.battle
        if not OF_NATION[self.nation] >> unit & 1:  # 9.1.1
            return Reason("9.1.1", "why.combat.other_nation")
        if battle.attackers >> unit & 1:  # 9.1.4
            return Reason("9.1.4", "why.combat.joined")
        if found := why_not_attack(board, unit, battle.hex):
            return found
        if how == GUNS:
            return _why_not_guns(board, unit, battle.hex, battle.guns)
        found = _why_not_full(board, unit) if how == FULL else may_lend(board, unit, battle.hex)
        return found or _why_no_room(board, battle, unit, how)

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        return self._attack(board) if isinstance(answer, str) else (Muster(self.nation, self.joined(*answer)),)

    def joined(self, how: str, unit: Unit) -> Battle:
        """[9.1.6] The battle with one more unit in it."""
        battle, bit = self.battle, 1 << unit
        if how == FULL:
            return replace(battle, full=battle.full | bit)
        return replace(battle, part=battle.part | bit) if how == PART else replace(battle, guns=battle.guns | bit)

    def first_to_join(self, board: NachParisBoard) -> Word | None:
        """The first unit that could still join."""
        return next(iter(self._open(board)), None)

    def _attack(self, board: NachParisBoard) -> Steps:
        battle = self.battle
        for how, units in ((FULL, battle.full), (PART, battle.part)):
            for unit in members(units):
                source = board.where[unit]
                board.sent[source] = board.sent.get(source, 0) + half_steps(board, unit, how)
        reveal(board, battle.attackers, "19.4.1")
        board.tell(CombatDeclared(self.rule, written(battle.attackers), label(battle.hex)))
        return begin_withdrawals(board, battle)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if answer == "fight":
            if self.battle.full:
                return Reason("21.2.2", "why.zeal.join")
            return Reason("9.1.6", "why.combat.nobody_full")
        if isinstance(answer, tuple) and isinstance(answer[0], str) and isinstance(answer[1], int):
            return self._why_not(board, answer[0], answer[1])
        return None
