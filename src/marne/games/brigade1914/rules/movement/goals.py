"""A5: where a unit goes, as an answer: what it says, and how it is written."""

from __future__ import annotations

from marne.engine import Answer
from marne.plane import FORMATIONS, Point

__all__ = ["Goal", "parse_goal", "read_goal", "write_goal"]

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


def write_goal(answer: Answer) -> str:
    """`1200,900 1500,800 90 line`, or a word."""
    if not isinstance(answer, tuple):
        return str(answer)
    *points, facing, formation = answer
    words = [f"{x},{y}" for x, y in zip(points[::2], points[1::2], strict=True)]
    return " ".join((*words, str(facing), FORMATIONS[formation] if isinstance(formation, int) else "?"))


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


def _number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and str(int(text)) == text
