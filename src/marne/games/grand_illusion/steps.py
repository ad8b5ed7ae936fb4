"""What every step of this game has in common: its answers, their notation, and why something is not offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Generic, TypeVar

from marne.engine import CHANCE, Answer, Ask, Only, Position, Question, Refusal, Step, write_plainly
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES, Hex
from marne.games.grand_illusion.components.units import BY_ID, IDS, SIDE, Side, Unit
from marne.games.grand_illusion.words import Reason

__all__ = ["A", "Asked", "Line", "Named", "Reply", "Steps", "choose", "why_not_offered"]

A = TypeVar("A", bound=Answer)
Line = Step[GrandIllusionBoard]
"""A line of the sequence that nobody decides."""
Steps = tuple[Line, ...]
Named = tuple[str, int]
"""An answer that names a unit or a hex: `("take", unit)`, `("go", hex)`."""
Reply = str | Named


def choose(side: Side, options: Iterable[A]) -> Ask | Only[A] | None:
    """A question with these options; of one there is no choice, and of none nothing to do."""
    found = tuple(options)
    if len(found) > 1:
        return Ask(side, found)
    return Only(found[0]) if found else None


class Asked(Question[GrandIllusionBoard, A], Generic[A]):
    """A line that somebody answers. Answers are dice, words, or a word with a unit or a hex: with a unit after one of
    `unit_words`, with a hex after any other."""

    __slots__ = ()
    unit_words: ClassVar[tuple[str, ...]] = ()

    def against_unit(self, board: GrandIllusionBoard, unit: Unit) -> Reason:
        """Why a counter is not offered: the first rule in the way."""
        ask = self.ask(board)
        enemy = isinstance(ask, Ask) and SIDE[unit] != ask.actor
        return Reason(self.rule, "why.enemy" if enemy else "why.not_now")

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        """Why a hex is not offered: the first rule in the way."""
        return Reason(self.rule, "why.not_now")

    def why_not(self, board: GrandIllusionBoard, answer: Answer) -> Refusal | None:
        """The reason against the unit or the hex that an answer names."""
        if not isinstance(answer, tuple) or not isinstance(answer[-1], int):
            return Question.why_not(self, board, answer)
        against = self.against_unit if answer[0] in self.unit_words else self.against_hex
        return against(board, answer[-1]).refusal()

    def write(self, board: GrandIllusionBoard, answer: Answer) -> str:
        """Units by their names, hexes by their numbers: `take FR.XX`, `go 96`."""
        if isinstance(answer, tuple) and answer[0] in self.unit_words and isinstance(answer[1], int):
            return f"{answer[0]} {IDS[answer[1]]}"
        return write_plainly(answer)

    def read(self, board: GrandIllusionBoard, text: str) -> Answer | None:
        """What a text means, legal or not, so that a refusal can say why."""
        word, _, what = text.partition(" ")
        if word in self.unit_words:
            return (word, BY_ID[what]) if what in BY_ID else text
        return (word, int(what)) if what.isdigit() and 1 <= int(what) <= HEXES else text


def why_not_offered(position: Position[GrandIllusionBoard], target: Mapping[str, str]) -> Reason | None:
    """Why a hex or a counter that was clicked is not offered; None where it is offered after all."""
    ask, step, board = position.open, position.step, position.board
    if ask is None or ask.actor == CHANCE or not isinstance(step, Asked):
        return Reason(step.rule, "why.nobody")
    hex = int(target["hex"]) if target.get("hex", "").isdigit() else 0
    unit = BY_ID.get(target.get("piece", ""), -1)
    for answer in ask:
        if isinstance(answer, tuple) and answer[1] == (unit if answer[0] in step.unit_words else hex):
            return None
    if unit >= 0:
        return step.against_unit(board, unit)
    return step.against_hex(board, hex) if 1 <= hex <= HEXES else Reason(step.rule, "why.nothing")
