"""The odds of a combat in words [9.3]."""

from __future__ import annotations

from fractions import Fraction

from marne.engine import Distribution, Explanation, Outcome
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import ODDS, crt_column
from marne.games.nach_paris.components.units import SIDES
from marne.games.nach_paris.odds.combat import CombatOdds, combat_odds
from marne.games.nach_paris.odds.wording import distribution, in_words, outcome
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase

__all__ = ["fight"]


def fight(board: NachParisBoard, battle: Battle, language: str, *, settled: bool = False) -> Explanation:
    """[9.3.2] How a combat with these attackers ends; `settled` once nobody is asked any more and the die falls."""
    odds = combat_odds(board, battle, settled=settled)
    title = phrase(language, "odds.combat", hex=label(battle.hex))
    if odds.taken:
        taken = Outcome(phrase(language, "odds.guns_taken"), 1, 1)
        found = (distribution(language, "result", [taken]),)
        return Explanation("9.1.10", title, distributions=found, hope=_hope(Fraction(1), language))
    factors = phrase(language, "odds.factors", attack=odds.attack, defence=f"{float(odds.defence):g}")
    return Explanation(
        "9.3.2",
        title,
        in_words(odds.modifiers, language),
        " ".join(odds.columns),
        _ends(board, odds, language),
        (phrase(language, "odds.retreat" if settled else "odds.stands"),),
        factors=factors,
        base=ODDS[crt_column(odds.attack, odds.defence)],
        hope=_hope(odds.beaten(1 - board.side), language),
    )


def _hope(chance: Fraction, language: str) -> Outcome:
    """[9.3.2] What an attacker hopes for: the defender is beaten."""
    return outcome(phrase(language, "odds.hope"), chance)


def _ends(board: NachParisBoard, odds: CombatOdds, language: str) -> tuple[Distribution, ...]:
    """How the combat ends, the most likely first; then who is beaten."""
    found = []
    for end, chance in sorted(odds.ends.items(), key=lambda each: (-each[1], each[0].attacker, each[0].defender)):
        beaten = (
            ("losses" if end.defender else "none")
            if end.beaten < 0
            else "attacker"
            if end.beaten == board.side
            else "defender"
        )
        text = phrase(
            language,
            f"odds.end.{beaten}",
            attacker=_steps(end.attacker, language),
            defender=_steps(end.defender, language),
        )
        found.append(outcome(text, chance, end.defender))
    in_all = []
    for side in (1 - board.side, board.side):
        who = phrase(language, f"word.{SIDES[side]}")
        in_all.append(outcome(phrase(language, "odds.beaten", side=who), odds.beaten(side)))
    in_all.append(outcome(phrase(language, "odds.unbeaten"), odds.beaten(-1)))
    return distribution(language, "result", found), distribution(language, "beaten", in_all)


def _steps(count: int, language: str) -> str:
    return phrase(language, "odds.steps", count=count)
