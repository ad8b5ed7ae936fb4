"""Answers of the Combat Phase, on both sides: who joins, who withdraws, who goes back where, who follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from marne.engine import Answer
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import CAVALRY, FIGHTING, HEADQUARTERS, HEAVY, NATION, NATIONS, SIDE, Unit
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.defence import defence
from marne.games.nach_paris.rules.combat.horse import Withdraw
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.retreat.advance import Advance
from marne.games.nach_paris.rules.units.zones import facing_front, in_zone
from marne.games.nach_paris.staff.appraisal import Situation, best_facing, force
from marne.games.nach_paris.staff.marching.wheels import numbers
from marne.games.nach_paris.staff.reckoning import reckon
from marne.hexes import members
from marne.kit.arithmetic import added, tally

__all__ = ["advance", "better_facing", "joining", "nation_at_full", "retreat_to", "shift", "withdraw"]

Options = tuple[Answer, ...]
BEATEN: Final = 0.45
"""Horse that is likelier to be beaten gets out of the way."""
SPARE: Final = 0.25
"""The share of the danger that a new facing must cover more than the old."""
FOLLOWED: Final = 1.6
"""Nobody follows into a hex where so many times its strength could fall on it."""


def joining(battle: Battle, options: Options) -> list[Answer]:
    """[9.1.6] Those who can be next in a planned attack, in any order; without any, the fight."""
    ways = (("full", battle.full), ("guns", battle.guns), ("part", battle.part))
    found: list[Answer] = [(how, unit) for how, units in ways for unit in members(units) if (how, unit) in options]
    return found or ["fight" if "fight" in options else options[0]]


def withdraw(situation: Situation, step: Withdraw, options: Options) -> Answer:
    """[9.2.1] Staffs always, horse where it would be beaten and nothing hangs on the hex."""
    board = situation.board
    units = numbers(options, "withdraw")
    staffs = [unit for unit in units if HEADQUARTERS >> unit & 1]
    if staffs:
        return ("withdraw", staffs[0])
    horse = [unit for unit in units if CAVALRY >> unit & 1]
    if horse and step.battle.hex not in situation.guards:
        found = reckon(board, step.battle)
        if found.won > BEATEN and found.won > found.lost:
            return ("withdraw", horse[0])
    return "stand"


def nation_at_full(board: NachParisBoard, step: ChooseNation, options: Options) -> Answer:
    """[9.1.9] The nation with which the hex is defended best."""
    return max(options, key=lambda name: defence(board, replace(step.battle, whole=NATIONS.index(str(name)))))


def retreat_to(situation: Situation, unit: Unit, hexes: list[Hex]) -> Hex:
    """[9.6.1], [9.2.2] Where a unit goes back to: to friends, out of enemy zones, away from where he is strong."""
    board, side = situation.board, SIDE[unit]

    def worth(hex: Hex) -> float:
        friends = board.of(hex, side)
        found = 0.05 * min(40, force(board, friends)) - 0.03 * situation.menace[hex]
        if in_zone(board, hex, 1 - side):
            found -= 0.5 if friends else 3.0
        if hex in situation.guards:
            found += 0.5
        if (line := situation.line(NATION[unit], hex)) > 100:
            found -= 0.5 + min(line, 300) / 300
        return found

    return max(hexes, key=lambda hex: (worth(hex), -hex))


def advance(situation: Situation, step: Advance, options: Options) -> Answer:
    """[9.6.5] Who follows up: the strong first, for what the hex is worth, and never so that a place is left empty."""
    board = situation.board
    moves = [each for each in options if isinstance(each, tuple)]
    moves.sort(key=lambda each: (-board.cbf(int(str(each[1]))), str(each[1]), str(each[2])))
    whole = force(board, step.units)
    for each in moves:
        unit, hex = int(str(each[1])), int(str(each[2]))
        if not (FIGHTING | HEAVY) >> unit & 1 or _last_guard(situation, unit) or situation.walled_in(unit):
            continue
        prize = situation.prizes.get(hex, 0.0)
        there = force(board, board.of(hex, step.side))
        if prize and not there and FIGHTING >> unit & 1:
            return each
        support = 0.5 * tally(force(board, board.of(other, step.side)) for other in MAP.grid.neighbours[hex])
        if hex in situation.shellfire and not there:
            continue
        safe = situation.menace[hex] < FOLLOWED * max(1.0, there + 0.7 * whole + 0.3 * support)
        onwards = situation.field[hex] > situation.field[board.where[unit]]
        if safe and (onwards or there or prize):
            return each
    return "done"


def _last_guard(situation: Situation, unit: Unit) -> bool:
    board, hex = situation.board, situation.board.where[unit]
    if situation.last_word or hex not in situation.guards or situation.remote[hex] > 3:
        return False
    return not board.of(hex, SIDE[unit]) & FIGHTING & ~(1 << unit)


def better_facing(situation: Situation, unit: Unit) -> bool:
    """[9.7.1] Whether turning on the spot would cover much more of what threatens a unit."""
    board = situation.board
    hex = board.where[unit]
    threats = situation.directions(hex)
    whole = added(threats)
    if not whole or board.fieldworks >> unit & 1:
        return False

    def seen(facing: int) -> float:
        ahead = facing_front(board, unit, hex, facing)
        around = enumerate(MAP.grid.around[hex])
        return added(threats[way] for way, beside in around if beside is not None and ahead >> beside & 1)

    return seen(best_facing(situation, unit, hex)) > seen(board.faces[unit]) + SPARE * whole


def shift(situation: Situation, options: Options) -> Answer:
    """[9.7.1] Idle units turn to the enemy."""
    for unit in numbers(options, "shift"):
        if not CAVALRY >> unit & 1 and better_facing(situation, unit):
            return ("shift", unit)
    return "end"
