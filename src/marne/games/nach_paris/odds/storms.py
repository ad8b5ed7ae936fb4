"""The odds of an assault on a fort in words [11.5]."""

from __future__ import annotations

from marne.engine import Answer, Explanation
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ABF_AFF, abf_column
from marne.games.nach_paris.components.units import NAMES
from marne.games.nach_paris.odds.assault import assault_odds, assault_sum
from marne.games.nach_paris.odds.wording import distribution, in_words, outcome
from marne.games.nach_paris.rules.forts.assault import AssaultGuns
from marne.games.nach_paris.rules.forts.assault_guns import enough
from marne.games.nach_paris.words import phrase
from marne.hexes import Bits

__all__ = ["storm", "storming"]


def storming(board: NachParisBoard, step: AssaultGuns, answer: Answer) -> Bits | None:
    """[11.5.1] The guns of an assault, if they are enough and the stormers stand before the fort."""
    guns = step.guns
    if isinstance(answer, tuple) and isinstance(answer[1], int):
        guns |= 1 << answer[1]
    before = MAP.grid.adjacent(board.where[step.unit], MAP.forts[step.fort].hex)
    return guns if before and enough(board, step.fort, guns, step.unit) else None


def storm(board: NachParisBoard, fort: int, guns: Bits, unit: int, language: str) -> Explanation:
    """[11.5.4], [11.5.6] What the fort and the stormers lose."""
    factor, shift, modifiers = assault_sum(board, fort, guns, unit)
    line = fort_data.CLASS[fort]
    return Explanation(
        "11.5.1",
        phrase(language, "odds.assault", unit=NAMES[unit], fort=MAP.forts[fort].name),
        in_words(modifiers, language),
        phrase(language, "odds.aff", points=ABF_AFF[line][abf_column(line, factor, shift)]),
        (
            distribution(
                language,
                "assault",
                (
                    outcome(phrase(language, f"odds.assault.{lost}.{paid}"), chance)
                    for (lost, paid), chance in assault_odds(board, fort, guns, unit).items()
                ),
            ),
        ),
        (phrase(language, "odds.stormers_now"),),
    )
