"""The odds of an answer: they hang only on what the seat sees."""

from __future__ import annotations

from marne.engine import D6, D10, Answer, Distribution, Explanation, Outcome, Position
from training.board import UNKNOWN, Field
from training.components.data import CHITS, Result
from training.rules.attack import Combat, CommitChit, ShowChits
from training.rules.barrage import Fire, Point, fall
from training.rules.combat import attackers, chit_modifiers, modifiers, odds_column, result
from training.words import term

__all__ = ["explain", "falls"]

HARMFUL = (Result.EXCHANGE.value, Result.DEFENDER_LOSES.value)
"""Results that cost the defender a step."""


def falls(position: Position[Field], answer: Answer) -> bool:
    """Whether the die that falls at once after an answer has odds: that of the attack after the last chit."""
    return isinstance(position.step, CommitChit)


def explain(position: Position[Field], answer: Answer, language: str) -> Explanation | None:
    """What a legal answer would lead to, on the position that a seat sees; None where there is nothing to tell."""
    match position.step, answer:
        case Combat(side), int(hex):
            return _attack(position.board, side, hex, language)
        case Fire(counter), (int(x), int(y)):
            return _shot(position.board, counter, (x, y), language)
        case CommitChit(side), str(chit):
            fight = next(step for step in position.agenda if isinstance(step, ShowChits))
            own = CHITS.index(chit) if chit in CHITS else UNKNOWN
            chits = (own, UNKNOWN) if side == fight.side else (UNKNOWN, own)
            return _die(position.board, fight, chits, "odds.other_chit_unknown", language)  # T6.3
    return None


def _shot(board: Field, counter: int, point: Point, language: str) -> Explanation:
    """T5.4: where a shot may fall."""
    falls = [fall(board, point, die) for die in D10]
    outcomes = tuple(
        Outcome(term("odds.off_map", language) if hex is None else board.hex_label(hex), falls.count(hex), len(falls))
        for hex in dict.fromkeys(falls)
    )
    return Explanation(
        "T5.4", board.label(counter), distributions=(Distribution(term("odds.fall", language), outcomes),)
    )


def _attack(board: Field, side: int, hex: int, language: str) -> Explanation:
    """T6.4, T6.5: the odds of an attack before chits are committed: they are anybody's guess."""
    return _die(board, ShowChits(side, hex, attackers(board, side, hex)), (UNKNOWN, UNKNOWN), "odds.result", language)


def _die(board: Field, fight: ShowChits, chits: tuple[int, int], name: str, language: str) -> Explanation:
    """T6.5: the results of the die with the attacker's and the defender's chit."""
    column = odds_column(board, fight.attackers, board.stack(1 - fight.side, fight.hex))
    modified = modifiers(board, fight.side, fight.attackers, fight.hex) + chit_modifiers(board, *chits)
    results = [result(board, column, die, modified).value for die in D6]
    outcomes = tuple(
        Outcome(text, results.count(text), len(results), harm=int(text in HARMFUL)) for text in sorted(set(results))
    )
    title = f"{', '.join(map(board.label, fight.attackers))} > {board.hex_label(fight.hex)}"
    return Explanation("T6.4", title, tuple(modified), column, (Distribution(term(name, language), outcomes),))
