"""A5: where a unit goes, as an answer: what it says, and how it is written."""

from __future__ import annotations

from typing import Any, Final

from marne.engine import Answer
from marne.kit import Kind
from marne.plane import FORMATIONS, Point

__all__ = ["GOAL", "PLACING", "Goal", "parse_goal", "read_goal"]

Goal = tuple[int, ...]
"""An answer: an optional waypoint, then x, y, facing and the place of the formation in FORMATIONS."""


def parse_goal(answer: Answer) -> tuple[tuple[Point, ...], int, str] | None:
    """The waypoint and the end, the facing, the formation; None if it is no such answer."""
    if not isinstance(answer, tuple) or len(answer) not in (4, 6):
        return None
    numbers: list[int] = []
    for each in answer:
        if type(each) is not int:
            return None
        numbers.append(each)
    facing, formation = numbers[-2:]
    if not 0 <= facing < 360 or not 0 <= formation < len(FORMATIONS):
        return None
    first = (numbers[0], numbers[1])
    return (first,) if len(numbers) == 4 else (first, (numbers[2], numbers[3])), facing, FORMATIONS[formation]


def _write_goal(board: Any, goal: Goal) -> str:
    """`1200,900 1500,800 90 line`."""
    *points, facing, formation = goal
    words = [f"{x},{y}" for x, y in zip(points[::2], points[1::2], strict=True)]
    return " ".join((*words, str(facing), FORMATIONS[formation]))


def read_goal(text: str) -> Answer | None:
    """The other way round."""
    words = text.split()
    if len(words) == 1:
        return text if text.isalpha() else None
    if len(words) not in (3, 4) or words[-1] not in FORMATIONS or not _number(words[-2]):
        return None
    numbers: list[int] = []
    for word in words[:-2]:
        x, comma, y = word.partition(",")
        if not comma or not _number(x) or not _number(y):
            return None
        numbers += [int(x), int(y)]
    return (*numbers, int(words[-2]), FORMATIONS.index(words[-1]))


def _write_placing(board: Any, goal: Goal) -> str:
    return "hidden " + _write_goal(board, goal[:4]) if len(goal) == 5 else _write_goal(board, goal)


def _read_placing(board: Any, text: str) -> Answer | None:
    goal = read_goal(text.removeprefix("hidden "))
    if not text.startswith("hidden "):
        return goal
    return (*goal, 1) if isinstance(goal, tuple) and len(goal) == 4 else None


GOAL: Final = Kind(_write_goal, lambda board, text: read_goal(text))
"""A place for a unit, with facing and formation; or a word, which the question judges."""
PLACING: Final = Kind(_write_placing, _read_placing)
"""C12: the same, or hidden there."""


def _number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and str(int(text)) == text
