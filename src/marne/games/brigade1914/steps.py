"""What all steps share: lines that nobody decides, questions with their reasons, and the names in answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Generic, TypeVar

from marne import kit
from marne.engine import Answer, Ask, Position, Step, Target, chance
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.words import Reason
from marne.plane import Point

__all__ = [
    "Asked",
    "DieLine",
    "Line",
    "PointLine",
    "Reason",
    "Steps",
    "Words",
    "point_of",
    "unit_of",
    "why_not_offered",
]

A = TypeVar("A", bound=Answer)
Line = Step[Battlefield]
"""A line of this game's sequence that nobody decides."""
Steps = tuple[Line, ...]
Words = str | tuple[str, ...]
"""A listed answer: a word, or a word with names, such as `("at", "b1")`; written as it is."""


class Asked(kit.AnsweredLine[Battlefield, A], Generic[A]):
    """A line that somebody answers."""

    __slots__ = ()
    reasons = Reason
    kinds = {"point": kit.POINT}

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """The best reason against an answer that is not offered; for an open ask None where it is legal."""
        return Reason(self.rule, "why.not_now")

    def pointed(self, board: Battlefield, ask: Ask, target: Mapping[str, str]) -> Reason | None:
        """Why a base that was clicked (`piece`), or a written answer to an open ask, is not offered; None if it is."""
        if "answer" in target and ask.options is None:
            answer = self.read(board, target["answer"])
            return Reason(self.rule, "why.no_goal") if answer is None else self.reason(board, answer)
        name = target.get("piece", "").partition(".")[0]
        if any(isinstance(option, tuple) and name in option for option in ask):
            return None
        unit = board.unit(name)
        return Reason(self.rule, "why.not_now") if unit is None else self.against(board, ask.actor, unit)

    def against(self, board: Battlefield, seat: int, unit: int) -> Reason:
        """What keeps a unit that a seat has clicked from being chosen now."""
        return Reason(self.rule, "why.not_now")


class DieLine(Asked[int]):
    """C0: a die of six that everybody sees."""

    __slots__ = ()

    def ask(self, board: Battlefield) -> Ask:
        return chance()


class PointLine(Asked[Point | str]):
    """C11, C13, C23: a point in hundredths of an inch, `1200,900`, or the word that declines."""

    __slots__ = ()
    shape = {"": "point"}
    decline: ClassVar[str] = "stay"

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """No point, or what `barred` says."""
        if answer == self.decline:
            return None
        point = point_of(answer)
        return Reason(self.rule, "why.no_point") if point is None else self.barred(board, *point)

    def barred(self, board: Battlefield, x: int, y: int) -> Reason | None:
        """Why not there: off the table, or too near its edge for a base; None if it is legal."""
        inside = 100 <= x <= WIDE - 100 and 100 <= y <= DEEP - 100
        return None if inside else Reason(self.rule, "why.off_table")

    def legal(self, board: Battlefield, points: Iterable[Point], n: int) -> list[Answer]:
        """The first legal ones; the word where there are none."""
        found: list[Answer] = []
        for point in points:
            if len(found) < n and self.barred(board, *point) is None:
                found.append(point)
        return found or [self.decline]


def point_of(answer: Answer) -> Point | None:
    """The point that an answer is: two whole numbers."""
    match answer:
        case (int(x), int(y)) if not isinstance(x, bool) and not isinstance(y, bool):
            return x, y
        case _:
            return None


def unit_of(board: Battlefield, label: str) -> int:
    """The unit of a name in an answer that was offered."""
    unit = board.unit(label)
    assert unit is not None
    return unit


def why_not_offered(position: Position[Battlefield], target: Target) -> Reason | None:
    """Why a place or a base is not offered; `place` is `x,y` for the unit that is to move, `answer` is a written answer
    to an open question."""
    assert isinstance(position.step, Asked)
    assert position.open is not None
    return position.step.pointed(position.board, position.open, target)
