"""The odds of the one die that falls next, where it is no part of an attack that somebody still puts together."""

from __future__ import annotations

from fractions import Fraction

from marne.engine import D20, Answer, Distribution, Explanation, Position, Step, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V, modifier
from marne.games.nach_paris.components.units import NAMES
from marne.games.nach_paris.odds.chances import passing
from marne.games.nach_paris.odds.fights import fight
from marne.games.nach_paris.odds.shelling import at_forts, at_units, fired
from marne.games.nach_paris.odds.storms import storm
from marne.games.nach_paris.odds.wording import distribution, in_words, outcome
from marne.games.nach_paris.rules.barrage.at_forts import FireAtForts
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits
from marne.games.nach_paris.rules.combat.resolve import RollCombat
from marne.games.nach_paris.rules.engineers.sluices import SluiceTest
from marne.games.nach_paris.rules.forts.storm import StormFort
from marne.games.nach_paris.rules.options.airmen import LARGE, LEAST, FlyOver, known_modifiers, reads
from marne.games.nach_paris.rules.options.recon import WORKS, Scout, scout_modifiers
from marne.games.nach_paris.rules.retreat.retreat import Fail
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase

__all__ = ["falls", "next_die"]

_KNOWN = (CabTest, FireAtForts, FireAtUnits, FlyOver, RollCombat, Scout, SluiceTest, StormFort)


def _after(position: Position[NachParisBoard], answer: Answer) -> Position[NachParisBoard] | None:
    """The position in which a die of these falls at once, as far as the seat can know."""
    after = position.play(answer)
    step = after.agenda[0] if after.agenda else None
    if isinstance(step, FireAtUnits) and not step.targets and not step.zone:
        return None  # 19.3.2: only hidden units are there, and nobody knows which
    return after if isinstance(step, _KNOWN) else None


def falls(position: Position[NachParisBoard], answer: Answer) -> bool:
    """Whether the die that falls after an answer has odds; they are not worked out for that."""
    return _after(position, answer) is not None


def next_die(position: Position[NachParisBoard], answer: Answer, language: str) -> Explanation | None:
    """The odds of the die that falls after an answer, if it falls at once."""
    after = _after(position, answer)
    return None if after is None else _of_die(after.board, after.agenda[0], language)


def _of_die(board: NachParisBoard, step: Step[NachParisBoard], language: str) -> Explanation | None:
    match step:
        case CabTest():
            return _test(board, step, language)
        case RollCombat(battle):
            return fight(board, battle, language, settled=True)
        case FireAtUnits():
            return at_units(board, fired(step), language)
        case FireAtForts():
            return at_forts(board, step, language)
        case StormFort(fort, guns, unit):
            return storm(board, fort, guns, unit, language)
        case SluiceTest(sluice):
            return _sluice(sluice, language)
        case Scout():
            return _scout(board, step, language)
        case FlyOver(staff, hex):
            return _flight(board, staff, hex, language)
    return None


def _test(board: NachParisBoard, test: CabTest, language: str) -> Explanation:
    """[5.1.1] A unit tests its CAB; most tests cost a step if they fail."""
    needed, good = test.needed(board), passing(test.needed(board))
    costs = any(isinstance(step, Fail | LoseSteps) for step in test.failed)
    ends = (
        outcome(phrase(language, "odds.passed"), good),
        outcome(phrase(language, "odds.costs" if costs else "odds.not_dug"), 1 - good, int(costs)),
    )
    return Explanation(
        test.rule,
        phrase(language, "odds.test", unit=NAMES[test.unit]),
        in_words(test.all_modifiers(board), language),
        phrase(language, "odds.need", need=needed) if needed > 0 else "",
        (distribution(language, "test", ends),),
        factors=phrase(language, "odds.cab", unit=NAMES[test.unit], cab=test.cab(board)),
    )


def _sluice(sluice: int, language: str) -> Explanation:
    """[17.2.1] A test at a fixed number."""
    needed = V.engineers.sluice
    good = passing(needed)
    ends = outcome(phrase(language, "odds.flood"), good), outcome(phrase(language, "odds.shut"), 1 - good)
    return Explanation(
        SluiceTest.rule,
        phrase(language, "odds.sluice", sluice=MAP.sluices[sluice].name),
        column=phrase(language, "odds.need", need=needed),
        distributions=(distribution(language, "sluice", ends),),
    )


def _scout(board: NachParisBoard, step: Scout, language: str) -> Explanation:
    """[20.2.4], [20.2.7] Whether the stack is found, in the open or in works that the scout can't see; and whether the
    cavalry is in danger, by the plain die."""
    counted = scout_modifiers(board, step.unit, step.hex, step.well)
    seen = any(each.text == WORKS for each in counted)
    laws = [] if seen else [_looks(total(counted), "open", language)]
    laws.append(_looks(total(counted) + (0 if seen else modifier(WORKS).amount), "works", language))
    peril = Fraction(sum(die >= V.recon.perilous for die in D20), len(D20))
    tested = outcome(phrase(language, "odds.peril"), peril, 1), outcome(phrase(language, "odds.no_peril"), 1 - peril)
    return Explanation(
        step.rule,
        phrase(language, "odds.scout", unit=NAMES[step.unit], hex=label(step.hex)),
        in_words(counted, language),
        distributions=(*laws, distribution(language, "peril", tested)),
    )


def _looks(added: int, where: str, language: str) -> Distribution:
    """[20.2.4] Whether a die with so much added to it finds the stack."""
    good = Fraction(sum(die + added <= V.recon.success for die in D20), len(D20))
    ends = outcome(phrase(language, "odds.found"), good), outcome(phrase(language, "odds.not_found"), 1 - good)
    return distribution(language, where, ends)


def _flight(board: NachParisBoard, staff: int, hex: int, language: str) -> Explanation:
    """[20.1.7], [20.1.10] By the steps of the stack, which the airmen don't know; a plain 20 costs the squadron."""
    counted, laws = known_modifiers(board, staff, hex), []
    for steps in range(LEAST, LARGE + 1):
        good = Fraction(sum(reads(die + total(counted), steps) for die in D20), len(D20))
        lost = Fraction(sum(die == V.recon.air_lost for die in D20), len(D20))
        ends = (
            outcome(phrase(language, "odds.found"), good),
            outcome(phrase(language, "odds.not_found"), 1 - good - lost),
            outcome(phrase(language, "odds.squadron"), lost),
        )
        name = phrase(language, "odds.name.stack", count=steps)
        laws.append(Distribution(name, tuple(each for each in ends if each.part)))
    return Explanation(
        FlyOver.rule,
        phrase(language, "odds.flight", unit=NAMES[staff], hex=label(hex)),
        in_words(counted, language),
        distributions=tuple(laws),
        notes=(phrase(language, "odds.one_step"),),
    )
