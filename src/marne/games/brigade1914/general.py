"""C11: the general rides."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from marne.engine import Answer, Ask, value
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.data import N
from marne.games.brigade1914.events import GeneralMoved
from marne.games.brigade1914.ground import DEEP, WIDE
from marne.games.brigade1914.lines import Steps
from marne.games.brigade1914.losses import check_generals, set_general
from marne.games.brigade1914.movement import is_cavalry_brigade
from marne.games.brigade1914.points import PointLine
from marne.games.brigade1914.words import Reason


@value
class GeneralRides(PointLine):
    """C11: the general moves 8 inches, 16 with a cavalry brigade, free and once a turn."""

    rule: ClassVar[str] = "C11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """A point: open."""
        return Ask(self.side, None)

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """There he stands."""
        if isinstance(answer, tuple):
            set_general(board, self.side, *answer)
            board.tell(GeneralMoved("C11", self.side, *answer))
            check_generals(board)
        return ()

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """On the table, and no farther than he rides."""
        if answer == "stay":
            return None
        if not isinstance(answer, tuple) or len(answer) != 2 or not all(type(each) is int for each in answer):
            return Reason("C11", "why.no_point")
        x, y = (int(str(each)) for each in answer)
        far = N.general_mounted_move if is_cavalry_brigade(board, self.side) else N.general_move
        if not (100 <= x <= WIDE - 100 and 100 <= y <= DEEP - 100):
            return Reason("C11", "why.off_table")
        if (x - board.gx[self.side]) ** 2 + (y - board.gy[self.side]) ** 2 > far * far:
            return Reason("C11", "why.too_far", rate=far)
        return None

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points around him."""
        x, y = board.gx[self.side], board.gy[self.side]
        points = ((x + rng.randrange(-600, 601), y + rng.randrange(-600, 601)) for _ in range(4 * n))
        return self.legal(board, points, n, "stay")
