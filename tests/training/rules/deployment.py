"""T2: getting ready: which unit each counter is."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, value
from training.board import UNKNOWN, Field
from training.events import Deployed
from training.steps import Asked, Steps
from training.words import Reason

__all__ = ["Deploy", "get_ready"]


def get_ready(board: Field) -> Steps:
    """T2.1, T2.2: both sides deploy in secret, or units stand as the scenario lists them."""
    if board.scenario.secret_deployment:
        return Deploy(0), Deploy(1)
    for counter, kind in enumerate(board.scenario.kinds):
        board.deploy(counter, kind)
    return ()


@value
class Deploy(Asked[int]):
    """T2.2, T1.4: the side says in secret which unit each of its counters is, one after another."""

    rule: ClassVar[str] = "T2.2"
    shape = {"": "arm"}
    side: int

    def ask(self, board: Field) -> Ask | None:
        """The kinds of units that are left."""
        if self.counter(board) is None:
            return None
        return Ask(self.side, tuple(sorted(set(board.kinds_left(self.side)))), seen_by=(self.side,))

    def answered(self, board: Field, kind: int) -> Steps:
        """Then the next counter."""
        counter = self.counter(board)
        if counter is None:
            return ()
        board.deploy(counter, kind)
        board.tell(Deployed("T2.2", self.side, board.label(counter), board.ground.kind_names[kind]))
        return (self,)

    def counter(self, board: Field) -> int | None:
        """The next counter without a unit."""
        return next((each for each in board.scenario.counters[self.side] if board.kind[each] == UNKNOWN), None)

    def reason(self, board: Field, answer: Answer) -> Reason:
        """No such unit."""
        return Reason("T2.2", "why.no_unit")
