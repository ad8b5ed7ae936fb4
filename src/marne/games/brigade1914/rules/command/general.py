"""C11: the general rides."""

from __future__ import annotations

from random import Random

from marne.engine import Answer, Ask, value
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import LISTS, MOVE
from marne.games.brigade1914.events import GeneralMoved
from marne.games.brigade1914.rules.command.losses import check_generals, set_general
from marne.games.brigade1914.steps import PointLine, Reason, Steps
from marne.plane import Point

__all__ = ["GeneralRides", "general_rate"]


@value
class GeneralRides(PointLine):
    """C11: the general moves 8 inches, 16 with a cavalry brigade, free and once a turn."""

    rule = "C11"
    side: int

    def ask(self, board: Battlefield) -> Ask:
        return Ask(self.side, None)

    def answered(self, board: Battlefield, answer: Point | str) -> Steps:
        if isinstance(answer, tuple):
            set_general(board, self.side, *answer)
            board.tell(GeneralMoved("C11", self.side, *answer))
            check_generals(board)
        return ()

    def barred(self, board: Battlefield, x: int, y: int) -> Reason | None:
        """C11: on the table, and no farther than he rides."""
        far = general_rate(board, self.side)
        if off := PointLine.barred(self, board, x, y):
            return off
        if (x - board.gx[self.side]) ** 2 + (y - board.gy[self.side]) ** 2 > far * far:
            return Reason("C11", "why.too_far", rate=far)
        return None

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points around him."""
        x, y = board.gx[self.side], board.gy[self.side]
        points = ((x + rng.randrange(-600, 601), y + rng.randrange(-600, 601)) for _ in range(4 * n))
        return self.legal(board, points, n)


def general_rate(board: Battlefield, side: int) -> int:
    """C11, C26: how far a general rides; farther with a cavalry brigade."""
    return MOVE.general_mounted if LISTS[board.lists[side]].cavalry else MOVE.general
