"""The odds of an answer: they hang only on what the seat sees."""

from __future__ import annotations

from marne.engine import D6, D10, Answer, Distribution, Explanation, Outcome, Position
from training.board import Field
from training.components.data import Result
from training.rules.attack import Combat
from training.rules.barrage import Fire, Point, fall
from training.rules.combat import attackers, modifiers, odds_column, result
from training.words import term

__all__ = ["explain"]

HARMFUL = (Result.EXCHANGE.value, Result.DEFENDER_LOSES.value)
"""Results that cost the defender a step."""


def explain(position: Position[Field], answer: Answer, language: str) -> Explanation | None:
    """What a legal answer would lead to, on the position that a seat sees; None where there is nothing to tell."""
    match position.step, answer:
        case Combat(side), int(hex):
            return _attack(position.board, side, hex, language)
        case Fire(counter), (int(x), int(y)):
            return _shot(position.board, counter, (x, y), language)
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
    attacking = attackers(board, side, hex)
    column = odds_column(board, attacking, board.stack(1 - side, hex))
    modified = modifiers(board, side, attacking, hex)
    results = [result(board, column, die, modified).value for die in D6]
    outcomes = tuple(
        Outcome(text, results.count(text), len(results), harm=int(text in HARMFUL)) for text in sorted(set(results))
    )
    title = f"{', '.join(map(board.label, attacking))} > {board.hex_label(hex)}"
    return Explanation("T6.4", title, tuple(modified), column, (Distribution(term("odds.result", language), outcomes),))
