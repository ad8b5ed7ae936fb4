"""Exact odds of an assault on a fort [11.5]: the barrage with its columns, the fort's test, the test of the stormers.

The stormers are taken to be before the fort as they are now, and not to carry on against another fort of the hex.
"""

from __future__ import annotations

from fractions import Fraction

from marne.engine import D20, Modifier, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.tables import Result, abf_column, abf_result, modifier
from marne.games.nach_paris.components.units import Unit
from marne.games.nach_paris.odds.chances import CERTAIN, NONE, ONE, passing
from marne.games.nach_paris.rules.barrage.at_forts import abf_modifiers
from marne.games.nach_paris.rules.barrage.firing import half
from marne.games.nach_paris.rules.forts.assault_guns import aff
from marne.games.nach_paris.rules.forts.fort_tests import fort_needs
from marne.games.nach_paris.rules.forts.forts import lost_sides
from marne.games.nach_paris.rules.forts.storm import columns, result_modifiers, stormers_modifiers
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.hexes import Bits

__all__ = ["AssaultChances", "assault_odds", "assault_sum"]

AssaultChances = dict[tuple[int, int], Fraction]
"""By steps that the fort and the stormers lose."""


def assault_sum(board: NachParisBoard, fort: int, guns: Bits, unit: Unit) -> tuple[int, int, tuple[Modifier, ...]]:
    """[11.5.5] Factor, columns to the right, and what is added to the die."""
    return aff(board, guns, unit), columns(board, fort, unit), abf_modifiers(board, fort, guns, 1 << unit)


def assault_odds(board: NachParisBoard, fort: int, guns: Bits, unit: Unit) -> AssaultChances:
    """[11.5.4], [11.5.6] The chances of an assault by a unit with these guns."""
    line = fort_data.CLASS[fort]
    factor, shift, modifiers = assault_sum(board, fort, guns, unit)
    column = abf_column(line, factor, shift)
    found: AssaultChances = {}
    for die in D20:
        result, _, _ = abf_result(line, column, half(die) + total(modifiers))
        for steps, chance in _of_result(board, fort, unit, result).items():
            if chance:
                found[steps] = found.get(steps, NONE) + ONE * chance
    return dict(sorted(found.items()))


def _of_result(board: NachParisBoard, fort: int, unit: Unit, result: Result) -> AssaultChances:
    before = lost_sides(board, fort)
    needs = fort_needs(board, fort, result_modifiers(result.cab), before)
    if not result.tested:
        failing = _stormers_fail(board, unit, fort, fallen=False)
        return {(0, 0): 1 - failing, (0, 1): failing}
    whole = fort_data.SIDES_OF[fort] - before > 1
    if result.lost:
        good = passing(needs) if whole else CERTAIN
        return {(1, 0): good, (2, 0): 1 - good}
    if needs <= 0:  # 11.5.6: the fort had no chance, and the stormers are spared
        return {(1, 0): CERTAIN}
    found: AssaultChances = {}
    for lost, chance in ((0, passing(needs)), (1, 1 - passing(needs))):
        failing = _stormers_fail(board, unit, fort, fallen=bool(lost) and not whole)
        found[lost, 0], found[lost, 1] = chance * (1 - failing), chance * failing
    return found


def _stormers_fail(board: NachParisBoard, unit: Unit, fort: int, *, fallen: bool) -> Fraction:
    """[11.5.6] The chance that the stormers lose a step."""
    found = total(stormers_modifiers(board, unit, fort, fort_data.CBF[fort][lost_sides(board, fort)]))
    if fallen:
        found += modifier("assault.cab.success").amount
    return 1 - passing(board.cab(unit) + found + total(own_modifiers(board, unit)))
