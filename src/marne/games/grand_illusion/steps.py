"""What every step of this game has in common."""

from __future__ import annotations

from typing import Any

from marne.engine import Answer, Ask, Step, value, write_plainly
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.units import BY_ID, IDS

Steps = tuple["GrandIllusionStep", ...]


class GrandIllusionStep(Step[GrandIllusionBoard]):
    """A line of the sequence of play. A win ends the game at once (14.1.3), so what is left on the agenda falls silent.

    Subclasses write `question` and `act` where the engine has `ask` and `do`.
    """

    __slots__ = ()

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return None if board.winner >= 0 else self.question(board)

    def do(self, board: GrandIllusionBoard, answer: Any = None) -> Steps:
        return () if board.winner >= 0 else self.act(board, answer)

    def question(self, board: GrandIllusionBoard) -> Ask | None:
        """What to ask, or None."""
        return None

    def act(self, board: GrandIllusionBoard, answer: Any) -> Steps:
        """What happens, and what follows."""
        return ()

    def write(self, board: GrandIllusionBoard, answer: Answer) -> str:
        """Units by their names, hexes by their numbers: `take FR.XX`, `go 96`. See `UNIT_WORDS`."""
        if isinstance(answer, tuple) and len(answer) == 2 and answer[0] in UNIT_WORDS and isinstance(answer[1], int):
            return f"{answer[0]} {IDS[answer[1]]}"
        return write_plainly(answer)

    def read(self, board: GrandIllusionBoard, text: str) -> Answer | None:
        """What a text means, legal or not, so that a refusal can say why."""
        word, _, what = text.partition(" ")
        if word in UNIT_WORDS and what in BY_ID:
            return word, BY_ID[what]
        return (word, int(what)) if what.isdigit() else text


UNIT_WORDS = frozenset(
    {"take", "drop", "spare", "send", "rest", "now", "later", "rail", "sea", "train", "place", "relieve", "hit"}
    | {"return", "front", "reserve", "bombard", "keep", "against", "behind", "stack"}
)
"""Answers `(word, unit)`: every other pair is a word and a hex."""


__all__ = ["UNIT_WORDS", "GrandIllusionStep", "Steps", "value"]
