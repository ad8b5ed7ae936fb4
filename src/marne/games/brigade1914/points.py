"""Steps that ask for a point of the table: how one is written and read, and how some are found by trying."""

from __future__ import annotations

from collections.abc import Iterable

from marne.engine import Answer
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.lines import Line

__all__ = ["PointLine"]


class PointLine(Line):
    """C11, C13, C23: a point in hundredths of an inch, `1200,900`, or a word that declines."""

    __slots__ = ()

    def legal(self, board: Battlefield, points: Iterable[tuple[int, int]], n: int, otherwise: str) -> list[Answer]:
        """The first legal ones; the word where there are none."""
        found: list[Answer] = []
        for point in points:
            if len(found) < n and self.reason(board, point) is None:
                found.append(point)
        return found or [otherwise]

    def write(self, board: Battlefield, answer: Answer) -> str:
        """`1200,900`, or a word."""
        return _write(answer)

    def read(self, board: Battlefield, text: str) -> Answer | None:
        """The other way round."""
        x, comma, y = text.partition(",")
        if not comma:
            return text if text.isalpha() else None
        try:
            point = int(x), int(y)
        except ValueError:
            return None
        return point if _write(point) == text else None


def _write(answer: Answer) -> str:
    return ",".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
