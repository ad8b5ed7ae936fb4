"""Answers that are kept while a question is put, and never beyond it."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine.support import Tally
from marne.engine import Ask, Position, Question, kept, value

WORKED_OUT: list[int] = []


@kept
def left(board: Tally, most: int) -> int:
    """How much is left; notes that it was worked out."""
    WORKED_OUT.append(most)
    return most - board.total[0]


@value
class Take(Question[Tally, int]):
    """Take what is left, one at a time; it is looked at three times in a question and twice in its answer."""

    rule: ClassVar[str] = "1"
    most: int

    def ask(self, board: Tally) -> Ask | None:
        if left(board, 99) < 90:
            raise RuntimeError("a question that fails")
        return Ask(0, (1,)) if left(board, self.most) and left(board, self.most) > 0 else None

    def answered(self, board: Tally, answer: int) -> tuple[Take, ...]:
        before = left(board, self.most)
        board.total[0] += answer
        assert left(board, self.most) == before - answer, "while a step is done the board changes"
        return (self,)


def test_a_question_works_it_out_once_and_a_step_each_time() -> None:
    WORKED_OUT.clear()
    position = Position.begin(Tally(), Take(2))
    assert WORKED_OUT == [99, 2], "for each of its arguments once"
    WORKED_OUT.clear()
    position.push(1)
    assert WORKED_OUT == [2, 2, 99, 2]


def test_nothing_is_kept_after_a_question_nor_on_a_copy() -> None:
    position = Position.begin(Tally(), Take(2))
    board = position.board
    board.total[0] = 2
    assert left(board, 2) == 0
    board.kept = {}
    assert left(board, 2) == 0
    twin = board.copy()
    twin.total[0] = 1
    assert left(twin, 2) == 1
    board.kept = None


def test_nor_after_a_question_that_failed() -> None:
    board = Tally()
    board.total[0] = 50
    with pytest.raises(RuntimeError, match="fails"):
        Position.begin(board, Take(99))
    board.total[0] = 0
    assert left(board, 99) == 99
