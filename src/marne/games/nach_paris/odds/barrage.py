"""Exact odds of a barrage before it is fired: no sampling, every die counted [8.3.2], [8.6.2].

The die of an ABU is one for the whole hex, so the chances of several units belong together only through it. Modifiers
and columns are those of the rules themselves.
"""

from __future__ import annotations

from fractions import Fraction

from marne.engine import D20, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.tables import Result, abf_column, abf_result, abu_result, modifier
from marne.games.nach_paris.components.units import Unit
from marne.games.nach_paris.odds.chances import CERTAIN, NONE, ONE, Chances, added, passing
from marne.games.nach_paris.rules.barrage.at_forts import abf_modifiers, second_modifiers
from marne.games.nach_paris.rules.barrage.at_units import TOO_WEAK, abu_modifiers, at_zone, column_against, zone_swing
from marne.games.nach_paris.rules.barrage.firing import half, total_aff
from marne.games.nach_paris.rules.forts.camps import camp_modifiers
from marne.games.nach_paris.rules.forts.fort_tests import fort_needs
from marne.games.nach_paris.rules.forts.forts import lost_sides
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.works.bridgeheads import ZoneTest
from marne.hexes import Bits, members

__all__ = ["DOCTRINE", "fort_odds", "units_odds", "zone_odds"]

DOCTRINE = "cab.doctrine"


def units_odds(board: NachParisBoard, targets: Bits, guns: Bits, forts: Bits = 0) -> Chances:
    """[8.3.2], [8.3.3] The chances of the steps that all targets of an ABU lose together: one die, a test for each."""
    found: Chances = {}
    struck = [_struck(board, unit, guns, forts) for unit in members(targets)]
    for die in D20:
        for steps, chance in added(_of_die(board, half(die), *each) for each in struck).items():
            found[steps] = found.get(steps, NONE) + ONE * chance
    return dict(sorted(found.items()))


def _struck(board: NachParisBoard, unit: Unit, guns: Bits, forts: Bits) -> tuple[Unit, int, int]:
    """A target with its column and what is added to the die."""
    column, _ = column_against(board, unit, guns, forts)
    return unit, column, total(abu_modifiers(board, board.where[unit], unit, guns, forts))


def _of_die(board: NachParisBoard, row: int, unit: Unit, column: int, added_to_die: int) -> Chances:
    """What one die does to one unit; who loses a step outright forgets its doctrine before it tests [21.3.1]."""
    if column < 0:
        return {0: CERTAIN}
    result, _, _ = abu_result(column, row + added_to_die)
    left = board.steps(unit)
    lost = min(result.lost, left)
    if not result.tested or lost == left:
        return {lost: CERTAIN}
    own = total(one for one in own_modifiers(board, unit) if not lost or one.text != DOCTRINE)
    good = passing(board.cab(unit) + own + result.cab)
    return {lost: good, lost + 1: 1 - good}


def zone_odds(board: NachParisBoard, hex: Hex, guns: Bits, forts: Bits = 0) -> Fraction:
    """[11.2.6], [11.2.7] The chance that an ABU destroys the Fortified Zone of a hex."""
    found = NONE
    for die in D20:
        strike = at_zone(board, hex, guns, forts, half(die))
        if strike.column == TOO_WEAK:
            return NONE
        result, _, _ = abu_result(strike.column, strike.row + total(strike.modifiers))
        if result.lost:
            found += ONE
        elif result.tested:
            found += ONE * (1 - passing(ZoneTest(strike.zone, zone_swing(result)).needed()))
    return found


def fort_odds(board: NachParisBoard, fort: int, guns: Bits, second: int = -1) -> dict[tuple[int, int], Fraction]:
    """[8.6.3], [8.6.4] The chances of an ABF, by steps that the first and the second fort lose."""
    found: dict[tuple[int, int], Fraction] = {}
    line = fort_data.CLASS[fort]
    column = abf_column(line, total_aff(board, guns))
    if column < 0:
        return {(0, 0): CERTAIN}
    added = total(abf_modifiers(board, fort, guns))
    for die in D20:
        result, _, _ = abf_result(line, column, half(die) + added)
        for steps, chance in _of_result(board, fort, second, result).items():
            if chance:
                found[steps] = found.get(steps, NONE) + ONE * chance
    return dict(sorted(found.items()))


def _of_result(board: NachParisBoard, fort: int, second: int, result: Result) -> dict[tuple[int, int], Fraction]:
    """What one result does; a fort has one step, a whole Feste two."""
    if not result.lost:
        good = passing(fort_needs(board, fort, ()) + result.cab) if result.tested else CERTAIN
        return {(0, 0): good, (1, 0): 1 - good}
    if fort_data.SIDES_OF[fort] - lost_sides(board, fort) > 1:
        good = passing(fort_needs(board, fort, ()) + result.cab)
        return {(1, 0): good, (2, 0): 1 - good}
    if second < 0:
        return {(1, 0): CERTAIN}
    good = passing(_second_needs(board, fort, second) + result.cab)
    return {(1, 0): good, (1, 1): 1 - good}


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
