"""Exact odds of a barrage before it is fired: no sampling, every die counted [8.3.2], [8.6.2].

The die of an ABU is one for the whole hex, so the chances of several units belong together only through it; here each
unit has its own. Modifiers and columns are those of the rules themselves.
"""

from __future__ import annotations

from fractions import Fraction

from marne.engine import D20, total
from marne.hexes import Bits

from . import forts as fort_data
from .board import NachParisBoard
from .rules.barrage.at_forts import abf_modifiers, second_modifiers
from .rules.barrage.at_units import abu_modifiers, column_against
from .rules.barrage.firing import half, total_aff
from .rules.units.cab import own_modifiers
from .rules.works.camps import camp_modifiers
from .rules.works.fort_tests import fort_needs
from .rules.works.forts import lost_sides
from .tables import Result, abf_column, abf_result, abu_result, modifier
from .units import Unit

__all__ = ["fort_odds", "unit_odds"]

_ONE = Fraction(1, len(D20))


def _passing(needed: int) -> Fraction:
    """[5.1.1] The chance that a die passes."""
    return Fraction(max(0, min(needed, len(D20))), len(D20))


def unit_odds(board: NachParisBoard, unit: Unit, guns: Bits, forts: Bits = 0) -> dict[int, Fraction]:
    """[8.3.3] The chances that an ABU takes 0, 1 or 2 steps off a unit, by steps."""
    found: dict[int, Fraction] = {}
    column, _ = column_against(board, unit, guns, forts)
    if column < 0:
        return {0: Fraction(1)}
    added = total(abu_modifiers(board, board.where[unit], unit, guns, forts))
    own, left = board.cab(unit) + total(own_modifiers(board, unit)), board.steps(unit)
    for die in D20:
        result, _, _ = abu_result(column, half(die) + added)
        lost = min(result.lost, left)
        passing = _passing(own + result.cab) if result.tested and lost < left else Fraction(1)
        for steps, chance in ((lost, passing), (lost + 1, 1 - passing)):
            if chance:
                found[steps] = found.get(steps, Fraction(0)) + _ONE * chance
    return dict(sorted(found.items()))


def fort_odds(board: NachParisBoard, fort: int, guns: Bits, second: int = -1) -> dict[tuple[int, int], Fraction]:
    """[8.6.3], [8.6.4] The chances of an ABF, by steps that the first and the second fort lose."""
    found: dict[tuple[int, int], Fraction] = {}
    line = fort_data.CLASS[fort]
    column = abf_column(line, total_aff(board, guns))
    if column < 0:
        return {(0, 0): Fraction(1)}
    added = total(abf_modifiers(board, fort, guns))
    for die in D20:
        result, _, _ = abf_result(line, column, half(die) + added)
        for steps, chance in _of_result(board, fort, second, result).items():
            if chance:
                found[steps] = found.get(steps, Fraction(0)) + _ONE * chance
    return dict(sorted(found.items()))


def _of_result(board: NachParisBoard, fort: int, second: int, result: Result) -> dict[tuple[int, int], Fraction]:
    """What one result does; a fort has one step, a whole Feste two."""
    if not result.lost:
        passing = _passing(fort_needs(board, fort, ()) + result.cab) if result.tested else Fraction(1)
        return {(0, 0): passing, (1, 0): 1 - passing}
    if fort_data.SIDES_OF[fort] - lost_sides(board, fort) > 1:
        passing = _passing(fort_needs(board, fort, ()) + result.cab)
        return {(1, 0): passing, (2, 0): 1 - passing}
    if second < 0:
        return {(1, 0): Fraction(1)}
    passing = _passing(_second_needs(board, fort, second) + result.cab)
    return {(1, 0): passing, (1, 1): 1 - passing}


def _second_needs(board: NachParisBoard, first: int, second: int) -> int:
    """[8.6.4], [11.6.14] What a second fort passes with once the first has fallen: its camp counts one fort less."""
    needed = fort_needs(board, second, second_modifiers(first, second))
    camp = fort_data.CAMP_OF[second]
    if camp < 0 or fort_data.CAMP_OF[first] != camp:
        return needed
    every = fort_data.CAMPS[camp]
    standing = (every & ~board.forts_gone).bit_count()
    after = fort_data.camp_modifier(every.bit_count(), standing - 1)
    return needed - total(camp_modifiers(board, second)) + (modifier(after).amount if after else 0)
