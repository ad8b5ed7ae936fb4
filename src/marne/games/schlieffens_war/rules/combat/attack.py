"""Chapter 11, before the die: probing attacks, targets, attackers, defenders, the concentric die."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from marne.engine import Answer, Ask, Modifier, Only, Unit, chance, value
from marne.games.schlieffens_war.board import ATTACKED, DEFENDED, FATIGUED, PROBED, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import CONCENTRIC, LIMITS
from marne.games.schlieffens_war.components.units import (
    BELGIAN,
    BRITISH,
    DEPOT,
    FORT,
    HQ,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.events import AttackDeclared, ConcentricRolled, DefendersNamed, Probed
from marne.games.schlieffens_war.rules.combat.artillery import SiegeGuns
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import concentric
from marne.games.schlieffens_war.rules.combat.losses import EndOfAttack, ResolveAttack
from marne.games.schlieffens_war.rules.command.command import command_area
from marne.games.schlieffens_war.rules.command.stacking import foreign
from marne.games.schlieffens_war.steps import Asked, HexLine, Steps, UnitLine, choose
from marne.games.schlieffens_war.words import Reason
from marne.hexes import Bits, members

__all__ = [
    "ChooseAttackers",
    "ChooseProbe",
    "ChooseProbeHex",
    "ChooseTarget",
    "ConcentricAttack",
    "NameDefenders",
    "attackable",
    "candidates",
    "probe_hexes",
]

DONE = "done"
ATTACK = "attack"


def barred(board: WarBoard, unit: int) -> Reason | None:
    """11.7, 9.2, 11.1, 11.5: what keeps a unit from any attack or probe in this phase."""
    if KIND[unit] in (FORT, DEPOT):
        return Reason("11.7", "why.never_attacks", unit=unit)
    if NATION[unit] == BRITISH and board.turn <= board.scenario.turns_of.bef_stands:
        return Reason("11.7", "why.british_attack", turn=board.scenario.turns_of.bef_stands + 1)
    if board.acts[unit] & PROBED:
        return Reason("11.1", "why.probed", unit=unit)
    if board.acts[unit] & ATTACKED:
        return Reason("11.5", "why.attacked", unit=unit)
    return None


# -- 11.1 probing attacks


def probe_hexes(board: WarBoard, unit: int) -> Bits:
    """11.1, 6.3, 10.8: hexes without enemies next to the unit and next to an enemy; HQs only follow a probing corps."""
    hex, side = board.where[unit], SIDE[unit]
    if hex < 0 or barred(board, unit) or board.morale[unit] == FATIGUED:
        return 0
    enemy = board.occupied[1 - side]
    found = g.PASSABLE[hex] & g.spread(enemy)
    if NATION[unit] == BELGIAN:
        found &= g.BELGIAN_AREA
    for to in members(found):
        led = KIND[unit] != HQ or any(board.acts[other] & PROBED for other in board.stacks[to])
        if foreign(board, unit, to) or not led:
            found &= ~(1 << to)
    return found


@value
class ChooseProbe(UnitLine[int | str]):
    """11.1: before any attack, units may probe; one unit at a time."""

    rule = "11.1"
    verb = "probe "
    side: int

    def ask(self, board: WarBoard) -> Ask | None:
        units = [unit for unit in UNITS_OF[self.side] if probe_hexes(board, unit)]
        return Ask(self.side, (*units, DONE), seen_by=(self.side,)) if units else None

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        return (ChooseProbeHex(answer), self) if isinstance(answer, int) else ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_probe(board, answer, self.side) if isinstance(answer, int) else super().reason(board, answer)


def why_not_probe(board: WarBoard, unit: int, side: int) -> Reason:
    """Why a unit can't make a probing attack."""
    if SIDE[unit] != side:
        return Reason("5.4", "why.enemy_unit", unit=unit)
    if board.where[unit] < 0:
        return Reason("2.8", "why.off_map", unit=unit)
    reason = barred(board, unit)
    if reason:
        return reason
    if board.morale[unit] == FATIGUED:
        return Reason("11.1", "why.fatigued", unit=unit)
    if KIND[unit] == HQ:
        return Reason("11.7", "why.hq_probe", unit=unit)
    return Reason("11.1", "why.no_probe", unit=unit)


@value
class ChooseProbeHex(HexLine[int]):
    """11.1: the hex that the unit steps into."""

    rule = "11.1"
    unit: Unit

    def ask(self, board: WarBoard) -> Ask | Only[int] | None:
        side = SIDE[self.unit]
        return choose(side, members(probe_hexes(board, self.unit)), seen_by=(side,))

    def answered(self, board: WarBoard, answer: int) -> Steps:
        unit = self.unit
        start = board.where[unit]
        board.acts[unit] |= PROBED
        board.move(unit, answer)
        board.tell(Probed("11.1", unit, start, answer))
        return ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return Reason("11.1", "why.probe_hex")


# -- 11.2 to 11.7 declaring an attack


def attackable(board: WarBoard, side: int) -> Bits:
    """11.5: enemy hexes with a unit that was not attacked yet in this phase."""
    found = 0
    for hex in members(board.occupied[1 - side]):
        if any(not board.acts[unit] & DEFENDED for unit in board.stacks[hex]):
            found |= 1 << hex
    return found


def targets(board: WarBoard, unit: int, open_hexes: Bits) -> Bits:
    """11.0, 10.8: the hexes next to a unit that it may attack."""
    found = g.PASSABLE[board.where[unit]] & open_hexes
    return found & g.BELGIAN_AREA if NATION[unit] == BELGIAN else found


def candidates(board: WarBoard, side: int, hex: int, chosen: tuple[int, ...]) -> list[int]:
    """11.3, 11.4, 2.3: units that may join the attackers chosen so far.

    From several hexes all must be in command; an HQ joins only in a hex from which a corps attacks.
    """
    chosen_hexes = {board.where[unit] for unit in chosen}
    corps_hexes = {board.where[unit] for unit in chosen if IS_CORPS[unit]}
    areas: dict[int, Bits] = {}

    def commanded(unit: int) -> bool:
        nation = NATION[unit]
        if nation not in areas:
            areas[nation] = command_area(board, nation)
        return bool(areas[nation] >> board.where[unit] & 1)

    together = all(commanded(unit) for unit in chosen)
    found = []
    for start in members(g.PASSABLE[hex] & board.occupied[side]):
        here = {start} == chosen_hexes or not chosen
        for unit in board.stacks[start]:
            if unit in chosen or barred(board, unit) or not targets(board, unit, 1 << hex):
                continue
            if KIND[unit] == HQ and start not in corps_hexes:
                continue
            if here or (together and commanded(unit)):
                found.append(unit)
    return sorted(found)


@value
class ChooseTarget(HexLine[int | str]):
    """11.6, 11.0: the active player names the next hex to attack, or ends the combat phase."""

    rule = "11.6"
    verb = "attack "
    side: int

    def ask(self, board: WarBoard) -> Ask | None:
        enemy = attackable(board, self.side)
        near = g.spread(enemy)
        able = belgian = 0
        for hex in members(board.occupied[self.side] & near):
            for unit in board.stacks[hex]:
                if IS_CORPS[unit] and not barred(board, unit):
                    if NATION[unit] == BELGIAN:
                        belgian |= 1 << hex
                    else:
                        able |= 1 << hex
        found = enemy & (g.WAYS.spread(able) | g.WAYS.spread(belgian) & g.BELGIAN_AREA)
        return Ask(self.side, (*members(found), DONE), seen_by=(self.side,)) if found else None

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        return (ChooseAttackers(self.side, answer, ()), self) if isinstance(answer, int) else ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_target(board, answer, self.side) if isinstance(answer, int) else super().reason(board, answer)


def why_not_target(board: WarBoard, hex: int, side: int) -> Reason:
    """Why a hex can't be attacked."""
    if not board.occupied[1 - side] >> hex & 1:
        return Reason("11.0", "why.no_enemy", hex=hex)
    if not attackable(board, side) >> hex & 1:
        return Reason("11.5", "why.attacked_before", hex=hex)
    near = members(g.PASSABLE[hex] & board.occupied[side])
    if not near:
        return Reason("11.0", "why.nobody_near", hex=hex)
    for start in near:
        for unit in board.stacks[start]:
            if IS_CORPS[unit]:
                return barred(board, unit) or Reason("10.8", "why.belgian_area", hex=hex)
    return Reason("11.7", "why.no_corps_near", hex=hex)


@value
class ChooseAttackers(UnitLine[int | str]):
    """11.3, 11.4, 11.5, 11.6: the units that attack, one at a time; then the attack is declared."""

    rule = "11.3"
    verb = "with "
    side: int
    hex: int
    chosen: tuple[Unit, ...]

    def ask(self, board: WarBoard) -> Ask | Only[int | str] | None:
        units: list[int | str] = [*candidates(board, self.side, self.hex, self.chosen)]
        if self.chosen:
            return Ask(self.side, (*units, ATTACK), seen_by=(self.side,))
        return choose(self.side, units, seen_by=(self.side,))

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        if isinstance(answer, int):
            return (ChooseAttackers(self.side, self.hex, tuple(sorted((*self.chosen, answer)))),)
        for unit in self.chosen:
            board.acts[unit] |= ATTACKED
        force = tuple(unit for unit in board.stacks[self.hex] if not board.acts[unit] & DEFENDED)
        bases = tuple(sorted({board.where[unit] for unit in self.chosen}))
        board.battle = Battle(self.side, self.hex, self.chosen, bases, force, self.hex)
        board.tell(AttackDeclared("11.6", self.side, self.hex, self.chosen))
        return NameDefenders(), ConcentricAttack(), SiegeGuns(), ResolveAttack(), EndOfAttack()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return why_not_attacker(board, answer, self) if isinstance(answer, int) else super().reason(board, answer)


def why_not_attacker(board: WarBoard, unit: int, step: ChooseAttackers) -> Reason:
    """Why a unit can't join an attack."""
    if SIDE[unit] != step.side:
        return Reason("5.4", "why.enemy_unit", unit=unit)
    if unit in step.chosen:
        return Reason("11.5", "why.chosen", unit=unit)
    if board.where[unit] < 0 or not g.PASSABLE[step.hex] >> board.where[unit] & 1:
        return Reason("11.0", "why.not_near", unit=unit, hex=step.hex)
    reason = barred(board, unit)
    if reason:
        return reason
    if not targets(board, unit, 1 << step.hex):
        return Reason("10.8", "why.belgian_area", hex=step.hex)
    if KIND[unit] == HQ:
        return Reason("2.3", "why.hq_attack", unit=unit)
    return Reason("11.4", "why.command", unit=unit, hex=step.hex)


# -- 11.2 the defenders


def defender_choices(board: WarBoard, battle: Battle) -> list[tuple[int, ...]]:
    """11.2, 6.2: two corps or forts at most, and the HQ if its owner wishes; without them whatever is there."""
    fighting = sorted(unit for unit in battle.force if IS_CORPS[unit] or KIND[unit] == FORT)
    hqs = sorted(unit for unit in battle.force if KIND[unit] == HQ)[: LIMITS.hqs]
    if not fighting:
        return [tuple(hqs) or battle.force]
    teams = list(combinations(fighting, min(LIMITS.defenders, len(fighting))))
    return [team + with_hq for team in teams for with_hq in ((tuple(hqs), ()) if hqs else ((),))]


@value
class NameDefenders(Asked[tuple[int, ...]]):
    """11.2: the owner names the two corps that defend, and whether the HQ helps (6.2)."""

    rule = "11.2"

    def ask(self, board: WarBoard) -> Ask | Only[tuple[int, ...]] | None:
        battle = board.battle
        assert battle is not None
        return choose(1 - battle.side, defender_choices(board, battle))

    def answered(self, board: WarBoard, answer: tuple[int, ...]) -> Steps:
        battle = board.battle
        assert battle is not None
        board.battle = replace(battle, defenders=answer)
        board.tell(DefendersNamed("11.2", battle.hex, answer))
        return ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return Reason("11.2", "why.defenders", most=LIMITS.defenders)

    def write(self, board: WarBoard, answer: Answer) -> str:
        assert isinstance(answer, tuple)
        return "defend with " + ", ".join(NAMES[unit] for unit in answer if isinstance(unit, int))


@value
class ConcentricAttack(Asked[int]):
    """11.15: a die for an attack from around the hex."""

    rule = "11.15"

    def ask(self, board: WarBoard) -> Ask | None:
        battle = board.battle
        assert battle is not None
        return chance() if concentric(battle.hex, battle.bases) else None

    def answered(self, board: WarBoard, answer: int) -> Steps:
        battle = board.battle
        assert battle is not None
        shift = CONCENTRIC[answer]
        board.tell(ConcentricRolled("11.15", battle.hex, answer, shift))
        if shift:
            board.battle = replace(battle, shifts=(*battle.shifts, Modifier("11.15", "concentric", shift)))
        return ()
