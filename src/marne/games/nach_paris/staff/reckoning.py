"""What an attack would bring, reckoned quickly: the means of the exact odds, without their spread.

The sums are those of the rules. `odds.combat_odds` gives the same means with every outcome beside them; a plan weighs
hundreds of attacks, so here each unit's chance is added up alone. A test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from marne.engine import D20, Modifier, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import Result, V, combat_result, crt_column, modifier
from marne.games.nach_paris.components.units import FIGHTING, RAIL_ONLY, RANK, RANKS, Unit
from marne.games.nach_paris.odds.combat import combat_odds, standing
from marne.games.nach_paris.rules.combat.battle import Battle, lone_siege_guns
from marne.games.nach_paris.rules.combat.defence import defence
from marne.games.nach_paris.rules.combat.modifiers import attack, combat_modifiers
from marne.games.nach_paris.rules.combat.nerve import on_attackers, on_defenders
from marne.games.nach_paris.rules.combat.resolve import reservists, worst_first
from marne.games.nach_paris.rules.forts.fort_fire import attackable
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.works.entrenchments import Works
from marne.hexes import members, memo

__all__ = ["Reckoned", "reckon"]

FACES: Final = len(D20)


class Reckoned(NamedTuple):
    """Steps that each side loses on average, the chance of each to be beaten, and that nobody is left in the hex."""

    given: float
    taken: float
    won: float
    lost: float
    cleared: float


class Tested(NamedTuple):
    """A unit in a combat: its steps, what it passes with before the result counts, and how many steps it must lose to
    go back [9.3.3]."""

    steps: int
    needs: int
    stands: int


Tests = tuple[Tested, ...]
NOTHING: Final = Reckoned(0.0, 0.0, 0.0, 0.0, 0.0)
STEADY: Final = (RANKS.index("A+"), RANKS.index("A"))


def reckon(board: NachParisBoard, battle: Battle) -> Reckoned:
    """[9.3.2] The means of a combat with these attackers, the defender standing as well as he can."""
    if lone_siege_guns(board, battle.hex, 1 - board.side):
        return Reckoned(1.0, 0.0, 1.0, 0.0, 1.0)  # 9.1.10
    if not attackable(board, battle.hex, 1 - board.side):
        return _zone_alone(board, battle)
    board, battle = standing(board, battle)
    factors = attack(board, battle), defence(board, battle)
    if not factors[0]:
        return NOTHING
    added = total(combat_modifiers(board, battle)) + _hesitation(board, battle)
    ours = _tests(board, battle, members(battle.full), on_attackers(board, battle))
    theirs = _tests(board, battle, _struck(board, battle), on_defenders(board, battle))
    return _means(crt_column(*factors), added, ours, theirs)


@memo(20_000)
def _means(column: int, added: int, ours: Tests, theirs: Tests) -> Reckoned:
    """[9.3.2] Over all rolls of the die."""
    given = taken = won = lost = cleared = 0.0
    for die in D20:
        result, _, _ = combat_result(column, die + added)
        out, whole, _ = _suffered(ours, result.attacker)
        back, unhurt, gone = _suffered(theirs, result.defender)
        taken += out
        given += back
        if worst_first(result.attacker, result.defender):
            lost += 1 - whole
            won += whole * (1 - unhurt)
            cleared += whole * gone
        else:
            won += 1 - unhurt
            lost += unhurt * (1 - whole)
            cleared += gone
    return Reckoned(given / FACES, taken / FACES, won / FACES, lost / FACES, cleared / FACES)


def _zone_alone(board: NachParisBoard, battle: Battle) -> Reckoned:
    """[11.2.7] A Fortified Zone that nobody holds: it is destroyed or not."""
    found = combat_odds(board, battle)
    falls = float(sum((end.defender * chance for end, chance in found.ends.items()), Fraction()))
    taken = float(sum((end.attacker * chance for end, chance in found.ends.items()), Fraction()))
    return Reckoned(falls, taken, 0.0, float(found.beaten(board.side)), falls)


def _hesitation(board: NachParisBoard, battle: Battle) -> int:
    """[9.4.12] What reservists cost on average."""
    failing = 0.0
    for unit in members(reservists(board, battle)):
        failing += 1 - _passing(board.cab(unit) + total(own_modifiers(board, unit)))
    return round(modifier("combat.reserve").amount * failing)


def _struck(board: NachParisBoard, battle: Battle) -> list[Unit]:
    """[9.3.3] Who of the defenders tests."""
    return members(battle.defenders & FIGHTING or attackable(board, battle.hex, 1 - board.side) & ~RAIL_ONLY)


def _tests(board: NachParisBoard, battle: Battle, units: list[Unit], nerves: Iterable[Modifier]) -> Tests:
    """For each unit what its test hangs on before the result counts."""
    common, found = total(nerves), []
    for unit in units:
        needs = board.cab(unit) + common + total(own_modifiers(board, unit))
        late = RANK[unit] in STEADY or battle.works(unit) != Works.NONE
        stands = max(1, V.combat.late_rank_losses - board.lost[unit]) if late else 1
        found.append(Tested(board.steps(unit), needs, stands))
    return tuple(found)


def _passing(needed: int) -> float:
    return max(0, min(needed, FACES)) / FACES


def _suffered(tests: Tests, result: Result) -> tuple[float, float, float]:
    """Steps lost on average, the chance that nobody loses one, and that nobody stays."""
    if not result.tested:
        return 0.0, 1.0, 0.0
    steps, whole, gone = 0.0, 1.0, 1.0
    for left, needs, stands in tests:
        lost = min(result.lost, left)
        failing = 1 - _passing(needs + result.cab) if lost < left else 0.0
        steps += lost + failing
        whole *= 0.0 if lost else 1 - failing
        gone *= 1.0 if lost >= min(stands, left) else failing if lost + 1 >= min(stands, left) else 0.0
    return steps, whole, gone
