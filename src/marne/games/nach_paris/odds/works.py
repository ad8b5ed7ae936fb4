"""The odds of digging in [10.1.3] and of blowing a structure [16.1.5]."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from marne.engine import D20, Answer, Explanation, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import repair_turns
from marne.games.nach_paris.components.units import NAMES
from marne.games.nach_paris.odds.chances import passing
from marne.games.nach_paris.odds.wording import distribution, in_words, outcome
from marne.games.nach_paris.rules.engineers.demolition import Blow
from marne.games.nach_paris.rules.engineers.garrisons import ChooseCharge, charges
from marne.games.nach_paris.rules.engineers.structures import colour, name_of
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.works.fieldworks import (
    BuildFieldworks,
    ChooseDiggers,
    diggers,
    digging_modifiers,
    tester,
)
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase
from marne.hexes import Bits, members
from marne.kit import listed

__all__ = ["blow", "blowing", "dig", "digging"]


def dig(board: NachParisBoard, step: BuildFieldworks | ChooseDiggers, answer: Answer) -> tuple[int, Bits] | None:
    """[10.1.3] The hex, and who digs there after an answer: all who may, where nobody was named yet."""
    match step, answer:
        case BuildFieldworks(nation), ("dig", int(hex)):
            return hex, diggers(board, nation, hex)
        case ChooseDiggers(nation, hex), "all":
            return hex, diggers(board, nation, hex)
        case ChooseDiggers(_, hex, units), "try":
            return hex, units
        case ChooseDiggers(_, hex, units), ("digger", int(unit)):
            return hex, units | 1 << unit
    return None


def digging(
    board: NachParisBoard, step: BuildFieldworks | ChooseDiggers, answer: Answer, language: str
) -> Explanation | None:
    """[10.1.3] One test for all that dig together, by the lowest CAB among them."""
    if (found := dig(board, step, answer)) is None or not found[1]:
        return None
    hex, units = found
    test = CabTest(tester(board, units), digging_modifiers(board, hex, units))
    needed, good = test.needed(board), passing(test.needed(board))
    named = listed((NAMES[unit] for unit in members(units)), language)
    outcomes = (
        outcome(phrase(language, "odds.dug"), good),
        outcome(phrase(language, "odds.not_dug"), 1 - good),
    )
    return Explanation(
        "10.1.3",
        phrase(language, "odds.dig", hex=label(hex), units=named),
        in_words(test.all_modifiers(board), language),
        phrase(language, "odds.need", need=needed) if needed > 0 else "",
        (distribution(language, "fieldworks", outcomes),),
        factors=phrase(language, "odds.cab", unit=NAMES[test.unit], cab=test.cab(board)),
    )


def blow(board: NachParisBoard, step: ChooseCharge | Walk, answer: Answer) -> Blow | None:
    """[16.1.2], [16.1.7] What an answer blows, and who does it."""
    match step, answer:
        case ChooseCharge(nation), ("blow", int(structure)):
            return Blow(structure, fort=charges(board, nation)[structure])
        case Walk(unit), ("blow", int(structure)):
            return Blow(structure, unit)
    return None


def blowing(board: NachParisBoard, step: ChooseCharge | Walk, answer: Answer, language: str) -> Explanation | None:
    """[16.1.5] For how long a structure is out of use, by its colour."""
    if (found := blow(board, step, answer)) is None:
        return None
    number, modifiers = found.structure, found.modifiers()
    turns = Counter(repair_turns(die + total(modifiers), colour(number)) for die in D20)
    outcomes = []
    for count in sorted(turns, key=lambda each: (each is None, each)):
        text = phrase(language, "odds.gone") if count is None else phrase(language, "odds.repair", turns=count)
        outcomes.append(outcome(text, Fraction(turns[count], len(D20))))
    return Explanation(
        "16.1.5",
        phrase(language, "odds.blow", structure=name_of(number)),
        in_words(modifiers, language),
        distributions=(distribution(language, "repair", outcomes),),
    )
